"""Differential tests: the core and the references have the same knowledge of positions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any

import pytest

import tesuji
from tests.conformance.knowledge import REFERENCES, Twin, Weights, random_twins, weights_for
from tests.conformance.references import MODULES, ORACLES
from tests.reference import knowledge_avalam, knowledge_colosseum, knowledge_ewn

GAMES = {"avalam": 36, "colosseum": 40, "ewn": 60, "ewn-cyclic": 60}
"""Number of random games; 20 in other games."""
SPARSE = {"avalam": 7, "colosseum": 6}
"""Checks one position in this many, and all of the last few; in other games one in three."""
LAST = 3

every_name = pytest.mark.parametrize("name", REFERENCES)


@pytest.fixture(autouse=True, scope="module")
def quick_references() -> Iterator[None]:
    """Caches answers: the references compute the moves and the outcome again and again."""
    with pytest.MonkeyPatch.context() as patch:
        for module in MODULES:
            for function in ("legal_moves", "outcome"):
                patch.setattr(module, function, lru_cache(1024)(getattr(module, function)))
        yield


def sampled(name: str) -> Iterator[tuple[Twin, int]]:
    """Positions of random games, each with a seed for other random choices."""
    for seed in range(GAMES.get(name, 20)):
        rng = Random(seed)
        line = list(random_twins(name, seed))
        for ply, twin in enumerate(line):
            if ply >= len(line) - LAST or rng.randrange(SPARSE.get(name, 3)) == 0:
                yield twin, seed


def unfinished(name: str) -> Iterator[tuple[Twin, int]]:
    return ((twin, seed) for twin, seed in sampled(name) if not twin.is_over)


def decisions(name: str) -> Iterator[tuple[Twin, int]]:
    return ((twin, seed) for twin, seed in sampled(name) if twin.codes)


def same(ours: float, theirs: float) -> bool:
    return ours == pytest.approx(theirs, rel=1e-9, abs=1e-9)


def test_every_game_has_reference_knowledge() -> None:
    assert set(REFERENCES) == set(ORACLES)
    assert {name.partition("(")[0] for name in REFERENCES} == set(tesuji.games())


# Knowledge of all games


@every_name
def test_evaluations_agree(name: str) -> None:
    values = set()
    for twin, seed in unfinished(name):
        weights = weights_for(name, seed)
        ours = twin.core.evaluation(weights)
        theirs = REFERENCES[name].evaluation(twin.state, weights)
        assert same(ours, theirs), f"{twin}, {weights}: core {ours}, reference {theirs}"
        values.add(round(theirs, 6))
    assert len(values) > 50


@every_name
def test_default_weights_give_the_plain_evaluation(name: str) -> None:
    for twin, _ in unfinished(name):
        assert twin.core.evaluation(weights_for(name, 0)) == twin.core.evaluation({})


@every_name
def test_move_scores_agree(name: str) -> None:
    scores = set()
    for twin, seed in decisions(name):
        weights = weights_for(name, seed)
        for code in twin.codes:
            ours = twin.core.move_score(code, weights)
            theirs = REFERENCES[name].move_score(twin.state, twin.move(code), weights)
            text = twin.core.move_text(code)
            assert same(ours, theirs), f"{twin} {text}, {weights}: core {ours}, not {theirs}"
            scores.add(round(theirs, 6))
    assert len(scores) > 50


@every_name
def test_winning_moves_are_found(name: str) -> None:
    found = Counter[bool]()
    for twin, _ in decisions(name):
        winners, move = twin.winners(), twin.core.winning_move()
        if winners:
            assert move in winners, f"{twin}: {move}, but {winners} win"
        else:
            assert move is None, f"{twin}: {twin.core.move_text(move)} does not win"
        found[bool(winners)] += 1
    assert min(found[True], found[False]) >= 5


@every_name
def test_unknown_weights_and_missing_moves_are_rejected(name: str) -> None:
    core = next(random_twins(name, 0)).core
    with pytest.raises(ValueError, match="no-such-weight"):
        core.evaluation({"no-such-weight": 1.0})
    for twin, _ in sampled(name):
        if not twin.codes:
            assert twin.core.winning_move() is None
            with pytest.raises(ValueError, match="legal"):
                twin.core.move_score(0, {})


# Random choices


def assert_drawn_as(counts: Counter[Any], chances: Mapping[Any, float], where: object) -> None:
    """Checks that only possible choices were made, and with the right frequencies."""
    draws = counts.total()
    outside = {key for key in counts if chances.get(key, 0) <= 0}
    assert not outside, f"{where}: {outside} must never be drawn"
    likely = {key: chance * draws for key, chance in chances.items() if chance * draws >= 5}
    statistic = sum((counts[key] - mean) ** 2 / mean for key, mean in likely.items())
    limit = chi_square_limit(max(1, len(likely)))
    assert statistic < limit, f"{where}: chi-square {statistic:.1f} of {len(likely)} > {limit:.1f}"


def chi_square_limit(degrees: int, deviations: float = 6.0) -> float:
    """The limit that chi-square exceeds once in 10**9 times (Wilson and Hilferty, 1931)."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + deviations * math.sqrt(spread)) ** 3)


def drawn(draw: Callable[[int], int], draws: int) -> Counter[int]:
    return Counter(draw(seed) for seed in range(draws))


def uniform(choices: Iterable[Any]) -> dict[Any, float]:
    listed = list(choices)
    return {choice: 1 / len(listed) for choice in listed}


# Avalam


def avalam_positions() -> list[Twin]:
    """Full boards, sparse boards and the last few moves."""
    lines = [list(random_twins("avalam", seed)) for seed in range(4)]
    return [line[ply] for line in lines for ply in (0, 9, 18, 26, -6, -3, -2)]


