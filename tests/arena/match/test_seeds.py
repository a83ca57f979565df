"""Seeds: dice are derived from the seed of a match, and agents cannot find them out."""

from __future__ import annotations

import inspect
from itertools import product

import pytest

import tesuji
from tesuji.arena.match import pair
from tesuji.arena.match.pair import PairGame, PairTask, player_seed
from tesuji.arena.match.plan import make_plan
from tesuji.games.randomness import RandomStream, derive_seed, keyed_seed
from tesuji.web.seeds import Seeds

MASK = 2**64 - 1


def mix(x: int) -> int:
    """The mixing function of SplitMix64."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def undo_mix(x: int) -> int:
    x ^= (x >> 31) ^ (x >> 62)
    x = x * pow(0x94D049BB133111EB, -1, 2**64) & MASK
    x ^= (x >> 27) ^ (x >> 54)
    x = x * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK
    x ^= (x >> 30) ^ (x >> 60)
    return (x - 0x9E3779B97F4A7C15) & MASK


def secret_of(derived: int, number: int) -> int:
    """Finds the seed that `derive_seed` was given: it is mix(mix(seed) ^ constant)."""
    constant = undo_mix(derive_seed(0, number)) ^ mix(0)
    return undo_mix(undo_mix(derived) ^ constant)


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1, 123456789123456789])
def test_the_attack_works_on_seeds_that_are_only_mixed(seed: int) -> None:
    for number in (0, 1, 10, 13):
        assert secret_of(derive_seed(seed, number), number) == seed


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1, 123456789123456789])
def test_the_attack_fails_on_the_seeds_of_agents(seed: int) -> None:
    for agent, swapped in product((0, 1), (False, True)):
        given = player_seed(seed, agent, swapped)
        found = {secret_of(given, number) for number in range(64)} | {given}
        assert seed not in found
        assert derive_seed(seed, 1) not in found, "the seed of the dice"


def test_agents_get_keyed_seeds_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    real = tesuji.Agent.player

    def watch(self: tesuji.Agent, game: tesuji.Game, *, seed: int = 0) -> tesuji.Player:
        given.append(seed)
        return real(self, game, seed=seed)

    task = make_plan(("mcts", "random"), game="ewn", pairs=1, seed=5).task(0)
    monkeypatch.setattr(tesuji.Agent, "player", watch)
    for swapped in (False, True):
        PairGame(task, swapped)
    assert sorted(given) == sorted(
        keyed_seed(task.seed, agent, swapped) for agent, swapped in product((0, 1), (False, True))
    )
    assert len(set(given)) == 4
    uses = inspect.getsource(pair).split("derive_seed(")[1:]
    assert [use.split(")")[0] for use in uses] == ["task.seed, 1"], "only the dice"


def test_keyed_seeds_are_the_same_on_every_machine() -> None:
    assert keyed_seed(7, 0, 1) == 17255842833305217624
    assert len({keyed_seed(seed, n) for seed in range(50) for n in range(50)}) == 2_500


def test_the_dice_of_a_seed_stay_the_same() -> None:
    task = make_plan(("random", "random"), game="ewn", pairs=1, seed=3).task(0)
    dice, stream = PairGame(task, False).dice, RandomStream(derive_seed(task.seed, 1))
    assert [dice.below(6) for _ in range(9)] == [stream.below(6) for _ in range(9)]
    assert isinstance(task, PairTask)


def test_the_seeds_of_agents_on_the_page_do_not_reveal_its_dice() -> None:
    one, other = Seeds(7), Seeds(7)
    seeds = [one.agent_seed() for _ in range(4)]
    assert seeds == [other.agent_seed() for _ in range(4)]
    assert len(set(seeds)) == 4
    for seed in seeds:
        assert 7 not in {secret_of(seed, number) for number in range(64)}
    assert Seeds(None).agent_seed() != Seeds(None).agent_seed()
