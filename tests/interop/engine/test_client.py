"""Engines of others as agents: they play, with their options, like any agent."""

from __future__ import annotations

import shutil
import subprocess
import threading
from pathlib import Path

import pytest

import tesuji
from tests.interop.engine.stubs import ANY_MOVE, CONNECT_FOUR, engine_spec, processes_that_use
from tests.interop.stage import AMPLE
from tesuji.cli import run
from tesuji.errors import ParameterError
from tesuji.games import Position
from tesuji.games.game_loop import play_game
from tesuji.games.randomness import RandomStream
from tesuji.interop.engine import client
from tesuji.interop.engine.client import EngineSearcher, given_options
from tesuji.interop.engine.command import engine_command
from tesuji.specs import quoted

OURS = "mcts(memory=16, time=share(forced=false))"
EXAMPLE = f"exec({quoted(f'python3 {ANY_MOVE}')})"


def with_options(options: str) -> str:
    return f"exec({quoted(f'python3 {ANY_MOVE}')}, options={quoted(options)})"


@pytest.mark.parametrize(
    ("game", "simulations"), [("avalam", 60), ("ewn", 60), ("connect-four", 10)]
)
def test_our_engine_plays_as_it_does_in_process(game: str, simulations: int) -> None:
    """Move by move with its tree kept, dice and games in Python included."""
    tesuji.load(CONNECT_FOUR)
    command = f"tesuji engine {quoted(OURS)} --load {CONNECT_FOUR}"
    one = tesuji.game(game)
    inside = tesuji.agent(OURS).player(one, seed=6)
    with tesuji.agent(f"exec({quoted(command)})").player(one, seed=6) as outside:

        def both(position: Position) -> tesuji.Move:
            expected = inside.search(position, simulations=simulations)
            found = outside.search(position, simulations=simulations)
            assert (found.best, found.pv) == (expected.best, expected.pv)
            assert found.value == pytest.approx(expected.value, abs=1e-4)
            assert (found.proven, found.depth) == (expected.proven, expected.depth)
            assert (found.simulations, found.nodes) == (expected.simulations, expected.nodes)
            return found.best

        turns = list(play_game(one.start(2), both, RandomStream(4)))
    assert turns[-1].after.is_over


def test_a_match_with_an_engine() -> None:
    result = tesuji.match(EXAMPLE, "random", game="ewn", pairs=2, simulations=1, seed=3)
    assert [record.end for record in result.games] == ["rules"] * 4
    assert {spec for record in result.games for spec in record.agents} == {EXAMPLE, "random"}


def test_engines_divide_a_clock_for_the_game_themselves(tmp_path: Path) -> None:
    code = """
def answer(moves, first):
    at = words.index("remaining")
    assert words[at + 2] == "increment" and "seconds" not in words
    assert float(words[at + 1]) > 500 and float(words[at + 3]) == 0.5
    say("bestmove", moves[-1])
"""
    spec = engine_spec(tmp_path, code)
    result = tesuji.match(spec, "random", game="avalam", pairs=1, time="600+0.5", jobs=1)
    assert [record.end for record in result.games] == ["rules"] * 2


def test_a_match_on_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ANY_MOVE.parents[2])
    spec = 'exec("python3 examples/engines/any_move.py")'
    arguments = ["match", spec, "random", "--game", "ewn", "--pairs", "1", "--simulations", "1"]
    assert run(arguments) == 0
    assert "any_move.py" in capsys.readouterr().out


def test_the_example_in_cpp(tmp_path: Path) -> None:
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    program = tmp_path / "any move"  # a name with a space
    source = ANY_MOVE.with_suffix(".cpp")
    subprocess.run([compiler, "-std=c++17", "-Wall", "-o", program, source], check=True)
    spec = f"exec({quoted(f'{str(program)!r}')})"
    game = tesuji.game("pentago-twist")
    with tesuji.agent(spec).player(game) as player, tesuji.agent(EXAMPLE).player(game) as python:
        for position in (game.start(), game.start().play("a1AR")):
            best = player.search(position, simulations=1).best
            assert best == python.search(position, simulations=1).best, "the seed decides"


def test_options_reach_the_engine() -> None:
    position = tesuji.game("avalam").start()
    found = tesuji.agent(with_options("Style=first")).search(position, simulations=1)
    assert found.best == position.legal_moves[0]
    assert (found.depth, found.nodes, found.pv) == (1, 292, (found.best,))


@pytest.mark.parametrize("options", ["Stile=first", "Style=wild"])
def test_wrong_options_are_the_callers_mistake(options: str) -> None:
    agent = tesuji.agent(with_options(options))
    with pytest.raises(ParameterError) as caught:
        agent.choose(tesuji.game("avalam").start(), simulations=1)
    assert (caught.value.owner, caught.value.where) == ("exec", "options")
    assert caught.value.given in options


def test_the_options_of_a_spec() -> None:
    assert given_options("") == {}
    assert given_options("Hash=64; Skill Level = 3;File=a=b;Empty=") == {
        "Hash": "64",
        "Skill Level": "3",
        "File": "a=b",
        "Empty": "",
    }
    for wrong in ("Hash", "=3", "A=1;A=2"):
        with pytest.raises(ParameterError) as caught:
            given_options(wrong)
        assert caught.value.given == wrong


