"""What the directives share that fill pages from the package itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from tesuji.errors import TesujiError

OptionSpec = dict[str, Callable[[str], Any]]


class PackageDirective(SphinxDirective):
    """One argument that names a thing of the package; its errors become build errors."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        try:
            return list(self.make())
        except TesujiError as error:
            raise self.error(str(error)) from error

    def make(self) -> Iterator[nodes.Node]:
        raise NotImplementedError

    def markdown(self, text: str) -> list[nodes.Node]:
        """The nodes of Markdown text."""
        holder = nodes.container()
        lines = StringList(text.splitlines(), source=self.get_source_info()[0])
        self.state.nested_parse(lines, self.content_offset, holder)
        return list(holder.children)
