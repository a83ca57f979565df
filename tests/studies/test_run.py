"""Runs of studies: stored, resumed, pooled, measured and judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arena.pairs import in_threads
from tests.studies.examples import MATCH, SWEEP, read
from tesuji.arena.match.contest import Contest
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError
from tesuji.studies import run_study
from tesuji.studies.csv_table import csv_text
from tesuji.studies.measures import Measurement
from tesuji.studies.results import Finding
from tesuji.studies.study import Claim
from tesuji.studies.verdict import Estimate, judge


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


COUNTED = SWEEP[: SWEEP.index("[experiment.now]")]


def test_a_run_that_was_stopped_gives_the_same_table(tmp_path: Path) -> None:
    whole = run_study(read(COUNTED), jobs=1)
    stops = iter([False, False, True])

    def stop(_: Contest) -> None:
        if next(stops, False):
            raise KeyboardInterrupt

    store = tmp_path / "games.db"
    stopped = run_study(read(COUNTED), store=store, jobs=1, progress=stop)
    assert not stopped.complete
    played = sum(match.pentanomial.pairs for match in stopped.results[0].matches)
    assert 0 < played < 8
    resumed = run_study(read(COUNTED), store=store, jobs=1)
    assert resumed.complete
    assert csv_text([resumed]) == csv_text([whole])
    assert csv_text([stopped]) != csv_text([whole])


def test_a_larger_scale_keeps_the_games_of_the_smaller(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    run_study(read(MATCH), store=store, jobs=1)
    seen: list[int] = []
    study = run_study(
        read(MATCH), scale="full", store=store, jobs=1, progress=lambda c: seen.append(c.played)
    )
    assert max(seen) == 2
    assert study.results[0].findings[0].to_dict()["games"] == 12
    with Store(store) as opened:
        assert [each.name for each in opened.matches()] == [
            "study: flat: flat - random: ewn: as then"
        ]


def test_games_of_a_setting_are_added_up() -> None:
    outcome = run_study(read(COUNTED), jobs=1).results[0]
    lines = [(each.label[-3:], each.game) for each in outcome.findings]
    assert lines == [(c, g) for c in ("0.2", "1.0") for g in ("ewn", "ewn-cyclic", "all")]
    pairs = [match.pentanomial for match in outcome.matches]
    pooled = [each.ours for each in outcome.findings if each.game == "all"]
    for ours, both in zip(pooled, (pairs[0] + pairs[1], pairs[2] + pairs[3]), strict=True):
        assert ours is not None
        assert (ours.value, ours.games) == (both.score, 8)
    levels = {each.verdict.level for each in outcome.findings if each.claim is not None}
    assert levels == {0.975}


def test_only_what_is_named_is_run() -> None:
    begun: list[str] = []
    study = run_study(read(MATCH), only=["other"], begin=lambda e: begun.append(e.name))
    assert (study.results, begun) == ((), [])


def test_an_unknown_scale_is_refused() -> None:
    with pytest.raises(ParameterError, match="did you mean 'full'") as caught:
        run_study(read(MATCH), scale="ful")
    error = caught.value
    assert (error.where, error.given, error.expected) == ("scale", "ful", "quick or full")


def test_a_bound_that_is_infinite_is_none() -> None:
    ours = Estimate.of_measure(Measurement(3.0, 1, 0.0), 2)
    figure = Claim(value=1.0, within=0.5)
    found = Finding("x", "ewn", "now", "", figure, ours, judge(ours, figure)).to_dict()
    assert (found["ours"], found["low"], found["high"]) == (3.0, None, None)
    assert (found["difference_low"], found["difference_high"]) == (None, None)
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_measures_of_the_same_games_play_them_once() -> None:
    measured = MATCH[MATCH.index("[[experiment]]") :].replace('"flat"\ntitle', '"breadth"\ntitle')
    measured = measured.replace('kind = "match"', 'kind = "measure"\nmeasure = "breadth"')
    measured = measured.replace("reported = { wins = 9, of = 10 }", 'games_of = "flat"')
    seen: list[int] = []
    result = run_study(
        read(MATCH + measured), jobs=1, progress=lambda contest: seen.append(contest.played)
    )
    assert seen == [1, 2, 3, 4]
    first, second = result.results
    assert first.matches[0] is second.matches[0]
    assert second.findings[0].to_dict()["ours"] > 1
