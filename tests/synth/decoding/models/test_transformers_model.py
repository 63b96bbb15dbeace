"""A tiny random model of transformers: what the cache says is what reading everything anew says."""

import json

import numpy as np
import pytest

from dsl.errors import ConfigurationError
from dsl.grammar import Grammar
from tests.support.token_models import contains

pytestmark = pytest.mark.slow
SIZE = 20
PIECES = [b"(", b")", b"()", b"a", b"ab", b"b", *[b""] * 12]


@pytest.fixture(scope="module")
def model():
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    shape = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = LlamaConfig(vocab_size=SIZE, num_key_value_heads=1, max_position_embeddings=64, **shape)
    return LlamaForCausalLM(config).eval()


def wrapped(model, prompt=(3, 1), ends=(16, 17), tokens=18):
    from synth.decoding.models.transformers_model import TransformersModel

    return TransformersModel(model, prompt, ends, tokens)


def expected(model, prefix):
    import torch

    with torch.inference_mode():
        row = model(torch.tensor([[3, 1, *prefix]])).logits[0, -1].double().log_softmax(-1).numpy()
    row[16] = np.logaddexp(row[16], row[17])
    row[17] = -np.inf
    return row


def test_rows_go_on_are_dropped_and_doubled(model):
    cached = wrapped(model)
    asked = [
        [()],
        [(1,), (2,), (5,)],
        [(5, 1), (1, 1), (5, 2), (5, 1)],
        [(5, 1, 0)],
        [(2, 2), (1,), (2, 2, 3)],
        [(2, 2, 4)],
        [(2, 2, 4)],
        [(), ()],
    ]
    for prefixes in asked:
        rows = cached.log_probs(prefixes)
        for prefix, row in zip(prefixes, rows, strict=True):
            assert row == pytest.approx(expected(model, prefix), abs=1e-5)


@pytest.mark.parametrize("width", [2, 5])
def test_each_strategy_stays_inside(model, width):
    from synth.decoding import TokenMask, Vocabulary
    from synth.decoding.decoders.beam import beam
    from synth.decoding.decoders.decoding import Decoding
    from synth.decoding.decoders.phrases import Phrases
    from synth.decoding.decoders.required import dynamic_beam, grid_beam
    from synth.decoding.decoders.sampling import sample

    vocabulary = Vocabulary(PIECES, [16, 17])
    language = Grammar.parse('start: "(" start ")" | /[ab]+/')
    decoding = Decoding(wrapped(model), TokenMask(language, vocabulary), limit=10)
    phrases = Phrases.of_texts(["ba", "))"], vocabulary)
    found = [*sample(decoding, 10, 0), *beam(decoding, width)]
    required = [*grid_beam(decoding, phrases, width), *dynamic_beam(decoding, phrases, width)]
    for text in [*found, *required]:
        assert language.accepts(vocabulary.decode(text.tokens).decode())
        prefixes = [text.tokens[:place] for place in range(len(text.tokens) + 1)]
        steps = zip(prefixes, (*text.tokens, 16), strict=True)
        assert text.score == pytest.approx(sum(expected(model, prefix)[token] for prefix, token in steps), abs=1e-3)
    assert all(contains(vocabulary.decode(text.tokens), b"ba") for text in required)


def test_a_tokenizer_of_another_model_is_an_error(model):
    with pytest.raises(ConfigurationError, match="the tokenizer has 50 tokens, the model 20"):
        wrapped(model, tokens=50)
    with pytest.raises(ConfigurationError, match="the tokenizer has 21 tokens, the model 20"):
        wrapped(model, prompt=(20,))
    with pytest.raises(ConfigurationError, match="prompt has no token"):
        wrapped(model, prompt=())


def test_a_model_is_loaded_from_a_directory(model, tmp_path, synth_command):
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    names = [*(chr(byte) for byte in b"()ab0123456789-"), "</s>"]
    tokenizer = Tokenizer(models.BPE({name: number for number, name in enumerate(names)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    model.save_pretrained(tmp_path / "model")
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="</s>").save_pretrained(tmp_path / "model")
    result = synth_command("generate", "--model", "model", "--grammar", "[0-9]{3}-[ab]", "-n", "3", "--prompt", "0")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert len(lines) == 3
    assert all(len(line) == 5 and line[3] == "-" for line in lines)
    assert synth_command("generate", "--model", "nowhere").exit_code == 2
    (tmp_path / "empty").mkdir()
    assert "cannot load the model empty" in synth_command("generate", "--model", "empty").stderr


def test_code_of_a_model_is_not_run(synth_command, tmp_path, monkeypatch):
    folder = tmp_path / "model"
    folder.mkdir()
    maps = {"AutoConfig": "own.Own", "AutoTokenizer": ["own.Own", None], "AutoModelForCausalLM": "own.Own"}
    (folder / "config.json").write_text(json.dumps({"model_type": "own", "auto_map": maps}))
    (folder / "tokenizer_config.json").write_text(json.dumps({"auto_map": maps}))
    (folder / "own.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Own: pass\n")
    monkeypatch.setattr("builtins.input", lambda *_: "y")  # who is asked says yes
    result = synth_command("generate", "--model", "model")
    assert result.exit_code == 2
    assert "cannot load the model model" in result.stderr
    assert not (tmp_path / "ran").exists()
