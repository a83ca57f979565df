"""The names of players on different devices."""

from __future__ import annotations

import pytest

import tesuji
from tests.web.live import Client, agent
from tests.web.shared_game import BOTH, Table, accept, is_refused


def names(client: Client) -> list[str]:
    return [seat["name"] for seat in client.state["seats"]]


def test_names_follow_their_players(table: Table) -> None:
    first, second = table.seats
    first.ask("name", name="Ann")
    second.ask("name", name=" Ben ")
    table.refresh()
    assert names(table.spectator) == ["Ann", "Ben"]
    record = table.spectator.ask("export", kind="record")["text"]
    assert "Ann" in record
    assert "Ben" in record
    first.ask("new", game="pentago", seats=BOTH, swap=True)
    accept(second)
    assert names(second) == ["Ben", "Ann"]
    second.ask("swap")
    table.refresh()
    accept(first)
    assert names(first) == ["Ann", "Ben"]
    second.ask("name", name="")
    assert names(second) == ["Ann", tesuji.game("pentago").players[1]]


@pytest.mark.parametrize("name", ["x" * 41, "two\nlines", "\u202eback"])
def test_a_name_is_one_short_line(table: Table, name: str) -> None:
    assert is_refused(table.seats[0].ask("name", name=name))


def test_a_game_alone_keeps_its_names(client: Client) -> None:
    client.ask("new", game="avalam", seats=[{"kind": "person", "name": "You"}, agent("random")])
    client.ask("name", name="Ann")
    assert names(client) == ["You", "random"]


@pytest.mark.parametrize("kind", ["record", "html"])
def test_a_file_for_others_does_not_say_you(client: Client, kind: str) -> None:
    client.ask("new", game="avalam", seats=[{"kind": "person", "name": "You"}, agent("random")])
    text = client.ask("export", kind=kind)["text"]
    assert "You" not in text
    assert tesuji.game("avalam").players[0] in text
