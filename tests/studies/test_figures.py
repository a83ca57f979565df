"""Figures: which plots an experiment has, and which lines are in them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tesuji.studies.figures import data_figures, figure_budgets, figure_title


def finding(point: str, ours: float | None, **changed: Any) -> dict[str, Any]:
    made = {
        "label": f"a - b, {point}",
        "setting": "a - b",
        "point": point,
        "game": "ewn",
        "budget": "curve",
        "reported": None,
        "reported_games": None,
        "reported_within": None,
        "ours": ours,
        "low": None if ours is None else ours - 0.1,
        "high": None if ours is None else ours + 0.1,
    }
    return made | changed


def experiment(kind: str, *findings: dict[str, Any], **changed: Any) -> dict[str, Any]:
    made = {"name": "x", "title": "X", "kind": kind, "measure": None, "is_share": True}
    return made | {"axis": "simulations", "findings": list(findings)} | changed


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_a_curve_has_a_line_for_each_setting_and_game() -> None:
    findings = [
        finding(p, v, game=g) for g in ("ewn", "avalam") for p, v in (("1", 0.4), ("9", 0.6))
    ]
    [(name, svg)] = data_figures(experiment("curve", *findings))
    assert name == "x"
    shown = texts(svg)
    assert {"ewn", "avalam", "simulations", "1", "9", "score"} <= set(shown)


def test_a_sweep_is_drawn_beside_the_report_for_each_budget() -> None:
    findings = [
        finding(p, v, budget=b, reported=0.5)
        for b in ("then", "now")
        for p, v in (("1", 0.4), ("2", 0.6))
    ]
    figures = dict(data_figures(experiment("sweep", *findings, axis="select.c")))
    assert list(figures) == ["x", "x-2"]
    assert all({"ours", "report", "select.c"} <= set(texts(svg)) for svg in figures.values())
    # Which is which can be seen, and is said.
    assert [{"score, then", "score, now"} & set(texts(svg)) for svg in figures.values()] == [
        {"score, then"},
        {"score, now"},
    ]
    swept = experiment("sweep", *findings)
    assert figure_budgets(swept) == {"x": "then", "x-2": "now"}
    titles = {name: figure_title(swept, each) for name, each in figure_budgets(swept).items()}
    assert titles == {"x": "X (then)", "x-2": "X (now)"}
    assert all(f'aria-label="{title}"' in figures[name] for name, title in titles.items())


def test_a_reports_figure_is_drawn_with_its_error() -> None:
    def drawn(**given: Any) -> str:
        findings = [finding(p, 0.5, reported=0.5, **given) for p in ("1", "2")]
        return dict(data_figures(experiment("sweep", *findings)))["x"]

    assert len({drawn(), drawn(reported_games=20), drawn(reported_within=0.3)}) == 3


def test_long_names_and_close_marks_have_room() -> None:
    long = "colosseum-uct(select=prior, final=value)"
    findings = [
        finding(p, 0.5, setting=f"{agent} - colosseum-uct")
        for agent in (long, "b")
        for p in ("1000", "3200", "250000")
    ]
    [(_, svg)] = data_figures(experiment("curve", *findings))
    assert {long, "b", "1k", "3.2k", "250k"} <= set(texts(svg))


@pytest.mark.parametrize("points", ["2 3 4 5", "50 500 5000"])
def test_an_axis_is_logarithmic_where_points_are_far_apart(points: str) -> None:
    """Either way these points are drawn at equal distances."""
    [(_, svg)] = data_figures(experiment("curve", *(finding(p, 0.5) for p in points.split())))
    places = sorted({float(x) for x in re.findall(r'<use href="#\w+" x="([\d.]+)"', svg)})[-3:]
    assert places[2] - places[1] == pytest.approx(places[1] - places[0], rel=0.01)


def test_other_kinds_are_dots_without_the_trend() -> None:
    findings = [finding("", 0.4), finding("", 0.6, game="avalam"), finding("", 0.2, game="trend")]
    [(_, svg)] = data_figures(experiment("match", *findings))
    assert {"ewn", "avalam"} <= set(texts(svg))
    assert "trend" not in texts(svg)


@pytest.mark.parametrize("kind", ["match", "curve"])
def test_what_was_not_measured_is_not_drawn(kind: str) -> None:
    assert list(data_figures(experiment(kind, finding("1", None)))) == []


def test_a_sweep_on_two_games_has_a_line_for_each() -> None:
    findings = [finding(p, 0.5, game=g, reported=1) for g in ("ewn", "avalam") for p in ("1", "2")]
    [(_, svg)] = data_figures(experiment("sweep", *findings))
    wanted = {f"{who}, {game}" for who in ("ours", "report") for game in ("ewn", "avalam")}
    assert wanted <= set(texts(svg))


def test_a_ladder_shows_the_reports_figure() -> None:
    points = [
        finding(point, 0.6, reported=0.7, reported_games=100) for point in ("10", "100", "1000")
    ]
    [(_, with_figure)] = data_figures(experiment("curve", *points))
    [(_, without)] = data_figures(
        experiment("curve", *(point | {"reported": "wins"} for point in points))
    )
    assert "report" in texts(with_figure)
    assert "report" not in texts(without)
