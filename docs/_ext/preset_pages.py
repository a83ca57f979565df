"""Directives that fill the agents' pages from the presets themselves.

`preset` shows one: what it does, where it comes from, what it is made of. `presets` lists those for
a game, or, with `any`, those that play all games.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agent_pages import written_out
from docutils import nodes
from package_directive import PackageDirective
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import tesuji
from benchmarks.reports_state import RESULTS
from tesuji.agents.presets import PRESETS, Preset
from tesuji.agents.presets.composition import composition
from tesuji.agents.registry import find_preset
from tesuji.errors import UnknownAgentError
from tesuji.specs import parse_spec
from tesuji.studies.cells import OURS, cell_text


class PresetDirective(PackageDirective):
    """A preset: its text, the parts that it sets, the spec written out, how to change it."""

    def make(self) -> Iterator[nodes.Node]:
        preset = find_preset(self.arguments[0])
        if preset is None:
            raise UnknownAgentError(f"there is no preset {self.arguments[0]!r}", name="")
        self.env.note_dependency(str(RESULTS))
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
        lines.append(f"- {text}{effect(tested_by) if tested_by else ''}")
    return "\n".join(lines)


def effect(tested_by: str) -> str:
    """The experiment that measures a reading, with its scores if it has been played."""
    study, name = tested_by.split("/")
    link = f' Measured by <a href="../results.html#{study}-{name}"><code>{tested_by}</code></a>'
    found = [
        each
        for data in json.loads(RESULTS.read_text("utf-8"))["studies"]
        for each in data["experiments"]
        if (data["name"], each["name"]) == (study, name)
    ]
    if not found:
        return f" To be measured by `{tested_by}`."
    if study != "readings":
        return f"{link}."
    findings = found[0]["findings"]
    pooled = [each for each in findings if each["game"] == "all"] or findings
    scores = "; ".join(
        f"`{each['label'].split(' - ')[0]}` scores {cell_text(OURS, each, True)}" for each in pooled
    )
    return f"{link}: {scores}."


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
