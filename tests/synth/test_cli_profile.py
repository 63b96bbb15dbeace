import gzip
import json
import random

import pytest

RNG = random.Random(0)
ROWS = [(f"A-{RNG.randrange(100, 1000)}", f"2024-0{RNG.randrange(1, 10)}-1{RNG.randrange(10)}") for _ in range(60)]
CSV = "id,when\n" + "".join(f"{code},{day}\n" for code, day in ROWS)
LOG = "".join(f"took {RNG.randrange(999)} ms for request from 10.0.0.{RNG.randrange(99)}\n" for _ in range(50))


def columns(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["columns"]


def test_columns_of_a_csv_file(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text(CSV + "A-1O7,n/a\n")
    result = synth_command("profile", "rows.csv")
    assert result.exit_code == 0
    assert "rows.csv: id\n  61 values" in result.stdout
    assert "A-[0-9]{3}" in result.stdout
    assert "'A-1O7'   perhaps 'A-1" in result.stdout
    found = columns(synth_command("profile", "rows.csv", "--json"))
    assert found["id"]["formats"][0]["count"] == 60
    assert found["when"]["kind"] == "date"
    assert found["when"]["missing"] == 1


def test_another_notation_in_place_of_json_is_told(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text(CSV)
    result = synth_command("profile", "rows.csv", "--json", "--to", "sql")
    assert "CHECK" in result.stdout
    assert "warning: --to sql leaves out --json" in result.stderr


@pytest.mark.parametrize(
    ("name", "data", "options"),
    [
        ("rows.tsv", CSV.replace(",", "\t").encode(), []),
        ("rows.csv", CSV.replace(",", ";").encode(), []),
        ("rows.txt", CSV.replace(",", "#").encode(), ["--delimiter", "#"]),
        ("rows.txt", CSV.replace(",", "\t").encode(), ["--delimiter", r"\t"]),
        ("rows.csv", CSV.encode("utf-16"), []),
        ("rows.csv", CSV.encode("utf-32"), []),
        ("rows.csv", b"\xef\xbb\xbf" + CSV.replace("\n", "\r\n").encode(), []),
        ("rows.csv.gz", gzip.compress(CSV.encode(), mtime=0), []),
        ("rows.csv", CSV.replace("id", '"id"').encode(), []),
    ],
)
def test_tables_are_read_as_they_are(synth_command, tmp_path, name, data, options):
    (tmp_path / name).write_bytes(data)
    found = columns(synth_command("profile", name, "--json", *options))
    assert list(found) == ["id", "when"]
    assert found["id"]["formats"][0]["count"] == 60


@pytest.mark.parametrize("delimiter", ["", "ab", '"', "\n"])
@pytest.mark.parametrize("command", [["profile"], ["check", "--profile", "none.json"]])
def test_what_is_no_delimiter(synth_command, tmp_path, command, delimiter):
    (tmp_path / "rows.csv").write_text(CSV)
    result = synth_command(*command, "rows.csv", "--delimiter", delimiter)
    assert result.exit_code == 2
    assert "no delimiter" in result.stderr


def test_newlines_in_names_and_values_are_codes(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text('"a\nb"\n"x\ny"\n' + '"p\nq"\n' * 3 + '"12\n-"\n')
    shown = synth_command("profile", "rows.csv").stdout
    assert r"rows.csv: a\nb" in shown
    assert r"  p\nq  " in shown
    assert r"'12\n-'" in shown
    assert r"\\n" not in shown


def test_ragged_rows_and_quotes_across_lines(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text(CSV + 'A-100\n"A-\n101",x,more\n')
    found = columns(synth_command("profile", "rows.csv", "--json"))
    assert list(found) == ["id", "when", "Unnamed: 2"]
    assert found["when"]["missing"] == 1
    assert [outlier["value"] for outlier in found["id"]["outliers"]] == ["A-\n101"]


def test_paths_of_json_lines(synth_command, tmp_path):
    lines = [json.dumps({"user": {"id": code}, "days": [day, day], "n": None}) for code, day in ROWS]
    (tmp_path / "rows.jsonl").write_text("\n".join(lines))
    found = columns(synth_command("profile", "rows.jsonl", "--json"))
    assert {name: one["total"] for name, one in found.items()} == {"user.id": 60, "days[]": 120, "n": 60}


def test_lines_of_a_log(synth_command, tmp_path):
    (tmp_path / "app.log").write_text(LOG)
    assert "50  took <*> ms for request from <*>" in synth_command("profile", "app.log").stdout
    assert "took <number> ms for request from <ip>" in synth_command("profile", "app.log", "--typed").stdout
    assert columns(synth_command("profile", "app.log", "--json", "--limit", "7"))[""]["total"] == 7


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none.csv", None, "no such file"),
        ("empty.csv", b"", "is empty"),
        ("binary.txt", bytes(range(256)), "no text"),
        ("long.txt", b"x" * 1_000_001, "characters"),
        ("wide.csv", b"," * 10_001, "columns"),
        ("no.jsonl", b"{\n", "not JSON"),
        ("rows.csv", b'a,b\n1,"x\n2,y\n3,z\n', "line 4: a quote that was opened before is never closed"),
        ("header.csv", b'"a,b\n1,2\n', "line 2: a quote that was opened before is never closed"),
        ("cut.csv.gz", gzip.compress(CSV.encode(), mtime=0)[:40], "cannot read"),
        ("rows.parquet", b"PAR1", "Parquet"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_read_is_an_error(synth_command, tmp_path, name, data, message):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    result = synth_command("profile", name)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("option", ["--out", "--html"])
def test_where_nothing_can_be_written_nothing_is_read(synth_command, tmp_path, option):
    (tmp_path / "rows.csv").write_text(CSV)
    for place in ("nowhere/profile", "."):
        result = synth_command("profile", "rows.csv", option, place)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"cannot write {place}" in result.stderr


def test_lines_of_no_format_are_printed_as_often_as_they_come(synth_command, tmp_path):
    (tmp_path / "app.log").write_text(LOG)
    synth_command("profile", "app.log", "--out", "profile.json")
    result = synth_command("check", "-", "--profile", "profile.json", input=f"odd\n{LOG}even\n\nodd\n")
    assert result.stdout == "odd\neven\nodd\n"
    assert "3 of no format, 1 missing" in result.stderr


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_of_json_is_rows(synth_command, tmp_path, indent):
    rows = [{"id": code, "when": day} for code, day in ROWS]
    (tmp_path / "rows.json").write_text(json.dumps(rows, indent=indent))
    found = columns(synth_command("profile", "rows.json", "--json"))
    assert {name: column["total"] for name, column in found.items()} == {"id": 60, "when": 60}
    found = columns(synth_command("profile", "rows.json", "--json", "--limit", "10"))
    assert found["id"]["total"] == 10


def test_rows_without_the_name_of_a_table_are_told(synth_command):
    rows = "id,when,amount\n" + "".join(
        f"A-{number},2024-05-{number % 28 + 1:02d},{number}.50\n" for number in range(60)
    )
    assert "look like rows of a table: --format csv" in synth_command("profile", "-", input=rows).stderr
    assert "--format" not in synth_command("profile", "-", input="Paris, France\nRome, Italy\n" * 20).stderr


def test_lines_of_json_in_a_log_are_told(synth_command, tmp_path):
    lines = [json.dumps({"level": "info", "message": f"took {number} ms for request"}) for number in range(60)]
    (tmp_path / "app.log").write_text("\n".join(lines))
    assert "the lines of app.log are JSON: --format jsonl" in synth_command("profile", "app.log").stderr
    assert "--format" not in synth_command("profile", "app.log", "--quiet").stderr
    (tmp_path / "app.log").write_text(LOG)
    assert "--format" not in synth_command("profile", "app.log").stderr


def test_a_quote_in_a_value_is_no_quote_of_csv(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text('size,note\n5" x,"a\nb"\n6 x,c\n')
    assert columns(synth_command("profile", "rows.csv", "--json"))["size"]["total"] == 2


def test_a_column_without_values_is_none_of_messages(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text("id,when\n")
    result = synth_command("profile", "rows.csv")
    assert "rows.csv: id\n  0 values, empty\n" in result.stdout


def test_new_data_are_checked_against_a_profile(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text(CSV)
    assert synth_command("profile", "rows.csv", "--out", "profile.json").exit_code == 0
    assert synth_command("check", "rows.csv", "--profile", "profile.json").exit_code == 0
    (tmp_path / "new.csv").write_text(CSV.replace("2024-", "24/"))
    result = synth_command("check", "new.csv", "--profile", "profile.json", "--json")
    assert result.exit_code == 1
    drift = json.loads(result.stdout)["columns"]
    assert (drift["id"]["drifted"], drift["when"]["drifted"]) == (False, True)
    assert sum(drift["when"]["strays"].values()) == 60
    assert drift["when"]["formats"][0]["count"] == 60


def test_lines_that_match_nothing_are_printed(synth_command, tmp_path):
    (tmp_path / "app.log").write_text(LOG)
    assert synth_command("profile", "app.log", "--out", "profile.json").exit_code == 0
    assert synth_command("check", "app.log", "--profile", "profile.json").stdout == ""
    (tmp_path / "empty.log").touch()
    assert synth_command("check", "empty.log", "--profile", "profile.json").stderr == "lines: 0, 0 of no format\n"
    (tmp_path / "new.log").write_text(LOG + "disk is full\r\n" + LOG + "no newline")
    result = synth_command("check", "new.log", "--profile", "profile.json")
    assert result.stdout == "disk is full\nno newline\n"
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("name", "encode"),
    [
        ("new.log", lambda text: text.encode("latin-1")),
        ("new.log", lambda text: text.encode("utf-16")),
        ("new.log", lambda text: text.encode("utf-8-sig")),
        ("new.log.gz", lambda text: gzip.compress(text.encode("latin-1"))),
    ],
)
def test_lines_are_checked_in_the_encoding_they_are_in(synth_command, tmp_path, name, encode):
    text = LOG.replace("request", "requête")
    (tmp_path / "app.log").write_text(text, encoding="utf-8")
    assert synth_command("profile", "app.log", "--out", "profile.json").exit_code == 0
    (tmp_path / name).write_bytes(encode(f"{text}été\n"))
    result = synth_command("check", name, "--profile", "profile.json")
    assert result.stdout == "été\n"


def test_a_column_that_is_gone_is_told(synth_command, tmp_path):
    (tmp_path / "rows.csv").write_text(CSV)
    assert synth_command("profile", "rows.csv", "--out", "profile.json").exit_code == 0
    (tmp_path / "new.csv").write_text("".join(line.split(",")[0] + "\n" for line in CSV.splitlines()))
    result = synth_command("check", "new.csv", "--profile", "profile.json")
    assert result.exit_code == 1
    assert "when\n  the file has no such column\n" in result.stderr


def test_a_path_of_json_that_was_rare_may_be_gone(synth_command, tmp_path):
    rows = [{"id": number, **({"error": "lost"} if number == 7 else {})} for number in range(99)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert synth_command("profile", "rows.jsonl", "--out", "profile.json").exit_code == 0
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows if "error" not in row))
    assert synth_command("check", "new.jsonl", "--profile", "profile.json").exit_code == 0


def test_what_is_no_profile_is_an_error(synth_command, tmp_path):
    (tmp_path / "app.log").write_text(LOG)
    result = synth_command("check", "app.log", "--profile", "app.log")
    assert result.exit_code == 2
    assert "no profile" in result.stderr


def test_templates_and_words_from_the_command_line(synth_command, tmp_path):
    (tmp_path / "app.log").write_text(LOG)
    (tmp_path / "known.txt").write_text("took <time> for request from <ip>\n\n")
    result = synth_command("profile", "app.log", "--templates", "known.txt", "--keep", "open,close", "--typed")
    assert "50  took <time> for request from <ip>" in result.stdout
    assert synth_command("profile", "app.log", "--keep", "a", "--ray", "local").exit_code == 2
    assert synth_command("profile", "app.log", "--templates", "none.txt").exit_code == 2
