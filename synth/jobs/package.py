"""What a job takes along: a command line of `synth induce`, and copies of the files that it names."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from dsl.errors import ConfigurationError
from synth.batch.tasks import Task, read_tasks
from synth.inputs.command_oracle import words_of
from synth.inputs.examples import read_both, read_bytes
from synth.inputs.languages import read_language
from synth.inputs.posing import pose
from synth.options import Request, asked

INPUTS: Final = "inputs"
FILES: Final = ("file", "reject", "policy")  # parameters that name a file


class JobPackage:
    """The job's working directory `folder`, while it is packed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._packed: dict[str, str] = {}
        self._count = 0

    def pack(self, source: str) -> str:
        """Take along a file, or standard input for "-", and return its name in the working directory."""
        if source not in self._packed:
            path = self._new("stdin.txt" if source == "-" else Path(source).name)
            if source == "-":
                path.write_bytes(read_bytes("-"))
            else:
                try:
                    shutil.copyfile(source, path)
                except (OSError, ValueError) as error:  # a NUL in the name
                    message = f"cannot take along {source}: {getattr(error, 'strerror', None) or error}"
                    raise ConfigurationError(message, hint="check its name and its permissions") from None
            self._packed[source] = path.relative_to(self._folder).as_posix()
        return self._packed[source]

    def readable(self, source: str) -> str:
        """A name under which `source` can be read more than once: standard input cannot."""
        return str(self._folder / self.pack(source)) if source == "-" else source

    def pack_words(self, command: str) -> str:
        """A command with the files among its words taken along: 'python check.py {}'."""
        return shlex.join(self.pack(word) if _is_file(word) else word for word in words_of(command))

    def pack_tasks(self, source: str, options: Mapping[str, Any], *, trust: bool) -> str:
        """Take along tasks, with the files that `options` name. Those that only a task names stay here: it is data."""
        tasks = [self._packed_task(task, options) for task in read_tasks(source, options, trust=trust)]
        path = self._new("tasks.jsonl")
        path.write_text("".join(json.dumps(task.to_json()) + "\n" for task in tasks), encoding="utf-8")
        return path.relative_to(self._folder).as_posix()

    def _packed_task(self, task: Task, options: Mapping[str, Any]) -> Task:
        oracle, policy = task.oracle, task.request.policy
        if oracle is not None and oracle == options["oracle"]:
            oracle = self.pack_words(oracle)
        if policy is not None and policy == options["policy"]:
            policy = self.pack(policy)
        elif policy is not None and not Path(policy).is_absolute():
            hint = "give --policy, too, so that they travel along, or name a whole path that all nodes see"
            raise ConfigurationError(f"the task {task.id!r} names the weights {policy!r} of this machine", hint=hint)
        return replace(task, oracle=oracle, request=replace(task.request, policy=policy))

    def _new(self, name: str) -> Path:
        self._count += 1
        path = self._folder / INPUTS / str(self._count) / (name or "input")  # two files may have one name
        path.parent.mkdir(parents=True)
        return path


def packed_words(parameters: Sequence[click.Parameter], given: Mapping[str, Any], package: JobPackage) -> list[str]:
    """The words after `synth induce` that say `parameters` of `given` again, with files by their names in the package.

    Examples and tasks are read first. Raises ExampleError and ConfigurationError, as the search itself would.
    """
    options = {**asked(given), "guesses": [str(read_language(one)) for one in given["guess"]]}
    if given["batch"] is None:
        file = package.readable(given["file"])
        reject = None if given["reject"] is None else package.readable(given["reject"])
        positives, negatives = read_both(file, reject, null=given["null"], keep_empty=given["keep_empty"])
        pose(Request.of(**{**options, "oracle": options["oracle"] is not None}), positives, negatives)
    words = []
    for parameter in parameters:
        name, value = parameter.name or "", given[parameter.name or ""]
        if isinstance(parameter, click.Option) and parameter.is_flag:
            words.append(parameter.opts[0])
            continue
        values = value if parameter.multiple else [value]
        for one in values:
            packed = (
                package.pack_tasks(one, options, trust=given["trust"])
                if name == "batch"
                else _packed(name, one, package)
            )
            words.append(packed if isinstance(parameter, click.Argument) else f"{parameter.opts[0]}={packed}")
    return [*words, "--ray=auto"] if "ray" in given and given["ray"] is None else words


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # too long for a name
        return False


def _packed(name: str, value: object, package: JobPackage) -> str:
    text = str(value)
    if name == "oracle":
        return package.pack_words(text)
    if name in FILES or (name == "guess" and _is_file(text)):
        return package.pack(text)
    return text
