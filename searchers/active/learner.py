"""A grammar from questions: nesting, classes of tokens and every regular part are checked with an oracle, then learned.

A part is asked about on its own, inside an example that is known: what stands there is taken out and something else put
in. So the questions stay short, and every part is a regular language that L* learns exactly.
"""

from __future__ import annotations

import operator
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from typing import Final, NamedTuple, TypeVar

from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.charset import DIGITS, LOWER, PRINTABLE, UPPER, CharSet
from dsl.expressions.expression import Expression, Ref, concat, literal, size, union
from dsl.grammar import Grammar
from dsl.grammars.rules import reachable, substituted
from dsl.language import START
from searchers.active.observation_table import learn
from searchers.active.vocabulary import operators, related_words, times_of_day
from searchers.structure.composites import Composite, without_detours
from searchers.structure.merging.state_merging import right_linear
from searchers.structure.pairs import BRACKETS, TOP, Level, Pair, balanced_pairs, levels, pair_of, placeholder
from searchers.structure.private_characters import class_of, class_symbol, line_of, spelled_out
from searchers.structure.token_classes import token_classes
from searchers.structure.tokens import (
    NAME,
    SHAPES,
    WORD,
    Lexer,
    by_character,
    by_name,
    by_name_and_value,
    by_value,
    shape,
)

Ask = Callable[[str], bool | None]
_Item = TypeVar("_Item")

_UNITS: Final = 0xF200  # private use: the characters that stand for units of a line
_SLOT: Final = "@"  # between a shape and the number of a slot
MAX_INLINE: Final = 3  # nodes of a class that is written out wherever it stands
MAX_SPELLED: Final = 12  # states of the automaton of a token
MAX_ELIMINATED: Final = 6  # states of an automaton that becomes a regex
SWAPPED: Final = 3  # contents of a kind of group that are tried in another kind
MAX_WORDS: Final = 80  # words that are tried for being keywords
PLACES: Final = 2  # of a token in each kind of level, in which others are tried
LETTERS: Final = ("qzx", "kwj")  # of words that mean nothing
BORROWED: Final = 12  # strings of each other part that it is checked with
PIECE: Final = 4  # units of a piece of a line
FOREIGN: Final = 300  # lines with pieces put in that no line of the part has, and
SPLICED: Final = 80  # with others
LINES: Final = 30  # known strings of a part that its automaton is checked with
OPERATED: Final = 8  # operators in whose place others are tried
_OPERATOR: Final = re.compile(r"""(?<=[\w\s)\]}'"])[^\w\s()\[\]{}'"]+(?=[\w\s(\[{'"])""")
_NUMBER: Final = re.compile("[0-9]+")
SIGNS: Final = [character for character in PRINTABLE if not character.isalnum()]


class Place(NamedTuple):
    """Where in an example a part stands."""

    text: str
    start: int
    end: int

    def filled(self, inside: str) -> str:
        """The example with something else there."""
        return self.text[: self.start] + inside + self.text[self.end :]

    @property
    def inside(self) -> str:
        """What stands there."""
        return self.text[self.start : self.end]


@dataclass(frozen=True)
class _Kind:
    """A kind of level: a pair in certain surroundings, or the top."""

    pair: int
    places: list[Place]

    def contents(self) -> list[str]:
        return sorted({place.inside for place in self.places}, key=_by_length)

    def with_places_of(self, other: _Kind) -> _Kind:
        return _Kind(self.pair, self.places + other.places)


