"""What travels over networks: headers, cookies, agents, mail, links of many kinds."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DIGIT,
    DIGITS,
    DOMAIN,
    GIVEN,
    HEX,
    HOUR,
    LOWER,
    SIXTIETH,
    SMALL_GIVEN,
    TITLE,
    UPPER,
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
from benchmarks.corpus.practice.machines.networks import ADDRESS, HOST, TTL

MIXED = LOWER + UPPER + DIGITS
LANGUAGE = text(common("en de fr es zh nl ja it pt"), maybe(text("-", common("US GB DE FR CN BR CH")), 0.6))
COOKIE = text(some(WORD, 1, 2, "_"), "=", pick(of(MIXED, 8, 26), number(0, 99999), common("true dark 1")))
AGE = text("max-age=", common("3600 0 86400 31536000 600 60 604800"))
VERSION = text(number(1, 30), ".", number(0, 60), maybe(text(".", number(0, 9)), 0.8))
BROWSER = text("Gecko/20100101 Firefox/", uniform(78, 128), ".0")
CHROME = text("AppleWebKit/537.36 (KHTML, like Gecko) Chrome/", uniform(80, 126), ".0.0.0 Safari/537.36")
WINDOWS = "Windows NT 10.0; Win64; x64"
PLATFORM = pick(WINDOWS, WINDOWS, "X11; Linux x86_64", "Macintosh; Intel Mac OS X 10_15_7")
SECONDS = pick(decimal(0, 4, 3), decimal(0, 4, 3), decimal(0, 4, 3), "-")

HEADERS = (
    Format(
        "forwarded for",
        r"X-Forwarded-For: \d{1,3}(\.\d{1,3}){3}(, \d{1,3}(\.\d{1,3}){3})*",
        text("X-Forwarded-For: ", some(ADDRESS, 1, 4, ", ")),
    ),
    Format(
        "set cookie",
        r"Set-Cookie: [a-z_]+=[0-9A-Za-z]+"
        r"(; (Path=/[a-z]*|HttpOnly|Secure|Max-Age=\d+|SameSite=(Lax|Strict|None)))*",
        text(
            text(
                "Set-Cookie: ", COOKIE, maybe(text("; Path=/", maybe(WORD, 0.1)), 0.8), maybe(text("; Max-Age=", TTL))
            ),
            text(maybe("; HttpOnly"), maybe("; Secure"), maybe(text("; SameSite=", common("Lax Strict None")))),
        ),
    ),
    Format(
        "cookies",
        r"Cookie: [a-z_]+=[0-9A-Za-z]+(; [a-z_]+=[0-9A-Za-z]+)*",
        text("Cookie: ", some(COOKIE, 1, 4, "; ")),
    ),
    Format(
        "cache control",
        r"(public|private|no-cache|no-store|must-revalidate|immutable|max-age=\d+)"
        r"(, (public|private|no-cache|no-store|must-revalidate|immutable|max-age=\d+))*",
        pick(
            AGE,
            text(common("public private"), ", ", AGE, maybe(text(", ", common("must-revalidate immutable")), 0.4)),
            some(common("no-cache no-store must-revalidate private"), 1, 3, ", "),
        ),
    ),
    Format(
        "accepted languages",
        r"[a-z]{2}(-[A-Z]{2})?(,[a-z]{2}(-[A-Z]{2})?(;q=0\.\d)?)*",
        text(LANGUAGE, some(text(",", LANGUAGE, maybe(text(";q=0.", uniform(1, 9)), 0.9)), 0, 4)),
    ),
    Format(
        "entity tag",
        r"(W/)?\"[0-9a-f]+(-[0-9a-f]+)?\"",
        text(maybe("W/", 0.3), '"', pick(of(HEX, 32), text(of(HEX, 3, 8), "-", of(HEX, 3, 13))), '"'),
    ),
    Format(
        "wanted bytes",
        r"bytes=(\d+-\d*|-\d+)(, (\d+-\d*|-\d+))*",
        text(
            "bytes=",
            pick(
                text(number(0, 9999999), "-"),
                text("-", number(1, 9999)),
                some(text(number(0, 99999), "-", number(1, 9999999)), 1, 3, ", "),
            ),
        ),
    ),
    Format(
        "content range",
        r"bytes \d+-\d+/(\d+|\*)",
        text("bytes ", pick("0", number(0, 999999)), "-", number(1, 9999999), "/", pick(number(1, 99999999), "*")),
    ),
    Format(
        "tool agent",
        r"[A-Za-z]+(-[a-z]+)*/\d+(\.\d+){1,2}( \(\+https://[a-z]+\.[a-z]+(/[a-z]+)?\))?",
        text(
            text(
                pick(common("curl Wget python-requests okhttp axios Go-http-client"), text(TITLE, "Bot")), "/", VERSION
            ),
            maybe(text(" (+https://", DOMAIN, maybe("/bot"), ")"), 0.3),
        ),
    ),
    Format(
        "browser agent",
        r"Mozilla/5\.0 \([A-Za-z0-9_.; ]+\) (Gecko/20100101 Firefox/\d+\.0"
        r"|AppleWebKit/537\.36 \(KHTML, like Gecko\) Chrome/\d+(\.\d+){3} Safari/537\.36)",
        text("Mozilla/5.0 (", PLATFORM, ") ", pick(BROWSER, CHROME)),
    ),
    Format(
        "authorization",
        r"Authorization: (Bearer [A-Za-z0-9._-]+|Basic [A-Za-z0-9+/]+={0,2})",
        pick(
            text("Authorization: Bearer ", of(MIXED + "-_", 20, 44)),
            text("Authorization: Basic ", of(MIXED, 15, 30), pick("", "=", "==")),
        ),
    ),
    Format(
        "web token",
        r"eyJ[0-9A-Za-z_-]+\.eyJ[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+",
        text("eyJhbGciOi", of(MIXED, 10, 26), ".eyJzdWIi", of(MIXED, 16, 60), ".", of(MIXED + "-_", 43)),
    ),
    Format(
        "message identifier",
        r"<[0-9A-Za-z]+([.-][0-9A-Za-z]+)*@[a-z0-9]+(\.[a-z]+)+>",
        text(
            text("<", pick(some(of(HEX, 4, 8), 2, 5, "-"), text(YEAR, of(DIGITS, 10), ".", of(UPPER + DIGITS, 6, 12)))),
            text("@", HOST, ">"),
        ),
    ),
    Format(
        "received from",
        r"from [a-z0-9]+(\.[a-z]+)+ \([a-z0-9]+(\.[a-z]+)+ \[\d{1,3}(\.\d{1,3}){3}\]\) by [a-z0-9]+(\.[a-z]+)+"
        r" with ESMTPS? id [0-9A-Za-z]+",
        text(
            text("from ", HOST, " (", HOST, " [", ADDRESS, "]) by ", HOST, " with ", common("ESMTPS ESMTP"), " id "),
            of(MIXED, 10, 15),
        ),
    ),
    Format(
        "mail subject",
        r"((Re|Fwd|AW): )*[A-Z][a-z]+( [a-z]+)*[!?]?",
        text(
            text(some(text(common("Re: Fwd: AW:"), " "), 0, 2), TITLE, some(text(" ", WORD), 0, 6)),
            maybe(pick("?", "!"), 0.15),
        ),
    ),
    Format(
        "mailing list",
        r"List-Id: ([A-Z][a-z]+( [a-z]+)* )?<[a-z]+(-[a-z]+)*\.lists\.[a-z]+\.[a-z]+>",
        text(
            text("List-Id: ", maybe(text(TITLE, some(text(" ", WORD), 0, 3), " ")), "<", some(WORD, 1, 2, "-")),
            text(".lists.", DOMAIN, ">"),
        ),
    ),
    Format(
        "mail server reply",
        r"[2-5]\d\d[ -]([245]\.\d\.\d{1,2} )?[A-Za-z]+( [a-z]+)*",
        text(
            text(
                text(common("250 550 220 354 421 451 554"), pick(" ", " ", "-")),
                maybe(text(of("245", 1), ".", DIGIT, ".", DIGIT, " ")),
            ),
            pick("Ok", TITLE, text(TITLE, some(text(" ", WORD), 1, 4))),
        ),
    ),
    Format(
        "proxy line",
        r"\d{10}\.\d{3} +\d+ \d{1,3}(\.\d{1,3}){3} (TCP|UDP)_[A-Z_]+/\d{3} \d+ [A-Z]+ http://[a-z]+(\.[a-z]+)+/[a-z/]*",
        text(
            text("17", of(DIGITS, 8), ".", of(DIGITS, 3), changed(number(1, 99999), lambda value: f"{value:>7}"), " "),
            text(ADDRESS, " TCP_", common("MISS HIT DENIED MEM_HIT TUNNEL"), "/", common("200 304 403 404 503"), " "),
            text(
                text(number(200, 999999), " ", common("GET CONNECT POST HEAD"), " http://", DOMAIN, "/"),
                some(WORD, 0, 3, "/"),
            ),
        ),
    ),
    Format("upstream times", r"(\d+\.\d{3}|-)(, (\d+\.\d{3}|-))*", some(SECONDS, 1, 3, ", ")),
    Format(
        "magnet",
        r"magnet:\?xt=urn:btih:[0-9a-f]{40}(&dn=[A-Za-z]+(\+[A-Za-z]+)*)?",
        text("magnet:?xt=urn:btih:", of(HEX, 40), maybe(text("&dn=", some(pick(TITLE, WORD), 1, 4, "+")), 0.7)),
    ),
    Format(
        "embedded picture",
        r"data:image/(png|gif|jpeg|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}",
        text("data:image/", common("png jpeg gif svg+xml"), ";base64,", of(MIXED + "+/", 16, 60), pick("", "=", "==")),
    ),
    Format(
        "call address",
        r"sips?:(\+?\d+|[a-z]+)@[a-z0-9.]+(:\d{4})?(;transport=(tcp|udp|tls))?",
        text(
            text(
                text(common("sip sips"), ":"),
                text(pick(text("+", uniform(1, 49), of(DIGITS, 9)), number(100, 9999), SMALL_GIVEN), "@"),
            ),
            text(
                text(pick(HOST, ADDRESS), maybe(pick(":5060", ":5061"), 0.3)),
                maybe(text(";transport=", common("tcp udp tls")), 0.3),
            ),
        ),
    ),
    Format(
        "mail link",
        r"mailto:[a-z]+(\.[a-z]+)?@[a-z]+\.[a-z]+(\?subject=[A-Za-z]+(%20[a-z]+)*)?",
        text(
            text("mailto:", SMALL_GIVEN, maybe(text(".", WORD), 0.3), "@", DOMAIN),
            maybe(text("?subject=", TITLE, some(text("%20", WORD), 0, 3))),
        ),
    ),
    Format(
        "queue name",
        r"([a-z]+\.)+[a-z]+(-[a-z]+)?(\.(dlq|retry(\.\d)?|v\d))?",
        text(
            text(some(text(WORD, "."), 1, 3), pick(WORD, text(VERB, "-", WORD))),
            maybe(pick(".dlq", ".retry", text(".retry.", DIGIT), ".v1", ".v2")),
        ),
    ),
    Format(
        "short link",
        r"(https://)?(bit\.ly|t\.co|tinyurl\.com|youtu\.be)/[A-Za-z0-9_-]{5,11}(\?t=\d+)?",
        text(
            maybe("https://", 0.7),
            pick(
                text(common("bit.ly t.co tinyurl.com"), "/", of(MIXED, 6, 10)),
                text("youtu.be/", of(MIXED + "-_", 11), maybe(text("?t=", number(5, 4000)), 0.3)),
            ),
        ),
    ),
    Format(
        "onion address",
        r"(http://)?[a-z2-7]{16}([a-z2-7]{40})?\.onion",
        text(maybe("http://"), of(LOWER + "234567", 16), maybe(of(LOWER + "234567", 40), 0.8), ".onion"),
    ),
    Format(
        "redirection",
        r"Redirect(Permanent| 30[12])? /[a-z]+(/[a-z]+)* (https://[a-z]+\.[a-z]+)?/[a-z]*",
        text(
            text(pick("Redirect 301", "Redirect 302", "RedirectPermanent", "Redirect"), " /", some(WORD, 1, 3, "/")),
            text(" ", maybe(text("https://", DOMAIN), 0.6), "/", maybe(WORD, 0.8)),
        ),
    ),
    Format(
        "chat line",
        r"\[\d{2}:\d{2}(:\d{2})?\] <[@+]?[A-Za-z]+\d*_?> [a-z]+( [a-z]+)*[?!.]?",
        text(
            text("[", HOUR, ":", SIXTIETH, maybe(text(":", SIXTIETH), 0.3), "] <", pick("", "", "@", "+")),
            text(pick(GIVEN, SMALL_GIVEN), maybe(number(1, 99), 0.2), maybe("_", 0.1), "> ", some(WORD, 1, 7, " ")),
            pick("", "", "?", "!", "."),
        ),
    ),
    Format(
        "unified identifier",
        r"urn:[a-z]+(:[A-Za-z0-9.-]+)+",
        text(
            text("urn:", common("oid ietf isbn nbn example"), ":"),
            pick(some(number(0, 999), 3, 7, "."), some(pick(WORD, number(1, 9999), of(UPPER + LOWER, 4)), 1, 4, ":")),
        ),
    ),
)
