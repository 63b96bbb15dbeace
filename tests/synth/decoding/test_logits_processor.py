import pytest
import torch
from transformers import GenerationConfig, GPT2Config, GPT2LMHeadModel

import dsl
from dsl.errors import ConfigurationError, LimitError
from synth.decoding import GrammarLogitsProcessor, TokenMask, Vocabulary

BRACKETS = dsl.parse('start: "(" start ")" start |')
PIECES = [b"(", b")", b"()", b"))", b"x", b"(((", b"", b""]
VOCABULARY = Vocabulary(PIECES, [6])
PROMPT = torch.tensor([[4, 4, 0]])


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    settings = GPT2Config(vocab_size=len(PIECES) + 3, n_positions=64, n_embd=16, n_layer=1, n_head=2)
    settings.bos_token_id = settings.eos_token_id = settings.pad_token_id = 6
    return GPT2LMHeadModel(settings).eval()


def texts(output, prompt):
    """What was generated, up to the first end token."""
    rows = output[:, prompt.shape[1] :].tolist()
    return [VOCABULARY.decode(row[: row.index(6)] if 6 in row else row).decode() for row in rows]


def generate(model, processor, prompt=PROMPT, limit=12, **options):
    config = GenerationConfig(max_new_tokens=limit, eos_token_id=6, pad_token_id=6, **options)
    return model.generate(
        prompt, attention_mask=torch.ones_like(prompt), generation_config=config, logits_processor=[processor]
    )


@pytest.mark.parametrize(
    "options",
    [
        {"do_sample": True, "num_return_sequences": 8},
        {"do_sample": True, "num_return_sequences": 8, "temperature": 3.0, "top_k": 0},
        {"do_sample": False},
        {"num_beams": 4, "num_return_sequences": 4, "do_sample": False},
        {"num_beams": 4, "num_return_sequences": 2, "do_sample": True},
    ],
)
def test_everything_generated_is_in_the_language(model, options):
    torch.manual_seed(1)
    processor = GrammarLogitsProcessor(TokenMask(BRACKETS, VOCABULARY), max_new_tokens=12)
    for prompt in (PROMPT, PROMPT.repeat(3, 1), torch.tensor([[6, 0, 1], [4, 4, 4]])):  # one call after another
        found = texts(generate(model, processor, prompt, **options), prompt)
        assert all(map(BRACKETS.accepts, found)), found


def test_a_batch_is_generated_as_its_rows_alone(model):
    processor = GrammarLogitsProcessor(TokenMask(BRACKETS, VOCABULARY), max_new_tokens=12)
    prompts = torch.tensor([[4, 0, 1], [4, 4, 4], [1, 2, 3]])
    together = texts(generate(model, processor, prompts, do_sample=False), prompts)
    alone = [texts(generate(model, processor, row[None], do_sample=False), row[None])[0] for row in prompts]
    assert together == alone


def test_beams_find_the_most_likely_text(model):
    language = dsl.parse("x(\\(\\)|x){0,2}x")
    mask = TokenMask(language, VOCABULARY)
    processor = GrammarLogitsProcessor(mask)
    found = generate(model, processor, num_beams=64, do_sample=False, length_penalty=0.0, renormalize_logits=False)

    def sequences(state, tokens):
        if mask.accepts(state):
            yield [*tokens, 6]
        for token in range(len(PIECES)):
            following = mask.advance(state, token)
            if following is not None and token != 6:
                yield from sequences(following, [*tokens, token])

    def score(tokens):
        whole = torch.cat([PROMPT, torch.tensor([tokens])], dim=1)
        with torch.no_grad():
            log_probs = model(whole).logits.log_softmax(-1)[0, PROMPT.shape[1] - 1 : -1]
        return float(log_probs.gather(1, torch.tensor(tokens)[:, None]).sum())

    best = max(sequences(mask.start(), []), key=score)
    assert found[0, PROMPT.shape[1] :].tolist() == best


def test_a_text_that_was_cut_off_goes_on_unless_told_otherwise():
    mask = TokenMask(BRACKETS, VOCABULARY)
    processor = GrammarLogitsProcessor(mask)
    scores = torch.zeros(1, len(PIECES))
    processor(PROMPT, scores)
    longer = torch.cat([PROMPT, torch.tensor([[0]])], dim=1)
    assert processor(longer, scores)[0, 6] == -torch.inf
    processor.reset()
    assert processor(longer, scores)[0, 6] == 0


def test_padding_of_the_model_is_never_allowed():
    processor = GrammarLogitsProcessor(TokenMask(BRACKETS, VOCABULARY))
    scores = processor(PROMPT, torch.zeros(1, len(PIECES) + 50))
    assert torch.isfinite(scores[0]).nonzero().flatten().tolist() == [0, 2, 5, 6]


def test_a_model_with_fewer_tokens_is_refused():
    processor = GrammarLogitsProcessor(TokenMask(BRACKETS, VOCABULARY))
    with pytest.raises(ConfigurationError, match="logits for 7 tokens, the tokenizer has 8"):
        processor(PROMPT, torch.zeros(1, 7))


def test_a_limit_that_no_text_keeps_is_refused():
    with pytest.raises(LimitError, match="has 3 tokens, the limit is 2"):
        GrammarLogitsProcessor(TokenMask(dsl.parse(r"\({3}x\)\)\)?"), VOCABULARY), max_new_tokens=2)
