"""What a transformer is made of."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from dsl.errors import ConfigurationError

CHOICES: Final = {
    "positions": ("learned", "sinusoidal", "relative", "rotary", "alibi", "none"),
    "norm": ("pre", "post"),
    "normalise": ("layer", "rms", "batch"),
    "activation": ("gelu", "gelu-tanh", "relu", "swiglu"),
}


@dataclass(frozen=True)
class Configuration:
    """The shape of a transformer.

    vocabulary   tokens; `context` of them at most are read where positions are learned
    width        numbers of a token, shared by `heads`; keys and values have `groups` heads (0: as many)
    positions    how tokens know their places: learned or sinusoidal vectors (Vaswani et al. 2017), relative, a learned
                 number for each head and distance that is added to scores (Raffel et al. 2020), rotary (Su et al.
                 2021), alibi (Press et al. 2022), none
    norm         before each part, or behind the sum as in 2017; `normalise` by layer (Ba et al. 2016), root mean square
                 (Zhang and Sennrich 2019), or batch (Ioffe and Szegedy 2015)
    activation   of the layer that is `expansion` times as wide; swiglu (Shazeer 2020) has a third matrix
    skip         whether what a part reads from is added to what it makes (He et al. 2016); without, gradients are lost
    tied         whether tokens are written by the vectors they are read by (Press and Wolf 2017)

    Raises ConfigurationError on what does not exist or fit.
    """

    vocabulary: int
    width: int = 128
    blocks: int = 4
    heads: int = 4
    groups: int = 0
    context: int = 256
    positions: str = "rotary"
    norm: str = "pre"
    normalise: str = "layer"
    activation: str = "gelu"
    expansion: float = 4.0
    skip: bool = True
    tied: bool = True
    bias: bool = True
    dropout: float = 0.0
    causal: bool = True

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                near = get_close_matches(str(value), choices, 1)
                meant = f"did you mean {near[0]}? " if near else ""
                raise ConfigurationError(f"no {name} {value!r}", hint=f"{meant}there are {', '.join(choices)}")
        sizes = (self.vocabulary, self.width, self.blocks, self.heads, self.context)
        if min(sizes) < 1 or self.width % self.heads or self.heads % self.key_heads:
            message = f"no transformer is {self.width} wide with {self.heads} heads in {self.key_heads} groups"
            raise ConfigurationError(message, hint="the heads divide the width, and the groups the heads")
        if self.positions == "rotary" and self.width // self.heads % 2:
            message = f"rotary positions turn pairs, and a head has {self.width // self.heads} numbers"
            raise ConfigurationError(message, hint="choose a width of an even number for each head")
        if not 0.0 <= self.dropout < 1.0:
            raise ConfigurationError(f"a dropout of {self.dropout}", hint="give a share from 0 to below 1")

    @property
    def key_heads(self) -> int:
        """Heads of keys and values."""
        return self.groups or self.heads

    @property
    def inner(self) -> int:
        """Numbers between the two layers of a block."""
        return int(self.width * self.expansion)
