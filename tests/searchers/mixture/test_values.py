import pytest

from searchers.mixture.values import KIND_OF, MARKED, masked


@pytest.mark.parametrize(
    ("text", "shown", "values"),
    [
        ("took 12 ms at 10:31:07", "took <number> ms at <time>", ["12", "10:31:07"]),
        ("from 10.1.2.3:80 to fe80::1", "from <ip> to <ip>", ["10.1.2.3:80", "fe80::1"]),
        ("on Mon Jul  4 10:12:12 2005", "on <date>", ["Mon Jul  4 10:12:12 2005"]),
        ("read /var/log/x.log: -3.5", "read <path>: <number>", ["/var/log/x.log", "-3.5"]),
        ('"GET /a/b?q=7&to=c HTTP"', '"GET <path> HTTP"', ["/a/b?q=7&to=c"]),
        ("at 0x7fed, 16K, v1.12", "at <hex>, <quantity>, <version>", ["0x7fed", "16K", "v1.12"]),
        ("user root is true", "user <flag> is <flag>", ["root", "true"]),
        ("port ssh2 of wl0", "port ssh2 of wl0", []),
        ("java.io.IOException in core", "java.io.IOException in core", []),
    ],
)
def test_values_are_found_by_their_kinds(text, shown, values):
    marked, found = masked(text)
    assert MARKED.sub(lambda mark: f"<{KIND_OF[mark[0]]}>", marked) == shown
    assert found == values


def test_a_text_without_values_is_left_as_it_is():
    assert masked("all is well") == ("all is well", [])
