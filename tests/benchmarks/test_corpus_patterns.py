"""Patterns that people wrote: how they are read from packages, kept and divided."""

import json

from benchmarks.corpus.extraction import in_addresses, in_javascript, in_json, in_phone_numbers, in_python
from benchmarks.corpus.patterns import FILE, PACKAGES, VALIDATION, family_of, read_pattern, read_patterns, stripped
from dsl.regex import Regex


def family(pattern):
    return family_of(Regex.parse(pattern).expression)


def test_the_file_holds_different_patterns_of_packages_under_their_licences():
    rows = read_patterns()
    assert len({row.pattern for row in rows}) == len(rows) > 8_000
    assert {(row.source, row.licence) for row in rows} == {(name, kept.licence) for name, kept in PACKAGES.items()}
    assert FILE.stat().st_size < 1_500_000


def test_what_the_file_says_is_what_would_be_written_again():
    for row in read_patterns()[::40]:
        assert read_pattern(row.pattern, row.source, row.licence, row.examples) == row


def test_one_pattern_in_five_is_for_validation_with_all_that_are_nearly_the_same():
    rows = read_patterns()
    sides = {}
    for row in rows:
        assert sides.setdefault(row.family, row.split) == row.split
    assert abs(sum(row.split == "validation" for row in rows) / len(rows) - VALIDATION) < 0.05


def test_near_duplicates_are_of_one_family():
    assert family("projects/[^/]+/zones/[^/]+") == family("folders/[^/]+/logs/[^/]+")
    assert family("[a-z]{1,64}") == family("[a-z]{1,255}") != family("[a-z]+")
    assert family("red|green") == family("red|green|blue") != family("(red|green)?")


def test_anchors_at_the_ends_are_stripped():
    assert stripped("^a$") == stripped(r"\Aa\Z") == "a"
    assert stripped(r"a\$") == r"a\$"
    assert stripped(r"a\\$") == r"a\\"


def test_patterns_are_found_where_they_stand():
    schema = {"a": {"pattern": "^b+$", "examples": ["bb"], "default": "b"}, "pattern": {"type": "string"}}
    assert list(in_json(json.dumps(schema))) == [("^b+$", ["b", "bb"])]
    addresses = {"XY": {"zip": r"\d{4}", "zipex": "1234,5678"}, "XY/A": {"zip": "12"}}
    assert list(in_addresses(json.dumps(addresses))) == [(r"\d{4}", ["1234", "5678"])]
    number = r"D(national_number_pattern='7\\d{3}', example_number='7123')"
    assert list(in_phone_numbers(number)) == [(r"7\d{3}", ["7123"])]
    source = "code_re = re.compile('[A-Z]{2}')\nre.compile('x', re.I)\nsuper().__init__(r'^\\d$', max=3)\nf('other')"
    assert sorted(found.pattern for found in in_python(source)) == ["[A-Z]{2}", r"^\d$"]
    assert list(in_javascript(r"a = /^\d[/x]\/$/; b = /^x$/i; c = 1 / 2 / 3")) == [(r"^\d[/x]/$", [])]
