"""The matches behind `champion`: against other compositions, and against the reports' agents.

``compositions`` is how the champion of each game was chosen: candidates play each other at equal
CPU time. ``presets`` is how strong it is: the champion plays the agents of the reports.
``handicap`` gives `fischer` ten times the champion's time. ``frozen`` plays the strongest
composition of each game before there was a champion, written out in ``champion_frozen.json``.
``start`` plays Avalam's presets from the start of the game instead of random openings.
``time`` plays the champion of Pentago-Twist against itself with a tenth of its time.
``books`` is what its opening books gain. Every row says how many games it has. With a store, the
same command plays on.

    python -m benchmarks.champion [compositions] [presets] [handicap] [frozen] [start] [time]
        [books] [--jobs N] [--minutes M] [--store FILE] [--seconds 0.05] [--games-limit 60]
        [--games "avalam ewn"] [--out FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.common import command_line, write_report
from benchmarks.contests import add_arguments, nelo_text, play, row_of
from tesuji.arena.match.plan import MatchPlan, make_plan
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
"""Opponents from the start of a game. Their seeds, or the clock, make the games different."""
TIMES = (("pentago-twist", 0.1),)
"""Games in which the champion plays itself with this part of its time."""
BOOK_GAMES = ("avalam",)
"""Games with a book. Their matches begin after one random move, which most books know."""
PARTS = ("compositions", "presets", "handicap", "frozen", "start", "time", "books")
PLIES = {"books": 1, "start": 0}
"""Random plies of a part's openings, where they are not the default."""
NAMED = ("handicap", "start", "time")
"""Parts that repeat a match of another part with other limits or openings."""
Chosen = tuple[str, tuple[str, str], float]
"""A game, the players, and how many times the first player's time the second one has."""


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
    if what == "start":
        return [(game, ("champion", preset), 1) for game, preset in START]
    if what == "time":
        return [(game, ("champion", "champion"), times) for game, times in TIMES]
    return [(game, ("champion", "champion(book=off)"), 1) for game in BOOK_GAMES]


def plans(what: str, given: argparse.Namespace) -> list[MatchPlan]:
    """The plans of one part, for the games that were asked for."""
    pairs = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    opening: dict[str, Any] = {"plies": PLIES[what]} if what in PLIES else {}
    return [
        make_plan(
            players,
            game=game,
            pairs=pairs,
            own_limits=({"seconds": given.seconds}, {"seconds": round(times * given.seconds, 6)}),
            name=f"{what}: {' - '.join(players)} on {game}" if what in NAMED else "",
            **opening,
        )
        for game, players, times in chosen_matches(what)
        if not given.games or {game, game.partition("(")[0]} & set(given.games.split())
    ]


def run(what: str, given: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows of one part, each with the command that plays its games again."""
    options = [word for word in sys.argv[1:] if word not in PARTS]
    command = command_line([what, *options], without=["--minutes"])
    beside = {"command": command, "processor": processor()}
    rows = [{**row_of(result), **beside} for result in play(plans(what, given), given)]
    for row in rows:
        first, second = row["agents"]
        print(f"{row['game']:18} {first} - {second}: {nelo_text(row)}, {2 * row['pairs']} games")
    return [row for row in rows if row["pairs"]]


def merged(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of both; a new one replaces the old one of the same match and limits."""
    rows = {(row["game"], *row["agents"], *row["limits"]): row for row in (*old, *new)}
    return list(rows.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", default=PARTS, help=" or ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds per move")
    add_arguments(parser, RESULTS)
    given = parser.parse_args()
    if unknown := set(given.what) - set(PARTS):
        parser.error(f"{', '.join(sorted(unknown))}: expected {' or '.join(PARTS)}")
    known = json.loads(given.out.read_text("utf-8"))["results"] if given.out.exists() else {}
    for what in given.what:
        known[what] = merged(known.get(what, []), run(what, given))
        write_report(given.out, "python -m benchmarks.champion", known)


if __name__ == "__main__":
    main()
