"""Matches of functions: forfeits with a traceback, late moves, workers, stores."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import warnings
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.agents.function_agents import Counting, Late, broken, first_move, last_text
from tesuji.agents.functions import FunctionWarning
from tesuji.agents.registry import AgentLike, register_agent
from tesuji.arena.match.plan import make_plan
from tesuji.arena.run.worker import read_answer, work
from tesuji.cli import run
from tesuji.errors import ParameterError, WorkerError
from tesuji.games.record import GameRecord, parse_records, record_text


def games(first: AgentLike, second: AgentLike, **options: Any) -> list[GameRecord]:
    """The games of a pair, played in this process."""
    plan = make_plan((first, second), **{"game": "avalam", "pairs": 1, **options})
    return list(read_answer(plan.task(0), work(plan.task(0))).records)


# In a game


def test_an_exception_loses_the_game_and_the_match_continues() -> None:
    named, swapped = games(broken, first_move)
    assert (named.winner, swapped.winner) == (1, 0)
    for record in (named, swapped):
        assert record.end == "crash"
        assert "KeyError" in record.reason
        assert "in broken" in record.tags["Log"]
        assert "\x1b" not in record.tags["Log"]
        assert parse_records(record_text(record))[0].tags == record.tags
        assert GameRecord.from_dict(record.to_dict()) == record


def test_an_illegal_move_loses_the_game() -> None:
    named, _ = games(lambda position: "a1a1", first_move)
    assert (named.end, named.winner) == ("illegal", 1)
    assert "a1a1" in named.reason


def test_an_agent_that_cannot_begin_loses() -> None:
    class Faulty(Counting):
        def begin(self, game: tesuji.Game, seed: int) -> None:
            raise OSError("no weights")

    named, swapped = games("random", Faulty)
    assert [named.end, swapped.end] == ["crash", "crash"]
    assert [named.winner, swapped.winner] == [0, 1]
    assert "no weights" in named.tags["Log"]


def test_a_late_move_of_a_function_is_played_and_counted() -> None:
    with pytest.warns(FunctionWarning):
        result = tesuji.match(
            Late().choose, "random", game="ewn", pairs=1, seconds=0.01, clock="cpu"
        )
    ends = {record.end for record in result.games}
    assert ends == {"rules"}
    first, second = result.to_dict()["costs"]
    assert first["late_moves"] > 0
    assert second["late_moves"] == 0
    assert any("exceeded its time" in warning for warning in result.warnings)
    named, swapped = result.games
    late = int(named.tags["First-Late"]) + int(swapped.tags["Second-Late"])
    assert late == first["late_moves"]


def test_agents_of_both_games_begin_with_different_seeds() -> None:
    seeds: list[int] = []

    class Watched(Counting):
        def begin(self, game: tesuji.Game, seed: int) -> None:
            super().begin(game, seed)
            seeds.append(seed)

    games(Watched, Watched)
    assert len(set(seeds)) == 4


# Workers


def test_workers_load_functions_of_files(tmp_path: Path) -> None:
    register_agent("from-a-file", last_text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = tesuji.match(first_move, "from-a-file", game="ewn", pairs=2, jobs=2)
    assert result.complete
    assert not [record for record in result.games if record.end != "rules"]
    assert {each["python"] for each in result.conditions}


def test_a_worker_with_other_code_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position): return position.legal_moves[0]\n")
    task = make_plan((f'python("{file}")', "random"), game="ewn", pairs=1).task(0)
    file.write_text("def choose(position): return position.legal_moves[-1]\n")
    with pytest.raises(WorkerError, match=r"mine\.py"):
        read_answer(task, work(task))


def test_relative_paths_start_from_the_folder_of_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def choose(position): return position.legal_moves[0]\n")
    monkeypatch.chdir(tmp_path)
    task = make_plan(('python("mine.py:choose")', "random"), game="ewn", pairs=1).task(0)
    monkeypatch.chdir("/")
    named, _ = read_answer(task, work(task)).records
    assert named.agents[0] == 'python("mine.py:choose")'
    assert named.end == "rules"


def test_a_function_of_this_process_plays_here_and_says_so() -> None:
    asked: list[str] = []

    def choose(position: tesuji.Position) -> tesuji.Move:
        asked.append(position.text)
        return position.legal_moves[0]

    with pytest.warns(FunctionWarning, match="choose") as caught:
        result = tesuji.match(choose, "random", game="ewn", pairs=2, jobs=4)
    assert result.complete
    assert asked
    assert len(caught) == 1
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tesuji.match(choose, "random", game="ewn", pairs=1, jobs=1).complete


def test_a_function_of_this_process_cannot_play_on_a_cluster() -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.match(lambda p: p.legal_moves[0], "random", game="ewn", cluster="tcp://1.2.3.4:1")
    assert caught.value.where == "cluster"


def test_tournaments_reviews_and_series_take_functions(recwarn: pytest.WarningsRecorder) -> None:
    agents: list[AgentLike] = [first_move, Counting, "random"]
    result = tesuji.tournament(
        agents, game="ewn", pairs=1, jobs=1, anchor="random", agent_limits={Counting: {"depth": 1}}
    )
    assert {rating.name for rating in result.ratings} == {tesuji.agent(a).spec for a in agents}
    reviewed = tesuji.review(result.matches[0].games[0], agent=first_move)
    assert reviewed.agent == tesuji.agent(first_move).spec
    scaled = tesuji.scaling(Counting, game="ewn", depth=[1, 2], pairs=1, jobs=1)
    assert scaled.complete


# Stores


def test_a_store_needs_the_version_of_a_function_without_a_file(tmp_path: Path) -> None:
    def choose(position: tesuji.Position) -> tesuji.Move:
        return position.legal_moves[0]

    options: dict[str, Any] = {"game": "ewn", "pairs": 1, "jobs": 1, "store": tmp_path / "store.db"}
    with pytest.raises(ParameterError) as caught:
        tesuji.match(choose, "random", **options)
    assert caught.value.where == "version"
    first = tesuji.match(tesuji.agent(choose, version="1"), "random", **options)
    again = tesuji.match(tesuji.agent(choose, version="1"), "random", **options)
    other = tesuji.match(tesuji.agent(choose, version="2"), "random", **options)
    assert (first.match.resumed, again.match.resumed, other.match.resumed) == (0, 1, 0)


def test_a_store_resumes_only_with_the_same_code(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position): return position.legal_moves[0]\n")
    options: dict[str, Any] = {"game": "ewn", "pairs": 1, "jobs": 1, "store": tmp_path / "store.db"}
    tesuji.match(f'python("{file}")', "random", **options)
    assert tesuji.match(f'python("{file}")', "random", **options).match.resumed == 1
    file.write_text("def choose(position): return position.legal_moves[-1]\n")
    with pytest.raises(tesuji.TesujiError) as caught:
        tesuji.match(f'python("{file}")', "random", **options)
    names = [name for name, *_ in caught.value.differences]  # type: ignore[attr-defined]
    assert "first agent, digest" in names


# Scripts and the command line

SCRIPT = """
import tesuji

