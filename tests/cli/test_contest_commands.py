"""Matches, tournaments and experiments at the command line: options, output and stores."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.arena.pairs import in_threads
from tests.cli.test_commands import complaint, tesuji
from tesuji.arena.match.contest import Contest
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.store.lock import StoreLock
from tesuji.arena.store.store import Store
from tesuji.cli import run, stopping

pytestmark = pytest.mark.usefixtures("default_signals")
Capture = pytest.CaptureFixture[str]

MATCH = ["match", "flat", "random", "--game", "ewn", "--pairs", "3", "--jobs", "2"]
TOURNAMENT = ["tournament", "flat", "greedy", "random", "--game", "ewn", "--pairs", "2"]


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def result(capsys: Capture, tmp_path: Path, *arguments: str) -> dict[str, Any]:
    file = tmp_path / "result.json"
    tesuji(capsys, *arguments, "--json", str(file))
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


# Limits

LIMITS: list[tuple[list[str], str]] = [
    (["--simulations", "7"], "7 simulations per move"),
    (["--nodes", "9"], "9 nodes per move"),
    (["--depth", "2", "--simulations", "5"], "5 simulations per move, depth 2"),
    (["--seconds", "0.001"], "0.001 seconds (cpu) per move"),
    (["--seconds", "0.001", "--clock", "wall"], "0.001 seconds (wall) per move"),
    (["--time", "0.1+0.01"], "0.1+0.01 s per game (cpu)"),
]


@pytest.mark.parametrize(("given", "said"), LIMITS)
def test_a_match_takes_every_limit(
    capsys: Capture, tmp_path: Path, given: list[str], said: str
) -> None:
    found = result(capsys, tmp_path, *MATCH, "--memory", "8", *given)
    assert found["limits"] == [said, said]
    assert [limits["memory"] for limits in found["identity"]["limits"]] == [8, 8]


@pytest.mark.parametrize(("given", "said"), LIMITS)
def test_a_tournament_takes_every_limit(
    capsys: Capture, tmp_path: Path, given: list[str], said: str
) -> None:
    found = result(capsys, tmp_path, *TOURNAMENT, "--memory", "8", "--plies", "1", *given)
    for match in found["matches"]:
        assert match["limits"] == [said, said]
        assert match["identity"]["plies"] == 1


def test_agents_of_a_match_have_limits_of_their_own(capsys: Capture, tmp_path: Path) -> None:
    own = ["--first-limits", "simulations=5, memory=4", "--second-limits", "time=1+0.5,clock=wall"]
    found = result(capsys, tmp_path, *MATCH, "--simulations", "7", *own)
    assert found["limits"] == ["5 simulations per move", "1+0.5 s per game (wall)"]
    assert found["clocks"] == ["cpu", "wall"]
    assert found["identity"]["limits"][0]["memory"] == 4


def test_agents_of_a_tournament_have_limits_of_their_own(capsys: Capture, tmp_path: Path) -> None:
    agents = ["tournament", "flat", "mcts(select=ucb1(c=0.5))", "--game", "ewn", "--pairs", "1"]
    own = ["--agent-limits", "mcts(select=ucb1(c=0.5)): simulations=5"]
    found = result(capsys, tmp_path, *agents, "--simulations", "7", *own)
    assert found["matches"][0]["limits"] == ["7 simulations per move", "5 simulations per move"]


def test_limits_of_a_spec_count_where_none_are_given(capsys: Capture, tmp_path: Path) -> None:
    agents = ["tournament", "flat(simulations=9)", "flat(nodes=8)", "--game", "ewn", "--pairs", "1"]
    found = result(capsys, tmp_path, *agents)
    assert found["matches"][0]["limits"] == ["9 simulations per move", "8 nodes per move"]
    found = result(capsys, tmp_path, *agents, "--simulations", "3")
    assert found["matches"][0]["limits"] == ["3 simulations per move"] * 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*MATCH, "--first-limits", "simulation=5"], "not 'simulation=5'"),
        ([*MATCH, "--second-limits", "simulations=many"], "not 'simulations=many'"),
        ([*MATCH, "--second-limits", "7"], "not '7'"),
        ([*MATCH, "--first-limits", "time=1,seconds=2"], "time=1"),
        ([*TOURNAMENT, "--agent-limits", "simulations=5"], "an agent and its limits"),
        ([*TOURNAMENT, "--agent-limits", "mcts:nodes=5"], "agent_limits"),
        ([*TOURNAMENT, "--rounds", "2"], "rounds"),
        ([*TOURNAMENT, "--sprt", "0,20"], "No such option: --sprt"),
        (["scaling", "mcts", "--game", "ewn", "--depth", "1,x"], "not '1,x'"),
        (["scaling", "mcts", "--game", "ewn"], "scaling takes one of simulations"),
    ],
)
def test_wrong_options(capsys: Capture, arguments: list[str], said: str) -> None:
    assert said in complaint(capsys, *arguments)


# What is shown


def test_a_match_shows_what_a_result_must_show(capsys: Capture) -> None:
    printed = tesuji(capsys, *MATCH, "--simulations", "9", "--sprt", "0,20")
    for said in (
        r"score +\d+\.\d% \[",
        r"^Elo +\S+ \[",
        r"^nElo +\S+ \[",
        r"likelihood of superiority +\d",
        r"pairs \[LL, LD, DD\+WL, WD, WW\] +3 \[",
        r"first player's score +\d",
        r"draws +0\.0%",
        r"forfeits +none",
        r"plies per game +\d",
        r"^flat +9 simulations per move; .* simulations per move, .* simulations/s *$",
        r"test +not decided: LLR \S+; SPRT of 0 against 20 nElo, alpha 0.05, beta 0.05, bounds",
        r"Game version \d+, seed 0, openings: the start is drawn, one per pair; cpu clock\.",
        r"^3 pairs on .+, 2 games in parallel, tesuji .+ \(.+\)\.$",
    ):
        assert re.search(said, printed, re.MULTILINE), said


def test_a_tournament_shows_the_model_and_all_matches(capsys: Capture) -> None:
    printed = tesuji(capsys, *TOURNAMENT, "--simulations", "9")
    for said in (
        r"First-move advantage \S+ \[\S+, \S+\] Elo; draws 0\.0%; first player's score \d",
        r"Transitivity: no cycle proven \(p = \S+\)\.",
        r"^match on ewn +score +nElo +pairs",
        r"^flat - greedy +\d",
        r"^6 pairs on ",
    ):
        assert re.search(said, printed, re.MULTILINE), said


def test_experiments_show_settings_and_tests(capsys: Capture, tmp_path: Path) -> None:
    shared = ["--game", "ewn", "--pairs", "2", "--sprt", "0,20", "--plies", "1"]
    printed = tesuji(capsys, "sweep", "mcts", "select.c", "1", "2", "--nodes", "9", *shared)
    assert "setting against mcts" in printed
    assert re.search(r"^2 +.*open, LLR .* of 0,20 nElo", printed, re.MULTILINE)
    printed = tesuji(capsys, "scaling", "alphabeta", "--depth", "1,2", *shared)
    assert "Score of each number of depth" in printed
    found = result(capsys, tmp_path, "ablate", "mcts(rollout=decisive)", "--nodes", "9", *shared)
    assert {point["identity"]["plies"] for point in found["points"]} == {1}
    assert "warnings" in found


# Stores


def test_results_show_the_verdict_and_count_up_to_it(capsys: Capture, tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    match = ["match", "mcts", "random", "--game", "ewn", "--simulations", "30", "--jobs", "2"]
    found = result(capsys, tmp_path, *match, "--pairs", "9", "--store", store)
    every = tesuji(capsys, "results", store)
    assert re.search(r"mcts - random on ewn +9 ", every)
    found = result(capsys, tmp_path, *match, "--sprt", "0,300", "--pairs", "90", "--store", store)
    with Store(store) as opened:
        stored = len(opened.pairs(1))
    counted = found["sprt"]["counted"]
    assert found["sprt"]["verdict"] == "H1"
    assert found["pairs"] == counted < stored
    shown = tesuji(capsys, "results", store)
    score = Pentanomial(tuple(found["pentanomial"])).score
    line = rf"mcts - random on ewn +{counted} of {stored} +{score:.1%} .*H1, LLR .* of 0,300 nElo"
    assert re.search(line, shown)


def test_import_and_export(capsys: Capture, tmp_path: Path) -> None:
    there, here = str(tmp_path / "there.db"), str(tmp_path / "here.db")
    match = [*MATCH, "--simulations", "9"]
    tesuji(capsys, *match, "--store", there)
    files = [str(tmp_path / name) for name in ("games.txt", "games.jsonl")]
    tesuji(capsys, "results", there, "--export", files[0])
    tesuji(capsys, "record", files[0], "--convert", files[1])
    said = tesuji(capsys, "record", files[1], "--into", here)
    assert "imported 6 of 6 games" in said
    assert "none belongs" in said
    assert f"6 games of flat - random on ewn, from {files[1]}" in tesuji(capsys, "results", here)
    assert "imported 0 of 6 games" in tesuji(capsys, "record", files[0], "--into", here)
    found = result(capsys, tmp_path, *match, "--store", here)
    assert found["warnings"] == [f"3 pairs imported from {files[1]}"]
    assert "Imported" not in tesuji(capsys, "results", here)
    assert "wrote 6 games" in tesuji(capsys, "results", here, "--export", files[0])


def test_a_broken_file_names_line_and_column(capsys: Capture, tmp_path: Path) -> None:
    file, store = tmp_path / "games.txt", tmp_path / "games.db"
    file.write_text('[Game "ewn"]\n[First "mcts]\n', "utf-8")
    said = complaint(capsys, "record", str(file), "--into", str(store))
    assert "games.txt, line 2, column 1: expected a header" in said
    assert not store.exists()
    file = tmp_path / "games.jsonl"
    file.write_text('{"game": "ewn", }\n', "utf-8")
    assert "line 1, column 17: " in complaint(capsys, "record", str(file))


def test_a_second_command_on_a_store_is_told_about_the_first(
    capsys: Capture, tmp_path: Path
) -> None:
    store = tmp_path / "games.db"
    tesuji(capsys, *MATCH, "--simulations", "9", "--store", str(store))
    lock = StoreLock(store)
    said = complaint(capsys, *MATCH, "--simulations", "9", "--store", str(store))
    assert re.search(r"another command is writing to .*games.db \(process \d+ on ", said)
    assert "flat - random" in tesuji(capsys, "results", str(store))
    lock.release()


def test_another_match_of_the_name_is_refused_line_by_line(capsys: Capture, tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "games.db")]
    tesuji(capsys, *MATCH, "--simulations", "9", *store)
    code = run([*MATCH, "--simulations", "8", "--seed", "1", *store])
    assert code == 2
    assert capsys.readouterr().err.splitlines() == [
        f"tesuji: {store[1]} holds another match under the name 'flat - random on ewn':",
        "  both agents, simulations per move: 9 in the store, 8 now",
        "  seed: 0 in the store, 1 now",
        "  Use another store or name, or --new to discard the stored match",
    ]


def test_a_resumed_contest_says_what_came_from_the_store(capsys: Capture, tmp_path: Path) -> None:
    options = ["--simulations", "9", "--store", str(tmp_path / "games.db")]
    assert "in the store" not in tesuji(capsys, *MATCH, *options)
    assert "3 of 3 pairs were already in the store." in tesuji(capsys, *MATCH, *options)
    more = [*MATCH, *options, "--pairs", "5"]
    assert "3 of 5 pairs were already in the store." in tesuji(capsys, *more)
    tesuji(capsys, *TOURNAMENT, *options)
    # The match of flat and random is the same as above; two pairs of each are asked for.
    assert "6 of 6 pairs were already in the store." in tesuji(capsys, *TOURNAMENT, *options)


# Stopping


def terminate(monkeypatch: pytest.MonkeyPatch, number: signal.Signals) -> None:
    """A signal comes when two pairs are finished."""
    monkeypatch.setattr(stopping, "_received", None)
    finish = Contest._finish

    def finish_and_terminate(contest: Contest, *arguments: Any) -> None:
        finish(contest, *arguments)
        if contest.played == 2:
            signal.raise_signal(number)

    monkeypatch.setattr(Contest, "_finish", finish_and_terminate)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_match_as_ctrl_c_does(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    terminate(monkeypatch, number)
    before = signal.getsignal(number)
    store = tmp_path / "games.db"
    match = ["match", "flat", "random", "--game", "ewn", "--simulations", "9", "--jobs", "1"]
    assert run([*match, "--pairs", "50", "--store", str(store)]) == 128 + number
    printed = capsys.readouterr().out
    assert "Interrupted" in printed
    assert re.search(r"pairs \[LL, LD, DD\+WL, WD, WW\] +2 \[", printed)
    assert f"Finished pairs are in {store}." in printed
    assert signal.getsignal(number) is before
    with Store(store) as opened:
        assert len(opened.pairs(1)) == 2


def test_a_signal_that_is_ignored_stays_ignored(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminate(monkeypatch, signal.SIGHUP)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run([*MATCH, "--simulations", "9"]) == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    capsys.readouterr()


def test_a_second_signal_does_not_disturb_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "_received", None)
    before = signal.getsignal(signal.SIGTERM)
    with stopping.termination_interrupts():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGHUP)
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_is_stopped_without_a_store_says_how_to_keep_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminate(monkeypatch, signal.SIGTERM)
    assert run([*TOURNAMENT, "--simulations", "9"]) == 143
    assert "--store FILE" in capsys.readouterr().out


def test_ctrl_c_has_a_status_of_its_own(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "_received", None)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Contest, "_finish", interrupt)
    assert run([*MATCH, "--simulations", "9"]) == 130
    assert "No pair was finished." in capsys.readouterr().out
