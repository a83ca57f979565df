"""Options that name a file to write: refused before the games if it could not be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer

from tesuji.errors import TesujiError

__all__ = ["output_option", "report_option", "write_all"]


def output_option(name: str, help: str) -> Any:
    """An option whose value is a file that the command writes."""
    return typer.Option(name, metavar="FILE", help=help, callback=_check)


def report_option(help: str) -> Any:
    """The option of a report, which needs its extra as well."""
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
    """Writes each file that was asked for; one that fails does not keep the others from it."""
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
        raise TesujiError(f"{what}. {_what_is_left(store)}") from failed[0]


def _what_is_left(store: Path | None) -> str:
    if store is None:
        return (
            "What is printed above is all that is left, for no game was kept: --store FILE keeps"
            " them, and the same command then writes its files without playing again"
        )
    return f"The games are in {store}: the same command writes its files without playing again"
