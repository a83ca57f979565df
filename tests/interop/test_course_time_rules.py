"""Matches and late moves of agents in other processes: courses have rules, others lose."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.interop.students import AMPLE, COLOSSEUM, code, spec, submit
from tests.interop.test_course_pentago_twist import spec as twist_spec
from tesuji.agents.budget import Budget
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.pair import PairTask, play_pair
from tesuji.games.record import GameRecord
from tesuji.interop.course import avalam_rpc, pentago_twist
from tesuji.interop.course.student import StudentSearcher
from tesuji.interop.sandbox import Sandbox

pytestmark = pytest.mark.filterwarnings("ignore::tesuji.interop.process_options.NoSandboxWarning")

SMALL = "colosseum(size=4)"
NAME = "student_agent.py"
HANGS = "while True: pass"
SLEEPS = """
import time

def choose(position):
    time.sleep(1.2)
    return position.legal_moves[0]
"""


def play(agent: str, game: str, seconds: float) -> list[dict[str, Any]]:
    """A pair against a random player."""
    limits = Limits(per_move=Budget(seconds=seconds, clock="wall")).to_dict()
    return play_pair(
        PairTask(
            game=game,
            agents=(agent, "random"),
            limits=(limits, limits),
            opening=tesuji.game(game).start(3).text,
            pair=0,
            seed=1,
        )
    )


def replaced(game: dict[str, Any]) -> str:
    """The replaced moves of the agent, with their reasons."""
    tag = "Second-Replaced" if game["tags"]["Side"] == "swapped" else "First-Replaced"
    return str(game["tags"].get(tag, ""))


def seconds_of_first_player(game: dict[str, Any]) -> list[float]:
    moves = GameRecord.from_dict(game).moves
    return [move.seconds or 0.0 for move in moves if move.player == 0]


def test_the_first_move_of_2022_may_take_30_seconds(tmp_path: Path) -> None:
    body = "import time\nif self.asked == 1: time.sleep(1.5)"
    folder = submit(tmp_path, code(COLOSSEUM, body), NAME)
    agent = spec("course.colosseum", folder, year=2022, seconds=0.5)
    named, swapped = play(agent, SMALL, 0.5)
    assert (named["end"], swapped["end"]) == ("rules", "rules")
    assert seconds_of_first_player(named)[0] > 1.5
    assert named["start"] not in replaced(named)


def test_the_restart_after_a_late_move_is_off_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = StudentSearcher.begin

    def slowly(self: Any, process: Any) -> None:
        begin(self, process)
        time.sleep(1.0)

    monkeypatch.setattr(StudentSearcher, "begin", slowly)
    folder = submit(tmp_path, code(COLOSSEUM, HANGS), NAME)
    named, swapped = play(spec("course.colosseum", folder), SMALL, 0.1)
    assert (named["end"], swapped["end"]) == ("rules", "rules")
    seconds = seconds_of_first_player(named)
    assert len(seconds) > 1
    assert len(replaced(named).splitlines()) == len(seconds)
    assert min(seconds[1:]) < 1.0


def test_or_a_late_move_loses(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(COLOSSEUM, HANGS), NAME)
    for own, game in enumerate(play(spec("course.colosseum", folder, errors="loss"), SMALL, 0.2)):
        assert (game["end"], game["winner"]) == ("time", 1 - own)
        assert "did not answer within 0.25 s" in game["reason"]


def test_pentago_twist_replaces_a_move_that_is_a_little_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pentago_twist, "LATE_SECONDS", AMPLE)
    agent = twist_spec("late", sandbox=Sandbox.detect().is_safe)
    for game in play(agent, "pentago-twist", 0.2):
        assert game["end"] == "rules"
        assert "of 0.2 s" in replaced(game)


def test_pentago_twist_loses_a_move_that_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentago_twist, "LATE_SECONDS", 0.1)
    agent = twist_spec("hang", sandbox=Sandbox.detect().is_safe)
    for own, game in enumerate(play(agent, "pentago-twist", 0.1)):
        assert (game["end"], game["winner"]) == ("time", 1 - own)


@pytest.mark.parametrize("errors", ["random", "loss"])
def test_a_remote_player_that_never_answers(errors: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avalam_rpc, "GRACE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        games = play(f'course.avalam("{url}", errors={errors})', "avalam", 0.01)
    for game in games:
        assert game["end"] == ("rules" if errors == "random" else "time")
        assert ("did not answer" in replaced(game)) == (errors == "random")


@pytest.mark.parametrize(
    ("name", "own_rule"),
    [
        ("exec", False),
        ("sandboxed", False),
        ("course.ewn", False),
        ("course.avalam", True),
        ("course.colosseum", True),
        ("course.pentago-twist", True),
    ],
)
def test_a_process_has_a_course_rule_or_strict_time(name: str, own_rule: bool) -> None:
    agent = tesuji.agent(f'{name}("x")')
    assert agent.uses_wall_clock
    assert (agent.has_own_time_rule, agent.has_strict_time) == (own_rule, not own_rule)


def test_a_sandboxed_move_twenty_percent_late_loses(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(SLEEPS)
    agent = spec("sandboxed", file)
    for own, game in enumerate(play(agent, "avalam", 1.0)):
        assert (game["end"], game["winner"]) == ("time", 1 - own)
