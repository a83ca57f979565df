"""Puzzle commands: puzzles, guides, pictures of positions of any game, and answers to attempts.

None of them touches the game of the session, so a puzzle never replaces a game.
"""

from __future__ import annotations

from typing import Any

from tesuji.agents.review import Judge, Search, move_loss
from tesuji.errors import ParameterError
from tesuji.games import Game, Move, Position
from tesuji.web import messages
from tesuji.web.analysis_commands import FINE, solve_or_search
from tesuji.web.answers import shown_position
from tesuji.web.command import Answer, Command, Later
from tesuji.web.guides import guide_data
from tesuji.web.puzzles import TOLERANCE, puzzles_data, puzzles_of
from tesuji.web.searches import SearchHandle
from tesuji.web.services import Page
from tesuji.web.session import ANALYST, Session

__all__ = ["PUZZLE_COMMANDS", "attempt_data"]

ATTEMPT_SECONDS = 0.6
"""Search time for a position that no solver knows."""
LINE_LENGTH = 8
"""Moves of a refutation that a page gets."""


async def puzzles(session: Session, page: Page, message: messages.Puzzles) -> Answer:
    return "puzzles", puzzles_data(session.services.admission.game(message.game))


async def guide(session: Session, page: Page, message: messages.Guide) -> Answer:
    return "guide", guide_data(session.services.admission.game(message.game))


async def position(session: Session, page: Page, message: messages.Position) -> Answer:
    game = session.services.admission.game(message.game)
    here, last, before = _reached(game, message)
    data = shown_position(here, last, before)
    return "position", {"game": game.spec, "moves": message.moves, **data}


async def attempt(session: Session, page: Page, message: messages.Attempt) -> Later:
    """Judges a move, or without a move shows the solution."""
    services = session.services
    game = services.admission.game(message.game)
    here = _reached(game, message)[0]
    if here.to_move is None:
        raise ParameterError(
            "there is nothing to decide in this position",
            where="position",
            given=message.position,
            expected="a position in which a player moves",
        )
    played = game.move(message.move) if message.move else None
    if played is not None:
        here.play(played)  # An illegal move is refused at once.
    judge = session.judge(services.admission.agent(ANALYST, game), ATTEMPT_SECONDS)

    def find(handle: SearchHandle) -> dict[str, Any]:
        search = solve_or_search(handle, services.bounds.memory)
        return attempt_data(here, played, judge=judge, search=search)

    async def later() -> Answer:
        return "attempt", await services.searches.run(find, owner=session.searcher)

    return later


def _reached(
    game: Game, message: messages.Position
) -> tuple[Position, Move | None, Position | None]:
    """A position, the last move and the position before it."""
    here, last, before = game.position(message.position), None, None
    for text in message.moves:
        last, before = game.move(text), here
        here = here.play(last)
    return here, last, before


def attempt_data(
    here: Position, played: Move | None, *, judge: Judge, search: Search
) -> dict[str, Any]:
    """What a move gives away, the line that shows it, and the best moves.

    The values of a puzzle are known. Elsewhere a solver judges the move, or else a search.
    """
    puzzle = puzzles_of(here.game).get(here.text)
    judged = judge.judge(here, search=search)
    best = puzzle.best if puzzle else tuple(filter(None, [judged.estimate.best]))
    solution = judged.estimate.pv if judged.estimate.pv[:1] == best[:1] else best[:1]
    found: dict[str, Any] = {
        "best": [str(move) for move in best],
        "solution": [str(move) for move in solution[:LINE_LENGTH]],
    }
    if played is None:
        return found
    after = here.play(played)
    got = judge.estimate(after, search=search)
    exact = puzzle is not None or (judged.estimate.proven and got.proven)
    lost = (
        puzzle.lost(played)
        if puzzle
        else move_loss(judged, got, player=here.next_player, played=played)
    )
    keeps = lost <= TOLERANCE if exact else lost < FINE
    return {
        **found,
        "move": str(played),
        "lost": round(lost, 4),
        "good": keeps and (puzzle is None or played in best),
        "slow": keeps and puzzle is not None and played not in best,
        "exact": exact,
        "line": [str(move) for move in (played, *got.pv[:LINE_LENGTH])],
        "over": after.is_over,
    }


PUZZLE_COMMANDS: dict[str, Command] = {
    "puzzles": puzzles,
    "guide": guide,
    "position": position,
    "attempt": attempt,
}
