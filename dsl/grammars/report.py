"""What a grammar's author should know about it: rules that nothing uses, loops to the left, ambiguity."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from dsl.automata.components import cycles
from dsl.errors import LimitError
from dsl.expressions.expression import Concat, Epsilon, Expression, Ref, Repeat, Union
from dsl.grammar import Grammar
from dsl.grammars.recognition import count_parses
from dsl.grammars.rules import derives, deriving, reachable


@dataclass(frozen=True, slots=True)
class Report:
    """Names of rules in the order of the grammar, and the samples that have more than one parse."""

    unreachable: tuple[str, ...]
    left_recursive: tuple[str, ...]
    nullable: tuple[str, ...]
    ambiguous: tuple[str, ...]

    def __str__(self) -> str:
        lines = {
            "start never reaches": self.unreachable,
            "left-recursive, so not for LL parsers": self.left_recursive,
            "may be empty": self.nullable,
            "ambiguous": tuple(map(repr, self.ambiguous)),
        }
        return "\n".join(f"{what}: {', '.join(names)}" for what, names in lines.items() if names)


def diagnose(grammar: Grammar, samples: Iterable[str] = ()) -> Report:
    """Look for what may be wrong with a grammar; samples that it does not accept say nothing."""
    rules = grammar.rules
    nullable = nullable_rules(rules)
    first = {name: set(corners(body, nullable)) for name, body in rules.items()}
    left_recursive = {name for group in cycles(first) for name in group}
    reached = set(reachable(rules))
    return Report(
        tuple(name for name in rules if name not in reached),
        tuple(name for name in rules if name in left_recursive),
        tuple(name for name in rules if name in nullable),
        tuple(sample for sample in samples if _is_ambiguous(grammar, sample)),
    )


def nullable_rules(rules: Mapping[str, Expression]) -> set[str]:
    """The rules whose language contains the empty string."""
    return set(deriving(rules, is_empty))


def is_empty(leaf: Expression) -> bool:
    """Whether a leaf is the empty string."""
    return isinstance(leaf, Epsilon)


def corners(node: Expression, nullable: Collection[str]) -> Iterator[str]:
    """The rules that may stand first, with nothing read before them, where those of `nullable` may be empty."""
    match node:
        case Ref(name):
            yield name
        case Concat(parts):
            for part in parts:
                yield from corners(part, nullable)
                if not derives(part, nullable, is_empty):
                    break
        case Union(parts):
            for part in parts:
                yield from corners(part, nullable)
        case Repeat(body, _, _):
            yield from corners(body, nullable)


def _is_ambiguous(grammar: Grammar, sample: str) -> bool:
    try:
        return count_parses(grammar, sample) > 1
    except LimitError:  # infinitely many
        return True
