"""A session: one table, the pages that look at it, and what moves the game on by itself."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

import tesuji
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.games.chance import draw_event
from tesuji.web import levels
from tesuji.web.answers import analysis_data, state_data
from tesuji.web.bounds import Bounds
from tesuji.web.draws import Draws
from tesuji.web.fence import Fence
from tesuji.web.judging import Judge, lost
from tesuji.web.pursuit import Pursuit
from tesuji.web.table import Seat, Table
from tesuji.web.thinking import Thinking

__all__ = ["House", "Pace", "Page", "Session"]

log = logging.getLogger(__name__)

WARNING_SECONDS = 0.4
"""Thought given to a move before its maker is warned."""
ANALYST = "mcts"
"""Who judges where nobody is chosen."""


class Page(Protocol):
    """A page that looks at a session."""

    looks: bool

    def tell(self, kind: str, /, **data: Any) -> None:
        """Sends the page a message."""


@dataclass(frozen=True, kw_only=True)
class Pace:
    """Seconds that a person needs to follow what happens by itself."""

    roll: float = 0.5
    reply: float = 0.35
    watched: float = 0.7
    """Between the moves of two agents."""


@dataclass(frozen=True)
class House:
    """What all sessions share."""

    bounds: Bounds
    fence: Fence
    thinking: Thinking
    pace: Pace = Pace()
    seed: int | None = None
    """Makes every session draw the same starts and dice; else nobody can tell them."""


class Session:
    """One table. Everything here runs in the event loop; only searches run elsewhere."""

    def __init__(self, house: House) -> None:
        self.key = secrets.token_urlsafe(18)
        self.house = house
        self.draws = Draws(house.seed)
        self.pages: set[Page] = set()
        self.table = new_table(house)
        self.paused = False
        self.warn = 0.0
        self.warning: dict[str, Any] | None = None
        self.review: dict[int, dict[str, Any]] = {}
        """What a review found, by ply."""
        self._checked = 0
        """The ply up to which moves have been checked for a warning."""
        self._driver: asyncio.Task[None] | None = None
        self.study = Pursuit(may_run=lambda: self.is_watched, failed=self._tell_failure)
        """The analysis or the retry of one page."""
        self.reviewing = Pursuit(may_run=lambda: self.is_watched, failed=self._review_failed)
        self._flag: asyncio.TimerHandle | None = None

    # Who looks

    @property
    def is_watched(self) -> bool:
        """Whether anyone looks; nothing goes on while nobody does."""
        return any(page.looks for page in self.pages)

    def looked(self) -> None:
        """A page came, went, or was hidden: begins what was stopped, or stops what runs."""
        if self.is_watched:
            # Clocks stood still while nobody looked: pages that were hidden do not know it.
            self.go_on(tell=self.table.clock.kind != "none")
            self.study.resume()
            self.reviewing.resume()
        else:
            self._cancel_driver()
            self.study.pause()
            self.reviewing.pause()
            self._set_clock()

    def leave(self, page: Page) -> None:
        """A page has gone, and with it what was done for it alone."""
        self.pages.discard(page)
        if self.study.owner is page:
            self.study.stop()
        self.looked()

    def tell(self, kind: str, /, **data: Any) -> None:
        """Sends a message to all pages."""
        for page in tuple(self.pages):
            page.tell(kind, **data)

    def tell_state(self) -> None:
        """Tells all pages how things stand."""
        self.tell("state", **self.state())

    def state(self) -> dict[str, Any]:
        """The table, and what the session adds to it."""
        seat = self.table.seat_to_move
        waits = self.paused or self.warning is not None
        return {
            **state_data(self.table),
            "paused": self.paused,
            "warn": self.warn,
            "warning": self.warning,
            "thinking": seat is not None and not seat.is_person and not waits,
        }

    # Changing the game

    async def sit_down(self, table: Table, *, warn: float = 0.0) -> None:
        """Begins another game."""
        await self.interrupt()
        await self.stop_review()
        self.house.thinking.forget(self.key)
        self.table, self.warn, self.paused = table, warn, False
        self._checked = table.ply
        self.review = {}
        self.moved()

    async def interrupt(self) -> None:
        """Stops the game and the study, so that the table may change; a review goes on."""
        self.warning = None
        while _runs(self._driver):
            self._driver.cancel()
            await asyncio.wait([self._driver])
        await self.study.end()

    async def stop_review(self) -> None:
        """Ends a review before its end, as the game that it judges is no more; tells the pages."""
        if self.reviewing.is_on:
            await self.reviewing.end()
            self._tell_review_stopped()

    def moved(self) -> None:
        """The table has changed: tells the pages and lets the game go on."""
        self._checked = min(self._checked, self.table.ply)
        self.go_on(tell=True)

    def go_on(self, *, tell: bool = False, once: bool = False) -> None:
        """Lets agents move and dice roll until a person is to move."""
        self._set_clock()
        if tell:
            self.tell_state()
        if not self._has_work(once):
            return
        if not _runs(self._driver):
            self._driver = asyncio.create_task(self._drive(once))
            self._driver.add_done_callback(self._let_go)
        elif self._driver.cancelling():
            # Nobody looked for a moment: the game goes on when the old search has ended.
            self._driver.add_done_callback(lambda _: self.go_on())

    def _let_go(self, driver: asyncio.Task[None]) -> None:
        """A task that was cancelled keeps the search that it was cancelled in."""
        if self._driver is driver:
            self._driver = None

    def close(self) -> None:
        """Stops everything that belongs to the session."""
        self._cancel_driver()
        self.study.stop()
        self.reviewing.stop()
        if self._flag is not None:
            self._flag.cancel()
        self.house.thinking.forget(self.key)

    # What happens by itself

    def _has_work(self, once: bool) -> bool:
        if not self.is_watched or self.table.ending is not None or self.warning is not None:
            return False
        if self._wants_check():
            return True
        if self.table.position.is_chance:
            return not self.paused or once
        seat = self.table.seat_to_move
        return seat is not None and not seat.is_person and (not self.paused or once)

    async def _drive(self, once: bool) -> None:
        try:
            while self._has_work(once):
                if self._wants_check():
                    await self._check_last_move()
                    continue
                if self.table.ply >= self.house.bounds.plies:
                    self._break_off()
                    break
                rolled = self.table.position.is_chance
                await (self._roll() if rolled else self._let_agent_move())
                self._set_clock()
                self.tell_state()
                once = once and rolled
        except Exception as error:
            self.paused = True
            self.tell_state()
            self._tell_failure(error)

    def _break_off(self) -> None:
        """Two agents would never end a game that has no end of its own."""
        self.table.end_undecided(f"{self.house.bounds.plies} moves without an end")
        self._set_clock()
        self.tell_state()

    def _tell_failure(self, error: Exception) -> None:
        """A search failed: of our errors the page learns all, of a game's own only their kind."""
        known = isinstance(error, TesujiError)
        if not known:
            log.error("a search failed in %s", self.table.game.spec, exc_info=error)
        said = str(error) if known else f"{type(error).__name__} in {self.table.game.spec}"
        self.tell("error", text=f"The search stopped: {said}")

    def _review_failed(self, error: Exception) -> None:
        self._tell_failure(error)
        self._tell_review_stopped()

    def _tell_review_stopped(self) -> None:
        self.tell("review", done=True, stopped=True, rows=[], of=self.table.ply + 1)

    async def _roll(self) -> None:
        await asyncio.sleep(self.house.pace.roll)
        die = self.draws.die(self.table.ply)
        self.table.play(str(draw_event(self.table.position, die)))

    async def _let_agent_move(self) -> None:
        seat, position = self.table.seat_to_move, self.table.position
        assert seat is not None
        begun = asyncio.get_running_loop().time()
        move, thoughts = await self._think(seat, position)
        watched = not any(each.is_person for each in self.table.seats)
        pace = self.house.pace.watched if watched else self.house.pace.reply
        await asyncio.sleep(max(0.0, begun + pace - asyncio.get_running_loop().time()))
        player = position.next_player
        if self.table.clock.kind != "none" and self.table.clock.remaining(player) < 0:
            self.table.flag(player)
        else:
            self.table.play(move, **thoughts)

    async def _think(self, seat: Seat, position: Position) -> tuple[str, dict[str, Any]]:
        if len(position.legal_moves) == 1:
            return str(position.legal_moves[0]), {}
        if seat.kind == "level":
            level = levels.level(position.game, seat.level)
            seed = self.draws.agents.getrandbits(32)
            move = await self.house.thinking.run(
                lambda leash: levels.choose(level, position, seed=seed, search=leash.search),
                lane="play",
            )
            return move, {}
        agent = self.house.fence.agent(seat.spec, position.game)
        player = self.house.thinking.player(self.key, agent, position.game, self.draws.agents)
        analysis = await self.house.thinking.search(
            player, position, watch=self._tell_thoughts(seat), **self._budget(seat, position)
        )
        self._tell_thoughts(seat)(analysis)
        return str(analysis.best), {
            "value": analysis.value,
            "simulations": analysis.simulations,
            "nodes": analysis.nodes,
            "seconds": analysis.seconds,
        }

    def _tell_thoughts(self, seat: Seat) -> Callable[[tesuji.Analysis], None]:
        ply = self.table.ply

        def tell(analysis: tesuji.Analysis) -> None:
            self.tell("thoughts", ply=ply, name=seat.name, **analysis_data(analysis))

        return tell

    def _budget(self, seat: Seat, position: Position) -> dict[str, Any]:
        """The seconds of the seat or its share of the clock; 0 means the limits of the spec."""
        clock, longest = self.table.clock, self.house.bounds.seconds
        left = max(0.0, clock.remaining(position.next_player))
        if clock.kind == "game":
            return {
                "remaining": min(left, 20 * longest),
                "increment": min(clock.increment, longest),
            }
        most = min(longest, 0.9 * left) if clock.kind == "move" else longest
        if seat.seconds > 0:
            return {"seconds": min(seat.seconds, most)}
        own = self.house.fence.agent(seat.spec, position.game).settings
        limits: dict[str, Any] = {k: own[k] for k in ("simulations", "nodes", "depth") if k in own}
        return {**limits, "seconds": min(float(own.get("seconds", most)), most)}

    # Warnings

    def _wants_check(self) -> bool:
        """Whether the last move was a person's and has not been checked yet."""
        table = self.table
        if not self.warn or table.ply <= self._checked or table.ending is not None:
            return False
        player = table.entries[-1].player
        return player is not None and table.seats[player].is_person

    async def _check_last_move(self) -> None:
        table = self.table
        before, entry = table.positions[-2], table.entries[-1]
        assert entry.player is not None
        agent = self.house.fence.agent(ANALYST, table.game)
        judge = Judge(self.house.thinking, agent, WARNING_SECONDS, lane="play")
        wanted = await judge.judge(before)
        gone = lost(wanted, await judge.look(table.position), entry.player, played=entry.move)
        self._checked = table.ply
        if gone >= self.warn:
            self.warning = {"ply": table.ply, "move": entry.move, "lost": round(gone, 3)}
        self._set_clock()
        if self.warning is not None or table.clock.running is not None:
            self.tell_state()

    # The clock

    def _set_clock(self) -> None:
        """Lets the time of whoever is to move run, while somebody looks and no move is in doubt."""
        table = self.table
        waits = self.paused or self.warning is not None or self._wants_check()
        runs = self.is_watched and not waits and table.ending is None
        table.clock.start(table.position.to_move if runs else None)
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        player = table.clock.running
        if player is not None and table.seats[player].is_person:
            delay = max(0.0, table.clock.remaining(player)) + 0.01
            self._flag = asyncio.get_running_loop().call_later(delay, self._fall, player)

    def _fall(self, player: int) -> None:
        if self.table.clock.running == player and self.table.clock.remaining(player) <= 0:
            self.table.flag(player)
            self.tell_state()

    def _cancel_driver(self) -> None:
        if _runs(self._driver):
            self._driver.cancel()


def _runs(task: asyncio.Task[None] | None) -> TypeGuard[asyncio.Task[None]]:
    return task is not None and not task.done()


def new_table(house: House) -> Table:
    """What a page shows before anything was chosen: two people at the first game."""
    names = house.fence.games()
    start = house.fence.game("colosseum" if "colosseum" in names else names[0]).start()
    return Table(start, (Seat(name=start.game.players[0]), Seat(name=start.game.players[1])))
