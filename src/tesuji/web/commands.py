"""Commands: what happens when a page says something about the game that is being played.

Each takes the session, the page and the checked fields of its message, and returns the answer
(a type and its data), a way to find it for one that takes long, or None where the new state, told
to all pages, is the answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tesuji.agents.levels import find_level, levels_data
from tesuji.errors import ParameterError
from tesuji.games import Game, Move, Position
from tesuji.web import export
from tesuji.web.answers import agents_data, scene_data
from tesuji.web.live_game import Clock, Ending, LiveGame, Seat
from tesuji.web.rules import rules_data
from tesuji.web.session import Page, Session

__all__ = ["COMMANDS", "Answer", "Command", "Later", "position_of"]

Answer = tuple[str, dict[str, Any]]
Later = Callable[[], Awaitable[Answer]]
"""An answer that takes its time; the page is heard meanwhile."""
Command = Callable[[Session, Page, dict[str, Any]], Awaitable[Answer | Later | None]]


async def visible(session: Session, page: Page, said: dict[str, Any]) -> None:
    page.visible = said["on"]
    session.visibility_changed()


async def agents(session: Session, page: Page, said: dict[str, Any]) -> Answer:
    admission = session.services.admission
    game = admission.game(said["game"])
    # Each agent is tried: long enough for other pages to notice.
    found = await session.services.searches.run(lambda handle: agents_data(admission, game))
    return "agents", {
        "game": game.spec,
        "agents": found,
        "levels": levels_data(game),
        "defaults": game.default_parameters,
    }


async def rules(session: Session, page: Page, said: dict[str, Any]) -> Answer:
    return "rules", rules_data(session.services.admission.game(said["game"]))


# Playing


async def new(session: Session, page: Page, said: dict[str, Any]) -> None:
    services = session.services
    game = services.admission.game(said["game"])
    seats = [_seat(session, game, side, given) for side, given in enumerate(said["seats"])]
    drawn = session.seeds.start_seed()
    seed = drawn if said["seed"] is None else said["seed"]
    start = game.position(said["start"]) if said["start"] else game.start(seed)
    live = LiveGame(start, (seats[0], seats[1]), Clock(**(said["clock"] or {})))
    _replay(live, said["moves"])
    await session.begin_game(live, warn=said["warn"])


def _seat(session: Session, game: Game, side: int, given: dict[str, Any]) -> Seat:
    kind = given["kind"]
    if kind == "agent":
        session.services.admission.agent(given["spec"], game)
        level = find_level(given["spec"])
        name = given["name"] or (level.label if level else given["spec"])
        return Seat(kind=kind, name=name, spec=given["spec"], seconds=given["seconds"])
    return Seat(name=given["name"] or game.players[side])


def _replay(live: LiveGame, moves: list[str]) -> None:
    for move in moves:
        live.play(move)


async def move(session: Session, page: Page, said: dict[str, Any]) -> None:
    live = session.live
    if said["ply"] != live.ply:
        raise ParameterError(f"the game has gone on to ply {live.ply}; this was for {said['ply']}")
    seat = live.seat_to_move
    if seat is not None and not seat.is_person:
        raise ParameterError(f"it is the turn of {seat.name}")
    if live.position.is_chance:
        raise ParameterError("the die rolls by itself")
    if session.warning is not None:
        raise ParameterError("take the last move back or keep it first")
    if live.ply >= session.services.bounds.plies:
        raise ParameterError(f"a game has at most {session.services.bounds.plies} moves here")
    live.play(said["move"])
    session.moved()


async def keep(session: Session, page: Page, said: dict[str, Any]) -> None:
    session.warning = None
    session.moved()


async def undo(session: Session, page: Page, said: dict[str, Any]) -> None:
    if not session.live.can_take_back:
        raise ParameterError("there is no move to take back")
    await session.interrupt()
    await session.stop_review()
    session.live.take_back()
    # A search that failed has paused the game; two agents stay paused until they are let go on.
    session.paused = session.paused and not any(seat.is_person for seat in session.live.seats)
    _forget_later(session)
    session.moved()


def _forget_later(session: Session) -> None:
    """A review of moves that were taken back says nothing any more."""
    session.review = {ply: row for ply, row in session.review.items() if ply < session.live.ply}


async def resign(session: Session, page: Page, said: dict[str, Any]) -> None:
    live = session.live
    player = live.position.next_player
    if not live.seats[player].is_person and live.seats[1 - player].is_person:
        player = 1 - player
    live.refuse_end("nobody can resign")
    await session.interrupt()
    live.resign(player)
    session.moved()


async def swap(session: Session, page: Page, said: dict[str, Any]) -> None:
    session.live.refuse_end("nobody can change sides")
    await session.interrupt()
    session.live.swap()
    session.moved()


async def pause(session: Session, page: Page, said: dict[str, Any]) -> None:
    await session.interrupt()
    session.paused = said["on"]
    session.moved()


async def step(session: Session, page: Page, said: dict[str, Any]) -> None:
    await session.interrupt()
    session.paused = True
    session.go_on(tell=True, once=True)


# Other people's games, and this one elsewhere


async def open_game(session: Session, page: Page, said: dict[str, Any]) -> None:
    game = session.services.admission.game(said["game"])
    names = said["names"] or game.players
    live = LiveGame(game.position(said["start"]), (Seat(name=names[0]), Seat(name=names[1])))
    _replay(live, said["moves"])
    if said["winner"] is not None and live.ending is None:
        winner = None if said["winner"] < 0 else said["winner"]
        live.decided = Ending(winner, said["reason"] or "agreed", "adjudicated")
    await session.begin_game(live)


async def record(session: Session, page: Page, said: dict[str, Any]) -> None:
    live = export.game_of_record(said["text"], session.services.admission)
    await session.begin_game(live)


async def export_game(session: Session, page: Page, said: dict[str, Any]) -> Answer:
    if said["kind"] == "record":
        return "export", {"kind": "record", **export.record_file(session.live)}
    live, review = session.live.copy(), dict(session.review)
    file = await session.services.searches.run(lambda handle: export.html_file(live, review))
    return "export", {"kind": "html", **file}


# Pictures


async def scene(session: Session, page: Page, said: dict[str, Any]) -> Answer:
    position, last, before = _walked(session.live, said)
    return "scene", {
        "ply": said["ply"],
        "moves": list(said["moves"]),
        "to_move": position.to_move,
        "next": position.next_player,
        "over": position.is_over,
        "chance": position.is_chance,
        "scene": scene_data(position, last, before),
    }


def position_of(live: LiveGame, said: dict[str, Any]) -> Position:
    """The position at a ply and moves from there."""
    return _walked(live, said)[0]


def _walked(live: LiveGame, said: dict[str, Any]) -> tuple[Position, Move | None, Position | None]:
    """The same, with the last move that a player made on the way, and where it was made."""
    ply = said["ply"]
    if ply > live.ply:
        raise ParameterError(f"the game has plies 0 to {live.ply}, not {ply}")
    position, (last, before) = live.positions[ply], live.last_decision(ply)
    for text in said["moves"]:
        if position.to_move is not None:
            last, before = live.game.move(text), position
        position = position.play(text)
    return position, last, before


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
