"""The header of log lines: the fields that nearly all lines begin with, before the message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from searchers.mixture.template import Part, Slot
from searchers.mixture.values import MONTH

MOST_LINES: Final = 2000  # that are looked at
SHARE: Final = 0.95  # of the lines, which have a field, or the header ends before it
MOST_FIELDS: Final = 16
AHEAD: Final = 3  # words in a row that are no field by themselves
FEW: Final = 4  # different words, all in upper case, that name a part of a program

_LEVEL: Final = (
    r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|ALERT|EMERG|FATAL|FAILURE"
    r"|Trace|Debug|Info|Information|Notice|Warn|Warning|Error|Severe|Critical|Fatal"
    r"|trace|debug|info|notice|warn|warning|error|critical|fatal|[VDIWEF]"
    r"|情報|警告|致命的|エラー|信息|错误)"
)
_BEHIND: Final = r"(?:\s+-\s+|\s*[|,;]\s*|\s+)"
# Fields by themselves, each with what stands behind it.
_FIELDS: Final = (
    ("bracket", rf"(\[(?:[^\[\]]|\[[^\[\]]*\])*\])((?=\[)|:?{_BEHIND})"),
    ("date", rf"({MONTH}\s+\d{{1,2}})({_BEHIND})"),
    ("stamp", rf"(\d[\d:.,/_TZ年月日+-]*(?: [AP]M(?=\W))?)(:?{_BEHIND})"),
    ("source", rf"({_LEVEL}:[\w.]+)(:)"),  # INFO:app.http:GET /, as Python's logging writes by itself
    ("level", rf"(<?{_LEVEL}>?)(:?{_BEHIND})"),
    ("none", r"(-)(\s+)"),
    ("component", r"([\w.$/@#-]+(?: [\w.-]+)?(?:\([^)\s]*\))?(?:\[[^\]\s]*\])?(?: \([^)\s]*\))?)(\s*:\s+)"),
    ("program", r"(\S+(?: \S+)?)(\s+-\s+)"),
)
_TIMED: Final = re.compile(
    rf"\d\d[:.]\d\d|\d{{4}}[-/.]\d\d|\d\d[-/.]\d\d[-/.]|\d{{6}}|{MONTH}"
)  # a day, an hour, seconds
_WORD: Final = rf"([^\s|;\"][^\s|;]*)({_BEHIND})"  # what stands in quotes is no field


@dataclass(frozen=True)
class Header:
    """What lines begin with: fields, and what stands between them."""

    pattern: re.Pattern[str]

    def end(self, line: str) -> int:
        """Where the message begins; 0 in a line without the header."""
        match = self.pattern.match(line)
        return match.end() if match else 0

    def parts(self, heads: Iterable[str]) -> list[Part]:
        """What all these heads have in common, as parts of a template; heads that differ in digits alone are one."""
        rows = [match.groups() for match in map(self.pattern.match, heads) if match]
        parts: list[Part] = []
        for place, column in enumerate(zip(*rows, strict=True)):
            for part in _between({*column}) if place % 2 else _field({*column}):
                last = parts[-1] if parts else ""
                if isinstance(part, Slot) and isinstance(last, Slot) and part.kind == last.kind == "field":
                    parts[-1] = last + part  # "[a]: b", "[c] d"
                else:
                    parts.append(part)
        return parts


def _field(texts: set[str]) -> list[Part]:
    first = min(texts)
    constant = len(texts) == 1 and not any(map(str.isdigit, first))
    return [first if constant else Slot.of("field", texts)]


def _between(texts: set[str]) -> list[Part]:
    """What stands between two fields, as blanks that vary around one sign: " | ", "   | "."""
    signs = {text.strip() for text in texts}
    if len(texts) == 1:
        return [*texts]
    if signs == {""}:
        return [Slot.of("blank", texts)]
    if len(signs) > 1:
        ends = {text[len(text.rstrip()) :] for text in texts}
        if len(ends) == 1:
            return [Slot.of("field", {text.rstrip() for text in texts}), *ends]
        return [Slot.of("field", texts)]
    before, sign, behind = zip(*(text.partition(min(signs)) for text in sorted(texts)), strict=True)
    if "" in {*before, *behind}:
        return [Slot.of("field", texts)]
    left, right = _blanks({*before}), _blanks({*behind})
    if isinstance(left, str):
        return [left + sign[0], right]
    return [left, sign[0] + right] if isinstance(right, str) else [left, sign[0], right]


def _blanks(texts: set[str]) -> Part:
    return Slot.of("blank", texts) if len(texts) > 1 else min(texts)


def header_of(lines: Sequence[str]) -> Header | None:
    """The header of nearly all lines, None where they begin in different ways, or with neither a time nor a level."""
    rests = _looked_at(lines)
    least = max(1, SHARE * len(rests))
    fields: list[str] = []
    sure = 0  # fields up to the last one that is one by itself
    is_named = False
    told: list[bool] = []  # of each field, whether it tells that lines are of a log
    while len(fields) < MOST_FIELDS and len(fields) - sure <= AHEAD:
        name, pattern, matches = _next_field(rests, least)
        if len(matches) < least or (is_named and name != "level"):
            break
        fields.append(pattern)
        texts = {match[1] for match in matches}
        is_level = name == "source" or (name == "level" and min(map(len, texts)) > 1)
        told.append(is_level or all(map(_TIMED.search, texts)))
        barred = all(match[2].strip() == "|" for match in matches)
        if name != "word" or barred or (len(fields) == sure + 1 and _name_parts(texts)):
            sure = len(fields)
        is_named |= name in ("component", "program", "source")  # the last before the message, but for a level
        rests = [match.string[match.end() :] for match in matches]
    return Header(re.compile("".join(fields[:sure]))) if any(told[:sure]) else None


def header_of_records(lines: Sequence[str]) -> Header | None:
    """The header of lines that begin with a time, where others only go on with what those tell, as a stack trace does.

    That is so where most lines that are not indented have a time.
    """
    flush = [line for line in _looked_at(lines) if not line[0].isspace()]
    timed = [line for line in flush if _begins_with_a_time(line)]
    return header_of(timed) if 2 * len(timed) > len(flush) else None


def _looked_at(lines: Sequence[str]) -> list[str]:
    return [line for line in lines[:: max(1, len(lines) // MOST_LINES)] if line]


def _begins_with_a_time(line: str) -> bool:
    matches = (re.match(pattern, line) for name, pattern in _FIELDS if name in ("bracket", "date", "stamp"))
    return any(match and _TIMED.search(match[1]) for match in matches)


def _next_field(rests: Sequence[str], least: float) -> tuple[str, str, list[re.Match[str]]]:
    """The name of the field that nearly all rests begin with, its pattern, and the matches; a word if no other."""
    name, pattern = next((one for one in _FIELDS if _holds(one[1], rests) >= least), ("word", _WORD))
    matches = _matches(pattern, rests)
    if len({match[2].strip() for match in matches}) > 1:
        # "a - b", "a c b": the "-" is a field that some lines lack
        blanks = _matches(pattern.replace(_BEHIND, r"\s+"), rests)
        if len(blanks) == len(matches):
            return name, blanks[0].re.pattern, blanks
    return name, pattern, matches


def _matches(pattern: str, rests: Sequence[str]) -> list[re.Match[str]]:
    return [match for rest in rests if (match := re.match(pattern, rest))]


def _holds(pattern: str, rests: Sequence[str]) -> int:
    match = re.compile(pattern).match
    return sum(match(rest) is not None for rest in rests)


def _name_parts(words: set[str]) -> bool:
    return len(words) <= FEW and all(word.isupper() and word.isalpha() for word in words)
