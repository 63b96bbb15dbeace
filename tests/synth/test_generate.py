import re

import pytest

from dsl.errors import ConfigurationError
from dsl.regex import Regex
from synth.decoding import Vocabulary, generate
from synth.decoding.models.small_models import ngram, notebook

DATE = "20[12][0-9]-[01][0-9]-[0-3][0-9]"


@pytest.mark.parametrize("strategy", ["sample", "greedy", "beam", "particles", "exact"])
def test_each_strategy_stays_inside(strategy):
    texts = generate(ngram(), Regex.parse(DATE), strategy=strategy, count=3, limit=12)
    assert len(texts) == (1 if strategy == "greedy" else 3)
    assert all(re.fullmatch(DATE, text) for text in texts)


def test_without_a_language_texts_are_those_of_the_model():
    model = ngram(b"The mill is open from ")
    assert re.match(r"\d\d:\d\d to", generate(model, strategy="greedy")[0])


@pytest.mark.parametrize("strategy", ["beam", "grid"])
def test_required_phrases_are_in_the_text(strategy):
    (text,) = generate(ngram(), Regex.parse("[A-Za-z ]+[.]"), strategy=strategy, required=["lamp", "the mill"], width=2)
    assert re.fullmatch("[A-Za-z ]+[.]", text)
    assert "lamp" in text
    assert "the mill" in text


def test_what_a_strategy_cannot_do_is_said():
    with pytest.raises(ConfigurationError, match="no strategy 'guess'"):
        generate(ngram(), strategy="guess")
    with pytest.raises(ConfigurationError, match="sample knows of no required phrases"):
        generate(ngram(), strategy="sample", required=["x"])
    with pytest.raises(ConfigurationError, match="ends a text with token 256, the tokenizer with 2"):
        generate(ngram(), Regex.parse("ab*"), Vocabulary([b"a", b"b", b""], [2]))


def test_the_notebook_has_texts():
    assert len(notebook()) == 740


def test_the_command_writes_texts_alone(synth_command):
    result = synth_command("generate", "--model", "ngram", "--grammar", DATE, "-n", "2", "--tokens", "12")
    assert result.exit_code == 0
    assert re.fullmatch(f"({DATE}\n){{2}}", result.stdout)
    assert result.stderr == ""
    again = synth_command("generate", "--model", "ngram", "--grammar", DATE, "-n", "2", "--tokens", "12", "--null")
    assert again.stdout.split("\0")[:2] == result.stdout.splitlines()


def test_the_command_reads_grammars_and_requires_phrases(synth_command, tmp_path):
    (tmp_path / "nested.lark").write_text('start: "(" start ")" | /[a-z ]+/\n')
    arguments = ["generate", "--model", "ngram", "--grammar", "nested.lark", "--require", "the", "--require", "))"]
    result = synth_command(*arguments, "--width", "2", "--tokens", "30", "--top-k", "20", "--temperature", "0.8")
    assert re.fullmatch(r"(\(+)[a-z ]*the[a-z ]*(\)+)\n", result.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--grammar", "[0-9]+", "--require", "x"], "no text of the language has the required phrase 'x' in it"),
        (["--grammar", "[0-9]{9}", "--tokens", "5"], "has 9 tokens, and the limit is 5"),
        (["--temperature", "0"], "a temperature of 0.0 is no number above 0"),
        (["--temperature", "inf"], "a temperature of inf is no number above 0"),
        (["--grammar", "a|b", "--strategy", "exact", "--top-k", "1"], "exact samples need"),
        (["--grammar", "a("], "does not parse"),
        (["--grammar", r"[^\s\S]"], "the language has no strings"),
    ],
)
def test_what_cannot_be_generated_is_an_error(synth_command, arguments, message):
    result = synth_command("generate", "--model", "ngram", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "hint: " in result.stderr


@pytest.mark.slow
def test_a_tiny_transformer_is_trained_in_seconds(synth_command):
    result = synth_command("generate", "--model", "tiny", "--grammar", DATE, "-n", "3", "--tokens", "12")
    assert re.fullmatch(f"({DATE}\n){{3}}", result.stdout)
