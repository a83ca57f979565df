"""Directives that fill the games' pages from the package itself.

`position` draws one position or move, `rules` shows a game's short rules with their drawn
examples, `facts` the table of what the package knows about the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from package_directive import OptionSpec, PackageDirective
from sphinx.application import Sphinx

from tesuji.games.base import Game
from tesuji.games.compiled import CompiledGame
from tesuji.games.registry import game
from tesuji.games.rules_text import Example, make_example, parse_rules
from tesuji.specs import Parameter


class GameDirective(PackageDirective):
    """What the three share: the argument is a game's spec."""

    def figure(self, example: Example, *, before: bool = False) -> Iterator[nodes.Node]:
        """The drawn example over its caption, in the colours of the reader's theme.

        With ``before``, the board before the move stands beside it.
        """
        shown = [Example(example.before, None, ""), example] if before else [example]
        pictures = "".join(
            f'<span class="only-{theme}">{each.svg(size=360, dark=theme == "dark")}</span>'
            for each in shown
            for theme in ("light", "dark")
        )
        kind = "position before-and-after" if before else "position"
        yield nodes.raw("", f'<figure class="{kind}">{pictures}<figcaption>', format="html")
        yield from self.markdown(example.caption)
        yield nodes.raw("", "</figcaption></figure>", format="html")


class PositionDirective(GameDirective):
    """A drawn position; with a move, the position after it. The content is the caption.

    ``:before:`` also draws the position before the move.
    """

    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "position": directives.unchanged_required,
        "move": directives.unchanged_required,
        "before": directives.flag,
    }

    def make(self) -> Iterator[nodes.Node]:
        if "position" not in self.options:
            raise self.error("a position block needs ':position:'")
        spec, caption = self.arguments[0], " ".join(self.content)
        move = self.options.get("move")
        example = make_example(spec, self.options["position"], move, caption)
        yield from self.figure(example, before="before" in self.options)


class RulesDirective(GameDirective):
    """The game's rules text from the package."""

    def make(self) -> Iterator[nodes.Node]:
        for part in parse_rules(game(self.arguments[0]).rules):
            if isinstance(part, Example):
                yield from self.figure(part)
            else:
                yield from self.markdown(part)


class FactsDirective(GameDirective):
    """What the package knows about the game; `also` names a second spec whose positions differ
    in size."""

    option_spec: ClassVar[OptionSpec] = {"also": directives.unchanged_required}

    def make(self) -> Iterator[nodes.Node]:
        subject = game(self.arguments[0])
        also = [game(self.options["also"])] if "also" in self.options else []
        rows = [f"| {key} | {value} |" for key, value in facts(subject, also)]
        table = nodes.container(classes=["facts"])
        table += self.markdown("\n".join(["| | |", "|---|---|", *rows]))
        yield table


def facts(subject: Game, also: list[Game]) -> Iterator[tuple[str, str]]:
    """The rows of the table, in Markdown."""
    first, second = subject.players
    start = subject.start()
    yield "Name in specs", f"`{subject.name}`"
    yield "In one sentence", subject.summary
    yield "Players", f"{first} (0, moves first) and {second} (1)"
    yield "Parameters", "<br>".join(map(parameter_text, subject.declared_parameters)) or "none"
    yield "Start", "drawn from the seed" if subject.draws_start else "always the same"
    yield "Chance", "a roll before every move" if start.is_chance else "none in play"
    yield "Symmetries", f"{subject.symmetry_count}, the identity included"
    yield "Bytes a position", "; ".join(map(bytes_text, [subject, *also]))
    yield "Rules version", str(subject.version)


def parameter_text(parameter: Parameter) -> str:
    """`size`: what it means, what it takes, its default."""
    default = parameter.default_text or str(parameter.default).lower()
    takes = parameter.range_text()
    return f"`{parameter.name}`: {parameter.description} Takes {takes}, by default `{default}`."


def bytes_text(subject: Game) -> str:
    """The size of a position in the core, with the spec unless it is the plain one."""
    if not isinstance(subject, CompiledGame):
        return "not compiled"
    spec = "" if subject.spec == subject.name else f" for `{subject.spec}`"
    return f"{subject.position_bytes}{spec}"


def trim_code(app: Sphinx, document: nodes.document) -> None:
    """Takes off the empty line that doctest needs between an output and the closing fence."""
    for block in document.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.rawsource = text
        block.children = [nodes.Text(text)]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("position", PositionDirective)
    app.add_directive("rules", RulesDirective)
    app.add_directive("facts", FactsDirective)
    app.connect("doctree-read", trim_code)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
