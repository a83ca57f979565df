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
from tesuji.web.session import Page, Session
from tesuji.web.thinking import Leash

__all__ = ["STUDY"]

FINE = 0.05
"""A second try that loses less than this is a good one."""


async def analyse(session: Session, page: Page, said: dict[str, Any]) -> None:
    table, thinking = session.table, session.house.thinking
    position = position_of(table, said)
    asked = {"ply": said["ply"], "line": list(said["moves"]), "spec": said["spec"]}
    if position.is_over or position.is_chance:
        raise ParameterError("there is nothing to decide in this position")
    agent = session.house.fence.agent(said["spec"], table.game)

    def tell(analysis: Analysis, running: bool = True) -> None:
        page.tell("analysis", running=running, **asked, **analysis_data(analysis))

    async def work() -> None:
        # The player is made here: work that waits to be taken up again must not keep its tree.
        found = await thinking.search(
            agent.player(table.game), position, lane="study", watch=tell, seconds=said["seconds"]
        )
        tell(found, running=False)

    session.study.begin(work, owner=page)


async def stop(session: Session, page: Page, said: dict[str, Any]) -> None:
    session.study.stop()


# The microscope


async def tree(session: Session, page: Page, said: dict[str, Any]) -> Later:
    position = position_of(session.table, said)
    agent = session.house.fence.agent(said["spec"], session.table.game)
    options = {name: said[name] for name in ("simulations", "depth", "visits", "seed")}
    options["memory"] = session.house.bounds.memory
    return _later(
        session, "tree", said,
        lambda leash: tree_data(agent, position, search=leash.search, **options),
    )  # fmt: skip


async def simulation(session: Session, page: Page, said: dict[str, Any]) -> Later:
    bounds = session.house.bounds
    if said["number"] > bounds.microscope:
        raise ParameterError(
            f"simulations 1 to {bounds.microscope} can be stepped, not {said['number']}"
        )
    position = position_of(session.table, said)
    agent = session.house.fence.agent(said["spec"], session.table.game)
    options = {"number": said["number"], "seed": said["seed"], "memory": bounds.memory}
    return _later(
        session, "simulation", said,
        lambda leash: simulation_data(agent, position, search=leash.search, **options),
    )  # fmt: skip


def _later(
    session: Session, kind: str, said: dict[str, Any], look: Callable[[Leash], dict[str, Any]]
) -> Later:
    """An answer that is found in a thread, while the page may go on asking."""

    async def later() -> Answer:
        found = await session.house.thinking.run(look)
        return kind, {"ply": said["ply"], "line": list(said["moves"]), **found}

    return later


# Review


async def review(session: Session, page: Page, said: dict[str, Any]) -> None:
    judge = session.judge(said["spec"], said["seconds"])
    judged: dict[int, Judgement] = {}
    session.review = {}
    last = session.table.ply
    session.reviewing.begin(lambda: _review(session, judge, judged, last))


async def _review(session: Session, judge: Judge, known: dict[int, Judgement], last: int) -> None:
    """Judges each position once, the last one first; resumes where it was interrupted."""
    table = session.table
    for ply in range(last - len(known), -1, -1):
        position, after = table.positions[ply], known.get(ply + 1)
        known[ply] = await _judge(session, judge, position)
        played = None if after is None else table.game.move(table.entries[ply].move)
        found = review_ply(ply, position, known[ply], played=played, after=after)
        row = {"agent": judge.agent.spec, **found.to_dict()}
        session.review[ply] = row
        session.tell("review", done=ply == 0, rows=[row], of=last + 1)


async def _judge(session: Session, judge: Judge, position: Position) -> Judgement:
    return await session.house.thinking.run(
        lambda leash: judge.judge(position, search=leash.search), lane="study"
    )


async def retry(session: Session, page: Page, said: dict[str, Any]) -> None:
    """Judges a move that a person tries instead of the one played; a bad one is refuted."""
    position = position_of(session.table, {"ply": said["ply"], "moves": ()})
    if position.to_move is None:
        raise ParameterError("there is nothing to decide in this position")
    played = position.game.move(said["move"])
    after = position.play(played)
    judge = session.judge(said["spec"], said["seconds"])

    def compare(leash: Leash) -> tuple[Judgement, Estimate]:
        search = leash.search
        return judge.judge(position, search=search), judge.estimate(after, search=search)

    async def work() -> None:
        best, got = await session.house.thinking.run(compare, lane="study")
        lost = move_loss(best, got, player=position.next_player, played=played)
        page.tell(
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
