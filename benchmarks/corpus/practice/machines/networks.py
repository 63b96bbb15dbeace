"""What keeps networks going: records of names, rules, routes, interfaces, probes, directories."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DOMAIN,
    FAMILY,
    GIVEN,
    HEX,
    SHOUT,
    SMALL_GIVEN,
    TITLE,
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

OCTET = uniform(0, 255)
ADDRESS = pick(
    text("10.", some(OCTET, 3, 3, ".")),
    text("192.168.", some(OCTET, 2, 2, ".")),
    text(uniform(1, 223), ".", some(OCTET, 3, 3, ".")),
)
BLOCK = text(ADDRESS, "/", common("24 16 32 8 22 28 27 20 30"))
HOST = text(common("www mail ns1 api mx cdn smtp ns2 db"), ".", DOMAIN)
PORT = pick(common("443 80 22 8080 53 25 3306 5432 8443 6379"), number(1024, 65535))
TTL = common("3600 300 86400 60 1800 14400 600 7200")
SPAN = text(PORT, maybe(text(":", number(10000, 65535)), 0.25))

NETWORKS = (
    Format(
        "address record",
        r"[a-z0-9]+(\.[a-z0-9]+)*\.\t\d{2,5}\tIN\tA\t\d{1,3}(\.\d{1,3}){3}",
        text(pick(HOST, DOMAIN), ".\t", TTL, "\tIN\tA\t", ADDRESS),
    ),
    Format(
        "mail exchanger",
        r"(@|[a-z]+) +IN +MX +\d{1,2} [a-z0-9]+(\.[a-z]+)+\.",
        text(pick("@", "@", WORD), pick(" ", "     "), "IN  MX  ", common("10 20 5 0 30 50"), " ", HOST, "."),
    ),
    Format(
        "sender policy",
        r"v=spf1( (a|mx|include:[a-z_]+(\.[a-z]+)+|ip4:\d{1,3}(\.\d{1,3}){3}(/\d{1,2})?))* [~?-]all",
        text(
            "v=spf1",
            some(text(" ", pick("mx", "a", text("include:_spf.", DOMAIN), text("ip4:", pick(BLOCK, ADDRESS)))), 0, 4),
            pick(" -all", " ~all", " ~all", " ?all"),
        ),
    ),
    Format(
        "start of authority",
        r"[a-z0-9]+(\.[a-z]+)+\. hostmaster(\.[a-z]+)+\. \d{10}( \d+){4}",
        text(
            text("ns1.", DOMAIN, ". hostmaster.", DOMAIN, ". ", YEAR, uniform(1, 12, 2), uniform(1, 28, 2)),
            text(uniform(0, 9, 2), " ", TTL, " ", TTL, " ", common("1209600 604800 2419200"), " ", TTL),
        ),
    ),
    Format(
        "certification authority record",
        r"0 (issue|issuewild|iodef) \"(mailto:[a-z]+@)?[a-z]+(\.[a-z]+)+\"",
        pick(
            text(
                "0 ", common("issue issuewild"), ' "', common("letsencrypt.org digicert.com sectigo.com pki.goog"), '"'
            ),
            text('0 iodef "mailto:', WORD, "@", DOMAIN, '"'),
        ),
    ),
    Format(
        "service record",
        r"_[a-z]+\._(tcp|udp)\.[a-z]+\.[a-z]+\. \d+ IN SRV \d+ \d+ \d{1,5} [a-z0-9]+(\.[a-z]+)+\.",
        text(
            text("_", common("sip ldap xmpp imaps kerberos"), "._", common("tcp udp"), ".", DOMAIN, ". ", TTL),
            text(" IN SRV ", common("10 0 20 5"), " ", common("0 100 60 5"), " ", PORT, " ", HOST, "."),
        ),
    ),
    Format(
        "reverse name",
        r"\d{1,3}(\.\d{1,3}){3}\.in-addr\.arpa\.?",
        text(ADDRESS, ".in-addr.arpa", maybe(".", 0.4)),
    ),
    Format(
        "firewall rule",
        r"-A (INPUT|FORWARD|OUTPUT)( -s \d{1,3}(\.\d{1,3}){3}(/\d{1,2})?)? -p (tcp|udp) --dport \d{1,5}(:\d{1,5})?"
        r" -j (ACCEPT|DROP|REJECT)",
        text(
            text("-A ", common("INPUT FORWARD OUTPUT"), maybe(text(" -s ", pick(BLOCK, ADDRESS))), " -p "),
            text(common("tcp udp"), " --dport ", PORT, maybe(text(":", number(20000, 65535)), 0.1)),
            text(" -j ", common("ACCEPT DROP REJECT")),
        ),
    ),
    Format(
        "blocked packet",
        r"\[UFW BLOCK\] IN=[a-z0-9]+ OUT= SRC=\d+(\.\d+){3} DST=\d+(\.\d+){3} PROTO=(TCP|UDP) SPT=\d+ DPT=\d+",
        text(
            text("[UFW BLOCK] IN=", common("eth0 ens3 wlan0 enp0s31f6"), " OUT= SRC=", ADDRESS, " DST=", ADDRESS),
            text(" PROTO=", common("TCP UDP"), " SPT=", number(1024, 65535), " DPT=", PORT),
        ),
    ),
    Format(
        "access rule",
        r"(allow|deny) (all|\d{1,3}(\.\d{1,3}){3}(/\d{1,2})?);",
        pick(
            text("allow ", pick(BLOCK, ADDRESS), ";"), text(common("allow deny"), " ", pick(BLOCK, ADDRESS, "all"), ";")
        ),
    ),
    Format(
        "cipher suite",
        r"TLS_((ECDHE|DHE)_)?((RSA|ECDSA)_WITH_)?(AES_(128|256)_(GCM|CBC)|CHACHA20_POLY1305)_SHA(256|384)?",
        text(
            text("TLS_", pick("ECDHE_RSA_WITH_", "ECDHE_ECDSA_WITH_", "DHE_RSA_WITH_", "RSA_WITH_", "")),
            text(common("AES_128_GCM AES_256_GCM AES_128_CBC CHACHA20_POLY1305 AES_256_CBC"), "_SHA"),
            common("256 384"),
        ),
    ),
    Format(
        "allowed protocols",
        r"ssl_protocols( (TLSv1(\.[1-3])?|SSLv3))+;",
        text(
            "ssl_protocols ",
            text(pick("TLSv1.2 TLSv1.3", some(common("TLSv1.2 TLSv1.3 TLSv1.1 TLSv1 SSLv3"), 1, 4, " ")), ";"),
        ),
    ),
    Format(
        "certificate subject",
        r"(C=[A-Z]{2}, )?(O=[A-Z][a-z]+( [A-Z][a-z]+)*( Inc\.?| GmbH)?, )?CN=(\*\.)?[a-z0-9]+(\.[a-z]+)+",
        text(
            maybe(text("C=", common("US DE GB FR NL CH"), ", "), 0.4),
            maybe(text("O=", some(TITLE, 1, 2, " "), pick("", " Inc", " Inc.", " GmbH"), ", ")),
            text("CN=", pick(HOST, HOST, text("*.", DOMAIN))),
        ),
    ),
    Format("passive mode", r"PORT \d{1,3}(,\d{1,3}){5}", text("PORT ", some(OCTET, 6, 6, ","))),
    Format(
        "port list",
        r"-m multiport --[ds]ports \d{1,5}(:\d{1,5})?(,\d{1,5}(:\d{1,5})?)*",
        text("-m multiport --", common("d s"), "ports ", some(SPAN, 1, 7, ",")),
    ),
    Format("network list", r"\d{1,3}(\.\d{1,3}){3}/\d{1,2}( \d{1,3}(\.\d{1,3}){3}/\d{1,2})*", some(BLOCK, 1, 4, " ")),
    Format(
        "scanned port",
        r"\d{1,5}/(tcp|udp) +(open|closed|filtered) +[a-z]+(-[a-z]+)*",
        text(
            changed(text(PORT, "/", common("tcp udp")), lambda value: f"{value:10}"),
            changed(common("open filtered closed"), lambda value: f"{value:10}"),
            pick(common("http ssh domain https smtp imap"), some(WORD, 1, 2, "-")),
        ),
    ),
    Format(
        "socket line",
        r"(LISTEN|ESTAB|TIME-WAIT|CLOSE-WAIT) +\d+ +\d+ +[\d.]+:\d{1,5} +[\d.]+:(\d{1,5}|\*)",
        pick(
            text(
                text("LISTEN    0      ", common("128 4096 511"), "    ", pick("0.0.0.0", ADDRESS), ":", PORT),
                "    0.0.0.0:*",
            ),
            text(
                text(common("ESTAB TIME-WAIT CLOSE-WAIT"), "  0  ", number(0, 900), "  ", ADDRESS, ":", PORT, "  "),
                text(ADDRESS, ":", PORT),
            ),
        ),
    ),
    Format(
        "autonomous system",
        r"AS\d{1,6}( [A-Z]+(-[A-Z]+)*)?",
        text("AS", number(1, 399999), maybe(text(" ", some(SHOUT, 1, 3, "-")), 0.6)),
    ),
    Format(
        "path of systems",
        r"\d{1,6}( \d{1,6})+( [ie?])?",
        text(some(number(1, 399999), 2, 7, " "), maybe(pick(" i", " i", " ?"), 0.4)),
    ),
    Format(
        "kernel route",
        r"(default|\d{1,3}(\.\d{1,3}){3}/\d{1,2}) (via \d{1,3}(\.\d{1,3}){3} )?dev [a-z0-9]+( proto [a-z]+)?("
        r" metric \d+)?",
        text(
            pick("default", BLOCK),
            text(maybe(text(" via ", ADDRESS), 0.7), " dev ", common("eth0 wlan0 docker0 ens3 tun0 enp3s0")),
            text(
                maybe(text(" proto ", common("dhcp kernel static"))), maybe(text(" metric ", common("100 600 1024 50")))
            ),
        ),
    ),
    Format(
        "switch interface",
        r"(GigabitEthernet|FastEthernet|Gi|Te|Fa)\d/\d{1,2}(/\d{1,2})?(\.\d{1,4})?",
        text(
            text(common("GigabitEthernet Gi Te FastEthernet Fa"), uniform(0, 4), "/", number(0, 48)),
            text(maybe(text("/", number(1, 48)), 0.6), maybe(text(".", number(1, 4094)), 0.2)),
        ),
    ),
    Format(
        "virtual network",
        r"(VLAN|vlan) ?\d{1,4}( \([a-z]+(-[a-z]+)*\))?",
        text(pick("VLAN", "VLAN ", "vlan"), number(1, 4094), maybe(text(" (", some(WORD, 1, 2, "-"), ")"), 0.4)),
    ),
    Format(
        "ping reply",
        r"64 bytes from \d{1,3}(\.\d{1,3}){3}: icmp_seq=\d+ ttl=\d{1,3} time=\d+(\.\d+)? ms",
        text(
            text("64 bytes from ", ADDRESS, ": icmp_seq=", number(1, 999), " ttl=", common("64 57 128 52 118 255")),
            text(" time=", pick(decimal(0, 100, 2), number(100, 400)), " ms"),
        ),
    ),
    Format(
        "hop of a route",
        r" ?\d{1,2}  (\* \* \*|[a-z0-9]+(\.[a-z]+)+ \([\d.]+\)(  \d+\.\d{3} ms){1,3})",
        text(
            text(changed(uniform(1, 22), lambda value: f"{value:>2}"), "  "),
            pick("* * *", *[text(HOST, " (", ADDRESS, ")", some(text("  ", decimal(0.3, 200, 3), " ms"), 1, 3))] * 4),
        ),
    ),
    Format(
        "wireless security",
        r"(\[[A-Z0-9+-]+\])+",
        text(
            some(
                text("[", common("WPA2 WPA WPA3"), "-", common("PSK EAP SAE"), "-", common("CCMP TKIP+CCMP"), "]"), 0, 2
            ),
            text(maybe("[WPS]", 0.4), "[ESS]"),
        ),
    ),
    Format(
        "link local",
        r"fe80::[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}(%[a-z]+\d+)?(/64)?",
        text(
            "fe80::", some(of(HEX, 3, 4), 4, 4, ":"), pick("", "/64", text("%", common("eth wlan en"), uniform(0, 3)))
        ),
    ),
    Format(
        "lease",
        r"DHCP(ACK|REQUEST|DISCOVER|OFFER) (on|for|from) \d{1,3}(\.\d{1,3}){3} to ([0-9a-f]{2}:){5}[0-9a-f]{2}("
        r" \([a-z]+-?[a-z]*\))? via [a-z0-9]+",
        text(
            text("DHCP", common("ACK REQUEST OFFER DISCOVER"), " ", common("on for from"), " ", ADDRESS, " to "),
            text(some(of(HEX, 2), 6, 6, ":"), maybe(text(" (", some(WORD, 1, 2, "-"), ")")), " via "),
            common("eth0 eth1 br0"),
        ),
    ),
    Format(
        "failed login",
        r"Failed password for (invalid user )?[a-z]+ from \d{1,3}(\.\d{1,3}){3} port \d{4,5} ssh2",
        text(
            text("Failed password for ", maybe("invalid user "), pick("root", "admin", SMALL_GIVEN), " from ", ADDRESS),
            text(" port ", uniform(30000, 65535), " ssh2"),
        ),
    ),
    Format(
        "directory name",
        r"(CN|uid)=[A-Za-z]+( [A-Z][a-z]+)?(,\s?(OU|ou)=[A-Za-z]+)*(,(DC|dc)=[a-z]+)+",
        pick(
            text(
                text("CN=", GIVEN, " ", FAMILY, some(text(",OU=", TITLE), 0, 3), ",DC=", WORD, ",DC="),
                common("com local net"),
            ),
            text(
                "uid=", SMALL_GIVEN, ",ou=", common("people users staff"), ",dc=", WORD, ",dc=", common("org com net")
            ),
        ),
    ),
    Format(
        "network share",
        r"\\\\[A-Z]+(-?\d+)?(\\[A-Za-z]+)*(\\[A-Za-z]+\$?)",
        text("\\\\", SHOUT, maybe(text(maybe("-"), number(1, 40))), some(text("\\", TITLE), 1, 3), maybe("$", 0.2)),
    ),
)
