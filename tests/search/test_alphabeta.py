"""Alpha-beta, with every combination of its options, equals minimax and expectimax."""

from __future__ import annotations

from itertools import product

import pytest

import tesuji
from tests.search.brute import (
    after,
    best_moves,
    expectation_to_depth,
    expectimax,
    height,
    minimax,
    score_to_depth,
    value_of_score,
)
from tests.search.positions import (
    DICE,
    EVERY_GAME,
    WITHOUT_DICE,
    late_positions,
    losing_next,
    middle,
    winning_at_once,
)
from tesuji import Agent, Analysis, Position

LIMIT = 6000
"""Nodes of the whole tree below a late position."""
NUMBER = 12
"""Late positions a game."""
TOLERANCE = 1e-5
"""Expectations are rounded down at each roll, by half a millionth of a result."""

EXACT = "wins=inner, skip_lost=false, reduce=0, late=0"
"""Nothing is left out and nothing is searched beyond the depth."""
SWITCHES = ("pvs", "table", "killers", "history")
OTHER_PARTS = (
    "staged=false",
    "staged=false, wins=none, buckets=false, trend=false",
    "wins=none",
    "buckets=false",
    "trend=false",
    "countermoves=true",
    "effort=true",
    "symmetry=1",
    "symmetry=2, staged=false",
    "leaf_values=false",
    "distinct=false",
    "presort=score, presort_depth=1",
    "presort=evaluation, presort_depth=1",
)
SELECTIVE = (
    "",
    "reduce=2",
    "tempo=1",
    "iir=true",
    "futility=0.5",
    "razor=0.5",
    "late=2",
    "null_move=2",
    "threats=true",
    "leaf_proofs=true",
    "skip_lost=true",
    "table=false, late=3, futility=1, razor=1, null_move=1, threats=true",
    "speed=false, late=3, futility=1, razor=1, reduce=1",
)
"""What leaves moves or positions out, or looks beyond the depth."""
STARS = ("star1", "star2")


def combinations(switches: tuple[str, ...]) -> list[Agent]:
    """An agent for every combination, with a window round the last value and without."""
    agents = []
    for settings in product(("false", "true"), repeat=len(switches)):
        chosen = ", ".join(f"{s}={v}" for s, v in zip(switches, settings, strict=True))
        for aspiration in (0, 0.02):
            spec = f"alphabeta({chosen}, {EXACT}, aspiration={aspiration}, memory=1)"
            agents.append(tesuji.agent(spec))
    return agents


def with_inner(parts: str) -> str:
    return parts if "wins" in parts else f"{parts}, wins=inner"


PLAIN = combinations(SWITCHES)
PLAIN += [
    tesuji.agent(f"alphabeta(skip_lost=false, reduce=0, late=0, memory=1, {with_inner(parts)})")
    for parts in OTHER_PARTS
]
PLAIN.append(tesuji.agent("alphabeta(prune=false, memory=1)"))
PLAIN.append(tesuji.agent("alphabeta(prune=false, table=false)"))
WITH_DICE = combinations(SWITCHES + STARS)
WITH_DICE.append(tesuji.agent("alphabeta(prune=false, memory=1)"))
WITH_DICE.append(tesuji.agent("alphabeta(prune=false, table=false)"))
without_dice = pytest.mark.parametrize("spec", WITHOUT_DICE)
every_game = pytest.mark.parametrize("spec", EVERY_GAME)
numbered = pytest.mark.parametrize("number", range(NUMBER))


def late_position(spec: str, number: int) -> Position:
    return late_positions(spec, NUMBER, LIMIT)[number]


def to_the_end(agent: Agent, position: Position) -> Analysis:
    return agent.search(position, depth=height(position) + 1)


# Exact results


def test_there_is_one_agent_a_combination() -> None:
    assert len({agent.expanded() for agent in PLAIN}) == 2**5 + 2 + len(OTHER_PARTS)
    assert len({agent.expanded() for agent in WITH_DICE}) == 2**7 + 2


@without_dice
def test_the_late_positions_are_worth_solving(spec: str) -> None:
    found = [minimax(late_position(spec, n)) for n in range(NUMBER)]
    assert "loss" in {exact.name for exact in found}
    assert len({exact.name for exact in found}) > 1
    assert max(exact.plies for exact in found) >= 3


@without_dice
@numbered
def test_every_combination_finds_the_result(spec: str, number: int) -> None:
    position = late_position(spec, number)
    exact, best = minimax(position), best_moves(position)
    for agent in PLAIN:
        found = to_the_end(agent, position)
        assert found.value == exact.value, agent
        assert found.best in best, agent
        if exact.result != 0:
            assert found.proven == exact.name, agent
            assert found.depth == exact.plies, agent


@without_dice
@numbered
def test_what_is_proven_of_single_moves_is_true(spec: str, number: int) -> None:
    position = late_position(spec, number)
    for agent in PLAIN[:: len(PLAIN) - 1]:
        for move in to_the_end(agent, position).moves:
            if move.proven is not None:
                assert move.proven == after(position, move.move).name, (agent, move)


