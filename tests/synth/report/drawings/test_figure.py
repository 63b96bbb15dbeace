import subprocess
import sys

import pytest

import synth


@pytest.fixture
def result(stub):
    return synth.induce(["ab12", "c3"], steps=3)


def test_plot_marks_the_front_and_names_the_pick(result):
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    ax = Figure().subplots()
    assert result.plot(ax) is ax
    dots, pick = ax.collections
    assert len(dots.get_offsets()) == len(result.members)
    assert pick.get_offsets().tolist() == [[result.best.size, result.best.objective]]
    assert ax.texts[0].get_text() == result.best.pattern
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("size", "objective")
    ax.figure.canvas.draw()


def test_plot_makes_axes_of_its_own(result):
    pytest.importorskip("matplotlib")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = result.plot()
    assert ax.collections
    pyplot.close(ax.figure)


def test_without_matplotlib_the_extra_is_named(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(synth.MissingExtraError, match=r"pip install 'synth\[plot\]'"):
        result.plot()


def test_results_load_no_matplotlib():
    code = "import sys, synth.results.result, synth.report.page; print('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
