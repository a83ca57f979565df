"""Pairs of games: the same opening and dice for both, and every way a game can end."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji.agents import Analysis
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.openings import draw_opening
from tesuji.arena.match.pair import PairTask, check_adjudicate, play_pair
from tesuji.errors import ParameterError
from tesuji.games.record import GameRecord, MoveRecord

PER_MOVE = {"simulations": 60}
make_player = tesuji.Agent.player


def pair_task(
    first: str = "mcts",
    second: str = "flat",
    *,
    game: str = "ewn",
    seed: int = 5,
    limits: tuple[dict[str, Any], dict[str, Any]] = (PER_MOVE, PER_MOVE),
    **options: Any,
) -> PairTask:
    made = [Limits.given(**{"clock": "cpu", **each}).to_dict() for each in limits]
    opening = draw_opening(tesuji.game(game), seed).text
    return PairTask(
        game=game,
        agents=(first, second),
        limits=(made[0], made[1]),
        pair=0,
        seed=seed,
        **{"opening": opening, **options},
    )


def play(task: PairTask) -> tuple[GameRecord, GameRecord]:
    for file in task.load:
        tesuji.load(file)
    named, swapped = play_pair(task)
    return GameRecord.from_dict(named), GameRecord.from_dict(swapped)


def moves(record: GameRecord) -> list[str]:
    return [move.move for move in record.moves]


def rolls(record: GameRecord) -> list[str]:
    return [move.move for move in record.moves if move.player is None]


# Two games from one opening


@pytest.mark.parametrize("game", ["ewn", "ewn-cyclic", "avalam", "pentago", "colosseum(size=5)"])
def test_a_pair_shares_its_opening_with_sides_swapped(game: str) -> None:
    named, swapped = play(pair_task(game=game))
    assert named.agents == ("mcts", "flat")
    assert swapped.agents == ("flat", "mcts")
    assert named.start == swapped.start
    assert (named.tags["Side"], swapped.tags["Side"]) == ("named", "swapped")
    for record in (named, swapped):
        *_, last = record.positions()
        assert last.outcome is not None
        assert (record.winner, record.score) == (last.outcome.winner, last.outcome.score)
        assert record.end == "rules"


def test_a_pair_shares_its_dice() -> None:
    for seed in range(4):
        named, swapped = map(rolls, play(pair_task(seed=seed)))
        shared = min(len(named), len(swapped))
        assert shared > 3
        assert named[:shared] == swapped[:shared]


def test_dice_are_fair_and_differ_from_pair_to_pair() -> None:
    seen = [rolls(play(pair_task("random", "random", seed=seed))[0]) for seed in range(60)]
    assert len({tuple(each) for each in seen}) == 60
    faces = [face for each in seen for face in each]
    shares = [faces.count(f"d{face}") / len(faces) for face in range(1, 7)]
    assert all(0.12 < share < 0.22 for share in shares), shares


def test_the_same_task_gives_the_same_games() -> None:
    first, second = (play(pair_task(game="avalam")) for _ in range(2))
    assert [moves(game) for game in first] == [moves(game) for game in second]


def test_seeds_differ_between_agents_games_and_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def noting(self: tesuji.Agent, game: tesuji.Game, *, seed: int = 0) -> tesuji.Player:
        seeds.append(seed)
        return make_player(self, game, seed=seed)

    monkeypatch.setattr(tesuji.Agent, "player", noting)
    for seed in (5, 6):
        play(pair_task("random", "random", seed=seed))
    assert len(set(seeds)) == len(seeds) == 8


def test_an_agent_against_itself_does_not_mirror_its_randomness() -> None:
    named, swapped = play(pair_task("random", "random", game="pentago"))
    assert moves(named) != moves(swapped)


# Costs of moves


def test_moves_carry_what_their_agent_thought() -> None:
    for record in play(
        pair_task("mcts", "mcts", limits=({"simulations": 40}, {"simulations": 90}))
    ):
        for move in record.moves:
            if move.player is None:
                assert (move.value, move.seconds) == (None, None)
                continue
            assert move.seconds is not None
            if move.value is None:
                assert move.simulations == 0
            else:
                assert 0 <= move.value <= 1


def legal_counts(record: GameRecord) -> list[tuple[int, MoveRecord]]:
    """Each move of a player, with the number of legal moves at the time."""
    positions = zip(record.positions(), record.moves, strict=False)
    return [(len(p.legal_moves), m) for p, m in positions if m.player is not None]


def test_a_single_legal_move_is_played_without_thinking() -> None:
    forced = 0
    for seed in range(4):
        for record in play(pair_task("mcts", "alphabeta", seed=seed)):
            for choices, move in legal_counts(record):
                assert (move.value is None) == (choices == 1)
                if choices == 1:
                    assert (move.simulations, move.nodes) == (0, 0)
                    forced += 1
    assert forced > 3


def test_an_agent_may_think_about_forced_moves() -> None:
    thinker = "mcts(time=share(forced=false))"
    values = [
        move.value
        for seed in range(4)
        for record in play(pair_task(thinker, thinker, seed=seed))
        for choices, move in legal_counts(record)
        if choices == 1
    ]
    assert len(values) > 3
    assert None not in values


def test_each_agent_has_its_own_limits() -> None:
    task = pair_task(
        "mcts(solver=false, reuse=false)",
        "flat",
        game="avalam",
        limits=({"simulations": 40}, {"simulations": 90}),
    )
    for own, record in enumerate(play(task)):
        spent = {(move.player, move.simulations) for move in record.moves[:20]}
        assert spent == {(own, 40), (1 - own, 90)}


def test_a_clock_for_the_game_is_kept() -> None:
    task = pair_task("mcts", "flat", limits=({"time": "0.3+0.01"}, {"time": "0.2"}))
    for own, record in enumerate(play(task)):
        assert record.end == "rules"
        for player, most in ((own, 0.3 + 0.01 * len(record.moves)), (1 - own, 0.2)):
            spent = sum(m.seconds or 0 for m in record.moves if m.player == player)
            assert 0 < spent < most + 0.05


def test_a_clock_that_shows_zero_is_no_crash() -> None:
    """An agent may be late by the grace; its next move then begins with no time left."""
    for record in play(pair_task("mcts", "random", limits=({"time": "0.001"}, {"time": "0"}))):
        assert record.end == "rules", record.reason


# Forfeits

FAILS = """
import tesuji

