"""Limits per address: games, pages, sockets and searches; this machine has none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.async_runs import run_async
from tests.web.live import Client, Server, serving
from tesuji.errors import ParameterError
from tesuji.web.addresses import AddressCounts, limited_address, visitor_address
from tesuji.web.bounds import Bounds
from tesuji.web.open_connections import OpenConnections
from tesuji.web.searches import Searches

LIMITED = Bounds(address_sessions=2, address_connections=4)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", None),
        ("127.8.8.8", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("", None),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_the_address_that_limits_apply_to(host: str, address: str | None) -> None:
    assert limited_address(host) == address


@pytest.mark.parametrize(
    ("peer", "forwarded", "behind_proxy", "address"),
    [
        ("127.0.0.1", ["192.0.2.1"], True, "192.0.2.1"),
        ("127.0.0.1", ["8.8.8.8, 192.0.2.1"], True, "192.0.2.1"),
        ("127.0.0.1", ["8.8.8.8", "9.9.9.9, 192.0.2.1"], True, "192.0.2.1"),
        ("127.0.0.1", ["192.0.2.1"], False, None),
        ("192.0.2.9", ["192.0.2.1"], True, "192.0.2.9"),
        ("127.0.0.1", [], True, "proxy"),
        ("127.0.0.1", [""], True, "proxy"),
        ("127.0.0.1", [], False, None),
    ],
)
def test_only_a_proxy_on_this_machine_is_believed(
    peer: str, forwarded: list[str], behind_proxy: bool, address: str | None
) -> None:
    assert visitor_address(peer, forwarded, behind_proxy=behind_proxy) == address


def test_counts_forget_who_has_nothing() -> None:
    counts = AddressCounts(1)
    counts.add("a")
    assert counts.is_full("a")
    assert not counts.is_full("b")
    counts.remove("a")
    assert not counts.is_full("a")
    assert len(counts._counts) == 0


@pytest.fixture(scope="module")
def limited() -> Iterator[Server]:
    with serving(bounds=LIMITED, behind_proxy=True) as server:
        yield server


def visit(server: Server, address: str, **options: Any) -> Client:
    origin = [("Origin", f"http://{server.host}")]
    lines = [("X-Forwarded-For", each) for each in ("8.8.8.8", address)]
    return Client(server, origin=None, additional_headers=[*origin, *lines], **options)


def test_a_header_is_not_believed_without_a_proxy() -> None:
    with serving() as server, visit(server, "192.0.2.1"):
        assert [session.address for session in server.sessions._known.values()] == [None]


def test_games_of_one_address(limited: Server) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(visit(limited, "192.0.2.1"))
        stack.enter_context(visit(limited, "192.0.2.1"))
        with pytest.raises(AssertionError, match="2 games"):
            visit(limited, "192.0.2.1")
        # Others, and those with a secret, still come in.
        stack.enter_context(visit(limited, "192.0.2.2"))
        stack.enter_context(Client(limited))
        [unnamed] = [s for s in limited.sessions._known.values() if s.address == "proxy"]
        assert unnamed.pages
        again = stack.enter_context(visit(limited, "192.0.2.1", session=first.welcome["session"]))
        assert not again.welcome["fresh"]


def test_pages_of_one_address(limited: Server) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(visit(limited, "192.0.2.3"))
        secret = first.welcome["session"]
        for _ in range(3):
            stack.enter_context(visit(limited, "192.0.2.3", session=secret))
        with pytest.raises(ConnectionClosed):
            visit(limited, "192.0.2.3", session=secret)
        stack.enter_context(visit(limited, "192.0.2.4"))


class Transport:
    """A connection from an address."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.aborted = False

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self.host, 5

    def abort(self) -> None:
        self.aborted = True


def test_sockets_of_one_address() -> None:
    connections = OpenConnections(Bounds(address_sockets=2))
    made: list[Any] = [Transport("192.0.2.1") for _ in range(3)]
    for each in made:
        connections.add(each)
    assert [each.aborted for each in made] == [False, False, True]
    connections.remove(made[0])
    other: Any = Transport("192.0.2.1")
    connections.add(other)
    assert not other.aborted
    local: list[Any] = [Transport("127.0.0.1") for _ in range(9)]
    for each in local:
        connections.add(each)
    assert not any(each.aborted for each in local)


def test_searches_of_one_address_take_turns_as_one(limited: Server) -> None:
    with visit(limited, "192.0.2.5") as one, visit(limited, "192.0.2.5") as other:
        for client in (one, other):
            client.ask("visible", on=True)
        sessions = [s for s in limited.sessions._known.values() if s.address == "192.0.2.5"]
        assert len(sessions) == 2
        assert {session.searcher for session in sessions} == {"192.0.2.5"}


async def search(lane: str) -> str:
    searches = Searches(Bounds(address_searches=0))
    return await searches.run(lambda handle: "found", owner="192.0.2.1", lane=lane)


@pytest.mark.parametrize("lane", ["study", "short"])
def test_waiting_searches_of_one_visitor_are_limited(lane: str) -> None:
    with pytest.raises(ParameterError) as caught:
        run_async(search(lane))
    assert details(caught.value)[0] == "search"


def test_searches_for_moves_are_not_refused() -> None:
    found: list[str] = []

    async def move() -> None:
        found.append(await search("play"))

    run_async(move())
    assert found == ["found"]


def details(error: Any) -> tuple[Any, Any]:
    return error.where, error.expected
