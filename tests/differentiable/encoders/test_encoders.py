"""Every encoder by the same rules: padding, batches, causality, gradients, operations, modes, and words three ways."""

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from differentiable import encoders  # noqa: E402
from differentiable.encoders.structured import FeatureLayer  # noqa: E402
from dsl.errors import ConfigurationError, ExampleError  # noqa: E402
from dsl.grammar import Grammar  # noqa: E402

VOCABULARY, WIDTH = 9, 12
WORDS = ["a", "ab", "ba", "abc", "b", "c", "Ab", "x1", ""]
STRUCTURED = ["bank", "pcfg", "pushdown"]
PLAIN = ["mean", "conv", "rnn", "gru", "lstm", "attention", "stack"]
SMALL = {
    "bank": {"random": 3, "states": 3, "patterns": ["a*b"]},
    "pcfg": {"nonterminals": 4},
    "pushdown": {"symbols": 2},
    "conv": {"stride": 2},
    "sum": {"parts": ("lstm", "mean")},
    "concat": {"parts": ("gru", "bank"), "settings": {"bank": {"random": 2, "states": 3}}},
}
WAYS = {
    "learned": {"way": "learned", "classes": 5},
    "hard": {"way": "learned", "classes": 5, "hard_classes": True},
    "given": {"way": "given", "classes": [0, 1, 2, 0, 1, 2, 3, 3, 0]},
    "characters": {"way": "characters", "words": WORDS},
}
EVERY = [(name, {}) for name in [*PLAIN, "sum", "concat"]]
EVERY += [(name, WAYS[way]) for name in STRUCTURED for way in WAYS]
EVERY.append(("pcfg", {"tree": 3, **WAYS["learned"]}))
CAUSAL = [(name, settings) for name, settings in EVERY if name != "pcfg"]


def made(name, extra, *, causal=False):
    torch.manual_seed(0)
    extra = SMALL.get(name, {}) | extra
    encoder = encoders.make(name, vocabulary=VOCABULARY, width=WIDTH, causal=causal, size=8, **extra)
    return encoder.eval()


def batch(seed=0, longest=7):
    stream = torch.Generator().manual_seed(seed)
    lengths = torch.tensor([longest, 1, 3, 5])
    return torch.randint(0, VOCABULARY, (4, longest), generator=stream), lengths


def identifier(value):
    return value if isinstance(value, str) else "-".join(map(str, list(value.values())[:1])) if value else "plain"


@pytest.mark.parametrize(("name", "extra"), EVERY, ids=identifier)
def test_padding_never_leaks_and_a_text_alone_is_as_in_a_batch(name, extra):
    encoder = made(name, extra).double()  # rounding aside, which features in units of small spreads show
    ids, lengths = batch()
    with torch.no_grad():
        states, pooled = encoder(ids, lengths)
        assert states.shape == (4, 7, WIDTH)
        assert pooled.shape == (4, WIDTH)
        behind = torch.arange(7) >= lengths[:, None]
        other = encoder(ids.masked_fill(behind, 777), lengths)
        assert torch.equal(other.states, states)
        assert torch.equal(other.pooled, pooled)
        assert not states[behind].any()
        for row, length in enumerate(lengths.tolist()):
            alone = encoder(ids[row : row + 1, :length], lengths[row : row + 1])
            assert (alone.states[0] - states[row, :length]).abs().max() < 1e-6
            assert (alone.pooled[0] - pooled[row]).abs().max() < 1e-6


@pytest.mark.parametrize(("name", "extra"), CAUSAL, ids=identifier)
def test_causal_states_know_nothing_of_what_comes_later(name, extra):
    encoder = made(name, extra, causal=True)
    ids, lengths = batch()
    other = ids.clone()
    other[:, 4:] = (other[:, 4:] + 1) % VOCABULARY
    lengths = torch.full_like(lengths, 7)
    with torch.no_grad():
        one, another = encoder(ids, lengths).states, encoder(other, lengths).states
    assert (one[:, :4] - another[:, :4]).abs().max() < 1e-6
    assert (one[:, 4:] - another[:, 4:]).abs().max() > 1e-6 or name == "pushdown"  # every run may have been rejected


