"""Matches of Colosseum's newer parts against the evaluation by reach and area.

Territory in turns, looking for a win at the horizon where it can still matter, and leaving out
moves into traps each play alpha-beta without them, at equal CPU time. An SPRT [0, 20] ends a match
as soon as it is decided. All matches advance together, pair by pair. With a store, the same command
plays on.

    python -m benchmarks.colosseum_eval [--jobs N] [--minutes M] [--store FILE]
        [--games "colosseum(size=6)"] [--games-limit 4000] [--seconds 0.02] [--out FILE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.common import command_line, write_report
from benchmarks.contests import add_arguments, nelo_text, play, row_of
from tesuji.arena.match.plan import MatchPlan, make_plan

RESULTS = Path(__file__).resolve().parent / "results" / "colosseum-eval.json"
GAMES = ("colosseum(size=8)", "colosseum(size=6)", "colosseum(size=10)")
BASES = ("colosseum(reach=0.2, area=0.7)", "colosseum(reach=0.45, area=0.45)")
TERRITORY = "colosseum(reach=0.0, area=0.7, turns=0.7, contest=1.0)"
PARTS = ("skip_lost=true", "wins=needed", "skip_lost=true, wins=needed")
GAMES_LIMIT = 4000
SPRT = "0,20"


def matches() -> list[tuple[str, str]]:
    """Each newer part against the same search without it."""
    first, second = BASES
    found = [
        (f"alphabeta(knowledge={TERRITORY})", f"alphabeta(knowledge={base})") for base in BASES
    ]
    for parts in PARTS:
        found.append((f"alphabeta(knowledge={first}, {parts})", f"alphabeta(knowledge={first})"))
    both = f"alphabeta(knowledge={TERRITORY}, {PARTS[-1]})"
    return [*found, (both, f"alphabeta(knowledge={second})")]


def plans(games: list[str], pairs: int, seconds: float) -> list[MatchPlan]:
    """All matches on the first game, and the last, of everything together, on the others."""
    chosen = []
    for game in games or GAMES:
        for agents in matches() if game == GAMES[0] else matches()[-1:]:
            chosen.append(make_plan(agents, game=game, pairs=pairs, limits={"seconds": seconds}))
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser, RESULTS)
    parser.add_argument("--seconds", type=float, default=0.02, help="CPU seconds per move")
    given = parser.parse_args()
    pairs = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    results = play(plans(given.games.split(), pairs, given.seconds), given, sprt=SPRT)
    rows = [row_of(result) for result in results if result.pentanomial.games]
    for row in rows:
        print(f"{row['game']:18} {nelo_text(row):24} {' - '.join(row['agents'])}")
    write_report(given.out, command_line(), {"matches": rows})


if __name__ == "__main__":
    main()
