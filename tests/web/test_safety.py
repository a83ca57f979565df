"""Hostile and broken clients: refused, bounded, answered, and never let at files or Python."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import socket
import string
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import tesuji
from tests.web.live import PERSON, Client, Server, agent, eventually, serving
from tesuji.agents import Player
from tesuji.agents.kinds import simple
from tesuji.agents.registry import _kinds as agent_kinds
from tesuji.errors import ParameterError
from tesuji.games.compiled import CompiledGame
from tesuji.games.python import PythonGame
from tesuji.games.registry import _types as game_classes
from tesuji.specs import Kind, Slot
from tesuji.web import export
from tesuji.web.admission import Admission
from tesuji.web.bounds import Bounds
from tesuji.web.messages import MESSAGES, PROTOCOL, Analyse, MessageError, read_message
from tesuji.web.server import _listen

SLOW = os.environ.get("TESUJI_SLOW") == "1"


def own_origin(server: Server) -> dict[str, str]:
    """What a browser adds to the requests of the page."""
    return {"Origin": f"http://{server.host}"}


# Who may call


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Origin": "http://[::1"},
        {"Host": "[::1"},
        {"Host": "[zz]"},
        {"Origin": "http://evil.example", "Host": "evil.example"},
    ],
)
def test_pages_of_others_are_refused(server: Server, headers: dict[str, str]) -> None:
    with (
        pytest.raises(InvalidStatus),
        connect(f"ws://{server.host}/socket", additional_headers=headers),
    ):
        pass


def test_the_own_page_is_let_in(server: Server) -> None:
    with Client(server) as client:
        assert client.welcome["protocol"] == PROTOCOL


def test_a_foreign_name_gets_no_page(server: Server) -> None:
    assert httpx.get(server.url).status_code == 200
    assert httpx.get(server.url, headers={"Host": "evil.example"}).status_code == 421
    assert httpx.get(server.url, headers={"Host": "[::1"}).status_code == 421
    assert httpx.get(server.url, headers={"Host": "[zz]"}).status_code == 421


@pytest.mark.parametrize(
    "path",
    [
        "page/../server.py",
        "page/%2e%2e/server.py",
        "page/..%2fserver.py",
        "page//etc/passwd",
        "picture/light/..%2f..%2fx.svg",
        "docs",
        "openapi.json",
    ],
)
def test_nothing_but_the_page_is_served(server: Server, path: str) -> None:
    assert httpx.get(server.url + path).status_code in (404, 405)


def test_the_page_forbids_other_hosts(server: Server) -> None:
    policy = httpx.get(server.url).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


# What a spec may name


def test_games_are_closed_unless_declared_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrapped(CompiledGame):
        """A game that is not written in Python, and that nobody declared safe."""

        name, title, summary = "wrapped", "Wrapped", "A game of somebody else."

    monkeypatch.setitem(game_classes, "wrapped", Wrapped)
    closed, opened = Admission(Bounds()), Admission(Bounds(), ["wrapped"])
    with pytest.raises(ParameterError, match="'wrapped'") as caught:
        closed.game("wrapped(size=3)")
    assert (caught.value.where, caught.value.given) == ("game", "wrapped")
    assert "wrapped" not in closed.games()
    assert "wrapped" in opened.games()


def test_the_games_of_the_package_are_open() -> None:
    games = ["avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist"]
    assert set(games) <= set(Admission(Bounds()).games())
    assert not PythonGame.safe


def test_evaluators_and_unsafe_agents_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    tesuji.register_evaluator("mine", lambda positions: [0.5] * len(positions))
    monkeypatch.setitem(agent_kinds, "foreign", Kind("foreign", "Starts a process."))
    game = tesuji.game("avalam")
    closed, opened = Admission(Bounds()), Admission(Bounds(), ["mine", "foreign"])
    for spec in ("mcts(evaluate=mine)", "greedy(evaluate=mine)"):
        with pytest.raises(ParameterError, match="'mine'") as caught:
            closed.agent(spec, game)
        assert (caught.value.where, caught.value.given) == ("evaluator", "mine")
    with pytest.raises(ParameterError, match="'foreign'") as caught:
        closed.agent("foreign", game)
    assert (caught.value.where, caught.value.given) == ("agent", "foreign")
    assert opened.agent("mcts(evaluate=mine)", game)
    assert "foreign" not in closed.agents()
    assert "foreign" in opened.agents()


def test_unsafe_parts_are_closed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rollout = next(p for p in simple.FLAT.parameters if isinstance(p, Slot) and p.name == "rollout")
    bad = replace(rollout.kinds[0], safe=False)
    slot = replace(rollout, kinds=(bad, *rollout.kinds[1:]))
    parameters = tuple(slot if p.name == "rollout" else p for p in simple.FLAT.parameters)
    monkeypatch.setitem(agent_kinds, "flat", replace(simple.FLAT, parameters=parameters))
    admission, game = Admission(Bounds()), tesuji.game("avalam")
    with pytest.raises(ParameterError, match="'uniform'") as caught:
        admission.agent("flat", game)
    assert (caught.value.where, caught.value.given) == ("part", "uniform")
    assert admission.agent("flat(rollout=decisive)", game)


@pytest.mark.parametrize(
    "agent",
    ["mcts(threads=tree(count=64))", "popcoin(threads=root(count=64))", "alphabeta(threads=64)"],
)
def test_threads_are_bounded(agent: str) -> None:
    admission = Admission(Bounds())
    name = "colosseum" if agent.startswith("popcoin") else "avalam"
    with pytest.raises(ParameterError, match="64") as caught:
        admission.agent(agent, tesuji.game(name))
    error = caught.value
    assert error.where in ("threads", "threads.count")
    assert (error.given, error.expected) == (64, f"at most {Bounds().threads} on this page")


def test_a_spec_that_is_too_long_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        Admission(Bounds(spec_length=9)).game("colosseum(size=6)")
    error = caught.value
    assert (error.where, error.given) == ("spec", "colosseum(size=6)")
    assert error.expected == "at most 9 characters"


def test_presets_are_open() -> None:
    admission = Admission(Bounds())
    assert {"popcoin", "fischer", "ewn-hard"} <= set(admission.agents())
    assert admission.agent("fischer", tesuji.game("avalam"))


def test_memory_is_bounded() -> None:
    admission = Admission(Bounds(memory=8.0))
    made = admission.agent("mcts(memory=1000000)", tesuji.game("avalam"))
    assert made.settings["memory"] == 8.0


@pytest.mark.parametrize("spec", ["__import__", "os.system", "mcts(a=b", "x" * 5000, "", "mcts()("])
def test_odd_specs_are_refused(client: Client, spec: str) -> None:
    answer = client.ask("new", game="avalam", seats=[PERSON, agent(spec)])
    assert answer["type"] == "error"


# Messages


def malformed(stream: random.Random) -> str | bytes:
    """Something that a page never says: noise, wrong types, missing, extra and huge values."""
    kind = stream.choice([*MESSAGES, "nonsense", "__class__"])
    junk: list[Any] = [None, -1, 1e308, "", "x" * 300, [], {}, [[]], {"a": 1}, True, 2**70, "\x00"]
    junk += [10**400, -(10**400)]
    fields = {
        name: stream.choice(junk) for name in MESSAGES.get(kind, MESSAGES["new"]).model_fields
    }
    made: list[str | bytes] = [
        "".join(stream.choices(string.printable, k=stream.randrange(60))),
        bytes(stream.randrange(256) for _ in range(stream.randrange(60))),
        json.dumps(stream.choice(junk)),
        json.dumps({"type": stream.choice(junk), "id": stream.choice(junk)}),
        json.dumps({"type": kind, "extra": stream.choice(junk), **fields}),
        json.dumps({"type": kind, **fields, "odd": 1}),
        "[" * stream.randrange(2000),
        '{"type":"new","seats":' + "[" * 500 + "]" * 500 + "}",
        '{"type":"move","ply":NaN,"move":"a"}',
        '{"type":"review","spec":"mcts","seconds":1' + "0" * stream.choice([3, 400, 9_000]) + "}",
    ]
    return stream.choice(made)


def test_ten_thousand_malformed_messages() -> None:
    """Each is answered by an error or by the end of the connection; the server lives on."""
    stream = random.Random(5)
    count, answered = 10_000, 0
    with serving() as server:
        while answered < count:
            with Client(server) as client:
                answered += _offend(client, stream, min(200, count - answered))
        with Client(server) as client:
            assert client.ask("agents", game="avalam")["type"] == "agents"


def _offend(client: Client, stream: random.Random, count: int) -> int:
    """Sends so many messages; returns how many were answered, the one that cost the line too."""
    for sent in range(count):
        try:
            client.socket.send(malformed(stream))
            answer = json.loads(client.socket.recv(timeout=20))
        except ConnectionClosed:
            return sent + 1
        assert answer["type"] == "error"
        assert "on the server" not in answer["text"], "it was refused, not stumbled over"
    return count


def test_who_offends_too_often_is_cut_off() -> None:
    with serving(bounds=Bounds(faults=20)) as server, Client(server) as client:
        assert _offend(client, random.Random(1), 100) < 50
        with Client(server) as other:
            assert other.ask("agents", game="ewn")["type"] == "agents"


def test_a_message_that_is_too_long_ends_the_connection(server: Server) -> None:
    with Client(server) as client:
        client.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            client.socket.recv(timeout=20)


def test_the_first_message_is_hello(server: Server) -> None:
    with connect(f"ws://{server.host}/socket", additional_headers=own_origin(server)) as socket:
        socket.send(json.dumps({"type": "undo"}))
        assert "hello" in json.loads(socket.recv(timeout=20))["text"]
        socket.send(json.dumps({"type": "hello", "protocol": 99}))
        assert "reload" in json.loads(socket.recv(timeout=20))["text"]


def test_defaults_are_filled_in_and_bounds_kept() -> None:
    bounds = Bounds(analysis_seconds=40.0)
    text = '{"type":"analyse","id":4,"ply":0,"spec":"mcts","moves":null}'
    kind, number, message = read_message(text, bounds)
    assert (kind, number) == ("analyse", 4)
    assert message == Analyse(ply=0, spec="mcts", seconds=30.0, moves=[])
    with pytest.raises(MessageError, match="at most 40") as caught:
        read_message('{"type":"analyse","id":4,"ply":0,"spec":"m","seconds":41}', bounds)
    error: Any = caught.value
    assert (error.field, error.given, error.reply) == ("analyse.seconds", 41, 4)


@pytest.mark.parametrize(
    ("text", "field", "given"),
    [
        ('{"type":"move","ply":true,"move":"a1"}', "move.ply", True),
        ('{"type":"move","ply":-1,"move":"a1"}', "move.ply", -1),
        ('{"type":"move","ply":0,"move":"a\\nb"}', "move.move", "a\nb"),
        ('{"type":"undo","odd":1}', "undo.odd", 1),
        ('{"type":"pause","on":1}', "pause.on", 1),
        ('{"type":"review","spec":"mcts","seconds":"1"}', "review.seconds", "1"),
        ('{"type":"new","game":"a","seats":[{"kind":"cat"},{}]}', "new.seats.0.kind", "cat"),
    ],
)
def test_an_error_names_the_field_and_what_was_given(text: str, field: str, given: object) -> None:
    with pytest.raises(MessageError, match=re.escape(field)) as caught:
        read_message(text, Bounds())
    error: Any = caught.value
    assert (error.field, error.given) == (field, given)
    assert error.expected in str(error)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(MessageError) as caught:
        read_message('{"type":"move","ply":0}', Bounds())
    assert vars(caught.value)["field"] == "move.move"


# Many at once


def test_many_sessions_play_at_once() -> None:
    """Many pages make random legal moves, 100 of them in the slow run; memory stays bounded."""
    pages, seconds = (100 if SLOW else 40), 2.0
    failures: list[BaseException] = []
    moves = [0] * pages
    games = tesuji.games()

    with serving() as server:
        before = _memory()
        until = time.monotonic() + seconds

        def play(number: int) -> None:
            stream = random.Random(number)
            try:
                with Client(server) as client:
                    while True:
                        moves[number] += _play_some(client, games[number % len(games)], stream)
                        if time.monotonic() >= until:
                            break
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=play, args=[number]) for number in range(pages)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert all(moves)
        assert len(server.sessions) == pages
        assert _memory() - before < 1000, "megabytes for all pages, this test's own included"


def _play_some(client: Client, game: str, stream: random.Random) -> int:
    """A game, or its first moves."""
    client.ask("new", game=game, seats=[PERSON, PERSON])
    made = 0
    while client.state["ending"] is None and made < 30:
        client.wait(lambda state: state["to_move"] is not None or state["ending"])
        if client.state["to_move"] is None:
            break
        ply = client.state["ply"]
        client.say("move", move=stream.choice(list(client.state["scene"]["paths"])), ply=ply)
        client.wait_beyond(ply)
        made += 1
    return made


def _memory() -> float:
    """The largest memory this process ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def test_sessions_and_connections_are_bounded() -> None:
    with serving(bounds=Bounds(sessions=3, connections=3)) as server:
        for _ in range(8):
            with Client(server):
                pass
        eventually(lambda: len(server.sessions) <= 3)
        clients = [Client(server) for _ in range(3)]
        with (
            connect(f"ws://{server.host}/socket", additional_headers=own_origin(server)) as fourth,
            pytest.raises(ConnectionClosed),
        ):
            fourth.recv(timeout=20)
        for client in clients:
            client.close()


