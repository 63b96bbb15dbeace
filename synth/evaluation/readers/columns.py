"""Words one a line with their columns, sentences apart by empty lines: CoNLL-U, CoNLL-2000 and the like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from synth.evaluation.readers.lines import File

CONLLU_COLUMNS: Final = 10


class Word(NamedTuple):
    """A word of a dependency tree; `head` counts from 1, 0 is the root."""

    form: str
    tag: str
    head: int
    relation: str


def read_conllu(file: File) -> Iterator[list[Word]]:
    """The sentences of a file in CoNLL-U; ranges such as 1-2 and empty nodes such as 8.1 are left out.

    Raises DataError on a line without ten columns, and on heads that are no words of the sentence.
    """
    for lines in _sentences(file):
        words: list[Word] = []
        for number, line in lines:
            columns = line.split("\t")
            if len(columns) != CONLLU_COLUMNS:
                raise file.fault(number, f"{len(columns)} columns", "ten columns, apart by tabs (CoNLL-U)")
            if "-" in columns[0] or "." in columns[0]:
                continue
            if columns[0] != str(len(words) + 1) or not columns[6].isdigit():
                raise file.fault(number, f"word {columns[0]} has the head {columns[6]}", "numbers from 1, in order")
            words.append(Word(columns[1], columns[3], int(columns[6]), columns[7]))
        if any(word.head > len(words) for word in words):
            raise file.fault(lines[0][0], "a head that is no word of the sentence", f"heads up to {len(words)}")
        if words:
            yield words


def read_columns(file: File, *wanted: int) -> Iterator[list[tuple[str, ...]]]:
    """Some columns of each word, from 0 and −1 for the last, sentence by sentence.

    Columns are apart by a tab where the line has one, by spaces otherwise; lines that begin with `# ` are comments, and
    so are those of `-DOCSTART-`. Raises DataError on a line with too few columns.
    """
    least = max(place + 1 if place >= 0 else -place for place in wanted)
    for lines in _sentences(file):
        words = []
        for number, line in lines:
            columns = line.split("\t") if "\t" in line else line.split()
            if columns[0] == "-DOCSTART-":
                continue
            if len(columns) < max(least, 2):
                raise file.fault(number, f"{len(columns)} columns", f"at least {max(least, 2)}: a word and its tags")
            words.append(tuple(columns[place].strip() for place in wanted))
        if words:
            yield words


def _sentences(file: File) -> Iterator[list[tuple[int, str]]]:
    lines: list[tuple[int, str]] = []
    for number, line in file.lines():
        if line.startswith("# ") or line == "#":
            continue
        if line.strip():
            lines.append((number, line))
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def as_iob2(tags: list[str]) -> list[str]:
    """Tags of which each chunk begins with B-, from tags that write B- only between chunks (IOB1), or from IOB2 itself.

    Tjong Kim Sang and Veenstra 1999.
    """
    # I-PER I-PER B-PER O -> B-PER I-PER B-PER O
    found = []
    for before, tag in zip(["O", *tags], tags, strict=False):
        begins = tag.startswith("I-") and before[2:] != tag[2:]
        found.append("B-" + tag[2:] if begins else tag)
    return found


def read_slots(file: File) -> Iterator[tuple[list[str], list[str], str]]:
    """The words, their tags and the intent of each line `BOS … EOS<TAB>O … intent`, the marks at both ends left out.

    Raises DataError where there are not as many tags as words.
    """
    for number, line in file.lines():
        text, _, tail = line.partition("\t")
        words, tags = text.split(), tail.split()
        if len(words) != len(tags) or words[:1] != ["BOS"] or words[-1:] != ["EOS"]:
            raise file.fault(number, f"{len(words)} words and {len(tags)} tags", "BOS words EOS, a tab, as many tags")
        yield words[1:-1], tags[1:-1], tags[-1]
