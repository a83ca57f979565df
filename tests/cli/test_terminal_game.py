"""A game at the terminal: moves, commands, an agent as opponent, completion."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tesuji.cli import run
from tesuji.cli.completion import Completer


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the person will type, line after line."""
    lines: list[str] = []
    waiting: Iterator[str] = iter(lines)
    monkeypatch.setattr("builtins.input", lambda prompt: next(waiting))
    return lines


def play(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["play", "--terminal", *arguments]) == 0
    return capsys.readouterr().out


def test_hint_and_why(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["why", "hint", "c4d5", "why", "quit"]
    printed = play(capsys, "avalam", "--agent", "mcts", "--seconds", "0.05")
    assert "You play Yellow against mcts" in printed
    assert printed.index("No agent has moved yet") < printed.index("Hint:")
    assert "Red plays" in printed
    assert "It played" in printed
    assert "mcts: " in printed
    assert "simulations in" in printed


def test_a_hint_comes_from_the_strongest_agent(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["hint", "c4d5", "why", "quit"]
    printed = play(capsys, "avalam", "--agent", "level-2")
    hint, why = printed.split("Red plays")
    assert re.search(r"^Hint: [\s\S]*^champion: ", hint, re.MULTILINE)
    assert "level-2: " not in hint
    assert re.search(r"^level-2: 30 simulations in ", why, re.MULTILINE)


def test_a_hint_shows_bounds(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["hint", "quit"]
    printed = play(capsys, "ewn-cyclic", "--agent", "random", "--seconds", "0.05", "--seed", "3")
    assert "≤" in printed
    assert re.search(r"^move +nodes ", printed, re.MULTILINE)


@pytest.mark.parametrize(
    ("agent", "simulations"), [("level-1", 6), ("mcts(simulations=20, reuse=false)", 20)]
)
def test_an_agent_keeps_its_own_limits(
    agent: str, simulations: int, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["c4d5", "why", "quit"]
    printed = play(capsys, "avalam", "--agent", agent)
    assert re.findall(r"([\d,]+) simulations in", printed) == [str(simulations)]


def test_seconds_replace_the_limits_of_an_agent(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["c4d5", "why", "quit"]
    printed = play(capsys, "avalam", "--agent", "mcts(simulations=1)", "--seconds", "0.1")
    [simulations] = re.findall(r"([\d,]+) simulations in", printed)
    assert int(simulations.replace(",", "")) > 1


def test_an_agent_without_limits_has_a_second(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["c4d5", "why", "quit"]
    printed = play(capsys, "avalam", "--agent", "mcts")
    [seconds] = re.findall(r"simulations in ([\d.]+) s", printed)
    assert float(seconds) >= 1.0


def test_undo_returns_to_the_persons_own_turn(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["undo", "c4d5", "undo", "moves", "quit"]
    printed = play(capsys, "avalam", "--agent", "random")
    assert "There is no move to take back" in printed
    assert "c4d5" in printed.split("Red plays")[1], "c4d5 is legal again"


def test_the_agents_first_move_is_not_taken_back(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["undo", "quit"]
    printed = play(capsys, "avalam", "--agent", "random", "--side", "1")
    assert "There is no move to take back" in printed
    assert printed.count("Yellow plays") == 1


def test_why_is_taken_back_too(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["c4d5", "why", "undo", "why", "quit"]
    printed = play(capsys, "avalam", "--agent", "random")
    assert printed.index("It played") < printed.index("No agent has moved yet")


def test_why_goes_back_to_the_move_before(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["why", "e1e2", "undo", "why", "quit"]
    printed = play(capsys, "avalam", "--agent", "greedy", "--side", "1", "--seconds", "0.05")
    told = [line for line in printed.splitlines() if line.startswith("It played")]
    assert len(told) == 2
    assert told[0] == told[1]


def test_a_seed_rolls_the_same_dice(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    shown = set()
    for _ in range(8):
        typed += ["moves", "quit"]
        shown.add(play(capsys, "ewn", "--seed", "5", "--people"))
    assert len(shown) == 1, "the first position with its roll"


def test_an_agent_may_begin(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["resign"]
    printed = play(capsys, "ewn", "--agent", "random", "--side", "1", "--seed", "3")
    assert printed.index("Red plays") < printed.index("Red wins: resignation")


def test_a_game_comes_to_its_end(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["e1CR"]
    printed = play(capsys, "pentago", "--people", "--position", "wwww2/6/6/bbbb2/6/6")
    assert "White wins" in printed


def test_help_and_nonsense(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["help", "", "nonsense", "do_quit", "quit"]
    printed = play(capsys, "avalam", "--people")
    assert printed.count("show the agent's analysis of its last move") == 2
    assert "'nonsense' is not an avalam move" in printed
    assert "'do_quit' is not an avalam move" in printed


def test_the_game_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--terminal"]) == 2
    assert "pentago-twist" in capsys.readouterr().err


@pytest.mark.parametrize("option", [("--agent", "mcts"), ("--seconds", "1"), ("--side", "1")])
def test_terminal_options_need_the_terminal(
    option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "avalam", *option, "--no-browser"]) == 2
    assert "--terminal" in capsys.readouterr().err


def test_completion_offers_words_with_the_typed_beginning() -> None:
    complete = Completer(["moves", "c4d5", "c4c5", "hint"])
    assert [complete("c4", number) for number in range(3)] == ["c4d5", "c4c5", None]
    assert complete("x", 0) is None
