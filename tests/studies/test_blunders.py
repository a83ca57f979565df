"""Blunders: sets of solved positions are built, resumed, read and measured."""

from __future__ import annotations

import json
import math
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tesuji
from tests.search.brute import minimax
from tesuji.errors import ParameterError, RecordError
from tesuji.studies.blunders import (
    Blunders,
    BuildOptions,
    SolvedPosition,
    SolvedSet,
    build,
    build_set,
    measure_blunders,
    read_set,
    set_of_game,
    solve_game,
)
from tesuji.studies.blunders.solve_game import played_decisions, solved_positions

OPTIONS = BuildOptions(
    game="avalam", player="random", random_plies=60, phase=(0.8, 1.0), seconds=2.0, memory=4.0
)

MANY = replace(OPTIONS, per_game=10)


@pytest.fixture(scope="module")
def small_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sets") / "avalam.jsonl"
    build_set(path, OPTIONS, positions=6, command="a test")
    return path


def test_the_values_of_all_moves_are_exact(small_set: Path) -> None:
    solved = read_set(small_set)
    assert (solved.game, solved.command, len(solved.positions)) == ("avalam", "a test", 6)
    compared = 0
    for entry in solved.positions:
        position = tesuji.game("avalam").position(entry.position)
        if len(position.legal_moves) > 14:
            continue
        after = [minimax(position.play(move)) for move in position.legal_moves]
        assert entry.moves == tuple((1 - each.result) / 2 for each in after)
        assert 0.7 <= entry.phase <= 1
        compared += 1
    assert compared >= 2


def test_every_position_has_moves_to_tell_apart(small_set: Path) -> None:
    for entry in read_set(small_set).positions:
        assert min(entry.moves) < max(entry.moves) == entry.value


def test_building_resumes_where_it_stopped(small_set: Path, tmp_path: Path) -> None:
    whole = read_set(small_set)
    path = tmp_path / "avalam.jsonl"
    build_set(path, OPTIONS, positions=2, command="a test")
    assert len(read_set(path).positions) == 2
    resumed = build_set(path, OPTIONS, positions=6, command="a test", jobs=1)
    without_cost = [replace(each, seconds=0) for each in resumed.positions]
    assert without_cost == [replace(each, seconds=0) for each in whole.positions]


def test_hard_and_easy_positions_are_skipped() -> None:
    seeds = range(1, 6)
    no_time = replace(OPTIONS, seconds=0.0, phase=(0.5, 0.7))
    assert not any(solved_positions(no_time, seed) for seed in seeds)
    assert not any(solved_positions(replace(OPTIONS, least_seconds=99.0), seed) for seed in seeds)


def test_a_game_gives_its_last_positions() -> None:
    seed = next(seed for seed in range(1, 20) if len(solved_positions(MANY, seed)) >= 3)
    whole = solved_positions(MANY, seed)
    some = solved_positions(replace(MANY, per_game=2), seed)
    plies = [each.ply for each in whole]
    assert plies == sorted(set(plies))
    assert [each.ply for each in some] == plies[-2:]


def test_siblings_are_one_move_off_the_game() -> None:
    options = replace(OPTIONS, siblings=3, per_game=3, phase=(0.75, 0.9), seconds=60.0)
    siblings = 0
    for seed in range(1, 9):
        line = played_decisions(options, seed)
        found = solved_positions(options, seed)
        assert len({each.position for each in found}) == len(found) <= 3
        for each in found:
            before = line[each.ply - 1]
            assert each.position in {before.play(move).text for move in before.legal_moves}
            siblings += each.position != line[each.ply].text
    assert siblings >= 3


