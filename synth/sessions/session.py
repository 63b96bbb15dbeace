"""A search that a person's answers go into: `session.question`, `session.answer(True)`, `session.result`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, Self

from dsl.constraints import Constraints
from dsl.errors import ConfigurationError, ExampleError
from dsl.language import START, Language
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.given import no_string
from searchers.portfolio.auto import Auto
from searchers.problem import Problem
from searchers.protocol import Event, Improved
from searchers.questions.grammars import GrammarRivals
from searchers.questions.inquiry import Inquiry, Question
from searchers.questions.regexes import RegexRivals
from searchers.scoring import make
from searchers.scoring.objective import Objective
from searchers.spaces.grammars import Grammars
from searchers.spaces.regexes import Regexes
from searchers.spaces.space import Space
from synth.api import Listener, induce
from synth.inputs.posing import pose
from synth.options import Options
from synth.results.result import Result, Stats, read_stats

SCHEMA: Final = 1
SHOWN: Final = 30  # candidates that the hall of fame is made of
SCORED: Final = 20_000_000  # characters that they are scored on together: of many examples fewer are shown
AGAIN_SECONDS: Final = 1.5  # for a search with the answers, where no candidate explains them
GUESSED: Final = 3  # candidates that such a search starts from
SPACES: Final[dict[str, type[Space[Any]]]] = {"regex": Regexes, "cfg": Grammars}
RIVALS: Final = {"regex": RegexRivals, "cfg": GrammarRivals}
WHERE: Final = ("out", "storage")  # options of the first search alone
UNASKED: Final = ("oracle", "questions", "reject")  # arguments of `synth.induce` that a session has otherwise


class Said(NamedTuple):
    """What a person said of a string; `matches` is None where they do not know, `asked` whether it was a question."""

    text: str
    matches: bool | None
    asked: bool


class Contradiction(NamedTuple):
    """A string of which the likeliest candidate says otherwise: `matches` is what was said, `given` by whom.

    `given` is "example", "negative" or "answer".
    """

    text: str
    matches: bool
    given: str


class Session:
    """Examples, a search, questions about what it found, and what the answers make of it.

    examples     strings the language should contain
    negatives    strings it must not contain
    on_event     called with what searches find
    options      as of `synth.induce`, kind among them; they hold for the search that begins when first needed

    A wrong answer is not fatal: an answer is evidence, of which one in twenty is expected to be mistaken. Raises what
    `synth.induce` raises, when the search is first needed, and ExampleError at once on examples that are none.
    """

    def __init__(
        self,
        examples: Iterable[str],
        *,
        negatives: Iterable[str] = (),
        on_event: Listener | None = None,
        **options: Any,  # noqa: ANN401 (those of induce)
    ) -> None:
        for name in UNASKED:
            if name in options:
                raise ConfigurationError(f"a session has no {name}", hint="it asks you: see session.question")
        constraints = options.get("constraints") or ()
        made = constraints if isinstance(constraints, Constraints) else None
        self._request = Options.of(**{**options, "constraints": () if made else constraints})
        self._given = pose(self._request, examples, negatives, made)
        self._options = options
        self._on_event = on_event
        self._said: list[Said] = []
        self._inquiry: Inquiry | None = None
        self._found: list[Language] = []  # by the first search
        self._stats: Stats
        self._kind = ""
        self._warnings: tuple[str, ...] = ()
        self._question: tuple[Question | None] | None = None
        self._evidence: tuple[Inquiry, frozenset[tuple[str, bool]]] | None = None  # what candidates were sought for
        self._result: tuple[tuple[Inquiry, tuple[Said, ...]], Result] | None = None  # the latest, and what it is for
        self._unexplained: frozenset[str] = frozenset()  # answers that no search could explain

    # ------------------------------------------------------------------------------------------- evidence

    @property
    def question(self) -> str | None:
        """The string whose answer tells most; None where nothing is left that would be worth asking."""
        question = self._asked()
        return None if question is None else question.text

    @property
    def doubted(self) -> bool | None:
        """What was answered before to the question, where it is asked again since all else speaks against that."""
        question = self._asked()
        return None if question is None else self._answers().get(question.text)

    def answer(self, matches: bool | None) -> None:
        """Answer the question: whether the language should contain the string; None: unknown, or as before.

        Raises ConfigurationError when there is no question, and on any other answer.
        """
        text = self.question
        if text is None:
            raise ConfigurationError("there is no question", hint="add a string with session.add(text, matches=True)")
        self._say(Said(text, matches, asked=True))

    def add(self, text: str, matches: bool) -> None:
        """Say of a string of your own whether the language should contain it: an example, or one to reject.

        Raises ExampleError when it is no string, or when the contrary was said of it before: `drop` that first.
        """
        if not isinstance(text, str):
            raise no_string(text, "an example")
        known = self._known().get(text)
        if known is not None and known[0] is not matches:
            was = "an example" if known[0] else "a string to reject"
            raise ExampleError(
                f"{text!r} is already {'' if known[1] != 'answer' else 'answered as '}{was}",
                hint="drop one of the two: session.drop(text), then add it again",
            )
        if known is None:
            self._say(Said(text, matches, asked=False))

    def drop(self, text: str) -> None:
        """Forget what was said of a string, as an example, a string to reject, or an answer.

        Raises ExampleError when nothing was, or when it is the last example.
        """
        if text not in self._known():
            raise ExampleError(f"nothing was said of {text!r}", hint="give a string that was")
        problem = self._given
        pairs = [pair for pair in zip(problem.positives, problem.weights, strict=True) if pair[0] != text]
        if not pairs:
            raise ExampleError(f"{text!r} is the only example", hint="add another one first")
        self._said = [said for said in self._said if said.text != text]
        negatives = tuple(other for other in problem.negatives if other != text)
        smaller = replace(
            problem,
            positives=tuple(text for text, _ in pairs),
            weights=tuple(weight for _, weight in pairs),
            negatives=negatives,
        )
        self._given = smaller
        self._question = None

    def undo(self) -> bool:
        """Take back the last answer or added string. False when there is none."""
        if not self._said:
            return False
        self._said.pop()
        self._question = None
        if self._inquiry is not None:  # which has let go of what the answer spoke against
            self._inquiry = self._renewed(self._inquiry)
        return True

    @property
    def said(self) -> tuple[Said, ...]:
        """All that was answered and added, in order."""
        return tuple(self._said)

    @property
    def has_searched(self) -> bool:
        """Whether there is a result: the first search has ended."""
        return self._inquiry is not None

    @property
    def problem(self) -> Problem:
        """The examples and the strings to reject, the answers among them."""
        answers = self._answers()
        return self._examples().with_answers(
            [text for text, matches in answers.items() if matches],
            [text for text, matches in answers.items() if not matches],
        )

    # --------------------------------------------------------------------------------------------- result

    @property
    def result(self) -> Result:
        """The likeliest candidate, and the hall of fame, scored on all that was said."""
        state = self._searching(), self.said
        if self._result is None or self._result[0] != state:
            self._result = state, self._resulting(state[0])
        return self._result[1]

    def _resulting(self, inquiry: Inquiry) -> Result:
        answers = self._answers()
        problem = self.problem
        most = max(1, min(SHOWN, SCORED // (1 + sum(map(len, problem.positives)))))
        archive = Archive()
        likeliest = self._objective(problem).score_all(inquiry.likeliest(answers, most))
        for candidate in likeliest:
            archive.add(candidate)
        stats = Stats(**{**self._stats, "questions": sum(said.asked for said in self._said)})
        sure = None if stats["interrupted"] else self.confidence
        return Result(likeliest[0], archive.front, stats, self._kind, warnings=self._warnings, confidence=sure)

    @property
    def confidence(self) -> float:
        """The probability that the answer is right on all strings that would be asked about, between 0 and 1."""
        self._asked()
        return self._searching().confidence(self._answers())

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """What was said and the likeliest candidate says otherwise: mistaken answers, or examples."""
        best = self._searching().best(self._answers())
        known = self._known()
        accepted = best.accepts_all(list(known))
        return tuple(
            Contradiction(text, matches, given)
            for (text, (matches, given)), inside in zip(known.items(), accepted, strict=True)
            if inside is not matches
        )

    # --------------------------------------------------------------------------------------------- saving

    def to_dict(self) -> dict[str, Any]:
        """All that the session needs to go on, as JSON values."""
        problem, found = self._given, self._inquiry
        return {
            "schema": SCHEMA,
            "examples": [[text, weight] for text, weight in zip(problem.positives, problem.weights, strict=True)],
            "negatives": list(problem.negatives),
            "options": {name: value for name, value in self._options.items() if name not in WHERE},
            "said": [list(said) for said in self._said],
            "found": None
            if found is None
            else {
                "kind": self._kind,
                "stats": dict(self._stats),
                "pick": str(found.pick),
                "candidates": list(map(str, self._candidates(found))),
            },
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], *, on_event: Listener | None = None) -> Self:
        """The session that `to_dict` described. Raises ConfigurationError on what it would not have made."""
        try:
            if saved["schema"] != SCHEMA:
                raise ConfigurationError(f"a session of version {saved['schema']}", hint="begin a new one")
            examples = [text for text, weight in saved["examples"] for _ in range(weight)]
            session = cls(examples, negatives=saved["negatives"], on_event=on_event, **saved["options"])
            session._said = [Said(text, matches, asked) for text, matches, asked in saved["said"]]
            if saved["found"] is not None:
                session._go_on(saved["found"])
        except (KeyError, TypeError, ValueError) as error:
            raise ConfigurationError(f"not a session: {error}", hint="give what session.to_dict() made") from None
        return session

    def _go_on(self, found: Mapping[str, Any]) -> None:
        import dsl

        self._kind, self._stats = str(found["kind"]), read_stats(found["stats"])
        parse = dsl.kinds()[self._kind].parse
        self._found = list(map(parse, found["candidates"]))
        self._inquiry = self._inquire(self._found, parse(found["pick"]))

    def _candidates(self, inquiry: Inquiry) -> list[Language]:
        """The likeliest, and some of those that the search found."""
        return list(dict.fromkeys([*inquiry.likeliest(self._answers(), SHOWN), *self._found[-SHOWN:]]))

    # --------------------------------------------------------------------------------------------- within

    def _say(self, said: Said) -> None:
        if not isinstance(said.matches, bool | None):  # "no" would be taken for a yes
            raise ConfigurationError(f"not an answer: {said.matches!r}", hint="give True, False or None (unknown)")
        self._said.append(said)
        self._question = None

    def _answers(self) -> dict[str, bool]:
        """What was answered, the last time."""
        return {said.text: said.matches for said in self._said if said.asked and said.matches is not None}

    def _examples(self) -> Problem:
        """What was given, and added."""
        added = [said for said in self._said if not said.asked]
        return self._given.with_added(
            [said.text for said in added if said.matches], [said.text for said in added if not said.matches]
        )

    def _known(self) -> dict[str, tuple[bool, str]]:
        """All strings of which something is known, with what, and by whom."""
        examples = self._examples()
        known = dict.fromkeys(examples.positives, (True, "example"))
        known |= dict.fromkeys(examples.negatives, (False, "negative"))
        return known | {text: (matches, "answer") for text, matches in self._answers().items()}

    def _asked(self) -> Question | None:
        if self._question is None:
            inquiry = self._searching()
            self._question = (inquiry.question(self._answers(), [said.text for said in self._said]),)
        return self._question[0]

    def _searching(self) -> Inquiry:
        """What is known of candidates, after a search if need be."""
        if self._inquiry is None:
            result, found = self._search()
            for name in WHERE:  # a second search, behind drop(), is not recorded
                self._options.pop(name, None)
            self._kind, self._stats, self._warnings = result.kind, result.stats, result.warnings
            self._found = found
            self._inquiry = self._inquire(found, result.best.language)
        elif self._inquiry.problem != self._examples():
            self._inquiry = self._renewed(self._inquiry)
        answers = self._answers()
        evidence = self._inquiry, frozenset(answers.items())
        if evidence != self._evidence:
            self._evidence = evidence
            self._inquiry.expand(answers)
            wrong = self._inquiry.unexplained(answers)
            if wrong - self._unexplained:
                self._inquiry.join(self._search_again(self._inquiry))
                wrong = self._inquiry.unexplained(answers)
            self._unexplained = wrong
        return self._inquiry

    def _renewed(self, inquiry: Inquiry) -> Inquiry:
        """The candidates anew, for other examples or fewer answers."""
        added = {said.text: said.matches for said in self._said if not said.asked}
        found, pick = [*self._found, *inquiry.likeliest(self._answers(), SHOWN)], inquiry.pick
        if any(pick.accepts(text) is not matches for text, matches in added.items()):
            found = [*self._search_again(inquiry), *found]
            pick = found[0]
        return self._inquire(found, pick)

    def _inquire(self, found: list[Language], pick: Language) -> Inquiry:
        # probabilities come from description lengths, whatever the search went by
        examples = self._examples()
        rivals = RIVALS[self._kind](examples, make("mdl", examples, self._kind))
        return Inquiry(examples, rivals, found, pick, self._request.seed)

    def _search_again(self, inquiry: Inquiry) -> list[Language]:
        """What a short search finds that knows all that was said, its pick first."""
        likeliest: list[Any] = inquiry.likeliest(self._answers(), GUESSED)
        told = self.problem
        if self._kind == "regex":
            told = replace(told, guesses=tuple(language.rules[START] for language in likeliest))
        else:
            told = replace(told, guessed_grammars=tuple(likeliest))
        found: list[Language] = []
        searcher = Auto(SPACES[self._kind], evolving=False)
        budget = Budget(AGAIN_SECONDS, effort=1)
        for event in searcher.search(told, self._objective(told), budget, random.Random(self._request.seed)):
            if isinstance(event, Improved):
                found.append(event.candidate.language)
        if searcher.answer is not None:
            found.append(searcher.answer.language)
        return list(dict.fromkeys(reversed(found)))

    def _objective(self, problem: Problem) -> Objective[Any]:
        return make(self._request.objective, problem, self._kind)

    def _search(self) -> tuple[Result, list[Language]]:
        """What `synth.induce` answers, and all candidates that were met on the way."""
        found: dict[Language, None] = {}

        def hear(event: Event) -> None:
            if isinstance(event, Improved):
                found[event.candidate.language] = None
            if self._on_event is not None:
                self._on_event(event)

        given = self._examples()
        repeated = [text for text, times in zip(given.positives, given.weights, strict=True) for _ in range(times)]
        result = induce(repeated, reject=given.negatives, on_event=hear, **self._options)
        return result, [language for language in found if language.kind == result.kind]
