"""The matches behind `champion`: against other compositions, and against the reports' agents.

``compositions`` is how the champion of each game was chosen: candidates play each other at equal
CPU time. ``presets`` is how strong it is: the champion plays the agents of the reports.
``handicap`` gives `fischer` ten times the champion's time. ``frozen`` plays the strongest
composition of each game before there was a champion, written out in ``champion_frozen.json``.
``start`` plays Avalam's presets from the start of the game instead of random openings, and ``even``
from random openings that a search finds even.
``time`` plays the champions of Pentago-Twist and ewn against themselves with a tenth of their time.
``books`` is what its opening books gain: each pair begins in another position of the book, so a
book has only so many pairs. Every row says how many games it has. With a store, the same command
resumes. With another ``--seed``, a command plays other games (of ``books``: the same ones again),
which are added to the rows of the result file whose players are still the same.

    python -m benchmarks.champion [compositions] [presets] [handicap] [frozen] [start] [even]
        [time] [books] [--jobs N] [--minutes M] [--store FILE] [--seconds 0.05] [--games-limit 60]
        [--games "avalam ewn"] [--seed N] [--out FILE]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import tesuji
from benchmarks.champion_rows import (
    Row,
    merged_rows,
    nelo_of_row,
    new_row,
    players_digest,
    row_with_luck,
)
from benchmarks.common import command_line, write_report
from benchmarks.contests import add_arguments, play, score_text
from tesuji.agents.books import shipped_book
from tesuji.arena.match.balance import Balance
from tesuji.arena.match.openings import distinct_openings
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.conditions import processor

RESULTS = Path(__file__).resolve().parent / "results" / "champion.json"
FROZEN = Path(__file__).resolve().parent / "champion_frozen.json"
SECONDS = 0.05
GAMES_LIMIT = 60
GAMES = ("colosseum(size=8)", "avalam", "pentago", "pentago-twist", "ewn", "ewn-cyclic")
CANDIDATES = (("alphabeta", "mcts"), ("alphabeta(solve=auto)", "alphabeta"))
"""The candidates of every game, first against second."""
PRESETS = (
    *(
        (f"colosseum(size={size})", preset)
        for size in (6, 8, 12)
        for preset in ("popcoin", "colosseum-uct", "colosseum-mcts")
    ),
    ("avalam", "avalam-mcts"),
    ("avalam", "fischer"),
    ("pentago", "pentago-uct"),
    ("pentago-twist", "pentago-uct"),
    ("ewn-cyclic", "ewn-hard"),
    ("ewn-cyclic", "ewn-mcts-tuned"),
    ("ewn", "ewn-hard"),
    ("ewn", "ewn-mcts"),
    ("ewn", "ewn-mcts-rich"),
    ("ewn", "ewn-mcts-tuned"),
    ("ewn", "mcts"),
)
"""The opponents of the champion among the reports' agents; on ewn also `mcts`."""
HANDICAPS = (("avalam", "fischer", 10),)
"""Opponents with this many times the champion's time."""
START = (("avalam", "avalam-mcts"), ("avalam", "fischer"))
"""Opponents from the start of a game and from even openings. From the start, their seeds or the
clock make the games different."""
TIMES = (("pentago-twist", 0.1), ("ewn", 0.1))
"""Games in which the champion plays itself with this part of its time."""
BOOK_GAMES = ("avalam", "pentago", "pentago-twist")
"""Games with a book."""
PARTS = ("compositions", "presets", "handicap", "frozen", "start", "even", "time", "books")
NAMED = ("handicap", "start", "even", "time")
"""Parts that repeat a match of another part with other limits or openings."""
Chosen = tuple[str, tuple[str, str], float]
"""A game, the players, and how many times the first player's time the second one has."""


class Played(NamedTuple):
    """A match of one part of this benchmark, and its row in the result file."""

    what: str
    row: Row
    result: MatchResult


def frozen_specs() -> dict[str, str]:
    """The strongest composition of each game before there was a champion, written out."""
    frozen = json.loads(FROZEN.read_text("utf-8"))
    return {game: entry["spec"] for game, entry in frozen["games"].items()}


def chosen_matches(what: str) -> list[Chosen]:
    """The matches of one part of this benchmark."""
    if what == "compositions":
        return [(game, pairing, 1) for pairing in CANDIDATES for game in GAMES]
    if what == "presets":
        return [(game, ("champion", preset), 1) for game, preset in PRESETS]
    if what == "handicap":
        return [(game, ("champion", other), times) for game, other, times in HANDICAPS]
    if what == "frozen":
        return [(game, ("champion", spec), 1) for game, spec in frozen_specs().items()]
    if what in ("start", "even"):
        return [(game, ("champion", preset), 1) for game, preset in START]
    if what == "time":
        return [(game, ("champion", "champion"), times) for game, times in TIMES]
    return [(game, ("champion", "champion(book=off)"), 1) for game in BOOK_GAMES]


