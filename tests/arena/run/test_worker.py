"""Workers play only with the same versions; others are refused by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.arena.pairs import quick_plan
from tesuji.arena.match.pair import PairTask
from tesuji.arena.run.worker import read_answer, work
from tesuji.errors import WorkerError


def task(**versions: Any) -> PairTask:
    made = quick_plan(pairs=1).task(0)
    return replace(made, versions={**made.versions, **versions})


def test_a_pair_comes_with_its_conditions() -> None:
    played = read_answer(task(), work(task()))
    named, swapped = played.records
    assert named.agents == swapped.agents[::-1] == ("greedy", "random")
    assert played.conditions.keys() == {"tesuji", "build", "processor", "python"}


@pytest.mark.parametrize(
    ("name", "value"),
    [("tesuji", "0.0.1"), ("behaviour", 99), ("playing", 1), ("game_version", 7), ("load", ["x"])],
)
def test_another_version_plays_nothing_and_is_named(name: str, value: Any) -> None:
    required = task(**{name: value})
    answer = work(required)
    assert "games" not in answer
    with pytest.raises(WorkerError, match=f"{name} is .* there and .* here") as caught:
        read_answer(required, answer)
    assert caught.value.where == answer["worker"]
    assert caught.value.pairs == [0]
    assert "the same match resumes" in str(caught.value)


def test_a_worker_without_the_game_or_the_file_says_so(tmp_path: Path) -> None:
    unknown = replace(task(), game="avalon")
    with pytest.raises(WorkerError, match=r"cannot play: .*did you mean 'avalam'") as caught:
        read_answer(unknown, work(unknown))
    assert caught.value.pairs == [0]
    lost = replace(task(), load=(str(tmp_path / "lost.py"),))
    with pytest.raises(WorkerError, match=r"cannot play: .*lost\.py"):
        read_answer(lost, work(lost))


@pytest.mark.parametrize("answer", [[{"game": "avalam"}], None, {"games": []}])
def test_an_answer_of_another_kind_is_refused(answer: Any) -> None:
    with pytest.raises(WorkerError, match="pair 0") as caught:
        read_answer(task(), answer)
    assert (caught.value.pairs, caught.value.given) == ([0], answer)
