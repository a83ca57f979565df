"""Games of a report: which are chosen, and whether every position can be stepped to."""

from __future__ import annotations

import importlib.util
import json
import re

import pytest

from tests.arena.made_up_matches import PAIRS, made_up_match, made_up_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.report.games import Survey
from tesuji.arena.report.pages import report_html

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="plots need matplotlib"
)


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return made_up_match(made_up_plan(), PAIRS)


@pytest.fixture(scope="module")
def match_page(match: MatchResult) -> str:
    return report_html(match)


def test_chosen_games_show_both_sides_winning_a_draw_and_the_extremes(match: MatchResult) -> None:
    survey = Survey()
    survey.add(match.games, ("A", "B"))
    games = survey.games()
    records = [shown.record for _, shown in games]
    lengths = [len(record.moves) for record in match.games]
    assert {record.winner for record in records} == {0, 1, None}
    assert {min(lengths), max(lengths)} <= {len(record.moves) for record in records}
    assert len(games) <= 6
    assert all(
        shown.players == (("B", "A") if shown.record.tags["Side"] == "swapped" else ("A", "B"))
        for _, shown in games
    )


def test_replay_holds_every_position_of_its_games(match: MatchResult, match_page: str) -> None:
    found = re.search(r'<script type="application/json" id="positions">(.*?)</script>', match_page)
    assert found is not None
    assert "<" not in found[1]
    data = json.loads(found[1])
    survey = Survey()
    survey.add(match.games, ("A", "B"))
    for (_, shown), frames in zip(survey.games(), data["games"], strict=True):
        first = "\n".join(data["shapes"][line] for line in frames[0])
        assert first == next(shown.record.positions()).svg().rstrip("\n")
        assert len(frames) == len(shown.record.moves) + 1


def test_avalam_report_stays_below_a_megabyte() -> None:
    page = report_html(made_up_match(made_up_plan("avalam"), PAIRS))
    assert len(page.encode()) < 1_000_000
