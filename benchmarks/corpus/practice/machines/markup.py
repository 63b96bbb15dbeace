"""What is neither code nor prose: markup, settings, sheets, styles, paths and queries into data."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    DOMAIN,
    FAMILY,
    GIVEN,
    HEX,
    LOWER,
    TITLE,
    WORD,
    YEAR,
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
from benchmarks.corpus.practice.machines.services import KEBAB, SNAKE
from benchmarks.corpus.practice.machines.sources import SENTENCE, VALUE
from benchmarks.corpus.practice.machines.systems import THREE

QUOTED = text("'", WORD, "'")
CELL = text(of("ABCDEFGHK", 1), number(1, 400))
ABSOLUTE = text("$", of("ABCDEFGH", 1), "$", number(1, 999))
TEX = text(of("abcfgknxyzNT", 1), maybe(pick("_i", "_{ij}", "^2", "_0", "_{n+1}", "'"), 0.5))

MARKUP = (
    Format(
        "column of a table",
        r"`?[a-z]+(_[a-z]+)*`? (INTEGER|INT|BIGINT|TEXT|VARCHAR\(\d+\)|TIMESTAMP|BOOLEAN|NUMERIC\(\d+,\d\))( NOT"
        r" NULL| PRIMARY KEY| UNIQUE)*( DEFAULT ('[a-z]*'|\d+|NOW\(\)))?,?",
        text(
            pick(SNAKE, text("`", SNAKE, "`")),
            text(
                " ",
                pick(
                    common("INTEGER TEXT TIMESTAMP BOOLEAN BIGINT INT"),
                    text("VARCHAR(", common("255 50 100 20 64"), ")"),
                    text("NUMERIC(", common("10 12 8 5"), ",2)"),
                ),
            ),
            text(
                pick("", " NOT NULL", " PRIMARY KEY", " NOT NULL UNIQUE"),
                text(maybe(text(" DEFAULT ", pick("0", "NOW()", "''", QUOTED, number(1, 99))), 0.3), maybe(",", 0.8)),
            ),
        ),
    ),
    Format(
        "inserted row",
        r"(INSERT|REPLACE) INTO [a-z]+(_[a-z]+)*( \([a-z]+(, [a-z]+)*\))? VALUES \((\d+|'[A-Za-z ]*'|NULL)(, ?"
        r"(-?\d+(\.\d+)?|'[A-Za-z ]*'|NULL))*\);",
        text(
            text(
                text(common("INSERT REPLACE"), " INTO ", SNAKE, maybe(text(" (", some(WORD, 2, 4, ", "), ")"), 0.4)),
                text(" VALUES (", pick(number(1, 99999), "NULL")),
            ),
            text(
                some(
                    text(
                        ", ",
                        pick(number(0, 999), decimal(0, 99, 2), QUOTED, text("'", GIVEN, " ", FAMILY, "'"), "NULL"),
                    ),
                    1,
                    4,
                ),
                ");",
            ),
        ),
    ),
    Format(
        "join",
        r"((LEFT|INNER|RIGHT) )?JOIN [a-z]+(_[a-z]+)*( (AS )?[a-z]{1,2})? ON [a-z]+\.[a-z]+(_id)? ="
        r" [a-z]+\.[a-z]+(_id)?",
        text(
            text(
                text(maybe(text(common("LEFT INNER RIGHT"), " "), 0.6), "JOIN ", SNAKE),
                text(maybe(text(" ", maybe("AS ", 0.3), of(LOWER, 1)), 0.7), " ON ", of(LOWER, 1), "."),
            ),
            text(pick("id", text(WORD, "_id")), " = ", of(LOWER, 1), ".", pick("id", text(WORD, "_id"))),
        ),
    ),
    Format(
        "filter of rows",
        r"WHERE [a-z]+(_[a-z]+)* (IN \(\d+(, ?\d+)*\)|IS (NOT )?NULL|BETWEEN \d+ AND \d+|(NOT )?LIKE"
        r" '%?[a-z]+%?')( (AND|OR) [a-z]+ = \d+)*",
        text(
            text("WHERE ", SNAKE, " "),
            pick(
                text("IN (", some(number(1, 9999), 1, 6, ", "), ")"),
                "IS NULL",
                "IS NOT NULL",
                text("BETWEEN ", number(0, 99), " AND ", number(10, 9999)),
                text(maybe("NOT ", 0.2), "LIKE '", maybe("%"), WORD, "%'"),
            ),
            some(text(" ", common("AND OR"), " ", WORD, " = ", number(0, 99)), 0, 2),
        ),
    ),
    Format(
        "choice in a sheet",
        r"=(IF|WENN)\(\$?[A-Z]\$?\d+(>|<|=|>=|<>)(\d+|\"[a-z]*\")(,|;)(\"[A-Za-z]*\"|[A-Z]\d+)(,|;)"
        r"(\"[A-Za-z]*\"|[A-Z]\d+|0)\)",
        pick(
            *[
                text(
                    text("=", name, "(", pick(CELL, ABSOLUTE), pick(">", "=", "<", ">=", "<>")),
                    text(pick(number(0, 999), '""', text('"', WORD, '"')), comma, pick(text('"', TITLE, '"'), CELL)),
                    text(comma, pick('""', text('"', TITLE, '"'), CELL, "0"), ")"),
                )
                for name, comma in (("IF", ","), ("IF", ","), ("WENN", ";"))
            ]
        ),
    ),
    Format(
        "looked up value",
        r"=(VLOOKUP|XLOOKUP|INDEX|MATCH)\([A-Z]\d+(,\s?\$?[A-Z]\$?\d*(:\$?[A-Z]\$?\d*)?)+(,\s?\d+)?(,\s?"
        r"(FALSE|TRUE|0))?\)",
        text(
            text("=", common("VLOOKUP INDEX MATCH XLOOKUP"), "(", CELL),
            some(text(pick(",", ", "), pick(text(ABSOLUTE, ":", ABSOLUTE), "A:D", text(CELL, ":", CELL))), 1, 2),
            text(maybe(text(",", number(1, 20)), 0.7), maybe(pick(",FALSE", ",0", ", FALSE")), ")"),
        ),
    ),
    Format(
        "format of numbers",
        r"(\[(Red|Blue)\])?(#,##0|0)(\.0+)?( ?(€|%|\$|E\+00))?(;-?(\[Red\])?-?(#,##0|0)(\.0+)?)?",
        text(
            text(maybe("[Blue]", 0.1), pick("#,##0", "#,##0", "0"), maybe(text(".", some("0", 1, 4)), 0.7)),
            maybe(pick(" €", "%", "$", " %", "E+00")),
            maybe(text(";", pick("-", "[Red]-"), pick("#,##0", "0"), maybe(".00")), 0.3),
        ),
    ),
    Format(
        "latex markup",
        r"[\\](textbf|emph|section|subsection|caption|texttt)\*?\{[A-Za-z]+( [A-Za-z]+)*\}",
        text(
            text("\\", common("section emph textbf subsection caption texttt"), maybe("*", 0.15), "{"),
            text(pick(SENTENCE, WORD), "}"),
        ),
    ),
    Format(
        "latex environment",
        r"[\\](begin|end)\{[a-z]+\*?\}(\[[htbp!]+\])?(\{[lcr|]+\})?",
        pick(
            text("\\end{", pick(common("figure table equation itemize"), WORD), "}"),
            text(
                text("\\begin{", common("figure equation itemize align proof"), maybe("*", 0.2), "}"),
                maybe(pick("[ht]", "[htbp]", "[!t]", "[h]"), 0.4),
            ),
            text("\\begin{tabular}{", of("lcr|", 2, 7), "}"),
        ),
    ),
    Format(
        "latex length",
        r"[\\]([vh]space|setlength)\*?\{([\\][a-z]+\}\{)?-?\d*\.?\d+(cm|mm|pt|em|[\\]"
        r"(textwidth|linewidth|baselineskip))\}",
        text(
            "\\",
            pick(
                "vspace{", "hspace{", "vspace*{", text("setlength{\\", pick("parindent", "parskip", "tabcolsep"), "}{")
            ),
            text(maybe("-", 0.25), pick(number(1, 20), decimal(0.1, 1, 1), text(".", DIGIT))),
            text(pick("cm", "pt", "em", "mm", "\\textwidth", "\\linewidth"), "}"),
        ),
    ),
    Format(
        "bibliography field",
        r"\s*(title|author|year|journal|pages|volume) *= *(\{[A-Za-z0-9 ,-]+\}|\"[A-Za-z0-9 ,-]+\"|\d{4}),?",
        text(
            pick("  ", "  ", "\t"),
            pick(
                text(common("title journal"), pick(" = ", "="), "{", SENTENCE, "}"),
                text("author = {", some(text(FAMILY, ", ", GIVEN), 1, 3, " and "), "}"),
                text("year", pick(" = ", "   = "), pick(YEAR, text("{", YEAR, "}"))),
                text("pages = {", number(1, 400), pick("-", "--"), number(2, 999), "}"),
                text('volume = "', number(1, 300), '"'),
            ),
            maybe(",", 0.8),
        ),
    ),
    Format(
        "formula in a text",
        r"\$[A-Za-z]('|[_^](\d|[a-z]|\{[a-z0-9+]+\}))?( ?(=|<|[\\]leq?|[\\]in|\+|-) ?(\d+|[A-Za-z]('|[_^]"
        r"(\d|[a-z]|\{[a-z0-9+]+\}))?))*\$",
        text(
            text("$", TEX),
            some(
                text(pick(" = ", "=", " + ", " - ", " \\leq ", " \\in ", " < "), pick(TEX, TEX, number(0, 100))), 0, 3
            ),
            "$",
        ),
    ),
    Format(
        "path into json",
        r"\$(\.{1,2}[a-z_]+|\[(\d+|\*|-\d)\]|\[\?\(@\.[a-z]+[<>=]+\d+\)\])+",
        text(
            "$",
            some(pick(text(".", SNAKE), text(".", WORD, "[", pick(number(0, 20), "*"), "]"), text("..", WORD)), 1, 4),
            maybe(text("[?(@.", WORD, pick("<", ">", "=="), number(0, 100), ")]"), 0.2),
        ),
    ),
    Format(
        "path into xml",
        r"(//?[a-z]+(\[(@[a-z]+(='[a-z]+')?|\d+|last\(\))\])?)+(/@[a-z]+|/text\(\))?",
        text(
            some(
                text(
                    text(pick("/", "//"), pick(common("div a li table span p"), WORD)),
                    maybe(
                        text(
                            "[",
                            pick(
                                text("@", common("id class href"), "='", WORD, "'"),
                                number(1, 12),
                                "last()",
                                text("@", WORD),
                            ),
                            "]",
                        ),
                        0.4,
                    ),
                ),
                1,
                4,
            ),
            maybe(pick("/text()", "/@href"), 0.3),
        ),
    ),
    Format(
        "object in json",
        r"\{\"[a-z_]+\": ?(-?\d+(\.\d+)?|true|false|null|\"[A-Za-z ]*\"|\[[0-9, ]*\])(, ?\"[a-z_]+\": ?(-?\d+"
        r"(\.\d+)?|true|false|null|\"[A-Za-z ]*\"|\[[0-9, ]*\]))*\}",
        text(
            "{",
            some(
                text(
                    text('"', SNAKE, '": '),
                    pick(
                        VALUE,
                        VALUE,
                        "null",
                        decimal(0, 90, 2),
                        text('"', SENTENCE, '"'),
                        text("[", some(number(0, 99), 0, 4, ", "), "]"),
                    ),
                ),
                1,
                4,
                ", ",
            ),
            "}",
        ),
    ),
    Format(
        "heading in toml",
        r"\[[a-z]+(-[a-z]+)*(\.([a-z]+(-[a-z]+)*|\"[a-z./*]+\"))*\]|\[\[[a-z]+(\.[a-z]+)*\]\]",
        pick(
            text("[", KEBAB, some(text(".", pick(KEBAB, text('"', WORD, "/", WORD, '"'))), 0, 2), "]"),
            text("[", some(KEBAB, 1, 3, "."), "]"),
            text("[[", some(WORD, 1, 2, "."), "]]"),
        ),
    ),
    Format(
        "list in toml",
        r"[a-z]+([_-][a-z]+)* = \[(\"[A-Za-z0-9 .<>=-]+\"(, \"[A-Za-z0-9 .<>=-]+\")*|\d+(, \d+)*)?,?\]",
        text(
            text(pick(SNAKE, KEBAB), " = ["),
            pick(
                some(text('"', pick(WORD, TITLE, KEBAB, text(WORD, pick(">=", "==", "<"), THREE)), '"'), 0, 4, ", "),
                some(number(0, 999), 1, 6, ", "),
            ),
            "]",
        ),
    ),
    Format(
        "namespace of markup",
        r"xmlns(:[a-z]+)?=\"(http://www\.[a-z0-9]+\.[a-z]+/(\d{4}/)?[a-z]+(/[a-z]+)*|urn:[a-z]+(:[a-z0-9.]+)+)\"",
        text(
            text("xmlns", maybe(text(":", common("xs xsi svg xlink dc")), 0.7), '="'),
            pick(
                text("http://www.", pick("w3.org", DOMAIN), "/", maybe(text(YEAR, "/")), some(WORD, 1, 2, "/")),
                text("urn:", WORD, some(text(":", pick(WORD, "1.0")), 1, 3)),
            ),
            '"',
        ),
    ),
    Format(
        "filled element",
        r"<[a-z]+( [a-z]+=\"[a-z0-9]+\")*>[A-Za-z0-9 .]*</[a-z]+>|<[a-z]+( [a-z]+=\"[a-z0-9]+\")* ?/>",
        pick(
            *[
                text(
                    text("<", name),
                    maybe(text(" ", common("id class type lang"), '="', pick(WORD, number(1, 99)), '"'), 0.4),
                    text(">", pick(SENTENCE, number(0, 9999), decimal(0, 99, 2), WORD), "</", name, ">"),
                )
                for name in ("name", "id", "title", "value", "td", "li")
            ],
            text("<", WORD, some(text(" ", WORD, '="', number(0, 99), '"'), 0, 2), maybe(" "), "/>"),
        ),
    ),
    Format(
        "media query",
        r"@media (screen and )?\((min|max)-(width|height): \d+(px|em)\)( and \((min|max)-width: \d+(px|em)\))?( \{)?",
        text(
            text("@media ", maybe("screen and ", 0.3), "(", common("max min"), "-", common("width height"), ": "),
            text(common("768 1024 480 600 1200"), "px)"),
            text(maybe(text(" and (max-width: ", number(600, 1900), "px)"), 0.25), maybe(" {", 0.6)),
        ),
    ),
    Format(
        "utility classes",
        r"((sm|md|lg|hover|dark):)?[a-z]+(-[a-z]+)*(-(\d{1,3}|\d\.5|auto|full))?( ((sm|md|lg|hover|dark):)?[a-z]+"
        r"(-[a-z]+)*(-(\d{1,3}|\d\.5|auto|full))?)*",
        some(
            text(
                maybe(text(common("md hover sm lg dark"), ":"), 0.2),
                pick(
                    "flex",
                    "block",
                    "hidden",
                    *[
                        text(
                            text(common("p m w px mt text-gray bg-blue gap"), "-"),
                            pick(number(1, 12), "auto", "full", text(number(1, 9), "00")),
                        )
                    ]
                    * 3,
                ),
            ),
            1,
            7,
            " ",
        ),
    ),
    Format(
        "gradient",
        r"(linear|radial)-gradient\((\d+deg|to [a-z]+|circle)(, ?#[0-9a-f]{3}([0-9a-f]{3})?( \d{1,3}%)?){2,4}\)",
        pick(
            *[
                text(
                    kind,
                    some(text(", #", pick(of(HEX, 6), of(HEX, 3)), maybe(text(" ", uniform(0, 100), "%"), 0.4)), 2, 4),
                    ")",
                )
                for kind in (
                    text("linear-gradient(", common("90 45 180 135"), "deg"),
                    text("linear-gradient(to ", common("right bottom left")),
                    "radial-gradient(circle",
                )
            ]
        ),
    ),
    Format(
        "substitution",
        r"s([/|#])?[A-Za-z0-9.*+^$ -]+[/|#][A-Za-z0-9 _-]*[/|#](g|i|gi|\d)?",
        pick(
            *[
                text(
                    text("s", mark, maybe("^", 0.2), WORD, maybe(pick(".*", "+", "$", " "), 0.3), mark),
                    text(pick("", WORD, SNAKE), mark, pick("", "g", "g", "gi", "2")),
                )
                for mark in "//|#"
            ]
        ),
    ),
    Format(
        "glob",
        r"!?(\*\*/|[a-z]+/)*(\*|[a-z]+\*|\*\.[a-z]+(\.[a-z]+)?|\*\.\{[a-z]+(,[a-z]+)+\})",
        text(
            text(maybe("!", 0.12), maybe("**/", 0.4), some(text(WORD, "/"), 0, 2)),
            pick(
                text("*.", common("py js log txt md")),
                text("*.", WORD, ".", common("js py")),
                text("*.{", some(WORD, 2, 3, ","), "}"),
                text(WORD, "*"),
                "*",
            ),
        ),
    ),
)
