"""What is noted in chemistry, biology and medicine: samples, strains, sequences, assays, findings, prescriptions."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGITS,
    LOWER,
    PLACE,
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

BASE = of("ACGT", 1)
ACID = of("ACDEFGHIKLMNPQRSTVWY", 1)
CHAIN = text(common("16 18 20 22 14 24"), ":", common("0 1 2 3 4 6"))
SALT = text(common("50 150 20 10 100 5 1 200"), " mM ", common("NaCl Tris-HCl KCl MgCl2 HEPES EDTA CaCl2 DTT"))
SMALL_NUMBER = pick(number(1, 500), decimal(0.1, 20, 1), decimal(0.01, 3, 2))
PER_VOLUME = common("mM µM nM mg/mL ng/µL µg/mL")
SYMBOL = text(of(UPPER, 1), of(LOWER, 2, 3), maybe(number(1, 9), 0.7))
ALLELES = text(SYMBOL, common("-/- +/- +/+ fl/fl tg/+"))
ANALYTE = common("Hb Na Glucose Ca Creatinine ALT CRP")

LABORATORY = (
    Format(
        "molecule line",
        r"[BCNOSFIc\[][BCNOPSFIclnos()=#@H+\[\]1-9/-]+",
        text(
            some(pick("C", "C", "CC", "O", "N", "C(=O)", "C(C)", "c1ccccc1", "C=C", "C(F)(F)F", "S", "[C@@H]"), 2, 9),
            maybe(pick("O", "N", "Cl", "C(=O)O", "C#N", "[O-]", "[NH3+]")),
        ),
    ),
    Format(
        "hashed molecule",
        r"[A-Z]{14}-[A-Z]{8}[SN]A-[A-Z]",
        text(of(UPPER, 14), "-", of(UPPER, 8), "SA-", common("N M O")),
    ),
    Format(
        "ion",
        r"[A-Z][A-Za-z]?([A-Z][a-z]?|[₂₃₄])*[²³]?[⁺⁻]|[A-Z][a-z]?\d?[+-]",
        pick(
            each(
                "Na⁺ K⁺ Ca²⁺ Mg²⁺ Cl⁻ SO₄²⁻ NO₃⁻ HCO₃⁻ Fe³⁺ NH₄⁺ Zn²⁺ PO₄³⁻ OH⁻ H⁺ Cu²⁺ Br⁻ Fe²⁺ Li⁺ MnO₄⁻ CO₃²⁻ Al³⁺"
            ),
            text(each("Na K Cl H Br Li F Ag I"), of("+-", 1)),
            text(each("Ca Mg Fe Zn Cu Mn Al Ni Co Ba Pb"), of("23", 1), "+"),
        ),
    ),
    Format(
        "fatty acid",
        r"C?\d{2}:\d( ?[(]?n-\d\)?| ω-?\d)?",
        text(
            text(maybe("C"), CHAIN),
            maybe(
                pick(
                    text(" n-", each("3 6 9 7")),
                    text(" (n-", each("3 6 9"), ")"),
                    text(" ω-", each("3 6 9")),
                    text("n-", each("3 6")),
                )
            ),
        ),
    ),
    Format(
        "lipid",
        r"(PC|PE|PI|TG|SM|Cer)[( ][OP]?-?\d{2}:\d{1,2}([/_]\d{2}:\d)*\)?",
        pick(
            text(common("PC PE TG PI"), "(", some(CHAIN, 2, 3, "/"), ")"),
            text(common("PC PE SM Cer"), " ", maybe(text(of("OP", 1), "-"), 0.2), uniform(30, 44), ":", number(0, 9)),
            text(common("TG PC"), " ", some(CHAIN, 2, 3, "_")),
        ),
    ),
    Format(
        "adduct",
        r"(m/z )?\d{2,4}\.\d{1,4} \[\d?M[+-]\d?[A-Z][A-Za-z0-9]*(-H2O)?\]\d?[+-]",
        text(
            text(maybe("m/z "), decimal(80, 1500, 4), " [", maybe("2", 0.1), "M"),
            pick(
                text("+", common("H Na K NH4"), maybe("-H2O", 0.15), "]+"),
                text("+", common("H Na K NH4"), "]+"),
                "-H]-",
                "+2H]2+",
            ),
        ),
    ),
    Format(
        "resonance",
        r"δ \d{1,3}\.\d{1,2} \((br )?(s|d|t|q|m|dd)(, J = \d{1,2}\.\d( Hz)?)?, \d{1,2}H\)",
        text(
            text("δ ", decimal(0.8, 11, 2), " ("),
            pick("s", "m", "br s", text(common("d t q dd"), ", J = ", decimal(1, 16, 1), maybe(" Hz", 0.8))),
            text(", ", common("1 2 3 6 4 9"), "H)"),
        ),
    ),
    Format(
        "concentration range",
        r"\d+(\.\d+)?( ?[-–] ?| to )\d+(\.\d+)? (mM|µM|nM|mg/mL|ng/µL|µg/mL)",
        text(SMALL_NUMBER, pick("-", "–", " - ", " to "), number(1, 900), " ", PER_VOLUME),
    ),
    Format(
        "buffer",
        r"\d+ mM [A-Z][A-Za-z0-9]+(-[A-Za-z]+)?(, \d+ mM [A-Z][A-Za-z0-9]+(-[A-Za-z]+)?)*(, \d+% glycerol)?(, pH"
        r" \d\.\d{1,2})?",
        text(
            text(some(SALT, 1, 4, ", "), maybe(text(", ", each("5 10 20"), "% glycerol"), 0.25)),
            maybe(text(", pH ", decimal(5, 9, 1)), 0.7),
        ),
    ),
    Format(
        "cell line",
        r"[A-Z][A-Za-z]{1,4}[- ]\d{1,3}[A-Z]?( cells| \(P\d{1,2}\))?",
        text(
            text(pick(common("HEK MCF Caco HCT PC Hep"), of(UPPER, 2, 4)), pick("-", "-", " "), number(1, 549)),
            text(maybe(of("TABCR", 1), 0.2), maybe(pick(" cells", text(" (P", number(2, 40), ")")), 0.4)),
        ),
    ),
    Format(
        "strain of a collection",
        r"(ATCC|DSM|NCTC|CBS|JCM|NRRL) ?[A-Z]?-?\d{2,6}T?",
        text(
            text(common("ATCC DSM NCTC CBS JCM NRRL"), pick(" ", " ", "", " B-", " Y-")),
            text(number(50, 99999), maybe("T", 0.15)),
        ),
    ),
    Format(
        "influenza strain",
        r"[AB]/([a-z]+/)?[A-Z][a-z]+( [A-Z][a-z]+)?/[A-Z]*\d{1,4}/(\d{2}|\d{4})( \(H\d{1,2}N\d\))?",
        text(
            text(common("A B"), "/", maybe(text(common("duck swine chicken"), "/"), 0.3), PLACE, "/", number(1, 2000)),
            text("/", pick(YEAR, YEAR, uniform(57, 99))),
            maybe(text(" (H", common("3 1 5 7 9 10"), "N", common("2 1 9 8"), ")"), 0.6),
        ),
    ),
    Format(
        "genotype",
        r"[A-Z][a-z]+\d?(\+/\+|\+/-|-/-|fl/fl|tg/\+)(;? [A-Z][a-z]+\d?(\+/\+|\+/-|-/-|fl/fl|tg/\+))*",
        pick(some(ALLELES, 1, 3, " "), some(ALLELES, 1, 3, "; ")),
    ),
    Format(
        "plasmid",
        r"p[A-Z]{2,5}\d*(\.\d)?(-[A-Z]?[A-Za-z0-9]+){0,3}",
        text(
            text("p", pick(common("UC ET BR GEX LKO CDNA"), of(UPPER, 2, 4)), maybe(number(1, 328), 0.8)),
            some(text("-", pick(common("GFP Flag HA His6 mCherry Cre"), SYMBOL)), 0, 3),
        ),
    ),
    Format("primer", r"(5'-)?[ACGT]{15,30}(-3')?", pick(text("5'-", of("ACGT", 18, 27), "-3'"), of("ACGT", 18, 25))),
    Format(
        "alignment",
        r"(\d+[MIDNSHP=X])+",
        pick(
            text(number(36, 151), "M"),
            text(
                maybe(text(uniform(1, 40), "S")),
                text(some(text(uniform(10, 90), "M", number(1, 20), of("IDN", 1)), 1, 4), number(10, 120), "M"),
                maybe(text(uniform(1, 40), of("SSH", 1)), 0.3),
            ),
        ),
    ),
    Format(
        "coding change",
        r"(NM_\d{6,9}\.\d{1,2}:)?c\.-?\d+([+-]\d+)?([ACGT]>[ACGT]|(_\d+)?(del|dup|ins)[ACGT]*)",
        text(
            text(maybe(text("NM_", of(DIGITS, 6), ".", uniform(1, 6), ":"), 0.6), "c.", number(1, 6000)),
            maybe(text(of("+-", 1), number(1, 60)), 0.25),
            pick(
                text(BASE, ">", BASE),
                text(BASE, ">", BASE),
                text(maybe(text("_", number(2, 6000))), common("del dup ins"), of("ACGT", 0, 4)),
            ),
        ),
    ),
    Format(
        "tissue type",
        r"(HLA-)?(A|B|C|DRB1|DQB1)\*\d{2}(:\d{2,3}){1,3}[NLQ]?",
        text(
            text(maybe("HLA-", 0.6), common("A B DRB1 C DQB1"), "*", uniform(1, 68, 2)),
            text(some(text(":", number(1, 120, 2)), 1, 3), maybe(of("NLQ", 1), 0.05)),
        ),
    ),
    Format(
        "probe of an array",
        r"\d{4,9}(_[asx])?_at|cg\d{8}",
        pick(
            text(uniform(200000, 244999), maybe(text("_", of("asx", 1)), 0.4), "_at"),
            text(number(1000, 99999), "_at"),
            text("cg", of(DIGITS, 8)),
        ),
    ),
    Format(
        "term of an ontology",
        r"(GO|HP|CL|MONDO|UBERON|CHEBI):\d{4,7}",
        pick(text(common("GO HP MONDO UBERON CL"), ":00", of(DIGITS, 5)), text("CHEBI:", number(1000, 99999))),
    ),
    Format(
        "ensembl",
        r"ENS(MUS|DAR|RNO)?[GTPE]\d{11}(\.\d{1,2})?",
        text(
            text("ENS", maybe(common("MUS DAR RNO"), 0.3), common("G T P E"), "00000", of(DIGITS, 6)),
            maybe(text(".", number(1, 20)), 0.4),
        ),
    ),
    Format(
        "structure",
        r"[1-9][A-Z0-9]{3}(_[A-Z]|:[A-Z](,[A-Z])*)?",
        text(
            text(uniform(1, 9), of(UPPER + DIGITS, 3)),
            pick("", "", text("_", of("ABCD", 1)), text(":", some(of("ABCDEF", 1), 1, 3, ","))),
        ),
    ),
    Format(
        "sample barcode",
        r"TCGA-[A-Z0-9]{2}-[A-Z0-9]{4}(-\d{2}[A-Z](-\d{2}[DRW])?)?",
        text(
            text("TCGA-", of(UPPER + DIGITS, 2), "-", of(UPPER + DIGITS, 4)),
            maybe(
                text(
                    "-", common("01 11 06 10"), of("AAAB", 1), maybe(text("-", common("11 01 21"), of("DRW", 1)), 0.6)
                ),
                0.8,
            ),
        ),
    ),
    Format(
        "well of a plate",
        r"((Plate|P) ?\d{1,3}[-_ :])?[A-P](0[1-9]|1\d|2[0-4])",
        text(
            maybe(text(common("P Plate"), maybe(" ", 0.3), number(1, 120), of("-_ :", 1))),
            text(of("ABCDEFGHABCDEFGHIJKLMNOP", 1), uniform(1, 12, 2)),
        ),
    ),
    Format(
        "finding with range",
        r"[A-Z][A-Za-z]+:? [<>]?\d+(\.\d+)? (mmol/L|g/dL|U/L|mg/L)( [HL])?( [\[(]\d+(\.\d+)?-\d+(\.\d+)?[\])])?",
        text(
            text(ANALYTE, maybe(":", 0.3), " ", maybe(of("<>", 1), 0.1), pick(decimal(0.3, 20, 1), number(10, 400))),
            text(" ", common("mmol/L g/dL U/L mg/L"), maybe(text(" ", of("HL", 1)), 0.4)),
            maybe(
                pick(
                    text(" (", decimal(0.1, 5, 1), "-", decimal(5, 20, 1), ")"),
                    text(" [", number(5, 40), "-", number(41, 400), "]"),
                ),
                0.6,
            ),
        ),
    ),
    Format(
        "titre",
        r"([<>≥] ?)?1:\d{1,6}( \((positive|negative|borderline)\))?",
        text(
            text(maybe(pick("<", "≥", "> ", "≥ "), 0.35), "1:", common("40 80 160 20 320 10 640 1280")),
            maybe(text(" (", common("positive negative borderline"), ")"), 0.3),
        ),
    ),
    Format(
        "directions",
        r"\d(-\d)? (tab|cap|puff|drop|mL)s? (po|iv|im|sl|inh)( (qd|bid|tid|qid|qhs|q\d{1,2}h))?( prn)?( x"
        r" ?\d{1,2} ?d(ays)?)?",
        text(
            text(uniform(1, 3), maybe(text("-", uniform(2, 4)), 0.25), " "),
            text(pick("tab", "tabs", "cap", "caps", "puffs", "drops", "mL"), " ", common("po iv im sl inh")),
            maybe(text(" ", pick(common("bid qd tid qid qhs"), text("q", common("6 8 4 12"), "h"))), 0.9),
            text(maybe(" prn", 0.3), maybe(text(" x ", common("7 5 10 3 14"), pick(" days", "d", " d")), 0.3)),
        ),
    ),
    Format(
        "infusion",
        r"\d+(\.\d{1,2})? (mL/h|mcg/kg/min|µg/kg/min|U/h|mg/h)( x \d+ ?h)?",
        text(
            text(pick(number(1, 250), decimal(0.02, 20, 2), decimal(0.5, 20, 1)), " "),
            text(common("mL/h mcg/kg/min U/h mg/h µg/kg/min"), maybe(text(" x ", number(1, 48), maybe(" "), "h"), 0.2)),
        ),
    ),
    Format(
        "obstetric history",
        r"G\d{1,2} ?P\d{1,2}(\+\d|-\d-\d-\d)?( at \d{2}(\+[0-6]| \d/7)( weeks)?)?",
        text(
            text("G", uniform(1, 7), maybe(" "), "P", uniform(0, 5)),
            maybe(
                pick(text("+", uniform(1, 3)), text("-", uniform(0, 3), "-", uniform(0, 3), "-", uniform(0, 3))), 0.4
            ),
            maybe(
                text(
                    text(" at ", uniform(20, 41), pick(text("+", uniform(0, 6)), text(" ", uniform(1, 6), "/7"))),
                    maybe(" weeks"),
                ),
                0.4,
            ),
        ),
    ),
    Format(
        "tumour stage",
        r"[cpy]{0,2}T([0-4X]|is)[a-d]? ?N[0-3X][a-c]? ?M[01X]( ?[(]?G[1-3]\)?)?( R[0-2])?",
        text(
            text(pick("", "c", "p", "p", "yp"), "T"),
            text(pick("is", *[text(common("2 1 3 4 X 0"), maybe(of("abc", 1), 0.3))] * 9), maybe(" "), "N"),
            text(common("0 1 2 X 3"), maybe(of("abc", 1), 0.2), maybe(" "), "M", common("0 1 X")),
            text(maybe(text(" G", uniform(1, 3)), 0.4), maybe(text(" R", uniform(0, 2)), 0.2)),
        ),
    ),
    Format(
        "acuity",
        r"(OD|OS|OU):? (20/\d{2,3}|6/\d{1,2}(\.\d)?|CF|HM)([+-][1-3])?",
        text(
            text(common("OD OS OU"), maybe(":", 0.3), " "),
            pick(
                *[text("20/", common("20 25 40 30 50 100 200"))] * 3, text("6/", common("6 9 12 7.5 18 60")), "CF", "HM"
            ),
            maybe(text(of("+-", 1), uniform(1, 3)), 0.2),
        ),
    ),
    Format(
        "coma scale",
        r"GCS ?:? ?\d{1,2}(/15)?( ?[(]?E[1-4] ?V[1-5T] ?M[1-6]\)?)?",
        text(
            text("GCS", pick(" ", ": ", ""), pick("15", uniform(3, 15)), maybe("/15", 0.4)),
            maybe(
                pick(
                    text(" (E", uniform(1, 4), "V", uniform(1, 5), "M", uniform(1, 6), ")"),
                    text(" E", uniform(1, 4), " V", pick("T", uniform(1, 5)), " M", uniform(1, 6)),
                ),
                0.6,
            ),
        ),
    ),
    Format(
        "tooth",
        r"(#\d{1,2}|[1-4][1-8])( ([MODBL]{1,4}|impacted|missing))?",
        text(
            pick(text("#", number(1, 32)), text(uniform(1, 4), uniform(1, 8))),
            maybe(text(" ", common("MO O DO MOD missing B impacted")), 0.6),
        ),
    ),
    Format(
        "drug class",
        r"[A-DGHJL-NPR-SV](\d{2}([A-Z]([A-Z](\d{2})?)?)?)?",
        text(
            of("ABCDGHJLMNPRSV", 1),
            maybe(
                text(
                    uniform(1, 20, 2),
                    maybe(
                        text(of("ABCDEFGX", 1), maybe(text(of("ABCDEFX", 1), maybe(uniform(1, 60, 2), 0.85)), 0.9)),
                        0.95,
                    ),
                ),
                0.97,
            ),
        ),
    ),
    Format(
        "heart tracing",
        r"(HR \d{2,3}, )?PR \d{3} ?ms, QRS \d{2,3} ?ms, QTc? \d{3}(/\d{3})? ?ms",
        text(
            text(maybe(text("HR ", uniform(48, 130), ", ")), "PR ", uniform(110, 230), " ms, QRS ", uniform(70, 160)),
            text(" ms, QT", maybe("c", 0.7), " ", uniform(350, 480), maybe(text("/", uniform(370, 490)), 0.3), " ms"),
        ),
    ),
    Format(
        "viral load",
        r"(<|>)?\d{1,3}(,\d{3})* copies/mL|not detected|\d\.\d{1,2} log10",
        pick(
            text("<", each("20 40 50"), " copies/mL"),
            *[text(decimal(20, 2000000, 0, ","), " copies/mL")] * 3,
            text(decimal(1.3, 7, 2), " log10"),
            "not detected",
        ),
    ),
    Format(
        "residue with position",
        r"[ACDEFGHIKLMNPQRSTVWY]\d{1,4}(, ?[ACDEFGHIKLMNPQRSTVWY]\d{1,4})*( and [ACDEFGHIKLMNPQRSTVWY]\d{1,4})?",
        text(some(text(ACID, number(1, 1200)), 1, 4, ", "), maybe(text(" and ", ACID, number(1, 1200)), 0.3)),
    ),
)
