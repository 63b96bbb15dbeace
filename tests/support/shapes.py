"""Grammars of every shape that some parser trips over."""

SHAPES = {
    "parentheses": 'start: "(" start ")" start |',
    "left recursion": 'start: start "+" term | term\nterm: term "*" atom | atom\natom: "n" | "(" start ")"',
    "left recursion over two rules": 'start: a "x" | "s"\na: start "y" | "(" a ")" | "z"',
    "left recursion behind an empty part": 'start: b? start "+" "n" | "n"\nb: "b"*',
    "right recursion": 'start: "a" start | "b"\n',
    "itself twice": 'start: start start | "(" start? ")"',
    "a loop of units": 'start: a | "x" start "y"\na: b | "z"\nb: start',
    "empty turns": 'start: (a | b)* "."\na: "x"?\nb: "(" start? ")" | a a',
    "an empty turn at the end": 'start: ("(" start ")" | "x"*)*',
    "the empty string": 'start: list?\nlist: "[" (list ("," list)*)? "]"',
    "a word and its beginning": 'start: "if" start "else" start | "i" | "iff" | "x"',
    "numbers and letters": 'start: "(" start ")" | number word?\nnumber: /[0-9]/+\nword: /[0-9a-f]/+',
    "long counts": 'start: "(" start ")" | /[a-z]/~2..60 "-"~3',
    "palindromes": 'start: "a" start "a" | "b" start "b" | "c"',
    "ambiguous sums": 'start: start /[+-]/ start | /[0-9]/+ | "(" start ")"',
    "strings with escapes": r"""
        start: "[" (string ("," string)*)? "]" | "<" start ">"
        string: "\"" (/[^"\\\n]/ | "\\" /["\\n]/)* "\""
    """,
    "signs": 'start: "{" start "}" | /[\\]\\[^\\-\\/\\\\]/ "\\t" | "\\\\\\""',
    "beyond ASCII": 'start: "«" start "»" | /[à-ÿ]/+ | "😀" /[^é]/',
    "names with underscores": 'start: _a_b | a_b\n_a_b: "(" a_b ")"\na_b: "x" | _a_b',
    "json": r"""
        start: value
        value: object | array | string | number | "true" | "false" | "null"
        object: "{" (pair ("," pair)*)? "}"
        pair: string ":" value
        array: "[" (value ("," value)*)? "]"
        string: "\"" /[^"\\\x00-\x1f]/* "\""
        number: "-"? ("0" | /[1-9]/ /[0-9]/*) ("." /[0-9]/+)?
    """,
}
