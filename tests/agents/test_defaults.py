"""The defaults of each game: what bare agents use, where it is shown, and who does not use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.search.positions import middle
from tesuji import Position
from tesuji.agents.defaults import DEFAULT, EXPLORATION, OTHER_EXPLORATION, WEIGHTS
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.agents.registry import _presets
from tesuji.specs import Parameter, Spec, parse_spec

ROOT = Path(__file__).resolve().parents[2]
BEFORE = ROOT / "tests" / "data" / "presets-expanded.txt"
RESULTS = ROOT / "benchmarks" / "results" / "defaults.json"
RACE = ROOT / "benchmarks" / "results" / "ewn_race.json"
NEAR_LINES = ROOT / "benchmarks" / "results" / "near_lines.json"
CANDIDATES = ROOT / "benchmarks" / "results" / "candidates.json"
BARE = [kind.name for kind in AGENT_KINDS if kind.name in ("mcts", "alphabeta", "greedy", "flat")]


def before() -> dict[str, Spec]:
    """Every preset, written out before bare agents had defaults of each game's own."""
    lines = [line for line in BEFORE.read_text("utf-8").splitlines() if line[0] != "#"]
    pairs = [line.split(": ", 1) for line in lines]
    return {name: parse_spec(spec) for name, spec in pairs}


def test_every_compiled_game_has_a_constant() -> None:
    assert set(EXPLORATION) == set(tesuji.games()) - python_games()


def python_games() -> set[str]:
    return {name for name in tesuji.games() if tesuji.game(name).in_python}


@pytest.mark.parametrize("name", BARE)
@pytest.mark.parametrize("spec", list(EXPLORATION))
def test_a_written_out_agent_of_a_game_leaves_nothing_to_defaults(name: str, spec: str) -> None:
    game = tesuji.game(spec)
    whole = tesuji.agent(tesuji.agent(name).expanded(game))
    assert f"={DEFAULT}" not in whole.expanded()
    assert whole.expanded(game) == whole.expanded()
    position = middle(spec, 1, 0.4)
    assert answer(whole, position) == answer(tesuji.agent(name), position)


def answer(agent: tesuji.Agent, position: Position) -> Any:
    limit: dict[str, Any] = {} if agent.spec.startswith("greedy") else {"simulations": 400}
    found = agent.search(position, seed=1, **limit)
    return found.best, found.value, found.moves, found.nodes


def test_defaults_differ_between_games() -> None:
    """Otherwise one constant would do."""
    assert len(set(EXPLORATION.values())) > 1


def test_what_is_given_counts() -> None:
    game = tesuji.game("avalam")
    given = tesuji.agent("mcts(select=ucb1(c=0.9), knowledge=avalam(five=3.0))").expanded(game)
    assert parse_spec(given).value("select.c") == 0.9
    assert parse_spec(given).value("knowledge.five") == 3.0


def test_other_games_have_a_constant_too() -> None:
    tesuji.load(ROOT / "examples" / "connect_four.py")
    game = tesuji.game("connect-four")
    whole = parse_spec(tesuji.agent("mcts").expanded(game))
    assert whole.value("select.c") == OTHER_EXPLORATION
    assert whole.arguments["knowledge"] == Spec(DEFAULT)
    assert tesuji.agent("mcts").choose(game.start(), simulations=50) in game.start().legal_moves


# Presets


# The weights that the knowledge declared at that time; newer ones are off.
DECLARED = {
    "ewn": "ewn(steps=1.0, cubes=0.0, race=0.0, contact=1.0, score_win=10.0, score_step=0.2,"
    " score_capture=0.3, score_own=-0.1)"
}


NEAR_WEIGHTS = {"near", "tempo", *(f"own_{n}" for n in "123"), *(f"other_{n}" for n in "1234")}
OFF_WEIGHTS = {"table", "turns", "contest", "ties"}


@pytest.mark.parametrize("name", sorted(_presets))
def test_presets_keep_their_own_values(name: str) -> None:
    old, new = before()[name], parse_spec(tesuji.agent(name).expanded())
    assert new.name == old.name
    for path, value in old.arguments.items():
        now = new.arguments[path]
        if path == "knowledge" and value == Spec(DEFAULT) and now != value:
            assert isinstance(now, Spec)
            value = parse_spec(DECLARED[now.name])
        if isinstance(value, Spec) and isinstance(now, Spec):
            # Weights that are newer than the preset do not matter: they are off.
            newer = now.arguments.keys() - value.arguments.keys()
            assert newer <= NEAR_WEIGHTS | OFF_WEIGHTS
            assert not newer & NEAR_WEIGHTS or now.arguments["near"] == 0
            assert all(now.arguments[name] == 0 for name in newer & OFF_WEIGHTS)
            now = Spec(now.name, {k: v for k, v in now.arguments.items() if k not in newer})
        assert now == value, path


