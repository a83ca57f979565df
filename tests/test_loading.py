"""Loading: a file is executed once per process, and again only when it must be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tesuji
from tesuji.arena.match.plan import make_plan
from tesuji.arena.run.worker import read_answer, work
from tesuji.cli import run
from tesuji.errors import LoadError
from tesuji.python_files import execute, imports_of

GAME = """
import os, tesuji

with open({log!r}, "a") as log:
    print(os.getpid(), file=log)

class Race:
    name = "race"
    goal = {goal}
    def start(self): return (0, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return ["1", "2"]
    def play(self, state, move): return (state[0] + int(move), 1 - state[1])
    def result(self, state): return 1 - state[1] if state[0] >= self.goal else None

tesuji.register(Race)
tesuji.register_evaluator("even", lambda positions: [0.5] * len(positions))
"""


class Races:
    """Files that define one game with various goals, and a log of their executions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"

    def file(self, goal: int = 10, name: str = "race.py") -> Path:
        path = self.folder / name
        path.write_text(GAME.format(log=str(self.log), goal=goal), "utf-8")
        return path

    @property
    def executions(self) -> Counter[str]:
        """How often a file was executed, by process."""
        return Counter(self.log.read_text("utf-8").split())


@pytest.fixture
def races(tmp_path: Path) -> Races:
    return Races(tmp_path)


def goal() -> int:
    """The goal of the registered game."""
    found: int = tesuji.game("race").logic.goal  # type: ignore[attr-defined]
    return found


def test_a_file_is_executed_once_and_named_every_time(races: Races) -> None:
    file = races.file()
    (races.folder / "below").mkdir()
    for path in (file, str(file), races.folder / "below" / ".." / "race.py"):
        assert tesuji.load(path) == ["race"]
    assert races.executions.total() == 1


def test_a_file_that_has_changed_is_executed_again(races: Races) -> None:
    for number in (10, 20, 10):
        tesuji.load(races.file(number))
        assert goal() == number
    assert races.executions.total() == 3


def test_a_file_whose_game_was_replaced_is_executed_again(races: Races) -> None:
    first, second = races.file(10, "first.py"), races.file(20, "second.py")
    for file, number in ((first, 10), (second, 20), (second, 20), (first, 10)):
        tesuji.load(file)
        assert goal() == number
    assert races.executions.total() == 3


def test_a_file_whose_evaluator_was_replaced_is_executed_again(races: Races) -> None:
    file = races.file()
    tesuji.load(file)
    tesuji.register_evaluator("even", lambda positions: [1.0] * len(positions))
    tesuji.load(file)
    assert races.executions.total() == 2


def test_a_file_that_fails_is_executed_again(races: Races) -> None:
    file = races.file()
    file.write_text(file.read_text("utf-8") + "\nraise OSError('no network')\n", "utf-8")
    for _ in range(2):
        with pytest.raises(LoadError, match=f"race.py:{len(GAME.splitlines()) + 2} ") as caught:
            tesuji.load(file)
        assert caught.value.path == str(file)
    assert races.executions.total() == 2


def test_a_worker_executes_a_file_once_for_all_pairs(races: Races) -> None:
    plan = make_plan(("random", "random"), game="race", pairs=3, load=[races.file()])
    for pair in range(3):
        read_answer(plan.task(pair), work(plan.task(pair)))
    assert races.executions.total() == 1


def test_every_process_of_a_match_executes_a_file_once(races: Races) -> None:
    agents = ("mcts(evaluate=even, simulations=20)", "random")
    options = ["--game", "race", "--pairs", "6", "--jobs", "2", "--load", str(races.file())]
    assert run(["match", *agents, *options]) == 0
    assert set(races.executions.values()) == {1}
    assert len(races.executions) >= 2, "this process and at least one worker"


def test_a_file_can_search_while_it_is_loaded(tmp_path: Path) -> None:
    """Also with an agent of another file in the same folder, which is loaded in between."""
    (tmp_path / "helper.py").write_text("made = []", "utf-8")
    other = "def choose(position): return position.legal_moves[0]"
    (tmp_path / "other.py").write_text(other, "utf-8")
    file = tmp_path / "searches.py"
    lines = [
        "import helper, tesuji",
        "position = tesuji.game('avalam').start()",
        f"helper.made.append(tesuji.best(position, agent='python(\"{tmp_path}/other.py\")'))",
        "helper.made.append(tesuji.best(position, nodes=100))",
        "import helper as again",
        "assert len(again.made) == 2 and again is helper",
    ]
    file.write_text("\n".join(lines), "utf-8")
    tesuji.load(file)


def test_a_file_sees_edited_modules_while_its_folder_is_in_use(tmp_path: Path) -> None:
    helper = tmp_path / "helper.py"
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    helper.write_text("VALUE = 1", "utf-8")
    for file in (first, second):
        file.write_text("import helper\nfound = helper.VALUE", "utf-8")
    assert execute(first)["found"] == 1
    with imports_of(tmp_path):  # as while a function of the folder plays in another thread
        helper.write_text("VALUE = 22222", "utf-8")
        assert execute(second)["found"] == 22222
