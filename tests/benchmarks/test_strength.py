"""Regression of strength: the frozen pool, the history file, its plots, and a small run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import tesuji
from benchmarks import strength
from benchmarks.strength import LAST, MEMBERS, POOL, Length, is_weaker, pool_of, written_out
from benchmarks.strength_history import append_history, draw_plots, read_history, runs_table
from tesuji.agents.bench import BEHAVIOUR
from tesuji.specs import Spec, Value, parse_spec

Line = dict[str, Any]


def line(run: str, nelo: float | None = 100.0, **other: Any) -> Line:
    return {
        "run": run,
        "commit": "abc1234",
        "changed": False,
        "behaviour": 4,
        "game": "avalam",
        "champion": written_out("champion", "avalam"),
        "opponent": "fischer",
        "games": 20,
        "nelo": nelo,
        "interval": [None, None] if nelo is None else [nelo - 50, nelo + 50],
        **other,
    }


def has_all(now: Value, frozen: Value) -> bool:
    """Whether a value has all arguments that were frozen; a later version may add some."""
    if not isinstance(now, Spec) or not isinstance(frozen, Spec):
        return now == frozen
    inside = (has_all(now.arguments[name], value) for name, value in frozen.arguments.items())
    return now.name == frozen.name and all(inside)


@pytest.mark.parametrize("game", MEMBERS)
def test_every_member_of_the_pool_plays_as_it_was_frozen(game: str) -> None:
    frozen = json.loads(POOL.read_text("utf-8"))[game]
    assert [each["name"] for each in frozen] == list(MEMBERS[game])
    assert all("knowledge=default" not in each["spec"] for each in frozen)
    played = tesuji.game(game)
    for each in frozen:
        agent = tesuji.agent(each["spec"])
        agent.check(played)
        assert has_all(parse_spec(agent.expanded(played)), parse_spec(each["spec"]))
        assert each["behaviour"] <= BEHAVIOUR


def test_the_last_champion_joins_if_it_was_another_one() -> None:
    same = line("1")
    other = line("2", champion="alphabeta(depth=2)", behaviour=3)
    assert LAST not in [member.name for member in pool_of("avalam", [])]
    assert LAST not in [member.name for member in pool_of("avalam", [other, same])]
    *_, last = pool_of("avalam", [same, other])
    assert (last.name, last.spec, last.behaviour) == (LAST, "alphabeta(depth=2)", 3)
    assert LAST not in [member.name for member in pool_of("pentago", [same, other])]


def test_lines_are_added_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    assert read_history(file) == []
    append_history([line("1")], file)
    append_history([line("2", None), line("2", 30.0)], file)
    assert [(each["run"], each["nelo"]) for each in read_history(file)] == [
        ("1", 100.0), ("2", None), ("2", 30.0)
    ]  # fmt: skip


@pytest.mark.parametrize("damaged", ['{"format": 1, ', '{"format": 99}', "[]"])
def test_a_damaged_line_is_named(damaged: str, tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    append_history([line("1")], file)
    file.write_text(file.read_text("utf-8") + damaged + "\n", "utf-8")
    with pytest.raises(ValueError, match="line 2"):
        read_history(file)


def test_plots_have_a_point_for_each_run(tmp_path: Path) -> None:
    history = [line("1"), line("2", 130.0), line("2", None, game="ewn")]
    [file] = draw_plots(history, tmp_path)
    first = file.read_text("utf-8")
    assert file.name == "avalam.svg"
    assert "against fischer" in first
    assert ">2</text>" in first, "the second run has its own place"
    draw_plots(history, tmp_path)
    assert file.read_text("utf-8") == first
    draw_plots(history[:1], tmp_path)
    assert ">2</text>" not in file.read_text("utf-8")


def test_matches_that_say_little_are_not_plotted(tmp_path: Path) -> None:
    wide = line("2", 1500.0, interval=[180.0, 6000.0], opponent="mcts")
    [file] = draw_plots([line("1"), wide], tmp_path)
    assert "against mcts" not in file.read_text("utf-8")
    [file] = draw_plots([line("1"), wide | {"interval": [180.0, 2000.0]}], tmp_path)
    assert "against mcts" in file.read_text("utf-8")


def test_runs_with_other_times_are_not_joined(tmp_path: Path) -> None:
    runs = [line("1", seconds=0.1), line("2", seconds=0.1), line("3", seconds=0.02)]
    [file] = draw_plots(runs, tmp_path)
    drawn = file.read_text("utf-8")
    assert "against fischer, 0.1 s" in drawn
    assert "against fischer, 0.02 s" in drawn


def test_the_table_numbers_the_runs() -> None:
    second = [line("2026-02-01T00", seconds=0.1), line("2026-02-01T00", seconds=0.1)]
    blunders = {"blunders": {"seconds": 0.5}}
    table = runs_table([line("2026-01-01T00", seconds=0.02), *second, second[0] | blunders])
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()[2:]]
    assert [(row[0], row[1], row[4], row[5]) for row in rows] == [
        ("1", "2026-01-01", "0.02", "20"), ("2", "2026-02-01", "0.1", "60")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("interval", "weaker"), [([-90, -10], True), ([-90, 10], False), ([None, None], False)]
)
def test_only_an_interval_below_zero_is_a_regression(
    interval: list[float | None], weaker: bool
) -> None:
    assert is_weaker({"interval": interval}) is weaker
    assert not is_weaker({"blunders": {}})


def test_a_small_run_adds_its_lines_and_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history, plots = tmp_path / "history.jsonl", tmp_path / "plots"
    arguments = ["--games", "ewn-cyclic", "--jobs", "1", "--positions", "1"]
    files = ["--history", str(history), "--plots", str(plots)]
    monkeypatch.setattr(sys, "argv", ["strength", *arguments, *files])
    monkeypatch.setattr(strength, "SHORT", Length(0.001, 1, None, 0.001, 2))
    assert strength.main() == 0
    *matches, blunders = read_history(history)
    assert [(each["opponent"], each["games"]) for each in matches] == [("ewn-hard", 2), ("mcts", 2)]
    assert {each["behaviour"] for each in matches} == {BEHAVIOUR}
    assert blunders["blunders"]["positions"] == 1
    assert (blunders["game"], blunders["champion"]) == (
        "ewn-cyclic", written_out("champion", "ewn-cyclic")
    )  # fmt: skip


@pytest.mark.parametrize("part", ["matches", "blunders"])
def test_a_run_that_ctrl_c_ends_adds_nothing(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ctrl_c(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    history, plots = tmp_path / "history.jsonl", tmp_path / "plots"
    files = ["--history", str(history), "--plots", str(plots)]
    monkeypatch.setattr(sys, "argv", ["strength", "--games", "ewn-cyclic", "--jobs", "1", *files])
    monkeypatch.setattr(strength, "SHORT", Length(0.001, 1, None, 0.001, 1))
    where = {"matches": "contests.Limit.look", "blunders": "strength.measure_blunders"}[part]
    monkeypatch.setattr(f"benchmarks.{where}", ctrl_c)
    assert strength.main() == strength.STOPPED
    assert "Interrupted" in capsys.readouterr().err
    assert not history.exists()
    assert not plots.exists()


def test_a_run_whose_time_is_up_adds_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history, plots = tmp_path / "history.jsonl", tmp_path / "plots"
    files = ["--history", str(history), "--plots", str(plots), "--minutes", "0.000001"]
    arguments = ["--games", "ewn-cyclic", "--jobs", "1", "--positions", "1"]
    monkeypatch.setattr(sys, "argv", ["strength", *arguments, *files])
    monkeypatch.setattr(strength, "SHORT", Length(0.001, 3, None, 0.001, 1))
    assert strength.main() == 0
    assert any("nelo" in each for each in read_history(history))


@pytest.mark.parametrize("wrong", [["--games", "foo ewn"], ["--history", "/no/such/x.jsonl"]])
def test_wrong_options_are_refused_before_the_games(
    wrong: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["strength", *wrong])
    monkeypatch.setattr(strength, "run_matches", lambda *_: pytest.fail("games were played"))
    with pytest.raises(SystemExit):
        strength.main()
    assert wrong[1].split()[0] in capsys.readouterr().err
