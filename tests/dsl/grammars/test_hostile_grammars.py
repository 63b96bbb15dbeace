"""Grammars that are large, deep or full of counts: what is asked of them is answered, or refused, in linear time."""

import contextlib
import time

import pytest

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint
from dsl.grammars.inlining import inlined
from dsl.grammars.regularity import as_repeats, regular_expression
from dsl.grammars.report import diagnose
from dsl.grammars.rules import reachable
from dsl.grammars.top_down import top_down

SECONDS = 20  # of a busy machine; what is not linear takes minutes


def chain(length, body, last='"a"'):
    bodies = [body.format(number + 1) for number in range(length)]
    return "\n".join(["start: r0", *(f"r{number}: {body}" for number, body in enumerate(bodies)), f"r{length}: {last}"])


def letters(count):
    return "".join(f'\nr{number}: "a"' for number in range(count))


def backwards(text):
    first, *others = text.split("\n")
    return "\n".join([first, *reversed(others)])


GRAMMARS = {
    "units": chain(10_000, "r{}"),
    "units backwards": backwards(chain(10_000, "r{}")),
    "letters": chain(10_000, '"x" r{}'),
    "options": chain(10_000, '("x" r{})?'),
    "both ends": chain(10_000, '"x" r{} "y" | "z"'),
    "nullable": chain(10_000, 'r{} "x"?', '"a"?'),
    "left": chain(4_000, 'r{} "y" | start "z"'),
    "a ring of units": chain(10_000, "r{}", 'start | "a"'),
    "few options": chain(600, '("x" r{})?'),
    "few units": chain(1_900, "r{}"),
    "doubling": chain(4_000, "r{0} r{0}"),
    "flat": "start: " + " | ".join(f"r{n}" for n in range(10_000)) + letters(10_000),
    "in sequence": "start: " + " ".join(f"r{n}" for n in range(9_000)) + letters(9_000),
    "all units": "start: " + " | ".join(f"r{n}" for n in range(80)) + "\n"
    + "\n".join(f"r{n}: " + " | ".join(f"r{m}" for m in range(80) if m != n) + ' | "x"' for n in range(80)),
    "counts": 'start: (("a"~1000)~1000)~1000',
    "ranges of counts": 'start: (("a"~0..1000)~0..1000)~0..1000',
    "a huge count": 'start: "a"~4000000000 ("b" "c"?)~0..4000000000',
    "optional parts": "start: (" + '"a"? ' * 2_000 + ")*",
    "names that collide": "\n".join(["start: A", *(f'A{"_" * n}: "x"\na{"_" * n}: "y"' for n in range(300))]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("text", GRAMMARS.values(), ids=list(GRAMMARS))
def test_every_question_is_answered_or_refused(text):
    begun = time.process_time()
    grammar = Grammar.parse(text)
    questions = [
        lambda: Grammar.parse(str(grammar)) == grammar,
        lambda: grammar.sample(3, 0),
        lambda: diagnose(grammar),
        lambda: regular_expression(grammar),
        lambda: inlined(grammar),
        lambda: top_down(grammar.rules),
        lambda: as_repeats(grammar.rules),
        lambda: grammar.binarised,
        lambda: (hash(grammar), grammar.size, reachable(grammar.rules), fingerprint(grammar.rules)),
        lambda: canonical(grammar),
    ]
    for ask in questions:
        with contextlib.suppress(LimitError):
            assert ask() is not False
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize("count", ["100001", "4000000000", "99999 'b'~2".replace("'", '"')])
def test_no_string_is_drawn_that_is_not_in_the_language(count):
    with pytest.raises(LimitError, match="100,000 characters"):
        Grammar.parse(f'start: "a"~{count}').sample(2, 0)


def test_the_shortest_string_is_drawn_where_all_walks_are_too_long():
    long = Grammar.parse('start: "a"~3000 | b\nb: c\nc: "b"~2000 d~0..9\nd: "d"~2000 "e"?')
    assert long.sample(2, 0) == ["b" * 2_000] * 2
    nullable = Grammar.parse('start: ("a"? "b"?)~200000')
    assert set(nullable.sample(3, 0)) <= {""}
    units = Grammar.parse(chain(20_000, "r{}").replace("start: r0", "start: r0~300"))
    with pytest.raises(LimitError, match="too many rules"):
        units.sample(1, 0)
