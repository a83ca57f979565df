"""Plots of results as inline SVG. The same data give the same text, byte for byte.

They need matplotlib (the extra ``report``), which is imported when the first plot is drawn. Colours
become CSS variables with a default, so that a page can change them in dark mode.
"""

from __future__ import annotations

import html
import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tesuji.arena.stats.pentanomial import Interval, Pentanomial
from tesuji.errors import ParameterError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "FIRST",
    "GRID",
    "INK",
    "SECOND",
    "as_percent",
    "cost_plot",
    "curve_plot",
    "dot_plot",
    "draw_svg",
    "llr_plot",
    "scatter_plot",
    "score_plot",
    "setting_plot",
    "strip_plot",
]

Row = tuple[str, float, Interval]
"""A label, a value and its interval."""

WIDTH = 4.0
"""Inches. At this width, text of 10 points is readable on a phone."""
SHORT_LEGEND = 24
"""Characters of two labels that fit into one line of a legend."""
MOST_POINTS = 400
MOST_SQUARES = 4000

# The colours of Okabe and Ito, which colour-blind people can distinguish.
INK, GRID = "#111111", "#c8c8c8"
FIRST, SECOND, BAND = "#0072b2", "#d55e00", "#0072b3"
THIRD, FOURTH = "#009e73", "#cc79a7"
POINT_COLOURS = ("#d55e01", "#f0b088", "#b8b8b8", "#8cc4e8", "#0072b4")
_VARIABLES = {
    GRID: "--plot-grid",
    FIRST: "--plot-first",
    SECOND: "--plot-second",
    THIRD: "--plot-third",
    FOURTH: "--plot-fourth",
    BAND: "--plot-first",
    **{colour: f"--plot-cell-{number}" for number, colour in enumerate(POINT_COLOURS)},
}
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "path.simplify": False,
}


def llr_plot(llrs: Sequence[float], bounds: Interval) -> str:
    """The log-likelihood ratio after each pair, with the bounds at which the test decides."""

    def draw(axes: Axes) -> None:
        for bound, name in zip(bounds, ("H0", "H1"), strict=True):
            axes.axhline(bound, color=SECOND, linewidth=1, linestyle="--")
            axes.annotate(
                f"{name} {bound:+.2f}", (1, bound), xycoords=("axes fraction", "data"),
                xytext=(0, 3), textcoords="offset points", ha="right", fontsize=8,
            )  # fmt: skip
        numbers, values = _thinned(range(len(llrs) + 1), [0.0, *llrs])
        axes.plot(numbers, values, color=FIRST, linewidth=1.4)
        axes.margins(x=0.02, y=0.12)
        axes.set(xlabel="pairs", ylabel="log-likelihood ratio")
        _whole_numbers(axes.xaxis)

    return draw_svg("llr", "Log-likelihood ratio after each pair", draw)


def score_plot(scores: Sequence[float]) -> str:
    """The score after each pair with its interval, from mean scores of pairs in order."""

    def draw(axes: Axes) -> None:
        numbers, _ = _thinned(range(1, len(scores) + 1), scores)
        so_far = [Pentanomial.from_pairs(scores[:number]) for number in numbers]
        lows, highs = zip(*(each.interval for each in so_far), strict=True)
        axes.fill_between(numbers, lows, highs, color=BAND, alpha=0.2, linewidth=0)
        axes.plot(numbers, [each.score for each in so_far], color=FIRST, linewidth=1.4)
        axes.axhline(0.5, color=INK, linewidth=0.7, linestyle=":")
        axes.set(xlabel="pairs", ylabel="score", ylim=(-0.02, 1.02))
        axes.margins(x=0.02)
        _whole_numbers(axes.xaxis)
        as_percent(axes.yaxis)

    return draw_svg("score", "Score after each pair, with 95% interval", draw)


def dot_plot(
    rows: Sequence[Row], *, name: str, title: str, label: str, reference: float, percent: bool
) -> str:
    """A dot with its interval for each row, the first row on top."""

    def draw(axes: Axes) -> None:
        places = range(len(rows))
        low, high = _limits(rows, reference)
        axes.axvline(reference, color=INK, linewidth=0.7, linestyle=":")
        for place, (_, value, interval) in zip(places, rows, strict=True):
            ends = [min(max(end, low), high) for end in interval]
            axes.plot(ends, [place, place], color=FIRST, linewidth=1.6)
            axes.plot([min(max(value, low), high)], [place], "o", color=FIRST, markersize=5)
        axes.set_yticks(places, [_cut(row[0]) for row in rows])
        axes.set(xlim=(low, high), ylim=(len(rows) - 0.5, -0.5), xlabel=label)
        axes.grid(axis="x")
        if percent:
            as_percent(axes.xaxis)

    return draw_svg(name, title, draw, height=0.75 + 0.27 * len(rows))


