"""Messages and values of several formats, told apart and described."""

import random
import re

import pytest

from dsl.expressions.notation import write
from searchers.mixture.assigning import Assigner
from searchers.mixture.mixture import are_messages, mixture

RNG = random.Random(1)
USERS = [f"{name}{number}" for name in ("ada", "bob", "eve") for number in range(40)]
LOG = [
    *(f"Accepted password for {RNG.choice(USERS)} from 10.0.{number}.7 port {number} ssh2" for number in range(60)),
    *(f"session opened for user {RNG.choice(['ann', 'joe', 'kim'])} by (uid={RNG.randrange(9)})" for _ in range(40)),
    *(f"session closed for user {RNG.choice(['ann', 'joe', 'kim'])}" for _ in range(40)),
    *(f"served {RNG.randrange(1, 900)} bytes of /srv/{number}.html in {RNG.random():.3f} s" for number in range(50)),
    *("shard " + ", ".join(str(RNG.randrange(99)) for _ in range(count)) + " is lost" for count in (1, 2, 3, 5, 8)),
    "no space left on device",
]  # fmt: skip
TEMPLATES = {
    "Accepted password for <*> from <*> port <*> ssh2": 60,
    "session opened for user <*> by (uid=<*>)": 40,
    "session closed for user <*>": 40,
    "served <*> bytes of <*> in <*> s": 50,
    "shard <*> is lost": 5,
    "no space left on device": 1,
}
HEADERS = [
    f"2024-03-{day:02} 10:{day:02}:07,123 {level} [worker-{day}] " for day in range(1, 29) for level in ("INFO", "WARN")
]


def templates(found):
    return {str(component.template): component.count for component in found.components}


def accepts(component):
    return re.compile(write(component.template.expression), re.DOTALL).fullmatch


def test_messages_are_grouped_by_their_constants():
    assert templates(mixture(LOG)) == TEMPLATES


def test_every_message_matches_the_pattern_of_a_template():
    found = mixture(LOG, "messages")
    matchers = list(map(accepts, found.components))
    assert all(any(matches(line) for matches in matchers) for line in LOG)


def test_the_header_of_lines_is_found_and_left_out_of_the_groups():
    rng = random.Random(2)
    lines = [rng.choice(HEADERS) + message for message in LOG]
    found = templates(mixture(lines))
    assert {template.removeprefix("<*> <*> <*> <*> "): count for template, count in found.items()} == TEMPLATES


def test_the_order_of_the_lines_changes_nothing():
    shuffled = LOG[:]
    random.Random(3).shuffle(shuffled)
    assert templates(mixture(shuffled)) == TEMPLATES


def dates(rng, count):
    days = [(rng.randrange(1980, 2025), rng.randrange(1, 13), rng.randrange(1, 29)) for _ in range(count)]
    return [f"{y}-{m:02}-{d:02}" for y, m, d in days], [f"{m}/{d}/{y}" for y, m, d in days]


def test_values_are_grouped_by_their_shapes():
    iso, american = dates(random.Random(4), 200)
    found = mixture([*iso, *american[:50], "N/A", "1999-12-3l"])
    assert [component.count for component in found.components] == [200, 50]
    one, other = map(accepts, found.components)
    assert one("2001-02-03")
    assert not one("2/3/2001")
    assert other("2/3/2001")
    assert not other("2001-02-03")
    assert set(found.strays) == {"N/A", "1999-12-3l"}


@pytest.mark.parametrize(
    ("makes", "count"),
    [
        (["{0:x}{1:07x}", "{0:x}{1:07x}{1:08x}{0:08x}{1:08x}"], 2),  # hexadecimal words of two lengths
        (["{2}.{1}", "-{2}.{1}"], 1),  # a sign
        (["{2}/{2}", "{2}/{2}/{2}", "{2}/{2}/{2}/{2}"], 1),  # a list
        (["{2} {2}", "{2} {2} kg"], 1),  # a part that half of all have
        (["#{2}", "{2}-{2}"], 2),
    ],
)
def test_what_one_format_is(makes, count):
    rng = random.Random(5)
    values = [
        make.format(rng.randrange(1, 16), rng.randrange(1 << 24, 1 << 28), rng.randrange(10, 100))
        for make in makes
        for _ in range(60)
    ]
    assert len(mixture(values, "values").components) == count


