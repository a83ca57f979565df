"""Evaluators written in Python: batches, priors, and mistakes that stop the search cleanly."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tesuji
from tesuji import Analysis, ParameterError, Position
from tesuji.agents.evaluators import _known

SPECS = ("avalam", "colosseum(size=4)", "pentago", "pentago-twist", "ewn-cyclic", "ewn")
every_game = pytest.mark.parametrize("spec", SPECS)
MCTS = "mcts(select=puct, evaluate=probe, guard=none"


@pytest.fixture(autouse=True)
def nothing_stays_registered() -> Iterator[None]:
    before = dict(_known)
    yield
    _known.clear()
    _known.update(before)


class Probe:
    """An evaluator that remembers its batches and answers with a function of the position."""

    def __init__(self, answer: Callable[[Position], Any]) -> None:
        self.answer = answer
        self.batches: list[list[Position]] = []

    def __call__(self, positions: list[Position]) -> list[Any]:
        self.batches.append(positions)
        return [self.answer(position) for position in positions]


def register(answer: Callable[[Position], Any]) -> Probe:
    probe = Probe(answer)
    tesuji.register_evaluator("probe", probe)
    return probe


def start(spec: str) -> Position:
    position = tesuji.game(spec).start(1)
    return position.play("d3") if position.is_chance else position


def children(found: Analysis) -> dict[str, dict[str, Any]]:
    tree = found.tree(1, 0)
    assert tree is not None
    return {child["move"]: child for child in tree["children"]}


# Batches


@pytest.mark.parametrize("batch", [1, 3, 8])
@every_game
def test_positions_come_in_batches(spec: str, batch: int) -> None:
    probe = register(lambda position: 0.5)
    position = start(spec)
    found = tesuji.agent(f"{MCTS}, batch={batch})").search(position, simulations=100)
    assert found.simulations == 100
    assert probe.batches[0] == [position]
    assert max(map(len, probe.batches)) == batch
    assert not any(p.is_over for positions in probe.batches for p in positions)
    assert found.best in position.legal_moves


def test_leaves_are_evaluated_and_not_played_out() -> None:
    """The value of a move is what the evaluator says about the position after it."""
    position = start("avalam")
    moves = {str(move): number for number, move in enumerate(position.legal_moves)}
    answers = {position.play(move): number / 1000 for move, number in moves.items()}
    register(lambda p: answers.get(p, 0.5))
    agent = tesuji.agent("mcts(select=puct(fpu=-1), evaluate=probe, batch=1)")
    for move, child in children(agent.search(position, simulations=len(moves))).items():
        assert child["visits"] == 1
        assert child["value"] == pytest.approx(1 - moves[move] / 1000)


def test_values_are_seen_by_the_player_whose_turn_it_is() -> None:
    position = start("ewn")
    register(lambda p: 0.8 if p.next_player == 0 else 0.2)
    found = tesuji.agent(f"{MCTS}, solver=false)").search(position, simulations=200)
    assert position.to_move == 0
    for child in children(found).values():
        assert child["value"] == pytest.approx(0.8)


def test_slow_evaluators_get_whole_batches_too() -> None:
    probe = register(slow(0.001))
    tesuji.agent(f"{MCTS}, batch=8, solver=false)").search(start("avalam"), simulations=64)
    assert [len(batch) for batch in probe.batches] == [1] + [8] * 8


def test_the_same_seed_grows_the_same_tree_however_slow_the_evaluator() -> None:
    trees = []
    for seconds in (0.0, 0.001):
        register(slow(seconds))
        agent = tesuji.agent(f"{MCTS}, batch=4)")
        trees.append(agent.search(start("pentago"), simulations=100).tree(4, 0))
    assert trees[0] == trees[1]


def slow(seconds: float) -> Callable[[Position], float]:
    """An evaluator that takes its time."""

    def answer(position: Position) -> float:
        time.sleep(seconds)
        return len(position.text) % 7 / 7

    return answer


def test_decided_leaves_need_no_evaluation() -> None:
    position = tesuji.game("pentago").position("wwww2/bbbb2/6/6/6/6")
    probe = register(lambda p: 0.5)
    found = tesuji.agent("mcts(select=puct, evaluate=probe)").search(position, simulations=50)
    assert found.proven == "win"
    assert probe.batches == []


# Priors


@every_game
def test_priors_as_a_list(spec: str) -> None:
    """They are scaled to a sum of one, and belong to the legal moves in their order."""
    position = start(spec)
    register(lambda p: (0.5, [1 + i for i in range(len(p.legal_moves))]))
    found = tesuji.agent(f"{MCTS})").search(position, simulations=1)
    moves = position.legal_moves
    total = len(moves) * (len(moves) + 1) / 2
    by_move = children(found)
    for i, move in enumerate(moves):
        assert by_move[str(move)]["prior"] == pytest.approx((1 + i) / total, rel=1e-5)


@every_game
def test_priors_by_text(spec: str) -> None:
    position = start(spec)
    favourite = str(position.legal_moves[-1])
    register(lambda p: (0.5, {favourite: 3.0}) if p == position else 0.5)
    found = tesuji.agent(f"{MCTS})").search(position, simulations=20)
    for text, child in children(found).items():
        assert child["prior"] == (1.0 if text == favourite else 0.0)
    assert str(found.best) == favourite
    assert found.moves[0].visits == 20


def test_no_priors_are_even_ones() -> None:
    position = start("avalam")
    answers: list[Any] = [0.5, (0.5, None), (0.5, [0.0] * 292), (0.5, {})]
    for answer in answers:
        register(lambda p, answer=answer: answer if p == position else 0.5)  # type: ignore[misc]
        found = tesuji.agent(f"{MCTS})").search(position, simulations=1)
        for child in children(found).values():
            assert child["prior"] == pytest.approx(1 / 292, rel=1e-5)


def test_priors_steer_the_search() -> None:
    # From this start no end is near, so that all values are the evaluator's 0.5.
    position = start("avalam")
    moves = [str(move) for move in position.legal_moves]
    priors = {moves[3]: 0.7, moves[5]: 0.3}
    register(lambda p: (0.5, priors) if p == position else 0.5)
    found = tesuji.agent(f"{MCTS}, batch=1, solver=false)").search(position, simulations=1000)
    visits = {str(move.move): move.visits for move in found.moves}
    assert visits[moves[3]] > visits[moves[5]] > 100
    assert visits[moves[3]] / visits[moves[5]] == pytest.approx(7 / 3, rel=0.1)


def test_priors_of_merged_moves_add_up() -> None:
    position = start("pentago-twist")
    register(lambda p: (0.5, [1.0] * len(p.legal_moves)))
    agent = tesuji.agent(f"{MCTS}, expand=all(merge=true))")
    found = agent.search(position, simulations=1)
    assert len(children(found)) == 36
    assert sum(child["prior"] for child in children(found).values()) == pytest.approx(1)


# Mistakes


def boom(position: Position) -> float:
    raise RuntimeError("the network is down")


@pytest.mark.parametrize(
    "agent", [f"{MCTS})", "alphabeta(evaluate=probe)", "greedy(evaluate=probe)"]
)
@every_game
def test_an_exception_stops_the_search_with_its_traceback(spec: str, agent: str) -> None:
    register(boom)
    position = start(spec)
    player = tesuji.agent(agent).player(position.game)
    with pytest.raises(RuntimeError, match="the network is down") as caught:
        player.search(position, simulations=100, depth=2)
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert "boom" in names
    assert "__call__" in names


@pytest.mark.parametrize("agent", [f"{MCTS})", "alphabeta(evaluate=probe)"])
@every_game
def test_a_player_can_go_on_after_a_mistake(spec: str, agent: str) -> None:
    """Half a batch is not left behind: the tree is as if the failed search had never been."""
    position = start(spec)
    probe = register(lambda p: 0.5)
    player = tesuji.agent(agent).player(position.game, seed=2)
    player.search(position, simulations=50, depth=2)
    probe.answer = boom
    with pytest.raises(RuntimeError):
        player.search(position, simulations=50, depth=3)
    probe.answer = lambda p: 0.5
    found = player.search(position, simulations=60, depth=2)
    assert found.best in position.legal_moves
    if agent.startswith("mcts"):
        tree = found.tree(1)
        assert tree is not None
        assert tree["visits"] == 60
        assert sum(child["visits"] for child in tree["children"]) == 60


def test_a_failure_in_the_middle_of_a_search() -> None:
    position = start("avalam")
    probe = register(lambda p: 0.5 if len(probe.batches) < 9 else boom(p))
    player = tesuji.agent(f"{MCTS})").player(position.game)
    with pytest.raises(RuntimeError):
        player.search(position, simulations=1000)
    assert len(probe.batches) == 9


def test_an_interrupt_passes_through() -> None:
    def interrupt(position: Position) -> float:
        raise KeyboardInterrupt

    register(interrupt)
    with pytest.raises(KeyboardInterrupt):
        tesuji.agent(f"{MCTS})").search(start("avalam"), simulations=10)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")], ids=repr)
@pytest.mark.parametrize(
    "agent", [f"{MCTS})", "alphabeta(evaluate=probe)", "greedy(evaluate=probe)"]
)
def test_values_are_from_0_to_1(value: float, agent: str) -> None:
    register(lambda p: value)
    with pytest.raises(ParameterError, match=r"probe.*from 0 to 1"):
        tesuji.agent(agent).search(start("avalam"), simulations=10, depth=1)


@pytest.mark.parametrize("answer", [None, "high", [0.5, None], (0.5, None, 1)], ids=repr)
def test_other_answers_are_refused(answer: Any) -> None:
    register(lambda p: answer)
    with pytest.raises((TypeError, ValueError)):
        tesuji.agent(f"{MCTS})").search(start("avalam"), simulations=10)


@pytest.mark.parametrize("count", [0, 2])
def test_there_is_one_answer_a_position(count: int) -> None:
    tesuji.register_evaluator("probe", lambda positions: [0.5] * count)
    with pytest.raises(ParameterError, match=f"{count} answers, expected 1"):
        tesuji.agent(f"{MCTS})").search(start("avalam"), simulations=10)


@pytest.mark.parametrize("count", [1, 291, 293])
def test_there_is_one_prior_a_move(count: int) -> None:
    register(lambda p: (0.5, [1.0] * count))
    with pytest.raises(ParameterError, match=f"{count} priors, expected 292"):
        tesuji.agent(f"{MCTS})").search(start("avalam"), simulations=10)


@pytest.mark.parametrize("prior", [float("nan"), float("inf")], ids=repr)
def test_priors_are_numbers(prior: float) -> None:
    register(lambda p: (0.5, [prior] + [1.0] * (len(p.legal_moves) - 1)))
    with pytest.raises(ParameterError):
        tesuji.agent(f"{MCTS})").search(start("avalam"), simulations=10)


def test_priors_belong_to_legal_moves() -> None:
    register(lambda p: (0.5, {"a1a2": 1.0}))
    with pytest.raises(ParameterError, match="a1a2"):
        tesuji.agent(f"{MCTS})").search(start("avalam"), simulations=10)


# Names


def test_evaluators_are_known_by_name() -> None:
    register(lambda p: 0.5)
    assert "probe" in tesuji.evaluators()
    with pytest.raises(ParameterError, match="did you mean 'probe'"):
        tesuji.agent("mcts(evaluate=prob)")
    with pytest.raises(ParameterError) as caught:
        tesuji.agent("alphabeta(evaluate=zzz)")
    assert caught.value.given == "zzz"
    assert all(name in (caught.value.expected or "") for name in ("none", "plain", "probe"))


@pytest.mark.parametrize("name", ["none", "plain"])
def test_built_in_names_are_taken(name: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.register_evaluator(name, lambda positions: [])
    assert caught.value.given == name


def test_an_evaluator_is_a_function() -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.register_evaluator("probe", 3)  # type: ignore[arg-type]
    assert caught.value.given == 3
    assert "probe" not in tesuji.evaluators()


def test_mcts_uses_the_evaluator_it_names_or_refuses_it() -> None:
    try:
        plain = tesuji.agent("mcts(evaluate=plain)")
    except ParameterError:
        return
    position = start("avalam")
    rollouts = tesuji.agent("mcts").search(position, simulations=500)
    assert plain.search(position, simulations=500).tree() != rollouts.tree()


# Other agents


def test_alphabeta_searches_with_a_python_evaluator() -> None:
    position = start("colosseum(size=4)")
    wanted = position.play(position.legal_moves[4])
    register(lambda p: 0.1 if p == wanted else 0.6)
    found = tesuji.agent("alphabeta(evaluate=probe)").search(position, depth=1)
    assert found.best == position.legal_moves[4]
    assert found.value == pytest.approx(0.5 + 0.5 * 0.9 * 0.8, abs=1e-6)


def test_greedy_follows_a_python_evaluator() -> None:
    position = start("avalam")
    wanted = position.play(position.legal_moves[100])
    register(lambda p: 0.2 if p == wanted else 0.5)
    found = tesuji.agent("greedy(evaluate=probe)").search(position)
    assert found.best == position.legal_moves[100]
    assert found.value == pytest.approx(0.8)


@every_game
def test_an_error_late_in_alphabeta_reaches_the_caller(spec: str) -> None:
    """Also among moves to the horizon, which some searches do not make."""
    calls = 0

    def answer(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 120:
            raise ZeroDivisionError("late")
        return 0.5

    register(answer)
    with pytest.raises(ZeroDivisionError, match="late"):
        tesuji.agent("alphabeta(evaluate=probe)").search(start(spec), depth=12)


def test_calls_of_an_evaluator_are_nodes() -> None:
    probe = register(lambda position: 0.5)
    found = tesuji.agent("alphabeta(evaluate=probe)").search(start("pentago-twist"), nodes=1000)
    assert sum(map(len, probe.batches)) <= found.nodes + 1
