"""Which move alpha-beta chooses among equals, with `sort` and `speed` off, against minimax."""

from __future__ import annotations

from itertools import product

import pytest

import tesuji
from tests.search.brute import (
    WIN,
    evaluation,
    flat_score,
    height,
    minimax,
    score_to_depth,
    value_of_score,
)
from tests.search.positions import WITHOUT_DICE, late_positions, middle
from tesuji import Agent, Move, Position

EXACT = "wins=inner, skip_lost=false, reduce=0, late=0"
"""Nothing is left out and nothing is searched beyond the depth."""
PLAIN = f"table=false, killers=false, history=false, aspiration=0, sort=false, {EXACT}"
"""What makes the first move generated win every tie."""
without_dice = pytest.mark.parametrize("spec", WITHOUT_DICE)


def plain(speed: str, pvs: str = "false") -> Agent:
    return tesuji.agent(f"alphabeta({PLAIN}, speed={speed}, pvs={pvs})")


def score_after(position: Position, move: Move, depth: int, speed: str) -> int:
    after = position.play(move)
    if speed == "true":
        return -score_to_depth(after, depth - 1, 1)
    return -flat_score(after, depth - 1)


def first_best(position: Position, depth: int, speed: str, moves: list[Move]) -> Move:
    """The first of the moves with the highest score."""
    return max(moves, key=lambda move: score_after(position, move, depth, speed))


def best_to_depth(position: Position, depth: int, speed: str) -> Move:
    """What a search to a depth chooses: where all is lost, what held out longest."""
    moves = list(position.legal_moves)
    for held in range(depth, 0, -1):
        best = first_best(position, held, speed, moves)
        if speed == "true" or score_after(position, best, held, speed) > -WIN:
            return best
    return moves[0]


def depth_for(spec: str) -> int:
    return 3 if spec in ("ewn-cyclic", "colosseum(size=4)") else 2


def small_positions(spec: str) -> list[Position]:
    """From the middle of games, where ties are many, and late, where there are ends."""
    return [middle(spec, seed, share=0.7) for seed in range(4)] + list(late_positions(spec, 6, 400))


@without_dice
@pytest.mark.parametrize(("speed", "pvs"), list(product(("false", "true"), repeat=2)))
def test_ties_go_to_the_first_move(spec: str, speed: str, pvs: str) -> None:
    agent = plain(speed, pvs)
    for position in small_positions(spec):
        for depth in range(1, depth_for(spec) + 1):
            found = agent.search(position, depth=depth)
            assert found.best == best_to_depth(position, depth, speed), (position, depth)


def test_ties_are_common() -> None:
    """Or the test above would not say much."""
    ties = 0
    for spec in WITHOUT_DICE:
        for position in small_positions(spec):
            moves = list(position.legal_moves)
            last = first_best(position, 2, "false", moves[::-1])
            ties += last != first_best(position, 2, "false", moves)
    assert ties > 20


