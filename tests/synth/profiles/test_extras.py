"""What other libraries read and write, where they are installed."""

import json
import random
import warnings

import pytest

import synth
from synth.inputs.tables import read_columns

RNG = random.Random(0)
CODES = [f"AB-{RNG.randrange(1000, 10000)}" for _ in range(60)]
LOG = [f"took {RNG.randrange(900)} ms for request {number} from 10.0.0.{number}" for number in range(40)]


def test_parquet(tmp_path):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = str(tmp_path / "rows.parquet")
    parquet.write_table(pa.table({"code": [*CODES, None], "n": range(61)}), file)
    found = {column.name: column.values for column in read_columns(file)}
    assert found == {"code": [*CODES, ""], "n": [str(number) for number in range(61)]}
    assert [len(column.values) for column in read_columns(file, limit=5)] == [5, 5]


def test_zstandard(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    file = tmp_path / "rows.csv.zst"
    frames = [
        pyarrow.compress("\n".join(part).encode(), "zstd", asbytes=True) for part in (["code", *CODES], ["", "x"])
    ]
    file.write_bytes(b"".join(frames))
    assert [(column.name, column.values) for column in read_columns(str(file))] == [("code", [*CODES, "x"])]


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"code\nAB-1\n"])
def test_damaged_zstandard(tmp_path, damage):
    pyarrow = pytest.importorskip("pyarrow")
    file = tmp_path / "rows.csv.zst"
    file.write_bytes(damage(pyarrow.compress("\n".join(["code", *CODES]).encode(), "zstd", asbytes=True)))
    with pytest.raises(synth.ExampleError, match="cannot read"):
        [*read_columns(str(file))]


@pytest.mark.parametrize(("library", "options"), [("pandas", {}), ("pandas", {"dtype": "string"}), ("polars", {})])
def test_series(library, options):
    series = pytest.importorskip(library).Series([*CODES, None], **options)
    profile = synth.profile(series)
    assert (profile.formats[0].count, profile.missing) == (60, 1)


def test_pandera():
    pandera = pytest.importorskip("pandera.pandas")
    pandas = pytest.importorskip("pandas")
    module = {}
    exec(synth.profile(CODES).to("pandera", "code"), module)
    module["schema"].validate(pandas.DataFrame({"code": CODES}))
    with pytest.raises(pandera.errors.SchemaError):
        module["schema"].validate(pandas.DataFrame({"code": ["AB-1"]}))


def test_frictionless():
    frictionless = pytest.importorskip("frictionless")
    schema = frictionless.Schema.from_descriptor(json.loads(synth.profile(CODES).to("frictionless", "code")))
    for values, valid in ((CODES, True), (["AB-1"], False)):
        rows = [["code"], *([value] for value in values)]
        assert frictionless.Resource(data=rows, schema=schema).validate().valid == valid


def test_great_expectations():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries that it loads
        expectations = pytest.importorskip("great_expectations")
        pandas = pytest.importorskip("pandas")
        most = [*CODES[:57], "AB-12"]  # a share of .98276
        profile = synth.profile(most)
        suite = expectations.ExpectationSuite(**json.loads(profile.to("great-expectations", "code")))
        asset = expectations.get_context(mode="ephemeral").data_sources.add_pandas("made").add_dataframe_asset("rows")
        batch = asset.add_batch_definition_whole_dataframe("all")
        for values, valid in ((most, True), ([*CODES, None], True), ([*most, "AB-1"], False)):
            rows = {"dataframe": pandas.DataFrame({"code": values})}
            assert batch.get_batch(rows).validate(suite).success == valid


def test_grok_in_pygrok():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is old
        pygrok = pytest.importorskip("pygrok")
    profile = synth.profile(LOG, what="messages")
    (pattern,) = profile.to("grok").split("\n")
    grok = pygrok.Grok(pattern)
    for line in LOG:
        assert grok.match(line) == profile.formats[0].match(line)
    assert grok.match("took long") is None


def test_templates_in_drain3():
    drain3 = pytest.importorskip("drain3.drain")
    profile = synth.profile([*LOG, *(f"cannot open file number {number}" for number in range(20))], what="messages")
    drain = drain3.Drain()
    for record in map(json.loads, profile.to("templates").split("\n")):
        cluster = drain3.LogCluster(record["template"].split(), record["cluster_id"])
        drain.id_to_cluster[record["cluster_id"]] = cluster
        drain.add_seq_to_prefix_tree(drain.root_node, cluster)
    assert [drain.match(line).cluster_id for line in (*LOG[:5], "cannot open file number 77")] == [1] * 5 + [2]
    assert drain.match("nothing of the kind") is None