@pytest.mark.parametrize(("name", "extra"), EVERY, ids=identifier)
def test_training_lowers_a_loss_and_reaches_every_parameter(name, extra):
    encoder = made(name, extra).train()
    ids, lengths = batch()
    head = torch.nn.Linear(WIDTH, 2)
    wanted = torch.tensor([0, 1, 0, 1])
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], 0.02)
    losses = []
    for _ in range(25):
        states, pooled = encoder(ids, lengths)
        loss = torch.nn.functional.cross_entropy(head(pooled), wanted) + (states.mean() - 0.3) ** 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.9 * losses[0]
    without = [key for key, value in encoder.named_parameters() if value.grad is None]
    reads_words = extra.get("way") in ("given", "characters")
    assert [key for key in without if not (reads_words and key == "embedding.weight")] == []


@pytest.mark.parametrize("name", ["mean", "conv", "rnn", "gru", "lstm", "attention"])
def test_in_bfloat16_as_in_float32_within_its_digits(name):
    encoder = made(name, {})
    ids, lengths = batch()
    with torch.no_grad():
        wanted = encoder(ids, lengths)
        encoder.bfloat16()
        found = encoder(ids, lengths)
    assert found.states.dtype == found.pooled.dtype == torch.bfloat16
    assert (found.pooled - wanted.pooled).abs().max() < 0.05
    assert (found.states - wanted.states).abs().max() < 0.05


MIXED = [(name, extra) for name, extra in EVERY if name not in ("lstm", "sum")]  # torch trains no LSTM so on CPUs


@pytest.mark.parametrize(("name", "extra"), MIXED, ids=identifier)
def test_under_autocast_gradients_are_finite(name, extra):
    encoder = made(name, extra).train()
    ids, lengths = batch()
    with torch.autocast("cpu", torch.bfloat16):
        states, pooled = encoder(ids, lengths)
    (states.float().sum() + pooled.float().sum()).backward()
    assert all(part.grad.isfinite().all() for part in encoder.parameters() if part.grad is not None)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA device")
@pytest.mark.parametrize(("name", "extra"), EVERY, ids=identifier)
def test_on_a_device_as_on_the_processor(name, extra):
    encoder = made(name, extra)
    ids, lengths = batch()
    with torch.no_grad(), torch.backends.cudnn.flags(allow_tf32=False):  # else RNNs have products of ten bits there
        wanted = encoder(ids, lengths)
        found = encoder.to("cuda")(ids.to("cuda"), lengths.to("cuda"))
    assert (found.states.cpu() - wanted.states).abs().max() < 1e-4
    assert (found.pooled.cpu() - wanted.pooled).abs().max() < 1e-4


@pytest.mark.parametrize("name", ["mean", "conv", "rnn", "attention", "pcfg"])
def test_operations_are_those_that_torch_counts(name):
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.utils.flop_counter import FlopCounterMode

    encoder = encoders.make(name, vocabulary=50, width=32, causal=name != "pcfg", size=16)
    ids, lengths = torch.randint(0, 50, (3, 40)), torch.full((3,), 40)
    in_place = {torch.ops.aten.addmm_: lambda _, left, right, **__: 2 * left[0] * left[1] * right[1]}
    counter = FlopCounterMode(display=False, custom_mapping=in_place)
    with counter, sdpa_kernel(SDPBackend.MATH):  # fused, it is not counted
        encoder(ids, lengths)
    counted = counter.get_total_flops()
    if name == "rnn":
        pytest.skip("torch counts nothing for fused recurrences on this machine") if not counted else None
    assert encoder.flops([40] * 3) == pytest.approx(counted, rel=0.02)


def test_operations_where_torch_counts_nothing_are_those_counted_by_hand():
    lstm = encoders.make("lstm", vocabulary=5, width=10, causal=True, size=6)
    assert lstm.flops([7, 3]) == 2 * 7 * (8 * 10 * (6 + 10))
    bank = made("bank", WAYS["given"])
    tokens, count, size = 2 * 7, *bank.bank.ends.shape
    layers = 2 * (tokens * bank.of_tokens.weight.numel() + 2 * bank.of_texts.weight.numel())
    arcs = count * size**2
    assert bank.flops([7, 3]) == layers + 2 * tokens * arcs * len(bank.bank.alphabet) + 2 * tokens * arcs


