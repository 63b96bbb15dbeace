"""The cluster examples of the documentation: valid by their schemas, and of the versions that are here."""

import importlib.util
import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest
import yaml

import synth
from synth.cli import main

ROOT = Path(__file__).parents[3]
CLUSTER = ROOT / "examples" / "cluster" / "cluster.yaml"
JOB = ROOT / "examples" / "cluster" / "rayjob.yaml"


def ray_schema():
    ray = importlib.util.find_spec("ray")  # without importing it
    if ray is None:
        pytest.skip("Ray is not installed")
    return json.loads((Path(ray.origin).parent / "autoscaler" / "ray-schema.json").read_text())


def job_schema():
    return json.loads((Path(__file__).parent / "rayjob-schema.json").read_text())


def test_the_cluster_is_valid():
    cluster = yaml.safe_load(CLUSTER.read_text())
    jsonschema.validate(cluster, ray_schema())
    assert cluster["head_node_type"] in cluster["available_node_types"]


def test_the_job_is_valid():
    job = yaml.safe_load(JOB.read_text())
    jsonschema.Draft202012Validator.check_schema(job_schema())
    jsonschema.validate(job, job_schema())
    for pod in [job["spec"]["rayClusterSpec"]["headGroupSpec"], *job["spec"]["rayClusterSpec"]["workerGroupSpecs"]]:
        spec = pod["template"]["spec"]
        mounted = {mount["name"] for container in spec["containers"] for mount in container.get("volumeMounts", ())}
        assert mounted == {volume["name"] for volume in spec.get("volumes", ())}


@pytest.mark.parametrize("path", [("kind",), ("spec", "entrypoint"), ("spec", "rayClusterSpec", "headGroupSpec")])
def test_the_schema_misses_what_is_missing(path):
    job = yaml.safe_load(JOB.read_text())
    parent = job
    for key in path[:-1]:
        parent = parent[key]
    del parent[path[-1]]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(job, job_schema())
    parent[f"{path[-1]}s"] = "x"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(job, job_schema())


def test_the_commands_of_the_job_are_commands():
    entrypoint = yaml.safe_load(JOB.read_text())["spec"]["entrypoint"]
    for words in (command.split() for command in entrypoint.split(" || ")):
        assert words[0] == "synth"
        given = main.commands[words[1]].make_context(words[1], words[2:]).params
        assert given["storage"] == "s3://bucket/dates"


@pytest.mark.parametrize("file", [CLUSTER, JOB])
def test_versions_are_those_that_are_known_to_work(file):
    (ray,) = re.findall(r"^ray==(.*)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    text = file.read_text()
    assert set(re.findall(r"synth(?:\[ray\]==|:)(\d[\d.]*)", text)) == {synth.__version__}
    assert set(re.findall(r"(?:ray\[default\]==|rayproject/ray:|rayVersion: )(\d[\d.]*)", text)) == {ray}


def test_nobody_without_a_token_is_let_in():
    cluster, job = (yaml.safe_load(file.read_text()) for file in (CLUSTER, JOB))
    started = [*cluster["head_start_ray_commands"], *cluster["worker_start_ray_commands"]]
    starts = [command for command in started if "ray start" in command]
    assert len(starts) == 2
    assert all(command.startswith("RAY_AUTH_MODE=token ray start") for command in starts)
    assert set(cluster["file_mounts"].values()) == {"~/.ray/auth_token"}
    assert job["spec"]["rayClusterSpec"]["authOptions"]["mode"] == "token"


def test_the_ray_that_is_required_has_tokens():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (least,) = (re.fullmatch(r"ray\[default\]>=(\d+)\.(\d+)", line) for line in extras["ray"] if "ray[" in line)
    assert (int(least[1]), int(least[2])) >= (2, 59)  # which asks for one on a cluster of its own, too
