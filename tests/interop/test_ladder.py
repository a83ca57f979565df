"""Ladders: who plays, what is kept, what a run costs, and that a killed run loses nothing."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import stat
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.arena.run.processes import Session, game_keys, wait_until
from tests.interop import ladder_stubs
from tests.interop.conftest import contained_sandbox
from tests.interop.ladder_stubs import comparable, fix_seed, stub_ladder, write_stub, write_stubs
from tesuji.arena.store.lock import StoreLock
from tesuji.cli import run
from tesuji.errors import ParameterError, StoreError
from tesuji.interop.ladder import Ladder, LadderError, LadderOptions, LadderResult
from tesuji.interop.ladder.cost import Cost, Share, estimate
from tesuji.interop.ladder.pages import write_results
from tesuji.interop.ladder.plan import CHECK, GATE, ROUND
from tesuji.interop.ladder.private import SecretSeed, read_aliases
from tesuji.interop.ladder.table import table_rows
from tesuji.interop.sandbox import Sandbox

COUNT, BROKEN = 24, 4


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, LadderResult]:
    """A ladder that nobody disturbed, with its folder."""
    root = tmp_path_factory.mktemp("ladder")
    write_stubs(root / "in", COUNT, BROKEN)
    fix_seed(root / "out")
    result = stub_ladder(root).run(jobs=2)
    assert result.complete
    return root, result


def test_every_submission_has_a_row_with_its_status(played: tuple[Path, LadderResult]) -> None:
    _, result = played
    rows = {row.name: row for row in table_rows(result)}
    assert len(rows) == COUNT + 1
    assert rows["random"].status == "baseline"
    assert [rows[f"broken{number:03}"].status for number in range(BROKEN)] == [
        "rejected",
        "rejected",
        "does not play",
        "does not play",
    ]
    assert "'../outside.txt'" in rows["broken001"].problem
    assert "no move today" in rows["broken002"].problem
    assert rows["broken002"].spent.forfeits == {"crash": 2}
    assert rows["broken003"].spent.forfeits == {"illegal": 2}
    statuses = {row.status for row in rows.values() if row.name.startswith("student")}
    assert statuses == {"rated", "below the gate"}
    places = [row.place for row in table_rows(result) if row.place is not None]
    assert places == sorted(places)


def test_ratings_come_from_the_rounds_alone(played: tuple[Path, LadderResult]) -> None:
    _, result = played
    assert result.ratings is not None
    for rating in result.ratings.ratings:
        matches = result.round_matches(rating.name)
        assert rating.result.pairs == sum(match.pentanomial.pairs for match in matches)
        assert all(match.match.sprt is None for match in matches)
        assert all(match.pentanomial.pairs == result.options.pairs for match in matches)


def test_a_run_stays_below_the_announced_maximum(played: tuple[Path, LadderResult]) -> None:
    root, result = played
    assert 0 < result.played <= result.costs.most.games
    assert result.played == len(game_keys(root / "out" / "games.db"))
    spent = sum(row.spent.seconds for row in table_rows(result))
    assert spent <= result.costs.most.seconds
    assert result.costs.is_bound


def test_a_second_run_plays_nothing(played: tuple[Path, LadderResult]) -> None:
    root, result = played
    ladder = stub_ladder(root)
    assert ladder.costs().stored == result.played
    again = ladder.run(jobs=1)
    assert again.played == 0
    assert comparable(again) == comparable(result)


def kill_after(root: Path, games: float) -> None:
    """Runs the ladder in a process of its own and kills it once so many games are stored."""
    session = Session([ladder_stubs.__file__, str(root)], root / "log.txt")
    store = root / "out" / "games.db"
    try:
        assert wait_until(lambda: len(game_keys(store)) >= games or not session.running, 120)
        assert session.running, (root / "log.txt").read_text()
        session.kill(session.leader)
    finally:
        session.clear()


def test_killed_twice_and_resumed_gives_the_same_table(
    played: tuple[Path, LadderResult], tmp_path: Path
) -> None:
    root, result = played
    shutil.copytree(root / "in", tmp_path / "in")
    fix_seed(tmp_path / "out")
    store = tmp_path / "out" / "games.db"
    total = len(game_keys(root / "out" / "games.db"))
    for share in (0.3, 0.8):
        kill_after(tmp_path, share * total)
    before = len(game_keys(store))
    assert before < total
    resumed = stub_ladder(tmp_path).run(jobs=2)
    assert resumed.complete
    assert resumed.played == total - before
    assert comparable(resumed) == comparable(result)


def test_after_a_resubmission_only_its_own_pairings_are_played(
    played: tuple[Path, LadderResult], tmp_path: Path
) -> None:
    root, result = played
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    best = next(row.name for row in table_rows(result) if row.status == "rated")
    write_stub(tmp_path / "in", best, "mcts(simulations=50)")
    changed = stub_ladder(tmp_path).run(jobs=2)
    new = next(row for row in table_rows(changed) if row.name == best)
    assert new.key not in {row.key for row in table_rows(result)}
    own = 2 * sum(match.pentanomial.pairs for match in changed.matches(new.key))
    assert own <= changed.played <= own + 2 * result.options.gate_pairs
    kept = {row.name: row.key for row in table_rows(result) if row.name != best}
    assert kept == {row.name: row.key for row in table_rows(changed) if row.name != best}


def test_the_maximum_holds_after_a_change_of_the_options(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    fix_seed(tmp_path / "out")
    for name, spec in (("ann", "greedy"), ("bob", "mcts(simulations=20)"), ("cat", "random")):
        write_stub(tmp_path / "in", name, spec)
    stub_ladder(tmp_path, gate=0, gate_pairs=3, pairs=3, rounds=3).run(jobs=1)
    write_stub(tmp_path / "in", "ann", "flat(simulations=8)")
    ladder = stub_ladder(tmp_path, gate=0, gate_pairs=1, pairs=1, rounds=1)
    announced = ladder.costs().most.games
    played = ladder.run(jobs=1).played
    assert 0 < played <= announced
    # The check and the gate of the new agent, and at most its meeting and that of a freed agent.
    assert announced <= 2 * (1 + 1 + 2)
    assert stub_ladder(tmp_path, gate=0, gate_pairs=1, pairs=1, rounds=1).costs().most.games == 0


def test_the_maximum_holds_when_agents_leave_the_rounds(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    fix_seed(tmp_path / "out")
    for number in range(5):
        write_stub(tmp_path / "in", f"s{number}", "greedy" if number % 2 else "random")
    stub_ladder(tmp_path, gate=0, gate_pairs=2, pairs=2, rounds=2).run(jobs=1)
    # Agents that do not pass the gate leave the rounds, and their opponents meet each other.
    for gate_pairs in (4, 2, 1):
        ladder = stub_ladder(tmp_path, gate=1, gate_pairs=gate_pairs, pairs=2, rounds=2)
        announced = ladder.costs().most.games
        result = ladder.run(jobs=1)
        assert result.complete
        assert result.played <= announced
        assert ladder.run(jobs=1).played == 0


def test_a_run_refuses_to_exceed_its_maximum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    write_stub(tmp_path / "in", "ann", "greedy")
    ladder = stub_ladder(tmp_path, gate=0, gate_pairs=1, rounds=1)
    costs = replace(ladder.costs(), most=Cost(5, 0.0))
    monkeypatch.setattr(ladder, "_costs", lambda remaining: costs)
    with pytest.raises(LadderError) as caught:
        ladder.run(jobs=1)
    assert (caught.value.given, caught.value.expected) == (6, "5")
    assert len(game_keys(tmp_path / "out" / "games.db")) == 4


def test_two_runs_at_a_time_are_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    write_stub(tmp_path / "in", "ann", "greedy")
    ladder = stub_ladder(tmp_path)
    lock = StoreLock(tmp_path / "out" / "run")
    with pytest.raises(StoreError) as caught:
        ladder.run(jobs=1)
    assert caught.value.holder
    lock.release()
    stages: list[str] = []
    assert ladder.run(jobs=1, begin=stages.append, rounds=False).complete
    assert stages == ["check of 1 agent", "gate: 1 agent against random"]


def test_equal_submissions_are_one_agent(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("ann", "bob"):
        (tmp_path / "in" / name).mkdir()
        (tmp_path / "in" / name / "stub.txt").write_text("greedy")
    write_stub(tmp_path / "in", "cat", "greedy")
    ladder = stub_ladder(tmp_path, gate=0, gate_pairs=1, rounds=1)
    assert len(ladder.entrants) == 2
    result = ladder.run(jobs=1)
    rows = {row.name: row for row in table_rows(result)}
    assert rows["ann"].elo == rows["bob"].elo
    assert rows["ann"].alias != rows["bob"].alias


# Triage


@dataclass
class FakeCheck:
    """Finds the same fault in every agent, and counts how often it is asked."""

    asked: int = 0

    def __call__(self, spec: str, **options: object) -> FakeCheck:
        assert (options["positions"], options["seconds"]) == (6, 20.0)
        self.asked += 1
        self.spec = spec
        return self

    def to_dict(self) -> dict[str, object]:
        log = f"Traceback <b>\nto repeat it: tesuji best --agent '{self.spec}'"
        return {"faults": [{"kind": "crash", "reason": f"{self.spec} failed", "log": log}]}


def test_faults_are_asked_for_once_and_shown_to_the_student(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    write_stub(tmp_path / "in", "ann", "greedy")
    write_stub(tmp_path / "in", "bob", "crashing")
    check = FakeCheck()
    for _ in range(2):
        ladder = stub_ladder(tmp_path, check_positions=6, gate_pairs=1, check=check)
        result = ladder.run(jobs=1, rounds=False)
        # The one that does not play is not asked.
        assert check.asked == 1
    ((fault,),) = result.faults.values()
    assert (fault.reason, fault.log) == ("your agent failed", "Traceback <b>")
    with_check = estimate(ladder.options, 2).expected.seconds
    without = estimate(replace(ladder.options, check_positions=0), 2).expected.seconds
    assert with_check - without == pytest.approx(2 * (6 + 2 * 3) * 20.0)
    write_results(result, tmp_path / "out", feedback_games=1)
    page = tmp_path / "out" / "feedback" / f"{result.aliases['ann']}.html"
    assert "Traceback &lt;b&gt;" in page.read_text("utf-8")


# Secrets


def test_the_seed_is_secret_and_decides_the_games(tmp_path: Path) -> None:
    seed = SecretSeed(tmp_path / "secret-seed")
    assert stat.S_IMODE((tmp_path / "secret-seed").stat().st_mode) == 0o600
    again = SecretSeed(tmp_path / "secret-seed")
    assert seed.derive("a", "b") == again.derive("a", "b")
    assert len({seed.derive("a", "b"), seed.derive("ab", ""), seed.derive("b", "a")}) == 3
    other = SecretSeed(tmp_path / "another")
    assert other.derive("a", "b") != seed.derive("a", "b")
    (tmp_path / "bad").write_text("xyz")
    with pytest.raises(ParameterError) as caught:
        SecretSeed(tmp_path / "bad")
    assert caught.value.where == "secret-seed"


def test_aliases_stay_and_can_be_edited(tmp_path: Path) -> None:
    file = tmp_path / "aliases.csv"
    first = read_aliases(file, ["ann", "=bob"])
    assert len(set(first.values())) == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_aliases(file, ["ann", "=bob"]) == first
    file.write_text(file.read_text().replace(first["ann"], "queen"))
    assert read_aliases(file, ["ann", "=bob", "cat"])["ann"] == "queen"
    for wrong in ("name,alias\nann,x\nbob,X\n", "name,alias\nann,../x\n", "name\nann\n"):
        file.write_text(wrong)
        with pytest.raises(ParameterError) as caught:
            read_aliases(file, [])
        assert caught.value.where == "aliases"


# Results as files


def test_pages_name_nobody_and_run_only_their_own_script(
    played: tuple[Path, LadderResult], tmp_path: Path
) -> None:
    _, result = played
    write_results(result, tmp_path, feedback_games=1)
    pages = list((tmp_path / "leaderboard").rglob("*.html"))
    matches = sum(len(each) for each in result.rounds)
    assert sum(page.name.startswith("match-") for page in pages) == matches
    for page in [*pages, tmp_path / "leaderboard" / "table.csv"]:
        content = page.read_text("utf-8")
        assert "student0" not in content
        assert result.seed not in content
        assert page.suffix == ".csv" or "Content-Security-Policy" in content
    with (tmp_path / "table.csv").open() as file:
        assert {row["name"] for row in csv.DictReader(file)} >= {"student000", "broken003"}
    assert stat.S_IMODE((tmp_path / "table.csv").stat().st_mode) == 0o600
    feedback = {page.stem: page.read_text("utf-8") for page in (tmp_path / "feedback").iterdir()}
    assert set(feedback) == set(result.aliases.values())
    assert "no move today" in feedback[result.aliases["broken002"]]
    assert any("was better." in content for content in feedback.values())
    for content in feedback.values():
        # The script steps through every figure of this class.
        shown = json.loads(content.partition('id="positions">')[2].partition("<")[0] or "{}")
        assert content.count('<figure class="game"') == len(shown.get("games", []))
    write_results(result, tmp_path, feedback_games=0, replay=False, final=True)
    assert result.seed in (tmp_path / "leaderboard" / "index.html").read_text("utf-8")


def test_match_pages_are_written_once_and_stale_ones_go(
    played: tuple[Path, LadderResult], tmp_path: Path
) -> None:
    _, result = played
    write_results(result, tmp_path, feedback_games=0)
    games = tmp_path / "leaderboard" / "games"
    page = next(games.glob("match-*.html"))
    page.write_text("kept")
    (games / "match-0000.html").write_text("stale")
    write_results(result, tmp_path, feedback_games=0)
    assert page.read_text() == "kept"
    assert not (games / "match-0000.html").exists()


def test_names_cannot_become_formulas_or_markup(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("=HYPERLINK(1)", "<script>alert(1)<", "-dash"):
        write_stub(tmp_path / "in", name, "greedy")
    result = stub_ladder(tmp_path, gate=0, gate_pairs=1, rounds=1).run(jobs=1)
    aliases = tmp_path / "out" / "aliases.csv"
    rows = list(csv.reader(io.StringIO(aliases.read_text())))
    assert {row[0] for row in rows} == {"name", "'=HYPERLINK(1)", "<script>alert(1)<", "'-dash"}
    result.aliases.update({name: f"<b>{name}" for name in result.aliases})
    write_results(result, tmp_path / "out", feedback_games=0)
    for page in (tmp_path / "out" / "leaderboard").rglob("*.html"):
        content = page.read_text("utf-8")
        assert "<script>alert" not in content
        assert "<b><" not in content
    text = (tmp_path / "out" / "table.csv").read_text()
    assert "\n'=HYPERLINK(1)," in text
    assert "\n=HYPER" not in text


# Costs and refusals


def test_costs_before_anything_is_played() -> None:
    options = LadderOptions(game="avalam", limits={"seconds": 1.0}, rounds=9, pairs=4)
    costs = estimate(options, 400)
    rounds = 9 * 200 * 4
    assert costs.most.games == 2 * (400 + 400 * 20 + rounds)
    assert 2 * rounds < costs.expected.games < costs.most.games
    assert costs.expected.seconds < costs.most.seconds
    clock = estimate(LadderOptions(game="avalam", limits={"time": "60+1"}), 10)
    assert clock.expected.seconds == pytest.approx(clock.expected.games * (120 + 34.6), rel=0.05)
    shares = {CHECK: Share(100, 300), GATE: Share(9000, 10), ROUND: Share(0, rounds)}
    resumed = estimate(options, 400, shares=shares)
    assert resumed.most.games == 2 * (300 + 10 + rounds)
    # More stored games of one stage than expected do not count for another one.
    assert resumed.expected.games == 2 * (300 + rounds)
    assert resumed.stored == 2 * 9100


@pytest.mark.parametrize(
    ("where", "given"),
    [("pairs", 0), ("rounds", 0), ("gate", 2), ("limits", {"simulations": 10})],
)
def test_options_that_make_no_ladder(where: str, given: object) -> None:
    with pytest.raises(ParameterError) as caught:
        LadderOptions(game="ewn", **{where: given})  # type: ignore[arg-type]
    assert (caught.value.where, caught.value.given) == (where, given)


def test_without_a_sandbox_a_ladder_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sandbox, "detect", classmethod(lambda cls: Sandbox.none("no bubblewrap")))
    (tmp_path / "in").mkdir()
    write_stub(tmp_path / "in", "ann", "greedy")
    with pytest.raises(LadderError) as caught:
        Ladder(LadderOptions(game="ewn"), tmp_path / "in", tmp_path / "out")
    assert caught.value.where == "--unsafe"
    assert not (tmp_path / "out").exists()
    assert stub_ladder(tmp_path).entrants


def test_there_must_be_submissions(tmp_path: Path) -> None:
    with pytest.raises(LadderError):
        stub_ladder(tmp_path)
    (tmp_path / "in").mkdir()
    with pytest.raises(LadderError):
        stub_ladder(tmp_path)


def test_the_command_prints_the_cost_and_what_is_not_enforced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contained_sandbox()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ann.py").write_text("def choose(position): return 'z9'")
    (tmp_path / "in" / "bob.txt").write_text("hello")
    command = ["ladder", "ewn", "--agents", str(tmp_path / "in"), "--out", str(tmp_path / "out")]
    assert run([*command, "--dry-run", "--jobs", "4"]) == 0
    printed = capsys.readouterr().out
    assert "2 submissions: 1 different agent, 1 rejected" in printed
    for missing in Sandbox.detect().missing:
        assert f"not enforced on this machine: {missing}" in printed
    assert "at most: 50 games" in printed
    spent = r"expected: \d+ games, .* of CPU time, [1-9]\S* (seconds|minutes) with --jobs 4"
    assert re.search(spent, printed)
    assert not (tmp_path / "out" / "games.db").exists()
    assert run([*command, "--seconds", "30", "--jobs", "1", "--check", "4"]) == 0
    printed = capsys.readouterr().out
    assert "played 2 games; at most 50 were announced" in printed
    assert (tmp_path / "out" / "leaderboard" / "index.html").exists()
    assert run([*command, "--gate", "2"]) == 2
    assert run(["ladder", "ewn", "--agents", str(tmp_path / "none")]) == 2


def test_people_read_names_instead_of_digests(
    played: tuple[Path, LadderResult], capsys: pytest.CaptureFixture[str]
) -> None:
    root, result = played
    shown = [match.match.plan.shown for matches in result.rounds for match in matches.values()]
    shown += [match.match.plan.shown for match in result.checks.values()]
    names = {each.name for each in result.submissions} | {each.key for each in result.baselines}
    assert {title.partition(":")[0] for title in shown} == {"round", "check"}
    for title in shown:
        agents = title.partition(": ")[2].split(" - ")
        assert all(name in names for agent in agents for name in agent.split(" = "))
    assert run(["results", str(root / "out" / "games.db")]) == 0
    printed = capsys.readouterr().out
    listed = {line.split("  ")[0] for line in printed.splitlines()[1:]}
    assert set(shown) <= listed
    assert not re.search(r"\b[0-9a-f]{16}\b", printed)
