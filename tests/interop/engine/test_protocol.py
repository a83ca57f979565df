"""The lines of the engine protocol: each prints as it is read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.interop.engine.protocol import (
    BestMove,
    Go,
    Id,
    Info,
    LegalMoves,
    NewGame,
    Option,
    ProtocolError,
    Query,
    Response,
    SetOption,
    SetPosition,
    Word,
    parse_command,
    parse_reply,
)

COMMANDS: list[tuple[str, Any]] = [
    ("tesuji", Word("tesuji")),
    ("isready", Word("isready")),
    ("stop", Word("stop")),
    ("quit", Word("quit")),
    ("setoption name Skill Level value 3", SetOption("Skill Level", "3")),
    ("setoption name Clear value", SetOption("Clear")),
    ("newgame colosseum(size=8)", NewGame("colosseum(size=8)")),
    ("position a b/c 3", SetPosition("a b/c 3")),
    ("position a b/c 3 moves x1 2 y", SetPosition("a b/c 3", ("x1", "2", "y"))),
    ("legalmoves a1 b2", LegalMoves(("a1", "b2"))),
    ("go", Go()),
    ("go seconds 0.25 seed 7", Go(seconds=0.25, seed=7)),
    ("go remaining 60 increment 0.5", Go(remaining=60.0, increment=0.5)),
    ("go simulations 9 nodes 8 depth 7", Go(simulations=9, nodes=8, depth=7)),
    ("go infinite", Go(infinite=True)),
    ("query result", Query("result")),
]
REPLIES: list[tuple[str, Any]] = [
    ("tesujiok", Word("tesujiok")),
    ("readyok", Word("readyok")),
    ("id name My Engine 2", Id("name", "My Engine 2")),
    ("option name A type check default true", Option(name="A", type="check", default="true")),
    (
        "option name My Hash type spin default 16 min 1 max 1024",
        Option(name="My Hash", type="spin", default="16", low=1, high=1024),
    ),
    (
        "option name S type combo default wild var wild var very calm",
        Option(name="S", type="combo", default="wild", choices=("wild", "very calm")),
    ),
    ("option name F type string default <empty>", Option(name="F", type="string")),
    ("option name B type button", Option(name="B", type="button")),
    (
        "info depth 3 simulations 5 nodes 6 seconds 0.125 value 0.7500 proven win pv a b",
        Info(
            depth=3,
            simulations=5,
            nodes=6,
            seconds=0.125,
            value=0.75,
            proven="win",
            pv=("a", "b"),
        ),
    ),
    ("info string any words", Info(text="any words")),
    ("bestmove a1b2", BestMove("a1b2")),
    ("response p1win", Response("p1win")),
]


@pytest.mark.parametrize(("line", "command"), COMMANDS)
def test_commands(line: str, command: Any) -> None:
    assert parse_command(f"  {line} \r\n") == command
    assert parse_command(str(command)) == command
    assert str(command) == line.removesuffix(" value") or command == SetOption("Clear")


@pytest.mark.parametrize(("line", "reply"), REPLIES)
def test_replies(line: str, reply: Any) -> None:
    assert parse_reply(f" {line} ") == reply
    assert str(reply) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "unknown",
        "tesuji now",
        "newgame",
        "position",
        "setoption Hash 3",
        "setoption name",
        "go sims 4",
        "go seconds",
        "go seconds -1",
        "go seconds nan",
        "go seconds 1_0",
        "go simulations 1.5",
        "go simulations \u0663",
        "go nodes 123456789012345678901",
        "query weather",
    ],
)
def test_lines_that_are_not_commands(line: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_command(line)
    assert caught.value.given is not None


@pytest.mark.parametrize("line", ["", "hello", "option name x", "option type spin", "readyok 2"])
def test_other_lines_of_an_engine_are_ignored(line: str) -> None:
    assert parse_reply(line) is None


def test_what_cannot_be_read_of_an_info_is_ignored() -> None:
    line = "info depth x nodes 5 value 1.5 proven maybe seconds -1 hashfull 30 depth 4 value 0.5"
    assert parse_reply(line) == Info(depth=4, nodes=5, value=0.5)


def test_a_ponder_move_is_ignored() -> None:
    assert parse_reply("bestmove a1 ponder b2") == BestMove("a1")


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        (Option(name="o", type="check"), "yes", "true or false"),
        (Option(name="o", type="spin", low=1, high=4), "5", "an integer from 1 to 4"),
        (Option(name="o", type="spin", low=1, high=4), "x", "an integer from 1 to 4"),
        (Option(name="o", type="combo", choices=("a", "b")), "c", "one of a, b"),
    ],
)
def test_an_option_knows_what_it_takes(option: Option, value: str, expected: str) -> None:
    assert option.problem(value) == expected


def test_an_option_accepts_what_it_takes() -> None:
    assert Option(name="o", type="spin", low=-4, high=4).problem("-4") == ""
    assert Option(name="o", type="check").problem("false") == ""
    assert Option(name="o", type="combo", choices=("a",)).problem("a") == ""
    assert Option(name="o", type="string").problem("anything") == ""


words = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1)


@given(st.text())
def test_no_line_breaks_the_parsers(line: str) -> None:
    parse_reply(line)
    with suppress(ProtocolError):
        parse_command(line)


@given(words, st.lists(words.filter(lambda word: word != "moves"), max_size=5))
def test_positions_with_moves_survive(text: str, moves: list[str]) -> None:
    position = SetPosition(text, tuple(moves))
    assert parse_command(str(position)) == position


@given(
    st.floats(0, 1e8),
    st.integers(0, 2**63 - 1),
    st.integers(0, 2**64 - 1),
)
def test_limits_survive(seconds: float, count: int, seed: int) -> None:
    found = parse_command(str(Go(seconds=seconds, simulations=count, seed=seed)))
    assert isinstance(found, Go)
    assert found.seconds == pytest.approx(seconds, abs=1e-6)
    assert (found.simulations, found.seed) == (count, seed)