def test_shares_tell_an_option_from_two_formats():
    rng = random.Random(6)
    plain = [f"{rng.randrange(10000, 99999)}" for _ in range(300)]
    longer = [f"{rng.randrange(10000, 99999)}-{rng.randrange(1000, 9999)}" for _ in range(60)]
    assert len(mixture(plain + longer, "values").components) == 2


def test_a_format_is_written_as_a_person_would():
    for values, pattern in (
        (["TRUE", "FALSE"] * 30, "FALSE|TRUE"),
        ([f'{{"a":{number}}}' for number in range(1, 60)], r'\{"a":[0-9]{1,2}\}'),
    ):
        (component,) = mixture(values).components
        assert write(component.template.expression) == pattern


def test_any_character_is_one_of_those_that_values_of_few_signs_have():
    first, last = ["John", "Mary", "José"], ["Smith", "García", "O'Brien", "Li", "Sørensen", "Lopez-Diaz", "McDonald"]
    names = [f"{name}, {given}" for name in last for given in first]
    names += [f"{given} {name}" for name in last for given in first][::3]
    for component in mixture(names, "values").components:
        assert not accepts(component)("?? O'Brien, José #1")
        assert "." not in write(component.template.expression)


def test_messages_are_told_from_values():
    assert are_messages(LOG)
    assert not are_messages(dates(random.Random(7), 100)[0])
    assert not are_messages([f"{name.title()} Smith" for name in USERS])


def test_messages_are_told_by_their_constant_words_though_names_make_nearly_all_lines_differ():
    rng = random.Random(4)
    names = ["".join(rng.choices("abcdefghijklmnop", k=6)) for _ in range(200)]
    lines = [f'{{"host": "{name}", "message": "session of {rng.choice(names)} was opened"}}' for name in names]
    assert are_messages(lines)


def test_a_few_texts_among_paths_make_no_log():
    paths = [f"D:\\Temp\\hill\\file{number}.txt" for number in range(300)]
    junk = ["see the file of May", "ask at the desk first", "not yet known at all"]
    assert not are_messages(paths + junk)


@pytest.mark.parametrize(
    "form",
    [
        "2024-03-{:02} 02:16:07",
        "2024-03-{:02} 02:16:07 UTC",
        "Mon, {:02} Jan 2024 07:00:00 GMT",
        "2024-03-{:02} 2024-04-01",
        "48.85{} 2.3522",
        "17000000{:02} 4",
    ],
)
def test_a_column_of_times_or_numbers_is_no_log(form):
    values = [form.format(day) for day in range(1, 29)]
    assert not are_messages(values)
    (component,) = mixture(values).components
    assert component.count == len(values)
    assert re.fullmatch(write(component.template.expression), values[4])
    assert are_messages([f"{value} disk is full" for value in values])


def test_nothing_has_no_formats():
    assert mixture([]).components == []
    assert mixture(["", ""]).components == []


def test_the_union_automaton_says_what_the_patterns_say():
    found = mixture(LOG, "messages")
    expressions = [component.template.expression for component in found.components]
    automaton = Assigner(expressions, found.order)
    matchers = list(map(accepts, found.components))
    texts = [
        *LOG,
        *(line[:-1] for line in LOG),
        *(line.upper() for line in LOG),
        "",
        "é",
        *(f"{line}\r" for line in LOG),
    ]
    first = [next((place for place in found.order if matchers[place](text)), None) for text in texts]
    assert [automaton.find(text) for text in texts] == first
    assert None in first


def test_lines_of_bytes_are_read_as_texts_are():
    found = mixture(LOG, "messages")
    automaton = Assigner([component.template.expression for component in found.components], found.order)
    texts = [*LOG, "", "none", "shard é is lost", *(line[1:] for line in LOG)]
    data = "\n".join(texts[:50]) + "\n" + "\r\n".join(texts[50:]) + "\r\nrest"
    read = automaton.find_lines(data.encode())[0].tolist()
    assert read == [-1 if (number := automaton.find(text)) is None else number for text in texts]


@pytest.mark.parametrize(
    ("words", "times", "pattern"),
    [
        ("DE FR GB IT NL SE US ES", 40, "DE|ES|FR|GB|IT|NL|SE|US"),
        ("EU US JP", 20, "EU|JP|US"),
        ("DE FR GB IT NL SE US ES", 1, "[A-Z]{2}"),  # who knows how many more there are
        ("A1 B7 C3 D9", 20, "[A-D][0-9]"),  # no words
    ],
)
def test_few_words_that_come_again_are_the_format(words, times, pattern):
    (component,) = mixture(words.split() * times, "values").components
    assert write(component.template.expression) == pattern
