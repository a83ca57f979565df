"""The champion: what it plays in each game, its options, its memory and its repeatability."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tesuji
from tests.search.apart import run_apart
from tests.search.positions import EVERY_GAME, middle
from tests.take_away import TakeAway
from tesuji import ParameterError
from tesuji.agents import learned, searchers
from tesuji.agents.champions import CHAMPIONS, OTHER_GAMES, Composition, champion_of
from tesuji.agents.solve_first import SolveFirst
from tesuji.specs import parse_spec

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
every_game = pytest.mark.parametrize("spec", EVERY_GAME)


class Pile(TakeAway):
    name = "champion-pile"


@pytest.fixture(scope="module")
def pile() -> tesuji.Game:
    return tesuji.register(Pile)


# What it plays


@every_game
def test_it_plays_the_composition_of_the_game(spec: str) -> None:
    game = tesuji.game(spec)
    played = tesuji.agent("champion").on(game)
    composition = parse_spec(champion_of(game).spec)
    assert played.expanded().startswith(f"{composition.name}(")
    for name, value in composition.arguments.items():
        assert played.settings[name] == tesuji.agent(champion_of(game).spec).settings[name], value


@every_game
def test_the_composition_alone_finds_the_same(spec: str) -> None:
    """The spec written out for a game, which is the key in the store, is what plays."""
    position = middle(spec, 1)
    champion = tesuji.agent("champion")
    alone = tesuji.agent(champion.expanded(position.game))
    assert alone.expanded().startswith(f"{parse_spec(champion_of(position.game).spec).name}(")
    found, again = (each.search(position, nodes=3000, seed=3) for each in (champion, alone))
    assert (found.best, found.value, found.nodes) == (again.best, again.value, again.nodes)
    assert found.agent == "champion"


@every_game
def test_the_same_nodes_give_the_same_answer(spec: str) -> None:
    position = middle(spec, 2)
    first, second = (
        tesuji.agent("champion").search(position, nodes=5000, seed=7) for _ in range(2)
    )
    assert first.moves == second.moves
    assert (first.value, first.pv, first.nodes) == (second.value, second.pv, second.nodes)


def test_every_game_of_ours_has_a_composition() -> None:
    assert set(CHAMPIONS) == {tesuji.game(spec).name for spec in EVERY_GAME}


def test_other_games_have_a_generic_agent(pile: tesuji.Game) -> None:
    assert champion_of(pile) is OTHER_GAMES
    found = tesuji.agent("champion(threads=4)").search(pile.start(), simulations=500)
    assert (str(found.best), found.proven) == ("1", "win")


@pytest.mark.parametrize("composition", CHAMPIONS.values(), ids=CHAMPIONS)
def test_every_composition_has_its_results(composition: Composition) -> None:
    for file in composition.results:
        rows = json.loads((RESULTS / file).read_text("utf-8"))
        assert rows["command"]
        assert rows["results"]


def test_other_weights_are_another_champion_in_their_game(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [tesuji.game(spec) for spec in ("avalam", "colosseum(size=6)", "ewn", "ewn-cyclic")]
    champion = tesuji.agent("champion(book=off)")
    before = [champion.code_digest(game) for game in games]
    assert [bool(each) for each in before] == [True, False, False, True]
    files = {**learned.shipped_weights("net"), "avalam": Path(__file__)}
    monkeypatch.setattr(learned, "shipped_weights", lambda family: files)
    after = [champion.code_digest(game) for game in games]
    assert after[0] not in ("", before[0])
    assert after[1:] == before[1:]


# Options


@every_game
def test_options_reach_the_composition(spec: str) -> None:
    game = tesuji.game(spec)
    agent = tesuji.agent(
        "champion(threads=2, memory=40, solve=off, time=midgame(base=3), seconds=0.5, clock=cpu)"
    )
    settings = agent.on(game).settings
    assert settings.get("threads.count", settings["threads"]) == 2
    assert (settings["memory"], settings["solve"]) == (40.0, "off")
    assert (settings["time"], settings["time.base"]) == ("midgame", 3.0)
    assert (settings["seconds"], settings["clock"]) == (0.5, "cpu")


@pytest.mark.parametrize("wrong", ["threads=0", "threads=17", "memory=0", "solve=never", "beam=3"])
def test_wrong_options_are_refused(wrong: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(f"champion({wrong})")
    assert caught.value.owner == "champion"
    assert caught.value.where == wrong.partition("=")[0]


@pytest.mark.parametrize(("given", "table", "solver"), [(32, 24, 8), (96, 80, 16), (8, 6, 2)])
def test_search_and_solver_share_the_memory(
    given: int, table: float, solver: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: dict[str, float] = {}
    game = tesuji.game("avalam")

    class Solver(SolveFirst):
        def __init__(self, game: tesuji.Game, *, threads: int, memory: float) -> None:
            taken["solver"] = memory
            super().__init__(game, threads=threads, memory=memory)

    make = searchers.CoreSearcher._make_core

    def record(self: searchers.CoreSearcher, memory: float | None) -> object:
        taken["table"] = memory or 0.0
        return make(self, memory)

    monkeypatch.setattr(searchers, "SolveFirst", Solver)
    monkeypatch.setattr(searchers.CoreSearcher, "_make_core", record)
    with tesuji.agent("champion").player(game) as player:
        player.search(game.start(), nodes=10, memory=given)
        assert taken == {"table": table, "solver": solver}
        tesuji.agent(f"champion(memory={given})").player(game)
        assert taken == {"table": table, "solver": solver}


def test_little_memory_is_enough() -> None:
    """A player with 32 megabytes keeps to them: the process grows by less than that."""
    code = """
import resource, tesuji
game = tesuji.game("avalam")
position = game.start()
tesuji.agent("champion(memory=1)").search(position, nodes=2000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with tesuji.agent("champion(memory=32)").player(game) as player:
    for _ in range(6):
        position = position.play(player.search(position, nodes=20_000).best)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
    assert float(run_apart(code)) < 34


# Where no agent is named


def test_the_best_move_is_the_champions() -> None:
    position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    found = tesuji.best(position, nodes=2000)
    assert (found.agent, found.proven) == ("champion", "win")
    assert tesuji.best(position, agent="random").agent == "random"