def test_the_time_limit_holds_for_a_whole_position(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    class Slow:
        """Takes 1 second for each move."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def solve(self, position: object, *, seconds: float, clock: str) -> object:
            now[0] += min(1.0, seconds)
            return SimpleNamespace(value=1.0 if seconds >= 1 else None)

    monkeypatch.setattr(solve_game, "Solver", Slow)
    monkeypatch.setattr(time, "process_time", lambda: now[0])
    start = tesuji.game("avalam").start()
    moves = len(start.legal_moves)

    def values_and_seconds(options: BuildOptions) -> tuple[object, float]:
        now[0] = 0.0
        values = solve_game._move_values(start, options)
        return values, now[0]

    of = BuildOptions(game="avalam", seconds=2.0 * moves)
    assert values_and_seconds(of) == ((0.0,) * moves, moves)
    # The first moves show that it is out of reach: it gets a sixth of the time.
    values, seconds = values_and_seconds(replace(of, seconds=moves / 6))
    assert values is solve_game._Skipped.HARD
    assert seconds == pytest.approx(moves / 36)
    # A quarter of the moves shows that it is too easy.
    values, seconds = values_and_seconds(replace(of, least_seconds=4.0 * moves))
    assert (values, seconds) == (solve_game._Skipped.EASY, math.ceil(moves / 4))


def test_building_stops_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "avalam.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(build, "_solve_games", lambda *_: iter([(1, [])]))  # a game that was cut off
        assert build_set(path, OPTIONS, positions=5, minutes=1e-9).positions == ()
    assert not path.with_name("avalam.jsonl.skipped").exists()
    assert solved_positions(OPTIONS, 1, end=0.0) == []
    found = build_set(path, replace(OPTIONS, first_seed=40), positions=2)
    assert len(found.positions) == 2
    assert min(each.seed for each in found.positions) >= 40


def test_a_perfect_agent_gives_nothing_away(small_set: Path) -> None:
    solved = read_set(small_set)
    perfect = measure_blunders("mcts(solve=auto)", solved, simulations=100_000)
    assert perfect.all.blunders == 0
    assert perfect.worst == ()
    assert 0 < perfect.all.rate_interval[1] < 1


def test_losses_are_counted(small_set: Path) -> None:
    solved = read_set(small_set)
    report = measure_blunders("random", solved, seed=3)
    again = measure_blunders("random", solved, seed=3, jobs=2)
    assert report == again
    game = tesuji.game("avalam")
    for entry, choice in zip(solved.positions, report.choices, strict=True):
        index = list(game.position(entry.position).legal_moves).index(game.move(choice.move))
        assert choice.lost == entry.value - entry.moves[index]
    lost = [choice.lost for choice in report.choices]
    assert report.all.blunders == sum(each > 0 for each in lost)
    assert report.all.lost == pytest.approx(sum(lost) / len(lost))
    assert [each.lost for each in report.worst] == sorted((x for x in lost if x), reverse=True)[:5]
    assert json.loads(json.dumps(report.to_dict()))["all"]["positions"] == 6
    assert sum(part.positions for part in report.by_phase.values()) == 6


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_measurement_keeps_what_is_done(small_set: Path, jobs: int) -> None:
    solved = read_set(small_set)

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    given: dict[str, Any] = {"seed": 3, "jobs": jobs, "on_choice": stop}
    with pytest.raises(KeyboardInterrupt):
        measure_blunders("random", solved, **given)
    report = measure_blunders("random", solved, **given, keep_stopped=True)
    assert (len(report.choices), report.planned, report.complete) == (2, 6, False)
    whole = measure_blunders("random", solved, seed=3)
    assert whole.complete
    assert set(report.choices) < set(whole.choices)


def test_no_blunders_do_not_mean_certainty() -> None:
    nothing = Blunders.of([])
    assert (nothing.rate, nothing.lost, nothing.rate_interval) == (None, None, (0, 1))


def test_numbers_are_written_where_dice_decide(tmp_path: Path) -> None:
    entry = SolvedPosition(position="x", moves=(0.25, 1.0), ply=3, phase=0.5, seconds=1.0, seed=1)
    assert entry.to_dict()["moves"] == [0.25, 1.0]
    assert replace(entry, moves=(0.0, 0.5, 1.0)).to_dict()["moves"] == "LDW"


@pytest.mark.parametrize(
    ("line", "damage"),
    [
        (1, '{"format": 99, "game": "avalam"}'),
        (1, '{"format": 1, "game": "avalam", "version": 99}'),
        (2, "not JSON"),
        (2, "[]"),
        (2, '{"seed": 1}'),
        (2, '{"seed": 1, "position": "?", "ply": 1, "phase": 0, "seconds": 0, "moves": "W"}'),
        (2, "unproven: -1"),
        (2, "unproven: Infinity"),
    ],
)
def test_a_damaged_set_is_refused(small_set: Path, tmp_path: Path, line: int, damage: str) -> None:
    lines = small_set.read_text("utf-8").splitlines()
    given = damage.removeprefix("unproven: ")
    if given != damage:
        damage = json.dumps({**json.loads(lines[line - 1]), "unproven": float(given)})
    lines[line - 1] = damage
    path = tmp_path / "damaged.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(RecordError) as caught:
        read_set(path)
    assert (caught.value.line, caught.value.where) == (line, str(path))


def test_a_set_that_ends_in_the_middle_of_a_line_is_refused(
    small_set: Path, tmp_path: Path
) -> None:
    *head, last = small_set.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    for column in range(1, len(last) - 1):
        path.write_text("".join((*head, last[:column])), "utf-8")
        with pytest.raises(RecordError) as caught:
            read_set(path)
        assert caught.value.expected == "a whole line"
        assert (caught.value.line, caught.value.where) == (len(head) + 1, str(path))
    path.write_text("".join((*head, last.rstrip("\n"))), "utf-8")
    assert read_set(path) == read_set(small_set)


def test_a_set_with_too_few_moves_is_refused(small_set: Path, tmp_path: Path) -> None:
    lines = small_set.read_text("utf-8").splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), "moves": "W"})
    path = tmp_path / "short.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(RecordError):
        read_set(path)


def test_a_game_without_a_set_is_refused() -> None:
    class Unsolved:
        name = "blunders-unsolved"

        def start(self) -> str:
            return "start"

        def to_move(self, state: str) -> int:
            return 0

        def moves(self, state: str) -> list[str]:
            return ["end"]

        def play(self, state: str, move: str) -> str:
            return "end"

        def result(self, state: str) -> int | None:
            return 0 if state == "end" else None

    tesuji.register(Unsolved)
    with pytest.raises(ParameterError) as caught:
        set_of_game("blunders-unsolved")
    assert caught.value.given == "blunders-unsolved"


def test_a_set_of_another_board_is_refused() -> None:
    assert set_of_game("colosseum(size=8)").game == "colosseum"
    with pytest.raises(ParameterError) as caught:
        set_of_game("colosseum(size=6)")
    assert (caught.value.where, caught.value.given) == ("game", "colosseum(size=6)")
    assert "colosseum," in (caught.value.expected or "")


def test_a_set_reads_back(tmp_path: Path, small_set: Path) -> None:
    solved = read_set(small_set)
    path = tmp_path / "copy.jsonl"
    path.write_text("".join(solved.lines()), "utf-8")
    assert read_set(path) == SolvedSet(
        game=solved.game,
        version=solved.version,
        command=solved.command,
        positions=solved.positions,
    )


PACKAGED = ("avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist")


@pytest.mark.parametrize("name", PACKAGED)
def test_the_sets_of_the_package_are_large_and_tell_moves_apart(name: str) -> None:
    solved = set_of_game(name)
    assert len({each.position for each in solved.positions}) == len(solved.positions) >= 1000
    assert all(min(each.moves) < max(each.moves) for each in solved.positions)


@pytest.mark.parametrize("name", PACKAGED)
def test_the_sets_of_the_package_agree_with_the_generic_solver(name: str) -> None:
    compared = 0
    for entry in sorted(set_of_game(name).positions, key=lambda each: each.seconds)[:5]:
        position = tesuji.game(name).position(entry.position)
        for move, value in list(zip(position.legal_moves, entry.moves, strict=True))[:12]:
            after = position.play(move)
            if not after.is_over:
                found = tesuji.solve(after, nodes=2000, memory=4.0, generic=True)
                same = after.next_player == position.next_player
                low, high = (each if same else 1 - each for each in found.value_range)
                assert min(low, high) - 1e-6 <= value <= max(low, high) + 1e-6
                compared += found.exact
    assert compared > 0


@pytest.mark.parametrize("name", PACKAGED)
def test_positions_of_the_sets_have_the_value_of_their_best_move(name: str) -> None:
    """A sample. A position that is out of reach is compared with the bounds."""
    positions = set_of_game(name).positions
    exact = 0
    for entry in positions[7 :: len(positions) // 12]:
        found = tesuji.solve(tesuji.game(name).position(entry.position), nodes=20_000, memory=4.0)
        low, high = found.value_range
        assert low - 1e-6 <= entry.value <= high + 1e-6
        exact += found.exact
    assert exact > 0
