"""Which tokens may come next, when the whole must end inside a language."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from hashlib import blake2b
from math import inf

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConstraintError, SynthError, VocabularyError
from dsl.language import Language
from synth.decoding.constraint import has, unpack
from synth.decoding.masks.completion import Completion, Step
from synth.decoding.masks.needs import Needs
from synth.decoding.masks.network import Network
from synth.decoding.masks.parser import START, Parser
from synth.decoding.masks.reading import Reading
from synth.decoding.masks.spelling import Spelling
from synth.decoding.masks.texts import Texts
from synth.decoding.masks.utf8 import Utf8
from synth.decoding.masks.vocabulary import Vocabulary

FINISHED = -1  # the state behind an end token
STEPS_KEPT = 4_096  # states whose steps are remembered; a completion meets many of them again


class TokenMask:
    """The tokens of `tokenizer` that keep a text inside `language`, exactly, state by state.

    A state is a number: keep it to come back to it (rollback), go on from it twice (fork). Equal states have the same
    future, whatever was read. A token is allowed if some sequence of tokens leads from it to the end of a text of the
    language; an end token is allowed exactly where a text may end. `tokenizer` is whatever `Vocabulary.of` takes.

    Methods raise ValueError on the state of another mask. Raises ConfigurationError on a tokenizer whose bytes cannot
    be told, VocabularyError when no sequence of tokens spells a text of the language, ConstraintError when it has none,
    LimitError when its counts are too large.
    """

    def __init__(self, language: Language, tokenizer: object, *, end_tokens: Collection[int] | None = None) -> None:
        self.language = language
        self.vocabulary = Vocabulary.of(tokenizer, end_tokens=end_tokens)
        network = Network(language)
        self._utf8 = Utf8(network.atoms)
        self._width = len(self._utf8.table)  # a state is a state of the parser times this, plus one of utf8
        readable = self._readable(self.vocabulary.bytes_present)
        network.keep(readable[0])
        if not (network.is_nullable or network.firsts[0]):
            raise self._unspellable()
        self._usable = np.array(
            [
                *(atom in readable[0] for atom in range(self._utf8.atoms)),
                *(not readable[0].isdisjoint(inside) for inside in readable[1:]),
            ]
        )
        self._network = network
        present = self.vocabulary.bytes_present
        self._parser = Parser(network, self._utf8, present)
        self._texts = Texts(self._parser, self._utf8, network.atoms, self.vocabulary.bytes_alone, present)
        self._spellings: dict[int, Spelling] = {}
        self._readings: dict[int, Reading] = {}
        self._masks = {FINISHED: self._with_end_tokens(self._empty_mask())}
        self._timely: dict[tuple[int, int], NDArray[np.uint32]] = {}
        self._enough_of: dict[int, float] = {}
        self._steps_of: dict[int, list[Step[int]]] = {}
        self._shared: dict[bytes, NDArray[np.uint32]] = {}
        self._completion = Completion(self._steps, self.accepts, self._least_tokens, self._guessed)
        self._has_dead_ends = not self._is_whole(readable)
        if self._has_dead_ends and self._completion.path(START) is None:
            raise self._unspellable()

    def start(self) -> int:
        """The state before the first token."""
        return START

    def allowed(self, state: int) -> NDArray[np.uint32]:
        """The tokens that may come next, bit t % 32 of word t // 32 for token t: uint32 (ceil(V / 32),), read-only."""
        mask = self._masks.get(state)
        if mask is None:
            mask = self._masks[state] = self._share(self._computed(state))
        return mask

    def allowed_batch(self, states: Iterable[int]) -> NDArray[np.uint32]:
        """The tokens that may come next in each of several states, uint32 (states, ceil(V / 32))."""
        masks = [self.allowed(state) for state in states]
        return np.array(masks, dtype=np.uint32).reshape(-1, len(self._empty_mask()))

    def allowed_dense(self, state: int) -> NDArray[np.bool_]:
        """The tokens that may come next, bool (V,)."""
        return unpack(self.allowed(state), len(self.vocabulary))

    def advance(self, state: int, token: int) -> int | None:
        """The state behind a token; None when the token is not allowed. Behind an end token only end tokens come."""
        if not self.is_allowed(state, token):
            return None
        if token in self.vocabulary.end_tokens:
            return FINISHED
        return self._behind(state, token)

    def is_allowed(self, state: int, token: int) -> bool:
        """Whether a token may come next."""
        return 0 <= token < len(self.vocabulary) and has(self.allowed(state), token)

    def accepts(self, state: int) -> bool:
        """Whether a text may end here: whether end tokens are allowed."""
        if state == FINISHED:
            return True
        position, inside = self._split(state)
        return inside == 0 and self._parser.accepting[position]

    def forced(self, state: int) -> list[int]:
        """Tokens that need not be asked for (fast-forward): the fewest that spell what every text has next."""
        if state == FINISHED:
            return []
        text = self._texts.forced(*self._split(state))
        tokens: list[int] | None = None
        while text and (tokens := self.vocabulary.encode(text)) is None:
            text = text[:-1]
        return tokens or []

    def distance_to_end(self, state: int) -> int:
        """How many tokens a text needs to end, end tokens not counted: the fewest, unless many states lie between."""
        return len(self._path(state))

    def shortest_completion(self, state: int) -> list[int]:
        """As many tokens that end a text, without end tokens."""
        return [step.token for step in self._path(state)]

    def allowed_within(self, state: int, left: int) -> NDArray[np.uint32]:
        """The allowed tokens behind which `left` - 1 tokens are enough to end the text, end tokens not counted.

        Starting with `left` of at least `distance_to_end`, and one less after each token, there is always one, or the
        text may end, so that generation under a limit of length ends inside the language.
        """
        if state == FINISHED or left > self._enough(state):
            return self.allowed(state)
        mask = self._timely.get((state, left))
        if mask is None:
            mask = self._within(state, left - 1)
            mask = self._with_end_tokens(mask) if self.accepts(state) else mask
            mask = self._timely[state, left] = self._share(mask)
        return mask

    def successors(self, state: int) -> tuple[NDArray[np.int64], list[int]]:
        """The allowed tokens, end tokens aside, and the state behind each of them."""
        if state == FINISHED:
            return np.zeros(0, dtype=np.int64), []
        position, inside = self._split(state)
        spelling = self._spelling(inside)
        arrivals = spelling.walk(self._parser, position).arrivals
        if self._has_dead_ends:
            arrivals = arrivals[self._are_within(spelling, arrivals, None)]
        tokens = [spelling.tokens_at(node) for node in arrivals[:, 0].tolist()]
        states = np.repeat(self._reached(spelling, arrivals), [len(spelled) for spelled in tokens])
        return np.concatenate([np.zeros(0, dtype=np.int64), *tokens]), states.tolist()

    # ------------------------------------------------------------------------------------------------ masks

    def _computed(self, state: int) -> NDArray[np.uint32]:
        position, inside = self._split(state)
        mask = self._within(state, None) if self._has_dead_ends else self._reading(inside).mask(position)
        return self._with_end_tokens(mask) if self.accepts(state) else mask

    def _within(self, state: int, left: int | None) -> NDArray[np.uint32]:
        """The tokens behind which the end is at most `left` tokens away (None: any number)."""
        position, inside = self._split(state)
        spelling = self._spelling(inside)
        arrivals = spelling.walk(self._parser, position).arrivals
        mask = self._empty_mask()
        spelling.mark(arrivals[self._are_within(spelling, arrivals, left), 0], mask)
        return mask

    def _reading(self, inside: int) -> Reading:
        reading = self._readings.get(inside)
        if reading is None:
            spelling = self._spelling(inside)
            reading = self._readings[inside] = Reading(self._parser, spelling, len(self._empty_mask()))
        return reading

    def _are_within(self, spelling: Spelling, arrivals: NDArray[np.int32], left: int | None) -> NDArray[np.bool_]:
        """Whether each arrival is at most `left` tokens from the end (None: any number)."""
        states, places = np.unique(self._reached(spelling, arrivals), return_inverse=True)
        within = [self._is_within(state, left) for state in states.tolist()]
        return np.array(within, dtype=bool)[places]

    def _is_within(self, state: int, left: int | None) -> bool:
        if left is not None and self._most_tokens(state) <= left:
            return True
        return self._completion.is_within(state, inf if left is None else left)

    def _reached(self, spelling: Spelling, arrivals: NDArray[np.int32]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = arrivals[:, 1].astype(np.int64) * self._width + spelling.inside[arrivals[:, 0]]
        return found

    # ------------------------------------------------------------------------------------------- completions

    def _path(self, state: int) -> list[Step[int]]:
        return [] if state == FINISHED else self._completion.path(state) or []

    def _steps(self, state: int) -> list[Step[int]]:
        """One token for each state that a token leads to."""
        steps = self._steps_of.get(state)
        if steps is None:
            if len(self._steps_of) == STEPS_KEPT:
                self._steps_of.clear()
            steps = self._steps_of[state] = self._steps_read(state)
        return steps

    def _steps_read(self, state: int) -> list[Step[int]]:
        position, inside = self._split(state)
        spelling = self._spelling(inside)
        arrivals = spelling.walk(self._parser, position).arrivals
        states, places = np.unique(self._reached(spelling, arrivals), return_index=True)
        tokens = spelling.tokens[spelling.firsts[arrivals[places, 0]]]
        return [Step(token, found) for token, found in zip(tokens.tolist(), states.tolist(), strict=True)]

    def _least_tokens(self, state: int) -> int:
        return self._needs.tokens(self._split(state)[0])

    def _most_tokens(self, state: int) -> float:
        """A number of tokens that is enough to end a text: one for each byte of a short way there."""
        return inf if self._has_dead_ends else self._texts.most_bytes(*self._split(state))

    def _enough(self, state: int) -> float:
        """A number of tokens that is enough to end a text behind any token."""
        enough = self._enough_of.get(state)
        if enough is None:
            ends = (self._most_tokens(step.state) for step in self._steps(state))
            enough = self._enough_of[state] = max(ends, default=0)
        return enough

    def _guessed(self, state: int) -> list[Step[int]] | None:
        """The fewest tokens that spell a text of the fewest characters."""
        tokens = self.vocabulary.encode(self._texts.shortest(*self._split(state)))
        steps: list[Step[int]] = []
        for token in tokens or ():
            state = self._behind(state, token)
            steps.append(Step(token, state))
        return None if tokens is None else steps

    @cached_property
    def _needs(self) -> Needs:
        return Needs(self._network, self._parser, [self._spelling(inside) for inside in range(self._width)])

    # ---------------------------------------------------------------------------------------------- tokens

    def _split(self, state: int) -> tuple[int, int]:
        """The state of the parser and that of utf8."""
        position, inside = divmod(state, self._width)
        if not 0 <= position < len(self._parser):
            raise ValueError(f"this mask has no state {state}")  # compiled code would read beyond its tables
        return position, inside

    def _behind(self, state: int, token: int) -> int:
        """The state behind a token that is allowed and spells something."""
        position, inside = self._split(state)
        decoder, atoms, parser = self._utf8.table, self._utf8.atoms, self._parser
        for byte in self.vocabulary.tokens[token]:
            symbol = int(decoder[inside, byte])
            if symbol < atoms:
                position, inside = parser.step(position, symbol), 0
            else:
                inside = symbol - atoms + 1
        return position * self._width + inside

    def _readable(self, bytes_read: Collection[int]) -> list[frozenset[int]]:
        """For each state of utf8, the atoms that a character may belong to which goes on with some bytes alone."""
        return [self._utf8.completes(state, bytes_read) for state in range(self._width)]

    def _is_whole(self, readable: list[frozenset[int]]) -> bool:
        """Whether tokens of their own spell each atom, and rest of a character, that any spell: no dead ends."""
        alone = self._readable(self.vocabulary.bytes_alone)
        spelling = self._spelling(0)
        if not readable[0] <= alone[0] | spelling.alone:
            return False
        return not spelling.inside.any() or all(
            rest <= single for rest, single in zip(readable[1:], alone[1:], strict=True)
        )

    def _unspellable(self) -> SynthError:
        network = Network(self.language)
        network.keep(range(self._utf8.atoms))
        if not (network.is_nullable or network.firsts[0]):
            return ConstraintError("the language has no strings", hint="give one that has some")
        texts = Texts(Parser(network, self._utf8), self._utf8, network.atoms, self.vocabulary.bytes_alone)
        text = texts.shortest(START, 0)
        present = self.vocabulary.bytes_present
        missing = next((byte for byte in text if byte not in present), None)
        if missing is not None:
            what = f"no token has the byte 0x{missing:02X}"
        else:
            alone = self.vocabulary.bytes_alone
            what = f"the byte 0x{next(byte for byte in text if byte not in alone):02X} is no token of its own"
        hint = "take a tokenizer with byte fallback, or a language over characters that its tokens have"
        return VocabularyError(f"no tokens spell a text of the language, such as {_shown(text)}: {what}", hint=hint)

    def _spelling(self, inside: int) -> Spelling:
        spelling = self._spellings.get(inside)
        if spelling is None:
            spelling = self._spellings[inside] = Spelling(self.vocabulary, self._utf8, inside, self._usable)
        return spelling

    def _empty_mask(self) -> NDArray[np.uint32]:
        return np.zeros(-(-len(self.vocabulary) // 32), dtype=np.uint32)

    def _with_end_tokens(self, mask: NDArray[np.uint32]) -> NDArray[np.uint32]:
        for token in self.vocabulary.end_tokens:
            mask[token >> 5] |= np.uint32(1 << (token & 31))
        return mask

    def _share(self, mask: NDArray[np.uint32]) -> NDArray[np.uint32]:
        mask.flags.writeable = False
        return self._shared.setdefault(blake2b(mask.tobytes(), digest_size=16).digest(), mask)


def _shown(text: bytes) -> str:
    return repr(text.decode(errors="replace"))
