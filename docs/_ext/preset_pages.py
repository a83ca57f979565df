"""Directives that fill the agents' pages from the presets themselves.

`preset` shows one: what it does, where it comes from, what it is made of. `presets` lists those for
a game, or, with `any`, those that play all games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agent_pages import written_out
from docutils import nodes
from package_directive import PackageDirective
from sphinx.application import Sphinx

import tesuji
from tesuji.agents.presets import PRESETS, Preset
from tesuji.agents.presets.composition import composition
from tesuji.agents.registry import find_preset
from tesuji.errors import UnknownAgentError
from tesuji.specs import parse_spec


class PresetDirective(PackageDirective):
    """A preset: its text, the parts that it sets, the spec written out, how to change it."""

    def make(self) -> Iterator[nodes.Node]:
        preset = find_preset(self.arguments[0])
        if preset is None:
            raise UnknownAgentError(f"there is no preset {self.arguments[0]!r}", name="")
        yield from self.markdown(introduction(preset))
        if rows := composition(preset):
            yield from self.markdown(f"What it sets, over plain `{kind_name(preset)}`:")
            yield self.table([(f"`{part}`", f"`{value}`", why) for part, value, why in rows])
        if preset.readings:
            yield from self.markdown(readings(preset))
        yield from self.markdown(conclusion(preset))

    def table(self, rows: list[tuple[str, str, str]]) -> nodes.Node:
        lines = ["| part | value | what it is there for |", "|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in rows]
        holder = nodes.container(classes=["parameters"])
        holder += self.markdown("\n".join(lines))
        return holder


class PresetsDirective(PackageDirective):
    """All presets for a game, with links to their pages; `any` lists those for all games."""

    def make(self) -> Iterator[nodes.Node]:
        game = self.arguments[0]
        chosen = [p for p in PRESETS if (game in p.games if game != "any" else not p.games)]
        lines = ["| agent | made from | what it does |", "|---|---|---|"]
        for preset in chosen:
            link, made_from = f"[`{preset.name}`]({preset.name}.md)", parse_spec(preset.base).name
            lines.append(f"| {link} | `{made_from}` | {preset.summary} |")
        yield from self.markdown("\n".join(lines))


def kind_name(preset: Preset) -> str:
    """The kind of agent that a preset comes down to."""
    return parse_spec(tesuji.agent(preset.name).expanded()).name


def introduction(preset: Preset) -> str:
    """What the agent does, where it comes from, and how the report is read."""
    games = ", ".join(f"`{game}`" for game in preset.games) or "all"
    report = f"Report: {preset.report.citation}. Games: {games}."
    return f"{preset.summary}\n\n{report}\n\n{preset.text.strip()}"


def readings(preset: Preset) -> str:
    """What we assumed where the report is silent, with the experiments that measure the effect."""
    lines = ["What the report leaves open, and how we read it:", ""]
    for text, tested_by in preset.readings:
        measured = f" Measured by [`{tested_by}`](../results.md)." if tested_by else ""
        lines.append(f"- {text}{measured}")
    return "\n".join(lines)


def conclusion(preset: Preset) -> str:
    """The spec in full, and what can be changed."""
    whole = f"Written out:\n\n```text\n{written_out(preset.name)}\n```"
    if not composition(preset):
        return f"{whole}\n\nIt has no parameters."
    return (
        f"{whole}\n\nEvery parameter of `{kind_name(preset)}` can be overridden, for example"
        f" `{preset.name}(seconds=0.5)`; [presets](../specs.md#presets) says how."
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("preset", PresetDirective)
    app.add_directive("presets", PresetsDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
