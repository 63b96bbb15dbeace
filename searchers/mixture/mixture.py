"""The mixture of formats that values are drawn from: which there are, and which one a value belongs to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.expressions.expression import Expression
from dsl.regex import Regex
from searchers.mixture.aligning import template_of
from searchers.mixture.describing import described
from searchers.mixture.header import Header, header_of, header_of_records
from searchers.mixture.merging import clusters
from searchers.mixture.messages import Key, Names, Shape, grouped, kept_in
from searchers.mixture.moments import DATE
from searchers.mixture.template import Part, Template
from searchers.mixture.values import masked
from searchers.scoring.coding import Coding

LOOKED_AT: Final = 2000  # values, to tell messages from others
WORDS: Final = 2.5  # of a message, on average over those that differ in more than values
SAME: Final = 0.5  # of lines, at most so many different ones when their values are left out
CONSTANT: Final = 1.5  # words of a line that its group has in common, on average, where few are different
FEW_GROUPS: Final = 0.1  # of lines, at most so many groups where many are different
SENTENCE: Final = 4  # words of a line that its group has in common, on average, where many are different
MOST_WORDS: Final = 5  # of a line that are counted
EXAMPLES: Final = 3
LONGEST: Final = 10_000  # characters of a text whose format is looked for
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]{2,}")


@dataclass(frozen=True)
class Component:
    """One format of a mixture, with how many values it has and some of them."""

    template: Template
    count: int
    examples: tuple[str, ...]


@dataclass
class Mixture:
    """Formats, the most frequent first, and the order in which they are asked."""

    what: str  # "messages" or "values"
    components: list[Component]
    order: list[int]
    strays: dict[str, int] = field(default_factory=dict)  # values of no format, with how often each comes


def are_messages(texts: Sequence[str]) -> bool:
    """Whether most of the texts are made of words that come again in others, as those of logs are."""
    some = [text for text in texts[:: max(1, len(texts) // LOOKED_AT)] if len(text) <= LONGEST]
    header = header_of(some)
    if header is not None:
        return 2 * sum(_says_something(text, header) for text in some) > len(some)
    if not some or 2 * sum(" " in text.strip() for text in some) < len(some):
        return False
    groups, constant = _said(some)
    if constant < CONSTANT * len(some):
        return False
    distinct = {masked(text)[0] for text in some}
    if 2 * sum(" " in text for text in distinct) < len(distinct):
        return False
    words = sum(sum(len(word) > 1 for word in _WORD.findall(text)) for text in distinct)
    if len(distinct) <= SAME * len(some) and words >= WORDS * len(distinct):
        return True
    return groups <= FEW_GROUPS * len(some) and constant >= SENTENCE * len(some)


def _said(lines: Sequence[str]) -> tuple[int, int]:
    """How many groups lines are of, and how many words are the same in all lines of a group, of all lines together."""
    groups = grouped(_shapes(lines, None, frozenset())[0].values())
    constant = 0
    for group in groups:
        parts = template_of(group).parts
        words = sum(len(_WORD.findall(part)) for part in parts if isinstance(part, str))
        constant += min(words, MOST_WORDS) * sum(shape.count for shape in group)
    return len(groups), constant


def _says_something(line: str, header: Header) -> bool:
    # 2024-03-19 02:16:07 and 48.8566 2.3522 are values though a line of a log may begin so
    return any(map(str.isalpha, line[header.end(line) :])) and DATE.fullmatch(line.strip()) is None


def mixture(texts: Iterable[str], what: str = "auto", keep: Iterable[str] = ()) -> Mixture:
    """The mixture of texts that are messages, or values of a column; empty ones are of no format.

    Formats are found in texts of at most 10,000 characters; longer messages are of none.
    Messages with other words of `keep`, or in another order, are never of one format.
    """
    texts = [text for text in texts if text.strip()]
    if what == "auto":
        what = "messages" if are_messages(texts) else "values"
    return _of_messages(texts, frozenset(keep)) if what == "messages" else _of_values(Counter(texts))


# -------------------------------------------------------------------------------------------------- messages


def _of_messages(lines: Sequence[str], kept: frozenset[str]) -> Mixture:
    texts = [line for line in lines if len(line) <= LONGEST]
    header = header_of(texts) or header_of_records(texts)
    shapes, heads = _shapes(texts, header, kept)
    parts = header.parts(heads) if header else []
    components: list[Component] = []
    alike: defaultdict[tuple[bool, Key], list[Shape]] = defaultdict(list)
    for (headed, words, _), shape in shapes.items():
        alike[headed, words].append(shape)
    for (headed, _), some in sorted(alike.items(), key=lambda item: not item[0][0]):
        components += [_component(group, parts if headed else []) for group in grouped(some)]
    components.sort(key=lambda component: -component.count)
    order = sorted(range(len(components)), key=lambda place: -_constant(components[place].template))
    return Mixture("messages", components, order, Counter(line for line in lines if len(line) > LONGEST))


def _shapes(
    texts: Iterable[str], header: Header | None, kept: frozenset[str]
) -> tuple[dict[tuple[bool, Key, str], Shape], list[str]]:
    """The shapes of messages by whether they have a header, words that are kept, and names; and the heads of lines."""
    heads: dict[str, str] = {}
    shapes: dict[tuple[bool, Key, str], Shape] = {}
    names = Names()
    for text in texts:
        end = header.end(text) if header else 0
        if end:
            heads.setdefault(names.of(text[:end]), text[:end])
        message = text[end:]
        name = (end > 0, kept_in(message, kept), names.of(message))
        shape = shapes.get(name)
        if shape is None:
            shapes[name] = Shape.of(message, text, kept)
        else:
            shape.add(message)
    return shapes, [*heads.values()]


def _component(shapes: Sequence[Shape], header: Sequence[Part]) -> Component:
    examples = tuple(shape.example for shape in shapes[:EXAMPLES])
    return Component(template_of(shapes, header), sum(shape.count for shape in shapes), examples)


def _constant(template: Template) -> int:
    return sum(len(part) for part in template.parts if isinstance(part, str))


# ---------------------------------------------------------------------------------------------------- values


def _of_values(counts: Counter[str]) -> Mixture:
    if not counts:
        return Mixture("values", [], [])
    coding = Coding(set().union(*counts) or {" "})
    groups = clusters({value: times for value, times in counts.items() if len(value) <= LONGEST})
    expressions = [described(group, coding) for group in groups]
    accepts = [Regex(expression).accepts for expression in expressions]
    members = [{value for leaf in group for value in leaf.values} for group in groups]
    foreign = [
        sum(accepts[place](value) for other, values in enumerate(members) if other != place for value in values)
        for place in range(len(groups))
    ]
    order = sorted(range(len(groups)), key=foreign.__getitem__)
    found: list[Counter[str]] = [Counter() for _ in groups]
    strays: dict[str, int] = {}
    for value, times in counts.items():
        place = next((place for place in order if accepts[place](value)), None)
        (strays if place is None else found[place])[value] = times
    made = _sorted_by_count(expressions, found, order)
    made.strays = strays
    return made


def _sorted_by_count(expressions: Sequence[Expression], found: Sequence[Counter[str]], order: Sequence[int]) -> Mixture:
    places = sorted((place for place in order if found[place]), key=lambda place: -found[place].total())
    components = [
        Component(
            Template.of(expressions[place]),
            found[place].total(),
            tuple(value for value, _ in found[place].most_common(EXAMPLES)),
        )
        for place in places
    ]
    return Mixture("values", components, [places.index(place) for place in order if place in places])
