"""A directive that shows tuned agents from the committed result file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from package_directive import PackageDirective
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.tuning_tables import TABLES


class TuningDirective(PackageDirective):
    """`popcoin`, `planted` or `command`."""

    def make(self) -> Iterator[nodes.Node]:
        yield from self.markdown(TABLES[self.arguments[0]]())


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("tuning", TuningDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
