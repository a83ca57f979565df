"""tesuji agents: list the agents, or show the parts and parameters of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

import tesuji
from tesuji.agents.champions import CHAMPIONS, OTHER_GAMES
from tesuji.agents.kinds.champion import CHAMPION
from tesuji.agents.presets import Preset
from tesuji.agents.presets.composition import composition
from tesuji.agents.registry import agent_kind, find_preset, plugin_agents
from tesuji.cli.arguments import LoadOption, load_files
from tesuji.cli.terminal import make_console, make_table
from tesuji.specs import Kind, Parameter, Slot, parse_spec


def agents(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Agent to describe; omit it to list all.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every parameter with its range and meaning.")
    ] = False,
    load: LoadOption = None,
) -> None:
    """List the agents, or show the parts and parameters of one."""
    load_files(load)
    console = make_console()
    if name is None:
        return _list(console)
    if (preset := find_preset(name)) is not None:
        return _show(console, preset)
    kind = agent_kind(name)
    _introduce(console, kind)
    if kind is CHAMPION:
        _show_champions(console)
    return _show_all(console, kind) if everything else _show_parts(console, kind)


def _list(console: Console) -> None:
    presets = [preset for each in tesuji.agents() if (preset := find_preset(each))]
    kinds = [agent_kind(each) for each in tesuji.agents() if find_preset(each) is None]
    table = make_table("agent", "games", "what it does")
    for kind in kinds:
        table.add_row(kind.name, _games(kind.games), kind.summary)
    console.print(table)
    console.print()
    table = make_table("preset", "made from", "games", "what it does")
    for preset in presets:
        made_from = parse_spec(preset.base).name
        table.add_row(preset.name, made_from, _games(preset.games), preset.summary)
    console.print(table)
    console.print("\nFrom plugins, loaded when they are used: " + ", ".join(plugin_agents()))
    console.print("\nRun 'tesuji agents mcts' to see the parts and parameters of one agent.")


def _games(games: tuple[str, ...]) -> str:
    return ", ".join(games) or "all"


# Presets


def _show(console: Console, preset: Preset) -> None:
    console.print(f"{preset.name}: {preset.summary}")
    if preset.report is not None:
        console.print(f"Report: {preset.report.citation}")
    console.print(f"Games: {_games(preset.games)}")
    for paragraph in preset.text.strip().split("\n\n"):
        console.print("\n" + " ".join(paragraph.split()))
    whole = parse_spec(tesuji.agent(preset.name).expanded())
    _show_composition(console, preset, whole.name)
    console.print(f"\nWritten out: {whole}", soft_wrap=True)
    console.print(f"\n{_how_to_override(preset, whole.name)}")


def _show_composition(console: Console, preset: Preset, kind: str) -> None:
    rows = composition(preset)
    if not rows:
        return console.print(f"\nIt is another name for {kind}.")
    table = make_table("part", "value", "reason")
    for row in rows:
        table.add_row(*row)
    console.print(f"\nMade from {parse_spec(preset.base).name}. Differences from plain {kind}:\n")
    return console.print(table)


def _how_to_override(preset: Preset, kind: str) -> str:
    if not composition(preset):
        return "It has no parameters."
    return (
        f"It takes the parameters of {kind} (tesuji agents {kind}), for example"
        f" {preset.name}(seconds=0.5), which override those above. If you name the same part, it"
        " keeps the arguments that you do not override."
    )


# Kinds


def _introduce(console: Console, kind: Kind) -> None:
    console.print(f"{kind.name}: {kind.summary}")
    if kind.source:
        console.print(f"Source: {kind.source}")


def _show_champions(console: Console) -> None:
    """What the champion plays in each game."""
    table = make_table("game", "plays", "because")
    for name, champion in CHAMPIONS.items():
        table.add_row(name, champion.spec, champion.reason)
        if champion.elsewhere:
            table.add_row(f"{name}, other boards", champion.elsewhere, "")
    table.add_row("other games", OTHER_GAMES.spec, OTHER_GAMES.reason)
    console.print()
    console.print(table)


def _show_parts(console: Console, kind: Kind) -> None:
    """The short view: what can be exchanged, and the names of everything else."""
    slots = [each for each in kind.parameters if isinstance(each, Slot)]
    plain = [each for each in kind.parameters if isinstance(each, Parameter)]
    if slots:
        table = make_table("part", "default", "or", "what it decides")
        for slot in slots:
            default = _default_part(slot, kind).name
            others = [each.name for each in slot.kinds if each.name != default]
            table.add_row(slot.name, default, ", ".join(others), slot.description)
        console.print()
        console.print(table)
    if plain:
        console.print()
        table = make_table("option", "default", "what it does")
        for each in plain:
            table.add_row(each.name, each.shown_default(), each.description)
        console.print(table)
    if example := _example(kind):
        console.print(f"\nFor example: {example}", soft_wrap=True)
    if slots:
        console.print(
            f"\nRun 'tesuji agents {kind.name} --all' to see the parameters of every part."
        )


def _example(kind: Kind) -> str:
    """A spec that sets a limit and, if the first part has one, a parameter; or an empty text."""
    if not any(each.name == "seconds" for each in kind.parameters):
        return ""
    first = kind.parameters[0]
    if isinstance(first, Slot):
        part = _default_part(first, kind)
        for each in part.parameters:
            if isinstance(each, Parameter) and each.default is not None:
                inner = f"{first.name}={part.name}({each.name}={each.shown_default()})"
                return f"{kind.name}({inner}, seconds=0.5)"
    return f"{kind.name}(seconds=0.5)"


def _default_part(slot: Slot, owner: Kind) -> Kind:
    """The part that fills a slot by default."""
    return slot.kind(parse_spec(slot.default).name, owner.name)


def _show_all(console: Console, kind: Kind) -> None:
    table = make_table("parameter", "default", "takes", "what it does")
    for row in _rows(kind, ""):
        table.add_row(*row)
    console.print()
    console.print(table)
    if not kind.positional:
        console.print(f"\nWritten out: {tesuji.agent(kind.name).expanded()}", soft_wrap=True)


def _rows(kind: Kind, prefix: str) -> Iterator[tuple[str, str, str, str]]:
    for parameter in kind.parameters:
        path = f"{prefix}{parameter.name}"
        if isinstance(parameter, Parameter):
            takes, default = parameter.range_text(), parameter.shown_default()
            yield path, default, takes, parameter.description
        else:
            yield from _slot_rows(parameter, path)


def _slot_rows(slot: Slot, path: str) -> Iterator[tuple[str, str, str, str]]:
    names = ", ".join(kind.name for kind in slot.kinds)
    yield path, slot.default, f"one of {names}", slot.description
    for kind in slot.kinds:
        source = f" ({kind.source})" if kind.source else ""
        games = f" For {' and '.join(kind.games)} only." if kind.games else ""
        yield f"  {path}={kind.name}", "", "", kind.summary + games + source
        for row in _rows(kind, f"{path}."):
            yield (f"    {row[0]}", *row[1:])
