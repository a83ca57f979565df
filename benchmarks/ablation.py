"""What each switch of alpha-beta is worth, and how the new search compares with the old one.

`switches` plays every switch on against off, all others at their defaults, on each game: an SPRT of
0 against 20 nElo, or up to 1,000 games. A switch that has no effect on a game is left out. `bars`
plays the search with its defaults against the same search with every newer switch off; both specs
are written out. `python -m benchmarks.alphabeta_page` writes the results into the documentation.

With a store, the same command resumes. `--minutes` and `--games-limit` limit a run; the table then
says what is still open. `--add` keeps the rows of the result file that this run has not played.

    python -m benchmarks.ablation switches [--jobs N] [--minutes M] [--store FILE] [--games "ewn"]
    python -m benchmarks.ablation bars [...]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import command_line, mark, markdown_table, write_report
from benchmarks.contests import add_arguments, nelo_text, play, row_of
from tesuji.agents.budget import BUDGET_PARAMETERS
from tesuji.agents.kinds.alphabeta import ALPHABETA
from tesuji.arena.match.ineffective import why_ineffective
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.specs import Parameter, parse_spec, value_text

RESULTS = Path(__file__).resolve().parent / "results"
SECONDS = 0.02
GAMES = ("avalam", "pentago-twist", "colosseum", "ewn-cyclic", "ewn")
SPRT = "0,20"
GAMES_LIMIT = 1000
OLD = {
    "prune": "true",
    "pvs": "true",
    "table": "true",
    "killers": "true",
    "history": "true",
    "aspiration": "0.02",
    "sort": "true",
    "speed": "true",
    "star1": "true",
    "star2": "true",
}
"""The switches of the old search; it has none of the others."""


@dataclass(frozen=True)
class Switch:
    """A parameter and its values for on and off; `beside` are settings of both players."""

    name: str
    on: str
    off: str
    games: tuple[str, ...] = GAMES
    beside: Mapping[str, str] = field(default_factory=dict)


VOTERS = 4
"""Threads of the players that may vote."""
SPECIAL = {
    "reduce": Switch("reduce", "0.5", "0.0"),
    "reduce_history": Switch("reduce_history", "1.5", "0.0", beside={"reduce": "0.5"}),
    "reduce=1.6": Switch("reduce", "1.6", "0.5", games=("ewn-cyclic",)),
    "leaf_values": Switch("leaf_values", "true", "false", games=("avalam", "pentago-twist")),
    "distinct": Switch("distinct", "true", "false", games=("pentago-twist",)),
    "tempo": Switch("tempo", "1.0", "0.0"),
    "futility": Switch("futility", "2.0", "0.0"),
    "razor": Switch("razor", "2.0", "0.0"),
    "late": Switch("late", "8", "0", games=("avalam", "pentago-twist", "colosseum")),
    "null_move": Switch("null_move", "2", "0", games=("colosseum",)),
    "threats": Switch("threats", "true", "false", games=("colosseum", "pentago-twist")),
    "wins": Switch("wins", "all", "none"),
    "wins=inner": Switch("wins", "inner", "none"),
    "wins=needed": Switch("wins", "needed", "none", games=("colosseum",)),
    "skip_lost": Switch("skip_lost", "true", "false", games=("colosseum", "pentago-twist")),
    "presort=score": Switch("presort", "score", "none"),
    "symmetry": Switch("symmetry", "4", "0"),
    "despair": Switch("despair", "hardest", "best"),
    "vote": Switch("vote", "true", "false", games=("ewn",), beside={"threads": str(VOTERS)}),
}
"""Switches that are more than a flag, or work only on some games or with some settings."""
CLOCK = {"time": "1+0.01"}
CLOCK_SWITCHES = ("stop_early", "adapt")
"""Switches that save time for later moves are played on a clock for the game."""
BARS = {"avalam": 60, "pentago-twist": 60, "colosseum": 30, "ewn-cyclic": 30, "ewn": 0}
"""What the lower bound of the nElo of new against old must exceed."""
BAR_GAMES = {"ewn": 5000}
NO_SWITCHES = {"prune", "rank", *(limit.name for limit in BUDGET_PARAMETERS)}
"""Left out: without pruning nothing else works, a rank without a beam does nothing."""


def switches() -> dict[str, Switch]:
    """All switches by their labels: those of the declarations, and the special ones."""
    found = {
        parameter.name: Switch(parameter.name, *values)
        for parameter in ALPHABETA.parameters
        if isinstance(parameter, Parameter)
        and parameter.name not in NO_SWITCHES
        and (values := _on_and_off(parameter)) is not None
    }
    return {**found, **SPECIAL}


def _on_and_off(parameter: Parameter) -> tuple[str, str] | None:
    """On and off: true and false, a number and 0, a choice and none; None if it is no switch."""
    default = parameter.shown_default()
    if parameter.kind is bool:
        return "true", "false"
    if "none" in parameter.choices:
        others = [choice for choice in parameter.choices if choice != "none"]
        return (others[-1] if default == "none" else default), "none"
    if parameter.low == 0 and parameter.default:
        return default, "0" if parameter.kind is int else "0.0"
    return None


def default_text(name: str) -> str:
    """The default of a switch as specs write it."""
    declared = next(each for each in ALPHABETA.parameters if each.name == name)
    assert isinstance(declared, Parameter)
    return declared.shown_default()


def written(settings: dict[str, str]) -> str:
    """An alpha-beta with these settings."""
    return f"alphabeta({', '.join(f'{name}={value}' for name, value in settings.items())})"


def old_and_new(game: str) -> tuple[str, str]:
    """The search with newer switches off, and with its defaults, both written out."""
    whole = parse_spec(tesuji.agent("alphabeta").expanded(tesuji.game(game)))
    knowledge = whole.arguments["knowledge"]
    same = {"knowledge": value_text(knowledge)}
    every = {switch.name: switch for label, switch in switches().items() if label == switch.name}
    old = {name: OLD.get(name, switch.off) for name, switch in every.items()}
    new = {name: value_text(whole.arguments[name]) for name in every}
    return written(same | old), written(same | new)


def switch_plans(games: list[str], pairs: int, seconds: float) -> Iterator[tuple[str, MatchPlan]]:
    """A match of on against off for each switch and game."""
    for game, (label, switch) in product(games, switches().items()):
        if game in GAMES and game not in switch.games:
            continue
        on, off = (written({**switch.beside, switch.name: v}) for v in (switch.on, switch.off))
        limits: dict[str, Any] = CLOCK if switch.name in CLOCK_SWITCHES else {"seconds": seconds}
        if not why_ineffective(tesuji.agent(on), switch.name, tesuji.game(game), limits):
            yield label, make_plan((on, off), game=game, pairs=pairs, limits=limits)


def run_switches(given: argparse.Namespace) -> list[dict[str, Any]]:
    """One row per switch and game."""
    pairs = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    games = given.games.split() or list(GAMES)
    wanted = given.switches.split() or list(switches())
    named = [
        (label, plan)
        for label, plan in switch_plans(games, pairs, given.seconds)
        if label in wanted
    ]
    rows, jobs = [], given.jobs
    for threads in (1, VOTERS):  # as many games at once as the cores have room for
        given.jobs = max(1, jobs // threads)
        group = [(label, plan) for label, plan in named if threads_of(label) == threads]
        if not group:
            continue
        for (label, _), result in zip(
            group, play([plan for _, plan in group], given, sprt=SPRT), strict=True
        ):
            rows.append({"switch": label, **row_of(result)})
    return rows


def threads_of(label: str) -> int:
    """The threads of each player in the match of a switch."""
    return int(switches()[label].beside.get("threads", "1"))


def run_bars(given: argparse.Namespace) -> list[dict[str, Any]]:
    """One row per game: the new search against the old one."""
    games = given.games.split() or list(BARS)
    plans = [
        make_plan(
            old_and_new(game)[::-1],
            game=game,
            pairs=max(1, (given.games_limit or BAR_GAMES.get(game, GAMES_LIMIT)) // 2),
            limits={"seconds": given.seconds},
        )
        for game in games
    ]
    rows = [row_of(result) for result in play(plans, given)]
    for row in rows:
        low = row["nelo_interval"][0]
        row["bar"] = BARS.get(row["game"])
        row["passed"] = row["bar"] is not None and low is not None and low > row["bar"]
    return rows


def switches_table(rows: list[dict[str, Any]]) -> str:
    """The rows of switches in Markdown: a line per switch, a column per game."""
    games = list(dict.fromkeys(row["game"] for row in rows))
    cells = {(row["switch"], row["game"]): _switch_cell(row) for row in rows}
    lines = [["switch", "default", *games]]
    for label in dict.fromkeys(row["switch"] for row in rows):
        default = default_text(switches()[label].name)
        lines.append([label, default, *(cells.get((label, game), "") for game in games)])
    return markdown_table(lines)


def _switch_cell(row: dict[str, Any]) -> str:
    return f"{nelo_text(row)}, {verdict_of(row)}, {2 * row['pairs']} games"


def verdict_of(row: dict[str, Any]) -> str:
    """What the SPRT says about a switch."""
    return {"H1": "accepted", "H0": "rejected", None: "open"}[row["sprt"]["verdict"]]


def bars_table(rows: list[dict[str, Any]]) -> str:
    """The rows of new against old in Markdown."""
    lines = [["game", "nElo of new against old", "games", "bar", ""]]
    for row in rows:
        games = str(2 * row["pairs"])
        lines.append(
            [row["game"], nelo_text(row), games, f"above {row['bar']}", mark(row["passed"])]
        )
    return markdown_table(lines)


RUNS = {
    "switches": (run_switches, switches_table),
    "bars": (run_bars, bars_table),
}


def with_earlier(
    report: Mapping[str, Any], command: str, rows: list[dict[str, Any]]
) -> tuple[str, list[dict[str, Any]]]:
    """The commands and rows of an earlier report with these; a row played again is replaced."""

    def match_of(row: Mapping[str, Any]) -> tuple[Any, Any]:
        return row.get("switch"), row.get("game")

    played = {match_of(row) for row in rows}
    earlier = [row for row in report["results"] if match_of(row) not in played]
    return f"{report['command']}\n{command}", earlier + rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=list(RUNS))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds per move")
    parser.add_argument("--switches", default="", help="only these switches, separated by spaces")
    parser.add_argument("--add", action="store_true", help="keep the file's other rows")
    add_arguments(parser, RESULTS / "alphabeta.json")
    given = parser.parse_args()
    if given.out == RESULTS / "alphabeta.json":
        given.out = RESULTS / f"alphabeta-{given.what}.json"
    run, table = RUNS[given.what]
    command, rows = command_line([word for word in sys.argv[1:] if word != "--add"]), run(given)
    if given.add and given.out.exists():
        command, rows = with_earlier(json.loads(given.out.read_text("utf-8")), command, rows)
    text = table(rows)
    print(text)
    write_report(given.out, command, rows)
    given.out.with_suffix(".md").write_text(f"`{command}`\n\n{text}", "utf-8")


if __name__ == "__main__":
    main()
