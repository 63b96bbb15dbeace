"""Context-free grammars: notation, recognition, distance, edits, sampling, and what an author should know of them."""
