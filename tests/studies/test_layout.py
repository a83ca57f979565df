"""Layouts: what all rows share appears once, and nothing that varies is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.reports_state import RESULTS
from tests.studies.examples import study
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.studies.layout import Layout, lay_out

EXPERIMENTS = {
    f"{study['name']}/{each['name']}": each
    for study in json.loads(RESULTS.read_text("utf-8"))["studies"]
    for each in study["experiments"]
}


def line(**given: Any) -> dict[str, Any]:
    """The data of a row that agrees with the report."""
    numbers = ("reported_games", "reported_within", "difference_low", "difference_high")
    return {
        **dict.fromkeys((*numbers, "difference", "nelo", "nelo_low", "nelo_high")),
        "setting": "a - b",
        "game": "ewn",
        "budget": "then",
        "limits": "9 nodes a move",
        "point": "",
        "simulations": [1.0, 1.0],
        "reported": "wins",
        "reported_wins": False,
        "ours": 0.75,
        "low": 0.5,
        "high": 0.875,
        "games": 8,
        "verdict": "agrees",
        "reason": "so",
        **given,
    }


def laid_out(*lines: dict[str, Any], **given: Any) -> Layout:
    """The layout of an experiment with these rows."""
    about = {"kind": "match", "measure": None, "is_share": True, "axis": ""}
    return lay_out({**about, "findings": lines, **given})


def test_what_all_rows_share_appears_once() -> None:
    layout = laid_out(line(), line(budget="now", limits="0.1 seconds (cpu) a move"))
    assert layout.shared == ("a - b", "ewn", "8 games per row")
    assert layout.header == ("budget", "ours, 95%", "report", "verdict", "difference", "detectable")
    assert [row[0] for row in layout.rows] == ["then", "now"]
    assert layout.limits == {"then": "9 nodes a move", "now": "0.1 seconds (cpu) a move"}


def test_a_single_row_has_only_measured_columns() -> None:
    layout = laid_out(line())
    assert layout.shared == ("a - b", "ewn", "8 games")
    assert layout.header == ("ours, 95%", "report", "verdict", "difference", "detectable")
    assert layout.rows == (("75.0% [50.0%, 87.5%]", "wins", "agrees", "-", "-"),)


@pytest.mark.parametrize(
    ("settings", "said", "column", "cells"),
    [
        (("a - c", "b - c"), "against c", "agent", ("a", "b")),
        (("a - b", "a - c"), "a", "against", ("b", "c")),
        (("a - b", "c - d"), "ewn", "setting", ("a - b", "c - d")),
        (("c = 1", "c = 2"), "ewn", "setting", ("c = 1", "c = 2")),
    ],
)
def test_an_agent_in_every_row_appears_once(
    settings: tuple[str, str], said: str, column: str, cells: tuple[str, str]
) -> None:
    layout = laid_out(*(line(setting=each) for each in settings))
    assert (layout.shared[0], layout.header[0]) == (said, column)
    assert tuple(row[0] for row in layout.rows) == cells


def test_limits_of_each_game_are_below_the_table() -> None:
    layout = laid_out(
        line(game="ewn", limits="700 simulations a move"),
        line(game="ewn-cyclic", limits="30 simulations a move"),
        line(game="all", limits="as above", simulations=None, games=16),
    )
    assert layout.below == (
        "then: 700 simulations a move on ewn, 30 on ewn-cyclic",
        "all: the games of the rows above, added up",
    )
    assert "budget" not in layout.header
    assert layout.shared[-1] == "8 games per row"


def test_games_have_a_column_if_their_numbers_differ() -> None:
    layout = laid_out(line(games=8), line(games=6, budget="now"))
    assert layout.header[-1] == "games"
    assert [row[-1] for row in layout.rows] == ["8", "6"]


def test_a_curve_has_a_column_of_its_axis() -> None:
    points = [
        line(budget="curve", point=point, limits=f"{point} nodes a move against depth 100")
        for point in ("10", "100", "3200")
    ]
    layout = laid_out(*points, kind="curve", axis="nodes")
    assert layout.header[0] == "nodes"
    assert [row[0] for row in layout.rows] == ["10", "100", "3,200"]


def test_a_curve_with_two_varying_limits_shows_them_in_full() -> None:
    points = [
        line(budget="curve", point=point, limits=f"{point} nodes a move against depth {depth}")
        for point, depth in (("10", 1), ("20", 2))
    ]
    layout = laid_out(*points, kind="curve", axis="nodes")
    assert layout.header[0] == "budget"
    assert layout.rows[1][0] == "20 nodes a move against depth 2"


def test_letters_mark_different_reasons() -> None:
    open_lines = [
        line(verdict="cannot be compared", reason=reason, budget=budget)
        for reason, budget in (("few", "then"), ("none", "now"), ("few", "then"))
    ]
    layout = laid_out(*open_lines)
    verdicts = [row[layout.header.index("verdict")] for row in layout.rows]
    assert verdicts == [f"cannot be compared ({mark})" for mark in "aba"]
    assert layout.notes[-2:] == ("cannot be compared (a): few", "cannot be compared (b): none")
    mixed = laid_out(
        line(verdict="too few games", reason="few", budget="then"),
        line(verdict="no difference", reason="small", budget="now"),
        line(verdict="agrees", reason="", budget="then"),
    )
    verdicts = [row[mixed.header.index("verdict")] for row in mixed.rows]
    assert verdicts == ["too few games (a)", "no difference (b)", "agrees"]
    assert mixed.notes[-2:] == ("too few games (a): few", "no difference (b): small")
    alone = laid_out(*open_lines[::2])
    assert alone.rows[0][alone.header.index("verdict")] == "cannot be compared"
    assert alone.notes[-1] == "cannot be compared: few"


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_no_two_rows_of_the_reports_look_the_same(experiment: dict[str, Any]) -> None:
    layout = lay_out(experiment)
    findings = experiment["findings"]
    known = [layout.header.index(n) for n in layout.header if n != "verdict" and "95%" not in n]
    named = [tuple(row[at] for at in known) for row in layout.rows]
    assert len(set(named)) == len(findings)
    everything = " ".join((*layout.shared, *layout.below, *map(" ".join, layout.rows)))
    for finding in findings:
        assert str(finding["games"]) in everything or finding["game"] in ("all", "trend")
        assert finding["budget"] in everything


TEXT = """\
setting | simulations made | ours, 95% | report | verdict | difference | detectable | games
c = 1 | 179 / 1 | 62.5% [56.2%, 68.4%] | 120 of 200 | agrees | +2.5% [-6.6%, +11.6%] | 9.1% | 200
c = 2 | - | 100.0% [72.2%, 100.0%] | about 50.0% | differs | +50.0% [+21.8%, +55.0%] | 16.6% | 20
c = 3 | - | 62.5% [56.2%, 68.4%] | wins | agrees | +12.5% [+6.2%, +18.4%] | 6.1% | 200
c = 4 | - | 12.5% [7.1%, 21.1%] | - | - | - | - | 80
c <5> | - | - | 60.0% | cannot be compared | - | - | 0
"""


def test_a_table_word_for_word() -> None:
    outcome = study().results[0].to_dict()
    outcome["findings"][0]["simulations"] = [179.2, 1.0]
    layout = lay_out(outcome, simulations=True)
    assert "".join(" | ".join(row) + "\n" for row in (layout.header, *layout.rows)) == TEXT
    assert "simulations made" not in lay_out(outcome).header


def test_without_a_report_the_strength_is_shown() -> None:
    outcome = study().results[0]
    layout = lay_out(replace(outcome, findings=outcome.findings[3:4]).to_dict())
    assert layout.header == ("ours, 95%", "nElo, joint 95%")
    pairs = Pentanomial((30, 0, 10, 0, 0))
    low, high = pairs.nelo_interval
    assert layout.rows[0][-1] == f"{pairs.nelo:+.0f} [{low:+.0f}, {high:+.0f}]"
