"""Study: analysis while a page looks on, the search microscope, review and retries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesuji.agents import Analysis
from tesuji.agents.review import Estimate, Judge, Judgement, move_loss, review_ply
from tesuji.errors import ParameterError
from tesuji.games import Position
from tesuji.web.answers import analysis_data
from tesuji.web.commands import Answer, Command, Later, position_of
from tesuji.web.microscope import simulation_data, tree_data
from tesuji.web.searches import SearchHandle
from tesuji.web.session import Page, Session

__all__ = ["STUDY"]

FINE = 0.05
"""A second try that loses less than this is a good one."""


async def analyse(session: Session, page: Page, said: dict[str, Any]) -> None:
    live, searches = session.live, session.services.searches
    position = position_of(live, said)
    asked = {"ply": said["ply"], "line": list(said["moves"]), "spec": said["spec"]}
    if position.is_over or position.is_chance:
        raise ParameterError("there is nothing to decide in this position")
    agent = session.services.admission.agent(said["spec"], live.game)

    def send(analysis: Analysis, running: bool = True) -> None:
        page.send("analysis", running=running, **asked, **analysis_data(analysis))

    async def work() -> None:
        # The player is made here: work that waits to be taken up again must not keep its tree.
        found = await searches.search(
            agent.player(live.game), position, lane="study", watch=send, seconds=said["seconds"]
        )
        send(found, running=False)

    session.study.begin(work, owner=page)


async def stop(session: Session, page: Page, said: dict[str, Any]) -> None:
    session.study.stop()


# The microscope


async def tree(session: Session, page: Page, said: dict[str, Any]) -> Later:
    position = position_of(session.live, said)
    agent = session.services.admission.agent(said["spec"], session.live.game)
    options = {name: said[name] for name in ("simulations", "depth", "visits", "seed")}
    options["memory"] = session.services.bounds.memory
    return _later(
        session, "tree", said,
        lambda handle: tree_data(agent, position, search=handle.search, **options),
    )  # fmt: skip


async def simulation(session: Session, page: Page, said: dict[str, Any]) -> Later:
    bounds = session.services.bounds
    if said["number"] > bounds.microscope:
        raise ParameterError(
            f"simulations 1 to {bounds.microscope} can be stepped, not {said['number']}"
        )
    position = position_of(session.live, said)
    agent = session.services.admission.agent(said["spec"], session.live.game)
    options = {"number": said["number"], "seed": said["seed"], "memory": bounds.memory}
    return _later(
        session, "simulation", said,
        lambda handle: simulation_data(agent, position, search=handle.search, **options),
    )  # fmt: skip


def _later(
    session: Session,
    kind: str,
    said: dict[str, Any],
    look: Callable[[SearchHandle], dict[str, Any]],
) -> Later:
    """An answer that is found in a thread, while the page may go on asking."""

    async def later() -> Answer:
        found = await session.services.searches.run(look)
        return kind, {"ply": said["ply"], "line": list(said["moves"]), **found}

    return later


# Review


async def review(session: Session, page: Page, said: dict[str, Any]) -> None:
    judge = session.judge(said["spec"], said["seconds"])
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
        played = None if after is None else live.game.move(live.entries[ply].move)
        found = review_ply(ply, position, known[ply], played=played, after=after)
        row = {"agent": judge.agent.spec, **found.to_dict()}
        session.review[ply] = row
        session.send("review", done=ply == 0, rows=[row], of=last + 1)


async def _judge(session: Session, judge: Judge, position: Position) -> Judgement:
    return await session.services.searches.run(
        lambda handle: judge.judge(position, search=handle.search), lane="study"
    )


async def retry(session: Session, page: Page, said: dict[str, Any]) -> None:
    """Judges a move that a person tries instead of the one played; a bad one is refuted."""
    position = position_of(session.live, {"ply": said["ply"], "moves": ()})
    if position.to_move is None:
        raise ParameterError("there is nothing to decide in this position")
    played = position.game.move(said["move"])
    after = position.play(played)
    judge = session.judge(said["spec"], said["seconds"])

    def compare(handle: SearchHandle) -> tuple[Judgement, Estimate]:
        search = handle.search
        return judge.judge(position, search=search), judge.estimate(after, search=search)

    async def work() -> None:
        best, got = await session.services.searches.run(compare, lane="study")
        lost = move_loss(best, got, player=position.next_player, played=played)
        page.send(
            "retry",
            ply=said["ply"],
            move=str(played),
            lost=round(lost, 4),
            good=lost < FINE,
            proven=got.proven,
            best=str(best.estimate.best),
            line=[str(move) for move in (played, *got.pv[:8])],
            over=after.is_over,
        )

    session.study.begin(work, owner=page)


STUDY: dict[str, Command] = {
    "analyse": analyse,
    "stop": stop,
    "tree": tree,
    "simulation": simulation,
    "review": review,
    "retry": retry,
}
