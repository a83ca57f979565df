"""The commands experiment and reproduce."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from rich.console import Console

from tests.arena.pairs import in_threads
from tests.cli.test_commands import complaint, tesuji
from tests.studies.examples import MATCH
from tesuji.arena.match.contest import Contest, Progress
from tesuji.cli import run
from tesuji.cli.study_view import print_study_list
from tesuji.studies.builtin import builtin_studies, choose_studies
from tesuji.studies.study import Study

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(MATCH, "utf-8")
    return str(path)


def test_an_experiment_writes_every_requested_file(
    capsys: Capture, tmp_path: Path, file: str
) -> None:
    kinds = ("csv", "latex", "report", "json")
    options = [f"--{kind}={tmp_path / kind}" for kind in kinds]
    printed = tesuji(capsys, "experiment", file, "--jobs", "1", *options)
    assert "Flat search beats chance 9 of 10" in printed
    assert "9 of 10" in printed
    assert [f"wrote {tmp_path / kind}" in printed for kind in kinds] == [True] * 4
    (study,) = json.loads((tmp_path / "json").read_text("utf-8"))
    (found,) = study["experiments"][0]["findings"]
    assert (study["name"], study["scale"], found["games"]) == ("mine", "quick", 8)
    assert f"{found['ours']}" in (tmp_path / "csv").read_text("utf-8")
    assert "\\toprule" in (tmp_path / "latex").read_text("utf-8")
    assert "A study" in (tmp_path / "report").read_text("utf-8")


def test_the_scale_is_how_much_is_played(capsys: Capture, tmp_path: Path, file: str) -> None:
    out = tmp_path / "out.json"
    tesuji(capsys, "experiment", file, "--scale", "full", "--jobs", "1", "--json", str(out))
    assert json.loads(out.read_text("utf-8"))[0]["experiments"][0]["findings"][0]["games"] == 12


def test_reproduce_lists_every_experiment(capsys: Capture) -> None:
    printed = tesuji(capsys, "reproduce", "--list")
    for declaration in builtin_studies():
        for each in declaration.experiments:
            assert f"{declaration.name}/{each.name} " in printed


def test_reproduce_without_names_plays_nothing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise AssertionError("nothing is played")

    with monkeypatch.context() as patch:
        patch.setattr("tesuji.studies.run_study", play)
        printed = tesuji(capsys, "reproduce")
    listed = tesuji(capsys, "reproduce", "--list")
    assert printed.startswith(listed.rstrip())
    assert "tesuji reproduce --all" in printed


def test_all_plays_everything(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def play(chosen: list[tuple[Study, list[str]]], options: object) -> int:
        played.extend(study.name for study, only in chosen if not only)
        return 0

    monkeypatch.setattr("tesuji.cli.experiment._run", play)
    tesuji(capsys, "reproduce", "--all")
    assert played == [study.name for study in builtin_studies()]


def test_the_list_fits_a_narrow_terminal() -> None:
    out = Console(file=io.StringIO(), width=80, highlight=False, emoji=False, markup=False)
    print_study_list(choose_studies([]), out)
    assert isinstance(out.file, io.StringIO)
    lines = [line.rstrip() for line in out.file.getvalue().splitlines()]
    assert lines[0].split() == ["name", "games", "quick", "full", "title"]
    [easy] = [line for line in lines if line.startswith("einstein/easy ")]
    assert re.match(r"einstein/easy +80 / 960 +\d+ s +\d+ (s|min) +Variants", easy)
    assert re.fullmatch(r"Estimated time .*: \d+ min quick, [\d.]+ h full\.", lines[-1])
    assert max(map(len, lines)) <= 80


def test_the_sum_of_costs_has_shared_games_once(monkeypatch: pytest.MonkeyPatch) -> None:
    [fischer] = [study for study in builtin_studies() if study.name == "fischer"]
    names = ["minimax-mcts", "margins", "breadth"]
    [host] = [each for each in fischer.experiments if each.name == names[0]]
    games = len(list(host.rows())) * host.scale["full"]
    costs = {f"fischer/{name}": {"game": 3600 / games, "measure": 0.0} for name in names[:2]}
    costs["fischer/margins"]["measure"] = 3600 / games
    monkeypatch.setattr("tesuji.studies.costs._costs", lambda: costs)
    assert total_time([(fischer, names[:2])]).endswith(" 2.0 h full.")
    assert total_time([(fischer, names)]).endswith(" at least 2.0 h full.")
    assert total_time([(fischer, names[2:])]).endswith(": - quick, - full.")


def total_time(chosen: list[tuple[Study, list[str]]]) -> str:
    out = Console(file=io.StringIO(), width=200)
    print_study_list(chosen, out)
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue().splitlines()[-1]


def test_reproduce_runs_what_is_named(capsys: Capture) -> None:
    printed = tesuji(capsys, "reproduce", "heuristic-random", "--jobs", "1")
    assert "The heuristic agent wins 100 of 100 games" in printed
    row, picture = [line for line in printed.splitlines() if line.startswith("all ")]
    assert "100 of 100" in row
    assert "o" in picture
    assert "c-by-size" not in printed
    assert "o ours, with its 95% interval; | the report" in printed
    assert printed.rstrip().splitlines()[-1] == "Verdict: 1 agrees."


def test_mistakes_are_one_line(capsys: Capture, tmp_path: Path, file: str) -> None:
    assert "did you mean 'popcoin'" in complaint(capsys, "reproduce", "popcorn")
    assert "scale is quick or full" in complaint(capsys, "experiment", file, "--scale", "huge")
    broken = tmp_path / "broken.toml"
    broken.write_text("title = 1", "utf-8")
    assert "broken.toml" in complaint(capsys, "experiment", str(broken))
    missing = complaint(capsys, "experiment", str(tmp_path / "none.toml"))
    assert missing == f"tesuji: {tmp_path / 'none.toml'}: there is no such file\n"


REASON = """
[[reason]]
of = "flat"
tested_by = "flat"
text = "It was late."
"""


def test_a_stopped_run_says_how_to_resume(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, store = tmp_path / "mine.toml", tmp_path / "games.db"
    text = MATCH.replace("quick = 8", "quick = 100").replace("full = 12", "full = 100")
    file.write_text(text.replace("wins = 9, of = 10", "wins = 1, of = 1000") + REASON, "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("tesuji.cli.experiment.contest_progress", _stops_after(4))
        assert run(["experiment", str(file), "--jobs", "1", "--store", str(store)]) == 130
    printed = capsys.readouterr().out
    assert re.search(r"^Partial: \d+ of 100 games were played, and verdicts may", printed, re.M)
    assert "differs" in printed
    assert "Why flat differs" not in printed
    assert f"Finished pairs are in {store}." in printed
    printed = tesuji(capsys, "experiment", str(file), "--jobs", "1", "--store", str(store))
    assert "Partial" not in printed
    assert "It was late." not in printed
    assert "The study explains flat at the full scale only." in printed
    full = ("--jobs", "1", "--store", str(store), "--scale", "full")
    printed = tesuji(capsys, "experiment", str(file), *full)
    assert "Why flat differs (tested by flat): It was late." in printed


def _stops_after(pairs: int) -> Callable[[], AbstractContextManager[Progress]]:
    """A progress callback that raises KeyboardInterrupt after this many pairs."""

    def progress(contest: Contest) -> None:
        if contest.played >= pairs:
            raise KeyboardInterrupt

    return lambda: nullcontext(progress)