def greedy_draws(twin: Twin, greedy: float, k: int, weights: Weights) -> Counter[int]:
    return drawn(lambda seed: int(twin.core.eps_greedy_move(seed, greedy, k, weights)), 2500)


def by_tower(twin: Twin, counts: Counter[int]) -> Counter[Any]:
    towers = Counter[Any]()
    for code, count in counts.items():
        towers[twin.move(code)[:2]] += count
    return towers


def test_roll_scores_agree() -> None:
    for twin, seed in decisions("avalam"):
        weights = weights_for("avalam", seed)
        for code in twin.codes:
            ours = twin.core.roll_score(code, weights)
            theirs = knowledge_avalam.roll_score(twin.state, twin.move(code), weights)
            assert same(ours, theirs), f"{twin} {code}, {weights}: core {ours}, not {theirs}"


def test_eps_greedy_without_greed_draws_a_tower_and_then_one_of_its_moves() -> None:
    for twin in avalam_positions():
        towers = knowledge_avalam.movable_towers(twin.state)
        chances = {
            (*tower, *other): 1 / len(towers) / len(others)
            for tower in towers
            for others in [knowledge_avalam.partners(twin.state.board, tower)]
            for other in others
        }
        counts = greedy_draws(twin, 0.0, 5, {})
        moves = Counter({twin.move(code): count for code, count in counts.items()})
        assert_drawn_as(moves, chances, twin)


@pytest.mark.parametrize("weights_seed", [0, 1, 2])
@pytest.mark.parametrize(("greedy", "k"), [(1.0, 1), (1.0, 5), (0.4, 5), (0.7, 20)])
def test_eps_greedy_takes_the_best_of_k_towers(greedy: float, k: int, weights_seed: int) -> None:
    weights = weights_for("avalam", weights_seed)
    for twin in avalam_positions():
        best = knowledge_avalam.greedy_tower_chances(twin.state, k, weights)
        chances = {t: greedy * chance + (1 - greedy) / len(best) for t, chance in best.items()}
        counts = greedy_draws(twin, greedy, k, weights)
        assert_drawn_as(by_tower(twin, counts), chances, twin)
        if greedy == 1:
            assert set(map(twin.move, counts)) <= first_best_moves(twin, weights)


def first_best_moves(twin: Twin, weights: Weights) -> set[Any]:
    """The best move of each tower; the first of several equal ones."""
    towers = knowledge_avalam.movable_towers(twin.state)
    best = [knowledge_avalam.best_moves_of(twin.state, tower, weights)[1] for tower in towers]
    return {min(moves) for moves in best}


# Colosseum


def colosseum_codes(twin: Twin, moves: Iterable[Any]) -> set[int]:
    return {twin.oracle.code_of[move] for move in moves}  # type: ignore[attr-defined]


def test_preferred_moves_agree() -> None:
    kinds = Counter[str]()
    for twin, _ in decisions("colosseum"):
        preferred = colosseum_codes(twin, knowledge_colosseum.preferred_moves(twin.state))
        ours = twin.core.preferred_moves()
        assert len(ours) == len(set(ours))
        assert set(ours) == preferred, str(twin)
        wins, everything = set(twin.winners()), len(preferred) == len(twin.codes)
        kinds["win" if preferred == wins else "all" if everything else "some"] += 1
    assert set(kinds) == {"win", "all", "some"}


def test_filtered_moves_are_drawn_from_the_preferred_ones() -> None:
    for seed in range(18):
        line = [twin for twin in random_twins("colosseum", seed) if not twin.is_over]
        for twin in (line[0], line[len(line) // 2], line[-1]):
            preferred = colosseum_codes(twin, knowledge_colosseum.preferred_moves(twin.state))
            counts = drawn(twin.core.filtered_move, 1500)
            assert_drawn_as(counts, uniform(preferred), twin)


@pytest.mark.parametrize(
    "weights", [(0.3, 0.1), (1.0, 0.0), (0.0, 0.7), (0.0, 0.0), (0.3, 0.1, 0.2, 0.4), (0, 0, 0, 1)]
)
def test_blends_agree(weights: tuple[float, ...]) -> None:
    for twin, _ in sampled("colosseum"):
        mover = 1 - twin.state.to_move
        ours = twin.core.blend(mover, *weights)
        theirs = knowledge_colosseum.blend(twin.state, mover, *weights)
        assert same(ours, theirs), f"{twin}: core {ours}, not {theirs}"


def test_shares_agree_and_are_known_only_at_the_end() -> None:
    for twin, _ in sampled("colosseum"):
        if twin.is_over:
            assert same(twin.core.share(), knowledge_colosseum.share(twin.state)), str(twin)
        else:
            with pytest.raises(ValueError, match="over"):
                twin.core.share()


# EinStein

both_ewn = pytest.mark.parametrize("name", ["ewn", "ewn-cyclic"])


def last_positions(name: str, games: int) -> Iterator[Twin]:
    return (list(random_twins(name, seed))[-1] for seed in range(games))


@both_ewn
def test_eliminations_agree(name: str) -> None:
    found = Counter[bool]()
    for twin in last_positions(name, 400):
        eliminated = knowledge_ewn.is_eliminated(twin.state)
        assert twin.core.eliminated() == eliminated, str(twin)
        found[eliminated] += 1
    assert min(found[True], found[False]) > 0


@both_ewn
def test_moves_of_despair_agree(name: str) -> None:
    for twin, _ in decisions(name):
        move = twin.move(twin.core.despair_move())
        assert move == knowledge_ewn.despair_move(twin.state), str(twin)
