"""Hard positions: a plain search does not prove them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import tesuji
from tesuji.studies.blunders import (
    BuildOptions,
    SolvedPosition,
    build_set,
    measure_blunders,
    read_set,
    set_of_game,
    solve_game,
    unproven,
)
from tesuji.studies.blunders.solve_game import played_decisions, solved_positions
from tesuji.studies.blunders.unproven import stays_unproven

MANY = BuildOptions(
    game="avalam", player="random", random_plies=60, phase=(0.8, 1.0), seconds=2.0, memory=4.0,
    per_game=10,
)  # fmt: skip


@pytest.fixture(scope="module")
def small_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sets") / "avalam.jsonl"
    build_set(path, replace(MANY, per_game=1), positions=6, command="a test")
    return path


def hard_in_vain(monkeypatch: pytest.MonkeyPatch, proven: set[str]) -> list[tuple[str, float]]:
    """Lets the search prove these positions only, and lists what it is asked."""
    asked: list[tuple[str, float]] = []

    def stays_unproven(position: tesuji.Position, seconds: float) -> bool:
        asked.append((position.text, seconds))
        return position.text not in proven

    monkeypatch.setattr(solve_game, "stays_unproven", stays_unproven)
    return asked


def test_positions_that_a_search_proves_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solved_positions(MANY, 2)
    assert len(whole) >= 3
    assert not any(each.unproven for each in whole)
    asked = hard_in_vain(monkeypatch, {whole[-1].position})
    found = solved_positions(replace(MANY, unproven=3.0, glance=0.5), 2)
    assert [each.position for each in found] == [each.position for each in whole[:-1]]
    assert {each.unproven for each in found} == {3.0}
    # A glance before the position is solved, and the whole time after it.
    assert [seconds for text, seconds in asked if text == whole[-1].position] == [1.5]
    assert [seconds for text, seconds in asked if text == whole[-2].position] == [1.5, 3.0]
    asked.clear()
    again = solved_positions(replace(MANY, unproven=3.0, glance=1.0), 2)
    assert [each.position for each in again] == [each.position for each in found]
    assert {seconds for _, seconds in asked} == {3.0}
    assert asked.count((whole[-2].position, 3.0)) == 1


def test_the_solver_keeps_its_tables_through_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[BuildOptions] = []
    solver = solve_game._solver

    def counted(options: BuildOptions) -> tesuji.Solver:
        made.append(options)
        return solver(options)

    monkeypatch.setattr(solve_game, "_solver", counted)
    hard_in_vain(monkeypatch, set())
    hard = solved_positions(replace(MANY, unproven=3.0), 2)
    assert len(made) == 1 < len(hard)
    whole = solved_positions(MANY, 2)
    assert len(made) > len(whole)
    assert [each.moves for each in hard] == [each.moves for each in whole]


def test_a_game_whose_first_position_is_proven_gives_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = replace(MANY, unproven=3.0, glance=0.5)
    line = played_decisions(options, 2)
    first = line[int(0.8 * len(line))].text
    asked = hard_in_vain(monkeypatch, {first})
    assert solved_positions(options, 2) == []
    assert asked == [(first, 1.5)]


def test_a_search_that_proves_nothing_spends_its_time() -> None:
    start = tesuji.game("avalam").start()
    assert stays_unproven(start, 0.05)
    won = tesuji.game("avalam").position(set_of_game("avalam").positions[0].position)
    while tesuji.agent("alphabeta").search(won, seconds=0.3, clock="cpu").proven is None:
        won = won.play(won.legal_moves[0])
    assert not stays_unproven(won, 0.3)


@pytest.mark.parametrize(("proven", "spent"), [("draw", 2.0), (None, 1.0)])
def test_a_search_that_ends_early_does_not_count(
    proven: str | None, spent: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Search:
        def search(self, *_: object, **__: object) -> object:
            return SimpleNamespace(proven=proven, seconds=spent)

    monkeypatch.setattr(unproven, "agent", lambda _: Search())
    assert not stays_unproven(tesuji.game("avalam").start(), 2.0)


def test_positions_with_few_pieces_are_left_out() -> None:
    whole = solved_positions(MANY, 2)
    pieces = [
        len(tesuji.game("avalam").position(each.position).board.pieces) for each in whole
    ]  # fewer and fewer
    some = solved_positions(replace(MANY, least_pieces=pieces[0]), 2)
    assert [each.position for each in some] == [whole[0].position]


def test_positions_with_many_best_moves_are_left_out() -> None:
    def share(entry: SolvedPosition) -> float:
        return sum(each == entry.value for each in entry.moves) / len(entry.moves)

    found = [each for seed in range(1, 9) for each in solved_positions(MANY, seed)]
    most = sorted(map(share, found))[len(found) // 2]
    options = replace(MANY, most_best=most)
    some = [each for seed in range(1, 9) for each in solved_positions(options, seed)]
    expected = {each.position for each in found if share(each) <= most}
    assert 0 < len(expected) < len(found)
    assert {each.position for each in some} == expected


def test_a_position_is_hard_if_a_search_leaves_it_open_or_solving_takes_long() -> None:
    entry = SolvedPosition(position="x", moves=(0.0, 1.0), ply=3, phase=0.5, seconds=9.9, seed=1)
    assert not entry.hard
    assert not replace(entry, unproven=1.9).hard
    assert replace(entry, unproven=2.0).hard
    assert replace(entry, seconds=10.0).hard


def test_the_seconds_of_a_search_are_written_and_read(small_set: Path, tmp_path: Path) -> None:
    solved = read_set(small_set)
    assert "unproven" not in solved.positions[0].to_dict()
    hard = replace(solved, positions=(replace(solved.positions[0], unproven=2.0),))
    path = tmp_path / "hard.jsonl"
    path.write_text("".join(hard.lines()), "utf-8")
    assert read_set(path) == hard


def test_hard_positions_are_counted_apart(small_set: Path) -> None:
    solved = read_set(small_set)
    easy, hard = solved.positions[:4], solved.positions[4:]
    mixed = replace(solved, positions=(*easy, *(replace(each, unproven=2.0) for each in hard)))
    parts = measure_blunders("random", mixed, seed=3)
    assert list(parts.by_hardness) == list(parts.to_dict()["by_hardness"]) == ["easy", "hard"]
    for name, index in (("easy", slice(4)), ("hard", slice(4, None))):
        lost = [choice.lost for choice in parts.choices[index]]
        assert parts.by_hardness[name].positions == len(lost)
        assert parts.by_hardness[name].blunders == sum(each > 0 for each in lost)
    assert list(measure_blunders("random", solved, seed=3).by_hardness) == ["easy"]
