"""What offices write down: laws, courts, identity papers, standards, schools, libraries, surgeries, pay."""

from __future__ import annotations

from random import Random

from benchmarks.corpus.drawing import (
    DAY,
    DIGIT,
    DIGITS,
    FAMILY,
    GIVEN,
    LETTER,
    LOWER,
    MONTH,
    MONTH_NAME,
    PLACE,
    TITLE,
    UPPER,
    WORD,
    YEAR,
    Format,
    Make,
    changed,
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

SHOUT_MONTH = changed(MONTH_NAME, str.upper)
PARAGRAPHS = some(text("(", pick(of("abc", 1), uniform(1, 9)), ")"), 0, 2)
THREE, TWO = of(DIGITS, 3), of(DIGITS, 2)
QUARTER = common("00 30 15 45")
BIRTH = text(uniform(40, 99), MONTH, DAY)
PHRASE = text(TITLE, some(text(" ", WORD), 0, 3))
CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ"


def rounded(step: str, low: int, high: int) -> Make:
    """A signed number in steps: quarters of a dioptre."""
    return text(pick("-", "-", "+"), uniform(low, high), ".", common(step))


def winter(rng: Random) -> str:
    """Two years, one after the other."""
    year = rng.randint(5, 24)
    return f"{year:02}/{year + 1:02}"


OFFICES = (
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
    Format(
        "indian identity",
        r"[2-9]\d{3}( \d{4}){2}|X{4} X{4} \d{4}",
        pick(
            text(uniform(2, 9), THREE, " ", of(DIGITS, 4), " ", of(DIGITS, 4)),
            text(uniform(2, 9), THREE, " ", of(DIGITS, 4), " ", of(DIGITS, 4)),
            text("XXXX XXXX ", of(DIGITS, 4)),
        ),
    ),
    Format(
        "indian tax number",
        r"[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]",
        text(of(UPPER, 3), common("P C F H T A"), LETTER, of(DIGITS, 4), LETTER),
    ),
    Format(
        "chinese identity",
        r"\d{6}(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]",
        text(
            common("11 31 44 33 51"),
            of("01", 1),
            of("012", 1),
            of("02", 1),
            DIGIT,
            uniform(1940, 2015),
            MONTH,
            DAY,
            THREE,
            of(DIGITS + "X", 1),
        ),
    ),
    Format(
        "korean resident",
        r"\d{6}-[1-4](\d{6}|\*{6})",
        text(uniform(0, 99, 2), MONTH, DAY, "-", common("1 2 3 4"), pick(of(DIGITS, 6), "******")),
    ),
    Format("singapore identity", r"[STFGM]\d{7}[A-Z]", text(common("S T G F M"), of(DIGITS, 7), LETTER)),
    Format(
        "finnish person",
        r"(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d{2}[-+A]\d{3}[0-9A-Y]",
        text(DAY, MONTH, uniform(0, 99, 2), common("- A +"), of(DIGITS, 3), of("0123456789ABCDEFHJKLMNPRSTUVWXY", 1)),
    ),
    Format("danish person", r"[0-3]\d[01]\d{3}-?\d{4}", text(DAY, MONTH, TWO, maybe("-", 0.8), of(DIGITS, 4))),
    Format(
        "czech birth number",
        r"\d{2}[0156]\d{3}/\d{3,4}",
        text(uniform(30, 99), pick(MONTH, uniform(51, 62)), DAY, "/", of(DIGITS, 3, 4)),
    ),
    Format(
        "french insured",
        r"[12] \d{2} (0[1-9]|1[0-2]) (\d{2}|2[AB]) \d{3} \d{3}( \d{2})?",
        text(
            of("12", 1),
            " ",
            TWO,
            " ",
            MONTH,
            " ",
            pick(uniform(1, 95, 2), uniform(1, 95, 2), "2A", "2B"),
            some(text(" ", THREE), 2, 2),
            maybe(text(" ", TWO), 0.7),
        ),
    ),
    Format(
        "machine readable line",
        r"P[<A-Z][A-Z]{3}[A-Z]+<<[A-Z]+(<[A-Z]+)*<+",
        changed(
            text(
                "P<",
                each("UTO GBR FRA ITA ESP USA POL"),
                changed(text(FAMILY, "<<", some(GIVEN, 1, 2, "<")), str.upper),
            ),
            lambda name: name.ljust(44, "<"),
        ),
    ),
    Format(
        "mexican person",
        r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d",
        text(
            LETTER,
            of("AEIOU", 1),
            of(UPPER, 2),
            BIRTH,
            of("HM", 1),
            each("DF JC NL MC PL VZ"),
            of(CONSONANTS, 3),
            pick("0", "0", LETTER),
            DIGIT,
        ),
    ),
    Format(
        "chilean person",
        r"\d{1,2}\.\d{3}\.\d{3}-[\dKk]",
        text(uniform(4, 25), ".", THREE, ".", THREE, "-", of(DIGITS + "K", 1)),
    ),
    Format(
        "argentine taxpayer", r"(2[0347]|3[034])-\d{8}-\d", text(common("20 27 30 23"), "-", of(DIGITS, 8), "-", DIGIT)
    ),
    Format(
        "british driver",
        r"[A-Z9]{5}\d{6}[A-Z9]{2}\d[A-Z]{2}( \d{2})?",
        text(
            changed(FAMILY, lambda name: name.upper()[:5].ljust(5, "9")),
            DIGIT,
            pick(uniform(1, 12, 2), uniform(51, 62)),
            DAY,
            DIGIT,
            LETTER,
            pick(LETTER, "9"),
            DIGIT,
            of(UPPER, 2),
            maybe(text(" ", TWO), 0.3),
        ),
    ),
    Format(
        "pension insurance",
        r"\d{2} ?\d{6} ?[A-Z] ?\d{3}",
        pick(
            text(uniform(10, 89), " ", DAY, MONTH, TWO, " ", LETTER, " ", THREE),
            text(uniform(10, 89), DAY, MONTH, TWO, LETTER, THREE),
        ),
    ),
    Format(
        "trade register",
        r"(Amtsgericht [A-Z][a-z]+,? )?HR[AB] \d{2,6}( [A-Z])?",
        text(
            maybe(text("Amtsgericht ", PLACE, maybe(","), " ")),
            "HR",
            common("B A"),
            " ",
            number(90, 250_000),
            maybe(" B", 0.15),
        ),
    ),
    Format(
        "swiss enterprise",
        r"CHE-\d{3}\.\d{3}\.\d{3}( (MWST|TVA|IVA))?",
        text("CHE-", uniform(100, 499), ".", THREE, ".", THREE, maybe(text(" ", common("MWST TVA IVA")))),
    ),
    Format(
        "french enterprise",
        r"\d{3} \d{3} \d{3}( \d{5})?",
        text(uniform(300, 920), " ", THREE, " ", THREE, maybe(text(" 000", TWO))),
    ),
    Format(
        "file reference",
        r"(Az\.|AZ|Gz\.):? [IVX]+(-\d+)+/\d{2,4}( [A-Z][a-z])?",
        text(
            pick("Az.", "AZ", "Gz."),
            maybe(":"),
            " ",
            common("II I III IV V VII"),
            some(text("-", number(1, 4000)), 1, 3),
            "/",
            pick(uniform(0, 24, 2), YEAR),
            maybe(text(" ", LETTER, of(LOWER, 1)), 0.3),
        ),
    ),
    Format(
        "form number",
        r"Form [A-Z]?-?\d{1,4}(-[A-Z]{1,3})?( \(Rev\. \d{1,2}[-/]\d{4}\))?",
        text(
            "Form ",
            pick(number(8, 9900), text(of("INWG", 1), "-", number(2, 900)), text("W-", uniform(2, 9))),
            maybe(text("-", pick("SR", "EZ", "A", "NR", "PF")), 0.25),
            maybe(text(" (Rev. ", uniform(1, 12), of("-/", 1), uniform(2002, 2024), ")"), 0.3),
        ),
    ),
    Format(
        "land parcel",
        r"Gemarkung [A-Z][a-z]+, Flur \d{1,3}, Flurstücke? \d+(/\d+)?( und \d+(/\d+)?)?",
        text(
            "Gemarkung ",
            PLACE,
            ", Flur ",
            number(1, 60),
            ", Flurstück",
            pick(
                text(" ", number(1, 900), maybe(text("/", number(1, 30)))),
                text("e ", number(1, 900), " und ", number(1, 900), maybe(text("/", number(1, 30)))),
            ),
        ),
    ),
    Format(
        "course code",
        r"[A-Z]{2,4}[ -]\d{3,4}[A-Z]?(\.\d{1,3})?",
        text(
            common("CS MATH PHYS BIO ECON HIST ENGL CHEM EE"),
            pick(" ", "-"),
            uniform(1, 6),
            pick(TWO, THREE),
            maybe(of("ABLHW", 1), 0.2),
            maybe(text(".", number(1, 40, 2)), 0.3),
        ),
    ),
    Format(
        "report card line",
        r"[A-Z][a-z]+:? +([A-D][+-]?|F)( \(\d\.\d\))?",
        text(
            pick("Maths", "English", "Physics", "History", "Music", TITLE),
            maybe(":"),
            some(" ", 1, 4),
            pick(text(common("B A C D"), maybe(of("+-", 1))), text(common("B A C D"), maybe(of("+-", 1))), "F"),
            maybe(text(" (", uniform(1, 4), ".", common("0 3 7"), ")"), 0.4),
        ),
    ),
    Format(
        "study credits",
        r"\d{1,2} (ECTS|CP|LP)(, \d(V|S|P|Ü)(\+\d(V|S|P|Ü))?)?",
        text(
            common("6 5 3 9 12 30 4"),
            " ",
            common("ECTS LP CP"),
            maybe(text(", ", uniform(1, 4), of("VVS", 1), maybe(text("+", uniform(1, 3), of("ÜPÜ", 1)), 0.6)), 0.7),
        ),
    ),
    Format(
        "german term",
        r"(WS|WiSe|Wintersemester) (20)?\d{2}/\d{2}|(SS|SoSe|Sommersemester) (20)?\d{2}",
        pick(
            text(common("WS WiSe Wintersemester"), " ", maybe("20", 0.6), winter),
            text(common("SS SoSe Sommersemester"), " ", maybe("20", 0.6), uniform(5, 24, 2)),
        ),
    ),
    Format(
        "universal decimal class",
        r"\d{1,3}(\.\d{1,3})*(\(\d{2,3}(\.\d+)?\))?(-\d{1,2})?",
        text(
            number(1, 930),
            some(text(".", THREE), 0, 1),
            maybe(text(".", number(1, 99)), 0.4),
            maybe(text("(", uniform(41, 739), maybe(text(".", DIGIT), 0.2), ")"), 0.35),
            maybe(text("-", uniform(1, 95)), 0.25),
        ),
    ),
    Format(
        "library loan",
        r"(due|returned) \d{1,2} [A-Z]{3} \d{4}( \((\d renewals|1 renewal)\))?",
        text(
            common("due returned"),
            " ",
            uniform(1, 28),
            " ",
            SHOUT_MONTH,
            " ",
            YEAR,
            maybe(text(" (", pick("1 renewal", text(uniform(2, 6), " renewals")), ")"), 0.4),
        ),
    ),
    Format(
        "laboratory result",
        r"[A-Z][A-Za-z]+\d? [<>]?\d+(\.\d+)? (g/dL|mmol/L|U/L|mg/dL|µg/L)( \(\d+(\.\d+)?-\d+(\.\d+)?\))?( [HL])?",
        text(
            pick("Hb", "Na", "ALT", "CRP", "LDL", "TSH", "HbA1", "Ferritin", "Glucose", "Ca"),
            " ",
            maybe(of("<>", 1), 0.1),
            pick(number(1, 400), decimal(0.1, 30, 1)),
            " ",
            common("mmol/L g/dL U/L mg/dL µg/L"),
            maybe(
                text(
                    " (",
                    pick(text(number(1, 100), "-", number(20, 400)), text(decimal(0, 9, 1), "-", decimal(2, 30, 1))),
                    ")",
                )
            ),
            maybe(text(" ", of("HL", 1)), 0.25),
        ),
    ),
    Format(
        "intake scheme",
        r"[0-3½](-[0-3½]){2,3}( (a\.c\.|p\.c\.))?",
        text(some(common("1 0 0 2 ½ 3"), 3, 4, "-"), maybe(text(" ", common("p.c. a.c.")), 0.2)),
    ),
    Format(
        "eye prescription",
        r"[+-]\d{1,2}\.(00|25|50|75)( -\d\.(00|25|50|75) ?[x×] ?\d{1,3}°?)?( ADD \+[123]\.(00|25|50|75))?",
        text(
            rounded("00 25 50 75", 0, 7),
            maybe(
                text(
                    " -",
                    uniform(0, 3),
                    ".",
                    each("25 50 75"),
                    maybe(" "),
                    of("xx×", 1),
                    maybe(" "),
                    uniform(1, 180),
                    maybe("°", 0.4),
                ),
                0.6,
            ),
            maybe(text(" ADD +", of("12", 1), ".", each("00 25 50 75")), 0.25),
        ),
    ),
    Format(
        "visual acuity",
        r"O[DS]:? 20/\d{2,3}([+-]\d)?(, O[DS]:? 20/\d{2,3}([+-]\d)?)?",
        pick(
            text("OD 20/", common("20 25 40 30 50 100"), maybe(text(of("+-", 1), of("12", 1)), 0.3)),
            text("OD: 20/", common("20 25 40 30 50 200"), ", OS: 20/", common("20 25 40 30 15 70")),
            text("OD 20/", common("20 25 40 30"), ", OS 20/", common("20 25 40 30"), maybe(text("-", of("12", 1)))),
        ),
    ),
    Format(
        "tooth finding",
        r"[1-4][1-8]( [modbl]{1,5})?(, [1-4][1-8]( [modbl]{1,5})?)*",
        some(text(uniform(1, 4), uniform(1, 8), maybe(text(" ", common("o mo do mod b l modb")), 0.6)), 1, 4, ", "),
    ),
    Format(
        "newborn",
        r"\d{4} g, \d{2} cm, APGAR \d{1,2}(/\d{1,2}){1,2}",
        text(
            uniform(24, 43),
            of(DIGITS, 1),
            "0 g, ",
            uniform(45, 56),
            " cm, APGAR ",
            uniform(4, 9),
            some(text("/", uniform(7, 10)), 1, 2),
        ),
    ),
    Format(
        "vital signs",
        r"HR \d{2,3}, RR \d{1,2}(, SpO2 \d{2,3} ?%)?(, T \d{2}\.\d ?°C)?",
        text(
            "HR ",
            uniform(48, 138),
            ", RR ",
            uniform(9, 30),
            maybe(text(", SpO2 ", uniform(86, 100), maybe(" "), "%"), 0.7),
            maybe(text(", T ", uniform(35, 40), ".", DIGIT, maybe(" ", 0.7), "°C"), 0.6),
        ),
    ),
    Format(
        "antigens",
        r"HLA-(A|B|C|DRB1|DQB1)\*\d{2}(:\d{2,3}){0,2}[NLQ]?",
        text(
            "HLA-",
            common("A B DRB1 C DQB1"),
            "*",
            uniform(1, 58, 2),
            some(text(":", number(1, 120, 2)), 0, 2),
            maybe(of("NL", 1), 0.05),
        ),
    ),
    Format(
        "pathology sample",
        r"[A-Z]{1,2}\d{2}-\d{4,6}( [A-Z]\d{0,2}(, [A-Z]\d{0,2})*)?",
        text(
            pick("S", "H", "SP", "E"),
            uniform(5, 25, 2),
            "-",
            number(1, 99999, 5),
            maybe(text(" ", some(text(of("ABCD", 1), maybe(number(1, 12))), 1, 3, ", "))),
        ),
    ),
    Format(
        "active substance",
        r"[A-DGHJL-NPRSV]\d{2}([A-Z]([A-Z](\d{2})?)?)?",
        text(
            of("ABCDGHJLMNPRSV", 1),
            number(1, 16, 2),
            maybe(text(of("ABCDX", 1), maybe(text(of("ABCDEX", 1), maybe(number(1, 60, 2), 0.8)), 0.9)), 0.9),
        ),
    ),
    Format(
        "pay grade",
        r"GS-\d{1,2}(, Step \d{1,2})?|[EA] ?\d{1,2}[abc]?(, Stufe \d)?",
        pick(
            text("GS-", uniform(1, 15), maybe(text(", Step ", uniform(1, 10)))),
            text(
                pick("E ", "E", "A "),
                uniform(5, 16),
                maybe(of("ab", 1), 0.25),
                maybe(text(", Stufe ", uniform(1, 6)), 0.4),
            ),
        ),
    ),
    Format(
        "time sheet line",
        r"(Mon|Tue|Wed|Thu|Fri) \d{2}:\d{2}-\d{2}:\d{2}(, \d{2}:\d{2}-\d{2}:\d{2})? \(\d{1,2}\.\d{1,2} ?h\)",
        text(
            each("Mon Tue Wed Thu Fri"),
            " ",
            uniform(6, 10, 2),
            ":",
            QUARTER,
            "-",
            uniform(11, 13),
            ":",
            QUARTER,
            maybe(
                text(", ", uniform(13, 14), ":", common("00 30 15"), "-", uniform(15, 19), ":", common("00 30 45")), 0.6
            ),
            " (",
            uniform(3, 9),
            ".",
            common("0 5 25 75"),
            maybe(" "),
            "h)",
        ),
    ),
    Format(
        "hours by project",
        r"P-?\d{2,4}:? \d{1,2}[:.]\d{2}(; P-?\d{2,4}:? \d{1,2}[:.]\d{2})*",
        some(
            text(
                "P",
                maybe("-", 0.7),
                number(10, 4000),
                maybe(":", 0.3),
                " ",
                uniform(0, 8),
                of("::.", 1),
                QUARTER,
            ),
            1,
            4,
            "; ",
        ),
    ),
    Format(
        "minutes heading",
        r"(TOP|Item) \d{1,2}(\.\d)?[a-z]?: [A-Z][a-z]+( [a-z]+)*( \(\d{1,2} min\.?\))?",
        text(
            common("TOP Item"),
            " ",
            number(1, 20),
            pick("", "", text(".", uniform(1, 5)), of("abc", 1)),
            ": ",
            PHRASE,
            maybe(text(" (", common("10 5 15 20 30"), " min", maybe("."), ")"), 0.3),
        ),
    ),
    Format(
        "signed by",
        r"(gez\.|i\. ?[AV]\.|signed) ((Dr|Prof)\. )?([A-Z]\. )?[A-Z][a-z]+",
        text(
            pick("gez.", "i. A.", "i.V.", "signed"),
            " ",
            maybe(text(common("Dr Prof"), ". "), 0.3),
            maybe(text(LETTER, ". "), 0.5),
            FAMILY,
        ),
    ),
    Format(
        "invitation",
        r"[A-Z][a-z ]+: [A-Z][a-z]+ \d{1,2} [A-Z][a-z]+ \d{4}, \d+:\d{2}-\d+:\d{2}(, [Rr]oom [A-Z]?\d+(\.\d+)?)?",
        text(
            PHRASE,
            ": ",
            each("Mon Tue Wed Thu Fri"),
            " ",
            uniform(1, 28),
            " ",
            MONTH_NAME,
            " ",
            YEAR,
            ", ",
            uniform(8, 12),
            ":",
            QUARTER,
            "-",
            uniform(12, 18),
            ":",
            QUARTER,
            maybe(
                text(", ", pick("Room ", "room "), maybe(LETTER), number(1, 400), maybe(text(".", number(1, 60)), 0.3)),
                0.7,
            ),
        ),
    ),
)