def test_a_search_can_be_stopped() -> None:
    game = tesuji.game("avalam")
    with tesuji.agent('exec("tesuji engine mcts")').player(game) as player:
        found: list[tesuji.Analysis] = []
        thread = threading.Thread(
            target=lambda: found.append(player.search(game.start(), seconds=1000))
        )
        thread.start()
        while thread.is_alive():
            player.stop()
            thread.join(0.05)
        assert found[0].best in game.start().legal_moves


def test_what_an_engine_says_is_seen_while_it_thinks(tmp_path: Path) -> None:
    code = """
def answer(moves, first):
    say("info depth 2 nodes 7 value 0.75 pv", moves[3])
    sys.stdin.readline()
    say("bestmove", moves[4])
"""
    position = tesuji.game("avalam").start()
    with tesuji.agent(engine_spec(tmp_path, code)).player(position.game) as player:
        found: list[tesuji.Analysis] = []
        thread = threading.Thread(
            target=lambda: found.append(player.search(position, simulations=1))
        )
        thread.start()
        while (known := player.progress()) is None:
            assert thread.is_alive()
            thread.join(0.01)
        player.stop()
        thread.join()
    assert (known.best, known.value, known.nodes) == (position.legal_moves[3], 0.75, 7)
    assert (found[0].best, found[0].pv) == (position.legal_moves[4], (position.legal_moves[4],))


def test_the_thread_that_starts_an_engine_may_end(tmp_path: Path) -> None:
    game = tesuji.game("avalam")
    with tesuji.agent(engine_spec(tmp_path, "")).player(game) as player:
        thread = threading.Thread(target=player.prepare)
        thread.start()
        thread.join()
        assert player.search(game.start(), simulations=1).best == game.start().legal_moves[0]
    assert processes_that_use(tmp_path) == []


@pytest.mark.parametrize(
    ("code", "seconds", "status"),
    [("def ended(): os.kill(os.getpid(), 15)", AMPLE, 128 + 15), ("def ended(): pass", 0.05, -9)],
)
def test_an_engine_may_end_by_itself_before_it_is_killed(
    code: str, seconds: float, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "QUIT_SECONDS", seconds)
    with tesuji.agent(engine_spec(tmp_path, code)).player(tesuji.game("avalam")) as player:
        player.prepare()
        searcher = player._searcher
        assert isinstance(searcher, EngineSearcher)
        process = searcher._process
        assert process is not None
    assert process._process.returncode == status
    assert processes_that_use(tmp_path) == []


def test_other_lines_are_ignored_but_kept(tmp_path: Path) -> None:
    code = """
def started(): say("Welcome to my engine")
def answer(moves, first):
    say("thinking hard")
    say("info value 0.75 pv", moves[0], "nonsense")
    say("info string almost done")
    say("bestmove", moves[0])
    say("info string a remark after the move")
"""
    position = tesuji.game("avalam").start()
    with tesuji.agent(engine_spec(tmp_path, code)).player(position.game) as player:
        for _ in range(3):
            found = player.search(position, simulations=1)
            assert (found.value, found.pv) == (0.75, (position.legal_moves[0],))
        searcher = player._searcher
        assert isinstance(searcher, EngineSearcher)
        assert searcher._process is not None
        assert "Welcome to my engine\nthinking hard\n" in searcher._process.log


def test_an_engine_runs_in_a_copy_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "data.txt").write_text("secret")
    code = "\nopen('data.txt').read()\n" + "here = os.getcwd()\n"
    engine_spec(tmp_path, code + f"assert here != {str(tmp_path)!r}\n")
    spec = f'exec("python3 engine.py", folder={quoted(str(tmp_path))})'
    position = tesuji.game("avalam").start()
    assert tesuji.agent(spec).choose(position, simulations=1) == position.legal_moves[0]


# Commands


def test_a_command_is_split_without_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("run").touch(mode=0o755)
    Path("book.txt").touch()
    Path("plain").touch()
    command = engine_command("./run --book book.txt plain '$HOME; ls' > x", None, None)
    assert command.argv == [
        f"{tmp_path}/run",
        "--book",
        f"{tmp_path}/book.txt",
        "plain",
        "$HOME; ls",
        ">",
        "x",
    ]
    assert command.readable == [tmp_path / "run", tmp_path / "book.txt"]
    inside = engine_command("run book.txt", tmp_path, None)
    assert (inside.argv, inside.folder, inside.readable) == (
        ["./run", "book.txt"],
        tmp_path,
        [],
    )


@pytest.mark.parametrize(
    "command", ["", "  ", "'open", "./nowhere", "no-such-program-anywhere", "./plain", "plain"]
)
def test_wrong_commands_are_refused_before_any_game(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain").touch()
    agent = tesuji.agent(f"exec({quoted(command)})")
    with pytest.raises(ParameterError) as caught:
        agent.player(tesuji.game("avalam"))
    assert (caught.value.where, caught.value.given) == ("command", command)
