import json
import re

import pytest


@pytest.fixture
def dates(tmp_path):
    (tmp_path / "dates.txt").write_text("2024-01-02\n1999-12-31\n12/31\n")
    return "dates.txt"


def test_score_summarises_and_tells_the_worst(synth_command, dates):
    result = synth_command("score", "[0-9]{4}-[0-9]{2}-[0-9]{2}", dates)
    assert result.exit_code == 1
    assert result.stdout == (
        "accepted  2 of 3\ndistance  median 0, largest 6\nfurthest from the language:\n   6  '12/31'\n"
    )


def test_score_of_a_perfect_fit_is_zero(synth_command, dates, tmp_path):
    (tmp_path / "no.txt").write_text("2024\n")
    assert synth_command("score", "[0-9/-]+", dates).exit_code == 0
    assert synth_command("score", "[0-9/-]{5,}", dates, "--reject", "no.txt").exit_code == 0
    result = synth_command("score", "[0-9/-]+", dates, "--reject", "no.txt")
    assert result.exit_code == 1
    assert "rejected  0 of 1\n" in result.stdout
    assert "wrongly accepted:\n      '2024'\n" in result.stdout


def test_score_shows_five_and_counts_the_rest(synth_command, tmp_path):
    (tmp_path / "words.txt").write_text("\n".join("abcdefgh"))
    assert synth_command("score", "[0-9]", "words.txt").stdout.endswith("'e'\n      and 3 more\n")


def test_score_as_json(synth_command, dates):
    value = json.loads(synth_command("score", "[0-9/-]+", dates, "--json").stdout)
    assert (value["accepted"], value["examples"], value["median"]) == (3, 3, 0)


def test_explain_puts_a_pattern_into_words(synth_command):
    result = synth_command("explain", "[0-9]{3}-[A-Z]{2,4}")
    assert result.exit_code == 0
    assert result.stdout == (
        "3 digits, then '-', then 2 to 4 upper-case letters\n"
        "\n"
        "3 digits                   [0-9]{3}\n"
        "'-'                        -\n"
        "2 to 4 upper-case letters  [A-Z]{2,4}\n"
    )


def test_explain_shows_the_matched_pieces(synth_command, dates):
    result = synth_command("explain", "[0-9]{4}(-[0-9]{2})*", dates)
    assert result.stdout.split("\n\n")[1] == (
        "4 digits          [0-9]{4}      '2024', '1999'\n"
        "0 or more times:  (-[0-9]{2})*  '-01-02', '-12-31'\n"
        "  '-'             -             '-'\n"
        "  2 digits        [0-9]{2}      '01', '02', '12', '31'\n"
    )
    assert result.stderr == "1 of 3 examples do not match; the first, at distance 1:\n  12/31\n"


def test_explain_counts_the_pieces_it_does_not_show(synth_command, tmp_path):
    (tmp_path / "words.txt").write_text("abcdef\n")
    assert synth_command("explain", "([a-f])+", "words.txt").stdout.count("'abcdef'") == 1
    result = synth_command("explain", "([a-f]|[0-9][0-9])+", "words.txt")
    assert "'a', 'b', 'c', 'd', … (6)" in result.stdout


def test_sample_is_in_the_language_and_seeded(synth_command):
    first = synth_command("sample", "[a-f]{2,5}[0-9]+", "-n", "20", "--seed", "5")
    assert first.exit_code == 0
    texts = first.stdout.splitlines()
    assert len(texts) == 20
    assert all(re.fullmatch("[a-f]{2,5}[0-9]+", text) for text in texts)
    assert synth_command("sample", "[a-f]{2,5}[0-9]+", "-n", "20", "--seed", "5").stdout == first.stdout
    assert synth_command("sample", "[a-f]{2,5}[0-9]+", "-n", "20", "--seed", "6").stdout != first.stdout


def test_sample_of_a_length(synth_command):
    texts = synth_command("sample", "(ab|c)*", "--length", "4", "-n", "200").stdout.splitlines()
    assert set(texts) == {"abab", "abcc", "cabc", "ccab", "cccc"}
    refused = synth_command("sample", "(ab)*", "--length", "3")
    assert refused.exit_code == 2
    assert "no string of 3 characters" in refused.stderr


@pytest.mark.parametrize("pattern", ["[a-f]+", 'start: "(" start ")" |'])
@pytest.mark.parametrize("options", [[], ["--length", "4"]])
def test_samples_without_an_end_come_one_after_the_other(synth_command, pattern, options, monkeypatch):
    given = []

    def give(text, end):
        given.append(text)
        if len(given) == 250:
            raise KeyboardInterrupt  # who reads has enough

    monkeypatch.setattr("synth.cli.commands.sample.give", give)
    assert synth_command("sample", pattern, "-n", "9" * 300, *options).exit_code == 130
    monkeypatch.undo()
    assert synth_command("sample", pattern, "-n", "250", *options).stdout.split("\n")[:-1] == given[:250]


def test_sample_separated_by_null(synth_command):
    assert synth_command("sample", r"a\nb", "-n", "2", "--null").stdout == "a\nb\0a\nb\0"


def test_export_writes_ascii_ranges(synth_command):
    assert synth_command("export", "(?:[0-9])[a-zA-Z]{2,2}", "--to", "re").stdout == "[0-9][A-Za-z]{2}\n"


