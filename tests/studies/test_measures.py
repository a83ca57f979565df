"""Measures, each checked against an independent count over the same games."""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean

import pytest

import tesuji
from tests.arena.pairs import in_threads
from tests.search.brute import minimax
from tests.search.positions import late_positions
from tesuji.arena.match.result import MatchResult
from tesuji.games.compiled import CompiledGame
from tesuji.studies.measures import MEASURES, Measurement, _share, measure_match


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def play(first: str, second: str, game: str, simulations: int) -> MatchResult:
    return tesuji.match(first, second, game=game, pairs=3, simulations=simulations, jobs=1)


def measured(name: str, match: MatchResult) -> Measurement:
    found = measure_match(name, match)
    assert found is not None
    return found


def test_root_visits_are_those_of_the_children_that_are_there() -> None:
    match = play("mcts(reuse=false, solver=false)", "random", "colosseum(size=4)", 15)
    medians = []
    for number, record in enumerate(match.games):
        shares = []
        for position, move in zip(record.positions(), record.moves, strict=False):
            if move.player == number % 2 and move.simulations:
                children = min(15, len(list(position.legal_moves)))
                shares.append(Fraction(move.simulations, children))
        ordered = sorted(shares)
        middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
        medians.append(float(middle))
    found = measured("root_visits", match).value
    assert found == pytest.approx(fmean(medians))
    assert found >= 1


def test_a_tree_that_is_not_kept_is_never_reused() -> None:
    game, opponent = "colosseum(size=4)", "mcts(solver=false)"
    none = play("mcts(reuse=false, solver=false)", opponent, game, 200)
    kept = play("mcts(reuse=true, solver=false)", opponent, game, 2000)
    assert measured("reuse", none).value == 0
    assert measured("reuse", kept).value > 0.5


def test_who_looks_one_ply_ahead_misses_no_win() -> None:
    sharp = play("mcts(guard=ahead(root=1))", "random", "pentago-twist", 20)
    blunt = play("random", "random", "pentago-twist", 20)
    assert measured("missed_wins", sharp).value == 0
    assert measured("missed_wins", blunt).value > 0.5


def test_scores_by_side_add_up_to_the_score() -> None:
    match = play("flat", "random", "ewn", 5)
    second = measured("as_second", match).value
    scores = match.match.tally.scores.values()
    assert second == fmean(score for _, score in scores)
    first = fmean(score for score, _ in scores)
    assert match.score == pytest.approx((first + second) / 2)
    assert measured("first_player", match).value == pytest.approx((first + 1 - second) / 2)


def test_late_is_a_share_of_the_moves() -> None:
    match = play("flat", "random", "ewn", 5)
    assert measured("late", match).value == 0
    moves = match.match.tally.costs[0].moves
    match.match.tally.forfeits[0]["time"] = 3
    late = measured("late", match)
    assert (late.value, late.count) == (3 / (moves + 3), moves + 3)


def test_every_measure_has_a_sentence() -> None:
    assert all(measure.summary for measure in MEASURES.values())


def test_pruning_saves_what_is_not_looked_at() -> None:
    agent = (
        "alphabeta(knowledge=pentago(threats=0.0), table=false, pvs=false, killers=false,"
        " history=false, aspiration=0, wins=none, staged=false)"
    )
    match = tesuji.match(agent, "random", game="pentago", pairs=1, depth=2, jobs=1)
    shares = []
    for number, record in enumerate(match.games):
        looked = every = 0
        for position, move in zip(record.positions(), record.moves, strict=False):
            if move.player == number % 2:
                looked += move.nodes or 0
                every += 2 * tesuji.perft(position, 1) + tesuji.perft(position, 2)
        shares.append(1 - looked / every)
    found = measured("saved", match)
    # A search ends at a proven result, and then both look at less than the whole tree.
    assert found.value == pytest.approx(fmean(shares), abs=0.01)
    assert 0.5 < found.value < 1


def test_at_one_ply_there_is_nothing_to_save() -> None:
    match = tesuji.match("fischer", "random", game="avalam", pairs=1, depth=1, jobs=1)
    assert measured("saved", match).value == 0


def test_a_share_counts_as_much_as_games_vary() -> None:
    # Ten games with ten chances each, all or none hit: they count as ten chances, not a hundred.
    alike = _share([(10, 10), (0, 10)] * 5)
    assert alike.value == 0.5
    assert alike.count == pytest.approx(9)
    # Half of the chances of each game: games do not vary, and count once each.
    assert _share([(5, 10)] * 8) == Measurement(0.5, 8)
    # Never more than there are chances, and nothing where there were none.
    assert _share([(1, 2), (1, 2), (1, 2), (2, 2), (0, 2)]).count <= 10
    assert _share([(0, 0), (0, 0)]).count == 0


def test_lost_games_as_second_are_no_draws() -> None:
    match = play("random", "mcts", "pentago", 300)
    ends = [list(record.positions())[-1].outcome for record in match.games]
    lost = [end is not None and end.winner == 0 for end in ends[1::2]]
    assert measured("lost_as_second", match).value == pytest.approx(fmean(lost))


def test_first_positions_are_proven_lost_or_not() -> None:
    spec = "colosseum(size=4)"
    starts = late_positions(spec, 6, 6000)
    lost = [minimax(each).name == "loss" for each in starts]
    assert 0 < sum(lost) < 6
    match = tesuji.match(
        "alphabeta", "alphabeta", game=spec, pairs=6, depth=20, jobs=1,
        openings=[each.text for each in starts],
    )  # fmt: skip
    found = measured("proven_lost", match)
    assert found.value == fmean(lost)
    # Every position is searched, so there is no sampling error.
    assert found.interval(0.95) == pytest.approx((fmean(lost), fmean(lost)))


def test_a_board_in_each_node_leaves_room_for_fewer() -> None:
    """Each visited move takes as many bytes more as a position has."""
    match = tesuji.match(
        "mcts(solver=false, guard=none)", "random", game="pentago", pairs=1, simulations=50, jobs=1
    )
    plain, boards = (
        measure_match(name, match) for name in ("nodes_per_mb", "nodes_per_mb_with_boards")
    )
    assert plain is not None
    assert boards is not None
    game = tesuji.game("pentago")
    assert isinstance(game, CompiledGame)
    per_node = [2**20 / each.value for each in (plain, boards)]
    assert per_node[1] - per_node[0] == pytest.approx(game.position_bytes, rel=0.05)
    assert plain.value > boards.value > 1000
