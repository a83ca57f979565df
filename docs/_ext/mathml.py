"""Formulas as MathML, which browsers draw by themselves: no script, no font, no other host.

The translation from TeX is docutils' own. What it cannot read is a warning, and warnings fail
the build.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)


def formula(node: nodes.Element, *, block: bool) -> str:
    """The markup of one formula."""
    text = node.astext().strip()
    try:
        return str(tex2mathml(text, as_block=block))
    except MathError as error:
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
        "mathml", inline_renderers=(visit_inline, None), block_renderers=(visit_block, None)
    )
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
