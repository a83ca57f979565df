"""Commands: what the server does when a page sends a message about the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tesuji.agents.levels import levels_data
from tesuji.errors import ParameterError
from tesuji.specs import parse_spec
from tesuji.specs.spec import value_text
from tesuji.web import export, messages
from tesuji.web.answers import agents_data, page_name, position_data
from tesuji.web.changes import CHANGES
from tesuji.web.command import Answer, Command
from tesuji.web.lan import qr_rows
from tesuji.web.rules import rules_data
from tesuji.web.services import Page
from tesuji.web.session import Session

__all__ = ["COMMANDS"]


async def visible(session: Session, page: Page, message: messages.Visible) -> None:
    watched = session.is_watched
    page.visible = message.on
    if session.is_watched != watched:
        session.visibility_changed(announce=False)


async def agents(session: Session, page: Page, message: messages.Agents) -> Answer:
    admission = session.services.admission
    game, given = admission.game(message.game), parse_spec(message.game).arguments
    # Trying every agent takes long enough for other pages to notice, so a thread does it.
    found = await session.services.searches.run(
        lambda handle: agents_data(admission, game), owner=session.searcher
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
    if session.is_shared:
        _check_turn(session, page, refused)
    live.play(live.game.move(message.move))
    session.moved()


def _check_turn(session: Session, page: Page, refused: Callable[..., ParameterError]) -> None:
    """Raises an error unless the game between two devices waits for a move of this page."""
    if session.live.position.to_move not in session.members.seats(page.member):
        raise refused("it is the other player's turn", expected="a move of the player to move")
    if session.paused:
        raise refused("the game is paused", expected="a game that is not paused")


async def keep(session: Session, page: Page, message: messages.Keep) -> None:
    session.warning = None
    session.moved()


async def resign(session: Session, page: Page, message: messages.Resign) -> None:
    live = session.live
    player = live.position.next_player
    if session.is_shared:
        player = session.members.seats(page.member)[0]
    elif not live.seats[player].is_person and live.seats[1 - player].is_person:
        player = 1 - player
    live.refuse_if_over("nobody can resign")
    await session.interrupt()
    live.resign(player)
    session.moved()


async def step(session: Session, page: Page, message: messages.Step) -> None:
    await session.interrupt()
    session.paused = True
    session.go_on(send=True, once=True)


# Files and positions


async def export_game(session: Session, page: Page, message: messages.Export) -> Answer:
    if message.kind == "record":
        return "export", {"kind": "record", **export.record_file(session.live)}
    if message.kind == "svg":
        ply = session.live.ply if message.ply is None else message.ply
        return "export", {"kind": "svg", **export.svg_file(session.live, ply)}
    live, review = session.live.copy(), dict(session.review)
    file = await session.services.searches.run(
        lambda handle: export.html_file(live, review), owner=session.searcher
    )
    return "export", {"kind": "html", **file}


async def scene(session: Session, page: Page, message: messages.Scene) -> Answer:
    return "scene", position_data(session.live, message.ply, message.moves)


# People on other devices


async def invite(session: Session, page: Page, message: messages.Invite) -> Answer:
    seat = message.seat
    if seat is not None and not all(each.is_person for each in session.live.seats):
        raise ParameterError(
            "an agent plays this game: somebody else can only watch it",
            where="seat",
            given=seat,
            expected="a game between two people",
        )
    live, members = session.live, session.members
    idle = live.is_untouched or live.ending is not None
    gone = seat is not None and idle and members.holder(seat) not in session.present
    token = members.invite(seat, by=None if gone else page.member)
    if seat is not None:
        session.go_on(send=True)  # the clock waits for the player
    qr = None
    if message.address:
        link = f"{message.address}#join={token}"
        qr = await session.services.searches.run(
            lambda handle: qr_rows(link), owner=session.searcher
        )
    return "invitation", {"seat": seat, "token": token, "qr": qr}


async def name(session: Session, page: Page, message: messages.Name) -> None:
    page.member.name = message.name.strip()
    if session.is_shared:
        session.name_players()
        session.send_state()


async def answer(session: Session, page: Page, message: messages.Answer) -> None:
    seat = session.members.seats(page.member)[0]
    change = session.proposals.answer(seat, message.number, message.accept, session.live)
    if change is None:
        session.send_state()
    else:
        await change()


COMMANDS: dict[str, Command] = CHANGES | {
    "visible": visible,
    "agents": agents,
    "rules": rules,
    "move": move,
    "keep": keep,
    "resign": resign,
    "step": step,
    "invite": invite,
    "name": name,
    "answer": answer,
    "export": export_game,
    "scene": scene,
}
