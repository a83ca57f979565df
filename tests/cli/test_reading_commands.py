"""Commands that only read: what is not there they say, and leave nothing behind."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_commands import complaint, tesuji
from tesuji import game
from tesuji.arena.store.store import Store
from tesuji.cli.record import record
from tesuji.errors import ParameterError

Capture = pytest.CaptureFixture[str]


# Stores


@pytest.mark.parametrize("export", [[], ["--export", "games.txt"]])
def test_a_missing_store_is_not_made(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, export: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "there is no store 'no.db'" in complaint(capsys, "results", "no.db", *export)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("export", [[], ["--export", "games.txt"]])
def test_an_empty_file_stays_one(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, export: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "empty.db"
    file.touch()
    assert "empty.db is an empty file" in complaint(capsys, "results", "empty.db", *export)
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_size == 0


def test_an_sqlite_file_without_tables_stays_one(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 1")
    before = file.read_bytes()
    assert "is another program's database, not a store" in complaint(capsys, "results", str(file))
    assert file.read_bytes() == before


def test_folders_and_texts_are_no_stores(capsys: Capture, tmp_path: Path) -> None:
    assert str(tmp_path) in complaint(capsys, "results", str(tmp_path))
    text = tmp_path / "games.txt"
    text.write_text("[Game]\n" * 100, "utf-8")
    said = complaint(capsys, "results", str(text))
    assert said.endswith("is another kind of file, not a store; give the file of a store\n")


def test_a_store_without_games_says_so(capsys: Capture, tmp_path: Path) -> None:
    Store(tmp_path / "games.db").close()
    assert "games.db holds no games yet" in tesuji(capsys, "results", str(tmp_path / "games.db"))


# Records

RECORD = """\
[Game "ewn-cyclic"]
[First "random"]
[Second "random"]
[Start "{start}"]
[Result "{result}"]

{moves}
"""


def written(file: Path, *, result: str | None = None) -> tuple[Path, int]:
    """A short game in a file, and its plies."""
    position = game("ewn-cyclic").start(seed=1)
    start, moves = position.text, []
    while position.outcome is None:
        moves.append(str(position.legal_moves[0]))
        position = position.play(moves[-1])
    truth = "1-0" if position.outcome.winner == 0 else "0-1"
    text = RECORD.format(start=start, result=result or truth, moves=" ".join(moves))
    file.write_text(text, "utf-8")
    return file, len(moves)


@pytest.mark.parametrize("into", [[], ["--convert", "new.txt"], ["--into", "new.db"]])
@pytest.mark.parametrize("name", ["empty.txt", "empty.jsonl"])
def test_a_file_without_games(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, into: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("\n", "utf-8")
    assert f"{name} holds no games" in complaint(capsys, "record", name, *into)
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_store_is_no_file_of_records(capsys: Capture, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    Store(store).close()
    said = complaint(capsys, "record", str(store))
    assert f"'tesuji results {store} --export FILE' writes the games" in said


def test_games_and_plies_that_are_not_there(capsys: Capture, tmp_path: Path) -> None:
    file, plies = written(tmp_path / "games.txt")
    assert f"After ply {plies} of {plies}" in tesuji(capsys, "record", str(file))
    assert f"After ply 0 of {plies}" in tesuji(capsys, "record", str(file), "--ply", "0")
    for ply in (-1, plies + 1):
        said = complaint(capsys, "record", str(file), "--ply", str(ply))
        assert f"the game has plies 0 to {plies}, not {ply}" in said
    assert "holds only game 1, not 2" in complaint(capsys, "record", str(file), "--game", "2")
    with pytest.raises(ParameterError) as caught:
        record(file, ply=plies + 1)
    assert (caught.value.where, caught.value.given) == ("--ply", plies + 1)
    with pytest.raises(ParameterError) as caught:
        record(file, game=2)
    assert (caught.value.where, caught.value.given) == ("--game", 2)


def test_a_wrong_result_is_told_in_words(capsys: Capture, tmp_path: Path) -> None:
    file, _ = written(tmp_path / "games.txt")
    tesuji(capsys, "record", str(file), "--convert", str(tmp_path / "games.jsonl"))
    written(file, result="1/2-1/2")
    said = complaint(capsys, "record", str(file))
    assert re.search(r"the result is 1/2-1/2, but the moves lead to (1-0|0-1): a cube \w+", said)
    lines = tmp_path / "games.jsonl"
    lines.write_text(re.sub(r'"winner": [01]', '"winner": null', lines.read_text("utf-8")))
    said = complaint(capsys, "record", str(lines))
    assert re.search(r"the result is 1/2-1/2, but the moves lead to (1-0|0-1): a cube \w+", said)
