"""A directive that shows an agent's parts and parameters as the package declares them.

`agent` with a name shows all of them; `only` names the few that a page is about: a parameter
(`solver`), a part with all its kinds (`select`), or one kind of a part (`select=puct`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from package_directive import OptionSpec, PackageDirective
from sphinx.application import Sphinx

import tesuji
from tesuji.agents.registry import agent_kind
from tesuji.errors import ParameterError
from tesuji.specs import Kind, Parameter, Slot, parse_spec, value_text

Row = tuple[str, str, str, str]


class AgentDirective(PackageDirective):
    """An agent: what it does, its parameters, and the spec with all of them written out."""

    option_spec: ClassVar[OptionSpec] = {"only": directives.unchanged_required}

    def make(self) -> Iterator[nodes.Node]:
        kind = agent_kind(self.arguments[0])
        if "only" in self.options:
            yield self.table(chosen_rows(kind, self.options["only"]))
            return
        yield from self.markdown(introduction(kind))
        if rows := list(parameter_rows(kind, "")):
            yield self.table(rows)
        yield from self.markdown(f"Written out:\n\n```text\n{written_out(kind.name)}\n```")

    def table(self, rows: list[Row]) -> nodes.Node:
        lines = ["| parameter | takes | default | |", "|---|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in rows]
        holder = nodes.container(classes=["parameters"])
        holder += self.markdown("\n".join(lines))
        return holder


def introduction(kind: Kind) -> str:
    """What the agent does and where it comes from."""
    source = f"\n\nSource: {kind.source}." if kind.source else ""
    nothing = "" if kind.parameters else "\n\nIt has no parameters."
    return kind.summary + source + nothing


def chosen_rows(kind: Kind, only: str) -> list[Row]:
    """The rows of the parameters that a page is about, in the page's order."""
    declared = {parameter.name: parameter for parameter in kind.parameters}
    rows: list[Row] = []
    for name in only.split():
        first, _, part = name.partition("=")
        if first not in declared:
            raise ParameterError(f"{kind.name} has no parameter {first!r}")
        parameter = declared[first]
        if not part:
            rows += rows_of(parameter, first)
        elif isinstance(parameter, Slot):
            rows += part_rows(parameter.kind(part, kind.name), first)
        else:
            raise ParameterError(f"{kind.name}: {first} is not filled by a part")
    return rows


def parameter_rows(kind: Kind, prefix: str) -> Iterator[Row]:
    """A row for each parameter, and for each part and its parameters."""
    for parameter in kind.parameters:
        yield from rows_of(parameter, f"{prefix}{parameter.name}")


def rows_of(parameter: Parameter | Slot, path: str) -> Iterator[Row]:
    """One parameter, or a slot with everything that can fill it."""
    if isinstance(parameter, Parameter):
        yield f"`{path}`", parameter.range_text(), default_text(parameter), parameter.description
        return
    names = ", ".join(f"`{kind.name}`" for kind in parameter.kinds)
    yield f"`{path}`", names, f"`{parameter.default}`", parameter.description
    for kind in parameter.kinds:
        yield from part_rows(kind, path)


def part_rows(kind: Kind, path: str) -> Iterator[Row]:
    """A part, indented under its slot, and its parameters."""
    source = f" ({kind.source})" if kind.source else ""
    yield f"&emsp;`{path}={kind.name}`", "", "", kind.summary + source
    for name, *rest in parameter_rows(kind, f"{path}."):
        yield f"&emsp;&emsp;{name}", rest[0], rest[1], rest[2]


def default_text(parameter: Parameter) -> str:
    """The default as a spec would write it, or in words where nothing is set."""
    shown = parameter.shown_default()
    return shown if parameter.default is None else f"`{shown}`"


def written_out(name: str) -> str:
    """The expanded spec, an argument a line."""
    spec = parse_spec(tesuji.agent(name).expanded())
    if not spec.arguments:
        return str(spec)
    inside = ",\n".join(f"  {key}={value_text(value)}" for key, value in spec.arguments.items())
    return f"{spec.name}(\n{inside}\n)"


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("agent", AgentDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
