"""Times: dates of many countries, spans, repetitions."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DAY,
    HOUR,
    MONTH,
    MONTH_NAME,
    QUARTER,
    SIXTIETH,
    YEAR,
    Format,
    changed,
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

FRENCH_MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
SPANISH_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
RUSSIAN_MONTHS = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"

CALENDARS = (
    Format(
        "french date",
        r"(le )?(([a-z]+di|dimanche) )?(1er|\d{1,2}) [a-zéû]+ \d{4}",
        text(
            maybe("le ", 0.3),
            maybe(text(each("lundi mardi mercredi jeudi vendredi samedi dimanche"), " "), 0.3),
            pick("1er", uniform(2, 28), uniform(2, 28), uniform(2, 28), uniform(2, 28)),
            " ",
            each(FRENCH_MONTHS),
            " ",
            YEAR,
        ),
    ),
    Format(
        "spanish date",
        r"\d{1,2} de [a-z]+ (de|del) \d{4}",
        text(uniform(1, 28), " de ", each(SPANISH_MONTHS), " ", common("de de de del"), " ", YEAR),
    ),
    Format(
        "russian date",
        r"\d{1,2} [а-я]+ \d{4}( г(\.|ода))?",
        text(uniform(1, 28), " ", each(RUSSIAN_MONTHS), " ", YEAR, maybe(pick(" г.", " года"))),
    ),
    Format(
        "era date",
        r"(明治|大正|昭和|平成|令和)(元|\d{1,2})年(\d{1,2}月(\d{1,2}日)?)?",
        text(
            common("令和 平成 昭和 大正 明治"),
            pick(uniform(1, 30), uniform(2, 30), "元"),
            "年",
            maybe(text(uniform(1, 12), "月", maybe(text(uniform(1, 28), "日"), 0.7)), 0.8),
        ),
    ),
    Format(
        "islamic date",
        r"\d{1,2} (Muharram|Safar|Rajab|Shaban|Ramadan|Shawwal) 1[34]\d{2}( AH)?",
        text(
            uniform(1, 29),
            " ",
            each("Muharram Safar Rajab Shaban Ramadan Shawwal"),
            " ",
            uniform(1380, 1446),
            maybe(" AH"),
        ),
    ),
    Format(
        "date time group",
        r"(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])[0-5]\d ?[A-Z] ?(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC) ?\d{2}",
        pick(
            text(DAY, HOUR, SIXTIETH, common("Z A B R"), changed(MONTH_NAME, str.upper), uniform(0, 25, 2)),
            text(DAY, HOUR, SIXTIETH, common("Z A B R"), " ", changed(MONTH_NAME, str.upper), " ", uniform(0, 25, 2)),
        ),
    ),
    Format(
        "vague date",
        r"(c\. ?|ca\. |before |after )\d{3,4}\??( ?[-–] ?\d{2,4}\??)?",
        text(
            pick("c. ", "c.", "ca. ", "before ", "after "),
            uniform(850, 1950),
            maybe("?", 0.2),
            maybe(text(pick("-", "–", " – "), pick(uniform(10, 99), uniform(1200, 1960))), 0.3),
        ),
    ),
    Format(
        "century",
        r"((early|mid|late)[- ])?\d{1,2}(st|nd|rd|th)[- ](c\.|century)( (BC|AD|BCE))?",
        text(
            maybe(pick("early ", "late ", "mid-", "mid ")),
            pick("1st", "2nd", "3rd", "21st", text(uniform(4, 20), "th"), text(uniform(12, 20), "th")),
            pick(" c.", " century", " century", "-century"),
            maybe(text(" ", common("BC AD BCE")), 0.3),
        ),
    ),
    Format(
        "german hour",
        r"\d{1,2}([.:]\d{2})? (Uhr( \d{2})?|h)|halb [a-z]+",
        pick(
            text(uniform(6, 22), of(".:", 1), QUARTER, " Uhr"),
            text(uniform(6, 22), " Uhr", maybe(text(" ", QUARTER), 0.4)),
            text(uniform(6, 22), " h"),
            text("halb ", each("eins zwei drei vier acht neun zehn")),
        ),
    ),
    Format(
        "recurrence rule",
        r"FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;INTERVAL=\d{1,2})?(;BYDAY=-?\d?[A-Z]{2}(,[A-Z]{2})*)?(;(COUNT=\d+|UNTIL=\d{8}))?",
        text(
            "FREQ=",
            common("WEEKLY DAILY MONTHLY YEARLY"),
            maybe(text(";INTERVAL=", uniform(2, 12)), 0.4),
            maybe(text(";BYDAY=", pick(some(each("MO TU WE TH FR"), 1, 3, ","), pick("1MO", "-1FR", "2TU"))), 0.6),
            maybe(pick(text(";COUNT=", number(2, 60)), text(";UNTIL=", YEAR, MONTH, DAY)), 0.5),
        ),
    ),
    Format(
        "repeated meeting",
        r"[Ee]very (other |2nd )?[A-Z][a-z]+day( and [A-Z][a-z]+day)?( at \d{1,2}(:\d{2})?)?",
        text(
            pick("Every ", "every "),
            pick("", "", "other ", "2nd "),
            each("Mon Tues Wednes"),
            "day",
            maybe(text(" and ", each("Thurs Fri"), "day"), 0.3),
            maybe(text(" at ", uniform(8, 20), maybe(text(":", common("30 15 00 45")), 0.6)), 0.6),
        ),
    ),
    Format(
        "age of a child",
        r"\d{1,2}[;.]\d{1,2}|\d{1,2} ?(y|yrs|years)( \d{1,2} ?(m|mos|months))?|\d{1,2} (weeks|months)",
        pick(
            text(uniform(1, 14), ";", uniform(0, 11)),
            text(
                uniform(2, 17),
                pick("y", " y", " yrs", " years"),
                maybe(text(" ", uniform(2, 11), pick("m", " m", " mos", " months"))),
            ),
            text(number(2, 30), " ", pick("weeks", "months")),
        ),
    ),
    Format(
        "duration in words",
        r"(\d+ days?, )?(\d+ hours?,? )?(and )?\d+ (min(ute)?s?|sec(ond)?s?)",
        pick(
            text(
                pick("1 hour", text(number(2, 23), " hours")), maybe(","), pick(" ", " and "), number(2, 59), " minutes"
            ),
            text(maybe(text(number(2, 20), " days, "), 0.4), number(2, 23), " hours, ", number(2, 59), " min"),
            text(number(2, 90), " ", common("minutes seconds mins secs")),
        ),
    ),
    Format(
        "countdown",
        r"[TLD] ?[-+−] ?(\d{1,3}|\d{2}:\d{2}(:\d{2})?)( (days|h|min))?",
        pick(
            text("T", pick("-", "+", "−"), HOUR, ":", SIXTIETH, ":", SIXTIETH),
            text(of("LT", 1), "-", HOUR, ":", SIXTIETH),
            text(of("DT", 1), of("-+", 1), number(1, 120)),
            text("T", pick("-", " - "), number(1, 90), " ", common("min h days")),
        ),
    ),
)
