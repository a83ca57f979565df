"""Formulas as SVG outlines: they look the same on every machine, without a font or a script.

matplotlib's own TeX reader draws them. What it cannot read is a warning, and warnings fail the
build. Screen readers get the TeX text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from docutils import nodes
from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

SIZE = 100.0
"""Units of one em."""
FONT = FontProperties(size=SIZE, math_fontfamily="stix")
COMMANDS = {
    r"\\le\b": r"\\leq",
    r"\\ge\b": r"\\geq",
    r"\\tfrac\b": r"\\frac",
    r"\\bmod\b": r"\\,\\mathrm{mod}\\,",
}
"""TeX commands that matplotlib knows under other names."""
LETTERS = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}


@cache
def drawing(tex: str, *, block: bool = False) -> str:
    """A formula as SVG that stands on the baseline of its line; its height includes the depth."""
    given = " ".join(tex.split())
    if block:
        given = re.sub(r"\\frac\b", r"\\dfrac", given)
    for pattern, replacement in COMMANDS.items():
        given = re.sub(pattern, replacement, given)
    width, height, depth, _, _ = MathTextParser("path").parse(f"${given}$", dpi=72, prop=FONT)
    outline = "".join(commands(TextPath((0, 0), f"${given}$", prop=FONT)))
    style = f"width:{width / SIZE:.2f}em;vertical-align:{-depth / SIZE:.2f}em"
    view = f"0 {depth - height:.0f} {width:.0f} {height:.0f}"
    return (
        f'<svg class="formula-drawing" role="img" aria-label="{html.escape(tex)}"'
        f' viewBox="{view}" style="{style}"><path d="{outline}"/></svg>'
    )


def commands(path: Path) -> Iterator[str]:
    """The outline as SVG commands; SVG counts downwards."""
    for points, code in path.iter_segments(simplify=False, curves=True):
        if code == Path.CLOSEPOLY:
            yield "Z"
        else:
            pairs = zip(points[::2], points[1::2], strict=True)
            yield LETTERS[code] + " ".join(f"{x:.0f} {-y:.0f}" for x, y in pairs)


def formula(node: nodes.Element, *, block: bool) -> str:
    """The markup of one formula."""
    text = node.astext().strip()
    try:
        return drawing(text, block=block)
    except ValueError as error:
        logger.warning("no formula: %s in %r", error, text, location=node)
        return ""


def visit_inline(self: HTML5Translator, node: nodes.math) -> None:
    self.body.append(formula(node, block=False))
    raise nodes.SkipNode


def visit_block(self: HTML5Translator, node: nodes.math_block) -> None:
    self.body.append(f'<div class="formula">{formula(node, block=True)}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer(
        "outlines", inline_renderers=(visit_inline, None), block_renderers=(visit_block, None)
    )
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
