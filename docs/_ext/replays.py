"""Games to step through on the results page.

``{replays} STUDY`` shows the games of a report. ``{replay-drawings} all`` holds the boards of all
of them and the script, once at the end of the page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from package_directive import PackageDirective
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.reports_games import shown_games
from tesuji.arena.report.games import replay_parts
from tesuji.arena.report.look import report_script


@cache
def parts() -> tuple[dict[str, list[str]], str]:
    """The figures of each study, and the drawings."""
    games = shown_games()
    figures, drawings = replay_parts([(why, shown) for _, why, shown in games])
    by_study: dict[str, list[str]] = {}
    for (study, _, _), figure in zip(games, figures, strict=True):
        by_study.setdefault(study, []).append(figure)
    return by_study, drawings


class ReplaysDirective(PackageDirective):
    """The games of a study."""

    def make(self) -> Iterator[nodes.Node]:
        shown = "".join(parts()[0][self.arguments[0]])
        yield nodes.raw("", f'<div class="games">{shown}</div>', format="html")


class DrawingsDirective(PackageDirective):
    """The boards of all games, and the script that shows them."""

    def make(self) -> Iterator[nodes.Node]:
        script = f"<script>{{{report_script()}}}</script>"
        yield nodes.raw("", f"{parts()[1]}{script}", format="html")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("replays", ReplaysDirective)
    app.add_directive("replay-drawings", DrawingsDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
