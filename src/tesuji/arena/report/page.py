"""The page of a report: one HTML file that needs nothing else, written at once or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import tesuji
from tesuji.arena.report.markup import Html, text
from tesuji.output_files import write_whole

__all__ = ["page", "section", "write_page"]


def write_page(page: str, path: str | Path) -> Path:
    """Writes a page; a file of that name is replaced at once or stays as it was."""
    return write_whole(page, path)


def section(title: str, *parts: Html) -> Html:
    """A part of the page under a heading; nothing where there is nothing inside."""
    inside = "\n".join(parts)
    return Html(f"<section><h2>{text(title)}</h2>\n{inside}\n</section>" if inside else "")


def page(
    title: str, game: str, finding: str, warnings: Sequence[str], sections: Sequence[Html]
) -> str:
    """The whole page: heading, finding, warnings, sections."""
    boxes = "\n".join(f'<p class="warning">{text(warning)}</p>' for warning in warnings)
    body = "\n".join(sections)
    script = f"<script>\n{_file('report.js')}</script>" if 'id="positions"' in body else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)} on {text(game)}</title>\n<style>\n{_file('report.css')}</style>\n"
        f'</head>\n<body>\n<header><p class="kind">{text(game)}</p><h1>{text(title)}</h1>\n'
        f'<p class="finding">{text(finding)}</p>\n{boxes}</header>\n<main>\n{body}\n</main>\n'
        f"<footer>Made by tesuji {text(tesuji.__version__)}. Intervals are 95%, from how pairs"
        " of games vary.</footer>\n"
        f"{script}\n</body>\n</html>\n"
    )


def _file(name: str) -> str:
    return resources.files("tesuji.arena.report").joinpath(name).read_text("utf-8")
