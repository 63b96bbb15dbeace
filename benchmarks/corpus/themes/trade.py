"""Orders, money, parcels, firms and banks."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DAY,
    DIGIT,
    DIGITS,
    FAMILY,
    MONTH,
    SIXTIETH,
    UPPER,
    Format,
    common,
    decimal,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)

CURRENCY = common("EUR USD GBP CHF JPY SEK PLN")
SIZE = common("M L S XL XS XXL")
SHELF = common("HD EL BK TOY GRD KIT OFF SPRT FOOD AUTO")
CURRENCIES = ("USD", "EUR", "JPY", "GBP", "CHF", "AUD", "CAD", "NZD", "SEK", "NOK", "PLN", "MXN")
BANK = common("DEUT COBA BNPA HSBC CHAS UBSW INGB BARC CITI RABO POFI NOLA SOGE UNCR SWED")
POST = common("DE US GB FR CN NL SE JP")
PRICE = decimal(0.5, 20_000, 2)

TRADE = (
    Format("order number", r"ORD-\d{6}", text("ORD-", uniform(118_204, 136_911))),
    Format("invoice", r"INV-20\d\d-\d{4,5}", text("INV-20", uniform(17, 25), "-", number(1, 24_000, 4))),
    Format("purchase order", r"PO ?#?\d{4,7}", text("PO", pick("", " ", " #"), number(1000, 2_000_000))),
    Format(
        "stock keeping unit",
        r"[A-Z]{2,4}-\d{3,5}(-(XXL|XL|XS|L|M|S))?",
        text(SHELF, "-", number(100, 20_000), maybe(text("-", SIZE), 0.4)),
    ),
    Format(
        "price",
        r"[$€£]\d{1,3}(,\d{3})*\.\d\d",
        text(common("$ € £"), decimal(0.5, 90_000, 2, ",")),
    ),
    Format(
        "amount and currency",
        r"\d+(\.\d\d)? (EUR|USD|GBP|CHF|JPY|SEK|PLN)",
        text(pick(PRICE, number(1, 9000)), " ", CURRENCY),
    ),
    Format(
        "german price",
        r"\d{1,3}(\.\d{3})*,(\d\d|-) €",
        text(
            pick(number(1, 999), text(number(1, 99), ".", uniform(0, 999, 3))),
            ",",
            common("99 00 50 49 95 - 90 79 20 37"),
            " €",
        ),
    ),
    Format(
        "bookkeeping amount",
        r"\d{1,3}(,\d{3})*|\(\d{1,3}(,\d{3})*\)",
        pick(decimal(5, 9e6, 0, ","), text("(", decimal(5, 9e5, 0, ","), ")"), decimal(500, 9e4, 0, ",")),
    ),
    Format(
        "percentage",
        r"[+-]?\d{1,3}(\.\d{1,2})?%",
        text(pick("", "", "+", "-"), number(0, 100), maybe(text(".", pick(DIGIT, of(DIGITS, 2)))), "%"),
    ),
    Format(
        "vat number",
        r"DE\d{9}|ATU\d{8}|FR[0-9A-Z]{2}\d{9}|IT\d{11}|NL\d{9}B\d\d",
        pick(
            text("DE", of(DIGITS, 9)),
            text("ATU", of(DIGITS, 8)),
            text("FR", of(DIGITS, 2), of(DIGITS, 9)),
            text("IT0", of(DIGITS, 10)),
            text("NL", of(DIGITS, 9), "B0", of("123", 1)),
        ),
    ),
    Format(
        "iban",
        r"DE\d\d( \d{4}){4} \d\d",
        text("DE", uniform(2, 98, 2), *[text(" ", of(DIGITS, 4))] * 4, " ", pick("00", "01", of(DIGITS, 2))),
    ),
    Format(
        "bic",
        r"[A-Z]{6}[0-9A-Z]{2}([0-9A-Z]{3})?",
        text(BANK, POST, pick("FF", "MM", "33", "2L", of(UPPER, 2)), pick("", "XXX", of(DIGITS, 3))),
    ),
    Format("masked card", r"(\*{4} ){3}\d{4}", text("**** **** **** ", of(DIGITS, 4))),
    Format("card expiry", r"(0[1-9]|1[0-2])/\d\d", text(MONTH, "/", uniform(23, 31))),
    Format("ups parcel", r"1Z[0-9A-Z]{6}\d{10}", text("1Z", of(DIGITS + UPPER, 6), of(DIGITS, 10))),
    Format("postal item", r"(R|C|E|L)[A-Z]\d{9}[A-Z]{2}", text(common("R C E L"), of(UPPER, 1), of(DIGITS, 9), POST)),
    Format(
        "gs1 elements",
        r"\(01\)\d{14}(\(17\)\d{6})?(\(10\)[0-9A-Z]{1,20})?",
        text(
            "(01)0",
            of(DIGITS, 13),
            maybe(text("(17)", uniform(24, 29), MONTH, DAY)),
            maybe(text("(10)", pick(number(1, 9999), text(of(UPPER, 1, 2), number(10, 9999))))),
        ),
    ),
    Format(
        "ticker", r"(NASDAQ|NYSE|LSE|TSX|ASX):[A-Z]{1,5}", text(common("NASDAQ NYSE LSE TSX ASX"), ":", of(UPPER, 1, 5))
    ),
    Format("currency pair", r"[A-Z]{3}/[A-Z]{3}", lambda rng: "/".join(rng.sample(CURRENCIES, 2))),
    Format(
        "isin",
        r"[A-Z]{2}[0-9A-Z]{9}\d",
        text(
            common("US DE GB FR IE LU"), pick("0000", "0378", of(DIGITS, 4)), of(DIGITS + "ABCDEFGH", 2), of(DIGITS, 4)
        ),
    ),
    Format(
        "vehicle number",
        r"[A-HJ-NPR-Z0-9]{17}",
        text(
            common("WVW WBA WDB 1HG JTD VF1 ZFA TMB"),
            "ZZZ",
            of("13589", 1),
            of("ABCEGHJKLMNPRSTUVWXYZ", 1),
            "Z",
            of("FGHJKLMNPR", 1),
            of("ABDEWP", 1),
            uniform(1, 299_999, 6),
        ),
    ),
    Format(
        "isbn",
        r"97[89]-\d-\d{2,6}-\d{2,6}-\d",
        text(
            "978-",
            common("0 3 1 2 8"),
            "-",
            pick(
                text(of(DIGITS, 2), "-", of(DIGITS, 6)),
                text(of(DIGITS, 3), "-", of(DIGITS, 5)),
                text(of(DIGITS, 4), "-", of(DIGITS, 4)),
            ),
            "-",
            DIGIT,
        ),
    ),
    Format(
        "law firm",
        r"[A-Z][a-z]+(, [A-Z][a-z]+)* & [A-Z][a-z]+( (LLP|Ltd|GmbH))?",
        text(some(FAMILY, 1, 3, ", "), " & ", FAMILY, maybe(pick(" LLP", " Ltd", " GmbH"))),
    ),
    Format(
        "fiscal quarter", r"Q[1-4] (FY\d\d|20\d\d)", text("Q", of("1234", 1), " ", pick("FY", "20"), uniform(16, 25))
    ),
    Format(
        "basis points", r"[+-]\d{1,3} ?bps?", text(pick("+", "-"), number(1, 400), pick(" bp", "bp", "bps", " bps"))
    ),
    Format("unit price", r"\d+\.\d\d/(kg|l|m|pc|h|100g)", text(decimal(0.3, 200, 2), "/", common("kg pc l h 100g m"))),
    Format(
        "till time",
        r"(Till|POS) \d\d? ([01]\d|2[0-3]):[0-5]\d",
        text(pick("Till", "POS"), " ", number(1, 14), " ", uniform(7, 21, 2), ":", SIXTIETH),
    ),
)
