"""Study commands: live analysis, the search microscope, review and retries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesuji.agents import Analysis, MoveCheck, Player
from tesuji.agents.move_marks import MARKS
from tesuji.agents.review import Estimate, Judge, Judgement, Search, move_loss, review_ply
from tesuji.agents.search_check import check_search
from tesuji.agents.solve_first import exact_analysis, with_solution
from tesuji.errors import ParameterError
from tesuji.games import Position
from tesuji.solve import Solution, Solver
from tesuji.web import messages
from tesuji.web.answers import analysis_data
from tesuji.web.command import Answer, Command, Later
from tesuji.web.microscope import simulation_data, tree_data
from tesuji.web.searches import SearchHandle
from tesuji.web.services import Page
from tesuji.web.session import ANALYST, Session

__all__ = ["ANALYSIS_COMMANDS", "FINE", "solve_or_search"]

FINE = MARKS[-1].least
"""A retried move that loses less win probability than this, too little for a mark, is good."""
SOLVER_SECONDS = 0.5
SOLVER_NODES = 50_000
SOLVER_MEMORY = 16.0
"""Limits of the solver before an analysis: seconds, nodes and megabytes."""
LINE_SECONDS = 0.12
LINE_LENGTH = 8
"""Search time for the line of a candidate, and its moves after the candidate."""
HINT_SECONDS = 0.5
"""Search time for a hint."""


async def analyse(session: Session, page: Page, message: messages.Analyse) -> None:
    live, searches = session.live, session.services.searches
    position = _decision(session, message)
    asked = {"ply": message.ply, "line": message.moves, "spec": message.spec}
    agent = session.services.admission.agent(message.spec, live.game)

    solution: Solution | None = None

    def send(analysis: Analysis, running: bool = True) -> None:
        page.send("analysis", running=running, **asked, **analysis_data(analysis, solution))

    async def work() -> None:
        nonlocal solution
        solution = await searches.run(
            lambda _: exact_solution(position, session.services.bounds.memory),
            owner=session.searcher,
            lane="study",
            waits=_waits(page, "analysis"),
        )
        # A new player each time: work that is paused must not keep a search tree.
        player = agent.player(live.game)
        try:
            found = await searches.search(
                player,
                position,
                owner=session.searcher,
                lane="study",
                watch=send,
                waits=_waits(page, "analysis"),
                seconds=message.seconds,
            )
        finally:
            searches.retire(player)
        send(found, running=False)

    session.studies.begin(page, work)


async def lines(session: Session, page: Page, message: messages.Lines) -> Later:
    """Answers with a line for each candidate, found by a short search after it."""
    live = session.live
    position = _decision(session, message)
    moves = [live.game.move(text) for text in message.candidates]
    after = {move: position.play(move) for move in moves}
    judge = session.judge(
        session.services.admission.agent(message.spec, live.game), 2 * LINE_SECONDS
    )

    def find(handle: SearchHandle) -> dict[str, Any]:
        found = {
            str(move): judge.estimate(reached, search=handle.search).pv
            for move, reached in after.items()
        }
        return {
            "lines": {move: [move, *map(str, line[:LINE_LENGTH])] for move, line in found.items()}
        }

    return _later(session, "lines", message, find)


def exact_solution(position: Position, memory: float) -> Solution | None:
    """The exact value of a position that a solver knows in a moment; else None."""
    solver = Solver(position.game, memory=min(memory, SOLVER_MEMORY))
    if not solver.is_reachable(position, SOLVER_NODES):
        return None
    solution = solver.solve(position, seconds=SOLVER_SECONDS, nodes=SOLVER_NODES)
    return solution if solution.exact else None


def checked_moves(analysis: Analysis, memory: float) -> tuple[MoveCheck, ...]:
    """The first moves of a search beside their exact values, if a solver knows the position in a
    moment."""
    solution = exact_solution(analysis.position, memory)
    if solution is None:
        return ()
    memory = min(memory, SOLVER_MEMORY)
    return check_search(
        analysis, seconds=SOLVER_SECONDS, nodes=SOLVER_NODES, memory=memory, solution=solution
    ).moves


def _waits(page: Page, what: str) -> Callable[[int], None]:
    """Shows a page how many others come before its search."""
    return lambda before: page.send("waiting", what=what, before=before)


def _decision(session: Session, message: messages.Scene) -> Position:
    """The position that a message is about, in which a player must move."""
    live = session.live
    position = live.position_at(message.ply, map(live.game.move, message.moves))[0]
    if position.to_move is None:
        raise ParameterError(
            "there is nothing to decide in this position",
            where="ply",
            given=message.ply,
            expected="a position in which a player moves",
        )
    return position


async def hint(session: Session, page: Page, message: messages.Hint) -> Later:
    """Answers with the best move found in a moment; only the person to move may ask."""
    live = session.live
    seat = live.seat_to_move
    if message.ply != live.ply or seat is None or not seat.is_person:
        raise ParameterError(
            "a hint is for a person's turn in the current position",
            where="ply",
            given=message.ply,
            expected=f"ply {live.ply} in the turn of a person",
        )
    position = live.position
    judge = session.judge(session.services.admission.agent(ANALYST, live.game), HINT_SECONDS)

    async def later() -> Answer:
        found = await session.services.searches.run(
            lambda handle: judge.judge(position, search=handle.search), owner=session.searcher
        )
        return "hint", {"ply": message.ply, "best": str(found.estimate.best)}

    return later


async def stop(session: Session, page: Page, message: messages.Stop) -> None:
    session.studies.stop(page)


# The microscope


async def tree(session: Session, page: Page, message: messages.Tree) -> Later:
    position = _decision(session, message)
    agent = session.services.admission.agent(message.spec, session.live.game)
    options = message.model_dump(include={"simulations", "depth", "visits", "seed"})
    options["memory"] = memory = session.services.bounds.memory

    def check(analysis: Analysis) -> tuple[MoveCheck, ...]:
        return checked_moves(analysis, memory)

    return _later(
        session, "tree", message,
        lambda handle: tree_data(agent, position, search=handle.search, check=check, **options),
    )  # fmt: skip


async def simulation(session: Session, page: Page, message: messages.Simulation) -> Later:
    bounds = session.services.bounds
    if message.number > bounds.microscope:
        raise ParameterError(
            f"simulations 1 to {bounds.microscope} can be stepped through, not {message.number}",
            where="number",
            given=message.number,
            expected=f"an integer from 1 to {bounds.microscope}",
        )
    position = _decision(session, message)
    agent = session.services.admission.agent(message.spec, session.live.game)
    options: dict[str, Any] = message.model_dump(include={"number", "seed"})
    options["memory"] = bounds.memory
    return _later(
        session, "simulation", message,
        lambda handle: simulation_data(agent, position, search=handle.search, **options),
    )  # fmt: skip


def _later(
    session: Session,
    kind: str,
    message: messages.Search,
    find: Callable[[SearchHandle], dict[str, Any]],
) -> Later:
    """An answer that a thread finds while the page may send other messages."""

    async def later() -> Answer:
        found = await session.services.searches.run(find, owner=session.searcher)
        return kind, {"ply": message.ply, "line": message.moves, **found}

    return later


# Review


async def review(session: Session, page: Page, message: messages.Review) -> None:
    agent = session.services.admission.agent(message.spec, session.live.game)
    judge = session.judge(agent, message.seconds)
    judged: dict[int, Judgement] = {}
    session.review = {}
    last = session.live.ply
    session.reviewing.begin(lambda: _review(session, judge, judged, last))


async def _review(session: Session, judge: Judge, known: dict[int, Judgement], last: int) -> None:
    """Judges each position once, the last one first; resumes where it was interrupted."""
    live = session.live
    for ply in range(last - len(known), -1, -1):
        position, after = live.positions[ply], known.get(ply + 1)
        known[ply] = await _judge(session, judge, position)
        played = None if after is None else live.entries[ply].move
        found = review_ply(ply, position, known[ply], played=played, after=after)
        row = {"agent": judge.agent.spec, **found.to_dict()}
        session.review[ply] = row
        session.send("review", done=ply == 0, rows=[row], of=last + 1)


def solve_or_search(handle: SearchHandle, memory: float) -> Search:
    """Searches that use a solver where it knows the position."""

    def search(player: Player, position: Position, **budget: Any) -> Analysis:
        solution = exact_solution(position, memory)
        if solution is not None and (exact := exact_analysis(solution, player.agent.spec)):
            return exact
        found = handle.search(player, position, **budget)
        if solution is not None and solution.value == 0:
            return with_solution(found, solution)
        return found

    return search


async def _judge(session: Session, judge: Judge, position: Position) -> Judgement:
    memory = session.services.bounds.memory
    return await session.services.searches.run(
        lambda handle: judge.judge(position, search=solve_or_search(handle, memory)),
        owner=session.searcher,
        lane="study",
        waits=lambda before: session.send("waiting", what="review", before=before),
    )


async def retry(session: Session, page: Page, message: messages.Retry) -> None:
    """Judges another move instead of the one played, and answers a bad one with its refutation."""
    position = _decision(session, messages.Scene(ply=message.ply))
    played = position.game.move(message.move)
    after = position.play(played)
    agent = session.services.admission.agent(message.spec, session.live.game)
    judge = session.judge(agent, message.seconds)

    def compare(handle: SearchHandle) -> tuple[Judgement, Estimate]:
        search = handle.search
        return judge.judge(position, search=search), judge.estimate(after, search=search)

    async def work() -> None:
        best, got = await session.services.searches.run(
            compare, owner=session.searcher, lane="study", waits=_waits(page, "retry")
        )
        lost = move_loss(best, got, player=position.next_player, played=played)
        page.send(
            "retry",
            ply=message.ply,
            move=str(played),
            lost=round(lost, 4),
            good=lost < FINE,
            value=round(got.value, 4),
            proven=got.proven,
            best=str(best.estimate.best),
            line=[str(move) for move in (played, *got.pv[:8])],
            over=after.is_over,
        )

    session.studies.begin(page, work)


ANALYSIS_COMMANDS: dict[str, Command] = {
    "analyse": analyse,
    "lines": lines,
    "hint": hint,
    "stop": stop,
    "tree": tree,
    "simulation": simulation,
    "review": review,
    "retry": retry,
}
