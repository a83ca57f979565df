"""Plugins: found by name, loaded only when used, and harmless when broken or not allowed."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import tesuji
from tesuji.agents.registry import plugin_agents
from tesuji.agents.trust import agent_from_file, closed_part
from tesuji.arena import import_games
from tesuji.cli import run
from tesuji.errors import (
    DeclarationError,
    ParameterError,
    RecordError,
    UnknownAgentError,
    UnknownGameError,
)
from tesuji.games.record import GameRecord, parse_records, record_text
from tesuji.games.registry import game_from_file
from tesuji.plugins import AGENTS, OUR_OWN, PluginWarning, plugin_names
from tesuji.studies import read_study
from tesuji.web.admission import Admission
from tesuji.web.bounds import Bounds

MODULE = """
from pathlib import Path
Path(__file__).with_name("imported").touch()

import tesuji
from tesuji.agents.searchers import RandomSearcher
from tesuji.specs import Kind

def make(spec, settings, game):
    Path(__file__).with_name("made").touch()
    return RandomSearcher(spec, lambda position, seed: position.legal_moves[0])

AGENT = Kind("acme.first", "Plays the first move.", make=make)
NOT_AN_AGENT = 3

class Race:
    name = "acme-race"
    def start(self): return (0, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return ["1", "2"]
    def play(self, state, move): return (state[0] + int(move), 1 - state[1])
    def result(self, state): return 1 - state[1] if state[0] >= 5 else None

tesuji.register(Race)
GAME = type(tesuji.game("acme-race"))
"""
POINTS = """
[tesuji.agents]
acme.first = acme_plugin:AGENT
acme-broken = acme_plugin:MISSING
acme-missing = acme_nowhere:AGENT
acme-wrong = acme_plugin:NOT_AN_AGENT

[tesuji.games]
acme-race = acme_plugin:GAME
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A distribution on the path; importing its module and making its agent leave a file."""
    (tmp_path / "acme_plugin.py").write_text(MODULE)
    info = tmp_path / "acme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield tmp_path
    sys.modules.pop("acme_plugin", None)


def left(folder: Path) -> set[str]:
    return {name for name in ("imported", "made", "touched") if (folder / name).exists()}


# Use


def test_an_agent_is_loaded_when_it_is_used(plugin: Path) -> None:
    assert "acme.first" in plugin_agents()
    assert "acme.first" not in tesuji.agents()
    assert not left(plugin)
    agent = tesuji.agent("acme.first")
    assert left(plugin) == {"imported"}
    start = tesuji.game("avalam").start()
    assert agent.choose(start) == start.legal_moves[0]
    assert "acme.first" not in tesuji.agents(), "the list does not depend on what was used"


def test_a_game_is_loaded_when_it_is_used(plugin: Path) -> None:
    assert not left(plugin)
    assert tesuji.game("acme-race").start().play("2").to_move == 1


@pytest.mark.parametrize("name", ["acme-broken", "acme-missing", "acme-wrong"])
def test_a_broken_plugin_is_a_warning_and_an_unknown_name(plugin: Path, name: str) -> None:
    with pytest.warns(PluginWarning, match=name), pytest.raises(UnknownAgentError) as caught:
        tesuji.agent(name)
    assert caught.value.name == name
    assert "acme.first" in str(caught.value)
    assert tesuji.agent("mcts")


def test_unknown_names_list_plugins_without_loading_them(plugin: Path) -> None:
    with pytest.raises(UnknownAgentError, match=r"acme\.first"):
        tesuji.agent("acme.frist")
    with pytest.raises(UnknownGameError, match="acme-race"):
        tesuji.game("acme-rase")
    assert not left(plugin)


def test_the_lists_name_plugins_without_loading_them(
    plugin: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["agents"]) == 0
    assert "acme.first" in capsys.readouterr().out
    assert run(["games"]) == 0
    assert "acme-race" in capsys.readouterr().out
    assert not left(plugin)
    assert run(["agents", "acme.first"]) == 0
    assert "Plays the first move." in capsys.readouterr().out


def test_nothing_of_ours_is_loaded_early() -> None:
    code = "import sys, tesuji; print([m for m in sys.modules if m.startswith('tesuji.interop')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_our_own_plugins_can_be_named() -> None:
    for group, table in OUR_OWN.items():
        assert set(table) <= set(plugin_names(group))
        for name in table:
            assert tesuji.specs.parse_spec(name).name == name


# Trust: specs from files, records, stores and pages


def toucher(folder: Path) -> str:
    """The spec of a function whose file leaves a trace when it is executed."""
    (folder / "mine.py").write_text(
        "from pathlib import Path\nPath(__file__).with_name('touched').touch()\n"
        "def choose(position): return position.legal_moves[0]\n"
    )
    return f'python("{folder}/mine.py:choose")'


def unsafe_agents(folder: Path) -> list[str]:
    return [toucher(folder), "acme.first", f'exec("touch {folder}/touched")', 'course.ewn("x")']


def test_a_spec_from_a_file_runs_nothing_unless_it_is_allowed(plugin: Path) -> None:
    for spec in unsafe_agents(plugin):
        with pytest.raises(ParameterError) as caught:
            agent_from_file(spec)
        name = tesuji.specs.parse_spec(spec).name
        assert caught.value.given == name
        assert caught.value.expected == f"--allow {name}"
    with pytest.raises(ParameterError) as caught:
        game_from_file("acme-race")
    assert caught.value.given == "acme-race"
    assert not left(plugin)


def test_an_allowed_name_works(plugin: Path) -> None:
    tesuji.allow("acme.first", "acme-race", "python")
    assert agent_from_file("acme.first").spec == "acme.first"
    assert game_from_file("acme-race").name == "acme-race"
    start = tesuji.game("avalam").start()
    assert agent_from_file(toucher(plugin)).choose(start) == start.legal_moves[0]
    assert "touched" in left(plugin)


def test_what_this_process_registered_or_used_is_its_own(plugin: Path) -> None:
    tesuji.register_agent("mine", lambda position: position.legal_moves[0])
    tesuji.register_evaluator("even", lambda positions: [0.5] * len(positions))
    assert agent_from_file("mine").spec == "mine"
    assert agent_from_file("mcts(select=puct, evaluate=even)")
    assert agent_from_file("level-3")
    tesuji.game("acme-race")
    assert game_from_file("acme-race")


def test_a_typo_is_an_unknown_name(plugin: Path) -> None:
    with pytest.raises(UnknownAgentError):
        agent_from_file("mctss")
    with pytest.raises(UnknownGameError):
        game_from_file("avalamm")
    assert closed_part("mcts(evaluate=even)", ()) == ("evaluator", "even")


def race_record(agents: tuple[str, str]) -> GameRecord:
    return GameRecord(
        game="acme-race",
        agents=agents,
        start="0",
        moves=(),
        winner=0,
        score=0,
        reason="",
        end="time",
    )


def test_a_record_does_not_load_its_game(plugin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = record_text(race_record(("random", "random")))
    with pytest.raises(RecordError, match="--allow acme-race"):
        parse_records(text)
    file = plugin / "games.txt"
    file.write_text(text)
    assert run(["record", str(file)]) == 2
    assert "--allow acme-race" in capsys.readouterr().err
    assert not left(plugin)


def test_importing_records_does_not_load_their_agents(plugin: Path) -> None:
    played = tesuji.match("random", "random", game="ewn", pairs=1, jobs=1, store=plugin / "s.db")
    # Games of that match, but not those that it has, by agents that would run something.
    changed = {"winner": 0, "end": "time"}
    records = [
        GameRecord.from_dict({**game, **changed, "agents": [spec, "random"]})
        for game in played.to_dicts()
        for spec in unsafe_agents(plugin)
    ]
    done = import_games(records, plugin / "s.db")
    assert done.counted == {}
    assert not left(plugin)


STUDY = """
title = "A study"
[[experiment]]
name = "one"
title = "One"
kind = "match"
game = "avalam"
agents = '{spec}'
against = "random"
play = {{quick = 2, full = 2}}
then = {{source = "made up", simulations = 5}}
"""


def test_a_study_runs_nothing_unless_it_is_allowed(
    plugin: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = plugin / "study.toml"
    for spec in unsafe_agents(plugin):
        file.write_text(STUDY.format(spec=spec))
        with pytest.raises(DeclarationError, match="--allow"):
            read_study(file)
        assert run(["experiment", str(file), "--jobs", "1"]) == 2
    assert not left(plugin)
    file.write_text(STUDY.format(spec=toucher(plugin)))
    assert run(["experiment", str(file), "--jobs", "1", "--allow", "python"]) == 0
    assert left(plugin) == {"touched"}


def test_a_page_runs_nothing_unless_it_is_allowed(plugin: Path) -> None:
    closed, game = Admission(Bounds()), tesuji.game("avalam")
    tesuji.register_agent("mine", lambda position: position.legal_moves[0])
    for spec in [*unsafe_agents(plugin), "mine"]:
        with pytest.raises(ParameterError) as caught:
            closed.agent(spec, game)
        assert caught.value.where == "agent"
    with pytest.raises(ParameterError):
        closed.game("acme-race")
    assert "mine" not in closed.agents()
    assert not left(plugin)
    opened = Admission(Bounds(), ["mine"])
    assert "mine" in opened.agents()
    assert opened.agent("mine", game).choose(game.start()) == game.start().legal_moves[0]


def test_your_own_specs_need_no_permission(plugin: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = tesuji.match(toucher(plugin), "acme.first", game="ewn", pairs=1, jobs=1)
    assert {record.end for record in result.games} == {"rules"}
    assert left(plugin) == {"imported", "made", "touched"}
    assert AGENTS == "tesuji.agents"
