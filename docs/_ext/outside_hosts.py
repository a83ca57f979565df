"""Warns if a page would load anything from another host: scripts, styles, fonts, images.

Links that a reader may follow are fine; what the browser fetches by itself is not. Warnings fail
the build, which runs with `-W`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed|object|link|image|use)\b[^>]*?
        \s(?:src|srcset|href|data|xlink:href)\s*=\s*["']?\s*((?:https?:)?//[^"'\s>]+)""",
    re.IGNORECASE | re.VERBOSE,
)
STYLED = re.compile(r"""(?:@import\s+|url\(\s*)["']?\s*((?:https?:)?//[^"'\s)]+)""", re.IGNORECASE)


def outside_addresses(text: str) -> list[str]:
    """The addresses on other hosts that a browser would fetch for this page or style sheet."""
    return LOADED.findall(text) + STYLED.findall(text)


def offences(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".css", ".svg"):
            for address in outside_addresses(path.read_text("utf-8")):
                yield f"{path.relative_to(folder)}: {address}"


def check_pages(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        for offence in offences(Path(app.outdir)):
            logger.warning("a page loads from another host: %s", offence)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("build-finished", check_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
