"""Formats to fit on, none of which validates."""

from benchmarks.corpus.practice.daily import DAILY
from benchmarks.corpus.practice.machines import MACHINES
from benchmarks.corpus.practice.sciences import SCIENCES

FITTED_ON = (*DAILY, *MACHINES, *SCIENCES)
