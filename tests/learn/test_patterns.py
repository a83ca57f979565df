"""Patterns: symmetric, the same for both colours, and refused where they do not fit."""

from __future__ import annotations

import json
import random
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tesuji
from tests.learn.reference_patterns import REFERENCES
from tesuji.agents.learned import (
    CHECKSUM_AT,
    HEADER,
    MAGIC,
    UNIT,
    VERSION,
    learned_evaluator,
    patterns_of,
    read_weights,
    weights_bytes,
)
from tesuji.errors import ParameterError, WeightsError
from tesuji.games import Position
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream
from tesuji.learn.shards import Row, shard_bytes

GAMES = [
    "avalam",
    "pentago-twist",
    "pentago",
    "ewn",
    "ewn-cyclic",
    "colosseum",
    "colosseum(size=10)",
]


def positions(game: str, games: int = 2, seed: int = 1) -> Iterator[Position]:
    of = tesuji.game(game)
    stream = RandomStream(seed)
    for _ in range(games):
        yield of.start()
        for turn in play_game(of.start(), random_mover(stream), stream):
            if not turn.after.is_over:
                yield turn.after


def sheet(game: str, **changed: object) -> dict[str, Any]:
    of = tesuji.game(game)
    made = {
        "family": "patterns",
        "game": of.expanded_spec,
        "version": of.version,
        "layout": patterns_of(of).layout,
    }
    return {**made, **changed}


def random_weights(game: str, seed: int = 0) -> Any:
    count = patterns_of(tesuji.game(game)).weight_count()
    return np.random.default_rng(seed).integers(-300, 300, count).astype("<i2")


def write(path: Path, game: str, **changed: object) -> Path:
    path.write_bytes(weights_bytes(sheet(game, **changed), random_weights(game).tobytes()))
    return path


def features(game: str, texts: list[str]) -> list[list[int]]:
    rows = [Row(n, 0, 0.5, 0, 0, 1, 1, 1, 0, text) for n, text in enumerate(texts)]
    start: Any = tesuji.game(game).start()._state
    used, counts = patterns_of(tesuji.game(game)).features(shard_bytes({}, rows), start)
    ends = np.cumsum(np.frombuffer(counts, "<u4"))
    return [each.tolist() for each in np.split(np.frombuffer(used, "<u4"), ends)[:-1]]


@pytest.mark.parametrize("game", GAMES)
def test_the_core_sums_what_training_sums(game: str) -> None:
    weights = random_weights(game)
    evaluation = patterns_of(tesuji.game(game))(weights.tobytes())
    seen = list(positions(game))
    for position, used in zip(seen, features(game, [p.text for p in seen]), strict=True):
        total = int(weights[used].astype(int).sum())
        assert evaluation.log_odds(position._state) == total
        value = 1 / (1 + np.exp(-total / UNIT))
        assert evaluation.value(position._state) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("game", GAMES)
def test_images_have_the_same_value(game: str) -> None:
    evaluation = patterns_of(tesuji.game(game))(random_weights(game).tobytes())
    count = tesuji.game(game).symmetry_count
    assert count > 1
    for position in positions(game):
        own = evaluation.log_odds(position._state)
        for symmetry in range(1, count):
            assert evaluation.log_odds(position.transformed(symmetry)._state) == own


@pytest.mark.parametrize("game", REFERENCES)
def test_positions_use_the_weights_of_the_reference(game: str) -> None:
    seen = list(positions(game))
    for position, used in zip(seen, features(game, [p.text for p in seen]), strict=True):
        assert sorted(used) == REFERENCES[game](position)


