"""Stores, workers and ladders notice that the files of an agent outside have changed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tesuji
from tests.interop.engine.stubs import ANY_MOVE
from tests.interop.ladder_stubs import stub_ladder, write_stub
from tesuji.arena.match.plan import make_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.worker import read_answer, work
from tesuji.errors import LoadError, StoreError, WorkerError
from tesuji.interop import content
from tesuji.interop.ladder.plan import Entrant
from tesuji.specs import Spec, Value

CHOOSE = "def choose(position):\n    return position.legal_moves[{}]\n"
PYTHON_ENGINE = ANY_MOVE.read_text()


def spec_of(kind: str, first: str | Path, **more: Value) -> str:
    return str(Spec(kind, {"": str(first), **more, "sandbox": False}))


def edit(file: Path) -> None:
    """Adds a comment, which changes the content and not the play."""
    file.write_bytes(file.read_bytes() + b"\n# edited\n")


def sandboxed(folder: Path) -> str:
    (folder / "mine.py").write_text(CHOOSE.format(0))
    return spec_of("sandboxed", folder / "mine.py")


def engine(folder: Path) -> str:
    (folder / "mine.py").write_text(PYTHON_ENGINE)
    return spec_of("exec", f"python3 {folder / 'mine.py'}")


# Stores


@pytest.mark.parametrize("make", [sandboxed, engine])
def test_a_store_refuses_other_content_under_the_same_spec(
    tmp_path: Path, make: Callable[[Path], str]
) -> None:
    agent, store = make(tmp_path), tmp_path / "games.db"

    def play() -> MatchResult:
        return tesuji.match(agent, "random", game="ewn", pairs=1, seconds=20, jobs=1, store=store)

    assert play().contest.played == 1
    # The store and a report next to the agent do not count.
    (tmp_path / "report.html").write_text("a report")
    again = play()
    assert (again.complete, again.contest.played) == (True, 0)
    edit(tmp_path / "mine.py")
    with pytest.raises(StoreError, match=r"mine\.py"):
        play()


def test_a_folder_can_hold_the_store_of_its_own_matches(tmp_path: Path) -> None:
    (tmp_path / "tesuji_agent.py").write_text(CHOOSE.format(0))
    agent = spec_of("sandboxed", tmp_path)
    for pairs in (1, 2):
        found = tesuji.match(
            agent,
            "random",
            game="ewn",
            pairs=pairs,
            seconds=20,
            jobs=1,
            store=tmp_path / "games.db",
        )
        assert (found.complete, found.contest.played) == (True, 1)


def test_a_worker_with_other_files_is_refused(tmp_path: Path) -> None:
    task = make_plan((sandboxed(tmp_path), "random"), game="ewn", pairs=1).task(0)
    edit(tmp_path / "mine.py")
    with pytest.raises(WorkerError, match=r"mine\.py"):
        read_answer(task, work(task))


# What counts


def cases(folder: Path) -> dict[str, tuple[str, str, list[str]]]:
    """Specs with their game, and files of the folder that each of them must notice."""
    script, data = folder / "mine.py", folder / "data.bin"
    named = f"{script} --net={data}"
    own = {"folder": str(folder)}
    return {
        "file": (spec_of("sandboxed", script), "ewn", ["mine.py", "other.py"]),
        "folder": (
            spec_of("sandboxed", folder, file="mine.py"),
            "ewn",
            ["mine.py", "data.bin", "deep/x.txt"],
        ),
        "script": (spec_of("exec", f"python {named}"), "ewn", ["mine.py", "other.py", "data.bin"]),
        "program": (spec_of("exec", f"{folder / 'run'} {data}"), "ewn", ["run", "data.bin"]),
        "option": (
            spec_of("exec", folder / "run", options=f"Hash=1; Net={data}"),
            "ewn",
            ["run", "data.bin"],
        ),
        "own folder": (
            spec_of("exec", "./run", **own),
            "ewn",
            ["run", "mine.py", "data.bin", "deep/x.txt"],
        ),
        "ewn": (spec_of("course.ewn", folder / "run"), "ewn", ["run"]),
        "ewn folder": (spec_of("course.ewn", "./run", **own), "ewn-cyclic", ["run", "deep/x.txt"]),
        "twist": (spec_of("course.pentago-twist", "./run", **own), "pentago-twist", ["deep/x.txt"]),
        "colosseum": (
            spec_of("course.colosseum", folder / "student_agent.py"),
            "colosseum",
            ["student_agent.py", "data.bin", "deep/x.txt"],
        ),
        "avalam": (spec_of("course.avalam", folder), "avalam", ["my_player.py", "data.bin"]),
    }


@pytest.mark.parametrize("case", list(cases(Path("/"))))
def test_every_kind_has_a_digest_of_its_files(tmp_path: Path, case: str) -> None:
    (tmp_path / "deep").mkdir()
    names = ("mine.py", "other.py", "data.bin", "deep/x.txt", "student_agent.py", "my_player.py")
    for name in names:
        (tmp_path / name).write_text(CHOOSE.format(0))
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    spec, game, files = cases(tmp_path)[case]
    known = [make_plan((spec, "random"), game=game, pairs=1).versions["code"][spec]]
    for name in ("notes.md", "__pycache__/mine.pyc", ".git/index"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("no part of the agent")
    for name in ["", *files]:
        if name:
            edit(tmp_path / name)
        plan = make_plan((spec, "random"), game=game, pairs=1)
        assert plan.identity["code"] == plan.versions["code"]
        known.append(plan.versions["code"][spec])
    assert known[0] == known[1]
    assert len(set(known[1:])) == 1 + len(files)


def test_agents_of_ours_and_interpreters_have_no_digest() -> None:
    game = tesuji.game("avalam")
    for spec in ("mcts", 'exec("tesuji engine")', 'course.avalam("http://localhost:8000")'):
        assert tesuji.agent(spec).code_digest(game) == ""
        assert "code" not in make_plan((spec, "random"), game="avalam", pairs=1).identity
    assert tesuji.agent(spec_of("exec", sys.executable)).code_digest(game) == ""


def test_links_count_with_their_target(tmp_path: Path) -> None:
    target, folder = tmp_path / "weights", tmp_path / "agent"
    folder.mkdir()
    (folder / "link").symlink_to(target)
    found = [content.content_of_folder(folder)]
    target.write_text("one")
    found.append(content.content_of_folder(folder))
    edit(target)
    found.append(content.content_of_folder(folder))
    assert len(set(found)) == 3


def test_a_folder_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        (tmp_path / f"{number}").write_bytes(b"12345")
    for name, limit in (("MOST_FILES", 2), ("MOST_BYTES", 14)):
        with monkeypatch.context() as patched:
            patched.setattr(content, name, limit)
            with pytest.raises(LoadError) as caught:
                content.content_of_folder(tmp_path)
            assert caught.value.where == str(tmp_path)
    assert content.content_of_folder(tmp_path)


# Ladders


def test_a_changed_baseline_plays_its_matches_again(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "baseline").mkdir()
    write_stub(tmp_path / "in", "ann", "greedy")
    agent = sandboxed(tmp_path / "baseline")

    def played() -> int:
        ladder = stub_ladder(tmp_path, baselines=(agent,), gate=0, gate_pairs=1, rounds=1)
        return ladder.run(jobs=1).played

    counts = [played(), played()]
    before = Entrant.baseline(agent, "ewn")
    edit(tmp_path / "baseline" / "mine.py")
    assert Entrant.baseline(agent, "ewn").content != before.content
    counts.append(played())
    # The check against random stays; the gate and the round are played again.
    assert counts == [6, 0, 4]


def test_the_identity_of_a_ladder_names_no_path(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ann.py").write_text(CHOOSE.format(0))
    ladder = stub_ladder(tmp_path)
    ladder = type(ladder)(ladder.options, tmp_path / "in", tmp_path / "out2", unsafe=True)
    (plan,) = ladder._planner.checks(ladder.entrants)
    assert str(tmp_path) in str(plan.versions["code"])
    assert str(tmp_path) not in str(plan.identity)
