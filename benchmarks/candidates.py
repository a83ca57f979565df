"""Changes that might make alpha-beta stronger: each plays against what it would replace.

Evaluations and switches, at equal CPU time. An SPRT [0, 20] ends a match as soon as it is decided.
All matches advance together, pair by pair. With a store, the same command plays on. A default
changes only if its test accepts the change. ``--add`` keeps the rows of the result file that this
run has not played.

    python -m benchmarks.candidates [--jobs N] [--minutes M] [--store FILE] [--games "avalam"]
        [--with evaluate=patterns] [--games-limit 4000] [--seconds 0.02] [--add] [--out FILE]
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

RESULTS = Path(__file__).resolve().parent / "results" / "candidates.json"
TABLE = "knowledge=avalam(five=0.0, isolated=0.0, other=0.0, groups=false, table=1.0)"
KINDS = (
    "knowledge=avalam(five=1.55, isolated=1.5, groups=true, group_five=1.55, group=1.5, table=0.0)"
)
"""The evaluation of Avalam before the table."""
COLOSSEUM = "colosseum(size=8)"
TWIST = "pentago-twist"
TWIST_BEFORE = "evaluate=patterns, reduce=0.0, tempo=0.0"
"""Without reductions, which cost strength with the hand-made evaluation."""
CANDIDATES = (
    ("avalam", TABLE, KINDS),
    ("avalam", "tempo=0.0", "tempo=1.2"),
    (COLOSSEUM, "wins=needed", "wins=none"),
    (COLOSSEUM, "skip_lost=true", "skip_lost=false"),
    (COLOSSEUM, "knowledge=colosseum(turns=0.7, contest=1.0, reach=0.0)", ""),
    (COLOSSEUM, "knowledge=colosseum(turns=0.3, area=0.4)", ""),
    (
        COLOSSEUM,
        "evaluate=patterns, reduce=0.8, reduce_history=1.5, late=8, late_depth=3",
        "evaluate=patterns, reduce=0.5, late=0",
    ),
    (TWIST, "evaluate=patterns, reduce=0.5, tempo=1.0, late=0", f"{TWIST_BEFORE}, late=0"),
    (TWIST, "evaluate=patterns, reduce=0.5, tempo=1.0, late=0", f"{TWIST_BEFORE}, late=8"),
)
"""Games, and settings of alpha-beta for both players."""
GAMES_LIMIT = 4000
SECONDS = 0.02
SPRT = "0,20"


def plans(games: list[str], pairs: int, seconds: float, having: str = "") -> list[MatchPlan]:
    """The matches of some games, or of all, whose first player has a setting."""
    return [
        make_plan(
            (f"alphabeta({new})", f"alphabeta({old})" if old else "alphabeta"),
            game=game,
            pairs=pairs,
            limits={"seconds": seconds},
        )
        for game, new, old in CANDIDATES
        if (not having or having in new.split(", "))
        and (not games or {game, game.partition("(")[0]} & set(games))
    ]


def with_earlier(
    report: dict[str, Any], command: str, rows: list[dict[str, Any]]
) -> tuple[str, list[dict[str, Any]]]:
    """The commands and rows of an earlier report with these; a match played again is replaced."""
    matches = {(row["game"], *row["agents"]): row for row in (*report["results"]["matches"], *rows)}
    return f"{report['command']}\n{command}", list(matches.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser, RESULTS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds per move")
    parser.add_argument(
        "--with", dest="having", default="", help="only candidates with this setting"
    )
    parser.add_argument("--add", action="store_true", help="keep the file's other rows")
    given = parser.parse_args()
    pairs = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    chosen = plans(given.games.split(), pairs, given.seconds, given.having)
    results = play(chosen, given, sprt=SPRT)
    rows = [row_of(result) for result in results if result.pentanomial.games]
    for row in rows:
        verdict = row["sprt"]["verdict"]
        print(f"{row['game']:18} {nelo_text(row):24} {verdict} {' - '.join(row['agents'])}")
    words = [word for word in sys.argv[1:] if word != "--add"]
    command = command_line(words, without=["--minutes"])
    if given.add and given.out.exists():
        command, rows = with_earlier(json.loads(given.out.read_text("utf-8")), command, rows)
    write_report(given.out, command, {"matches": rows})


if __name__ == "__main__":
    main()
