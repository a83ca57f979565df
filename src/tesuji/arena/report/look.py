"""The look of reports: the colours and the sign of the page, so that both are one product.

The colours stand in one place, the page's ``style.css``. A report reads them from there.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

__all__ = ["report_script", "report_style", "sign"]

_LIGHT, _DARK = ":root", ':root[data-theme="dark"]'


@cache
def report_style() -> str:
    """The style sheet of a report: the page's variables, light and dark, then its own rules."""
    page = _file("tesuji.web", "page/style.css")
    light, dark = _variables(page, _LIGHT), _variables(page, _DARK)
    return (
        f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{ :root {{\n{dark}}} }}\n"
        + _file("tesuji.arena.report", "report.css")
    )


@cache
def report_script() -> str:
    """The script that steps through games."""
    return _file("tesuji.arena.report", "report.js")


@cache
def sign() -> str:
    """The page's sign as SVG."""
    return _file("tesuji.web", "page/icon.svg").strip()


def _variables(css: str, selector: str) -> str:
    """The declarations of variables and of the colour scheme in the rule of a selector."""
    rule = re.search(rf"^{re.escape(selector)} \{{(.*?)^\}}", css, re.MULTILINE | re.DOTALL)
    assert rule is not None, f"the page has no rule {selector}"
    kept = re.findall(r"^\s*(?:--[\w-]+|color-scheme):[^;]*;", rule[1], re.MULTILINE)
    return "".join(f"  {line.strip()}\n" for line in kept)


def _file(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text("utf-8")
