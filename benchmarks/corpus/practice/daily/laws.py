"""Laws, courts, parliaments and standards."""

from __future__ import annotations

from benchmarks.corpus.drawing import LOWER, MONTH, YEAR, Format, common, maybe, number, of, pick, some, text, uniform
from benchmarks.corpus.practice.daily.registers import TWO

PARAGRAPHS = some(text("(", pick(of("abc", 1), uniform(1, 9)), ")"), 0, 2)

LAWS = (
    Format(
        "official journal",
        r"(19|20)\d{2}/[CL] \d{1,3}(/\d{2})?",
        text(YEAR, "/", of("CL", 1), " ", number(1, 480), maybe(text("/", number(1, 40, 2)), 0.7)),
    ),
    Format(
        "celex number",
        r"[0-9CE](19|20)\d{2}(R|L|D|DC|PC|CJ)\d{4}(\(\d{2}\))?",
        text(pick("3", "3", "5", "6"), YEAR, common("R L D DC CJ PC"), number(1, 3000, 4), maybe("(01)", 0.15)),
    ),
    Format(
        "european act",
        r"(Directive|Regulation|Decision) (\(E[UC]\) )?(No )?\d{1,4}/\d{1,4}(/E[UC])?(, Art\. \d{1,3}(\(\d\))?)?",
        text(
            pick(
                text("Directive ", uniform(1976, 2024), "/", number(1, 140), "/E", of("UC", 1)),
                text("Regulation (EU) ", maybe("No "), uniform(2009, 2024), "/", number(1, 2800)),
                text("Regulation (EC) No ", number(1, 2500), "/", uniform(1994, 2009)),
                text("Decision ", uniform(1990, 2024), "/", number(1, 900), "/E", of("UC", 1)),
            ),
            maybe(text(", Art. ", number(1, 99), maybe(text("(", uniform(1, 6), ")"))), 0.4),
        ),
    ),
    Format(
        "united states code",
        r"\d{1,2} U\.S\.C\. §§? ?\d+[a-z]?(\([a-z0-9]\))*",
        text(
            uniform(1, 54),
            " U.S.C. §",
            pick(text("§ ", number(100, 9000)), text(" ", number(1, 9000)), number(1, 9000)),
            maybe(of("abc", 1), 0.2),
            PARAGRAPHS,
        ),
    ),
    Format(
        "federal regulation",
        r"\d{1,2} CFR (Part \d+|§ ?\d+\.\d+(\([a-z0-9]\))*)",
        text(
            uniform(1, 50),
            " CFR ",
            pick(
                text("Part ", number(1, 1900)), text("§", maybe(" "), number(1, 1900), ".", number(1, 400), PARAGRAPHS)
            ),
        ),
    ),
    Format(
        "neutral citation",
        r"\[\d{4}\] (UKSC|UKPC|EWHC|EWCA (Civ|Crim)) \d{1,4}( \((Admin|Ch|QB|Fam)\))?",
        text(
            "[",
            uniform(2001, 2024),
            "] ",
            pick(
                text("UKSC ", number(1, 60)),
                text("UKPC ", number(1, 60)),
                text("EWCA ", pick("Civ", "Crim"), " ", number(1, 1900)),
                text("EWHC ", number(1, 3500), " (", common("Admin Ch QB Fam"), ")"),
            ),
        ),
    ),
    Format(
        "law report",
        r"\d{1,3} (U\.S\.|F\.[23]d|F\. Supp\.|S\. Ct\.) \d{1,4}(, \d{1,4})? \(((2d|\d{1,2}th) Cir\. )?\d{4}\)",
        text(
            number(1, 999),
            " ",
            pick("U.S.", "F.3d", "F.2d", "S. Ct.", "F. Supp."),
            " ",
            number(1, 1400),
            maybe(text(", ", number(1, 1400)), 0.3),
            " (",
            maybe(text(pick("2d", "5th", "9th", "11th"), " Cir. "), 0.4),
            uniform(1890, 2023),
            ")",
        ),
    ),
    Format(
        "european case",
        r"ECLI:[A-Z]{2}:[A-Z]{1,7}:\d{4}:[0-9A-Z.]+",
        pick(
            text("ECLI:EU:", of("CT", 1), ":", uniform(1990, 2024), ":", number(1, 999)),
            text("ECLI:DE:BGH:", YEAR, ":", TWO, TWO, TWO, "U", of("IVX", 1, 3), "ZR", number(1, 400), ".", TWO, ".0"),
            text("ECLI:NL:", common("HR RBAMS GHDHA RBROT"), ":", uniform(2000, 2024), ":", number(1, 9999)),
        ),
    ),
    Format(
        "parliament paper",
        r"(BT-Drs\.|BR-Drs\.|Drucksache) \d{1,3}/\d{1,5}( \(neu\))?(, S\. \d{1,3})?",
        text(
            pick("BT-Drs.", "BR-Drs.", "Drucksache"),
            " ",
            uniform(1, 20),
            "/",
            number(1, 19999),
            maybe(" (neu)", 0.1),
            maybe(text(", S. ", number(1, 200)), 0.3),
        ),
    ),
    Format(
        "bill",
        r"(H\.R\.|S\.|H\.Res\.|S\.J\.Res\.) ?\d{1,4}( \(\d{3}th\))?",
        text(
            common("H.R. S. H.Res. S.J.Res."),
            maybe(" ", 0.8),
            number(1, 7000),
            maybe(text(" (", uniform(104, 118), "th)"), 0.4),
        ),
    ),
    Format(
        "united nations paper",
        r"[AES](/RES)?/\d{1,4}(/\d{1,4})?(/(Add|Rev|Corr)\.\d)?( \(\d{4}\))?",
        pick(
            text("S/RES/", number(1, 2700), maybe(text(" (", uniform(1950, 2024), ")"), 0.7)),
            text("A/RES/", uniform(40, 78), "/", number(1, 320)),
            text(of("AES", 1), "/", uniform(1990, 2024), "/", number(1, 999), maybe(text("/Add.", uniform(1, 4)), 0.3)),
            text("A/", uniform(40, 78), "/", number(1, 990), maybe(text("/Rev.", uniform(1, 2)), 0.3)),
        ),
    ),
    Format(
        "international standard",
        r"ISO(/IEC|/TS|/TR)? \d{3,5}(-\d{1,2})?(:\d{4})?",
        text(
            "ISO",
            maybe(common("/IEC /TS /TR"), 0.4),
            " ",
            number(128, 30000),
            maybe(text("-", number(1, 20)), 0.4),
            maybe(text(":", uniform(1988, 2024)), 0.6),
        ),
    ),
    Format(
        "german standard",
        r"DIN( EN)?( ISO| IEC)? \d{2,5}(-\d{1,3})?:(19|20)\d{2}-(0[1-9]|1[0-2])",
        text(
            "DIN",
            maybe(text(" EN", maybe(text(" ", common("ISO IEC")), 0.6)), 0.7),
            " ",
            number(10, 60000),
            maybe(text("-", number(1, 200)), 0.5),
            ":",
            YEAR,
            "-",
            MONTH,
        ),
    ),
    Format(
        "request for comments",
        r"RFC ?\d{1,4}(,? (section|Section|§) ?\d+(\.\d+)*)?",
        text(
            "RFC",
            maybe(" ", 0.8),
            number(700, 9400),
            maybe(text(maybe(","), " ", pick("section ", "Section ", "§"), some(number(1, 12), 1, 3, ".")), 0.4),
        ),
    ),
    Format(
        "engineering standard",
        r"IEEE (Std )?\d{3,4}(\.\d{1,2}[a-z]{0,2})?(-\d{4})?",
        text(
            "IEEE ",
            maybe("Std "),
            number(488, 2900),
            maybe(text(".", number(1, 24), of(LOWER, 0, 2)), 0.6),
            maybe(text("-", uniform(1985, 2023)), 0.6),
        ),
    ),
    Format(
        "test method",
        r"ASTM [A-G]\d{1,4}(/[A-G]\d{1,4}M)?-\d{2}[a-c]?(\(\d{4}\))?(e\d)?",
        text(
            "ASTM ",
            of("ABCDEF", 1),
            number(1, 4000),
            maybe(text("/", of("ABCDEF", 1), number(1, 4000), "M"), 0.25),
            "-",
            uniform(0, 23, 2),
            maybe(of("abc", 1), 0.2),
            maybe(text("(", uniform(2012, 2022), ")"), 0.25),
            maybe("e1", 0.15),
        ),
    ),
)
