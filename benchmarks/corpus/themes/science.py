"""Laboratories, clinics, libraries and maps."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    DIGITS,
    FAMILY,
    YEAR,
    Format,
    changed,
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

METAL = common("Na Ca K Fe Mg Cu Al Zn Ag Ti Pb Mn Li Ba")
ANION = common("Cl SO4 CO3 NO3 PO4 OH S Br F I CrO4 MnO4")
SUBSCRIPT = pick("", "", number(2, 9))
MASSES = (("U", 231), ("C", 9), ("Cs", 130), ("I", 123), ("Sr", 84), ("Co", 54), ("K", 37), ("Ra", 222), ("Pu", 236))
SHELF_MARK = changed(FAMILY, lambda name: name[:3].upper().ljust(3, "X"))
GENE = common("BRCA TP IL CDK MAP SOX FOX HOX KRT CYP WNT TNF SLC PAX MYC")
AMINO = of("ACDEFGHIKLMNPQRSTVWY", 1)
DRUG_UNIT = common("mg ml g mcg IU")
UNIT = common("kg m cm mm g s km l Hz V W kPa")
QUANTITY = pick(number(1, 900), decimal(0.1, 90, 1))
SURNAMES = pick(FAMILY, text(FAMILY, " et al."), text(FAMILY, " and ", FAMILY))

SCIENCE = (
    Format("cas number", r"[1-9]\d{1,6}-\d\d-\d", text(number(50, 2_000_000), "-", of(DIGITS, 2), "-", DIGIT)),
    Format(
        "chemical formula",
        r"([A-Z][a-z]?\d*)+",
        pick(
            text(
                "C",
                number(1, 40),
                "H",
                number(1, 60),
                maybe(text("Cl", SUBSCRIPT), 0.2),
                maybe(text("N", SUBSCRIPT)),
                maybe(text("O", SUBSCRIPT), 0.8),
                maybe("S", 0.15),
            ),
            text(METAL, SUBSCRIPT, ANION),
            text(METAL, SUBSCRIPT, "O", SUBSCRIPT),
        ),
    ),
    Format(
        "doi",
        r"10\.\d{4,5}/[a-z0-9.()/-]+",
        text(
            "10.",
            common("1000 1038 1016 1093 1145 48550"),
            "/",
            pick(
                text("s", of(DIGITS, 5), "-0", uniform(10, 24), "-", of(DIGITS, 5), "-", of("wxyz0123456789", 1)),
                text(
                    "j.", common("cell jmb tcs ins neuron"), ".", YEAR, ".", uniform(1, 12, 2), ".", uniform(1, 60, 3)
                ),
                text(uniform(10**6, 10**7), ".", uniform(10**6, 10**7)),
            ),
        ),
    ),
    Format("issn", r"\d{4}-\d{3}[\dX]", text(uniform(2, 2999, 4), "-", of(DIGITS, 3), of(DIGITS + "X", 1))),
    Format(
        "arxiv",
        r"(arXiv:)?\d\d(0[1-9]|1[0-2])\.\d{4,5}(v[1-9])?",
        text(
            maybe("arXiv:", 0.4),
            uniform(8, 24, 2),
            uniform(1, 12, 2),
            ".",
            pick(uniform(1, 9999, 4), uniform(1, 19_999, 5)),
            maybe(text("v", number(1, 6)), 0.4),
        ),
    ),
    Format(
        "orcid",
        r"0000-000[1-3]-\d{4}-\d{3}[\dX]",
        text("0000-000", of("123", 1), "-", of(DIGITS, 4), "-", of(DIGITS, 3), of(DIGITS + "X", 1)),
    ),
    Format(
        "citation",
        r"\([A-Z][a-z]+( and [A-Z][a-z]+| et al\.)?,? \d{4}[a-c]?\)",
        text("(", SURNAMES, pick(",", ",", ""), " ", YEAR, maybe(of("abc", 1), 0.15), ")"),
    ),
    Format(
        "isotope",
        r"[A-Z][a-z]?-\d{1,3}m?",
        pick(
            *[text(element, "-", uniform(lightest, lightest + 8)) for element, lightest in MASSES], "Tc-99m", "Ba-137m"
        ),
    ),
    Format(
        "gene", r"[A-Z][A-Z0-9]{1,7}", text(GENE, pick("", of("ABCDRX", 1)), number(1, 53), maybe(of("ABL", 1), 0.3))
    ),
    Format(
        "protein variant",
        r"p\.[A-Z][1-9]\d{0,3}[A-Z*]",
        text("p.", AMINO, number(2, 2000), pick(AMINO, AMINO, AMINO, "*")),
    ),
    Format("snp", r"rs[1-9]\d{2,9}", text("rs", number(100, 999_999_999))),
    Format("dna", r"[ACGT]{8,}", of("ACGT", 8, 30)),
    Format("codons", r"[ACGU]{3}( [ACGU]{3})*", some(of("ACGU", 3), 1, 7, " ")),
    Format(
        "diagnosis",
        r"[A-Z]\d\d(\.\d{1,2})?",
        text(of("ABCDEFGHIJKLMNRSTZ", 1), uniform(0, 99, 2), maybe(text(".", pick(DIGIT, DIGIT, of(DIGITS, 2))), 0.7)),
    ),
    Format(
        "dose",
        r"\d+(\.\d+)? (mg|ml|g|mcg|IU)( (once|twice) daily| every \d\d? hours)?",
        text(
            pick(number(1, 20), common("500 250 100 20 10 50 400 1000 75"), decimal(0.5, 5, 1)),
            " ",
            DRUG_UNIT,
            pick("", " once daily", " twice daily", text(" every ", common("8 6 12 4 24"), " hours")),
        ),
    ),
    Format("blood group", r"(A|B|AB|O)[+-]", text(common("O A B AB"), common("+ -"))),
    Format(
        "blood pressure", r"\d{2,3}/\d{2,3}( mmHg)?", text(uniform(95, 180), "/", uniform(55, 110), maybe(" mmHg", 0.3))
    ),
    Format(
        "lens",
        r"[+-]\d{1,2}\.(00|25|50|75)",
        text(pick("-", "-", "+"), number(0, 10), ".", pick("00", "25", "50", "75")),
    ),
    Format(
        "coordinates",
        r"-?\d{1,2}\.\d{4,6}, ?-?\d{1,3}\.\d{4,6}",
        text(
            maybe("-", 0.3),
            uniform(1, 70),
            ".",
            of(DIGITS, 4, 6),
            pick(", ", ","),
            maybe("-", 0.4),
            uniform(0, 179),
            ".",
            of(DIGITS, 4, 6),
        ),
    ),
    Format(
        "degrees",
        r"\d{1,3}°[0-5]?\d'([0-5]?\d(\.\d)?\")?[NSEW]",
        text(
            uniform(0, 120),
            "°",
            uniform(0, 59),
            "'",
            maybe(text(uniform(0, 59), maybe(text(".", DIGIT), 0.3), '"'), 0.8),
            common("N E W S"),
        ),
    ),
    Format(
        "temperature",
        r"-?\d{1,3}(\.\d)? ?°[CF]",
        text(maybe("-", 0.2), number(0, 110), maybe(text(".", DIGIT), 0.4), pick("", " "), "°", common("C F")),
    ),
    Format(
        "compass wind",
        r"N|NNE|NE|ENE|E|ESE|SE|SSE|S|SSW|SW|WSW|W|WNW|NW|NNW",
        common("W SW NW N S E NE SE WSW WNW SSW NNW NNE ENE ESE SSE"),
    ),
    Format(
        "p value",
        r"p ?[<=] ?0?\.\d{1,4}",
        pick(
            text("p < ", pick("", "0"), common(".05 .001 .01 .0001")),
            text("p", pick(" = ", "="), pick("", "0"), ".", pick(uniform(1, 99, 2), uniform(1, 999, 3))),
        ),
    ),
    Format(
        "scientific notation",
        r"-?\d(\.\d+)?[eE][+-]?\d{1,2}",
        text(
            maybe("-", 0.2),
            of(DIGITS[1:], 1),
            maybe(text(".", of(DIGITS, 1, 3)), 0.8),
            pick("e", "e", "E"),
            pick("", "-", "+"),
            number(1, 30),
        ),
    ),
    Format("measurement", r"\d+(\.\d+)? (kg|m|cm|mm|g|s|km|l|Hz|V|W|kPa)", text(QUANTITY, " ", UNIT)),
    Format(
        "tolerance",
        r"\d+(\.\d+)? ?± ?\d+(\.\d+)?( ?mm)?",
        text(QUANTITY, pick(" ± ", "±"), pick("0.1", "0.05", "0.2", "0.02", "1", "2", "0.5"), pick("", " mm", "mm")),
    ),
    Format(
        "resistor",
        r"\d+[RkM]\d?",
        text(
            pick("1", "22", "47", "4", "10", "33", "100", "2", "68", "8", "220", "5", "3"),
            common("k R M"),
            pick("", "", "7", "2", "3", "6"),
        ),
    ),
    Format(
        "sky catalogue",
        r"(NGC|IC|HD|HIP|M) ?[1-9]\d*[A-C]?",
        pick(
            text("NGC ", number(1, 7840), maybe(of("ABC", 1), 0.1)),
            text("M", pick("", " "), number(1, 110)),
            text("IC ", number(1, 5386)),
            text(pick("HD", "HIP"), " ", number(100, 220_000)),
        ),
    ),
    Format(
        "dewey class",
        r"\d{3}(\.\d+)? [A-Z]{3}",
        text(uniform(0, 999, 3), maybe(text(".", of(DIGITS, 1, 4)), 0.7), " ", SHELF_MARK),
    ),
    Format(
        "grid reference",
        r"[A-Z]{2} ?(\d{3} ?\d{3}|\d{4} ?\d{4})",
        text(
            common("TQ SU NY SK NT SD SO TL"),
            " ",
            pick(text(of(DIGITS, 3), " ", of(DIGITS, 3)), of(DIGITS, 6), text(of(DIGITS, 4), " ", of(DIGITS, 4))),
        ),
    ),
    Format(
        "electron shells",
        r"(\[[A-Z][a-z]\] )?[1-7][spdf]\d{1,2}( [1-7][spdf]\d{1,2})*",
        text(
            maybe(text("[", common("Ar Ne He Kr Xe"), "] "), 0.6),
            some(
                pick(
                    text(of("123456", 1), "s", of("12", 1)),
                    text(of("23456", 1), "p", of("123456", 1)),
                    text(of("345", 1), "d", number(1, 10)),
                    text(of("45", 1), "f", number(1, 14)),
                ),
                1,
                4,
                " ",
            ),
        ),
    ),
)
