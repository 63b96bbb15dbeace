"""Guesses: patterns and grammars, for searches of either kind."""

import pytest

import synth
from dsl.errors import ConfigurationError, PatternError
from dsl.expressions.expression import literal
from dsl.expressions.notation import parse
from dsl.grammar import Grammar
from searchers.problem import Problem
from synth.inputs.guesses import read_guesses

LIST = 'start: start "," item | item\nitem: "0".."9"+'
NESTED = 'start: "<" start ">" | "x"'


def test_a_regular_grammar_is_a_guess_at_a_pattern():
    assert read_guesses(["a+", LIST], "regex")["guesses"] == (parse("a+"), parse("[0-9]+(,[0-9]+)*"))


def test_for_grammars_they_stay_as_they_are():
    guesses = read_guesses(["ab", NESTED], "cfg")
    assert guesses == {"guesses": (literal("ab"),), "guessed_grammars": (Grammar.parse(NESTED),)}
    problem = Problem.of(["<x>"], **guesses)
    assert problem.grammars == [Grammar.parse(NESTED), Grammar({"start": literal("ab")})]


def test_what_cannot_be_a_guess():
    with pytest.raises(ConfigurationError, match="a guess is a grammar"):
        read_guesses([NESTED], "regex")
    with pytest.raises(PatternError):
        read_guesses(["a("], "cfg")


@pytest.mark.parametrize("searcher", ["auto", "beam", "evolve"])
def test_a_grammar_is_where_a_search_begins(searcher):
    odd = 'start: "<" start "#" | "x"'
    words = ["x", "<x#", "<<x##", "<<<x###", "<<<<x####"]
    result = synth.induce(words, kind="cfg", searcher=searcher, steps=1, guesses=[odd])
    assert result.best.language.accepts("<<<<<<x######")


def test_a_file_on_the_command_line(stub, synth_command, tmp_path):
    (tmp_path / "list.gbnf").write_text('root ::= item ("," item)*\nitem ::= [0-9]+')
    (tmp_path / "words.txt").write_text("1,2\n")
    assert synth_command("induce", "words.txt", "--guess", "list.gbnf").exit_code == 0
    (tmp_path / "nested.lark").write_text(NESTED)
    refused = synth_command("induce", "words.txt", "--guess", "nested.lark")
    assert (refused.exit_code, "not known to be regular" in refused.stderr) == (2, True)
