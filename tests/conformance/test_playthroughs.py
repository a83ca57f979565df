"""Golden playthroughs: every game gives the same answers as in its file."""

from __future__ import annotations

import difflib

import pytest

from tests.conformance.playthroughs import FOLDER, path_of, playthrough
from tests.conformance.variants import GAMES, every_game
from tesuji import Game


@every_game
def test_a_game_gives_the_recorded_answers(game: Game) -> None:
    expected = path_of(game).read_text("utf-8").splitlines()
    found = playthrough(game).splitlines()
    difference = list(difflib.unified_diff(expected, found, "golden", "now", lineterm="", n=4))
    if difference:
        shown = "\n".join(difference[:60])
        pytest.fail(f"{game.spec} no longer plays as in {path_of(game).name}:\n{shown}")


def test_every_playthrough_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path_of(game).name for game in GAMES}


@every_game
def test_playthroughs_are_readable(game: Game) -> None:
    lines = path_of(game).read_text("utf-8").splitlines()
    moves = [line for line in lines if line.startswith("  ")]
    assert max(map(len, moves)) <= 100
    assert "kind: over" in lines[-8:]
