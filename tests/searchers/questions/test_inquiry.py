from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.questions.grammars import GrammarRivals
from searchers.questions.inquiry import Inquiry
from searchers.questions.regexes import RegexRivals
from searchers.scoring import make


def test_a_candidate_costs_what_the_cheapest_path_to_it_does():
    problem = Problem.of(["x=1,y=2", "x=100,y=3"])
    pick, meant = Regex.parse("x=[0-9]+,y=[0-9]"), Regex.parse("x=[0-9]+,y=[0-9]+")
    rivals = RegexRivals(problem, make("mdl", problem, "regex"))
    dear = rivals.scored(meant).bits
    inquiry = Inquiry(problem, rivals, [meant], pick, seed=0)
    before = inquiry.weights({})[1]
    inquiry.expand({})
    bits = {rival.language: rival.bits for rival in inquiry.pool}
    assert len(bits) == len(inquiry.pool)
    assert bits[meant] < dear
    place = [rival.language for rival in inquiry.pool].index(meant)
    share = inquiry.weights({})
    assert share[place] / share[list(bits).index(pick)] > before / (1 - before)


def test_what_nests_is_not_given_up_for_a_small_regular_language():
    problem = Problem.of(["ab", "aabb", "aaabbb", "aaaabbbb"])
    nested, loose = Grammar.parse('start: "a" start? "b"'), Grammar.parse('start: "a"+ "b"+')
    inquiry = Inquiry(problem, GrammarRivals(problem, make("mdl", problem, "cfg")), [loose], nested, seed=0)
    assert inquiry.best({}) == nested
    assert inquiry.best({"aab": False}) == nested
    answers = dict.fromkeys(["aab", "abb", "aaab", "aaabb"], True)
    assert inquiry.best(answers).accepts_all(list(answers)) == [True] * 4


def test_a_grammar_that_was_picked_outlives_two_answers_against_it_but_not_five():
    texts = ["<a>", "<b<c>>", "<<ab>c>", "<d<e<f>>>", "<abc>"]
    problem = Problem.of(texts)
    pick = Grammar.parse('start: "<" (/[a-z]/ | start)+ ">"')
    narrow = Grammar.parse('start: "<" (/[a-f]/ | start)+ ">"')
    refused = ["<x>", "<y<a>>", "<<z>>", "<qa>", "<ax>"]
    answers = dict.fromkeys(refused, False)

    def best(few):
        inquiry = Inquiry(problem, GrammarRivals(problem, make("mdl", problem, "cfg")), [narrow], pick, seed=0)
        return inquiry.best({text: answers[text] for text in refused[:few]})

    assert best(2) == pick
    assert best(5) == narrow