class Teacher:
    """Learns from examples and an oracle; what it does not know is taken for outside, but for nothing more.

    `elements` are pairs that are known to be balanced.
    """

    def __init__(
        self,
        positives: Iterable[str],
        ask: Ask,
        rng: random.Random,
        spent: Callable[[], bool],
        elements: Sequence[Pair] = (),
    ) -> None:
        self.elements = elements
        self.texts = sorted(set(positives), key=_by_length)
        self.rng = rng
        self.spent = spent
        self._oracle = ask
        self._known: dict[str, bool] = dict.fromkeys(self.texts, True)
        self._unknown: set[str] = set()

    def ask(self, text: str) -> bool:
        """Whether the language is known to have the text; every text is asked about once."""
        known = self._known.get(text)
        if known is None and text not in self._unknown:
            known = None if self.spent() else self._oracle(text)
            if known is None:
                self._unknown.add(text)
            else:
                self._known[text] = known
        return known is True

    @property
    def answers(self) -> Mapping[str, bool]:
        """All that is known: whether the language has a text."""
        return self._known

    def learn(self) -> Grammar:
        """The grammar of everything learned."""
        self._meet_strangers()
        self._meet_operators()
        self._meet_times()
        while True:
            self._read()
            if not (self._fill_empties() | self._join()):
                break
        return self._grammar()

    # ------------------------------------------------------------------------------- what no example shows

    def _add(self, text: str) -> bool:
        if text in self.texts or not self.ask(text):
            return False
        self.texts.append(text)
        self.texts.sort(key=_by_length)
        return True

    def _meet_strangers(self) -> None:
        """Ask for brackets and signs that no example has, in the shortest example and instead of it."""
        seen = set().union(*self.texts)
        shortest = self.texts[0]
        pairs = [pair for pair in (*BRACKETS, '""') if pair[0] not in seen]
        for pair in pairs:
            for text in (pair, pair[0] + shortest + pair[1], shortest + pair):
                self._add(text)
        for sign in SIGNS:
            if sign not in seen:
                for text in (shortest + sign + shortest, sign + shortest):
                    self._add(text)

    def _meet_operators(self) -> None:
        """Ask for operators of signs that are known, in the shortest examples with another one."""
        places: dict[str, Place] = {}
        for text in self.texts:
            for match in _OPERATOR.finditer(text):
                places.setdefault(match[0], Place(text, *match.span()))
        seen = set().union(*places)
        for place in list(places.values())[:OPERATED]:
            for sign in operators():
                if sign not in places and seen.issuperset(sign):
                    self._add(place.filled(sign))

    def _meet_times(self) -> None:
        """Ask for other ways to write a time of day, in the shortest example with one."""
        for text in next(filter(None, map(times_of_day, self.texts)), []):
            self._add(text)

    def _fill_empties(self) -> bool:
        """Of groups that are only known empty: ask for one token, and for two with a sign between them."""
        found = False
        for kind in self.kinds:
            if {place.inside for place in kind.places} == {""}:
                place = _shortest(kind.places)
                tokens = list(dict.fromkeys(self._specimens.values()))
                tries = [*tokens, *(f"{a}{sign}{b}" for sign in SIGNS for a in tokens for b in tokens)]
                for inside in tries:
                    if self._add(place.filled(inside)):
                        found = True
                        break
        return found

    def _join(self) -> bool:
        """Ask in each kind of group for what it holds twice, with a sign between that stands in no such group."""
        found = False
        for kind in self.kinds:
            contents = [inside for inside in kind.contents() if inside]
            if kind.pair == TOP or not contents:
                continue
            place = _shortest([place for place in kind.places if place.inside == contents[0]])
            held = set().union(*contents)
            for sign in ("", *SIGNS):
                if sign not in held:
                    found |= self._add(place.filled(contents[0] + sign + contents[0]))
        return found

    # ------------------------------------------------------------------------------------------- structure

    def _read(self) -> None:
        self.pairs = [*self.elements, *balanced_pairs(self.texts, least=1)]
        self.lexer = _lexer(self.texts)
        everything = [(text, level) for text in self.texts for level in levels(text, self.pairs) or ()]
        self.keywords = self._keywords(everything)
        surroundings: dict[tuple[int, str], list[Place]] = defaultdict(list)
        for text, level in everything:
            place = Place(text, level.offsets[0], level.offsets[-1])
            before = self.lexer(text[: place.start - 1]) if level.pair != TOP and place.start > 1 else []
            surroundings[level.pair, self._type(before[-1]) if before else ""].append(place)
        self.kinds = self._merged_kinds([_Kind(pair, places) for (pair, _), places in surroundings.items()])
        self._kind_at = {
            (place.text, place.start): number for number, kind in enumerate(self.kinds) for place in kind.places
        }
        rows: list[tuple[int, list[tuple[str, Place]]]] = []
        for text, level in everything:
            rows.append((self._kind_at[text, level.offsets[0]], list(self._tokens(text, level))))
        self._classify(rows)

    def _keywords(self, everything: Iterable[tuple[str, Level]]) -> set[str]:
        """The words that may not be replaced by any word."""
        keywords: set[str] = set()
        met: set[str] = set()
        for text, level in everything:
            for token, place in self._placed(text, level, level.text):
                if shape(token) == WORD and token not in met and len(met) < MAX_WORDS:
                    met.add(token)
                    if not any(self.ask(place.filled(_another(token, letters))) for letters in LETTERS):
                        keywords.add(token)
        return keywords

    def _tokens(self, text: str, level: Level) -> Iterator[tuple[str, Place]]:
        """The tokens of a level with their places; a group is the character of its kind."""
        characters = [
            placeholder(self._kind_at[text, level.offsets[index] + 1]) if pair_of(character) is not None else character
            for index, character in enumerate(level.text)
        ]
        return self._placed(text, level, "".join(characters))

    def _placed(self, text: str, level: Level, written: str) -> Iterator[tuple[str, Place]]:
        """The tokens of a level, as `written`, with their places."""
        index = 0
        for token in self.lexer(written):
            start, index = level.offsets[index], index + len(token)
            yield token, Place(text, start, level.offsets[index])

    def _type(self, token: str) -> str:
        return token if token in self.keywords or self.lexer is by_character else shape(token)

    def _merged_kinds(self, kinds: list[_Kind]) -> list[_Kind]:
        """Kinds of one pair whose contents may be exchanged become one."""
        ordered = sorted(kinds, key=lambda kind: (-len(kind.places), kind.pair))
        return _merged(ordered, self._alike, _Kind.with_places_of)

    def _alike(self, one: _Kind, other: _Kind) -> bool:
        if one.pair != other.pair:
            return False
        here, there = _shortest(one.places), _shortest(other.places)
        return all(self.ask(there.filled(inside)) for inside in one.contents()[:SWAPPED]) and all(
            self.ask(here.filled(inside)) for inside in other.contents()[:SWAPPED]
        )

    def _classify(self, rows: Sequence[tuple[int, list[tuple[str, Place]]]]) -> None:
        """Classes of tokens, each member checked in the place of another."""
        self._places: dict[str, list[Place]] = defaultdict(list)
        self._members: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        typed: list[list[str]] = []
        self._kinds_of: dict[str, dict[int, list[Place]]] = defaultdict(lambda: defaultdict(list))
        slots = self._slots([row for _, row in rows])
        for kind, row in rows:
            typed.append([slots.get(place, self._type(token)) for token, place in row])
            for name, (token, place) in zip(typed[-1], row, strict=True):
                self._places[name].append(place)
                self._kinds_of[name][kind].append(place)
                self._members[name][token] += 1
        self._specimens = {
            name: min((place.inside for place in places), key=_by_length) for name, places in self._places.items()
        }
        alone = self.lexer is by_character
        grouped = [] if alone else token_classes([name for name in row if not name.isspace()] for row in typed)
        grouped += [[name] for name in self._places if all(name not in names for names in grouped)]
        self.classes: list[list[str]] = []
        for names in grouped:
            self.classes += self._checked(sorted(names, key=lambda name: -len(self._places[name])))
        number = {name: index for index, names in enumerate(self.classes) for name in names}
        self.lines: dict[int, set[str]] = defaultdict(set)
        for (kind, _), line in zip(rows, typed, strict=True):
            self.lines[kind].add(line_of(number[name] for name in line))

    def _slots(self, rows: Sequence[Sequence[tuple[str, Place]]]) -> dict[Place, str]:
        """Names for tokens of one shape that may not be exchanged: the day and the month of a date are two types."""
        by_neighbours: dict[str, dict[tuple[str, str], list[Place]]] = defaultdict(lambda: defaultdict(list))
        for row in rows:
            names = ["", *(self._type(token) for token, _ in row), ""]
            for before, name, behind, (_, place) in zip(names, names[1:], names[2:], row, strict=False):
                if name in SHAPES:
                    by_neighbours[name][before, behind].append(place)
        slots: dict[Place, str] = {}
        for name, places in by_neighbours.items():
            if not self._is_uniform(places):
                for number, group in enumerate(self._exchangeable(list(places.values()))):
                    slots |= dict.fromkeys(group, f"{name}{_SLOT}{number}")
        return slots

    def _is_uniform(self, places: Mapping[tuple[str, str], list[Place]]) -> bool:
        """Whether the shortest and the longest token of a shape stand behind and before all neighbours of the shape."""
        extremes = _extremes(place for group in places.values() for place in group)
        sides = {(side, key[side]): group for side in (0, 1) for key, group in places.items()}
        return all(self.ask(_shortest(group).filled(text)) for group in sides.values() for text in extremes)

    def _exchangeable(self, groups: Sequence[list[Place]]) -> list[list[Place]]:
        return _merged(sorted(groups, key=len, reverse=True), self._exchange, operator.add)

    def _exchange(self, one: list[Place], other: list[Place]) -> bool:
        pairs = ((one, other), (other, one))
        return all(
            self.ask(_shortest(to).filled(text))
            for source, to in pairs
            for text in _edges(place.inside for place in source)
        )

    def _checked(self, names: Sequence[str]) -> list[list[str]]:
        return _merged([[name] for name in names], lambda one, group: self._may_replace(one[0], group[0]), operator.add)

    def _may_replace(self, one: str, other: str) -> bool:
        """Whether two types stand in each other's places, in the shortest ones of each."""
        pairs = ((one, other), (other, one))
        return self._doubles(one) == self._doubles(other) and all(
            self.ask(place.filled(token))
            for old, new in pairs
            for place in self._varied(old)
            for token in self._tried(new)
        )

    def _tried(self, name: str) -> list[str]:
        """Tokens of a type that must do for all; where its shape is of several types, the longest must do as well."""
        return _extremes(self._places[name]) if _SLOT in name else [self._specimens[name]]

    def _varied(self, name: str) -> list[Place]:
        """Places of a token, the shortest ones of each kind of level."""
        return [
            place for places in self._kinds_of[name].values() for place in sorted(set(places), key=_by_text)[:PLACES]
        ]

    def _doubles(self, name: str) -> bool:
        """Whether a token may stand twice in a row."""
        twice = self._specimens[name] * 2
        top = levels(twice, self.pairs)
        place = _shortest(self._places[name])
        return top is not None and len(self.lexer(top[-1].text)) == 2 and self.ask(place.filled(twice))

    # ------------------------------------------------------------------------------------------- the parts

    def _grammar(self) -> Grammar:
        rules: dict[str, Expression] = {}
        tokens = {index: self._class_expression(index, rules) for index in range(len(self.classes))}
        units = self._units()
        composites = self._composites(len(units))
        spelled = {unit: concat(*(tokens[class_of(symbol)] for symbol in line)) for line, unit in units.items()}
        spelled |= {
            unit: concat(*(tokens[class_of(symbol)] for symbol in each.before), Ref(self._level_name(each.kind)))
            for unit, each in composites.items()
        }
        levels: dict[str, Expression] = {}
        for number, automaton in self._automata(units, composites).items():
            if any(automaton.live()):
                found = _rules_of(automaton, self._level_name(number))
            else:  # no line holds with the specimens of its classes
                coded = sorted(filter(None, (_coded(line, units) for line in self.lines[number])))
                found = {self._level_name(number): union(*map(literal, coded))}
            levels |= {name: spelled_out(body, spelled) for name, body in found.items()}
        groups = {
            f"group_{number}": concat(
                literal(self.pairs[kind.pair].opening),
                Ref(self._level_name(number)),
                literal(self.pairs[kind.pair].closing),
            )
            for number, kind in enumerate(self.kinds)
            if kind.pair != TOP
        }
        every = {**levels, **groups, **rules}
        return Grammar({name: every[name] for name in reachable({START: every[START], **every})})

    def _automata(self, units: Mapping[str, str], composites: Mapping[str, Composite]) -> dict[int, DFA]:
        """What each level consists of, in units."""
        variants = {unit: [line] for line, unit in units.items()}
        variants |= {unit: [each.before + line for line in each.specimens] for unit, each in composites.items()}
        automata: dict[int, DFA] = {}
        for number in range(len(self.kinds)):
            examples = [*_few(self.lines[number], LINES), *self._spliced(number)]
            top = self.kinds[number].pair == TOP  # which does not begin with itself
            never = {unit for unit, each in composites.items() if top and not each.before}
            automata[number] = learn(
                {unit: CharSet.of(unit) for unit in variants},
                partial(self._holds_units, _shortest(self.kinds[number].places), variants, never),
                filter(None, (_coded(line, units) for line in examples)),
                self.rng,
                self.spent,
            ).minimise()
        lines = {unit: line for line, unit in units.items()}

        def join(before: str, unit: str) -> str | None:
            return units.get(before + lines[unit]) if unit in lines else None

        return without_detours(automata, composites, "".join(variants), join)

    def _composites(self, taken: int) -> dict[str, Composite]:
        """Units that stand for lines of the top, of lines that between them have all its classes."""
        number = next(number for number, kind in enumerate(self.kinds) if kind.pair == TOP)
        place = _shortest(self.kinds[number].places)
        specimens: list[str] = []
        for line in _few(self.lines[number], LINES):
            if line and not set(line) <= set("".join(specimens)) and self._holds(place, line):
                specimens.append(line)
        if max(map(len, specimens), default=0) <= 1:
            return {}
        if self.ask(place.filled("")):
            specimens.append("")
        spaces = {unit[0] for line in chain(*self.lines.values()) for unit in self._divided(line) if len(unit) > 1}
        composites = [Composite(before, number, tuple(specimens)) for before in ("", *sorted(spaces))]
        return {chr(_UNITS + taken + index): composite for index, composite in enumerate(composites)}

    def _units(self) -> dict[str, str]:
        """The symbols that lines are learned in: a class, or a space with the class behind it: lines get short."""
        units = {unit for lines in self.lines.values() for line in lines for unit in self._divided(line)}
        spaced = {unit[0] for unit in units if len(unit) == 2}
        for index, names in enumerate(self.classes):  # what stands for a value may stand behind a space as well
            if names[0].isalnum() or _shape_of(names[0]) in SHAPES or pair_of(names[0]) is not None:
                units |= {symbol + class_symbol(index) for symbol in ("", *spaced)}
        return {unit: chr(_UNITS + number) for number, unit in enumerate(sorted(units))}

    def _divided(self, line: str) -> list[str]:
        """A line in units: "v␣o␣v" -> v ␣o ␣v"""
        units: list[str] = []
        for symbol in line:
            if units and self._is_space(units[-1]):
                units[-1] += symbol
            else:
                units.append(symbol)
        return units

    def _is_space(self, unit: str) -> bool:
        return len(unit) == 1 and all(map(str.isspace, self.classes[class_of(unit)]))

    def _pieces(self, lines: Iterable[str]) -> set[str]:
        """Runs of units of lines, and what they are without or behind a space."""
        divided = [self._divided(line) for line in lines]
        spaces = {unit[0] for units in divided for unit in units if len(unit) > 1}
        runs = {
            "".join(units[i:j])
            for units in divided
            for i in range(len(units))
            for j in range(i + 1, min(i + PIECE, len(units)) + 1)
        }
        return {before + run.lstrip("".join(spaces)) for run in runs for before in ("", *spaces)}

    def _spliced(self, number: int) -> list[str]:
        """Short lines of a part with pieces of all lines put in: what stands elsewhere may stand here."""
        every = [line for lines in self.lines.values() for line in _few(lines, LINES)]
        pieces = self._pieces(every)
        own = _few((line for line in self.lines[number] if line), 2) or [""]
        spliced = {
            line[:i] + piece + line[j:]
            for line in own
            for piece in pieces
            for i in range(len(line) + 1)
            for j in (i, min(i + 1, len(line)))
        }
        borrowed = {line for other in self.lines.values() for line in _few(other, BORROWED)}
        held = set().union(*self.lines[number])
        foreign = {line for line in spliced if not held.issuperset(line)}
        chosen = [sorted(lines - borrowed) for lines in (foreign, spliced - foreign)]
        drawn = [*self._drawn(chosen[0], FOREIGN), *self._drawn(chosen[1], SPLICED)]
        return [*sorted(borrowed), *drawn]

    def _drawn(self, lines: Sequence[str], most: int) -> list[str]:
        return self.rng.sample(lines, min(most, len(lines)))

    def _holds_units(self, place: Place, variants: Mapping[str, Sequence[str]], never: set[str], units: str) -> bool:
        if units[:1] in never:
            return False
        lines = max((len(variants[unit]) for unit in units), default=1)
        return all(
            self._holds(place, "".join(variants[unit][number % len(variants[unit])] for unit in units))
            for number in range(lines)
        )

    def _holds(self, place: Place, line: str) -> bool:
        """Whether a level may consist of these classes; what would be read as other tokens is no line of its own."""
        tokens = [self._specimen(symbol) for symbol in line]
        inside = "".join(tokens)
        top = levels(inside, self.pairs)
        return top is not None and len(self.lexer(top[-1].text)) == len(tokens) and self.ask(place.filled(inside))

    def _level_name(self, number: int) -> str:
        return START if self.kinds[number].pair == TOP else f"inside_{number}"

    def _specimen(self, symbol: str) -> str:
        return self._specimens[self.classes[class_of(symbol)][0]]

    def _class_expression(self, index: int, rules: dict[str, Expression]) -> Expression:
        """What a class of tokens spells: groups, known tokens, and what L* makes of those without a fixed spelling."""
        names = self.classes[index]
        groups = [Ref(f"group_{number}") for name in names if (number := pair_of(name)) is not None]
        spellings = [self._spelling(name) for name in names if pair_of(name) is None]
        spellings += [literal(word) for word in sorted(self._closed_words(names))]
        body = union(*groups, *dict.fromkeys(spellings))
        if size(body) <= MAX_INLINE:
            return body
        rules[f"token_{index}"] = body
        return Ref(f"token_{index}")

    def _spelling(self, name: str) -> Expression:
        """A token of its own is spelled as it is; tokens of one shape are learned character by character."""
        if _shape_of(name) not in SHAPES and not (len(name) == 1 and name.isalpha()):
            return literal(name)
        spelled = self._members[name]
        place = _shortest(self._places[name])
        if self._is_closed(spelled, place):
            return union(*(literal(token) for token in sorted(spelled)))
        alphabet = _alphabet(spelled)
        examples = {_in_symbols(token, alphabet) for token in spelled}
        renumbered = {_in_symbols(token, alphabet) for token in self._renumbered(spelled)}
        automaton = learn(
            alphabet,
            lambda text: self._is_token(text, name) and self.ask(place.filled(text)),
            [*_few(examples, LINES), *renumbered],
            self.rng,
            self.spent,
        )
        return _as_regex(automaton.minimise(), spelled)

    def _renumbered(self, spelled: Iterable[str]) -> list[str]:
        """The shortest token with numbers of other tokens for those within it: 5T01 -> 012T01"""
        token = min(spelled, key=_by_length)
        numbers = _edges(text for members in self._members.values() for text in members if text.isdigit())
        runs = [match.span() for match in _NUMBER.finditer(token)] if shape(token) == NAME else []
        return [token[:start] + number + token[end:] for start, end in runs for number in numbers]

    def _is_token(self, text: str, name: str) -> bool:
        """What would be read as several tokens, or as another one, is none."""
        return (len(self.lexer(text)) == 1 and _shape_of(name) in (self._type(text), shape(text))) or len(
            name
        ) == 1 == len(text)

    def _closed_words(self, names: Iterable[str]) -> set[str]:
        """Other words that stand where only certain words do, of the families of these."""
        words = [name for name in names if name in self.keywords and len(name) > 1]
        if not words:
            return set()
        place = _shortest(self._places[words[0]])
        style = str.upper if words[0].isupper() else str.title if words[0][0].isupper() else str.lower
        guesses = map(style, related_words(map(str.lower, words)))
        return {word for word in guesses if word not in self.keywords and self.ask(place.filled(word))}

    def _is_closed(self, spelled: Iterable[str], place: Place) -> bool:
        """Whether the words seen are all there are, as far as a few others show."""
        if self.lexer is by_character:
            return True
        if not all(token.isalpha() for token in spelled):
            return False
        word = max(spelled, key=len)
        others = [other for letters in LETTERS if (other := _another(word, letters)) not in spelled]
        return not any(self.ask(place.filled(other)) for other in others)


