"""tesuji bench: the node count that identifies the searches' behaviour, and their speed."""

from __future__ import annotations

from typing import Annotated

import typer

from tesuji.agents.bench import run_bench
from tesuji.cli.terminal import make_console, make_table


def bench(
    verbose: Annotated[bool, typer.Option("--verbose", help="Print one line per search.")] = False,
) -> None:
    """Run fixed searches and print their total node count and speed."""
    table = make_table(
        "game", "search", "nodes", "per CPU second", right=["nodes", "per CPU second"]
    )
    results = run_bench()
    for row in results if verbose else []:
        table.add_row(row.game, row.agent, f"{row.nodes:,}", f"{row.nodes / row.seconds:,.0f}")
    print(f"nodes {sum(row.nodes for row in results)}")
    if verbose:
        make_console().print(table)
    for kind in dict.fromkeys(row.kind for row in results):
        rows = [row for row in results if row.kind == kind]
        rate = sum(row.nodes for row in rows) / sum(row.seconds for row in rows)
        print(f"{kind}: {rate:,.0f} nodes per CPU second")
