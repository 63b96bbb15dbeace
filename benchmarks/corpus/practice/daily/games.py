"""Sports, races and games: results, marks, training, boards, cards, dice."""

from __future__ import annotations

from random import Random

from benchmarks.corpus.drawing import (
    DIGIT,
    DIGITS,
    FAMILY,
    LOWER,
    SIXTIETH,
    Format,
    common,
    each,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)
from benchmarks.corpus.practice.daily.arts import CAPITALISED

MINUTE = text(pick(number(1, 90), text(pick("45+", "90+"), uniform(1, 7))), "'")
SETS = some(pick("6-4", "6-3", "7-5", "6-2", "3-6", "4-6", "6-1", text("7-6(", uniform(2, 9), ")")), 2, 4, " ")


def placement(rng: Random) -> str:
    """Eight ranks of a chess board, each of pieces and counts of empty squares that fill it."""
    ranks = []
    for _ in range(8):
        rank, left = "", 8
        while left:
            empty = rng.choice([0, 0, 1, 2, 3, left]) if not rank or rank[-1].isalpha() else 0
            gap = min(empty, left)
            rank += str(gap) if gap else rng.choice("PPPPpppprnbqkRNBQK")
            left -= gap or 1
        ranks.append(rank)
    return "/".join(ranks)