def _another(word: str, letters: str) -> str:
    """A word of the same length and case that is hardly one: "Forall" -> "Qzxqzx" """
    other = (letters * len(word))[: len(word)]
    return other.upper() if word.isupper() else other.capitalize() if word[0].isupper() else other


def _extremes(places: Iterable[Place]) -> list[str]:
    """The least and the greatest of what stands in places, by length."""
    inside = sorted({place.inside for place in places}, key=_by_length)
    return [inside[0], inside[-1]]


def _edges(texts: Iterable[str]) -> list[str]:
    """The least and the greatest of each length."""
    alike = [list(same) for _, same in groupby(sorted(set(texts), key=_by_length), key=len)]
    return [text for same in alike for text in dict.fromkeys((same[0], same[-1]))]


def _shape_of(name: str) -> str:
    """The shape that a slot is of."""
    return name.partition(_SLOT)[0]


def _few(lines: Iterable[str], most: int) -> list[str]:
    return sorted(lines, key=_by_length)[:most]


def _shortest(places: Iterable[Place]) -> Place:
    return min(places, key=_by_text)


def _by_length(text: str) -> tuple[int, str]:
    return len(text), text


def _by_text(place: Place) -> tuple[int, Place]:
    return len(place.text), place


def _merged(
    items: Iterable[_Item], alike: Callable[[_Item, _Item], bool], join: Callable[[_Item, _Item], _Item]
) -> list[_Item]:
    """The items, each joined to the first before it that it is alike to."""
    merged: list[_Item] = []
    for item in items:
        index = next((index for index, other in enumerate(merged) if alike(item, other)), None)
        if index is None:
            merged.append(item)
        else:
            merged[index] = join(merged[index], item)
    return merged


