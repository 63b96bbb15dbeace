"""What is noted in astronomy, physics, statistics, weather and surveys of the ground."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DAY,
    DIGITS,
    FAMILY,
    LOWER,
    PLACE,
    TITLE,
    UPPER,
    Format,
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

HOUR_ANGLE = text(uniform(0, 23, 2), "h", maybe(" ", 0.7))
MINUS = pick("-", "−", "+")
SIGNED = text(maybe("-", 0.3), pick(number(0, 200), decimal(0.1, 90, 1)))
LAYER = text(common("SCT BKN FEW OVC"), number(3, 250, 3), maybe(common("CB TCU"), 0.1))
KET = text("|", of("01", 1, 4), "⟩")
POINT = text(maybe("-", 0.3), decimal(1, 180, 4), " ", maybe("-", 0.3), decimal(1, 90, 4))

NATURE = (
    Format(
        "spectral type",
        r"[OBAFGKM]\d(\.5)?(I[ab]?|II|III|IV|V)?(e|n|p|m)?",
        text(
            text(common("G K M F A B O"), uniform(0, 9), maybe(".5", 0.1), maybe(common("V III IV II Ib Ia I"), 0.85)),
            maybe(of("enpm", 1), 0.1),
        ),
    ),
    Format(
        "right ascension",
        r"\d{2}h ?\d{2}m ?\d{2}(\.\d{1,2})?s( [+−-]\d{2}° ?\d{2}[′'] ?\d{2}[″\"])?",
        pick(
            *[
                text(
                    text(HOUR_ANGLE, uniform(0, 59, 2), "m", space, uniform(0, 59, 2)),
                    text(maybe(text(".", of(DIGITS, 1, 2)), 0.6), "s"),
                    maybe(
                        text(
                            text(" ", MINUS, uniform(0, 89, 2), "°", space, uniform(0, 59, 2), "′", space),
                            text(uniform(0, 59, 2), "″"),
                        ),
                        0.6,
                    ),
                )
                for space in ("", " ")
            ]
        ),
    ),
    Format(
        "minor planet",
        r"(\(\d+\) )?(\d{4} [A-Z]{2}\d{0,3}|[A-Z][a-z]+)",
        pick(
            text(uniform(1950, 2024), " ", of("ABCDEFGHJKLMNOPQRSTUVWXY", 2), maybe(number(1, 400), 0.8)),
            text(
                text("(", number(1, 600000), ") "),
                pick(TITLE, text(uniform(1950, 2024), " ", of("ABCDEFGH", 2), number(1, 300))),
            ),
        ),
    ),
    Format(
        "comet",
        r"[CPDX]/\d{3,4} [A-Y]\d{1,2}( \([A-Z][A-Za-z]+(-[A-Z][a-z]+)?( \d)?\))?|\d{1,3}P/[A-Z][a-z]+"
        r"(-[A-Z][a-z]+)?( \d)?",
        pick(
            *[
                text(
                    text(common("C P D"), "/", uniform(1880, 2024), " ", of("ABCDEFGHJKLMNOPQRSTUVWXY", 1)),
                    number(1, 12),
                    maybe(text(" (", pick(FAMILY, text(FAMILY, "-", FAMILY), "ATLAS", "NEOWISE"), ")"), 0.8),
                )
            ]
            * 2,
            text(number(1, 470), "P/", FAMILY, maybe(text("-", FAMILY), 0.4), maybe(text(" ", uniform(1, 4)), 0.25)),
        ),
    ),
    Format(
        "transient",
        r"(SN|AT) ?\d{4}([A-Z]|[a-z]{2,4})( \((Ia|II[nPb]?|Ic|Ib/c)\))?",
        text(
            text(common("SN AT"), maybe(" ", 0.8), uniform(1987, 2024)),
            pick(of(UPPER, 1), of(LOWER, 2), of(LOWER, 3), of(LOWER, 2, 4)),
            maybe(text(" (", common("Ia II IIn Ic IIP Ib/c"), ")"), 0.3),
        ),
    ),
    Format(
        "planet of a star",
        r"(Kepler|TOI|WASP|HD|GJ|K2|HAT-P)[- ]\d{1,6}(\.0\d)? ?[b-h]?",
        text(
            text(pick(text(common("Kepler TOI WASP K2 HAT-P"), "-"), text(common("HD GJ"), " ")), number(1, 5000)),
            pick(text(maybe(" ", 0.8), common("b c d e f")), text(".0", uniform(1, 5))),
        ),
    ),
    Format(
        "julian day",
        r"(JD|MJD|BJD)( ?= ?| )\d{5,7}(\.\d{1,6})?",
        pick(
            text(
                text(common("JD BJD"), pick(" ", " = ", "="), "24", of("56", 1), of(DIGITS, 4)),
                maybe(text(".", of(DIGITS, 1, 6)), 0.8),
            ),
            text("MJD", pick(" ", " = "), "5", of(DIGITS, 4), maybe(text(".", of(DIGITS, 1, 5)))),
        ),
    ),
    Format(
        "orbit line",
        r"1 \d{5}U \d{5}[A-Z]{1,3} +\d{5}\.\d{8} [ -]\.\d{8} +\d{5}-\d  ?\d{5}-\d 0 +\d{4,5}",
        text(
            text("1 ", uniform(5, 59999, 5), "U ", of("0129", 1), of(DIGITS, 1), uniform(1, 120, 3)),
            text(pick("A  ", "B  ", "C  ", "AB "), " 2", uniform(0, 4), uniform(1, 365, 3), ".", of(DIGITS, 8), " "),
            text(pick(" ", "-"), ".0000", of(DIGITS, 4), "  ", of(DIGITS, 5), "-", uniform(3, 6), "  00000-0 0  "),
            uniform(1000, 99999),
        ),
    ),
    Format(
        "magnitude",
        r"([UBVRIgriJHK]|mag) ?[=~] ?[-−]?\d{1,2}\.\d{1,2}( ?± ?0\.\d{1,2})?( mag)?",
        text(
            text(pick(common("V B R I K J g r"), "mag"), pick(" = ", "=", " ~ ", "~"), maybe("-", 0.1)),
            text(decimal(1, 22, 2), maybe(text(" ± 0.", of(DIGITS, 2)), 0.4), maybe(" mag", 0.4)),
        ),
    ),
    Format(
        "concise uncertainty",
        r"[-−]?\d+\.\d+\(\d{1,2}\)(×10\^?[-−]?\d{1,2}| ?e[+-]\d{2})?( [a-zA-Z]+)?",
        text(
            text(maybe("-", 0.15), pick(decimal(1, 10, 3), decimal(1, 200, 2), decimal(1, 10, 6)), "(", number(1, 40)),
            ")",
            maybe(pick(text("×10^", maybe("-"), number(1, 30)), text("e", of("+-", 1), uniform(1, 30, 2))), 0.3),
            maybe(text(" ", common("nm eV kg MHz fm")), 0.4),
        ),
    ),
    Format(
        "power of ten",
        r"[-−]?\d(\.\d{1,3})? ?[×·] ?10[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+( [a-zA-Z/²]+)?",
        text(
            text(maybe("−", 0.1), uniform(1, 9), maybe(text(".", of(DIGITS, 1, 3)), 0.8), pick(" × ", "×", "·", " · ")),
            text("10", maybe("⁻", 0.6), pick(of("³⁴⁵⁶⁷⁸⁹", 1), text(of("¹²", 1), of("⁰¹²³⁴⁵⁶⁷⁸⁹", 1)))),
            maybe(text(" ", common("m kg J m/s C W/m² K")), 0.5),
        ),
    ),
    Format(
        "statistic of a test",
        r"(t\(\d+(\.\d+)?\)|F\(\d+, ?\d+\)|χ²\(\d+(, N ?= ?\d+)?\)|[zU]) ?= ?[-−]?\d+(\.\d{1,3})?",
        text(
            pick(
                text("t(", pick(number(5, 400), decimal(10, 90, 1)), ")"),
                text("F(", uniform(1, 6), pick(", ", ","), number(10, 900), ")"),
                text("χ²(", uniform(1, 12), maybe(text(", N = ", number(30, 3000))), ")"),
                "z",
                "U",
            ),
            text(pick(" = ", " = ", "="), maybe(pick("-", "−"), 0.2), decimal(0.2, 60, 2)),
        ),
    ),
    Format(
        "interval",
        r"[\[(](-?\d+(\.\d+)?|[-−]∞), ?(-?\d+(\.\d+)?|∞)[\])]",
        text(
            text(of("[(", 1), pick(SIGNED, SIGNED, SIGNED, "-∞"), pick(", ", ", ", ",")),
            text(pick(number(1, 900), decimal(0.5, 90, 1), number(1, 900), "∞"), of("])", 1)),
        ),
    ),
    Format(
        "starred coefficient",
        r"[-−]?\d?\.\d{2,3}\*{0,3}( \(\d?\.\d{2,3}\))?",
        pick(
            *[
                text(
                    text(maybe("-", 0.35), decimal(0.01, 2, places), some("*", 0, 3)),
                    maybe(text(" (", decimal(0.01, 1, places), ")"), 0.5),
                )
                for places in (2, 3)
            ],
            text(maybe("−", 0.4), ".", of(DIGITS, 2), some("*", 0, 3)),
        ),
    ),
    Format(
        "count with share",
        r"n ?= ?\d+(,\d{3})*( \(\d{1,3}(\.\d)? ?%\))?|\d+ \(\d{1,3}(\.\d)?\)",
        pick(
            text(
                text(pick("n = ", "n=", "n = "), pick(number(3, 900), decimal(1000, 90000, 0, ","))),
                maybe(text(" (", uniform(1, 99), maybe(text(".", of(DIGITS, 1))), "%)")),
            ),
            text(number(1, 900), " (", decimal(0.3, 99, 1), ")"),
        ),
    ),
    Format(
        "lattice plane",
        r"[\[({<]-?\d ?-?\d ?-?\d( ?-?\d)?[\])}>]",
        pick(
            *[
                text(opening, some(text(maybe("-", 0.2), common("1 0 2 3")), count, count, space), closing)
                for opening, closing in ("()", "[]", "<>", "{}")
                for count in (3, 3, 4)
                for space in ("", " ")
            ]
        ),
    ),
    Format(
        "space group",
        r"[PCIFRA]-?[1-6mcnad][1-6mcnad/_-]*",
        pick(
            common("P21/c Fm-3m P-1 C2/c P212121 Fd-3m P63/mmc Pnma R-3m I4/mmm P21 Ia-3d Cmcm"),
            text(of("PCIFA", 1), common("m n c a d"), common("m n a c d"), common("a m 2 n c")),
            text(of("PIR", 1), maybe("-"), of("346", 1), maybe(text("/", of("mn", 1))), of("mcnd", 0, 2)),
        ),
    ),
    Format(
        "satellite sentence",
        r"\$G[PNL](GGA|RMC|GLL),(\d{4}\.\d{2,5},[NS],\d{5}\.\d{2,5},[EW],)?\d{6}(\.\d{2,3})?,[AV0-2]"
        r"(,[NSEWADM0-9.]*)*\*[0-9A-F]{2}",
        text(
            text("$G", common("P N L")),
            pick(
                text(
                    text("GLL,", decimal(1000, 8959, 4), ",", of("NS", 1), ",", uniform(10000, 17959), "."),
                    text(of(DIGITS, 4), ",", of("EW", 1), ",", uniform(100000, 235959), ".00,", of("AAAV", 1)),
                    maybe(",A"),
                ),
                text(
                    text("RMC,", uniform(100000, 235959), maybe(text(".", of(DIGITS, 2))), ",", of("AV", 1)),
                    maybe(
                        text(",", decimal(1000, 8959, 3), ",N,", uniform(10000, 17959), ".", of(DIGITS, 3), ",E"), 0.7
                    ),
                    text(",", decimal(0, 30, 1), ",", decimal(0, 359, 1), ",", DAY, uniform(1, 12, 2), uniform(18, 25)),
                    ",,",
                ),
            ),
            text("*", of("0123456789ABCDEF", 2)),
        ),
    ),
    Format(
        "open location",
        r"([23456789CFGHJMPQRVWX]{4})?[23456789CFGHJMPQRVWX]{4}\+[23456789CFGHJMPQRVWX]{2,3}(,? [A-Z][a-z]+)?",
        text(
            maybe(text(of("6789", 1), of("CFGHJMPQRV", 1), of("23456789CFGH", 2)), 0.5),
            text(of("23456789CFGHJMPQRVWX", 4), "+", of("23456789CFGHJMPQRVWX", 2, 3)),
            maybe(text(pick(" ", ", "), PLACE), 0.45),
        ),
    ),
    Format(
        "well known geometry",
        r"(SRID=\d{4,5};)?(POINT|LINESTRING|MULTIPOINT) ?\(-?\d+(\.\d+)? -?\d+(\.\d+)?(, ?-?\d+(\.\d+)? -?\d+"
        r"(\.\d+)?)*\)",
        text(
            maybe("SRID=4326;", 0.2),
            pick(
                *[text("POINT", space, "(", POINT, ")") for space in (" ", "")],
                text(pick("LINESTRING ", "LINESTRING", "MULTIPOINT "), "(", some(POINT, 2, 4, ", "), ")"),
            ),
        ),
    ),
    Format(
        "map scale",
        r"(Scale |Maßstab )?1 ?: ?\d{1,3}([ ,.]\d{3})*",
        text(
            text(maybe(pick("Scale ", "Maßstab "), 0.4), pick("1:", "1:", "1 : ")),
            pick(
                "25,000",
                "50 000",
                "100.000",
                "250,000",
                "10 000",
                "500",
                "1,000,000",
                text(number(1, 900), pick(",", " ", "."), "000"),
            ),
        ),
    ),
    Format(
        "earthquake",
        r"M[wLb]? ?\d\.\d( ?[-–] ?|, )(\d{1,3} ?km [NSEW]{1,3} of )?[A-Z][a-z]+(, depth \d{1,3}(\.\d)? ?km)?",
        text(
            text("M", pick("", "", "w", "L", "b"), " ", decimal(1.5, 8, 1), pick(" - ", " – ", ", ")),
            text(maybe(text(number(1, 180), " km ", common("N SSE W NE ENE S NW E"), " of "), 0.7), PLACE),
            maybe(text(", depth ", pick("10", number(2, 600), decimal(3, 90, 1)), " km"), 0.3),
        ),
    ),
    Format(
        "aerodrome outlook",
        r"(TEMPO|BECMG|PROB[34]0( TEMPO)?) \d{4}/\d{4}( \d{5}(G\d{2})?KT)?( \d{4})?( [-+]?"
        r"(RA|SN|SHRA|TSRA|FG|BR|DZ))*( (FEW|SCT|BKN|OVC)\d{3}(CB|TCU)?)*",
        text(
            text(pick("TEMPO", "BECMG", "PROB30", "PROB40 TEMPO"), " ", DAY, uniform(0, 23, 2), "/", DAY),
            uniform(0, 24, 2),
            maybe(text(" ", uniform(0, 35, 2), "0", uniform(3, 30, 2), maybe(text("G", uniform(20, 50)), 0.3), "KT")),
            maybe(text(" ", common("9999 4000 3000 1500 0800")), 0.7),
            text(maybe(text(" ", pick("", "-", "+"), common("RA SHRA TSRA SN DZ")), 0.5), some(text(" ", LAYER), 0, 2)),
        ),
    ),
    Format(
        "sensor reading",
        r"[A-Z]{1,3}[=:]-?\d+(\.\d+)?(°?C|%|hPa|V|lx|ppm)?([;,] ?[A-Z]{1,3}[=:]-?\d+(\.\d+)?(°?C|%|hPa|V|lx|ppm)?)*",
        pick(
            *[
                some(
                    pick(
                        text("T", sign, maybe("-", 0.15), decimal(0.1, 35, 1), pick("C", "°C", "")),
                        text("RH", sign, uniform(15, 99), "%"),
                        text("P", sign, decimal(960, 1045, 1), "hPa"),
                        text("BAT", sign, decimal(2.8, 4.2, 2), "V"),
                        text("CO", sign, number(390, 3000), "ppm"),
                        text("L", sign, number(0, 9999), "lx"),
                    ),
                    1,
                    5,
                    mark,
                )
                for sign, mark in (("=", ";"), ("=", ","), (":", ", "))
            ]
        ),
    ),
    Format(
        "sample of a borehole",
        r"(BH|TP|CPT|MW)-?\d{1,3}[A-Z]? ?@ ?\d{1,3}\.\d{1,2}( ?[-–] ?\d{1,3}\.\d{1,2})? ?m( ?bgl)?",
        text(
            text(common("BH TP CPT MW"), maybe("-", 0.6), pick(number(1, 40), uniform(101, 350))),
            text(maybe(of("ABR", 1), 0.15), " @ ", decimal(0.2, 30, 1)),
            text(maybe(text(pick("-", " - ", "–"), decimal(1, 45, 2)), 0.5), maybe(" ", 0.7), "m", maybe(" bgl", 0.3)),
        ),
    ),
    Format(
        "radiocarbon",
        r"((Beta|OxA|Poz|KIA|UBA)[- ]?\d{3,6}: ?)?\d{3,5} ?(±|\+/-) ?\d{2,3} (BP|cal BP|BC)",
        text(
            text(maybe(text(common("Beta OxA Poz KIA UBA"), "-", number(500, 599999), ": "), 0.7), number(200, 48000)),
            text(pick(" ± ", "±", " +/- "), common("30 40 25 60 35 50 110"), " ", pick("BP", "BP", "cal BP")),
        ),
    ),
    Format(
        "decay",
        r"[A-Zπμτγνe][a-z]?[⁺⁻⁰+*-]? ?(→|->) ?[A-Zπμτγνe][⁺⁻⁰+-]?( ?[A-Zπμτγνe][⁺⁻⁰+-]?)*",
        text(
            text(pick("π⁺", "K⁰", "μ⁻", "τ⁻", "B⁺", "D⁰", "Z", "H", "W⁺", "K+", "B-", "J"), pick(" → ", " → ", " -> ")),
            some(pick("μ⁺", "μ⁻", "e⁺", "e⁻", "ν", "γ", "π⁰", "π⁺", "π⁻", "K⁺", "K⁻"), 2, 4, " "),
        ),
    ),
    Format(
        "quantum state",
        r"(\d?/?√\d )?[(]?\|[01↑↓+-]+⟩( ?[+−-] ?i?\|[01↑↓+-]+⟩)*\)?",
        pick(
            KET,
            KET,
            text("|", of("↑↓", 1, 3), "⟩"),
            text("|", of("+-", 1), "⟩"),
            text(
                text("1/√", common("2 3"), " (", KET),
                text(some(text(" ", pick("+", "−", "-"), " ", maybe("i", 0.2), KET), 1, 3), ")"),
            ),
        ),
    ),
    Format(
        "line of gauges",
        r"\d{2}:\d{2}(\t-?\d+(\.\d+)?){2,6}",
        text(
            text(uniform(0, 23, 2), ":", pick("00", "30", "15", "45")),
            some(text("\t", maybe("-", 0.2), pick(decimal(0.1, 40, 1), number(0, 1020))), 2, 6),
        ),
    ),
)