@pytest.mark.parametrize("way", ["learned", "given", "characters"])
@pytest.mark.parametrize("name", ["bank", "pushdown", pytest.param("pcfg", marks=pytest.mark.slow)])
def test_what_stands_first_in_a_long_text_still_counts(name, way):
    """Training tells texts apart by their first words alone, twenty words before their end."""
    torch.manual_seed(0)
    encoder = made(name, WAYS[way]).train()
    ids = torch.randint(0, VOCABULARY, (16, 20))
    wanted = torch.arange(16) % 2
    ids[:, :2] = torch.where(wanted == 0, 1, 5)[:, None]  # ab or c, of classes 1 and 2
    lengths = torch.full((16,), 20)
    head = torch.nn.Linear(WIDTH, 2)
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], 0.03)
    losses = []
    for _ in range(80):
        loss = torch.nn.functional.cross_entropy(head(encoder(ids, lengths).pooled), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.5


@pytest.mark.parametrize("name", STRUCTURED)
def test_which_word_stands_among_others_is_told_by_its_characters(name):
    torch.manual_seed(0)
    words = ["left", "right", "flag", "tree", "fright", "gift", "after", "later", "trail", "tile"]
    encoder = encoders.make(name, vocabulary=10, width=8, way="characters", words=words, size=4).train()
    head = torch.nn.Linear(8, 2)
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], 0.02)
    losses = []
    for _ in range(60):
        ids = torch.randint(2, 10, (24, 6))
        ids[:, 3] = torch.arange(24) % 2
        loss = torch.nn.functional.cross_entropy(head(encoder(ids, torch.full((24,), 6)).pooled), ids[:, 3])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-10:]) / 10 < 0.35


def test_features_are_in_units_of_their_spreads_but_those_that_never_change():
    layer = FeatureLayer(3, 2)
    layer.measure(torch.tensor([[1.0, 5.0, 0.0], [3.0, 5.0, 0.001]]))
    found = torch.nn.functional.linear(torch.tensor([[1.0, 1.0, 0.05]]), layer.weight, layer.bias)
    given = torch.tensor([[2.0 + 2**0.5, 6.0, 0.001]])  # a spread away, 1 away, and 5 % of what little spreads count as
    assert torch.allclose(layer(given), found)


@pytest.mark.parametrize("name", STRUCTURED)
def test_modes_are_soft_hard_and_removed(name):
    encoder = made(name, WAYS["learned"])
    ids, lengths = batch()
    with torch.no_grad():
        found = {}
        for mode in encoder.modes:
            encoder.mode = mode
            found[mode] = encoder(ids, lengths).pooled
    assert not torch.allclose(found["soft"], found["hard"])
    assert torch.allclose(found["removed"], encoder.of_texts.bias.expand(4, WIDTH))
    with pytest.raises(ConfigurationError, match="no mode 'harder'"):
        encoder.mode = "harder"


def test_encoders_side_by_side_have_the_modes_of_all():
    encoder = encoders.make("sum", vocabulary=VOCABULARY, width=WIDTH, parts=("lstm", "stack", "bank"))
    assert encoder.modes == ("soft", "hard", "removed")
    encoder.mode = "removed"
    encoder(*batch())
    assert [part.mode for part in encoder.parts] == ["soft", "soft", "removed"]


def test_hard_features_of_a_bank_are_what_its_patterns_accept():
    encoder = made("bank", WAYS["characters"] | {"random": 0, "patterns": ["a|ab", "b.*"]})
    encoder.mode = "hard"
    spelling = encoder.spelling
    found = encoder.word_features(spelling.symbols, spelling.sizes)
    wanted = [[word in ("a", "ab"), word.startswith("b")] for word in WORDS]
    assert found.bool().tolist() == wanted


def test_a_grammar_says_the_same_in_float64():
    grammar = Grammar.parse('start: "a" start "b" | "c"')
    encoder = encoders.make("pcfg", vocabulary=4, width=8, way="tokens", words=list("abcd"), grammar=grammar)
    ids, lengths = torch.tensor([[0, 2, 1], [3, 3, 3]]), torch.tensor([3, 3])
    pooled = encoder(ids, lengths).pooled
    assert torch.allclose(encoder.double()(ids, lengths).pooled.float(), pooled, atol=1e-3)


