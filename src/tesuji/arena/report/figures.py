"""The plots of each kind of result."""

from __future__ import annotations

import math

from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.series import SeriesResult
from tesuji.arena.match.tournament import TournamentResult
from tesuji.arena.report import plots
from tesuji.arena.report.games import Survey
from tesuji.arena.report.markup import Html, agent_labels, is_number, match_labels, text
from tesuji.arena.report.plots import Row
from tesuji.arena.stats.pentanomial import Pentanomial

__all__ = ["gallery", "match_plots", "rating_plots", "series_plots"]

MOST_OPENINGS = 20
"""Up to this many given openings are plotted one by one."""


def match_plots(result: MatchResult, survey: Survey) -> Html:
    """Plots of the test, of the score by pair, side and opening, and of the cost of moves."""
    scores = result.match.tally.scores
    pairs = [scores[pair] for pair in sorted(scores)]
    if not pairs:
        return Html("")
    means = [(first + second) / 2 for first, second in pairs]
    sprt, label = result.match.sprt, match_labels(result)[0]
    drawn = [] if sprt is None else [("Test", plots.llr_plot(result.match.llrs, sprt.bounds))]
    drawn += [
        ("Score during the match", plots.score_plot(means)),
        (f"Score of {label} by side", _sides(pairs)),
        (f"Score of {label} by opening", _openings(result, means)),
    ]
    return gallery([*drawn, *_costs(result, survey)])


def rating_plots(result: TournamentResult) -> Html:
    """Plot of the ratings with their intervals, the best on top."""
    labels = agent_labels([rating.name for rating in result.ratings])
    rows: list[Row] = [
        (f"{number}. {label}", rating.elo, rating.interval)
        for number, (label, rating) in enumerate(zip(labels, result.ratings, strict=True), 1)
    ]
    title = "Ratings with 95% intervals"
    svg = plots.dot_plot(rows, name="ratings", title=title, label="Elo", reference=0, percent=False)
    return gallery([(title, svg)], "wide")


def series_plots(result: SeriesResult) -> Html:
    """Plots of the score, and of nElo if it is finite, against the setting."""
    points = [(name, m.pentanomial) for name, m in result.points if m.pentanomial.pairs]
    if not points:
        return Html("")
    scores: list[Row] = [(name, p.score, p.interval) for name, p in points]
    normal: list[Row] = [(name, p.nelo, p.nelo_interval) for name, p in points]
    drawn = [_settings(result, scores, "score")]
    if all(math.isfinite(number) for _, value, ends in normal for number in (value, *ends)):
        drawn.append(_settings(result, normal, "nElo"))
    return gallery(drawn, "wide")


def _settings(result: SeriesResult, rows: list[Row], unit: str) -> tuple[str, str]:
    against = "the previous budget" if result.kind == "scaling" else "the opponent"
    percent = unit == "score"
    title = f"{'Score' if percent else unit} against {against}"
    reference = 0.5 if percent else 0.0
    if all(is_number(name) for name, _, _ in rows):
        svg = plots.setting_plot(
            rows, title=title, label=result.label, value_label=unit, reference=reference,
            percent=percent, log=result.kind == "scaling",
        )  # fmt: skip
    else:
        svg = plots.dot_plot(
            rows, name=unit, title=title, label=unit, reference=reference, percent=percent
        )
    return title, svg


def _sides(pairs: list[tuple[float, float]]) -> str:
    rows: list[Row] = []
    for name, side in (("as first player", 0), ("as second player", 1)):
        # Games of one side are independent, so each counts as a pair.
        p = Pentanomial.from_pairs(pair[side] for pair in pairs)
        rows.append((name, p.score, p.interval))
    return plots.dot_plot(
        rows, name="sides", title="Score by side", label="score", reference=0.5, percent=True
    )


def _openings(result: MatchResult, means: list[float]) -> str:
    given = result.match.plan.openings
    if given is None or len(given) > MOST_OPENINGS:
        return plots.strip_plot(means)
    rows: list[Row] = []
    for number in range(min(len(given), len(means))):
        p = Pentanomial.from_pairs(means[number :: len(given)])
        rows.append((f"opening {number + 1} ({p.pairs})", p.score, p.interval))
    return plots.dot_plot(
        rows, name="openings", title="Score by opening", label="score", reference=0.5,
        percent=True,
    )  # fmt: skip


def _costs(result: MatchResult, survey: Survey) -> list[tuple[str, str]]:
    labels = match_labels(result)
    counts_nodes = [not cost.simulations for cost in result.costs]
    everyone = [True, True]
    drawn = []
    for part, scale, name, label, whose in (
        (1, 1000.0, "seconds", "milliseconds per move", everyone),
        (2, 1.0, "simulations", "simulations per move", [not each for each in counts_nodes]),
        (3, 1.0, "nodes", "nodes per move", counts_nodes),
    ):
        means = survey.mean_costs(part)
        series = {
            agent: [scale * value for value in values]
            for agent, values, is_shown in zip(labels, means, whose, strict=True)
            if is_shown and any(values)
        }
        if series:
            svg = plots.cost_plot(series, name=name, label=label)
            drawn.append((f"Mean {label}", svg))
    return drawn


def gallery(drawn: list[tuple[str, str]], kind: str = "") -> Html:
    """Plots with their titles, side by side where there is room."""
    if not drawn:
        return Html("")
    figures = "\n".join(
        f"<figure><figcaption>{text(title)}</figcaption>{svg}</figure>" for title, svg in drawn
    )
    return Html(f'<div class="plots {kind}">{figures}</div>')
