"""Numbers of science, technology, travel and games."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    DIGITS,
    LETTER,
    LOWER,
    UPPER,
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

MEASURES = (
    Format(
        "patent",
        r"(US|EP|WO|DE) ?\d{7,10} ?[AB]\d",
        text(
            common("US EP WO DE"),
            maybe(" "),
            of("123456789", 1),
            of(DIGITS, 6, 9),
            maybe(" "),
            of("AB", 1),
            of("12", 1),
        ),
    ),
    Format(
        "grant",
        r"[A-Z]\d{2}[A-Z]{2}\d{6}(-\d{2}[A-Z]?\d?)?",
        text(
            of("RKTUF", 1),
            pick("01", "21", "32", "43"),
            of(UPPER, 2),
            of(DIGITS, 6),
            maybe(text("-", uniform(1, 9, 2), maybe("A1", 0.3))),
        ),
    ),
    Format("trial", r"NCT\d{8}", text("NCT0", of(DIGITS, 7))),
    Format(
        "drug code", r"\d{4,5}-\d{3,4}-\d{1,2}", text(of(DIGITS, 4, 5), "-", of(DIGITS, 3, 4), "-", of(DIGITS, 1, 2))
    ),
    Format("procedure", r"\d{5}(-\d{2})?", text(of(DIGITS, 5), maybe(text("-", of(DIGITS, 2)), 0.3))),
    Format(
        "enzyme",
        r"EC \d\.\d{1,2}\.\d{1,2}\.(\d{1,3}|-)",
        text(
            "EC ", uniform(1, 7), ".", number(1, 30), ".", number(1, 30), ".", pick(number(1, 300), number(1, 300), "-")
        ),
    ),
    Format("protein", r"[OPQ]\d[A-Z0-9]{3}\d", text(of("OPQ", 1), DIGIT, of(UPPER + DIGITS, 3), DIGIT)),
    Format(
        "accession",
        r"(NM|NP|XM|NC)_\d{6,9}\.\d{1,2}",
        text(common("NM NP XM NC"), "_", pick(of(DIGITS, 6), of(DIGITS, 9)), ".", number(1, 14)),
    ),
    Format(
        "chromosome place",
        r"chr(\d{1,2}|X|Y|M):\d+-\d+",
        text(
            "chr",
            pick(uniform(1, 22), uniform(1, 22), "X", "Y"),
            ":",
            number(10000, 99999999),
            "-",
            number(10000, 99999999),
        ),
    ),
    Format(
        "band",
        r"(\d{1,2}|X|Y)[pq]\d{1,2}(\.\d{1,2})?",
        text(
            pick(uniform(1, 22), uniform(1, 22), "X", "Y"),
            of("pq", 1),
            uniform(11, 36),
            maybe(text(".", uniform(1, 33))),
        ),
    ),
    Format("amino acids", r"[ACDEFGHIKLMNPQRSTVWY]{6,}", of("ACDEFGHIKLLLMNPQRSSTVWYAEG", 6, 30)),
    Format(
        "mineral hardness",
        r"\d(\.5)?(-\d(\.5)?)?",
        text(uniform(1, 9), maybe(".5", 0.3), maybe(text("-", uniform(2, 9), maybe(".5", 0.3)), 0.4)),
    ),
    Format(
        "wire gauge",
        r"\d{1,2} AWG|\d/0 AWG",
        pick(text(uniform(4, 28), " AWG"), text(uniform(4, 28), " AWG"), text(uniform(1, 4), "/0 AWG")),
    ),
    Format(
        "thread",
        r"M\d{1,2}(x\d(\.\d{1,2})?)?",
        text("M", common("6 8 10 5 12 4 16 20 3"), maybe(text("x", pick("1", "1.25", "1.5", "0.75", "2")), 0.5)),
    ),
    Format(
        "tyre",
        r"\d{3}/\d{2} ?R\d{2}( \d{2,3}[HTVWY])?",
        text(
            common("205 225 195 245 185"),
            "/",
            common("55 65 45 50 60"),
            maybe(" ", 0.7),
            "R",
            uniform(14, 20),
            maybe(text(" ", uniform(82, 104), of("HTVW", 1))),
        ),
    ),
    Format(
        "paper size",
        r"[AB]\d|Letter|Legal",
        pick(text("A", uniform(0, 8)), text("A", uniform(3, 6)), text("B", uniform(1, 6)), "Letter", "Legal"),
    ),
    Format(
        "bearing",
        r"6[0-9]{3}(-2?(RS|Z))?",
        text("6", of("0234", 1), uniform(0, 20, 2), maybe(text("-", maybe("2"), each("RS Z")))),
    ),
    Format(
        "capacitor",
        r"\d+(\.\d)?(p|n|u|µ)F( \d{1,3}V)?",
        text(
            pick(number(1, 470), text(DIGIT, ".", DIGIT)),
            each("p n u µ"),
            "F",
            maybe(text(" ", common("16 25 50 63"), "V")),
        ),
    ),
    Format("battery", r"\d{3,5} ?mAh", text(number(3, 99), pick("00", "50"), maybe(" "), "mAh")),
    Format(
        "frequency",
        r"\d{2,4}(\.\d{1,3})? [kMG]Hz",
        text(number(10, 999), maybe(text(".", of(DIGITS, 1, 3))), " ", of("kMMG", 1), "Hz"),
    ),
    Format("plan number", r"\d{4}\.\d{2}\.[A-Z]{2}", text(YEAR, ".", uniform(1, 40, 2), ".", of(UPPER, 2))),
    Format(
        "shelf mark",
        r"[A-Z]{2} \d{4} [A-Z]\d{2,3}",
        text(of(UPPER, 2), " ", of(DIGITS, 4), " ", LETTER, of(DIGITS, 2, 3)),
    ),
    Format(
        "congress class",
        r"[A-Z]{1,2}\d{1,4}(\.[A-Z]\d{1,3}){1,2} (19|20)\d{2}",
        text(of(UPPER, 1, 2), number(1, 9999), some(text(".", LETTER, number(1, 999)), 1, 2), " ", YEAR),
    ),
    Format(
        "quantity in words",
        r"\d+ (pcs|boxes|pallets|units|rolls)",
        text(number(1, 2000), " ", common("pcs boxes units pallets rolls")),
    ),
    Format("hotel room", r"[1-9]\d{2}[AB]?", text(number(1, 9), uniform(1, 40, 2), maybe(of("AB", 1), 0.15))),
    Format("gate", r"[A-Z]\d{1,2}[a-z]?", text(of("ABCDEF", 1), number(1, 60), maybe(of("ab", 1), 0.1))),
    Format(
        "bus line", r"(N|X|M)?\d{1,3}[A-E]?", text(maybe(of("NXM", 1), 0.3), number(1, 300), maybe(of("ABE", 1), 0.2))
    ),
    Format("motorway", r"[AEM] ?\d{1,3}", text(of("AEM", 1), maybe(" "), number(1, 400))),
    Format(
        "altitude",
        r"FL\d{3}|\d{3,5} ?ft",
        pick(text("FL", of("123", 1), pick("00", "50", "10", "80")), text(number(5, 399), "00", maybe(" "), "ft")),
    ),
    Format(
        "weather report",
        r"[A-Z]{4} \d{6}Z( AUTO)? (\d{3}|VRB)\d{2}(G\d{2})?KT",
        text(
            each("EDDF EGLL LFPG KJFK KLAX EHAM LOWW ESSA"),
            " ",
            uniform(1, 28, 2),
            uniform(0, 23, 2),
            pick("20", "50", "00"),
            "Z",
            maybe(" AUTO", 0.3),
            " ",
            pick(text(uniform(0, 35, 2), "0"), text(uniform(0, 35, 2), "0"), "VRB"),
            uniform(1, 30, 2),
            maybe(text("G", uniform(20, 45)), 0.2),
            "KT",
        ),
    ),
    Format(
        "lottery", r"\d{1,2}(, \d{1,2}){5}( \+ \d)?", text(some(uniform(1, 49), 6, 6, ", "), maybe(text(" + ", DIGIT)))
    ),
    Format("golf", r"[+-]\d{1,2}|E", pick(text("-", number(1, 20)), text("+", number(1, 15)), "E")),
    Format(
        "cricket",
        r"\d{1,3}/\d( \(\d{1,2}(\.\d)? ov\))?",
        text(
            number(20, 400),
            "/",
            uniform(0, 9),
            maybe(text(" (", uniform(5, 50), maybe(text(".", uniform(1, 5))), " ov)")),
        ),
    ),
    Format(
        "odds",
        r"\d{1,3}/\d{1,2}|evens",
        pick(
            text(number(1, 100), "/", common("1 2 4 5 10")),
            text(number(1, 20), "/", common("1 2 4")),
            text(number(2, 33), "/1"),
            "evens",
        ),
    ),
    Format(
        "shutter",
        r"1/\d{2,4}s|\d{1,2}s",
        pick(
            text("1/", common("60 125 250 500 1000 30 2000"), "s"),
            text("1/", common("60 125 250 500 1000 30 2000"), "s"),
            text(uniform(1, 30), "s"),
        ),
    ),
    Format("aperture", r"f/\d{1,2}(\.\d)?", text("f/", common("2.8 4 5.6 8 1.8 11 1.4 16 3.5 22"))),
    Format("ratio", r"\d{1,3}:\d{1,3}", text(number(1, 21), ":", number(1, 100))),
    Format(
        "significant",
        r"\d+\.\d+ \(\d{2}% CI \d+\.\d+-\d+\.\d+\)",
        text(decimal(0.3, 5, 2), " (", common("95 95 99 90"), "% CI ", decimal(0.2, 2, 2), "-", decimal(2, 9, 2), ")"),
    ),
    Format(
        "mean and deviation",
        r"-?\d+\.\d{1,2} \(\d+\.\d{1,2}\)",
        text(maybe("-", 0.2), decimal(0.2, 90, 1), " (", decimal(0.1, 20, 1), ")"),
    ),
    Format(
        "complex number",
        r"-?\d+(\.\d+)?[+-]\d+(\.\d+)?[ij]",
        text(
            maybe("-", 0.3),
            number(1, 20),
            maybe(text(".", DIGIT), 0.4),
            of("+-", 1),
            number(1, 20),
            maybe(text(".", DIGIT), 0.4),
            of("ij", 1),
        ),
    ),
    Format("hexadecimal bytes", r"[0-9A-F]{2}( [0-9A-F]{2})+", some(of("0123456789ABCDEF", 2), 2, 16, " ")),
    Format("binary", r"0b[01]{4,16}|[01]{8}", pick(text("0b", of("01", 4, 16)), of("01", 8))),
    Format("letters and digits", r"[a-z]{3}\d{3}", text(of(LOWER, 3), of(DIGITS, 3))),
)