@pytest.mark.parametrize("command", [["score", "a(b", "x"], ["explain", "a(b"], ["sample", "a(b"], ["export", "a(b"]])
def test_a_malformed_pattern_has_a_caret(synth_command, command):
    result = synth_command(*command)
    assert result.exit_code == 2
    assert "    a(b\n       ^ expected ')'\nhint: " in result.stderr


# --------------------------------------------------------------------------------------------------- grammars


def test_score_of_a_grammar(synth_command, sums):
    result = synth_command("score", sums, "sums.txt")
    assert result.exit_code == 1
    assert result.stdout == (
        "accepted  3 of 4\ndistance  median 0, largest 1\nfurthest from the language:\n   1  '(1+2'\n"
    )
    value = json.loads(synth_command("score", sums, "sums.txt", "--json").stdout)
    assert value["pattern"].startswith('start: term ("+" term)*\n')


def test_explain_a_grammar(synth_command, sums):
    result = synth_command("explain", sums, "sums.txt")
    assert result.stdout == (
        "start:                term (\"+\" term)*          '1', '1+2', '(3+4)+5', '3+4'\n"
        "  <term>\n"
        "  0 or more times:\n"
        "    '+'\n"
        "    <term>\n"
        "term:                 \"0\"..\"9\"+ | \"(\" start \"…  '1', '2', '(3+4)', '3', … (6)\n"
        "  one of:\n"
        "    1 or more digits\n"
        "    in sequence:\n"
        "      '('\n"
        "      <start>\n"
        "      ')'\n"
    )
    assert result.stderr == "1 of 4 examples do not match; the first, at distance 1:\n  (1+2\n"


def test_explain_tells_what_a_parser_would_stumble_over(synth_command, tmp_path):
    (tmp_path / "words.txt").write_text("aaa\n")
    result = synth_command("explain", 'start: start start | "a"', "words.txt")
    assert result.stdout.endswith("\n\nleft-recursive, so not for LL parsers: start\nambiguous: 'aaa'\n")


def test_sample_of_a_grammar(synth_command, sums):
    texts = synth_command("sample", sums, "-n", "20", "--seed", "3").stdout.splitlines()
    assert len(set(texts)) > 10
    assert synth_command("parse", sums, "-", input="\n".join(texts)).exit_code == 0
    by_length = synth_command("sample", 'start: "(" start ")" start |', "--length", "6", "-n", "100").stdout
    assert set(by_length.split()) == {"()()()", "(())()", "()(())", "(()())", "((()))"}


def test_export_of_a_grammar(synth_command, sums):
    expected = 'start: term ("+" term)*\nterm: "0".."9"+ | "(" start ")"\n'
    assert synth_command("export", sums).stdout == expected
    assert synth_command("export", sums, "--to", "lark").stdout == expected
    refused = synth_command("export", sums, "--to", "re")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "Python's re reads patterns, and this is a grammar" in refused.stderr


def test_parse_prints_trees_and_mends_what_has_none(synth_command, sums):
    result = synth_command("parse", sums, "sums.txt")
    assert result.exit_code == 1
    assert result.stdout == (
        "start  '1'\n"
        "  term  '1'\n"
        "start  '1+2'\n"
        "  term  '1'\n"
        "  term  '2'\n"
        "start  '(3+4)+5'\n"
        "  term  '(3+4)'\n"
        "    start  '3+4'\n"
        "      term  '3'\n"
        "      term  '4'\n"
        "  term  '5'\n"
        "not accepted: '(1+2', distance 1\n"
        "  at 0: delete '('\n"
        "  mended: '1+2'\n"
    )


def test_parse_as_json(synth_command, sums):
    result = synth_command("parse", sums, "-", "--json", input="1+2\n")
    assert result.exit_code == 0
    terms = [{"rule": "term", "start": place, "end": place + 1, "children": []} for place in (0, 2)]
    tree = {"rule": "start", "start": 0, "end": 3, "children": terms}
    assert json.loads(result.stdout) == {"text": "1+2", "accepted": True, "tree": tree}
    rejected = json.loads(synth_command("parse", sums, "-", "--json", input="(1\n").stdout)
    edit = {"position": 0, "old": "(", "new": ""}
    assert rejected == {"text": "(1", "accepted": False, "distance": 1, "edits": [edit], "mended": "1"}


@pytest.mark.parametrize("command", [["score", "bad.lark", "x"], ["explain", "bad.lark"], ["parse", "bad.lark", "x"]])
def test_a_malformed_grammar_file_has_a_caret(synth_command, tmp_path, command):
    (tmp_path / "bad.lark").write_text('start: item\nitem: ("a" | "b"\n')
    result = synth_command(*command)
    assert result.exit_code == 2
    assert result.stderr == (
        "error: bad.lark, read as a grammar: the grammar does not parse\n"
        '    item: ("a" | "b"\n'
        "                    ^ expected ')'\n"
        "hint: the grammar ends too early\n"
    )


@pytest.mark.parametrize("command", [["sample", "empty.lark"], ["parse", "empty.lark", "x"]])
def test_a_grammar_with_an_empty_language(synth_command, tmp_path, command):
    (tmp_path / "empty.lark").write_text('start: "a" start\n')
    result = synth_command(*command)
    assert result.exit_code == 2
    assert "the rule start cannot produce any string" in result.stderr
    assert "add one that ends" in result.stderr
