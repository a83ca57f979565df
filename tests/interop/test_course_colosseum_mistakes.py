"""Students' agents of COMP 424 that make mistakes, are late, or attack the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.interop.students import AMPLE, COLOSSEUM, code, playing, spec, submit
from tesuji.agents.budget import Budget
from tesuji.errors import AgentFailure
from tesuji.games import Position
from tesuji.games.record import parse_records, record_text
from tesuji.interop.course.student import AgentRaised, StudentSearcher
from tesuji.interop.foreign import AgentIllegalMove
from tesuji.interop.process import AgentCrashed, AgentGarbage, AgentOutOfMemory, AgentTimeout

GAME = "colosseum(size=6)"
NAME = "student_agent.py"

# Mistakes


MISTAKES = {
    "raises": ("raise ValueError('no idea')", AgentRaised, "ValueError: no idea"),
    "exits": ("sys.exit(1)", AgentRaised, "SystemExit: 1"),
    "interrupts": ("raise KeyboardInterrupt", AgentRaised, "KeyboardInterrupt"),
    "asks": ("input()", AgentRaised, "EOFError"),
    "none": ("return None", AgentRaised, "side), not None"),
    "nonsense": ("return 'xy'", AgentRaised, "side), not 'xy'"),
    "float side": ("return (0, 0), 1.0", AgentRaised, "side), not ((0, 0), 1.0)"),
    "one number": ("return (0,), 1", AgentRaised, "side), not ((0,), 1)"),
    "huge": ("return (10**30, 0), 1", AgentRaised, "TypeError: expected"),
    "outside": ("return (9, 0), 1", AgentIllegalMove, "[9, 0, 1]"),
    "no side": ("return my_pos, 4", AgentIllegalMove, "4]"),
    "negative": ("return (-1, -1), 2", AgentIllegalMove, "[-1, -1, 2]"),
    "a wall": ("return my_pos, int(chess_board[my_pos].argmax())", AgentIllegalMove, "answered"),
    "the opponent": ("return adv_pos, 1", AgentIllegalMove, "answered"),
}


def wall_beside_the_mover() -> Position:
    return tesuji.game(GAME).position("a1 f6 v c3r,c4d")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_random_walk_replaces_a_mistake(mistake: str, tmp_path: Path) -> None:
    body, _, shown = MISTAKES[mistake]
    text = code(COLOSSEUM, f"if self.asked == 1:\n    {body}\nassert self.asked < 4")
    position = wall_beside_the_mover()
    with playing(spec("course.colosseum", submit(tmp_path, text, NAME)), GAME) as player:
        searcher: Any = player._searcher
        first = player.choose(position, seconds=AMPLE)
        assert first in position.legal_moves
        assert len(searcher.replaced) == 1
        assert shown in searcher.replaced[0]
        assert f"random-walk played {first}" in searcher.replaced[0]
        # The same instance is asked again, as in the course.
        assert player.choose(position, seconds=AMPLE) == tesuji.game(GAME).move("a1r")
        assert len(searcher.replaced) == 1


@pytest.mark.parametrize("mistake", MISTAKES)
def test_or_a_mistake_loses(mistake: str, tmp_path: Path) -> None:
    body, kind, shown = MISTAKES[mistake]
    text = code(COLOSSEUM, body)
    agent = spec("course.colosseum", submit(tmp_path, text, NAME), errors="loss")
    with playing(agent, GAME) as player, pytest.raises(AgentFailure) as caught:
        player.choose(wall_beside_the_mover(), seconds=AMPLE)
    assert type(caught.value) is kind
    assert shown in caught.value.reason
    if kind is AgentRaised:
        assert shown in caught.value.log
        assert "runner.py" not in caught.value.log


def test_replacements_follow_the_seed(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(COLOSSEUM, "raise ValueError"), NAME)
    agent = tesuji.agent(spec("course.colosseum", folder, errors="random"))
    position = wall_beside_the_mover()
    moves = [agent.choose(position, seed=seed, seconds=AMPLE) for seed in (1, 1, 2, 3)]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


# Time

HANGS_AT_THE_START = """
if chess_board.sum() == 28:
    while True: pass
"""


def test_a_late_move_is_replaced_and_the_agent_starts_again(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(COLOSSEUM, HANGS_AT_THE_START), NAME)
    position = wall_beside_the_mover()
    with playing(spec("course.colosseum", folder), GAME) as player:
        searcher: Any = player._searcher
        player.prepare()
        move = player.choose(position, seconds=0.2)
        assert move in position.legal_moves
        assert "did not answer within 0.25 s" in searcher.replaced[0]
        after = tesuji.game(GAME).position("a1 f6 v c3r,c4d,c5d")
        assert player.choose(after, seconds=AMPLE) == tesuji.game(GAME).move("a1r")
        assert len(searcher.replaced) == 1


def test_or_a_late_move_loses(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(COLOSSEUM, HANGS_AT_THE_START), NAME)
    with playing(spec("course.colosseum", folder, errors="loss"), GAME) as player:
        player.prepare()
        with pytest.raises(AgentTimeout):
            player.choose(wall_beside_the_mover(), seconds=0.1)


def test_the_restart_costs_the_agent_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[Budget] = []
    ask = StudentSearcher.ask

    def spied(self: Any, process: Any, position: Any, budget: Budget, *more: Any) -> Any:
        budgets.append(budget)
        return ask(self, process, position, budget, *more)

    monkeypatch.setattr(StudentSearcher, "ask", spied)
    folder = submit(tmp_path, code(COLOSSEUM, HANGS_AT_THE_START), NAME)
    with playing(spec("course.colosseum", folder), GAME) as player:
        player.choose(wall_beside_the_mover(), seconds=0.1)
        player.choose(tesuji.game(GAME).position("a1 f6 v c3r,c4d,c5d"), seconds=AMPLE)
    assert [budget.seconds for budget in budgets] == [0.1, AMPLE]


@pytest.mark.parametrize(
    ("year", "limits"), [(2023, (2.0, 2.0)), (2022, (30.0, 2.0))], ids=["2023", "2022"]
)
def test_the_limits_of_each_year(
    year: int, limits: tuple[float, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def spied(self: Any, position: Position, budget: Budget, seed: int) -> Any:
        given.append(budget.seconds)
        return tesuji.agent("random").search(position)

    monkeypatch.setattr(StudentSearcher, "search", spied)
    folder = submit(tmp_path, code(COLOSSEUM), NAME)
    position = wall_beside_the_mover()
    with playing(spec("course.colosseum", folder, year=year), GAME) as player:
        player.choose(position)
        player.choose(position)
        player.choose(position, seconds=5.0)
    assert given == [*limits, 5.0]


# Hostile ones

FORGE = """
for descriptor in range(3, 40):
    try: os.write(descriptor, {frame!r})
    except OSError: pass
