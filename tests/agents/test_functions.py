"""Functions and classes as agents: what they are asked, may answer, and are called."""

from __future__ import annotations

import gc
import pickle
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.agents import function_agents
from tests.agents.function_agents import Counting, broken, first_move, last_text, quitting
from tesuji.agents.function_searcher import FunctionCrashed, FunctionIllegal
from tesuji.agents.registry import register_agent, registered_agents
from tesuji.cli import run
from tesuji.errors import AgentFailure, LoadError, ParameterError, UnknownAgentError

START = tesuji.game("avalam").start()


# What a function may be, and what it is asked


def test_a_function_chooses_moves() -> None:
    assert tesuji.agent(first_move).choose(START) == START.legal_moves[0]
    assert tesuji.agent(last_text).choose(START) == START.legal_moves[-1]


def test_a_class_is_made_for_each_player_and_begins_a_game() -> None:
    made: list[Counting] = []

    class Watched(Counting):
        def begin(self, game: tesuji.Game, seed: int) -> None:
            super().begin(game, seed)
            made.append(self)

    agent = tesuji.agent(Watched)
    for seed in (7, 8):
        player = agent.player(START.game, seed=seed)
        player.prepare()
        player.prepare()
        player.search(START, seconds=0.2)
        player.search(START, simulations=50)
    assert [(each.game, each.seed) for each in made] == [(START.game, 7), (START.game, 8)]
    first, second = made[0].asked
    assert (first.seconds, first.simulations) == (0.2, None)
    assert (second.seconds, second.simulations) == (None, 50)


def test_a_clock_for_the_game_becomes_seconds_for_the_move() -> None:
    asked: list[tesuji.Budget] = []

    def choose(position: tesuji.Position, budget: tesuji.Budget) -> tesuji.Move:
        asked.append(budget)
        return position.legal_moves[0]

    tesuji.agent(choose).player(START.game).search(START, remaining=50.0, increment=1.0)
    assert asked[0].seconds == pytest.approx(50 / 25 + 1)


def test_an_object_is_an_agent_too() -> None:
    counting = Counting()
    assert tesuji.agent(counting).choose(START) in START.legal_moves
    assert tesuji.agent(counting.choose).choose(START) in START.legal_moves
    assert len(counting.asked) == 2


@pytest.mark.parametrize("given", [3, None, object(), ["mcts"], type("Empty", (), {})])
def test_anything_else_is_refused(given: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(given)
    assert caught.value.where == "agent"
    assert caught.value.given is given


def test_an_agent_is_returned_as_it_is() -> None:
    agent = tesuji.agent("mcts")
    assert tesuji.agent(agent) is agent


# What goes wrong


def test_an_exception_is_a_failure_with_its_traceback() -> None:
    position = START
    while len(position.legal_moves) >= 280:
        position = position.play(position.legal_moves[0])
    with pytest.raises(FunctionCrashed) as caught:
        tesuji.agent(broken).choose(position)
    assert isinstance(caught.value, AgentFailure)
    assert isinstance(caught.value.__cause__, KeyError)
    log = caught.value.log
    assert "function_agents.py" in log
    assert "in broken" in log
    assert "function_searcher" not in log
    assert "\x1b" not in log + str(caught.value)


def test_a_failure_of_a_function_in_a_file_can_be_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import tesuji\ndef choose(position): return 1 / 0\n")
    for load in ("", "tesuji.register_agent('mine', lambda position: 1 / 0)\n"):
        file.write_text(file.read_text() + load)
        tesuji.load(file)
        with pytest.raises(FunctionCrashed) as caught:
            tesuji.agent("mine").choose(START)
        assert caught.value.replay in caught.value.log
        assert run(shlex.split(caught.value.replay)[1:]) == 2
        assert "ZeroDivisionError" in capsys.readouterr().err
    with pytest.raises(FunctionCrashed) as caught:
        tesuji.agent(lambda position: 1 / 0).choose(START)
    assert caught.value.replay == ""


def test_an_exit_is_a_failure() -> None:
    with pytest.raises(FunctionCrashed, match="SystemExit"):
        tesuji.agent(quitting).choose(START)


def test_an_error_in_begin_is_a_failure() -> None:
    class Faulty(Counting):
        def begin(self, game: tesuji.Game, seed: int) -> None:
            raise OSError("no weights")

    with pytest.raises(FunctionCrashed, match="no weights"):
        tesuji.agent(Faulty).player(START.game).prepare()


def test_a_deep_recursion_has_a_short_log() -> None:
    def endless(position: tesuji.Position) -> Any:
        return endless(position)

    with pytest.raises(FunctionCrashed, match="RecursionError") as caught:
        tesuji.agent(endless).choose(START)
    assert len(caught.value.log) < 8_000


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    "answer",
    [None, 7, "nonsense", "a1a2", tesuji.game("ewn").move("d1"), Unprintable()],
    ids=["None", "number", "not a move", "not legal", "of another game", "unprintable"],
)
def test_an_answer_that_is_not_a_legal_move_is_illegal(answer: Any) -> None:
    with pytest.raises(FunctionIllegal) as caught:
        tesuji.agent(lambda position: answer).choose(START)
    assert caught.value.end == "illegal"
    assert caught.value.given is answer
    assert caught.value.where == START.text


# Names


