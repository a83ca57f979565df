"""The demo: what becomes of an earlier report when a run is stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.arena.pairs import in_threads
from tests.cli.test_commands import tesuji
from tesuji.arena.match.contest import Contest
from tesuji.cli import demo, run

pytestmark = pytest.mark.usefixtures("default_signals")
Capture = pytest.CaptureFixture[str]

DEMO = ["demo", "--no-browser", "--pairs", "3", "--seconds", "0.001", "--report"]
EARLIER = "the report of an earlier run"


@pytest.fixture(autouse=True)
def _two_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="reports need matplotlib (extra: report)")
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)
    monkeypatch.setattr(demo, "AGENTS", ("greedy", "random", "random-walk"))


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return tmp_path / "tournament.html"


def stopped(capsys: Capture, monkeypatch: pytest.MonkeyPatch, report: Path, *, pairs: int) -> str:
    """What the demo prints if the user presses Ctrl-C after some pairs."""
    finish = Contest._finish

    def finish_or_stop(contest: Contest, *given: Any) -> None:
        if contest.played == pairs:
            raise KeyboardInterrupt
        finish(contest, *given)

    monkeypatch.setattr(Contest, "_finish", finish_or_stop)
    assert run([*DEMO, str(report)]) == 130
    printed = capsys.readouterr().out
    assert f"Stopped after {pairs} of 9 pairs.\n" in printed
    assert "No games were saved: the same command starts over.\n" in printed
    assert "--store FILE" in printed
    return printed


def test_a_stopped_run_replaces_no_report(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    report.write_text(EARLIER, "utf-8")
    printed = stopped(capsys, monkeypatch, report, pairs=4)
    assert f"The earlier report stays in {report}.\n" in printed
    assert f"wrote {report}" not in printed
    assert report.read_text("utf-8") == EARLIER


def test_without_an_earlier_report_a_stopped_run_writes_its_own(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    printed = stopped(capsys, monkeypatch, report, pairs=4)
    assert f"The report in {report} is partial: it covers these pairs only.\n" in printed
    assert "The run was interrupted" in report.read_text("utf-8")


def test_a_run_stopped_before_the_first_pair_writes_no_report(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    printed = stopped(capsys, monkeypatch, report, pairs=0)
    assert "There is no report.\n" in printed
    assert not report.exists()


def test_a_whole_run_replaces_an_earlier_report(capsys: Capture, report: Path) -> None:
    report.write_text(EARLIER, "utf-8")
    printed = tesuji(capsys, *DEMO, str(report))
    assert f"wrote {report}" in printed
    assert "Stopped" not in printed
    assert "<svg" in report.read_text("utf-8")
