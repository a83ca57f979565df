"""Commands that only read: what is not there they say, and leave nothing behind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.python.cli.test_commands import complaint, tesuji
from tesuji.arena.store import Store

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
    assert "'empty.db': the file is empty" in complaint(capsys, "results", "empty.db", *export)
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_size == 0


def test_an_sqlite_file_without_tables_stays_one(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 1")
    before = file.read_bytes()
    assert "not a store of tesuji" in complaint(capsys, "results", str(file))
    assert file.read_bytes() == before


def test_folders_and_texts_are_no_stores(capsys: Capture, tmp_path: Path) -> None:
    assert str(tmp_path) in complaint(capsys, "results", str(tmp_path))
    text = tmp_path / "games.txt"
    text.write_text("[Game]\n" * 100, "utf-8")
    assert "not a database" in complaint(capsys, "results", str(text))


def test_a_store_without_games_says_so(capsys: Capture, tmp_path: Path) -> None:
    Store(tmp_path / "games.db").close()
    assert "games.db holds no games yet" in tesuji(capsys, "results", str(tmp_path / "games.db"))
