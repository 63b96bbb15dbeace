"""Music, film and books: chords, records, releases, casts, chapters, verse, puzzles."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    FAMILY,
    GIVEN,
    HOUR,
    SIXTIETH,
    TITLE,
    UPPER,
    WORD,
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

NAME = text(GIVEN, " ", FAMILY)
PHRASE = text(TITLE, some(text(" ", WORD), 0, 3))
CAPITALISED = some(TITLE, 1, 3, " ")
NOTE = text(of("ABCDEFG", 1), maybe(of("#b", 1), 0.2))

ARTS = (
    Format(
        "chord sheet",
        r"\| [A-G][#b]?(m|maj7|m7|7|sus4)?( (\| )?[A-G][#b]?(m|maj7|m7|7|sus4)?)* \|",
        text("| ", some(text(NOTE, pick("", "", "m", "7", "m7", "maj7", "sus4")), 2, 6, " | "), " |"),
    ),
    Format(
        "guitar tablature",
        r"[eBGDAE]\|[-0-9hpx~|/]+\|",
        text(
            of("eBGDAE", 1),
            "|",
            some(pick("--", "--", "-", text("-", DIGIT, "-"), text("-", number(0, 14)), "5h7", "|"), 5, 18, "-"),
            "-|",
        ),
    ),
    Format(
        "tempo mark",
        r"[A-Z][a-z]+( [a-z]+)* \([♩♪] = \d{2,3}\)|[♩♪]\.? ?= ?(c\. )?\d{2,3}",
        pick(
            text(
                common("Allegro Andante Adagio Presto Moderato Largo"),
                maybe(pick(" vivace", " con brio", " molto")),
                " (♩ = ",
                uniform(40, 208),
                ")",
            ),
            text(of("♩♪", 1), maybe("."), pick("=", " = "), maybe("c. ", 0.15), uniform(40, 208)),
        ),
    ),
    Format("melody", r"[A-G][#b]?[0-8]( [A-G][#b]?[0-8])*", some(text(NOTE, pick("4", "4", "5", "3")), 3, 14, " ")),
    Format(
        "playlist entry",
        r"\d{1,2}[.)]? [A-Z][A-Za-z ]+ [–-] [A-Z][a-z ]+( \(feat\. [A-Z][a-z]+\))? \[?\d:\d{2}\]?",
        text(
            pick(uniform(1, 20), text(uniform(1, 20), "."), text(uniform(1, 20), ")"), uniform(1, 20, 2)),
            " ",
            pick(NAME, CAPITALISED),
            pick(" - ", " – "),
            PHRASE,
            maybe(text(" (feat. ", GIVEN, ")"), 0.15),
            " ",
            pick(text("[", uniform(2, 7), ":", SIXTIETH, "]"), text(uniform(2, 7), ":", SIXTIETH)),
        ),
    ),
    Format(
        "record for sale",
        r"[A-Z][A-Za-z ]+ [–-] [A-Z][A-Za-z ]+ \(((2x)?LP|CD|7\"|12\"), \d{4}\)( (VG|NM)\+?(/(VG|NM)\+?)?)?",
        text(
            pick(NAME, text("The ", TITLE)),
            pick(" – ", " - "),
            CAPITALISED,
            " (",
            pick("LP", "LP", "2xLP", "CD", '7"', '12"'),
            ", ",
            uniform(1956, 2021),
            ")",
            maybe(text(" ", pick("VG", "NM", "VG+"), maybe(text("/", pick("VG", "NM", "VG+")))), 0.5),
        ),
    ),
    Format(
        "release name",
        r"[A-Z][a-z]+(\.[A-Z][a-z]+)*\.\d{4}\.(720|1080|2160)p\.(BluRay|WEB|HDTV)\.x26[45]-[A-Z]+",
        text(
            some(TITLE, 1, 4, "."),
            ".",
            YEAR,
            ".",
            common("1080 720 2160"),
            "p.",
            common("BluRay WEB HDTV"),
            ".x26",
            of("45", 1),
            "-",
            of(UPPER, 3, 6),
        ),
    ),
    Format(
        "frame time",
        r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d[:;][0-2]\d( (ND|DF))?",
        text(
            pick("00", "01", "10", HOUR),
            ":",
            SIXTIETH,
            ":",
            SIXTIETH,
            of(":;:", 1),
            uniform(0, 24, 2),
            maybe(pick(" ND", " DF"), 0.2),
        ),
    ),
    Format(
        "cast line",
        r"[A-Z][a-z]+ [A-Z][a-z]+( as |\.{3,})[A-Z\"][A-Za-z\" ]+( \(voice\)| \(uncredited\))?",
        text(
            NAME,
            pick(" as ", " as ", some(".", 3, 12)),
            pick(NAME, GIVEN, text('"', TITLE, '"'), text("Captain ", FAMILY), text("The ", TITLE)),
            maybe(pick(" (voice)", " (uncredited)"), 0.2),
        ),
    ),
    Format(
        "book description",
        r"(\d(st|nd|rd|th) ed\., )?(\d{1,2} vols?\., )?\d+ ?pp?\.(, ill\.)?(, \d{2} cm)?",
        text(
            maybe(text(pick("1st", "2nd", "3rd", "4th", "7th"), " ed., "), 0.3),
            maybe(text(uniform(2, 9), " vols., "), 0.15),
            number(40, 1300),
            maybe(" ", 0.8),
            pick("p.", "pp."),
            maybe(", ill.", 0.3),
            maybe(text(", ", uniform(17, 33), " cm"), 0.3),
        ),
    ),
    Format(
        "chapter heading",
        r"(CHAPTER|Chapter) ([IVXLC]+|\d{1,2}|[A-Z][a-z]+)[.:] (The |A )?[A-Z][a-z]+( (of|and|in) (the )?[A-Z][a-z]+)?",
        text(
            common("Chapter CHAPTER"),
            " ",
            pick(
                each("I II III IV V VI VII VIII IX X XI XII XIV XIX XX"),
                number(1, 40),
                each("One Two Three Four Five Six"),
            ),
            of(":.", 1),
            " ",
            pick("", "The ", "A "),
            TITLE,
            maybe(text(" ", common("of and in"), " ", maybe("the "), TITLE)),
        ),
    ),
    Format(
        "spoken sentence",
        r"[“\"][A-Z][a-z]+( [a-z]+)*[,.!?][”\"] (said|asked|replied|cried) (the [a-z]+|[A-Z][a-z]+)\.",
        pick(
            text(
                "“",
                PHRASE,
                of(",!?", 1),
                "” ",
                common("said asked replied cried"),
                " ",
                pick(GIVEN, text("the ", WORD)),
                ".",
            ),
            text(
                '"',
                PHRASE,
                of(",!?", 1),
                '" ',
                common("said asked replied cried"),
                " ",
                pick(GIVEN, text("the ", WORD)),
                ".",
            ),
        ),
    ),
    Format(
        "rhyme scheme",
        r"[A-Ga-g]{2,8}([ /-][A-Ga-g]{2,8})*",
        pick(
            some(pick("ABAB", "CDCD", "EFEF", "GG", "ABBA", "CDE", "AABB"), 1, 4, " "),
            some(pick("abab", "cdcd", "aa", "bb", "abba", "cde", "efg", "gg"), 1, 4, "-"),
        ),
    ),
    Format(
        "crossword clue",
        r"\d{1,2}( ?[AD]\.?| (Across|Down):?) [A-Z][a-z]+( [a-z]+)*[?!]? \(\d{1,2}([,-]\d{1,2})*\)",
        text(
            uniform(1, 35),
            pick(" Across", " Down:", "A", " D", "D."),
            " ",
            TITLE,
            some(text(" ", WORD), 1, 6),
            maybe(of("?!", 1), 0.2),
            " (",
            some(uniform(2, 11), 1, 2, ","),
            ")",
        ),
    ),
)
