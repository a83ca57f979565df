"""Functions of a file import modules of their folder when they are called, and see only these."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tesuji
from tesuji.agents import Player

START = tesuji.game("avalam").start()
LAZY = """
def choose(position):
    import helper
    helper.calls += 1
    return position.legal_moves[helper.first() + helper.calls]
"""
IN_BEGIN = """
class choose:
    def begin(self, game, seed):
        from package.inner import first
        self.first = first

    def choose(self, position):
        import importlib
        helper = importlib.import_module("helper")
        helper.calls += 1
        return position.legal_moves[self.first() + helper.calls]
"""
EAGER = "import helper\nhelper.calls = 10\n" + LAZY
HELPER = """
calls = 0

def first():
    import number
    return number.VALUE
"""


def folder_with(root: Path, name: str, text: str, value: int) -> str:
    """A folder with an agent and its modules; returns the agent's spec."""
    folder = root / name
    (folder / "package").mkdir(parents=True)
    (folder / "agent.py").write_text(text)
    (folder / "helper.py").write_text(HELPER)
    (folder / "number.py").write_text(f"VALUE = {value}\n")
    (folder / "package" / "__init__.py").write_text("")
    (folder / "package" / "inner.py").write_text("from helper import first\n")
    return f'python("{folder / "agent.py"}:choose")'


def player_of(spec: str) -> Player:
    return tesuji.agent(spec).player(START.game)


def choices(player: Player, count: int) -> list[int]:
    moves = list(START.legal_moves)
    return [moves.index(player.choose(START, seconds=60.0)) for _ in range(count)]


@pytest.mark.parametrize(("text", "calls"), [(LAZY, 0), (IN_BEGIN, 0), (EAGER, 10)])
def test_a_function_imports_when_it_is_called(text: str, calls: int, tmp_path: Path) -> None:
    path, names = list(sys.path), set(sys.modules)
    player = player_of(folder_with(tmp_path, "one", text, 20))
    # The module is imported once: it counts the calls.
    assert choices(player, 2) == [20 + calls + 1, 20 + calls + 2]
    assert sys.path == path
    assert not {"helper", "number", "package", "package.inner"} & (set(sys.modules) - names)


def test_folders_with_modules_of_the_same_name_do_not_mix(tmp_path: Path) -> None:
    one = player_of(folder_with(tmp_path, "one", LAZY, 20))
    two = player_of(folder_with(tmp_path, "two", IN_BEGIN, 40))
    assert [*choices(one, 1), *choices(two, 1), *choices(one, 1), *choices(two, 1)] == [
        21,
        41,
        22,
        42,
    ]


def test_an_agent_that_asks_another_one_keeps_its_own_modules(tmp_path: Path) -> None:
    inner = folder_with(tmp_path, "inner", LAZY, 40)
    asks = f"""
def choose(position):
    import tesuji
    import helper
    tesuji.agent({inner!r}).choose(position, seconds=60.0)
    import number
    assert helper.first() == number.VALUE == 20
    return position.legal_moves[number.VALUE]
"""
    outer = player_of(folder_with(tmp_path, "outer", asks, 20))
    assert choices(outer, 2) == [20, 20]


def test_other_code_keeps_a_module_of_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = player_of(folder_with(tmp_path, "one", LAZY, 20))
    assert choices(player, 1) == [21]
    other = type(sys)("helper")
    monkeypatch.setitem(sys.modules, "helper", other)
    assert choices(player, 1) == [22]
    assert sys.modules["helper"] is other


def test_changed_modules_are_imported_again(tmp_path: Path) -> None:
    spec = folder_with(tmp_path, "one", LAZY, 20)
    assert choices(player_of(spec), 1) == [21]
    (tmp_path / "one" / "number.py").write_text("VALUE = 12345 - 12305\n")
    assert choices(player_of(spec), 1) == [41]


def test_a_match_with_workers(tmp_path: Path) -> None:
    spec = folder_with(tmp_path, "one", LAZY.replace("helper.calls += 1", "pass"), 0)
    result = tesuji.match(spec, "random", game="avalam", pairs=2, jobs=2, seconds=60.0)
    assert {record.end for record in result.games} == {"rules"}
