"""First pairs confirm the figures of an older engine, or show where the games differ."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tesuji
from benchmarks import reports, reports_page
from benchmarks.first_pairs import differences, differing_ply, game_digest
from benchmarks.reports_confirm import A_TIME, CLOCK, NOT_RECORDED, candidates, confirm, cost_text
from benchmarks.reports_replay import merge, pending, plan_text, play_slot
from benchmarks.reports_state import (
    CURRENT,
    OLDER,
    REDECLARED,
    check,
    confirmed_in_brief,
    older,
    outdated,
    results_of,
    rows_of,
    states,
)
from tests.benchmarks.tiny_studies import Declared, declaration, nothing, tiny_study
from tesuji.agents import bench
from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.store.store import Store

Report = dict[str, Any]


def played(declared: Declared, folder: Path, *texts: str, behaviour: int = BEHAVIOUR - 1) -> Report:
    """Results of these declarations; an engine of an older behaviour has played them."""
    declared.studies = (tiny_study(*texts),)
    report, store = nothing(), folder / "games.db"
    play_slot(pending(report), store, minutes=None, jobs=1)
    merge(report, pending(report), store, commit="abc")
    report["runs"][0]["behaviour"] = behaviour
    return report


def confirmed(report: Report) -> list[str]:
    return confirm(candidates(report), jobs=1, commit="def")


def pairs_of(report: Report, name: str = "tiny/one") -> list[Report | None]:
    return [row.get("first_pair") for row in rows_of(results_of(report)[name])]


def test_the_same_games_confirm_an_experiment(
    declared: Declared, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = played(declared, tmp_path, declaration("one"), declaration("two", games=8))
    assert states(report) == {"tiny/one": OLDER, "tiny/two": OLDER}
    assert "--confirm" in plan_text(pending(report))
    # Two games are a smaller share of the longer one, so it is the cheapest.
    assert confirmed(report) == ["tiny/two", "tiny/one"]
    assert states(report) == {"tiny/one": CURRENT, "tiny/two": CURRENT}
    assert not any((older(report), [*outdated(report)], pending(report), candidates(report)))
    assert "--confirm" not in plan_text(pending(report))
    assert report["runs"][0]["behaviour"] == BEHAVIOUR - 1
    assert json.loads(json.dumps(report)) == report
    capsys.readouterr()
    check(report)
    said = f"played by behaviour {BEHAVIOUR - 1} and confirmed for behaviour {BEHAVIOUR}: "
    said += "the first pair of each match gives the same games"
    assert f"tiny/two: {said}" in capsys.readouterr().out
    assert [*confirmed_in_brief(report)] == [f"2 of 2 declared experiments were {said}."]
    page = [*reports_page._confirmed(report)]
    assert page[0].startswith(f"2 experiments: {said} (commit def, ")


def test_the_next_behaviour_needs_its_own_confirmation(declared: Declared, tmp_path: Path) -> None:
    report = played(declared, tmp_path, declaration("one"))
    assert confirmed(report) == ["tiny/one"]
    results_of(report)["tiny/one"]["confirmed"]["behaviour"] = BEHAVIOUR - 1
    report["runs"][0]["behaviour"] = BEHAVIOUR - 2
    assert states(report) == {"tiny/one": OLDER}
    assert confirmed(report) == ["tiny/one"]


def test_other_games_are_found_and_named(
    declared: Declared, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another seed stands for another engine: the declaration looks the same, the games do not."""
    report = played(declared, tmp_path, declaration("one"), declaration("two"))
    text = declaration("one").replace("play =", "seed = 1\nplay =")
    declared.studies = (tiny_study(text, declaration("two")),)
    capsys.readouterr()
    assert confirmed(report) == ["tiny/two"]
    assert states(report) == {"tiny/one": OLDER, "tiny/two": CURRENT}
    match = "tiny/one: tiny: one: flat - random: ewn-cyclic: as then"
    assert f"{match}: game 1 differs from ply 1 on, game 2" in capsys.readouterr().out
    assert "confirmed" not in results_of(report)["tiny/one"]


