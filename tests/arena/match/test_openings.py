"""Openings: drawn ones are neither over nor won, and files of them are read."""

from __future__ import annotations

from pathlib import Path

import pytest

import tesuji
from tests.conformance.variants import every_game
from tesuji import Game, Position
from tesuji.arena.match.openings import (
    default_plies,
    distinct_openings,
    draw_opening,
    given_openings,
    read_openings,
)
from tesuji.errors import ParameterError


def has_immediate_win(position: Position) -> bool:
    """Whether the player to move has an immediate win, after any event at a chance position."""
    if position.is_chance:
        return any(has_immediate_win(position.play(event)) for event, _ in position.chance_outcomes)
    ends = (position.play(move).outcome for move in position.legal_moves)
    return any(end is not None and end.winner == position.to_move for end in ends)


@every_game
@pytest.mark.parametrize("plies", [None, 9])
def test_openings_are_neither_over_nor_won_by_a_move(game: Game, plies: int | None) -> None:
    for seed in range(8):
        opening = draw_opening(game, seed, plies)
        assert not opening.is_over
        assert not has_immediate_win(opening)


def test_openings_with_an_immediate_win_are_drawn_again() -> None:
    """Late in Pentago nearly every position has an immediate win, but not all."""
    game = tesuji.game("pentago-twist")
    openings = [draw_opening(game, seed, 16) for seed in range(12)]
    assert not any(has_immediate_win(opening) for opening in openings)


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("avalam", 4),
        ("pentago", 2),
        ("pentago-twist", 2),
        ("pentago(placement_wins=true)", 2),
        ("ewn", 0),
        ("ewn-cyclic", 0),
        ("colosseum(size=8)", 0),
    ],
)
def test_default_plies(spec: str, plies: int) -> None:
    game = tesuji.game(spec)
    assert default_plies(game) == plies
    assert game.draws_start == (plies == 0)


def test_plies_are_made() -> None:
    game = tesuji.game("pentago")
    for plies in (0, 1, 2, 5):
        stones = draw_opening(game, 3, plies).text
        assert stones.count("w") + stones.count("b") == plies


@every_game
def test_the_seed_decides(game: Game) -> None:
    assert draw_opening(game, 5) == draw_opening(game, 5)
    assert len({draw_opening(game, seed) for seed in range(10)}) > 5


@pytest.mark.parametrize("plies", [-1, 1.5, True, "4"])
def test_wrong_plies_are_refused(plies: int) -> None:
    with pytest.raises(ParameterError) as caught:
        draw_opening(tesuji.game("avalam"), 0, plies)
    assert (vars(caught.value)["where"], vars(caught.value)["given"]) == ("plies", plies)


def test_more_plies_than_a_game_has_are_refused() -> None:
    with pytest.raises(ParameterError, match="40 plies"):
        draw_opening(tesuji.game("pentago"), 0, 40)


# Different openings


def images(position: Position) -> set[Position]:
    return {position.transformed(s) for s in range(position.game.symmetry_count)}


@every_game
def test_distinct_openings_differ_under_every_symmetry(game: Game) -> None:
    openings = list(distinct_openings(game, 10, seed=1))
    assert len(openings) == 10
    for number, opening in enumerate(openings):
        assert not images(opening) & set(openings[:number])


def test_there_are_only_so_many_first_moves() -> None:
    """Up to symmetry a stone and a twist leave few boards with one stone; asking for more fails."""
    with pytest.raises(ParameterError, match="30 different openings"):
        list(distinct_openings(tesuji.game("pentago"), 30, plies=1))


def test_distinct_openings_are_the_same_again() -> None:
    game = tesuji.game("avalam")
    first, second = (list(distinct_openings(game, 5, seed=9)) for _ in range(2))
    assert first == second
    assert first != list(distinct_openings(game, 5, seed=10))


# Files


def written(folder: Path, text: str) -> Path:
    file = folder / "openings.txt"
    file.write_text(text, "utf-8")
    return file


def test_openings_are_read_back(tmp_path: Path) -> None:
    game = tesuji.game("pentago-twist")
    openings = list(distinct_openings(game, 4))
    lines = [f"  {opening.text} \n" for opening in openings]
    file = written(tmp_path, "# four of them\n\n" + "\n".join(lines))
    assert read_openings(file, game) == openings
    assert given_openings([opening.text for opening in openings], game) == openings


OVER = "wwwww1/6/6/bbbb2/6/6"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("# a comment\n\n6/6/6/6/6/6\nnonsense\n", "line 4"),
        (f"6/6/6/6/6/6\n{OVER}\n", "line 2: .*over"),
        ("# nothing\n\n", "no openings"),
        ("", "no openings"),
    ],
)
def test_broken_files_are_refused_with_the_line(tmp_path: Path, text: str, named: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ParameterError, match=named) as caught:
        read_openings(file, tesuji.game("pentago-twist"))
    assert str(file) in str(caught.value)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for file in (tmp_path / "missing", tmp_path, binary):
        with pytest.raises(ParameterError, match=str(file)):
            read_openings(file, tesuji.game("avalam"))


@pytest.mark.parametrize(
    ("texts", "named"), [([], "one or more"), (["6/6/6/6/6/6", "x"], "opening 2"), ([OVER], "over")]
)
def test_given_openings_are_checked(texts: list[str], named: str) -> None:
    with pytest.raises(ParameterError, match=named):
        given_openings(texts, tesuji.game("pentago-twist"))
