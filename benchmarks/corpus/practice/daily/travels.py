"""On the way: tickets, flights, trains, maps, ships, summits, roads."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    CLOCK,
    DIGIT,
    DIGITS,
    FAMILY,
    LOWER,
    PLACE,
    SIXTIETH,
    TITLE,
    UPPER,
    WORD,
    Format,
    common,
    each,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)
from benchmarks.corpus.practice.daily.addresses import THREE, TWO

AIRPORT = common("FRA LHR JFK CDG AMS DXB SIN LAX MUC ZRH VIE MAD IST ORD HND BCN ARN LIS")
GRID = "23456789CFGHJMPQRVWX"
SURFACE = text(uniform(1, 3), ",", THREE)

TRAVELS = (
    Format(
        "electronic ticket",
        r"(ETKT )?\d{3}[- ]?\d{10}(/\d{1,2})?",
        text(
            maybe("ETKT ", 0.3),
            common("220 125 006 016 057 724"),
            pick("-", " ", ""),
            of(DIGITS, 10),
            maybe(text("/", uniform(1, 12)), 0.1),
        ),
    ),
    Format(
        "fare basis",
        r"[A-Z][A-Z0-9]{3,7}(/(CH|IN)\d{0,2})?",
        text(
            of("YBMHQKLVSNWT", 1),
            pick(text(of("HLKX", 1), maybe(of("WX", 1))), text(of(UPPER, 1), DIGIT), TWO),
            pick("RT", "OW", "NC3", "APEX", of(UPPER + DIGITS, 2, 4)),
            maybe(text("/", pick("CH25", "IN90", "CH", "IN")), 0.2),
        ),
    ),
    Format(
        "airport chain", r"[A-Z]{3}( ?[-–] ?[A-Z]{3}){1,4}", pick(some(AIRPORT, 2, 5, "-"), some(AIRPORT, 2, 5, " – "))
    ),
    Format(
        "flight times",
        r"[Dd]ep\.? [A-Z]{3} \d{1,2}:\d{2}, [Aa]rr\.? [A-Z]{3} \d{1,2}:\d{2}( \+[12]| \(\+[12]\))?",
        text(
            pick("Dep ", "dep. ", "Dep. "),
            AIRPORT,
            " ",
            CLOCK,
            pick(", Arr ", ", arr. "),
            AIRPORT,
            " ",
            CLOCK,
            maybe(pick(" +1", " (+1)", " +2"), 0.3),
        ),
    ),
    Format(
        "boarding line",
        r"(GRP|ZONE) \d SEQ \d{3}( GATE [A-Z]?\d{1,2})?",
        text(
            common("GRP ZONE"),
            " ",
            uniform(1, 6),
            " SEQ ",
            number(1, 260, 3),
            maybe(text(" GATE ", maybe(of("ABCD", 1), 0.7), number(1, 60)), 0.6),
        ),
    ),
    Format(
        "railway platform",
        r"(Gleis|Gl\.|Platform|Pl\.|Voie) \d{1,2} ?([a-g]|[A-G](-[A-G])?)?",
        text(
            common("Gleis Platform Gl. Pl. Voie"),
            " ",
            number(1, 24),
            pick("", "", of("ab", 1), text(maybe(" "), of("ABC", 1), maybe(text("-", of("DEFG", 1))))),
        ),
    ),
    Format(
        "delay",
        r"on time|cancelled|(exp\.|expected) \d{2}:\d{2}|\+\d{1,3}( min)?( \([a-z]+( [a-z]+)*\))?",
        pick(
            text(
                "+", number(1, 140), maybe(" min"), maybe(pick(" (signal failure)", " (late crew)", " (weather)"), 0.3)
            ),
            text("+", number(1, 140), maybe(" min")),
            text(pick("exp.", "expected"), " ", CLOCK),
            pick("on time", "cancelled"),
        ),
    ),
    Format(
        "stops on the way",
        r"[A-Z][a-z]+( (–|→|>) [A-Z][a-z]+){1,6}",
        pick(some(PLACE, 2, 7, " – "), some(PLACE, 2, 4, " → "), some(PLACE, 2, 4, " > ")),
    ),
    Format(
        "headsign",
        r"[A-Z]?\d{1,3} [A-Z][a-z]+( [A-Z][a-z]+)?( via [A-Z][a-z]+( and [A-Z][a-z]+)?)?",
        text(
            maybe(of("NX", 1), 0.2),
            number(1, 400),
            " ",
            PLACE,
            maybe(text(" ", common("Station Airport Harbour North")), 0.4),
            maybe(text(" via ", TITLE, maybe(text(" and ", TITLE), 0.2)), 0.4),
        ),
    ),
    Format(
        "baggage",
        r"\d ?[x×] ?\d{1,2} ?(kg|KG)( \+ \d{1,2} ?kg)?|[0-3]PC",
        pick(
            text(uniform(1, 3), pick(" × ", "x", " x "), common("23 32 20 8"), maybe(" "), pick("kg", "kg", "KG")),
            text("1 x ", common("23 32 20"), " kg + ", common("8 10 7 12"), " kg"),
            text(uniform(1, 3), " x ", uniform(10, 32), "kg"),
            text(uniform(0, 3), "PC"),
        ),
    ),
    Format(
        "projected coordinates",
        r"\d{1,2}[C-X] \d{6}(\.\d)? ?m?E? \d{7}(\.\d)? ?m?N?",
        pick(
            text(
                uniform(10, 60),
                of("CGHJKSTUV", 1),
                " ",
                of("345678", 1),
                of(DIGITS, 5),
                " ",
                of("456", 1),
                of(DIGITS, 6),
            ),
            text(
                uniform(1, 60),
                of("STU", 1),
                " ",
                uniform(2, 7),
                of(DIGITS, 5),
                "mE ",
                uniform(4, 6),
                of(DIGITS, 6),
                "mN",
            ),
        ),
    ),
    Format(
        "military grid",
        r"\d{1,2}[C-X] ?[A-Z]{2} ?\d{3,5} ?\d{3,5}",
        pick(
            text(uniform(1, 60), of("STUVW", 1), of(UPPER, 2), pick(of(DIGITS, 6), of(DIGITS, 8), of(DIGITS, 10))),
            text(uniform(1, 60), of("STUVW", 1), " ", of(UPPER, 2), " ", of(DIGITS, 5), " ", of(DIGITS, 5)),
            text(uniform(1, 60), of("STUVW", 1), " ", of(UPPER, 2), " ", of(DIGITS, 4), " ", of(DIGITS, 4)),
        ),
    ),
    Format(
        "plus code",
        r"[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2,3}(,? [A-Z][a-z]+)?",
        pick(text(of(GRID, 4), "+", of(GRID, 2, 3), maybe(","), " ", PLACE), text(of(GRID, 8), "+", of(GRID, 2))),
    ),
    Format("three words", r"/{3}[a-z]+(\.[a-z]+){2}", text("///", some(WORD, 3, 3, "."))),
    Format(
        "cache position",
        r"[NS] ?\d{2}° \d{2}\.\d{3}'? [EW] ?\d{3}° \d{2}\.\d{3}'?",
        pick(
            text(
                "N ",
                uniform(30, 65),
                "° ",
                SIXTIETH,
                ".",
                THREE,
                " ",
                of("EW", 1),
                " ",
                uniform(0, 130, 3),
                "° ",
                SIXTIETH,
                ".",
                THREE,
            ),
            text(
                of("NS", 1),
                uniform(10, 65),
                "° ",
                SIXTIETH,
                ".",
                THREE,
                "' E",
                uniform(0, 130, 3),
                "° ",
                SIXTIETH,
                ".",
                THREE,
                "'",
            ),
        ),
    ),
    Format(
        "locator",
        r"[A-R]{2}\d{2}([a-x]{2}(\d{2})?)?",
        text(of("IJKFEDO", 1), of("MNOPL", 1), TWO, maybe(text(of(LOWER[:24], 2), maybe(TWO, 0.1)), 0.7)),
    ),
    Format(
        "surveyed bearing",
        r"[NS] ?\d{1,2}°( ?\d{1,2}['′]( ?\d{1,2}[\"″])?)? ?[EW]",
        text(
            of("NS", 1),
            " ",
            number(1, 89),
            "°",
            maybe(pick(text(SIXTIETH, "'"), text(SIXTIETH, "'", SIXTIETH, '"'), text(" ", SIXTIETH, "′")), 0.7),
            maybe(" ", 0.8),
            of("EW", 1),
        ),
    ),
    Format(
        "named ship",
        r"(USS|HMS|MS|SS|MV|SY) [A-Z][a-z]+( [A-Z][a-z]+)?( \([A-Z]{2,4}-?\d{1,3}\)| \([A-Z]\d{2,3}\))?",
        pick(
            text(
                pick("USS ", "USS "),
                TITLE,
                maybe(text(" (", common("DDG SSN CVN FF LPD"), "-", number(1, 200), ")"), 0.7),
            ),
            text("HMS ", TITLE, maybe(text(" (", of("DFPRS", 1), number(10, 300), ")"))),
            text(common("MS MV SS SY"), " ", some(TITLE, 1, 2, " ")),
        ),
    ),
    Format(
        "amateur call sign",
        r"([A-Z]{2}/)?[A-Z]{1,2}\d[A-Z]{1,3}(/(P|M|MM|QRP|\d))?",
        text(
            maybe(text(of("EFIOS", 1), of("AENZ", 1), "/"), 0.1),
            common("DL G K W F JA OE SM I"),
            DIGIT,
            of(UPPER, 2, 3),
            maybe(text("/", common("P M QRP MM")), 0.25),
        ),
    ),
    Format(
        "summit",
        r"(Mount|Mt\.|Piz|Monte|Pico) [A-Z][a-z]+( \(\d,\d{3} m\)|, \d,\d{3} ?m( / \d{1,2},\d{3} ft)?)",
        text(
            pick("Mount", "Mt.", "Piz", "Monte", "Pico"),
            " ",
            pick(FAMILY, TITLE),
            pick(
                text(" (", SURFACE, " m)"),
                text(", ", SURFACE, maybe(" ", 0.7), "m"),
                text(", ", SURFACE, " m / ", number(4, 16), ",", THREE, " ft"),
            ),
        ),
    ),
    Format(
        "climbing grade",
        r"5\.\d{1,2}[a-d]?[+-]?( R| X)?|[3-9][abc]?\+?|[IVX]{1,4}[+-]?",
        pick(
            text("5.", uniform(3, 9), maybe(of("+-", 1), 0.3)),
            text("5.1", uniform(0, 5), of("abcd", 1), maybe(" R", 0.1)),
            text(uniform(4, 8), of("abc", 1), maybe("+", 0.4)),
            text(each("III IV V VI VII VIII IX"), maybe(of("+-", 1))),
        ),
    ),
    Format(
        "hike summary",
        r"\d{1,2}([.,]\d)? km,? ↑ ?\d{1,4} ?m,? ↓ ?\d{1,4} ?m(, \d{1,2}:\d{2} h)?",
        text(
            number(2, 40),
            maybe(text(of(".,", 1), DIGIT), 0.7),
            " km",
            maybe(","),
            " ↑ ",
            number(20, 2000),
            " m",
            maybe(","),
            " ↓ ",
            number(20, 2000),
            " m",
            maybe(text(", ", uniform(1, 9), ":", SIXTIETH, " h")),
        ),
    ),
    Format(
        "road marker",
        r"([Kk]m|PK) ?\d{1,3}([+,.]\d{1,3})?",
        text(
            pick("km ", "Km ", "km", "PK "),
            number(1, 700),
            maybe(pick(text("+", THREE), text(of(",.", 1), DIGIT)), 0.7),
        ),
    ),
)
