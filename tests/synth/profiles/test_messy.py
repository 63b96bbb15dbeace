"""Whatever the values are, formats, assignments and records agree."""

import random

import pytest

import synth

PIECES = [
    *"aB7 -.:/\\[]()\"'é\tß中|{}*+?^$%@_=,#\r\n\0İ²",
    *("ab", "12", "10.0.0.1", "true", "user ", "2024-01-02 10:00:00 ", "\u202e", "\ue001", "\ue0fe"),
]


def messy(rng):
    """Values of a few kinds, each with pieces that stay and others that vary."""
    kinds = [
        [rng.choice([*PIECES, None, None]) for _ in range(rng.randrange(1, 9))] for _ in range(rng.randrange(1, 5))
    ]
    vary = [lambda: str(rng.randrange(1000)), lambda: rng.choice(PIECES), lambda: "".join(rng.sample(PIECES, 2))]
    return ["".join(piece or rng.choice(vary)() for piece in rng.choice(kinds)) for _ in range(rng.choice([5, 40, 80]))]


@pytest.mark.parametrize("what", ["auto", "messages", "values"])
@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 100))])
def test_assignments_patterns_and_records_agree(seed, what):
    values = messy(random.Random(seed))
    profile = synth.profile(values, what=what)
    assigned = profile.assign(values)
    languages = [format.language for format in profile.formats]
    for value, number in zip(values, assigned, strict=True):
        if number is None:
            assert not any(language.accepts(value) for language in languages)
            assert what != "messages" or not value.strip()
        else:
            assert languages[number].accepts(value)
            assert list(profile.formats[number].match(value)) == list(profile.formats[number].slots)
    assert synth.Profile.from_json(profile.to_json()).assign(values) == assigned
    assert "synth-result" in profile._repr_html_()