# Pages that do not read


def test_a_page_that_reads_nothing_is_cut_off() -> None:
    bounds = Bounds(unread_seconds=0.5)
    with serving(bounds=bounds) as server, Client(server) as client:
        session = server.sessions.enter(client.welcome["session"])[0]
        assert session.pages
        with suppress(ConnectionClosed):
            for _ in range(2_000):
                client.say("scene", ply=0)
        # The writer is stuck by then, which alone would keep the page for ever.
        eventually(lambda: not session.pages, 60)


def test_a_long_answer_alone_is_no_backlog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "html_file", lambda *_: {"text": "x" * 600_000})
    with serving(bounds=Bounds(backlog_bytes=300_000)) as server, Client(server) as client:
        assert len(client.ask("export", kind="html")["text"]) == 600_000


def test_trees_stay_short_of_a_megabyte(client: Client) -> None:
    client.ask("new", game="avalam", seats=[PERSON, PERSON])
    assert client.ask("tree", ply=0, spec="mcts", simulations=10, depth=5)["type"] == "error"
    told = client.ask("tree", ply=0, spec="mcts", simulations=100_000, depth=4)
    assert len(json.dumps(told)) < 1_000_000


def test_the_system_lets_go_of_what_is_not_fetched() -> None:
    listener = _listen("127.0.0.1", 0)
    with listener:
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000


