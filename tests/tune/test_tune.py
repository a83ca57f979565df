"""Whole runs with a fast agent: a planted mistake, the proof, and runs that were killed."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tesuji
from tests.arena.pairs import in_threads
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.errors import ParameterError, StoreError
from tesuji.tune import TuneResult
from tesuji.tune.judge import TuneState

SPOILED = "greedy(knowledge=ewn(steps=-0.2))"
"""It moves away from its goal; the default is 1."""
RUN: dict[str, Any] = {
    "game": "ewn",
    "over": "knowledge.steps=-1..1, knowledge.cubes=-0.2..0",
    "trials": 9,
    "population": 4,
    "pairs": 2,
    "proof_pairs": 60,
    "sprt": "0,100",
    "jobs": 1,
    "seed": 2,
}
OWN: dict[str, dict[str, Any]] = {
    "spsa": {"over": "knowledge.steps=-1..1", "trials": 12},
    "texel": {"over": "knowledge.steps=-1..1", "pairs": 10},
}
"""What differs for a method."""


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def outcome(result: TuneResult) -> dict[str, Any]:
    """Everything that must not depend on where a run was interrupted."""
    data = result.to_dict()
    proof = data["proof"] or {}
    return {
        **{key: data[key] for key in ("spec", "values", "how", "verdict", "trials", "complete")},
        "proof": {key: proof.get(key) for key in ("pentanomial", "sprt", "identity", "seed")},
    }


_RESULTS: dict[str, TuneResult] = {}
"""The results of undisturbed runs by method: each is played once, since all are the same."""


def undisturbed(method: str) -> TuneResult:
    if method not in _RESULTS:
        _RESULTS[method] = tesuji.tune(SPOILED, method=method, **{**RUN, **OWN.get(method, {})})
    return _RESULTS[method]


# Planted mistakes


@pytest.mark.parametrize("method", ["genetic", "cmaes", "spsa", "texel"])
def test_a_planted_mistake_is_found_and_proven(method: str) -> None:
    result = undisturbed(method)
    assert float(result.values["knowledge.steps"]) > 0
    assert result.improved
    assert result.verdict.startswith("better by +")
    assert result.proof is not None
    assert result.proof.agents == (result.spec, tesuji.agent(SPOILED).spec)
    assert f"{result!r}".startswith("<TuneResult: greedy(")


def test_the_best_agent_has_no_proof_of_improvement() -> None:
    given = {**RUN, "over": "knowledge.steps=0.9..1.1", "trials": 4, "proof_pairs": 4}
    result = tesuji.tune("greedy", method="genetic", **given)
    assert not result.improved
    assert result.verdict.startswith("no proof of improvement")


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((0, 0, 0, 0, 15), "score 100.0% [79.6%, 100.0%] (all pairs ended alike"),
        ((0, 0, 1, 0, 14), "+"),
    ],
)
@pytest.mark.parametrize(
    ("verdict", "begins"),
    [
        (None, "no proof of improvement: the test did not decide after 15 pairs, "),
        ("H0", "no proof of improvement: the test accepts H0 after 15 pairs, "),
        ("H1", "better"),
    ],
)
def test_a_verdict_names_no_infinite_estimate(
    counts: tuple[int, int, int, int, int], said: str, verdict: str | None, begins: str
) -> None:
    match = SimpleNamespace(verdict=verdict)
    proof = SimpleNamespace(pentanomial=Pentanomial(counts), match=match)
    result = replace(undisturbed("texel"), proof=cast(Any, proof))
    assert result.verdict.startswith(begins)
    assert said in result.verdict
    assert "+inf nElo" not in result.verdict
    assert result.undecided == (verdict is None)


def test_the_proof_is_played_on_fresh_seeds() -> None:
    result = undisturbed("genetic")
    assert result.proof is not None
    matches = result.proof.contest.store.matches()
    seeds = {match.name: match.identity["seed"] for match in matches}
    proof = seeds.pop("tune: proof")
    assert proof not in seeds.values()
    assert len(seeds) > RUN["trials"] - 1


# Runs that were interrupted


class _Crash(Exception):
    """Stands for a run that is killed."""


def crash_after(pairs: int) -> Any:
    seen = [0]

    def progress(state: TuneState) -> None:
        seen[0] += 1
        if seen[0] == pairs:
            raise _Crash

    return progress


@pytest.mark.parametrize(
    ("method", "study"), [("genetic", False), ("cmaes", True), ("spsa", False)]
)
def test_a_run_that_was_killed_ends_as_if_it_had_not_been(
    tmp_path: Path, method: str, study: bool
) -> None:
    options: dict[str, Any] = {**RUN, **OWN.get(method, {}), "store": tmp_path / "games.db"}
    if study:
        options["study"] = tmp_path / "study.db"
    for pairs in (3, 16):
        with pytest.raises(_Crash):
            tesuji.tune(SPOILED, method=method, progress=crash_after(pairs), **options)
    resumed = tesuji.tune(SPOILED, method=method, **options)
    assert outcome(resumed) == outcome(undisturbed(method))


KILLED = """
import os, sys, tesuji
seen = 0
def progress(state):
    global seen
    seen += 1
    if seen == 25:
        os._exit(9)