def test_a_digest_shows_the_first_ply_that_differs() -> None:
    result = tesuji.match("flat(simulations=3)", "random", game="ewn-cyclic", pairs=1, jobs=1)
    record = result.games[0]
    digest = game_digest(record)
    assert game_digest(replace(record, tags={}, reason="another word")) == digest
    for ply, move in enumerate(record.moves):
        slower = (*record.moves[:ply], replace(move, seconds=99.0), *record.moves[ply + 1 :])
        assert game_digest(replace(record, moves=slower)) == digest
        changes: list[dict[str, Any]] = [{"move": "?"}, {"nodes": 7}, {"simulations": 7}]
        for change in changes:
            moves = (*record.moves[:ply], replace(move, **change), *record.moves[ply + 1 :])
            other = game_digest(replace(record, moves=moves))
            # Two digits per ply are the same by chance in one of 256 cases.
            assert ply + 1 <= differing_ply(digest, other) <= ply + 2
    last = len(record.moves) + 1
    assert differing_ply(digest, game_digest(replace(record, winner=None))) == last
    shorter = game_digest(replace(record, moves=record.moves[:-1]))
    assert differing_ply(digest, shorter) == last - 1
    assert differing_ply(digest, game_digest(replace(record, start="another"))) == 1


def test_a_clock_is_replaced_by_simulations(declared: Declared, tmp_path: Path) -> None:
    timed = declaration("one").replace("simulations = 3", "seconds = 0.02")
    report = played(declared, tmp_path, timed)
    [pair] = pairs_of(report)
    assert pair is not None
    given, other = pair["simulations"]
    [found] = rows_of(results_of(report)["tiny/one"])
    assert given == round(found["simulations"][0]) > 1
    assert other is None
    assert confirmed(report) == ["tiny/one"]


def test_a_clock_that_ends_no_search_stays(declared: Declared, tmp_path: Path) -> None:
    guarded = declaration("one").replace("simulations = 3", "simulations = 3\nseconds = 60")
    report = played(declared, tmp_path, guarded)
    [pair] = pairs_of(report)
    assert pair is not None
    assert pair.keys() == {"games"}
    assert confirmed(report) == ["tiny/one"]


