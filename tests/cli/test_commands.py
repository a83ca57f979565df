"""The commands: what they print, and that errors are one clear line with status 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tesuji as package
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.agents.registry import agent_kind
from tesuji.cli import demo, run
from tesuji.specs import Slot

CONNECT_FOUR = str(Path(__file__).resolve().parents[2] / "examples" / "connect_four.py")


def tesuji(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Runs a command that must succeed and returns what it printed."""
    assert run(list(arguments)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str, lines: int = 1) -> str:
    """Runs a command that must fail and returns what it says, in one line unless told."""
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tesuji: ")
    assert captured.err.count("\n") == lines
    return captured.err


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, "games")
    for name in ("avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist"):
        assert re.search(rf"^{name} ", printed, re.MULTILINE)
    assert "an integer from 4 to 12, default 8" in printed


def test_show_prints_the_board_and_the_notation(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, "show", "pentago", "--moves", "b2AR")
    assert "Black to move" in printed
    assert printed.splitlines()[-1].strip() == "6/1w4/6/6/6/6"


def test_show_writes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert str(file) in tesuji(
        capsys, "show", "colosseum(size=5)", "--seed", "4", "--svg", str(file)
    )
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert "perft(2) = 81488" in tesuji(capsys, "perft", "avalam", "2")


def test_perft_divided_sums_up(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, total = tesuji(capsys, "perft", "ewn-cyclic", "3", "--divide").splitlines()
    counts = [int(line.split(": ")[1]) for line in lines]
    assert f"perft(3) = {sum(counts)} " in total


def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, "playouts", "avalam", "--count", "2000", "--seed", "3")
    assert "Yellow (player 0) wins" in printed
    assert re.search(r"plies, mean\s+34\.", printed)


@pytest.mark.parametrize("game", ["avalam", "colosseum", "ewn", "ewn-cyclic", "pentago"])
def test_rules_have_two_boards(capsys: pytest.CaptureFixture[str], game: str) -> None:
    printed = tesuji(capsys, "rules", game)
    assert "**Goal.**" in printed
    boards = re.findall(r"^ +a +b +c +d", printed, re.MULTILINE)
    assert len(boards) == 2


def test_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert "mcts" in tesuji(capsys, "agents")
    shown = tesuji(capsys, "agents", "mcts", "--all")
    assert "select.c" in shown
    assert "Kocsis" in shown
    assert "For colosseum only." in shown


@pytest.mark.parametrize("kind", [kind.name for kind in AGENT_KINDS])
def test_agents_begins_with_a_short_view(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    short = tesuji(capsys, "agents", kind)
    whole = tesuji(capsys, "agents", kind, "--all")
    assert len(short.splitlines()) <= 20 + len(agent_kind(kind).parameters)
    for parameter in agent_kind(kind).parameters:
        assert re.search(rf"^{parameter.name} ", short, re.MULTILINE)
        assert re.search(rf"^{parameter.name} ", whole, re.MULTILINE)
    assert ("  select.c  " in whole) == (kind == "mcts")
    assert "select.c  " not in short
    if example := re.search(r"For example: (.+)", short):
        assert package.agent(example[1]).spec
    assert (f"agents {kind} --all" in short) == any(
        isinstance(each, Slot) for each in agent_kind(kind).parameters
    )


def test_agents_lists_kinds_and_presets_apart(capsys: pytest.CaptureFixture[str]) -> None:
    kinds, presets = tesuji(capsys, "agents").split("\n\n")[:2]
    assert re.search(r"^random-walk +colosseum ", kinds, re.MULTILINE)
    assert re.search(r"^popcoin +colosseum-mcts +colosseum ", presets, re.MULTILINE)
    assert re.search(r"^mcs +mcts +all ", presets, re.MULTILINE)
    assert "popcoin" not in kinds


def test_agents_shows_what_a_preset_is_made_of(capsys: pytest.CaptureFixture[str]) -> None:
    shown = tesuji(capsys, "agents", "ewn-mcts-tuned")
    assert "TCG2023 HW2" in shown
    assert "Made from ewn-mcts-rich." in shown
    assert re.search(r"^select +ucb1_tuned\(c=0.6, c1=1.414, c2=0.25\) +UCB1", shown, re.MULTILINE)
    assert re.search(r"^rollouts +25 ", shown, re.MULTILINE)
    assert "Written out: mcts(select=ucb1_tuned(c=0.6, c1=1.414, c2=0.25), schedule=" in shown
    assert "ewn-mcts-tuned(seconds=0.5)" in shown
    assert "It is another name for random." in tesuji(capsys, "agents", "ewn-easy")


def test_best_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, "best", "ewn-cyclic", "--simulations", "500", "--seed", "2", "--json")
    found = json.loads(printed)
    assert found["simulations"] == 500
    assert found["best"] == found["moves"][0]["move"]
    keys = {"best", "value", "simulations", "nodes", "depth", "seconds", "pv", "moves"}
    assert keys <= set(found)


