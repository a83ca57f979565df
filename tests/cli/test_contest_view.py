"""Tables of matches and ratings in a terminal of 80 columns and 24 lines."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import combinations

import pytest
from rich.console import Console, RenderableType

from tests.arena.made_up_matches import PAIRS, made_up_match, made_up_plan
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.tournament import rate_tournament
from tesuji.cli import tournament_view
from tesuji.cli.contest_view import _View, print_matches
from tesuji.cli.demo import AGENTS, GAME
from tesuji.cli.tournament_view import print_tournament

LONGEST = "colosseum-mcts - colosseum-heuristic"


def console(width: int, height: int = 24) -> Console:
    file = io.StringIO()
    return Console(
        file=file, width=width, height=height, highlight=False, emoji=False, markup=False
    )


def text(out: Console) -> str:
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


def lines(out: Console) -> list[str]:
    return [line.rstrip() for line in text(out).splitlines()]


def plans(agents: Sequence[str], games: Sequence[str] = (GAME,)) -> list[MatchPlan]:
    return [
        made_up_plan(game, (one, other), pairs=6)
        for game in games
        for one, other in combinations(agents, 2)
    ]


def played(plan: MatchPlan) -> MatchResult:
    return made_up_match(plan, PAIRS)


@pytest.fixture(scope="module")
def matches() -> list[MatchResult]:
    """The matches of the demo."""
    return [played(plan) for plan in plans(AGENTS)]


def live(results: Sequence[MatchResult], width: int = 80, height: int = 24) -> list[str]:
    """The lines that a running contest of these matches shows."""
    contest = Contest([result.match.plan for result in results])
    contest.matches = [result.match for result in results]
    out = console(width, height)
    view: RenderableType = _View(contest)
    out.print(view)
    return lines(out)


def test_the_demo_fits_a_terminal_while_it_runs(matches: list[MatchResult]) -> None:
    shown = live(matches)
    assert len(shown) == 1 + len(matches) + 1 <= 23
    assert shown[0].split() == ["match", "on", GAME, "score", "pairs"]
    for line, match in zip(shown[1:], matches, strict=False):
        assert line.startswith(" - ".join(match.agents))
        assert line.endswith("6/6")
    assert "games/s" in shown[-1]


def test_with_room_a_running_contest_shows_all_figures(matches: list[MatchResult]) -> None:
    assert live(matches, width=120)[0].split()[3:] == ["score", "nElo", "pairs"]
    few = live([match for match in matches if LONGEST in match.match.plan.title])
    assert few[0].split()[3:] == ["score", "nElo", "pairs"]
    assert [line.split("  ")[0] for line in few[1:3]] == ["colosseum-mcts -", "colosseum-heuristic"]


def test_more_matches_than_lines_are_counted(matches: list[MatchResult]) -> None:
    shown = live(matches, height=20)
    assert len(shown) == 19
    assert shown[-2] == "... 21 matches in all"
    assert "games/s" in shown[-1]


@pytest.mark.parametrize("width", [80, 70, 50])
def test_names_break_between_words_only(matches: list[MatchResult], width: int) -> None:
    out = console(width)
    print_matches(out, [match.match for match in matches])
    shown = text(out)
    assert max(map(len, lines(out))) <= width
    assert shown.count("66.7% [36.7%, 87.4%]") == len(matches)
    assert "".join(shown.split()).count(GAME) == (1 if width > 60 else len(matches))
    for agent in AGENTS:
        named = sum(agent in match.agents for match in matches)
        assert shown.replace("\n", " ").split(" ").count(agent) == named


def test_each_match_names_its_game_if_they_differ() -> None:
    results = [played(plan) for plan in plans(("flat", "random"), ("ewn", "ewn-cyclic"))]
    out = console(100)
    print_matches(out, [result.match for result in results])
    names = [line.split("  ")[0] for line in lines(out)]
    assert names == ["match", "flat - random on ewn", "flat - random on ewn-cyclic"]


def test_a_name_of_its_own_stays_whole() -> None:
    out = console(100)
    print_matches(out, [played(made_up_plan("ewn", name="the final")).match])
    assert [line.split("  ")[0] for line in lines(out)] == ["match", "the final"]


def printed(
    monkeypatch: pytest.MonkeyPatch, results: Sequence[MatchResult], width: int
) -> list[str]:
    out = console(width)
    monkeypatch.setattr(tournament_view, "make_console", lambda: out)
    print_tournament(rate_tournament(GAME, AGENTS, results))
    return lines(out)


def test_ratings_and_cross_table_share_lines(
    matches: list[MatchResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = printed(monkeypatch, matches, 80)
    assert max(map(len, shown[:8])) <= 80
    assert shown[0].split() == ["agent", "Elo", "95%", *"1234567"]
    assert {line.split()[1] for line in shown[1:8]} == set(AGENTS)
    assert all(line.split().count("-") == 1 for line in shown[1:8])


def test_the_cross_table_is_below_in_a_narrow_terminal(
    matches: list[MatchResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = printed(monkeypatch, matches, 60)
    assert shown[0].split() == ["agent", "Elo", "95%"]
    assert {line.split()[1] for line in shown[1:8]} == set(AGENTS)
    assert shown[8] == ""
    assert shown[9].split() == [*"1234567"]
    assert [line.split()[0] for line in shown[10:17]] == [*"1234567"]
    assert len({len(line) for line in shown[9:17]}) == 1


def test_notes_are_below_the_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    won = [made_up_match(plan, [(1.0, 1.0)] * 6) for plan in plans(AGENTS[:2])]
    shown = printed(monkeypatch, won, 200)
    note = "Warning: champion won every game, so its rating has no upper bound"
    assert shown[3] == note
    assert shown.count(note) == 1
