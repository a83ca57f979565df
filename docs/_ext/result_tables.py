"""Directives that show tables from the committed result files.

Each names a table of a module in `benchmarks`: ``{champion} games`` is
``benchmarks.champion_tables.TABLES["games"]``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from package_directive import PackageDirective
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks import champion_tables, page_tables, solve_tables, torture_tables, tuning_tables

RESULTS = Path(__file__).resolve().parents[2] / "benchmarks" / "results"
MODULES = {
    "champion": champion_tables,
    "page-figures": page_tables,
    "solved": solve_tables,
    "torture": torture_tables,
    "tuning": tuning_tables,
}


class TableDirective(PackageDirective):
    """A table in Markdown, by its name."""

    tables: ClassVar[Mapping[str, Callable[[], str]]]

    def make(self) -> Iterator[nodes.Node]:
        for file in RESULTS.iterdir():  # a page is built again when one of them changes
            self.env.note_dependency(str(file))
        yield from self.markdown(self.tables[self.arguments[0]]())


def setup(app: Sphinx) -> dict[str, Any]:
    for name, module in MODULES.items():
        directive = type(f"{name.title()}Directive", (TableDirective,), {"tables": module.TABLES})
        app.add_directive(name, directive)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
