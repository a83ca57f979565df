"""Rules texts: Markdown with drawn examples, for the terminal, the docs and the page.

An example is a fenced block in MyST syntax; its move is optional.

>>> text = '''Stones go on empty cells.
...
... ```{position} pentago-twist
... :position: 6/6/6/6/6/6
... :move: a1AR
... The turn takes the stone from a1 to c1.
... ```
... '''
>>> words, example = parse_rules(text)
>>> words
'Stones go on empty cells.'
>>> example.caption
'The turn takes the stone from a1 to c1.'
>>> example.before.text, str(example.move), example.after.text
('6/6/6/6/6/6', 'a1AR', '2w3/6/6/6/6/6')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tesuji.errors import RulesTextError, TesujiError
from tesuji.games.base import Game
from tesuji.games.move import Move
from tesuji.games.position import Position
from tesuji.games.registry import game
from tesuji.games.svg import scene_to_svg

__all__ = ["Example", "RulesTextError", "make_example", "parse_rules"]


@dataclass(frozen=True, slots=True)
class Example:
    """A position to draw, or a move: then the position after it, with the move marked."""

    before: Position
    move: Move | None
    caption: str

    @property
    def game(self) -> Game:
        """The game of the position."""
        return self.before.game

    @property
    def after(self) -> Position:
        """The position to draw: after the move, if there is one."""
        return self.before if self.move is None else self.before.play(self.move)

    def svg(self, *, size: int = 420, dark: bool = False) -> str:
        """The picture of the example, `size` pixels wide, in light or dark colours."""
        return scene_to_svg(self.after.scene(last_move=self.move), size=size, dark=dark)


def make_example(spec: str, position: str, move: str | None, caption: str) -> Example:
    """Makes an example from four texts; raises IllegalMoveError if the move is illegal."""
    before = game(spec).position(position)
    example = Example(before, None if move is None else before.game.move(move), caption)
    _ = example.after
    return example


def parse_rules(text: str) -> list[str | Example]:
    """Splits a rules text into parts, in order: Markdown as text, and examples.

    >>> parse_rules('''```{position} avalam
    ... Nothing but a caption.
    ... ```''')
    Traceback (most recent call last):
    tesuji.errors.RulesTextError: line 1: the example has no ':position:' ...
    """
    parts: list[str | Example] = []
    words: list[str] = []
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        opening = _OPENING.fullmatch(line)
        if opening is None:
            words.append(line)
            continue
        parts += _markdown(words)
        words = []
        if opening["name"] != "position":
            raise _error(
                number, f"{line!r} does not start an example; expected '```{{position}} GAME'"
            )
        block: list[tuple[int, str]] = []
        for inside in lines:
            if inside[1].rstrip() == "```":
                break
            block.append(inside)
        else:
            raise _error(number, "the example has no closing '```'")
        parts.append(_read_block(number, opening["spec"], block))
    return parts + _markdown(words)


_OPENING = re.compile(r"\s*```+\s*\{(?P<name>[^}]*)\}\s*(?P<spec>.*?)\s*")
_OPTION = re.compile(r":(?P<name>[^:\s]*):\s*(?P<value>.*?)\s*")


def _markdown(lines: list[str]) -> list[str | Example]:
    text = "\n".join(lines).strip("\n")
    return [text] if text else []


def _read_block(number: int, spec: str, block: list[tuple[int, str]]) -> Example:
    options: dict[str, str] = {}
    caption: list[str] = []
    for at, line in block:
        option = _OPTION.fullmatch(line)
        if option is None or caption:
            caption += line.split()
        elif option["name"] not in ("position", "move"):
            raise _error(at, f"unknown option {line!r}; expected ':position:' or ':move:'")
        elif option["name"] in options:
            raise _error(at, f"':{option['name']}:' is given twice")
        else:
            options[option["name"]] = option["value"]
    if "position" not in options:
        raise _error(number, "the example has no ':position:' line before its caption")
    if not caption:
        raise _error(number, "the example has no caption")
    try:
        return make_example(spec, options["position"], options.get("move"), " ".join(caption))
    except TesujiError as error:
        raise _error(number, str(error)) from error


def _error(line: int, message: str) -> RulesTextError:
    return RulesTextError(f"line {line}: {message}", line=line)