GAMES = (
    Format(
        "tennis match",
        r"[A-Z][a-z]+( \[\d{1,2}\])? (d\.|def\.|bt) [A-Z][a-z]+( \[\d{1,2}\])?( \d-\d(\(\d+\))?)+( ret\.)?",
        text(
            FAMILY,
            maybe(text(" [", uniform(1, 32), "]"), 0.3),
            " ",
            common("d. def. bt"),
            " ",
            FAMILY,
            maybe(text(" [", uniform(1, 32), "]"), 0.2),
            " ",
            SETS,
            maybe(" ret.", 0.06),
        ),
    ),
    Format(
        "goal scorers",
        r"[A-Z][a-z]+ \d{1,2}(\+\d)?'( \((pen|og)\.?\))?(, ([A-Z][a-z]+ )?\d{1,2}(\+\d)?'( \((pen|og)\.?\))?)*",
        text(
            FAMILY,
            " ",
            MINUTE,
            some(
                text(", ", maybe(text(FAMILY, " "), 0.7), MINUTE, maybe(pick(" (pen)", " (og)", " (pen.)"), 0.2)), 0, 4
            ),
        ),
    ),
    Format(
        "down and distance",
        r"(1st|2nd|3rd|4th) (&|and) (\d{1,2}|goal) at [A-Z]{2,3} \d{1,2}",
        text(
            common("1st 2nd 3rd 4th"),
            pick(" & ", " & ", " and "),
            pick("10", number(1, 20), number(1, 15), "goal"),
            " at ",
            each("KC SF NE GB BUF DAL PHI CHI DEN"),
            " ",
            uniform(1, 50),
        ),
    ),
    Format(
        "innings",
        r"[A-Z]{2,3} \d{3} \d{3} \d{2}[\dx] ?[-–] ?\d{1,2} \d{1,2} \d",
        text(
            each("NYY BOS LAD CHC SF STL HOU TB"),
            some(text(" ", of("000001123", 3)), 2, 2),
            " ",
            of("0000123", 2),
            pick(of("0012", 1), "x"),
            pick(" - ", " – "),
            number(0, 14),
            " ",
            number(1, 18),
            " ",
            number(0, 4),
        ),
    ),
    Format(
        "batting line",
        r"\.\d{3}/\.\d{3}/(\d)?\.\d{3}",
        text(".", uniform(180, 340), "/.", uniform(250, 440), "/", pick("", "", "", "1"), ".", uniform(300, 640)),
    ),
    Format(
        "box score",
        r"\d{1,2} (pts|PTS), \d{1,2} (reb|REB)(, \d{1,2} (ast|AST))?(, \d (blk|stl))?",
        pick(
            text(
                number(2, 48),
                " pts, ",
                number(1, 18),
                " reb",
                maybe(text(", ", number(1, 14), " ast"), 0.8),
                maybe(text(", ", uniform(1, 6), " ", pick("blk", "stl")), 0.3),
            ),
            text(number(2, 48), " PTS, ", number(1, 18), " REB, ", number(1, 14), " AST"),
        ),
    ),
    Format(
        "athletics mark",
        r"\d{1,2}[.:]\d{2}(\.\d{2})?( ?m)?( \([+-]\d\.\d\))?( (WR|NR|PB|SB|DNS))?",
        pick(
            text(
                uniform(9, 55),
                ".",
                SIXTIETH,
                maybe(text(" (", of("+-", 1), uniform(0, 3), ".", DIGIT, ")"), 0.3),
                maybe(text(" ", common("PB SB NR WR")), 0.4),
            ),
            text(
                uniform(1, 9),
                ".",
                SIXTIETH,
                maybe(" "),
                "m",
                maybe(text(" (+", uniform(0, 2), ".", DIGIT, ")"), 0.3),
                maybe(text(" ", common("PB SB NR")), 0.3),
            ),
            text(uniform(1, 16), ":", SIXTIETH, ".", of(DIGITS, 2), maybe(text(" ", common("PB SB NR WR")), 0.3)),
        ),
    ),
    Format(
        "swimming event",
        r"(4 ?[x×] ?)?\d{2,4} ?m (free|freestyle|back|breast|fly|medley|IM)( \((LC|SC)M\))?",
        text(
            maybe(pick("4x", "4 x ", "4 × "), 0.3),
            common("100 200 50 400 800 1500"),
            maybe(" "),
            "m ",
            common("freestyle back breast fly medley free IM"),
            maybe(text(" (", pick("LC", "SC"), "M)"), 0.2),
        ),
    ),
    Format(
        "training sets",
        r"\d{1,2} ?[x×] ?\d{1,3}( ?@ ?\d{1,3}(\.5)? ?(kg|lb))?(, RPE \d(\.5)?)?",
        text(
            uniform(1, 6),
            pick("x", "×", " x "),
            common("10 5 8 12 3 15 20 6"),
            maybe(text(pick(" @ ", "@"), number(10, 220), maybe(".5", 0.2), maybe(" "), common("kg lb")), 0.7),
            maybe(text(", RPE ", uniform(6, 9), maybe(".5", 0.3)), 0.25),
        ),
    ),
    Format(
        "running pace",
        r"\d{1,2}[:']\d{2}(\"| ?/ ?(km|mi))( \(\d{2,3} bpm\))?",
        pick(
            text(
                uniform(3, 9),
                ":",
                SIXTIETH,
                pick(" /km", "/km", "/mi", " / mi"),
                maybe(text(" (", uniform(110, 188), " bpm)"), 0.3),
            ),
            text(uniform(3, 9), "'", SIXTIETH, '"'),
        ),
    ),
    Format(
        "racehorse",
        r"\d{1,2}\. [A-Z][a-z]+( [A-Z][a-z]+)* \((IRE|GB|FR|USA|GER)\) \d{1,2}-\d{1,2}",
        text(
            uniform(1, 24),
            ". ",
            CAPITALISED,
            " (",
            common("IRE GB FR USA GER"),
            ") ",
            uniform(8, 11),
            "-",
            uniform(0, 13),
        ),
    ),
    Format(
        "race distance",
        r"\dm( \df)?( \d{1,3}y(ds)?)?|\df( \d{1,3}y(ds)?)?",
        pick(
            text(
                uniform(1, 4),
                "m",
                maybe(text(" ", uniform(1, 7), "f"), 0.7),
                maybe(text(" ", number(4, 219), pick("y", "yds")), 0.4),
            ),
            text(uniform(5, 7), "f", maybe(text(" ", number(4, 219), pick("y", "yds")), 0.4)),
        ),
    ),
    Format(
        "winning margin",
        r"\d{0,2}[¼½¾]? ?L|(nk|hd|shd|nse|dh)",
        pick(
            text(number(1, 30), maybe(of("¼½¾", 1)), maybe(" ", 0.3), "L"),
            text(number(1, 12), of("¼½¾", 1), "L"),
            common("nk hd shd nse dh"),
        ),
    ),
    Format("form figures", r"[0-9PFUBR]{1,5}([-/][0-9PFUBR]{1,5}){1,2}", some(of("1234567890123PFU", 1, 5), 2, 3, "-")),
    Format(
        "chess position",
        r"[1-8pnbrqkPNBRQK]{1,8}(/[1-8pnbrqkPNBRQK]{1,8}){7} [wb] (-|K?Q?k?q?) (-|[a-h][36]) \d+ \d+",
        text(
            placement,
            " ",
            of("wb", 1),
            " ",
            pick("-", "-", "KQkq", "KQ", "kq", "Kk"),
            " ",
            pick("-", "-", "-", text(of("abcdefgh", 1), pick("3", "6"))),
            " ",
            number(0, 40),
            " ",
            number(1, 120),
        ),
    ),
    Format(
        "bridge result",
        r"[1-7](♣|♦|♥|♠|NT)x{0,2} [NSEW] ([+-]\d{1,2}|=)( \d{2,4})?",
        text(
            common("3 4 2 1 6 5 7"),
            pick("♣", "♦", "♥", "♠", "NT"),
            maybe("x", 0.2),
            " ",
            of("NSEW", 1),
            " ",
            pick("=", "=", text("+", uniform(1, 4)), text("-", uniform(1, 6))),
            maybe(text(" ", number(5, 150), "0"), 0.6),
        ),
    ),
    Format(
        "ability scores",
        r"(STR|DEX|CON|INT|WIS|CHA) \d{1,2}( \([+-]\d\))?(, (STR|DEX|CON|INT|WIS|CHA) \d{1,2}( \([+-]\d\))?)*",
        pick(
            some(
                text(each("STR DEX CON INT WIS CHA"), " ", uniform(6, 20), " (", of("++-", 1), uniform(0, 5), ")"),
                1,
                4,
                ", ",
            ),
            some(text(each("STR DEX CON INT WIS CHA"), " ", uniform(6, 20)), 2, 6, ", "),
        ),
    ),
    Format(
        "cube turns",
        r"[RLUDFB][2']?( [RLUDFB][2']?)*",
        some(text(of("RLUDFBRU", 1), pick("", "", "'", "2")), 4, 22, " "),
    ),
    Format(
        "go record",
        r"(;[BW]\[[a-s]{2}\])+",
        some(text(";B[", of(LOWER[:19], 2), "]", maybe(text(";W[", of(LOWER[:19], 2), "]"), 0.9)), 1, 6),
    ),
    Format(
        "darts visit",
        r"([TDS]?\d{1,2}|Bull|25)( ([TDS]?\d{1,2}|Bull|25)){0,2}( = \d{1,3})?",
        text(
            some(pick("T20", "T20", text(of("TDS", 1), uniform(1, 20)), uniform(1, 20), "Bull"), 1, 3, " "),
            maybe(text(" = ", number(2, 180)), 0.3),
        ),
    ),
)