# Searches


def test_searches_stop_when_nobody_looks(server: Server) -> None:
    searches = server.sessions.services.searches
    with Client(server) as client:
        client.ask("new", game="avalam", seats=[agent("mcts", seconds=50), PERSON])
        eventually(lambda: searches.running == 1)
        client.ask("visible", on=False)
        eventually(lambda: searches.running == 0)
        client.ask("visible", on=True)
        eventually(lambda: searches.running == 1)
    eventually(lambda: searches.running == 0)


def test_an_analysis_stops_when_told_or_left(server: Server) -> None:
    searches = server.sessions.services.searches
    with Client(server) as client:
        client.ask("new", game="avalam", seats=[PERSON, PERSON])
        client.ask("analyse", ply=0, spec="mcts", seconds=60)
        eventually(lambda: searches.running == 1)
        client.ask("stop")
        eventually(lambda: searches.running == 0)
        client.ask("analyse", ply=0, spec="mcts", seconds=60)
        eventually(lambda: searches.running == 1)
    eventually(lambda: searches.running == 0)


def test_searches_wait_for_their_turn() -> None:
    with serving(bounds=Bounds(searches=1)) as server:
        searches = server.sessions.services.searches
        clients = [Client(server) for _ in range(4)]
        for client in clients:
            client.ask("new", game="avalam", seats=[PERSON, PERSON])
            client.ask("analyse", ply=0, spec="mcts", seconds=0.3)
        seen = set()
        for client in clients:
            while client.hear("analysis")["running"]:
                seen.add(searches.running)
        assert seen <= {0, 1}
        for client in clients:
            client.close()


