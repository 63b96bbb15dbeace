"""Where people are reached: postcodes, addresses, telephones, plates of cars."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGITS,
    FAMILY,
    LETTER,
    PLACE,
    TITLE,
    UPPER,
    Format,
    changed,
    common,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)

TWO, THREE, FOUR = of(DIGITS, 2), of(DIGITS, 3), of(DIGITS, 4)
HOUSE = number(1, 200)

ADDRESSES = (
    Format("japanese postcode", r"〒?\d{3}-\d{4}", text(maybe("〒", 0.7), THREE, "-", FOUR)),
    Format("polish town", r"\d{2}-\d{3} [A-Z][a-z]+", text(TWO, "-", THREE, " ", PLACE)),
    Format(
        "irish postcode",
        r"[A-Z]\d[0-9W] ?[0-9A-Z]{4}",
        text(of("ACDEFHKNPRTVWXY", 1), TWO, maybe(" ", 0.8), of("ACDEFHKNPRTVWXY" + DIGITS, 4)),
    ),
    Format(
        "swedish town",
        r"(SE?-)?[1-9]\d{2} \d{2} +[A-Z]+",
        text(maybe(pick("SE-", "S-"), 0.3), uniform(100, 984), " ", TWO, some(" ", 1, 2), changed(PLACE, str.upper)),
    ),
    Format(
        "austrian town",
        r"(A[- ])?[1-9]\d{3} [A-Z][a-z]+( (am|an der|im) [A-Z][a-z]+)?",
        text(
            maybe(pick("A-", "A "), 0.4),
            uniform(1010, 9992),
            " ",
            PLACE,
            maybe(text(" ", pick("am", "im", "an der"), " ", TITLE), 0.2),
        ),
    ),
    Format(
        "british address",
        r"\d{1,3}[a-d]? [A-Z][a-z]+( [A-Z][a-z]+)? (Road|Street|Lane|Avenue|Close|Way|Hill), [A-Z][a-z]+",
        text(
            HOUSE,
            maybe(of("abc", 1), 0.1),
            " ",
            some(TITLE, 1, 2, " "),
            " ",
            common("Road Street Lane Avenue Close Way Hill"),
            ", ",
            PLACE,
        ),
    ),
    Format(
        "american address",
        r"\d{1,5} ([NSEW]\.? )?([A-Z][a-z]+|\d+(st|nd|rd|th)) (St|Ave|Blvd|Dr|Ln|Rd)\.?(,? (Apt|Ste|#) ?\d+[A-Z]?)?",
        text(
            number(1, 20_000),
            " ",
            maybe(text(of("NSEW", 1), maybe(".", 0.3), " "), 0.4),
            pick(TITLE, TITLE, TITLE, text(uniform(4, 20), "th"), text(number(2, 9), pick("1st", "2nd", "3rd"))),
            " ",
            common("St Ave Rd Dr Ln Blvd"),
            maybe(".", 0.3),
            maybe(text(maybe(","), " ", pick("Apt ", "Ste ", "#"), number(1, 900), maybe(of("ABCD", 1), 0.4)), 0.4),
        ),
    ),
    Format(
        "french address",
        r"\d{1,3}( bis| ter)?,? (rue|avenue|place|boulevard|quai) (de |du |des )?[A-Z][a-z]+",
        text(
            HOUSE,
            maybe(pick(" bis", " ter"), 0.15),
            maybe(",", 0.6),
            " ",
            common("rue avenue place boulevard quai"),
            " ",
            pick("", "de ", "du ", "des "),
            pick(TITLE, PLACE),
        ),
    ),
    Format(
        "italian address",
        r"(Via|Viale|Piazza|Corso) ([a-z]+ )?[A-Z][a-z]+,? \d{1,3}(/[A-Z])?",
        text(
            common("Via Piazza Viale Corso"),
            " ",
            maybe(pick("della ", "dei ", "di "), 0.3),
            pick(FAMILY, PLACE),
            maybe(","),
            " ",
            HOUSE,
            maybe(text("/", of("ABCD", 1)), 0.2),
        ),
    ),
    Format(
        "spanish address",
        r"(C/|Calle|Avda\.|Plaza) [A-Z][a-z]+, (s/n|\d{1,3}(, \d{1,2}º( ?([A-D]|izq\.|dcha\.))?)?)",
        text(
            pick("C/", "Calle", "Avda.", "Plaza"),
            " ",
            pick(FAMILY, TITLE),
            ", ",
            pick(
                HOUSE,
                text(HOUSE, ", ", uniform(1, 12), "º", maybe(pick("A", "B", " C", " izq.", " dcha."), 0.8)),
                text(HOUSE, ", ", uniform(1, 12), "º", maybe(pick("A", "B", " C", " izq.", " dcha."), 0.8)),
                "s/n",
            ),
        ),
    ),
    Format(
        "block address",
        r"\d{1,3}-\d{1,3}(-\d{1,4})? [A-Z][a-z]+(-(ku|cho|shi)), [A-Z][a-z]+( \d{3}-\d{4})?",
        text(
            some(number(1, 40), 2, 3, "-"),
            " ",
            TITLE,
            "-",
            common("ku cho shi"),
            ", ",
            PLACE,
            maybe(text(" ", THREE, "-", FOUR), 0.4),
        ),
    ),
    Format(
        "brazilian phone",
        r"(\(\d{2}\)|0\d{2}) 9?\d{4}-\d{4}",
        text(
            pick(text("(", uniform(11, 99), ")"), text("(", uniform(11, 99), ")"), text("0", uniform(11, 99))),
            " ",
            maybe("9", 0.7),
            FOUR,
            "-",
            FOUR,
        ),
    ),
    Format(
        "danish phone",
        r"(Tlf\.? )?\d{2}( \d{2}){3}",
        text(maybe(pick("Tlf. ", "Tlf "), 0.3), uniform(20, 99), some(text(" ", TWO), 3, 3)),
    ),
    Format(
        "toll free",
        r"1[- ]8(00|33|44|77|88)[- ](\d{3}-\d{4}|[A-Z]{7}|[A-Z]{3}-[A-Z]{4})",
        text(
            pick("1-", "1-", "1 "),
            common("800 888 877 844 833"),
            pick("-", "-", " "),
            pick(text(THREE, "-", FOUR), of(UPPER, 7), text(of(UPPER, 3), "-", of(UPPER, 4))),
        ),
    ),
    Format(
        "phone and fax",
        r"Tel\.?:? 0\d{2,4}[ /-]\d{4,8}([;,] Fax:? -\d{1,3})?",
        text(
            "Tel",
            maybe("."),
            maybe(":"),
            " 0",
            uniform(20, 9999),
            of(" /-", 1),
            of(DIGITS, 4, 8),
            maybe(text(of(";,", 1), " Fax", maybe(":"), " -", number(1, 999)), 0.6),
        ),
    ),
    Format(
        "italian plate",
        r"[A-Z]{2} ?\d{3} ?[A-Z]{2}",
        pick(
            text(of("ABCDEFG", 1), LETTER, THREE, of(UPPER, 2)),
            text(of("ABCDEFG", 1), LETTER, " ", THREE, " ", of(UPPER, 2)),
        ),
    ),
    Format(
        "polish plate",
        r"[A-Z]{2,3} [0-9A-Z]{4,5}",
        text(
            of(UPPER, 2, 3),
            " ",
            pick(of(DIGITS, 5), of(DIGITS, 4), text(of(DIGITS, 4), LETTER), text(THREE, of(UPPER, 2))),
        ),
    ),
    Format("californian plate", r"\d[A-Z]{3}\d{3}", text(uniform(4, 9), of(UPPER, 3), THREE)),
    Format(
        "indian plate",
        r"[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,2}[ -]?\d{4}",
        pick(
            text(common("MH DL KA TN UP GJ"), uniform(1, 50, 2), of(UPPER, 1, 2), FOUR),
            text(common("MH DL KA TN UP GJ"), " ", uniform(1, 50, 2), " ", of(UPPER, 1, 2), " ", FOUR),
            text(common("MH DL KA TN UP GJ"), "-", uniform(1, 50), "-", of(UPPER, 1, 2), "-", FOUR),
        ),
    ),
    Format(
        "spanish plate",
        r"[A-Z]{0,2}[ -]?\d{4}[ -]?[B-DF-HJ-NPR-TV-Z]{2,3}",
        pick(
            text(FOUR, maybe(" "), of("BCDFGHJKLMN", 1), of("BCDFGHJKLMNPRSTVWXYZ", 2)),
            text(common("M B V SE MA"), "-", FOUR, "-", of("BCDFGHJKLMNPRSTVWXYZ", 2)),
        ),
    ),
)
