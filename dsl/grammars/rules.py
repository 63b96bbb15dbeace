"""Named expressions that refer to each other: what the rules of a grammar lead to, derive, and cannot derive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from dsl.errors import PatternError
from dsl.expressions.expression import Concat, Empty, Expression, Ref, Repeat, Union, children, rebuild, walk


def references(expression: Expression) -> set[str]:
    """The names that an expression uses."""
    return {node.name for node in walk(expression) if isinstance(node, Ref)}


def substituted(node: Expression, bodies: Mapping[str, Expression]) -> Expression:
    """The expression with each reference replaced by what it is called for in `bodies`."""
    if isinstance(node, Ref):
        return bodies[node.name]
    parts = children(node)
    return rebuild(node, [substituted(part, bodies) for part in parts]) if parts else node


def reachable(rules: Mapping[str, Expression]) -> list[str]:
    """The rules that the first one leads to, itself included, in the order in which they are found."""
    found = dict.fromkeys([next(iter(rules))])
    pending = list(found)
    while pending:
        new = sorted(name for name in references(rules[pending.pop()]) if name not in found)
        found.update(dict.fromkeys(new))
        pending.extend(new)
    return list(found)


def unproductive(rules: Mapping[str, Expression]) -> list[str]:
    """The rules that cannot produce any string, in order."""
    productive = deriving(rules, _is_productive)
    return [name for name in rules if name not in productive]


def _is_productive(leaf: Expression) -> bool:
    return not isinstance(leaf, Empty)


def deriving(rules: Mapping[str, Expression], wanted: Callable[[Expression], bool]) -> dict[str, int]:
    """The rules that derive `wanted` leaves alone, and how many lie one within the other in the flattest derivation."""
    found: dict[str, int] = {}
    pending: Iterable[str] = rules
    height = 0
    users: Mapping[str, list[str]] | None = None
    while new := [name for name in pending if name not in found and derives(rules[name], found, wanted)]:
        height += 1
        found |= dict.fromkeys(new, height)
        if len(found) == len(rules):
            break
        users = users_of(rules) if users is None else users
        pending = dict.fromkeys(user for name in new for user in users[name])
    return found


def users_of(rules: Mapping[str, Expression]) -> Mapping[str, list[str]]:
    """The rules that use each rule."""
    users: dict[str, list[str]] = {name: [] for name in rules}
    for user, body in rules.items():
        for name in references(body):
            users[name].append(user)
    return users


def derives(node: Expression, known: Collection[str], wanted: Callable[[Expression], bool]) -> bool:
    """Whether an expression derives something of `wanted` leaves alone, as the rules `known` do."""
    match node:
        case Ref(name):
            return name in known
        case Concat(parts):
            return all(derives(part, known, wanted) for part in parts)
        case Union(parts):
            return any(derives(part, known, wanted) for part in parts)
        case Repeat(body, low, _):
            return low == 0 or derives(body, known, wanted)
        case _:
            return wanted(node)


def undefined(name: str, text: str, position: int) -> PatternError:
    """The error about a name without a rule."""
    hint = f'add a rule `{name}: …`, or write "{name}" for the word itself'
    return PatternError(f"the rule {name} is not defined", text, position, expected="a name that has a rule", hint=hint)


def barren(name: str, text: str, position: int) -> PatternError:
    """The error about a rule that produces nothing."""
    hint = f"every alternative of {name} leads back to itself; add one that ends, such as an empty one"
    return PatternError(f"the rule {name} cannot produce any string", text, position, hint=hint)
