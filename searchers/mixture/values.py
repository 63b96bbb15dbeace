"""What anyone knows about values: how numbers, addresses, paths, dates and names of machines are written."""

from __future__ import annotations

import re
from typing import Final

SIGNS: Final = "«»„“”‘’「」『』【】（）、。，：；！"  # those of a message in other scripts
_DELIMITER = rf"\s,!;:=|\"'\[\](){{}}{SIGNS}"  # where words of a message end; values of several parts go beyond
SCRIPTS: Final = "぀-ヿ㐀-鿿가-힣"  # that have few blanks: kana, Chinese characters, Hangul
_WORD = rf"[^\W{SCRIPTS}]"  # numbers stand within words of these
MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?"
_DOMAIN = r"(?:com|net|org|edu|gov|mil|info|biz|de|uk|hk|cn|fr|jp|ru|br|it|tw|kr|nl|au|pl|ca|es|mx|tr|ua|ch)"
_SOURCE = r"(?:c|cc|cpp|cs|go|h|java|js|kt|php|pl|py|rb|rs|scala|swift|ts)"  # server.go:123 is no host
_HEX = r"[0-9a-fA-F]{1,4}"
_IP = r"\d{1,3}(?:\.\d{1,3}){3}"

# Each kind and how it is written, the most specific first.
WRITTEN: Final[dict[str, str]] = {
    "agent": r"(?<=\")[\w.-]+/\d[\w.]*(?: (?:\(|[\w.-]+/)[^\"]*)?(?=\")",
    "method": r"(?<=\")[A-Z]{3,7}(?= \S+ HTTP/\d(?:\.\d)?\" \d{3} (?:\d+|-)(?!\S))",  # of an access log
    "none": r"(?<=\")-(?=\")",
    "url": r"\b[a-zA-Z][\w+.-]*://[^\s,;\"'\]>)]+",
    "email": r"(?<![\w.@+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?![\w@])",
    "date": rf"\b(?:{_WEEKDAY},?\s+)?{MONTH}\s+\d{{1,2}},?\s+(?:\d{{4}}\s+)?"
    rf"{_CLOCK}(?:\s+[A-Z]{{3,4}})?(?:\s+\d{{4}})?\b"
    rf"|\b\d{{4}}(?P<between>[-/.])\d{{1,2}}(?P=between)\d{{1,2}}(?:[T ]{_CLOCK}(?:Z|[+-]\d\d:?\d\d)?)?(?![\w:])",
    "uuid": r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b",
    "mac": r"\b[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5,7}\b",
    "ip": rf"(?<![\w:.])(?:(?:{_HEX}:){{7}}{_HEX}|(?=[\da-fA-F:]*\d)(?:{_HEX}:)+(?::{_HEX})+)"
    r"(?:%\w+)?(?:/\d+)?(?![\w:])"
    rf"|(?<![\w.])(?:[\w.-]+)?/?{_IP}(?::\d+)?(?:/\d+)?(?![\w])",
    "host": r"(?<![\w./-])(?:(?=[a-z\d.-]*[.-])(?=[\d.-]*[a-z])"
    rf"(?![a-z\d.-]*\.{_SOURCE}:)[a-z\d][a-z\d.-]*:\d{{3,5}}(?![\w:])"
    rf"|[a-zA-Z\d][\w-]*(?:\.[\w-]+)+\.{_DOMAIN}(?![\w.])(?::\d+(?![\w:]))?)",
    "path": rf"(?<![^{_DELIMITER}<])(?:/[^{_DELIMITER}/?]*)+\?[^\s\"'<>{SIGNS}]*[\w/]"
    rf"|(?<![^{_DELIMITER}<])(?:/[^{_DELIMITER}/]+)+/?(?![^{_DELIMITER}>])"
    rf"|(?<=[{SCRIPTS}])(?:/[A-Za-z\d_.~%-]+)+/?(?:\?[A-Za-z\d_.~%=&-]+)?(?=[{SCRIPTS}])"
    r"|\b[A-Za-z]:\\[^\s,;\"']+|\\\\[^\s,;\"']+",
    "time": rf"(?<![\w:.]){_CLOCK}(?![\w:])",
    "hex": r"\b0[xX][0-9a-fA-F]+\b|(?<!\w)(?=[0-9a-fA-F]*\d)(?=[0-9a-fA-F]*[a-fA-F])[0-9a-fA-F]{6,}(?!\w)",
    "number": rf"(?<!{_WORD})(?<!\w\.)[-+]?\d+(?:\.\d+)*(?!{_WORD})",
    "version": r"(?<![\w.])v?\d+(?:\.\d+)+\w*(?!\w)",
    "quantity": r"(?<![\w.])\d+(?:[a-zA-Z]{1,2}|x\d+)(?!\w)",
    "flag": r"(?<![\w./-])(?:[Tt]rue|[Ff]alse|TRUE|FALSE|null|NULL|root|admin)(?![\w./-])",
    "code": rf"(?<![^{_DELIMITER}{SCRIPTS}.@#$%&+-]){_WORD}*(?:_-)?\d{{4,}}{_WORD}*(?!{_WORD})",
}
_VALUE: Final = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in WRITTEN.items()))
# private characters of Unicode; "text" is of no kind
MARK_OF: Final = {kind: chr(0xE000 + number) for number, kind in enumerate([*WRITTEN, "text"])}
KIND_OF: Final = {mark: kind for kind, mark in MARK_OF.items()}
MARKS: Final = "".join(KIND_OF)
MARKED: Final = re.compile(f"[{MARKS}]")
PRIVATE: Final = re.compile(r"[\ue000-\ue0ff]")


def masked(text: str, kept: frozenset[str] = frozenset()) -> tuple[str, list[str]]:
    """The text with a private character of its kind for each value but those kept, and these values.

    "took 12 ms at 10:31:07" -> "took N ms at T", ["12", "10:31:07"]
    """
    values: list[str] = []

    def mark(match: re.Match[str]) -> str:
        if match[0] in kept:
            return match[0]
        values.append(match[0])
        return MARK_OF[match.lastgroup or ""]

    return _VALUE.sub(mark, text), values
