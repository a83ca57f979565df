"""tesuji best: search a position and print the best move, with a live view of the search."""

from __future__ import annotations

import json as json_module
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

import tesuji
from tesuji.agents import Analysis, Player
from tesuji.agents.best import BEST
from tesuji.agents.interruptible_search import interruptible_search
from tesuji.agents.search_check import SearchCheck, exact_text
from tesuji.cli.arguments import (
    FIRST_LIMIT,
    GameArgument,
    LoadOption,
    MovesOption,
    PositionOption,
    SeedOption,
    load_files,
    read_position,
)
from tesuji.cli.stopping import termination_interrupts
from tesuji.cli.terminal import board_text, make_console, make_table
from tesuji.errors import ParameterError
from tesuji.games import Position

_SHOWN = 8


def best(
    game: GameArgument,
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Agent that searches.")
    ] = BEST,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help=f"Time limit in seconds. {FIRST_LIMIT}")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", help="Maximum number of simulations.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Maximum number of nodes.")] = None,
    depth: Annotated[int | None, typer.Option(metavar="N", help="Maximum depth in plies.")] = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="wall|cpu", help="Clock for --seconds; default: the agent's."),
    ] = None,
    memory: Annotated[float | None, typer.Option(metavar="MB", help="Memory limit.")] = None,
    seed: SeedOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    search_seed: Annotated[int, typer.Option(metavar="N", help="Seed for the search.")] = 0,
    move_seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Seed for this one move, from the log of a failed agent."),
    ] = None,
    check: Annotated[
        float | None,
        typer.Option(metavar="S", help="Solve for up to S seconds, and mark misjudged moves."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
    load: LoadOption = None,
) -> None:
    """Search a position and print the best move."""
    load_files(load)
    current, _ = read_position(game, seed, position, moves)
    budget = {
        "seconds": seconds,
        "simulations": simulations,
        "nodes": nodes,
        "depth": depth,
        "clock": clock,
        "memory": memory,
        "seed": move_seed,
    }
    given: dict[str, Any] = {name: value for name, value in budget.items() if value is not None}
    one = tesuji.agent(agent)
    if current.is_chance:
        raise ParameterError(
            f"{current.text!r} waits for a roll of the dice, which decides what may be played; add"
            f" one, for example --moves {current.chance_outcomes[0][0]}",
            where="--moves",
            given=current.text,
        )
    console = make_console()
    live = console.is_terminal and not json
    checked = None
    with termination_interrupts(once=True) as stopped:
        with one.player(current.game, seed=search_seed) as player:
            analysis = _think(console if live else None, player, current, given)
        if check is not None and not stopped():
            with suppress(KeyboardInterrupt):
                checked = analysis.check(seconds=check)
    if json:
        checks = {} if checked is None else {"check": checked.to_dict()}
        print(json_module.dumps({**analysis.to_dict(), **checks}, indent=1))
    else:
        console.print(_view(analysis, current, checked))


def _think(
    console: Console | None, player: Player, position: Position, budget: dict[str, Any]
) -> Analysis:
    """Searches, in a terminal with its progress four times per second. Ctrl-C ends the search: the
    user has seen enough."""
    search = partial(player.search, position, **budget)
    if console is None:
        return interruptible_search(player, search, keep=True)
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def show() -> None:
            if known := player.progress():
                live.update(_view(known, position), refresh=True)

        return interruptible_search(player, search, look=show, interval=0.25, keep=True)


def _view(analysis: Analysis, position: Position, check: SearchCheck | None = None) -> Group:
    name = position.game.players[position.next_player]
    proven = f", a proven {analysis.proven}" if analysis.proven else ""
    value = f": value {analysis.value_text(analysis.value)}{proven}" if analysis.has_value else ""
    summary = (
        f"\n{analysis.best} for {name}{value}\n"
        f"line {' '.join(map(str, analysis.pv[:12]))}\n{_cost(analysis)}\n"
    )
    if check is not None:
        summary += f"{check}\n"
    if not analysis.has_value:
        return Group(board_text(position), Text(summary))
    return Group(board_text(position), Text(summary), _table(analysis, check))


def _cost(analysis: Analysis) -> str:
    if analysis.from_book:
        return analysis.cost_text()
    count = analysis.nodes if analysis.unit == "nodes" else analysis.simulations
    if not count:
        return f"{analysis.seconds:.2f} s"
    rate = count / max(analysis.seconds, 1e-9)
    depth = f"depth {analysis.depth}, {analysis.seconds:.2f} s ({rate:,.0f}/s)"
    return f"{count:,} {analysis.unit}, {depth}"


def _table(analysis: Analysis, check: SearchCheck | None) -> Table:
    count = "nodes" if analysis.unit == "nodes" else "visits"
    heads = ["move", count, "value", "proven", *(["exact"] if check else [])]
    table = make_table(*heads, right=[count, "value"])
    exact = {} if check is None else {each.move: each for each in check.moves}
    for move in analysis.moves[:_SHOWN]:
        value = analysis.move_value_text(move)
        cells = [str(move.move), f"{move.visits:,}", value, move.proven or ""]
        if (known := exact.get(move.move)) is not None:
            cells.append(exact_text(known.exact) + (", misjudged" if known.wrong else ""))
        table.add_row(*cells)
    return table
