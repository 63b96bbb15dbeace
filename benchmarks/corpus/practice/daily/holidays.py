"""At the sea and away: tides, winds, hotels, stays, post, departures."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGITS,
    FAMILY,
    GIVEN,
    HOUR,
    MONTH_NAME,
    PLACE,
    SIXTIETH,
    TITLE,
    YEAR,
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
from benchmarks.corpus.practice.daily.addresses import HOUSE
from benchmarks.corpus.practice.daily.travels import CLOCK

ENGLISH_MONTHS = "January February March April May June July August September October November December"
POINT = each("N NE E SE S SW W NW")

HOLIDAYS = (
    Format(
        "tide",
        r"(HW|LW) \d{2}:?\d{2} [+-]?\d{1,2}\.\d{1,2} ?m( \((springs|neaps)\))?",
        text(
            common("HW LW"),
            " ",
            HOUR,
            maybe(":", 0.7),
            SIXTIETH,
            " ",
            maybe("-", 0.1),
            uniform(0, 9),
            ".",
            of(DIGITS, 1, 2),
            maybe(" "),
            "m",
            maybe(text(" (", common("springs neaps"), ")"), 0.2),
        ),
    ),
    Format(
        "sea area forecast",
        r"[NESW]{1,2}( or [NESW]{1,2})? \d{1,2}( (to|or) \d{1,2})?,? (occasionally|gusts|later) \d{1,2}",
        text(
            POINT,
            maybe(text(" or ", POINT), 0.2),
            " ",
            uniform(2, 7),
            maybe(text(pick(" to ", " or "), uniform(4, 9)), 0.6),
            maybe(","),
            " ",
            common("occasionally gusts later"),
            " ",
            uniform(5, 11),
        ),
    ),
    Format(
        "hotel and stars",
        r"(Hotel|Pension|Hostel|Villa) [A-Z][a-z]+( [A-Z][a-z]+)? (\*{1,5}S?|★{1,5})",
        text(
            common("Hotel Pension Villa Hostel"),
            " ",
            some(pick(TITLE, PLACE), 1, 2, " "),
            " ",
            pick(text(some("*", 2, 5), maybe("S", 0.2)), some("★", 2, 5)),
        ),
    ),
    Format(
        "stay",
        r"\d{1,2} nights? in [A-Z][a-z]+,? from \d{1,2} [A-Z][a-z]+( \d{4})?",
        pick(
            text(
                uniform(2, 21),
                " nights in ",
                PLACE,
                maybe(","),
                " from ",
                uniform(1, 28),
                " ",
                each(ENGLISH_MONTHS),
                maybe(text(" ", YEAR)),
            ),
            text("1 night in ", PLACE, " from ", uniform(1, 28), " ", MONTH_NAME),
        ),
    ),
    Format(
        "letter address",
        r"[A-Z][a-z]+ [A-Z][a-z]+, [A-Z][a-z]+(weg|straat|gasse|vej) \d+[a-c]?, \d{4,5} [A-Z][a-z]+(, [A-Z][a-z]+)?",
        text(
            GIVEN,
            " ",
            FAMILY,
            ", ",
            pick(TITLE, FAMILY),
            common("weg straat gasse vej"),
            " ",
            HOUSE,
            maybe(of("abc", 1), 0.1),
            ", ",
            of(DIGITS, 4, 5),
            " ",
            PLACE,
            maybe(text(", ", common("Germany Netherlands Austria Denmark")), 0.6),
        ),
    ),
    Format(
        "departure board line",
        r"\d{2}:\d{2} {1,4}[A-Z]{1,3} ?\d{1,4} {1,4}[A-Z][a-z]+( [–-] [A-Z][a-z]+)* {1,4}\d{1,2}( {1,4}\+\d+)?",
        text(
            CLOCK,
            some(" ", 1, 4),
            common("RE S IC RB ICE"),
            maybe(" ", 0.7),
            number(1, 2900),
            some(" ", 1, 4),
            some(PLACE, 1, 4, " – "),
            some(" ", 1, 4),
            number(1, 24),
            maybe(text(some(" ", 1, 4), "+", number(2, 90)), 0.3),
        ),
    ),
)
