"""Dates, times and durations."""

from __future__ import annotations

from random import Random

from benchmarks.corpus.drawing import (
    CLOCK,
    DAY,
    LONG_MONTHS,
    MONTH,
    MONTH_NAME,
    SIXTIETH,
    YEAR,
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

MONTH_TRUTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
DAY_TRUTH = r"([1-9]|[12]\d|3[01])"
HOUR_TRUTH = r"([01]\d|2[0-3])"
WEEKDAY = each("Mon Tue Wed Thu Fri Sat Sun")
WEEKDAY_TRUTH = "(Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
ISO_DATE = text(YEAR, "-", MONTH, "-", DAY)
UNIT = common("minute hour day week month year second")


def subtitle(rng: Random) -> str:
    """From when to when a line is shown, a few seconds."""
    start = rng.uniform(0, 9000)
    ends = [round(1000 * seconds) for seconds in (start, start + rng.uniform(1, 6))]
    return " --> ".join(f"{t // 3_600_000:02}:{t // 60_000 % 60:02}:{t // 1000 % 60:02},{t % 1000:03}" for t in ends)


CALENDAR = (
    Format("iso date", r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", ISO_DATE),
    Format("german date", r"(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.\d{4}", text(DAY, ".", MONTH, ".", YEAR)),
    Format(
        "us date",
        r"(1[0-2]|[1-9])/([12]\d|3[01]|[1-9])/(\d{4}|\d\d)",
        text(uniform(1, 12), "/", uniform(1, 28), "/", pick(YEAR, uniform(10, 25))),
    ),
    Format(
        "date in words", rf"{DAY_TRUTH} {MONTH_TRUTH} (19|20)\d\d", text(uniform(1, 28), " ", MONTH_NAME, " ", YEAR)
    ),
    Format(
        "letter date",
        rf"({LONG_MONTHS.replace(' ', '|')}) {DAY_TRUTH}, \d{{4}}",
        text(each(LONG_MONTHS), " ", uniform(1, 28), ", ", YEAR),
    ),
    Format(
        "timestamp",
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)",
        text(
            ISO_DATE,
            "T",
            CLOCK,
            ":",
            SIXTIETH,
            maybe(text(".", uniform(0, 999, 3)), 0.3),
            pick("Z", "Z", "+01:00", "+02:00", "-05:00", "+05:30"),
        ),
    ),
    Format(
        "server log time",
        rf"\d\d/{MONTH_TRUTH}/\d{{4}}:\d\d:\d\d:\d\d [+-]\d{{4}}",
        text(DAY, "/", MONTH_NAME, "/", YEAR, ":", CLOCK, ":", SIXTIETH, " ", common("+0000 +0200 -0500 +0100")),
    ),
    Format(
        "iso week",
        r"\d{4}-W(0[1-9]|[1-4]\d|5[0-3])(-[1-7])?",
        text(YEAR, "-W", uniform(1, 52, 2), maybe(text("-", of("1234567", 1)), 0.3)),
    ),
    Format("clock", rf"{HOUR_TRUTH}:[0-5]\d", CLOCK),
    Format(
        "twelve hour clock",
        r"(1[0-2]|[1-9])(:[0-5]\d)? ?(AM|PM|am|pm)",
        text(
            uniform(1, 12),
            pick(text(":", SIXTIETH), text(":", common("30 00 15 45")), ""),
            pick("", " "),
            pick("AM", "PM", "am", "pm"),
        ),
    ),
    Format(
        "short duration",
        r"(\d+h)?(\d+m)?(\d+s)?",
        pick(
            text(number(1, 30), "h"),
            text(number(1, 9), "h", uniform(1, 59), "m"),
            text(uniform(1, 59), "m"),
            text(number(1, 59), "m", uniform(1, 59), "s"),
            text(uniform(1, 59), "s"),
        ),
    ),
    Format(
        "iso duration",
        r"P(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?",
        pick(
            text("PT", number(1, 90), "M"),
            text("PT", number(1, 24), "H", maybe(text(uniform(1, 59), "M"))),
            text("P", number(1, 60), "D"),
            text("P", number(1, 9), "DT", uniform(1, 23), "H"),
            text("PT", uniform(1, 59), "S"),
        ),
    ),
    Format(
        "race time",
        r"(\d:)?[0-5]?\d:[0-5]\d\.\d\d?",
        text(maybe(text(number(1, 5), ":"), 0.3), uniform(10, 59), ":", SIXTIETH, ".", uniform(0, 99, 2)),
    ),
    Format(
        "offset",
        r"UTC([+-]\d{1,2}(:\d\d)?)?",
        text("UTC", maybe(text(pick("+", "-"), uniform(1, 12), maybe(pick(":30", ":00", ":45"), 0.3)), 0.95)),
    ),
    Format(
        "school year", r"(19|20)\d\d/\d\d", lambda rng: f"{(first := rng.randint(1985, 2025))}/{(first + 1) % 100:02}"
    ),
    Format(
        "opening hours",
        rf"{WEEKDAY_TRUTH}(-{WEEKDAY_TRUTH})? \d\d?:\d\d-\d\d?:\d\d",
        text(
            pick("Mon-Fri", "Mon-Sat", "Sat", "Sun", text(WEEKDAY, maybe(text("-", WEEKDAY)))),
            " ",
            uniform(7, 11),
            common(":00 :30 :15"),
            "-",
            uniform(15, 22),
            common(":00 :30 :15 :45"),
        ),
    ),
    Format(
        "mail date",
        rf"{WEEKDAY_TRUTH}, \d\d? {MONTH_TRUTH} \d{{4}} \d\d:\d\d:\d\d [+-]\d{{4}}",
        text(
            WEEKDAY,
            ", ",
            uniform(1, 28),
            " ",
            MONTH_NAME,
            " ",
            YEAR,
            " ",
            CLOCK,
            ":",
            SIXTIETH,
            " ",
            common("+0000 +0100 -0700 +0530"),
        ),
    ),
    Format(
        "time ago",
        r"(a|an|\d+) (second|minute|hour|day|week|month|year)s? ago",
        pick(
            text("a ", common("minute day week month year second"), " ago"),
            "an hour ago",
            text(number(2, 59), " ", UNIT, "s ago"),
        ),
    ),
    Format(
        "decade",
        r"(early |mid-|late )?(1[6-9]|20)\d0s",
        text(
            pick("", "", "early ", "mid-", "late "),
            pick(text(each("16 17 18 18 19 19 19"), of("0123456789", 1)), text("20", of("012", 1))),
            "0s",
        ),
    ),
    Format("lap split", r"L\d{1,2}: \d{2,3}\.\d{3}", text("L", number(1, 70), ": ", decimal(58, 140, 3))),
    Format("subtitle times", r"\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}", subtitle),
    Format(
        "year span",
        r"(c\. )?[1-9]\d{2,3}[-–]([1-9]\d{2,3})?",
        text(maybe("c. ", 0.15), uniform(800, 1960), pick("-", "–"), maybe(uniform(1961, 2024), 0.8)),
    ),
    Format("weekdays", rf"{WEEKDAY_TRUTH}(,{WEEKDAY_TRUTH})*", some(WEEKDAY, 1, 5, ",")),
)
