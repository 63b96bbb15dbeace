"""Games, music, books, law, people, shops."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.corpus.drawing import (
    DIGIT,
    FAMILY,
    GIVEN,
    PLACE,
    TITLE,
    UPPER,
    WORD,
    Format,
    Make,
    changed,
    common,
    decimal,
    each,
    magnitude,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)

BOOK = common("Genesis Psalms Matthew John Luke Romans Isaiah Exodus Mark Acts Job Ruth")
PIECE = common("N B R Q K")
SQUARE = text(of("abcdefgh", 1), of("12345678", 1))
NOTE = text(of("ABCDEFG", 1), pick("", "", "", "#", "b"))
ROMAN = {
    1000: "M",
    900: "CM",
    500: "D",
    400: "CD",
    100: "C",
    90: "XC",
    50: "L",
    40: "XL",
    10: "X",
    9: "IX",
    5: "V",
    4: "IV",
    1: "I",
}
ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def roman(value: int) -> str:
    """1990 -> MCMXC"""
    letters = ""
    for size, sign in ROMAN.items():
        letters += value // size * sign
        value %= size
    return letters


def ordinal(value: int) -> str:
    """22 -> 22nd, 12 -> 12th"""
    return f"{value}{'th' if value % 100 // 10 == 1 else ORDINALS.get(value % 10, 'th')}"


def natural(most: int, written: Callable[[int], str]) -> Make:
    """A number from one on, written in some way."""
    return lambda rng: written(min(most, int(magnitude(1, most + 1, rng))))


def span(most: int) -> Make:
    """12-15"""

    def make(rng: Random) -> str:
        first = min(most, int(magnitude(1, most + 1, rng)))
        return f"{first}-{first + int(magnitude(1, 40, rng))}"

    return make


INITIAL = text(of(UPPER[:20], 1), ".")
AUTHOR = text(FAMILY, ", ", GIVEN, maybe(text(" ", INITIAL), 0.4))
MOVE = pick(
    text(maybe(PIECE, 0.6), maybe("x", 0.2), SQUARE, pick("", "", "", "+", "#")),
    text(PIECE, SQUARE),
    pick("O-O", "O-O-O"),
    SQUARE,
    text(PIECE, of("abcdefgh", 1), SQUARE),
)


CULTURE = (
    Format("chess move", r"O-O(-O)?[+#]?|[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=[NBRQ])?[+#]?", MOVE),
    Format("musical key", r"[A-G][b#]? (major|minor)", text(NOTE, " ", common("major minor"))),
    Format(
        "chord",
        r"[A-G][b#]?(m|maj|dim|sus|add|aug)?\d{0,2}(/[A-G][b#]?)?",
        text(NOTE, pick("", "", "m", "m", "7", "maj7", "m7", "dim", "sus4", "add9"), maybe(text("/", NOTE), 0.15)),
    ),
    Format(
        "catalogue of works",
        r"(BWV|KV|Op\.|RV|D) ?\d{1,4}(, No\. \d{1,2})?",
        pick(
            text("BWV ", number(1, 1126)),
            text("KV ", number(1, 626)),
            text("Op. ", number(1, 135), maybe(text(", No. ", number(1, 12)))),
            text(pick("RV", "D"), " ", number(1, 900)),
        ),
    ),
    Format("grade", r"[A-D][+-]?|F", pick(*[text(common("B A C D"), pick("", "+", "-"))] * 9, "F")),
    Format(
        "score",
        r"\d{1,2}:\d{1,2}( \(\d{1,2}:\d{1,2}\))?",
        text(number(0, 7), ":", number(0, 6), maybe(text(" (", number(0, 3), ":", number(0, 3), ")"), 0.4)),
    ),
    Format(
        "tennis sets",
        r"[0-7]-[0-7](\(\d{1,2}\))?( [0-7]-[0-7](\(\d{1,2}\))?){1,4}",
        some(
            pick(text("6-", of("01234", 1)), text(of("01234", 1), "-6"), "7-5", text("7-6(", number(0, 10), ")")),
            2,
            5,
            " ",
        ),
    ),
    Format("roman numeral", r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})", natural(2100, roman)),
    Format("ordinal", r"\d*(1st|2nd|3rd|\dth)", natural(400, ordinal)),
    Format(
        "page range",
        r"pp?\. [1-9]\d*([-–][1-9]\d*)?",
        pick(
            text("p. ", number(1, 700)),
            text("pp. ", span(600)),
            text("pp. ", changed(span(600), lambda pages: pages.replace("-", "–"))),
        ),
    ),
    Format(
        "age range",
        r"\d{1,3}(-\d{1,3}|\+)?",
        pick(span(60), span(60), text(common("65 18 60 80 50 75 16"), "+"), number(1, 99)),
    ),
    Format(
        "hashtag",
        r"#[A-Za-z][A-Za-z0-9_]*",
        text("#", pick(WORD, some(TITLE, 1, 3), text(WORD, uniform(2018, 2026)), some(WORD, 2, 2, "_"))),
    ),
    Format(
        "handle",
        r"@[A-Za-z0-9_]{3,20}",
        text(
            "@",
            pick(changed(GIVEN, str.lower), WORD),
            maybe("_", 0.4),
            maybe(pick(changed(FAMILY, str.lower), number(1, 99)), 0.8),
        ),
    ),
    Format(
        "mail address",
        r"[a-z]+([._][a-z]+)?\d*@[a-z]+(-[a-z]+)?\.(com|org|net|de)",
        text(
            changed(GIVEN, str.lower),
            maybe(text(pick(".", "_"), changed(FAMILY, str.lower)), 0.7),
            maybe(number(1, 2000), 0.2),
            "@",
            some(WORD, 1, 2, "-"),
            ".",
            common("com org de net"),
        ),
    ),
    Format(
        "web address",
        r"https?://(www\.)?[a-z]+(-[a-z]+)?\.(com|org|net|io)(/[a-z0-9]+)*/?",
        text(
            "http",
            maybe("s", 0.8),
            "://",
            maybe("www.", 0.4),
            some(WORD, 1, 2, "-"),
            ".",
            common("com org net io"),
            some(text("/", pick(WORD, WORD, number(1, 9000))), 0, 3),
            maybe("/", 0.2),
        ),
    ),
    Format("author", r"[A-Z][a-z]+, [A-Z][a-z]+( [A-Z]\.)?", AUTHOR),
    Format("initials and name", r"([A-Z]\. ){1,3}[A-Z][a-z]+", text(some(text(INITIAL, " "), 1, 3), FAMILY)),
    Format(
        "titled name",
        r"(Mr|Mrs|Ms|Dr|Prof)\.? [A-Z][a-z]+",
        text(common("Mr Ms Dr Mrs Prof"), pick("", "."), " ", FAMILY),
    ),
    Format(
        "bible verse",
        r"([1-3] )?[A-Z][a-z]+ \d{1,3}:\d{1,3}([-,]\d{1,3})?",
        text(
            pick(BOOK, BOOK, BOOK, text(of("12", 1), " ", common("Kings Samuel Corinthians John Peter"))),
            " ",
            number(1, 66),
            ":",
            number(1, 30),
            maybe(text(pick("-", ","), uniform(31, 40)), 0.3),
        ),
    ),
    Format(
        "german statute",
        r"§ [1-9]\d{0,3}[a-z]?( Abs\. [1-9])?( Satz [1-9])? (BGB|StGB|ZPO|GG|HGB)",
        text(
            "§ ",
            number(1, 2385),
            maybe(of("abc", 1), 0.1),
            maybe(text(" Abs. ", number(1, 7)), 0.6),
            maybe(text(" Satz ", number(1, 4)), 0.3),
            " ",
            common("BGB StGB ZPO HGB GG"),
        ),
    ),
    Format(
        "case name",
        r"[A-Z][a-z]+ v\. ([A-Z][a-z]+|United States), \d{1,3} U\.S\. \d{1,4} \(\d{4}\)",
        text(
            FAMILY,
            " v. ",
            pick(FAMILY, PLACE, "United States"),
            ", ",
            uniform(1, 598),
            " U.S. ",
            number(1, 999),
            " (",
            uniform(1850, 2023),
            ")",
        ),
    ),
    Format(
        "shoe size",
        r"EU (3[4-9]|4[0-9])(\.5)?|(UK|US) \d{1,2}(\.5)?",
        pick(
            text("EU ", uniform(34, 49), maybe(".5", 0.3)),
            text(pick("UK", "US"), " ", uniform(3, 14), maybe(".5", 0.4)),
        ),
    ),
    Format("clothes size", r"\d?X*[SL]|M", common("M L S XL XS XXL 2XL 3XL XXS 4XL XXXL")),
    Format(
        "fraction",
        r"(\d+ )?\d{1,2}/(2|3|4|8|16)( (cup|tsp|tbsp|inch))?",
        text(
            maybe(text(number(1, 9), " ")),
            pick("1/2", "1/4", "3/4", "1/3", "2/3", "1/8", "5/8", "3/16"),
            pick("", text(" ", common("cup tsp tbsp inch"))),
        ),
    ),
    Format(
        "dimensions",
        r"\d+(\.\d)? ?x ?\d+(\.\d)?( ?x ?\d+(\.\d)?)? ?(cm|mm|m|in)",
        text(
            number(2, 300),
            pick("x", " x "),
            number(2, 300),
            maybe(text(" x ", pick(number(1, 90), decimal(1, 20, 1))), 0.4),
            pick("", " "),
            common("cm mm in m"),
        ),
    ),
    Format(
        "rating",
        r"[0-5](\.\d)?/5|\d{1,2}/10",
        pick(text(uniform(1, 4), maybe(text(".", DIGIT), 0.7), "/5"), "5/5", text(uniform(1, 10), "/10")),
    ),
    Format(
        "dice",
        r"[1-9]\d?d(4|6|8|10|12|20|100)([+-]\d{1,2})?",
        text(number(1, 12), "d", common("6 20 8 10 4 12 100"), maybe(text(pick("+", "+", "-"), number(1, 10)))),
    ),
    Format(
        "playing cards",
        r"(10|[2-9JQKA])[shdc]( (10|[2-9JQKA])[shdc])*",
        some(text(each("2 3 4 5 6 7 8 9 10 J Q K A"), of("shdc", 1)), 1, 5, " "),
    ),
    Format(
        "episode",
        r"S\d\dE\d\d( - [A-Z][a-z]+( [A-Z][a-z]+)*)?",
        text("S", number(1, 12, 2), "E", number(1, 24, 2), maybe(text(" - ", some(TITLE, 1, 3, " ")))),
    ),
    Format(
        "film",
        r"(The )?[A-Z][a-z]+( [A-Z][a-z]+)* \((19|20)\d\d\)",
        text(maybe("The ", 0.4), some(TITLE, 1, 3, " "), " (", uniform(1930, 2025), ")"),
    ),
    Format(
        "track",
        r"\d\d - [A-Z][a-z]+( [a-z]+)*\.(mp3|flac)",
        text(number(1, 18, 2), " - ", TITLE, maybe(text(" ", some(WORD, 1, 3, " ")), 0.7), ".", common("mp3 flac")),
    ),
    Format(
        "screen",
        r"\d{3,4}x\d{3,4}(@\d{2,3}Hz)?",
        text(
            pick(
                "1920x1080",
                "1280x720",
                "2560x1440",
                "3840x2160",
                "1366x768",
                "800x600",
                text(uniform(300, 3000), "x", uniform(300, 2000)),
            ),
            maybe(text("@", common("60 144 75 120 30"), "Hz"), 0.4),
        ),
    ),
    Format(
        "volume and issue",
        r"Vol\. \d{1,3}(, No\. \d{1,2})?(, [A-Z][a-z]+)? \d{4}",
        text(
            "Vol. ",
            number(1, 140),
            maybe(text(", No. ", uniform(1, 12)), 0.8),
            maybe(pick(", March", ", June", ", Spring", ", Autumn"), 0.4),
            " ",
            uniform(1950, 2025),
        ),
    ),
)
