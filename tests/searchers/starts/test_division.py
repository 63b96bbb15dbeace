"""Division: whatever it divides, what it puts together matches every text and costs what it says."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.coding import Coding
from searchers.scoring.parameters import by_hand
from searchers.scoring.regexes import DescriptionLength
from searchers.starts.division import Division
from searchers.starts.shapes import character_kind, tokens

DATES = ["2001-02-03", "2010-11-12", "1999-01-01", "1987-10-31", "2024-12-25"]
TIMES = ["00:15:59", "23:01:40", "12:12:30", "07:48:00"]

texts = st.dictionaries(st.text("abXY019-,. é", max_size=9), st.integers(1, 3), min_size=1, max_size=9)


def divide(examples, most=150):
    examples = examples if isinstance(examples, dict) else dict.fromkeys(examples, 1)
    return Division(Coding(set().union(*examples)), most).fit(examples)


@settings(max_examples=60)
@given(texts)
def test_every_fit_matches_every_text(examples):
    fits = divide(examples)
    assert fits
    assert [fit.bits for fit in fits] == sorted(fit.bits for fit in fits)
    assert len({fit.expression for fit in fits}) == len(fits)
    for fit in fits:
        language = Regex(fit.expression)
        assert all(map(language.accepts, examples)), fit.expression


@st.composite
def separated(draw):
    """Fields joined by one separator, the shape that most rules of division are made for."""
    mark = draw(st.sampled_from([",", "-", ": ", "."]))
    fields = st.lists(st.text("ab01", max_size=3), min_size=1, max_size=4)
    return [mark.join(row) for row in draw(st.lists(fields, min_size=1, max_size=6))]


@given(separated())
def test_lists_too(examples):
    for fit in divide(examples):
        assert all(map(Regex(fit.expression).accepts, examples)), fit.expression


@pytest.mark.parametrize(
    ("examples", "pattern"),
    [
        (DATES, "[0-9]{4}(-[0-9]{2}){2}"),
        (TIMES, "([0-9]{2}:){2}[0-9]{2}"),
        (["AB12", "CD97", "EF03", "GH55"], "[A-Z]{2}[0-9]{2}"),
        (["a,b,c", "d,e", "f", "g,h,i,j"], "[a-z](,[a-z])*"),
        (["user=bob", "user=alice", "user=carol"], "user=[a-z]+"),
        (["GET /a", "POST /bc", "GET /def", "POST /g"] * 3, "(GET|POST) /[a-z]+"),
    ],
)
def test_known_formats_are_among_the_fits(examples, pattern):
    wanted = Regex.parse(pattern)
    found = [Regex(fit.expression) for fit in divide({text: examples.count(text) for text in examples})]
    others = ["", "-", "2001-02", "00:00", "A1", ",", "user=", "PUT /a", "0", "a"]
    judged = [*wanted.sample(30, 0), *others]
    assert any(all(one.accepts(text) == wanted.accepts(text) for text in judged) for one in found), found


@pytest.mark.parametrize(
    "examples",
    [
        ["AB12", "CD97", "EF03"],
        ["cat", "dog", "cow"],
        ["", "ab", "abab"],
        ["x=1", "y=22", "zz=3"],
        ["abc"],
    ],
)
def test_the_sum_of_the_pieces_is_the_objective(examples):
    # where no class is written twice: pieces do not know of each other, so that they pay in full for it
    best = divide(examples)[0]
    assert DescriptionLength(Problem.of(examples), by_hand()).score(Regex(best.expression)).objective == pytest.approx(
        best.bits
    )


@pytest.mark.parametrize("examples", [DATES, TIMES, ["a,b,c", "d,e", "f"], ["10.0.0.1", "192.168.1.1"]])
def test_the_sum_of_the_pieces_promises_nothing_too_good(examples):
    best = divide(examples)[0]
    assert (
        DescriptionLength(Problem.of(examples), by_hand()).score(Regex(best.expression)).objective <= best.bits + 1e-6
    )


@given(texts)
def test_without_leave_to_divide_it_still_fits(examples):
    fits = divide(examples, most=0)
    assert all(map(Regex(fits[0].expression).accepts, examples))


def test_tokens_of_texts_of_one_shape_are_fitted_without_leave_to_divide():
    examples = dict.fromkeys(["21 kg net", "3 kg net", "104 kg net"], 1)
    division = Division(Coding(set().union(*examples)), 0, by_token=True)
    assert str(division.fit(examples)[0].expression) == "[0-9]+ kg net"


@settings(max_examples=15)
@given(texts)
def test_the_order_of_the_texts_does_not_matter(examples):
    backwards = dict(reversed(examples.items()))
    assert [fit.expression for fit in divide(examples)] == [fit.expression for fit in divide(backwards)]


def test_tokens_are_runs_of_one_kind():
    assert tokens("AB-12", character_kind) == (("A", "AB"), ("-", "-"), ("0", "12"))


@settings(max_examples=60)
@given(texts, st.integers(1, 4))
def test_the_splits_that_look_cheapest_are_those_with_the_cheapest_pieces(examples, most):
    division = Division(Coding(set().union(*examples)), 0)
    nonempty = {text: times for text, times in examples.items() if text}
    splits = list(division._splits(nonempty, 0)) if len(nonempty) > 1 else []
    bits = [split.bits + sum(division._undivided(piece)[0].bits for piece in split.pieces) for split in splits]
    order = sorted(range(len(splits)), key=bits.__getitem__)
    assert division._cheapest_looking(splits, most) == [splits[index] for index in order[:most]]


def records():
    """Connections as Zeek logs them, each cell a value or a sign."""
    rng = random.Random(4)
    for _ in range(30):
        cells = [
            f"17{rng.randrange(10**8):08}.{rng.randrange(10**6):06}",
            "".join(rng.choices("ABCDEFabcdef0123456789", k=17)),
            *(f"10.{rng.randint(0, 255)}.{rng.randint(0, 255)}.{rng.randint(1, 254)}" for _ in range(2)),
            rng.choice(["tcp", "udp"]),
            *(rng.choice(["-", name]) for name in ("dns", f"{rng.randint(0, 20)}.{rng.randrange(10**6):06}")),
            *(rng.choice(["-", f"{rng.randrange(10**5)}"]) for _ in range(2)),
            rng.choice(["SF", "S0", "REJ", "RSTO"]),
            rng.choice(["T", "F"]),
            rng.choice(["(empty)", "-"]),
        ]
        yield "\t".join(cells)


def test_records_are_divided_into_their_cells():
    language = Regex(divide([*records()], 200)[0].expression)
    for record in records():
        cells = record.split("\t")
        wrong = [[*cells[:n], "1\t2", *cells[n + 1 :]] for n in range(len(cells))]
        assert language.accepts(record)
        assert not any(language.accepts("\t".join(row)) for row in wrong)