@without_dice
@pytest.mark.parametrize("speed", ["false", "true"])
def test_ties_go_to_the_first_move_when_cut_short(spec: str, speed: str) -> None:
    """The unfinished depth counts as far as it got, once it has seen the best move so far."""
    agent = plain(speed)
    unfinished = 0
    for position in [middle(spec, seed, share=0.6) for seed in range(3)]:
        fits = fitting_when_cut_short(position, speed)
        limit = agent.search(position, depth=2).nodes
        for nodes in range(len(position.legal_moves) + 1, limit, max(1, limit // 25)):
            found = agent.search(position, nodes=nodes, depth=2)
            if found.depth == 1 and not found.proven:
                unfinished += 1
                assert found.best in fits, (position, nodes)
    assert unfinished > 10


def fitting_when_cut_short(position: Position, speed: str) -> set[Move]:
    """What may be chosen while the second depth is under way."""
    moves = list(position.legal_moves)
    scores = [score_after(position, move, 2, speed) for move in moves]
    before = best_to_depth(position, 1, speed)
    prefixes = range(moves.index(before) + 1, len(moves) + 1)
    return {before} | {moves[scores.index(max(scores[:seen]))] for seen in prefixes}


# Speed


def test_without_speed_every_win_counts_the_same() -> None:
    """The first move that wins at all is played, though another wins sooner."""
    slower = 0
    for spec in WITHOUT_DICE:
        for position in late_positions(spec, 12, 1500):
            if minimax(position).result <= 0:
                continue
            depth = height(position)
            found = plain("false").search(position, depth=depth)
            winning = [m for m in position.legal_moves if minimax(position.play(m)).result < 0]
            assert (found.best, found.value, found.proven) == (winning[0], 1.0, "win")
            slower += minimax(position.play(found.best)).plies + 1 > minimax(position).plies
    assert slower > 3


@without_dice
@pytest.mark.parametrize("switches", ["", "sort=false", "table=false, aspiration=0", "pvs=false"])
def test_without_speed_results_are_still_right(spec: str, switches: str) -> None:
    agent = tesuji.agent(
        f"alphabeta(memory=1, reduce=0, late=0, speed=false{', ' if switches else ''}{switches})"
    )
    for position in late_positions(spec, 12, 1500):
        exact = minimax(position)
        found = agent.search(position, depth=height(position) + 1)
        assert found.value == exact.value
        if exact.result != 0:
            assert found.proven == exact.name
        assert -minimax(position.play(found.best)).result == exact.result
        for move in found.moves:
            if move.proven is not None:
                result = -minimax(position.play(move.move)).result
                assert move.proven == {1: "win", 0: "draw", -1: "loss"}[result]


@without_dice
def test_without_speed_the_score_at_a_depth_is_right(spec: str) -> None:
    for position in small_positions(spec):
        found = tesuji.agent(f"alphabeta(speed=false, memory=1, {EXACT})").search(position, depth=2)
        assert found.value == value_of_score(flat_score(position, 2))


def test_with_dice_speed_changes_no_value() -> None:
    for position in late_positions("ewn", 6, 3000):
        depth = height(position)
        values = {
            tesuji.agent(f"alphabeta(speed={speed}, sort={sort})")
            .search(position, depth=depth)
            .value
            for speed, sort in product(("false", "true"), repeat=2)
        }
        assert max(values) - min(values) < 1e-5


# The order of the root's moves


@without_dice
@pytest.mark.parametrize("switches", ["", "table=false", "speed=false", "beam=1000"])
def test_without_sort_values_are_the_same(spec: str, switches: str) -> None:
    more = f", {switches}" if switches else ""
    for position in small_positions(spec):
        values = {
            tesuji.agent(f"alphabeta(sort={sort}, memory=1, {EXACT}{more})")
            .search(position, depth=2)
            .value
            for sort in ("false", "true")
        }
        assert len(values) == 1


# Despair


@pytest.mark.parametrize("spec", ["avalam", "pentago", "colosseum(size=4)"])
def test_games_without_a_move_in_lost_positions_refuse_it(spec: str) -> None:
    agent = tesuji.agent("alphabeta(despair=diagonal)")
    with pytest.raises(tesuji.ParameterError, match="despair=best") as caught:
        agent.player(tesuji.game(spec))
    assert (caught.value.where, caught.value.given) == ("despair", "diagonal")


# The beam at the root


def by_evaluation(position: Position, move: Move) -> int:
    after = position.play(move)
    if outcome := after.outcome:
        return int(2 * outcome.value_for(position.next_player) - 1) * WIN
    return -evaluation(after)


def beam_score(position: Position, beam: int, depth: int, ply: int = 0) -> int:
    """Minimax over the moves that a beam leaves."""
    if outcome := position.outcome:
        return int(2 * outcome.value_for(position.next_player) - 1) * (WIN - ply)
    if depth == 0:
        return evaluation(position)
    return max(
        -beam_score(position.play(move), beam, depth - 1, ply + 1)
        for move in beam_moves(position, beam)
    )


def beam_moves(position: Position, beam: int) -> list[Move]:
    ranked = sorted(position.legal_moves, key=lambda move: -by_evaluation(position, move))
    return ranked[:beam]


@without_dice
@pytest.mark.parametrize("beam", [1, 3, 18])
def test_a_beam_cuts_at_the_root_and_below(spec: str, beam: int) -> None:
    for position in small_positions(spec):
        for depth in range(1, depth_for(spec) + 1):
            agent = tesuji.agent(f"alphabeta(beam={beam}, {PLAIN})")
            found = agent.search(position, depth=depth)
            kept = beam_moves(position, beam)
            assert {move.move for move in found.moves} == set(kept)
            assert found.value == value_of_score(beam_score(position, beam, depth))
            scores = [-beam_score(position.play(m), beam, depth - 1, 1) for m in kept]
            assert found.best == kept[scores.index(max(scores))]
            assert found.proven is None


# Cut short


REFUTED = (
    "f7 e7 v d1d,e1d,f1d,a2d,c2d,d2d,f2d,g2r,a3r,d3r,e3r,f3d,a4r,b4r,c4d,d4d,e4d,f4d,h4d,a5r,b5r,"
    "c5r,c5d,e5d,f5r,f5d,a6r,c6d,d6r,d6d,e6d,g6r,g6d,a7r,c7d,d7d,e7d,f7d"
)
"""Depth 6 refutes the best move of depth 5 long before it is finished."""


@pytest.mark.parametrize("nodes", [51_500, 100_000])
def test_a_refuted_move_is_not_played(nodes: int) -> None:
    position = tesuji.game("colosseum").position(REFUTED)
    first_release = "staged=false, wins=none, buckets=false, trend=false, effort=false"
    agent = tesuji.agent(f"alphabeta(knowledge=colosseum(reach=0.45, area=0.45), {first_release})")
    found = agent.search(position, nodes=nodes)
    rows = {str(row.move): row for row in found.moves}
    assert rows["g5r"].proven == "loss"
    assert rows["g5r"].visits == max(row.visits for row in found.moves)
    assert rows[str(found.best)].proven is None
    assert (found.value, found.proven) == (rows[str(found.best)].value, None)


def test_a_win_is_proven_when_cut_short() -> None:
    """Even if the budget ends before the depth that found it is finished."""
    agent = tesuji.agent("alphabeta(memory=1)")
    unfinished = 0
    for position in (p for spec in WITHOUT_DICE for p in late_positions(spec, 12, 1500)):
        whole = agent.search(position, depth=height(position) + 1)
        if whole.proven != "win":
            continue
        for nodes in range(whole.nodes // 2, whole.nodes, max(1, whole.nodes // 40)):
            found = agent.search(position, nodes=nodes)
            assert (found.value == 1.0) == (found.proven == "win"), (position, nodes)
            unfinished += found.proven == "win" and found.depth < whole.depth
    assert unfinished > 10
