"""What stands in sources: names, literals, styles, markup."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    HEX,
    SHOUT,
    TITLE,
    UPPER,
    VERB,
    WORD,
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

KEY = common("id name size lang type page sort user limit color")
TAG = common("div p span a li h1 h2 td ul section em img")
TYPE = common("int str float bool bytes list dict")

CODE = (
    Format(
        "identifier",
        r"[A-Za-z_][A-Za-z0-9_]*",
        pick(WORD, some(WORD, 2, 3, "_"), text("_", WORD), text(WORD, number(1, 99)), text(VERB, TITLE), SHOUT),
    ),
    Format("camel case", r"[a-z]+([A-Z][a-z]+)+", text(pick(VERB, WORD), some(TITLE, 1, 3))),
    Format("pascal case", r"([A-Z][a-z]+){2,}", some(TITLE, 2, 4)),
    Format("snake case", r"[a-z]+(_[a-z]+)*", some(WORD, 1, 4, "_")),
    Format("constant", r"[A-Z]+(_[A-Z]+)*(_\d+)?", text(some(SHOUT, 1, 3, "_"), maybe(text("_", number(1, 64)), 0.2))),
    Format("slug", r"[a-z0-9]+(-[a-z0-9]+)*", some(pick(WORD, WORD, WORD, number(1, 2025)), 2, 6, "-")),
    Format("dotted module", r"[a-z]+(_[a-z]+)?(\.[a-z]+)+", text(some(WORD, 1, 2, "_"), ".", some(WORD, 1, 3, "."))),
    Format("hex literal", r"0x[0-9A-F]{2,8}", text("0x", changed(pick(of(HEX, 2), of(HEX, 4), of(HEX, 8)), str.upper))),
    Format(
        "hex colour",
        r"#([0-9a-f]{3}|[0-9a-f]{6})",
        pick(text("#", of(HEX, 6)), text("#", of(HEX, 3)), text("#", of("0369cf", 3))),
    ),
    Format(
        "rgb colour",
        r"rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)",
        text("rgb(", some(pick("0", "255", uniform(0, 255)), 3, 3, ", "), ")"),
    ),
    Format(
        "css length",
        r"-?(0|\d*\.?\d+(px|em|rem|vh|vw|%))",
        pick(
            "0",
            text(maybe("-", 0.1), number(1, 1200), common("px % vh vw")),
            text(pick("", "0", "1", "2"), ".", common("5 25 75 8 2 1"), common("em rem")),
            text(number(1, 12), common("rem em")),
        ),
    ),
    Format(
        "css declaration",
        r"[a-z]+(-[a-z]+)*: [a-z0-9#%. ]+;",
        text(
            common("margin padding width height border-top font-size z-index max-width line-height"),
            ": ",
            pick(
                "auto",
                "none",
                "inherit",
                text(number(1, 900), common("px % em")),
                text(number(0, 40), "px ", number(1, 60), "px"),
                text("#", of(HEX, 3)),
            ),
            ";",
        ),
    ),
    Format(
        "html tag",
        r"</?[a-z]+[1-6]?( [a-z]+=\"[a-z0-9-]*\")*>",
        pick(
            text("</", TAG, ">"),
            text(
                "<",
                TAG,
                some(text(" ", common("class id href name data"), '="', some(WORD, 1, 2, "-"), '"'), 0, 2),
                ">",
            ),
        ),
    ),
    Format(
        "latex reference",
        r"\\(ref|cite|label|eqref)\{([a-z]+:)?[a-z0-9]+([-,][a-z0-9]+)*\}",
        pick(
            text(
                "\\", pick("ref", "label", "eqref"), "{", common("fig sec eq tab thm"), ":", some(WORD, 1, 3, "-"), "}"
            ),
            text("\\cite{", some(text(WORD, uniform(1985, 2024)), 1, 3, ","), "}"),
        ),
    ),
    Format(
        "c include",
        r"#include (<[a-z]+(/[a-z]+)*(\.h)?>|\"[a-z_]+\.h\")",
        pick(
            text("#include <", some(WORD, 1, 2, "/"), pick("", ".h"), ">"),
            text('#include "', some(WORD, 1, 2, "_"), '.h"'),
        ),
    ),
    Format(
        "key and value",
        r"[a-z]+=[a-z0-9]+(&[a-z]+=[a-z0-9]+)*",
        some(text(KEY, "=", pick(WORD, number(0, 5000))), 1, 4, "&"),
    ),
    Format(
        "quoted row",
        r"(\"[^\"]*\"|\d+(\.\d+)?)(,(\"[^\"]*\"|\d+(\.\d+)?)){2}",
        text(
            '"',
            TITLE,
            '",',
            pick(number(1, 900), decimal(0.1, 500, 2)),
            ",",
            pick(text('"', some(WORD, 1, 3, " "), '"'), number(1, 99)),
        ),
    ),
    Format("small list", r"\d{1,2}(,\d{1,2})*", some(number(0, 40), 1, 7, ",")),
    Format("letter list", r"[a-e](,[a-e])*", some(of("abcde", 1), 1, 6, ",")),
    Format(
        "bracketed vector",
        r"\[-?\d+(\.\d+)?(, -?\d+(\.\d+)?)*\]",
        text("[", some(text(maybe("-", 0.3), pick(number(0, 90), decimal(0.01, 30, 2))), 1, 5, ", "), "]"),
    ),
    Format(
        "sql type",
        r"(INTEGER|TEXT|DATE|VARCHAR\(\d+\)|NUMERIC\(\d+, ?\d+\))( NOT NULL)?",
        text(
            pick(
                "INTEGER",
                "TEXT",
                "DATE",
                text("VARCHAR(", common("255 50 100 20 64 10 40 2 500"), ")"),
                text("NUMERIC(", uniform(5, 18), pick(", ", ","), uniform(1, 4), ")"),
            ),
            maybe(" NOT NULL"),
        ),
    ),
    Format(
        "python signature",
        r"def [a-z]+(_[a-z]+)*\(([a-z]+(: [a-z]+)?(, [a-z]+(: [a-z]+)?)*)?\):",
        text(
            "def ", VERB, maybe(text("_", WORD), 0.7), "(", some(text(WORD, maybe(text(": ", TYPE))), 0, 3, ", "), "):"
        ),
    ),
    Format(
        "markdown heading",
        r"#{1,4} [A-Z][a-z]+( [a-z]+)*",
        text(common("## # ### ####"), " ", TITLE, maybe(text(" ", some(WORD, 1, 4, " ")), 0.7)),
    ),
    Format(
        "markdown link",
        r"\[[A-Za-z ]+\]\([a-z/]+\.(md|html)(#[a-z-]+)?\)",
        text(
            "[",
            TITLE,
            maybe(text(" ", WORD)),
            "](",
            some(WORD, 1, 3, "/"),
            ".",
            pick("md", "html"),
            maybe(text("#", some(WORD, 1, 2, "-")), 0.3),
            ")",
        ),
    ),
    Format(
        "assembly",
        r"(mov|add|sub|xor|cmp) r([0-9]|1[0-5]), (r([0-9]|1[0-5])|#\d+)",
        text(
            common("mov add cmp sub xor"),
            " r",
            number(0, 15),
            ", ",
            pick(text("r", number(0, 15)), text("#", number(0, 255))),
        ),
    ),
    Format(
        "compiler position",
        r"[a-z_]+\.(c|h|py|rs):\d+(:\d+)?",
        text(some(WORD, 1, 2, "_"), ".", common("py c h rs"), ":", number(1, 1500), maybe(text(":", number(1, 100)))),
    ),
    Format("boolean", r"true|false|yes|no|on|off", common("true false yes no on off")),
    Format("truth row", r"[01]( [01]){3} \| [01]", text(some(of("01", 1), 4, 4, " "), " | ", of("01", 1))),
    Format(
        "matrix cell",
        r"[A-Z]{1,2}[1-9]\d{0,3}(:[A-Z]{1,2}[1-9]\d{0,3})?",
        text(
            of(UPPER[:12], 1),
            maybe(of(UPPER, 1), 0.1),
            number(1, 900),
            maybe(text(":", of(UPPER, 1), number(10, 2000)), 0.4),
        ),
    ),
    Format(
        "format placeholder",
        r"%[-0]?\d*(\.\d)?[dsfx]",
        text("%", pick("", "", "0", "-"), maybe(number(1, 30)), pick("d", "s", "x", text(".", DIGIT, "f"))),
    ),
)
