"""Graphviz DOT: the automaton of a pattern as a picture; of a grammar, which rules use which."""

from __future__ import annotations

from functools import reduce

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.expressions.notation import write_set
from dsl.grammar import Grammar
from dsl.grammars.notation import write_rule
from dsl.grammars.rules import references
from dsl.language import START, Language
from synth.formats.format import Format


class Dot(Format):
    """The minimal automaton without its sink, or the graph of the rules."""

    name = "dot"
    title = "Graphviz"

    def write(self, language: Language, **options: str) -> str:
        """A graph for `dot -Tsvg`. Raises LimitError when the automaton is too large."""
        body = (
            _rules(language) if isinstance(language, Grammar) else _states(DFA.from_expression(language.rules[START]))
        )
        return "\n".join(["digraph {", "  rankdir=LR", *(f"  {line}" for line in body), "}"])


def _states(dfa: DFA) -> list[str]:
    minimal = dfa.minimise()
    live = minimal.live()
    lines = ["node [shape=circle]", 'begin [shape=point, label=""]', "begin -> 0"]
    lines += [f"{state} [shape=doublecircle]" for state, accepts in enumerate(minimal.accepting) if accepts]
    for state, row in enumerate(minimal.table):
        for following in dict.fromkeys(row):
            if live[state] and live[following]:
                sets = [minimal.atoms.sets[atom] for atom, reached in enumerate(row) if reached == following]
                lines.append(f"{state} -> {following} [label={_quoted(write_set(reduce(CharSet.__or__, sets)))}]")
    return lines


def _rules(grammar: Grammar) -> list[str]:
    lines = ["node [shape=box, fontname=monospace]"]
    for name, body in grammar.rules.items():
        label = _quoted(write_rule(name, body)).replace("\n", "\\l")
        lines.append(f"{_quoted(name)} [label={label}]")  # a rule may be called node, or edge
        lines += [f"{_quoted(name)} -> {_quoted(used)}" for used in sorted(references(body))]
    return lines


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