def test_a_function_of_a_file_is_named_by_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(function_agents.__file__)
    monkeypatch.chdir(file.parent)
    agent = tesuji.agent(first_move)
    assert agent.spec == 'python("function_agents.py:first_move")'
    assert tesuji.agent(agent.spec) == agent
    monkeypatch.chdir(file.parents[3])
    assert str(file.parent.name) in tesuji.agent(first_move).spec
    assert tesuji.agent(tesuji.agent(Counting).spec).choose(START) in START.legal_moves


def test_an_agent_can_be_pickled_if_it_has_a_file() -> None:
    agent = tesuji.agent(first_move, version="3")
    assert pickle.loads(pickle.dumps(agent)) == agent
    assert agent.settings["version"] == "3"


def test_functions_of_this_process_have_different_names() -> None:
    def make(number: int) -> Callable[[tesuji.Position], tesuji.Move]:
        return lambda position: position.legal_moves[number]

    functions = [make(number) for number in range(3)]
    agents = [tesuji.agent(function) for function in functions]
    assert len({agent.spec for agent in agents}) == 3
    for number, agent in enumerate(agents):
        assert tesuji.agent(agent.spec).choose(START) == START.legal_moves[number]
    assert tesuji.agent(functions[1]).spec == agents[1].spec


def test_a_function_that_no_longer_exists_is_unknown() -> None:
    spec = tesuji.agent(lambda position: position.legal_moves[0]).spec
    gc.collect()
    with pytest.raises(UnknownAgentError):
        tesuji.agent(spec)


def test_a_function_that_is_defined_again_keeps_its_name() -> None:
    cell = "def choose(position):\n    return position.legal_moves[{}]\n"
    specs = []
    kept = []
    for number in range(2):
        namespace: dict[str, Any] = {"__name__": "__main__"}
        exec(cell.format(number), namespace)
        kept.append(namespace["choose"])
        agent = tesuji.agent(namespace["choose"])
        assert tesuji.agent(agent.spec).choose(START) == START.legal_moves[number]
        specs.append(agent.spec)
    assert specs == ['python("choose")'] * 2


@pytest.mark.parametrize("spec", ["python", "python()", 'python("")', "python(function=3)"])
def test_a_spec_must_name_a_function(spec: str) -> None:
    with pytest.raises((ParameterError, tesuji.SpecError)):
        tesuji.agent(spec)


def test_a_file_without_the_function_is_a_load_error(tmp_path: Path) -> None:
    with pytest.raises(LoadError):
        tesuji.agent(f'python("{tmp_path}/none.py:choose")')
    file = tmp_path / "empty.py"
    file.write_text("x = 1\n")
    with pytest.raises(LoadError, match="choose"):
        tesuji.agent(f'python("{file}")').choose(START)
    with pytest.raises(ParameterError):
        tesuji.agent(f'python("{file}:x")').choose(START)


# Registered agents


def test_a_registered_function_is_used_by_its_name() -> None:
    assert register_agent("mine", first_move, version="2").spec == "mine"
    agent = tesuji.agent("mine(time=share(forced=false))")
    assert agent.choose(START) == START.legal_moves[0]
    assert agent.settings["version"] == "2"
    assert len(str(agent.settings["digest"])) == 16
    assert "mine" in tesuji.agents()
    given = tesuji.agent('mine(version="3")').function
    assert given is not None
    assert given.version == "3"
    with pytest.raises(ParameterError) as caught:
        tesuji.agent('mine(digest="0123")')
    assert caught.value.where == "digest"
    assert registered_agents()["mine"].summary == "Plays the first legal move."


def test_a_name_can_be_registered_again() -> None:
    register_agent("mine", first_move)
    register_agent("mine", last_text)
    assert tesuji.agent("mine").choose(START) == START.legal_moves[-1]


@pytest.mark.parametrize("name", ["mcts", "level-1", "exec", "python", "a b", "", "a.b", 3])
def test_a_name_must_be_free_and_valid(name: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        register_agent(name, first_move)
    assert caught.value.where == "name"
    assert caught.value.given == name


# Code


def agent_of(folder: Path, code: str) -> tesuji.Agent:
    (folder / "mine.py").write_text(code, "utf-8")
    return tesuji.agent(f'python("{folder}/mine.py")')


CHOOSE = "from part import number\ndef choose(position): return position.legal_moves[number]\n"


def test_a_file_uses_modules_of_its_own_folder(tmp_path: Path) -> None:
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "part.py").write_text(f"number = {number}\n")
        assert agent_of(folder, CHOOSE).choose(START) == START.legal_moves[number]


def test_the_digest_covers_the_python_files_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text("number = 0\n")
    before = agent_of(tmp_path, CHOOSE)
    for name in (".venv", "__pycache__", ".git", "own"):
        (tmp_path / name).mkdir()
        if name != "own":
            (tmp_path / name / "more.py").write_text("1\n")
    (tmp_path / "own" / "pyvenv.cfg").touch()
    (tmp_path / "own" / "more.py").write_text("1\n")
    (tmp_path / "data.txt").write_text("1\n")
    assert agent_of(tmp_path, CHOOSE) == before
    (tmp_path / "part.py").write_text("number = 1 \n")
    after = agent_of(tmp_path, CHOOSE)
    assert after != before
    assert after.choose(START) == START.legal_moves[1], "changed code is loaded again"
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(f'python("{tmp_path}/mine.py:choose", digest="0123")')
    assert caught.value.where == "digest"


def test_a_folder_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tesuji.python_files.MOST_BYTES", 1_000)
    with pytest.raises(LoadError) as caught:
        agent_of(tmp_path, CHOOSE + "#" * 1_000)
    assert caught.value.path == str(tmp_path)
