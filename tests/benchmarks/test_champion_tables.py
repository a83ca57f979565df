"""Tables of the champion's page: what they show of a row, and what they leave out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import champion_tables
from benchmarks.champion_tables import (
    deadline_table,
    is_on,
    luck_table,
    matches_table,
    summary_table,
    unclear,
)

RUN = {"command": "play", "processor": "any", "date": "2026-11-19"}


def row(pentanomial: list[int], score: float, nelo: float | None, **more: Any) -> dict[str, Any]:
    return {
        "game": "ewn",
        "agents": ["champion", "mcts"],
        "limits": ["0.1 seconds (cpu) per move"] * 2,
        "pairs": sum(pentanomial),
        "pentanomial": pentanomial,
        "score": score,
        "nelo": nelo,
        "nelo_interval": [None, None] if nelo is None else [nelo - 50, nelo + 50],
        "behaviour": 3,
        "players": None,
        "runs": [RUN],
        **more,
    }


def cells(shown: dict[str, Any], folder: Path) -> list[str]:
    file = folder / "champion.json"
    file.write_text(json.dumps({"results": {"presets": [shown]}}), "utf-8")
    line = matches_table("presets", file).splitlines()[2]
    return line.strip("| ").split(" | ")


def test_a_score_without_luck_stands_beside_the_score(tmp_path: Path) -> None:
    adjusted = {"score": 0.56, "nelo": 42.0, "nelo_interval": [24.0, 61.0], "pairs": 25}
    shown = cells(row([5, 0, 17, 0, 3], 0.46, -35.1, luck_adjusted=adjusted), tmp_path)
    assert shown[3:5] == ["46.0% (56.0% without luck)", "+42 [+24, +61] without luck"]
    assert cells(row([5, 0, 17, 0, 3], 0.46, -35.1), tmp_path)[3:5] == ["46.0%", "-35 [-85, +15]"]
    some = adjusted | {"pairs": 20}
    shown = cells(row([5, 0, 17, 0, 3], 0.46, -35.1, luck_adjusted=some), tmp_path)
    assert shown[3] == "46.0% (56.0% without luck in 40 games)"


@pytest.mark.parametrize(
    ("nelo", "text"), [(None, "-"), (4111.0, "-"), (800.0, "+800 [+750, +850]")]
)
def test_lopsided_matches_have_no_nelo(nelo: float | None, text: str, tmp_path: Path) -> None:
    assert cells(row([0, 0, 0, 1, 29], 0.99, nelo), tmp_path)[4] == text


@pytest.mark.parametrize(
    ("new", "old", "on"),
    [
        ("alphabeta(reduce=0.5, tempo=1.0, late=0)", "alphabeta(reduce=0.0, tempo=0.0)", True),
        ("alphabeta(reduce=0.0, tempo=1.0)", "alphabeta(reduce=0.5, tempo=0.0)", False),
        ("alphabeta(tempo=0.0)", "alphabeta(tempo=1.2)", False),
        ("alphabeta(knowledge=pentago(lines=1.0))", "alphabeta", False),
    ],
)
def test_the_champion_has_what_was_adopted(new: str, old: str, on: bool) -> None:
    assert is_on({"game": "pentago-twist", "agents": [new, old]}) == on


def test_todays_agents_decide_what_is_unclear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(nelo: float, second: str, behaviour: int) -> dict[str, Any]:
        agents = ["alphabeta", second]
        return row([1, 0, 1, 0, 1], 0.5, nelo, agents=agents, behaviour=behaviour)

    monkeypatch.setattr(champion_tables, "is_current", lambda row: row["behaviour"] == 9)
    rows = [played(0.0, "mcts", 4), played(90.0, "mcts", 9), played(-90.0, "flat", 4)]
    file = tmp_path / "champion.json"
    file.write_text(json.dumps({"results": {"compositions": rows}}), "utf-8")
    [line] = unclear(file).splitlines()
    assert line.startswith("- On `ewn`, `alphabeta` is weaker than `flat`: -90 [-140, -40] nElo")
    assert line.endswith("in 6 games by older agents, behaviour 4.")


def test_the_summary_has_the_hardest_opponent_of_each_game(tmp_path: Path) -> None:
    def against(name: str, score: float, seconds: str = "0.1", **more: Any) -> dict[str, Any]:
        limits = [f"{seconds} seconds (cpu) per move"] * 2
        return row([0, 0, 1, 0, 1], score, 9.0, agents=["champion", name], limits=limits, **more)

    luck = {"score": 0.55, "nelo": 42.0, "nelo_interval": [24.0, 61.0], "pairs": 1}
    presets = [
        against("mcts", 0.8),
        against("ewn-hard", 0.9, luck_adjusted=luck),
        against("ewn-mcts", 0.1, seconds="1.0"),
    ]
    before = [against("spec", 0.7)]
    file = tmp_path / "champion.json"
    file.write_text(json.dumps({"results": {"presets": presets, "frozen": before}}), "utf-8")
    line = summary_table(file).splitlines()[2]
    assert line == "| `ewn` | `ewn-hard` | 55.0% in 2 games | +9 [-41, +59] in 4 games |"


def test_matches_of_a_game_stand_together(tmp_path: Path) -> None:
    rows = [row([0, 0, 1, 0, 1], 0.75, 100.0, game=game) for game in ("ewn", "avalam", "ewn")]
    file = tmp_path / "champion.json"
    file.write_text(json.dumps({"results": {"presets": rows}}), "utf-8")
    lines = matches_table("presets", file).splitlines()[2:5]
    assert [line.split("`")[1] for line in lines] == ["avalam", "ewn", "ewn"]


def test_the_table_of_luck_has_a_line_per_evaluator() -> None:
    adjusted = {
        "evaluator": "greedy", "score": 0.76, "interval": [0.75, 0.77],
        "standard_errors_between": -0.59, "variance_ratio": 0.38,
    }  # fmt: skip
    results = {
        "agents": ["a", "b"], "games": 10_000, "score": 0.7611, "interval": [0.753, 0.769],
        "adjusted": [adjusted],
    }  # fmt: skip
    *_, raw, without, empty, about = luck_table(results).splitlines()
    assert raw == "| - | 76.1% [75.3%, 76.9%] |  | 100% |"
    assert without == "| `greedy` | 76.0% [75.0%, 77.0%] | -0.6 | 38% |"
    assert (empty, about) == ("", "10,000 games of `a` against `b` on")


def test_the_table_of_deadlines_shows_the_worst_search() -> None:
    row = {
        "game": "ewn", "searches": [250, 250],
        "cpu_round_call": {"max_ms": 0.24}, "wall_round_call": {"p50_ms": 11.92},
    }  # fmt: skip
    assert deadline_table({"rows": [row]}).splitlines()[2] == "| `ewn` | 250 | 0.2 ms | 11.9 ms |"