@pytest.mark.parametrize("agent", ["alphabeta", "greedy", "mcts(select=puct)"])
@pytest.mark.parametrize("game", ["avalam", "pentago-twist"])
def test_every_search_uses_the_file(agent: str, game: str, tmp_path: Path) -> None:
    file = write(tmp_path / "some.weights", game)
    position = list(positions(game, games=1))[8]
    name, _, rest = agent.partition("(")
    options = f", {rest}" if rest else ")"
    spec = f'{name}(evaluate=patterns("{file}"){options}'
    budget = {"depth": 2} if name == "alphabeta" else {}
    budget = {"simulations": 50} if name == "mcts" else budget
    found = tesuji.agent(spec).search(position, **budget)
    evaluation = learned_evaluator(f'patterns(file="{file}")', position.game)
    if name == "greedy":
        best = max(1 - evaluation.value(position.play(m)._state) for m in position.legal_moves)
        chosen = 1 - evaluation.value(position.play(found.best)._state)
        assert chosen == pytest.approx(best)
    plain = tesuji.agent(f"{name}({rest}" if rest else name).search(position, **budget)
    assert found.value != plain.value


def test_alphabeta_finds_the_best_of_one_ply(tmp_path: Path) -> None:
    file = write(tmp_path / "some.weights", "avalam")
    evaluation = learned_evaluator(f'patterns(file="{file}")', tesuji.game("avalam"))
    for position in list(positions("avalam", games=1))[4:12]:
        found = tesuji.agent(f'alphabeta(evaluate=patterns("{file}"))').search(position, depth=1)
        values = [1 - evaluation.value(position.play(m)._state) for m in position.legal_moves]
        assert 1 - evaluation.value(position.play(found.best)._state) == max(values)


def test_moves_to_the_horizon_need_not_be_made(tmp_path: Path) -> None:
    """Values without making the moves are those of the positions after them."""
    file = write(tmp_path / "some.weights", "avalam")
    for position in list(positions("avalam", games=1))[2:34:3]:
        made, unmade = (
            tesuji.agent(f'alphabeta(evaluate=patterns("{file}"), leaf_values={on})').search(
                position, depth=2
            )
            for on in ("false", "true")
        )
        assert unmade.value == made.value
        assert unmade.nodes <= made.nodes


def test_several_threads_may_use_it(tmp_path: Path) -> None:
    file = write(tmp_path / "some.weights", "avalam")
    spec = f'alphabeta(evaluate=patterns("{file}"), threads=2)'
    assert tesuji.agent(spec).search(tesuji.game("avalam").start(), depth=2).best


def with_sheet(sheet: bytes) -> bytes:
    """A file whose checksum is right, with any bytes as its data sheet."""
    start = HEADER.pack(MAGIC, VERSION, len(sheet), 0, 0, 0)
    checksum = zlib.crc32(start[CHECKSUM_AT + 4 :] + sheet, zlib.crc32(start[:CHECKSUM_AT]))
    return HEADER.pack(MAGIC, VERSION, len(sheet), 0, checksum, 0) + sheet


def broken_files() -> dict[str, bytes]:
    whole = weights_bytes(sheet("avalam"), random_weights("avalam").tobytes())
    return {
        "nothing": b"",
        "another file": b"TSJSHARD" + whole[8:],
        "a short header": whole[: HEADER.size - 1],
        "one byte less": whole[:-1],
        "one byte more": whole + b"\0",
        "another version": whole[:8] + struct.pack("<I", 9) + whole[12:],
        "a flipped bit": whole[:-5] + bytes([whole[-5] ^ 4]) + whole[-4:],
        "no data sheet": weights_bytes({}, b"\0\0"),
        "a data sheet that is not JSON": with_sheet(b"\xff" * 8),
        "a data sheet without an end": with_sheet(b"[" * 10_000),
        "another game": weights_bytes(sheet("pentago"), random_weights("avalam").tobytes()),
        "another layout": weights_bytes(sheet("avalam", layout="x"), b"\0\0"),
        "another rules version": weights_bytes(sheet("avalam", version=99), b"\0\0"),
        "another family": weights_bytes(sheet("avalam", family="net"), b"\0\0"),
        "too few weights": weights_bytes(sheet("avalam"), b"\0\0"),
    }


