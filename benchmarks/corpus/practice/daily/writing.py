"""What people write: names, places, dates, headings, results."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DAY,
    DIGITS,
    DOMAIN,
    FAMILY,
    GIVEN,
    HOUR,
    LONG_MONTHS,
    LOWER,
    MONTH,
    MONTH_NAME,
    PLACE,
    SHOUT,
    SIXTIETH,
    SMALL_GIVEN,
    TITLE,
    UPPER,
    VERB,
    WORD,
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

SMALL_FAMILY = changed(FAMILY, str.lower)

WRITING = (
    Format(
        "user name",
        r"[a-z]+(\.[a-z]+|\d{1,4})?",
        pick(SMALL_GIVEN, text(SMALL_GIVEN, ".", SMALL_FAMILY), text(SMALL_GIVEN, number(1, 2010))),
    ),
    Format(
        "person",
        r"[A-Z][a-z]+( [A-Z]\.)? [A-Z][a-z]+",
        text(GIVEN, maybe(text(" ", of(UPPER, 1), "."), 0.25), " ", FAMILY),
    ),
    Format(
        "person with suffix",
        r"[A-Z][a-z]+ [A-Z][a-z]+(, (Jr|Sr|PhD|MD)\.?)?",
        text(GIVEN, " ", FAMILY, maybe(text(", ", pick("Jr.", "Sr.", "PhD", "MD", "Jr")), 0.35)),
    ),
    Format(
        "couple",
        r"[A-Z][a-z]+ (&|and) [A-Z][a-z]+ [A-Z][a-z]+",
        text(GIVEN, " ", pick("&", "and"), " ", GIVEN, " ", FAMILY),
    ),
    Format(
        "mail with name",
        r"[A-Z][a-z]+ [A-Z][a-z]+ <[a-z]+(\.[a-z]+)?@[a-z]+\.(com|org|net|de|io)>",
        text(GIVEN, " ", FAMILY, " <", SMALL_GIVEN, maybe(text(".", SMALL_FAMILY)), "@", DOMAIN, ">"),
    ),
    Format(
        "company mail",
        r"[a-z]\.[a-z]+@example\.(com|org)",
        text(of(LOWER, 1), ".", SMALL_FAMILY, "@example.", common("com org")),
    ),
    Format("emoji code", r":[a-z]+(_[a-z]+)*:", text(":", some(WORD, 1, 3, "_"), ":")),
    Format(
        "footnote",
        r"\[\^?\d{1,2}\]|\([a-z]\)",
        pick(text("[", number(1, 60), "]"), text("[^", number(1, 20), "]"), text("(", of("abcdef", 1), ")")),
    ),
    Format(
        "list item",
        r"([-*]|\d{1,2}\.) [A-Z][a-z]+( [a-z]+)*",
        text(pick("-", "*", text(number(1, 20), ".")), " ", TITLE, some(text(" ", WORD), 0, 4)),
    ),
    Format(
        "task item",
        r"- \[[ x]\] [A-Z][a-z]+( [a-z]+)*",
        text("- [", of(" x", 1), "] ", changed(VERB, str.capitalize), some(text(" ", WORD), 0, 4)),
    ),
    Format(
        "section",
        r"(\d+\.)+ [A-Z][a-z]+( [A-Za-z]+)*",
        text(some(text(number(1, 9), "."), 1, 3), " ", TITLE, some(text(" ", pick(WORD, TITLE)), 0, 3)),
    ),
    Format(
        "clause",
        r"(Section|Article|Annex) [0-9IVX]+(\([a-z0-9]\)){0,2}",
        text(
            common("Section Article Annex"),
            " ",
            pick(number(1, 60), of("IVX", 1), "IV", "III"),
            some(text("(", pick(of("abc", 1), uniform(1, 9)), ")"), 0, 2),
        ),
    ),
    Format(
        "figure",
        r"(Fig\.|Figure|Table) ?\d{1,2}[a-d]?",
        text(common("Fig. Figure Table"), " ", number(1, 20), maybe(of("abcd", 1), 0.25)),
    ),
    Format(
        "speech",
        r"[A-Z]+( [A-Z]+)?: [A-Z][a-z]+( [a-z]+)*[.!?]",
        text(some(SHOUT, 1, 2, " "), ": ", TITLE, some(text(" ", WORD), 0, 5), of("..!?", 1)),
    ),
    Format(
        "recipe",
        r"\d+ ?(g|kg|ml|l|tbsp|tsp|cups?) [a-z]+( [a-z]+)?",
        text(number(1, 900), maybe(" ", 0.8), common("g ml tbsp tsp cup cups kg l"), " ", some(WORD, 1, 2, " ")),
    ),
    Format(
        "german house",
        r"[A-Z][a-z]+(straße|weg|platz|gasse) \d{1,3}[a-c]?",
        text(PLACE, common("straße weg platz gasse"), " ", number(1, 200), maybe(of("abc", 1), 0.2)),
    ),
    Format(
        "town and state",
        r"[A-Z][a-z]+( [A-Z][a-z]+)?, [A-Z]{2}( \d{5})?",
        text(
            PLACE,
            maybe(text(" ", common("City Falls Springs Beach")), 0.2),
            ", ",
            each("CA NY TX WA FL IL OH MA"),
            maybe(text(" ", of(DIGITS, 5))),
        ),
    ),
    Format(
        "flat",
        r"(Flat|Unit|Apt\.?) \d{1,3}[A-D]?",
        text(pick("Flat", "Unit", "Apt", "Apt."), " ", number(1, 200), maybe(of("ABCD", 1), 0.3)),
    ),
    Format("dutch postcode", r"\d{4} ?[A-Z]{2}", text(uniform(1000, 9999), maybe(" ", 0.7), of(UPPER, 2))),
    Format(
        "swiss phone",
        r"(\+41|0)\d{2} \d{3} \d{2} \d{2}",
        text(pick("+41", "0"), uniform(21, 91), " ", of(DIGITS, 3), " ", of(DIGITS, 2), " ", of(DIGITS, 2)),
    ),
    Format(
        "french phone",
        r"0[1-9]([ .]\d{2}){4}",
        text("0", uniform(1, 9), pick(some(text(" ", of(DIGITS, 2)), 4, 4), some(text(".", of(DIGITS, 2)), 4, 4))),
    ),
    Format("extension", r"(ext\.?|x) ?\d{2,5}", text(pick("ext.", "ext", "x"), maybe(" "), number(10, 99999))),
    Format(
        "slash date",
        r"\d{1,2}/\d{1,2}/\d{4} \d{1,2}:\d{2}( [AP]M)?",
        text(
            uniform(1, 12),
            "/",
            uniform(1, 28),
            "/",
            YEAR,
            " ",
            uniform(1, 12),
            ":",
            SIXTIETH,
            maybe(text(" ", pick("AM", "PM"))),
        ),
    ),
    Format("compact time", r"\d{8}T\d{6}Z?", text(YEAR, MONTH, DAY, "T", HOUR, SIXTIETH, SIXTIETH, maybe("Z"))),
    Format(
        "oracle date",
        r"\d{2}-(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)-\d{2,4}",
        text(DAY, "-", changed(MONTH_NAME, str.upper), "-", pick(uniform(0, 25, 2), YEAR)),
    ),
    Format("japanese date", r"\d{4}年\d{1,2}月\d{1,2}日", text(YEAR, "年", uniform(1, 12), "月", uniform(1, 28), "日")),
    Format(
        "day of month",
        r"(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(st|nd|rd|th)",
        text(
            each(LONG_MONTHS),
            " ",
            pick("1st", "2nd", "3rd", "21st", "22nd", text(uniform(4, 20), "th"), text(uniform(4, 20), "th")),
        ),
    ),
    Format(
        "span of dates",
        r"\d{4}-\d{2}-\d{2}( to |/)\d{4}-\d{2}-\d{2}",
        text(YEAR, "-", MONTH, "-", DAY, pick(" to ", "/"), YEAR, "-", MONTH, "-", DAY),
    ),
    Format(
        "life dates",
        r"\((b\. )?\d{4}([-–]\d{4})?\)",
        pick(
            text("(", uniform(1700, 1950), pick("-", "–"), uniform(1800, 2020), ")"),
            text("(b. ", uniform(1930, 2000), ")"),
        ),
    ),
    Format(
        "working hours",
        r"(\d{1,2}(:\d{2})? ?[ap]m)( - | to )(\d{1,2}(:\d{2})? ?[ap]m)",
        text(
            uniform(7, 11),
            maybe(":30", 0.4),
            maybe(" "),
            "am",
            pick(" - ", " to "),
            uniform(1, 9),
            maybe(":30", 0.4),
            maybe(" "),
            "pm",
        ),
    ),
    Format(
        "length of film",
        r"(\d{1,2}h ?)?\d{1,2}(m|min)",
        text(maybe(text(uniform(1, 3), "h", maybe(" "))), uniform(1, 59), pick("m", "min")),
    ),
    Format(
        "uptime",
        r"up \d+ days?, \d{1,2}:\d{2}",
        text("up ", pick("1 day", text(number(2, 400), " days")), ", ", uniform(0, 23), ":", SIXTIETH),
    ),
    Format(
        "polynomial",
        r"-?\d*x(\^\d)?( [+-] \d*x(\^\d)?)*( [+-] \d+)?",
        text(
            maybe("-", 0.2),
            maybe(number(2, 20)),
            "x",
            maybe(text("^", uniform(2, 5))),
            some(text(" ", of("+-", 1), " ", maybe(number(2, 9)), "x"), 0, 2),
            maybe(text(" ", of("+-", 1), " ", number(1, 30))),
        ),
    ),
    Format(
        "reaction",
        r"[A-Z][A-Za-z0-9]*( \+ [A-Z][A-Za-z0-9]*)* -> [A-Z][A-Za-z0-9]*( \+ [A-Z][A-Za-z0-9]*)*",
        text(
            some(pick("H2O", "NaCl", "CO2", "O2", "CH4", "HCl", "NaOH", "N2", "Fe"), 1, 3, " + "),
            " -> ",
            some(pick("H2O", "NaCl", "CO2", "O2", "NH3", "FeO", "Ca"), 1, 2, " + "),
        ),
    ),
    Format(
        "species",
        r"[A-Z]\. [a-z]+( (subsp|var)\. [a-z]+)?",
        text(of("ABCDEHLMPQRST", 1), ". ", WORD, maybe(text(" ", pick("subsp", "var"), ". ", WORD), 0.2)),
    ),
    Format(
        "star",
        r"(Alpha|Beta|Gamma|Delta|Epsilon) [A-Z][a-z]+",
        text(common("Alpha Beta Gamma Delta Epsilon"), " ", TITLE),
    ),
    Format("answer", r"[A-E]\)|\([A-E]\)", pick(text(of("ABCDE", 1), ")"), text("(", of("ABCDE", 1), ")"))),
    Format(
        "priority",
        r"P[0-4]( - (Critical|High|Medium|Low))?",
        text("P", uniform(0, 4), maybe(text(" - ", common("High Medium Low Critical")))),
    ),
    Format(
        "status with time",
        r"(open|closed|pending) since \d{1,2} (days|weeks|months)",
        text(common("open closed pending"), " since ", number(2, 60), " ", common("days weeks months")),
    ),
    Format(
        "seat row",
        r"Row \d{1,2}, Seats? \d{1,2}(-\d{1,2})?",
        text(
            "Row ",
            number(1, 40),
            ", ",
            pick(text("Seat ", number(1, 60)), text("Seats ", number(1, 30), "-", number(2, 60))),
        ),
    ),
    Format(
        "team result",
        r"[A-Z][a-z]+ \d{1,2}[-:]\d{1,2} [A-Z][a-z]+",
        text(PLACE, " ", number(0, 9), pick("-", ":"), number(0, 9), " ", PLACE),
    ),
    Format(
        "opening",
        r"\d{1,2}\. ?[a-hNBRQK][a-h1-8x]*[1-8]( [a-hNBRQK][a-h1-8x]*[1-8])?",
        text(
            number(1, 40),
            ". ",
            pick("e4", "Nf3", "d4", "Bb5", "Nxe5", "c4"),
            maybe(text(" ", pick("e5", "Nc6", "d5", "a6", "Nf6", "exd4")), 0.8),
        ),
    ),
)
