"""Registers of persons, firms, files and land."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DAY,
    DIGIT,
    DIGITS,
    FAMILY,
    GIVEN,
    LETTER,
    LOWER,
    MONTH,
    PLACE,
    UPPER,
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

THREE, TWO = of(DIGITS, 3), of(DIGITS, 2)
BIRTH = text(uniform(40, 99), MONTH, DAY)
CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ"

REGISTERS = (
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
)
