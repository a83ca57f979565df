"""A directive that warns where published results are not those of this engine.

``{engine} reports.json`` shows nothing while the results file has the engine's behaviour and every
declared experiment. It also says which figures of an older behaviour are confirmed for this one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from package_directive import PackageDirective
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.reports_state import RESULTS, confirmed_in_brief, outdated_in_brief


class EngineDirective(PackageDirective):
    """A warning that says in which way the results are out of date."""

    def make(self) -> Iterator[nodes.Node]:
        report = json.loads((RESULTS.parent / self.arguments[0]).read_text("utf-8"))
        if wrong := [*outdated_in_brief(report)]:
            banner = nodes.warning()
            said = "; ".join(wrong)
            banner += self.markdown(
                f"Not all of these results are those of the current engine: {said}."
                " [The list of claims](claims.md) marks these experiments."
            )
            yield banner
        if same := [*confirmed_in_brief(report)]:
            note = nodes.note()
            note += self.markdown(" ".join(same))
            yield note


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("engine", EngineDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
