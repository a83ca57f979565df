"""Loading files that define games and evaluators."""

from __future__ import annotations

import runpy
from pathlib import Path

from tesuji.errors import LoadError
from tesuji.games.registry import game_types

__all__ = ["load"]


def load(path: str | Path) -> list[str]:
    """Runs a Python file that calls ``tesuji.register``; returns the games it brought."""
    file = Path(path)
    if not file.is_file():
        raise LoadError(f"there is no file {str(path)!r} to load", path=str(path))
    before = game_types()
    try:
        runpy.run_path(str(file), run_name=f"tesuji_loaded_{file.stem}")
    except Exception as error:
        line = _line_in(error, str(file))
        raise LoadError(
            f"{file}{line} could not be loaded: {type(error).__name__}: {error}", path=str(path)
        ) from error
    after = game_types()
    return [name for name, kind in after.items() if before.get(name) is not kind]


def _line_in(error: BaseException, file: str) -> str:
    """Where in the file an exception came from."""
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.lineno is not None:
        line = f":{error.lineno}"
    return line
