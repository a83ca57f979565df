"""A session: one live game, the pages that show it, and the moves that need no person."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, TypeGuard

import tesuji
from tesuji.agents import Agent
from tesuji.agents.review import Estimate, Judge, Judgement, move_loss
from tesuji.errors import TesujiError
from tesuji.games import Move, Position
from tesuji.games.chance import draw_event
from tesuji.web.agent_budget import search_budget
from tesuji.web.answers import analysis_data, move_thoughts, state_data
from tesuji.web.live_game import LiveGame, Seat, live_between_people
from tesuji.web.members import Member, Members
from tesuji.web.proposals import Proposals
from tesuji.web.resumable_task import ResumableTask
from tesuji.web.searches import SearchHandle
from tesuji.web.seeds import Seeds
from tesuji.web.services import Page, Services
from tesuji.web.studies import Studies

__all__ = ["ANALYST", "Session"]

log = logging.getLogger(__name__)

WARNING_SECONDS = 0.4
"""Search time to judge a person's move before a warning."""
ANALYST = "mcts"
"""The agent that judges moves for warnings."""


class Session:
    """One live game. Everything here runs in the event loop; only searches run elsewhere."""

    def __init__(self, services: Services, address: str | None = None) -> None:
        self.key = secrets.token_urlsafe(9)
        """Names the session; the secrets of its members begin with it."""
        self.services = services
        self.address = address
        """Where its first visitor came from; None is this machine."""
        bounds = services.bounds
        self.members = Members(self.key, most=bounds.members, most_invitations=bounds.invitations)
        self.proposals = Proposals()
        self.seeds = Seeds(services.seed)
        self.pages: set[Page] = set()
        self.live = self._first = live_between_people(services.admission.first_game())
        self.paused = False
        self.warn = 0.0
        self.warning: dict[str, Any] | None = None
        self.review: dict[int, dict[str, Any]] = {}
        """The rows of the review, by ply."""
        self._judge_agent: Agent | None = None
        """Judges moves for warnings; None if the game has none."""
        self._checked = 0
        """The ply up to which moves have been checked for a warning."""
        self._driver: asyncio.Task[None] | None = None
        self.studies = Studies(failed=self._send_failure)
        self.reviewing = ResumableTask(may_run=lambda: self.is_watched, failed=self._review_failed)
        self._timeout: asyncio.TimerHandle | None = None

    # Pages

    @property
    def is_watched(self) -> bool:
        """Whether any page is visible; everything stops while none is."""
        return any(page.visible for page in self.pages)

    @property
    def is_shared(self) -> bool:
        """Whether two people on different devices play."""
        return self.members.is_shared

    @property
    def is_running(self) -> bool:
        """Whether clocks and dice go on. Nobody can stop a shared game by hiding the page."""
        return self.members.is_complete if self.is_shared else self.is_watched

    @property
    def is_unused(self) -> bool:
        """Whether nobody looks at it or is expected, and nothing has happened in it."""
        begun = self.live is not self._first or self.live.ply or self.is_shared
        return not self.pages and not begun and not self.members.is_expecting

    @property
    def searcher(self) -> str:
        """Whose turn a search of this session takes: all sessions of an address share turns."""
        return self.address or self.key

    @property
    def present(self) -> set[Member]:
        """The members with an open page."""
        return {page.member for page in self.pages}

    def join(self, token: str) -> Member | None:
        """Uses up an invitation; returns the new member, or None if it is not valid."""
        was_shared = self.is_shared
        member = self.members.join(token, present=self.present)
        if self.is_shared and not was_shared and self.live.ending is None:
            self._end_studies()
        self.name_players()
        return member

    def _end_studies(self) -> None:
        """Ends whatever would be advice in a game between two people."""
        self._cancel_driver()
        self.studies.stop_all()
        self.reviewing.stop()
        self._send_review_stopped()
        self.review, self.warn, self.warning = {}, 0.0, None

    def name_players(self) -> None:
        """Names the players of a shared game after its members, unless it is over."""
        if self.is_shared and self.live.ending is None:
            self.live.name_players(self.members.names)

    def visibility_changed(self, *, announce: bool = True) -> None:
        """Starts or stops everything after a page came or went, or (not announced) was hidden."""
        if self.is_running:
            # Clocks stood still in the meantime, which hidden pages do not know.
            self.go_on(send=announce if self.is_shared else self.live.clock.kind != "none")
        self.studies.visibility_changed()
        if self.is_watched:
            self.reviewing.resume()
        else:
            self.reviewing.pause()
        if not self.is_running:
            self._cancel_driver()
            self._set_clock()

    def leave(self, page: Page) -> None:
        """Removes a page, and the study that it asked for."""
        self.pages.discard(page)
        self.studies.leave(page)
        self.visibility_changed()

    def send(self, kind: str, /, **data: Any) -> None:
        """Sends a message to all pages."""
        for page in tuple(self.pages):
            page.send(kind, **data)

    def send_state(self) -> None:
        """Sends the state to all pages, each with the seats of its member."""
        self.proposals.drop_stale(self.live)
        state = self.state()
        for page in tuple(self.pages):
            page.send("state", **state, you=self.members.seats(page.member))

    def state(self) -> dict[str, Any]:
        """The game, and what the session adds to it."""
        seat = self.live.seat_to_move
        waits = self.paused or self.warning is not None
        return {
            **state_data(self.live),
            "paused": self.paused,
            "warn": self.warn,
            "warning": self.warning,
            "thinking": seat is not None and not seat.is_person and not waits,
            "begun": self.live is not self._first or self.live.ply > 0 or self.is_shared,
            **self.members.data(self.present),
            "proposal": self.proposals.data(),
        }

    # Changing the game

    async def begin_game(self, live: LiveGame, *, warn: float = 0.0) -> None:
        """Replaces the game. Warnings are off if somebody joins in the meantime: they advise."""
        admission = self.services.admission
        judge_agent = admission.agent(ANALYST, live.game) if warn else None
        if not all(seat.is_person for seat in live.seats):
            self.members.withdraw_seats()
        await self.interrupt()
        await self.stop_review()
        self.services.searches.forget(self.key)
        self.live, self.warn, self.paused = live, 0.0 if self.is_shared else warn, False
        self._judge_agent = judge_agent
        self._checked = live.ply
        self.review = {}
        self.name_players()
        self.moved()

    async def interrupt(self) -> None:
        """Stops the driver and the studies, so that the game may change; a review continues."""
        self.warning = None
        while _runs(self._driver):
            self._driver.cancel()
            await asyncio.wait([self._driver])
        await self.studies.end_all()

    async def stop_review(self) -> None:
        """Stops a running review, because its game changes, and informs the pages."""
        if self.reviewing.is_on:
            await self.reviewing.end()
            self._send_review_stopped()

    def moved(self) -> None:
        """Updates the pages after a change of the game, and lets agents and dice go on."""
        self._checked = min(self._checked, self.live.ply)
        self.go_on(send=True)

    def go_on(self, *, send: bool = False, once: bool = False) -> None:
        """Lets agents move and dice roll until it is a person's turn."""
        self._set_clock()
        if send:
            self.send_state()
        if not self._has_work(once):
            return
        if not _runs(self._driver):
            self._driver = asyncio.create_task(self._drive(once))
            self._driver.add_done_callback(self._let_go)
        elif self._driver.cancelling():
            # The page was hidden for a moment: go on when the old search has ended.
            self._driver.add_done_callback(lambda _: self.go_on())

    def _let_go(self, driver: asyncio.Task[None]) -> None:
        """Forgets the task: a cancelled task keeps its search alive."""
        if self._driver is driver:
            self._driver = None

    def close(self) -> None:
        """Stops everything that belongs to the session."""
        self._cancel_driver()
        self.studies.stop_all()
        self.reviewing.stop()
        if self._timeout is not None:
            self._timeout.cancel()
        self.services.searches.forget(self.key)

    # Agents and dice

    def _has_work(self, once: bool) -> bool:
        if not self.is_running or self.live.ending is not None or self.warning is not None:
            return False
        if self._wants_check():
            return True
        if self.live.position.is_chance:
            return not self.paused or once
        seat = self.live.seat_to_move
        return seat is not None and not seat.is_person and (not self.paused or once)

    async def _drive(self, once: bool) -> None:
        try:
            while self._has_work(once):
                if self._wants_check():
                    await self._check_last_move()
                    continue
                if self.live.ply >= self.services.bounds.plies:
                    self._end_long_game()
                    break
                rolled = self.live.position.is_chance
                await (self._roll() if rolled else self._let_agent_move())
                self._set_clock()
                self.send_state()
                once = once and rolled
        except Exception as error:
            self.paused = True
            self.send_state()
            self._send_failure(error)

    def _end_long_game(self) -> None:
        """Ends a game that two agents would play forever."""
        self.live.end_undecided(f"{self.services.bounds.plies} moves without an end")
        self._set_clock()
        self.send_state()

    def _send_failure(self, error: Exception, page: Page | None = None) -> None:
        """Reports a failed search to one page or to all: errors of others only by their class."""
        known = isinstance(error, TesujiError)
        if not known:
            log.error("a search failed in %s", self.live.game.spec, exc_info=error)
        said = str(error) if known else f"{type(error).__name__} in {self.live.game.spec}"
        (page or self).send("error", text=f"The search stopped: {said}")

    def _review_failed(self, error: Exception) -> None:
        self._send_failure(error)
        self._send_review_stopped()

    def _send_review_stopped(self) -> None:
        self.send("review", done=True, stopped=True, rows=[], of=self.live.ply + 1)

    async def _roll(self) -> None:
        await asyncio.sleep(self.services.delays.roll)
        event = draw_event(self.live.position, self.seeds.die(self.live.ply))
        self.live.play(event)
        if self.live.ending is None:
            # Both clocks stand still until everybody has seen the roll. A move ends the wait.
            self.send_state()
            await asyncio.sleep(self.services.delays.hold)

    async def _let_agent_move(self) -> None:
        seat, position = self.live.seat_to_move, self.live.position
        assert seat is not None
        begun = asyncio.get_running_loop().time()
        move, thoughts = await self._think(seat, position)
        watched = not any(each.is_person for each in self.live.seats)
        delays = self.services.delays
        delay = delays.between_agents if watched else delays.reply
        await asyncio.sleep(max(0.0, begun + delay - asyncio.get_running_loop().time()))
        player = position.next_player
        if self.live.clock.kind != "none" and self.live.clock.remaining(player) < 0:
            self.live.lose_on_time(player)
        else:
            self.live.play(move, **thoughts)

    async def _think(self, seat: Seat, position: Position) -> tuple[Move, dict[str, Any]]:
        if len(position.legal_moves) == 1:
            return position.legal_moves[0], {}
        assert seat.agent is not None
        draw = self.seeds.agent_seed
        player = self.services.searches.player(self.key, seat.agent, position.game, draw)
        analysis = await self.services.searches.search(
            player,
            position,
            owner=self.searcher,
            watch=self._send_thoughts(seat),
            waits=lambda before: self.send("waiting", what="move", before=before),
            **search_budget(self.live, seat, self.services.bounds.seconds),
        )
        self._send_thoughts(seat)(analysis)
        return analysis.best, move_thoughts(analysis)

    def _send_thoughts(self, seat: Seat) -> Callable[[tesuji.Analysis], None]:
        ply = self.live.ply

        def send(analysis: tesuji.Analysis) -> None:
            self.send("thoughts", ply=ply, name=seat.name, **analysis_data(analysis))

        return send

    def judge(self, agent: Agent, seconds: float) -> Judge:
        """A judge of positions, within the limits of the server."""
        return Judge(agent=agent, seconds=seconds, memory=self.services.bounds.memory)

    # Warnings

    def _wants_check(self) -> bool:
        """Whether the last move was a person's and is still to be checked."""
        live = self.live
        if not self.warn or live.ply <= self._checked or live.ending is not None:
            return False
        player = live.entries[-1].player
        return player is not None and live.seats[player].is_person

    async def _check_last_move(self) -> None:
        live = self.live
        before, entry = live.positions[-2], live.entries[-1]
        assert entry.player is not None
        assert self._judge_agent is not None
        judge = self.judge(self._judge_agent, WARNING_SECONDS)
        position = live.position

        def compare(handle: SearchHandle) -> tuple[Judgement, Estimate]:
            search = handle.search
            return judge.judge(before, search=search), judge.estimate(position, search=search)

        best, after = await self.services.searches.run(compare, owner=self.searcher, lane="play")
        gone = move_loss(best, after, player=entry.player, played=entry.move)
        self._checked = live.ply
        if gone >= self.warn:
            self.warning = {"ply": live.ply, "move": str(entry.move), "lost": round(gone, 3)}
        self._set_clock()
        if self.warning is not None or live.clock.running is not None:
            self.send_state()

    # The clock

    def _set_clock(self) -> None:
        """Runs the clock of the player to move, unless the game waits for something."""
        live = self.live
        waits = self.paused or self.warning is not None or self._wants_check()
        awaited = not self.is_shared and self.members.expects_player and live.is_untouched
        runs = self.is_running and not (waits or awaited) and live.ending is None
        live.clock.start(live.position.to_move if runs else None)
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None
        player = live.clock.running
        if player is not None and live.seats[player].is_person:
            delay = max(0.0, live.clock.remaining(player)) + 0.01
            self._timeout = asyncio.get_running_loop().call_later(delay, self._time_out, player)

    def _time_out(self, player: int) -> None:
        if self.live.clock.running == player and self.live.clock.remaining(player) <= 0:
            self.live.lose_on_time(player)
            self.send_state()

    def _cancel_driver(self) -> None:
        if _runs(self._driver):
            self._driver.cancel()


def _runs(task: asyncio.Task[None] | None) -> TypeGuard[asyncio.Task[None]]:
    return task is not None and not task.done()
