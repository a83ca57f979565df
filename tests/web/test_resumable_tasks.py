"""What a session looks into: begun, broken off, taken up again, given up, and let go of."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from tests.web.live import PERSON, Client, Server, agent, eventually
from tesuji.agents import Player

MOVES = ["c4d5", "e8f8", "b4b3", "h6h7", "d1d2", "g5h4"]


def set_up(client: Client, moves: list[str]) -> None:
    answer = client.ask("new", game="avalam", seats=[PERSON, PERSON], moves=moves)
    assert answer["type"] == "done", answer


def players() -> int:
    """How many players there are, with their trees."""
    gc.collect()
    return sum(isinstance(each, Player) for each in gc.get_objects())


def rest_of_review(client: Client, rows: list[int]) -> dict[str, Any]:
    """Hears a review to its end, adds the plies of its rows, returns its last message."""
    while True:
        message = client.hear("review")
        rows += [row["ply"] for row in message["rows"]]
        if message["done"]:
            return message


# Analysis


def test_an_analysis_that_nobody_sees_keeps_no_tree(server: Server) -> None:
    searches, before = server.sessions.services.searches, players()
    with Client(server) as client:
        set_up(client, [])
        client.ask("analyse", ply=0, spec="alphabeta", seconds=60)
        eventually(lambda: searches.running == 1 and players() > before)
        client.ask("visible", on=False)
        eventually(lambda: searches.running == 0)
        eventually(lambda: players() <= before)
        client.ask("visible", on=True)
        eventually(lambda: searches.running == 1)
    eventually(lambda: players() <= before)


def test_what_was_for_one_page_goes_with_it(server: Server, client: Client) -> None:
    searches = server.sessions.services.searches
    set_up(client, [])
    with Client(server, client.welcome["session"]) as other:
        other.ask("analyse", ply=0, spec="mcts", seconds=60)
        eventually(lambda: searches.running == 1)
    eventually(lambda: searches.running == 0)
    client.ask("visible", on=False)
    client.ask("visible", on=True)
    client.ask("scene", ply=0)
    assert searches.running == 0


def test_hiding_and_showing_breaks_no_analysis(client: Client) -> None:
    set_up(client, [])
    client.ask("analyse", ply=0, spec="mcts", seconds=60)
    for _ in range(25):
        client.say("visible", on=False)
        client.say("visible", on=True)
    # Errors on the way would fail here.
    assert all(client.hear("analysis")["running"] for _ in range(4))
    client.ask("stop")


# Review


def test_a_review_goes_on_beside_retries_and_analyses(client: Client) -> None:
    set_up(client, MOVES)
    client.say("review", spec="mcts", seconds=0.2)
    rows = [client.hear("review")["rows"][0]["ply"]]
    client.say("retry", ply=0, move="d1d2", spec="mcts", seconds=0.02)
    client.say("analyse", ply=0, spec="mcts", seconds=0.02)
    client.say("stop")
    last = rest_of_review(client, rows)
    assert rows == list(range(len(MOVES), -1, -1))
    assert not last.get("stopped")


@pytest.mark.parametrize("stopper", ["new", "undo", "open"])
def test_a_review_of_a_game_that_is_no_more_says_so(client: Client, stopper: str) -> None:
    set_up(client, MOVES)
    fields: dict[str, dict[str, Any]] = {
        "new": {"game": "ewn", "seats": [PERSON, PERSON]},
        "open": {"game": "avalam", "start": client.state["start"], "moves": []},
        "undo": {},
    }
    client.say("review", spec="mcts", seconds=10)
    client.say(stopper, **fields[stopper])
    rows: list[int] = []
    last = rest_of_review(client, rows)
    assert (last["done"], last["stopped"], rows) == (True, True, [])


def test_a_review_waits_until_somebody_looks(server: Server) -> None:
    searches = server.sessions.services.searches
    with Client(server) as client:
        set_up(client, MOVES)
        client.say("review", spec="mcts", seconds=1)
        rows = [client.hear("review")["rows"][0]["ply"]]
        client.ask("visible", on=False)
        eventually(lambda: searches.running == 0)
        key = client.welcome["session"]
    with Client(server, key) as again:
        known = again.hear("review")
        assert not known["done"]
        rows = [row["ply"] for row in known["rows"]]
        assert not rest_of_review(again, rows).get("stopped")
        assert sorted(rows) == list(range(len(MOVES) + 1))


def test_a_page_that_comes_late_hears_of_a_review_that_was_stopped(
    server: Server, client: Client
) -> None:
    set_up(client, MOVES)
    client.say("review", spec="mcts", seconds=1.5)
    rows: list[int] = []
    while not rows or rows[-1] > 4:
        rows += [row["ply"] for row in client.hear("review")["rows"]]
    client.ask("undo")
    with Client(server, client.welcome["session"]) as late:
        told = late.hear("review")
        assert (told["done"], told["stopped"]) == (True, True)


# A search that fails


def test_taking_back_goes_on_with_a_game_whose_search_failed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no memory")

    client.ask("new", game="avalam", seats=[PERSON, agent("mcts")])
    with monkeypatch.context() as patch:
        patch.setattr(Player, "search", fail)
        client.ask("move", move="c4d5", ply=0)
        client.wait(lambda state: state["paused"])
    client.ask("undo")
    assert not client.wait(lambda state: state["ply"] == 0)["paused"]
    client.say("move", move="c4d5", ply=0)
    client.wait(lambda state: state["ply"] == 2)
