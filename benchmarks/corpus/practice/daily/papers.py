"""Numbers of people, papers, money and goods."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    DIGITS,
    LETTER,
    UPPER,
    Format,
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

PAPERS = (
    Format("social security", r"\d{3}-\d{2}-\d{4}", text(of(DIGITS, 3), "-", of(DIGITS, 2), "-", of(DIGITS, 4))),
    Format("tax file", r"\d{3} \d{3} \d{3}", text(of(DIGITS, 3), " ", of(DIGITS, 3), " ", of(DIGITS, 3))),
    Format("employer number", r"\d{2}-\d{7}", text(uniform(10, 99), "-", of(DIGITS, 7))),
    Format(
        "insurance number",
        r"[A-Z]{2} \d{2} \d{2} \d{2} [A-D]",
        text(of("ABCEGHJKLMNPRSTWXYZ", 2), *[text(" ", of(DIGITS, 2))] * 3, " ", of("ABCD", 1)),
    ),
    Format(
        "spanish tax number",
        r"[XYZ]?\d{7,8}[A-Z]",
        pick(text(of(DIGITS, 8), LETTER), text(of("XYZ", 1), of(DIGITS, 7), LETTER)),
    ),
    Format(
        "italian tax code",
        r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]",
        text(
            of("BCDFGLMNPRSTV", 6),
            of(DIGITS, 2),
            of("ABCDEHLMPRST", 1),
            uniform(1, 71, 2),
            LETTER,
            of(DIGITS, 3),
            LETTER,
        ),
    ),
    Format(
        "brazilian person",
        r"\d{3}\.\d{3}\.\d{3}-\d{2}",
        text(of(DIGITS, 3), ".", of(DIGITS, 3), ".", of(DIGITS, 3), "-", of(DIGITS, 2)),
    ),
    Format(
        "brazilian company",
        r"\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}",
        text(of(DIGITS, 2), ".", of(DIGITS, 3), ".", of(DIGITS, 3), "/000", uniform(1, 9), "-", of(DIGITS, 2)),
    ),
    Format(
        "swedish person",
        r"(19|20)?\d{6}[-+]\d{4}",
        text(maybe(pick("19", "20"), 0.4), uniform(10, 99), uniform(1, 12, 2), uniform(1, 28, 2), "-", of(DIGITS, 4)),
    ),
    Format(
        "passport", r"[A-Z]\d{8}|[A-Z]{2}\d{7}", pick(text(LETTER, of(DIGITS, 8)), text(of(UPPER, 2), of(DIGITS, 7)))
    ),
    Format("licence key", r"([0-9A-Z]{5}-){4}[0-9A-Z]{5}", some(of("23456789BCDFGHJKMPQRTVWXY", 5), 5, 5, "-")),
    Format(
        "voucher",
        r"[A-Z]{4,8}\d{2}",
        text(common("SUMMER WELCOME SAVE WINTER FRIEND SPRING DEAL EXTRA"), common("10 20 15 25 50 30")),
    ),
    Format(
        "tracking number",
        r"(JD|JJD)\d{16,18}|\d{12}",
        pick(text("JD", of(DIGITS, 18)), text("JJD", of(DIGITS, 16)), of(DIGITS, 12)),
    ),
    Format(
        "container",
        r"[A-Z]{3}[UJZ] \d{6}[ -]\d",
        text(of(UPPER, 3), common("U U U J Z"), " ", of(DIGITS, 6), pick("-", " "), DIGIT),
    ),
    Format("ship", r"IMO \d{7}", text("IMO ", of("789", 1), of(DIGITS, 6))),
    Format(
        "aircraft",
        r"N[1-9]\d{1,3}[A-Z]{0,2}|[A-Z]-[A-Z]{4}",
        pick(text("N", number(10, 9999), of(UPPER, 0, 2)), text(of("DGF", 1), "-", of(UPPER, 4))),
    ),
    Format("barcode", r"\d{8}|\d{13}", pick(of(DIGITS, 13), of(DIGITS, 13), of(DIGITS, 8))),
    Format(
        "part number", r"\d{3}-\d{4}-[A-Z]\d?", text(of(DIGITS, 3), "-", of(DIGITS, 4), "-", LETTER, maybe(DIGIT, 0.3))
    ),
    Format(
        "drawing revision",
        r"[A-Z]{2}\d{5} Rev\. ?[A-Z0-9]",
        text(of(UPPER, 2), of(DIGITS, 5), " Rev.", maybe(" "), pick(LETTER, DIGIT)),
    ),
    Format("serial number", r"SN:? ?[0-9A-Z]{10,12}", text("SN", maybe(":"), maybe(" "), of(UPPER + DIGITS, 10, 12))),
    Format("meter reading", r"\d{5}(\.\d)? kWh", text(uniform(0, 99999, 5), maybe(text(".", DIGIT), 0.4), " kWh")),
    Format(
        "account",
        r"\d{4}[ -]\d{4}[ -]\d{2}",
        text(of(DIGITS, 4), pick(" ", "-"), of(DIGITS, 4), pick(" ", "-"), of(DIGITS, 2)),
    ),
    Format(
        "sort code",
        r"\d{2}-\d{2}-\d{2} \d{8}",
        text(of(DIGITS, 2), "-", of(DIGITS, 2), "-", of(DIGITS, 2), " ", of(DIGITS, 8)),
    ),
    Format(
        "british iban",
        r"GB\d{2}[A-Z]{4}\d{14}",
        text("GB", of(DIGITS, 2), common("BARC NWBK LOYD HBUK MIDL RBOS"), of(DIGITS, 14)),
    ),
    Format(
        "reference of creditor",
        r"RF\d{2}( [0-9A-Z]{1,4}){2,5}",
        text("RF", of(DIGITS, 2), some(text(" ", of(DIGITS, 4)), 2, 4), maybe(text(" ", of(DIGITS, 1, 3)))),
    ),
    Format(
        "bitcoin address",
        r"(1|3|bc1)[0-9A-Za-z]{25,39}",
        pick(
            text(pick("1", "3"), of("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 33)),
            text("bc1q", of("023456789acdefghjklmnpqrstuvwxyz", 38)),
        ),
    ),
    Format("ethereum address", r"0x[0-9a-fA-F]{40}", text("0x", of(DIGITS + "abcdefABCDEF", 40))),
    Format(
        "exchange rate",
        r"1 [A-Z]{3} = \d+\.\d{2,4} [A-Z]{3}",
        text(
            "1 ",
            each("EUR USD GBP CHF"),
            " = ",
            pick(decimal(0.1, 2, 4), decimal(2, 200, 2)),
            " ",
            each("JPY SEK PLN NOK CAD"),
        ),
    ),
    Format(
        "yield",
        r"-?\d\.\d{2,3} ?%( p\.a\.)?",
        text(maybe("-", 0.1), decimal(0.1, 8, 2), maybe(" "), "%", maybe(" p.a.", 0.3)),
    ),
    Format(
        "case number",
        r"\d{1,3} [A-Z][a-z]? \d{1,5}/\d{2}",
        text(
            number(1, 300), " ", pick(LETTER, text(LETTER, of("rsz", 1))), " ", number(1, 9999), "/", uniform(0, 25, 2)
        ),
    ),
    Format(
        "docket",
        r"\d:\d{2}-(cv|cr|mc)-\d{5}",
        text(uniform(1, 8), ":", uniform(5, 25, 2), "-", common("cv cr mc"), "-", uniform(1, 9999, 5)),
    ),
)
