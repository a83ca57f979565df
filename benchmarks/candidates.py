"""Changes that might make alpha-beta stronger: each plays against what it would replace.

Evaluations and switches of Colosseum and Avalam, at equal CPU time. An SPRT [0, 20] ends a match as
soon as it is decided. All matches advance together, pair by pair. With a store, the same command
plays on. A default changes only if its test accepts the change.

    python -m benchmarks.candidates [--jobs N] [--minutes M] [--store FILE] [--games "avalam"]
        [--games-limit 4000] [--seconds 0.02] [--out FILE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

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
CANDIDATES = (
    ("avalam", TABLE, KINDS),
    ("avalam", "tempo=0.0", "tempo=1.2"),
    (COLOSSEUM, "wins=needed", "wins=none"),
    (COLOSSEUM, "skip_lost=true", "skip_lost=false"),
    (COLOSSEUM, "knowledge=colosseum(turns=0.7, contest=1.0, reach=0.0)", ""),
    (COLOSSEUM, "knowledge=colosseum(turns=0.3, area=0.4)", ""),
)
"""Games, and settings of alpha-beta for both players."""
GAMES_LIMIT = 4000
SECONDS = 0.02
SPRT = "0,20"


def plans(games: list[str], pairs: int, seconds: float) -> list[MatchPlan]:
    """The matches of some games; of all if none are given."""
    return [
        make_plan(
            (f"alphabeta({new})", f"alphabeta({old})" if old else "alphabeta"),
            game=game,
            pairs=pairs,
            limits={"seconds": seconds},
        )
        for game, new, old in CANDIDATES
        if not games or {game, game.partition("(")[0]} & set(games)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser, RESULTS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds per move")
    given = parser.parse_args()
    pairs = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    results = play(plans(given.games.split(), pairs, given.seconds), given, sprt=SPRT)
    rows = [row_of(result) for result in results if result.pentanomial.games]
    for row in rows:
        verdict = row["sprt"]["verdict"]
        print(f"{row['game']:18} {nelo_text(row):24} {verdict} {' - '.join(row['agents'])}")
    write_report(given.out, command_line(without=["--minutes"]), {"matches": rows})


if __name__ == "__main__":
    main()
