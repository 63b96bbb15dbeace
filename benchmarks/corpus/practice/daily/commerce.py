"""Goods, prices and payments: shops, banks, markets, terms of trade, customs, dispatch, stocks."""

from __future__ import annotations

from random import Random

from benchmarks.corpus.drawing import (
    DAY,
    DIGIT,
    DIGITS,
    LETTER,
    MONTH,
    MONTH_NAME,
    PLACE,
    SHOUT,
    TITLE,
    UPPER,
    WORD,
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
)
