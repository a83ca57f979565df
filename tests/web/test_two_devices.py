"""Two people on different devices, at the level of messages: seats, consent, clocks, strangers."""

from __future__ import annotations

import json
import random
import re
import threading
from typing import Any

import pytest

import tesuji
from tests.web.live import PERSON, Client, Server, agent, serving
from tests.web.shared_game import BOTH, Table, accept, is_refused, proposal
from tesuji.web.session import Session

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


@pytest.mark.parametrize("over", [False, True])
def test_an_absent_player_can_be_replaced(table: Table, over: bool) -> None:
    first, second = table.seats
    if over:
        first.ask("move", move="c4d5", ply=0)
        second.ask("resign")
    secret = second.welcome["session"]
    second.close()
    first.wait(lambda state: state["present"] == [True, False])
    tokens = [first.ask("invite", seat=1)["token"] for _ in range(2)]
    guest = table.enter(Client(table.server, token=tokens[0]))
    assert guest.state["you"] == [1]
    again = table.enter(Client(table.server, session=secret))
    assert again.state["you"] == [], "the seat has another player now"
    assert not is_refused(guest.ask("name", name="Ben")), "and keeps this player"


def test_a_player_who_comes_back_is_not_replaced(table: Table) -> None:
    first, second = table.seats
    second.close()
    first.wait(lambda state: state["present"] == [True, False])
    token = first.ask("invite", seat=1)["token"]
    again = table.enter(Client(table.server, session=second.welcome["session"]))
    assert again.state["you"] == [1]
    late = table.enter(Client(table.server, token=token))
    assert late.welcome["fresh"]


def test_nobody_is_replaced_during_the_game(table: Table) -> None:
    first, second = table.seats
    first.ask("move", move="c4d5", ply=0)
    second.close()
    first.wait(lambda state: state["present"] == [True, False])
    assert is_refused(first.ask("invite", seat=1))


@pytest.mark.parametrize("opponent", [PERSON, agent("random")])
def test_somebody_joins_while_a_game_begins(
    client: Client, server: Server, monkeypatch: pytest.MonkeyPatch, opponent: dict[str, Any]
) -> None:
    client.ask("new", game="avalam", seats=BOTH)
    token = client.ask("invite", seat=1)["token"]
    session = session_of(server, token)
    interrupt, joined = session.interrupt, []

    async def join_and_interrupt() -> None:
        joined.append(session.join(token))
        await interrupt()

    monkeypatch.setattr(session, "interrupt", join_and_interrupt)
    client.ask("new", game="avalam", seats=[PERSON, opponent], warn=0.1)
    plays = opponent is PERSON
    assert [member is not None for member in joined] == [plays]
    assert client.state["shared"] == plays
    assert client.state["warn"] == (0.0 if plays else 0.1), "a warning is analysis"


def test_a_code_is_made_off_the_loop(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, str]] = []

    def note(link: str) -> list[str]:
        made.append((link, threading.current_thread().name))
        return ["1"]

    monkeypatch.setattr("tesuji.web.commands.qr_rows", note)
    found = client.ask("invite", address="http://192.0.2.1/")
    assert found["qr"] == ["1"]
    assert made == [(f"http://192.0.2.1/#join={found['token']}", "tesuji-search")]
    assert is_refused(client.ask("invite", address="x" * 201))
    assert len(made) == 1


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


# Consent


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
    title = tesuji.game("pentago").title
    assert proposal(second)["title"] == f"{title}, without a clock, with swapped sides"
    assert second.state["name"] == "avalam"
    accept(second)
    assert second.state["name"] == "pentago"
    assert second.state["you"] == [0]
    assert second.state["warn"] == 0, "a warning is analysis"


def test_a_proposal_names_size_and_clock(table: Table) -> None:
    first, second = table.seats
    clock = {"kind": "game", "seconds": 300.0, "increment": 3.0}
    first.ask("new", game="colosseum(size=10)", seats=BOTH, clock=clock)
    title = tesuji.game("colosseum").title
    said = f"{title}, size=10, with 300 s per game and 3 s per move"
    assert proposal(second)["title"] == said


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


def test_hiding_a_page_is_not_announced(table: Table) -> None:
    spectator = table.spectator
    table.refresh()
    for on in (False, False, True, True):
        assert spectator.ask("visible", on=on)["type"] == "done"
    table.seats[0].say("visible", on=True, id=5)
    assert json.loads(table.seats[0].socket.recv(timeout=60))["type"] == "done"


def test_only_a_page_that_was_hidden_hears_of_the_clock(client: Client, server: Server) -> None:
    client.ask("new", game="avalam", seats=BOTH, clock={"kind": "game", "seconds": 600.0})
    with Client(server, session=client.welcome["session"]) as other:
        client.ask("visible", on=True)
        for on in (True, False, True):
            other.ask("visible", on=on)
        client.say("visible", on=False, id=5)
        assert json.loads(client.socket.recv(timeout=60))["type"] == "done", "its clock never stood"
        other.ask("visible", on=False)
        states: list[dict[str, Any]] = []
        other.say("visible", on=True, id=5)
        while (said := json.loads(other.socket.recv(timeout=60)))["type"] != "done":
            states.append(said)
        assert [state["clock"]["running"] for state in states] == [0]


def test_a_player_who_has_left_loses_on_time(server: Server) -> None:
    with Table(server, clock={"kind": "game", "seconds": 600.0}) as table:
        table.seats[0].close()
        left = table.seats[1].wait(lambda state: state["present"] == [False, True])
        assert left["ending"] is None
        session = session_of(server, table.tokens[0])

        def use_up_time(loop: object) -> None:
            session.live.clock.left[0] = 0.0
            session.go_on()

        server.in_loop(use_up_time)
        ending = table.seats[1].wait(lambda state: state["ending"])["ending"]
        assert (ending["winner"], ending["end"]) == (1, "time")


def test_the_clock_waits_for_an_invited_player(client: Client, server: Server) -> None:
    client.ask("new", game="avalam", seats=BOTH, clock={"kind": "game", "seconds": 600.0})
    assert client.state["clock"]["running"] == 0
    client.ask("invite")
    assert client.state["clock"]["running"] == 0, "nobody waits for a spectator"
    token = client.ask("invite", seat=1)["token"]
    assert client.state["clock"]["running"] is None
    client.ask("visible", on=False)
    client.ask("visible", on=True)
    assert client.state["clock"]["running"] is None
    with Client(server, token=token) as guest:
        assert guest.wait(lambda state: state["clock"]["running"] == 0)["joined"] == [True, True]


def test_a_move_does_not_wait_for_an_invited_player(client: Client) -> None:
    client.ask("new", game="avalam", seats=BOTH, clock={"kind": "game", "seconds": 600.0})
    client.ask("invite", seat=1)
    client.ask("move", move="c4d5", ply=0)
    assert client.state["clock"]["running"] == 1


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


def session_of(server: Server, token: str) -> Session:
    """The session that a token belongs to."""
    return server.sessions._known[token.partition(".")[0]]


def _table(server: Server) -> tuple[str, str]:
    from tesuji.web.live_game import Clock, live_between_people

    live = live_between_people(tesuji.game("avalam"))
    live.clock = Clock(kind="game", seconds=600.0)
    return server.sessions.open_table(live)
