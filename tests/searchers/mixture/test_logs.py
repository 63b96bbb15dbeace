"""Logs as software writes them: fields between bars and tabs, names that come again, very long lines."""

import random
import re

import pytest

from dsl.regex import Regex
from searchers.mixture.messages import Shape
from searchers.mixture.mixture import LONGEST, mixture

RNG = random.Random(9)
MESSAGES = ["invoice <*> is overdue", "lock on account AC-<*> released"]
SAID = ["sent", "lost"]
NAMES = ["ada", "bob", "cleo", "dan", "eve", "finn"]


def templates(lines, what="auto"):
    return {str(component.template): component.count for component in mixture(lines, what).components}


def of_bars():
    rng = random.Random(9)
    for number in range(120):
        level = rng.choice(["INFO", "WARNING", "ERROR"])
        message = rng.choice(MESSAGES).replace("<*>", str(number))
        yield f"2024-03-01 08:00:{number % 60:02} | {level:8}| billing.{rng.choice(['api', 'worker'])} | {message}"


def of_tabs():
    rng = random.Random(9)
    for number in range(120):
        fields = f"17092800{number:02}.5", f"10.0.3.{number}", rng.choice(["tcp", "udp"]), rng.choice(["dns", "-"])
        yield "\t".join([*fields, str(rng.randrange(900)), f"closed by {rng.choice(['peer', 'server'])}"])


def of_levels():
    rng = random.Random(9)
    for number in range(120):
        level, message = rng.choice(["INFO", "WARN", "ERROR"]), f"order {number} shipped"
        yield f"[worker-{number % 9}] {level} com.acme.{rng.choice(['Orders', 'Mails'])} - {message}"


def of_names():
    rng = random.Random(9)
    for number in range(120):
        yield f"accepted publickey for {rng.choice(NAMES)} from 10.0.0.{number} port {number}"


def of_brackets():
    rng = random.Random(9)
    for number in range(120):
        message = rng.choice(["Pause Young <*>ms", "Metaspace: <*>K"]).replace("<*>", str(number))
        part = rng.choice(["heap", "cpu "])
        yield f"[2024-03-01T10:00:{number % 60:02}+0100][{number / 7:.3f}s][gc,{part}] {message}"


def of_colons():
    rng = random.Random(9)
    for number in range(120):
        part = rng.choice(["[Coordinator 1]:", "[Log of a-3, in /srv]"])
        yield f"[2024-03-01 10:00:{number % 60:02},123] INFO {part} Segment {number} was rolled"


def of_agents():
    rng = random.Random(9)
    agents = ["curl/8.1", "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/115.0", "Bot/2.1 (+http://b.org/bot)"]
    for number in range(120):
        referrer = rng.choice(["-", f"https://shop.org/{number}"])
        yield f'10.0.0.{number} - - [01/Mar/2024:08:00:{number % 60:02} +0000] "{referrer}" "{rng.choice(agents)}"'


