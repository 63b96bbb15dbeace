"""Formats of trade, offices, travel and leisure."""

from benchmarks.corpus.practice.daily.addresses import ADDRESSES
from benchmarks.corpus.practice.daily.arts import ARTS
from benchmarks.corpus.practice.daily.business import BUSINESS
from benchmarks.corpus.practice.daily.calendars import CALENDARS
from benchmarks.corpus.practice.daily.commerce import COMMERCE
from benchmarks.corpus.practice.daily.games import GAMES
from benchmarks.corpus.practice.daily.holidays import HOLIDAYS
from benchmarks.corpus.practice.daily.laws import LAWS
from benchmarks.corpus.practice.daily.leisure import LEISURE
from benchmarks.corpus.practice.daily.offices import OFFICES
from benchmarks.corpus.practice.daily.papers import PAPERS
from benchmarks.corpus.practice.daily.people import PEOPLE
from benchmarks.corpus.practice.daily.registers import REGISTERS
from benchmarks.corpus.practice.daily.travels import TRAVELS
from benchmarks.corpus.practice.daily.writing import WRITING

DAILY = (
    *COMMERCE,
    *BUSINESS,
    *GAMES,
    *ARTS,
    *LEISURE,
    *PEOPLE,
    *LAWS,
    *REGISTERS,
    *OFFICES,
    *PAPERS,
    *ADDRESSES,
    *TRAVELS,
    *CALENDARS,
    *HOLIDAYS,
    *WRITING,
)
