"""Candidate structures: ways to divide nested examples into pairs, tokens, classes of tokens and regular parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import product
from typing import Final, TypeAlias

from dsl.charset import CharSet
from dsl.errors import LimitError, PatternError
from dsl.expressions.expression import (
    EMPTY,
    EPSILON,
    Expression,
    Ref,
    chars,
    concat,
    literal,
    size,
    union,
)
from dsl.grammar import Grammar
from dsl.grammars.rules import reachable
from dsl.language import START
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.structure.chains import chain
from searchers.structure.elements import UnnamedElements
from searchers.structure.pairs import TOP, Level, Pair, balanced_pairs, levels
from searchers.structure.parts import Fitter, Part
from searchers.structure.private_characters import AREA, CLASSES, GROUPS, check_absent, line_of, spelled_out
from searchers.structure.spacing import spaced, spacing
from searchers.structure.templates import letters_template, number_template
from searchers.structure.token_classes import likeliest_merges, token_classes
from searchers.structure.tokens import LEXERS, Lexer, keywords, shape, with_operators

ELEMENT: Final = "#element"  # the type of all elements with tags
MAX_INLINE: Final = 3  # nodes of a class that is written out wherever it stands

Fit: TypeAlias = Callable[[Part], Expression]


class CandidateStructure:
    """Pairs and classes, and the parts that they divide the examples into.

    `groups` numbers the kinds of level: pairs of one number (and the top) are the same nonterminal.
    Spaces belong to the fixed tokens beside them unless `spaced_out`; with `elements`, the pairs are those of elements.
    Raises LimitError when there are more classes of tokens, or kinds of group, than private characters.
    """

    def __init__(
        self,
        texts: Iterable[str],
        pairs: Sequence[Pair],
        lexer: Lexer,
        groups: Mapping[int, int],
        divide: Callable[[list[list[str]]], list[list[str]]],
        *,
        spaced_out: bool = False,
        elements: UnnamedElements | None = None,
    ) -> None:
        self.elements = elements
        self.pairs = pairs
        self.lexer = lexer
        self.groups = groups
        self._levels = [level for text in texts for level in self._levels_of(text) or ()]
        rows = [with_operators(lexer(level.text)) for level in self._levels]
        self.keywords = keywords(rows)
        self._sides = [] if spaced_out else spacing(rows, self._is_fixed)
        self._rows = [spaced(row, self._sides) for row in rows]
        self._divide(divide([[self._type(token) for token in row] for row in self._rows]))

    def _divide(self, classes: list[list[str]]) -> None:
        """Give every type of token the number of its class, and learn what the parts hold."""
        self.classes = classes
        self._class_of = {token: index for index, members in enumerate(classes) for token in members}
        self.levels = {group: Part() for group in sorted(set(self.groups.values()))}
        self.tokens = [Part() for _ in classes]
        for level, row in zip(self._levels, self._rows, strict=True):
            numbers = [self._class_of[self._type(token)] for token in row]
            self.levels[self.groups[level.pair]].texts[line_of(numbers)] += 1
            for number, token in zip(numbers, row, strict=True):
                self.tokens[number].texts[token] += 1

    def joined(self, one: int, other: int) -> CandidateStructure:
        """The structure in which two classes are one."""
        twin = copy(self)
        rest = [members for index, members in enumerate(self.classes) if index not in (one, other)]
        twin._divide([self.classes[one] + self.classes[other], *rest])
        return twin

    def likeliest_joins(self) -> list[tuple[int, int]]:
        """Pairs of classes, those first that stand in the same places."""
        lines = [line for part in self.levels.values() for line in part.texts.elements()]
        return likeliest_merges(lines, [CLASSES.character(number) for number, _ in enumerate(self.classes)])

    @property
    def lone(self) -> int | None:
        """The class of which one token is all that stands on top; what may stand for it inside may then do so there."""
        tops = self.levels[self.groups[TOP]].texts
        only = next(iter(tops)) if len(tops) == 1 and len(self.levels) > 1 and self.elements is None else ""
        return CLASSES.number(only) if len(only) == 1 else None

    def _type(self, token: str) -> str:
        if self.elements is not None and token in GROUPS:
            return ELEMENT
        return token if token in self.keywords else shape(token)

    def _levels_of(self, text: str) -> list[Level] | None:
        encoded = text if self.elements is None else self.elements.encode(text)
        return None if encoded is None else levels(encoded, self.pairs)

    def _is_fixed(self, token: str) -> bool:
        return self._type(token) == token and token not in GROUPS

    def parts_of(self, text: str) -> list[tuple[Part, str]] | None:
        """The parts that have to hold something for the text to belong to the language, and what; None if none can."""
        inside = self._levels_of(text)
        if inside is None:
            return None
        found: list[tuple[Part, str]] = []
        for level in inside:
            row = spaced(with_operators(self.lexer(level.text)), self._sides)
            numbers = [self._class_of.get(self._type(token), self._class_of.get(shape(token))) for token in row]
            known = [number for number in numbers if number is not None]
            if len(known) < len(row):
                return None
            found.append((self.levels[self.groups[level.pair]], line_of(known)))
            found += [(self.tokens[number], token) for number, token in zip(known, row, strict=True)]
        return found

    def grammar(self, fit: Fit, *, templates: bool = False, chained: bool = False) -> Grammar | None:
        """The parts put together, each with its regex; with `templates`, numbers that avoid leading zeros must, and if
        `chained`, what is repeated once may be repeated again. None where parts leave out what all nesting ends with.
        """
        rules: dict[str, Expression] = {}
        top = self.groups[TOP]
        names = {group: START if group == top else f"inside_{group}" for group in self.levels}
        held = {character for part in self.tokens for text in part.texts for character in text}
        used = [number for number, _ in enumerate(self.pairs) if GROUPS.character(number) in held]
        references = {GROUPS.character(number): Ref(f"group_{number}") for number in used}
        spelled: dict[str, Expression] = {}
        for number, part in enumerate(self.tokens):
            read = set().union(*part.texts)  # the `.` of a quoted text has no groups unless the text has some
            within = {character: group for character, group in references.items() if character in read}
            body = spelled_out(spelling(part, fit, templates=templates), within, rest=True)
            if size(body) <= MAX_INLINE:
                spelled[CLASSES.character(number)] = body
            else:
                rules[f"token_{number}"] = body
                spelled[CLASSES.character(number)] = Ref(f"token_{number}")
        bodies = {group: self._chain(fit(part)) if chained else fit(part) for group, part in self.levels.items()}
        insides = {names[group]: spelled_out(body, spelled) for group, body in bodies.items()}
        contents = {name: Ref(name) if body != EPSILON else EPSILON for name, body in insides.items()}
        groups = {
            f"group_{number}": concat(
                literal(pair.opening), contents[names[self.groups[number]]], literal(pair.closing)
            )
            for number, pair in enumerate(self.pairs)
            if number in used
        }
        found = {START: insides.pop(START), **insides, **groups, **rules}
        reached = set(reachable(found))
        try:
            grammar = Grammar({name: body for name, body in found.items() if name in reached})
        except PatternError:
            return None
        return grammar if self.elements is None else self.elements.decoded(grammar)

    def _chain(self, body: Expression) -> Expression:
        spelled = {CLASSES.character(number): part.texts for number, part in enumerate(self.tokens)}
        operands = [symbol for symbol, texts in spelled.items() if any(map(_is_operand, texts))]
        points = [symbol for symbol, texts in spelled.items() if texts.keys() == {"."}]
        return chain(body, CharSet.of(operands), CharSet.of(points))


def _is_operand(token: str) -> bool:
    return token in GROUPS or any(map(str.isalnum, token))


def spelling(part: Part, fit: Fit, *, templates: bool) -> Expression:
    """What a class of tokens looks like: groups one at a time, the others by a regex, with `templates` some apart."""
    groups = {text: times for text, times in part.texts.items() if text in GROUPS}
    spelled = [chars(CharSet.of(groups))]
    rest = part.texts - Counter(groups)
    numbers = {text: times for text, times in rest.items() if text.isdigit()}
    if templates and numbers and (template := number_template(numbers)) is not None:
        spelled.append(template)
        rest -= Counter(numbers)
    if templates and (letters := letters_template(rest)) is not None:
        spelled.append(chars(letters))
        rest = Counter({text: times for text, times in rest.items() if len(text) > 1 or text not in letters})
    return union(*spelled, fit(Part(rest, part.rejects)) if rest else EMPTY)


def each_its_own(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    """Every type of token is a class."""
    return [[token] for token in sorted({token for row in rows for token in row})]


def by_surroundings_without_spaces(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    """Types that stand in the same places are a class; spaces, which say little about their neighbours, left out."""
    rows = list(rows)
    spaces = sorted({token for row in rows for token in row if token.isspace()})
    return [
        *token_classes([token for token in row if token not in spaces] for row in rows),
        *([token] for token in spaces),
    ]


# how types are divided into classes, and whether every space is a token of its own
DIVISIONS: Final = (
    (by_surroundings_without_spaces, True),
    (token_classes, True),
    (token_classes, False),
    (each_its_own, False),
)


def is_structured(problem: Problem) -> bool:
    """Whether the texts can be divided: they have none of the characters that would stand for their parts."""
    return all(AREA.isdisjoint(text) for text in (*problem.positives, *problem.negatives))


def candidate_structures(problem: Problem) -> Iterator[CandidateStructure]:
    """By tags; with and without pairs, by each lexer, with the levels alike or not. Raises LimitError, see above."""
    check_absent(problem.positives)
    elements = UnnamedElements.of(problem.positives)
    found = balanced_pairs(problem.positives)
    kinds: list[tuple[list[Pair], list[dict[int, int]], UnnamedElements | None]] = []
    if elements is not None:
        numbers = range(-1, len(elements.pairs))  # from TOP on
        kinds.append((elements.pairs, [{number: number + 1 for number in numbers}], elements))
    for pairs in [found, [*found, *found], []] if found else [[]]:
        apart = {TOP: 0} | dict.fromkeys(range(len(pairs)), 1)
        alike = dict.fromkeys(apart, 0)
        kinds.append((pairs, [alike, apart] if pairs else [alike], None))
    for pairs, groupings, each in kinds:
        for groups, lexer, (division, spaced_out) in product(groupings, LEXERS, DIVISIONS):
            with suppress(LimitError):  # too many classes
                yield CandidateStructure(
                    problem.positives, pairs, lexer, groups, division, spaced_out=spaced_out, elements=each
                )


def cheap_grammars(problem: Problem, budget: Budget) -> Iterator[Grammar]:
    """The grammars of all candidate structures with cheap fits; none of examples that cannot be divided."""
    if is_structured(problem):
        fitter = Fitter(budget, 1)
        grammars = (structure.grammar(fitter.cheap) for structure in candidate_structures(problem))
        yield from (grammar for grammar in grammars if grammar is not None)
