"""Exports, each read by the tool that it is for where it is installed."""

import json
import random
import re
import sqlite3

import jsonschema
import pytest

import synth
from synth.profiles.exports import export

RNG = random.Random(0)
CODES = [f"AB-{RNG.randrange(1000, 10000)}" for _ in range(60)]
NAMES = [
    f"{RNG.choice(['Ada', 'Bob', 'Cleo', 'Eve', 'Zoe'])} O'{RNG.choice(['Hara', 'Neil', 'Shea', 'Casey'])}"
    for _ in range(60)
]
LOG = [
    f"took {RNG.randrange(900)} ms [{RNG.randrange(9)}] for user from 10.0.0.{RNG.randrange(256)}" for _ in range(40)
]
WRONG = ["AB-12", "ab-1234", "", "AB-1234x"]


@pytest.fixture(scope="module")
def columns():
    return {"code": synth.profile(CODES), "full name": synth.profile(NAMES, what="values")}


def test_json_schema(columns):
    schema = json.loads(export(columns, "json-schema"))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    assert all(validator.is_valid({"code": code, "full name": NAMES[0]}) for code in CODES)
    assert not any(validator.is_valid({"code": code, "full name": NAMES[0]}) for code in WRONG)


def test_frictionless_and_great_expectations_hold_patterns_for_all_values(columns):
    table = json.loads(export(columns, "frictionless"))
    suite = json.loads(export(columns, "great-expectations"))
    patterns = [field["constraints"]["pattern"] for field in table["fields"]]
    anchored = [one["kwargs"]["regex"] for one in suite["expectations"]]
    for values, pattern, whole in zip((CODES, NAMES), patterns, anchored, strict=True):
        assert all(re.fullmatch(pattern, value) and re.match(whole, value) for value in values)
        assert not any(re.fullmatch(pattern, value) or re.match(whole, value) for value in WRONG)


def test_pandera_is_python(columns):
    compile(export(columns, "pandera"), "schema.py", "exec")


def test_sql_checks_run_in_sqlite(columns):
    checks = export(columns, "sql").replace("~", "REGEXP")
    database = sqlite3.connect(":memory:")
    database.create_function("regexp", 2, lambda pattern, value: re.search(pattern, value) is not None)
    database.execute(f'CREATE TABLE t ("code" TEXT, "full name" TEXT,\n{checks})')
    database.executemany("INSERT INTO t VALUES (?, ?)", list(zip(CODES, NAMES, strict=True)))
    for wrong in WRONG:
        with pytest.raises(sqlite3.IntegrityError):
            database.execute("INSERT INTO t VALUES (?, ?)", (wrong, NAMES[0]))
    database.close()


def test_grok_patterns_expand_to_what_matches_the_lines():
    known = {"NUMBER": r"[+-]?[0-9]+(?:\.[0-9]+)?", "IPORHOST": r"[\w.:-]+"}
    (pattern,) = export({"": synth.profile(LOG, what="messages")}, "grok").split("\n")
    expanded = re.sub(r"%\{(\w+):(\w+)\}", lambda found: f"(?P<{found[2]}>{known[found[1]]})", pattern)
    matched = [re.fullmatch(re.sub(r"\(\?<(\w)", r"(?P<\1", expanded), line) for line in LOG]
    assert all(matched)
    assert matched[0]["number1"] in LOG[0]


def test_grok_has_no_host_for_an_address_with_a_port():
    lines = [f"connection number {number} from 10.0.0.{number}:80 is closed" for number in range(30)]
    assert "IPORHOST" not in export({"": synth.profile(lines, what="messages")}, "grok")


def test_templates_are_what_drain3_keeps():
    (line,) = export({"": synth.profile(LOG, what="messages")}, "templates").split("\n")
    assert json.loads(line) == {"cluster_id": 1, "size": 40, "template": "took <*> ms [<*>] for user from <*>"}


def test_unknown_formats_and_empty_profiles_are_errors(columns):
    with pytest.raises(synth.ConfigurationError):
        columns["code"].to("xml")
    assert json.loads(synth.profile([]).to("json-schema"))["properties"] == {}
