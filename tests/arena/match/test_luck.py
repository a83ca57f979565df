"""Luck-adjusted results: exact means over all dice of a tiny game, and the results of matches."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from statistics import pvariance
from typing import Any

import pytest
from typer.testing import CliRunner

import tesuji
from tesuji.arena import MatchResult
from tesuji.arena.match.luck import LuckAdjusted, dice_luck, luck_adjusted, values_by
from tesuji.arena.stats.pentanomial import NELO_PER_SIGMA
from tesuji.arena.store.store import Store
from tesuji.cli.app import app
from tesuji.cli.match_view import print_match
from tesuji.errors import ParameterError
from tesuji.games import Position
from tesuji.games.record import GameRecord, MoveRecord

Policy = Callable[[Position], str]
FIRST = "greedy(knowledge=ewn(steps=0, cubes=0, race=1))"


class Sprint:
    """Both players are two steps from the goal. A die of 0, 0, 1 or 2 says how far they walk.

    The state is the steps left of both players, the player to move, the die and the turns left;
    without turns left, the game is a draw.
    """

    name = "sprint"

    def start(self) -> Any:
        return (2, 2, 0, None, 5)

    def to_move(self, state: Any) -> int:
        return int(state[2])

    def events(self, state: Any) -> list[str]:
        return ["zero", "zero", "one", "two"] if state[3] is None else []

    def moves(self, state: Any) -> list[str]:
        return ["walk", "wait"]

    def play(self, state: Any, move: str) -> Any:
        *left, mover, die, turns = state
        if move in ("zero", "one", "two"):
            return (*left, mover, ["zero", "one", "two"].index(move), turns)
        left[mover] = max(left[mover] - (die if move == "walk" else 0), 0)
        return (*left, 1 - mover, None, turns - 1)

    def result(self, state: Any) -> int | str | None:
        if 0 in state[:2]:
            return int(state.index(0))
        return "draw" if state[4] == 0 else None


@pytest.fixture(scope="module")
def sprint() -> tesuji.Game:
    return tesuji.register(Sprint)


def played_out(position: Position, policy: Policy) -> Iterator[tuple[float, list[MoveRecord]]]:
    """All games from here with their probabilities."""
    if position.is_over:
        yield 1.0, []
    elif position.is_chance:
        for event, chance in position.chance_outcomes:
            for rest, moves in played_out(position.play(event), policy):
                yield chance * rest, [MoveRecord(str(event)), *moves]
    else:
        move, mover = policy(position), position.next_player
        for rest, moves in played_out(position.play(move), policy):
            yield rest, [MoveRecord(move, player=mover), *moves]


def all_games(game: tesuji.Game, policy: Policy) -> list[tuple[float, GameRecord]]:
    games = []
    for chance, moves in played_out(game.start(), policy):
        record = GameRecord(
            game=game.spec,
            agents=("a", "b"),
            start=game.start().text,
            moves=tuple(moves),
            winner=None,
            score=0,
            reason="",
        )
        *_, last = record.positions()
        games.append((chance, replace(record, winner=winner_of(last))))
    return games


def winner_of(position: Position) -> int | None:
    assert position.outcome is not None
    return position.outcome.winner


def walks(position: Position) -> str:
    return "walk"


def dawdles(position: Position) -> str:
    """Player 1 waits, which is a mistake."""
    return "wait" if position.next_player == 1 else "walk"


def nonsense(position: Position) -> float:
    return sum(map(ord, position.text)) * 7 % 11 / 10


@cache
def expected(position: Position) -> float:
    """The expected result of player 0 if both always walk."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner == 0)
    if position.is_chance:
        return sum(p * expected(position.play(event)) for event, p in position.chance_outcomes)
    return expected(position.play("walk"))


def moments(
    games: list[tuple[float, GameRecord]], luck: Callable[[GameRecord], float]
) -> tuple[float, float]:
    """Mean and variance of the result of player 0 without the luck."""
    results = [(chance, game.value_for(0) - luck(game)) for chance, game in games]
    mean = sum(chance * result for chance, result in results)
    return mean, sum(chance * (result - mean) ** 2 for chance, result in results)


