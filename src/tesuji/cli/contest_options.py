"""Options that match, tournament, sweep, ablate and scaling share."""

from __future__ import annotations

import json as json_module
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from tesuji.cli.arguments import (
    FIRST_LIMIT,
    ClusterOption,
    JobsOption,
    LoadOption,
    ReportOption,
    StoreOption,
    load_files,
)
from tesuji.cli.outputs import command_line, output_option, write_all
from tesuji.cli.stopping import STOPPED, how_to_resume
from tesuji.errors import ParameterError

__all__ = [
    "ClockOption",
    "ContestOptions",
    "LimitOptions",
    "MemoryOption",
    "PairsOption",
    "SearchOptions",
    "SprtOption",
    "read_limits",
    "write_outputs",
]

PairsOption = Annotated[int, typer.Option("--pairs", metavar="N", help="Number of pairs of games.")]
SprtOption = Annotated[
    str | None,
    typer.Option("--sprt", metavar="0,20", help="Stop when this SPRT decides (nElo bounds)."),
]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="cpu|wall",
        help="Clock to use. Default: cpu, or wall with agents in other processes.",
    ),
]
MemoryOption = Annotated[
    float | None, typer.Option("--memory", metavar="MB", help="Memory for each agent.")
]


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Limits of each search. Without any, the agent's own apply."""

    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            help=f"Seconds per move. Default: the agent's own limits, or 1. {FIRST_LIMIT}",
        ),
    ] = None
    first_seconds: Annotated[
        float | None,
        typer.Option(
            "--first-seconds", metavar="S", help="Seconds for the first move of each agent."
        ),
    ] = None
    clock: Annotated[
        str | None,
        typer.Option("--clock", metavar="cpu|wall", help="Clock to use. Default: the agent's."),
    ] = None
    simulations: Annotated[
        int | None, typer.Option("--simulations", metavar="N", help="Simulations per move.")
    ] = None
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", help="Nodes per move.")] = (
        None
    )
    depth: Annotated[
        int | None, typer.Option("--depth", metavar="N", help="Search depth in plies.")
    ] = None
    memory: MemoryOption = None

    def given(self) -> dict[str, Any]:
        """Returns the options that were given."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class LimitOptions(SearchOptions):
    """Limits of a match that apply to every agent."""

    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", help=f"Seconds per move. Default 0.1. {FIRST_LIMIT}"
        ),
    ] = None
    clock: ClockOption = None
    time: Annotated[
        str | None,
        typer.Option(
            "--time", metavar="60+0.5", help="Clock for the whole game: seconds+increment."
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class ContestOptions:
    """Game, openings, workers, and where games and results are written."""

    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Game to play.")]
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Seed for openings, dice and agents.")
    ] = 0
    openings: Annotated[
        Path | None, typer.Option("--openings", metavar="FILE", help="File of opening positions.")
    ] = None
    plies: Annotated[
        int | None, typer.Option("--plies", metavar="N", help="Random plies per opening.")
    ] = None
    sizes: Annotated[
        str | None,
        typer.Option("--sizes", metavar="6-12", help="Board sizes to draw from for each pair."),
    ] = None
    adjudicate: Annotated[
        str | None,
        typer.Option(
            "--adjudicate", metavar="proven|0.98", help="End games once they are decided."
        ),
    ] = None
    jobs: JobsOption = None
    cluster: ClusterOption = None
    store: StoreOption = None
    new: Annotated[bool, typer.Option("--new", help="Start over instead of resuming.")] = False
    report: ReportOption = None
    json: Annotated[Path | None, output_option("--json", "Write the result as JSON.")] = None
    load: LoadOption = None

    def given(self) -> dict[str, Any]:
        """Loads the --load files and returns the arena's keyword arguments."""
        load_files(self.load)
        options = {name: value for name, value in vars(self).items() if value is not None}
        for name in ("report", "json"):
            options.pop(name, None)
        if self.adjudicate is not None:
            options["adjudicate"] = _adjudicate(self.adjudicate)
        if self.sizes is not None:
            options["sizes"] = _sizes(self.sizes)
        return options

    def finish(self, result: Any, show: Callable[[Any], None]) -> int:
        """Shows the result, writes the output files and returns the exit status."""
        show(result)
        if not result.complete:
            print(how_to_resume(self.store, new=self.new))
        write_outputs(result, report=self.report, json=self.json, store=self.store)
        return 0 if result.complete else STOPPED


def _sizes(text: str) -> tuple[int, int]:
    if (found := re.fullmatch(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*", text)) is None:
        raise ParameterError.wrong_value("--sizes", text, "two board sizes such as 6-12")
    return int(found[1]), int(found[2])


def _adjudicate(text: str) -> dict[str, Any]:
    if text == "proven":
        return {"proven": True}
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.5 < value <= 1:
        raise ParameterError(
            f"--adjudicate expects 'proven' or a value above 0.5 and at most 1, not {text!r}"
        )
    return {"value": value, "moves": 3}


_LIMITS: dict[str, Callable[[str], Any]] = {
    "seconds": float,
    "first_seconds": float,
    "clock": str,
    "simulations": int,
    "nodes": int,
    "depth": int,
    "memory": float,
    "time": str,
}


def read_limits(text: str | None, option: str) -> dict[str, Any] | None:
    """Parses one agent's limits, such as ``simulations=1000,memory=64``."""
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
                f"{option} expects limits such as simulations=1000,memory=64, not"
                f" {part.strip()!r}; known limits: {', '.join(_LIMITS)}"
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
        result.report(path, command=command_line())

    write_all([(json, write_json), (report, write_page)], store=store)
