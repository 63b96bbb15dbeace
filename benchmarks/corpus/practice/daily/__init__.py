"""Formats of trade, offices, travel and leisure."""

from benchmarks.corpus.practice.daily.commerce import COMMERCE
from benchmarks.corpus.practice.daily.leisure import LEISURE
from benchmarks.corpus.practice.daily.offices import OFFICES
from benchmarks.corpus.practice.daily.papers import PAPERS
from benchmarks.corpus.practice.daily.travels import TRAVELS
from benchmarks.corpus.practice.daily.writing import WRITING

DAILY = (
    *COMMERCE,
    *LEISURE,
    *OFFICES,
    *PAPERS,
    *TRAVELS,
    *WRITING,
)
