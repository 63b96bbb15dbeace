"""What is noted of materials, machines and electronics: grades, parts, fits, drawings."""

from __future__ import annotations

from benchmarks.corpus.drawing import Format, common, decimal, each, maybe, number, of, pick, some, text, uniform

METAL = common("Al Cr Mo V Ni Mn Zn Sn Cu")
PART = text(common("R C U Q D L"), number(1, 400))
NODE = pick("0", of("123456789", 1), common("in out vdd vcc gnd"))
RATED = pick(number(1, 63), text("0.", each("5 25 63")), "6.3", "2.5")

ENGINEERING = (
    Format(
        "alloy",
        r"[A-Z][a-z]?(-?\d{1,2}(\.\d{1,2})?[A-Z][a-z]?|[A-Z][a-z]?\d{1,2}(\.\d)?)+",
        pick(
            text(common("Ti Al Mg Ni Fe"), some(text("-", pick(number(1, 30), decimal(0.5, 6, 1)), METAL), 1, 3)),
            text(common("Cu Al Ni Co Fe"), some(text(METAL, number(1, 45)), 1, 3)),
        ),
    ),
    Format(
        "steel",
        r"1\.\d{4}( [(]?[A-Z0-9-]+\)?)?|S\d{3}(JR|J0|J2|N|ML?)(\+[A-Z]{1,2})?|[0-9X]+[A-Z][A-Za-z]+\d+(-\d+)*",
        pick(
            text(
                text("1.", common("4301 4404 2379 4571 0038 7225 4021 0503 8550")),
                maybe(text(" (", common("X153 304 316L D2 42CRMO4 C45"), ")"), 0.3),
            ),
            text(
                "S", common("235 355 275 460 690"), common("JR J2 J0 N M ML"), maybe(text("+", common("N AR QL")), 0.4)
            ),
            text(
                text(pick("X", ""), uniform(2, 60), common("CrNi CrMo MnCr CrV"), number(4, 25)),
                maybe(text("-", number(1, 12)), 0.7),
            ),
        ),
    ),
    Format(
        "plastic",
        r"(PA|PP|PE|PC|PBT|ABS|POM|PEEK)(6|66|12|-[HL]D)?([-/ ](GF|CF|T|MD)\d{2})?( [(]?V0\)?)?",
        text(
            pick(
                text("PA", common("6 66 12")), text("PE", maybe(pick("-HD", "-LD"))), common("PP PC ABS POM PBT PEEK")
            ),
            maybe(text(pick("-", " ", "/"), common("GF CF MD T"), common("30 20 15 40 50 10")), 0.6),
            maybe(" V0", 0.15),
        ),
    ),
    Format(
        "hardness of a part",
        r"(\d{2}[-–])?\d{2,3} ?(HRC|HRB|HB|HV ?\d{0,2}|Shore [AD])(/\d{2})?",
        text(
            text(maybe(text(uniform(20, 58), pick("-", "–")), 0.3), uniform(28, 95), pick(" ", " ", "")),
            pick("HRC", "HRC", "HRB", "HB", text("HV", maybe(common("10 30 1 5"))), text("Shore ", of("AAD", 1))),
            maybe(pick("/30", "/15"), 0.15),
        ),
    ),
    Format(
        "microcontroller",
        r"STM32[FLGH]\d{3}[A-Z][468BCEGI][TUH]\d(TR)?|ATMEGA\d{2,4}[A-Z]?-[A-Z]{2}|PIC1\dF\d{2,4}A?(-I/[A-Z]{2})?",
        pick(
            *[
                text(
                    text("STM32", of("FLGH", 1), common("103 407 030 051 446 072"), of("CRVZGK", 1), of("468BCEGI", 1)),
                    text(of("TTUH", 1), common("6 7 3"), maybe("TR", 0.3)),
                )
            ]
            * 2,
            text("ATMEGA", common("328 2560 32 168 1284"), pick("P", "A"), "-", common("AU PU MU AN")),
            text(
                "PIC1", of("268", 1), "F", number(84, 4550), maybe("A", 0.3), maybe(text("-I/", common("SO PT SP ML")))
            ),
        ),
    ),
    Format(
        "logic circuit",
        r"(SN|MM|CD|DM)?(74|54)(HCT?|LS|AC|LVC|F|ABT)?\d{2,4}[A-Z]{0,3}",
        text(
            text(maybe(common("SN MM CD DM"), 0.6), pick("74", "74", "74", "74", "54")),
            text(maybe(common("HC LS HCT LVC AC F ABT"), 0.9), pick("00", "04", "138", "595", "244", number(10, 4066))),
            maybe(pick("N", "D", "PW", "DR", "AN")),
        ),
    ),
    Format(
        "transistor",
        r"2N\d{3,4}[A-Z]?|[AB][CDF][A-Z]?\d{2,3}([A-C]|-\d{2})?|(IRF|IRL)[A-Z]{0,2}\d{2,4}[A-Z]{0,2}|2S[ABCDK]\d{2,4}",
        pick(
            text("2N", pick("3904", "2222", "3055", number(700, 7002)), maybe("A", 0.4)),
            text("B", common("C D F"), number(107, 880), maybe(pick("A", "B", "C", "-16", "-25", "-40"))),
            text("IR", of("FL", 1), pick("", "Z", "P", "B"), number(44, 9540), maybe(of("NS", 1))),
            text("2S", of("ACDK", 1), number(30, 5200)),
        ),
    ),
    Format(
        "fuse",
        r"([FTM]{1,2} ?)?\d{1,3}(\.\d{1,2})? ?(A|mA)( ?[LHE])?( ?\d{2,3} ?V)?",
        text(
            maybe(text(common("T F FF M TT"), maybe(" ")), 0.8),
            pick(text(RATED, maybe(" ", 0.4), "A"), text(common("500 250 315 100 800"), maybe(" ", 0.6), "mA")),
            maybe(text(maybe(" ", 0.6), of("LHE", 1)), 0.4),
            maybe(text(" ", common("250 32 600 125"), maybe(" "), "V"), 0.6),
        ),
    ),
    Format(
        "element of a netlist",
        r"[RCLVIDQM]\d{1,3}( [a-z0-9]+){2,4} (-?\d+(\.\d+)?(meg|[kmunpf])?|(dc|DC) \d+|[a-zA-Z]+\d*[a-z]*("
        r" [WL]=\d+[un])*)",
        pick(
            *[
                text(
                    text(common("R C L"), number(1, 60), " ", NODE, " ", NODE, " "),
                    text(pick(number(1, 999), decimal(1, 10, 1)), maybe(common("k u n meg p m"), 0.85)),
                )
            ]
            * 3,
            text(common("V I"), number(1, 9), " ", NODE, " 0 ", maybe("DC "), number(1, 48)),
            text("Q", number(1, 20), " ", NODE, " ", NODE, " ", NODE, " ", pick("npn", "bc547b", "pnp")),
            text(
                text("M", number(1, 40), " ", NODE, " ", NODE, " ", NODE, " ", NODE, " nmos W=", number(1, 90), "u L="),
                text(number(1, 4), "u"),
            ),
        ),
    ),
    Format(
        "placed parts",
        r"[RCUQDL]\d{1,3}([-–][RCUQDL]?\d{1,3})?(, ?[RCUQDL]\d{1,3}([-–][RCUQDL]?\d{1,3})?)*( \(DNP\))?",
        text(
            some(text(PART, maybe(text(pick("-", "–"), pick(PART, number(2, 400))), 0.25)), 1, 6, ", "),
            maybe(" (DNP)", 0.1),
        ),
    ),
    Format(
        "cable",
        r"([A-Z0-9]{2,6}-[A-Z]{1,2} )?\d{1,2} ?[x×G] ?\d{1,3}([.,]\d{1,2})?( ?mm²)?",
        text(
            text(maybe(text(common("NYM-J H07RN-F NYY-J H05VV-F"), " "), 0.6), uniform(2, 12)),
            text(pick("x", "x", "×", "G", " x "), common("1.5 2.5 1,5 0.75 4 2,5 6 10 16 0,5")),
            maybe(pick(" mm²", "mm²"), 0.6),
        ),
    ),
    Format(
        "nominal pipe",
        r"DN ?\d{2,4}([/-]\d{2,4})?( ?(PN|SN) ?\d{1,3})?|G ?(\d|\d/\d|\d \d/\d)(\"|″)( [AB])?",
        pick(
            *[
                text(
                    text("DN", maybe(" "), common("50 100 25 80 150 200 15 300")),
                    maybe(text("/", common("50 100 40 15")), 0.15),
                    maybe(text(" PN", maybe(" "), common("16 10 6 40 25")), 0.5),
                )
            ]
            * 2,
            text(
                text("G", pick(" ", ""), pick("1/2", "3/4", "1", "1 1/4", "3/8", "2"), pick('"', "″")),
                maybe(pick(" A", " B"), 0.2),
            ),
        ),
    ),
    Format(
        "fit of a shaft",
        r"(Ø|⌀)? ?\d{1,3}(\.\d)? ?([A-Z]{1,2}\d{1,2}(/[a-z]{1,2}\d{1,2})?|[a-z]{1,2}\d{1,2})",
        text(
            text(maybe(pick("Ø", "⌀", "Ø "), 0.8), number(3, 400), maybe(text(".", each("5 2")), 0.15)),
            maybe(" ", 0.7),
            pick(
                text(common("H F G JS"), common("7 8 6 9 11"), maybe(text("/", common("g6 h6 f7 k6 n6 js6")))),
                text(common("h g f k js m"), common("6 7 9 8")),
            ),
        ),
    ),
    Format(
        "roughness",
        r"R[azt] ?(max ?)?\d{1,3}([.,]\d{1,3})?( ?[-–/] ?\d{1,2}([.,]\d)?)?( ?µm)?",
        text(
            text("R", common("a z t"), maybe(" ", 0.7), common("3.2 1.6 0.8 6.3 0,8 12.5 3,2 0.4 25 1,6 63 0.025 4")),
            text(maybe(text(pick(" / ", "-", "–"), common("6.3 1.6 12,5")), 0.15), maybe(pick(" µm", "µm"))),
        ),
    ),
    Format(
        "drill and tap",
        r"(\d{1,2} ?[x×] ?)?(Ø|M)\d{1,2}(\.\d)?( THRU| THROUGH|( ?- ?6H)?( [x×↧] ?\d{1,2}))?( (EQ\.? SP\.?|PCD"
        r" \d{2,3}))?",
        text(
            text(maybe(text(common("4 2 6 8 3 12"), pick("x ", "x", "×", " x ")), 0.7), pick("Ø", "M")),
            common("6 8 5 10 12 4 3 16"),
            pick("", " THRU", " THRU", text(maybe("-6H", 0.3), pick(" x ", " ↧", " × "), number(5, 40))),
            maybe(pick(" EQ SP", text(" PCD ", number(30, 300))), 0.25),
        ),
    ),
    Format(
        "ingress protection",
        r"IP ?[0-6X][0-9X][A-DK]?(/IP ?[0-6X][0-9X]K?)?( [(]?IK(0\d|10)\)?)?",
        text(
            text("IP", maybe(" ", 0.2), common("6 5 2 4 X 3 0"), common("5 7 4 0 8 X 1"), maybe(of("KCD", 1), 0.08)),
            maybe(text("/IP", of("56", 1), of("56789", 1), maybe("K", 0.3)), 0.2),
            maybe(pick(" IK10", " IK08", " IK09", " (IK07)"), 0.25),
        ),
    ),
    Format(
        "valve tube",
        r"(E|P|U|D)[ABCFLMYZ]{1,3}\d{2,4}|1?\d[A-Z]{1,2}\d(-?[A-Z]{1,3})?",
        pick(
            text(common("E P U D"), of("ABCFLMYZ", 1, 2), number(11, 900)),
            text(common("6 12 5 1"), of("ABCKLQSVX", 1, 2), uniform(1, 8), maybe(pick("GT", "-GT", "G", "WC"), 0.3)),
        ),
    ),
)