def of_requests():
    paths = ["/", "/a/b.html", "/search?q=shoes&page={}", "/?id={}"]
    for number in range(120):
        path, method = paths[number % 4].format(number), ("GET", "GET", "POST", "DELETE")[number // 4 % 4]
        yield f'10.0.0.{number} - - [01/Mar/2024:08:00:{number % 60:02} +0000] "{method} {path} HTTP/1.1" 200 {number}'


def of_halves_of_the_day():
    rng = random.Random(9)
    for number in range(120):
        half = rng.choice(["AM", "PM"])
        yield f"Warning,{rng.randint(1, 9)}/{rng.randint(1, 28)}/2024 8:30:{number % 60:02} {half},disk is full"


def of_japan():
    rng = random.Random(9)
    names = ["佐藤", "鈴木", "高橋", "田中", "伊藤"]
    for number in range(120):
        stamp = f"2024年03月01日 10:00:{number % 60:02} {rng.choice(['情報', '警告'])}"
        left = f"ユーザー {rng.choice(names)} がログアウトしました"
        yield f"{stamp} {rng.choice([f'注文の処理が完了（{number}ミリ秒）', left])}"


def of_china():
    rng = random.Random(9)
    for number in range(120):
        message = rng.choice([f"请求/srv/{number}.html耗时{number}毫秒", f"订单{number * 91}支付失败"])
        yield f"2024-03-01 10:00:{number % 60:02} {rng.choice(['信息', '错误'])} {message}"


def of_cells():
    levels = ["INFO", "WARN"]
    yield from (f"2024-03-01T10:00:{n % 60:02}Z;web0{n % 3};{levels[n % 2]};order {n} shipped" for n in range(120))


def of_spring():
    names = ["Orders", "Users ", "Mails "]
    yield from (
        f"2024-03-01 10:00:{n % 60:02}.123 INFO 7 --- [main] c.e.{names[n % 3]} : row {n} read" for n in range(120)
    )


def of_friends():
    people = ["Ann Lee", "Joe Ray", "Kim Poe", "Max Orr", "Eva Fay"]
    yield from (f"by {people[number % 5]} from the office in {number} s" for number in range(120))


def of_players():
    yield from (f"{NAMES[number % 6]} was slain by the wolf {number} times" for number in range(120))


def of_workers():
    """A word of hexadecimal digits that has none of ten, once."""
    jobs = ["MailJob", "SyncJob", "ListJob"]
    for number in range(120):
        worker = "fbee" if number == 60 else f"{number:04x}"
        yield f"pid=4211 tid={worker} class={jobs[number % 3]} took {number} ms INFO: done"


def of_audits():
    yield from (f"type=SYSCALL msg=audit(1710000000.{number}:{number}): success=yes" for number in range(10, 300))


def of_letters():
    yield from (f"check of the drive {'CDE'[number % 3]}: done in {number} s" for number in range(120))


def of_packages():
    names = ["curl", "nginx", "tzdata", "libssl3", "python3.11"]
    yield from (f"Collecting {names[number % 5]}" for number in range(120))


def of_people():
    letters = "abcdefghijklmnopqrstuvwxyz"
    for number in range(120):
        first, last = letters[number % 26] * 3, letters[number * 7 % 26] * 4
        yield f"Author: {first.title()} {last.title()} <{first}@b.org>, reviewed"


def of_sources():
    yield from (f'level=info caller=head.go:{number} msg="block written"' for number in range(1, 121))


def of_json():
    rng = random.Random(9)
    for number in range(120):
        fields = f'"request_method": "{rng.choice(["GET", "PUT"])}", "cache":"{rng.choice(["hit", "miss", "old"])}"'
        yield f'{{"ts":{number}, {fields}, "msg":"{rng.choice(SAID)}", "path":"/a/{number}"}}'


def of_quotes():
    rng = random.Random(9)
    for number in range(120):
        yield f'id={number} zone="{rng.choice(["lan", "wan"])}" action="{rng.choice(["deny", "pass"])}" from outside'


def of_stacks():
    rng = random.Random(9)
    for number in range(120):
        level = rng.choice(["INFO ", "WARN ", "ERROR"])
        yield f"2024-03-01 10:{number % 60:02}:07,{number:03} {level} [main] acme.Store - wrote {number} blocks"
        if number % 4 == 0:
            yield f"java.lang.IllegalStateException: queue {number} is full"
            yield from (f"\tat acme.Store.put(Store.java:{line})" for line in range(number % 7 + 2))


def of_loggers():
    for number in range(120):
        level = ("INFO", "WARNING", "ERROR")[number % 3]
        yield f"2024-03-01 10:{number % 60:02}:07,{number:03} - acme.store - {level} - wrote {number} blocks"


def of_loggers_as_they_are():
    for number in range(120):
        source = f"{('INFO', 'WARNING', 'ERROR')[number % 3]}:{('root', 'acme.store')[number % 2]}"
        yield f"{source}:wrote {number} blocks"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (
            of_json,
            {f'{{"ts":<*>, "request_method": "<*>", "cache":"<*>", "msg":"{msg}", "path":"<*>"}}' for msg in SAID},
        ),
        (of_quotes, {f'id=<*> zone="<*>" action="{action}" from outside' for action in ("deny", "pass")}),
        (
            of_stacks,
            {
                "<*> <*> <*> [main] acme.Store - wrote <*> blocks",
                "java.lang.IllegalStateException: queue <*> is full",
                "\tat acme.Store.put(Store.java:<*>)",
            },
        ),
        (of_loggers, {"<*> <*> - acme.store - <*> - wrote <*> blocks"}),
        (of_loggers_as_they_are, {"<*>:wrote <*> blocks"}),
        (of_brackets, {f"<*><*><*> {message}" for message in ("Pause Young <*>", "Metaspace: <*>")}),
        (of_colons, {"<*> INFO <*> Segment <*> was rolled"}),
        (of_agents, {'<*> - - <*> "<*>" "<*>"'}),
        (of_requests, {'<*> - - <*> "<*> <*> HTTP/<*>" <*> <*>'}),
        (of_halves_of_the_day, {"Warning,<*> <*>,disk is full"}),
        (of_japan, {"<*> <*> <*> 注文の処理が完了（<*>ミリ秒）", "<*> <*> <*> ユーザー <*> がログアウトしました"}),
        (of_china, {"<*> <*> <*> 请求<*>耗时<*>毫秒", "<*> <*> <*> 订单<*>支付失败"}),
        (of_cells, {"<*>;<*>;<*>;order <*> shipped"}),
        (of_spring, {"<*> <*> INFO <*> --- [main] <*> : row <*> read"}),
        (of_friends, {"by <*> <*> from the office in <*> s"}),
        (of_players, {"<*> was slain by the wolf <*> times"}),
        (of_workers, {"pid=<*> tid=<*> class=<*> took <*> ms INFO: done"}),
        (of_audits, {"type=SYSCALL msg=audit(<*>:<*>): success=yes"}),
        (of_letters, {"check of the drive <*>: done in <*> s"}),
        (of_packages, {"Collecting <*>"}),
        (of_people, {"Author: <*> <*> <<*>>, reviewed"}),
        (of_sources, {'level=info caller=head.go:<*> msg="block written"'}),
        (of_bars, {f"<*> <*> | <*> | <*> | {message}" for message in MESSAGES}),
        (of_tabs, {f"<*>\t<*>\t<*>\t<*>\t<*>\tclosed by {who}" for who in ("peer", "server")}),
        (of_levels, {"<*> <*> <*> - order <*> shipped"}),
        (of_names, {"accepted publickey for <*> from <*> port <*>"}),
    ],
)
def test_templates(lines, found):
    assert {template.replace("  ", " ") for template in templates([*lines()])} == found


