"""Swiss rounds: everybody plays, nobody meets twice, byes go round, and old meetings stay."""

from __future__ import annotations

import time
from itertools import combinations
from random import Random

import pytest

from tesuji.arena.match.schedule import Meeting
from tesuji.interop.ladder.swiss import PlayedRound, next_round, points


def names(count: int) -> list[str]:
    return [f"agent{number:03}" for number in range(count)]


def play(meetings: list[Meeting], random: Random) -> PlayedRound:
    return PlayedRound({each: random.choice([0.0, 0.25, 0.5, 0.75, 1.0]) for each in meetings})


def strength_wins(meetings: list[Meeting]) -> PlayedRound:
    return PlayedRound({each: float(each[0] < each[1]) for each in meetings})


def agents_of(meetings: list[Meeting]) -> list[str]:
    return [agent for meeting in meetings for agent in meeting]


@pytest.mark.parametrize("count", [2, 3, 7, 16, 33])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_meets_twice_and_byes_go_round(count: int, seed: int) -> None:
    entrants, random = names(count), Random(seed)
    history: list[PlayedRound] = []
    rests = dict.fromkeys(entrants, 0)
    for _ in range(min(count - 1, 6)):
        found = next_round(entrants, history)
        playing = agents_of(found)
        assert len(set(playing)) == len(playing) == count - count % 2
        for agent in set(entrants) - set(playing):
            rests[agent] += 1
        history.append(play(found, random))
    met = [frozenset(meeting) for played in history for meeting in played.scores]
    assert len(set(met)) == len(met)
    assert max(rests.values()) <= 1


def test_a_round_depends_on_nothing_but_its_arguments() -> None:
    entrants = names(20)
    history = [play(next_round(entrants, []), Random(1))]
    assert next_round(entrants, history) == next_round(list(entrants), list(history))
    assert next_round(entrants[::-1], []) != next_round(entrants, [])


def test_after_all_have_met_there_is_no_round() -> None:
    entrants = names(4)
    met = PlayedRound(dict.fromkeys(combinations(entrants, 2), 0.5))
    assert next_round(entrants, [met]) == []


def test_winners_meet_winners() -> None:
    entrants = names(64)
    history: list[PlayedRound] = []
    for _ in range(6):
        history.append(strength_wins(next_round(entrants, history)))
    score = points(entrants, history)
    assert max(score, key=lambda agent: score[agent]) == entrants[0]
    last = history[-1].scores
    gaps = [abs(score[first] - score[second]) for first, second in last]
    assert sum(gap <= 1 for gap in gaps) > 0.9 * len(gaps)


def test_a_bye_counts_as_a_drawn_match() -> None:
    assert points(["a", "b", "c"], [PlayedRound({("a", "b"): 0.75})]) == {
        "a": 0.75,
        "b": 0.25,
        "c": 0.5,
    }


def test_the_schedule_of_an_earlier_run_is_repeated() -> None:
    entrants, random = names(21), Random(5)
    history: list[PlayedRound] = []
    for _ in range(4):
        history.append(play(next_round(entrants, history), random))
    scheduled = [list(played.scores) for played in history]
    for number in range(4):
        again = next_round(entrants, history[:number], scheduled)
        assert again == scheduled[number]


def test_a_resubmission_changes_only_its_own_meetings() -> None:
    entrants, random = names(30), Random(2)
    history: list[PlayedRound] = []
    for _ in range(5):
        history.append(play(next_round(entrants, history), random))
    scheduled = [list(played.scores) for played in history]
    changed = [*entrants[:7], "resubmitted", *entrants[8:]]
    new: list[PlayedRound] = []
    for number in range(5):
        found = next_round(changed, new, scheduled)
        different = set(found) - set(scheduled[number])
        assert len(different) == 1
        assert "resubmitted" in agents_of(list(different))
        assert len(set(agents_of(found))) == 30
        new.append(play(found, random))
    met = [frozenset(meeting) for played in new for meeting in played.scores]
    assert len(set(met)) == len(met)


def test_a_new_meeting_is_not_one_that_comes_later() -> None:
    """In the first round a and b lost their opponents, but they meet in the second."""
    scheduled = [[("a", "x"), ("b", "y")], [("a", "b"), ("x", "y")]]
    first = next_round(["a", "b", "c", "d"], [], scheduled)
    assert frozenset("ab") not in map(frozenset, first)
    assert len(set(agents_of(first))) == 4
    assert ("a", "b") in next_round(["a", "b", "c", "d"], [strength_wins(first)], scheduled)


def test_two_thousand_entrants_are_paired_in_seconds() -> None:
    entrants, random = names(2001), Random(0)
    history: list[PlayedRound] = []
    begun = time.process_time()
    for _ in range(3):
        found = next_round(entrants, history)
        assert len(found) == 1000
        history.append(play(found, random))
    assert time.process_time() - begun < 60
