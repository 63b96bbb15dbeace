"""Networks, servers, releases and files."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGITS,
    HEX,
    HOUR,
    LOWER,
    SHOUT,
    SIXTIETH,
    UPPER,
    VERB,
    WORD,
    Format,
    Make,
    common,
    decimal,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)

BYTE = uniform(0, 255)
ADDRESS = text(common("10 192 172 84 203 8"), ".", BYTE, ".", BYTE, ".", uniform(1, 254))
RELEASE = text(number(0, 12), ".", number(0, 30), ".", number(0, 20))
STAGE = common("rc beta alpha dev")
SCOPE = common("core api ui cli docs parser auth deps build search")
PATH = some(WORD, 1, 4, "/")
SLUG = some(WORD, 1, 4, "-")
GROUP = pick(of(HEX, 3), of(HEX, 4), of(HEX, 1))
EXTENSION = common("txt csv pdf png py json log jpg docx zip")
REGION = text(
    common("us eu ap sa ca me af"), "-", common("east west central south north southeast northeast"), "-", of("123", 1)
)
ACCOUNT = of(DIGITS, 12)


def field(least: int, most: int) -> Make:
    """A field of a line of cron: a number, all, every so many, some, or a range."""
    one = uniform(least, most)
    return pick("*", one, one, text("*/", common("5 15 2 10 30")), some(one, 2, 3, ","), text(str(least), "-", one))


WEEKDAYS = pick("*", "*", "1-5", "0", "6", "0,6", uniform(0, 6))
FIELD = r"(\*(/\d{1,2})?|\d{1,2}(-\d{1,2})?(,\d{1,2})*)"

MACHINES = (
    Format(
        "semantic version",
        r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(alpha|beta|rc|dev)(\.\d+)?)?",
        text(RELEASE, maybe(text("-", STAGE, maybe(text(".", number(0, 9)))), 0.4)),
    ),
    Format(
        "git describe",
        r"v\d+\.\d+(\.\d+)?(-\d+-g[0-9a-f]{7,8})?",
        text(
            "v",
            number(0, 9),
            ".",
            number(0, 20),
            maybe(text(".", number(0, 12))),
            maybe(text("-", number(1, 300), "-g", of(HEX, 7)), 0.7),
        ),
    ),
    Format("commit", r"[0-9a-f]{7}", of(HEX, 7)),
    Format(
        "commit subject",
        r"(feat|fix|docs|chore|refactor|test)(\([a-z]+\))?!?: [a-z]+( [a-z]+)+",
        text(
            common("fix feat docs chore refactor test"),
            maybe(text("(", SCOPE, ")"), 0.7),
            maybe("!", 0.1),
            ": ",
            VERB,
            " ",
            some(WORD, 1, 5, " "),
        ),
    ),
    Format(
        "branch",
        r"(feature|bugfix|hotfix|release)/([A-Z]{2,5}-\d+-)?[a-z]+(-[a-z]+)*",
        text(
            common("feature bugfix hotfix release"),
            "/",
            maybe(text(common("WEB API OPS DATA"), "-", number(1, 4000), "-")),
            SLUG,
        ),
    ),
    Format(
        "mime type",
        r"(text|image|application|audio|video|font)/[a-z0-9]+([.+-][a-z0-9]+)*",
        pick(
            text("application/", common("json pdf zip xml octet-stream ld+json xhtml+xml vnd.api+json rtf gzip wasm")),
            text("image/", common("png jpeg gif webp svg+xml tiff bmp avif")),
            text("text/", common("html plain css csv javascript markdown calendar")),
            text(pick("audio", "video"), "/", common("mp4 mpeg ogg webm aac x-wav 3gpp quicktime")),
            text("font/", common("woff2 ttf otf woff collection")),
            text("application/vnd.", WORD, "+", pick("json", "xml")),
        ),
    ),
    Format(
        "cron line",
        rf"({FIELD} ){{4}}{FIELD}",
        text(
            field(0, 59),
            " ",
            field(0, 23),
            " ",
            pick("*", "*", field(1, 28)),
            " ",
            pick("*", "*", "*", field(1, 12)),
            " ",
            WEEKDAYS,
        ),
    ),
    Format("ip address", r"((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)", ADDRESS),
    Format(
        "network",
        r"(\d{1,3}\.){3}\d{1,3}/([12]?\d|3[0-2])",
        pick(
            text("10.", BYTE, ".", BYTE, ".0/", uniform(16, 28)),
            text("192.168.", BYTE, ".0/", uniform(24, 30)),
            text("172.", uniform(16, 31), ".0.0/", uniform(12, 20)),
            text(ADDRESS, "/32"),
        ),
    ),
    Format(
        "host and port",
        r"[a-z]+(-\d+)?(\.[a-z]+)+:\d{2,5}",
        text(
            common("db api cache web localhost queue"),
            maybe(text("-", number(1, 40))),
            ".",
            common("internal local example.com prod.lan test.example.org"),
            ":",
            pick("80", "443", "8080", "5432", number(1024, 65_000)),
        ),
    ),
    Format(
        "ipv6 short",
        r"(2001|fe80|fd00)(:[0-9a-f]{1,4}){0,3}::[0-9a-f]{1,4}(:[0-9a-f]{1,4}){0,3}",
        text(common("2001 fe80 fd00"), some(text(":", GROUP), 0, 3), "::", some(GROUP, 1, 4, ":")),
    ),
    Format(
        "mac address",
        r"([0-9a-f]{2}:){5}[0-9a-f]{2}",
        text(common("00:1a:2b 3c:5a:b4 f0:18:98 b8:27:eb dc:a6:32"), ":", some(of(HEX, 2), 3, 3, ":")),
    ),
    Format(
        "log line",
        r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d (DEBUG|INFO|WARN|ERROR) \[[a-z]+\] [a-z]+( [a-z0-9]+)*",
        text(
            HOUR,
            ":",
            SIXTIETH,
            ":",
            SIXTIETH,
            " ",
            common("INFO DEBUG WARN ERROR"),
            " [",
            SCOPE,
            "] ",
            VERB,
            " ",
            some(pick(WORD, WORD, number(1, 9000)), 1, 4, " "),
        ),
    ),
    Format(
        "log level",
        r"TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL",
        common("INFO DEBUG WARNING ERROR WARN TRACE CRITICAL FATAL NOTICE"),
    ),
    Format(
        "status line",
        r"HTTP/(1\.[01]|2) [1-5]\d\d [A-Z][A-Za-z ]*",
        text(
            "HTTP/",
            common("1.1 2 1.0"),
            " ",
            pick(
                "200 OK",
                "201 Created",
                "204 No Content",
                "301 Moved Permanently",
                "302 Found",
                "304 Not Modified",
                "400 Bad Request",
                "401 Unauthorized",
                "403 Forbidden",
                "404 Not Found",
                "405 Method Not Allowed",
                "409 Conflict",
                "410 Gone",
                "418 Teapot",
                "429 Too Many Requests",
                "500 Internal Server Error",
                "502 Bad Gateway",
                "503 Service Unavailable",
                "504 Gateway Timeout",
            ),
        ),
    ),
    Format(
        "request line",
        r"(GET|POST|PUT|DELETE|PATCH|HEAD) (/[a-z0-9]+)+ HTTP/1\.[01]",
        text(
            common("GET POST PUT DELETE HEAD PATCH"),
            " /",
            PATH,
            maybe(text("/", number(1, 9000))),
            " HTTP/1.",
            common("1 0"),
        ),
    ),
    Format(
        "resource quantity",
        r"\d+(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?",
        pick(
            text(number(1, 999), common("Mi Gi m Ki M G Ti k")),
            text(common("128 256 512 64 100 1 2 4 8"), pick("Mi", "Gi", "")),
            text(decimal(0.1, 9, 1), pick("", "Gi")),
        ),
    ),
    Format(
        "docker image",
        r"([a-z]+(\.[a-z]+)+/)?[a-z]+(/[a-z]+)*:(latest|\d+(\.\d+){0,2}(-(alpine|slim))?)",
        text(
            pick("", "", "ghcr.io/", "docker.io/", "registry.example.com/"),
            PATH,
            ":",
            pick("latest", text(some(number(0, 22), 1, 3, "."), maybe(pick("-alpine", "-slim"), 0.3))),
        ),
    ),
    Format(
        "amazon resource name",
        r"arn:aws:(s3|iam|lambda|sqs|sns|ec2):([a-z]{2}-[a-z]+-\d)?:(\d{12})?:[a-z]+([-/:][a-z0-9]+)*",
        pick(
            text("arn:aws:s3:::", SLUG),
            text("arn:aws:iam::", ACCOUNT, ":", pick("user", "role"), "/", WORD),
            text("arn:aws:lambda:", REGION, ":", ACCOUNT, ":function:", SLUG),
            text("arn:aws:", pick("sqs", "sns"), ":", REGION, ":", ACCOUNT, ":", SLUG),
        ),
    ),
    Format(
        "instance type",
        r"[a-z]\d[a-z]{0,2}\.(nano|micro|small|medium|large|\d{0,2}xlarge|metal)",
        text(
            of("tmcrgi", 1),
            of("34567", 1),
            pick("", "", "a", "g", "gn", "i"),
            ".",
            common("large xlarge 2xlarge micro medium small 4xlarge nano 8xlarge 12xlarge 16xlarge metal"),
        ),
    ),
    Format("cloud region", r"[a-z]{2}-[a-z]+-\d", REGION),
    Format(
        "s3 object",
        r"s3://[a-z0-9-]+(/[a-z0-9_-]+)+\.(csv|json|parquet|gz)",
        text(
            "s3://",
            SLUG,
            "/",
            maybe(text("20", uniform(18, 25), "/", uniform(1, 12, 2), "/")),
            some(WORD, 1, 2, "/"),
            maybe(text("_", number(0, 99)), 0.4),
            ".",
            common("csv json parquet gz"),
        ),
    ),
    Format(
        "environment line",
        r"(export )?[A-Z]+(_[A-Z]+)*=[a-z0-9./:]+",
        text(
            maybe("export ", 0.2),
            some(SHOUT, 1, 3, "_"),
            "=",
            pick(
                "true",
                "false",
                number(0, 9000),
                text("/", PATH),
                WORD,
                text("http://", WORD, ".local:", number(80, 9000)),
            ),
        ),
    ),
    Format(
        "unix mode",
        r"[-dl]([r-][w-][x-]){3}",
        text(
            common("- d l"),
            pick("rwx", "rw-", "r--"),
            pick("r-x", "r--", "rw-", "---", "rwx"),
            pick("r-x", "r--", "---"),
        ),
    ),
    Format("octal mode", r"0?[0-7]{3}", text(maybe("0", 0.4), of("764", 1), of("75640", 1), of("5400", 1))),
    Format(
        "windows path",
        r"[A-Z]:(\\[A-Za-z ]+)+\.[a-z]{2,4}",
        text(
            common("C D E"),
            ":\\",
            maybe(pick("Users\\", "Program Files\\", "Temp\\"), 0.7),
            some(WORD, 1, 4, "\\"),
            ".",
            EXTENSION,
        ),
    ),
    Format(
        "unix path",
        r"/(home|usr|var|etc|opt|tmp)(/[a-z0-9]+)+(\.[a-z]{2,4})?",
        text(
            "/", common("home var usr etc opt tmp"), "/", PATH, maybe(number(1, 40), 0.2), maybe(text(".", EXTENSION))
        ),
    ),
    Format(
        "file name",
        r"[a-z]+([_-][a-z0-9]+)*( \(\d\))?\.[a-z]{2,4}",
        text(
            some(WORD, 1, 3, "_"),
            maybe(text("-", number(1, 2025))),
            maybe(text(" (", uniform(1, 4), ")"), 0.2),
            ".",
            EXTENSION,
        ),
    ),
    Format(
        "file size",
        r"\d+(\.\d)? ?(B|KB|MB|GB|TB)",
        text(pick(number(1, 999), decimal(1, 99, 1)), pick("", " "), common("MB KB GB B TB")),
    ),
    Format(
        "uuid",
        r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
        text(of(HEX, 8), "-", of(HEX, 4), "-4", of(HEX, 3), "-", of("89ab", 1), of(HEX, 3), "-", of(HEX, 12)),
    ),
    Format(
        "version requirement",
        r"[a-z]+(-[a-z]+)?(==|>=|<=|~=|<|>)\d+(\.\d+)*(,<\d+(\.\d+)*)?",
        text(
            some(WORD, 1, 2, "-"),
            common(">= == ~= < > <="),
            some(number(0, 30), 1, 3, "."),
            maybe(text(",<", number(2, 40)), 0.3),
        ),
    ),
    Format("npm package", r"@[a-z]+/[a-z]+(-[a-z]+)*", text("@", WORD, "/", some(WORD, 1, 3, "-"))),
    Format(
        "ticket",
        r"[A-Z]{2,6}-[1-9]\d*",
        text(common("WEB API OPS DATA INFRA MOB UX CORE BUGS HELP"), "-", number(1, 30_000)),
    ),
    Format(
        "pod",
        r"[a-z]+(-[a-z]+)*-[0-9a-f]{8,10}-[0-9a-z]{5}",
        text(SLUG, "-", of(HEX, 8, 10), "-", of("bcdfghjklmnpqrstvwxz2456789", 5)),
    ),
    Format(
        "shell option",
        r"--[a-z]+(-[a-z]+)*(=[a-z0-9]+)?",
        text(
            "--",
            pick(some(WORD, 1, 3, "-"), text(pick("no-", "with-"), WORD)),
            maybe(text("=", pick(WORD, number(0, 9000)))),
        ),
    ),
    Format(
        "windows build",
        r"10\.0\.\d{5}\.\d{1,4}",
        text("10.0.", common("19045 22631 22621 19044 26100 17763"), ".", number(1, 5200)),
    ),
    Format(
        "serial port",
        r"/dev/tty(S|USB|ACM)\d{1,2}|COM\d{1,2}",
        pick(text("/dev/tty", common("USB ACM S"), number(0, 16)), text("COM", number(1, 32))),
    ),
    Format(
        "api key",
        r"(sk|pk)_(test|live)_[0-9A-Za-z]{16}",
        text(pick("sk", "pk"), "_", pick("test", "live"), "_", of(DIGITS + UPPER + LOWER, 16)),
    ),
)
