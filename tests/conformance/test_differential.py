"""Differential tests: the core and the slow references play the same random games.

300 random games per game; the environment variable ``TESUJI_DIFFERENTIAL_GAMES`` changes that.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tesuji
from tests.conformance.lockstep import chunk_of_seeds, play_in_lockstep
from tests.conformance.references import COLOSSEUM_SIZES, MODULES, ORACLES, LastAnswer
from tests.reference import avalam, ewn, pentago

CHUNKS = 20


@pytest.fixture(autouse=True, scope="module")
def quick_references() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in MODULES:
            for name in ("legal_moves", "outcome"):
                patch.setattr(module, name, LastAnswer(getattr(module, name)))
        yield


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", ORACLES)
def test_core_agrees_with_the_reference(name: str, chunk: int) -> None:
    for seed in chunk_of_seeds(chunk, CHUNKS):
        play_in_lockstep(ORACLES[name](seed), seed)


def test_every_game_has_a_reference() -> None:
    assert {name.partition("(")[0] for name in ORACLES} == set(tesuji.games())


def test_colosseum_is_played_in_every_size_and_edition() -> None:
    specs = {ORACLES["colosseum"](seed).game.spec for seed in range(2 * len(COLOSSEUM_SIZES))}
    assert {tesuji.game(spec).parameters["size"] for spec in specs} == set(range(4, 13))
    assert len(specs) == 18


def first_difference(name: str) -> str:
    """The report of the first game that differs, after a test has changed a reference."""
    for seed in range(50):
        try:
            play_in_lockstep(ORACLES[name](seed), seed)
        except AssertionError as error:
            return str(error)
    pytest.fail(f"50 games of {name} and no difference")


def test_a_difference_in_the_moves_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avalam, "MAX_HEIGHT", 4)
    report = first_difference("avalam")
    assert report.startswith("avalam, seed 0, ply ")
    assert ", position '" in report
    assert "the legal moves differ: " in report
    assert "only in the oracle: nothing" in report


def test_a_difference_on_the_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentago, "twist", lambda cells, quadrant, b, game: cells)
    assert "the boards differ" in first_difference("pentago")


def test_a_difference_in_the_outcome_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avalam, "winner_by", lambda difference: None)
    assert "the result is (" in first_difference("avalam")


def test_a_difference_in_the_turn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ORACLES["ewn"](0), "to_move", lambda state: 1 - state.to_move)
    assert "core: player 0 is next, oracle: player 1" in first_difference("ewn")


def test_a_difference_in_the_events_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ewn, "is_chance", lambda state: False)
    assert "the chance events differ: 6 in the core, 0 in the oracle" in first_difference("ewn")
