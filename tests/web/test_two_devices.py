"""Two people on different devices, at the level of messages: seats, consent, clocks, strangers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.web.live import PERSON, Client, Server, agent, serving
from tests.web.permission_table import permission_table
from tesuji.web.connection import ALL_COMMANDS
from tesuji.web.permissions import PERMISSIONS, Permission

BOTH = [PERSON, PERSON]
FIELDS: dict[str, dict[str, Any]] = {
    "visible": {"on": True},
    "agents": {"game": "avalam"},
    "rules": {"game": "avalam"},
    "new": {"game": "avalam", "seats": BOTH},
    "move": {"move": "c4d5", "ply": 0},
    "hint": {"ply": 0},
    "pause": {"on": True},
    "invite": {},
    "name": {"name": "Ann"},
    "answer": {"number": 1, "accept": True},
    "open": {"game": "avalam", "start": "START", "moves": []},
    "record": {"text": "RECORD"},
    "export": {"kind": "record"},
    "scene": {"ply": 0},
    "analyse": {"ply": 0, "spec": "greedy", "seconds": 0.01},
    "tree": {"ply": 0, "spec": "mcts", "simulations": 2},
    "simulation": {"ply": 0, "spec": "mcts", "number": 1},
    "review": {"spec": "greedy", "seconds": 0.01},
    "retry": {"ply": 0, "move": "c4d5", "spec": "greedy", "seconds": 0.01},
}
"""A valid message of each type that has fields."""


class Table:
    """A game of Avalam between two clients, and a third who watches."""

    def __init__(self, server: Server, game: str = "avalam", **fields: Any) -> None:
        self._open = ExitStack()
        self.server = server
        first = self.enter(Client(server))
        first.ask("new", game=game, seats=BOTH, **fields)
        tokens = [first.ask("invite", **where)["token"] for where in ({"seat": 1}, {})]
        self.seats = (first, self.enter(Client(server, token=tokens[0])))
        self.spectator = self.enter(Client(server, token=tokens[1]))
        self.tokens = tokens

    def enter(self, client: Client) -> Client:
        return self._open.enter_context(client)

    def fields(self, kind: str) -> dict[str, Any]:
        """A message that would be valid in this game."""
        fields = dict(FIELDS.get(kind, {}))
        if kind == "open":
            fields["start"] = tesuji.game("avalam").start().text
        if kind == "record":
            fields["text"] = self.spectator.ask("export", kind="record")["text"]
        return fields

    def refresh(self) -> None:
        """Lets every client read everything that the server has sent so far."""
        for client in (*self.seats, self.spectator):
            client.ask("visible", on=True)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *exception: object) -> None:
        self._open.close()


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    with Table(server) as table:
        yield table


def is_refused(answer: dict[str, Any]) -> bool:
    return bool(answer["type"] == "error")


# The table of permissions


def test_every_message_has_a_permission_for_everybody() -> None:
    assert set(PERMISSIONS) == set(ALL_COMMANDS)


def test_the_permissions_are_described() -> None:
    text = (Path(__file__).parents[2] / "docs" / "page-protocol.md").read_text("utf-8")
    assert permission_table() in text, "run: python -m tests.web.permission_table"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("kind", PERMISSIONS)
def test_a_message_of_seats_and_spectators(table: Table, kind: str, seat: int) -> None:
    """During the game, every message does for every member what the table says."""
    before = table.seats[0].state
    fields = table.fields(kind)
    seat_may, spectator_may = PERMISSIONS[kind]
    assert is_refused(table.spectator.ask(kind, **fields)) == (spectator_may is Permission.NO)
    found = table.seats[seat].ask(kind, **fields)
    # Seat 0 is to move; there is no proposal to answer and no move to take back.
    makes_no_sense = kind in ("answer", "undo") or (kind == "move" and seat == 1)
    allowed = seat_may not in (Permission.NO, Permission.AFTER) and not makes_no_sense
    assert is_refused(found) != allowed
    table.refresh()
    for client in (*table.seats, table.spectator):
        state = client.state
        proposed = seat_may is Permission.CONSENT and allowed
        assert (state["proposal"] is not None) == proposed, "and is not done yet"
        assert state["ply"] == before["ply"] + (kind == "move" and allowed)
        assert state["game"] == before["game"]
        assert state["paused"] is False
        assert (state["ending"] is not None) == (kind == "resign")


@pytest.mark.parametrize("kind", [k for k, v in PERMISSIONS.items() if v[0] is Permission.AFTER])
def test_studies_begin_after_the_game(table: Table, kind: str) -> None:
    assert is_refused(table.seats[0].ask(kind, **table.fields(kind)))
    table.seats[0].ask("resign")
    assert table.seats[1].ask("visible", on=True)["type"] == "done"
    assert not is_refused(table.seats[1].ask(kind, **table.fields(kind)))
    assert is_refused(table.spectator.ask(kind, **table.fields(kind)))


def test_a_stranger_reaches_no_game_but_their_own(table: Table) -> None:
    key = table.seats[0].welcome["session"].partition(".")[0]
    for guess in ("", key, f"{key}.", f"{key}.x", table.tokens[0]):
        stranger = table.enter(Client(table.server, session=guess))
        assert stranger.welcome["fresh"]
        assert stranger.welcome["session"].partition(".")[0] != key
        assert stranger.state["you"] == [0, 1], "of a game of their own"
    for kind in PERMISSIONS:
        if kind != "hint":  # which would only take time
            stranger.ask(kind, **table.fields(kind))
    before = table.seats[0].state
    table.refresh()
    assert table.seats[0].state["entries"] == before["entries"]
    assert table.seats[0].state["proposal"] is None
    assert table.seats[0].state["ending"] is None


# Invitations


def test_a_token_has_128_bits_and_works_once(table: Table) -> None:
    for token in table.tokens:
        assert len(re.sub(r"[^\w-]", "", token.partition(".")[2])) >= 22
        late = table.enter(Client(table.server, token=token))
        assert late.welcome["fresh"]
        assert "invitation" in late.socket.recv(timeout=60)
    table.refresh()
    assert table.seats[1].state["you"] == [1]


def test_each_page_learns_its_seats(table: Table) -> None:
    table.refresh()
    assert [each.state["you"] for each in (*table.seats, table.spectator)] == [[0], [1], []]
    state = table.spectator.state
    assert state["shared"]
    assert state["joined"] == state["present"] == [True, True]
    assert state["spectators"] == 1


def test_nobody_gives_the_seat_of_another_away(table: Table) -> None:
    assert is_refused(table.seats[0].ask("invite", seat=1))
    token = table.seats[0].ask("invite", seat=0)["token"]
    phone = table.enter(Client(table.server, token=token))
    assert phone.state["you"] == [0]
    table.refresh()
    assert table.seats[0].state["you"] == [], "the seat moved to the other device"
    assert is_refused(table.seats[0].ask("move", move="c4d5", ply=0))
    assert not is_refused(phone.ask("move", move="c4d5", ply=0))


def test_an_agents_seat_is_not_given_away(client: Client, server: Server) -> None:
    client.ask("new", game="avalam", seats=BOTH)
    token = client.ask("invite", seat=1)["token"]
    client.ask("new", game="avalam", seats=[PERSON, agent("random")])
    assert is_refused(client.ask("invite", seat=1))
    with Client(server, token=token) as late:
        assert late.welcome["fresh"], "the invitation went with its game"


def test_invitations_are_limited(client: Client, server: Server) -> None:
    tokens = [client.ask("invite")["token"] for _ in range(33)]
    with Client(server, token=tokens[0]) as first, Client(server, token=tokens[1]) as second:
        assert first.welcome["fresh"]
        assert not second.welcome["fresh"]


# Play


@pytest.mark.parametrize("game", ["ewn", "pentago-twist"])
def test_a_whole_game_with_a_lost_connection(server: Server, game: str) -> None:
    stream = random.Random(4)
    with Table(server, game) as table:
        players = list(table.seats)
        state = players[0].state
        while state["ending"] is None:
            state = players[0].wait(lambda new: new["ending"] or new["to_move"] is not None)
            if state["ending"] is not None:
                break
            mover, ply = state["to_move"], state["ply"]
            move = stream.choice(list(state["scene"]["paths"]))
            assert is_refused(players[1 - mover].ask("move", move=move, ply=ply))
            assert is_refused(table.spectator.ask("move", move=move, ply=ply))
            players[mover].wait(lambda new, ply=ply: new["ply"] >= ply)
            assert not is_refused(players[mover].ask("move", move=move, ply=ply))
            if ply in (2, 3):
                secret = players[1].welcome["session"]
                players[1].close()
                players[1] = table.enter(Client(server, session=secret))
                assert players[1].state["you"] == [1]
                assert players[1].state["ply"] > ply
            state = players[0].wait_beyond(ply)


def test_a_browser_cannot_put_its_copy_in_place_of_the_servers(table: Table) -> None:
    first, second = table.seats
    first.ask("move", move="c4d5", ply=0)
    secret = second.welcome["session"]
    second.close()
    again = table.enter(Client(table.server, session=secret))
    assert not again.welcome["fresh"]
    again.ask("new", game="avalam", seats=BOTH, start=again.state["start"], moves=[])
    first.ask("visible", on=True)
    assert [entry[0] for entry in first.state["entries"]] == ["c4d5"]


def test_no_agent_joins_two_people(table: Table) -> None:
    assert is_refused(table.seats[0].ask("new", game="avalam", seats=[PERSON, agent("random")]))


def test_resigning_loses_for_the_own_seat_only(table: Table) -> None:
    table.seats[1].ask("resign")
    assert table.seats[1].state["ending"]["winner"] == 0


# Names


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


# Advice


def test_advice_ends_when_the_other_player_comes(client: Client, server: Server) -> None:
    position, moves = tesuji.game("avalam").start(), []
    for _ in range(12):
        moves.append(str(position.legal_moves[0]))
        position = position.play(moves[-1])
    client.ask("new", game="avalam", seats=BOTH, moves=moves, warn=0.01)
    token = client.ask("invite", seat=1)["token"]
    client.ask("analyse", ply=0, spec="mcts", seconds=300.0)
    client.ask("review", spec="mcts", seconds=10.0)
    [session] = [each for each in server.sessions._known.values() if each.key in token]
    assert session.study.is_on
    assert session.reviewing.is_on
    with Client(server, token=token) as guest:
        assert not session.study.is_on
        assert not session.reviewing.is_on
        assert guest.state["warn"] == 0
        guest.ask("visible", on=True)
        assert session.review == {}


def test_a_game_that_goes_on_has_no_review(table: Table) -> None:
    first, second = table.seats
    first.ask("move", move="c4d5", ply=0)
    second.ask("resign")
    first.ask("review", spec="greedy", seconds=0.01)
    while not first.hear("review")["done"]:
        pass
    second.ask("undo")
    accept(first)
    assert first.state["ending"] is None
    with Client(table.server, session=first.welcome["session"]) as again:
        again.say("visible", on=True, id=1)
        said = again.socket.recv(timeout=60)
        while '"re": 1' not in str(said) and '"re":1' not in str(said):
            assert "review" not in str(said)
            said = again.socket.recv(timeout=60)


# Consent


def proposal(client: Client) -> dict[str, Any]:
    found = client.wait(lambda state: state["proposal"] is not None)["proposal"]
    assert isinstance(found, dict)
    return found


def accept(client: Client, yes: bool = True) -> dict[str, Any]:
    return client.ask("answer", number=proposal(client)["number"], accept=yes)


def test_taking_back_needs_consent_and_goes_to_the_own_move(table: Table) -> None:
    first, second = table.seats
    first.ask("move", move="c4d5", ply=0)
    reply = next(iter(second.wait_beyond(0)["scene"]["paths"]))
    second.ask("move", move=reply, ply=1)
    first.wait_beyond(1)
    first.ask("undo")
    assert first.state["ply"] == 2
    assert is_refused(accept(first)), "one's own proposal"
    assert is_refused(table.spectator.ask("answer", number=1, accept=True))
    accept(second)
    assert second.state["ply"] == 0
    assert second.state["proposal"] is None


def test_a_declined_proposal_changes_nothing(table: Table) -> None:
    first, second = table.seats
    first.ask("move", move="c4d5", ply=0)
    first.ask("undo")
    accept(second, yes=False)
    assert second.state["ply"] == 1
    assert second.state["proposal"] is None
    first.ask("swap")
    assert is_refused(second.ask("swap")), "first answer"
    accept(first, yes=False)
    second.ask("swap")
    accept(first)
    assert first.state["you"] == [1]


def test_a_move_overtakes_a_proposal_to_take_back(table: Table) -> None:
    first, second = table.seats
    first.ask("move", move="c4d5", ply=0)
    first.ask("undo")
    number = proposal(second)["number"]
    second.ask("move", move=next(iter(second.state["scene"]["paths"])), ply=1)
    assert second.state["proposal"] is None
    assert is_refused(second.ask("answer", number=number, accept=True))
    assert second.state["ply"] == 2


def test_a_pause_needs_consent_and_holds_moves(server: Server) -> None:
    with Table(server, clock={"kind": "game", "seconds": 600.0}) as table:
        first, second = table.seats
        second.ask("pause", on=True)
        assert second.state["clock"]["running"] == 0
        accept(first)
        assert first.state["paused"]
        assert first.state["clock"]["running"] is None
        assert is_refused(first.ask("move", move="c4d5", ply=0))
        first.ask("pause", on=False)
        second.wait(lambda state: state["paused"])
        assert proposal(second)["kind"] == "continue"
        accept(second)
        assert not is_refused(first.ask("move", move="c4d5", ply=0))


def test_a_new_game_swaps_sides_with_consent(table: Table) -> None:
    first, second = table.seats
    first.ask("new", game="pentago", seats=BOTH, swap=True, warn=0.2)
    assert proposal(second)["title"] == tesuji.game("pentago").title
    assert second.state["name"] == "avalam"
    accept(second)
    assert second.state["name"] == "pentago"
    assert second.state["you"] == [0]
    assert second.state["warn"] == 0, "a warning is analysis"


# Clocks


def test_nobody_stops_the_clock_by_leaving(server: Server) -> None:
    with Table(server, clock={"kind": "game", "seconds": 600.0}) as table:
        first, second = table.seats
        first.ask("visible", on=False)
        second.ask("visible", on=False)
        table.spectator.ask("visible", on=False)
        assert table.spectator.state["clock"]["running"] == 0
        first.close()
        second.wait(lambda state: state["present"] == [False, True])
        assert second.state["clock"]["running"] == 0


def test_a_player_who_has_left_loses_on_time(server: Server) -> None:
    with Table(server, clock={"kind": "game", "seconds": 0.2}) as table:
        table.seats[0].close()
        ending = table.seats[1].wait(lambda state: state["ending"])["ending"]
        assert (ending["winner"], ending["end"]) == (1, "time")


def test_the_clock_waits_for_both_players() -> None:
    with serving() as server:
        live = server.in_loop(lambda loop: _table(server))
        with Client(server, token=live[0]) as first:
            assert first.state["joined"] == [True, False]
            assert first.state["shared"]
            assert first.state["you"] == [0]
            assert first.state["clock"]["running"] is None
            with Client(server, token=live[1]) as second:
                assert second.wait(lambda state: state["clock"]["running"] == 0)


def _table(server: Server) -> tuple[str, str]:
    from tesuji.web.live_game import Clock, live_between_people

    live = live_between_people(tesuji.game("avalam"))
    live.clock = Clock(kind="game", seconds=600.0)
    return server.sessions.open_table(live)
