"""Files that commands write: looked at before the first game, and told of when they fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.arena.pairs import in_threads
from tests.cli.test_commands import complaint
from tesuji.arena.match.contest import Contest
from tesuji.cli import run

Capture = pytest.CaptureFixture[str]

CONTEST = ["--game", "ewn", "--pairs", "1", "--jobs", "1"]
MATCH = ["match", "flat", "random", *CONTEST, "--simulations", "5"]
COMMANDS = {
    "match": (MATCH, ["--report", "--json"]),
    "tournament": (["tournament", "flat", "random", *CONTEST], ["--report", "--json"]),
    "sweep": (["sweep", "mcts", "select.c", "1", "2", *CONTEST], ["--report", "--json"]),
    "ablate": (["ablate", "mcts", *CONTEST], ["--report", "--json"]),
    "scaling": (["scaling", "mcts", *CONTEST, "--simulations", "5,9"], ["--report", "--json"]),
    "tune": (["tune", "mcts", *CONTEST, "--over", "select.c"], ["--report", "--json"]),
    "experiment": (["experiment", "x.toml"], ["--report", "--json", "--csv", "--latex"]),
    "reproduce": (["reproduce"], ["--report", "--json", "--csv", "--latex"]),
    "openings": (["openings", "ewn"], ["--output"]),
    "record": (["record", "games.txt"], ["--convert"]),
    "results": (["results", "games.db"], ["--export"]),
    "show": (["show", "ewn"], ["--svg"]),
    "book": (["book", "pentago"], ["--out"]),
}
CASES = [
    pytest.param([*arguments, option], option, id=f"{name} {option}")
    for name, (arguments, options) in COMMANDS.items()
    for option in options
]
FULL = "/dev/full"
full_device = pytest.mark.skipif(not Path(FULL).exists(), reason="there is no /dev/full here")


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


@pytest.fixture
def nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: Any, **__: Any) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr(Contest, "run", play)


@pytest.mark.usefixtures("nothing_is_played")
@pytest.mark.parametrize(("arguments", "option"), CASES)
def test_every_output_is_checked_before_the_first_game(
    capsys: Capture, tmp_path: Path, arguments: list[str], option: str
) -> None:
    missing = tmp_path / "no" / "x.html"
    said = complaint(capsys, *arguments, str(missing))
    assert said.startswith(f"tesuji: {option} {missing}: there is no folder {missing.parent}")
    said = complaint(capsys, *arguments, str(tmp_path))
    assert said.startswith(f"tesuji: {option} {tmp_path}: this is a folder")


def test_the_demo_makes_the_folder_and_checks_the_rest(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "new" / "x.html").mkdir(parents=True)
    said = complaint(capsys, "demo", "--no-browser", "--report", str(tmp_path / "new" / "x.html"))
    assert "this is a folder" in said


@pytest.mark.usefixtures("nothing_is_played", "no_matplotlib")
def test_a_report_without_matplotlib_is_refused_at_once(capsys: Capture, tmp_path: Path) -> None:
    assert "tesuji[report]" in complaint(capsys, *MATCH, "--report", str(tmp_path / "x.html"))


@full_device
def test_a_full_disk_is_told_with_what_is_lost(capsys: Capture, tmp_path: Path) -> None:
    report = tmp_path / "x.html"
    assert run([*MATCH, "--json", FULL, "--report", str(report)]) == 2
    out, err = capsys.readouterr()
    assert "flat against random" in out
    assert err.startswith(f"tesuji: {FULL}: No space left on device. ")
    assert "--store FILE" in err
    # One file that fails does not keep the others from being written.
    assert out.endswith(f"wrote {report}\n")
    assert report.read_text("utf-8").endswith("</html>\n")


@full_device
def test_with_a_store_nothing_is_lost_on_a_full_disk(capsys: Capture, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    assert run([*MATCH, "--json", FULL, "--store", str(store)]) == 2
    err = capsys.readouterr().err
    assert f"The games are in {store}" in err
