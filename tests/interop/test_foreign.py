"""Agents in their own process: asked, paused, stopped and ended, whatever their protocol."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tesuji
from tests.interop.stage import AMPLE, HEAD
from tesuji.agents import Analysis
from tesuji.agents.budget import Budget
from tesuji.errors import AgentFailure, ParameterError
from tesuji.games import Position
from tesuji.interop import foreign
from tesuji.interop.foreign import AgentIllegalMove, Answer, Command, ForeignSearcher
from tesuji.interop.process import AgentCrashed, AgentProcess, AgentTimeout
from tesuji.interop.process_options import (
    PROCESS_PARAMETERS,
    NoSandboxWarning,
    limits_from,
    path_from,
    sandbox_from,
)
from tesuji.interop.process_tree import is_stopped
from tesuji.interop.sandbox import Sandbox

SETTINGS = {
    parameter.name: parameter.default
    for parameter in PROCESS_PARAMETERS
    if parameter.default is not None
}
GAME = tesuji.game("avalam")
START = GAME.start()
FIRST = str(START.legal_moves[0])
ANSWERS_FIRST = f"for line in sys.stdin: print('{FIRST}', flush=True)"


class OneLine(ForeignSearcher):
    """The simplest protocol: a position in, a move out."""

    def __init__(self, code: str, game: tesuji.Game = GAME) -> None:
        super().__init__('stub("x y")', {**SETTINGS, "sandbox": False}, game)
        self.code = code

    def command(self) -> Command:
        return Command(argv=[sys.executable, "-c", HEAD + self.code])

    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        process.send(position.text)
        return Answer(move=process.receive(seconds))


Make = Callable[[str], OneLine]


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[OneLine] = []

    def one(code: str) -> OneLine:
        made.append(OneLine(code))
        return made[-1]

    yield one
    for searcher in made:
        searcher.close()


def ask(searcher: OneLine, seconds: float = AMPLE) -> Analysis:
    return searcher.search(START, Budget(seconds=seconds), 0)


def wait_until_paused(process: AgentProcess) -> None:
    """Waits until the signal has arrived."""
    end = time.monotonic() + AMPLE
    while not is_stopped(process._process.pid):
        assert time.monotonic() < end
        time.sleep(0.001)


def test_an_answer_becomes_an_analysis(make: Make) -> None:
    found = ask(make(ANSWERS_FIRST))
    assert found.best == START.legal_moves[0]
    assert (found.value, found.proven, found.pv) == (0.5, None, (found.best,))
    assert [row.move for row in found.moves] == [found.best]
    assert found.seconds > 0


def test_the_process_is_paused_between_questions(make: Make) -> None:
    searcher = make(ANSWERS_FIRST)
    searcher.prepare()
    process = searcher._process
    assert process is not None
    wait_until_paused(process)
    for _ in range(2):
        ask(searcher)
        wait_until_paused(process)
    searcher.prepare()
    assert searcher._process is process, "preparing again starts nothing"


def test_closing_ends_the_process_and_may_be_repeated(make: Make) -> None:
    searcher = make(ANSWERS_FIRST)
    searcher.prepare()
    process = searcher._process
    assert process is not None
    searcher.close()
    searcher.close()
    assert not Path(f"/proc/{process._process.pid}").exists()


@pytest.mark.parametrize("answer", ["a1a1", "no move", "", "\x1b[31m"])
def test_an_illegal_or_unreadable_move_is_the_agents_failure(make: Make, answer: str) -> None:
    searcher = make(f"print('my log', file=sys.stderr)\nsys.stdin.readline(); print({answer!r})")
    with pytest.raises(AgentIllegalMove) as caught:
        ask(searcher)
    assert caught.value.end == "illegal"
    assert caught.value.reason.isprintable()
    assert START.text in caught.value.reason
    assert searcher._process is None, "a failed agent is ended at once"


def test_a_hanging_agent_is_ended_soon_after_its_time(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "GRACE", 0.0)
    searcher = make("wait_forever()")
    searcher.prepare()
    start = time.monotonic()
    with pytest.raises(AgentTimeout) as caught:
        ask(searcher, 0.05)
    assert caught.value.end == "time"
    assert time.monotonic() - start >= 0.05
    with pytest.raises(AgentTimeout):
        ask(searcher)  # the failure stays


def test_the_wait_follows_from_the_budget(make: Make) -> None:
    searcher = make(ANSWERS_FIRST)
    assert searcher._seconds(Budget(seconds=2)) == 2 + foreign.GRACE
    assert searcher._seconds(Budget(remaining=3.0, increment=1.0)) == 3 + foreign.GRACE
    assert searcher._seconds(Budget(simulations=5)) == SETTINGS["patience"] == 60


def test_a_failure_has_its_log_and_a_command_that_repeats_it(make: Make) -> None:
    searcher = make("print('last words', file=sys.stderr); sys.exit(3)")
    with pytest.raises(AgentCrashed) as caught:
        ask(searcher, 9)
    assert "last words" in caught.value.log
    assert caught.value.log.endswith(caught.value.replay)
    for part in ("tesuji best avalam", """--agent 'stub("x y")'""", START.text, "--seconds=9"):
        assert part in caught.value.replay


def test_a_clock_for_the_game_reaches_agents_that_divide_it_themselves() -> None:
    seen: list[Budget] = []

    class Keeps(OneLine):
        def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
            seen.append(budget)
            raise AgentFailure("seen")

    player = tesuji.agent("random").player(GAME)
    player._searcher = Keeps("")
    with pytest.raises(AgentFailure):
        player.search(START, remaining=8.0, increment=0.5)
    with pytest.raises(AgentFailure):
        player.search(START, simulations=7)
    assert (seen[0].remaining, seen[0].increment, seen[0].seconds) == (8.0, 0.5, None)
    assert (seen[1].remaining, seen[1].simulations, seen[1].seconds) == (None, 7, None)


def test_settings_become_limits_and_a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {**SETTINGS, "memory": 100, "processes": 3}
    assert (limits_from(settings).memory_mb, limits_from(settings).processes) == (100, 3)
    assert sandbox_from({**SETTINGS, "sandbox": False}) == Sandbox.none()
    monkeypatch.setattr(Sandbox, "detect", lambda: Sandbox.none("none here"))
    with pytest.warns(NoSandboxWarning, match="none here"):
        assert not sandbox_from(SETTINGS).is_safe


def test_paths_are_made_absolute_and_must_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").touch()
    assert path_from({"python": ""}, "python") is None
    assert path_from({"python": "here"}, "python") == tmp_path / "here"
    with pytest.raises(ParameterError) as caught:
        path_from({"python": "nowhere"}, "python")
    assert (caught.value.where, caught.value.given) == ("python", "nowhere")
