"""Goods, prices and payments: shops, banks, markets, insurance, housing, advertising, dispatch."""

from __future__ import annotations

from random import Random

from benchmarks.corpus.drawing import (
    DAY,
    DIGIT,
    DIGITS,
    FAMILY,
    LETTER,
    MONTH,
    MONTH_NAME,
    PLACE,
    SHOUT,
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
    magnitude,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)

CENTS = common("99 00 50 95 90 49 25")
AMOUNT = pick(text(number(1, 300), ".", CENTS), decimal(1, 900, 2))
SIGN = common("£ $ €")
PHRASE = text(TITLE, some(text(" ", WORD), 0, 2))
ALPHANUMERIC = UPPER + DIGITS


def grouped(low: int, high: int, separator: str) -> Make:
    """A whole number in thousands."""
    return changed(decimal(low, high, 0, ","), lambda drawn: drawn.replace(",", separator))


def lakhs(low: int, high: int) -> Make:
    """A whole number in Indian notation: three digits in the last group, two in those before."""

    def make(rng: Random) -> str:
        digits = str(int(magnitude(low, high, rng)))
        groups = [digits[-3:]]
        for end in range(len(digits) - 3, 0, -2):
            groups.append(digits[max(0, end - 2) : end])
        return ",".join(reversed(groups))

    return make


