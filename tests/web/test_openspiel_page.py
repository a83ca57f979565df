"""Games of OpenSpiel on the page: those that the command line names, and no others."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote_plus, urlencode

import pytest

import tesuji

pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from tests.web.live import SEED, Client, serving
from tests.web.visitor import Visitor
from tesuji.cli import run
from tesuji.errors import ParameterError
from tesuji.web import server as page_server
from tesuji.web.admission import Admission
from tesuji.web.bounds import Bounds

PAGE = Path(__file__).parents[2] / "docs" / "interop" / "openspiel.md"
GAMES = ('openspiel("breakthrough(columns=5,rows=5)")', 'openspiel("tic_tac_toe")')
CLOSED = 'openspiel("connect_four")'


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_an_agent(game: str) -> None:
    with serving(allowed=GAMES) as server, Client(server) as client:
        assert game in [each["name"] for each in client.welcome["games"]]
        answer = client.ask("agents", game=game)
        assert "mcts" in [agent["name"] for agent in answer["agents"]]
        person = {"kind": "person"}
        agent = {"kind": "agent", "spec": "mcts(simulations=20)", "seconds": 0}
        client.say("new", game=game, seats=[person, agent])
        random = Random(SEED)
        state = client.wait(lambda state: state["game"] == game)
        while not state["over"]:
            if state["to_move"] == 0:
                move = random.choice(list(state["scene"]["paths"]))
                client.say("move", move=move, ply=state["ply"])
                client.state = client.hear("state")
            state = client.wait(lambda state: state["over"] or state["to_move"] == 0)
        assert state["ending"]["result"]


def test_other_games_are_closed_before_they_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr("tesuji.plugins.EntryPoint.load", lambda point: loaded.append(point.name))
    for spec in (CLOSED, "openspiel"):
        with pytest.raises(ParameterError) as caught:
            Admission(Bounds()).game(spec)
        assert (caught.value.where, caught.value.given) == ("game", "openspiel")
    with pytest.raises(ParameterError) as caught:
        Admission(Bounds()).agent('openspiel.bot("mcts")', tesuji.game("avalam"))
    assert (caught.value.where, caught.value.given) == ("agent", "openspiel.bot")
    assert loaded == []


def test_a_spec_opens_one_game_and_the_name_opens_all() -> None:
    one, every = Admission(Bounds(), GAMES), Admission(Bounds(), ["openspiel"])
    assert one.game('openspiel("breakthrough(columns=5,rows=5)")').spec == GAMES[0]
    with pytest.raises(ParameterError):
        one.game(CLOSED)
    assert every.game(CLOSED).spec == CLOSED
    assert set(GAMES) < set(one.games())
    assert "openspiel" not in [*one.games(), *every.games()]


def test_a_bot_may_be_opened_by_name() -> None:
    admission = Admission(Bounds(), ["openspiel.bot"])
    agent = admission.agent('openspiel.bot("uniform_random")', tesuji.game("avalam"))
    assert agent.spec == 'openspiel.bot("uniform_random")'


def test_the_commands_of_the_documentation_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[dict[str, Any]] = []
    monkeypatch.setattr(page_server, "serve", lambda **options: served.append(options))
    commands = re.findall(r"^tesuji (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        more = ["--jobs", "2"] if command.startswith("match") else []
        assert run([*shlex.split(command), *more]) == 0
    assert "nElo" in capsys.readouterr().out
    assert served[0]["allowed"] == ['openspiel("breakthrough")']
    assert unquote_plus(served[0]["fragment"]) == '#new=openspiel("breakthrough")'


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicking(browser: Any, game: str) -> None:
    with serving(allowed=GAMES) as server:
        visitor = Visitor(browser, server)
        visitor.open("#" + urlencode({"new": game}))
        visitor.page.wait_for_selector(".begin:not([inert]) #begin")
        visitor.page.select_option("#seat", "person-first")
        visitor.page.select_option("#opponent", "random")
        visitor.page.click("#begin")
        visitor.page.wait_for_selector("#view-game:not([hidden])")
        visitor.page.wait_for_selector("#board .scene[aria-label*='OpenSpiel'] .can")
        assert visitor.play_to_the_end(Random(SEED)) > 1
        visitor.picture(f"openspiel-{GAMES.index(game)}")
        assert visitor.complaints == []
        visitor.context.close()
