"""A directive that shows a table about solving from the committed result files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from package_directive import PackageDirective
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.solve_tables import TABLES


class SolvedDirective(PackageDirective):
    """`bars`, `blunders`, `known` or `sets`."""

    def make(self) -> Iterator[nodes.Node]:
        yield from self.markdown(TABLES[self.arguments[0]]())


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("solved", SolvedDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