def fail(positions):
    raise RuntimeError("the network is\\nnot there")

tesuji.register_evaluator("fails", fail)
"""


@pytest.fixture
def failing(tmp_path: Path) -> str:
    file = tmp_path / "failing.py"
    file.write_text(FAILS, "utf-8")
    return str(file)


def test_an_agent_that_fails_loses_and_says_why(failing: str) -> None:
    task = pair_task("mcts(evaluate=fails)", "random", game="pentago", load=(failing,))
    for own, record in enumerate(play(task)):
        assert record.end == "crash"
        assert record.winner == 1 - own
        assert record.score == 0
        assert "the network is\nnot there" in record.reason
        assert record.reason.startswith("mcts(evaluate=fails) failed: RuntimeError")
        assert all(move.player != own for move in record.moves)


def test_without_its_file_such_an_agent_is_unknown() -> None:
    with pytest.raises(ParameterError, match="'fails'"):
        play(pair_task("mcts(evaluate=fails)", "random"))


class Fake:
    """A player whose answer to each position is made from an honest one."""

    peak_memory_mb = None
    replaced_moves = ()

    budgets: list[dict[str, Any]] = []  # noqa: RUF012 - of all players, cleared by the test

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def search(self, position: tesuji.Position, **budget: Any) -> Analysis:
        self.budgets.append(budget)
        honest = make_player(tesuji.agent("random"), position.game).search(position)
        found: Analysis = self.answer(honest)
        return found

    def prepare(self) -> None:
        pass

    def close(self) -> None:
        pass


def with_fake(monkeypatch: pytest.MonkeyPatch, answer: Any, spec: str = "greedy") -> None:
    """Replaces every player of one spec by a `Fake`."""
    others = tesuji.Agent.player

    def player(self: tesuji.Agent, game: tesuji.Game, *, seed: int = 0) -> Any:
        return Fake(answer) if self.spec == spec else others(self, game, seed=seed)

    monkeypatch.setattr(tesuji.Agent, "player", player)


def test_an_illegal_move_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tesuji.game("pentago").move("a1AR")
    with_fake(monkeypatch, lambda honest: replace(honest, best=wrong))
    opening = tesuji.game("pentago").start().play("a1BR").text
    for own, record in enumerate(
        play(pair_task("greedy", "random", game="pentago", opening=opening))
    ):
        assert record.end == "illegal"
        assert record.winner == 1 - own
        assert record.reason.startswith("greedy played an illegal move: a1AR")


def burn(seconds: float, clock: Any) -> None:
    end = clock() + seconds
    while clock() < end:
        pass


def test_a_move_that_takes_too_long_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(honest: Analysis) -> Analysis:
        burn(0.1, time.thread_time)
        return honest

    with_fake(monkeypatch, slowly)
    for own, record in enumerate(
        play(pair_task("greedy", "random", limits=({"seconds": 0.02},) * 2))
    ):
        assert record.end == "time"
        assert record.winner == 1 - own
        assert "greedy took 0.1" in record.reason
        assert "of 0.02 s" in record.reason


def test_the_first_move_of_each_player_may_have_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_fake(monkeypatch, lambda honest: honest)
    Fake.budgets.clear()
    limits = {"seconds": 50.0, "first_seconds": 90.0}
    named, swapped = play(pair_task("greedy", "random", limits=(limits, limits), game="avalam"))
    turns = [sum(m.player == p for m in r.moves) for p, r in ((0, named), (1, swapped))]
    expected = [seconds for n in turns for seconds in [90.0] + [50.0] * (n - 1)]
    assert [budget["seconds"] for budget in Fake.budgets] == expected
    assert not any("first_seconds" in budget for budget in Fake.budgets)


def test_a_late_move_that_is_tolerated_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    slow: list[float] = []

    def slowly_at_first(honest: Analysis) -> Analysis:
        if not slow:
            slow.append(0.4)
            burn(0.4, time.thread_time)
        return honest

    with_fake(monkeypatch, slowly_at_first)
    named, swapped = play(pair_task("greedy", "random", limits=({"seconds": 0.3},) * 2))
    assert (named.end, swapped.end) == ("rules", "rules")
    assert named.tags["First-Late"] == "1"
    assert "Second-Late" not in named.tags
    assert not {"First-Late", "Second-Late"} & set(swapped.tags)


def test_waiting_costs_no_cpu_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def idly(honest: Analysis) -> Analysis:
        time.sleep(0.02)
        return honest

    with_fake(monkeypatch, idly)
    limits = ({"seconds": 0.001}, {"seconds": 0.001})
    assert all(r.end == "rules" for r in play(pair_task("greedy", "random", limits=limits)))
    monkeypatch.setattr("tesuji.arena.match.pair.GRACE", 0.0)
    on_the_wall = ({"seconds": 0.001, "clock": "wall"}, {"seconds": 0.1, "clock": "wall"})
    assert all(r.end == "time" for r in play(pair_task("greedy", "random", limits=on_the_wall)))


def test_a_game_clock_that_runs_out_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(honest: Analysis) -> Analysis:
        burn(0.06, time.thread_time)
        return honest

    with_fake(monkeypatch, slowly)
    task = pair_task("greedy", "random", game="avalam", limits=({"time": "0.1"}, {"time": "1"}))
    for own, record in enumerate(play(task)):
        assert (record.end, record.winner) == ("time", 1 - own)
        assert record.reason.startswith("greedy exceeded its clock by ")
        assert 1 <= sum(move.player == own for move in record.moves) <= 3


def test_the_last_move_ends_the_game_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    with_fake(monkeypatch, lambda honest: replace(honest, proven=wins_at_once(honest)))
    task = pair_task("greedy", "random", game="pentago", adjudicate={"proven": True})
    for record in play(task):
        assert record.end == "rules"
        assert abs(record.score) <= 1


def wins_at_once(analysis: Analysis) -> str | None:
    return "win" if analysis.position.play(analysis.best).is_over else None


# Adjudication


def test_a_proof_ends_the_game_if_asked() -> None:
    options: dict[str, Any] = {"game": "avalam", "limits": ({"simulations": 2000},) * 2}
    plain = play(pair_task("mcts", "flat", **options))
    adjudicated = play(pair_task("mcts", "flat", adjudicate={"proven": True}, **options))
    assert "adjudicated" in {short.end for short in adjudicated}
    for own, (full, short) in enumerate(zip(plain, adjudicated, strict=True)):
        assert full.end == "rules"
        assert moves(short) == moves(full)[: len(short.moves)]
        if short.end == "rules":
            assert short.score == full.score  # the proof came with the last move
            continue
        assert len(short.moves) < len(full.moves)
        assert short.reason in ("mcts proved a win", "mcts proved a loss")
        assert short.moves[-1].player == own
        assert short.winner == full.winner


def with_values(monkeypatch: pytest.MonkeyPatch, first: float, second: float) -> None:
    """greedy reports one value at every move, random another."""
    with_fake(monkeypatch, lambda honest: replace(honest, value=first, has_value=True))
    with_fake(monkeypatch, lambda honest: replace(honest, value=second, has_value=True), "random")


def test_values_on_which_both_agree_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with_values(monkeypatch, 0.99, 0.02)
    rule = {"value": 0.98, "moves": 2}
    for own, record in enumerate(
        play(pair_task("greedy", "random", game="avalam", adjudicate=rule))
    ):
        assert record.end == "adjudicated"
        assert record.winner == own
        assert len(record.moves) == 4
        assert record.reason == "both players agreed for 2 moves"


@pytest.mark.parametrize(("first", "second"), [(0.99, 0.99), (0.99, 0.5), (0.97, 0.02)])
def test_values_on_which_they_disagree_do_not(
    monkeypatch: pytest.MonkeyPatch, first: float, second: float
) -> None:
    with_values(monkeypatch, first, second)
    rule = {"value": 0.98, "moves": 1}
    task = pair_task("greedy", "random", game="avalam", adjudicate=rule)
    assert all(record.end == "rules" for record in play(task))


def test_an_agent_without_values_agrees_with_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    with_fake(monkeypatch, lambda honest: replace(honest, value=0.01, has_value=True))
    rule = {"value": 0.5, "moves": 1}
    records = play(pair_task("greedy", "random", game="avalam", adjudicate=rule))
    for own, record in enumerate(records):
        assert record.end == "rules"
        searched = [move for move in record.moves[:10] if move.player is not None]
        assert {move.value for move in searched if move.player == own} == {0.01}
        assert {move.value for move in searched if move.player != own} == {None}


def test_a_value_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """With both rules, one player's value alone does not end the game at once."""
    with_values(monkeypatch, 1.0, 0.5)
    rule = {"proven": True, "value": 0.98}
    task = pair_task("greedy", "random", game="avalam", adjudicate=rule)
    assert all(record.end == "rules" for record in play(task))


