"""Words and numbers of reports."""

from __future__ import annotations

import base64
import hashlib
import math
import re

import pytest

from tesuji.arena.report.markup import Html, agent_labels, page, signed


def test_labels_are_short_and_different() -> None:
    long = "mcts(select=ucb1(c=0.123456789), solver=false)"
    assert agent_labels(["flat", long, long + " "]) == ["flat", "mcts(…) #2", "mcts(…) #3"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.2, "0"),
        (12.6, "+13"),
        (-3.0, "\N{MINUS SIGN}3"),
        (math.inf, "+∞"),
        (math.nan, "\N{EN DASH}"),
    ],
)
def test_differences_are_written_with_sign(value: float, text: str) -> None:
    assert signed(value) == text


def test_a_page_runs_only_its_own_script() -> None:
    hostile = Html('<div id="positions"></div><script>alert(1)</script>')
    content = page("title", "game", "finding", [], [hostile])
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', content)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == "'none'"
    own = re.findall(r"<script>(.*?)</script>", content, re.DOTALL)[-1]
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    assert rules["script-src"] == f"'sha256-{digest}'"
    assert content.index("Content-Security-Policy") < content.index("<style>")


def test_a_page_without_games_runs_no_script() -> None:
    content = page("title", "game", "finding", [], [])
    assert "script-src 'none'" in content
