"""Encoders that a user of this project would build for a task: patterns and grammars, induced or given."""
