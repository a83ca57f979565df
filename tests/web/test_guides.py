"""Guides: five steps for every game that can be done, and one of them by clicks."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.web.live import Client
from tests.web.visitor import Visitor
from tesuji.web.guides import guide_data


def middle(shape: Any) -> tuple[float, float]:
    """The middle of a shape, on the screen."""
    box = shape.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("name", tesuji.games())
def test_every_game_has_five_steps_that_can_be_done(name: str) -> None:
    steps = guide_data(tesuji.game(name))["steps"]
    assert len(steps) == 5
    for step in steps:
        assert step["accept"], step["text"]
        assert step["hint"].endswith(".")
        assert step["done"].endswith(".")
        position = tesuji.game(step["game"]).position(step["position"])
        assert set(step["accept"]) <= {str(move) for move in position.legal_moves}
        # A step that speaks to a side has that side to move.
        for player, side in enumerate(position.game.players):
            if f"You are {side}" in step["text"] or f"you are {side}" in step["text"]:
                assert position.to_move == player
    first, *_, last = steps
    assert len(first["accept"]) > len(last["accept"]), "the first step is free, the last is not"


@pytest.mark.parametrize("name", ["pentago", "pentago-twist"])
def test_the_block_of_the_fourth_step_holds(name: str) -> None:
    game = tesuji.game(name)
    step = guide_data(game)["steps"][3]
    position = game.position(step["position"])
    for move in step["accept"]:
        after = position.play(move)
        for reply in after.legal_moves:
            outcome = after.play(reply).outcome
            assert outcome is None or outcome.winner != after.to_move


def test_a_game_without_a_guide_has_no_steps(client: Client) -> None:
    found = client.ask("guide", game="pentago")
    assert len(found["steps"]) == 5
    assert client.ask("guide", game="chess")["type"] == "error"


def test_a_guide_is_done_step_by_step(visitor: Visitor) -> None:
    visitor.open("#guide=ewn")
    page = visitor.page
    steps = guide_data(tesuji.game("ewn"))["steps"]
    for number, step in enumerate(steps):
        page.wait_for_selector(f'.task:text-is("{step["text"]}")')
        page.wait_for_selector("#guide-board .scene:not([aria-busy]) .can")
        position = tesuji.game("ewn").position(step["position"])
        moves = [str(move) for move in position.legal_moves]
        wrong = [move for move in moves if move not in step["accept"]]
        for move in (*wrong[:1], step["accept"][0]):
            for id in position.scene().to_dict()["paths"][move]:
                # A piece that is the only one to move is chosen already.
                page.wait_for_selector(f"#guide-board [data-id='{id}']:is(.can, .clicked)")
                shape = page.locator(f"#guide-board [data-id='{id}'].can:not(.clicked)")
                if shape.count():
                    page.mouse.click(*middle(shape))
            if move in wrong:
                page.wait_for_selector(".feedback .bad")
                page.click("button:text-is('Try again')")
                page.wait_for_selector("#guide-board .can")
        page.wait_for_selector(".feedback .good")
        if number == 2:
            visitor.picture("guide")
        if number < len(steps) - 1:
            page.click("button:text-is('Next step')")
    page.click("a:text-is('Play a game')")
    page.wait_for_selector("#begin")
