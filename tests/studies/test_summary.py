"""Summaries of made-up studies: verdicts in words, and the tables of a report."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tesuji.studies.overview import overview_plot
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
    ],
)
def test_rows_decide_a_claim_together(verdicts: str, answer: str) -> None:
    rows = [finding(word.replace("open", "too few games")) for word in verdicts.split()]
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