def plans(what: str, given: argparse.Namespace) -> list[MatchPlan]:
    """The plans of one part, for the games that were asked for."""
    pairs = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    return [
        make_plan(
            players,
            game=game,
            own_limits=({"seconds": given.seconds}, {"seconds": round(times * given.seconds, 6)}),
            name=f"{what}: {' - '.join(players)} on {game}" if what in NAMED else "",
            **pairs_of(what, game, pairs, given.seed),
        )
        for game, players, times in chosen_matches(what)
        if not given.games or {game, game.partition("(")[0]} & set(given.games.split())
    ]


def pairs_of(what: str, game: str, pairs: int, seed: int) -> dict[str, Any]:
    """Which pairs a part plays; most begin with a random opening."""
    match what:
        case "books":
            return book_pairs(game, pairs)
        case "start":
            return {"pairs": pairs, "seed": seed, "plies": 0}
        case "even":
            return {"pairs": pairs, "seed": seed, "openings": even_openings(game, pairs, seed)}
    return {"pairs": pairs, "seed": seed}


@cache
def even_openings(game: str, count: int, seed: int) -> list[str]:
    """Random openings that a search finds even. Few are, so each takes seconds."""
    found = distinct_openings(tesuji.game(game), count, seed=seed, balance=Balance())
    return [opening.text for opening in found]


def book_pairs(game: str, pairs: int) -> dict[str, Any]:
    """Pairs from positions of the book, each from another one, in an order drawn once for all.

    All seeds would share the positions, so there is one seed: no run adds the same pairs again.
    """
    book = shipped_book(tesuji.game(game))
    positions = sorted(book.entries) if book is not None else []
    random.Random(0).shuffle(positions)
    return {"pairs": min(pairs, len(positions)), "seed": 0, "openings": positions}


def run(parts: Sequence[str], given: argparse.Namespace) -> list[Played]:
    """The matches of all parts, which are played together, each with its row and its command."""
    planned = [(what, plan) for what in parts for plan in plans(what, given)]
    # Weights and books may change while the games are played, so who plays is noted before.
    players = [players_digest(plan.game, plan.agents) for _, plan in planned]
    results = play([plan for _, plan in planned], given)
    options = [word for word in sys.argv[1:] if word not in PARTS]
    about = {"processor": processor(), "date": time.strftime("%Y-%m-%d")}
    played = []
    for (what, _), digest, result in zip(planned, players, results, strict=True):
        if result.pentanomial.pairs:
            command = command_line([what, *options], without=["--minutes", "--jobs"])
            row = new_row(result, players=digest, command=command, **about)
            played.append(Played(what, row, result))
    return played


def known_rows(file: Path) -> dict[str, list[Row]]:
    """The rows that a result file has; none if there is no file yet."""
    if not file.exists():
        return {}
    try:
        rows = json.loads(file.read_text("utf-8"))["results"]
        return {what: merged_rows(each, []) for what, each in rows.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"{file} is no result file of this command ({error!r}): give another one to --out")


def add_rows(file: Path, played: Sequence[Played]) -> None:
    """Adds rows to the result file, which another run may have written since."""
    known = known_rows(file)
    for what, row, _ in played:
        known[what] = merged_rows(known.get(what, []), [row])
    write_report(file, "python -m benchmarks.champion", known)


def _nelo(row: Row) -> str:
    """The nElo for the end of a run; empty where the score is all that is known."""
    return "" if row["nelo"] is None else f"nElo {nelo_of_row(row)}, "


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", default=PARTS, help=" or ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds per move")
    parser.add_argument("--seed", type=int, default=0, help="another one plays other games")
    add_arguments(parser, RESULTS)
    given = parser.parse_args()
    if unknown := set(given.what) - set(PARTS):
        parser.error(f"{', '.join(sorted(unknown))}: expected {' or '.join(PARTS)}")
    known_rows(given.out)  # a file that holds no rows is refused before the games
    played = run(given.what, given)
    add_rows(given.out, played)
    # Measuring the luck of thousands of games takes minutes, so the rows are safe before.
    played = [each._replace(row=row_with_luck(each.row, each.result)) for each in played]
    add_rows(given.out, played)
    for what, row, _ in played:
        match = f"{what:12} {row['game']:18} {row['agents'][1].partition('(')[0]:14}"
        print(f"{match} {score_text(row)}, {_nelo(row)}{2 * row['pairs']} games")


if __name__ == "__main__":
    main()
