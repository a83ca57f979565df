"""tesuji solve, tesuji solve-set and tesuji blunders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import complaint, tesuji
from tesuji.cli.app import app
from tesuji.errors import ParameterError
from tesuji.studies.blunders import set_of_game
from tesuji.studies.blunders.solved_set import write_set

Capture = pytest.CaptureFixture[str]

WON = ".B/b..C/.b.A.A/.e.B...c/A.A....d/.c....eA/b....D/..cA/aA"


def test_solve_prints_the_result(capsys: Capture) -> None:
    printed = tesuji(capsys, "solve", "avalam", "--position", WON)
    assert "Win for Red, best " in printed
    assert "line " in printed


def test_solve_prints_json(capsys: Capture) -> None:
    command = ["solve", "colosseum(size=4)", "--seed", "7", "--score", "--json"]
    found = json.loads(tesuji(capsys, *command, "--seconds", "600"))
    assert (found["exact"], found["value"], found["format"]) == (True, 0.0, 1)
    assert found["score"] < 0
    assert found["score_range"] == [found["score"], found["score"]]


def test_solve_says_what_is_not_solved(capsys: Capture) -> None:
    printed = tesuji(capsys, "solve", "avalam", "--nodes", "100")
    assert "Unknown for Yellow" in printed
    assert "Not solved" in printed


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (["avalam", "--position", "nonsense"], "nonsense"),
        (["avalam", "--threads", "0"], "threads"),
        (["chess-like"], "chess-like"),
    ],
)
def test_solve_refuses(capsys: Capture, arguments: list[str], given: str) -> None:
    assert given in complaint(capsys, "solve", *arguments)


def test_a_set_is_built_and_measured(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    options = ["--player", "random", "--random-plies", "60", "--phase", "0.8", "1"]
    built = tesuji(capsys, "solve-set", "avalam", "--out", str(file), "--positions", "2", *options)
    assert built.startswith(f"2 positions in {file}")
    printed = tesuji(capsys, "blunders", "random", "--set", str(file))
    assert "random on avalam" in printed
    assert "gave away value" in printed
    found = json.loads(tesuji(capsys, "blunders", "random", "--set", str(file), "--json"))
    assert (found["agent"], found["all"]["positions"]) == ("random", 2)


def test_blunders_name_what_each_position_gets(capsys: Capture) -> None:
    printed = tesuji(
        capsys, "blunders", "random", "--game", "avalam", "--limit", "2", "--nodes", "1000000"
    )
    assert printed.splitlines()[0] == "random on avalam, 1,000,000 nodes per position"


@pytest.mark.parametrize("limit", ["0", "-5"])
def test_blunders_need_a_position(capsys: Capture, limit: str) -> None:
    assert limit in complaint(capsys, "blunders", "random", "--game", "avalam", "--limit", limit)


def test_blunders_refuse_a_set_of_another_game(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "avalam.jsonl"
    write_set(path, set_of_game("avalam"))
    told = complaint(capsys, "blunders", "random", "--set", str(path), "--game", "ewn")
    assert "ewn" in told
    assert path.name in told


def test_blunders_need_a_game_or_a_set(capsys: Capture) -> None:
    assert "--game" in complaint(capsys, "blunders", "random")


def test_a_set_needs_a_phase(capsys: Capture, tmp_path: Path) -> None:
    told = complaint(
        capsys, "solve-set", "avalam", "--out", str(tmp_path / "x"), "--phase", "0.5", "0.4"
    )
    assert "--phase" in told


@pytest.mark.parametrize("glance", ["0.5", "0"])
def test_a_share_of_no_search_is_refused(capsys: Capture, tmp_path: Path, glance: str) -> None:
    out = tmp_path / "x"
    command = ["solve-set", "avalam", "--out", str(out), "--glance", glance, "--positions", "1"]
    told = complaint(capsys, *command)
    assert "--glance" in told
    assert "--unproven" in told
    assert not out.exists()
    told = complaint(capsys, *command, "--unproven", "1", "--least-pieces", "-1")
    assert "--glance" not in told


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--least-pieces", "-1"),
        ("--per-game", "0"),
        ("--most-best", "2"),
        ("--minutes", "nan"),
        ("--positions", "0"),
        ("--jobs", "0"),
    ],
)
def test_errors_name_the_option(capsys: Capture, tmp_path: Path, option: str, value: str) -> None:
    command = ["solve-set", "avalam", "--out", str(tmp_path / "x"), option, value]
    assert complaint(capsys, *command).startswith(f"tesuji: {option}: ")


def test_errors_do_not_name_an_option_with_another_value(capsys: Capture) -> None:
    told = complaint(capsys, "blunders", "alphabeta(memory=-1)", "--game", "avalam")
    assert "--memory" not in told
    command = ["match", "random", "random", "--game", "ewn", "--jobs", "1"]
    told = complaint(capsys, *command, "--first-limits", "nodes=-1")
    assert told.startswith("tesuji: nodes must be")
    told = complaint(capsys, *command, "--nodes", "-1")
    assert told.startswith("tesuji: --nodes must be")


def test_errors_name_an_option_that_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    command = ["match", "random", "random", "--game", "ewn", "--openings", str(path)]
    for text in (None, "# no openings"):
        if text is not None:
            path.write_text(text)
        with pytest.raises(ParameterError) as caught:
            app(command, standalone_mode=False)
        assert (caught.value.where, caught.value.given) == ("--openings", str(path))


def test_blunders_refuse_another_board(capsys: Capture) -> None:
    told = complaint(capsys, "blunders", "random", "--game", "colosseum(size=6)")
    assert told.startswith("tesuji: --game: ")
    assert "expected colosseum, which is colosseum(size=8, " in told
    assert "not 'colosseum(size=6)'" in told