@pytest.mark.parametrize("spec", WITHOUT_DICE)
@pytest.mark.parametrize("parts", SELECTIVE)
def test_what_leaves_moves_out_proves_nothing_false(spec: str, parts: str) -> None:
    """At every depth: a proof is true, of the answer and of every move."""
    proofs = 0
    for number in range(NUMBER):
        position = late_position(spec, number)
        player = tesuji.agent(f"alphabeta({parts}{', ' if parts else ''}memory=1)").player(
            position.game
        )
        for depth in range(1, height(position) + 2):
            found = player.search(position, depth=depth)
            if found.proven is not None:
                assert found.proven == minimax(position).name, depth
            for row in found.moves:
                if row.proven is not None:
                    proofs += 1
                    assert row.proven == after(position, row.move).name, (depth, row)
    assert proofs > NUMBER


@without_dice
@numbered
def test_reductions_find_the_result_in_the_end(spec: str, number: int) -> None:
    position = late_position(spec, number)
    for parts in ("", "reduce=2, ", "tempo=1, iir=true, ", "skip_lost=true, "):
        found = tesuji.agent(f"alphabeta({parts}memory=1)").search(position, depth=100)
        exact = minimax(position)
        assert found.value == exact.value, parts
        assert -minimax(position.play(found.best)).result == exact.result, parts


@without_dice
@numbered
def test_evaluations_do_not_change_exact_results(spec: str, number: int) -> None:
    position = late_position(spec, number)
    found = to_the_end(
        tesuji.agent("alphabeta(evaluate=none, reduce=0, late=0, memory=1)"), position
    )
    assert found.value == minimax(position).value
    assert found.best in best_moves(position)


def drawn_positions() -> list[Position]:
    """All late positions that are drawn."""
    late = [late_position(spec, n) for spec in WITHOUT_DICE for n in range(NUMBER)]
    return [position for position in late if minimax(position).result == 0]


def test_draws_are_proven_without_a_table() -> None:
    agent = tesuji.agent("alphabeta(table=false, reduce=0, late=0)")
    for position in drawn_positions():
        found = agent.search(position, depth=height(position) + 1)
        assert (found.proven, found.depth <= height(position)) == ("draw", True)


def test_draws_are_proven_with_a_table() -> None:
    agent = tesuji.agent("alphabeta(memory=1, reduce=0, late=0)")
    for position in drawn_positions():
        found = agent.search(position, seconds=5)
        assert (found.proven, found.depth <= height(position)) == ("draw", True)


@without_dice
@numbered
def test_wins_are_played_fast_and_losses_slowly(spec: str, number: int) -> None:
    """One player plays both sides to the end, with what it knows from the moves before."""
    position = late_position(spec, number)
    exact = minimax(position)
    if exact.result == 0:
        return
    for agent in PLAIN[::5]:
        assert plies_to_the_end(agent, position) == exact.plies, agent


def plies_to_the_end(agent: Agent, position: Position) -> int:
    player, plies = agent.player(position.game), 0
    while not position.is_over:
        position = position.play(player.choose(position, depth=height(position) + 1))
        plies += 1
    return plies


@every_game
def test_tactics(spec: str) -> None:
    """A win in one is played, and lines that lose at once are not."""
    agent = tesuji.agent("alphabeta(memory=1)")
    for position in winning_at_once(spec, 20):
        found = agent.search(position, depth=2)
        outcome = position.play(found.best).outcome
        assert outcome is not None
        assert outcome.winner == position.to_move
        assert (found.value, found.proven, found.depth) == (1.0, "win", 1)
    for position in losing_next(spec, 20):
        assert agent.search(position, depth=2).value > 0


# Dice


@numbered
def test_every_combination_finds_the_expectation(number: int) -> None:
    position = late_position(DICE, number)
    exact = float(expectimax(position))
    for agent in WITH_DICE:
        found = agent.search(position, depth=height(position))
        assert found.value == pytest.approx(exact, abs=TOLERANCE), agent
        chosen = 1 - expectimax(position.play(found.best))
        assert float(chosen) == pytest.approx(exact, abs=TOLERANCE), agent
        assert exact in (0, 1) or found.value not in (0, 1), agent


def test_certain_ends_are_proven_with_dice() -> None:
    values = set()
    for number in range(NUMBER):
        position = late_position(DICE, number)
        found = tesuji.agent("alphabeta(memory=1)").search(position, depth=height(position))
        exact = expectimax(position)
        values.add(exact)
        if exact in (0, 1):
            assert found.proven == ("win" if exact == 1 else "loss")
        else:
            assert found.proven is None
    assert {0, 1} < values


def test_an_even_chance_is_no_draw() -> None:
    position = tesuji.game("ewn").position("----d4a4---- c1---------- b 1")
    assert expectimax(position) * 2 == 1
    assert tesuji.agent("alphabeta(table=false)").search(position, depth=5).proven is None


