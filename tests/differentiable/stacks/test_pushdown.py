"""Tables whose cells are probabilities: their hard limit, their certificate, their gradients, and back to grammars."""

import itertools

import pytest

torch = pytest.importorskip("torch")

from differentiable.pushdown import PushdownAutomaton  # noqa: E402
from dsl.errors import ConfigurationError, ExampleError, LimitError, LookaheadError  # noqa: E402
from dsl.grammar import Grammar  # noqa: E402

DYCK = Grammar.parse('start: ("(" start ")" | "[" start "]")*')
COUNTS = Grammar.parse('start: "a" start "b" | "ab"')  # LL(2)
LISTS = Grammar.parse('start: "[" (item ("," item)*)? "]"\nitem: start | "1"+')
TEXTS = ["", "()", "([])[]", "([)]", "((", "[[[]]]()"]


def all_texts(alphabet, longest):
    return ["".join(text) for length in range(longest + 1) for text in itertools.product(alphabet, repeat=length)]


@pytest.mark.parametrize(
    ("grammar", "alphabet", "k", "longest"), [(DYCK, "()[]", 1, 6), (COUNTS, "ab", 2, 10), (LISTS, "[],1", 1, 6)]
)
def test_the_hard_layer_is_the_grammar_on_every_short_text(grammar, alphabet, k, longest):
    texts = all_texts(alphabet, longest)
    layer = PushdownAutomaton.from_grammar(grammar, k)
    assert layer.hard()(texts).bool().tolist() == grammar.accepts_all(texts)


@pytest.mark.parametrize("mode", ["paths", "superposition", "straight-through"])
def test_with_a_wide_gap_every_mode_is_the_grammar(mode):
    texts = all_texts("[],1", 4)
    layer = PushdownAutomaton.from_grammar(LISTS, mode=mode, gap=40.0, dtype=torch.float64)
    found = layer(texts)
    wanted = torch.tensor(LISTS.accepts_all(texts), dtype=torch.float64)
    assert (found - wanted).abs().max() < 1e-9


def test_runs_have_the_certificate_and_bounds():
    layer = PushdownAutomaton.from_grammar(LISTS, gap=7.0, dtype=torch.float64)
    texts = ["[" * depth + "1" * 3 + "]" * depth for depth in range(1, 12)] + ["[1,,1]", "[1", "]"]
    certificate = layer.snap_back()
    _, steps = layer.snapped().run(texts)
    allowed = 1 - (1 - certificate.epsilon) ** torch.from_numpy(steps)
    accepted, rejected = layer.bounds(texts).T
    hard = layer.hard()(texts)
    assert bool(((accepted - hard).abs() <= allowed + 1e-12).all())
    assert bool((accepted + rejected <= 1 + 1e-9).all())
    within = [len(text) <= certificate.certified_length for text in texts]
    assert any(within)
    for text, is_within, own in zip(texts, within, (accepted > 0.5).double() == hard, strict=True):
        assert not is_within or own, text


@pytest.mark.parametrize("width", [1, 4, 8])
def test_at_the_usual_gap_runs_decide_rightly_up_to_a_hundred_symbols(width):
    layer = PushdownAutomaton.from_grammar(LISTS, width=width, max_length=200)
    texts = ["[" + ",".join(["1" * size] * many) + "]" for size in range(1, 8) for many in range(1, 14)]
    texts += [text[:-1] for text in texts] + [text.replace(",", ",,", 1) for text in texts]
    texts = [text for text in texts if len(text) <= 100]
    decided = layer.log_odds(texts) > 0
    assert decided.tolist() == LISTS.accepts_all(texts)


def test_second_derivatives_are_refused():
    layer = PushdownAutomaton.from_grammar(DYCK, gap=1.0)
    (gradient,) = torch.autograd.grad(layer(["()", "([])"]).sum(), [layer.table], create_graph=True)
    with pytest.raises(RuntimeError, match="differentiate twice"):
        gradient.square().sum().backward()


def test_gradients_are_those_of_finite_differences():
    layer = PushdownAutomaton.from_grammar(DYCK, gap=1.0, width=6, dtype=torch.float64)
    classes, lengths = layer.classes(["()", "([", ""])

    def found(table):
        runs = layer.follow(classes, lengths, table.log_softmax(-1))
        return runs.accepted, runs.rejected, runs.weights.exp()

    table = torch.randn(layer.table.shape, dtype=torch.float64, generator=torch.Generator().manual_seed(3))
    cells = layer.follow(classes, lengths, table.log_softmax(-1))
    assert bool((cells.accepted > -1e4).all())
    inputs = table.requires_grad_()
    loss = sum(part.sum() for part in found(inputs)[:2])
    (gradient,) = torch.autograd.grad(loss, inputs)
    step = torch.randn(table.shape, dtype=torch.float64, generator=torch.Generator().manual_seed(4)) * 1e-6
    with torch.no_grad():
        ahead, behind = (sum(part.sum() for part in found(inputs + sign * step)[:2]) for sign in (1, -1))
    assert float((gradient * step).sum()) == pytest.approx(float(ahead - behind) / 2, rel=1e-5)


