"""tesuji play: the page in a browser, or a game at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

import typer

import tesuji
from tesuji.agents.best import BEST
from tesuji.cli.arguments import (
    LoadOption,
    MovesOption,
    PositionOption,
    read_position,
)
from tesuji.cli.option_groups import takes_groups
from tesuji.errors import ParameterError
from tesuji.loading import load_file

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::", "0")
"""Addresses that stand for all interfaces."""
LAN_GAME = "colosseum"
"""The game of ``--lan`` if none is named; the players can change it."""


@dataclass(frozen=True, kw_only=True)
class TerminalOptions:
    """What only a game in the terminal needs."""

    agent: Annotated[
        str | None,
        typer.Option(
            "--agent", metavar="SPEC", help=f"Terminal: agent to play against (default: {BEST})."
        ),
    ] = None
    people: Annotated[
        bool, typer.Option("--people", help="Terminal: two people share the keyboard.")
    ] = False
    side: Annotated[
        int, typer.Option("--side", metavar="0|1", min=0, max=1, help="Terminal: your side.")
    ] = 0
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0,
            help="Terminal: seconds per move of the agent. Default: its own limits, or 1.",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class PageOptions:
    """What only the page needs."""

    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help=f"Page: address to listen on (default: {LOOPBACK}; with --lan, the network's).",
        ),
    ] = None
    port: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=65_535, help="Page: port to listen on.")
    ] = None
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="Page: host name that browsers may use for it."
        ),
    ] = None
    allow: Annotated[
        list[str] | None,
        typer.Option(
            "--allow",
            metavar="SPEC",
            help="Page: also allow this agent or game, which runs other code.",
        ),
    ] = None
    lan: Annotated[
        bool,
        typer.Option(
            "--lan",
            help="Page: play somebody on another device; prints a link and a QR code.",
        ),
    ] = False
    proxy: Annotated[
        bool,
        typer.Option("--proxy", help="Page: a reverse proxy on this machine names the visitors."),
    ] = False
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Page: open a browser.")
    ] = True


@takes_groups
def play(
    here: TerminalOptions,
    page: PageOptions,
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help='A game such as avalam or "colosseum(size=6)".'),
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal instead of a browser.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Seed for starting positions and dice."),
    ] = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    load: LoadOption = None,
) -> int:
    """Play, analyse and review in a browser, or play in the terminal with --terminal."""
    allowed = [*(page.allow or ()), *_load(load)]
    tesuji.allow(*(page.allow or ()))
    if here.people and here.agent is not None:
        raise ParameterError(
            "give --agent or --people, not both", where="--people", given=here.agent
        )
    if page.lan:
        _refuse_without_link(terminal, page.host)
    if terminal:
        from tesuji.cli.terminal_game import play_here

        start, _ = read_position(_named(game), seed, position, moves)
        opponent = None if here.people else here.agent or BEST
        play_here(start, agent=opponent, side=here.side, seconds=here.seconds, seed=seed)
        return 0
    if here != TerminalOptions():
        raise ParameterError(
            "--agent, --people, --side and --seconds need --terminal; choose them on the page"
            " otherwise"
        )
    fragment = "" if game is None or page.lan else _fragment(game, seed, position, moves)
    if game is not None and (named := tesuji.game(game)).positional_parameter:
        allowed.append(named.spec)
    options = {
        "host": page.host or LOOPBACK,
        "port": page.port,
        "fragment": fragment,
        "open_browser": page.browser,
        "allowed": allowed,
        "hosts": page.name or [],
        "seed": seed,
        "behind_proxy": page.proxy,
    }
    _serve(**options | (_table(game, page.host, seed, position, moves) if page.lan else {}))
    return 0


def _refuse_without_link(terminal: bool, host: str | None) -> None:
    """Raises an error if ``--lan`` would have no link for the other player."""
    if terminal:
        raise ParameterError(
            "give --lan or --terminal, not both", where="--lan", given="--terminal"
        )
    if host in EVERYWHERE:
        raise ParameterError(
            f"--lan prints links, and other devices cannot open {host}; give the address of one"
            " interface, or leave --host out",
            where="--host",
            given=host,
            expected="the address of one interface",
        )


def _named(game: str | None) -> str:
    if game is None:
        raise ParameterError(f"name a game: {', '.join(tesuji.games())}", where="GAME")
    return game


def _fragment(game: str, seed: int | None, position: str | None, moves: str) -> str:
    """The fragment of the page's address that opens a game or a position."""
    start, _ = read_position(game, seed, position)
    chosen = {"new": start.game.spec}
    if position is not None or seed is not None or moves:
        chosen = {"game": start.game.spec, "start": start.text, "moves": moves}
    return f"#{urlencode(chosen)}"


def _load(files: list[Path] | None) -> list[str]:
    """Loads files; returns the names of everything that they registered."""
    return [name for file in files or () for name in load_file(file).names]


def _table(
    game: str | None, host: str | None, seed: int | None, position: str | None, moves: str
) -> dict[str, Any]:
    """A game for two people on different devices, and the interface to listen on."""
    with _needs_web():
        from tesuji.web.lan import lan_address
        from tesuji.web.live_game import LiveGame, live_between_people

    start, _ = read_position(game or LAN_GAME, seed, position)
    live = LiveGame(start, live_between_people(start.game).seats)
    for text in moves.split():
        live.play(live.game.move(text))
    return {"table": live, "host": host or lan_address()}


def _serve(**options: Any) -> None:
    with _needs_web():
        from tesuji.web.server import serve

        serve(say=_say, **options)


def _say(address: str, guest: str | None) -> None:
    print(f"Tesuji is at {address} (Ctrl-C stops it)", flush=True)
    if guest is None:
        return
    from tesuji.web.lan import qr_text

    print(f"The other player opens {guest}", flush=True)
    code = qr_text(guest)
    # Half blocks cannot be printed everywhere.
    if code is not None and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
        print(code, flush=True)
    print("Each link works once. Ask for others on the page.", flush=True)


@contextmanager
def _needs_web() -> Iterator[None]:
    """Explains how to install what the page needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tesuji"):
            raise
        raise ParameterError(
            f"the page needs {error.name}: pip install 'tesuji[web]', or play with --terminal"
        ) from error