@pytest.mark.parametrize("width", [5, 8])
def test_templates_as_they_are_shown_match_their_lines(width):
    """Blanks between fields may be any number of them, or none: WARNING| and INFO |."""
    lines = [line.replace(f"{level:8}", f"{level:{width}}") for line in of_bars() for level in [line[22:30].strip()]]
    shown = [re.escape(template).replace(r"<\*>", ".+") for template in templates(lines)]
    assert all(any(re.fullmatch(one, re.sub(" +", " ", line)) for one in shown) for line in lines)


def test_few_words_in_a_short_message_are_constants():
    lines = [f"link {RNG.choice(['up', 'down', 'reset', 'lost', 'idle'])} on eth{number % 4}" for number in range(120)]
    assert len(templates(lines)) == 5


def test_lines_are_looked_at_once_for_all_texts_of_their_values(monkeypatch):
    """Each with a path, a hash and a name of its own; every line matches the pattern of its template."""
    rng = random.Random(4)
    seen = []
    shape_of = Shape.of.__func__
    monkeypatch.setattr(Shape, "of", classmethod(lambda *given: seen.append(given[1]) or shape_of(*given)))
    folders = ["srv", "home", "é", "var/log", "Users", "a1", "b/2"]
    lines = [
        f"stored /{rng.choice(folders)}/{rng.choice(NAMES)} as 0x{rng.randrange(1 << 60):x} for {rng.choice(NAMES)}_{n}"
        for n in range(2_000)
    ]
    (component,) = mixture(lines, "messages").components
    assert str(component.template) == "stored <*> as <*> for <*>"
    assert component.count == 2_000
    assert all(map(Regex(component.template.expression).accepts, lines))
    assert len(seen) < 100


def test_a_line_may_have_what_stands_for_values():
    """The signs of some fonts are private characters of Unicode, as the marks of values are."""
    lines = [f"\ue001 build {number} done" for number in range(9)]
    (component,) = mixture([*lines, *of_letters()], "messages").components[1:]
    assert component.count == 9
    assert all(map(Regex(component.template.expression).accepts, lines))


def test_lists_of_several_lengths_and_names_in_one_group():
    """A list as long as the words of another message: one template has both."""
    lines = ["move /srv/a x=3 x=3 12", "move /srv/a x=3 x=3 disk", "move /srv/a x=3 x=3 1 1 disk"]
    found = mixture(lines, "messages")
    assert sum(component.count for component in found.components) == 3
    assert all(any(Regex(one.template.expression).accepts(line) for one in found.components) for line in lines)


@pytest.mark.parametrize("script", ["var a{}='{}';", "{},{} "])
def test_a_line_of_a_megabyte_is_of_no_format(script):
    """Time that goes with the square of a line's length would be hours."""
    line = "".join(script.format(number, RNG.randrange(999)) for number in range(100_000))
    found = mixture([*of_names(), line, line])
    assert [component.count for component in found.components] == [120]
    assert found.strays == {line: 2}


def test_a_column_of_long_texts_is_read():
    """300 texts of 900 characters, none like another; a value as long as can be is of a format where it matches one."""
    texts = [" ".join(RNG.choice([*NAMES, str(number)]) for _ in range(200)) for number in range(300)]
    codes = [f"A-{number}" for number in range(100, 400)]
    found = mixture([*codes, *texts, "A-" + "1" * LONGEST], "values")
    assert [component.count for component in found.components] == [300]
    assert len(found.strays) == 301