def every_run(layer, text):
    """What accepts, and what rejects, summed over all runs, one by one."""
    machine, table = layer.machine, layer.log_table().detach().exp()
    classes, _ = layer.classes([text])

    def follow(place, stack, share):
        kind = int(classes[0, place])
        sums = [0.0, 0.0]
        for action, own in enumerate(table[stack[-1], kind].tolist()):
            if own < 1e-20 or action == 0:
                sums[1] += share * own
            elif place == len(text) and machine.reads[action]:
                sums[0] += share * own
            else:
                left = [*stack[:-1], *reversed(machine.writes[action])]
                found = follow(place + machine.reads[action], left, share * own)
                sums = [sums[0] + found[0], sums[1] + found[1]]
        return sums

    return follow(0, [0, 1], 1.0)


@pytest.mark.parametrize("text", ["", "(", ")"])
def test_all_runs_together_are_the_sum_over_runs(text):
    layer = PushdownAutomaton.from_grammar(DYCK, gap=0.5, width=150, dtype=torch.float64)
    found = layer.bounds([text])[0].tolist()
    assert found == pytest.approx(every_run(layer, text), abs=1e-9)
    assert sum(found) == pytest.approx(1.0)


def test_padding_changes_nothing():
    layer = PushdownAutomaton.from_grammar(DYCK, gap=3.0)
    together = layer(TEXTS)
    assert torch.allclose(together, torch.cat([layer([text]) for text in TEXTS]), atol=1e-6)
    symbols, lengths = layer.alphabet.batch(TEXTS, max_length=100)
    behind = torch.arange(symbols.shape[1]) >= lengths[:, None]
    assert torch.equal(layer(symbols.masked_fill(behind, 1), lengths), together)


def test_states_tell_what_lies_on_top():
    layer = PushdownAutomaton.from_grammar(LISTS, gap=30.0)
    states = layer.states(["[1]"])
    assert states.shape == (1, 4, len(layer.machine.names))
    assert states.sum(-1).allclose(torch.ones(1, 4), atol=1e-4)
    assert int(states[0, 0].argmax()) == 1


def test_it_snaps_back_to_a_grammar_of_the_same_language():
    layer = PushdownAutomaton.from_grammar(LISTS)
    found = layer.snap_back()
    assert found.conflicts == ()
    texts = all_texts("[],1", 6)
    assert found.grammar.accepts_all(texts) == LISTS.accepts_all(texts)
    assert found.accuracy(["[1]"], ["1]"]) == 1.0


def test_conflicts_of_a_table_that_is_no_grammar_are_told():
    layer = PushdownAutomaton.from_grammar(DYCK)
    with torch.no_grad():
        column = layer.machine.texts.index((layer.alphabet.atoms.atom_of(")"),))
        layer.table[1, column] = 0.0
        layer.table[1, column, 0] = 9.0  # the start is no longer empty before ")"
    found = layer.snap_back()
    assert found.machine.cells[1, column] == 0
    assert found.conflicts == ("start before ')'",)
    assert found.grammar.accepts("()")
    assert found.machine.accepts_all(["()"]) == [False]


def test_trees_are_those_of_the_grammar():
    layer = PushdownAutomaton.from_grammar(LISTS)
    tree = layer.hard().parse("[1,[]]")
    assert [(node.rule, node.start, node.end) for node in tree.walk()] == [
        ("start", 0, 6), ("item", 1, 2), ("item", 3, 5), ("start", 3, 5),
    ]  # fmt: skip
    with pytest.raises(ExampleError):
        layer.hard().parse("[1")


def test_a_file_brings_it_back(tmp_path):
    layer = PushdownAutomaton.from_grammar(COUNTS, 2, gap=5.0, width=3)
    layer.save(tmp_path / "pda.safetensors")
    again = PushdownAutomaton.load(tmp_path / "pda.safetensors")
    texts = all_texts("ab", 6)
    assert torch.equal(again(texts), layer(texts))
    assert torch.equal(again.hard()(texts), layer.hard()(texts))
    assert again.hard().parse("aabb").end == 4


def test_overflows_are_counted_and_an_error_when_hard():
    layer = PushdownAutomaton.from_grammar(DYCK, depth=5)
    deep = "(" * 9 + ")" * 9
    assert int(layer.overflows([deep])[0]) > 0
    assert float(layer([deep])[0].detach()) < 0.5
    with pytest.raises(LimitError, match="deeper than 5"):
        layer.hard()([deep])


def test_random_tables_learn():
    layer = PushdownAutomaton.random(2, "ab", seed=1)
    texts = ["ab", "aabb", "ba", "a"]
    wanted = torch.tensor([1.0, 1.0, 0.0, 0.0])
    optimizer = torch.optim.Adam(layer.parameters(), 0.1)
    losses = []
    for _ in range(30):
        loss = torch.nn.functional.binary_cross_entropy_with_logits(layer.log_odds(texts), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < losses[0] / 2


def test_what_cannot_be_is_refused():
    with pytest.raises(LookaheadError, match="left recursion"):
        PushdownAutomaton.from_grammar(Grammar.parse('start: start "a" | "b"'))
    with pytest.raises(ConfigurationError, match="no mode 'path'"):
        PushdownAutomaton.from_grammar(DYCK, mode="path")
    layer = PushdownAutomaton.from_grammar(DYCK)
    with pytest.raises(ExampleError):
        layer([])
    with torch.no_grad():
        layer.table[0, 0, 0] = float("nan")
    with pytest.raises(ConfigurationError, match="not finite"):
        layer(["()"])