@pytest.mark.parametrize("policy", [walks, dawdles])
def test_the_mean_is_unchanged_whatever_the_values(sprint: tesuji.Game, policy: Policy) -> None:
    games = all_games(sprint, policy)
    assert sum(chance for chance, _ in games) == pytest.approx(1)
    mean, variance = moments(games, lambda game: 0)
    for value in (nonsense, expected, values_by("greedy")):
        adjusted, other = moments(games, partial(dice_luck, value=value))
        assert adjusted == pytest.approx(mean, abs=1e-12)
        assert other != pytest.approx(variance)


@pytest.mark.parametrize("policy", [walks, dawdles])
def test_values_that_change_when_asked_again_keep_the_mean(
    sprint: tesuji.Game, policy: Policy
) -> None:
    """A search with a table answers better the second time, so it is asked once about a roll."""

    def luck(game: GameRecord) -> float:
        seen: set[str] = set()

        def value(position: Position) -> float:
            again = position.text in seen
            seen.add(position.text)
            return 1.0 if again else expected(position)

        return dice_luck(game, value)

    games = all_games(sprint, policy)
    assert moments(games, luck)[0] == pytest.approx(moments(games, lambda game: 0)[0], abs=1e-12)


def test_values_do_not_depend_on_earlier_searches() -> None:
    """A player keeps its tree: after a game, it would know what comes in one with the same dice."""
    value = values_by("mcts(simulations=40)")
    before = tesuji.game("ewn").start(seed=3).play("d1")
    moved = before.play(before.legal_moves[0])
    after = moved.play("d1")
    first = value(after)
    value(before)
    assert value(after) == first


def test_exact_values_remove_all_the_luck(sprint: tesuji.Game) -> None:
    for _, game in all_games(sprint, walks):
        adjusted = game.value_for(0) - dice_luck(game, expected)
        assert adjusted == pytest.approx(expected(sprint.start()))


def test_rough_values_lower_the_variance(sprint: tesuji.Game) -> None:
    def rough(position: Position) -> float:
        return 0.5 + 0.7 * (expected(position) - 0.5)

    games = all_games(sprint, walks)
    _, variance = moments(games, lambda game: 0)
    _, adjusted = moments(games, lambda game: dice_luck(game, rough))
    _, wrong_sign = moments(games, lambda game: -dice_luck(game, rough))
    assert adjusted < 0.2 * variance
    assert variance < wrong_sign


def test_both_sides_of_a_pair_are_adjusted(sprint: tesuji.Game) -> None:
    games = [game for _, game in all_games(sprint, walks)]
    value = values_by("greedy")
    named = max(games, key=lambda game: dice_luck(game, value))
    swapped = min(games, key=lambda game: dice_luck(game, value))
    found = luck_adjusted([(named, swapped)], sprint, "greedy")
    # The first agent had the better dice as player 0, and again as player 1.
    luck = (dice_luck(named, value) - dice_luck(swapped, value)) / 2
    assert luck > 0
    assert found.raw_scores == ((named.value_for(0) + swapped.value_for(1)) / 2,)
    assert found.scores[0] == pytest.approx(found.raw_scores[0] - luck)


@pytest.fixture(scope="module")
def adjusted(result: MatchResult) -> MatchResult:
    return result.with_luck()


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> MatchResult:
    store = tmp_path_factory.mktemp("luck") / "games.db"
    return tesuji.match(FIRST, "greedy(knowledge=ewn)", game="ewn", pairs=30, jobs=1, store=store)


def test_a_match_of_ewn_has_a_narrower_interval(result: MatchResult, adjusted: MatchResult) -> None:
    found = adjusted
    assert found.luck is not None
    assert result.luck is None
    in_order = sorted(result.match.tally.pairs.items())  # pairs may end in another order
    assert found.luck.raw_scores == tuple(score for _, score in in_order)
    assert found.luck.variance_ratio < 0.6
    low, high = found.luck.interval
    assert high - low < result.pentanomial.interval[1] - result.pentanomial.interval[0]
    assert abs(found.luck.score - result.score) < 0.1
    assert pvariance(found.luck.scores) == found.luck.variance
    plain = found.to_dict()["luck_adjusted"]
    assert plain["score"] == found.luck.score
    assert plain["nelo"] == found.luck.nelo
    assert "luck_adjusted" not in result.to_dict()
    assert "luck-adjusted" in str(found)


