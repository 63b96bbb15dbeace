"""What operating systems tell and are told: releases, packages, processes, disks, users, settings."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGITS,
    DOMAIN,
    FAMILY,
    GIVEN,
    HEX,
    HOUR,
    LOWER,
    MONTH_NAME,
    SHOUT,
    SIXTIETH,
    SMALL_GIVEN,
    TITLE,
    VERB,
    WORD,
    Format,
    changed,
    common,
    decimal,
    each,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)

CAPITAL_HEX = HEX.upper()
CLOCK = text(HOUR, ":", SIXTIETH, ":", SIXTIETH)
STAMP = text(MONTH_NAME, " ", changed(uniform(1, 28), lambda value: f"{value:>2}"))
THREE = text(number(0, 12), ".", number(0, 40), ".", number(0, 20))
PACKAGE = pick(text("lib", WORD, maybe(number(1, 9))), some(WORD, 1, 2, "-"))
PATH = some(text("/", pick(common("usr var etc opt srv home"), WORD)), 1, 4)
USER = pick(common("root www-data postgres nobody"), SMALL_GIVEN)
GROUPS = common("root users docker www-data staff")
SIZE = text(pick(number(1, 999), decimal(1, 9, 1)), common("G M K T"))
LOAD = decimal(0, 16, 2)

SYSTEMS = (
    Format(
        "release of a system",
        r"Ubuntu \d{2}\.\d{2}(\.\d)?( LTS)?|Debian GNU/Linux \d{1,2} \([a-z]+\)|Fedora Linux \d{2}",
        pick(
            text("Ubuntu ", each("18 20 22 24"), ".04", maybe(text(".", uniform(1, 5))), maybe(" LTS", 0.8)),
            text("Debian GNU/Linux ", pick("12 (bookworm)", "11 (bullseye)", "10 (buster)", "9 (stretch)")),
            text("Fedora Linux ", uniform(32, 41)),
        ),
    ),
    Format(
        "kernel release",
        r"\d\.\d{1,2}\.\d{1,3}-\d{1,3}(\.\d{1,3})*-(generic|amd64|lowlatency|aws)",
        text(
            text(uniform(3, 6), ".", number(0, 19), ".", number(0, 200), "-", number(1, 180), "-"),
            common("generic amd64 aws"),
        ),
    ),
    Format(
        "phone build",
        r"[A-Z]{2}\d[A-Z]\.\d{6}\.\d{3}(\.[A-Z]\d{1,2})?",
        text(
            text(of("PQRSTU", 1), of("PQD", 1), uniform(1, 4), of("ABCQ", 1), ".", uniform(19, 24), uniform(1, 12, 2)),
            text(uniform(1, 28, 2), ".", uniform(1, 60, 3), maybe(text(".", of("ABC", 1), number(1, 12)), 0.4)),
        ),
    ),
    Format(
        "line of a service",
        r"[A-Z][a-z]{2} [ 1-3]\d \d{2}:\d{2}:\d{2} [a-z]+\d* [a-z]+(-[a-z]+)*(\[\d+\])?: [A-Z][a-z]+( [a-z0-9]+)*\.?",
        text(
            text(STAMP, " ", CLOCK, " ", WORD, maybe(number(1, 20), 0.4), " "),
            text(common("systemd cron sshd kernel dbus-daemon"), maybe(text("[", number(1, 99999), "]"), 0.8), ": "),
            text(pick("Started", "Stopped", TITLE), some(text(" ", pick(WORD, WORD, number(1, 99))), 1, 5), maybe(".")),
        ),
    ),
    Format(
        "package source",
        r"deb(-src)?( \[arch=[a-z0-9]+\])? https?://[a-z]+(\.[a-z]+)+/[a-z]+ [a-z]+(-[a-z]+)? [a-z]+( [a-z]+)*",
        text(
            text(
                text(common("deb deb-src"), maybe(" [arch=amd64]", 0.3), pick(" http", " https"), "://"),
                common("deb archive"),
            ),
            text(".", DOMAIN, "/", common("debian ubuntu apt"), " ", common("jammy bookworm focal stable noble")),
            text(maybe(pick("-updates", "-security"), 0.4), " main", maybe(" contrib", 0.4), maybe(" universe", 0.3)),
        ),
    ),
    Format(
        "red hat package",
        r"[a-z]+(-[a-z]+)*\d*-\d+(\.\d+)+-\d+(\.\d+)?\.(el|fc)\d{1,2}\.(x86_64|noarch|aarch64)\.rpm",
        text(
            text(
                text(PACKAGE, "-", THREE, "-", number(1, 40), "."),
                pick(text("el", uniform(6, 9)), text("fc", uniform(30, 41))),
            ),
            text(".", common("x86_64 noarch aarch64"), ".rpm"),
        ),
    ),
    Format(
        "upgrade",
        r"[a-z]+(-[a-z]+)*(@?\d+)? \d+\.\d+(\.\d+)? -> \d+\.\d+(\.\d+)?",
        text(
            text(some(WORD, 1, 2, "-"), maybe(text(maybe("@"), number(1, 20)), 0.3), " "),
            text(some(number(0, 20), 2, 3, "."), " -> ", THREE),
        ),
    ),
    Format(
        "installed packages",
        r"Successfully installed( [a-z]+(-[a-z]+)*-\d+(\.\d+)+)+",
        text(
            "Successfully installed", some(text(" ", some(WORD, 1, 2, "-"), "-", some(number(0, 30), 2, 3, ".")), 1, 5)
        ),
    ),
    Format(
        "pinned requirement",
        r"[a-z]+(-[a-z]+)*==\d+(\.\d+)+ --hash=sha256:[0-9a-f]{64}",
        text(some(WORD, 1, 2, "-"), "==", some(number(0, 30), 2, 3, "."), " --hash=sha256:", of(HEX, 64)),
    ),
    Format(
        "store path",
        r"/nix/store/[0-9a-z]{32}-[a-z]+(-[a-z]+)*-\d+(\.\d+)*(\.drv)?",
        text("/nix/store/", of(DIGITS + LOWER, 32), "-", some(WORD, 1, 3, "-"), "-", THREE, maybe(".drv", 0.2)),
    ),
    Format(
        "process",
        r"[a-z-]+ +\d+ +\d{1,3}\.\d +\d{1,2}\.\d +\d+:\d{2} (/[a-z0-9]+)+( -[a-z]| --[a-z]+)*",
        text(
            text(
                changed(USER, lambda value: f"{value:9}"), changed(number(1, 99999), lambda value: f"{value:>6}"), "  "
            ),
            text(decimal(0, 99, 1), "  ", decimal(0, 30, 1), "   ", number(0, 300), ":", SIXTIETH, " /usr/bin/", WORD),
            some(pick(text(" -", of(LOWER, 1)), text(" --", WORD)), 0, 3),
        ),
    ),
    Format(
        "end of a process",
        r"[a-z]+(-[a-z]+)* exited with (code|status) \d{1,3}( \(SIG[A-Z]+\))?",
        text(
            text(some(WORD, 1, 2, "-"), " exited with ", pick("code", "code", "status"), " "),
            pick(
                common("1 0 2 127 255"), "137 (SIGKILL)", "143 (SIGTERM)", text(common("139 134"), maybe(" (SIGSEGV)"))
            ),
        ),
    ),
    Format(
        "segmentation fault",
        r"[a-z]+\[\d+\]: segfault at [0-9a-f]+ ip [0-9a-f]{16} sp [0-9a-f]{16} error \d( in [a-z]+\.so(\.\d)*)?",
        text(
            text(WORD, "[", number(300, 99999), "]: segfault at ", pick("0", of(HEX, 1, 2), of(HEX, 12)), " ip 0000"),
            text(of(HEX, 12), " sp 00007ff", of(HEX, 9), " error ", common("4 6 7 5")),
            maybe(text(" in lib", WORD, ".so", some(text(".", uniform(0, 6)), 0, 2))),
        ),
    ),
    Format(
        "error number",
        r"\[Errno \d{1,3}\] [A-Z][a-z]+( [a-z]+)*(: '[a-z/._]+')?",
        text(
            pick(
                "[Errno 2] No such file or directory",
                "[Errno 13] Permission denied",
                "[Errno 111] Connection refused",
                "[Errno 28] No space left on device",
                text("[Errno ", number(1, 133), "] ", TITLE, some(text(" ", WORD), 1, 4)),
            ),
            maybe(text(": '", maybe(PATH), "/", WORD, ".", WORD, "'")),
        ),
    ),
    Format(
        "load averages",
        r"load averages?: \d+\.\d{2}(, \d+\.\d{2}){2}|\d+\.\d{2} \d+\.\d{2} \d+\.\d{2} \d+/\d+ \d+",
        pick(
            text(pick("load average: ", "load averages: "), some(LOAD, 3, 3, ", ")),
            text(some(LOAD, 3, 3, " "), " ", number(1, 9), "/", number(90, 2000), " ", number(100, 99999)),
        ),
    ),
    Format(
        "memory line",
        r"[A-Z][A-Za-z]+(\([a-z_]+\))?: +\d+( kB)?",
        text(
            pick(
                text(common("Mem Swap Buffers Active Huge"), maybe(common("Total Free Available")), ":"),
                "Active(anon):",
            ),
            text(changed(number(0, 65000000), lambda value: f"{value:>14}"), maybe(" kB", 0.9)),
        ),
    ),
    Format(
        "disk usage",
        r"\d+(\.\d)?[KMGT]?\t\./?[a-z]*(/[a-z0-9._-]+)*",
        text(
            pick(SIZE, SIZE, SIZE, "0", "4.0K"), "\t.", some(text("/", pick(WORD, text(WORD, "-", number(1, 9)))), 0, 3)
        ),
    ),
    Format(
        "file system",
        r"(/dev/[a-z]+\d*|tmpfs|overlay)( +\d+(\.\d)?[KMGT]){3} +\d{1,3}% /[a-z]*(/[a-z]+)*",
        text(
            changed(
                pick(text("/dev/sd", of("abc", 1), uniform(1, 5)), "tmpfs", "overlay"), lambda value: f"{value:14}"
            ),
            some(changed(SIZE, lambda value: f"{value:>6}"), 3, 3),
            text(changed(text(uniform(0, 100), "%"), lambda value: f"{value:>5} "), pick("/", PATH)),
        ),
    ),
    Format(
        "listed file",
        r"[d-]([r-][w-][x-]){3} +\d+ [a-z-]+ [a-z-]+ +\d+ [A-Z][a-z]{2} [ 1-3]\d (\d{2}:\d{2}| \d{4}) [a-z]+"
        r"(\.[a-z]+)?",
        text(
            text(
                pick("-rw-r--r--", "-rwxr-xr-x", "drwxr-xr-x", "-rw-------"), " ", number(1, 40), " ", USER, " ", GROUPS
            ),
            text(changed(number(0, 9999999), lambda value: f"{value:>9}"), " ", STAMP, " "),
            text(pick(text(HOUR, ":", SIXTIETH), text(" ", uniform(2009, 2024))), " ", WORD, maybe(text(".", WORD))),
        ),
    ),
    Format(
        "timer calendar",
        r"OnCalendar=((Mon|Tue|Wed|Thu|Fri|Sat|Sun)(\.\.(Fri|Sat|Sun))? )?\*-\*-(\*|\d{2}) (\d{2}|\*):\d{2}:00",
        text(
            text("OnCalendar=", maybe(pick("Mon..Fri ", "Mon..Sat ", text(each("Mon Sat Sun Fri"), " ")), 0.4), "*-*-"),
            text(pick("*", "*", "01", "15"), " ", pick("*", HOUR, HOUR, HOUR), ":", common("00 30 15 45 05"), ":00"),
        ),
    ),
    Format(
        "named schedule",
        r"@(reboot|hourly|daily|weekly|monthly)[ \t](/[a-z]+)+\.(sh|py)",
        text("@", common("daily reboot hourly weekly monthly"), pick(" ", " ", "\t"), PATH, ".", common("sh py")),
    ),
    Format(
        "right of a user",
        r"%?[a-z-]+ +ALL ?= ?\((ALL|root)(:ALL)?\) (NOPASSWD: ?)?(ALL|(/[a-z]+)+(, (/[a-z]+)+)*)",
        text(
            text(
                maybe("%", 0.3), pick(USER, "admin", "sudo", WORD), pick(" ", " ", "    "), pick("ALL=", "ALL = "), "("
            ),
            text(
                text(pick("ALL:ALL", "ALL", "root"), ") ", maybe(pick("NOPASSWD: ", "NOPASSWD:"))),
                pick("ALL", some(PATH, 1, 3, ", ")),
            ),
        ),
    ),
    Format(
        "user entry",
        r"[a-z-]+:x:\d{1,5}:\d{1,5}:[A-Za-z ]*,*:(/[a-z]+)+:(/[a-z]+)+",
        pick(
            text(
                text(SMALL_GIVEN, ":x:10", of(DIGITS, 2), ":10", of(DIGITS, 2), ":"),
                text(pick("", text(GIVEN, " ", FAMILY)), pick("", ",,,"), ":/home/", SMALL_GIVEN, ":/bin/"),
                common("bash zsh sh"),
            ),
            text(
                text(WORD, ":x:", number(1, 999), ":", number(1, 999), ":", maybe(text(TITLE, " ", TITLE), 0.3)),
                text(":/var/lib/", WORD, ":/usr/sbin/nologin"),
            ),
        ),
    ),
    Format(
        "group entry",
        r"[a-z-]+:x:\d{1,5}:([a-z]+(,[a-z]+)*)?",
        text(pick(GROUPS, WORD), ":x:", number(0, 1999), ":", some(SMALL_GIVEN, 0, 4, ",")),
    ),
    Format(
        "mount options",
        r"(rw|ro|defaults)(,(noatime|nosuid|nodev|noexec|relatime|(uid|gid)=\d+|size=\d+[kMG]|errors=remount-ro))*",
        text(
            common("rw defaults ro"),
            some(
                text(
                    ",",
                    pick(
                        common("noatime nosuid nodev noexec relatime"),
                        text("uid=", number(0, 1999)),
                        text("size=", number(1, 512), "M"),
                        "errors=remount-ro",
                    ),
                ),
                0,
                5,
            ),
        ),
    ),
    Format(
        "kernel setting",
        r"[a-z]+(\.[a-z0-9_]+)+ ?= ?\d+([ \t]\d+)*",
        text(
            text(common("net.ipv4 vm kernel fs net.core"), ".", some(WORD, 1, 3, "_"), pick(" = ", " = ", "=")),
            pick("0", "1", number(1, 999999), some(number(1024, 999999), 3, 3, "\t")),
        ),
    ),
    Format(
        "registry key",
        r"(HKLM|HKCU|HKEY_LOCAL_MACHINE|HKEY_CURRENT_USER)(\\[A-Z][A-Za-z]*)+",
        text(
            common("HKLM HKCU HKEY_LOCAL_MACHINE HKEY_CURRENT_USER"),
            text(pick("\\Software", "\\SYSTEM", "\\SOFTWARE"), some(text("\\", some(TITLE, 1, 2)), 1, 4)),
        ),
    ),
    Format(
        "failure of an update",
        r"(Error(:| code) )?0x8[0-9A-F]{7}( \(-\d+\))?",
        text(
            text(maybe(pick("Error: ", "Error code ")), "0x80", common("07 24 07 04 0F 00"), of(CAPITAL_HEX, 4)),
            maybe(text(" (-21", of(DIGITS, 8), ")"), 0.3),
        ),
    ),
    Format(
        "security identifier",
        r"S-1-5(-\d+){1,5}",
        pick(
            text("S-1-5-", uniform(18, 20)),
            text("S-1-5-32-5", of(DIGITS, 2)),
            *[text("S-1-5-21-", some(number(10**8, 4 * 10**9), 3, 3, "-"), "-", pick("500", number(1000, 9999)))] * 3,
        ),
    ),
    Format(
        "attached device",
        r"Bus \d{3} Device \d{3}: ID [0-9a-f]{4}:[0-9a-f]{4}( [A-Z][a-z]+)+(, (Inc|Corp|Ltd)\.?)?",
        text(
            text("Bus ", uniform(1, 6, 3), " Device ", number(1, 60, 3), ": ID ", of(HEX, 4), ":", of(HEX, 4)),
            text(some(text(" ", TITLE), 1, 3), maybe(text(", ", pick("Inc.", "Corp.", "Inc", "Ltd")), 0.4)),
        ),
    ),
    Format(
        "bus device",
        r"(0000:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7] [A-Z][A-Za-z]+( [a-z]+)*: [A-Z][a-z]+( [A-Z][a-z]+)*( \(rev"
        r" [0-9a-f]{2}\))?",
        text(
            text(maybe("0000:", 0.2), uniform(0, 9, 2), ":", pick("00", of(HEX, 2)), ".", common("0 1 2 3 7"), " "),
            text(
                text(pick("VGA", "USB", "Ethernet", TITLE), " "),
                text(pick("controller", "bridge", text(WORD, " controller")), ": "),
            ),
            text(some(TITLE, 1, 3, " "), maybe(text(" (rev ", of("0123", 1), of(HEX, 1), ")"), 0.6)),
        ),
    ),
    Format(
        "command with a pipe",
        r"[a-z]+( -[a-zA-Z]+)?( [a-z./]+)?( \| [a-z]+( -[a-zA-Z]+)?( \d+)?)*( > [a-z]+\.[a-z]+)?",
        text(
            text(common("cat ls grep ps find du"), maybe(text(" -", of("alrhvnE", 1, 3))), maybe(text(" ", WORD))),
            some(
                text(
                    text(" | ", common("sort head uniq wc tail less"), maybe(text(" -", of("nrcl", 1)), 0.6)),
                    maybe(text(" ", number(1, 50)), 0.2),
                ),
                0,
                3,
            ),
            maybe(text(" > ", WORD, ".", common("txt log csv")), 0.25),
        ),
    ),
    Format(
        "restart rule",
        r"Restart=(always|on-failure|no)|RestartSec=\d+(ms|s|min)?|"
        r"(Memory|CPU)[A-Z][a-z]+=\d+[MG%]?|User=[a-z-]+|After=[a-z-]+\.target( [a-z-]+\.service)*",
        pick(
            text("Restart=", common("always on-failure no")),
            text("RestartSec=", number(1, 300), maybe(common("s ms min"))),
            text(pick("MemoryMax", "MemoryHigh"), "=", number(1, 999), of("MG", 1)),
            text("CPUQuota=", number(5, 400), "%"),
            text("User=", USER),
            text("After=network.target", some(text(" ", some(WORD, 1, 2, "-"), ".service"), 0, 2)),
        ),
    ),
    Format(
        "usage of a command",
        r"usage: [a-z]+( \[-[a-zA-Z]\]| \[--[a-z]+( [A-Z]+)?\])*( [a-z]+| [A-Z]+| \{[a-z]+(,[a-z]+)+\})*( \.\.\.)?",
        text(
            text(
                text("usage: ", VERB, maybe(" [-h]", 0.8)),
                some(pick(text(" [-", of(LOWER, 1), "]"), text(" [--", WORD, maybe(text(" ", SHOUT)), "]")), 0, 3),
            ),
            some(pick(text(" ", WORD), text(" ", SHOUT), text(" {", some(VERB, 2, 3, ","), "}")), 0, 2),
            maybe(" ...", 0.25),
        ),
    ),
)
