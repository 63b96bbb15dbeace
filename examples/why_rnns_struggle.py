"""How much of a token reaches what is read from a text many tokens later: of an RNN, a GRU, an LSTM, and attention.

    python examples/why_rnns_struggle.py gradients.png

The gradient of the last state by the vector of each token, as a mean norm over random texts and as a share of that of
the last token itself. All are as they begin, untrained: a recurrent state is a product of a Jacobian for each token
between, which shrinks (Bengio et al. 1994), and attention looks at any token in one step. In float32 that of the RNN
would be 0 from 80 tokens on, so all is in float64. Needs pip install 'synth[torch,plot]'.
"""

import sys

import torch

from differentiable import encoders

DISTANCES = [0, 5, 10, 20, 40, 80]
TEXTS, VOCABULARY = 32, 16


def gradient_norms(encoder: encoders.Encoder, distances: list[int]) -> list[float]:
    """The mean norm of the gradient of the last state by the vector of the token at each distance before it."""
    length = max(distances) + 1
    vectors = encoder.embedding(torch.randint(VOCABULARY, (TEXTS, length))).detach().requires_grad_()  # (B, L, d)
    hook = encoder.embedding.register_forward_hook(lambda *_: vectors)
    states = encoder(torch.zeros(TEXTS, length, dtype=torch.int64), torch.full((TEXTS,), length)).states
    hook.remove()
    direction = torch.randn(encoder.width, dtype=states.dtype)
    (states[:, -1] @ direction).sum().backward()
    norms = vectors.grad.norm(dim=-1).mean(0)  # (L,)
    return [float(norms[length - 1 - distance]) for distance in distances]


def main() -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    found = {}
    for name in ("rnn", "gru", "lstm", "attention"):
        encoder = encoders.make(name, vocabulary=VOCABULARY, width=32, causal=True).double()
        norms = gradient_norms(encoder, DISTANCES)
        found[name] = [norm / norms[0] for norm in norms]
        print(f"{name:10}", *(f"{far}: {share:.1e}" for far, share in zip(DISTANCES, found[name], strict=True)))
    if len(sys.argv) > 1:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6, 3.5), layout="constrained")
        axes = figure.subplots()
        for name, shares in found.items():
            axes.plot(DISTANCES, shares, marker="o", label=name)
        axes.set(yscale="log", xlabel="tokens between", ylabel="gradient, as a share of the last token's")
        axes.legend()
        figure.savefig(sys.argv[1], dpi=120)


if __name__ == "__main__":
    main()
