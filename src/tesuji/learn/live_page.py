"""The page of a run of `learn`: loss per epoch and nElo per generation, while it goes on.

One file with everything in it, replaced as a whole. It reloads itself until the run ends. Plots
need matplotlib (the extra ``report``); without it there is no page.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesuji.arena.report.markup import DASH, Html, page, percents, section, signed, table
from tesuji.arena.report.plots import FIRST, GRID, INK, SECOND, check_plots, draw_svg
from tesuji.errors import ParameterError
from tesuji.learn.training import Epoch
from tesuji.output_files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tesuji.learn.loop import Generation

__all__ = ["PAGE_FILE", "LivePage", "loss_plot", "nelo_plot"]

PAGE_FILE = "learn.html"
RELOAD_SECONDS = 5
SPARING_SECONDS = 1.0
"""Time between two pages within a step: a short epoch costs less than a plot."""

Losses = Sequence[Mapping[str, float]]
"""The epochs of a generation, each with its losses in training and validation."""


@dataclass
class LivePage:
    """Keeps the page of a run up to date."""

    path: Path
    game: str
    family: str
    done: list[Generation] = field(default_factory=list)
    _number: int = 1
    _now: str = "starting"
    _epochs: list[dict[str, float]] = field(default_factory=list)
    _written: float = -math.inf
    _possible: bool = True
    _interrupted: bool = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Writes the page at the start and at the end, whichever way the run ends."""
        try:
            check_plots()
        except ParameterError:
            self._possible = False
            warnings.warn(
                f"there will be no {PAGE_FILE}: its plots need matplotlib, which is not installed;"
                " pip install 'tesuji[report]'",
                stacklevel=4,
            )
        self._write(running=True)
        complete = False
        try:
            yield
            complete = not self._interrupted
        finally:
            self._now = "finished" if complete else "stopped; the same command resumes the run"
            self._write(running=False)

    def interrupt(self) -> None:
        """Says that the run ended before all generations were done."""
        self._interrupted = True

    def step(self, number: int, step: str, state: str) -> None:
        """Shows how far a generation is."""
        new = not self._now.startswith(step)
        self._number, self._now = number, f"{step}, {state}" if state else step
        self._write(running=True, sparing=not new)

    def epoch(self, epoch: Epoch) -> None:
        """Adds the losses of an epoch of the current generation."""
        if epoch.number == 1:
            self._epochs.clear()
        self._epochs.append(asdict(epoch))

    def trained(self, epochs: Losses) -> None:
        """Shows the losses of a generation that was trained before this run."""
        self._epochs = [dict(epoch) for epoch in epochs]

    def generation(self, found: Generation) -> None:
        """Adds a generation with its match."""
        self.done.append(found)
        self._epochs.clear()
        self._write(running=True)

    def _write(self, *, running: bool, sparing: bool = False) -> None:
        if not self._possible or (sparing and time.monotonic() - self._written < SPARING_SECONDS):
            return
        write_whole(self.html(running=running), self.path)
        self._written = time.monotonic()

    def html(self, *, running: bool) -> str:
        """The page as it is now."""
        losses = {each.number: each.training["epochs"] for each in self.done}
        if self._epochs:
            losses[self._number] = self._epochs
        plots = {"Loss by epoch": loss_plot(losses)} if losses else {}
        if any(_ends(each.match) for each in self.done):
            plots["Matches by generation"] = nelo_plot(self.done)
        figures = "\n".join(
            f"<figure><figcaption>{name}</figcaption>{plot}</figure>"
            for name, plot in plots.items()
        )
        sections = [
            section("Plots", Html(f'<div class="plots">{figures}</div>' if plots else "")),
            section("Generations", _table(self.done)) if self.done else Html(""),
        ]
        now = f"generation {self._number}: {self._now}" if running else self._now
        found = now[0].upper() + now[1:] + "."
        return page(
            f"Learning: {self.family}",
            self.game,
            found,
            [],
            sections,
            reload_seconds=RELOAD_SECONDS if running else None,
        )


def loss_plot(losses: Mapping[int, Losses]) -> str:
    """The log loss after every epoch, generation after generation."""

    def draw(axes: Axes) -> None:
        at = 0
        for number, epochs in losses.items():
            places = range(at + 1, at + len(epochs) + 1)
            looks: tuple[tuple[str, str, str], ...] = (
                ("training", SECOND, "s--"),
                ("validation", FIRST, "o-"),
            )
            for name, colour, look in looks:
                values = [epoch[name] for epoch in epochs]
                label = name if at == 0 else None
                axes.plot(
                    places, values, look, color=colour, linewidth=1.3, markersize=3, label=label
                )
            if at:
                axes.axvline(at + 0.5, color=GRID, linewidth=0.8)
            axes.annotate(
                f"{number}", (at + 0.5, 1), xycoords=("data", "axes fraction"),
                xytext=(3, -9), textcoords="offset points", fontsize=8,
            )  # fmt: skip
            at += len(epochs)
        axes.set(
            xlabel="epochs of all generations", ylabel="log loss of results", xlim=(0.3, at + 0.7)
        )
        axes.margins(y=0.12)
        axes.grid(axis="y")
        _whole(axes)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.2)

    return draw_svg("loss", "Log loss after every epoch, by generation", draw)


def nelo_plot(generations: Sequence[Generation]) -> str:
    """nElo with its interval of every generation whose match has a finite one."""

    def draw(axes: Axes) -> None:
        axes.axhline(0, color=INK, linewidth=0.7, linestyle=":")
        for accepted, colour, shape, name in (
            (True, FIRST, "o", "accepted"),
            (False, SECOND, "s", "not accepted"),
        ):
            rows = [
                (each.number, each.match["nelo"], ends)
                for each in generations
                if each.accepted == accepted and (ends := _ends(each.match))
            ]
            if rows:
                numbers, values, intervals = zip(*rows, strict=True)
                axes.vlines(numbers, *zip(*intervals, strict=True), color=colour, linewidth=1.6)
                axes.plot(numbers, values, shape, color=colour, markersize=5, label=name)
        first, last = generations[0].number, generations[-1].number
        axes.set(xlabel="generation", ylabel="nElo", xlim=(first - 0.5, last + 0.5))
        axes.margins(y=0.12)
        axes.grid(axis="y")
        _whole(axes)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.2)

    title = "nElo of each generation against the best before, with 95% interval"
    return draw_svg("nelo", title, draw)


def _whole(axes: Axes) -> None:
    """Whole numbers on the horizontal axis."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))


def _ends(match: Mapping[str, Any]) -> tuple[float, float] | None:
    """The interval of nElo; None if something of it is infinite."""
    low, high = match["nelo_interval"]
    return None if None in (match["nelo"], low, high) else (low, high)


def _table(generations: Sequence[Generation]) -> Html:
    head = (
        "Generation", "Positions", "Log loss", "Hand-made", "Pairs", "Score", "nElo", "New weights",
    )  # fmt: skip
    return table(head, map(_row, generations), kind="numbers")


def _row(generation: Generation) -> list[object]:
    training, match = generation.training, generation.match
    hand_made = training["hand_made_test_loss"]
    ends = _ends(match)
    nelo = (
        DASH if ends is None else f"{signed(match['nelo'])} [{signed(ends[0])}, {signed(ends[1])}]"
    )
    return [
        generation.number,
        f"{sum(training['positions']):,}",
        f"{training['test_loss']:.4f}",
        DASH if hand_made is None else f"{hand_made:.4f}",
        match["pairs"],
        percents(match["score"], match["interval"]),
        nelo,
        "accepted" if generation.accepted else "not accepted",
    ]
