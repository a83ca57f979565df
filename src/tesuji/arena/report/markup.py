"""HTML building blocks of reports. All text from outside is escaped here, once."""

from __future__ import annotations

import base64
import hashlib
import html
import math
import re
from collections.abc import Iterable, Mapping, Sequence

import tesuji
from tesuji.arena.match.result import MatchResult
from tesuji.arena.report.look import report_script, report_style, sign
from tesuji.arena.stats.pentanomial import Interval
from tesuji.arena.terms import TERMS, term_key

__all__ = [
    "DASH",
    "NO_BREAK",
    "Html",
    "agent_labels",
    "facts",
    "glossary",
    "is_number",
    "match_labels",
    "page",
    "percent",
    "percents",
    "section",
    "security_policy",
    "signed",
    "signeds",
    "table",
    "term",
    "text",
    "tiles",
]

LONGEST = 30
"""Longest spec in a heading, in characters; of a longer one only the name is shown."""


DASH, MINUS, NO_BREAK = "\N{EN DASH}", "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"


class Html(str):
    """Text that is already HTML."""

    __slots__ = ()


def text(value: object) -> Html:
    """The value as HTML: escaped, unless it is HTML already."""
    return value if isinstance(value, Html) else Html(html.escape(str(value)))


def term(label: object) -> Html:
    """A label; if it is a technical term, with a tooltip and a link to its explanation below."""
    key = None if isinstance(label, Html) else term_key(str(label))
    if key is None:
        return text(label)
    tip = text(TERMS[key])
    return Html(f'<a class="term" href="#{_anchor(key)}" title="{tip}">{text(label)}</a>')


def _anchor(key: str) -> str:
    return f"term-{re.sub('[^a-z]+', '-', key.lower())}"


def glossary(body: str) -> Html:
    """A section that explains the terms that a page uses."""
    used = {key: TERMS[key] for key in TERMS if f'href="#{_anchor(key)}"' in body}
    lines = "\n".join(
        f'<dt id="{_anchor(key)}">{text(key)}</dt><dd>{text(why)}</dd>' for key, why in used.items()
    )
    return section("Terms", Html(f'<dl class="facts terms">{lines}</dl>')) if used else Html("")


def table(header: Sequence[object], rows: Iterable[Sequence[object]], *, kind: str = "") -> Html:
    """A table in a box that scrolls on a narrow page."""
    head = "".join(f'<th scope="col">{term(cell)}</th>' for cell in header)
    body = "\n".join(
        f'<tr><th scope="row">{text(first)}</th>'
        + "".join(f"<td>{text(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return Html(
        f'<div class="scroll"><table class="{kind}">'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def facts(rows: Mapping[str, object]) -> Html:
    """Names and values, one per line."""
    lines = "\n".join(
        f"<dt>{term(name)}</dt><dd>{text(value)}</dd>" for name, value in rows.items()
    )
    return Html(f'<dl class="facts">{lines}</dl>')


def tiles(rows: Iterable[tuple[str, ...]]) -> Html:
    """The main numbers, each with its name and a remark."""
    boxes = "\n".join(
        f"<div><small>{term(name)}</small><b>{text(value)}</b><span>{text(more)}</span></div>"
        for name, value, more in rows
    )
    return Html(f'<div class="tiles">{boxes}</div>')


# Numbers


def percent(value: float) -> str:
    """A share in percent; a dash for nan."""
    return DASH if math.isnan(value) else f"{value:.1%}"


def percents(value: float, interval: Interval) -> str:
    """A share in percent with its interval."""
    return f"{percent(value)} [{percent(interval[0])}, {percent(interval[1])}]"


def signed(value: float) -> str:
    """A difference with its sign, or infinite; a dash for nan."""
    if math.isnan(value):
        return DASH
    if math.isinf(value):
        return "+∞" if value > 0 else f"{MINUS}∞"
    return f"{round(value):+d}".replace("-", MINUS) if round(value) else "0"


def signeds(value: float, interval: Interval) -> str:
    """A difference with its sign and interval."""
    return f"{signed(value)} [{signed(interval[0])}, {signed(interval[1])}]"


def is_number(value: str) -> bool:
    """Whether the text is a finite number."""
    try:
        return math.isfinite(float(value))
    except ValueError:
        return False


# Names


def agent_labels(specs: Sequence[str]) -> list[str]:
    """A short, unique label for each agent: its spec, or the name and a number if it is long."""
    short = [
        spec if len(spec) <= LONGEST else f"{spec.split('(')[0][:LONGEST]}(…)" for spec in specs
    ]
    return [
        name if short.count(name) == 1 else f"{name} #{number}"
        for number, name in enumerate(short, 1)
    ]


def match_labels(result: MatchResult) -> tuple[str, str]:
    """Short labels of both agents; equal specs are distinguished by their limits."""
    plan = result.match.plan
    if plan.agents[0] == plan.agents[1]:
        name, texts = agent_labels(plan.agents[:1])[0], [each.text() for each in plan.limits]
        if texts[0] != texts[1]:
            return f"{name} with {texts[0]}", f"{name} with {texts[1]}"
    first, second = agent_labels(plan.agents)
    return first, second


# Pages


def section(title: str, *parts: Html) -> Html:
    """A section of the page under a heading; empty if it has no content."""
    inside = "\n".join(parts)
    return Html(f"<section><h2>{text(title)}</h2>\n{inside}\n</section>" if inside else "")


def page(
    title: str,
    game: str,
    finding: str,
    warnings: Sequence[str],
    sections: Sequence[Html],
    *,
    reload_seconds: int | None = None,
) -> str:
    """The whole page: heading, main finding, warnings, sections and the terms they use.

    With ``reload_seconds`` the page reloads itself after that time.
    """
    boxes = "\n".join(f'<p class="warning">{text(warning)}</p>' for warning in warnings)
    body = "\n".join(sections)
    body += f"\n{glossary(body)}"
    code = f"\n{report_script()}" if 'id="positions"' in body else ""
    script = f"<script>{code}</script>" if code else ""
    reload = f'<meta http-equiv="refresh" content="{reload_seconds}">\n' if reload_seconds else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{security_policy(code)}\n{reload}"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)} on {text(game)}</title>\n<style>\n{report_style()}</style>\n"
        f'</head>\n<body>\n<header><p class="brand">{sign()} Tesuji</p>\n'
        f'<p class="kind">{text(game)}</p><h1>{text(title)}</h1>\n'
        f'<p class="finding">{text(finding)}</p>\n{boxes}</header>\n<main>\n{body}\n</main>\n'
        f"<footer>Made by tesuji {text(tesuji.__version__)}. All intervals are 95%, from the"
        " variance of pairs of games.</footer>\n"
        f"{script}\n</body>\n</html>\n"
    )


def security_policy(script: str = "") -> Html:
    """The content security policy of a page without outside resources, for its head.

    Only the given script runs, so that text from agents cannot become code even if an escape were
    forgotten; styles are inline.
    """
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    scripts = f"'sha256-{digest}'" if script else "'none'"
    rules = (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )
    return Html(f'<meta http-equiv="Content-Security-Policy" content="{rules}">')