def setting_plot(
    rows: Sequence[Row], *, title: str, label: str, value_label: str, reference: float,
    percent: bool, log: bool,
) -> str:  # fmt: skip
    """Values with intervals against a numeric setting."""
    return curve_plot(
        {"": rows}, name=f"setting-{value_label}", title=title, label=label,
        value_label=value_label, reference=reference, percent=percent, log=log,
    )  # fmt: skip


def curve_plot(
    series: Mapping[str, Sequence[Row]], *, name: str, title: str, label: str, value_label: str,
    reference: float | None, percent: bool, log: bool,
    reported: tuple[float, Interval] | None = None,
) -> str:  # fmt: skip
    """Values with bands against a number, one line for each of up to four series.

    ``reported`` is a value that others found, with its interval, drawn across the plot.
    """
    every = [row for rows in series.values() for row in rows]
    if reported is not None:
        every.append((every[0][0], *reported))
    marks = {float(row[0]): row[0] for row in every}

    def draw(axes: Axes) -> None:
        low, high = _limits(every, every[0][1] if reference is None else reference)
        if reference is not None:
            axes.axhline(reference, color=INK, linewidth=0.7, linestyle=":")
        if reported is not None:
            value, ends = reported
            axes.axhspan(*ends, color=GRID, alpha=0.5, linewidth=0)
            axes.axhline(value, color=INK, linewidth=1, linestyle="--", label="report")
        looks = zip((FIRST, SECOND, THIRD, FOURTH), "os^D", strict=True)
        for (line, rows), (colour, shape) in zip(series.items(), looks, strict=False):
            places = [float(row[0]) for row in rows]
            values = [min(max(row[1], low), high) for row in rows]
            lows, highs = ([min(max(row[2][end], low), high) for row in rows] for end in (0, 1))
            axes.fill_between(places, lows, highs, color=colour, alpha=0.15, linewidth=0)
            axes.vlines(places, lows, highs, color=colour, linewidth=1.6)
            axes.plot(
                places, values, f"{shape}-", color=colour, markersize=5, linewidth=0.8,
                label=_cut(line, 40),
            )  # fmt: skip
        if log and min(marks) > 0:
            axes.set_xscale("log")
            axes.minorticks_off()
        axes.set_xticks(list(marks), [_short(mark) for mark in marks.values()])
        axes.set(ylim=(low, high), xlabel=label, ylabel=value_label)
        axes.grid(axis="y")
        if percent:
            as_percent(axes.yaxis)
        if any(series) or reported is not None:
            axes.legend(
                loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, fontsize=9,
                handlelength=1.6,
            )  # fmt: skip

    lines = (len(series) if any(series) else 0) + (reported is not None)
    height = 2.7 + 0.2 * lines
    return draw_svg(name, title, draw, height=height)


def scatter_plot(
    points: Sequence[tuple[float, float, Interval]], *, name: str, title: str, label: str,
    value_label: str, log: bool = False, marked: int | None = None,
) -> str:  # fmt: skip
    """Many values with intervals against a number; one of the points may be marked."""

    def draw(axes: Axes) -> None:
        rows: list[Row] = [("", value, ends) for _, value, ends in points]
        low, high = _limits(rows, 0.0)
        axes.axhline(0, color=INK, linewidth=0.7, linestyle=":")
        for number, (place, value, ends) in enumerate(points):
            colour = SECOND if number == marked else FIRST
            axes.plot([place, place], list(ends), color=colour, linewidth=0.9, alpha=0.5)
            axes.plot([place], [value], "o", color=colour, markersize=3)
        if log:
            axes.set_xscale("log")
        axes.set(ylim=(low, high), xlabel=label, ylabel=value_label)
        axes.grid(axis="y")

    return draw_svg(name, title, draw)


def strip_plot(scores: Sequence[float]) -> str:
    """One square for each pair, coloured by its points. Each pair has its own opening."""
    columns = min(max(10, math.ceil(math.sqrt(3 * len(scores)))), 100)
    shown = scores[:MOST_SQUARES]
    rows = math.ceil(len(shown) / columns)

    def draw(axes: Axes) -> None:
        for points, name in enumerate(("0", "½", "1", "1½", "2")):
            places = [n for n, score in enumerate(shown) if score * 4 == points]
            axes.add_patch(
                _squares([divmod(n, columns) for n in places], POINT_COLOURS[points], name)
            )
        axes.set(xlim=(0, columns), ylim=(rows, 0), aspect="equal")
        axes.set_axis_off()
        axes.legend(
            title="points of the pair", loc="upper center", bbox_to_anchor=(0.5, 0), ncols=5,
            handlelength=0.9, columnspacing=1.2, handletextpad=0.5,
        )  # fmt: skip

    title = "Points of each pair in order, one square per opening"
    return draw_svg("strip", title, draw, height=0.7 + WIDTH * rows / columns)


