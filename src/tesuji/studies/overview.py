"""One picture of all claims: the report's value and ours with its interval, by verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tesuji.arena.report.plots import FIRST, GRID, INK, SECOND, as_percent, draw_svg
from tesuji.studies.summary import ClaimSummary, summarise
from tesuji.studies.verdict import AGREES, DIFFERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["TITLE", "overview_plot"]

TITLE = "All claims about shares: the report's value and ours with its 95% interval"
OPEN_GREY = "#808080"
LOOKS = {AGREES: (FIRST, "o", "agrees"), DIFFERS: (SECOND, "D", "differs")}
OPEN_LOOK = (OPEN_GREY, "s", "no difference, or open")
REGIONS = {"wins": (0.5, 1.0), "loses": (0.0, 0.5), "equal": (0.45, 0.55), "sometimes": (0.0, 1.0)}
"""Where a score lies if the report gives only a word."""
EXACT = {"never": 0.0, "always": 1.0}
LONGEST, LONGEST_HEADING = 66, 48
"""Characters that fit on a line above the rows of a claim, and of a report."""
LEFT = -0.04
"""Where texts begin on the axis."""
HEADING, TITLE_ROW, ROW = 0.26, 0.17, 0.1
"""Inches of a report's name, of a claim's title, and of one row."""
HEADING_LINE, TITLE_LINE = 0.15, 0.12
"""Inches of each further line of a name or title."""

Data = Mapping[str, Any]


def overview_plot(studies: Sequence[Data], *, name: str = "overview") -> str:
    """The picture; "" if no claim is about a share."""
    groups = [(study["title"], claims) for study in studies if (claims := [*_claims(study)])]
    if not groups:
        return ""
    height = sum(
        _heading_height(heading) + sum(_title_height(c) + ROW * len(c.findings) for c in claims)
        for heading, claims in groups
    )

    def draw(axes: Axes) -> None:
        _draw(axes, groups, height)

    return draw_svg(name, TITLE, draw, height=height + 0.9)


def _heading_height(heading: str) -> float:
    return HEADING + HEADING_LINE * (len(wrap(heading, LONGEST_HEADING)) - 1)


def _title_height(claim: ClaimSummary) -> float:
    return TITLE_ROW + TITLE_LINE * (len(wrap(claim.experiment["title"], LONGEST)) - 1)


def _claims(study: Data) -> Iterator[ClaimSummary]:
    """The claims about shares; trends and other quantities have no place on the axis."""
    for claim in summarise(study):
        found = [
            each
            for each in claim.findings
            if each["game"] != "trend" and each["ours"] is not None and claim.experiment["is_share"]
        ]
        if found:
            yield ClaimSummary(claim.experiment, tuple(found))


def _draw(axes: Axes, groups: Sequence[tuple[str, Sequence[ClaimSummary]]], height: float) -> None:
    at = 0.0
    for heading, claims in groups:
        at += _heading_height(heading)
        text = "\n".join(wrap(heading, LONGEST_HEADING))
        _write(axes, at - 0.06, text, fontsize=8.5, fontweight="bold")
        for claim in claims:
            at += _title_height(claim)
            _write(axes, at - 0.02, "\n".join(wrap(claim.experiment["title"], LONGEST)), fontsize=7)
            for found in claim.findings:
                at += ROW
                _draw_row(axes, found, at - ROW / 2)
    axes.axvline(0.5, color=GRID, linewidth=0.8, zorder=0)
    axes.set(xlim=(LEFT, 1.04), ylim=(height + 0.03, 0), yticks=[], xlabel="score or share")
    axes.spines["left"].set_visible(False)
    as_percent(axes.xaxis)
    _legend(axes)


def _write(axes: Axes, at: float, words: str, **style: Any) -> None:
    """Text that does not change the width of the plot."""
    axes.text(LEFT, at, words, va="bottom", **style).set_in_layout(False)


def _draw_row(axes: Axes, found: Data, at: float) -> None:
    """The report's value or region, and ours in the colour of its verdict."""
    reported = found["reported"]
    if reported in REGIONS:
        axes.plot(REGIONS[reported], [at, at], color=GRID, linewidth=5, solid_capstyle="butt")
    else:
        value = EXACT[reported] if reported in EXACT else float(reported)
        axes.plot([value], [at], "|", color=INK, markersize=7, markeredgewidth=1.4)
    colour, shape, _ = LOOKS.get(found["verdict"], OPEN_LOOK)
    ends = [0.0 if found["low"] is None else found["low"], _or_one(found["high"])]
    axes.plot(ends, [at, at], color=colour, linewidth=1.2)
    axes.plot([found["ours"]], [at], shape, color=colour, markersize=3)


def _or_one(bound: float | None) -> float:
    return 1.0 if bound is None else bound


def _legend(axes: Axes) -> None:
    from matplotlib.lines import Line2D

    looks = [*LOOKS.values(), OPEN_LOOK]
    lines = [
        Line2D([], [], color=colour, marker=shape, markersize=4, linewidth=1.2, label=label)
        for colour, shape, label in looks
    ]
    lines.append(
        Line2D([], [], color=INK, marker="|", markersize=8, linewidth=0, label="report's value")
    )
    lines.append(Line2D([], [], color=GRID, linewidth=5, label="report's word: wins, loses, equal"))
    axes.legend(
        handles=lines, loc="lower left", bbox_to_anchor=(-0.02, 1), ncols=2, fontsize=7.5,
        borderaxespad=0.2, handlelength=1.4, columnspacing=1.2,
    )  # fmt: skip
