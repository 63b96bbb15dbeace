"""The reader of the notation of grammars (dsl.grammars.notation), with Lark."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NoReturn

from dsl.charset import MAX_CODE_POINT, CharSet
from dsl.errors import PatternError
from dsl.expressions.expression import EPSILON, Chars, Expression, Ref, concat, literal, optional, repeat, star, union
from dsl.expressions.notation import MAX_COUNT, MAX_DEPTH, parse
from dsl.grammars.rules import barren, undefined, unproductive
from dsl.language import START

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.lexer import Token

_GRAMMAR = r"""
start: (rule | ignore)*
rule: HEAD alternatives
ignore: IGNORE alternatives
alternatives: alternative ("|" alternative)*
alternative: repeat* (ARROW NAME)?
repeat: atom COUNT?
?atom: OPEN alternatives ")"    -> group
     | OPTIONAL alternatives "]" -> option
     | STRING DOTS STRING        -> range
     | STRING                    -> string
     | REGEXP                    -> regex
     | NAME                      -> name

IGNORE: "%ignore"
ARROW: "->"
DOTS: ".."
HEAD.1: /[?!]*_?[a-zA-Z]\w*(\.-?\d+)?[ \t]*:/
NAME: /_?[a-zA-Z]\w*/
COUNT: /[*+?]|~[ \t]*[0-9]+([ \t]*\.\.[ \t]*[0-9]+)?/
OPEN: "("
OPTIONAL: "["
STRING: /"(\\.|[^"\\\n])*"i?/
REGEXP: /\/(?!\/)(\\.|[^\/\\\n])*\/[imslux]*/
COMMENT: /(\/\/|#)[^\n]*/
%ignore COMMENT
%ignore /\s+/
"""

_READABLE = {
    "HEAD": "a rule 'name: …'",
    "NAME": "a name",
    "COUNT": "a repeat",
    "OPEN": "'('",
    "OPTIONAL": "'['",
    "STRING": "a string",
    "REGEXP": "a /regex/",
    "RPAR": "')'",
    "RSQB": "']'",
    "VBAR": "'|'",
    "ARROW": "'->'",
    "DOTS": "'..'",
    "IGNORE": "'%ignore'",
    "$END": "the end",
}
_HINTS = {
    '"': "the string is not closed, or holds a line break; write \\n for a line break",
    "/": "the regex is not closed; write \\/ for the character",
    "%": "of the directives only %ignore is read; write the rules out",
    "{": "templates are not read; write the rules out",
    "'": 'strings are written in double quotes: "…"',
    ":": "a rule is named with letters, digits and underscores",
    "*": "nothing to repeat",
    "+": "nothing to repeat",
    "?": "nothing to repeat",
    "~": "nothing to repeat, or no count: write x~2 or x~2..5",
    ")": "this parenthesis was never opened",
    "": "the grammar ends too early",
}
_COUNTS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_PIECE = re.compile(r"\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\.|[^\\]", re.DOTALL)
_CONTROL = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\f": "\f"}


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(_GRAMMAR, parser="lalr")


def parse_rules(text: str) -> dict[str, Expression]:
    """Read the rules of a grammar. Raises PatternError, with a caret, on what is not one."""
    return _Reader(text).read(tree_of(text, _parser(), _READABLE, _HINTS))


def tree_of(text: str, parser: Lark, readable: Mapping[str, str], hints: Mapping[str, str]) -> Tree[Token]:
    """Lark's tree. Raises PatternError, with its terminals in readable words and a hint by the character there."""
    from lark.exceptions import UnexpectedInput

    try:
        return parser.parse(text)
    except UnexpectedInput as error:
        position = error.pos_in_stream
        at_end = getattr(getattr(error, "token", None), "type", "") == "$END"
        position = len(text) if at_end or position is None or position < 0 else position
        names = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
        expected = ", ".join(sorted({readable.get(name, name) for name in names}))
        hint = hints.get(text[position : position + 1], "")
        raise PatternError("the grammar does not parse", text, position, expected=expected, hint=hint) from None


class TreeReader(ABC):
    """Turns Lark's tree into rules; knows where in the text it is, for carets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.names: dict[str, str] = {}
        self._depth = 0

    @abstractmethod
    def alternatives(self, tree: Tree[Token]) -> Expression:
        """The expression of alternatives."""

    def group(self, inner: Tree[Token], position: int | None) -> Expression:
        """Alternatives in parentheses."""
        self._depth += 1
        if self._depth > MAX_DEPTH:  # everything that walks an expression calls itself
            self.fail(f"groups nested over {MAX_DEPTH} deep", position, "fewer parentheses")
        expression = self.alternatives(inner)
        self._depth -= 1
        return expression

    def fail(self, message: str, position: int | None, expected: str) -> NoReturn:
        """Raise PatternError."""
        raise PatternError(message, self.text, position or 0, expected=expected)


class _Reader(TreeReader):
    """The rules of the notation of grammars."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.ignored: Expression = EPSILON
        self.inside_terminal = False

    def read(self, tree: Tree[Token]) -> dict[str, Expression]:
        ignores = [part.children[1] for part in tree.children if part.data == "ignore"]  # type: ignore[union-attr]
        heads = [part.children for part in tree.children if part.data == "rule"]  # type: ignore[union-attr]
        self.name_rules([head for head, _ in heads])  # type: ignore[misc]
        self.inside_terminal = True
        self.ignored = star(union(*(self.alternatives(part) for part in ignores)))  # type: ignore[arg-type]
        rules = {}
        for head, body in heads:
            name = _name_of(head)  # type: ignore[arg-type]
            self.inside_terminal = name.isupper()
            rules[self.names[name]] = self.alternatives(body)  # type: ignore[arg-type]
        rules[START] = concat(rules[START], self.ignored)
        for name in unproductive(rules):
            head = next(head for head, _ in heads if self.names[_name_of(head)] == name)  # type: ignore[arg-type]
            raise barren(name, self.text, head.start_pos or 0)  # type: ignore[union-attr]
        return rules

    def name_rules(self, heads: list[Token]) -> None:
        """Give every rule and terminal a name of its own in small letters."""
        taken = set[str]()
        for head in sorted(heads, key=lambda head: _name_of(head).isupper()):
            name = _name_of(head)
            if name in self.names:
                self.fail(f"{name} is defined twice", head.start_pos, "one rule with alternatives a | b")
            if not (name.isupper() or name.islower()):
                self.fail("a name in small and in capital letters", head.start_pos, "a_rule or A_TERMINAL")
            free = name.lower()
            while free in taken:
                free += "_"
            taken.add(free)
            self.names[name] = free
        if START not in self.names:
            self.fail("a grammar needs a rule named start", 0, "start: …")

    def alternatives(self, tree: Tree[Token]) -> Expression:
        return union(*(self.alternative(part) for part in tree.children))  # type: ignore[arg-type]

    def alternative(self, tree: Tree[Token]) -> Expression:
        parts = [part for part in tree.children if getattr(part, "data", None) == "repeat"]
        read: list[Expression] = []
        before: tuple[Expression, str] | None = None
        for part in parts:
            atom, *counts = part.children  # type: ignore[union-attr]
            body = self.atom(atom)  # type: ignore[arg-type]
            count = str(counts[0]) if counts else ""
            if before is not None and count == "*" and body == before[0]:  # x~2 x* -> x{2,}
                read[-1] = repeat(body, int(before[1][1:]), None)
                before = None
                continue
            read.append(self.count(body, counts[0]) if counts else body)  # type: ignore[arg-type]
            before = (body, count) if count.startswith("~") and ".." not in count else None
        return concat(*read)

    def count(self, body: Expression, token: Token) -> Expression:
        if token in _COUNTS:
            return repeat(body, *_COUNTS[token])
        low, high = self.bounds(token)
        if high < low:
            self.fail("a repeat needs its smaller count first", token.start_pos, f"~{high}..{low}")
        return repeat(body, low, high)

    def bounds(self, token: Token) -> tuple[int, int]:
        bounds = [part.strip() for part in token[1:].split("..")]
        for digits in bounds:  # long ones are no int to Python
            if len(digits) > len(str(MAX_COUNT)) or int(digits) > MAX_COUNT:
                self.fail(f"a count of more than {MAX_COUNT:,}", token.start_pos, "a smaller count, * or +")
        return int(bounds[0]), int(bounds[-1])

    def atom(self, tree: Tree[Token]) -> Expression:
        tokens = tree.children
        match tree.data:
            case "group" | "option":
                inner = self.group(tokens[1], tokens[0].start_pos)  # type: ignore[arg-type, union-attr]
                return optional(inner) if tree.data == "option" else inner
            case "name":
                return self.name(tokens[0])  # type: ignore[arg-type]
            case "string":
                return self.terminal(self.string(tokens[0]))  # type: ignore[arg-type]
            case "range":
                return self.terminal(self.range(tokens[0], tokens[2]))  # type: ignore[arg-type]
            case _:
                return self.terminal(self.regex(tokens[0]))  # type: ignore[arg-type]

    def terminal(self, expression: Expression) -> Expression:
        """What is ignored may stand before every terminal of a rule."""
        return expression if self.inside_terminal else concat(self.ignored, expression)

    def name(self, token: Token) -> Expression:
        if token not in self.names:
            raise undefined(str(token), self.text, token.start_pos or 0)
        reference = Ref(self.names[token])
        return self.terminal(reference) if token.isupper() else reference

    def string(self, token: Token) -> Expression:
        text = self.unescaped(token)
        return concat(*map(_without_case, text)) if token.endswith("i") else literal(text)

    def range(self, first: Token, last: Token) -> Expression:
        low, high = self.unescaped(first), self.unescaped(last)
        if len(low) != 1 or len(high) != 1 or high < low:
            self.fail("not a range", first.start_pos, 'a range such as "a".."z", smaller end first')
        return Chars(CharSet.between(low, high))

    def unescaped(self, token: Token) -> str:
        pieces = (piece for piece, _ in self.pieces(token, token.rindex('"')))
        return "".join(piece[1] if piece in ('\\"', "\\\\") else piece for piece in pieces)

    def pieces(self, token: Token, end: int) -> Iterator[tuple[str, int]]:
        r"""What stands between quotes or slashes, with places: Lark puts characters in place of \n and \x2a first."""
        for match in _PIECE.finditer(token, 1, end):
            piece, place = match[0], (token.start_pos or 0) + match.start()
            if len(piece) > len(r"\n"):
                code = int(piece[2:], 16)
                if code > MAX_CODE_POINT:
                    self.fail("no such character", place, "an escape up to \\U0010ffff")
                yield chr(code), place
            elif piece in (r"\x", r"\u", r"\U"):
                self.fail("an unfinished escape", place, "two, four or eight hexadecimal digits")
            else:
                yield _CONTROL.get(piece, piece), place

    def regex(self, token: Token) -> Expression:
        end = token.rindex("/")
        if token[end + 1 :]:
            self.fail("a regex with flags", (token.start_pos or 0) + end + 1, "no flags; write classes such as [aA]")
        pieces = list(self.pieces(token, end))
        text = "".join(piece for piece, _ in pieces)
        try:
            return parse(text)
        except PatternError as error:
            message = error.message.partition("\n")[0]
            places = [place for piece, place in pieces for _ in piece]
            position = [*places, (token.start_pos or 0) + end][error.position]
            raise PatternError(message, self.text, position, expected=error.expected, hint=error.hint) from None


@lru_cache(maxsize=1024)
def _without_case(letter: str) -> Chars:
    """What `re` takes for a letter where case does not matter: for k also K and the sign of Kelvin."""
    others = re.findall(re.escape(letter), _cased(), re.IGNORECASE)
    return Chars(CharSet.of([letter, *others]))


@cache
def _cased() -> str:
    alphabet = map(chr, range(MAX_CODE_POINT + 1))
    return "".join(letter for letter in alphabet if letter.lower() != letter or letter.upper() != letter)


def _name_of(head: Token) -> str:
    return head.rstrip(": \t").lstrip("?!").partition(".")[0]
