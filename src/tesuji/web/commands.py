"""Commands: what the server does when a page sends a message about the game.

Each command takes the session, the page and the checked message. It returns the answer (a type and
its data), a function that finds an answer that takes long, or None if the new state, sent to all
pages, is the answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from tesuji.agents.levels import find_level, levels_data
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.specs import parse_spec
from tesuji.specs.spec import value_text
from tesuji.web import export, messages
from tesuji.web.answers import agents_data, page_name, position_data
from tesuji.web.live_game import Clock, Ending, LiveGame, Seat
from tesuji.web.rules import rules_data
from tesuji.web.session import Page, Session

__all__ = ["COMMANDS", "Answer", "Command", "Later"]

Answer = tuple[str, dict[str, Any]]
Later = Callable[[], Awaitable[Answer]]
"""An answer that takes a while; the page's other messages are handled in between."""
Command = Callable[[Session, Page, Any], Awaitable[Answer | Later | None]]


async def visible(session: Session, page: Page, message: messages.Visible) -> None:
    page.visible = message.on
    session.visibility_changed()


async def agents(session: Session, page: Page, message: messages.Agents) -> Answer:
    admission = session.services.admission
    game, given = admission.game(message.game), parse_spec(message.game).arguments
    # Trying every agent takes long enough for other pages to notice, so a thread does it.
    found = await session.services.searches.run(
        lambda handle: agents_data(admission, game), owner=session.key
    )
    return "agents", {
        "game": game.spec,
        "name": page_name(game),
        "given": {name: value_text(value) for name, value in given.items()},
        "agents": found,
        "levels": levels_data(game),
        "defaults": game.default_parameters,
    }


async def rules(session: Session, page: Page, message: messages.Rules) -> Answer:
    return "rules", rules_data(session.services.admission.game(message.game))


# Playing


async def new(session: Session, page: Page, message: messages.New) -> None:
    game = session.services.admission.game(message.game)
    seats = [_seat(session, game, side, chosen) for side, chosen in enumerate(message.seats)]
    drawn = session.seeds.start_seed()
    seed = drawn if message.seed is None else message.seed
    start = game.position(message.start) if message.start else game.start(seed)
    live = LiveGame(start, (seats[0], seats[1]), Clock(**message.clock.model_dump()))
    _replay(live, message.moves)
    await session.begin_game(live, warn=message.warn)


def _seat(session: Session, game: Game, side: int, chosen: messages.SeatChoice) -> Seat:
    if chosen.kind == "agent":
        level = find_level(chosen.spec)
        return Seat(
            kind=chosen.kind,
            name=chosen.name or (level.label if level else chosen.spec),
            spec=chosen.spec,
            seconds=chosen.seconds,
            agent=session.services.admission.agent(chosen.spec, game),
        )
    return Seat(name=chosen.name or game.players[side])


def _replay(live: LiveGame, moves: list[str]) -> None:
    for text in moves:
        live.play(live.game.move(text))


async def move(session: Session, page: Page, message: messages.Move) -> None:
    live = session.live
    if message.ply != live.ply:
        raise ParameterError(
            f"the move is for ply {message.ply}, but the game is at ply {live.ply}",
            where="ply",
            given=message.ply,
            expected=str(live.ply),
        )
    refused = partial(ParameterError, where="move", given=message.move)
    seat = live.seat_to_move
    if seat is not None and not seat.is_person:
        raise refused(f"it is the turn of {seat.name}", expected=f"a move of {seat.name}")
    if live.position.is_chance:
        raise refused("the server rolls the die", expected="a roll of the server")
    if session.warning is not None:
        raise refused("first take the last move back or keep it", expected="undo or keep")
    if live.ply >= session.services.bounds.plies:
        most = f"at most {session.services.bounds.plies} moves"
        raise refused(f"a game has {most} here", expected=most)
    live.play(live.game.move(message.move))
    session.moved()


async def keep(session: Session, page: Page, message: messages.Keep) -> None:
    session.warning = None
    session.moved()


async def undo(session: Session, page: Page, message: messages.Undo) -> None:
    session.live.check_take_back()
    await session.interrupt()
    await session.stop_review()
    session.live.take_back()
    # A failed search pauses the game. Two agents stay paused; a game with a person goes on.
    session.paused = session.paused and not any(seat.is_person for seat in session.live.seats)
    _forget_later(session)
    session.moved()


def _forget_later(session: Session) -> None:
    """Drops the review of moves that were taken back."""
    session.review = {ply: row for ply, row in session.review.items() if ply < session.live.ply}


async def resign(session: Session, page: Page, message: messages.Resign) -> None:
    live = session.live
    player = live.position.next_player
    if not live.seats[player].is_person and live.seats[1 - player].is_person:
        player = 1 - player
    live.refuse_if_over("nobody can resign")
    await session.interrupt()
    live.resign(player)
    session.moved()


async def swap(session: Session, page: Page, message: messages.Swap) -> None:
    session.live.refuse_if_over("nobody can swap sides")
    await session.interrupt()
    session.live.swap()
    session.moved()


async def pause(session: Session, page: Page, message: messages.Pause) -> None:
    await session.interrupt()
    session.paused = message.on
    session.moved()


async def step(session: Session, page: Page, message: messages.Step) -> None:
    await session.interrupt()
    session.paused = True
    session.go_on(send=True, once=True)


# Records and files


async def open_game(session: Session, page: Page, message: messages.Open) -> None:
    game = session.services.admission.game(message.game)
    names = message.names or game.players
    live = LiveGame(game.position(message.start), (Seat(name=names[0]), Seat(name=names[1])))
    _replay(live, message.moves)
    if message.winner is not None and live.ending is None:
        winner = None if message.winner < 0 else message.winner
        live.decided = Ending(winner, message.reason or "agreed", "adjudicated")
    await session.begin_game(live)


async def record(session: Session, page: Page, message: messages.Record) -> None:
    live = export.game_of_record(message.text, session.services.admission)
    await session.begin_game(live)


async def export_game(session: Session, page: Page, message: messages.Export) -> Answer:
    if message.kind == "record":
        return "export", {"kind": "record", **export.record_file(session.live)}
    live, review = session.live.copy(), dict(session.review)
    file = await session.services.searches.run(
        lambda handle: export.html_file(live, review), owner=session.key
    )
    return "export", {"kind": "html", **file}


async def scene(session: Session, page: Page, message: messages.Scene) -> Answer:
    return "scene", position_data(session.live, message.ply, message.moves)


COMMANDS: dict[str, Command] = {
    "visible": visible,
    "agents": agents,
    "rules": rules,
    "new": new,
    "move": move,
    "keep": keep,
    "undo": undo,
    "resign": resign,
    "swap": swap,
    "pause": pause,
    "step": step,
    "open": open_game,
    "record": record,
    "export": export_game,
    "scene": scene,
}
