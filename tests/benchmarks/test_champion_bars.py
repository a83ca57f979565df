"""The champion's bars and its frozen opponents."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest

import tesuji
from benchmarks.champion import FROZEN, PARTS, RESULTS, chosen_matches, frozen_specs
from benchmarks.champion_bars import BARS, Bar, bars_lines
from benchmarks.champion_rows import players_digest
from benchmarks.contests import nelo_text, score_text
from tests.benchmarks.test_strength import has_all
from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.specs import parse_spec

Counts = tuple[int, int, int, int, int]


def row(bar: Bar, counts: Counts) -> dict[str, Any]:
    """A row for a bar, with so many pairs of 0, 1/2, 1, 3/2 and 2 points."""
    whole = Pentanomial(counts).to_dict()
    return {
        "game": bar.game,
        "agents": ["champion", bar.opponent or frozen_specs()[frozen_name(bar.game)]],
        "limits": 2 * [f"{bar.seconds:g} seconds (cpu) per move"],
        **{key: whole[key] for key in ("score", "nelo", "nelo_interval", "pairs")},
        "pentanomial": list(counts),
        "players": None,
        "behaviour": None,
    }


def frozen_name(game: str) -> str:
    return "colosseum(size=8)" if game == "colosseum" else game


def verdict(bar: Bar, counts: Counts) -> str:
    results = {bar.part: [row(bar, counts)]}
    return next(
        line[-1] for line, each in zip(bars_lines(results), BARS, strict=True) if each == bar
    )


IN_SCORE = [bar for bar in BARS if bar.score is not None]
IN_NELO = [bar for bar in BARS if bar.nelo is not None]


@pytest.mark.parametrize("bar", IN_SCORE, ids=str)
def test_a_score_passes_from_its_value_on_in_enough_games(bar: Bar) -> None:
    assert bar.score is not None
    pairs = bar.games // 2
    won = math.ceil(round(pairs * bar.score, 6))
    assert verdict(bar, (pairs - won, 0, 0, 0, won)) == "pass"
    assert verdict(bar, (pairs - won + 1, 0, 0, 0, won - 1)) == "miss"


@pytest.mark.parametrize("bar", IN_SCORE, ids=str)
def test_few_games_leave_a_score_open(bar: Bar) -> None:
    assert verdict(bar, (0, 0, 0, 0, 3)) == "open"
    assert verdict(bar, (9, 0, 0, 0, 0)) == "miss"


def test_a_clear_score_needs_fewer_games() -> None:
    for bar in IN_SCORE:
        sure = bar.score is not None and bar.score <= 0.92
        assert verdict(bar, (0, 0, 0, 0, 60)) == ("pass" if sure else "open")


@pytest.mark.parametrize("bar", IN_NELO, ids=str)
def test_a_bar_in_nelo_is_about_the_lower_end(bar: Bar) -> None:
    pairs = bar.games // 2
    even = verdict(bar, (pairs // 4, 0, pairs // 2, 0, pairs - pairs // 4 - pairs // 2))
    assert even == "miss"
    assert verdict(bar, (0, 0, pairs // 10, 0, pairs - pairs // 10)) == "pass"
    low, _ = Pentanomial((0, 0, 2, 1, 2)).nelo_interval
    assert verdict(bar, (0, 0, 2, 1, 2)) == ("pass" if low >= (bar.nelo or 0) else "open")
    assert verdict(bar, (0, 1, 2, 1, 1)) == "open"
    assert verdict(bar, (20, 0, 1, 0, 0)) == "miss"


def test_games_that_are_asked_for() -> None:
    asked = {(bar.part, bar.game): bar.games for bar in BARS}
    assert asked["presets", "avalam"] == 200
    assert asked["presets", "ewn"] == 2000
    assert asked["frozen", "avalam"] == 1000
    assert asked["frozen", "ewn"] == 5000


def test_a_bar_without_a_match_is_not_passed() -> None:
    assert {line[-1] for line in bars_lines({})} == {""}


def test_a_bar_is_judged_by_the_match_at_its_time() -> None:
    slow_bar = next(bar for bar in BARS if bar.part == "frozen" and bar.seconds == 1)
    fast_bar = replace(slow_bar, seconds=0.1)
    fast, slow = row(fast_bar, (0, 0, 1, 0, 3)), row(slow_bar, (0, 0, 3, 0, 1))
    assert slow_bar.row({"frozen": [fast, slow]}) is slow
    assert slow_bar.row({"frozen": [fast]}) is None


@pytest.mark.parametrize("part", ["presets", "frozen"])
def test_bars_with_dice_count_what_is_left_without_luck(part: str) -> None:
    bar = next(bar for bar in BARS if bar.game == "ewn" and bar.part == part)
    raw = row(bar, (3, 0, 5, 0, 4))
    known = {"score": 0.55, "interval": [0.51, 0.59], "nelo": 40.0, "nelo_interval": [31.0, 49.0]}
    unknown = {"score": 0.55, "interval": [None, None], "nelo": None, "nelo_interval": [None, None]}
    sure = {**raw, "luck_adjusted": known | {"pairs": 12}}
    unsure = {**raw, "luck_adjusted": unknown | {"pairs": 1}}
    assert [bar.verdict(each) for each in (raw, sure, unsure)] == ["open", "pass", "open"]
    found = [bar.measured(each) for each in (raw, sure)]
    if part == "presets":
        assert bar.text == "above 50%"
        assert found == [score_text(raw), "55.0% [51.0%, 59.0%] without luck"]
    else:
        assert found == [nelo_text(raw), "+40 [+31, +49] without luck"]


@pytest.mark.parametrize("bar", [bar for bar in BARS if bar.lower is not None], ids=str)
def test_a_bar_about_the_lower_end_of_a_score(bar: Bar) -> None:
    pairs = bar.games // 2
    assert verdict(bar, (0, 0, pairs // 10, 0, pairs - pairs // 10)) == "pass"
    assert verdict(bar, (pairs // 4, 0, pairs // 2, 0, pairs // 4)) == "miss"
    assert verdict(bar, (1, 0, 3, 0, 2)) == "open"
    assert verdict(bar, (20, 0, 1, 0, 0)) == "miss"


def test_a_bar_prefers_the_match_of_todays_agents() -> None:
    bar = next(bar for bar in BARS if bar.part == "frozen" and bar.seconds == 1)
    older, other = row(bar, (0, 0, 1, 0, 3)), row(bar, (0, 0, 3, 0, 1))
    current = {**other, "players": players_digest(other["game"], other["agents"])}
    assert bar.row({"frozen": [older, current]}) is current
    assert bar.row({"frozen": [current, older]}) is current
    assert bar.row({"frozen": [older, other]}) is other  # without one, the last


def test_every_bar_has_its_match() -> None:
    for bar in BARS:
        assert bar.part in PARTS
        games = [
            (tesuji.game(game).spec, players[1]) for game, players, _ in chosen_matches(bar.part)
        ]
        assert any(bar.game == game and bar.opponent in ("", second) for game, second in games), bar


def test_frozen_specs_are_written_out_and_older_than_the_champion() -> None:
    """A default that changes must not change the opponent."""
    for game, entry in json.loads(FROZEN.read_text("utf-8"))["games"].items():
        now = parse_spec(tesuji.agent(entry["spec"]).expanded(tesuji.game(game)))
        assert has_all(now, parse_spec(entry["spec"]))
        assert len(parse_spec(entry["spec"]).arguments) > 30
        assert entry["behaviour"] < BEHAVIOUR
        champion = tesuji.agent("champion").expanded(tesuji.game(game))
        assert champion != entry["spec"]


def test_the_result_file_names_the_frozen_specs() -> None:
    games = json.loads(FROZEN.read_text("utf-8"))["games"]
    specs = {tesuji.game(game).spec: entry["spec"] for game, entry in games.items()}
    for each in json.loads(RESULTS.read_text("utf-8"))["results"].get("frozen", []):
        assert each["agents"] == ["champion", specs[each["game"]]]
