"""Matches and tournaments as people call them; and what they are told when wrong."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.arena.pairs import in_threads, moves_of
from tesuji.arena.match.api import match
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.plan import make_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.tournament import TournamentResult, tournament
from tesuji.arena.stats import ratings
from tesuji.arena.store.store import Store
from tesuji.errors import (
    LoadError,
    ParameterError,
    SeedError,
    SpecError,
    StoreError,
    TesujiError,
    UnknownAgentError,
    UnknownGameError,
)

FAST: dict[str, Any] = {"game": "ewn", "simulations": 20, "jobs": 2}


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that need no time to start."""
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def games(result: MatchResult) -> list[list[str]]:
    return [moves_of(record) for record in result.games]


# Processes


@pytest.mark.parametrize("game", ["ewn", "avalam"])
def test_one_and_two_workers_play_the_same_games(game: str) -> None:
    options: dict[str, Any] = {"game": game, "pairs": 6, "simulations": 100, "seed": 4}
    one, two = (match("mcts", "flat", jobs=jobs, **options) for jobs in (1, 2))
    assert games(one) == games(two)
    assert len(games(one)) == 12
    assert one.pentanomial == two.pentanomial


EVALUATOR = """
import tesuji

def fail(positions):
    raise RuntimeError("no network")

tesuji.register_evaluator("fails", fail)
"""


def test_workers_load_the_files_that_a_match_names(tmp_path: Path) -> None:
    file = tmp_path / "evaluator.py"
    file.write_text(EVALUATOR, "utf-8")
    result = match("mcts(evaluate=fails)", "random", pairs=3, load=[file], **FAST)
    assert result.pentanomial.counts == (3, 0, 0, 0, 0)
    assert result.to_dict()["forfeits"] == [{"crash": 6}, {}]
    forfeits, cause = result.warnings
    assert forfeits == "mcts(evaluate=fails) forfeited 6 games: 6 by a crash"
    assert cause.endswith("crashed in 6 games: RuntimeError: no network")


# Matches


