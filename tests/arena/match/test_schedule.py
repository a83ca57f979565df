"""Schedules: everybody plays, nobody meets twice, and rests are shared."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tesuji.arena.match.schedule import Standings, default_rounds, meetings
from tesuji.errors import ParameterError


def test_round_robin_and_gauntlet() -> None:
    assert meetings("abc", "round-robin") == [("a", "b"), ("a", "c"), ("b", "c")]
    assert meetings("abc", "gauntlet") == [("a", "b"), ("a", "c")]
    with pytest.raises(ParameterError) as caught:
        meetings("abc", "knockout")
    assert (caught.value.where, caught.value.given) == ("kind", "knockout")


@pytest.mark.parametrize(("agents", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4)])
def test_rounds_that_tell_a_winner(agents: int, rounds: int) -> None:
    assert default_rounds(agents) == rounds


def test_neighbours_meet_who_have_not_met() -> None:
    standings = Standings("abcd")
    assert standings.next_round() == [("a", "b"), ("c", "d")]
    standings.add("a", "b", 1.0)
    standings.add("c", "d", 0.75)
    assert standings.next_round() == [("a", "c"), ("d", "b")]


def test_nobody_is_left_out_where_a_round_of_all_exists() -> None:
    """From the top a-d and b-c would leave e and f, who have met."""
    standings = Standings("abcdef")
    for first, second in ("ab", "ac", "bd", "ef"):
        standings.add(first, second, 0.5)
    found = standings.next_round()
    assert sorted(agent for meeting in found for agent in meeting) == list("abcdef")


@pytest.mark.parametrize("count", range(2, 12))
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_swiss(count: int, seed: int) -> None:
    agents, random = [f"agent{n}" for n in range(count)], Random(seed)
    standings = Standings(agents)
    met: list[frozenset[str]] = []
    rests = dict.fromkeys(agents, 0)
    for _ in range(default_rounds(count)):
        found = standings.next_round()
        playing = [agent for meeting in found for agent in meeting]
        assert len(set(playing)) == len(playing) == count - count % 2
        met += [frozenset(meeting) for meeting in found]
        for agent in set(agents) - set(playing):
            rests[agent] += 1
        for meeting in found:
            standings.add(*meeting, random.choice([0.0, 0.25, 0.5, 0.75, 1.0]))
    assert len(set(met)) == len(met)
    assert max(rests.values()) <= 1


def test_it_ends_when_all_have_met() -> None:
    standings = Standings("abcde")
    for first, second in combinations("abcde", 2):
        standings.add(first, second, 0.5)
    assert standings.next_round() == []


def test_a_round_that_cannot_hold_all_holds_whom_it_can() -> None:
    standings = Standings("abcd")
    for first, second in ("ab", "ac", "ad"):
        standings.add(first, second, 0.0)
    assert standings.next_round() == [("b", "c")]


def test_many_agents_take_no_forever() -> None:
    agents = [f"agent{n}" for n in range(30)]
    standings = Standings(agents)
    for other in agents[1:]:
        standings.add(agents[0], other, 0.0)
    assert len(standings.next_round()) == 14
