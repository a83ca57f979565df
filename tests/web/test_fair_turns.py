"""Fair searches: the order of turns with fake work, pauses that lose nothing, closed players."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any

import pytest

import tesuji
from tests.web.async_runs import run_async
from tests.web.live import PATIENCE, PERSON, Client, eventually, serving
from tesuji.agents import Player
from tesuji.web.bounds import Bounds
from tesuji.web.searches import Searches, SearchHandle
from tesuji.web.turns import FAIR_SHARE, FIRST_SLICE, SLICE, Turn, Turns


class Simulation:
    """Turns on a clock that only the test moves."""

    def __init__(self, slots: int = 1, kept: int = 100) -> None:
        self.now = 0.0
        self.turns = Turns(slots, kept=kept, clock=lambda: self.now)
        self.ran: list[str] = []
        """Who got a turn, in order."""

    async def arrive(self, *names: str, **options: Any) -> list[Turn]:
        made = [Turn(name, **options) for name in names]
        for turn in made:
            self._take(turn)
        await settle()
        return made

    def _take(self, turn: Turn) -> None:
        async def take() -> None:
            await self.turns.take(turn)
            self.ran.append(turn.owner)

        turn.task = asyncio.create_task(take())  # type: ignore[attr-defined]

    async def pass_time(self, seconds: float, running: list[Turn]) -> None:
        """Lets time pass; turns that are over then wait again, as searches do."""
        self.now += seconds
        for turn in running:
            if self.turns.is_over(turn):
                self.turns.give_back(turn)
                self._take(turn)
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(main: Coroutine[Any, Any, None]) -> None:
    run_async(asyncio.wait_for(main, PATIENCE))


# Turns


def test_visitors_take_turns() -> None:
    async def main() -> None:
        line = Simulation()
        everyone = await line.arrive("a", "b", "c")
        for _ in range(11):
            await line.pass_time(SLICE, everyone)
        assert sorted(line.ran) == sorted(["a", "b", "c"] * 4)
        assert all(now != then for now, then in pairwise(line.ran))

    run(main())


def test_a_newcomer_comes_next() -> None:
    async def main() -> None:
        line = Simulation(slots=2)
        everyone = await line.arrive(*map(str, range(20)))
        for _ in range(100):
            await line.pass_time(SLICE, everyone)
        await line.arrive("newcomer")
        await line.pass_time(SLICE, everyone)
        assert "newcomer" in line.ran[-2:]

    run(main())


def test_newcomers_do_not_starve_others() -> None:
    async def main() -> None:
        line = Simulation()
        everyone = await line.arrive("long")
        for number in range(60):
            everyone += await line.arrive(f"newcomer {number}")
            await line.pass_time(SLICE, everyone)
        assert line.ran.count("long") >= 3

    run(main())


def test_many_searches_of_one_visitor_share_the_time_of_one() -> None:
    async def main() -> None:
        line = Simulation()
        everyone = await line.arrive(*["greedy"] * 9, "modest")
        for _ in range(200):
            await line.pass_time(SLICE, everyone)
        assert abs(line.ran.count("greedy") - line.ran.count("modest")) <= 2

    run(main())


def test_a_search_alone_is_never_over() -> None:
    async def main() -> None:
        line = Simulation()
        (alone,) = await line.arrive("alone")
        line.now = 1_000.0
        assert not line.turns.is_over(alone)
        await line.arrive("other")
        assert line.turns.is_over(alone)

    run(main())


def test_the_first_slice_is_short() -> None:
    async def main() -> None:
        line = Simulation()
        first, _ = await line.arrive("a", "b")
        line.now = FIRST_SLICE
        assert line.turns.is_over(first)
        await line.pass_time(0.0, [first])
        await line.arrive("c")
        line.now += FIRST_SLICE
        assert not line.turns.is_over(first)

    run(main())


def test_the_line_says_how_many_come_before() -> None:
    async def main() -> None:
        line, heard = Simulation(), list[int]()
        everyone = await line.arrive("a", "b", "c")
        everyone += await line.arrive("d", waits=heard.append)
        assert heard == [2]
        for _ in range(8):
            await line.pass_time(SLICE, everyone)
        assert heard == [2, 1, 0], "nothing is said any more once the search has begun"

    run(main())


def test_a_crowded_line_ends_long_searches() -> None:
    async def main() -> None:
        line = Simulation(kept=2)
        first, second = everyone = await line.arrive("a", "b")
        for _ in range(60):
            await line.pass_time(SLICE, everyone)
        assert line.turns.seconds(first) >= FAIR_SHARE
        assert not line.turns.is_spent(first)
        await line.arrive("c")
        assert line.ran[-1] != "c"
        assert line.turns.is_spent(first)
        assert line.turns.is_spent(second)
        line.turns.end(first)
        await settle()
        assert "c" in line.ran

    run(main())


@pytest.mark.parametrize("late", [False, True])
def test_a_search_that_gives_up_frees_its_place(late: bool) -> None:
    async def main() -> None:
        line = Simulation()
        first, gone, last = await line.arrive("first", "gone", "last")
        if late:  # called and cancelled in the same round
            line.turns.end(first)
        gone.task.cancel()  # type: ignore[attr-defined]
        await settle()
        line.turns.end(first)
        await settle()
        assert line.ran == ["first", "last"]
        line.turns.end(last)
        assert line.turns.running == 0

    run(main())


# Searches


def test_searches_of_visitors_alternate_in_one_slot() -> None:
    """Two analyses that would each take the slot for a minute both show results."""
    with serving(bounds=Bounds(searches=1)) as server, Client(server) as one, Client(server) as two:
        for client in (one, two):
            client.ask("new", game="avalam", seats=[PERSON, PERSON])
            client.ask("analyse", ply=0, spec="mcts", seconds=60)
        seen = [client.hear("analysis")["simulations"] for client in (one, two, one, two)]
        assert server.sessions.services.searches.running <= 1
        # A search that was paused goes on where it stopped.
        while (now := one.hear("analysis"))["seconds"] < 1.5:
            assert now["simulations"] >= seen[0]
            seen[0] = now["simulations"]
        for client in (one, two):
            client.ask("stop")
        eventually(lambda: server.sessions.services.searches.running == 0)


def test_those_who_wait_are_told() -> None:
    bounds = Bounds(searches=1, kept_searches=1)
    with serving(bounds=bounds) as server, Client(server) as first, Client(server) as second:
        for client in (first, second):
            client.ask("new", game="avalam", seats=[PERSON, PERSON])
            client.say("analyse", ply=0, spec="mcts", seconds=60)
        assert second.hear("waiting") == {"type": "waiting", "what": "analysis", "before": 0}
        first.ask("stop")
        assert second.hear("analysis")["running"]


def test_moves_do_not_wait_for_analyses() -> None:
    async def main() -> None:
        searches, ends = Searches(Bounds(searches=1)), threading.Event()
        studies = [
            asyncio.create_task(
                searches.run(lambda _: ends.wait(), owner=str(number), lane="study")
            )
            for number in range(5)
        ]
        await settle()
        assert await searches.run(lambda _: "moved", owner="person", lane="play") == "moved"
        ends.set()
        await asyncio.gather(*studies)

    run(main())


def test_a_paused_search_keeps_its_tree_and_its_time() -> None:
    game = tesuji.game("avalam")
    handle, player = SearchHandle(), tesuji.agent("mcts").player(game)
    found: list[tesuji.Analysis] = []
    thread = threading.Thread(
        target=lambda: found.append(handle.search(player, game.start(), seconds=0.6))
    )
    thread.start()
    eventually(lambda: (handle.progress() or 0) and handle.progress())
    for _ in range(2):
        while not handle.is_paused:
            handle.pause()
        handle.resume()
        eventually(lambda: not handle.is_paused)
    thread.join(PATIENCE)
    assert sum(each.visits for each in found[0].moves) == found[0].simulations
    assert found[0].seconds > 0.55
    assert found[0].reused == 0


def test_a_search_with_other_limits_is_not_cut_by_a_pause() -> None:
    game = tesuji.game("avalam")
    handle, player = SearchHandle(), tesuji.agent("mcts").player(game)
    found: list[tesuji.Analysis] = []
    budget = {"simulations": 30_000, "seconds": 60.0}
    thread = threading.Thread(
        target=lambda: found.append(handle.search(player, game.start(), **budget))
    )
    thread.start()
    while thread.is_alive():
        handle.pause()
    assert found[0].simulations == 30_000


def test_dropped_players_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Player] = []
    monkeypatch.setattr(Player, "close", lambda player: closed.append(player))
    game, agent = tesuji.game("avalam"), tesuji.agent("random")

    async def main() -> None:
        searches = Searches(Bounds(players=2))
        made = [searches.player(name, agent, game, lambda: 1) for name in "abc"]
        await until(lambda: closed == made[:1])
        searches.forget("b")
        await until(lambda: closed == made[:2])
        # A player that searches is closed afterwards.
        ends = threading.Event()
        monkeypatch.setattr(SearchHandle, "search", lambda *_, **__: ends.wait())
        search = asyncio.create_task(searches.search(made[2], game.start(), owner="c"))
        await settle()
        searches.close()
        await asyncio.sleep(0.05)
        assert closed == made[:2]
        ends.set()
        await search
        await until(lambda: closed == made)

    async def until(holds: Any) -> None:
        while not holds():
            await asyncio.sleep(0.01)

    run(main())