def test_no_search_outlasts_the_bound() -> None:
    """Neither a spec that takes its whole clock at once, nor an hour a move, buys more."""
    with serving(bounds=Bounds(seconds=0.3)) as short, Client(short) as client:
        greedy = agent("mcts(time=share(moves=1, margin=0))")
        clock = {"kind": "game", "seconds": 80_000.0, "increment": 3_600.0}
        searches = short.sessions.services.searches
        given: list[float] = []
        search = searches.search

        async def heard(*args: Any, **budget: Any) -> Any:
            # As if a part of the engine had made much of its share.
            given.append(budget.pop("remaining") + budget.pop("increment"))
            return await search(*args, **budget, seconds=3_000.0)

        searches.search = heard  # type: ignore[method-assign]
        client.ask("new", game="avalam", seats=[greedy, PERSON], clock=clock)
        assert client.wait_beyond(0)["entries"][0][2] is not None
        assert given[0] <= 21 * 0.3


def test_cpu_seconds_are_wall_seconds_here() -> None:
    made = Admission(Bounds()).agent("mcts(clock=cpu, seconds=2)", tesuji.game("avalam"))
    assert (made.settings["clock"], made.settings["seconds"]) == ("wall", 2)


@pytest.mark.parametrize("kind", ["tree", "simulation"])
def test_the_microscope_is_heard_past_and_stopped(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tree that takes long keeps the page waiting for nothing else, and ends with the page."""
    stopped = threading.Event()

    def search(*_: object, **__: object) -> None:
        assert stopped.wait(60)

    monkeypatch.setattr(Player, "search", search)
    monkeypatch.setattr(Player, "stop", lambda player: stopped.set())
    fields = {"tree": {"simulations": 10}, "simulation": {"number": 10}}[kind]
    with serving(bounds=Bounds(questions=2)) as server:
        searches = server.sessions.services.searches
        with Client(server) as client:
            client.ask("new", game="avalam", seats=[PERSON, PERSON])
            client.say(kind, ply=0, spec="mcts", **fields)
            eventually(lambda: searches.running == 1)
            client.say(kind, ply=0, spec="mcts", **fields)
            assert client.ask("scene", ply=0)["type"] == "scene"
            assert "at once" in client.ask(kind, ply=0, spec="mcts", **fields)["text"]
            assert searches.running == 1, "one after the other"
        eventually(lambda: searches.running == 0)
        assert stopped.is_set()


def test_levels_are_stopped_too() -> None:
    with serving() as server, Client(server) as client:
        searches = server.sessions.services.searches
        seats = [agent("level-8(simulations=1000000000, seconds=3000.0)", 0), PERSON]
        client.ask("new", game="avalam", seats=seats)
        eventually(lambda: searches.running == 1)
        client.ask("visible", on=False)
        eventually(lambda: searches.running == 0)
