"""Changes of a game: a new game, undo, swap and pause.

Each function checks a message and returns what then changes the game. Somebody alone changes the
game at once. Between two devices, the change becomes a proposal to the other player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesuji.agents.levels import find_level
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.web import export, messages
from tesuji.web.command import Command
from tesuji.web.live_game import Clock, Ending, LiveGame, Seat
from tesuji.web.permissions import needs_consent
from tesuji.web.proposals import Change
from tesuji.web.services import Page
from tesuji.web.session import Session

__all__ = ["CHANGES"]


# Other games


def new(session: Session, page: Page, message: messages.New) -> Change:
    game = session.services.admission.game(message.game)
    seats = [_seat(session, game, side, chosen) for side, chosen in enumerate(message.seats)]
    if session.is_shared and not all(seat.is_person for seat in seats):
        raise ParameterError(
            "two people play here: leave the game to play an agent",
            where="seats",
            given=[seat.kind for seat in seats],
            expected="two people",
        )
    seed = session.seeds.next_start() if message.seed is None else message.seed
    start = game.position(message.start) if message.start else game.start(seed)
    live = LiveGame(start, (seats[0], seats[1]), Clock(**message.clock.model_dump()))
    _replay(live, message.moves)
    begin = _beginning(session, live, warn=message.warn, swap=message.swap)

    async def begin_drawn() -> None:
        # Not before: the dice of the game that still goes on depend on it.
        session.seeds.count_game()
        await begin()

    return begin_drawn


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


def _beginning(
    session: Session, live: LiveGame, *, warn: float = 0.0, swap: bool = False
) -> Change:
    async def begin() -> None:
        shared = session.is_shared
        if shared and swap:
            session.members.swap()
        # A warning would tell one of two players that the last move was bad.
        await session.begin_game(live, warn=0.0 if shared else warn)

    return begin


def open_game(session: Session, page: Page, message: messages.Open) -> Change:
    game = session.services.admission.game(message.game)
    names = message.names or game.players
    live = LiveGame(game.position(message.start), (Seat(name=names[0]), Seat(name=names[1])))
    _replay(live, message.moves)
    if message.winner is not None and live.ending is None:
        winner = None if message.winner < 0 else message.winner
        live.decided = Ending(winner, message.reason or "agreed", "adjudicated")
    return _beginning(session, live)


def record(session: Session, page: Page, message: messages.Record) -> Change:
    return _beginning(session, export.game_of_record(message.text, session.services.admission))


# The same game


def undo(session: Session, page: Page, message: messages.Undo) -> Change:
    player = session.members.seats(page.member)[0] if session.is_shared else None
    session.live.check_take_back(player)

    async def take_back() -> None:
        await session.interrupt()
        await session.stop_review()
        session.live.take_back(player)
        # A failed search pauses the game. Two agents stay paused; a game with a person goes on.
        session.paused = session.paused and not any(seat.is_person for seat in session.live.seats)
        _forget_later(session)
        session.moved()

    return take_back


def _forget_later(session: Session) -> None:
    """Drops the review of moves that were taken back; between two people, the whole review."""
    last = 0 if session.is_shared else session.live.ply
    session.review = {ply: row for ply, row in session.review.items() if ply < last}


def swap(session: Session, page: Page, message: messages.Swap) -> Change:
    session.live.refuse_if_over("nobody can swap sides")

    async def swap_sides() -> None:
        await session.interrupt()
        session.live.swap()
        if session.is_shared:
            session.members.swap()
            session.name_players()
        session.moved()

    return swap_sides


def pause(session: Session, page: Page, message: messages.Pause) -> Change:
    async def pause_or_go_on() -> None:
        await session.interrupt()
        session.paused = message.on
        session.moved()

    return pause_or_go_on


def _command(kind: str, prepare: Callable[[Session, Page, Any], Change]) -> Command:
    """The command that makes a change at once, or proposes it."""

    async def command(session: Session, page: Page, message: messages.Message) -> None:
        change = prepare(session, page, message)
        if not needs_consent(session, page.member):
            await change()
            return
        seat = session.members.seats(page.member)[0]
        session.proposals.put(
            seat, _name(kind, message), change, session.live, _title(session, message)
        )
        session.send_state()

    return command


def _name(kind: str, message: messages.Message) -> str:
    """What a proposal is called."""
    return "continue" if isinstance(message, messages.Pause) and not message.on else kind


def _title(session: Session, message: messages.Message) -> str:
    """The title and the terms of the game that would begin, if the message names one."""
    if not isinstance(message, messages.New | messages.Open):
        return ""
    title = session.services.admission.game(message.game).title
    parameters = message.game.partition("(")[2].rstrip(") ")
    terms = [title, *([parameters] if parameters else [])]
    if isinstance(message, messages.New):
        terms.append(_clock_text(message.clock))
        if message.swap:
            terms.append("with swapped sides")
    return ", ".join(terms)


def _clock_text(clock: messages.ClockChoice) -> str:
    if clock.kind == "none":
        return "without a clock"
    more = f" and {clock.increment:g} s per move" if clock.increment else ""
    if clock.kind == "move":
        more = f", {clock.first:g} s for the first" if clock.first else ""
    return f"with {clock.seconds:g} s per {clock.kind}{more}"


CHANGES: dict[str, Command] = {
    kind: _command(kind, prepare)
    for kind, prepare in (
        ("new", new),
        ("undo", undo),
        ("swap", swap),
        ("pause", pause),
        ("open", open_game),
        ("record", record),
    )
}
