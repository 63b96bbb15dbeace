"""What levels consist of: an automaton for each kind of level, learned with L* over units of classes of tokens."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final

from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.charset import CharSet
from dsl.expressions.expression import Expression, Ref, concat, literal, union
from dsl.grammars.rules import substituted
from dsl.language import START
from searchers.active.composites import Composite, without_detours
from searchers.active.observation_table import learn
from searchers.active.queries import Context, few, shortest
from searchers.active.segmentation import Segmentation
from searchers.active.token_types import TokenTypes, shape_of
from searchers.structure.merging.state_merging import right_linear
from searchers.structure.pairs import TOP
from searchers.structure.private_characters import CLASSES, GROUPS, UNITS, spelled_out
from searchers.structure.tokens import SHAPES

LINES: Final = 30  # known lines of a kind of level that its automaton is checked with
BORROWED: Final = 12  # lines of each other kind that it is checked with
PIECE: Final = 4  # units of a piece of a line
OWN: Final = 2  # lines of the kind that pieces of all lines are put into
FOREIGN: Final = 300  # lines with pieces put in that no line of the kind has, and
SPLICED: Final = 80  # with others
MAX_ELIMINATED: Final = 6  # live states of an automaton that becomes a regex


class LevelAutomata:
    """Learns the lines of each kind of level, asking about short tokens in the shortest example with such a level.

    `units` are what lines are learned in: a class, or a space with the class behind it, which makes lines short.
    `composites` are units that stand for whole lines of the top. Both are written as private characters.
    """

    def __init__(self, segmentation: Segmentation, types: TokenTypes, rng: random.Random) -> None:
        self._segmentation, self._types, self._rng = segmentation, types, rng
        self._ask = segmentation.member
        self.units = self._units()
        self.composites = self._composites()

    def rules(self, tokens: Sequence[Expression]) -> dict[str, Expression]:
        """The rules of all kinds of level, given what each class of tokens spells."""
        name_of = self._segmentation.level_name

        def token_of(symbol: str) -> Expression:
            return tokens[CLASSES.number(symbol)]

        spelled = {unit: concat(*map(token_of, line)) for line, unit in self.units.items()}
        for unit, each in self.composites.items():
            spelled[unit] = concat(*map(token_of, each.before), Ref(name_of(each.kind)))
        rules: dict[str, Expression] = {}
        for number, automaton in self._automata().items():
            if any(automaton.live()):
                found = _rules_of(automaton, name_of(number))
            else:  # the oracle has confirmed no line
                found = {name_of(number): union(*map(literal, sorted(self._in_units(self._types.lines[number]))))}
            rules |= {name: spelled_out(body, spelled) for name, body in found.items()}
        return rules

    def _automata(self) -> dict[int, DFA]:
        variants = {unit: [line] for line, unit in self.units.items()}
        variants |= {unit: [each.before + line for line in each.specimens] for unit, each in self.composites.items()}
        automata: dict[int, DFA] = {}
        for number, kind in enumerate(self._segmentation.kinds):
            # a line of the top that began with a line of the top would begin with itself
            never = {unit for unit, each in self.composites.items() if kind.pair == TOP and not each.before}
            automata[number] = learn(
                {unit: CharSet.of(unit) for unit in variants},
                partial(self._has_units, shortest(kind.contexts), variants, never),
                self._in_units([*few(self._types.lines[number], LINES), *self._spliced(number)]),
                self._rng,
                self._ask.spent,
            ).minimise()
        lines = {unit: line for line, unit in self.units.items()}
        return without_detours(
            automata,
            self.composites,
            "".join(variants),
            lambda before, unit: self.units.get(before + lines.get(unit, unit)),
        )

    def _units(self) -> dict[str, str]:
        units = {unit for lines in self._types.lines.values() for line in lines for unit in self._divided(line)}
        spaced = {unit[0] for unit in units if len(unit) == 2}
        for index, (name, *_) in enumerate(self._types.classes):  # a value may stand behind a space as well
            if name.isalnum() or shape_of(name) in SHAPES or name in GROUPS:
                units |= {symbol + CLASSES.character(index) for symbol in ("", *spaced)}
        return {unit: UNITS.character(number) for number, unit in enumerate(sorted(units))}

    def _composites(self) -> dict[str, Composite]:
        """Units that stand for lines of the top, of lines that between them have all its classes."""
        number, kind = next(each for each in enumerate(self._segmentation.kinds) if each[1].pair == TOP)
        context = shortest(kind.contexts)
        specimens: list[str] = []
        for line in few(self._types.lines[number], LINES):
            if line and not set(line) <= set("".join(specimens)) and self._has(context, line):
                specimens.append(line)
        if max(map(len, specimens), default=0) <= 1:
            return {}
        if self._ask(context.around("")):
            specimens.append("")
        composites = [
            Composite(before, number, tuple(specimens))
            for before in ("", *sorted(self._spaces(chain(*self._types.lines.values()))))
        ]
        return {UNITS.character(len(self.units) + index): each for index, each in enumerate(composites)}

    def _divided(self, line: str) -> list[str]:
        """A line in units: "v␣o␣v" -> v ␣o ␣v"""
        units: list[str] = []
        for symbol in line:
            if units and len(units[-1]) == 1 and all(map(str.isspace, self._types.names_of(units[-1]))):
                units[-1] += symbol
            else:
                units.append(symbol)
        return units

    def _spaces(self, lines: Iterable[str]) -> set[str]:
        return {unit[0] for line in lines for unit in self._divided(line) if len(unit) > 1}

    def _in_units(self, lines: Iterable[str]) -> list[str]:
        """Lines in the characters of their units, but those that have others."""
        return [coded for line in lines if (coded := _coded(line, self.units))]

    def _has_units(self, context: Context, variants: Mapping[str, Sequence[str]], never: set[str], units: str) -> bool:
        """Whether a level may consist of these units, none of `never` first, whatever variants they stand for."""
        if units[:1] in never:
            return False
        count = max((len(variants[unit]) for unit in units), default=1)
        return all(
            self._has(context, "".join(variants[unit][number % len(variants[unit])] for unit in units))
            for number in range(count)
        )

    def _has(self, context: Context, line: str) -> bool:
        """Whether a level may consist of these classes; what would be read as other tokens is no line of its own."""
        inside = "".join(map(self._types.specimen, line))
        return self._segmentation.is_row_of(inside, len(line)) and self._ask(context.around(inside))

    def _spliced(self, number: int) -> list[str]:
        """Short lines of a kind with pieces of all lines put in: what stands elsewhere may stand here."""
        every = self._types.lines
        pieces = self._pieces([line for lines in every.values() for line in few(lines, LINES)])
        own = few((line for line in every[number] if line), OWN) or [""]
        spliced = {
            line[:i] + piece + line[j:]
            for line in own
            for piece in pieces
            for i in range(len(line) + 1)
            for j in (i, min(i + 1, len(line)))
        }
        borrowed = {line for lines in every.values() for line in few(lines, BORROWED)}
        known = set().union(*every[number])
        foreign = {line for line in spliced if not known.issuperset(line)}
        return [
            *sorted(borrowed),
            *self._drawn(foreign - borrowed, FOREIGN),
            *self._drawn(spliced - foreign - borrowed, SPLICED),
        ]

    def _drawn(self, lines: set[str], most: int) -> list[str]:
        return self._rng.sample(sorted(lines), min(most, len(lines)))

    def _pieces(self, lines: Sequence[str]) -> set[str]:
        """Runs of units of lines, and what they are without or behind a space."""
        spaces = self._spaces(lines)
        runs = {
            "".join(units[i:j])
            for units in map(self._divided, lines)
            for i in range(len(units))
            for j in range(i + 1, min(i + PIECE, len(units)) + 1)
        }
        return {before + run.lstrip("".join(spaces)) for run in runs for before in ("", *spaces)}


def _coded(line: str, units: Mapping[str, str]) -> str | None:
    """A line in the characters of its units, the longest first; None when it has others."""
    coded = ""
    while line:
        unit = next((unit for unit in (line[:2], line[:1]) if unit in units), None)
        if unit is None:
            return None
        coded += units[unit]
        line = line[len(unit) :]
    return coded


def _rules_of(automaton: DFA, name: str) -> dict[str, Expression]:
    """An automaton as a regex in one rule, or as a rule for each state."""
    if sum(automaton.live()) <= MAX_ELIMINATED:
        return {name: to_expression(automaton)}
    rules = right_linear(automaton).rules
    names = {old: name if old == START else f"{name}_{old}" for old in rules}
    renamed = {old: Ref(new) for old, new in names.items()}
    return {names[old]: substituted(body, renamed) for old, body in rules.items()}