def test_what_cannot_be_compared_has_a_reason(
    declared: Declared,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = declaration("clock").replace("simulations = 3", 'time = "2+0"')
    cost = declaration("cost", more='measure = "seconds"')
    report = played(declared, tmp_path, clock, declaration("one"), declaration("two"), cost)
    assert pairs_of(report, "tiny/clock") == [None]
    del rows_of(results_of(report)["tiny/one"])[0]["first_pair"]
    found = {each.name: each.obstacle() for each in candidates(report)}
    reasons = {"tiny/clock": CLOCK, "tiny/one": NOT_RECORDED, "tiny/cost": A_TIME}
    assert found == reasons | {"tiny/two": None}
    results = tmp_path / "reports.json"
    results.write_text(json.dumps(report), "utf-8")
    monkeypatch.setattr(reports, "RESULTS", results)
    monkeypatch.setattr(reports, "write_everything", lambda report: None)
    monkeypatch.setattr(reports, "current_commit", lambda: "abc")
    monkeypatch.setattr("sys.argv", ["reports", "--confirm", "--jobs", "1"])
    capsys.readouterr()
    reports.main()
    said = capsys.readouterr().out
    assert f"cannot be compared, {CLOCK}: tiny/clock\n" in said
    assert f"cannot be compared, {NOT_RECORDED}: tiny/one\n" in said
    assert f"cannot be compared, {A_TIME}: tiny/cost\n" in said
    assert "confirmed 1 of 4 " in said
    written = json.loads(results.read_text("utf-8"))
    assert states(written) == dict.fromkeys(reasons, OLDER) | {"tiny/two": CURRENT}


def test_only_experiments_as_declared_are_compared(declared: Declared, tmp_path: Path) -> None:
    report = played(declared, tmp_path, declaration("one"), declaration("two"))
    declared.studies = (tiny_study(declaration("one", games=6), declaration("two")),)
    assert [each.name for each in candidates(report)] == ["tiny/two"]
    assert confirmed(report) == ["tiny/two"]
    assert states(report) == {"tiny/one": REDECLARED, "tiny/two": CURRENT}
    assert candidates(report, ["tiny/one"]) == []


def test_the_cost_is_that_of_two_games_per_match(declared: Declared, tmp_path: Path) -> None:
    declared.costs = {"one": 80.0}
    report = played(declared, tmp_path, declaration("one", games=16))
    [found] = candidates(report)
    assert found.cost == 10.0
    row = cost_text([found]).splitlines()[2]
    assert [cell.strip() for cell in row.strip("|").split("|")] == [
        "tiny/one", str(BEHAVIOUR - 1), "2", "10.0", "10",
    ]  # fmt: skip


def test_a_measure_that_searches_again_is_compared(declared: Declared, tmp_path: Path) -> None:
    text = declaration("one", more='measure = "depth"').replace('"flat"', '"mcts"')
    report = played(declared, tmp_path, text)
    [pair] = pairs_of(report)
    assert pair is not None
    assert pair["measured"] > 0
    assert [*differences(pair, {**pair, "measured": 0.5})] == [
        f"the measure was {pair['measured']} and is 0.5"
    ]
    assert confirmed(report) == ["tiny/one"]
    del results_of(report)["tiny/one"]["confirmed"]
    pair["measured"] = 0.5
    assert confirmed(report) == []


def test_games_that_are_merged_twice_count_once(declared: Declared, tmp_path: Path) -> None:
    report = played(declared, tmp_path, declaration("one"), behaviour=BEHAVIOUR)
    before = json.dumps(report)
    again = pending(report, only=["tiny/one"])
    assert merge(report, again, tmp_path / "games.db", commit="abc") == ["tiny/one"]
    assert json.dumps(report) == before
    merge(report, again, tmp_path / "games.db", commit="def")
    assert [(run["commit"], run["games"]) for run in report["runs"]] == [("def", 4)]


def test_a_merge_replaces_a_confirmation(declared: Declared, tmp_path: Path) -> None:
    report = played(declared, tmp_path, declaration("one"))
    confirmed(report)
    merge(report, pending(report, only=["tiny/one"]), tmp_path / "games.db", commit="def")
    assert "confirmed" not in results_of(report)["tiny/one"]
    assert [run["behaviour"] for run in report["runs"]] == [BEHAVIOUR]


def with_behaviour(store: Path, behaviour: int) -> Path:
    """A copy of a store whose matches another engine has played."""
    path = store.with_name("other.db")
    with Store(store) as old, Store(path) as new:
        for match in old.matches():
            number = new.begin(match.name, {**match.identity, "behaviour": behaviour})
            for pair in old.pairs(match.id):
                new.add_pair(number, pair, old.pair(match.id, pair), {"processor": "Abacus"})
    return path


@pytest.mark.parametrize("options", [["--plan"], ["--minutes", "1"], ["--merge", "--commit", "a"]])
def test_a_store_of_another_behaviour_is_refused(
    declared: Declared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    report = played(declared, tmp_path, declaration("one"))
    store = with_behaviour(tmp_path / "games.db", BEHAVIOUR - 1)
    results = tmp_path / "reports.json"
    results.write_text(json.dumps(report), "utf-8")
    monkeypatch.setattr(reports, "RESULTS", results)
    monkeypatch.setattr("sys.argv", ["reports", "--store", str(store), "--jobs", "1", *options])
    with pytest.raises(SystemExit) as ended:
        reports.main()
    said = str(ended.value)
    assert said.startswith(f"{store} has games of behaviour {BEHAVIOUR - 1}, and this engine has")
    assert f"give a store of behaviour {BEHAVIOUR} or a new file" in said


def test_a_run_has_the_behaviour_of_its_store(
    declared: Declared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(declared, tmp_path, declaration("one"))
    store = with_behaviour(tmp_path / "games.db", BEHAVIOUR - 1)
    monkeypatch.setattr(bench, "BEHAVIOUR", BEHAVIOUR - 1)
    report = nothing()
    assert merge(report, pending(report), store, commit="abc") == ["tiny/one"]
    assert [run["behaviour"] for run in report["runs"]] == [BEHAVIOUR - 1]
