"""Formats of laboratories, workshops and surveys."""

from benchmarks.corpus.practice.sciences.engineering import ENGINEERING
from benchmarks.corpus.practice.sciences.laboratory import LABORATORY
from benchmarks.corpus.practice.sciences.measures import MEASURES
from benchmarks.corpus.practice.sciences.nature import NATURE

SCIENCES = (
    *ENGINEERING,
    *LABORATORY,
    *MEASURES,
    *NATURE,
)
