"""The server by its protocol: games of people and agents, from the first move to the last."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

import tesuji
from tests.take_away import TakeAway
from tests.web.live import PERSON, Client, Server, agent, eventually, serving
from tesuji.web import export
from tesuji.web.admission import Admission
from tesuji.web.answers import agents_data
from tesuji.web.bounds import Bounds
from tesuji.web.live_game import LiveGame
from tesuji.web.seeds import Seeds
from tesuji.web.services import Delays


def new(client: Client, game: str, *seats: dict[str, Any], **options: Any) -> None:
    answer = client.ask("new", game=game, seats=list(seats), **options)
    assert answer["type"] == "done", answer
    client.wait(lambda state: state["game"] == tesuji.game(game).spec)


def legal(client: Client) -> list[str]:
    return list(client.state["scene"]["paths"])


@pytest.mark.parametrize("game", tesuji.games())
def test_a_person_plays_an_agent_to_the_end(client: Client, game: str) -> None:
    new(client, game, PERSON, agent("random"), seed=3)
    stream = random.Random(1)
    position = tesuji.game(game).position(client.state["start"])
    while client.state["ending"] is None:
        client.wait(lambda state: state["to_move"] == 0 or state["ending"])
        if client.state["to_move"] == 0:
            ply = client.state["ply"]
            client.say("move", move=stream.choice(legal(client)), ply=ply)
            client.wait_beyond(ply)
    for move, player, *_ in client.state["entries"]:
        assert position.to_move == player
        position = position.play(move)
    assert position.text == client.state["position"]
    assert position.outcome is not None
    assert client.state["ending"]["winner"] == position.outcome.winner


def test_a_seed_draws_the_same_for_every_session() -> None:
    def drawn(seed: int | None) -> tuple[list[str], list[str]]:
        with serving(seed=seed) as server, Client(server) as client:
            starts = []
            for _ in range(3):
                new(client, "colosseum(size=12)", PERSON, PERSON)
                starts.append(client.state["start"])
            new(client, "ewn", agent("level-1", 0), agent("mcts(simulations=20)", 0))
            client.wait(lambda state: state["ending"])
            return starts, [move for move, *_ in client.state["entries"]]

    assert drawn(7) == drawn(7)
    assert len(set(drawn(7)[0])) == 3
    assert drawn(7)[0] != drawn(8)[0]
    assert drawn(None)[0] != drawn(None)[0]


def test_the_dice_of_a_seed_are_the_same_whatever_is_played() -> None:
    def rolls(seeds: Seeds) -> list[float]:
        return [seeds.die(ply).random() for ply in range(9)]

    one, other = Seeds(7), Seeds(7)
    assert one.next_start() == other.next_start()
    for each in (one, other):
        each.count_game()
    # More thought, a move taken back, a roll again.
    other.agent_seed()
    other.die(5).random()
    assert (first := rolls(one)) == rolls(other)
    assert len(set(first)) == 9
    assert one.next_start() == other.next_start()
    assert rolls(one) == first, "a game that has not begun changes no dice"
    for each in (one, other):
        each.count_game()
    assert rolls(one) == rolls(other) != first
    assert rolls(Seeds(None)) != rolls(Seeds(None))


def test_two_agents_play_pause_and_step() -> None:
    """With delays that leave seconds to pause them in."""
    with serving(delays=Delays(between_agents=0.3)) as server, Client(server) as client:
        new(client, "avalam", agent("random"), agent("mcts(simulations=50)", seconds=0))
        client.wait(lambda state: state["ply"] >= 3)
        client.ask("pause", on=True)
        client.wait(lambda state: state["paused"])
        ply = client.state["ply"]
        client.ask("step")
        client.wait(lambda state: state["ply"] == ply + 1)
        client.ask("scene", ply=0)
        assert client.state["ply"] == ply + 1, "paused games do not go on"
        client.ask("pause", on=False)
        client.wait_beyond(ply + 2)


def test_two_agents_play_to_the_end(client: Client) -> None:
    new(client, "avalam", agent("random"), agent("mcts(simulations=50)", seconds=0))
    client.wait(lambda state: state["ending"])


def test_agents_do_not_play_for_ever() -> None:
    class Ticking:
        """A game without an end."""

        name = "ticking"

        def start(self) -> int:
            return 0

        def to_move(self, state: int) -> int:
            return state % 2

        def moves(self, state: int) -> list[str]:
            return ["tick", "tock"]

        def play(self, state: int, move: str) -> int:
            return state + 1

        def result(self, state: int) -> int | None:
            return None

    tesuji.register(Ticking)
    options: dict[str, Any] = {"allowed": ["ticking"], "bounds": Bounds(plies=20)}
    with serving(**options) as server, Client(server) as client:
        new(client, "ticking", agent("random"), agent("random"))
        client.wait(lambda state: state["ending"])
        assert client.state["ply"] == 20
        assert client.state["ending"]["winner"] is None
        assert client.state["ending"]["end"] == "adjudicated"
        assert "20 moves" in client.ask("export", kind="record")["text"]


def test_take_back_returns_to_the_persons_turn(client: Client) -> None:
    new(client, "ewn", PERSON, agent("random"), seed=1)
    client.wait(lambda state: state["to_move"] == 0)
    before = client.state["position"]
    client.say("move", move=legal(client)[0], ply=client.state["ply"])
    client.wait(lambda state: state["to_move"] == 0 and state["position"] != before)
    client.ask("undo")
    client.wait(lambda state: state["position"] == before)
    assert not client.state["can_undo"]
    assert client.ask("undo")["type"] == "error"


def test_resign_and_swap(client: Client) -> None:
    new(client, "colosseum(size=5)", PERSON, agent("random"))
    client.ask("swap")
    client.wait(lambda state: state["seats"][0]["kind"] == "agent")
    client.wait(lambda state: state["to_move"] == 1)
    client.ask("resign")
    client.wait(lambda state: state["ending"])
    end = {"winner": 0, "result": "Violet wins", "reason": "resignation", "end": "adjudicated"}
    assert client.state["ending"] == end
    assert client.ask("move", move=legal(client)[0], ply=client.state["ply"])["type"] == "error"


@pytest.mark.parametrize("kind", ["move", "game"])
def test_the_clock_runs_out(client: Client, kind: str) -> None:
    clock = {"kind": kind, "seconds": 0.05, "increment": 0.0}
    new(client, "pentago", PERSON, PERSON, clock=clock)
    client.wait(lambda state: state["ending"])
    end = {"winner": 1, "result": "Black wins", "reason": "out of time", "end": "time"}
    assert client.state["ending"] == end


def test_an_agent_keeps_to_the_games_clock(client: Client) -> None:
    clock = {"kind": "game", "seconds": 30.0, "increment": 0.0}
    new(client, "colosseum(size=4)", agent("mcts"), agent("random"), clock=clock)
    client.wait(lambda state: state["ply"] >= 1)
    assert client.state["clock"]["left"][0] < 30
    assert client.state["ending"] is None or client.state["ending"]["end"] == "rules"


def test_a_session_survives_a_reload(server: Server, client: Client) -> None:
    new(client, "avalam", PERSON, PERSON)
    client.ask("move", move=legal(client)[0], ply=0)
    key = client.welcome["session"]
    client.close()
    with Client(server, key) as again:
        assert not again.welcome["fresh"]
        assert again.state["ply"] == 1
    with Client(server, "made-up") as other:
        assert other.welcome["fresh"]
        assert other.welcome["session"] != "made-up"


def test_two_pages_see_the_same_game(server: Server, client: Client) -> None:
    new(client, "avalam", PERSON, PERSON)
    with Client(server, client.welcome["session"]) as other:
        client.ask("move", move=legal(client)[0], ply=0)
        assert other.wait(lambda state: state["ply"] == 1)["position"] == client.state["position"]


def test_a_move_for_another_ply_is_refused(client: Client) -> None:
    new(client, "avalam", PERSON, PERSON)
    move = legal(client)[0]
    assert "ply 0" in client.ask("move", move=move, ply=1)["text"]
    assert client.ask("move", move="zz", ply=0)["type"] == "error"
    assert client.state["ply"] == 0


def test_the_opponents_move_cannot_be_made_for_it(client: Client) -> None:
    new(client, "avalam", PERSON, agent("mcts", seconds=20))
    client.ask("move", move=legal(client)[0], ply=0)
    assert "the turn of" in client.ask("move", move=legal(client)[0], ply=1)["text"]


def test_a_warning_waits_for_an_answer(client: Client) -> None:
    # Both have four in a row: White, to move, wins at once or loses.
    sharp = "wwww2/6/6/bbbb2/6/6"
    new(client, "pentago", PERSON, agent("random"), start=sharp, warn=0.3)
    client.say("move", move="a2AR", ply=0)
    client.wait(lambda state: state["warning"])
    assert client.state["warning"]["lost"] >= 0.3
    assert client.ask("move", move=legal(client)[0], ply=1)["type"] == "error"
    client.ask("undo")
    assert client.wait(lambda state: state["ply"] == 0)["warning"] is None


def test_no_clock_runs_while_a_move_is_in_doubt(client: Client) -> None:
    clock = {"kind": "game", "seconds": 600.0, "increment": 0.0}
    new(client, "pentago", PERSON, PERSON, start="wwww2/6/6/bbbb2/6/6", warn=0.3, clock=clock)
    assert client.wait(lambda state: state["clock"]["running"] == 0)
    client.say("move", move="a2AR", ply=0)
    assert client.wait(lambda state: state["ply"] == 1)["clock"]["running"] is None, "checked"
    client.wait(lambda state: state["warning"])
    assert client.state["clock"]["running"] is None, "the warning waits"
    client.ask("keep")
    client.wait(lambda state: state["warning"] is None)
    assert client.state["clock"]["running"] == 1


def test_a_page_that_looks_again_learns_of_the_clock(client: Client) -> None:
    new(client, "avalam", PERSON, PERSON, clock={"kind": "game", "seconds": 600.0})
    client.ask("visible", on=False)
    client.say("visible", on=True)
    assert client.hear("state")["clock"]["running"] == 0


def test_the_clock_runs_on_after_a_move_that_is_fine(client: Client) -> None:
    clock = {"kind": "game", "seconds": 600.0, "increment": 0.0}
    new(client, "avalam", PERSON, PERSON, warn=0.9, clock=clock)
    client.say("move", move=legal(client)[0], ply=0)
    client.wait(lambda state: state["ply"] == 1 and state["clock"]["running"] == 1)


def test_games_go_on_elsewhere(client: Client) -> None:
    moves = ["c4d5", "e8f8"]
    new(client, "avalam", PERSON, PERSON, moves=moves)
    assert [entry[0] for entry in client.state["entries"]] == moves
    record = client.ask("export", kind="record")["text"]
    assert '[Result "*"]' in record
    assert '[End "unfinished"]' in record
    html = client.ask("export", kind="html")["text"]
    assert '<p class="finding">unfinished</p>' in html
    assert "http" not in html.replace("http://www.w3.org", "").replace("http-equiv", "")
    new(client, "ewn", PERSON, PERSON)
    client.ask("record", text=record)
    client.wait(lambda state: state["game"] == "avalam")
    assert [entry[0] for entry in client.state["entries"]] == moves
    assert client.state["ending"] is None
    # As records of earlier versions said it.
    former = record.replace('"*"', '"1/2-1/2"').replace('End "unfinished"', 'End "adjudicated"')
    new(client, "ewn", PERSON, PERSON)
    client.ask("record", text=former)
    assert client.wait(lambda state: state["game"] == "avalam")["ending"] is None


def test_an_export_keeps_nobody_else_waiting(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, heard = threading.Event(), threading.Event()

    def slow(live: LiveGame, review: object) -> dict[str, str]:
        begun.set()
        assert heard.wait(60)
        return {"name": "x.html", "text": str(live.ply)}

    monkeypatch.setattr(export, "html_file", slow)
    new(client, "avalam", PERSON, PERSON)
    with Client(server, client.welcome["session"]) as other:
        client.say("export", kind="html")
        eventually(begun.is_set)
        assert other.ask("move", move="c4d5", ply=0)["type"] == "done"
        heard.set()
    assert client.hear("export")["text"] == "0", "the game as it was"


def test_agents_are_tried_once_a_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    make = Admission.agent

    def counted(admission: Admission, spec: str, game: tesuji.Game) -> tesuji.Agent:
        tried.append(spec)
        return make(admission, spec, game)

    agents_data.cache_clear()
    monkeypatch.setattr(Admission, "agent", counted)
    first = client.ask("agents", game="colosseum(size=5)")
    count = len(tried)
    assert count >= len(first["agents"])
    second = client.ask("agents", game="colosseum(size=5)")
    assert second["agents"] == first["agents"]
    assert len(tried) == count


def test_a_seat_checks_its_spec_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    make = Admission.agent

    def counted(admission: Admission, spec: str, game: tesuji.Game) -> tesuji.Agent:
        checked.append(spec)
        return make(admission, spec, game)

    monkeypatch.setattr(Admission, "agent", counted)
    spec = "mcts(simulations=5)"
    new(client, "avalam", agent(spec, seconds=0), agent("greedy"))
    client.wait_beyond(6)
    assert checked == [spec, "greedy"]


def test_state_and_scene_have_one_shape(client: Client) -> None:
    new(client, "avalam", PERSON, PERSON, moves=["c4d5"])
    scene = client.ask("scene", ply=1)
    shared = set(scene) - {"type", "re"}
    assert shared == {"ply", "moves", "position", "to_move", "next", "chance", "over", "scene"}
    assert {name: scene[name] for name in shared} == {name: client.state[name] for name in shared}


def test_what_is_refused_interrupts_nothing(server: Server, client: Client) -> None:
    searches = server.sessions.services.searches
    new(client, "avalam", PERSON, PERSON)
    client.ask("resign")
    client.ask("analyse", ply=0, spec="mcts", seconds=60)
    eventually(lambda: searches.running == 1)
    for kind in ("resign", "swap"):
        assert "is over" in client.ask(kind)["text"]
        assert searches.running == 1
    assert client.hear("analysis")["running"]
    client.ask("stop")
    eventually(lambda: searches.running == 0)


@pytest.mark.parametrize("level", [1, 8])
def test_levels_play(client: Client, level: int) -> None:
    new(client, "ewn-cyclic", agent(f"level-{level}", 0), agent("random"))
    assert client.wait(lambda state: state["ending"])["ending"]["end"] == "rules"


def test_a_level_keeps_to_its_simulations_on_a_clock(client: Client) -> None:
    clock = {"kind": "game", "seconds": 300, "increment": 0}
    new(client, "ewn-cyclic", agent("level-2", 0), PERSON, clock=clock)
    assert client.state["seats"][0]["name"] == "Beginner (level 2)"
    assert client.hear("thoughts")["simulations"] <= 30


def test_python_games_come_only_by_the_command_line(client: Client) -> None:
    class Nim(TakeAway):
        name = "nim"
        pile = 5

    tesuji.register(Nim)
    assert "not open" in client.ask("new", game="nim", seats=[PERSON, PERSON])["text"]
    with serving(allowed=["nim"]) as open_server, Client(open_server) as guest:
        new(guest, "nim", PERSON, agent("mcts(simulations=2000)", seconds=0))
        guest.say("move", move="1", ply=0)
        guest.wait(lambda state: state["ply"] == 2)
        assert guest.state["entries"][1][0] == "1", "it leaves three"


def test_a_function_of_the_user_is_an_opponent_once_it_is_allowed(client: Client) -> None:
    tesuji.register_agent("mine", lambda position: position.legal_moves[-1])
    chosen = [PERSON, agent("mine")]
    assert "not open" in client.ask("new", game="avalam", seats=chosen)["text"]
    with serving(allowed=["mine"]) as open_server, Client(open_server) as guest:
        offered = guest.ask("agents", game="avalam")["agents"]
        assert "mine" in [each["name"] for each in offered]
        new(guest, "avalam", *chosen)
        guest.say("move", move="c1d1", ply=0)
        guest.wait(lambda state: state["ply"] == 2)
        position = tesuji.game("avalam").start().play("c1d1")
        assert guest.state["entries"][1][0] == str(position.legal_moves[-1])


def test_a_function_that_fails_pauses_the_game(client: Client) -> None:
    tesuji.register_agent("failing", lambda position: 1 / 0)
    with serving(allowed=["failing"]) as open_server, Client(open_server) as guest:
        new(guest, "avalam", agent("failing"), PERSON)
        guest.wait(lambda state: state["paused"])
        assert guest.state["ply"] == 0
