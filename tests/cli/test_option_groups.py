"""Groups of options: a dataclass on one side, plain options on the other."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Annotated

import pytest
import typer

from tesuji.cli.option_groups import takes_groups


@dataclass(frozen=True, kw_only=True)
class Colours:
    """Shared options."""

    hue: Annotated[str, typer.Option("--hue")]
    bright: Annotated[int, typer.Option("--bright", help="How bright.")] = 3


@takes_groups
def paint(
    what: Annotated[str, typer.Argument()],
    colours: Colours,
    coats: Annotated[int, typer.Option("--coats")] = 1,
) -> int:
    """Paint something."""
    print(what, coats, colours.hue, colours.bright)
    return 0


def test_fields_become_options() -> None:
    parameters = inspect.signature(paint).parameters
    assert list(parameters) == ["what", "hue", "coats", "bright"]
    assert parameters["bright"].default == 3
    assert paint.__doc__ == "Paint something."


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        (["wall", "--hue", "red"], "wall 1 red 3"),
        (["wall", "--bright", "9", "--hue", "red", "--coats", "2"], "wall 2 red 9"),
    ],
)
def test_the_command_gets_them_as_a_dataclass(
    capsys: pytest.CaptureFixture[str], given: list[str], printed: str
) -> None:
    app = typer.Typer()
    app.command()(paint)
    app(given, standalone_mode=False)
    assert capsys.readouterr().out == printed + "\n"
