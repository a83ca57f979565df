"""Hints, rolls that everybody sees, ends that are taken back, and the first game of a page."""

from __future__ import annotations

from tests.web.live import PERSON, Client, agent, serving
from tests.web.test_play import new
from tesuji.web.services import Delays


def test_a_hint_is_for_the_person_to_move(client: Client) -> None:
    new(client, "avalam", PERSON, agent("random"))
    found = client.ask("hint", ply=0)
    assert found["type"] == "hint"
    assert found["best"] in client.state["scene"]["paths"]
    assert client.ask("hint", ply=7)["type"] == "error"
    new(client, "avalam", agent("random"), agent("random"))
    assert client.ask("hint", ply=client.state["ply"])["type"] == "error"


def test_taking_back_a_resignation_keeps_the_moves(client: Client) -> None:
    new(client, "avalam", PERSON, PERSON)
    client.ask("move", move="c4d5", ply=0)
    client.ask("resign")
    client.wait(lambda state: state["ending"] is not None)
    client.ask("undo")
    client.wait(lambda state: state["ending"] is None)
    assert client.state["ply"] == 1
    client.ask("undo")
    client.wait(lambda state: state["ply"] == 0)


def test_no_game_has_begun_until_one_is_chosen(client: Client) -> None:
    assert not client.state["begun"]
    new(client, "avalam", PERSON, PERSON)
    assert client.state["begun"]


def test_a_roll_is_held_while_no_clock_runs() -> None:
    """A roll is a state of its own; the clock of the player who moves after it stands still."""
    with serving(delays=Delays(roll=0.0, hold=60.0, reply=0.0)) as server, Client(server) as client:
        clock = {"kind": "game", "seconds": 60.0, "increment": 0.0}
        new(client, "ewn", PERSON, agent("random"), clock=clock)
        client.wait(lambda state: state["ply"] == 1)
        assert client.state["entries"][0][3] in "⚀⚁⚂⚃⚄⚅"
        assert client.state["clock"]["running"] is None
        move = next(iter(client.state["scene"]["paths"]))
        client.ask("move", move=move, ply=1)
        client.wait(lambda state: state["ply"] >= 2)
