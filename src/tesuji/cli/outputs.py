"""Output files: checked before any game is played, written at the end."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import typer

from tesuji.errors import TesujiError

__all__ = ["command_line", "output_option", "remember_command", "report_option", "write_all"]

_arguments: ContextVar[tuple[str, ...]] = ContextVar("arguments", default=())


def remember_command(arguments: Sequence[str]) -> None:
    """Keeps the arguments of the command that runs, for the reports it writes."""
    _arguments.set(tuple(arguments))


def command_line(*, without: str | None = None) -> str:
    """The command that runs, as one would type it, if need be without an option and its value."""
    given = _arguments.get()
    pairs = zip(("", *given), given, strict=False)
    words = (
        word
        for before, word in pairs
        if without is None or (without not in (before, word) and not word.startswith(f"{without}="))
    )
    return shlex.join(["tesuji", *words])


def output_option(name: str, help: str) -> Any:
    """An option for a file that the command writes."""
    return typer.Option(name, metavar="FILE", help=help, callback=_check)


def report_option(help: str) -> Any:
    """The --report option, which also checks that matplotlib is installed."""
    return typer.Option("--report", metavar="FILE", help=help, callback=_check_report)


def _check(option: typer.CallbackParam, value: Path | None) -> Path | None:
    if value is not None:
        from tesuji.output_files import check_output

        check_output(value, option.opts[0])
    return value


def _check_report(option: typer.CallbackParam, value: Path | None) -> Path | None:
    if value is not None:
        from tesuji.arena.report.plots import check_plots

        check_plots()
    return _check(option, value)


def write_all(
    outputs: Sequence[tuple[Path | None, Callable[[Path], object]]], *, store: Path | None
) -> None:
    """Writes every output file, even when one of them fails."""
    failed: list[OSError] = []
    for path, write in outputs:
        if path is not None:
            try:
                write(path)
            except OSError as error:
                failed.append(error)
            else:
                print(f"wrote {path}")
    if failed:
        what = "; ".join(f"{error.filename}: {error.strerror}" for error in failed)
        raise TesujiError(f"{what}. {_advice(store)}") from failed[0]


def _advice(store: Path | None) -> str:
    if store is None:
        return (
            "No games were saved. With --store FILE the same command could write the files again"
            " without playing"
        )
    return (
        f"The games are in {store}: run the same command again to write the files without playing"
    )
