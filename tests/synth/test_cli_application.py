import pytest

import synth


def test_no_command_shows_the_help(synth_command):
    result = synth_command()
    assert result.exit_code == 2
    for name in ("induce", "score", "explain", "sample", "export"):
        assert f"\n  {name} " in result.stderr


def test_help_and_version(synth_command):
    assert synth_command("--version").stdout == f"synth {synth.__version__}\n"
    assert synth_command("-h").stdout == synth_command("--help").stdout
    for name in ("induce", "score", "explain", "sample", "export"):
        assert synth_command(name, "--help").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["indcue"], "no such command 'indcue'", "did you mean induce?"),
        (["frobnicate"], "no such command 'frobnicate'", "see synth --help"),
        (["induce", "f", "--timeot", "3"], "no such option '--timeot'", "did you mean --timeout?"),
        (["induce"], "missing argument 'FILE'", "see synth induce --help"),
        (["induce", "f", "--seed", "x"], "invalid value for '--seed': 'x' is not a valid integer", "see synth induce"),
        (["sample", "a", "-n", "-1"], "invalid value for '-n' / '--count'", "see synth sample --help"),
    ],
)
def test_usage_errors(synth_command, arguments, message, hint):
    result = synth_command(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    first, second = result.stderr.splitlines()
    assert first.startswith(f"error: {message}")
    assert second.startswith(f"hint: {hint}")


def test_an_internal_error_is_short_and_verbose_shows_it_all(synth_command, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("dsl.regex.Regex.parse", broken)
    result = synth_command("export", "a")
    assert result.exit_code == 3
    assert result.stderr == (
        "error: internal: ZeroDivisionError: oops\nhint: run with -v for the traceback, and report it\n"
    )
    result = synth_command("export", "a", "-v")
    assert result.exit_code == 3
    assert "Traceback" in result.stderr


def sampled(synth_command, *arguments, **options):
    result = synth_command("sample", "[a-z]{9}", *arguments, **options)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def test_flag_over_environment_over_toml_over_default(synth_command, tmp_path):
    (tmp_path / "synth.toml").write_text("[sample]\ncount = 3\nseed = 1\n[induce]\nseed = 4\n")
    config, environment = ["--config", "synth.toml"], {"env": {"SYNTH_COUNT": "2"}}
    assert len(sampled(synth_command)) == 10
    assert len(sampled(synth_command, *config)) == 3
    assert len(sampled(synth_command, *config, **environment)) == 2
    assert len(sampled(synth_command, *config, "--count", "1", **environment)) == 1
    assert sampled(synth_command, *config) == sampled(synth_command, "-n", "3", "--seed", "1")
    assert sampled(synth_command, env={"SYNTH_CONFIG": "synth.toml"}) == sampled(synth_command, *config)


def test_toml_lists_and_flags(stub, synth_command, words, monkeypatch):
    seen = {}

    def induce(positives, **options):
        seen.update(options)
        raise KeyboardInterrupt

    monkeypatch.setattr("synth.api.induce", induce)
    (words.parent / "synth.toml").write_text(
        '[induce]\nconstraint = ["posix", "max-states=3"]\nkeep-empty = true\ntimeout = 2\n'
    )
    synth_command("induce", "words.txt", "--config", "synth.toml")
    assert seen["constraints"] == ("posix", "max-states=3")
    assert seen["timeout"] == 2.0


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        (None, "cannot read synth.toml", "check --config"),
        ("[sample\n", "synth.toml is not TOML", "for example"),
        ("[sample]\ncount = " + "9" * 5_000, "synth.toml is not TOML", "for example"),
        ("[sample]\ncount = " + "[" * 100_000, "synth.toml is not TOML", "for example"),
        ("[smaple]\n", "no command 'smaple'", "'sample'"),
        ("sample = 3\n", "sample is not a table", "[sample]"),
        ("[sample]\ncuont = 3\n", "sample has no option 'cuont'", "'count'"),
        ("[sample]\ncount = [3]\n", "count is [3]", "a string or a number"),
        ("[sample]\ncount = true\n", "count is True", "a string or a number"),
        ("[sample]\ncount = 2024-01-05\n", "count is", "a string or a number"),
        ("[sample]\nnull = 0.5\n", "null is 0.5", "true or false"),
        ("[sample]\ncount = 'many'\n", "invalid value for '-n' / '--count': 'many'", "synth sample"),
    ],
)
def test_bad_configuration(synth_command, tmp_path, content, message, hint):
    if content is not None:
        (tmp_path / "synth.toml").write_text(content)
    result = synth_command("sample", "a", "--config", "synth.toml")
    assert result.exit_code == 2
    assert message in result.stderr
    assert hint in result.stderr.splitlines()[1]


def test_help_lists_the_commands_whole_and_the_first_one_first(synth_command):
    lines = synth_command("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert lines[0].split()[0] == "induce"
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)


def test_a_missing_argument_of_an_option_leads_to_the_help_of_its_command(synth_command):
    assert "hint: see synth induce --help" in synth_command("induce", "--seed").stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("synth in", "plain,induce\n"),
        ("synth induce --eff", "plain,--effort\n"),
        ("synth induce wor", "file,wor\n"),
        ("synth induce words.txt --reject wor", "file,wor\n"),
        ("synth explain x wor", "file,wor\n"),
    ],
)
def test_shells_complete(synth_command, monkeypatch, line, expected):
    monkeypatch.setenv("_SYNTH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    assert synth_command().stdout == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_completion_of_a_shell_is_printed(synth_command, monkeypatch, shell):
    monkeypatch.setenv("_SYNTH_COMPLETE", f"{shell}_source")
    assert "_SYNTH_COMPLETE" in synth_command().stdout
