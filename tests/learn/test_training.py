"""Training: it finds weights that are known, and keeps games apart."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tesuji
from tesuji.agents.learned import learned_evaluator, read_weights, weights_bytes
from tesuji.errors import ShardError, TesujiError, WeightsError
from tesuji.learn.examples import Examples, joined, read_examples, split
from tesuji.learn.selfplay import selfplay
from tesuji.learn.shards import CHECKSUM_AT, HEADER, Row, read_shard, write_shard
from tesuji.learn.train import train, training_of
from tesuji.learn.training import (
    TrainingOptions,
    expected,
    fit_patterns,
    hand_made_loss,
    log_loss,
)

TRUE = np.array([0.2, -1.5, 1.0, 0.5, -0.5, 2.0])
NO_COARSE = np.full(len(TRUE), -1, np.int32)


def made(games: int, seed: int = 0, keys: int = 0) -> Examples:
    """Ten positions per game with the first weight and two others; results by the true weights."""
    generator = np.random.default_rng(seed)
    count = 10 * games
    used = np.column_stack(
        [np.zeros(count, int), generator.integers(1, 6, count), generator.integers(1, 6, count)]
    )
    chances = 1 / (1 + np.exp(-TRUE[used].sum(axis=1)))
    return Examples(
        used.ravel().astype(np.int64),
        np.full(count, 3),
        (generator.random(count) < chances).astype(float),
        np.full(count, np.nan),
        np.ones(count),
        np.repeat(np.arange(games), 10),
        np.tile(np.arange(10), games),
        np.arange(keys, keys + count).astype(np.uint64),
        np.array([f"position {n}" for n in range(count)], dtype=object),
    )


def test_log_odds_are_sums_of_weights() -> None:
    examples = made(2)
    expected = TRUE[examples.used.reshape(-1, 3)].sum(axis=1)
    assert examples.log_odds(TRUE) == pytest.approx(expected)


def test_rows_keep_their_weights_together() -> None:
    examples = joined([made(1), replace(made(1, 1), used=made(1, 1).used[:30])])
    chosen = np.array([13, 0, 5])
    rows = examples.rows(chosen)
    assert rows.log_odds(TRUE) == pytest.approx(examples.log_odds(TRUE)[chosen])
    assert rows.texts.tolist() == examples.texts[chosen].tolist()


def test_it_finds_the_weights_behind_the_results() -> None:
    parts = split(made(500), "here")
    fitted = fit_patterns(parts, NO_COARSE, 0, TrainingOptions(rate=0.05, decay=0, batch=500))
    truth = log_loss(parts.test, TRUE)
    assert log_loss(parts.test, fitted.values) < truth + 0.01
    assert fitted.epochs[-1].training < fitted.epochs[0].training


def test_a_coarser_pattern_carries_over_to_rare_ones() -> None:
    """Weight 5 never occurs in training, but shares a coarser pattern with 2."""
    examples = made(300)
    common = np.where(examples.used == 5, 2, examples.used)
    parts = split(replace(examples, used=common), "here")
    coarse = np.array([-1, 0, 1, 2, 3, 1], np.int32)
    options = TrainingOptions(rate=0.05, batch=300, epochs=10)
    alone = fit_patterns(parts, NO_COARSE, 0, options).values
    shared = fit_patterns(parts, coarse, 4, options).values
    assert alone[5] == 0
    assert shared[5] > 0.3


def test_values_of_the_search_become_probabilities() -> None:
    """Here the value has another scale, and means the opposite in the last plies."""
    examples = made(2000)
    chances = 1 / (1 + np.exp(-examples.log_odds(TRUE)))
    late = examples.plies >= 5
    values = 0.45 + 0.1 * np.where(late, 1 - chances, chances)
    found = expected(replace(examples, values=values))
    assert np.abs(found - chances).mean() < 0.03
    assert np.abs(values - chances).mean() > 0.2


def test_without_a_value_the_result_is_expected() -> None:
    examples = made(50)
    assert expected(examples).tolist() == examples.results.tolist()
    some = np.where(np.arange(len(examples)) % 2, np.nan, 0.9)
    found = expected(replace(examples, values=some))
    assert found[1::2].tolist() == examples.results[1::2].tolist()
    assert found[::2] != pytest.approx(examples.results[::2])


def test_the_value_of_the_search_can_be_learned() -> None:
    """Values have another scale than results, and there is nothing else to learn from."""
    parts = split(made(500), "here")
    values = 0.4 + 0.2 / (1 + np.exp(-parts.training.log_odds(TRUE)))
    parts = replace(parts, training=replace(parts.training, values=values))
    options = TrainingOptions(rate=0.05, decay=0, batch=500, result_share=0.0)
    fitted = fit_patterns(parts, NO_COARSE, 0, options)
    assert log_loss(parts.test, fitted.values) < log_loss(parts.test, TRUE) + 0.02


def test_a_loss_that_is_not_finite_is_an_error() -> None:
    examples = made(50)
    parts = split(replace(examples, results=np.full(len(examples), np.nan)), "here")
    with pytest.raises(TesujiError) as caught, np.errstate(invalid="ignore"):
        fit_patterns(parts, NO_COARSE, 0)
    assert caught.value.where == "rate"


def test_games_are_not_divided_and_positions_are_in_one_part() -> None:
    twice = joined([made(40), made(40, 1, keys=195)])
    parts = split(twice, "here")
    sets = [set(part.keys.tolist()) for part in (parts.training, parts.validation, parts.test)]
    assert not sets[0] & sets[1]
    assert not sets[0] & sets[2]
    assert not sets[1] & sets[2]
    assert {int(game) % 10 for game in parts.test.games} == {1}
    assert {int(game) % 10 for game in parts.validation.games} == {0}


def test_duplicates_get_the_mean_result() -> None:
    one = replace(made(40), results=np.ones(400), weights=np.full(400, 3.0))
    other = replace(made(40), results=np.zeros(400))
    parts = split(joined([one, other]), "here")
    assert len(parts.training) == 320
    assert parts.training.results == pytest.approx(0.75)
    assert parts.training.weights == pytest.approx(4)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(ShardError) as caught:
        split(made(1), "here")
    assert caught.value.path == "here"


def test_the_hand_made_loss_has_the_best_scale() -> None:
    parts = split(made(300), "here")
    scaled = hand_made_loss(lambda examples: 0.01 * examples.log_odds(TRUE), parts)
    assert scaled == pytest.approx(log_loss(parts.test, TRUE), abs=0.01)
    assert scaled < hand_made_loss(lambda examples: np.zeros(len(examples)), parts) - 0.05


QUICK: dict[str, Any] = {"agent": "alphabeta", "depth": 1, "jobs": 1, "plies": 8}


@pytest.mark.parametrize("game", ["avalam", "pentago-twist"])
def test_shards_become_weights_that_play(game: str, tmp_path: Path) -> None:
    selfplay(game, tmp_path / "games", games=12, **QUICK)
    file = tmp_path / "some.weights"
    options = TrainingOptions(epochs=3)
    trained = train(game, tmp_path / "games", file, options=options, command="here")
    assert len(trained.epochs) <= 3
    assert trained.hand_made_loss is not None
    found = read_weights(file)
    assert found.sheet["command"] == "here"
    assert found.sheet["test_loss"] == trained.loss
    assert found.sheet["data"][0]["games"] == 12
    assert training_of(file) == trained.to_dict()
    of = tesuji.game(game)
    parts = read_examples([tmp_path / "games"], of)
    evaluation = learned_evaluator(f'patterns(file="{file}")', of)
    weights = np.frombuffer(found.weights, "<i2") / 1024
    states = [of.position(text)._state for text in parts.test.texts]
    values = np.array([evaluation.log_odds(state) / 1024 for state in states])
    assert values == pytest.approx(parts.test.log_odds(weights))


def test_weights_that_do_not_say_how_they_were_trained_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.weights"
    sheet = {"family": "patterns", "game": "avalam", "version": 1, "layout": "", "positions": []}
    file.write_bytes(weights_bytes(sheet, b""))
    with pytest.raises(WeightsError, match="epochs") as caught:
        training_of(file)
    assert caught.value.path == str(file)


def test_a_position_that_the_game_does_not_know_names_the_shard(tmp_path: Path) -> None:
    (path,) = selfplay("pentago", tmp_path, games=1, **QUICK)
    shard = read_shard(path)
    row = Row(1, 0, 0.5, 0, 0, 1, 1, 1, 0, "wbw/6/6/6/6/6")
    write_shard(path, shard.sheet, [row])
    with pytest.raises(ShardError) as caught:
        read_examples([tmp_path], tesuji.game("pentago"))
    assert caught.value.path == str(path)


def test_a_text_that_ends_too_early_names_the_shard(tmp_path: Path) -> None:
    (path,) = selfplay("pentago", tmp_path, games=1, **QUICK)
    whole = bytearray(path.read_bytes())
    record = len(whole) - HEADER.unpack_from(whole)[2]
    whole[record + 32 :] = bytes(len(whole) - record - 32)  # the letters of the last position
    rest = zlib.crc32(whole[CHECKSUM_AT + 4 :], zlib.crc32(whole[:CHECKSUM_AT]))
    whole[CHECKSUM_AT : CHECKSUM_AT + 4] = struct.pack("<I", rest)
    path.write_bytes(whole)
    with pytest.raises(ShardError) as caught:
        read_examples([tmp_path], tesuji.game("pentago"))
    assert caught.value.path == str(path)


def test_a_folder_without_its_run_file_is_refused(tmp_path: Path) -> None:
    selfplay("pentago", tmp_path, games=1, **QUICK)
    (tmp_path / "run.json").unlink()
    with pytest.raises(ShardError) as caught:
        train("pentago", tmp_path, tmp_path / "some.weights")
    assert caught.value.path == str(tmp_path / "run.json")


def test_shards_of_another_game_are_refused(tmp_path: Path) -> None:
    selfplay("pentago", tmp_path, games=1, **QUICK)
    with pytest.raises(ShardError) as caught:
        read_examples([tmp_path], tesuji.game("pentago-twist"))
    assert "pentago" in caught.value.problem