if __name__ == "__main__":
    tesuji.tune({agent!r}, method="genetic", progress=progress, store={store!r}, study={study!r},
                **{run!r})
"""


def test_a_process_that_dies_at_once_loses_nothing(tmp_path: Path) -> None:
    store, study = str(tmp_path / "games.db"), str(tmp_path / "study.db")
    script = tmp_path / "run.py"
    script.write_text(KILLED.format(agent=SPOILED, store=store, study=study, run=RUN), "utf-8")
    assert subprocess.run([sys.executable, str(script)], check=False).returncode == 9
    resumed = tesuji.tune(SPOILED, method="genetic", store=store, study=study, **RUN)
    assert outcome(resumed) == outcome(undisturbed("genetic"))


def test_ctrl_c_returns_what_there_is() -> None:
    def stop(state: TuneState) -> None:
        if len(state.trials) > 2:
            raise KeyboardInterrupt

    result = tesuji.tune(SPOILED, method="genetic", progress=stop, **RUN)
    assert not result.complete
    assert not result.improved
    assert result.spec == result.start
    assert "interrupted" in result.verdict
    assert result.how == f"Nothing is chosen after 3 of {RUN['trials']} trials."


def test_another_study_is_refused_and_new_starts_over(tmp_path: Path) -> None:
    small = {**RUN, "trials": 2, "proof_pairs": 1, "study": tmp_path / "study.db"}
    tesuji.tune(SPOILED, store=tmp_path / "a.db", **small)
    with pytest.raises(StoreError) as caught:
        tesuji.tune(SPOILED, store=tmp_path / "b.db", **{**small, "seed": 3})
    assert [each[0] for each in caught.value.differences] == ["seed"]
    again = tesuji.tune(SPOILED, store=tmp_path / "b.db", new=True, **{**small, "seed": 3})
    assert len(again.history) == 2


def test_a_file_that_is_not_a_study_is_refused(tmp_path: Path) -> None:
    (tmp_path / "study.db").write_text("hello" * 1000, "utf-8")
    with pytest.raises(StoreError):
        tesuji.tune(SPOILED, store=tmp_path / "a.db", study=tmp_path / "study.db", **RUN)


# Arguments and output


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"method": "luck"}, "method"),
        ({"trials": 0}, "trials"),
        ({"pairs": True}, "pairs"),
        ({"population": 1}, "population"),
        ({"proof_pairs": 0}, "proof_pairs"),
        ({"study": "study.db"}, "store"),
        ({"method": "spsa", "study": "study.db"}, "study"),
        ({"method": "spsa", "positions": "games.txt"}, "positions"),
        ({"method": "texel", "positions": "missing.txt"}, "positions"),
        ({"method": "texel", "over": "by"}, "by"),
        ({"over": "knowledge.step"}, "knowledge.step"),
    ],
)
def test_a_wrong_argument_is_named(changed: dict[str, Any], where: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.tune(SPOILED, **{**RUN, **changed})
    assert caught.value.where == where


def test_a_missing_optuna_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(ParameterError, match=r"tesuji\[tune\]") as caught:
        tesuji.tune(SPOILED, method="genetic", **RUN)
    assert caught.value.where == "method"


def test_the_result_is_data_text_and_a_report(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = undisturbed("genetic")
    data = json.loads(json.dumps(result.to_dict()))
    assert data["kind"] == "tune"
    assert len(data["trials"]) == RUN["trials"]
    assert data["before"]["knowledge.steps"] == -0.2
    assert data["proof"]["sprt"]["verdict"] == "H1"
    assert result.spec in str(result)
    page = result.report(tmp_path / "tune.html", command="tesuji tune ...").read_text("utf-8")
    assert page.count("<svg") == 5 + page.count('<p class="brand"')  # plots, and the sign
    assert "Strength by knowledge.steps" in page
    assert "tesuji tune ..." in page
    assert result.plot().startswith("<svg")