def choose(position):
    return position.legal_moves[0]

tesuji.register_agent("scripted", choose)

def main():
    result = tesuji.match("scripted", choose, game="ewn", pairs=2, jobs=2)
    print(result.complete)

{guard}main()
"""


def script(folder: Path, guard: str) -> subprocess.CompletedProcess[str]:
    file = folder / "script.py"
    file.write_text(SCRIPT.format(guard=guard), "utf-8")
    return subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, timeout=120, check=False
    )


def test_a_script_plays_its_own_functions(tmp_path: Path) -> None:
    done = script(tmp_path, 'if __name__ == "__main__":\n    ')
    assert done.stdout == "True\n", done.stderr


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    done = script(tmp_path, "")
    assert done.returncode != 0
    assert 'if __name__ == "__main__":' in done.stderr


AGENT = textwrap.dedent(
    """
    def choose(position):
        if len(position.legal_moves) < 200:
            raise RuntimeError("stuck <&>")
        return position.legal_moves[0]
    """
)


def test_the_command_line_loads_an_agent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_agent.py").write_text(AGENT)
    match = ["match", "my_agent", "random", "--game", "avalam", "--pairs", "1", "--jobs", "1"]
    files = ["--store", "s.db", "--report", "r.html", "--load", "my_agent.py"]
    assert run([*match, *files]) == 0
    assert "by a crash" in capsys.readouterr().out
    report = Path("r.html").read_text("utf-8")
    assert "stuck &lt;&amp;&gt;" in report
    assert "stuck <" not in report
    assert run(["results", "s.db", "--export", "games.txt"]) == 0
    assert run(["record", "games.txt"]) == 0
    shown = capsys.readouterr().out
    assert "\nRuntimeError: stuck <&>\n" in shown
    assert run(["best", "avalam", "--agent", "my_agent", "--load", "my_agent.py"]) == 0
    assert run(["agents", "my_agent", "--load", "my_agent.py"]) == 0
    assert "digest" in capsys.readouterr().out
