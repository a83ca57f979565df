"""Text that is no notation, and positions that cannot exist: always a clear NotationError."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tesuji
from tests.conformance.variants import GAMES, Line, actions, every_game, lines
from tesuji import Game, NotationError, Position, SpecError, TesujiError

# Positions that cannot exist, with what the error must say

PENTAGO = {
    "": "expected w, b, .",
    "6/6/6/6/6": "expected '/'",
    "6/6/6/6/6/6/": "expected the end",
    "6/6/6/6/6/7": "up to 6",
    "6/6/6/6/6/51w": "expected the end",
    "w6/6/6/6/6/6": "up to 5",
    "5/6/6/6/6/6": "up to 1",
    "x5/6/6/6/6/6": "expected w, b, .",
    "6/6/6/6/6/0w5": "expected w, b, .",
    "b5/6/6/6/6/6": "0 white and 1 black",
    "ww4/6/6/6/6/6": "2 white and 0 black",
    "wb4/b5/6/6/6/6": "1 white and 2 black",
    # Black has moved last, and one twist of Black's cannot make both of White's fives.
    "wwwww1/bbb1b1/6/1b1b2/bb1bb1/wwwww1": "a five stood on the board",
}
AVALAM_START = "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA"
AVALAM = {
    "": "expected A to E",
    AVALAM_START[:-1]: "expected A to E",
    AVALAM_START + "/": "expected the end",
    AVALAM_START.replace("/", ""): "expected '/'",
    AVALAM_START.replace("Aa/", "Fa/", 1): "expected A to E",
    AVALAM_START.replace("Aa/", "aa/", 1): "c1 can only be yellow",
    AVALAM_START.replace("Aa/", ".a/", 1): "48 counters, these hold 47",
    AVALAM_START.replace("Aa/", "Ba/", 1): "48 counters, these hold 49",
    # A tower of two on c1 beside full cells, and the counter that is missing far away.
    AVALAM_START.replace("Aa/", "Ba/", 1)[:-1] + ".": "c1 came from nowhere",
    # Its source d1 was red, yet yellow is on top.
    AVALAM_START.replace("Aa/", "B./", 1): "c1 came from nowhere",
}
COLOSSEUM = {
    "": "expected a cell",
    "a1": "expected a space",
    "a1 h8": "expected a space",
    "a1 h8 v": "expected a space",
    "a1 h8 v ": "expected a space",
    "a1h8 v -": "expected a space",
    "a1 a1 v -": "both players on a1",
    "a1 i8 v -": "expected a cell from a1 to h8",
    "a1 h9 v -": "expected a cell from a1 to h8",
    "a0 h8 v -": "expected a cell from a1 to h8",
    "a1 h8 w -": "v or o",
    "a1 h8 v - x": "expected the end",
    "a1 h8 v b2": "expected a side",
    "a1 h8 v b2r,": "expected a cell",
    "a1 h8 v b2r c3d": "expected the end",
    "a1 h8 v a1u": "part of the border",
    "a1 h8 v h8r": "part of the border",
    "a1 h8 v b2r,b2r": "given twice",
    "a1 h8 v b2r,c2l": "given twice",
}
EWN_CUBES = "a1b1c1a2b2a3 e3d4e4c5d5e5"
EWN = {
    "": "expected a cell",
    EWN_CUBES: "expected a space",
    f"{EWN_CUBES} r": "expected a space",
    f"{EWN_CUBES} r ": "expected a space",
    f"{EWN_CUBES} r 0": "a die or \\? from 1 to 6",
    f"{EWN_CUBES} r 7": "a die or \\? from 1 to 6",
    f"{EWN_CUBES} r -": "a die or \\? from 1 to 6",
    f"{EWN_CUBES} r 33": "expected the end",
    f"{EWN_CUBES} w ?": "r or b",
    "a1b1c1a2b2 e3d4e4c5d5e5 r ?": "expected a cell",
    "a1b1c1a2b2a3c3 e3d4e4c5d5e5 r ?": "expected a space",
    "a1b1c1a2b2f3 e3d4e4c5d5e5 r ?": "expected a cell from a1 to e5",
    "a1b1c1a2b2a1 e3d4e4c5d5e5 r ?": "two cubes on a1",
    "a1b1c1a2b2a3 a3d4e4c5d5e5 r ?": "two cubes on a3",
    "------------ ------------ r ?": "has no cubes",
    "a1b1c1a2b2a3 ------------ r ?": "has no cubes",
    "e5b1c1a2b2a3 e3d4e4c5d5-- r ?": "Red stands on its goal",
    "b3b1c1a2b2a3 a1d4e4c5d5e5 b ?": "Blue stands on its goal",
    "e5b1c1a2b2a3 e3d4e4c5d5-- b 3": "the game is over",
    "a1b1c1a2b2a3 ------------ b ?": "the game is over",
}
CYCLIC_CUBES = "a1b1c1a2b2a3 g4f5g5e6f6g6"
CYCLE = "012345012345012345012"
EWN_CYCLIC = {
    "": "expected a cell",
    f"{CYCLIC_CUBES} r": "expected a space",
    f"{CYCLIC_CUBES} r ?": "21 dice from 0 to 5",
    f"{CYCLIC_CUBES} r {CYCLE[:-1]}": "21 dice from 0 to 5",
    f"{CYCLIC_CUBES} r {CYCLE[:-1]}6": "21 dice from 0 to 5",
    f"{CYCLIC_CUBES} r {CYCLE}0": "expected the end",
    f"a1b1c1a2b2h3 g4f5g5e6f6g6 r {CYCLE}": "expected a cell from a1 to g6",
    f"a1b1c1a2b2a1 g4f5g5e6f6g6 r {CYCLE}": "two cubes on a1",
    f"------------ g4f5g5e6f6g6 b {CYCLE}": "has no cubes",
    f"g6b1c1a2b2a3 g4f5g5e6f6-- r {CYCLE}": "Red stands on its goal",
}
REFUSED: dict[str, dict[str, str]] = {
    "avalam": AVALAM,
    "colosseum": COLOSSEUM,
    "colosseum(size=4)": {"a1 e4 v -": "from a1 to d4", "a1 d4 v d4d": "part of the border"},
    "colosseum(size=12)": {"a1 m12 v -": "from a1 to l12", "a1 l13 v -": "from a1 to l12"},
    "ewn": EWN,
    "ewn-cyclic": EWN_CYCLIC,
    "pentago": PENTAGO,
    "pentago(placement_wins=true)": PENTAGO,
    "pentago-twist": PENTAGO,
}
CASES = [(spec, text, says) for spec, texts in REFUSED.items() for text, says in texts.items()]


def check_error(error: NotationError | SpecError, text: str) -> None:
    assert error.text == text
    assert 0 <= error.column <= len(text)
    assert str(error)


@pytest.mark.parametrize(("spec", "text", "says"), CASES)
def test_impossible_positions_are_refused(spec: str, text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says) as caught:
        tesuji.game(spec).position(text)
    check_error(caught.value, text)


def test_every_game_has_impossible_positions() -> None:
    assert set(tesuji.games()) <= set(REFUSED)


@pytest.mark.parametrize(
    ("spec", "text", "canonical"),
    [
        ("pentago", "6/.W..../..b.../6/6/......", "6/1w4/2b3/6/6/6"),
        ("colosseum", "A1  H8 V  B2R,d4U", "a1 h8 v b2r,d3d"),
        ("ewn", "A1b1c1a2b2a3  e3d4e4c5d5e5 R  ?", f"{EWN_CUBES} r ?"),
    ],
)
def test_notation_forgives_what_is_clear(spec: str, text: str, canonical: str) -> None:
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
def test_malformed_moves_are_refused_where_they_fail(spec: str, text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        tesuji.game(spec).move(text)
    check_error(caught.value, text)
    assert caught.value.column == column
    assert f"(column {column + 1})" in str(caught.value)


@pytest.mark.parametrize(("size", "last"), [(4, "d4"), (5, "e5"), (8, "h8"), (9, "i9")])
def test_cells_of_moves_are_those_of_the_board(size: int, last: str) -> None:
    game = tesuji.game(f"colosseum(size={size})")
    assert str(game.move(f"{last}r")) == f"{last}r"
    beyond = f"{chr(ord(last[0]) + 1)}{size}r"
    with pytest.raises(NotationError, match=f"expected a cell from a1 to {last}, found"):
        game.move(beyond)


@every_game
def test_columns_count_from_the_text_as_given(game: Game) -> None:
    with pytest.raises(NotationError) as caught:
        game.move("  !")
    assert caught.value.column == 2


@every_game
@pytest.mark.parametrize("thing", [None, 3, b"6/6/6/6/6/6", ["a1"], {}], ids=repr)
def test_only_text_is_read(game: Game, thing: str) -> None:
    for read in (game.position, game.move):
        with pytest.raises(NotationError, match=type(thing).__name__):
            read(thing)


# Hostile text

anything = st.text(st.characters(), max_size=100)
lookalikes = st.text("abcdefghijklABCDEFnsewrRLbwvo0123456789 /.,-?()=", max_size=100)


def read_or_refuse(game: Game, text: str) -> Position | None:
    """Reads the text as a position, a move and a spec; whatever is wrong is a clear error."""
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
def test_hostile_text_is_read_or_refused(game: Game, text: str) -> None:
    position = read_or_refuse(game, text)
    assert position is None or game.position(position.text) == position
    assert isinstance(text in game.start().legal_moves, bool)


@every_game
@given(line=lines, data=st.data())
def test_spoilt_text_is_read_or_refused(game: Game, line: Line, data: st.DataObject) -> None:
    text = line.last(game).text
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    spoilt = text[:start] + data.draw(lookalikes | anything) + text[stop:]
    position = read_or_refuse(game, spoilt)
    assert position is None or game.position(position.text) == position


@given(line=lines, text=anything, data=st.data())
def test_hostile_text_is_not_played(line: Line, text: str, data: st.DataObject) -> None:
    position = line.last(data.draw(st.sampled_from(GAMES)))
    if text.strip() in [str(move) for move in actions(position)]:
        return
    with pytest.raises(TesujiError):
        position.play(text)
