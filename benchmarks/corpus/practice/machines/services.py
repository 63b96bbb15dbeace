"""What runs in clusters and clouds tells and is told: containers, databases, queues, measures, alerts."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DAY,
    DIGITS,
    HEX,
    LOWER,
    MONTH,
    SHOUT,
    TITLE,
    VERB,
    WORD,
    YEAR,
    Format,
    changed,
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
from benchmarks.corpus.practice.machines.networks import HOST, PORT
from benchmarks.corpus.practice.machines.systems import CAPITAL_HEX, PATH

SNAKE = some(WORD, 1, 3, "_")
KEBAB = some(WORD, 1, 2, "-")
ZONE = text(common("us europe asia"), "-", common("east west central south"), uniform(1, 4), "-", of("abc", 1))
MEGABYTES = text(number(1, 4096), "M")
RANK = text(common("USER ORDER ORG ITEM"), "#", pick(number(1, 99999), of(HEX, 8)))

SERVICES = (
    Format(
        "cloud resource",
        r"(i|vol|sg|subnet|vpc|ami|eni|snap)-([0-9a-f]{8}|[0-9a-f]{17})",
        text(common("i sg subnet vol vpc ami eni snap"), "-", pick(of(HEX, 17), of(HEX, 17), of(HEX, 17), of(HEX, 8))),
    ),
    Format(
        "subscription resource",
        r"/subscriptions/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/resourceGroups/[a-z]+(-[a-z]+)*",
        text(
            text(
                "/subscriptions/", of(HEX, 8), some(text("-", of(HEX, 4)), 3, 3), "-", of(HEX, 12), "/resourceGroups/"
            ),
            text(maybe("rg-"), KEBAB, maybe(pick("-prod", "-dev", "-rg"))),
        ),
    ),
    Format(
        "project resource",
        r"projects/[a-z]+(-[a-z]+)*(-\d+)?/zones/[a-z]+-[a-z]+\d-[a-c]/(instances|disks)/[a-z]+(-[a-z0-9]+)*",
        text(
            text("projects/", KEBAB, maybe(text("-", of(DIGITS, 6))), "/zones/", ZONE, "/", common("instances disks")),
            text("/", KEBAB, maybe(text("-", pick(number(0, 20), of(LOWER + DIGITS, 4))), 0.7)),
        ),
    ),
    Format(
        "state of a container",
        r"Up (\d+|About an?|an?) (seconds|minutes?|hours?|days|weeks)( \((un)?healthy\))?|Exited \(\d{1,3}\) \d+ "
        r"(hours|days|weeks) ago",
        pick(
            text(
                text("Up ", number(2, 59), " ", common("hours days minutes weeks seconds")),
                maybe(pick(" (healthy)", " (healthy)", " (unhealthy)")),
            ),
            text("Up ", pick("About an hour", "About a minute"), maybe(" (healthy)", 0.3)),
            text("Exited (", common("0 1 137 143 127"), ") ", number(2, 30), " ", common("days hours weeks"), " ago"),
        ),
    ),
    Format(
        "volume",
        r"(\.?(/[a-z]+)+|[a-z]+(_[a-z]+)*):(/[a-z]+)+(:(ro|rw|z))?",
        text(pick(text(".", PATH), PATH, SNAKE), ":", PATH, maybe(text(":", common("ro rw z")), 0.3)),
    ),
    Format(
        "published port",
        r"((127\.0\.0\.1|0\.0\.0\.0):)?\d{1,5}(:|->)\d{1,5}(/(tcp|udp))?",
        text(
            maybe(pick("127.0.0.1:", "0.0.0.0:"), 0.4),
            pick(text(PORT, ":", PORT, maybe("/udp", 0.1)), text(PORT, "->", PORT, pick("/tcp", "/tcp", "/udp"))),
        ),
    ),
    Format(
        "managed resource",
        r"(module\.[a-z_]+\.)?(aws|google|azurerm)_[a-z_]+\.[a-z_]+(\[(\d+|\"[a-z-]+\")\])?",
        text(
            text(
                text(maybe(text("module.", SNAKE, "."), 0.4), common("aws google azurerm"), "_", SNAKE, "."),
                pick("this", "main", SNAKE),
            ),
            maybe(text("[", pick(number(0, 9), text('"', KEBAB, '"')), "]"), 0.3),
        ),
    ),
    Format(
        "planned changes",
        r"Plan: \d+ to add, \d+ to change, \d+ to destroy\.|No changes\. [A-Z][a-z ]+\.",
        pick(
            *[text("Plan: ", number(0, 90), " to add, ", number(0, 20), " to change, ", number(0, 20), " to destroy.")]
            * 6,
            "No changes. Infrastructure is up to date.",
        ),
    ),
    Format(
        "result on a host",
        r"(ok|changed|skipping|fatal|unreachable): \[[a-z0-9]+([.-][a-z0-9]+)*\]( => \(item=[a-z]+\))?",
        text(
            text(common("ok changed skipping fatal"), ": [", pick(HOST, text(WORD, maybe("-"), number(1, 40))), "]"),
            maybe(text(" => (item=", WORD, ")"), 0.3),
        ),
    ),
    Format(
        "exposed measure",
        r"[a-z]+(_[a-z]+)*(_total|_seconds|_bytes)?(\{[a-z]+=\"[a-z0-9]+\"(,[a-z]+=\"[a-z0-9]+\")*\})? \d+"
        r"(\.\d+)?(e\+\d{2})?",
        text(
            text(some(WORD, 1, 3, "_"), maybe(common("_total _seconds _bytes"), 0.8)),
            maybe(
                text(
                    "{",
                    some(
                        text(common("job instance method code status"), '="', pick(WORD, number(0, 500)), '"'),
                        1,
                        3,
                        ",",
                    ),
                    "}",
                ),
                0.7,
            ),
            text(" ", pick(number(0, 99999), decimal(0, 900, 3), text(decimal(1, 9, 5), "e+", uniform(6, 12, 2)))),
        ),
    ),
    Format(
        "alert",
        r"\[(FIRING:\d+|RESOLVED)\] [A-Z][A-Za-z]+( \([a-z]+(-[a-z]+)*( [a-z]+)?\))?",
        text(
            text("[", pick(text("FIRING:", number(1, 30)), "RESOLVED"), "] ", some(TITLE, 2, 4)),
            maybe(text(" (", KEBAB, maybe(text(" ", common("critical warning"))), ")"), 0.7),
        ),
    ),
    Format(
        "pause for garbage",
        r"GC\(\d+\) Pause (Young|Full|Remark)( \([A-Z][A-Za-z0-9 ]+\))* \d+M->\d+M\(\d+M\) \d+\.\d{3}ms",
        text(
            text(
                text("GC(", number(0, 9999), ") Pause "),
                pick("Young (Normal) (G1 Evacuation Pause)", "Young (Allocation Failure)", "Full (System)", "Remark"),
            ),
            text(" ", MEGABYTES, "->", MEGABYTES, "(", MEGABYTES, ") ", decimal(0, 400, 3), "ms"),
        ),
    ),
    Format(
        "options of a machine",
        r"-X(mx|ms|ss)\d+[kmg]( -X(mx|ms|ss)\d+[kmg]| -XX:\+Use[A-Z0-9][A-Za-z0-9]+| -D[a-z]+(\.[a-z]+)*=[a-z0-9]+)*",
        text(
            text("-X", common("mx ms ss"), common("512 2 4 1024 8 256"), of("gm", 1)),
            some(
                text(
                    " ",
                    pick(
                        text("-Xms", number(1, 2048), "m"),
                        text("-XX:+Use", common("G1 Parallel Z Serial"), "GC"),
                        text("-D", some(WORD, 1, 3, "."), "=", pick(WORD, number(0, 99))),
                    ),
                ),
                0,
                3,
            ),
        ),
    ),
    Format(
        "document key",
        r"ObjectId\((\"[0-9a-f]{24}\"|'[0-9a-f]{24}')\)",
        pick(text('ObjectId("6', of(HEX, 23), '")'), text("ObjectId('5", of(HEX, 23), "')")),
    ),
    Format(
        "composite key",
        r"(USER|ORDER|ORG|ITEM)#[0-9a-f]+(#(USER|ORDER|ORG|ITEM)#[0-9a-f]+)?(#\d{4}-\d{2}-\d{2})?",
        text(RANK, maybe(text("#", RANK), 0.4), maybe(text("#", YEAR, "-", MONTH, "-", DAY), 0.4)),
    ),
    Format(
        "refused statement",
        r"ERROR \d{4} \([0-9A-Z]{5}\)( at line \d+)?: [A-Z][a-z]+( [a-z]+)* '[a-z_.]+'( [a-z]+)*",
        text(
            text(
                text("ERROR ", uniform(1005, 1452), " (", common("42000 42S02 HY000 28000 23000"), ")"),
                text(maybe(text(" at line ", number(1, 900)), 0.4), ": "),
            ),
            pick(
                text("Unknown column '", SNAKE, "' in where clause"),
                text("Table '", WORD, ".", SNAKE, "' already exists"),
                text(TITLE, some(text(" ", WORD), 1, 3), " '", WORD, "'"),
            ),
        ),
    ),
    Format(
        "missing relation",
        r"(ERROR|FATAL):  (relation|column|role|database) \"[a-z]+(_[a-z]+)*\" does not exist( at character \d+)?",
        text(
            text(common("ERROR FATAL"), ":  ", common("relation column role database"), ' "', SNAKE),
            text('" does not exist', maybe(text(" at character ", number(8, 400)), 0.4)),
        ),
    ),
    Format(
        "place in the log",
        r"[0-9A-F]{1,8}/[0-9A-F]{5,8}",
        text(
            text(pick("0", of("123456789ABCDEF", 1), text(of("123456789ABCDEF", 1), of(CAPITAL_HEX, 1))), "/"),
            text(of("123456789ABCDEF", 1), of(CAPITAL_HEX, 5, 7)),
        ),
    ),
    Format(
        "step of a plan",
        r"( *-> +)?(Seq Scan on|Index Scan using [a-z_]+ on|Hash Join|Sort|Limit)( [a-z_]+)? "
        r" \(cost=\d+\.\d\d\.\.\d+\.\d\d rows=\d+ width=\d+\)",
        text(
            maybe(text(some("   ", 0, 2), "  ->  "), 0.6),
            pick(
                text("Seq Scan on ", SNAKE),
                text("Index Scan using ", SNAKE, "_pkey on ", SNAKE),
                "Hash Join",
                "Sort",
                "Limit",
            ),
            text(
                text("  (cost=", pick("0.00", decimal(0, 900, 2)), "..", decimal(1, 90000, 2), " rows="),
                text(number(1, 999999), " width=", number(4, 900), ")"),
            ),
        ),
    ),
    Format(
        "slow query",
        r"# Query_time: \d+\.\d{6}  Lock_time: \d+\.\d{6} Rows_sent: \d+  Rows_examined: \d+",
        text(
            "# Query_time: ",
            text(decimal(0.5, 90, 6), "  Lock_time: 0.000", of(DIGITS, 3), " Rows_sent: ", number(0, 9999)),
            text("  Rows_examined: ", number(1, 9999999)),
        ),
    ),
    Format(
        "reply of a store",
        r"\(integer\) -?\d+|\(nil\)|OK|(\d{1,2}\) )?\"[a-z0-9: ]+\"|\(error\) [A-Z]+( [a-z]+)+",
        pick(
            text("(integer) ", pick("-1", "-2", number(0, 9999))),
            "(nil)",
            "OK",
            *[text(maybe(text(number(1, 12), ") ")), '"', pick(WORD, text(WORD, ":", number(1, 9999))), '"')] * 2,
            text("(error) ERR ", some(WORD, 2, 5, " ")),
        ),
    ),
    Format(
        "partition",
        r"[a-z]+([.-][a-z]+)*-\d{1,3}(@\d+| offset=\d+( lag=\d+)?)",
        text(
            text(pick(some(WORD, 1, 3, "-"), some(WORD, 2, 3, ".")), "-", number(0, 63)),
            pick(
                text("@", number(0, 9999999)),
                text(" offset=", number(0, 9999999), maybe(text(" lag=", number(0, 9999)), 0.6)),
            ),
        ),
    ),
    Format(
        "trace context",
        r"00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]",
        text("00-", of(HEX, 32), "-", of(HEX, 16), "-0", common("1 0")),
    ),
    Format(
        "feature switch",
        r"(ENABLE|DISABLE|FEATURE|FF)_[A-Z]+(_[A-Z]+)*(=(true|false|0|1|\d{1,3}%))?",
        text(
            text(common("ENABLE FEATURE FF DISABLE"), "_", some(SHOUT, 1, 3, "_")),
            maybe(text("=", pick("true", "false", "0", "1", text(number(1, 100), "%"))), 0.7),
        ),
    ),
    Format(
        "scaling rule",
        r"min=\d+ max=\d+ (cpu|memory)[<>]=?\d{1,3}%( for \d+[ms])?( cooldown=\d+s)?",
        text(
            text("min=", number(0, 5), " max=", number(2, 200), " ", common("cpu memory"), pick(">", ">", "<", ">=")),
            text(uniform(10, 95), "%", maybe(text(" for ", number(1, 60), of("ms", 1)), 0.6)),
            maybe(text(" cooldown=", common("300 60 120"), "s"), 0.3),
        ),
    ),
    Format(
        "build number",
        r"(build|run)?[ #]\d{1,6}( \((passed|failed|canceled)( in (\d+m )?\d{1,2}s)?\))?",
        text(
            text(common("build run"), pick(" ", "#"), number(1, 99999)),
            maybe(
                text(
                    text(" (", common("passed failed canceled")),
                    text(maybe(text(" in ", maybe(text(number(1, 40), "m ")), uniform(1, 59), "s")), ")"),
                ),
                0.7,
            ),
        ),
    ),
    Format(
        "role binding",
        r"(system:)?(serviceaccount|group|user):[a-z]+(-[a-z]+)*(:[a-z]+(-[a-z]+)*)?( can "
        r"(get|list|watch|create|delete)(,(get|list|watch|create|delete))*)?",
        text(
            text(maybe("system:", 0.6), common("serviceaccount group user"), ":", KEBAB, maybe(text(":", KEBAB), 0.6)),
            maybe(text(" can ", some(common("get list watch create delete"), 1, 4, ","))),
        ),
    ),
    Format(
        "shard",
        r"[a-z]+(-[a-z]+)*-\d{4}\.\d{2}(\.\d{2})? +\d +[pr] +(STARTED|RELOCATING|UNASSIGNED)( +\d+ +\d+(\.\d)?[kmg]b)?",
        text(
            text(KEBAB, "-", YEAR, ".", MONTH, maybe(text(".", DAY), 0.7), " ", uniform(0, 5), " ", of("pr", 1), " "),
            pick(
                "UNASSIGNED",
                *[
                    text(
                        text(common("STARTED RELOCATING"), changed(number(0, 9999999), lambda value: f"{value:>9}")),
                        text(" ", pick(number(1, 999), decimal(1, 99, 1)), of("kmg", 1), "b"),
                    )
                ]
                * 4,
            ),
        ),
    ),
    Format(
        "job of a workflow",
        r"(build|test|deploy|lint) \([a-z]+-(latest|\d{2}\.\d{2}), \d+(\.\d+)?(, (true|false))?\)",
        text(
            text(common("test build lint deploy"), " ("),
            text(common("ubuntu-latest windows-latest macos-latest ubuntu-22.04"), ", ", pick("3.", "")),
            text(uniform(8, 22), maybe(text(", ", common("false true")), 0.2), ")"),
        ),
    ),
    Format(
        "command of a client",
        r"(kubectl|docker|helm|git) [a-z]+( -[a-z]+ [a-z]+(-[a-z]+)*| --[a-z]+(=[a-z0-9]+)?)*( [a-z]+(-[a-z]+)*)?",
        text(
            text(common("docker kubectl git helm"), " ", pick(common("get run logs apply exec"), VERB)),
            some(
                text(
                    " ",
                    pick(
                        text("-", of("nfolm", 1), " ", KEBAB),
                        text("--", WORD, maybe(text("=", pick(WORD, number(0, 99))))),
                    ),
                ),
                0,
                3,
            ),
            maybe(text(" ", KEBAB), 0.7),
        ),
    ),
)