@pytest.mark.parametrize(
    "rule",
    [
        {"proved": True},
        {"proven": 1},
        {"value": 0.5},
        {"value": 1.5},
        {"value": "high"},
        {"value": True},
        {"value": 0.9, "moves": 0},
        {"value": 0.9, "moves": 1.5},
    ],
)
def test_invalid_rules_are_refused(rule: dict[str, Any]) -> None:
    with pytest.raises(ParameterError) as caught:
        check_adjudicate(rule)
    assert (vars(caught.value)["where"], vars(caught.value)["given"]) == ("adjudicate", rule)


@pytest.mark.parametrize(
    "rule", [None, {}, {"proven": True}, {"value": 0.98}, {"value": 1, "moves": 9}]
)
def test_valid_rules_are_accepted(rule: dict[str, Any] | None) -> None:
    check_adjudicate(rule)


# Files to load

GAME = """
import tesuji

class Race:
    name = "race-to-ten"
    def start(self): return (0, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return ["1", "2"]
    def play(self, state, move): return (state[0] + int(move), 1 - state[1])
    def result(self, state): return 1 - state[1] if state[0] >= 10 else None

tesuji.register(Race)
"""


def test_games_from_a_file_are_played(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(GAME, "utf-8")
    tesuji.load(file)
    task = pair_task("alphabeta", "random", game="race-to-ten", load=(str(file),))
    for record in play(task):
        assert record.end == "rules"
        assert sum(int(move.move) for move in record.moves) >= 6
