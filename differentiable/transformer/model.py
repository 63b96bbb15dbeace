"""A transformer that writes: p(next token | the tokens before it)."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Self, cast

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from differentiable import weights
from differentiable.transformer.attention import Attention
from differentiable.transformer.block import Blocks, places_of, steps_of
from differentiable.transformer.cache import Cache
from differentiable.transformer.configuration import Configuration
from differentiable.transformer.positions import sinusoidal
from dsl.errors import ConfigurationError, ExampleError, LimitError


@contextmanager
def seeded(seed: int | None) -> Iterator[None]:
    """Weights are drawn from a seed inside, without a trace outside; with None from torch's own stream."""
    with torch.random.fork_rng(devices=[], enabled=seed is not None):
        if seed is not None:
            torch.manual_seed(seed)
        yield


class TransformerLM(nn.Module):
    """A decoder-only transformer (Vaswani et al. 2017; Radford et al. 2019), as its configuration says."""

    def __init__(self, configuration: Configuration, *, seed: int | None = None) -> None:
        super().__init__()
        self.configuration = configuration
        with seeded(seed):
            self.tokens = nn.Embedding(configuration.vocabulary, configuration.width)
            nn.init.normal_(self.tokens.weight, std=0.02)
            self.places: nn.Embedding | None = None
            if configuration.positions == "learned":
                self.places = nn.Embedding(configuration.context, configuration.width)
                nn.init.normal_(self.places.weight, std=0.02)
            self.blocks = Blocks(configuration)
            self.out: nn.Linear | None = None
            if not configuration.tied:
                self.out = nn.Linear(configuration.width, configuration.vocabulary, bias=False)
                nn.init.normal_(self.out.weight, std=0.02)

    # --------------------------------------------------------------------------------------------------- reading

    def forward(
        self, tokens: Tensor, there: Tensor | None = None, cache: Cache | None = None,
        after: Sequence[Callable[[Tensor], Tensor]] = (),
    ) -> Tensor:  # fmt: skip
        """Logits of the token behind each token, (B, L, V), for tokens (B, L).

        `there` (B, L) is false for padding. With a cache, `tokens` go on from those in it, whose padding is at the
        left. What `after` makes of the vectors behind each block is added. Raises ExampleError on no tokens and on ids
        outside the vocabulary, LimitError on texts longer than the context where positions are learned,
        ConfigurationError on the cache of another model or batch.
        """
        hidden = self.hidden(tokens, there, cache, after)
        weight = self.tokens.weight if self.out is None else self.out.weight
        return functional.linear(hidden, weight)  # (B, L, V)

    def hidden(
        self, tokens: Tensor, there: Tensor | None = None, cache: Cache | None = None,
        after: Sequence[Callable[[Tensor], Tensor]] = (),
    ) -> Tensor:  # fmt: skip
        """The vectors that the logits are made of, (B, L, width)."""
        self._check(tokens, cache)
        if cache is not None:
            cache.extend(tokens)
            if cache.is_padded:
                there = torch.arange(cache.length, device=tokens.device) >= cache.starts[:, None]
        return cast("Tensor", self.blocks(self.embedded(tokens, there, cache), there, cache, after))

    def embedded(self, tokens: Tensor, there: Tensor | None, cache: Cache | None) -> Tensor:
        """The vectors of tokens and, where they are added, of their places, (B, L, width)."""
        vectors = functional.embedding(tokens, self.tokens.weight)
        if self.configuration.positions == "sinusoidal":  # whose places would drown tokens of small numbers
            vectors = vectors * math.sqrt(self.configuration.width)
        if self.configuration.positions in ("learned", "sinusoidal"):
            vectors = vectors + self._placed(tokens, there, cache)
        return functional.dropout(vectors, self.configuration.dropout) if self.training else vectors

    def _placed(self, tokens: Tensor, there: Tensor | None, cache: Cache | None) -> Tensor:
        """The vectors of the places of tokens (B, L), (L, width) where there is no padding."""
        length = tokens.shape[1]
        first = (length if cache is None else cache.length) - length
        if self.places is not None and there is None:
            return self.places.weight.narrow(0, first, length)
        places = torch.arange(first, first + length, device=tokens.device)
        if there is not None:
            places = places_of(there)[:, -length:]
        if self.places is not None:
            return cast("Tensor", self.places(places))
        return sinusoidal(places, self.configuration.width).to(self.tokens.weight.dtype)

    @torch.no_grad()
    def attention_weights(self, tokens: Tensor, there: Tensor | None = None) -> Tensor:
        """How much each token looks at each, (blocks, B, heads, L, L), for tokens (B, L). Raises as `forward`."""
        found: list[Tensor] = []

        def look(attention: Attention, read: tuple[Any, ...]) -> None:
            found.append(attention.weights(*read[:4]))

        hooks = [part.register_forward_pre_hook(look) for part in self.modules() if isinstance(part, Attention)]
        try:
            self.hidden(tokens, there)
        finally:
            for hook in hooks:
                hook.remove()
        return torch.stack(found)

    def loss(self, tokens: Tensor) -> Tensor:
        """The mean cross-entropy in nats of each token behind the ones before it, of tokens (B, L + 1)."""
        logits = self(tokens[:, :-1])  # (B, L, V)
        return functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())

    def log_prob(self, texts: Sequence[Sequence[int]]) -> Tensor:
        """log P(text | its first token) in nats, (B,): by the chain rule Σ log p(w_t | w_<t) over its other tokens.

        Texts of `synth train lm` begin behind the end of another one. Raises ExampleError on texts of less than two
        tokens, ConfigurationError on a model that sees later tokens.
        """
        if not self.configuration.causal:
            raise ConfigurationError("p(w_t | w_<t) of a model that sees later tokens", hint="configure causal=True")
        if min(map(len, texts), default=0) < 2:
            raise ExampleError("a text of less than two tokens", hint="begin with a token that is given, as the end is")
        device = self.tokens.weight.device
        tokens = pad_sequence([torch.tensor(text, device=device) for text in texts], batch_first=True)  # (B, L + 1)
        self._check_vocabulary(tokens)
        logits = self(tokens[:, :-1])  # (B, L, V); padding is behind all that could see it
        costs = functional.cross_entropy(logits.transpose(1, 2), tokens[:, 1:], reduction="none")  # (B, L)
        lengths = torch.tensor([len(text) for text in texts], device=device)
        there = torch.arange(1, tokens.shape[1], device=device) < lengths[:, None]
        return -costs.where(there, 0.0).sum(1)

    @torch.no_grad()
    def perplexity(self, texts: Sequence[Sequence[int]]) -> float:
        """exp of the mean cross-entropy of tokens behind the first of each text. Raises as `log_prob`."""
        return math.exp(-float(self.log_prob(texts).sum()) / sum(len(text) - 1 for text in texts))

    # --------------------------------------------------------------------------------------------------- writing

    def cache(self, batch: int = 1, *, starts: Tensor | None = None, capacity: int = 0) -> Cache:
        """An empty cache for `batch` texts, or for texts whose prompts have `starts` (B,) tokens of padding."""
        weight = self.tokens.weight
        begun = torch.zeros(batch, dtype=torch.int64, device=weight.device) if starts is None else starts
        capacity = capacity or self.configuration.context
        return Cache(self.configuration, begun, capacity, dtype=weight.dtype, steps=steps_of(self.blocks))

    @torch.no_grad()
    def next_logits(self, tokens: Tensor, cache: Cache) -> Tensor:
        """The logits behind whole texts (B, L), (B, V), of which the cache may know a beginning.

        Raises ConfigurationError when the cache begins otherwise.
        """
        cache.check(self.configuration, tokens)
        logits: Tensor = self(tokens[:, cache.length :], cache=cache)  # (B, new, V)
        return logits[:, -1]

    # ----------------------------------------------------------------------------------------------------- files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as safetensors. Raises ConfigurationError when that fails."""
        weights.save(
            path, "TransformerLM", self.state_dict(), {"configuration": json.dumps(asdict(self.configuration))}
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str], configuration: Configuration | None = None) -> Self:
        """The model in a file, which must have this configuration when one is given. Raises ConfigurationError."""
        with weights.loaded(path, "TransformerLM") as (tensors, settings):
            own = Configuration(**json.loads(settings["configuration"]))
            if configuration is not None and configuration != own:
                different = [name for name, value in asdict(own).items() if value != getattr(configuration, name)]
                message = f"{path} holds a model of another configuration: {', '.join(different)}"
                raise ConfigurationError(message, hint="load it without one to see its own")
            model = cls(own)
            model.load_state_dict(tensors)
        return model.eval()

    def flops(self, batch: int, length: int) -> int:
        """Floating-point operations of one forward pass over (B, L) tokens, a product and a sum counted as two."""
        shape = self.configuration
        keys = 2 * shape.key_heads * (shape.width // shape.heads)
        third = 3 if shape.activation == "swiglu" else 2
        each = shape.width * (2 * shape.width + keys + third * shape.inner)
        of_tokens = shape.blocks * each + shape.width * shape.vocabulary
        return 2 * batch * length * (of_tokens + shape.blocks * 2 * length * shape.width)

    def _check(self, tokens: Tensor, cache: Cache | None) -> None:
        if tokens.dim() != 2 or not tokens.numel():
            raise ExampleError(f"tokens of shape {tuple(tokens.shape)}", hint="give (B, L), with at least one token")
        known = 0 if cache is None else cache.length
        if self.places is not None and known + tokens.shape[1] > self.configuration.context:
            message = f"{known + tokens.shape[1]} tokens are more than the context of {self.configuration.context}"
            raise LimitError(message, hint="cut the text, or train with a larger context or rotary positions")
        self._check_vocabulary(tokens)

    def _check_vocabulary(self, tokens: Tensor) -> None:
        if torch.compiler.is_compiling() or tokens.device.type != "cpu":  # what follows would wait for the values
            return
        low, high = tokens.aminmax()
        if int(low) < 0 or int(high) >= self.configuration.vocabulary:
            message = f"a token is outside the vocabulary of {self.configuration.vocabulary}"
            raise ExampleError(message, hint="encode texts with the tokenizer of the model")
