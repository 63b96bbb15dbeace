import pytest
from click.testing import CliRunner


@pytest.fixture
def stub(monkeypatch):
    """Puts the stub searcher in the place of the real ones, and returns its class."""
    from searchers.registry import SEARCHERS
    from tests.support import stub_search

    monkeypatch.setitem(SEARCHERS["regex"], "auto", ("tests.support.stub_search", "StubSearcher"))
    monkeypatch.setattr("searchers.scoring.regexes.OBJECTIVES", stub_search.STUB_OBJECTIVES)
    monkeypatch.setattr(stub_search.StubSearcher, "pause", 0.0)
    return stub_search.StubSearcher


@pytest.fixture
def grammar_stub(monkeypatch):
    """Puts the stub searcher in the place of the real one for grammars, and returns its class."""
    from searchers.registry import SEARCHERS
    from tests.support import stub_search

    monkeypatch.setitem(SEARCHERS["cfg"], "auto", ("tests.support.stub_search", "StubGrammarSearcher"))
    return stub_search.StubGrammarSearcher


@pytest.fixture
def synth_command(tmp_path, monkeypatch):
    """Runs `synth` inside an empty directory: `synth_command("induce", "file")`."""
    from synth.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments, **options):
        return CliRunner().invoke(main, list(arguments), **options)

    return run


@pytest.fixture
def words(tmp_path):
    """A file of five examples for the stub: its answer is `[a-z]{1,3}[0-9]{1,2}` or looser."""
    file = tmp_path / "words.txt"
    file.write_text("ab12\nc3\nxyz99\nq4\nrst1\n")
    return file


@pytest.fixture
def brackets(tmp_path):
    """A file of five examples for the stub: its answer is `start: ("(" start ")")*`."""
    file = tmp_path / "brackets.txt"
    file.write_text("()\n(())\n()()\n(()())\n((()))\n")
    return file


@pytest.fixture
def sums(tmp_path):
    """A file with a grammar of sums, and one of strings: three in the language, one at distance 1."""
    (tmp_path / "sums.lark").write_text('start: term ("+" term)*\nterm: "0".."9"+ | "(" start ")"\n')
    (tmp_path / "sums.txt").write_text("1\n1+2\n(3+4)+5\n(1+2\n")
    return "sums.lark"