BROKEN = broken_files()


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_file_that_does_not_fit_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.weights"
    path.write_bytes(data)
    agent = tesuji.agent(f'alphabeta(evaluate=patterns("{path}"))')
    with pytest.raises(WeightsError, match=r"broken\.weights") as caught:
        agent.search(tesuji.game("avalam").start(), depth=1)
    assert caught.value.path == str(path)
    assert caught.value.problem


def test_every_flipped_bit_of_the_header_is_seen(tmp_path: Path) -> None:
    whole = weights_bytes(sheet("avalam"), b"\1\2")
    generator = random.Random(1)
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << generator.randrange(8)
        (tmp_path / "flipped").write_bytes(flipped)
        with pytest.raises(WeightsError):
            read_weights(tmp_path / "flipped")


def test_the_data_sheet_reads_back(tmp_path: Path) -> None:
    file = read_weights(write(tmp_path / "some.weights", "avalam", command="tesuji learn"))
    assert json.loads(json.dumps(file.sheet))["command"] == "tesuji learn"


def test_a_game_without_patterns_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tesuji.game("ewn").search_classes, "Patterns")
    with pytest.raises(ParameterError) as caught:
        patterns_of(tesuji.game("ewn"))
    assert caught.value.given == "ewn"


@pytest.mark.parametrize("game", ["ewn", "pentago"])
def test_a_game_without_shipped_weights_is_refused(game: str) -> None:
    with pytest.raises(ParameterError) as caught:
        learned_evaluator("patterns", tesuji.game(game))
    assert caught.value.given == game


def test_the_content_of_the_file_identifies_the_agent(tmp_path: Path) -> None:
    path = write(tmp_path / "some.weights", "avalam")
    agent, game = tesuji.agent(f'alphabeta(evaluate=patterns("{path}"))'), tesuji.game("avalam")
    before = agent.code_digest(game)
    assert before
    write(path, "avalam", command="another")
    assert agent.code_digest(game) != before
    assert tesuji.agent("alphabeta").code_digest(game) == ""


def test_specs_read_back(tmp_path: Path) -> None:
    agent = tesuji.agent('alphabeta(evaluate=patterns("a b.weights"))')
    assert agent.settings["evaluate"] == 'patterns(file="a b.weights")'
    assert tesuji.agent(agent.expanded()).settings == agent.settings
    for wrong in ("patterns(3)", 'other("x")'):
        with pytest.raises(ParameterError):
            tesuji.agent(f"alphabeta(evaluate={wrong})")


@pytest.mark.parametrize("family", ["patterns", "net"])
def test_an_empty_path_is_refused(family: str) -> None:
    agent = tesuji.agent(f'alphabeta(evaluate={family}(""))')
    game = tesuji.game("avalam")
    for ask in (lambda: agent.code_digest(game), lambda: agent.choose(game.start(), depth=1)):
        with pytest.raises(ParameterError, match=rf'{family}\("FILE"\)') as caught:
            ask()
        assert caught.value.where == "evaluate"


def test_a_tilde_is_the_home_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tesuji.game("avalam")
    monkeypatch.setenv("HOME", str(tmp_path))
    path = write(tmp_path / "some.weights", "avalam")
    at_home = tesuji.agent('alphabeta(evaluate=patterns("~/some.weights"))')
    assert at_home.code_digest(game) == tesuji.agent(
        f'alphabeta(evaluate=patterns("{path}"))'
    ).code_digest(game)
    assert at_home.code_digest(game)
    nobody = tesuji.agent('alphabeta(evaluate=patterns("~nobody-of-that-name/some.weights"))')
    with pytest.raises(WeightsError):
        nobody.choose(game.start(), depth=1)


def test_a_file_from_others_may_not_name_weights() -> None:
    from tesuji.agents.trust import closed_part

    assert closed_part('alphabeta(evaluate=patterns("x"))', ()) == ("evaluator", "patterns")
    assert closed_part("alphabeta(evaluate=patterns)", ()) is None