@pytest.mark.usefixtures("threads")
class TestMatch:
    def test_the_package_offers_it(self) -> None:
        assert tesuji.match is match
        assert tesuji.tournament is tournament

    def test_a_result_can_be_written_as_json(self) -> None:
        result = match("mcts", "random", pairs=3, sprt="0,20", **FAST)
        data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
        assert (data["kind"], data["pairs"], data["games"]) == ("match", 3, 6)
        assert data["agents"] == ["mcts", "random"]
        assert (data["sprt"]["elo0"], data["sprt"]["elo1"]) == (0, 20)
        assert len(result.to_dicts()) == 6
        assert "mcts - random" in result.summary()
        assert "<table>" in result._repr_html_()

    def test_the_test_ends_the_match(self) -> None:
        result = match("mcts", "random", pairs=400, sprt="0,300", **FAST)
        assert result.match.verdict == "H1"
        assert result.complete
        assert len(games(result)) < 800
        assert result.to_dict()["games"] == 2 * result.pentanomial.pairs
        assert "H1 accepted by SPRT of 0 against 300 nElo" in result.summary()

    def test_openings_are_used_in_turn(self, tmp_path: Path) -> None:
        texts = ["6/6/6/6/6/6", "w5/6/6/6/6/5b"]
        file = tmp_path / "openings"
        file.write_text("\n".join(texts), "utf-8")
        options: dict[str, Any] = {**FAST, "game": "pentago", "pairs": 4}
        for given in (texts, file, str(file)):
            result = match("greedy", "random", openings=given, **options)
            starts = [record.start for record in result.games]
            assert starts == [texts[0]] * 2 + [texts[1]] * 2 + [texts[0]] * 2 + [texts[1]] * 2

    def test_drawn_openings_follow_the_seed(self) -> None:
        def starts(seed: int) -> list[str]:
            result = match("random", "random", pairs=5, seed=seed, game="avalam", jobs=2)
            return [record.start for record in result.games]

        assert starts(1) == starts(1)
        assert starts(1) != starts(2)
        assert len(set(starts(1))) == 5

    def test_equal_games_are_warned_of(self) -> None:
        options: dict[str, Any] = {**FAST, "game": "pentago", "pairs": 5, "plies": 0}
        (warning,) = match("greedy", "greedy", **options).warnings
        assert warning.startswith("90% of the games ")
        assert match("random", "random", **options).warnings == []

    def test_own_limits_replace_the_shared_ones(self) -> None:
        plan = make_plan(
            ("mcts", "flat"),
            game="ewn",
            pairs=1,
            limits={"seconds": 0.1, "memory": 8},
            own_limits=(None, {"simulations": 7}),
        )
        first, second = (limits.per_move for limits in plan.limits)
        assert (first.seconds, first.simulations, first.clock, first.memory) == (
            0.1,
            None,
            "cpu",
            8,
        )
        assert (second.seconds, second.simulations, second.memory) == (None, 7, 8)

    def test_without_limits_a_move_has_a_tenth_of_a_second(self) -> None:
        plan = make_plan(("mcts", "flat"), game="ewn", pairs=1)
        assert [limits.text() for limits in plan.limits] == ["0.1 seconds (cpu) per move"] * 2

    def test_ctrl_c_returns_what_there_is(self, tmp_path: Path) -> None:
        def interrupt(contest: Contest) -> None:
            if contest.played == 2:
                raise KeyboardInterrupt

        store = tmp_path / "store"
        part = match("mcts", "random", pairs=20, store=store, progress=interrupt, **FAST)
        assert not part.complete
        assert part.pentanomial.pairs == 2
        whole = match("mcts", "random", pairs=20, store=store, **FAST)
        assert whole.complete
        assert games(whole) == games(match("mcts", "random", pairs=20, **FAST))

    def test_ctrl_c_at_once_is_a_result_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: Any, **__: Any) -> Any:
            raise KeyboardInterrupt

        monkeypatch.setattr("tesuji.arena.match.contest.run_tasks", interrupt)
        result = match("mcts", "random", pairs=20, **FAST)
        assert not result.complete
        assert "no pair was finished" in result.summary()
        json.dumps(result.to_dict(), allow_nan=False)
        assert result._repr_html_()

    def test_all_conditions_of_a_resumed_match_are_stated(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = tmp_path / "store"
        match("greedy", "random", pairs=2, store=store, **{**FAST, "jobs": 1})
        there = {"processor": "Abacus", "build": "b2", "tesuji": "1", "python": "3"}
        monkeypatch.setattr("tesuji.arena.run.worker.conditions_here", lambda: there)
        result = match("greedy", "random", pairs=5, store=store, **FAST)
        here, elsewhere = result.to_dict()["conditions"]
        assert (here["pairs"], here["games_at_once"]) == (2, 1)
        assert here["processor"] != "Abacus"
        assert elsewhere == {"pairs": 3, "games_at_once": 2, **there}
        assert result.warnings == []
        fewer = match("greedy", "random", pairs=1, store=store, **FAST)
        assert [each["pairs"] for each in fewer.conditions] == [1]

    def test_clocks_on_two_machines_are_warned_of(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        options: dict[str, Any] = {"game": "ewn", "jobs": 1, "store": tmp_path / "store"}
        match("greedy", "random", pairs=1, seconds=0.01, **options)
        monkeypatch.setattr("tesuji.arena.run.worker.conditions_here", dict)
        (warning,) = match("greedy", "random", pairs=2, seconds=0.01, **options).warnings
        assert "played on 2 kinds of machine or build" in warning

    def test_one_forfeit_is_one_game(self) -> None:
        forfeits = match("greedy", "random", pairs=1, **FAST)
        forfeits.match.tally.forfeits[0]["time"] += 1
        assert forfeits.warnings == ["greedy forfeited 1 game: 1 on time"]

    def test_new_starts_afresh(self, tmp_path: Path) -> None:
        store = tmp_path / "store"
        old = games(match("greedy", "random", pairs=2, store=store, **FAST))
        with pytest.raises(StoreError) as caught:
            match("greedy", "random", pairs=2, store=store, seed=1, **FAST)
        assert caught.value.differences == [("seed", "0", "1")]
        new = match("greedy", "random", pairs=2, store=store, seed=1, new=True, **FAST)
        assert games(new) != old


# Wrong input: a clear error, and nothing is written

WRONG: dict[str, tuple[dict[str, Any], type[TesujiError], str | tuple[str, Any]]] = {
    "unknown agent": ({"second": "mtcs"}, UnknownAgentError, "did you mean 'mcts'"),
    "unknown game": ({"game": "avalon"}, UnknownGameError, "did you mean 'avalam'"),
    "an agent of another game": ({"second": "random-walk"}, ParameterError, "random-walk"),
    "a broken spec": ({"first": "mcts(select=ucb1("}, SpecError, "mcts"),
    "an unknown evaluator": ({"first": "mcts(evaluate=oracle)"}, ParameterError, "'oracle'"),
    "no pairs": ({"pairs": 0}, ParameterError, ("pairs", 0)),
    "half a pair": ({"pairs": 1.5}, ParameterError, ("pairs", 1.5)),
    "a wrong time": ({"time": "1:30"}, ParameterError, ("time", "1:30")),
    "time and seconds": ({"time": "60", "seconds": 1}, ParameterError, ("time", "60")),
    "an unknown limit": ({"second": "flat", "sims": 5}, ParameterError, "'sims'"),
    "a negative limit": ({"simulations": -1}, ParameterError, "simulations"),
    "an unknown clock": ({"clock": "sun"}, ParameterError, "'sun'"),
    "a wrong own limit": ({"first_limits": {"second": 1}}, ParameterError, "'seconds'"),
    "a wrong test": ({"sprt": "0-20"}, ParameterError, ("sprt", "0-20")),
    "a test of nothing": ({"sprt": "20,20"}, ParameterError, ("elo0", 20.0)),
    "no workers": ({"jobs": 0}, ParameterError, ("jobs", 0)),
    "negative workers": ({"jobs": -2}, ParameterError, ("jobs", -2)),
    "a missing file of openings": ({"openings": "/no/file"}, ParameterError, "/no/file"),
    "no openings": ({"openings": []}, ParameterError, "openings"),
    "a broken opening": ({"openings": ["nonsense"]}, ParameterError, "nonsense"),
    "too many plies": ({"plies": 200}, ParameterError, "200 plies"),
    "negative plies": ({"plies": -1}, ParameterError, "-1"),
    "a wrong rule": ({"adjudicate": {"prooven": True}}, ParameterError, "prooven"),
    "a wrong seed": ({"seed": -1}, SeedError, "seed"),
    "a missing file to load": ({"load": ["/no/such.py"]}, LoadError, "/no/such.py"),
}
"""What is given, the error, and what it names: a text in its message, or its where and given."""


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_refused_and_nothing_written(name: str, tmp_path: Path) -> None:
    given, kind, named = WRONG[name]
    store = tmp_path / "store"
    options = {"first": "mcts", "second": "random", "game": "avalam", "pairs": 2, "jobs": 1}
    with pytest.raises(kind) as caught:
        match(**{**options, "store": store, **given})
    if isinstance(named, tuple):
        assert (caught.value.where, caught.value.given) == named
        assert caught.value.expected
    else:
        assert named in str(caught.value)
    assert not store.exists()


@pytest.mark.usefixtures("threads")
def test_a_tournament_begins_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    store = tmp_path / "store"
    match("random", "flat", pairs=1, seed=9, store=store, **FAST)
    with pytest.raises(StoreError) as caught:
        tournament(["greedy", "random", "flat"], pairs=1, store=store, **FAST)
    assert caught.value.name == "random - flat on ewn"
    with Store(store) as opened:
        assert len(opened.matches()) == 1


# Tournaments


@pytest.mark.usefixtures("threads")
class TestTournament:
    AGENTS = ("random", "greedy", "flat", "alphabeta")

    def meetings(self, kind: str, **options: Any) -> list[tuple[str, str]]:
        result = tournament(self.AGENTS, kind=kind, pairs=1, **{**FAST, **options})
        assert sorted(rating.name for rating in result.ratings) == sorted(self.AGENTS)
        assert result.complete
        json.dumps(result.to_dict(), allow_nan=False)
        return [match.agents for match in result.matches]

    def test_round_robin(self) -> None:
        assert self.meetings("round-robin") == list(combinations(self.AGENTS, 2))

    def test_gauntlet(self) -> None:
        expected = [("random", other) for other in self.AGENTS[1:]]
        assert self.meetings("gauntlet") == expected

    def test_swiss_never_repeats_a_meeting(self) -> None:
        met = [frozenset(agents) for agents in self.meetings("swiss", rounds=9)]
        assert len(set(met)) == len(met)
        assert len(met) > 4

    def test_swiss_rounds(self) -> None:
        assert len(self.meetings("swiss")) == 4

    def test_swiss_resumes(self, tmp_path: Path) -> None:
        store = tmp_path / "store"
        assert self.meetings("swiss", store=store) == self.meetings("swiss", store=store)
        with Store(store) as opened:
            assert len(opened.matches()) == 4

    def test_swiss_ends_with_ctrl_c(self) -> None:
        def interrupt(contest: Contest) -> None:
            raise KeyboardInterrupt

        result = tournament(self.AGENTS, kind="swiss", pairs=3, progress=interrupt, **FAST)
        assert not result.complete
        assert len(result.matches) == 2

    def test_the_anchor_is_zero(self) -> None:
        result = tournament(["random", "greedy"], pairs=4, anchor="random", **FAST)
        assert {r.name: r.elo for r in result.ratings}["random"] == 0

    def test_a_result_shows_the_model_and_what_to_doubt(self) -> None:
        result = tournament(self.AGENTS, pairs=3, **{**FAST, "game": "pentago", "plies": 0})
        assert result.table is not None
        data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
        assert data["first_move"]["value"] == result.table.first_move.value
        assert data["draw_rate_of_equals"] == result.table.draw_rate
        assert data["misfit"]["freedom"] == 3
        assert data["transitive"] is result.table.transitive
        assert set(data["cross_table"]) == set(self.AGENTS)
        games = [game for match in result.matches for game in match.games]
        assert data["draw_rate"] == sum(g.winner is None for g in games) / len(games)
        assert data["first_player_score"] == pytest.approx(
            sum(g.value_for(0) for g in games) / len(games)
        )
        doubts = [w for m in result.matches for w in m.warnings]
        assert doubts
        assert len(result.warnings) == len(result.notes) + len(doubts)
        assert data["warnings"] == result.warnings
        assert len(result.to_dicts()) == len(games)
        assert result.ratings[0].name in result.summary()
        assert "<table>" in result._repr_html_()

    def test_cycles_and_misfit_are_said(self) -> None:
        wins = [(1.0, 1.0)] * 6 + [(1.0, 0.0)] * 6 + [(0.5, 1.0)] * 4
        names = ("a", "b", "c")
        meetings = {("a", "b"): wins, ("b", "c"): wins, ("c", "a"): wins}
        result = TournamentResult("ewn", names, (), ratings.rate(meetings))
        cycle, misfit = result.notes
        assert cycle == "not transitive: a beats b, b beats c, c beats a"
        assert re.match(r"not transitive: .*chi-square \d+\.\d of 1, p =", misfit)
        assert result.to_dict()["transitive"] is False

    def test_agents_have_limits_of_their_own(self) -> None:
        own = {"flat": {"simulations": 5}, "mcts()": {"nodes": 9}}
        result = tournament(["flat", "mcts", "random"], pairs=1, agent_limits=own, **FAST)
        texts = {m.agents: [each.text() for each in m.match.plan.limits] for m in result.matches}
        assert texts["flat", "mcts"] == ["5 simulations per move", "9 nodes per move"]
        assert texts["mcts", "random"] == ["9 nodes per move", "20 simulations per move"]

    def test_an_agent_without_a_finished_pair_has_no_rating(self) -> None:
        def interrupt(contest: Contest) -> None:
            raise KeyboardInterrupt

        options: dict[str, Any] = {"pairs": 3, "progress": interrupt, "anchor": "alphabeta"}
        result = tournament(self.AGENTS, **options, **{**FAST, "jobs": 1})
        assert len(result.ratings) == 2
        assert not result.complete

    @pytest.mark.parametrize(
        ("agents", "options", "where", "given"),
        [
            (["mcts", "random"], {"sprt": "0,20"}, "sprt", "0,20"),
            (["mcts", "random"], {"rounds": 2}, "rounds", 2),
            (["mcts", "random"], {"kind": "swiss", "rounds": 0}, "rounds", 0),
            (["mcts", "random"], {"agent_limits": {"flat": {}}}, "agent_limits", "flat"),
            (["mcts"], {}, "agents", ["mcts"]),
            (["mcts", "mcts"], {}, "agents", ["mcts", "mcts"]),
            (["mcts", "random"], {"kind": "knockout"}, "kind", "knockout"),
            (["random", "greedy"], {"anchor": "flat"}, "anchor", "flat"),
        ],
    )
    def test_wrong_tournaments(
        self, agents: list[str], options: Any, where: str, given: object
    ) -> None:
        with pytest.raises(ParameterError) as caught:
            tournament(agents, pairs=1, **FAST, **options)
        assert (caught.value.where, caught.value.given) == (where, given)
        assert caught.value.expected

    def test_unknown_agents(self) -> None:
        with pytest.raises(UnknownAgentError, match="nobody"):
            tournament(["mcts", "nobody"], pairs=1, **FAST)
