"""Text that is not notation, and impossible positions, raise a clear NotationError."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tesuji
from tests.conformance.variants import GAMES, Line, actions, every_game, lines
from tesuji import Game, NotationError, Position, SpecError, TesujiError

# Impossible positions, with the error's column and a word that its reason must contain

PENTAGO = {
    "": (0, ""),
    "6/6/6/6/6": (9, ""),
    "6/6/6/6/6/6/": (11, ""),
    "6/6/6/6/6/7": (10, ""),
    "6/6/6/6/6/51w": (12, ""),
    "w6/6/6/6/6/6": (1, ""),
    "5/6/6/6/6/6": (1, ""),
    "x5/6/6/6/6/6": (0, ""),
    "6/6/6/6/6/0w5": (10, ""),
    "b5/6/6/6/6/6": (0, "0 white and 1 black"),
    "ww4/6/6/6/6/6": (0, "2 white and 0 black"),
    "wb4/b5/6/6/6/6": (0, "1 white and 2 black"),
    # Black has moved last, and one twist of Black's cannot make both of White's fives.
    "wwwww1/bbb1b1/6/1b1b2/bb1bb1/wwwww1": (0, "five"),
}
AVALAM_START = "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA"
AVALAM = {
    "": (0, ""),
    AVALAM_START[:-1]: (55, ""),
    AVALAM_START + "/": (56, ""),
    AVALAM_START.replace("/", ""): (2, ""),
    AVALAM_START.replace("Aa/", "Fa/", 1): (0, ""),
    AVALAM_START.replace("Aa/", "aa/", 1): (0, "c1"),
    AVALAM_START.replace("Aa/", ".a/", 1): (0, "47"),
    AVALAM_START.replace("Aa/", "Ba/", 1): (0, "49"),
    # A tower of two on c1 beside full cells, and the counter that is missing far away.
    AVALAM_START.replace("Aa/", "Ba/", 1)[:-1] + ".": (0, "c1"),
    # Its source d1 was red, yet yellow is on top.
    AVALAM_START.replace("Aa/", "B./", 1): (0, "c1"),
}
COLOSSEUM = {
    "": (0, ""),
    "a1": (2, ""),
    "a1 h8": (5, ""),
    "a1 h8 v": (7, ""),
    "a1 h8 v ": (7, ""),
    "a1h8 v -": (2, ""),
    "a1 a1 v -": (0, "a1"),
    "a1 i8 v -": (3, "h8"),
    "a1 h9 v -": (3, "h8"),
    "a0 h8 v -": (0, "h8"),
    "a1 h8 w -": (6, ""),
    "a1 h8 v - x": (9, ""),
    "a1 h8 v b2": (10, ""),
    "a1 h8 v b2r,": (12, ""),
    "a1 h8 v b2r c3d": (11, ""),
    "a1 h8 v a1u": (8, "a1u"),
    "a1 h8 v h8r": (8, "h8r"),
    "a1 h8 v b2r,b2r": (12, "b2r"),
    "a1 h8 v b2r,c2l": (12, "c2l"),
}
EWN_CUBES = "a1b1c1a2b2a3 e3d4e4c5d5e5"
EWN = {
    "": (0, ""),
    EWN_CUBES: (25, ""),
    f"{EWN_CUBES} r": (27, ""),
    f"{EWN_CUBES} r ": (27, ""),
    f"{EWN_CUBES} r 0": (28, ""),
    f"{EWN_CUBES} r 7": (28, ""),
    f"{EWN_CUBES} r -": (28, ""),
    f"{EWN_CUBES} r 33": (29, ""),
    f"{EWN_CUBES} w ?": (26, ""),
    "a1b1c1a2b2 e3d4e4c5d5e5 r ?": (10, ""),
    "a1b1c1a2b2a3c3 e3d4e4c5d5e5 r ?": (12, ""),
    "a1b1c1a2b2f3 e3d4e4c5d5e5 r ?": (10, "e5"),
    "a1b1c1a2b2a1 e3d4e4c5d5e5 r ?": (10, "a1"),
    "a1b1c1a2b2a3 a3d4e4c5d5e5 r ?": (13, "a3"),
    "------------ ------------ r ?": (0, "cubes"),
    "a1b1c1a2b2a3 ------------ r ?": (0, "cubes"),
    "e5b1c1a2b2a3 e3d4e4c5d5-- r ?": (0, "Red"),
    "b3b1c1a2b2a3 a1d4e4c5d5e5 b ?": (0, "Blue"),
    "e5b1c1a2b2a3 e3d4e4c5d5-- b 3": (28, "over"),
    "a1b1c1a2b2a3 ------------ b ?": (28, "over"),
}
CYCLIC_CUBES = "a1b1c1a2b2a3 g4f5g5e6f6g6"
CYCLE = "012345012345012345012"
EWN_CYCLIC = {
    "": (0, ""),
    f"{CYCLIC_CUBES} r": (27, ""),
    f"{CYCLIC_CUBES} r ?": (28, "21"),
    f"{CYCLIC_CUBES} r {CYCLE[:-1]}": (48, "21"),
    f"{CYCLIC_CUBES} r {CYCLE[:-1]}6": (48, "21"),
    f"{CYCLIC_CUBES} r {CYCLE}0": (49, ""),
    f"a1b1c1a2b2h3 g4f5g5e6f6g6 r {CYCLE}": (10, "g6"),
    f"a1b1c1a2b2a1 g4f5g5e6f6g6 r {CYCLE}": (10, "a1"),
    f"------------ g4f5g5e6f6g6 b {CYCLE}": (0, "cubes"),
    f"g6b1c1a2b2a3 g4f5g5e6f6-- r {CYCLE}": (0, "Red"),
}
REJECTED: dict[str, dict[str, tuple[int, str]]] = {
    "avalam": AVALAM,
    "colosseum": COLOSSEUM,
    "colosseum(size=4)": {"a1 e4 v -": (3, "d4"), "a1 d4 v d4d": (8, "d4d")},
    "colosseum(size=12)": {"a1 m12 v -": (3, "l12"), "a1 l13 v -": (3, "l12")},
    "ewn": EWN,
    "ewn-cyclic": EWN_CYCLIC,
    "pentago": PENTAGO,
    "pentago(placement_wins=true)": PENTAGO,
    "pentago-twist": PENTAGO,
}
CASES = [
    (spec, text, *details) for spec, texts in REJECTED.items() for text, details in texts.items()
]


def check_error(error: NotationError | SpecError, text: str) -> None:
    assert error.text == text
    assert error.column in range(len(text) + 1)
    assert str(error)


@pytest.mark.parametrize(("spec", "text", "column", "word"), CASES)
def test_impossible_positions_are_rejected(spec: str, text: str, column: int, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        tesuji.game(spec).position(text)
    check_error(caught.value, text)
    assert (caught.value.game, caught.value.column) == (spec, column)
    assert word in caught.value.reason


def test_every_game_has_impossible_positions() -> None:
    assert set(tesuji.games()) <= set(REJECTED)


@pytest.mark.parametrize(
    ("spec", "text", "canonical"),
    [
        ("pentago", "6/.W..../..b.../6/6/......", "6/1w4/2b3/6/6/6"),
        ("colosseum", "A1  H8 V  B2R,d4U", "a1 h8 v b2r,d3d"),
        ("ewn", "A1b1c1a2b2a3  e3d4e4c5d5e5 R  ?", f"{EWN_CUBES} r ?"),
    ],
)
def test_case_spaces_and_equivalent_forms_are_accepted(
    spec: str, text: str, canonical: str
) -> None:
    assert tesuji.game(spec).position(text).text == canonical


# Moves


@pytest.mark.parametrize(
    ("spec", "text", "column"),
    [
        ("avalam", "", 0),
        ("avalam", "c4", 2),
        ("avalam", "c4e5", 2),  # e5 is the hole
        ("avalam", "a1c4", 0),
        ("avalam", "c4d5x", 4),
        ("avalam", "c4-d5", 2),
        ("colosseum", "b2", 2),
        ("colosseum", "b2x", 2),
        ("colosseum", "z2r", 0),
        ("colosseum", "b2rr", 3),
        ("pentago", "b2AF", 3),
        ("pentago-twist", "b2AL", 3),
        ("pentago", "b2E", 2),
        ("pentago", "g1AR", 0),
        ("pentago", "b2ARR", 4),
        ("ewn", "0e", 0),
        ("ewn", "7e", 0),
        ("ewn", "3x", 1),
        ("ewn", "d0", 1),
        ("ewn", "d33", 2),
        ("ewn-cyclic", "6e", 0),
        ("ewn-cyclic", "d3", 0),
        ("ewn-cyclic", "3nee", 3),
    ],
)
def test_malformed_moves_are_rejected_with_their_column(spec: str, text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        tesuji.game(spec).move(text)
    check_error(caught.value, text)
    assert caught.value.column == column
    assert f"(column {column + 1})" in str(caught.value)


@pytest.mark.parametrize(("size", "last"), [(4, "d4"), (5, "e5"), (8, "h8"), (9, "i9")])
def test_moves_to_cells_off_the_board_are_rejected(size: int, last: str) -> None:
    game = tesuji.game(f"colosseum(size={size})")
    assert str(game.move(f"{last}r")) == f"{last}r"
    beyond = f"{chr(ord(last[0]) + 1)}{size}r"
    with pytest.raises(NotationError) as caught:
        game.move(beyond)
    assert (caught.value.text, caught.value.column) == (beyond, 0)
    assert last in caught.value.reason


@every_game
def test_columns_include_leading_spaces(game: Game) -> None:
    with pytest.raises(NotationError) as caught:
        game.move("  !")
    assert caught.value.column == 2


@every_game
@pytest.mark.parametrize("thing", [None, 3, b"6/6/6/6/6/6", ["a1"], {}], ids=repr)
def test_only_strings_are_parsed(game: Game, thing: str) -> None:
    for read in (game.position, game.move):
        with pytest.raises(NotationError) as caught:
            read(thing)
        assert (caught.value.game, caught.value.text) == (game.spec, repr(thing))
        assert type(thing).__name__ in str(caught.value)


# Hostile text

anything = st.text(st.characters(), max_size=100)
lookalikes = st.text("abcdefghijklABCDEFnsewrRLbwvo0123456789 /.,-?()=", max_size=100)


def read_or_reject(game: Game, text: str) -> Position | None:
    """Reads the text as a position, a move and a spec; every failure must be a clear error."""
    try:
        game.move(text)
    except NotationError as error:
        check_error(error, text)
    with suppress(TesujiError):
        tesuji.game(text)
    try:
        return game.position(text)
    except NotationError as error:
        check_error(error, text)
        return None


@every_game
@given(text=anything | lookalikes)
@example(text="\0")
@example(text="\ud800")
@example(text="a1\udfff")
@example(text="é\u202e\N{PILE OF POO}")
@example(text="9" * 100_000)
@example(text="a1r," * 50_000)
def test_hostile_text_is_read_or_rejected(game: Game, text: str) -> None:
    position = read_or_reject(game, text)
    assert position is None or game.position(position.text) == position
    assert isinstance(text in game.start().legal_moves, bool)


@every_game
@given(line=lines, data=st.data())
def test_corrupted_text_is_read_or_rejected(game: Game, line: Line, data: st.DataObject) -> None:
    text = line.last(game).text
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    spoilt = text[:start] + data.draw(lookalikes | anything) + text[stop:]
    position = read_or_reject(game, spoilt)
    assert position is None or game.position(position.text) == position


@given(line=lines, text=anything, data=st.data())
def test_hostile_text_is_not_played(line: Line, text: str, data: st.DataObject) -> None:
    position = line.last(data.draw(st.sampled_from(GAMES)))
    if text.strip() in [str(move) for move in actions(position)]:
        return
    with pytest.raises(TesujiError):
        position.play(text)
