"""outlines-core: patterns whose automaton it makes right, although it follows matches that came too early.

Of `(ab)+` it takes one turn, of `a|ab` not `ab`, unless a match counts at the end alone: `(?:(ab)+)$`. It cannot begin
with `$`: the empty string is an alternative behind all others, and then each first byte has to be a string itself.
"""

from __future__ import annotations

from contextlib import suppress

from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.charset import ASCII
from dsl.errors import ExportError, PatternError
from dsl.expressions.expression import Empty, Epsilon, Expression, optional
from dsl.language import Language
from dsl.regex import Regex
from synth.formats.format import Accepts, PatternFormat
from synth.formats.patterns.dialect_reader import read_dialect
from synth.formats.patterns.rust import Rust

_SMALL = 300  # states
_END = 256  # the token that ends a text, behind those of the bytes


class Outlines(PatternFormat):
    """A pattern for `outlines_core.Index`."""

    name = "outlines"
    title = "outlines-core"

    def write_expression(self, expression: Expression) -> str:
        """The pattern. Raises ExportError on languages that it gets wrong in all forms."""
        if isinstance(expression, Empty):
            raise ExportError("outlines-core cannot end a text of no language", hint="give one that has strings")
        dfa = DFA.from_expression(expression)
        if not dfa.accepting[0]:
            return f"(?:{Rust.dialect.write(expression)})$"
        _check_first(dfa)
        rest = to_expression(dfa - DFA.from_expression(Epsilon()))
        return "" if isinstance(rest, Empty) else f"(?:(?:{Rust.dialect.write(rest)})$|)"

    def is_harmless(self, text: str, language: Language) -> bool:
        """Whether its automaton is small, too."""
        return super().is_harmless(text, language) and len(DFA.from_expression(self.read(text).expression)) <= _SMALL

    def target(self, text: str, **options: str) -> Accepts:
        """The transitions of an `Index` over the bytes."""
        from outlines_core import Index, Vocabulary

        bytes_alone: dict[str | bytes, list[int]] = {bytes([byte]): [byte] for byte in range(256)}
        try:
            index = Index(text, Vocabulary(_END, bytes_alone))
        except ValueError as error:
            raise ExportError(f"{self.title} refuses the pattern: {error}", hint="use another format") from None
        start, final, transitions = index.get_initial_state(), index.get_final_states(), index.get_transitions()

        def accepts(string: str) -> bool:
            state: int | None = start
            for byte in string.encode():
                state = transitions.get(state, {}).get(byte)
                if state is None:
                    return False
            return state in final

        return accepts

    def read(self, text: str) -> Regex:
        """A pattern, which matches in full with and without anchors."""
        if text.startswith("(?:") and text.endswith("$|)"):  # the empty string as an alternative of its own
            body = text.removeprefix("(?:").removesuffix("|)")
            with suppress(PatternError):  # (?:a)b(?:c$|)
                read_dialect(body, Rust.syntax)
                return Regex(optional(_read_whole(body).expression))
        return _read_whole(text)


def _read_whole(text: str) -> Regex:
    before = text[:-1]
    is_escaped = (len(before) - len(before.rstrip("\\"))) % 2 == 1
    return read_dialect(f"\\A(?:{before if text.endswith('$') and not is_escaped else text})\\z", Rust.syntax)


def _check_first(dfa: DFA) -> None:
    live = dfa.live()
    for charset, following in zip(dfa.atoms.sets, dfa.table[0], strict=True):
        if live[following] and not (dfa.accepting[following] and charset <= ASCII):
            first = dfa.atoms.specimen(dfa.atoms.atom_of(charset.first()))
            why = f"the empty string belongs to the language, and {first!r} is only a part of one"
            hint = "leave the empty string out, or use another format"
            raise ExportError(f"outlines-core loses strings here: {why}", hint=hint)
