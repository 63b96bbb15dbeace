"""What stands in open places of a pattern: words, names, numbers, codes, addresses, each kind in one style a column.

A family is given a source of chance and the lengths that fit, and answers with a generator whose style is settled: a
column of snake case stays in snake case, and one of eight-digit numbers keeps eight digits.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from benchmarks.corpus.drawing import DIGITS, HEX, LOWER, UPPER, Make, lexicon, magnitude

Family = Callable[[Random, int, int | None], Make]

TECHNICAL: Final = """
    api app auth backup batch beta blue build cache client cloud cluster code config core cron data db default demo
    dev disk dns edge event feed file front gateway green group host id image index info input internal item job key
    lab lambda list load local log mail main manager map master meta metric mobile model monitor name net node
    object order output page parser policy pool port prod profile project proxy public query queue read record
    region registry release report repo request role root route rule sandbox schema search server service session
    shared site source spec stage staging state status storage store stream sync system table tag task team temp
    test token tool topic trace type update upload user util value version view vm volume web worker zone
"""
STEPS: Final = (7, 11, 13, 17, 19)  # to take items in another order without listing them
WIDE: Final = 24  # what "without a bound" means for codes


def skewed(rng: Random, items: Sequence[str]) -> Make:
    """Some of the items far more often than others, as in any column."""
    count, power = len(items), rng.uniform(1.0, 2.5)
    first, step = rng.randrange(count), rng.choice([step for step in STEPS if count % step] or [1])
    return lambda rng: items[(first + step * int(count * rng.random() ** power)) % count]


def pool(rng: Random) -> list[str]:
    """The words of a column: of technical or ordinary kind, now and then few."""
    kind = rng.random()
    if kind < 0.35:
        words = TECHNICAL.split()
    elif kind < 0.8:
        words = lexicon("words") + lexicon("verbs")
    else:
        words = [word.lower() for word in lexicon(rng.choice(["given names", "family names", "places"]))]
    return rng.sample(words, rng.randint(4, 15)) if rng.random() < 0.2 else words


def word(rng: Random, low: int, high: int | None) -> Make:
    """account"""
    words = [text for text in pool(rng) if low <= len(text) <= (high or 12)]
    return skewed(rng, words) if len(words) > 2 else random_letters(rng, low, high)


def cased(change: Callable[[str], str]) -> Family:
    """Words in another case."""

    def family(rng: Random, low: int, high: int | None) -> Make:
        make = word(rng, low, high)
        return lambda rng: change(make(rng))

    return family


def name(rng: Random, low: int, high: int | None) -> Make:
    """Ada"""
    kind = rng.choice(["given names", "family names", "places"])
    names = [text for text in lexicon(kind) if low <= len(text) <= (high or 20)]
    return skewed(rng, names or lexicon(kind))


def full_name(rng: Random, low: int, high: int | None) -> Make:
    """Ada Stone"""
    given, last = skewed(rng, lexicon("given names")), skewed(rng, lexicon("family names"))
    separator = rng.choice([" ", " ", " ", ".", "_", "-"])
    middle = rng.random() < 0.15
    return lambda rng: separator.join([given(rng), *([rng.choice(UPPER) + "."] if middle else []), last(rng)])


def word_number(rng: Random, low: int, high: int | None) -> Make:
    """node12, web-03"""
    make, separator, digits = word(rng, 2, 9), rng.choice(["", "", "-", "_"]), rng.choice([0, 0, 2, 3])
    most = rng.choice([9, 20, 99, 999])
    return lambda rng: f"{make(rng)}{separator}{min(most, int(magnitude(1, most + 1, rng))):0{digits}}"


def joined(separator: str, change: Callable[[list[str]], str] | None = None) -> Family:
    """Words with a separator between, one to three of them, with a number behind now and then."""

    def family(rng: Random, low: int, high: int | None) -> Make:
        make, numbers = word(rng, 2, 10), rng.choice([0, 0, 0.1, 0.3, 0.6])
        counts = rng.choice([[2], [2, 3], [1, 2, 2], [2, 2, 3], [1, 2, 3], [3, 4]])
        numeral = number_of_digits(rng, 1, 3)

        def identifier(rng: Random) -> str:
            parts = list(dict.fromkeys(make(rng) for _ in range(rng.choice(counts))))
            parts += [numeral(rng)] if rng.random() < numbers else []
            return separator.join(parts) if change is None else change(parts)

        return identifier

    return family


def camel(parts: list[str]) -> str:
    return parts[0] + "".join(part.capitalize() for part in parts[1:])


def pascal(parts: list[str]) -> str:
    return "".join(part.capitalize() for part in parts)


def phrase(rng: Random, low: int, high: int | None) -> Make:
    """Open the gate"""
    make, most = word(rng, 2, 9), rng.choice([2, 3, 5])
    change = rng.choice([str.lower, str.capitalize, str.title])
    end = "." if most == 5 and rng.random() < 0.3 else ""
    return lambda rng: change(" ".join(make(rng) for _ in range(rng.randint(min(2, most), most)))) + end


def number_of_digits(rng: Random, low: int, high: int | None) -> Make:
    """Counts as Benford found them, with a size that suits the column."""
    most = min(high or 6, rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 7]))
    least = 10 ** max(low - 1, 0) if low > 1 or rng.random() < 0.8 else 0
    top = max(10 ** max(most, low) - 1, least + 1)
    return lambda rng: str(min(top, int(magnitude(least, top + 1, rng))))


def small_number(rng: Random, low: int, high: int | None) -> Make:
    """7, or 07 where two digits are wanted"""
    if low > 3:
        return fixed_digits(rng, low, high)
    most = rng.choice([4, 9, 12, 20, 31, 59, 99])
    width = low if low > 1 else rng.choice([0, 0, 0, 2])
    return lambda rng: f"{rng.randint(int(most > 9), most):0{width}}"


def year(rng: Random, low: int, high: int | None) -> Make:
    """2019"""
    first = rng.choice([1900, 1950, 1980, 1999, 2010])
    return lambda rng: str(rng.randint(first, 2026))


def length_within(rng: Random, low: int, high: int | None, usual: Sequence[int]) -> int:
    """A length that is usual, where one fits."""
    most = WIDE + low if high is None else high
    fitting = [length for length in usual if low <= length <= most]
    return rng.choice(fitting) if fitting else rng.randint(min(low, most), min(most, low + 8))


def fixed_digits(rng: Random, low: int, high: int | None) -> Make:
    """Numbers given out by a machine: one width, or two; in order, or with leading zeros."""
    width = length_within(rng, max(low, 1), high, (3, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 13, 16))
    manner = rng.random()
    if manner < 0.08:
        first = rng.randrange(10**width)
        return lambda rng: f"{(first + rng.randrange(5000)) % 10**width:0{width}}"
    if manner < 0.14 and width < 9:
        return lambda rng: f"{min(10**width - 1, int(magnitude(1, 10 ** min(width, 5), rng))):0{width}}"
    more = int(manner > 0.85 and (high is None or high > width))
    first_digit = DIGITS if manner > 0.5 or width == 1 else DIGITS[1:]
    return lambda rng: rng.choice(first_digit) + characters(rng, DIGITS, width - 1 + rng.randint(0, more))


def spread_digits(rng: Random, low: int, high: int | None) -> Make:
    """Telephone numbers and accounts: digits of several lengths, one of which prevails."""
    most = min(high or WIDE, low + 6)
    usual = rng.randint(low, most)
    return lambda rng: characters(rng, DIGITS, usual if rng.random() < 0.6 else rng.randint(low, most))


def compact_date(rng: Random, low: int, high: int | None) -> Make:
    """20240517"""
    short = high == 6 or rng.random() < 0.1
    return lambda rng: f"{rng.randint(1990, 2026)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"[2 * short :]


def characters(rng: Random, alphabet: str, count: int) -> str:
    return "".join(rng.choices(alphabet, k=count))


def random_letters(rng: Random, low: int, high: int | None) -> Make:
    """XKB: codes of two to four letters mostly, one width a column."""
    width = length_within(rng, max(low, 1), high, (2, 3, 3, 4, 5))
    more = int((high is None or high > width) and rng.random() < 0.3)
    alphabet = rng.choice([LOWER, UPPER])
    codes = [characters(rng, alphabet, width + rng.randint(0, more)) for _ in range(rng.choice([8, 30, 300]))]
    return skewed(rng, codes)


def code_of(alphabet: str, usual: Sequence[int]) -> Family:
    """Codes over one alphabet, of one width a column, sometimes of two."""

    def family(rng: Random, low: int, high: int | None) -> Make:
        width = length_within(rng, max(low, 1), high, usual)
        more = rng.choice([1, 2, 4]) if rng.random() < 0.25 else 0
        most = width + more if high is None else min(high, width + more)
        return lambda rng: characters(rng, alphabet, rng.randint(width, most))

    return family


def base64(rng: Random, low: int, high: int | None) -> Make:
    """c3Vubnkg"""
    width = length_within(rng, max(low, 4), high, (8, 12, 16, 20, 24, 28, 32, 40, 44))
    width -= width % 4 if width - width % 4 >= low else 0
    padded = rng.random() < 0.5

    def text(rng: Random) -> str:
        body = characters(rng, string.ascii_letters + DIGITS + "+/", width)
        return body if not padded or width < 4 else body[: -(end := rng.choice([1, 2]))] + "=" * end

    return text


def uuid(rng: Random, low: int, high: int | None) -> Make:
    """9f1c2a7e-…"""
    change = rng.choice([str.lower, str.lower, str.upper])
    return lambda rng: change(
        f"{characters(rng, HEX, 8)}-{characters(rng, HEX, 4)}-4{characters(rng, HEX, 3)}-"
        f"{rng.choice('89ab')}{characters(rng, HEX, 3)}-{characters(rng, HEX, 12)}"
    )


def decimal(rng: Random, low: int, high: int | None) -> Make:
    """12.50, -3.7"""
    places, top = rng.choice([1, 2, 2, 2, 3, 4]), rng.choice([1, 10, 100, 1000, 10000])
    sign = rng.choice([0, 0, 0.3])
    return lambda rng: ("-" if rng.random() < sign else "") + f"{magnitude(0, top, rng):.{places}f}"


def signed(rng: Random, low: int, high: int | None) -> Make:
    """-12, +5"""
    share, plus = rng.uniform(0.2, 0.7), rng.choice(["", "", "+"])
    number = number_of_digits(rng, 1, 4)
    return lambda rng: ("-" if rng.random() < share else plus) + number(rng)


def version(rng: Random, low: int, high: int | None) -> Make:
    """2.14.3"""
    parts, prefix = rng.choice([2, 3, 3, 3, 4]), rng.choice(["", "", "", "v"])
    more = rng.choice([[""], [""], ["", "", "-beta", "-rc1", "-alpha.2"]])
    return lambda rng: prefix + ".".join(str(int(magnitude(0, 15, rng))) for _ in range(parts)) + rng.choice(more)


def host(rng: Random, low: int, high: int | None) -> Make:
    """shop.harbor.org"""
    make, ends = joined("-")(rng, 0, None), rng.sample(["com", "org", "net", "io", "de", "co.uk", "fr", "app"], 4)
    simple, below = word(rng, 3, 10), rng.choice([0, 0.3, 0.8])
    dashed = rng.choice([0, 0.2])

    def text(rng: Random) -> str:
        front = [rng.choice(["www", "api", "mail", "dev", "shop"])] if rng.random() < below else []
        return ".".join([*front, make(rng) if rng.random() < dashed else simple(rng), rng.choice(ends)])

    return text


def email(rng: Random, low: int, high: int | None) -> Make:
    """ada.stone@harbor.org"""
    given, last, where = skewed(rng, lexicon("given names")), skewed(rng, lexicon("family names")), host(rng, 0, None)
    styles = rng.sample(["{0}.{1}", "{0}", "{0}_{1}", "{0}{2}", "{0}-{1}", "{1}{2}"], 2)

    def text(rng: Random) -> str:
        who = rng.choice(styles).format(given(rng).lower(), last(rng).lower(), rng.randint(1, 99))
        return f"{who}@{where(rng)}"

    return text


def address(rng: Random, low: int, high: int | None) -> Make:
    """10.0.3.17"""
    front = rng.choice([[], [], [10], [192, 168], [172, rng.randint(16, 31)]])
    return lambda rng: ".".join(map(str, [*front, *(rng.randint(0, 255) for _ in range(4 - len(front)))]))


def long_address(rng: Random, low: int, high: int | None) -> Make:
    """2001:db8::1f"""
    full = rng.random() < 0.5
    return lambda rng: ":".join(
        ["2001", "db8", *(f"{rng.randrange(65536):x}" for _ in range(6))]
        if full
        else ["fe80", "", *(f"{rng.randrange(65536):x}" for _ in range(rng.randint(1, 4)))]
    )


def hardware(rng: Random, low: int, high: int | None) -> Make:
    """00:1b:44:11:3a:b7"""
    separator, change = rng.choice([":", ":", "-"]), rng.choice([str.lower, str.upper])
    return lambda rng: change(separator.join(characters(rng, HEX, 2) for _ in range(6)))


def path(rng: Random, low: int, high: int | None) -> Make:
    """/usr/share/words"""
    make, front = word(rng, 2, 9), rng.choice(["/", "/", "", "~/", "./"])
    most, ends = rng.choice([2, 3, 4]), rng.choice([[""], ["/"], [".txt", ".log", ".json"]])
    return lambda rng: front + "/".join(make(rng) for _ in range(rng.randint(1, most))) + rng.choice(ends)


def file_name(rng: Random, low: int, high: int | None) -> Make:
    """report-2.csv"""
    make = rng.choice([joined("-"), joined("_"), word, word_number])(rng, 0, None)
    ends = skewed(rng, ["txt", "csv", "json", "pdf", "png", "jpg", "log", "xml", "tar.gz", "yaml", "py", "md"])
    return lambda rng: f"{make(rng)}.{ends(rng)}"


def link(rng: Random, low: int, high: int | None) -> Make:
    """https://harbor.org/a/b"""
    where, what, plain = host(rng, 0, None), path(rng, 0, None), rng.choice([0, 0.3, 1])
    schemes = rng.choice([["https"], ["http", "https"], ["https", "https", "http"]])
    return lambda rng: (
        f"{rng.choice(schemes)}://{where(rng)}" + ("" if rng.random() < plain else "/" + what(rng).lstrip("~./"))
    )


