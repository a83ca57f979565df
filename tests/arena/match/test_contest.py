"""Contests: what counts, in which order, and what a second run finds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tesuji
from tests.arena.pairs import in_threads, made_up_pair, moves_of, quick_plan
from tesuji.agents.books.book import book_text
from tesuji.arena.match.contest import Contest, MatchState
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.tally import Tally
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.sprt import Sprt
from tesuji.errors import ParameterError, StoreError

TEST = Sprt(0, 100)
SCORES = [0.5, 1.0, 0.75, 1.0, 0.25, *[1.0, 0.75, 1.0, 0.5] * 20]


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def state(order: list[int], sprt: Sprt | None = TEST) -> MatchState:
    """A match whose pairs finished in this order."""
    match = MatchState(plan=quick_plan(pairs=len(SCORES)), stored_id=1, sprt=sprt)
    for pair in order:
        match.add(pair, made_up_pair(pair, SCORES[pair], plies=1 + pair % 5))
    return match


def shuffled(seed: int) -> list[int]:
    order = list(range(len(SCORES)))
    Random(seed).shuffle(order)
    return order


# The test looks at pairs in the order of the schedule


@pytest.mark.parametrize("seed", range(5))
def test_the_order_in_which_pairs_finish_changes_nothing(seed: int) -> None:
    ordered, mixed = state(list(range(len(SCORES)))), state(shuffled(seed))
    assert ordered.verdict == mixed.verdict == "H1"
    assert ordered.counted == mixed.counted
    assert ordered.llrs == mixed.llrs
    assert ordered.pentanomial == mixed.pentanomial
    assert ordered.tally == mixed.tally


def test_it_stops_where_the_test_does() -> None:
    match, verdict = state(shuffled(1)), TEST.judge(SCORES)
    assert 5 < verdict.pairs < len(SCORES)
    assert (match.verdict, match.counted) == (verdict.status, verdict.pairs)
    assert match.llrs == pytest.approx(list(TEST.curve(SCORES[: verdict.pairs])))
    assert match.pentanomial == Pentanomial.from_pairs(SCORES[: verdict.pairs])


def test_pairs_beyond_the_decision_are_stored_and_not_counted() -> None:
    match = state(shuffled(2))
    assert match.counted is not None
    assert match.stored == set(range(len(SCORES)))
    assert set(match.tally.pairs) == set(range(match.counted))
    assert match.tally.games == 2 * match.counted == 2 * match.pentanomial.pairs


def test_nothing_is_decided_while_an_early_pair_is_missing() -> None:
    match = state([pair for pair in range(len(SCORES)) if pair != 2])
    assert match.verdict is None
    assert match.pentanomial.pairs == 2
    match.add(2, made_up_pair(2, SCORES[2]))
    assert match.verdict == "H1"


def test_without_a_test_all_pairs_count_at_once() -> None:
    match = state([7, 3, 5], sprt=None)
    assert match.pentanomial == Pentanomial.from_pairs([SCORES[7], SCORES[3], SCORES[5]])
    assert not match.finished
    assert state(shuffled(3), sprt=None).finished


# Tallies


def test_tallies_see_the_match_as_the_first_agent_does() -> None:
    tally = Tally()
    for pair, score in enumerate([0.0, 0.25, 0.5, 0.75, 1.0]):
        tally.add(pair, made_up_pair(pair, score))
    assert list(tally.pairs.values()) == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert tally.scores[3] == (0.5, 1.0)
    assert tally.draws == 2
    assert tally.games == 10
    assert tally.plies == 30
    assert [cost.moves for cost in tally.costs] == [15, 15]


def test_equal_games_are_counted() -> None:
    tally = Tally()
    for pair in (0, 1, 2):
        tally.add(pair, made_up_pair(0, 1.0))
    assert tally.repeated == 4


@pytest.mark.parametrize(("side", "loser"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_forfeits_are_held_against_who_lost(side: int, loser: int) -> None:
    games = made_up_pair(0, 0.5)
    games[side] = replace(games[side], end="time", winner=1 - loser)
    tally = Tally()
    tally.add(0, games)
    agent = 0 if loser == side else 1
    assert [sum(lost.values()) for lost in tally.forfeits] == [int(agent == 0), int(agent == 1)]


# Stores


def played(contest: Contest, **options: int) -> list[list[str]]:
    assert contest.run(jobs=options.get("jobs", 2))
    return [moves_of(game) for m in contest.matches for game in contest.store.games(m.stored_id)]


def test_a_second_run_plays_nothing_again(tmp_path: Path) -> None:
    first = Contest([quick_plan()], store=tmp_path / "s")
    games = played(first)
    second = Contest([quick_plan()], store=tmp_path / "s")
    assert second.finished
    assert played(second) == games
    assert second.played == 0
    assert second.matches[0].tally.scores == first.matches[0].tally.scores


def test_more_pairs_go_on_where_it_stopped(tmp_path: Path) -> None:
    few = played(Contest([quick_plan(pairs=3)], store=tmp_path / "s"))
    more = Contest([quick_plan(pairs=6)], store=tmp_path / "s")
    assert more.pairs_left == 3
    games = played(more)
    assert more.played == 3
    assert games[:6] == few
    assert games == played(Contest([quick_plan(pairs=6)]))


def test_fewer_pairs_count_fewer(tmp_path: Path) -> None:
    played(Contest([quick_plan(pairs=5)], store=tmp_path / "s"))
    fewer = Contest([quick_plan(pairs=2)], store=tmp_path / "s")
    assert fewer.finished
    assert fewer.matches[0].pentanomial.pairs == 2


def test_a_decided_test_stays_decided(tmp_path: Path) -> None:
    plan = quick_plan("mcts", "random", pairs=200, limits={"simulations": 200})
    first = Contest([plan], store=tmp_path / "s", sprt=Sprt(0, 200))
    games = played(first)
    match = first.matches[0]
    assert match.verdict == "H1"
    assert match.counted is not None
    assert match.counted <= len(games) // 2 < 200
    again = Contest([plan], store=tmp_path / "s", sprt=Sprt(0, 200))
    assert again.finished
    assert played(again) == games
    assert again.matches[0].llrs == match.llrs


def others() -> list[MatchPlan]:
    """Plans of the same name that would play other games."""
    return [
        quick_plan(seed=1),
        quick_plan(limits={"simulations": 3}),
        quick_plan(plies=3),
        quick_plan(adjudicate={"proven": True}),
        quick_plan(openings=["6/6/6/6/6/6"]),
    ]


@pytest.mark.parametrize("number", range(5))
def test_another_identity_is_refused(tmp_path: Path, number: int) -> None:
    games = played(Contest([quick_plan()], store=tmp_path / "s"))
    other = others()[number]
    with pytest.raises(StoreError, match="--new") as caught:
        Contest([other], store=tmp_path / "s")
    assert len(caught.value.differences) == 1 + (number == 1)
    assert played(Contest([quick_plan()], store=tmp_path / "s")) == games
    assert Contest([other], store=tmp_path / "s", new=True).pairs_left == other.pairs


def test_a_new_behaviour_or_version_is_another_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(Contest([quick_plan()], store=tmp_path / "s"))
    with monkeypatch.context() as patch:
        patch.setattr("tesuji.agents.bench.BEHAVIOUR", 99)
        with pytest.raises(StoreError) as caught:
            Contest([quick_plan()], store=tmp_path / "s")
        assert [new for _, _, new in caught.value.differences] == ["99"]
    monkeypatch.setattr("tesuji.games.pentago.Pentago.version", 99)
    with pytest.raises(StoreError) as caught:
        Contest([quick_plan()], store=tmp_path / "s")
    assert [new for _, _, new in caught.value.differences] == ["99"]


def test_another_book_is_another_identity(tmp_path: Path) -> None:
    def write(path: Path, *rows: tuple[str, str, float]) -> None:
        path.write_text(book_text(start.game, rows, command="", nodes=9, behaviour=1), "utf-8")

    def plan(file: Path) -> MatchPlan:
        spec = f'alphabeta(book=file("{file}"))'
        return quick_plan(spec, limits={"nodes": 5}, pairs=1, name="book")

    start = tesuji.game("pentago").start()
    file, moved = tmp_path / "a.book", tmp_path / "b.book"
    write(file, (start.text, "b2AR", 0.5))
    games = played(Contest([plan(file)], store=tmp_path / "s"))
    file.rename(moved)
    assert played(Contest([plan(moved)], store=tmp_path / "s")) == games
    write(file, (start.text, "a1AR", 0.5))
    with pytest.raises(StoreError, match=r'files: .* "book \w+" in the store') as caught:
        Contest([plan(file)], store=tmp_path / "s")
    assert [name for name, _, _ in caught.value.differences] == ["contents of files"]


def test_the_default_written_out_is_the_same_identity(tmp_path: Path) -> None:
    """`mcts` and its expanded spec play alike; the name alone differs."""
    one = quick_plan("mcts", limits={"simulations": 5})
    whole = tesuji.agent("mcts").expanded(tesuji.game(one.game))
    two = quick_plan(whole, limits={"simulations": 5})
    assert one.identity == two.identity


def test_the_same_match_twice_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        Contest([quick_plan(), quick_plan()])
    assert caught.value.given == quick_plan().title


# Several matches, and Ctrl-C


def test_matches_take_turns() -> None:
    contest = Contest([quick_plan(pairs=3), quick_plan("random", "greedy", pairs=2)])
    order = [(task.match, task.pair) for task in contest._tasks()]
    assert order == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]


def test_ctrl_c_keeps_what_there_is(tmp_path: Path) -> None:
    def interrupt(contest: Contest) -> None:
        if contest.played == 3:
            raise KeyboardInterrupt

    contest = Contest([quick_plan(pairs=50)], store=tmp_path / "s")
    assert not contest.run(jobs=1, progress=interrupt)
    assert contest.matches[0].pentanomial.pairs == 3
    again = Contest([quick_plan(pairs=50)], store=tmp_path / "s")
    assert len(again.matches[0].stored) == 3
    assert played(again) == played(Contest([quick_plan(pairs=50)]))


def test_a_store_that_fails_stops_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = Contest([quick_plan(pairs=50)], store=tmp_path / "s")
    add, calls = contest.store.add_pair, []

    def full(match: int, pair: int, *more: Any) -> None:
        calls.append(pair)
        if len(calls) > 2:
            raise StoreError("database or disk is full")
        add(match, pair, *more)

    monkeypatch.setattr(contest.store, "add_pair", full)
    with pytest.raises(StoreError, match="disk is full"):
        contest.run(jobs=1)
    assert len(Contest([quick_plan(pairs=50)], store=tmp_path / "s").matches[0].stored) == 2
