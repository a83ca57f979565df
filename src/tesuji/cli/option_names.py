"""Errors name options as they are on the command line: --least-pieces, not least_pieces."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

from tesuji.errors import ParameterError

__all__ = ["CommandWithOptions"]


class CommandWithOptions(TyperCommand):
    """A command that names an option in the error about its value, and says that it was stopped."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except ParameterError as error:
            if option := _option(error, ctx):
                message = str(error).removeprefix(error.where or "")
                if message != str(error):
                    error.args = (option + message,)
                error.where = option
            raise
        except KeyboardInterrupt:
            raise typer.Abort from None  # typer would end the command without a word


def _option(error: ParameterError, ctx: Any) -> str | None:
    """The option whose value was refused.

    None for a parameter of an agent or game, and for the same name elsewhere, as in
    ``--first-limits nodes=-1``: there the value of the option is another one.
    """
    if error.owner or error.given is None:
        return None
    for each in ctx.command.params:
        given = ctx.params.get(each.name)
        # Errors hold the text of a path.
        if each.name == error.where and error.given in (given, str(given)):
            return next((name for name in each.opts if name.startswith("--")), None)
    return None
