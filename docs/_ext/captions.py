"""Captions of the recipe's blocks: `PATH` or `PATH, below LINE`, shown as code.

A test reads them as they stand. To MyST a `#` in such a line begins a comment, and `__init__`
is a bold word.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

CAPTION = re.compile(r"^:caption: ([\w./-]+)([^\"'\n]*)$", re.MULTILINE)


def quote_captions(app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = CAPTION.sub(r':caption: "`\1`\2"', source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", quote_captions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
