"""The replay of the reports in slots: its order, its store, and what it merges."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from benchmarks import reports, reports_page, reports_replay
from benchmarks.packed_store import unpacked
from benchmarks.reports_replay import Pending, batches, merge, pending, plan_text, play_slot
from benchmarks.reports_state import CURRENT, OLDER, REDECLARED, UNPLAYED, states
from tests.benchmarks.tiny_studies import Declared, declaration, nothing, tiny_study
from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.match.contest import Contest
from tesuji.arena.run import conditions


def test_a_slot_plays_and_a_merge_takes_what_is_complete(
    declared: Declared, tmp_path: Path
) -> None:
    declared.studies = (tiny_study(declaration("one"), declaration("two", games=8)),)
    report, store = nothing(), tmp_path / "games.db"
    play_slot(pending(report, only=["tiny/one"]), store, minutes=None, jobs=1)
    assert merge(report, pending(report), store, commit="abc") == ["tiny/one"]
    assert states(report) == {"tiny/one": CURRENT, "tiny/two": UNPLAYED}
    [run] = report["runs"]
    assert (run["commit"], run["behaviour"], run["games"]) == ("abc", BEHAVIOUR, 4)
    assert len(run["conditions"]) == 1
    [study] = report["studies"]
    [finding] = study["experiments"][0]["findings"]
    assert finding["games"] == 4
    assert "matches" not in study["experiments"][0]
    assert json.loads(json.dumps(report)) == report


def test_a_merge_records_the_machine_that_played(
    declared: Declared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared.studies = (tiny_study(declaration("one")),)
    report, store = nothing(), tmp_path / "games.db"
    play_slot(pending(report), store, minutes=None, jobs=1)
    here = conditions.processor()
    monkeypatch.setattr(conditions, "processor", lambda: "Abacus")
    merge(report, pending(report), store, commit="abc")
    [run] = report["runs"]
    assert [each["processor"] for each in run["conditions"]] == [here]
    assert not {"processor", "cores", "build"} & run.keys()
    [text] = [each for each in reports_page._played(report) if "CPU time" in each]
    assert f" on {run['date']} on {here} (" in text


def test_a_merge_needs_the_commit_that_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["reports", "--store", "games.db", "--merge"])
    with pytest.raises(SystemExit):
        reports.main()
    assert "--merge needs --commit" in capsys.readouterr().err


def test_without_time_nothing_is_played(declared: Declared, tmp_path: Path) -> None:
    declared.studies = (tiny_study(declaration("one")),)
    report, store = nothing(), tmp_path / "games.db"
    play_slot(pending(report), store, minutes=0, jobs=1)
    assert merge(report, pending(report), store, commit="abc") == []
    assert report == nothing()


@pytest.mark.parametrize("minutes", [None, 60.0])
def test_an_interrupt_stops_the_slot_and_merges_nothing(
    declared: Declared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: float | None
) -> None:
    declared.studies = (tiny_study(declaration("one"), declaration("two")),)
    interrupted: list[str] = []

    def interrupt(contest: Contest, *_: object) -> None:
        interrupted.extend(each.plan.title for each in contest.matches)
        raise KeyboardInterrupt

    monkeypatch.setattr(Contest, "_finish", interrupt)
    monkeypatch.setattr(reports, "merge", lambda *_, **__: pytest.fail("merged"))
    given = Namespace(plan=False, merge=False, minutes=minutes, jobs=1, commit=None)
    reports.replay(nothing(), pending(nothing()), tmp_path / "games.db", given)
    assert interrupted == ["tiny: one: flat - random: ewn-cyclic: as then"]


def test_the_next_slot_resumes(declared: Declared, tmp_path: Path) -> None:
    """The games of a shorter declaration stay, and only the missing ones are played."""
    store = tmp_path / "games.db"
    declared.studies = (tiny_study(declaration("one", games=4)),)
    play_slot(pending(nothing()), store, minutes=None, jobs=1)
    declared.studies = (tiny_study(declaration("one", games=8)),)
    [line] = [each for each in plan_text(pending(nothing()), store).splitlines() if "one" in each]
    assert [cell.strip() for cell in line.split("|")][3:5] == ["8", "4"]
    before = records(store)
    play_slot(pending(nothing()), store, minutes=None, jobs=1)
    assert set(before) < set(records(store))
    report = nothing()
    assert merge(report, pending(report), store, commit="abc") == ["tiny/one"]
    assert report["runs"][0]["games"] == 8


def records(store: Path) -> list[str]:
    """Every stored game with the time of its moves, which no second game has again."""
    found = []
    for each in pending(nothing()):
        for match in reports_replay._stored(each.plans(), store):
            found += [str(record.to_dict()) for record in match.games]
    return found


def test_measures_of_the_same_games_play_and_count_them_once(
    declared: Declared, tmp_path: Path
) -> None:
    own = declaration("breadth", more='measure = "breadth"\ngames_of = "one"')
    declared.studies = (tiny_study(declaration("one"), own),)
    report, store = nothing(), tmp_path / "games.db"
    play_slot(pending(report), store, minutes=None, jobs=1)
    assert len(merge(report, pending(report), store, commit="abc")) == 2
    assert report["runs"][0]["games"] == 4
    values = [each["findings"][0]["ours"] for each in report["studies"][0]["experiments"]]
    assert values[1] > 1


def test_games_that_are_added_later_count_once(declared: Declared, tmp_path: Path) -> None:
    report, store = nothing(), tmp_path / "games.db"
    own = declaration("breadth", games=8, more='measure = "breadth"\ngames_of = "one"')
    hours = []
    for texts in ([declaration("one")], [declaration("one", games=8)],
                  [declaration("one", games=8), own]):  # fmt: skip
        declared.studies = (tiny_study(*texts),)
        play_slot(pending(report), store, minutes=None, jobs=1)
        merge(report, pending(report), store, commit="abc")
        [run] = report["runs"]
        hours.append(run["cpu_hours"])
    assert run["games"] == 8
    assert hours[0] <= hours[1] == hours[2]


def test_what_was_never_played_comes_first_and_the_cheapest_of_that(
    declared: Declared, tmp_path: Path
) -> None:
    names = ("dear", "cheap", "changed", "old", "new")
    declared.studies = (tiny_study(*map(declaration, names)),)
    declared.costs = {"dear": 90.0, "cheap": 1.0, "changed": 0.1, "old": 0.01}
    report, store = nothing(), tmp_path / "games.db"
    some = [f"tiny/{name}" for name in ("changed", "old")]
    play_slot(pending(report, only=some), store, minutes=None, jobs=1)
    merge(report, pending(report), store, commit="abc")
    report["runs"][0]["behaviour"] = BEHAVIOUR - 1
    changed = [declaration(name, games=6 if name == "changed" else 4) for name in names]
    declared.studies = (tiny_study(*changed),)
    waiting = pending(report)
    # An experiment without a measured cost counts as sixty seconds.
    assert [each.experiment.name for each in waiting] == ["cheap", "new", "dear", "changed", "old"]
    assert [each.state for each in waiting] == [*[UNPLAYED] * 3, REDECLARED, OLDER]


def test_a_second_run_replaces_the_first(declared: Declared, tmp_path: Path) -> None:
    declared.studies = (tiny_study(declaration("one"), declaration("two")),)
    report, store = nothing(), tmp_path / "games.db"
    play_slot(pending(report), store, minutes=None, jobs=1)
    merge(report, pending(report), store, commit="abc")
    report["runs"][0]["behaviour"] = BEHAVIOUR - 1
    merge(report, pending(report, only=["tiny/two"]), store, commit="def")
    assert [run["commit"] for run in report["runs"]] == ["abc", "def"]
    assert [each["run"] for each in report["studies"][0]["experiments"]] == [0, 1]
    merge(report, pending(report), store, commit="def")
    assert [(run["commit"], run["games"]) for run in report["runs"]] == [("def", 8)]
    assert {each["run"] for each in report["studies"][0]["experiments"]} == {0}


def test_batches_keep_all_workers_busy(declared: Declared) -> None:
    del declared
    [study] = [tiny_study(*(declaration(f"e{number}") for number in range(5)))]
    waiting = [
        Pending("tiny", each, UNPLAYED, cost)
        for each, cost in zip(study.experiments, (10.0, 25.0, 50.0, 3.0, 3.0), strict=True)
    ]
    found = [[each.cost for each in batch] for batch in batches(waiting, jobs=2)]
    assert found == [[10.0, 25.0, 50.0], [3.0, 3.0]]


def test_a_packed_store_is_small_and_resumes(declared: Declared, tmp_path: Path) -> None:
    declared.studies = (tiny_study(declaration("one")),)
    packed, plain = tmp_path / "games.db.xz", tmp_path / "plain.db"
    for store in (packed, plain):
        with unpacked(store) as path:
            play_slot(pending(nothing()), path, minutes=None, jobs=1)
    sizes = [path.stat().st_size for path in tmp_path.glob("plain.db*")]
    assert packed.stat().st_size < sum(sizes) / 4
    report = nothing()
    with unpacked(packed) as path:
        assert merge(report, pending(report), path, commit="abc") == ["tiny/one"]
    assert [each for each in tmp_path.iterdir() if each.is_dir()] == []


def test_an_error_keeps_the_games_so_far(declared: Declared, tmp_path: Path) -> None:
    declared.studies = (tiny_study(declaration("one")),)
    packed = tmp_path / "games.db.xz"
    with pytest.raises(KeyboardInterrupt):
        play_and_stop(packed)
    report = nothing()
    with unpacked(packed) as path:
        assert merge(report, pending(report), path, commit="abc") == ["tiny/one"]


def play_and_stop(packed: Path) -> None:
    with unpacked(packed) as path:
        play_slot(pending(nothing()), path, minutes=None, jobs=1)
        raise KeyboardInterrupt


def test_other_openings_or_another_trend_are_another_declaration(
    declared: Declared, tmp_path: Path
) -> None:
    declared.studies = (tiny_study(declaration("one")),)
    report, store = nothing(), tmp_path / "games.db"
    play_slot(pending(report), store, minutes=None, jobs=1)
    merge(report, pending(report), store, commit="abc")
    [own] = report["studies"][0]["experiments"]
    own["openings"] = ["another start"]
    assert states(report) == {"tiny/one": REDECLARED}
    own["openings"] = None
    own["findings"].append({**own["findings"][0], "game": "trend", "reported": "rises"})
    own["findings"][-1]["simulations"] = None
    assert states(report) == {"tiny/one": REDECLARED}