def test_adjusted_nelo_has_the_scale_of_nelo(result: MatchResult, adjusted: MatchResult) -> None:
    found = adjusted.luck
    assert found is not None
    of_raw = replace(found, scores=found.raw_scores)
    assert of_raw.nelo == pytest.approx(result.nelo)
    # One is the delta method, the other a likelihood ratio.
    assert of_raw.nelo_interval == pytest.approx(result.pentanomial.nelo_interval, rel=0.3)
    low, high = found.nelo_interval
    assert low < found.nelo < high
    assert high - low < of_raw.nelo_interval[1] - of_raw.nelo_interval[0]
    assert math.isnan(replace(found, raw_scores=(0.5, 0.5)).nelo)


@pytest.mark.parametrize(
    ("scores", "raw", "text"),
    [
        ((0.63,), (0.5,), "63.0%, too few different pairs for an interval"),
        ((0.5, 0.5), (0.5, 0.5), "50.0%, too few different pairs for an interval"),
        ((0.6, 0.6, 0.7), (0.5, 0.5, 0.5), "63.3% [49.0%, 77.7%]"),
        ((0.6, 0.6, 0.7), (0.0, 0.5, 1.0), "63.3% [49.0%, 77.7%], 1% of the raw variance"),
    ],
)
def test_few_pairs_have_no_undefined_numbers(
    scores: tuple[float, ...], raw: tuple[float, ...], text: str
) -> None:
    assert LuckAdjusted("any", scores, raw).summary() == text


@pytest.mark.parametrize(("chance", "pairs"), [(0.5, 25), (0.9, 100)])
def test_the_interval_of_adjusted_nelo_covers_the_truth(chance: float, pairs: int) -> None:
    """Also far from an even score, where most of the error is that of the variance."""
    dice = random.Random(1)
    truth = (chance - 0.5) / math.sqrt(chance * (1 - chance)) * NELO_PER_SIGMA
    covered = 0
    for _ in range(200):
        raw = [(dice.random() < chance) / 2 + (dice.random() < chance) / 2 for _ in range(pairs)]
        scores = [chance + 0.3 * (score - chance) + dice.gauss(0, 0.05) for score in raw]
        low, high = LuckAdjusted("any", tuple(scores), tuple(raw)).nelo_interval
        covered += low <= truth <= high
    assert covered >= 180


def test_the_intervals_of_nelo_and_score_agree() -> None:
    """With few pairs, the error of the unit seems to cancel that of the score, or to add to it."""
    # The pairs with the highest scores are those that say that the unit is small.
    found = LuckAdjusted("any", (0.40, 0.45, 0.5, 0.75, 0.80), (0.5, 0.5, 0.5, 0.0, 1.0))
    unit = found.nelo / (found.score - 0.5)
    low, high = found.interval
    assert low < 0.5 < high
    assert found.nelo_interval[0] <= (low - 0.5) * unit < 0
    assert found.nelo_interval[1] >= (high - 0.5) * unit
    dice = random.Random(2)
    ahead = 0
    for _ in range(300):
        raw = [dice.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(9)]
        found = LuckAdjusted("any", tuple(0.6 + dice.gauss(0, 0.1) for _ in raw), tuple(raw))
        if found.nelo_interval[0] != -math.inf:
            assert (found.nelo_interval[0] >= 0) == (found.interval[0] > 0.5)
            ahead += found.interval[0] > 0.5
    assert 50 < ahead < 299, "both cases occur"


def test_the_terminal_shows_the_adjusted_nelo(
    adjusted: MatchResult, capsys: pytest.CaptureFixture[str]
) -> None:
    assert adjusted.luck is not None
    print_match(adjusted)
    printed = capsys.readouterr().out
    assert f"luck-adjusted nElo {adjusted.luck.nelo:+.0f} [" in " ".join(printed.split())
    print_match(replace(adjusted, luck=None))
    assert "luck" not in capsys.readouterr().out


def test_a_store_shows_adjusted_scores(result: MatchResult, adjusted: MatchResult) -> None:
    assert adjusted.luck is not None
    assert result.contest.store.path is not None
    path = Path(result.contest.store.path)
    done = CliRunner().invoke(app, ["results", str(path), "--luck-adjusted"])
    assert done.exit_code == 0
    assert f"{adjusted.luck.score:.1%}" in done.output
    with Store(path, create=False) as store:
        assert len(store.matches()) == 1


def test_without_dice_there_is_no_luck() -> None:
    result = tesuji.match("greedy", "random", game="avalam", pairs=1, jobs=1)
    with pytest.raises(ParameterError) as caught:
        result.with_luck()
    assert caught.value.given == "avalam"