def _lexer(texts: Sequence[str]) -> Lexer:
    """Words with digits in them are names; a handful of characters are no words at all."""
    if len({character for text in texts for character in text if character.isalnum()}) <= 3:
        return by_character
    mixed = sum(any(shape(token) == NAME for token in by_name(text)) for text in texts)
    return by_name_and_value if mixed > 1 else by_value


def _alphabet(spelled: Iterable[str]) -> dict[str, CharSet]:
    """Specimens of the characters that tokens are made of, each with all that it stands for."""
    seen = set().union(*spelled)
    kinds = [kind for kind in (LOWER, UPPER) if any(character in kind for character in seen)]
    digits = dict.fromkeys([*DIGITS, *sorted(c for c in seen if c.isalnum() and not c.isalpha())])
    alphabet = {digit: CharSet.of(digit) for digit in digits} if any(c.isdigit() for c in seen) or kinds else {}
    others = [c for c in sorted(seen) if c.isalnum() and c not in alphabet and c not in LOWER and c not in UPPER]
    alphabet |= {character: CharSet.of(character) for character in others}
    for kind in (LOWER, UPPER) if kinds else ():
        own = [character for character in sorted(seen) if character in kind][:4]
        alphabet |= {character: CharSet.of(character) for character in own}
        rest = kind - CharSet.of(own)
        alphabet[rest.first()] = rest
    alphabet |= {character: CharSet.of(character) for character in sorted(seen) if not character.isalnum()}
    return alphabet


