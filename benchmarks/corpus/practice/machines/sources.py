"""Lines of source texts: literals, types, declarations, imports, annotations, statements of many languages."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGITS,
    FAMILY,
    GIVEN,
    HEX,
    LOWER,
    SHOUT,
    TITLE,
    VERB,
    WORD,
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

CLASS = some(TITLE, 1, 3)
CAMEL = text(WORD, some(TITLE, 0, 2))
SENTENCE = text(TITLE, some(text(" ", WORD), 0, 6))
SCALAR = common("int str bool float bytes")
PYTHON_TYPE = pick(SCALAR, text("list[", SCALAR, "]"), text("dict[str, ", SCALAR, "]"), CLASS)
NATIVE = common("int char double float long void unsigned")
RUST = pick(common("&str u32 usize i64 f64 bool"), text(pick("", "&"), CLASS))
RUST_TYPE = pick(RUST, text(common("Option Vec"), "<", CLASS, ">"))
VALUE = pick(number(0, 999), text('"', WORD, '"'), "true", "false")

SOURCES = (
    Format(
        "grouped integer",
        r"\d{1,3}(_\d{3})*(_?(u8|u32|i32|i64|u64|usize))?",
        text(
            text(uniform(1, 999), some(text("_", of(DIGITS, 3)), 0, 3)),
            maybe(text(maybe("_", 0.3), common("u32 i64 usize u8 u64 i32")), 0.4),
        ),
    ),
    Format(
        "floating literal",
        r"-?\d*\.\d+([eE][+-]?\d+)?[fFL]?",
        text(
            maybe("-", 0.2),
            pick(
                decimal(0, 900, 2),
                text(".", of(DIGITS, 1, 3)),
                text(decimal(1, 9, 1), of("eE", 1), pick("-", "", "+"), number(1, 30)),
            ),
            maybe(common("f F L")),
        ),
    ),
    Format(
        "character literal",
        r"'([A-Za-z0-9 ;:,.+*-]|\\[ntr0]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4})'",
        pick(
            text("'", of(LOWER + DIGITS + "ABC;:,.+*- ", 1), "'"),
            text("'\\", common("n t 0 r"), "'"),
            text("'\\x", of(HEX, 2), "'"),
            text("'\\u", of(HEX, 4), "'"),
        ),
    ),
    Format(
        "byte string",
        r"b(\"|')([a-z]|\\x[0-9a-f]{2})+(\"|')",
        pick(
            text("b'", some(pick(text("\\x", of(HEX, 2)), of(LOWER, 1)), 2, 12), "'"),
            text('b"', some(text("\\x", of(HEX, 2)), 1, 8), '"'),
        ),
    ),
    Format(
        "generic type",
        r"(List|Set|Optional)<[A-Z][A-Za-z]+>|Map<String, (List<[A-Z][A-Za-z]+>|[A-Z][A-Za-z]+)>|[A-Z][A-Za-z]+\[\]",
        pick(
            text(common("List Set Optional"), "<", CLASS, ">"),
            text("Map<String, ", pick(CLASS, text("List<", CLASS, ">")), ">"),
            text(CLASS, "[]"),
        ),
    ),
    Format(
        "annotated name",
        r"[a-z]+(_[a-z]+)*: ([A-Za-z]+|list\[[a-z]+\]|dict\[str, [a-z]+\])( \| None)?( = (None|\d+|\"[a-z]*\"|\[\]))?",
        text(
            text(SNAKE, ": ", PYTHON_TYPE, maybe(" | None", 0.3)),
            maybe(text(" = ", pick("None", number(0, 99), '""', "[]", text('"', WORD, '"'))), 0.4),
        ),
    ),
    Format(
        "rust function",
        r"(pub )?fn [a-z]+(_[a-z]+)*\(((&self|[a-z]+: &?[A-Za-z0-9]+)(, [a-z]+: &?[A-Za-z0-9]+)*)?\)"
        r"( -> &?[A-Za-z0-9]+(<[A-Z][A-Za-z]+>)?)? \{",
        text(
            text(maybe("pub ", 0.6), "fn ", SNAKE, "("),
            pick("", some(text(WORD, ": ", RUST), 1, 3, ", "), text("&self", some(text(", ", WORD, ": ", RUST), 0, 2))),
            text(")", maybe(text(" -> ", RUST_TYPE), 0.6), " {"),
        ),
    ),
    Format(
        "go function",
        r"func (\([a-z] \*?[A-Z][A-Za-z]+\) )?[A-Za-z]+\(([a-z]+ \*?[A-Za-z0-9.]+(, [a-z]+ \*?[A-Za-z0-9.]+)*)?\)"
        r"( error| \([a-z]+, error\))? \{",
        text(
            text("func ", maybe(text("(", of(LOWER, 1), " ", maybe("*", 0.7), CLASS, ") ")), pick(CLASS, CAMEL), "("),
            some(text(WORD, " ", pick(common("string int context.Context bool int64"), text("*", CLASS))), 0, 3, ", "),
            text(")", pick("", " error", text(" (", common("string int bool"), ", error)")), " {"),
        ),
    ),
    Format(
        "c variable",
        r"(static |extern )?(const )?(unsigned )?[a-z]+ \*{0,2}[a-z]+(_[a-z]+)*(\[\d*\])?( = -?\d+)?;",
        text(
            text(
                text(pick("", "", "static ", "extern "), maybe("const ", 0.3), maybe("unsigned ", 0.2)),
                common("int char double long"),
            ),
            text(
                text(" ", pick("", "", "*", "**"), SNAKE, maybe(text("[", pick("", number(2, 4096)), "]"), 0.25)),
                text(maybe(text(" = ", pick("0", "-1", number(1, 999))), 0.4), ";"),
            ),
        ),
    ),
    Format(
        "constant macro",
        r"#define [A-Z]+(_[A-Z]+)*\s+(\d+|0x[0-9A-F]+|\(1 << \d+\)|\"[a-z]+\")",
        text(
            text("#define ", some(SHOUT, 1, 3, "_"), pick(" ", "    ", "\t")),
            pick(
                number(0, 65536),
                text("0x", of("0123456789ABCDEF", 2, 8)),
                text("(1 << ", uniform(0, 31), ")"),
                text('"', WORD, '"'),
            ),
        ),
    ),
    Format(
        "marker of a class",
        r"@[A-Z][A-Za-z]+(\((\"[a-z/]+\"|[a-z]+ = (\d+|true|false|\"[a-z]+\")(, [a-z]+ = "
        r"(\d+|true|false|\"[a-z]+\"))*)\))?",
        text(
            text("@", pick(common("Override Test Autowired Nullable"), CLASS)),
            maybe(text("(", pick(text('"/', WORD, '"'), some(text(WORD, " = ", VALUE), 1, 2, ", ")), ")")),
        ),
    ),
    Format(
        "decorator",
        r"@[a-z]+(\.[a-z]+)*(\(((\"[a-z/]+\"|[a-z]+=[a-zA-Z0-9]+)(, [a-z]+=[a-zA-Z0-9]+)*)?\))?",
        text(
            text("@", pick("property", "dataclass", "staticmethod", some(WORD, 1, 3, "."))),
            maybe(
                text(
                    "(",
                    pick(
                        "",
                        text('"/', WORD, '"'),
                        some(text(WORD, "=", pick("True", "None", number(1, 99))), 1, 3, ", "),
                    ),
                    ")",
                )
            ),
        ),
    ),
    Format(
        "java import",
        r"import (static )?[a-z]+(\.[a-z]+)+\.(\*|[A-Z][A-Za-z]+(\.[A-Z]+)?);",
        text(
            "import ",
            pick(
                text("static ", some(WORD, 2, 4, "."), ".", CLASS, ".", SHOUT),
                text(pick("java.util", "org", "com"), ".", some(WORD, 1, 3, "."), ".", pick("*", CLASS, CLASS, CLASS)),
            ),
            ";",
        ),
    ),
    Format(
        "module import",
        r"import (type )?([A-Za-z]+|\{ [A-Za-z]+(, [A-Za-z]+)* \}|\* as [a-z]+) from (\"|')"
        r"(\.{1,2}/|@[a-z]+/)?[a-z]+(-[a-z]+)*(/[a-z]+)*(\"|');?",
        text(
            text(
                text("import ", maybe("type ", 0.1)),
                pick(CLASS, text("{ ", some(pick(CAMEL, CLASS), 1, 4, ", "), " }"), text("* as ", WORD)),
                " from ",
            ),
            pick(
                *[
                    text(quote, pick("", "./", "../", text("@", WORD, "/")), KEBAB, maybe(text("/", WORD), 0.4), quote)
                    for quote in "'\""
                ]
            ),
            maybe(";", 0.7),
        ),
    ),
    Format(
        "rust import",
        r"(pub )?use (std|crate|super|[a-z]+)(::[a-z]+)*::([A-Z][A-Za-z]+|\*|\{[A-Z][A-Za-z]+(, [A-Z][A-Za-z]+)+\});",
        text(
            text(maybe("pub ", 0.15), "use ", pick("std", "crate", "super", WORD), some(text("::", WORD), 0, 3), "::"),
            text(pick(CLASS, CLASS, "*", text("{", some(CLASS, 2, 4, ", "), "}")), ";"),
        ),
    ),
    Format(
        "template type",
        r"(const )?std::(vector|map|optional|unique_ptr|pair)<[A-Za-z:]+( ?\*)?(, [A-Za-z:]+)?>[&*]?",
        text(
            text(maybe("const ", 0.3), "std::"),
            pick(
                text(
                    text(common("vector optional unique_ptr"), "<", pick(NATIVE, CLASS, "std::string")),
                    maybe(pick("*", " *"), 0.15),
                ),
                text(common("map pair"), "<", pick("std::string", "int"), ", ", pick(NATIVE, CLASS)),
            ),
            text(">", maybe(of("&&*", 1), 0.4)),
        ),
    ),
    Format(
        "arrow function",
        r"(const [a-z]+[A-Za-z]* = )?(async )?(\([a-z]*(, [a-z]+)*\)|[a-z]+) => [a-z]+(\.[a-z]+[A-Za-z]*)*"
        r"(\([a-z]*\))?;?",
        text(
            text(
                text(maybe(text("const ", CAMEL, " = "), 0.4), maybe("async ", 0.15)),
                pick(of(LOWER, 1), WORD, text("(", some(of(LOWER, 1), 0, 3, ", "), ")")),
            ),
            text(
                text(" => ", some(WORD, 1, 2, "."), maybe(text(".", CAMEL)), maybe(text("(", pick("", WORD), ")"))),
                maybe(";", 0.4),
            ),
        ),
    ),
    Format(
        "lambda",
        r"lambda [a-z]+(, [a-z]+)*: [a-z]+(\.[a-z]+|\[-?\d\])?( [-+*/%] ([a-z]+|\d+))*",
        text(
            text("lambda ", pick("x", some(of(LOWER, 1), 1, 2, ", "), WORD), ": ", pick(of(LOWER, 1), WORD)),
            maybe(pick(text(".", WORD), "[0]", "[1]", "[-1]")),
            some(text(" ", of("+-*/%", 1), " ", pick(of(LOWER, 1), number(1, 100))), 0, 2),
        ),
    ),
    Format(
        "haskell type",
        r"[a-z]+([A-Z][a-z]+)* :: ([(]?[A-Z][a-z]+ a\)? => )?(\[?[A-Za-z]+\]? -> )*\[?[A-Za-z]+\]?",
        text(
            text(CAMEL, " :: ", maybe(pick("Ord a => ", "(Show a) => ", "Eq a => "), 0.25)),
            some(text(pick("Int", "String", "a", "[a]", "b", "[Int]", TITLE), " -> "), 0, 3),
            pick("Int", "a", "[a]", "Bool", TITLE),
        ),
    ),
    Format(
        "loop",
        r"for \((int|let|var|auto)? ?[a-z] = \d+; [a-z] <=? [a-z]+(\.[a-z]+(\(\))?)?; ([a-z]\+\+|\+\+[a-z]|[a-z]"
        r" \+= \d+)\)? \{?",
        text(
            text("for (", common("int let var"), " i = ", pick("0", "0", "1"), "; i ", pick("<", "<", "<="), " "),
            text(pick("n", text(WORD, maybe(pick(".length", ".size()")))), "; "),
            text(pick("i++", "i++", "++i", text("i += ", number(2, 16))), ") ", maybe("{", 0.8)),
        ),
    ),
    Format(
        "condition",
        r"(if|elif|while) (not )?[a-z]+(\.[a-z]+)?( (==|!=|<|>=|in|is not) ([a-z]+|\d+|None))?( (and|or) (not"
        r" )?[a-z]+)*:",
        text(
            text(common("if elif while"), " ", maybe("not ", 0.2), WORD, maybe(text(".", WORD), 0.3)),
            text(
                maybe(
                    pick(
                        text(" ", common("== != < >="), " ", pick(WORD, number(0, 99))),
                        text(" in ", WORD),
                        " is not None",
                    ),
                    0.7,
                ),
                text(some(text(" ", common("and or"), " ", maybe("not ", 0.2), WORD), 0, 2), ":"),
            ),
        ),
    ),
    Format(
        "raised error",
        r"(raise|throw new) [A-Z][A-Za-z]+(Error|Exception)(\(f?(\"|')[A-Za-z{}_ ]+(\"|')\))?;?",
        pick(
            text("raise ", CLASS, common("Error Exception"), maybe(text('("', SENTENCE, '")'), 0.7)),
            text("raise ValueError", '(f"', SENTENCE, " {", WORD, '}")'),
            text("throw new ", CLASS, 'Exception("', SENTENCE, '");'),
        ),
    ),
    Format(
        "reminder in a comment",
        r"(//|#|--|/\*) ?(TODO|FIXME|XXX|HACK)(\([a-z]+\))?:? [A-Za-z]+( [a-z]+)*( #\d+)?( \*/)?",
        pick(
            *[
                text(
                    text(opening, " ", common("TODO FIXME XXX HACK"), maybe(text("(", WORD, ")"), 0.3)),
                    text(maybe(":", 0.7), " ", pick(VERB, TITLE), some(text(" ", WORD), 1, 5)),
                    text(maybe(text(" #", number(1, 9999)), 0.2), closing),
                )
                for opening, closing in (("//", ""), ("#", ""), ("--", ""), ("/*", " */"))
            ]
        ),
    ),
    Format(
        "suppressed finding",
        r"# (noqa(: [A-Z]+\d{3}(, ?[A-Z]+\d{3})*)?|type: ignore(\[[a-z]+(-[a-z]+)*\])?|pylint: disable=[a-z-]+"
        r"(,[a-z-]+)*)",
        pick(
            text("# noqa", maybe(text(": ", some(text(common("E F W B SIM"), uniform(100, 999)), 1, 3, ", ")), 0.7)),
            text("# type: ignore", maybe(text("[", some(WORD, 1, 2, "-"), "]"), 0.7)),
            text("# pylint: disable=", some(KEBAB, 1, 2, ",")),
        ),
    ),
    Format(
        "licence line",
        r"(//|#|;|/\*) SPDX-License-Identifier: [(]?[A-Z][A-Za-z0-9.-]+( (OR|AND|WITH) [A-Z][A-Za-z0-9.-]+)*\)?( \*/)?",
        pick(
            *[
                text(
                    text(opening, " SPDX-License-Identifier: "),
                    common("MIT Apache-2.0 GPL-2.0-only BSD-3-Clause GPL-3.0-or-later MPL-2.0"),
                    text(maybe(pick(" OR MIT", " WITH Linux-syscall-note", " OR Apache-2.0"), 0.3), closing),
                )
                for opening, closing in (("//", ""), ("#", ""), (";", ""), ("/*", " */"))
            ]
        ),
    ),
    Format(
        "copyright line",
        r"(Copyright )?(©|\(c\)|\(C\)) (19|20)\d\d([-–](19|20)\d\d)?,? [A-Z][A-Za-z]+( [A-Z][A-Za-z]+)*\.?( All"
        r" rights reserved\.)?",
        text(
            text(
                text(pick("Copyright (c) ", "Copyright © ", "© ", "(c) ", "Copyright (C) "), uniform(1985, 2024)),
                text(maybe(text(pick("-", "-", "–"), uniform(1999, 2025)), 0.4), maybe(",", 0.2), " "),
            ),
            text(
                pick(text(GIVEN, " ", FAMILY), text(TITLE, pick(" Inc.", " GmbH", " Foundation", ""))),
                maybe(" All rights reserved.", 0.15),
            ),
        ),
    ),
    Format(
        "simple expression",
        r"/\^?(([a-z]+|[\\][dws]|\[[a-zA-Z0-9-]+\])[+*?]?|\{\d(,\d?)?\})+\$?/[gim]*",
        text(
            text("/", maybe("^")),
            some(
                text(
                    pick("\\d", "\\w", "\\s", "[a-z]", "[A-Z0-9]", "[0-9a-f]", WORD),
                    pick("", "+", "*", "?", "{2}", "{1,3}"),
                ),
                1,
                4,
            ),
            text(maybe("$"), "/", pick("", "g", "i", "gi")),
        ),
    ),
)
