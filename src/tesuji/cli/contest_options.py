"""Options that match, tournament, sweep, ablate and scaling share."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from tesuji.cli.arguments import LoadOption, load_files
from tesuji.errors import ParameterError

__all__ = [
    "AdjudicateOption",
    "ClockOption",
    "ClusterOption",
    "DepthOption",
    "GameOption",
    "JobsOption",
    "JsonOption",
    "LoadOption",
    "MemoryOption",
    "NewOption",
    "NodesOption",
    "OpeningsOption",
    "PairsOption",
    "PliesOption",
    "ReportOption",
    "SecondsOption",
    "SimulationsOption",
    "StoreOption",
    "TimeOption",
    "contest_options",
    "write_outputs",
]

GameOption = Annotated[str, typer.Option("--game", metavar="GAME", help="What is played.")]
PairsOption = Annotated[int, typer.Option("--pairs", metavar="N", help="Pairs of games.")]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help="Seconds a move. Default 0.1.")
]
ClockOption = Annotated[
    str, typer.Option("--clock", metavar="cpu|wall", help="Which seconds; cpu is fair anywhere.")
]
SimulationsOption = Annotated[
    int | None, typer.Option("--simulations", metavar="N", help="Simulations a move.")
]
NodesOption = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Nodes a move.")]
DepthOption = Annotated[int | None, typer.Option("--depth", metavar="N", help="Plies ahead.")]
MemoryOption = Annotated[
    float | None, typer.Option("--memory", metavar="MB", help="Memory of each agent.")
]
TimeOption = Annotated[
    str | None, typer.Option("--time", metavar="60+0.5", help="A clock for the whole game.")
]
OpeningsOption = Annotated[
    Path | None, typer.Option("--openings", metavar="FILE", help="Positions to begin from.")
]
PliesOption = Annotated[
    int | None, typer.Option("--plies", metavar="N", help="Random plies of drawn openings.")
]
AdjudicateOption = Annotated[
    str | None,
    typer.Option("--adjudicate", metavar="proven|0.98", help="End games that are decided."),
]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", metavar="N", help="Games at once. Default: one a core.")
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler: tcp://...")
]
StoreOption = Annotated[
    Path | None, typer.Option("--store", metavar="FILE", help="Keeps games; resumes from there.")
]
NewOption = Annotated[bool, typer.Option("--new", help="Start the experiment afresh.")]
ReportOption = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Write an HTML report.")
]
JsonOption = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write the result as JSON.")
]


def contest_options(load: list[Path] | None, **given: Any) -> dict[str, Any]:
    """What the arena's functions take, from what was typed."""
    load_files(load)
    options = {name: value for name, value in given.items() if value is not None}
    options["load"] = tuple(load or ())
    if "adjudicate" in options:
        options["adjudicate"] = _adjudicate(options["adjudicate"])
    return options


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


def write_outputs(result: Any, report: Path | None, json: Path | None) -> None:
    """Writes the report and the JSON that were asked for."""
    if json is not None:
        json.write_text(json_module.dumps(result.to_dict(), indent=1) + "\n", "utf-8")
        print(f"wrote {json}")
    if report is not None:
        from tesuji.arena.report import write_report

        write_report(result, report)
        print(f"wrote {report}")
