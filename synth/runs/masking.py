"""Credentials in URIs and commands, hidden wherever these are shown or kept."""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = "***"

# names and values of so many characters at most, from the beginning of a word: the time is linear in the text
_NAME: Final = (
    r"[\w.-]{0,60}(?:pass|pwd|secret|token(?!i[sz])|key(?!board|word)|auth(?!or)|cred|sig(?:nature)?\b|session|cookie)"
    r"[\w.-]{0,60}"
)
_VALUE: Final = r"""(?!\{\}(?:['"\s&]|$))(?:"[^"]*"|'[^']*'|[^\s&'"]+)"""  # {} is where the string goes
_CREDENTIALS: Final = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(://)(?:[^/?#\s'\"]*|[^:@/\s]{0,200}:(?!:|\d+/)(?:(?!::)\S){0,200})(?=@)",  # s3://KEY:SECRET@bucket
        r"(\b(?:bearer|basic)\s+)[\w.~+/=-]+",  # Authorization: Bearer TOKEN
        rf"(?<![\w.-])({_NAME}\s*[=:]\s*)(?!(?:bearer|basic)\s)(?!//){_VALUE}",  # ?sig=…, API_KEY=…, X-Api-Key: …
        rf"(?<!\S)(--?{_NAME}\s+){_VALUE}",  # --password …
        r"(?<!\S)((?:-u|--[\w-]*user)[\s=]?['\"]?[^\s:'\"]+:)[^\s'\"]+",  # curl -u NAME:PASSWORD
        r"(?<![a-z\d])()(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{20,}",  # a key that stands for itself
    )
]


def masked(text: str) -> str:
    """A URI or a command as it may be seen by others: what looks like a credential is HIDDEN."""
    if re.fullmatch(r"/[^\s:]*", text):  # a path has none
        return text
    for pattern in _CREDENTIALS:
        text = pattern.sub(rf"\1{HIDDEN}", text)
    return text
