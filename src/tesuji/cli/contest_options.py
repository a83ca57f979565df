"""Options that match, tournament, sweep, ablate and scaling share."""

from __future__ import annotations

import json as json_module
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from tesuji.cli.arguments import (
    JobsOption,
    LoadOption,
    ReportOption,
    StoreOption,
    load_files,
)
from tesuji.cli.outputs import output_option, write_all
from tesuji.cli.stopping import STOPPED, how_to_go_on
from tesuji.errors import ParameterError

__all__ = [
    "ClockOption",
    "ContestOptions",
    "LimitOptions",
    "MemoryOption",
    "PairsOption",
    "SprtOption",
    "read_limits",
    "write_outputs",
]

PairsOption = Annotated[int, typer.Option("--pairs", metavar="N", help="Pairs of games.")]
SprtOption = Annotated[
    str | None,
    typer.Option("--sprt", metavar="0,20", help="Stop a match when this test decides, in nElo."),
]
ClockOption = Annotated[
    str, typer.Option("--clock", metavar="cpu|wall", help="Which seconds; cpu is fair anywhere.")
]
MemoryOption = Annotated[
    float | None, typer.Option("--memory", metavar="MB", help="Memory of each agent.")
]


@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """What every agent may spend."""

    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Seconds a move. Default 0.1.")
    ] = None
    clock: ClockOption = "cpu"
    simulations: Annotated[
        int | None, typer.Option("--simulations", metavar="N", help="Simulations a move.")
    ] = None
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", help="Nodes a move.")] = None
    depth: Annotated[
        int | None, typer.Option("--depth", metavar="N", help="Plies to look ahead.")
    ] = None
    memory: MemoryOption = None
    time: Annotated[
        str | None, typer.Option("--time", metavar="60+0.5", help="A clock for the whole game.")
    ] = None

    def given(self) -> dict[str, Any]:
        """What was typed."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class ContestOptions:
    """What is played from where, by whom, and where the games and the result go."""

    game: Annotated[str, typer.Option("--game", metavar="GAME", help="What is played.")]
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of all the games.")] = 0
    openings: Annotated[
        Path | None, typer.Option("--openings", metavar="FILE", help="Positions to begin from.")
    ] = None
    plies: Annotated[
        int | None, typer.Option("--plies", metavar="N", help="Random plies of drawn openings.")
    ] = None
    adjudicate: Annotated[
        str | None,
        typer.Option("--adjudicate", metavar="proven|0.98", help="End games that are decided."),
    ] = None
    jobs: JobsOption = None
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler: tcp://...")
    ] = None
    store: StoreOption = None
    new: Annotated[bool, typer.Option("--new", help="Discard the stored match.")] = False
    report: ReportOption = None
    json: Annotated[Path | None, output_option("--json", "Write the result as JSON.")] = None
    load: LoadOption = None

    def given(self) -> dict[str, Any]:
        """What the arena's functions take; the files of --load are loaded."""
        load_files(self.load)
        options = {name: value for name, value in vars(self).items() if value is not None}
        for name in ("report", "json"):
            options.pop(name, None)
        if self.adjudicate is not None:
            options["adjudicate"] = _adjudicate(self.adjudicate)
        return options

    def finish(self, result: Any, show: Callable[[Any], None]) -> int:
        """Shows the result, writes what was asked for, and gives the exit status."""
        show(result)
        if not result.complete:
            print(how_to_go_on(self.store, new=self.new))
        write_outputs(result, report=self.report, json=self.json, store=self.store)
        return 0 if result.complete else STOPPED


def _adjudicate(text: str) -> dict[str, Any]:
    if text == "proven":
        return {"proven": True}
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.5 < value <= 1:
        raise ParameterError(
            f"--adjudicate takes 'proven' or a value above 0.5 and up to 1, not {text!r}"
        )
    return {"value": value, "moves": 3}


_LIMITS: dict[str, Callable[[str], Any]] = {
    "seconds": float,
    "clock": str,
    "simulations": int,
    "nodes": int,
    "depth": int,
    "memory": float,
    "time": str,
}


def read_limits(text: str | None, option: str) -> dict[str, Any] | None:
    """An agent's own limits such as ``simulations=1000,memory=64``."""
    if text is None:
        return None
    found: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        try:
            found[name] = _LIMITS[name](value) if equals else None
        except (KeyError, ValueError):
            found[name] = None
        if found[name] is None:
            raise ParameterError(
                f"{option} takes limits such as simulations=1000,memory=64 with the names"
                f" {', '.join(_LIMITS)}; not {part.strip()!r}"
            )
    return found


def write_outputs(
    result: Any,
    *,
    report: Path | None = None,
    json: Path | None = None,
    store: Path | None = None,
) -> None:
    """Writes the report and the JSON that were asked for; the games are in the store, if any."""

    def write_json(path: Path) -> None:
        from tesuji.output_files import write_whole

        write_whole(json_module.dumps(result.to_dict(), indent=1) + "\n", path)

    def write_page(path: Path) -> None:
        from tesuji.arena.report.pages import write_report

        write_report(result, path)

    write_all([(json, write_json), (report, write_page)], store=store)
