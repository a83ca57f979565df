"""The rules of a game as HTML, with examples as scenes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tesuji.games import Game
from tesuji.games.rules_text import Example, parse_rules
from tesuji.web.answers import scene_data

__all__ = ["first_example", "rules_data"]


@lru_cache(maxsize=32)
def rules_data(game: Game) -> dict[str, Any]:
    """The parts of the rules in order: ``html``, or ``scene`` with a ``caption``."""
    # Rich depends on this parser, so it is installed; with html=False it escapes HTML.
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False})
    parts: list[dict[str, Any]] = []
    for part in parse_rules(game.rules):
        if isinstance(part, Example):
            parts.append({"scene": scene_data(part.after, part.move), "caption": part.caption})
        else:
            parts.append({"html": markdown.render(part)})
    return {"game": game.name, "title": game.title, "summary": game.summary, "parts": parts}


def first_example(game: Game) -> Example | None:
    """The first drawn example of the rules."""
    return next((part for part in parse_rules(game.rules) if isinstance(part, Example)), None)
