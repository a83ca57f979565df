"""The page of a run: what it shows, when it reloads, and what a killed run leaves."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tesuji.errors import ParameterError
from tesuji.learn import learn, live_page
from tesuji.learn.live_page import PAGE_FILE, LivePage
from tesuji.learn.loop import Generation
from tesuji.learn.training import Epoch

RELOADS = '<meta http-equiv="refresh"'
TOY: dict[str, Any] = {
    "agent": "alphabeta",
    "games": 20,
    "pairs": 1,
    "jobs": 1,
    "nodes": 5,
    "match_simulations": 4,
}


@pytest.fixture(autouse=True)
def every_change(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    monkeypatch.setattr(live_page, "SPARING_SECONDS", 0)


def generation(number: int, nelo: float | None, verdict: str | None = "H1") -> Generation:
    losses = [{"number": n, "training": 0.6 / n, "validation": 0.7 / n} for n in (1, 2, 3)]
    training = {
        "positions": [1000, 100, 134],
        "epochs": losses,
        "test_loss": 0.61234,
        "hand_made_test_loss": None,
        "constant_test_loss": 0.69,
    }
    interval = [None, None] if nelo is None else [nelo - 20, nelo + 30]
    match = {
        "sprt": {"verdict": verdict},
        "nelo": nelo,
        "nelo_interval": interval,
        "pairs": 77,
        "score": 0.5625,
        "interval": [0.5, 0.625],
    }
    return Generation(number, "new", "old", training, match)


def plot(text: str, label: str) -> str:
    """The SVG of a plot."""
    found = re.search(rf'<svg[^>]*aria-label="{label}[^"]*">.*?</svg>', text, re.DOTALL)
    assert found is not None
    return found[0]


def test_the_page_has_losses_and_matches(tmp_path: Path) -> None:
    page = LivePage(tmp_path / PAGE_FILE, "avalam", "patterns")
    page.generation(generation(1, 64.0))
    page.generation(generation(2, -4.0, "H0"))
    page.epoch(Epoch(1, 0.6, 0.65))
    page.step(3, "training", "epoch 1, loss 0.6500")
    text = page.path.read_text("utf-8")
    assert "Generation 3: training, epoch 1, loss 0.6500." in text
    assert "1,234" in text
    assert "0.6123" in text
    assert "56.2% [50.0%, 62.5%]" in text
    assert "+64 [+44, +94]" in text
    assert RELOADS in text
    losses = plot(text, "Log loss")
    # A mark for each epoch of training and of validation, and one in the legend.
    assert losses.count("<use ") >= 2 * (3 + 3 + 1)
    assert all(f">{number}</text>" in losses for number in (1, 2, 3))
    matches = plot(text, "nElo")
    assert "not accepted" in matches
    for outside in ("http://", "https://", "<script", "<link"):
        assert outside not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_new_training_begins_a_new_curve(tmp_path: Path) -> None:
    page = LivePage(tmp_path / PAGE_FILE, "avalam", "patterns")
    for number in (1, 2, 1):
        page.epoch(Epoch(number, 0.6, 0.65))
    page.step(1, "training", "")
    once = LivePage(tmp_path / "once.html", "avalam", "patterns")
    once.epoch(Epoch(1, 0.6, 0.65))
    once.step(1, "training", "")
    assert page.path.read_text("utf-8") == once.path.read_text("utf-8")


def test_one_generation_has_one_tick(tmp_path: Path) -> None:
    page = LivePage(tmp_path / PAGE_FILE, "avalam", "patterns")
    page.generation(generation(1, 64.0))
    matches = plot(page.path.read_text("utf-8"), "nElo")
    labels = re.findall(r">([\d.]+)</text>", matches)
    assert "1" in labels
    assert not [label for label in labels if "." in label]


def test_an_infinite_nelo_is_not_drawn(tmp_path: Path) -> None:
    page = LivePage(tmp_path / PAGE_FILE, "avalam", "net")
    page.generation(generation(1, None))
    text = page.path.read_text("utf-8")
    assert 'aria-label="nElo' not in text
    assert "56.2%" in text


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_page_stops_reloading_with_the_run(interrupted: bool, tmp_path: Path) -> None:
    page = LivePage(tmp_path / PAGE_FILE, "avalam", "patterns")
    with page.running():
        assert RELOADS in page.path.read_text("utf-8")
        if interrupted:
            page.interrupt()
    text = page.path.read_text("utf-8")
    assert RELOADS not in text
    assert ("Finished." in text) != interrupted


def test_an_error_is_a_stopped_run(tmp_path: Path) -> None:
    page = LivePage(tmp_path / PAGE_FILE, "avalam", "patterns")
    with pytest.raises(KeyboardInterrupt), page.running():
        raise KeyboardInterrupt
    assert "the same command resumes" in page.path.read_text("utf-8")


def test_a_run_writes_its_page_after_every_step(tmp_path: Path) -> None:
    seen: dict[str, str] = {}

    def look(number: int, step: str, state: str) -> None:
        text = (tmp_path / PAGE_FILE).read_text("utf-8")
        assert text.endswith("</html>\n")
        assert f"Generation {number}: {step}" in text
        seen[step] = text

    learn("ewn-cyclic", tmp_path, progress=look, **TOY)
    assert list(seen) == ["self-play", "training", "match"]
    assert "Log loss" not in seen["self-play"]
    assert plot(seen["training"], "Log loss")
    whole = (tmp_path / PAGE_FILE).read_text("utf-8")
    assert "Finished." in whole
    assert "Generations" in whole

    # The same call reads the generation and writes the same page.
    learn("ewn-cyclic", tmp_path, **TOY)
    assert (tmp_path / PAGE_FILE).read_text("utf-8") == whole


def test_without_matplotlib_the_run_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise ParameterError("no matplotlib", expected="matplotlib")

    monkeypatch.setattr(live_page, "check_plots", missing)
    with pytest.warns(UserWarning, match="tesuji\\[report\\]") as caught:
        (found,) = learn("ewn-cyclic", tmp_path, **TOY)
    assert len(caught) == 1
    assert found.number == 1
    assert not (tmp_path / PAGE_FILE).exists()


KILLED = """
import os, signal, sys, tesuji.learn
def stop(number, step, state):
    if step == "match":
        os.kill(os.getpid(), signal.SIGKILL)
tesuji.learn.learn("ewn-cyclic", sys.argv[1], progress=stop, agent="alphabeta", games=20, pairs=1,
                   jobs=1, nodes=5, match_simulations=4)
"""


def test_a_killed_run_goes_on_with_its_page(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    page = tmp_path / PAGE_FILE
    killed = page.read_text("utf-8")
    assert killed.endswith("</html>\n")
    assert RELOADS in killed
    steps: dict[str, str] = {}

    def look(number: int, step: str, state: str) -> None:
        steps.setdefault(step, page.read_text("utf-8"))

    learn("ewn-cyclic", tmp_path, progress=look, **TOY)
    assert "training" not in steps
    # The losses come from the weights that the killed run had written.
    assert plot(steps["match"], "Log loss") == plot(killed, "Log loss")
    assert "Finished." in page.read_text("utf-8")
    assert not list(tmp_path.glob(".*.part"))
