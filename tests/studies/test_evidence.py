"""Why results differ: reasons with counted verdicts, or what is ruled out."""

from __future__ import annotations

from typing import Any

from tesuji.studies.evidence import differs, reasons_for, unknown_cause


def experiment(name: str, *verdicts: str, kind: str = "match", **more: Any) -> dict[str, Any]:
    budgets = more.pop("budgets", ["then"] * len(verdicts))
    points = more.pop("points", [""] * len(verdicts))
    findings = [
        {"verdict": verdict, "reported": 0.5, "budget": budget, "point": point}
        for verdict, budget, point in zip(verdicts, budgets, points, strict=True)
    ]
    return {"name": name, "kind": kind, "repeats": None, "axis": "", "findings": findings, **more}


def study(*experiments: dict[str, Any], reasons: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {"experiments": list(experiments), "reasons": list(reasons)}


OWN = experiment("own", "agrees", "differs")
LADDER: dict[str, Any] = {
    "kind": "curve",
    "axis": "simulations",
    "points": ["50", "200"],
    "repeats": "own",
}


def test_a_reason_counts_the_verdicts_of_its_tests() -> None:
    reason = {"of": "own", "tested_by": ["full", "later", "open"], "text": "More simulations."}
    silent = experiment("open", "too few games")
    silent["findings"][0]["reported"] = None
    found = study(OWN, experiment("full", "agrees", "agrees"), silent, reasons=(reason,))
    assert reasons_for(found, OWN) == [
        ("More simulations.", "`full`: 2 agree; `later`, not played yet; `open`")
    ]


def test_a_repetition_has_the_reasons_of_what_it_repeats() -> None:
    reason = {"of": "own", "tested_by": ["own"], "text": "Because."}
    again = experiment("again", "differs", repeats="own")
    found = study(OWN, again, reasons=(reason,))
    assert reasons_for(found, again) == [("Because.", "`own`: 1 agrees, 1 differs")]
    assert reasons_for(found, experiment("other", "differs")) == []
    own = {"of": "again", "tested_by": ["again"], "text": "For another reason."}
    found = study(OWN, again, reasons=(reason, own))
    assert reasons_for(found, again) == [("For another reason.", "`again`: 1 differs")]


def test_a_ladder_that_always_differs_rules_the_budget_out() -> None:
    ladder = experiment("ladder", "differs", "differs", **LADDER)
    assert unknown_cause(study(OWN, ladder), OWN) == (
        "The cause is unknown. It is not the number of simulations (`ladder` differs at every point"
        " from 50 to 200)."
    )
    some = experiment("ladder", "agrees", "differs", **LADDER)
    assert unknown_cause(study(OWN, some), OWN).endswith("Nothing is ruled out yet.")


def test_both_budgets_rule_out_the_budget_alone() -> None:
    both = experiment("own", "differs", "differs", budgets=["then", "now"])
    assert "the budget alone" in unknown_cause(study(both), both)


def test_differing() -> None:
    assert differs(OWN)
    assert not differs(experiment("own", "agrees", "no difference"))
