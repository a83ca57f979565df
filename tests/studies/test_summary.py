"""Summaries of made-up studies: verdicts in words, and the tables of a report."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from tesuji.studies.overview import overview_plot
from tesuji.studies.pooled import AddedUp, added_up
from tesuji.studies.summary import report_tables, summarise, summary_text


def finding(verdict: str, setting: str = "a - b", **changed: Any) -> dict[str, Any]:
    made = {
        "setting": setting,
        "point": "",
        "game": "ewn",
        "budget": "then",
        "limits": "100 simulations per move",
        "reported": 0.8,
        "reported_games": 10,
        "reported_within": None,
        "reported_wins": True,
        "ours": 0.75,
        "low": 0.7,
        "high": 0.8,
        "games": 20,
        "verdict": verdict,
    }
    return made | changed


def experiment(name: str, *findings: dict[str, Any], **changed: Any) -> dict[str, Any]:
    made = {"name": name, "title": name.upper(), "is_share": True, "repeats": None}
    return made | {"findings": list(findings)} | changed


def study(*experiments: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {"title": "A study", "tables": [], "experiments": list(experiments)} | changed


@pytest.mark.parametrize(
    ("verdicts", "answer"),
    [
        ("agrees agrees", "holds"),
        ("differs differs", "does not hold"),
        ("agrees differs", "holds in part"),
        ("agrees open", "holds in part"),
        ("open open", "is open"),
        ("differs open", "does not hold"),
        ("small small", "shows no difference"),
        ("small open", "is open"),
        ("agrees small", "holds in part"),
    ],
)
def test_rows_decide_a_claim_together(verdicts: str, answer: str) -> None:
    words = {"open": "too few games", "small": "no difference"}
    rows = [finding(words.get(word, word)) for word in verdicts.split()]
    [claim] = summarise(study(experiment("x", *rows)))
    assert claim.answer == answer


def test_the_paragraph_names_every_claim_once() -> None:
    told = study(
        experiment("a", finding("agrees")),
        experiment("b", finding("agrees"), finding("agrees", budget="now")),
        experiment("c", finding("differs"), finding("agrees", budget="now")),
        experiment("d", finding("too few games", reported=None)),
    )
    assert summary_text(told) == "3 claims were tested. 2 hold: A; B. 1 does not hold: C."
    assert summary_text(study(experiment("d", finding("agrees", reported=None)))) == ""


def test_a_repetition_takes_the_place_of_a_row() -> None:
    first = experiment("a", finding("differs"), finding("differs", "c - b"))
    again = experiment("more", finding("agrees", ours=0.79), repeats="a")
    [claim] = summarise(study(first, again))
    assert [row["verdict"] for row in claim.findings] == ["agrees", "differs"]
    assert claim.answer == "holds in part"


TABLE = {
    "title": "Wins",
    "text": "",
    "corner": "opponent",
    "columns": ["one", "two"],
    "points": None,
    "rows": [["b", "a"], ["gone", "gone"]],
}


def test_a_table_has_the_layout_of_the_report() -> None:
    first = experiment("a", finding("agrees"), finding("differs", "c - b"))
    [table] = report_tables(study(first, tables=[TABLE]))
    assert table.header == ("opponent", "one", "two")
    [(name, cells)] = table.rows
    assert name == "b"
    assert cells == (
        ("8W - 2L", "75.0% [70.0%, 80.0%]", "agrees"),
        ("8W - 2L", "75.0% [70.0%, 80.0%]", "differs"),
    )


def cell(losses: int, *, pairs: int = 200, reported: float = 0.99) -> dict[str, Any]:
    """A cell of a table: pairs with one lost game each, and the rest won."""
    counts = [0, 0, losses, 0, pairs - losses]
    ours = (2 * pairs - losses) / (2 * pairs)
    return finding(
        "agrees", ours=ours, games=2 * pairs, pentanomial=counts, reported=reported,
        reported_games=1000,
    )  # fmt: skip


def test_a_row_adds_up_what_single_cells_do_not_show() -> None:
    """2 of 1600 games lost, and 42 of 4000: Wilson's and Newcombe's formulas, by hand."""
    cells = [cell(1), cell(1, reported=0.986), cell(0, reported=0.991), cell(0, reported=0.991)]
    [row] = added_up({"easy": cells})
    assert (row.ours.games, row.theirs.of) == (1600, 4000)
    assert row.theirs.value == pytest.approx(0.9895)
    assert row.verdict.word == "differs"
    assert row.verdict.difference == pytest.approx(2 * 0.5 - 2 / 1600 - 0.9895)
    assert row.verdict.interval == pytest.approx(newcombe(row), abs=1e-6)
    assert row.text.startswith("easy: ours 99.9% of 1,600 games, the report's 99.0% of 4,000;")


def newcombe(row: AddedUp) -> tuple[float, float]:
    counts, pairs = row.ours.counts, row.ours.pairs
    score = row.ours.score
    variance = sum(n * (place / 4 - score) ** 2 for place, n in enumerate(counts)) / pairs
    flips = pairs * (pairs * score * (1 - score) + 0.25) / (pairs * variance + 0.25)
    assert row.theirs.value is not None
    assert row.theirs.of is not None
    (low, high), (low2, high2) = wilson(score, flips), wilson(row.theirs.value, row.theirs.of)
    down = math.hypot(score - low, high2 - row.theirs.value)
    up = math.hypot(high - score, row.theirs.value - low2)
    return score - row.theirs.value - down, score - row.theirs.value + up


def wilson(share: float, games: float) -> tuple[float, float]:
    z2 = 1.959963984540054**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    inner = share * (1 - share) / games + z2 / (4 * games**2)
    half = math.sqrt(z2 * inner) / (1 + z2 / games)
    return middle - half, middle + half


def test_rows_with_other_figures_than_shares_are_not_added_up() -> None:
    assert [*added_up({"percent": [cell(1, reported=70), cell(2, reported=80)]})] == []
    words = [{**cell(1), "reported": "wins"}, {**cell(2), "reported": "wins"}]
    assert [*added_up({"words": words})] == []


def test_rows_of_unequal_cells_are_not_added_up() -> None:
    """More games in one cell would give it another weight than in the report."""
    rows: dict[str, list[dict[str, Any] | None]] = {
        "one": [cell(1), None],
        "two": [cell(1), cell(1, pairs=100)],
        "three": [cell(1)] * 2,
    }
    assert [row.name for row in added_up(rows)] == ["three"]


def test_a_table_has_its_sums_and_its_note() -> None:
    rows = [cell(1), cell(0) | {"setting": "c - b"}]
    [table] = report_tables(study(experiment("a", *rows), tables=[TABLE | {"note": "So it is."}]))
    assert [line.split(":")[0] for line in table.added_up] == ["b"]
    assert table.note == "So it is."


def test_cells_with_different_budgets_name_them() -> None:
    first = experiment("a", finding("agrees"), finding("differs", "c - b"))
    again = experiment("more", finding("agrees", limits="90000 simulations per move"), repeats="a")
    [table] = report_tables(study(first, again, tables=[TABLE]))
    [(_, cells)] = table.rows
    assert [cell[-1] for cell in cells] == [
        "agrees (90,000 simulations)",
        "differs (100 simulations)",
    ]


def test_a_point_without_a_column_stays_empty() -> None:
    rows = [finding("agrees", point="2"), finding("agrees", point="1", reported=0.9)]
    table = {**TABLE, "columns": ["x = 1", "x = 3"], "points": ["1", "3"]}
    [made] = report_tables(study(experiment("a", *rows), tables=[table]))
    [(_, cells)] = made.rows
    assert cells[0][0] == "9W - 1L"
    assert cells[1] == ("-",)


def test_the_overview_has_every_claim_about_a_share() -> None:
    pytest.importorskip("matplotlib")
    claims = [
        experiment("a", finding("agrees"), finding("differs", reported="wins")),
        experiment("b", finding("too few games", reported="never")),
        experiment("depths", finding("agrees"), is_share=False),
        experiment("trend", finding("agrees", game="trend", reported="rises")),
    ]
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", overview_plot([study(*claims)]))
    assert {"A study", "A", "B", "agrees", "differs"} <= set(shown)
    assert not {"DEPTHS", "TREND"} & set(shown)
    assert overview_plot([study(claims[2])]) == ""


def test_long_titles_in_the_overview_are_on_several_lines() -> None:
    pytest.importorskip("matplotlib")
    title = "A claim whose words are too many for a single line above the rows of its picture"
    plot = overview_plot([study({**experiment("a", finding("agrees")), "title": title})])
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", plot)
    assert title not in shown
    assert title.split() == [
        word for text in shown if text and text in title for word in text.split()
    ]
