"""Language modelling and what is asked of language models: 1, 2, 3."""
