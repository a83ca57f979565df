"""tesuji engine: an agent that other programs ask over the engine protocol."""

from __future__ import annotations

from typing import Annotated

import typer

import tesuji
from tesuji.cli.arguments import LoadOption, load_files


def engine(
    agent: Annotated[str, typer.Argument(metavar="[AGENT]", help="Agent that searches.")] = "mcts",
    load: LoadOption = None,
) -> None:
    """Answer other programs on standard input and output, over the engine protocol."""
    from tesuji.interop.engine.server import serve

    load_files(load)
    serve(tesuji.agent(agent))
