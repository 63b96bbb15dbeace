"""What offices write down: schools, libraries, surgeries, pay, meetings."""

from __future__ import annotations

from random import Random

from benchmarks.corpus.drawing import (
    DIGIT,
    DIGITS,
    FAMILY,
    LETTER,
    MONTH_NAME,
    QUARTER,
    TITLE,
    WORD,
    YEAR,
    Format,
    Make,
    changed,
    common,
    decimal,
    each,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)
from benchmarks.corpus.practice.daily.registers import THREE, TWO

SHOUT_MONTH = changed(MONTH_NAME, str.upper)
PHRASE = text(TITLE, some(text(" ", WORD), 0, 3))


def rounded(step: str, low: int, high: int) -> Make:
    """A signed number in steps: quarters of a dioptre."""
    return text(pick("-", "-", "+"), uniform(low, high), ".", common(step))


def winter(rng: Random) -> str:
    """Two years, one after the other."""
    year = rng.randint(5, 24)
    return f"{year:02}/{year + 1:02}"


OFFICES = (
    Format(
        "course code",
        r"[A-Z]{2,4}[ -]\d{3,4}[A-Z]?(\.\d{1,3})?",
        text(
            common("CS MATH PHYS BIO ECON HIST ENGL CHEM EE"),
            pick(" ", "-"),
            uniform(1, 6),
            pick(TWO, THREE),
            maybe(of("ABLHW", 1), 0.2),
            maybe(text(".", number(1, 40, 2)), 0.3),
        ),
    ),
    Format(
        "report card line",
        r"[A-Z][a-z]+:? +([A-D][+-]?|F)( \(\d\.\d\))?",
        text(
            pick("Maths", "English", "Physics", "History", "Music", TITLE),
            maybe(":"),
            some(" ", 1, 4),
            pick(text(common("B A C D"), maybe(of("+-", 1))), text(common("B A C D"), maybe(of("+-", 1))), "F"),
            maybe(text(" (", uniform(1, 4), ".", common("0 3 7"), ")"), 0.4),
        ),
    ),
    Format(
        "study credits",
        r"\d{1,2} (ECTS|CP|LP)(, \d(V|S|P|Ü)(\+\d(V|S|P|Ü))?)?",
        text(
            common("6 5 3 9 12 30 4"),
            " ",
            common("ECTS LP CP"),
            maybe(text(", ", uniform(1, 4), of("VVS", 1), maybe(text("+", uniform(1, 3), of("ÜPÜ", 1)), 0.6)), 0.7),
        ),
    ),
    Format(
        "german term",
        r"(WS|WiSe|Wintersemester) (20)?\d{2}/\d{2}|(SS|SoSe|Sommersemester) (20)?\d{2}",
        pick(
            text(common("WS WiSe Wintersemester"), " ", maybe("20", 0.6), winter),
            text(common("SS SoSe Sommersemester"), " ", maybe("20", 0.6), uniform(5, 24, 2)),
        ),
    ),
    Format(
        "universal decimal class",
        r"\d{1,3}(\.\d{1,3})*(\(\d{2,3}(\.\d+)?\))?(-\d{1,2})?",
        text(
            number(1, 930),
            some(text(".", THREE), 0, 1),
            maybe(text(".", number(1, 99)), 0.4),
            maybe(text("(", uniform(41, 739), maybe(text(".", DIGIT), 0.2), ")"), 0.35),
            maybe(text("-", uniform(1, 95)), 0.25),
        ),
    ),
    Format(
        "library loan",
        r"(due|returned) \d{1,2} [A-Z]{3} \d{4}( \((\d renewals|1 renewal)\))?",
        text(
            common("due returned"),
            " ",
            uniform(1, 28),
            " ",
            SHOUT_MONTH,
            " ",
            YEAR,
            maybe(text(" (", pick("1 renewal", text(uniform(2, 6), " renewals")), ")"), 0.4),
        ),
    ),
    Format(
        "laboratory result",
        r"[A-Z][A-Za-z]+\d? [<>]?\d+(\.\d+)? (g/dL|mmol/L|U/L|mg/dL|µg/L)( \(\d+(\.\d+)?-\d+(\.\d+)?\))?( [HL])?",
        text(
            pick("Hb", "Na", "ALT", "CRP", "LDL", "TSH", "HbA1", "Ferritin", "Glucose", "Ca"),
            " ",
            maybe(of("<>", 1), 0.1),
            pick(number(1, 400), decimal(0.1, 30, 1)),
            " ",
            common("mmol/L g/dL U/L mg/dL µg/L"),
            maybe(
                text(
                    " (",
                    pick(text(number(1, 100), "-", number(20, 400)), text(decimal(0, 9, 1), "-", decimal(2, 30, 1))),
                    ")",
                )
            ),
            maybe(text(" ", of("HL", 1)), 0.25),
        ),
    ),
    Format(
        "intake scheme",
        r"[0-3½](-[0-3½]){2,3}( (a\.c\.|p\.c\.))?",
        text(some(common("1 0 0 2 ½ 3"), 3, 4, "-"), maybe(text(" ", common("p.c. a.c.")), 0.2)),
    ),
    Format(
        "eye prescription",
        r"[+-]\d{1,2}\.(00|25|50|75)( -\d\.(00|25|50|75) ?[x×] ?\d{1,3}°?)?( ADD \+[123]\.(00|25|50|75))?",
        text(
            rounded("00 25 50 75", 0, 7),
            maybe(
                text(
                    " -",
                    uniform(0, 3),
                    ".",
                    each("25 50 75"),
                    maybe(" "),
                    of("xx×", 1),
                    maybe(" "),
                    uniform(1, 180),
                    maybe("°", 0.4),
                ),
                0.6,
            ),
            maybe(text(" ADD +", of("12", 1), ".", each("00 25 50 75")), 0.25),
        ),
    ),
    Format(
        "visual acuity",
        r"O[DS]:? 20/\d{2,3}([+-]\d)?(, O[DS]:? 20/\d{2,3}([+-]\d)?)?",
        pick(
            text("OD 20/", common("20 25 40 30 50 100"), maybe(text(of("+-", 1), of("12", 1)), 0.3)),
            text("OD: 20/", common("20 25 40 30 50 200"), ", OS: 20/", common("20 25 40 30 15 70")),
            text("OD 20/", common("20 25 40 30"), ", OS 20/", common("20 25 40 30"), maybe(text("-", of("12", 1)))),
        ),
    ),
    Format(
        "tooth finding",
        r"[1-4][1-8]( [modbl]{1,5})?(, [1-4][1-8]( [modbl]{1,5})?)*",
        some(text(uniform(1, 4), uniform(1, 8), maybe(text(" ", common("o mo do mod b l modb")), 0.6)), 1, 4, ", "),
    ),
    Format(
        "newborn",
        r"\d{4} g, \d{2} cm, APGAR \d{1,2}(/\d{1,2}){1,2}",
        text(
            uniform(24, 43),
            of(DIGITS, 1),
            "0 g, ",
            uniform(45, 56),
            " cm, APGAR ",
            uniform(4, 9),
            some(text("/", uniform(7, 10)), 1, 2),
        ),
    ),
    Format(
        "vital signs",
        r"HR \d{2,3}, RR \d{1,2}(, SpO2 \d{2,3} ?%)?(, T \d{2}\.\d ?°C)?",
        text(
            "HR ",
            uniform(48, 138),
            ", RR ",
            uniform(9, 30),
            maybe(text(", SpO2 ", uniform(86, 100), maybe(" "), "%"), 0.7),
            maybe(text(", T ", uniform(35, 40), ".", DIGIT, maybe(" ", 0.7), "°C"), 0.6),
        ),
    ),
    Format(
        "antigens",
        r"HLA-(A|B|C|DRB1|DQB1)\*\d{2}(:\d{2,3}){0,2}[NLQ]?",
        text(
            "HLA-",
            common("A B DRB1 C DQB1"),
            "*",
            uniform(1, 58, 2),
            some(text(":", number(1, 120, 2)), 0, 2),
            maybe(of("NL", 1), 0.05),
        ),
    ),
    Format(
        "pathology sample",
        r"[A-Z]{1,2}\d{2}-\d{4,6}( [A-Z]\d{0,2}(, [A-Z]\d{0,2})*)?",
        text(
            pick("S", "H", "SP", "E"),
            uniform(5, 25, 2),
            "-",
            number(1, 99999, 5),
            maybe(text(" ", some(text(of("ABCD", 1), maybe(number(1, 12))), 1, 3, ", "))),
        ),
    ),
    Format(
        "active substance",
        r"[A-DGHJL-NPRSV]\d{2}([A-Z]([A-Z](\d{2})?)?)?",
        text(
            of("ABCDGHJLMNPRSV", 1),
            number(1, 16, 2),
            maybe(text(of("ABCDX", 1), maybe(text(of("ABCDEX", 1), maybe(number(1, 60, 2), 0.8)), 0.9)), 0.9),
        ),
    ),
    Format(
        "pay grade",
        r"GS-\d{1,2}(, Step \d{1,2})?|[EA] ?\d{1,2}[abc]?(, Stufe \d)?",
        pick(
            text("GS-", uniform(1, 15), maybe(text(", Step ", uniform(1, 10)))),
            text(
                pick("E ", "E", "A "),
                uniform(5, 16),
                maybe(of("ab", 1), 0.25),
                maybe(text(", Stufe ", uniform(1, 6)), 0.4),
            ),
        ),
    ),
    Format(
        "time sheet line",
        r"(Mon|Tue|Wed|Thu|Fri) \d{2}:\d{2}-\d{2}:\d{2}(, \d{2}:\d{2}-\d{2}:\d{2})? \(\d{1,2}\.\d{1,2} ?h\)",
        text(
            each("Mon Tue Wed Thu Fri"),
            " ",
            uniform(6, 10, 2),
            ":",
            QUARTER,
            "-",
            uniform(11, 13),
            ":",
            QUARTER,
            maybe(
                text(", ", uniform(13, 14), ":", common("00 30 15"), "-", uniform(15, 19), ":", common("00 30 45")), 0.6
            ),
            " (",
            uniform(3, 9),
            ".",
            common("0 5 25 75"),
            maybe(" "),
            "h)",
        ),
    ),
    Format(
        "hours by project",
        r"P-?\d{2,4}:? \d{1,2}[:.]\d{2}(; P-?\d{2,4}:? \d{1,2}[:.]\d{2})*",
        some(
            text("P", maybe("-", 0.7), number(10, 4000), maybe(":", 0.3), " ", uniform(0, 8), of("::.", 1), QUARTER),
            1,
            4,
            "; ",
        ),
    ),
    Format(
        "minutes heading",
        r"(TOP|Item) \d{1,2}(\.\d)?[a-z]?: [A-Z][a-z]+( [a-z]+)*( \(\d{1,2} min\.?\))?",
        text(
            common("TOP Item"),
            " ",
            number(1, 20),
            pick("", "", text(".", uniform(1, 5)), of("abc", 1)),
            ": ",
            PHRASE,
            maybe(text(" (", common("10 5 15 20 30"), " min", maybe("."), ")"), 0.3),
        ),
    ),
    Format(
        "signed by",
        r"(gez\.|i\. ?[AV]\.|signed) ((Dr|Prof)\. )?([A-Z]\. )?[A-Z][a-z]+",
        text(
            pick("gez.", "i. A.", "i.V.", "signed"),
            " ",
            maybe(text(common("Dr Prof"), ". "), 0.3),
            maybe(text(LETTER, ". "), 0.5),
            FAMILY,
        ),
    ),
    Format(
        "invitation",
        r"[A-Z][a-z ]+: [A-Z][a-z]+ \d{1,2} [A-Z][a-z]+ \d{4}, \d+:\d{2}-\d+:\d{2}(, [Rr]oom [A-Z]?\d+(\.\d+)?)?",
        text(
            PHRASE,
            ": ",
            each("Mon Tue Wed Thu Fri"),
            " ",
            uniform(1, 28),
            " ",
            MONTH_NAME,
            " ",
            YEAR,
            ", ",
            uniform(8, 12),
            ":",
            QUARTER,
            "-",
            uniform(12, 18),
            ":",
            QUARTER,
            maybe(
                text(", ", pick("Room ", "room "), maybe(LETTER), number(1, 400), maybe(text(".", number(1, 60)), 0.3)),
                0.7,
            ),
        ),
    ),
)
