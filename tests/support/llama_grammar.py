"""GBNF as llama.cpp reads and follows it (src/llama-grammar.cpp), step by step: its parser, its check for left
recursion, its rewriting of repeats, its set of stacks. It refuses what llama.cpp refuses."""

from __future__ import annotations

import re
from itertools import pairwise

WORD = re.compile(r"[a-zA-Z0-9-]+")
ESCAPE = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\", '"': '"', "[": "[", "]": "]"}
WIDTHS = {"x": 2, "u": 4, "U": 8}
MOST = 2000  # MAX_REPETITION_THRESHOLD

# An element is ("ref", rule), ("set", is_negated, ranges), ("alt",) or ("end",); a rule is a list of them.


class LlamaGrammar:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.ids: dict[str, int] = {}
        self.rules: dict[int, list[tuple]] = {}
        self.space(newline=True)
        while self.at < len(text):
            self.parse_rule()
        missing = [name for name, number in self.ids.items() if number not in self.rules]
        if missing or "root" not in self.ids:
            raise ValueError(f"undefined rule {missing}")
        self.check_left_recursion()
        self.start = set()
        self.alternatives(self.ids["root"], (), self.start)

    # ------------------------------------------------------------------------------------------- parsing

    def space(self, newline: bool) -> None:
        while self.at < len(self.text) and self.text[self.at] in (" \t#\r\n" if newline else " \t#"):
            if self.text[self.at] == "#":
                while self.at < len(self.text) and self.text[self.at] not in "\r\n":
                    self.at += 1
            else:
                self.at += 1

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def expect(self, sign: str) -> None:
        if not self.text.startswith(sign, self.at):
            raise ValueError(f"expecting {sign!r} at {self.text[self.at : self.at + 20]!r}")
        self.at += len(sign)

    def name(self) -> str:
        match = WORD.match(self.text, self.at)
        if match is None:
            raise ValueError(f"expecting name at {self.text[self.at : self.at + 20]!r}")
        self.at = match.end()
        return match[0]

    def symbol(self, name: str) -> int:
        return self.ids.setdefault(name, len(self.ids))

    def parse_rule(self) -> None:
        name = self.name()
        self.space(newline=False)
        rule = self.symbol(name)
        self.expect("::=")
        self.space(newline=True)
        self.parse_alternates(name, rule, nested=False)
        if self.peek() and self.peek() not in "\r\n":
            raise ValueError(f"expecting newline or end at {self.text[self.at : self.at + 20]!r}")
        self.space(newline=True)

    def parse_alternates(self, name: str, rule: int, nested: bool) -> None:
        body = self.parse_sequence(name, nested)
        while self.peek() == "|":
            self.at += 1
            self.space(newline=True)
            body += [("alt",), *self.parse_sequence(name, nested)]
        self.rules[rule] = [*body, ("end",)]  # of two rules of one name the last one counts

    def parse_sequence(self, name: str, nested: bool) -> list[tuple]:
        found: list[tuple] = []
        last = 0
        while self.peek():
            sign = self.peek()
            if sign == '"':
                self.at += 1
                last = len(found)
                while self.peek() != '"':
                    code = self.character()
                    found.append(("set", False, [(code, code)]))
                self.at += 1
            elif sign == "[":
                last = len(found)
                found.append(self.parse_class())
            elif WORD.match(sign):
                last = len(found)
                found.append(("ref", self.symbol(self.name())))
            elif sign == "(":
                self.at += 1
                self.space(newline=True)
                last = len(found)
                inner = self.symbol(f"{name}_{len(self.ids)}")
                self.parse_alternates(name, inner, nested=True)
                found.append(("ref", inner))
                self.expect(")")
            elif sign in "*+?":
                self.at += 1
                self.repeat(name, found, last, *{"*": (0, -1), "+": (1, -1), "?": (0, 1)}[sign])
            elif sign == "{":
                match = re.compile(r"\{\s*(\d+)\s*(,?)\s*(\d*)\s*\}").match(self.text, self.at)
                if match is None:
                    raise ValueError("not a repeat")
                self.at = match.end()
                low = int(match[1])
                high = low if not match[2] else int(match[3]) if match[3] else -1
                self.repeat(name, found, last, low, high)
            else:
                break
            self.space(newline=nested)
        return found

    def repeat(self, name: str, found: list[tuple], last: int, low: int, high: int) -> None:
        if last == len(found):
            raise ValueError("expecting preceding item to */+/?/{")
        if low > MOST or high > MOST:
            raise ValueError("number of repetitions exceeds sane defaults")
        body = found[last:]
        del found[last:]
        found += body * low
        inner = -1
        for count in range(1 if high < 0 else high - low):
            number = self.symbol(f"{name}_{len(self.ids)}")
            more = [("ref", number if high < 0 else inner)] if count or high < 0 else []
            self.rules[number] = [*body, *more, ("alt",), ("end",)]
            inner = number
        if inner >= 0:
            found.append(("ref", inner))

    def parse_class(self) -> tuple:
        self.at += 1
        negated = self.peek() == "^"
        self.at += negated
        ranges = []
        while self.peek() != "]":
            low = high = self.character()
            if self.peek() == "-" and self.text[self.at + 1 : self.at + 2] != "]":
                self.at += 1
                high = self.character()
            ranges.append((low, high))
        self.at += 1
        return ("set", negated, ranges)

    def character(self) -> int:
        letter = self.peek()
        if not letter:
            raise ValueError("unexpected end of input")
        self.at += 1
        if letter != "\\":
            return ord(letter)
        kind = self.peek()
        self.at += 1
        if kind in WIDTHS:
            digits = self.text[self.at : self.at + WIDTHS[kind]]
            self.at += WIDTHS[kind]
            return int(digits, 16)
        if kind not in ESCAPE:
            raise ValueError(f"unknown escape at \\{kind}")
        return ord(ESCAPE[kind])

    def check_left_recursion(self) -> None:
        empty = {number for number, rule in self.rules.items() if self.has_empty_alternative(rule)}
        visited: set[int] = set()

        def recurses(number: int, above: frozenset[int]) -> bool:
            if number in above:
                return True
            if number in visited:
                return False
            leftmost = True
            for element in self.rules[number]:
                if element[0] == "ref" and leftmost:
                    if recurses(element[1], above | {number}):
                        return True
                    leftmost = element[1] in empty
                else:
                    leftmost = element[0] in ("alt", "end")
            visited.add(number)
            return False

        for number in self.rules:
            if recurses(number, frozenset()):
                raise ValueError("unsupported grammar, left recursion detected")

    def has_empty_alternative(self, rule: list[tuple]) -> bool:
        kinds = ["alt", *(element[0] for element in rule)]
        return any(one == "alt" and other in ("alt", "end") for one, other in pairwise(kinds))

    # ------------------------------------------------------------------------------------------ following

    def alternatives(self, rule: int, behind: tuple, stacks: set[tuple]) -> None:
        body, start = self.rules[rule], 0
        for place, element in enumerate(body):
            if element[0] in ("alt", "end"):
                self.advance(((rule, start), *behind) if start < place else behind, stacks)
                start = place + 1

    def advance(self, stack: tuple, stacks: set[tuple]) -> None:
        if not stack:
            stacks.add(())
            return
        (rule, place), *rest = stack
        element = self.rules[rule][place]
        if element[0] == "set":
            stacks.add(stack)
            return
        following = self.rules[rule][place + 1][0]
        behind = tuple(rest) if following in ("alt", "end") else ((rule, place + 1), *rest)
        self.alternatives(element[1], behind, stacks)

    def accepts(self, text: str) -> bool:
        stacks = self.start
        for letter in text:
            reached: set[tuple] = set()
            for stack in stacks:
                if stack:
                    (rule, place), *rest = stack
                    _, negated, ranges = self.rules[rule][place]
                    if any(low <= ord(letter) <= high for low, high in ranges) != negated:
                        following = self.rules[rule][place + 1][0]
                        behind = tuple(rest) if following in ("alt", "end") else ((rule, place + 1), *rest)
                        self.advance(behind, reached)
            stacks = reached
        return () in stacks
