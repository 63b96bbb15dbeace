"""Generation that stays inside a language: masks over the tokens of a model, and what decoders make of them."""
