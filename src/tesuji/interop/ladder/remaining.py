"""What a ladder has stored, and the most that it may still play.

Which agents take part in the rounds depends on games that are not played yet, so a stored meeting
saves games only if it is certain to take place.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tesuji.arena.match.contest import MatchState
from tesuji.arena.match.schedule import Meeting
from tesuji.arena.stats.sprt import Sprt
from tesuji.arena.store.store import Store
from tesuji.interop.ladder.cost import Share
from tesuji.interop.ladder.plan import CHECK, GATE, ROUND, Entrant, LadderPlan, Planner

__all__ = ["Remaining", "has_passed", "is_rejected"]


def has_passed(gate: MatchState) -> bool:
    """The decision of a test; without one, the side to which it leans."""
    return gate.verdict == "H1" if gate.verdict else gate.llr > 0


def is_rejected(check: MatchState) -> bool:
    """Whether the first agent forfeited both games of its check."""
    return sum(check.tally.forfeits[0].values()) == 2


class Remaining:
    """The games of a ladder that are stored when it is made, and what is left to play then."""

    def __init__(
        self,
        planner: Planner,
        entrants: Sequence[Entrant],
        scheduled: Sequence[Sequence[Meeting]],
        store: Path,
    ) -> None:
        self._planner = planner
        self._pairs: dict[str, set[int]] = {}
        self._states: dict[str, MatchState] = {}
        self._certain = {each.key: each for each in planner.baselines}
        self._possible = dict(self._certain)
        if store.exists():
            with Store(store) as opened:
                ids = {each.name: each.id for each in opened.matches()}
                self._pairs = {name: opened.pairs(number) for name, number in ids.items()}
                for check, gates in self._tests(entrants):
                    self._read(opened, ids, check, None)
                    for gate in gates:
                        self._read(opened, ids, gate, planner.options.sprt)
        checks, tests = Share(0, 0), Share(0, 0)
        for entrant, (check, gates) in zip(entrants, self._tests(entrants), strict=True):
            checks += Share(self._stored(check), self.left(check))
            tests += self._follow(entrant, check, gates)
        self.shares = {CHECK: checks, GATE: tests, ROUND: self._rounds(scheduled)}

    def left(self, plan: LadderPlan) -> int:
        """The most pairs of a match that are played, if it takes place."""
        state = self._states.get(plan.title)
        return 0 if state is not None and state.finished else plan.pairs - self._stored(plan)

    def _stored(self, plan: LadderPlan) -> int:
        return sum(pair < plan.pairs for pair in self._pairs.get(plan.title, ()))

    def _tests(self, entrants: Sequence[Entrant]) -> list[tuple[LadderPlan, list[LadderPlan]]]:
        """The check of each entrant, and its gates in order."""
        columns = [self._planner.gates(entrants, each) for each in self._planner.baselines]
        checks = self._planner.checks(entrants)
        return [
            (check, [column[number] for column in columns]) for number, check in enumerate(checks)
        ]

    def _read(self, store: Store, ids: dict[str, int], plan: LadderPlan, sprt: Sprt | None) -> None:
        if plan.title in ids:
            state = MatchState(plan=plan, stored_id=ids[plan.title], sprt=sprt)
            for pair in sorted(self._pairs[plan.title]):
                if pair < plan.pairs:
                    state.add(pair, store.pair(state.stored_id, pair))
            self._states[plan.title] = state

    def _follow(self, entrant: Entrant, check: LadderPlan, gates: list[LadderPlan]) -> Share:
        """The gates that an entrant may play. Notes whether it takes part in the rounds."""
        found = self._states.get(check.title)
        is_checked = found is not None and found.finished
        if found is not None and is_checked and is_rejected(found):
            return Share(0, 0)
        share, beaten, undecided, certain = Share(0, 0), 0, 0, 0
        for gate in gates:
            share += Share(self._stored(gate), self.left(gate))
            state = self._states.get(gate.title)
            if state is None or not state.finished:
                undecided += 1
            elif not has_passed(state):
                break
            else:
                beaten += 1
                certain += not undecided  # else the gate may not be reached
        if beaten + undecided >= self._planner.options.gate:
            self._possible[entrant.key] = entrant
        if is_checked and certain >= self._planner.options.gate:
            self._certain[entrant.key] = entrant
        return share

    def _rounds(self, scheduled: Sequence[Sequence[Meeting]]) -> Share:
        options, agents = self._planner.options, self._possible
        titles: set[str] = set()
        stored = left = 0
        for number in range(options.number_of_rounds(len(agents))):
            meetings = scheduled[number] if number < len(scheduled) else []
            kept = [each for each in meetings if agents.keys() >= set(each)]
            plans = self._planner.meetings([(agents[a], agents[b]) for a, b in kept])
            stored += sum(self._stored(plan) for plan in plans if plan.title not in titles)
            titles |= {plan.title for plan in plans}
            fixed, open_ = 0, []
            for meeting, plan in zip(kept, plans, strict=True):
                if self._certain.keys() >= set(meeting):
                    fixed += self.left(plan)
                else:
                    open_.append(self.left(plan))
            left += fixed + _most(sorted(open_), len(agents) - 2 * len(kept), options.pairs)
        return Share(stored, left)


def _most(open_: list[int], free: int, pairs: int) -> int:
    """The most pairs of a round, apart from its certain meetings.

    ``open_`` are the pairs left of meetings that may not take place, in ascending order. Each of
    them then leaves one agent without an opponent, and such agents and the ``free`` ones meet.

    >>> _most([0, 0, 0, 0], 0, 4)
    8
    >>> _most([0, 4], 1, 4)
    8
    """
    return max(
        sum(open_[broken:]) + pairs * ((free + broken) // 2) for broken in range(len(open_) + 1)
    )