# To a depth


def depth_for(spec: str) -> int:
    """How deep brute force can follow from the middle of a game."""
    return 3 if spec in ("ewn-cyclic", "colosseum(size=4)") else 2


@without_dice
@pytest.mark.parametrize("seed", range(4))
def test_every_combination_finds_the_score_at_a_depth(spec: str, seed: int) -> None:
    position = middle(spec, seed, share=0.7)
    for depth in range(1, depth_for(spec) + 1):
        score = score_to_depth(position, depth)
        moves = {
            move: -score_to_depth(position.play(move), depth - 1, 1)
            for move in position.legal_moves
        }
        for agent in PLAIN:
            found = agent.search(position, depth=depth)
            assert found.value == value_of_score(score), (agent, depth)
            assert moves[found.best] == score, (agent, depth)
            assert found.depth <= depth


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_every_combination_finds_the_expectation_at_a_depth(depth: int, seed: int) -> None:
    position = middle(DICE, seed, share=0.4 + 0.1 * seed)
    expected = 0.5 + float(expectation_to_depth(position, depth)) / 2e6
    for agent in WITH_DICE[:: 1 if depth < 3 else 9]:
        found = agent.search(position, depth=depth)
        assert found.value == pytest.approx(expected, abs=TOLERANCE), agent
        chosen = expectation_to_depth(position.play(found.best), depth - 1)
        assert 0.5 - float(chosen) / 2e6 == pytest.approx(expected, abs=TOLERANCE), agent


@pytest.mark.parametrize("share", [0.1, 0.4, 0.5, 0.6, 0.7])
def test_values_of_moves_save_nodes_and_change_no_value(share: float) -> None:
    made = tesuji.agent("alphabeta(reduce=0, late=0, leaf_values=false, memory=1)")
    valued = tesuji.agent("alphabeta(reduce=0, late=0, leaf_values=true, memory=1)")
    for seed in range(3):
        position = middle("avalam", seed, share)
        depth = 2 if share < 0.4 else 4
        slow, fast = (agent.search(position, depth=depth) for agent in (made, valued))
        assert slow.value == fast.value
        assert len(position.legal_moves) <= 60 or 3 * fast.nodes < 2 * slow.nodes


def test_stars_see_fewer_nodes_and_the_same_values() -> None:
    nodes = dict.fromkeys(product(("false", "true"), repeat=2), 0)
    for seed in range(8):
        values = []
        for star1, star2 in nodes:
            agent = tesuji.agent(f"alphabeta(table=false, star1={star1}, star2={star2})")
            found = agent.search(middle(DICE, seed), depth=3)
            values.append(found.value)
            nodes[star1, star2] += found.nodes
        assert values == pytest.approx([values[0]] * 4, abs=TOLERANCE)
    assert nodes["true", "false"] < nodes["false", "false"]
    assert nodes["true", "true"] < nodes["true", "false"]


# Options that cost nothing but time


@without_dice
def test_cuts_and_orders_save_nodes(spec: str) -> None:
    def nodes(settings: str) -> int:
        agent = tesuji.agent(f"alphabeta({settings}, memory=4)")
        depth = 5 if spec == "ewn-cyclic" else 3
        return sum(agent.search(middle(spec, seed), depth=depth).nodes for seed in range(4))

    bare = nodes("pvs=false, table=false, killers=false, history=false, aspiration=0")
    assert nodes("aspiration=0.02") < bare


# The beam


@without_dice
def test_a_beam_of_one_follows_the_best_looking_move(spec: str) -> None:
    position = middle(spec, 2)
    agent = tesuji.agent("alphabeta(beam=1, pvs=false, table=false, aspiration=0)")
    assert agent.search(position, depth=3).nodes <= (1 + 2 + 3) * len(position.legal_moves)


@every_game
def test_a_wider_beam_sees_more(spec: str) -> None:
    position = middle(spec, 2, share=0.3)
    nodes = [
        tesuji.agent(f"alphabeta(beam={beam}, table=false)").search(position, depth=3).nodes
        for beam in (1, 3, 1000)
    ]
    assert nodes[0] < nodes[1]
    assert nodes[1] <= nodes[2]


@without_dice
def test_a_beam_wider_than_any_position_changes_nothing(spec: str) -> None:
    for seed in range(3):
        position = middle(spec, seed, share=0.7)
        found = tesuji.agent("alphabeta(beam=1000, memory=1)").search(position, depth=2)
        assert found.value == value_of_score(score_to_depth(position, 2))


def test_a_beam_proves_no_loss() -> None:
    """The moves that were cut away might have saved the game."""
    agent = tesuji.agent("alphabeta(beam=1, memory=1)")
    for spec in WITHOUT_DICE:
        for number in range(NUMBER):
            position = late_position(spec, number)
            found = agent.search(position, depth=height(position) + 1)
            if found.proven is not None:
                assert found.proven == minimax(position).name, position
