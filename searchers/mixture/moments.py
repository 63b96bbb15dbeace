"""Dates and times of the day, as people and programs write them."""

from __future__ import annotations

import re
from typing import Final

_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_TIME: Final = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[ap]m)?(?: ?(?:z|[+-]\d\d:?\d\d|utc|gmt))?"
_DAY: Final = (
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4}"
    rf"|\d{{1,2}}[- ./]{_MONTH}[- ./,]+\d{{2,4}}|{_MONTH} \d{{1,2}},? \d{{4}}"
)
TIME: Final = re.compile(_TIME, re.IGNORECASE)
DATE: Final = re.compile(rf"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?:{_DAY})(?:[t ]{_TIME})?", re.IGNORECASE)
