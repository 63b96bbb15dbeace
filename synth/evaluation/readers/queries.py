"""Questions with their queries: text2sql-data (Finegan-Dollak et al. 2018) and WikiSQL (Zhong et al. 2017)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from synth.evaluation.data import DataError
from synth.evaluation.readers.lines import File


class Asked(NamedTuple):
    """A question in words and the query for it, variables put in; `split` is train, dev or test."""

    question: str
    query: str
    split: str


class Sketch(NamedTuple):
    """A query of WikiSQL: SELECT aggregate(column) WHERE each condition (column, operator, value)."""

    column: int
    aggregate: int
    conditions: frozenset[tuple[int, int, str]]


def read_text2sql(file: File) -> Iterator[Asked]:
    """The questions of a file, in the splits by question. Variables stay names, as airport_code0.

    Raises DataError, with the number of the query, on what is missing.
    """
    for place, row in enumerate(file.json()):
        try:
            for sentence in row["sentences"]:
                yield Asked(sentence["text"], row["sql"][0], sentence["question-split"])
        except (KeyError, TypeError, IndexError) as error:
            message = f"{file.data_set}/{file.name}, query {place + 1}: {type(error).__name__} {error}"
            raise DataError(message, hint="expected sentences, text, question-split, sql") from None


def read_wikisql(file: File) -> Iterator[tuple[str, str, Sketch]]:
    """The question, the number of its table, and the query of each line. Raises DataError."""
    for number, row in file.json_lines("question", "table_id", "sql"):
        try:
            yield str(row["question"]), str(row["table_id"]), sketch(row["sql"])
        except (KeyError, TypeError, ValueError):
            raise file.fault(
                number, f"the query {row['sql']}", '{"sel": 0, "agg": 0, "conds": [[0, 0, "a"]]}'
            ) from None


def sketch(query: dict[str, Any]) -> Sketch:
    """A query as a set of conditions, their values as lower-cased text, as WikiSQL compares them."""
    conditions = frozenset((int(column), int(kind), str(value).lower()) for column, kind, value in query["conds"])
    return Sketch(int(query["sel"]), int(query["agg"]), conditions)
