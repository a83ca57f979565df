"""The method pages of learned evaluations quote the result files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.common import markdown_table
from benchmarks.contests import nelo_text
from benchmarks.learned import RESULTS

METHODS = Path(__file__).resolve().parents[2] / "docs" / "methods"
ONE_RUN: dict[str, list[dict[str, Any]]] = json.loads(
    (RESULTS.parent / "learned_one_run.json").read_text("utf-8")
)["results"]
SHIPPED = {
    (row["game"], row["variant"]): row for row in json.loads(RESULTS.read_text("utf-8"))["results"]
}


def page(name: str) -> str:
    """A page without its line breaks."""
    return " ".join((METHODS / name).read_text("utf-8").split())


def match_text(row: dict[str, Any]) -> str:
    """A match as the pages write it."""
    return f"{nelo_text(row)} nElo in {2 * row['pairs']} games"


def test_the_page_of_networks_compares_one_run_with_two() -> None:
    lines = [["game", "evaluation", "loss, one run", "nElo, one run", "nElo, two runs"]]
    for one, two in zip(ONE_RUN["one_run"], ONE_RUN["two_runs"], strict=True):
        assert (one["game"], one["variant"]) == (two["game"], two["variant"])
        loss = f"{one['training']['test_loss']:.4f}"
        matches = [f"{nelo_text(each)}, {2 * each['pairs']} games" for each in (one, two)]
        lines.append([f"`{one['game']}`", one["variant"], loss, *matches])
    assert markdown_table(lines) in (METHODS / "net.md").read_text("utf-8")


def test_the_page_of_networks_has_the_losses_of_widths() -> None:
    losses = [f"{row['test_loss']:.4f}" for row in ONE_RUN["widths"]]
    games = [row["game"] for row in ONE_RUN["widths"][::2]]
    pairs = zip(games, losses[::2], losses[1::2], strict=True)
    said = ", ".join(f"`{game}` {wide} against {narrow}" for game, narrow, wide in pairs)
    assert said in page("net.md")


@pytest.mark.parametrize(("name", "variant"), [("patterns.md", "patterns"), ("net.md", "net-16")])
def test_pages_have_the_match_of_ewn(name: str, variant: str) -> None:
    assert match_text(SHIPPED["ewn", variant]) in page(name)


YOUNGER = {("colosseum", "patterns")}
"""Weights that were made after the page compared one run with two; the page says so."""


def test_shipped_matches_are_those_of_one_of_the_generations() -> None:
    known = {row["sha256"]: row["pentanomial"] for row in ONE_RUN["one_run"] + ONE_RUN["two_runs"]}
    for (game, variant), row in SHIPPED.items():
        if game != "ewn" and (game, variant) not in YOUNGER:
            assert known[row["sha256"]] == row["pentanomial"]
    for game, variant in YOUNGER:
        assert SHIPPED[game, variant]["sha256"] not in known
    assert "Colosseum's patterns in the package are younger than this table." in page("net.md")
