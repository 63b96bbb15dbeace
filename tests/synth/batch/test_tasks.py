import json
import re

import pytest

from dsl.errors import ConfigurationError, ExampleError
from synth.batch.tasks import largest_first, make_tasks, read_tasks

ONE = {"id": "a", "positives": ["x"]}


def test_options_of_a_task_come_before_those_of_all():
    first, second = make_tasks(
        [ONE, {"id": "b", "positives": ["y"], "negatives": ["z"], "options": {"effort": 4, "constraints": ["posix"]}}],
        {"effort": 1, "seed": 7, "timeout": None},
    )
    assert (first.request.effort, first.request.seed, first.negatives) == (1, 7, ())
    assert (second.request.effort, second.request.seed, second.negatives) == (4, 7, ("z",))
    assert second.request.constraints == ("posix",)


def test_a_task_that_is_written_is_read_as_it_was(tmp_path):
    options = {"kind": "cfg", "oracle": "test -n {}", "questions": 9, "guesses": ["a+"], "timeout": 2.5}
    tasks = make_tasks(
        [{"id": "é", "positives": ["é\n", ""], "options": options}, ONE], {"warm_start": True}, trust=True
    )
    file = tmp_path / "tasks.jsonl"
    file.write_text("".join(json.dumps(task.to_json()) + "\n" for task in tasks))
    assert read_tasks(str(file), {"seed": 3, "steps": 9, "oracle": "test -n {}"}) == tasks


def test_an_oracle_that_only_a_task_names_is_refused_unless_trusted():
    def task(command):
        return {"id": "b", "positives": ["()"], "options": {"kind": "cfg", "oracle": command}}

    with pytest.raises(ExampleError, match="task 2: the task names --oracle 'touch P'") as told:
        make_tasks([ONE, task("touch P")], {})
    assert "give --oracle again, or --trust" in told.value.hint
    with pytest.raises(ExampleError, match=r"names --oracle 'check --token \*\*\*'"):
        make_tasks([task("check --token S3cret")], {"oracle": "check"})
    assert make_tasks([ONE, task("touch P")], {}, trust=True)[1].oracle == "touch P"
    assert make_tasks([task("check")], {"oracle": "check"})[0].oracle == "check"
    assert make_tasks([task(None)], {"oracle": "check"})[0].oracle is None


def test_other_keys_are_the_users_own_unless_they_look_misspelt():
    assert make_tasks([{**ONE, "test_positives": [], "source": "forest"}], {})
    with pytest.raises(ExampleError, match="task 1: no key 'negative'\nhint: did you mean 'negatives'"):
        make_tasks([{**ONE, "negative": ["y"]}], {})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2 is not JSON"),
        ("[" * 100_000, "line 2 is nested too deeply"),
        ("[]", "line 2: not an object"),
        ("{}", "line 2: no id"),
        ('{"id": "b"}', "line 2: no positives"),
        ('{"id": 7, "positives": ["y"]}', "line 2: the id is not a string"),
        ('{"id": "a", "positives": ["y"]}', "line 2: the id 'a' was there before"),
        ('{"id": "b", "positives": "y"}', "line 2: positives is not a list of strings"),
        ('{"id": "b", "positives": ["y", 1]}', "line 2: positives is not a list of strings"),
        ('{"id": "b", "positives": ["\\ud800"]}', "line 2: positives has half a surrogate pair"),
        ('{"id": "b", "positives": []}', "line 2: there are no examples"),
        ('{"id": "b", "positives": ["y"], "negatives": ["y"]}', "line 2: 1 of the strings to reject are also examples"),
        ('{"id": "b", "positives": ["y"], "options": []}', "line 2: the options are not an object"),
        ('{"id": "b", "positives": ["y"], "options": {"efort": 1}}', "line 2: no option 'efort'"),
        ('{"id": "b", "positives": ["y"], "options": {"effort": "1"}}', 'line 2: effort is "1"'),
        ('{"id": "b", "positives": ["y"], "options": {"effort": true}}', "line 2: effort is true"),
        ('{"id": "b", "positives": ["y"], "options": {"effort": 9}}', "line 2: effort 9 is out of range"),
        ('{"id": "b", "positives": ["y"], "options": {"guesses": [1]}}', "line 2: guesses is [1]"),
        ('{"id": "b", "positives": ["y"], "options": {"guesses": ["a("]}}', "line 2: the pattern does not parse"),
        ('{"id": "b", "positives": ["y"], "options": {"searcher": "bean"}}', "line 2: no searcher 'bean'"),
        (
            '{"id": "b", "positives": ["y"], "options": {"oracle": "x", "searcher": "beam"}}',
            "line 2: the oracle is used by searcher='auto'",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, line, message):
    file = tmp_path / "tasks.jsonl"
    file.write_text(f"{json.dumps(ONE)}\n{line}\n")
    with pytest.raises(ExampleError, match=re.escape(f"{file}: {message}")) as error:
        read_tasks(str(file), {})
    assert error.value.hint


def test_a_file_without_tasks_and_options_that_do_not_exist(tmp_path):
    (tmp_path / "tasks.jsonl").write_text("\n")
    with pytest.raises(ExampleError, match="there are no tasks"):
        read_tasks(str(tmp_path / "tasks.jsonl"), {})
    with pytest.raises(ConfigurationError, match="no option 'sed'"):
        make_tasks([ONE], {"sed": 1})


def test_the_largest_comes_first():
    sizes = {"a": ["xx"], "b": ["x", "yyyy"], "c": ["xxx"]}
    tasks = make_tasks([{"id": name, "positives": texts} for name, texts in sizes.items()], {})
    assert [task.id for task in largest_first(tasks)] == ["b", "c", "a"]
