"""Phones, plates, addresses and journeys."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    DIGITS,
    FAMILY,
    PLACE,
    TITLE,
    UPPER,
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

POST_LETTERS = of("ABCEGHJKLMNPRSTVXY", 1)
AIRPORTS = each("LHR CDG FRA JFK SFO AMS MAD FCO DXB HND SIN ZRH VIE OSL CPH ARN LIS DUB BCN MUC")
AIRLINE = common("LH BA AF KL UA DL EK QF SK IB LX OS")

TRAVEL = (
    Format(
        "us phone", r"\(\d{3}\) \d{3}-\d{4}", text("(", uniform(201, 989), ") ", uniform(200, 999), "-", of(DIGITS, 4))
    ),
    Format(
        "international phone",
        r"\+[1-9]\d{0,2}( \d{2,4}){2,4}",
        text(
            "+",
            common("49 44 33 1 39 41 351 420"),
            " ",
            pick(text(of("123456789", 2), " "), text(of("123456789", 3), " ")),
            some(of(DIGITS, 2, 4), 1, 3, " "),
        ),
    ),
    Format(
        "german phone",
        r"0\d{2,4}/\d{4,8}",
        text("0", pick("30", "89", "40", "221", of("23456789", 3, 4)), "/", number(1000, 99_999_999)),
    ),
    Format(
        "uk plate",
        r"[A-Z]{2}\d{2} [A-Z]{3}",
        text(
            of("ABCDEFGHKLMNOPRSVWY", 2),
            pick("0", "1", "2", "5", "6", "7"),
            DIGIT,
            " ",
            of("ABCDEFGHJKLMNOPRSTUVWXYZ", 3),
        ),
    ),
    Format(
        "german plate",
        r"[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} [1-9]\d{0,3}[EH]?",
        text(
            pick("B", "M", "HH", "K", "F", "S", "WÜ", "TÜ", "LÖ", "DD", "MTK", "HRO", "FR"),
            "-",
            of(UPPER, 1, 2),
            " ",
            number(1, 9999),
            maybe(pick("E", "H"), 0.1),
        ),
    ),
    Format(
        "french plate",
        r"[A-Z]{2}-\d{3}-[A-Z]{2}",
        text(of("ABCDEFGH", 2), "-", uniform(1, 999, 3), "-", of("ABCDEFGHJKLMNPQRSTVWXYZ", 2)),
    ),
    Format("zip code", r"\d{5}(-\d{4})?", text(uniform(501, 99_950, 5), maybe(text("-", uniform(1, 9999, 4)), 0.4))),
    Format(
        "uk postcode",
        r"[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}",
        text(common("M SW N EC LS B CF EH G BS"), number(1, 29), " ", DIGIT, of("ABDEFGHJLNPQRSTUWXYZ", 2)),
    ),
    Format(
        "canadian postcode",
        r"[A-Z]\d[A-Z] \d[A-Z]\d",
        text(POST_LETTERS, DIGIT, POST_LETTERS, " ", DIGIT, POST_LETTERS, DIGIT),
    ),
    Format("post box", r"P\.?O\.? Box [1-9]\d{0,4}", text(common("PO P.O."), " Box ", number(1, 99_000))),
    Format(
        "street",
        r"[1-9]\d{0,3}[A-C]? [A-Z][a-z]+ (Street|Road|Lane|Avenue|St\.|Ave\.)",
        text(
            number(1, 900),
            maybe(of("ABC", 1), 0.1),
            " ",
            pick(TITLE, FAMILY),
            " ",
            common("Street Road Avenue Lane St. Ave."),
        ),
    ),
    Format(
        "german town",
        r"\d{5} [A-Z][a-z]+( (am|an der) [A-Z][a-z]+)?",
        text(uniform(1067, 99_998, 5), " ", PLACE, maybe(text(pick(" am ", " an der "), TITLE), 0.2)),
    ),
    Format(
        "room",
        r"[A-E]?[0-4]\.\d{2,3}[a-c]?",
        text(
            maybe(of("ABCDE", 1), 0.6),
            number(0, 4),
            ".",
            pick(uniform(1, 48, 2), uniform(1, 40, 3)),
            maybe(of("abc", 1), 0.15),
        ),
    ),
    Format("flight", r"[A-Z]{2} ?[1-9]\d{0,3}", text(AIRLINE, pick("", " "), number(1, 8999))),
    Format("route", r"[A-Z]{3}(-[A-Z]{3})+", some(AIRPORTS, 2, 4, "-")),
    Format("seat", r"([1-9]|[1-5]\d)[A-HJK]", text(uniform(1, 48), of("ABCDEFHJK", 1))),
    Format("booking reference", r"[A-HJ-NP-Z2-9]{6}", of("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 6)),
    Format(
        "train",
        r"(ICE|IC|RE|RB|S) ?[1-9]\d{0,3}",
        pick(
            text("ICE ", uniform(70, 1700)),
            text("IC ", uniform(118, 2450)),
            text("RE ", number(1, 99)),
            text("RB ", number(10, 99)),
            text("S", number(1, 60)),
        ),
    ),
)
