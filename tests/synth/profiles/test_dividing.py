"""Values of slots beside the groups of Python's `re`, which are greedy, too."""

import random
import re

from dsl.expressions.notation import parse
from searchers.mixture.template import Slot, Template
from synth.profiles.dividing import Divider
from synth.profiles.format import Format

KINDS = ["[a-b]+", "[a-c]*", "a{1,3}", "[bc]{2,}", "[a-c ]*", "b?"]


def format_of(*parts):
    found = [part if isinstance(part, str) else Slot("word", parse(part[0])) for part in parts]
    return Format(Template(tuple(found)), 1, 1.0, ())


def test_slots_are_the_groups_of_a_greedy_pattern():
    rng, accepted = random.Random(0), 0
    for _ in range(40):
        count = rng.randrange(1, 6)
        parts = [rng.choice(["a", "b", "ab", (rng.choice(KINDS),), (rng.choice(KINDS),)]) for _ in range(count)]
        divider = Divider(format_of(*parts).parts)
        pattern = re.compile("".join(f"({part if isinstance(part, str) else part[0]})" for part in parts))
        for _ in range(200):
            text = "".join(rng.choices("abc ", weights=[5, 4, 2, 1], k=rng.randrange(9)))
            expected = pattern.fullmatch(text)
            assert divider.divide(text) == (None if expected is None else list(expected.groups()))
            accepted += expected is not None
    assert accepted > 400


def test_a_hostile_line_of_100_000_characters_takes_linear_time():
    format = format_of(*[("[a-z]*",)] * 8, "!", ("[a-z ]*",))
    line = "a" * 100_000
    assert format.match(line) is None
    values = format.match(f"{line}!{line}")
    assert values["word1"] == values["word9"] == line
    assert not any(values[f"word{number}"] for number in range(2, 9))
