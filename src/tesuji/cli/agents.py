"""tesuji agents: who can play, and the parts they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

import tesuji
from tesuji.agents.registry import agent_kind
from tesuji.cli.terminal import make_console, make_table
from tesuji.specs import Kind, Parameter, Slot


def agents(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="An agent; without, all are listed.")
    ] = None,
) -> None:
    """List the agents, or show one with its parts, parameters and sources."""
    console = make_console()
    if name is not None:
        return _show(console, agent_kind(name))
    table = make_table("agent", "what it does")
    for each in tesuji.agents():
        table.add_row(each, agent_kind(each).summary)
    console.print(table)
    console.print("\ntesuji agents mcts shows the parts and parameters of one.")
    return None


def _show(console: Console, kind: Kind) -> None:
    console.print(f"{kind.name}: {kind.summary}")
    if kind.source:
        console.print(f"Source: {kind.source}")
    table = make_table("parameter", "default", "takes", "what it does")
    for row in _rows(kind, ""):
        table.add_row(*row)
    console.print()
    console.print(table)
    console.print(f"\nWritten out: {tesuji.agent(kind.name).expanded()}", soft_wrap=True)


def _rows(kind: Kind, prefix: str) -> Iterator[tuple[str, str, str, str]]:
    for parameter in kind.parameters:
        path = f"{prefix}{parameter.name}"
        if isinstance(parameter, Parameter):
            takes, default = parameter.range_text(), parameter.shown_default()
            yield path, default, takes, parameter.description
        else:
            yield from _slot_rows(parameter, path)


def _slot_rows(slot: Slot, path: str) -> Iterator[tuple[str, str, str, str]]:
    names = ", ".join(kind.name for kind in slot.kinds)
    yield path, slot.default, f"one of {names}", slot.description
    for kind in slot.kinds:
        source = f" ({kind.source})" if kind.source else ""
        yield f"  {path}={kind.name}", "", "", kind.summary + source
        for row in _rows(kind, f"{path}."):
            yield (f"    {row[0]}", *row[1:])