def test_best_as_json_marks_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    search = ("best", "avalam", "--agent", "alphabeta", "--depth", "2")
    best, *others = json.loads(tesuji(capsys, *search, "--json"))["moves"]
    assert best["bound"] is None
    assert {each["bound"] for each in others} == {"upper"}
    assert "≤" in tesuji(capsys, *search)


def test_best_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, "best", "avalam", "--agent", "alphabeta", "--depth", "2")
    assert "for Yellow: value" in printed


MISJUDGED = "D./.a../a.a.bB/AeB....a/b.A...DA/.b....C./.c.D.b/.C.A/b."
SEARCH = ("best", "avalam", "--position", MISJUDGED, "--agent", "mcts", "--simulations", "100")


def test_best_marks_misjudged_moves(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, *SEARCH, "--check", "600")
    assert "Exact: win for Yellow. c2b3 gives away 50.0%." in printed
    assert re.search(r"b6a5 .* 62\.5% +loss, misjudged", printed)
    assert "exact" not in tesuji(capsys, *SEARCH)


def test_best_with_exact_values_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    check = json.loads(tesuji(capsys, *SEARCH, "--check", "600", "--json"))["check"]
    assert (check["exact"], check["lost"]) == (1, 0.5)
    wrong = [each["move"] for each in check["moves"] if each["wrong"]]
    assert wrong == ["b6a5", "h5i5", "b3b4"]


def test_a_loaded_game(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, "best", "connect-four", "--load", CONNECT_FOUR, "--simulations", "50")
    assert "for X: value" in printed


def test_check_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no mistakes found" in tesuji(capsys, "check-game", CONNECT_FOUR, "--games", "3")
    broken = tmp_path / "broken.py"
    broken.write_text(Path(CONNECT_FOUR).read_text().replace('if state[column] == "."', ""))
    assert run(["check-game", str(broken)]) == 1


def test_demo(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="reports need matplotlib (extra: report)")
    page = tmp_path / "tournament.html"
    printed = tesuji(
        capsys, "demo", "--no-browser", "--pairs", "1", "--seconds", "0.002", "--report", str(page)
    )
    assert re.search(r"^1 +\w", printed, re.MULTILINE)
    assert "Next: tesuji rules avalam\n" in printed
    assert "<svg" in page.read_text("utf-8")


def test_the_demo_names_commands_that_work_as_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "tesuji"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["bin/tesuji", "demo"])
    monkeypatch.setenv("PATH", "/nowhere")
    assert demo._as_typed() == "bin/tesuji"
    monkeypatch.setenv("PATH", str(program.parent))
    assert demo._as_typed() == "tesuji"
    monkeypatch.setattr("sys.argv", ["/somewhere/tesuji/cli/__main__.py"])
    assert demo._as_typed() == "tesuji"


def test_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store, file = str(tmp_path / "games.db"), tmp_path / "result.json"
    arguments = ["greedy", "random", "--game", "avalam", "--pairs", "2", "--jobs", "1"]
    printed = tesuji(capsys, "match", *arguments, "--store", store, "--json", str(file))
    assert "pairs [LL, LD, DD+WL, WD, WW]" in printed
    found = json.loads(file.read_text("utf-8"))
    assert {"score", "interval", "pentanomial", "elo", "nelo", "pairs"} <= set(found)
    assert "greedy - random on avalam" in tesuji(capsys, "results", store)
    export = tmp_path / "games.txt"
    assert "wrote 4 games" in tesuji(capsys, "results", store, "--export", str(export))
    assert "After ply" in tesuji(capsys, "record", str(export), "--game", "2")
    assert "another match" in complaint(
        capsys, "match", *arguments, "--seed", "5", "--store", store, lines=3
    )


def test_openings(capsys: pytest.CaptureFixture[str]) -> None:
    printed = tesuji(capsys, "openings", "pentago", "--count", "5", "--seed", "2")
    assert len(set(printed.splitlines())) == 5


def test_balanced_openings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "even.txt"
    options = ("--count", "3", "--balanced", "0.05", "--agent", "alphabeta", "--nodes", "200")
    printed = tesuji(capsys, "openings", "ewn-cyclic", *options, "--output", str(file))
    assert "wrote 3 openings" in printed
    command, *lines = file.read_text("utf-8").splitlines()
    assert command == f"# tesuji openings ewn-cyclic {' '.join(options)}"
    tesuji(capsys, "openings", "ewn-cyclic", *options, f"--output={file}")
    assert file.read_text("utf-8").splitlines() == [command, *lines]
    assert lines == tesuji(capsys, "openings", "ewn-cyclic", *options).splitlines()
    assert lines != tesuji(capsys, "openings", "ewn-cyclic", *options[:2]).splitlines()
    for option in (("--nodes", "200"), ("--agent", "mcts")):
        assert "needs --balanced" in complaint(capsys, "openings", "ewn-cyclic", *option)
    assert "--balanced" in complaint(capsys, "openings", "ewn-cyclic", "--balanced", "2")


