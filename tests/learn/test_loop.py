"""The loop of learning, on a toy scale, with Connect Four in Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji.errors import ParameterError, ShardError
from tesuji.learn import learn
from tesuji.learn.loop import Generation

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "connect_four.py"
TOY: dict[str, Any] = {
    "agent": "mcts",
    "games": 20,
    "pairs": 1,
    "jobs": 1,
    "simulations": 4,
    "match_simulations": 4,
}
QUICK: dict[str, Any] = {
    "agent": "alphabeta",
    "games": 20,
    "pairs": 1,
    "jobs": 1,
    "nodes": 5,
    "match_simulations": 4,
}


@pytest.fixture(scope="module")
def connect_four() -> str:
    tesuji.load(EXAMPLE)
    return "connect-four"


def test_a_python_game_learns_without_c(connect_four: str, tmp_path: Path) -> None:
    steps: list[str] = []
    options = {**TOY, "load": (str(EXAMPLE),)}
    (found,) = learn(
        connect_four, tmp_path, progress=lambda n, step, state: steps.append(step), **options
    )
    assert found.number == 1
    assert found.training["positions"][0] > 0
    assert found.match["pairs"] == 1
    assert list(dict.fromkeys(steps)) == ["self-play", "training", "match"]
    position = tesuji.game(connect_four).start()
    assert (
        tesuji.agent(found.candidate).search(position, simulations=4).best in position.legal_moves
    )

    # The same call reads what is there.
    steps.clear()
    assert learn(
        connect_four, tmp_path, progress=lambda n, step, state: steps.append(step), **options
    ) == [found]
    assert steps == []

    # A run that was killed after training plays the match only, also with another command.
    (tmp_path / "generation-1" / "generation.json").unlink()
    again = learn(
        connect_four,
        tmp_path,
        command="tesuji learn connect-four --jobs 1",
        progress=lambda n, step, state: steps.append(step),
        **options,
    )
    assert again[0].training == found.training
    assert again[0].match["pentanomial"] == found.match["pentanomial"]
    assert "training" not in steps


def test_another_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "learn.json").write_text(json.dumps({"format": 1, "game": "avalam"}))
    with pytest.raises(ParameterError) as caught:
        learn("pentago", tmp_path, **TOY)
    assert "game" in vars(caught.value)["differences"]


def test_a_damaged_run_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "learn.json").write_text("[")
    with pytest.raises(ShardError) as caught:
        learn("pentago", tmp_path, **TOY)
    assert caught.value.path == str(tmp_path / "learn.json")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"number": 1, "some": 2}',
        '{"number": 1, "candidate": "a", "against": "b", "training": {}, "match": {}}',
        '{"number": 1, "candidate": "a", "against": "b", "training": {}, "match": {"sprt": null}}',
    ],
)
def test_a_damaged_generation_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "generation-1" / "generation.json"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(ShardError) as caught:
        learn("pentago", tmp_path, **TOY)
    assert caught.value.path == str(path)


@pytest.mark.parametrize(
    ("where", "given"),
    [
        ("family", "forest"),
        ("agent", "random"),
        ("generations", 0),
        ("games", 0),
        ("plies", -1),
        ("random", 2),
        ("seed", -1),
        ("pairs", 0),
        ("sprt", "twenty"),
        ("nodes", -1),
        ("node", 5),
    ],
)
def test_impossible_options_leave_no_folder(where: str, given: object, tmp_path: Path) -> None:
    with pytest.raises(ParameterError) as caught:
        learn(**{"game": "avalam", "out": tmp_path / "run", **TOY, where: given})
    assert (caught.value.where, caught.value.given) == (where, given)
    assert not (tmp_path / "run").exists()


def test_a_game_without_patterns_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(tesuji.game("ewn").search_classes, "Patterns")
    with pytest.raises(ParameterError) as caught:
        learn("ewn", tmp_path / "run", **TOY)
    assert (caught.value.where, caught.value.given) == ("game", "ewn")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("name", "where"), [("match_simulations", "simulations"), ("match_seconds", "seconds")]
)
def test_impossible_limits_of_matches_leave_no_folder(
    name: str, where: str, tmp_path: Path
) -> None:
    with pytest.raises(ParameterError) as caught:
        learn("avalam", tmp_path / "run", **{**TOY, "match_simulations": None, name: -1})
    assert (caught.value.where, caught.value.given) == (where, -1)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("verdict", "best"), [("H1", "new"), ("H0", "old"), (None, "old")])
def test_only_a_proof_replaces_the_best_agent(verdict: str | None, best: str) -> None:
    generation = Generation(1, "new", "old", {}, {"sprt": {"verdict": verdict}})
    assert generation.best == best


def accept(file: Path) -> None:
    """Lets a generation win its match, so that the next one is played by its weights."""
    found = json.loads(file.read_text())
    found["match"]["sprt"]["verdict"] = "H1"
    file.write_text(json.dumps(found))


def test_a_moved_run_goes_on(tmp_path: Path) -> None:
    """The self-play and the match of a second generation were begun in the old place."""
    old, new = tmp_path / "old", tmp_path / "new"
    learn("ewn-cyclic", old, **QUICK)
    accept(old / "generation-1" / "generation.json")
    before = learn("ewn-cyclic", old, generations=2, **QUICK)
    for number in (1, 2):
        text = (old / f"generation-{number}" / "generation.json").read_text()
        assert str(tmp_path) not in text
    (old / "generation-2" / "generation.json").unlink()
    first = old / "generation-1" / "generation.json"
    first.write_text(first.read_text().replace("generation-1/", f"{old}/generation-1/"))  # as once
    old.rename(new)
    after = learn("ewn-cyclic", new, generations=2, **QUICK)
    assert [each.match["pentanomial"] for each in after] == [
        each.match["pentanomial"] for each in before
    ]
    assert f'"{new}/generation-1/patterns.weights"' in after[1].against


def test_more_pairs_go_on_with_an_undecided_match(tmp_path: Path) -> None:
    learn("ewn-cyclic", tmp_path, **QUICK)
    shown: list[str] = []
    (found,) = learn(
        "ewn-cyclic",
        tmp_path,
        progress=lambda number, step, state: shown.append(f"{step}: {state}"),
        **{**QUICK, "pairs": 3},
    )
    assert found.match["pairs"] == 3
    assert [text.partition(",")[0] for text in shown if text.startswith("match: ")] == [
        "match: ",
        "match: 2 of 3 pairs",
        "match: 3 of 3 pairs",
    ]
    with pytest.raises(ParameterError) as caught:
        learn("ewn-cyclic", tmp_path, **QUICK)
    assert vars(caught.value)["differences"] == ("pairs",)


def test_more_pairs_leave_generations_that_others_followed(tmp_path: Path) -> None:
    options = {**QUICK, "generations": 2}
    learn("ewn-cyclic", tmp_path, **options)
    found = learn("ewn-cyclic", tmp_path, **{**options, "pairs": 2})
    assert [each.match["pairs"] for each in found] == [1, 2]