COMMERCE = (
    Format(
        "rupees",
        r"(₹ ?|Rs\. )\d{1,3}(,\d{2,3})*(\.\d{2}|/-)?",
        text(pick("₹", "₹ ", "Rs. "), lakhs(40, 40_000_000), pick("", "", ".00", "/-")),
    ),
    Format(
        "swiss price",
        r"(CHF|Fr\.) \d{1,3}('\d{3})*\.(\d{2}|–)",
        text(common("CHF Fr."), " ", grouped(1, 20_000, "'"), ".", common("– 00 50 90 95 80")),
    ),
    Format(
        "yen",
        r"¥\d{1,3}(,\d{3})*|\d{1,3}(,\d{3})*円(（税込）)?",
        pick(text("¥", grouped(80, 90_000, ",")), text(grouped(80, 90_000, ","), "円", maybe("（税込）", 0.4))),
    ),
    Format(
        "brazilian price",
        r"R\$ \d{1,3}(\.\d{3})*,\d{2}( em \d{1,2}x)?",
        text("R$ ", grouped(5, 9000, "."), ",", CENTS, maybe(text(" em ", uniform(2, 12), "x"), 0.3)),
    ),
    Format(
        "price span",
        r"[$€£]\d+(\.\d{2})? ?[-–] ?[$€£]\d+(\.\d{2})?",
        text(
            SIGN,
            number(5, 200),
            maybe(text(".", CENTS), 0.3),
            pick("-", " - ", "–"),
            SIGN,
            number(100, 900),
            maybe(text(".", CENTS), 0.3),
        ),
    ),
    Format(
        "price reduced",
        r"[Ww]as £\d+\.\d{2},? now £\d+\.\d{2}( \(-\d{1,2}%\))?",
        text(
            pick("Was £", "was £"),
            number(20, 300),
            ".",
            CENTS,
            maybe(","),
            " now £",
            number(5, 150),
            ".",
            CENTS,
            maybe(text(" (-", common("20 50 30 25 10 15 70"), "%)"), 0.3),
        ),
    ),
    Format(
        "multibuy",
        r"\d for [£$€]\d+(\.\d{2})?|Buy \d,? get \d (free|half price)",
        pick(
            text(uniform(2, 6), " for ", SIGN, number(1, 30), maybe(text(".", CENTS), 0.4)),
            text("Buy ", uniform(1, 4), maybe(","), " get 1 ", pick("free", "free", "half price")),
        ),
    ),
    Format(
        "discount terms",
        r"\d{1,2}% off (all|your|selected) [a-z]+( over [$£€]\d+)?( until \d{1,2} [A-Z][a-z]{2})?",
        text(
            common("10 20 15 50 25 30 5"),
            "% off ",
            common("all selected your"),
            " ",
            WORD,
            maybe(text(" over ", SIGN, number(20, 200)), 0.4),
            maybe(text(" until ", uniform(1, 28), " ", MONTH_NAME), 0.3),
        ),
    ),
    Format(
        "sales line",
        r"\d+ ?[x×] [A-Z][a-z]+( [a-z]+)* @ \d+\.\d{2}",
        text(number(1, 40), maybe(" "), of("xx×", 1), " ", PHRASE, " @ ", AMOUNT),
    ),
    Format(
        "receipt line",
        r"[A-Z]+( [A-Z]+)* {2,}\d+\.\d{2} [AB]",
        text(some(SHOUT, 1, 3, " "), some(" ", 2, 14), AMOUNT, " ", common("A B")),
    ),
    Format(
        "receipt total",
        r"(SUBTOTAL|TOTAL|CASH|CHANGE|TAX)( EUR)?\t\d+[.,]\d{2}",
        text(common("TOTAL SUBTOTAL CASH CHANGE TAX"), maybe(" EUR", 0.4), "\t", number(1, 200), of(".,", 1), CENTS),
    ),
    Format(
        "article variant",
        r"[A-Z]+(-[A-Z]+)*-(BLK|WHT|RED|BLU|GRN)-(XS|S|M|L|XL|XXL|\d{2})",
        text(
            some(SHOUT, 1, 2, "-"),
            "-",
            common("BLK WHT BLU RED GRN"),
            "-",
            pick(common("M L S XL XS XXL"), uniform(36, 46)),
        ),
    ),
    Format("catalogue item", r"B0[0-9A-Z]{8}", text("B0", of(ALPHANUMERIC, 8))),
    Format("furniture number", r"\d{3}\.\d{3}\.\d{2}", text(uniform(100, 999), ".", of(DIGITS, 3), ".", of(DIGITS, 2))),
    Format(
        "check fraction",
        r"\d{1,2}-\d{1,4}/\d{3,4}",
        text(uniform(1, 99), "-", number(1, 9999), "/", pick(of(DIGITS, 3), of(DIGITS, 4))),
    ),
    Format(
        "transfer purpose",
        r"(SVWZ|EREF|KREF|MREF)\+[0-9A-Z]+([ .-][0-9A-Z]+)*",
        text(
            common("SVWZ EREF KREF MREF"),
            "+",
            pick(text("RECHNUNG ", number(100, 99999)), of(ALPHANUMERIC, 8, 20), SHOUT),
            some(text(pick(" ", " ", "-"), pick(SHOUT, number(1, 9999))), 0, 3),
        ),
    ),
    Format(
        "card statement",
        r"[A-Z]{2,6} ?\*[A-Z]+( \d{3}-\d{3}-\d{4})? [A-Z]{2}",
        text(
            common("PAYPAL SQ SP GOOGLE TST IC"),
            maybe(" "),
            "*",
            some(SHOUT, 1, 2),
            maybe(text(" ", uniform(201, 989), "-", of(DIGITS, 3), "-", of(DIGITS, 4)), 0.6),
            " ",
            each("CA NY TX WA DE GB IE LU"),
        ),
    ),
    Format(
        "stock quote",
        r"[A-Z]{1,5} \d+\.\d{2} [+-]\d+\.\d{2} \([+-]\d+\.\d{2}%\)",
        pick(
            text(of(UPPER, 1, 5), " ", decimal(2, 900, 2), " +", decimal(0, 12, 2), " (+", decimal(0, 5, 2), "%)"),
            text(of(UPPER, 1, 5), " ", decimal(2, 900, 2), " -", decimal(0, 12, 2), " (-", decimal(0, 5, 2), "%)"),
        ),
    ),
    Format(
        "bond",
        r"[A-Z]+( [A-Z]+)* \d{1,2}(\.\d{1,3})?% (\d{2}/)?\d{2}/\d{2}",
        text(
            some(SHOUT, 1, 2, " "),
            " ",
            number(0, 9),
            maybe(text(".", common("5 25 75 125 875")), 0.8),
            "% ",
            maybe(text(DAY, "/"), 0.3),
            MONTH,
            "/",
            uniform(25, 54),
        ),
    ),
    Format(
        "option contract",
        r"[A-Z]{1,5} +\d{6}[CP]\d{8}",
        text(
            changed(of(UPPER, 1, 5), lambda symbol: symbol.ljust(6)),
            uniform(20, 27),
            MONTH,
            DAY,
            of("CP", 1),
            number(1, 999, 5),
            common("000 500 250"),
        ),
    ),
    Format(
        "market value",
        r"[$€£]\d{1,3}(\.\d{1,2})? ?(K|M|B|T|mn|bn)",
        text(SIGN, number(1, 999), maybe(text(".", of(DIGITS, 1, 2)), 0.6), pick(of("MBKT", 1), " mn", "bn", " bn")),
    ),
    Format(
        "payment terms",
        r"(\d{1,2}/\d{1,2},? )?[Nn]et \d{1,3}( EOM)?|Due on receipt",
        pick(
            text(
                maybe(text(uniform(1, 3), "/", common("10 15 7"), maybe(","), " "), 0.4),
                pick("net ", "Net "),
                common("30 60 14 45 90 10 7 120"),
                maybe(" EOM", 0.2),
            ),
            text("Net ", common("30 60 14 45 90")),
            "Due on receipt",
        ),
    ),
    Format(
        "incoterm",
        r"(EXW|FCA|FOB|CIF|CPT|DAP|DDP) [A-Z][a-z]+(, Incoterms®? 20[12]0)?",
        text(
            common("FOB EXW DAP CIF DDP FCA CPT"),
            " ",
            PLACE,
            maybe(text(", Incoterms", maybe("®"), " 20", common("20 10")), 0.4),
        ),
    ),
    Format(
        "tax line",
        r"(VAT|GST|Tax) \d{1,2}(\.\d)?% on \d+\.\d{2}: \d+\.\d{2}",
        text(
            common("VAT Tax GST"),
            " ",
            common("20 19 7 5 21"),
            maybe(text(".", each("0 5"))),
            "% on ",
            AMOUNT,
            ": ",
            decimal(0.2, 99, 2),
        ),
    ),
    Format(
        "tariff code",
        r"\d{4}\.\d{2}(\.\d{2}){0,2}",
        text(uniform(101, 9706, 4), ".", uniform(10, 99), some(text(".", pick("00", "90", of(DIGITS, 2))), 0, 2)),
    ),
    Format(
        "shipping mark",
        r"CTN \d+/\d+ {1,3}G\.?W\.? \d+(\.\d)? ?KGS?( {1,3}\d+x\d+x\d+ CM)?",
        text(
            "CTN ",
            number(1, 40),
            "/",
            number(10, 99),
            some(" ", 1, 3),
            pick("GW", "G.W."),
            " ",
            number(2, 300),
            maybe(text(".", DIGIT)),
            maybe(" "),
            common("KG KGS"),
            maybe(text(some(" ", 1, 3), some(uniform(15, 120), 3, 3, "x"), " CM")),
        ),
    ),
    Format(
        "delivery time",
        r"([Dd]elivery|Ships) in \d{1,2}([-–]\d{1,2})? (business |working )?(days|weeks)",
        text(
            pick("Delivery", "delivery", "Ships"),
            " in ",
            uniform(1, 4),
            maybe(text(pick("-", "–"), uniform(5, 12)), 0.7),
            " ",
            pick("", "business ", "working "),
            common("days weeks"),
        ),
    ),
    Format(
        "stock level",
        r"In stock( \(\d+\))?|Only \d left|Out of stock|Backorder: \d{1,2}/\d{1,2}",
        pick(
            text("In stock", maybe(text(" (", number(4, 900), ")"), 0.8)),
            text("In stock (", number(4, 900), ")"),
            text("Only ", uniform(1, 9), " left"),
            "Out of stock",
            text("Backorder: ", uniform(1, 12), "/", uniform(1, 28)),
        ),
    ),
    Format(
        "shelf place",
        r"[A-Z]{1,2}-\d{2}-\d{2}(-[A-D])?",
        text(of("ABCDEFGH", 1, 2), "-", number(1, 60, 2), "-", number(1, 12, 2), maybe(text("-", of("ABCD", 1)), 0.4)),
    ),
    Format(
        "lot and expiry",
        r"LOT:? [A-Z]?\d{4,7}[A-Z]? EXP:? \d{4}[-/](0[1-9]|1[0-2])",
        text(
            "LOT",
            maybe(":"),
            " ",
            maybe(LETTER),
            of(DIGITS, 4, 7),
            maybe(LETTER, 0.2),
            " EXP",
            maybe(":"),
            " ",
            uniform(2021, 2029),
            pick("-", "/"),
            MONTH,
        ),
    ),
    Format(
        "best before",
        r"(mind\. haltbar bis|zu verbrauchen bis|MHD):? (\d{2}\.)?\d{2}\.\d{4}",
        text(
            pick("mind. haltbar bis", "MHD", "zu verbrauchen bis"),
            maybe(":", 0.6),
            " ",
            maybe(text(DAY, "."), 0.6),
            MONTH,
            ".",
            uniform(2021, 2028),
        ),
    ),
    Format(
        "insurance policy",
        r"(AU|HO|LI|PC|TR)[- ]?\d{7,9}(-\d{2})?",
        text(common("AU HO LI PC TR"), pick("-", " ", ""), of(DIGITS, 7, 9), maybe(text("-", number(1, 30, 2)))),
    ),
    Format(
        "insurance claim",
        r"CLM/\d{4}/\d{6}(/[A-Z])?( \((open|paid|denied)\))?",
        text(
            "CLM/",
            YEAR,
            "/",
            number(1, 99999, 6),
            maybe(text("/", LETTER), 0.2),
            maybe(text(" (", common("open paid denied"), ")"), 0.5),
        ),
    ),
    Format(
        "house for sale",
        r"\d bed, \d(\.5)? bath(, \d{1,2}(,\d{3})? sq ft)?(, [a-z]+)?",
        text(
            uniform(1, 6),
            " bed, ",
            uniform(1, 4),
            maybe(".5", 0.3),
            " bath",
            maybe(text(", ", uniform(1, 4), ",", of(DIGITS, 2), "0 sq ft"), 0.6),
            maybe(text(", ", common("garage garden pool cellar terrace balcony")), 0.4),
        ),
    ),
    Format(
        "german flat for rent",
        r"\d(,5)?-Zi\.-Whg\., \d{2,3} ?m²(, (EG|DG|\d\. OG))?(, [A-Z][a-z]+)?",
        text(
            uniform(1, 5),
            maybe(",5", 0.3),
            "-Zi.-Whg., ",
            number(22, 180),
            maybe(" ", 0.7),
            "m²",
            maybe(text(", ", pick("EG", "DG", text(uniform(1, 5), ". OG"))), 0.6),
            maybe(text(", ", PLACE)),
        ),
    ),
    Format(
        "monthly rent",
        r"[$£€](\d,)?\d{3}( ?/ ?mo| pcm| per month)",
        text(
            SIGN,
            maybe(text(uniform(1, 4), ",")),
            uniform(10, 99),
            common("0 5"),
            pick("/mo", " pcm", " per month", " / mo"),
        ),
    ),
    Format(
        "campaign tags",
        r"utm_source=[a-z]+(&utm_(medium|campaign|term|content)=[a-z0-9_]+)+",
        text(
            "utm_source=",
            common("google newsletter facebook bing linkedin"),
            "&utm_medium=",
            common("cpc email social banner"),
            maybe(text("&utm_campaign=", WORD, "_", pick(WORD, YEAR)), 0.8),
            maybe(text("&utm_content=", WORD, maybe(DIGIT)), 0.3),
        ),
    ),
    Format(
        "tracking tag",
        r"GTM-[0-9A-Z]{6,8}|UA-\d{5,9}-\d{1,2}|G-[0-9A-Z]{10}",
        pick(
            text("GTM-", of(ALPHANUMERIC, 6, 8)),
            text("UA-", of(DIGITS, 5, 9), "-", number(1, 20)),
            text("G-", of(ALPHANUMERIC, 10)),
        ),
    ),
    Format(
        "subscription plan",
        r"[A-Z][a-z]+( plan)? [-–] [$€]\d+(\.\d{2})?/(mo|month|yr|year|user)",
        text(
            common("Pro Basic Team Business Starter Premium"),
            maybe(" plan", 0.4),
            " ",
            of("-–", 1),
            " ",
            of("$€", 1),
            number(3, 300),
            maybe(text(".", CENTS), 0.4),
            "/",
            common("month mo year user yr"),
        ),
    ),
    Format(
        "creditor identifier",
        r"[A-Z]{2}\d{2}[0-9A-Z]{3}\d{8,11}",
        text(
            common("DE AT FR NL ES"),
            of(DIGITS, 2),
            pick("ZZZ", "ZZZ", "001", of(ALPHANUMERIC, 3)),
            pick(text("0", of(DIGITS, 10)), of(DIGITS, 8)),
        ),
    ),
    Format(
        "loyalty balance",
        r"\d{1,3}(,\d{3})* (pts|points|miles)( \(≈ €\d+\.\d{2}\))?",
        text(
            grouped(10, 200_000, ","),
            " ",
            common("points pts miles"),
            maybe(text(" (≈ €", number(1, 200), ".", of(DIGITS, 2), ")"), 0.4),
        ),
    ),
    Format(
        "general ledger",
        r"[1-9]\d{3}(-\d{2,3})? [A-Z][a-z]+( [a-z]+)*",
        text(
            uniform(1, 9),
            pick("000", "100", "200", of(DIGITS, 3)),
            maybe(text("-", uniform(10, 300)), 0.4),
            " ",
            PHRASE,
        ),
    ),
    Format(
        "journal posting",
        r"(Dr|Cr) \d{4} [A-Z][a-z]+ \d{1,3}(,\d{3})*\.\d{2}",
        text(common("Dr Cr"), " ", uniform(1000, 8999), " ", TITLE, " ", decimal(5, 200_000, 2, ",")),
    ),
    Format(
        "loan terms",
        r"\d{1,2}(\.\d{1,2})?% (fixed|variable|APR)( for| over) \d{1,2} (years|months)",
        text(
            number(1, 12),
            maybe(text(".", of(DIGITS, 1, 2)), 0.8),
            "% ",
            common("APR fixed variable"),
            pick(" for ", " over "),
            common("5 10 12 30 24 15 36 20"),
            " ",
            common("years months"),
        ),
    ),
    Format(
        "auction bid",
        r"\d+ bids?, (US )?\$\d{1,3}(,\d{3})*(\.\d{2})?( \(reserve not met\))?",
        text(
            pick("1 bid", text(number(2, 70), " bids")),
            ", ",
            maybe("US ", 0.3),
            "$",
            grouped(1, 20_000, ","),
            maybe(text(".", CENTS)),
            maybe(" (reserve not met)", 0.2),
        ),
    ),
    Format(
        "budget line",
        r"[A-Z][a-z]+( [a-z]+)*: [\d.]+k? of [\d.]+k? (EUR|USD)",
        text(
            PHRASE,
            ": ",
            pick(number(100, 9000), text(decimal(1, 90, 1), "k")),
            " of ",
            pick(text(number(1, 90), "00"), text(number(5, 200), "k")),
            " ",
            common("EUR USD"),
        ),
    ),
    Format(
        "wholesale pack",
        r"\d{1,3} ?[x×] ?\d+(\.\d)? ?(ml|l|g|kg|cl|oz)",
        text(
            common("6 12 24 4 10 20 48"),
            maybe(" "),
            of("x×", 1),
            maybe(" "),
            pick(text(number(1, 9), ".", DIGIT), common("330 500 250 750 1 2 100")),
            maybe(" "),
            common("ml g l cl kg oz"),
        ),
    ),
    Format(
        "returns slip",
        r"RMA[ #-]?\d{5,8}(: [a-z]+( [a-z]+)*)?",
        text(
            "RMA",
            pick(" ", "#", "-", ""),
            of(DIGITS, 5, 8),
            maybe(text(": ", pick("wrong size", "damaged", "not as described", "changed mind", text("broken ", WORD)))),
        ),
    ),
    Format(
        "company and form",
        r"[A-Z][a-z]+( [A-Z][a-z]+)?,? (Ltd\.?|Inc\.?|LLC|AG|S\.A\.|GmbH( & Co\. KG)?)( i\.L\.)?",
        text(
            pick(FAMILY, TITLE, PLACE),
            maybe(text(" ", TITLE), 0.6),
            maybe(",", 0.1),
            " ",
            pick(common("Ltd Inc. GmbH LLC AG Inc S.A. Ltd."), text("GmbH", maybe(" & Co. KG", 0.4))),
            maybe(" i.L.", 0.06),
        ),
    ),
    Format(
        "classified ad",
        r"(For sale|Wanted): [A-Z][a-z]+( [a-z]+)*(, [a-z]+ condition)?(, [£$€]\d+( ono)?)?(, tel\. \d+ \d+)?",
        text(
            pick("For sale", "For sale", "Wanted"),
            ": ",
            PHRASE,
            maybe(text(", ", common("good used perfect fair"), " condition"), 0.6),
            maybe(text(", ", SIGN, number(5, 900), maybe(" ono", 0.4)), 0.7),
            maybe(text(", tel. ", of(DIGITS, 3, 5), " ", of(DIGITS, 4, 8)), 0.6),
        ),
    ),
    Format(
        "bank statement line",
        r"\d{2}\.\d{2}\. {1,4}[A-Z]+( [A-Z0-9]+)* {2,}[+-]?\d{1,3}(\.\d{3})*,\d{2}( EUR)?",
        text(
            DAY,
            ".",
            MONTH,
            ".",
            some(" ", 1, 4),
            common("LASTSCHRIFT DAUERAUFTRAG GUTSCHRIFT ENTGELT"),
            some(text(" ", pick(SHOUT, changed(PLACE, str.upper), number(10, 99999))), 1, 5),
            some(" ", 2, 10),
            pick("-", "-", "+", ""),
            grouped(1, 9000, "."),
            ",",
            of(DIGITS, 2),
            maybe(" EUR", 0.4),
        ),
    ),
)
