"""GBNF and the EBNF of xgrammar read: `root ::= item ("," item){0,3}`, with `#` before what is ignored."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from dsl.charset import EVERYTHING, MAX_CODE_POINT, CharSet
from dsl.expressions.expression import Chars, Expression, Ref, concat, literal, repeat, union
from dsl.expressions.notation import MAX_COUNT
from dsl.grammar import Grammar
from dsl.grammars.parser import TreeReader, tree_of
from dsl.grammars.rules import barren, undefined, unproductive
from dsl.language import START

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.lexer import Token

_GRAMMAR = r"""
start: rule+
rule: HEAD alternatives
alternatives: sequence ("|" sequence)*
sequence: repeat*
repeat: atom COUNT*
?atom: "(" alternatives ")" -> group
     | STRING              -> string
     | CLASS               -> class
     | NAME                -> name
     | "."                 -> any

HEAD.2: /[a-zA-Z_][\w-]*[ \t]*::=/
NAME: /[a-zA-Z_][\w-]*/
COUNT: /[*+?]|\{[ \t]*[0-9]+[ \t]*(,[ \t]*[0-9]*[ \t]*)?\}/
STRING: /"(\\.|[^"\\\n])*"/
CLASS: /\[\^?(\\.|[^\]\\])*\]/
COMMENT: /#[^\n]*/
%ignore COMMENT
%ignore /\s+/
"""
_READABLE = {"HEAD": "a rule 'name ::= …'", "NAME": "a name", "COUNT": "a repeat", "STRING": "a string"}
_READABLE |= {"CLASS": "a class '[…]'", "LPAR": "'('", "RPAR": "')'", "VBAR": "'|'", "DOT": "'.'", "$END": "the end"}
_HINTS = {
    "'": 'strings are written in double quotes: "…"',
    '"': "the string is not closed",
    "[": "the class is not closed",
    "(": "look-ahead and other extensions are not read",
    "": "the grammar ends too early",
}
_CHARACTER = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|([^\\])", re.DOTALL)
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}


def is_bnf(text: str) -> bool:
    """Whether `text` has a rule in this notation."""
    return re.search(r"^[ \t]*[a-zA-Z_][\w-]*[ \t]*::=", text, re.MULTILINE) is not None


def read_bnf(text: str) -> Grammar:
    """The grammar; `root` is where it starts, or the first rule when there is none. Raises PatternError."""
    return _Reader(text).read(tree_of(text, _parser(), _READABLE, _HINTS))


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True)


class _Reader(TreeReader):
    """The rules of the notation of llama.cpp and xgrammar."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.taken = {START}

    def read(self, tree: Tree[Token]) -> Grammar:
        heads: dict[str, Token] = {}
        for rule in tree.children:
            head: Token = rule.children[0]  # type: ignore[union-attr, assignment]
            name = head.removesuffix("::=").strip()
            if name in heads:
                self.fail(f"{name} is defined twice", head.start_pos, "one rule with alternatives a | b")
            heads[name] = head
        first = "root" if "root" in heads else next(iter(heads))
        for name in [first, *heads]:
            if name not in self.names:
                self.names[name] = START if name == first else self.fresh(name)
        rules = {
            self.names[name]: self.alternatives(rule.children[1])  # type: ignore[union-attr, arg-type]
            for name, rule in zip(heads, tree.children, strict=True)
        }
        for barren_name in unproductive(rules):
            written = next(name for name in heads if self.names[name] == barren_name)
            raise barren(written, self.text, heads[written].start_pos or 0)
        return Grammar(rules)

    def fresh(self, name: str) -> str:
        """A name that grammars have here: small letters, digits, underscores."""
        wanted = re.sub(r"[^a-z0-9_]", "_", name.lower()).lstrip("_0123456789") or "rule"
        name, number = wanted, 2
        while name in self.taken:
            name, number = f"{wanted}_{number}", number + 1
        self.taken.add(name)
        return name

    def alternatives(self, tree: Tree[Token]) -> Expression:
        return union(*(self.sequence(part) for part in tree.children))  # type: ignore[arg-type]

    def sequence(self, tree: Tree[Token]) -> Expression:
        return concat(*(self.repeat(part) for part in tree.children))  # type: ignore[arg-type]

    def repeat(self, tree: Tree[Token]) -> Expression:
        atom, *counts = tree.children
        body = self.atom(atom)  # type: ignore[arg-type]
        for count in counts:
            body = self.counted(body, count)  # type: ignore[arg-type]
        return body

    def counted(self, body: Expression, count: Token) -> Expression:
        if count in "*+?":
            return repeat(body, int(count == "+"), 1 if count == "?" else None)
        first, comma, second = (part.strip() for part in count[1:-1].partition(","))
        low = self.number(first, count)
        high = (self.number(second, count) if second else None) if comma else low
        if high is not None and high < low:
            self.fail("a repeat needs its smaller count first", count.start_pos, f"{{{high},{low}}}")
        return repeat(body, low, high)

    def number(self, digits: str, count: Token) -> int:
        if len(digits.lstrip("0")) > len(str(MAX_COUNT)) or int(digits) > MAX_COUNT:  # long ones are no int to Python
            self.fail(f"a count of more than {MAX_COUNT:,}", count.start_pos, "a smaller count, * or +")
        return int(digits)

    def atom(self, tree: Tree[Token]) -> Expression:
        if tree.data == "any":
            return Chars(EVERYTHING)
        token: Token = tree.children[0]  # type: ignore[assignment]
        match tree.data:
            case "group":
                return self.group(token, getattr(token.meta, "start_pos", None))  # type: ignore[arg-type, attr-defined]
            case "string":
                return literal("".join(self.characters(token[1:-1], (token.start_pos or 0) + 1)))
            case "class":
                return self.character_class(token)
            case _:
                if token not in self.names:
                    raise undefined(str(token), self.text, token.start_pos or 0)
                return Ref(self.names[token])

    def character_class(self, token: Token) -> Expression:
        negated = token.startswith("[^")
        letters = self.characters(token[1 + negated : -1], (token.start_pos or 0) + 1 + negated, in_class=True)
        found, index = CharSet(), 0
        while index < len(letters):
            low = high = letters[index][-1]
            if letters[index + 1 : index + 2] == ["-"] and index + 2 < len(letters):  # last, it is itself
                high = letters[index + 2][-1]
                index += 2
            if high < low:
                self.fail("not a range", token.start_pos, "a range such as a-z, smaller end first")
            found |= CharSet.between(low, high)
            index += 1
        found = ~found if negated else found
        if not found:
            self.fail("a class of no character", token.start_pos, "a character")
        return Chars(found)

    def characters(self, text: str, start: int, *, in_class: bool = False) -> list[str]:
        """The characters of `text`, from `start` on; in a class a hyphen that was escaped has its backslash still."""
        found = []
        for match in _CHARACTER.finditer(text):
            two, four, eight, named, plain = match.groups()
            code = int(two or four or eight or "0", 16)
            if code > MAX_CODE_POINT:
                self.fail("no such character", start + match.start(), "an escape up to \\U0010ffff")
            if named in _CONTROL or (named == "-" and in_class):
                found.append(_CONTROL.get(named, "\\-"))
            elif named and named.isascii() and named.isalnum():
                self.fail("this escape has no meaning here", start + match.start(), "an escape such as \\n or \\x41")
            else:
                found.append(named or plain or chr(code))
        return found
