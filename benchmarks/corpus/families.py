"""Which families of values may stand in a place, with weights, by what is known of the place."""

from __future__ import annotations

from typing import Final

from benchmarks.corpus.drawing import DIGITS, HEX, LOWER, UPPER
from benchmarks.corpus.fillers import (
    COUNTRIES,
    CURRENCIES,
    LANGUAGES,
    REGIONS,
    Family,
    address,
    base64,
    camel,
    cased,
    code_of,
    compact_date,
    date,
    decimal,
    duration,
    email,
    file_name,
    fixed_digits,
    full_name,
    hardware,
    host,
    joined,
    link,
    long_address,
    moment,
    name,
    number_of_digits,
    one_of,
    pascal,
    path,
    phrase,
    random_letters,
    setting,
    signed,
    small_number,
    spread_digits,
    time,
    uuid,
    version,
    word,
    word_number,
    year,
)

# Each with its weight where nothing is known of a place but the characters that may stand in it.
FAMILIES: Final[dict[Family, float]] = {
    word: 10, cased(str.capitalize): 4, cased(str.upper): 3, name: 2, full_name: 2, phrase: 4,
    word_number: 5, joined("-"): 6, joined("_"): 5, joined(".", None): 1.5, joined("", camel): 5, joined("", pascal): 3,
    joined("_", lambda parts: "_".join(parts).upper()): 2, joined("-", lambda parts: "-".join(parts).upper()): 0.7,
    number_of_digits: 5, small_number: 4, year: 2, fixed_digits: 4, compact_date: 0.7, signed: 1, decimal: 2.5,
    random_letters: 2, code_of(HEX, (6, 7, 8, 12, 16, 32, 40, 64)): 1.5, code_of(HEX.upper(), (4, 6, 8, 16)): 0.7,
    code_of(UPPER + DIGITS, (4, 5, 6, 8, 10, 12)): 2.5, code_of(LOWER + DIGITS, (5, 6, 8, 10, 12)): 2,
    code_of(UPPER + LOWER + DIGITS, (6, 8, 10, 11, 16, 20, 22, 24)): 1.5, uuid: 1, base64: 0.3,
    version: 2, host: 2, email: 1.5, address: 1, long_address: 0.3, hardware: 0.5, path: 1.5, file_name: 2, link: 1,
    date: 1.5, time: 0.7, moment: 0.7, REGIONS: 0.8, LANGUAGES: 0.6, COUNTRIES: 0.6, CURRENCIES: 0.5,
    duration: 0.7, setting: 0.3,
}  # fmt: skip
NUMERIC: Final[dict[Family, float]] = {
    number_of_digits: 5, small_number: 3, year: 2, fixed_digits: 5, spread_digits: 2, compact_date: 0.5,
}  # fmt: skip
NUMBERS_OF_ONE_WIDTH: Final[dict[Family, float]] = {fixed_digits: 8, year: 1, small_number: 1, compact_date: 1}
HEXADECIMAL: Final[dict[Family, float]] = {
    code_of(HEX, (2, 4, 6, 7, 8, 12, 16, 24, 32, 40, 64)): 6, uuid: 3, hardware: 2, long_address: 1,
}  # fmt: skip
BASE64: Final[dict[Family, float]] = {
    base64: 8, joined("-"): 1, path: 0.5, code_of(UPPER + LOWER + DIGITS, (8, 16, 20, 32, 40)): 4,
}  # fmt: skip
CODES: Final[dict[Family, float]] = {
    code_of(UPPER + LOWER + DIGITS, ()): 4, code_of(UPPER + DIGITS, ()): 4, code_of(LOWER + DIGITS, ()): 4,
    random_letters: 2, word: 0.7, cased(str.upper): 0.7, fixed_digits: 0.4, uuid: 4, COUNTRIES: 1, CURRENCIES: 1,
}  # fmt: skip
# What is a whole value, and seldom a part of one.
WHOLE: Final = frozenset(
    {phrase, full_name, email, link, moment, host, address, path, decimal, setting, date, time, compact_date}
)
TEXTS: Final[dict[Family, float]] = FAMILIES | {phrase: 20, full_name: 6, name: 4}
PARTITIONS = one_of("aws aws aws aws aws aws-cn aws-us-gov")
# What the text before a place says about it.
HINTS: Final[dict[str, Family]] = {
    r"arn:$": PARTITIONS,
    r"arn:aws$": lambda rng, low, high: lambda rng: rng.choice(["", "", "", "", "", "-cn", "-us-gov"]),
    r"(locations?|regions?)[/:]$|^arn:[^:/]*:[^:/]*:$": REGIONS,
    r"zones/$": one_of("us-central1-a us-central1-b europe-west4-a asia-east1-c us-east1-b"),
    r"projects?/$": joined("-"),
    r"(organizations|folders|billingAccounts|accounts|operations)/$": fixed_digits,
    r"(versions?|revisions)/$|[/_-]v$": small_number,
}