def cost_plot(series: Mapping[str, Sequence[float]], *, name: str, label: str) -> str:
    """Mean cost of a move by its number in the game, one line for each agent."""

    def draw(axes: Axes) -> None:
        looks = zip((FIRST, SECOND), ("-", "--"), strict=True)
        for (agent, values), (colour, dashes) in zip(series.items(), looks, strict=False):
            numbers = range(1, len(values) + 1)
            axes.plot(numbers, values, dashes, color=colour, linewidth=1.4, label=_cut(agent))
        axes.set(xlabel="move number", ylabel=label)
        axes.set_ylim(0, axes.get_ylim()[1])
        axes.grid(axis="y")
        _whole_numbers(axes.xaxis)
        columns = 2 if sum(len(_cut(agent)) for agent in series) <= SHORT_LEGEND else 1
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, borderaxespad=0.2)

    return draw_svg(name, f"{label}, by move number".capitalize(), draw)


# From matplotlib to SVG


def check_plots() -> None:
    """Raises ParameterError if matplotlib is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ParameterError(
            "a report needs matplotlib, which is not installed: pip install 'tesuji[report]'",
            expected="matplotlib",
        ) from error


def draw_svg(name: str, title: str, draw: Callable[[Axes], None], *, height: float = 2.7) -> str:
    """An SVG of this height in inches; ``name`` must be unique among the plots of a page."""
    check_plots()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    style: Any = {**_STYLE, "svg.hashsalt": f"tesuji-{name}"}
    # The salt makes ids unique among the plots of a page.
    with rc_context(style):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        text = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(text, format="svg", transparent=True, metadata=nothing)
    return _inline(text.getvalue(), title)


def _inline(text: str, title: str) -> str:
    """The drawing without the headers of a file, with colours as CSS variables."""
    view = re.search(r'viewBox="[^"]*"', text)
    assert view is not None
    body = text[text.index(">", view.end()) + 1 :]
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="[^"]*"', "<g", body)
    body = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font-size: \1", body)
    body = re.sub(r"\n\s*", "\n", body.replace("xlink:href", "href").replace(INK, "currentColor"))
    for colour, variable in _VARIABLES.items():
        body = body.replace(colour, f"var({variable},{colour})")
    label = html.escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {view[0]} class="plot" role="img"'
        f' aria-label="{label}">{body.strip()}'
    )


# Details of plots


def _thinned(numbers: Sequence[int], values: Sequence[float]) -> tuple[list[int], list[float]]:
    """At most MOST_POINTS points including the last, which keeps pages small."""
    step = max(1, math.ceil(len(numbers) / MOST_POINTS))
    kept = sorted({*range(0, len(numbers), step), len(numbers) - 1})
    return [numbers[place] for place in kept], [values[place] for place in kept]


def _limits(rows: Sequence[Row], reference: float) -> Interval:
    """The ends of the axis: around all finite numbers. Infinite ones are clipped."""
    every = [reference, *(end for _, value, ends in rows for end in (value, *ends))]
    finite = [number for number in every if math.isfinite(number)]
    margin = 0.06 * (max(finite) - min(finite)) or 0.1
    return min(finite) - margin, max(finite) + margin


def _squares(places: Sequence[tuple[int, int]], colour: str, name: str) -> Any:
    """All squares of one colour as one path, which keeps the SVG small."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * len(places)
    corners = ((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95), (0.05, 0.05))
    points = [(column + x, row + y) for row, column in places for x, y in corners]
    path = Path(points or [(0, 0)], codes or [Path.MOVETO])
    return PathPatch(path, facecolor=colour, linewidth=0, label=name)


def as_percent(axis: Any) -> None:
    """Labels an axis in percent."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    # Steps of whole percents only.
    axis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(PercentFormatter(xmax=1, decimals=0))


def _whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(nbins=6, integer=True))


def _short(number: str) -> str:
    """A tick label: 3200 as 3.2k, to save space."""
    return f"{float(number) / 1000:g}k" if abs(float(number)) >= 1000 else number


def _cut(text: str, length: int = 22) -> str:
    """A long text without its middle, since names mostly differ at their ends."""
    half = length // 2
    return text if len(text) <= length else f"{text[:half]}…{text[-half:]}"
