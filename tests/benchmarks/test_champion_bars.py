"""The champion's bars and its frozen opponents."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tesuji
from benchmarks.champion import FROZEN, PARTS, RESULTS, chosen_matches, merged
from benchmarks.champion_bars import BARS, Bar, bars_lines
from tests.benchmarks.test_strength import has_all
from tesuji.agents.bench import BEHAVIOUR
from tesuji.specs import parse_spec


def row(
    game: str, opponent: str, score: float, low: float | None, seconds: float
) -> dict[str, Any]:
    interval = [low, None if low is None else low + 80]
    nelo = None if low is None else low + 40
    agents = ["champion", opponent]
    return {
        "game": game,
        "agents": agents,
        "limits": 2 * [f"{seconds:g} seconds (cpu) per move"],
        "score": score,
        "nelo": nelo,
        "nelo_interval": interval,
        "pairs": 50,
    }


def verdict(bar: Bar, score: float, low: float | None) -> str:
    results = {bar.part: [row(bar.game, bar.opponent or "frozen", score, low, bar.seconds)]}
    return next(
        line[-1] for line, each in zip(bars_lines(results), BARS, strict=True) if each == bar
    )


@pytest.mark.parametrize("bar", BARS, ids=str)
def test_a_bar_passes_from_its_value_on(bar: Bar) -> None:
    if bar.score is not None:
        assert verdict(bar, bar.score, None) == "pass"
        assert verdict(bar, bar.score - 0.001, 900.0) == "miss"
    else:
        assert bar.nelo is not None
        assert verdict(bar, 0.5, bar.nelo) == "pass"
        assert verdict(bar, 0.99, bar.nelo - 1) == "miss"
        assert verdict(bar, 0.99, None) == "miss"


def test_a_bar_without_a_match_is_not_passed() -> None:
    assert {line[-1] for line in bars_lines({})} == {""}


def test_a_bar_is_judged_by_the_match_at_its_time() -> None:
    bar = Bar("frozen", "avalam", "", nelo=150.0, seconds=1.0)
    fast, slow = (row("avalam", "frozen", 0.7, low, at) for low, at in ((200.0, 0.1), (90.0, 1.0)))
    assert bar.row({"frozen": [fast, slow]}) is slow
    assert bar.row({"frozen": [fast]}) is None


def test_a_match_at_another_time_is_kept() -> None:
    fast, slow, again = (row("avalam", "frozen", 0.7, 100.0, at) for at in (0.1, 1.0, 1.0))
    assert merged([fast, slow], [again]) == [fast, again]


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
