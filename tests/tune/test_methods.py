"""Each method on a noisy function with a known optimum, without games."""

from __future__ import annotations

import pytest

from tests.tune.synthetic import SyntheticJudge, make_search, space, valley
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.errors import ParameterError
from tesuji.specs import Plain
from tesuji.tune.optuna_search import check_space, optuna_search
from tesuji.tune.race import Racer, race
from tesuji.tune.spsa import spsa
from tesuji.tune.trials import Found, Meeting, Search, stream_seed

PATHS = ("select.c", "rollout.greedy")
BEST = 3.0
"""The strength of the optimum; the start has -3.9."""


def run(method: str, search: Search) -> Found:
    return spsa(search) if method == "spsa" else optuna_search(search, method)


@pytest.mark.parametrize("method", ["genetic", "cmaes", "spsa"])
def test_a_method_finds_the_optimum_in_noise(method: str) -> None:
    judge = SyntheticJudge(valley, PATHS)
    pairs = 5 if method == "spsa" else 10
    found = run(method, make_search(judge, space(), trials=60, pairs=pairs))
    assert valley(found.values) > BEST - 0.5
    assert judge.stages


@pytest.mark.parametrize("method", ["genetic", "cmaes", "spsa"])
def test_the_same_seed_finds_the_same(method: str) -> None:
    def trials(seed: int) -> list[object]:
        search = make_search(SyntheticJudge(valley, PATHS), space(), trials=12, pairs=4, seed=seed)
        found = run(method, search)
        return [found.values, *(trial.to_dict() for trial in found.trials)]

    assert trials(3) == trials(3)
    assert trials(3) != trials(4)


@pytest.mark.parametrize("method", ["genetic", "cmaes"])
def test_a_weak_start_is_replaced_as_opponent(method: str) -> None:
    found = run(method, make_search(SyntheticJudge(valley, PATHS), space(), trials=40, pairs=6))
    opponents = [trial.opponent for trial in found.trials]
    assert opponents[1] == space().agent.spec
    assert opponents[-1] != space().agent.spec


def test_an_opponent_that_was_named_stays() -> None:
    other = "mcts(select=ucb1(c=0.7), rollout=eps_greedy(greedy=0.5), simulations=10)"
    search = make_search(SyntheticJudge(valley, PATHS), space(), trials=30, pairs=6, opponent=other)
    found = run("genetic", search)
    assert {trial.opponent for trial in found.trials} == {other}
    assert found.trials[0].result.pairs == 24  # the start is measured as well
    assert valley(found.values) > valley(dict(space().start))


def test_where_nothing_is_better_the_start_is_kept_or_an_equal() -> None:
    def flat_with_a_peak(values: dict[str, Plain]) -> float:
        return 0.0 if values == space().start else -1.0

    for seed in range(2):
        judge = SyntheticJudge(flat_with_a_peak, PATHS)
        found = run("genetic", make_search(judge, space(), trials=20, pairs=8, seed=seed))
        assert found.values == space().start


def test_choices_are_found() -> None:
    def strength(values: dict[str, Plain]) -> float:
        return {"uniform": 0.0, "eps_greedy": 0.5, "mast": 1.5}[str(values["rollout"])] + (
            0.5 if values["reuse"] is False else 0.0
        )

    where = space("rollout=uniform|mast, reuse")
    judge = SyntheticJudge(strength, ("rollout", "reuse"))
    found = optuna_search(make_search(judge, where, trials=30, pairs=10), "genetic")
    assert found.values == {"rollout": "mast", "reuse": False}


@pytest.mark.parametrize(
    ("method", "over", "where"),
    [
        ("cmaes", "select.c", "over"),
        ("cmaes", "select.c, rollout", "rollout"),
        ("spsa", "reuse", "reuse"),
    ],
)
def test_a_method_refuses_a_space_that_it_cannot_search(method: str, over: str, where: str) -> None:
    with pytest.raises(ParameterError) as caught:
        check_space(method, space(over))
    assert caught.value.where == where


# Races


class _Fixed:
    """A judge in which each racer scores a fixed share of its pairs."""

    def __init__(self, scores: dict[str, float]) -> None:
        self.scores = scores
        self.pairs: dict[str, int] = {}

    def __call__(self, stage: str, meetings: list[Meeting]) -> list[Pentanomial]:
        results = []
        for each in meetings:
            self.pairs[each.name] = each.pairs
            wins = round(self.scores[each.name] * each.pairs)
            results.append(Pentanomial((each.pairs - wins, 0, 0, 0, wins)))
        return results


def test_a_race_gives_more_games_to_those_near_the_best() -> None:
    judge = _Fixed({"a": 0.1, "b": 0.55, "c": 0.6, "d": 0.2, "e": 0.5, "f": 0.3})
    racers = [Racer(name, name) for name in judge.scores]
    results = race(judge, "race", racers, opponent="o", seed=1, pairs=20)  # type: ignore[arg-type]
    assert judge.pairs == {"a": 20, "b": 80, "c": 80, "d": 20, "e": 20, "f": 20}
    assert [result.pairs for result in results] == [20, 80, 80, 20, 20, 20]


def test_a_race_ends_when_the_leader_is_clear() -> None:
    judge = _Fixed({"a": 0.05, "b": 0.1, "c": 0.95})
    race(judge, "race", [Racer(n, n) for n in judge.scores], opponent="o", seed=1, pairs=30)  # type: ignore[arg-type]
    assert judge.pairs == {"a": 30, "b": 30, "c": 30}


def test_a_race_of_none_plays_nothing() -> None:
    judge = _Fixed({})
    assert race(judge, "race", [], opponent="o", seed=1, pairs=30) == []  # type: ignore[arg-type]


def test_streams_of_seeds_do_not_meet() -> None:
    streams = ("search", "final", "proof", "perturbation", "sampler", "games")
    seeds = {stream_seed(seed, name, n) for seed in (0, 1) for name in streams for n in range(50)}
    assert len(seeds) == 2 * len(streams) * 50
