"""The command and folder of a course's program, as its agent's spec gives them."""

from __future__ import annotations

from collections.abc import Mapping

from tesuji.errors import ParameterError
from tesuji.interop.engine.command import engine_command
from tesuji.interop.foreign import Command
from tesuji.interop.process_options import path_from, process_parameters, python_from
from tesuji.specs import Parameter, Plain

__all__ = ["program_command", "program_parameters"]


def program_parameters(*, seconds: float, memory: int) -> tuple[Parameter, ...]:
    """The parameters of a course's program, with the course's own limits as defaults."""
    return (
        Parameter(
            "command",
            str,
            "",
            "Program and arguments; no shell runs them.",
            default_text="none: it must be given",
            text=True,
        ),
        Parameter(
            "folder",
            str,
            "",
            "Folder of the program, which runs in a private copy of it.",
            default_text="none",
            text=True,
        ),
        Parameter("seconds", float, seconds, "Seconds per move.", low=0),
        *process_parameters(memory=memory),
    )


def program_command(owner: str, settings: Mapping[str, Plain]) -> Command:
    """How to start the program; raises ParameterError if there is none."""
    try:
        return engine_command(
            str(settings["command"]), path_from(settings, "folder"), python_from(settings)
        )
    except ParameterError as error:
        message = str(error).removeprefix("exec: ")
        raise ParameterError(f"{owner}: {message}", **{**vars(error), "owner": owner}) from None