@pytest.mark.parametrize("name", ["ewn-hard", "ewn-normal", "fischer"])
def test_presets_have_no_newer_refinements(name: str) -> None:
    """What alpha-beta has learnt since then is off in the presets of the reports."""
    preset = tesuji.agent(name)
    dice = any(tesuji.game(game).has_chance for game in _presets[name].games)
    for parameter in preset._kind.parameters:
        if parameter.name in before()[name].arguments or not isinstance(parameter, Parameter):
            continue
        if parameter.default is None or (parameter.dice and not dice):
            continue
        if parameter.name in ("presort_depth", "late_depth", "leaf_values", "distinct"):
            continue  # of parts that are off
        assert preset.settings[parameter.name] in (False, 0, "none", "off"), parameter.name


USES_DEFAULT_WEIGHTS = [
    name for name in sorted(_presets) if "knowledge=default" in tesuji.agent(name).expanded()
]
OTHER_WEIGHTS = {
    "avalam": "avalam(five=9.0, groups=false)",
    "colosseum": "colosseum(reach=0.1, area=0.1)",
    "pentago": "pentago(lines=0.1, threats=3.0)",
    "pentago-twist": "pentago(lines=0.1, threats=3.0)",
    "ewn": "ewn(steps=0.1, cubes=1.0)",
    "ewn-cyclic": "ewn(steps=0.1, cubes=1.0)",
}


@pytest.mark.parametrize("name", USES_DEFAULT_WEIGHTS)
def test_presets_without_weights_do_not_read_any(name: str) -> None:
    """So the weights of a game cannot change them."""
    for spec in _presets[name].games or tuple(OTHER_WEIGHTS):
        position = middle(spec, 1, 0.4)
        found = [
            tesuji.agent(f"{name}(knowledge={knowledge})")
            .search(position, seed=1, simulations=300)
            .moves
            for knowledge in (DEFAULT, OTHER_WEIGHTS[spec])
        ]
        assert found[0] == found[1], spec


# The results behind the defaults


def rows(kind: str) -> dict[str, list[dict[str, Any]]]:
    results = json.loads(RESULTS.read_text("utf-8"))["results"]
    return {row["game"]: row["ratings"] for row in results if row["kind"] == kind}


ROUND_ROBINS = [("mcts", spec) for spec in EXPLORATION] + [
    ("alphabeta", spec) for spec in EXPLORATION if spec not in WEIGHTS
]


@pytest.mark.parametrize(("kind", "spec"), ROUND_ROBINS)
def test_every_default_is_among_the_best_of_its_round_robin(kind: str, spec: str) -> None:
    """No candidate is better with certainty: its interval is not above that of the default."""
    slot = "select" if kind == "mcts" else "knowledge"

    def part(agent: str) -> Any:
        return parse_spec(tesuji.agent(agent).expanded(tesuji.game(spec))).arguments[slot]

    ratings = rows(kind)[spec]
    own = next(row for row in ratings if part(row["agent"]) == part(kind))
    for row in ratings:
        assert row["interval"][0] <= own["interval"][1], row


@pytest.mark.parametrize("spec", ["ewn", "ewn-cyclic"])
def test_the_race_has_won_a_match_against_the_declared_weights(spec: str) -> None:
    results = json.loads(RACE.read_text("utf-8"))["results"]
    match = next(result for result in results if result["game"] == spec)
    new, old = (parse_spec(agent) for agent in match["identity"]["agents"])
    assert {name: new.value(f"knowledge.{name}") for name in WEIGHTS[spec]} == WEIGHTS[spec]
    assert old.value("knowledge.race") == 0
    assert match["interval"][0] > 0.5
    default = parse_spec(tesuji.agent("alphabeta").expanded(tesuji.game(spec)))
    assert default.arguments["knowledge"] == new.arguments["knowledge"]


def test_the_table_of_towers_has_won_a_match_against_the_declared_weights() -> None:
    matches = json.loads(CANDIDATES.read_text("utf-8"))["results"]["matches"]
    match = next(row for row in matches if "table=1.0" in row["agents"][0])
    game = tesuji.game("avalam")
    new, old, default = (
        parse_spec(tesuji.agent(agent).expanded(game)).arguments["knowledge"]
        for agent in (*match["agents"], "alphabeta")
    )
    assert default == new
    declared = tesuji.agent("alphabeta(knowledge=avalam)").expanded(game)
    assert old == parse_spec(declared).arguments["knowledge"]
    assert match["nelo_interval"][0] > 0


@pytest.mark.parametrize("kind", ["alphabeta", "greedy"])
@pytest.mark.parametrize("spec", ["pentago", "pentago-twist"])
def test_near_lines_have_won_every_match_against_the_declared_weights(kind: str, spec: str) -> None:
    game = tesuji.game(spec)

    def knowledge(agent: str) -> Any:
        return parse_spec(tesuji.agent(agent).expanded(game)).arguments["knowledge"]

    matches = json.loads(NEAR_LINES.read_text("utf-8"))["results"]["matches"]
    own = [row for row in matches if row["game"] == game.spec and row["agents"][0].startswith(kind)]
    declared = knowledge(f"{kind}(knowledge=pentago)")
    assert declared in [knowledge(row["agents"][1]) for row in own]
    for row in own:
        assert knowledge(row["agents"][0]) == knowledge(kind)
        assert row["nelo_interval"][0] > 0, row