"""
HOSTILE = {
    "ends": ("os._exit(3)", AgentCrashed),
    "is killed": ("os.kill(os.getpid(), 9)", AgentCrashed),
    "fills memory": ("kept = b'x' * (400 << 20)\nimport time; time.sleep(60)", AgentOutOfMemory),
    "forges garbage": (FORGE.format(frame=b"%PDF\n"), AgentGarbage),
    "forges depth": (FORGE.format(frame=b"[" * 60_000 + b"\n"), AgentGarbage),
    "forges a nest": (
        FORGE.format(frame=b'{"move": ' + b"[" * 900 + b"]" * 900 + b"}\n"),
        AgentGarbage,
    ),
    "forges a list": (FORGE.format(frame=b"[]\n"), AgentGarbage),
    "forges words": (FORGE.format(frame=b'{"number": 1, "move": ["a", 1, 2]}\n'), AgentGarbage),
    "forges a number": (FORGE.format(frame=b'{"number": 2, "move": [0, 0, 1]}\n'), AgentGarbage),
    "forges nothing": (FORGE.format(frame=b"{}\n"), AgentGarbage),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_broken_protocol_loses_by_any_rule(what: str, tmp_path: Path) -> None:
    body, kind = HOSTILE[what]
    folder = submit(tmp_path, code(COLOSSEUM, body), NAME)
    with (
        playing(spec("course.colosseum", folder, memory=250), GAME) as player,
        pytest.raises(AgentFailure) as caught,
    ):
        player.choose(wall_beside_the_mover(), seconds=AMPLE)
    assert type(caught.value) is kind
    assert caught.value.end == "crash"
    assert caught.value.replay.startswith("tesuji best 'colosseum(size=6)' --agent")


def test_an_early_answer_loses(tmp_path: Path) -> None:
    body = FORGE.format(frame=b'{"number": 1, "move": [0, 0, 1]}\n')
    folder = submit(tmp_path, code(COLOSSEUM, body), NAME)
    with playing(spec("course.colosseum", folder), GAME) as player:
        position = wall_beside_the_mover()
        assert str(player.choose(position, seconds=AMPLE)) == "a1r"
        with pytest.raises(AgentGarbage):
            player.choose(position, seconds=AMPLE)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("import no_such_module", "ModuleNotFoundError"),
        ("def", "SyntaxError"),
        ("", "nothing"),
        (code(COLOSSEUM).replace("self.asked = 0", "1 / 0"), "ZeroDivisionError"),
        ("raise SystemExit", "SystemExit"),
    ],
    ids=["import", "syntax", "no agent", "constructor", "exit"],
)
def test_what_cannot_be_loaded_loses(text: str, shown: str, tmp_path: Path) -> None:
    folder = submit(tmp_path, text, NAME)
    with (
        playing(spec("course.colosseum", folder), GAME) as player,
        pytest.raises(AgentCrashed) as caught,
    ):
        player.prepare()
    assert "could not be loaded" in caught.value.reason
    assert shown in caught.value.reason


def test_a_record_lists_the_replaced_moves(tmp_path: Path) -> None:
    text = code(COLOSSEUM, "if self.asked == 2: raise ValueError('no idea')")
    agent = spec("course.colosseum", submit(tmp_path, text, NAME))
    result = tesuji.match(agent, "random", game=GAME, pairs=1, seed=4, seconds=AMPLE, jobs=1)
    for record, tag in zip(result.games, ("First-Replaced", "Second-Replaced"), strict=True):
        assert record.end == "rules"
        (noted,) = record.tags[tag].splitlines()
        position, _, reason = noted.partition(": ")
        move = reason.rpartition(" ")[2]
        assert "ValueError: no idea; random-walk played" in reason
        played = [str(each.move) for each in record.moves]
        before = [each.text for each in record.positions()]
        assert (position, move) in list(zip(before, played, strict=False))
        assert parse_records(record_text(record))[0].tags[tag] == noted


def test_a_match_goes_on_after_a_crash(tmp_path: Path) -> None:
    text = code(COLOSSEUM, "if self.asked == 2: os._exit(1)")
    agent = spec("course.colosseum", submit(tmp_path, text, NAME))
    result = tesuji.match(agent, "random", game=GAME, pairs=2, seed=4, seconds=AMPLE, jobs=1)
    assert [record.end for record in result.games].count("crash") >= 2
    assert len(list(result.games)) == 4
