"""What tasks share that tag words: encoders beside which the spelling of words is read."""

from __future__ import annotations

from synth.evaluation.task import Task


class WordTagging(Task):
    """A tag for each word."""
