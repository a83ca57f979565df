"""Files of records: both formats keep the same games, and errors say where a file is broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.pairs import quick_plan
from tesuji.arena.match.pair import play_pair
from tesuji.errors import RecordError
from tesuji.games.record import GameRecord, record_text
from tesuji.games.record_files import read_records, write_records


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    plan = quick_plan("mcts", "random", game="ewn", pairs=2, limits={"simulations": 20})
    return [GameRecord.from_dict(data) for pair in (0, 1) for data in play_pair(plan.task(pair))]


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_what_is_written_reads_back(tmp_path: Path, games: list[GameRecord], name: str) -> None:
    assert write_records(games, tmp_path / name) == 4
    back = read_records(tmp_path / name)
    assert [record_text(game) for game in back] == [record_text(game) for game in games]
    if name.endswith("jsonl"):
        assert back == games


def test_games_are_written_all_or_none(tmp_path: Path, games: list[GameRecord]) -> None:
    file = tmp_path / "games.txt"
    file.write_text("before")

    def interrupted() -> Iterator[GameRecord]:
        yield games[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(interrupted(), file)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def changed(game: GameRecord, **changes: Any) -> str:
    return json.dumps({**game.to_dict(), **changes})


def broken(path: Path, lines: list[str], named: str, *, line: int, column: int) -> None:
    """Reading the lines fails at a place, and the error names what was given or expected."""
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(RecordError, match=named) as caught:
        read_records(path)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.where == str(path)
    assert caught.value.given is not None
    assert str(caught.value).startswith(f"{path}, line {line}, column {column}: ")


def test_broken_lines(tmp_path: Path, games: list[GameRecord]) -> None:
    path, good = tmp_path / "games.jsonl", changed(games[0])
    first, other = games[0].to_dict(), 1 - (games[0].winner or 0)
    first_move, *moves = first["moves"]

    def column(key: str) -> int:
        return good.index(f'"{key}"') + 1

    broken(
        path,
        [good, good[:30]],
        "JSON",
        line=2,
        column=len(good[:30]) - good[:30][::-1].index('"'),
    )
    broken(path, [good, "", "[1, 2]"], r"\[1, 2\]", line=3, column=1)
    less = {key: value for key, value in first.items() if key != "start"}
    broken(path, [json.dumps(less)], "'start'", line=1, column=1)
    for key, value, named in [
        ("agents", ["mcts"], r"\['mcts'\]"),
        ("end", "boredom", "'boredom'"),
        ("winner", "mcts", "'mcts'"),
        ("winner", other, "(1-0|0-1).*(1-0|0-1)"),
        ("moves", [["x"]], r"\[\['x'\]\]"),
        ("moves", [[*first_move[:2], True, *first_move[3:]]], "True"),
        ("winner", True, "True"),
        ("score", 1.5, "1.5"),
        ("moves", [first_move], "end of the game"),
        ("moves", [["9zz", *first_move[1:]], *moves], "move 1: .*9zz"),
        ("tags", {"Pair": 3}, "'Pair': 3"),
        ("start", "nonsense", "nonsense"),
    ]:
        broken(path, [good, changed(games[0], **{key: value})], named, line=2, column=column(key))


def test_who_moved_is_checked(tmp_path: Path, games: list[GameRecord]) -> None:
    moves = [list(move) for move in games[0].to_dict()["moves"]]
    number = next(n for n, move in enumerate(moves) if move[1] is not None)
    moves[number][1] = 1 - moves[number][1]
    path, line = tmp_path / "games.jsonl", changed(games[0], moves=moves)
    broken(path, [line], f"move {number + 1}, ", line=1, column=line.index('"moves"') + 1)


def test_an_unfinished_game_has_neither_winner_nor_end(
    tmp_path: Path, games: list[GameRecord]
) -> None:
    path, moves = tmp_path / "games.jsonl", games[0].to_dict()["moves"]
    goes_on = changed(games[0], end="unfinished", winner=None, moves=moves[:4])
    path.write_text(goes_on, "utf-8")
    assert read_records(path)[0].result == "*"
    won = changed(games[0], end="unfinished", winner=1, moves=moves[:4])
    broken(path, [won], "winner is 1", line=1, column=won.index('"winner"') + 1)
    over = changed(games[0], end="unfinished", winner=None)
    broken(path, [over], "unfinished", line=1, column=over.index('"end"') + 1)


def test_broken_text(tmp_path: Path, games: list[GameRecord]) -> None:
    path, text = tmp_path / "games.txt", record_text(games[0])
    lines = [*text.rstrip("\n").split("\n"), "", '[Game "ewn"]', "[First mcts]"]
    broken(path, lines, "expected a header", line=len(lines), column=1)


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_a_file_that_is_not_text(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b'[Game "ewn"]\n[First "\xff\xfe"]\n')
    with pytest.raises(RecordError, match="UTF-8") as caught:
        read_records(path)
    assert (caught.value.line, caught.value.column) == (2, 9)
    assert caught.value.where == str(path)


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_records(tmp_path / "missing.txt")
