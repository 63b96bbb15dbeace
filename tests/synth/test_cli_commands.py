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


def test_sample_separated_by_null(synth_command):
    assert synth_command("sample", r"a\nb", "-n", "2", "--null").stdout == "a\nb\0a\nb\0"


def test_export_writes_ascii_ranges(synth_command):
    assert synth_command("export", "(?:[0-9])[a-zA-Z]{2,2}", "--to", "re").stdout == "[0-9][A-Za-z]{2}\n"


@pytest.mark.parametrize("command", [["score", "a(b", "x"], ["explain", "a(b"], ["sample", "a(b"], ["export", "a(b"]])
def test_a_malformed_pattern_has_a_caret(synth_command, command):
    result = synth_command(*command)
    assert result.exit_code == 2
    assert "    a(b\n       ^ expected ')'\nhint: " in result.stderr