def date(rng: Random, low: int, high: int | None) -> Make:
    """2024-05-17"""
    form = rng.choice(["{0}-{1:02}-{2:02}"] * 4 + ["{2:02}/{1:02}/{0}", "{1}/{2}/{0}", "{2:02}.{1:02}.{0}"])
    return lambda rng: form.format(rng.randint(1995, 2026), rng.randint(1, 12), rng.randint(1, 28))


def time(rng: Random, low: int, high: int | None) -> Make:
    """14:05, 14:05:59"""
    seconds = rng.random() < 0.5
    return lambda rng: ":".join(f"{rng.randrange(most):02}" for most in ((24, 60, 60) if seconds else (24, 60)))


def moment(rng: Random, low: int, high: int | None) -> Make:
    """2024-05-17T14:05:59Z"""
    first, between = rng.choice([2000, 2015, 2023]), rng.choice("TT ")
    zone, clock = rng.choice(["Z", "Z", "", "+02:00", ".000Z"]), time(rng, 0, None)
    return lambda rng: (
        f"{rng.randint(first, 2026)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}{between}{clock(rng)}{zone}"
    )


def one_of(texts: str) -> Family:
    """A small set, used unevenly."""
    return lambda rng, low, high: skewed(rng, texts.split())


REGIONS = one_of("us-east-1 us-west-2 eu-west-1 eu-central-1 ap-south-1 ap-northeast-1 us-central1 europe-west4 global")
LANGUAGES = one_of("en de fr es it pt-BR en-US en-GB zh-CN ja nl de-CH sv pl fr-CA")
COUNTRIES = one_of("US DE FR GB JP BR IN CA IT ES NL CH SE PL AU")
CURRENCIES = one_of("USD EUR GBP JPY CHF CAD AUD SEK INR BRL")


def duration(rng: Random, low: int, high: int | None) -> Make:
    """30s, 5m"""
    units, number = (
        rng.choice([["s"], ["m"], ["ms"], ["s", "m", "h"], ["d", "h"], ["%"], ["Gi", "Mi"]]),
        rng.choice([9, 60, 300]),
    )
    return lambda rng: f"{int(magnitude(1, number, rng))}{rng.choice(units)}"


def setting(rng: Random, low: int, high: int | None) -> Make:
    """mode=fast"""
    key, value = word(rng, 2, 9), rng.choice([word, number_of_digits])(rng, 1, 5)
    return lambda rng: f"{key(rng)}={value(rng)}"