def test_a_grammar_over_given_classes_accepts_what_it_should():
    grammar = Grammar.parse('start: "a" start "b" | "c"')
    encoder = made("pushdown", {"grammar": grammar, "way": "given", "classes": [0, 1, 2, 0, 1, 2, 0, 1, 2]})
    encoder.mode = "hard"
    ids = torch.tensor([[0, 3, 2, 1, 4], [0, 3, 2, 1, 1], [0, 2, 0, 0, 0]])
    weights = encoder._weights(ids)
    _, features = encoder.text_features(weights, torch.tensor([5, 5, 2]))
    assert features[:, -2:].tolist() == [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.integers(0, VOCABULARY - 1), min_size=1, max_size=6), min_size=1, max_size=4))
def test_lstm_states_are_those_of_torch_on_packed_texts(texts):
    encoder = made("lstm", {})
    lengths = torch.tensor([len(text) for text in texts])
    ids = torch.zeros(len(texts), int(lengths.max()), dtype=torch.int64)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = torch.tensor(text)
    theirs = torch.nn.LSTM(8, WIDTH // 2, batch_first=True, bidirectional=True)
    left, right = encoder.forwards[0].state_dict(), encoder.backwards[0].state_dict()
    theirs.load_state_dict(left | {f"{key}_reverse": value for key, value in right.items()})
    packed = torch.nn.utils.rnn.pack_padded_sequence(
        encoder.embedding(ids), lengths, batch_first=True, enforce_sorted=False
    )
    with torch.no_grad():
        wanted = torch.nn.utils.rnn.pad_packed_sequence(theirs(packed)[0], batch_first=True)[0]
        assert (encoder(ids, lengths).states - wanted).abs().max() < 1e-6


def test_own_encoders_are_registered_by_name():
    class Last(encoders.Encoder):
        def encode(self, ids, lengths, there):
            vectors = self.vectors(ids, there)
            return encoders.Encoded(vectors, vectors.sum(1))

        def flops(self, lengths):
            return 0

    encoders.register("last", Last)
    encoder = encoders.make("last", vocabulary=5, width=8, size=8)
    assert encoder(torch.tensor([[1, 2]]), torch.tensor([2])).pooled.shape == (1, 8)
    with pytest.raises(ConfigurationError, match="exists already"):
        encoders.register("last", Last)


@pytest.mark.parametrize(
    ("name", "extra", "message", "hint"),
    [
        ("lsmt", {}, "no encoder 'lsmt'", "did you mean lstm"),
        ("lstm", {"layer": 2}, "no setting 'layer'", "did you mean layers"),
        ("pcfg", {"causal": True}, "reads whole texts", "causal=False"),
        ("bank", {"way": "words"}, "no way 'words'", "characters"),
        ("bank", {"way": "characters"}, "0 of 9", "words="),
        ("bank", {"way": "given"}, "not given", "one for each id"),
        ("attention", {"positions": "learned"}, "learned", "sinusoidal"),
        ("lstm", {"width": 7}, "two directions", "even"),
        ("bank", {"way": "tokens", "words": ["ab", *"cdefghij"]}, "one character", "give classes"),
        ("bank", {"way": "given", "classes": [-1] * VOCABULARY}, "a class -1", "from 0"),
        ("sum", {"settings": {"lstn": {"layers": 2}}}, "settings of 'lstn'", "lstm, bank"),
    ],
)
def test_what_cannot_be_is_refused_with_a_hint(name, extra, message, hint):
    with pytest.raises(ConfigurationError, match=message) as raised:
        encoders.make(name, **({"vocabulary": VOCABULARY, "width": WIDTH} | extra))
    assert hint in raised.value.hint


@pytest.mark.parametrize(
    ("ids", "lengths", "message"),
    [
        ([[1, 2]], [1.0], "int64 with torch.float32"),
        ([[1, 2]], [0], "lengths from 0"),
        ([[1, 2]], [3], "to 3 for texts of 2"),
        ([[1, 9]], [2], "vocabulary of 9"),
    ],
)
def test_bad_batches_are_errors(ids, lengths, message):
    with pytest.raises(ExampleError, match=message):
        made("mean", {})(torch.tensor(ids), torch.tensor(lengths))


def test_an_embedding_is_shared():
    embedding = torch.nn.Embedding(VOCABULARY, 8)
    one, other = (
        encoders.make(name, vocabulary=VOCABULARY, width=WIDTH, embedding=embedding) for name in ("mean", "rnn")
    )
    assert one.embedding is other.embedding
    assert one.parameter_count(embedding=True) - one.parameter_count() == VOCABULARY * 8
