"""A result at a Python prompt."""

from dataclasses import replace

import synth


def test_it_is_one_short_line():
    found = synth.induce(["AB-1234", "XY-9051", "QT-3377", "MK-4820"])
    assert repr(found) == "Result('[A-Z]{2}-[0-9]{4}', 4 examples match, 69 bits)"
    assert str(found) == repr(found)
    long = replace(found, best=replace(found.best, language=synth.Regex.parse("a b" * 999)))
    assert len(repr(long)) < 130
    grammar = synth.induce(["()", "(())", "()()"], kind="cfg", steps=1)
    assert "\n" not in repr(grammar)
    median = synth.induce(["ab", "abab"], objective="median", steps=1)
    assert "objective 0.0" in repr(median)
    assert "bits" not in repr(median)
