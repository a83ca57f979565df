"""Engines that break a rule lose that game, with the reason, and leave nothing behind."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.interop.engine.stubs import CONNECT_FOUR, engine_spec, misbehaves, processes_that_use
from tesuji.agents.budget import Budget
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.pair import PairGame, PairTask, play_pair
from tesuji.cli import run
from tesuji.errors import AgentFailure
from tesuji.interop import foreign
from tesuji.interop.engine import client

START = tesuji.game("avalam").start().text
HUNG = 1.5
"""Seconds given to engines that never answer."""


def task(spec: str, **limits: Any) -> PairTask:
    """A pair whose first game the engine begins."""
    budget = Limits(per_move=Budget(**(limits or {"simulations": 1}), clock="wall")).to_dict()
    return PairTask(
        game="avalam",
        agents=(spec, "random"),
        limits=(budget, budget),
        opening=START,
        pair=0,
        seed=1,
    )


DUPLICATE = """
def answer(moves, first):
    say("bestmove", moves[0])
    if first:
        say("bestmove", moves[0])
"""
EARLY = """
def asked():
    if len(moves) == FIRST:
        say("bestmove", moves[0])
"""
LATER_DUPLICATE = """
def answer(moves, first):
    say("bestmove", moves[0])
    if first:
        time.sleep(0.02)
        say("bestmove", moves[0])
"""
HOSTILE = {
    "exit": (misbehaves("sys.exit(3)"), "crash", "exit status 3"),
    "killed": (misbehaves("os.kill(os.getpid(), 9)"), "crash", "SIGKILL"),
    "noise": (
        misbehaves("os.write(1, bytes(range(128, 256)) + bytes([10])); sleep()"),
        "crash",
        "not UTF-8",
    ),
    "illegal move": (misbehaves('say("bestmove a1a1")'), "illegal", "a1a1"),
    "no move": (misbehaves('say("bestmove")'), "illegal", "not a legal move"),
    "resigns": (misbehaves('say("bestmove (none)")'), "illegal", "(none)"),
    "early": (EARLY, "crash", "nobody had asked"),
    "duplicate": (DUPLICATE, "crash", "nobody had asked"),
    "later duplicate": (LATER_DUPLICATE, "crash", "nobody had asked"),
    "endless line": (
        misbehaves('\n        while True: sys.stdout.write("info " * 10_000)'),
        "crash",
        "wrote a line of over",
    ),
    "endless lines": (
        misbehaves('\n        while True: say("info depth 1")'),
        "crash",
        "wrote over",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_engine_loses_one_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "OUTPUT_BYTES", 1 << 20)
    code, end, reason = HOSTILE[name]
    first, second = play_pair(task(engine_spec(tmp_path, code)))
    assert (first["winner"], first["end"]) == (1, end)
    assert reason in first["reason"]
    assert second["end"] == "rules"
    assert processes_that_use(tmp_path) == []


@pytest.mark.parametrize(
    "what", ["sleep()", 'say("I think"); say("about it"); sleep()', 'say("info depth 1"); sleep()']
)
def test_an_engine_that_hangs_loses_on_time(what: str, tmp_path: Path) -> None:
    spec = engine_spec(tmp_path, misbehaves(what), patience=HUNG)
    first = PairGame(task(spec), swapped=False).play()
    assert (first.winner, first.end) == (1, "time")
    assert f"{HUNG:g} s" in first.reason
    assert processes_that_use(tmp_path) == []


def test_a_late_engine_loses_on_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "GRACE", 60.0)
    spec = engine_spec(tmp_path, misbehaves('time.sleep(0.4); say("bestmove", moves[0])'))
    first = PairGame(task(spec, seconds=0.1), swapped=False).play()
    assert (first.winner, first.end) == (1, "time")
    assert "of 0.1 s" in first.reason


@pytest.mark.parametrize("code", ["def started(): sleep()", "def started(): sys.exit(1)"])
def test_an_engine_that_does_not_start_loses(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "START_SECONDS", 0.5)
    record = PairGame(task(engine_spec(tmp_path, code)), swapped=True).play()
    assert (record.winner, record.moves) == (0, ())
    assert record.end == ("time" if "sleep" in code else "crash")
    assert processes_that_use(tmp_path) == []


ONLY_ONCE = """
def answer(moves, first):
    if int(words[words.index("seed") + 1]) == 12345:
        print("I hate this number", file=sys.stderr)
        sys.exit(3)
    say("bestmove", moves[0])
"""


@pytest.mark.parametrize("game", ["avalam", "connect-four"])
def test_a_forfeit_can_be_repeated(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tesuji.load(CONNECT_FOUR)
    spec = engine_spec(tmp_path, ONLY_ONCE)
    position = tesuji.game(game).start()
    with tesuji.agent(spec).player(position.game) as player:
        player.search(position, simulations=1)
        with pytest.raises(AgentFailure) as caught:
            player.search(position, simulations=1, seed=12345)
    assert "I hate this number" in caught.value.log
    program, *arguments = shlex.split(caught.value.replay)
    assert program == "tesuji"
    assert ("--load" in caught.value.replay) == (game == "connect-four")
    assert run(arguments) == 2
    assert caught.value.reason in capsys.readouterr().err
    assert run([word for word in arguments if "move-seed" not in word]) == 0
    assert processes_that_use(tmp_path) == []


def test_a_match_goes_on_after_forfeits(tmp_path: Path) -> None:
    spec = engine_spec(tmp_path, misbehaves("sys.exit(3)"))
    result = tesuji.match(
        spec, "random", game="avalam", pairs=3, simulations=1, openings=[START], jobs=2, seed=2
    )
    ends = [record.end for record in result.games()]
    assert sorted(ends) == ["crash"] * 3 + ["rules"] * 3
    assert processes_that_use(tmp_path) == []
