import pytest
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

import dsl
from dsl.errors import ConfigurationError, VocabularyError
from synth.decoding import TokenMask, Vocabulary

TEXTS = ["naïve café, 東京 🗼 — “quoted”", "tabs\tand\nlines\r\n", "a  b   c", "\u00a0\u0301e", "ĠĊ▁<0x41>"] * 3


def byte_level():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet, special_tokens=["<|endoftext|>"])
    tokenizer.train_from_iterator(TEXTS, trainer)
    tokenizer.add_tokens(["<tool>", "two words", AddedToken("日本", normalized=False)])
    return tokenizer


def sentence_piece(has_bytes=True):
    pieces = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256) if has_bytes)]
    pieces += ["▁", "▁the", "▁naï", "ve", *sorted(set("".join(TEXTS)) - set("<▁🗼"))]
    model = models.Unigram([(piece, -float(place)) for place, piece in enumerate(pieces)], 0, has_bytes)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    parts = [decoders.Replace("▁", " "), *([decoders.ByteFallback()] if has_bytes else []), decoders.Fuse()]
    tokenizer.decoder = decoders.Sequence(parts)
    tokenizer.add_special_tokens(["<s>", "</s>"])
    return tokenizer


@pytest.mark.parametrize("made", [byte_level, sentence_piece])
def test_tokens_spell_what_the_tokenizer_decodes(made):
    tokenizer = made()
    vocabulary = Vocabulary.of(tokenizer)
    assert len(vocabulary) == tokenizer.get_vocab_size()
    for text in TEXTS:
        tokens = tokenizer.encode(text).ids
        assert vocabulary.decode(tokens).decode() == tokenizer.decode(tokens)


@pytest.mark.parametrize("made", [byte_level, sentence_piece])
def test_each_token_spells_what_it_decodes_to(made):
    tokenizer = made()
    vocabulary = Vocabulary.of(tokenizer)
    for token, spelling in enumerate(vocabulary.tokens):
        assert spelling.decode(errors="replace") == tokenizer.decode([token])


def test_all_bytes_are_tokens_where_there_is_byte_fallback():
    assert Vocabulary.of(sentence_piece()).bytes_alone == frozenset(range(256))
    assert len(Vocabulary.of(sentence_piece(has_bytes=False)).bytes_alone) < 256


def test_without_byte_fallback_a_language_is_what_its_tokens_spell():
    vocabulary = Vocabulary.of(sentence_piece(has_bytes=False))
    mask = TokenMask(dsl.parse("[^a]{2}"), vocabulary)
    short = {token for token, spelling in enumerate(vocabulary.tokens) if 0 < len(spelling.decode()) <= 2}
    assert set(mask.allowed_dense(mask.start()).nonzero()[0]) == {
        token for token in short if b"a" not in vocabulary.tokens[token]
    }
    with pytest.raises(VocabularyError, match="'🗼': no token has the byte 0xF0"):
        TokenMask(dsl.parse("🗼"), vocabulary)


def test_a_tokenizer_of_transformers_knows_its_end():
    wrapped = PreTrainedTokenizerFast(tokenizer_object=byte_level(), eos_token="<|endoftext|>")
    vocabulary = Vocabulary.of(wrapped)
    assert vocabulary.end_tokens == (0,)
    assert vocabulary.tokens[0] == b""
    assert Vocabulary.of(wrapped, end_tokens=[0, 5]).end_tokens == (0, 5)


def test_several_end_tokens_are_found_by_their_names():
    tokenizer = byte_level()
    tokenizer.add_special_tokens(["<|im_end|>", "<|im_start|>"])
    assert Vocabulary.of(tokenizer).end_tokens == (0, tokenizer.token_to_id("<|im_end|>"))


class Encoding:
    """An encoding as tiktoken has them, with a number that no token has."""

    n_vocab = 5
    eot_token = 4
    special_tokens_set = {"<|endoftext|>"}  # noqa: RUF012

    def decode_single_token_bytes(self, token):
        return {0: b"a", 1: b"\xc3", 2: b"\xa9b", 4: b"<|endoftext|>"}[token]

    def encode_single_token(self, text):
        return {"<|endoftext|>": 4}[text]


def test_encodings_as_tiktoken_has_them():
    vocabulary = Vocabulary.of(Encoding())
    assert vocabulary.tokens == (b"a", b"\xc3", b"\xa9b", b"", b"")
    assert vocabulary.end_tokens == (4,)


def test_an_encoding_of_tiktoken():
    tiktoken = pytest.importorskip("tiktoken")
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256}
    encoding = tiktoken.Encoding(
        "small", pat_str=r"\w+|\W", mergeable_ranks=ranks, special_tokens={"<|endoftext|>": 257}
    )
    vocabulary = Vocabulary.of(encoding)
    assert vocabulary.decode(encoding.encode("abé")) == "abé".encode()
    assert vocabulary.end_tokens == (257,)


def test_plain_bytes():
    vocabulary = Vocabulary.of("bytes")
    assert vocabulary.decode(list("é".encode())).decode() == "é"
    assert vocabulary.end_tokens == (256,)


def test_the_fewest_tokens_are_found():
    vocabulary = Vocabulary([b"a", b"ab", b"bcd", b"c", b"d", b"bc", b""], [6])
    assert vocabulary.encode(b"abcd") == [0, 2]
    assert vocabulary.encode(b"abx") is None


def test_tokenizers_whose_bytes_cannot_be_told_are_refused():
    word_piece = Tokenizer(models.WordPiece({"[UNK]": 0, "a": 1, "##b": 2}, unk_token="[UNK]"))
    word_piece.decoder = decoders.WordPiece()
    by_regex = Tokenizer(models.WordLevel({"a": 0}, unk_token="a"))
    by_regex.decoder = decoders.Replace(Regex("a+"), "x")
    for refused in (word_piece, by_regex, Tokenizer(models.WordLevel({"a": 0}, unk_token="a")), object()):
        with pytest.raises(ConfigurationError, match="bytes of tokens") as caught:
            Vocabulary.of(refused)
        assert "Vocabulary" in caught.value.hint
