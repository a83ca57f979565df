"""Who may send which message in a game between two people, and who gets advice."""

from __future__ import annotations

from pathlib import Path

import pytest

import tesuji
from tests.web.live import Client, Server
from tests.web.permission_table import permission_table
from tests.web.shared_game import BOTH, Table, accept, is_refused
from tesuji.web.analysis_commands import ANALYSIS_COMMANDS
from tesuji.web.connection import ALL_COMMANDS
from tesuji.web.permissions import ACTIONS, PERMISSIONS, Permission
from tesuji.web.session import Session

# The table of permissions


def test_every_message_has_a_permission_for_everybody() -> None:
    assert set(PERMISSIONS) == set(ALL_COMMANDS)


def test_the_permissions_are_described() -> None:
    text = (Path(__file__).parents[2] / "docs" / "page-protocol.md").read_text("utf-8")
    assert permission_table() in text, "run: python -m tests.web.permission_table"


def test_refusals_name_the_action_in_plain_words() -> None:
    refusals = {Permission.NO, Permission.AFTER}
    assert set(ACTIONS) == {kind for kind, may in PERMISSIONS.items() if refusals & set(may)}


def test_a_refusal_says_what_was_refused(table: Table) -> None:
    said = table.spectator.ask("undo")["text"]
    assert ACTIONS["undo"] in said
    assert "'undo'" not in said


@pytest.mark.parametrize("kind", [*ANALYSIS_COMMANDS, "attempt"])
def test_whatever_searches_has_to_wait(kind: str) -> None:
    assert set(PERMISSIONS[kind]) <= {Permission.AFTER, Permission.NO}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("kind", PERMISSIONS)
def test_a_message_of_seats_and_spectators(table: Table, kind: str, seat: int) -> None:
    """During the game, every message does for every member what the table says."""
    before = table.seats[0].state
    fields = table.fields(kind)
    seat_may, spectator_may = PERMISSIONS[kind]
    refused = spectator_may in (Permission.NO, Permission.AFTER)
    assert is_refused(table.spectator.ask(kind, **fields)) == refused
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
    refused = PERMISSIONS[kind][1] is Permission.NO
    assert is_refused(table.spectator.ask(kind, **table.fields(kind))) == refused


def studies(session: Session) -> int:
    """How many pages of a session have a study."""
    return sum(session.studies.is_on(page) for page in session.pages)


def test_each_page_has_a_study_of_its_own(table: Table) -> None:
    first, second = table.seats
    first.ask("resign")
    second.ask("visible", on=True)
    first.ask("analyse", ply=0, spec="mcts", seconds=300.0)
    second.ask("analyse", ply=0, spec="alphabeta", seconds=300.0)
    [session] = [s for s in table.server.sessions._known.values() if s.key in table.tokens[0]]
    assert studies(session) == 2
    assert first.hear("analysis")["spec"] == "mcts"
    assert second.hear("analysis")["spec"] == "alphabeta"
    second.ask("stop")
    assert studies(session) == 1
    assert first.hear("analysis")["spec"] == "mcts"
    first.ask("stop")
    assert studies(session) == 0


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
    assert studies(session) == 1
    assert session.reviewing.is_on
    with Client(server, token=token) as guest:
        assert studies(session) == 0
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
