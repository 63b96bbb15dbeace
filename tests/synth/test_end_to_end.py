"""The main job, with the real searchers: shipped examples in, a pattern that a person would accept out."""

import random
import re
import signal
from pathlib import Path

import pytest

import synth
from synth.inputs.examples import read_examples
from tests.support.processes import PATIENCE, start, wait_for

EXAMPLES = Path(__file__).parents[2] / "examples"
UNSEEN = {
    "dates": "2031-11-05",
    "registrations": "QX-019-ZA",
    "emails": "linus7@example.com",
    "urls": "https://example.org/shop/index",
    "access-log": '192.0.2.77 - - [10/Oct/2024:14:10:55 +0000] "GET /images/faq.png HTTP/1.1" 200 12345',
    "syslog": "Mar  8 06:09:41 beta kernel[2113]: job finished",
}


def agrees_with_re(candidate, texts):
    return all(candidate.language.accepts(text) == bool(re.fullmatch(candidate.pattern, text)) for text in texts)


@pytest.mark.parametrize("name", UNSEEN)
def test_shipped_examples(name, processor_time):
    examples = read_examples(str(EXAMPLES / f"{name}.txt"))
    best = synth.induce(examples, timeout=5).best
    assert best.score.accepted >= 0.9 * len(examples)
    assert best.size < sum(map(len, examples)) / 5
    assert best.language.accepts(UNSEEN[name])
    assert not any(map(best.language.accepts, ["", "x", " ".join(examples[:2])]))
    assert agrees_with_re(best, [*examples, *best.language.sample(20, 0)])


@pytest.mark.parametrize("name", ["dates", "registrations"])
def test_strings_to_reject(name):
    reject = read_examples(str(EXAMPLES / f"{name}-reject.txt"))
    best = synth.induce(read_examples(str(EXAMPLES / f"{name}.txt")), reject=reject).best
    assert best.score.rejected == len(reject)
    assert not any(map(best.language.accepts, reject))


def test_noise_is_left_out():
    best = synth.induce(read_examples(str(EXAMPLES / "times-noisy.txt"))).best
    assert best.score.accepted == 16
    assert best.language.accepts("00:59")
    assert not best.language.accepts("noon")


@pytest.mark.parametrize("searcher", ["auto", "beam", "exact"])
@pytest.mark.parametrize("objective", ["mdl", "median"])
def test_every_searcher_with_every_objective(searcher, objective):
    result = synth.induce(["ab", "abab", "ababab"], reject=["a", "ba", "aab"], searcher=searcher, objective=objective)
    assert result.best.score.accepted == 3
    assert result.best.score.rejected == 3


@pytest.mark.parametrize(
    "examples",
    [
        ["abc"],
        ["abc"] * 5,
        [""],
        ["", "a", "aa"],
        ["größe", "straße", "übung"],
        ["日本", "中国", "韓国"],
        ["a\nb", "c\nd"],
        [".*+", "(["],
    ],
)
def test_unusual_examples(examples):
    best = synth.induce(examples).best
    assert best.score.accepted == len(examples)
    assert agrees_with_re(best, examples)


def test_same_seed_same_result():
    examples = read_examples(str(EXAMPLES / "emails.txt"))
    first, second = (synth.induce(examples, seed=5, steps=20) for _ in range(2))
    assert [candidate.pattern for candidate in first.front] == [candidate.pattern for candidate in second.front]


def test_a_timeout_is_honoured_within_half_a_second(processor_time):
    examples = read_examples(str(EXAMPLES / "urls.txt"))
    synth.induce(examples[:3], steps=1)  # compile
    result = synth.induce(examples, effort=5, timeout=0.5)
    assert result.stats["seconds"] < 1.0


def test_an_interrupt_of_a_real_search(tmp_path):
    run = tmp_path / "run"
    process = start("induce", str(EXAMPLES / "access-log.txt"), "--effort", "5", "--out", str(run))
    events = run / "events.jsonl"
    wait_for(lambda: events.exists() and events.read_text().endswith("\n"))
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert re.compile(stdout.rstrip("\n"))
    assert "interrupted" in stderr


@pytest.mark.slow
def test_ten_thousand_strings(processor_time):
    rng = random.Random(1)
    examples = [
        f"{rng.randrange(1950, 2030)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}" for _ in range(10_000)
    ]
    synth.induce(examples[:3], steps=1)  # compile
    result = synth.induce(examples)
    assert result.best.score.accepted == 10_000
    assert result.stats["seconds"] < 4