def _as_regex(automaton: DFA, known: Iterable[str]) -> Expression:
    """The regex of an automaton, or what is known where that would be a regex of any length."""
    if sum(automaton.live()) > MAX_SPELLED or not any(automaton.live()):
        return union(*(literal(token) for token in sorted(known)))
    return to_expression(automaton)


def _in_symbols(token: str, alphabet: dict[str, CharSet]) -> str:
    """The token with each character as the symbol that stands for it."""
    return "".join(next((symbol for symbol, charset in alphabet.items() if c in charset), c) for c in token)


def _rules_of(automaton: DFA, name: str) -> dict[str, Expression]:
    """An automaton as a regex in one rule, or as a rule for each state."""
    if sum(automaton.live()) <= MAX_ELIMINATED:
        return {name: to_expression(automaton)}
    rules = right_linear(automaton).rules
    names = {old: name if old == START else f"{name}_{old}" for old in rules}
    renamed = {old: Ref(new) for old, new in names.items()}
    return {names[old]: substituted(body, renamed) for old, body in rules.items()}


def _coded(line: str, units: Mapping[str, str]) -> str | None:
    """A line in the characters of its units; None when it has others."""
    coded = ""
    while line:
        unit = next((unit for unit in (line[:2], line[:1]) if unit in units), None)
        if unit is None:
            return None
        coded += units[unit]
        line = line[len(unit) :]
    return coded
