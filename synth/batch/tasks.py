"""Tasks of a batch: JSON lines with an id, examples, and options of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from dsl.errors import ConfigurationError, ExampleError, SynthError
from synth.inputs.posing import pose
from synth.inputs.suggestion import near, suggest
from synth.options import OPTIONS, Request
from synth.runs.masking import masked
from synth.runs.trust import granted

HINT: Final = 'a task is an object such as {"id": "dates", "positives": ["2024-01-05"], "negatives": ["2024"]}'
KEYS: Final = ("id", "positives", "negatives", "options")


@dataclass(frozen=True)
class Task:
    """One search of many: its examples, and all that is asked of it. `oracle` is a command, as of --oracle."""

    id: str
    positives: tuple[str, ...]
    negatives: tuple[str, ...]
    request: Request
    oracle: str | None = None

    @property
    def characters(self) -> int:
        """How much there is to read: the larger, the earlier it begins."""
        return sum(map(len, self.positives)) + sum(map(len, self.negatives))

    @property
    def shown(self) -> Task:
        """The task as others may see it."""
        return self if self.oracle is None else replace(self, oracle=masked(self.oracle))

    def granted(self, oracle: str | None, *, trust: bool) -> Task:
        """The task with an oracle that may be run: it is `oracle`, or what a trusted task names.

        Raises ConfigurationError when the task names another.
        """
        if self.oracle is None:
            return self
        given = oracle if oracle is not None and masked(oracle) == masked(self.oracle) else None
        return replace(self, oracle=granted("oracle", given, self.oracle, "the task", trust=trust))

    def to_json(self) -> dict[str, Any]:
        """The task with all its options, as `read_tasks` reads it."""
        options = {**asdict(self.request), "oracle": self.oracle}  # null, too: it was said, whatever the default is
        return {"id": self.id, "positives": self.positives, "negatives": self.negatives, "options": options}


def read_tasks(source: str, options: Mapping[str, Any], *, trust: bool = False) -> list[Task]:
    """The tasks in the file `source`, one JSON object a line; `options` are for those that say nothing else.

    Keys other than id, positives, negatives and options are the user's own. Raises ExampleError with the number of the
    line, on JSON that is none, on a task that `synth.induce` would refuse, and unless `trust` on one that names another
    oracle than `options` do.
    """
    from synth.inputs.examples import json_values

    return _checked(json_values(source, HINT), options, trust=trust)


def make_tasks(records: Iterable[Mapping[str, Any]], options: Mapping[str, Any], *, trust: bool = False) -> list[Task]:
    """The same from objects in memory, which errors count from 1."""
    return _checked(((f"task {number}", record) for number, record in enumerate(records, 1)), options, trust=trust)


def _checked(records: Iterable[tuple[str, Any]], options: Mapping[str, Any], *, trust: bool) -> list[Task]:
    _request(options)
    tasks: dict[str, Task] = {}
    for place, record in records:
        try:
            task = _task(record, options)
            if task.id in tasks:
                raise ExampleError(f"the id {task.id!r} was there before", hint="give each task an id of its own")
            pose(task.request, task.positives, task.negatives)
            tasks[task.id] = task if trust else task.granted(options.get("oracle"), trust=False)
        except SynthError as error:
            raise ExampleError(f"{place}: {error.message}", hint=error.hint) from None
    if not tasks:
        raise ExampleError("there are no tasks", hint=HINT)
    return list(tasks.values())


def _task(record: object, defaults: Mapping[str, Any]) -> Task:
    if not isinstance(record, Mapping):
        raise ExampleError("not an object", hint=HINT)
    for key in record:
        if key not in KEYS and near(key, KEYS):  # a misspelt list of negatives would be no list at all
            raise ExampleError(f"no key {key!r}", hint=suggest(key, KEYS))
    missing = [key for key in ("id", "positives") if key not in record]
    if missing:
        raise ExampleError(f"no {missing[0]}", hint=HINT)
    if not isinstance(record["id"], str) or not record["id"]:
        raise ExampleError("the id is not a string", hint=HINT)
    options = record.get("options", {})
    if not isinstance(options, Mapping):
        raise ExampleError("the options are not an object", hint='write them as {"kind": "cfg", "effort": 1}')
    request, oracle = _request({**defaults, **options})
    return Task(record["id"], _texts(record, "positives"), _texts(record, "negatives"), request, oracle)


def _request(options: Mapping[str, Any]) -> tuple[Request, str | None]:
    """What options ask for, and their oracle; None is the default. Raises ConfigurationError."""
    given = {name: value for name, value in options.items() if value is not None or name not in OPTIONS}
    oracle = given.pop("oracle", None)
    if not isinstance(oracle, str | None):
        raise ConfigurationError(f"oracle is {json.dumps(oracle, default=repr)}", hint="give a string")
    return Request.read({**given, "oracle": oracle is not None}), oracle


def _texts(record: Mapping[str, Any], key: str) -> tuple[str, ...]:
    texts = record.get(key, ())
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise ExampleError(f"{key} is not a list of strings", hint=HINT)
    for text in texts:
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise ExampleError(f"{key} has half a surrogate pair", hint="write whole characters")
    return tuple(texts)


def largest_first(tasks: Iterable[Task]) -> Iterator[Task]:
    """So that the longest does not begin when the others have ended."""
    return iter(sorted(tasks, key=lambda task: -task.characters))