def test_play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["moves", "zz", "b2AR", "undo", "b2AR", "resign"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    printed = tesuji(capsys, "play", "--terminal", "--people", "pentago-twist")
    assert "is not a pentago-twist move" in printed
    assert printed.rstrip().endswith("White wins: resignation")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.match(r"tesuji \d+\.\d+", printed := tesuji(capsys, "--version"))
    command = [sys.executable, "-m", "tesuji", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "avalm"], "there is no game 'avalm' (did you mean 'avalam'?)"),
        (["show", "colosseum(size=20)"], "an integer from 4 to 12"),
        (["show", "colosseum(sise=8)"], "did you mean 'size'?"),
        (["show", "colosseum(size=8"], "expected ',' or ')'"),
        (["show", "avalam", "--position", "x"], "'x' is not an avalam position"),
        (["show", "avalam", "--moves", "a1a2"], "a1 is not a cell of the board"),
        (["show", "avalam", "--moves", "c1c1"], "is not legal"),
        (["show", "ewn", "--seed", "1", "--position", "x"], "not both"),
        (["show", "ewn", "--seed", "-1"], "seed=-1"),
        (["show", "pentago", "--svg", "/no/such/folder/x.svg"], "there is no folder"),
        (["perft", "avalam", "deep"], "valid integer"),
        (["perft", "avalam", "-1"], "-1"),
        (["playouts", "avalam", "--count", "0"], "at least 1"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["agents", "mtcs"], "did you mean 'mcts'?"),
        (["best", "avalam", "--agent", "mcts(c=1)"], "mcts has no parameter 'c'"),
        (["best", "avalam", "--seconds", "-1"], "seconds must be a finite number of at least 0"),
        (
            ["best", "avalam", "--seconds", "inf"],
            "seconds must be a finite number of at least 0, not inf",
        ),
        (
            ["play", "--terminal", "avalam", "--seconds", "inf"],
            "seconds must be a finite number of at least 0, not inf",
        ),
        (["best", "avalam", "--clock", "sun"], "clock must be 'wall' or 'cpu'"),
        (["best", "ewn", "--simulations", "5"], "--moves d1"),
        (["best", "avalam", "--load", "nothing.py"], "there is no file 'nothing.py'"),
        (["check-game", "nothing.py"], "there is no file 'nothing.py'"),
        (["dance"], "dance"),
    ],
)
def test_errors(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert said in complaint(capsys, *arguments)


@pytest.mark.parametrize(
    ("body", "shown", "said"),
    [
        ("return ()[0]", "in choose\n    return ()[0]", "IndexError: tuple index out of range"),
        ("return 'zz'", "", "it returned 'zz': 'zz' is not an avalam move"),
        ("return 'c1c1'", "", "it returned 'c1c1': "),
        ("return 7", "", "it returned 7 in avalam position"),
    ],
)
@pytest.mark.parametrize("command", [["best", "avalam", "--agent"], ["blunders"]])
def test_a_failed_function_is_named_with_its_log(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: list[str],
    body: str,
    shown: str,
    said: str,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def choose(position):\n    {body}\n", "utf-8")
    agent = f'python("{file}:choose")'
    game = ["--game", "avalam"] if command == ["blunders"] else []
    assert run([*command, agent, *game]) == 2
    *log, last = capsys.readouterr().err.splitlines()
    assert last.startswith(f"tesuji: the agent {agent} failed: {said}")
    assert log[-1].startswith("to repeat it: tesuji best avalam ")
    assert shown in "\n".join(log)
    assert not shown or f'"{file}", line 2, in choose' in "\n".join(log)


def test_a_function_that_fails_to_begin_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n    def begin(self, game, seed): raise OSError('no weights')\n"
        "    def choose(self, position): return position.legal_moves[0]\n"
    )
    agent = f'python("{file}:Mine")'
    assert run(["best", "avalam", "--agent", agent]) == 2
    *log, last = capsys.readouterr().err.splitlines()
    assert last == f"tesuji: the agent {agent} failed: OSError: no weights"
    assert "in begin" in "\n".join(log)


def test_a_failed_process_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    agent = "exec(\"sh -c 'echo out of luck >&2; exit 3'\")"
    assert run(["best", "avalam", "--agent", agent]) == 2
    words, again, last = capsys.readouterr().err.splitlines()
    assert words == "out of luck"
    assert again.startswith("to repeat it: tesuji best avalam --agent ")
    assert last.startswith("tesuji: ")
    assert last.endswith("ended by itself (exit status 3)")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m tesuji.cli perft avalam 2 --divide | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_selfplay_counts_and_offers_no_clock_for_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["selfplay", "ewn-cyclic", "--agent", "alphabeta", "--games", "1", "--jobs", "1"]
    out = str(tmp_path / "games")
    assert "--time" in complaint(capsys, *command, "--time", "60+1", "--out", out)
    assert "depth" in complaint(capsys, *command, "--depth", "0", "--out", out)
    assert list(tmp_path.iterdir()) == []
    assert " in 1 shard in " in tesuji(capsys, *command, "--depth", "1", "--out", out)
