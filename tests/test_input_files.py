"""Files are read up to a limit, whatever their size is said to be."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji import input_files
from tesuji.arena.match.openings import read_openings
from tesuji.errors import DeclarationError, ParameterError, RecordError
from tesuji.games import record_files
from tesuji.games.record_files import read_records
from tesuji.interop.league.course import read_course
from tesuji.studies.blunders.solved_set import read_set
from tesuji.studies.study_file import read_study

ENDLESS = Path("/dev/zero")
"""Its size is said to be 0."""


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (read_records, RecordError),
        (lambda file: read_openings(file, tesuji.game("avalam")), ParameterError),
        (read_study, DeclarationError),
        (read_course, DeclarationError),
        (read_set, OSError),
    ],
    ids=["records", "openings", "study", "course", "set"],
)
def test_an_endless_file_is_an_error(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], Any], expected: type[Exception]
) -> None:
    monkeypatch.setattr(input_files, "LARGEST_TEXT", 5 << 20)
    monkeypatch.setattr(record_files, "LARGEST_FILE", 5 << 20)
    with pytest.raises(expected, match="5 MB") as caught:
        read(ENDLESS)
    assert str(ENDLESS) in str(caught.value)


def test_the_limit_is_the_largest_size_that_is_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert input_files.read_bytes(file, 5) == b"12345"
    with pytest.raises(OSError, match="file") as caught:
        input_files.read_bytes(file, 4)
    assert (caught.value.errno, caught.value.filename) == (errno.EFBIG, str(file))


def test_line_ends_become_plain_ones(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes("one\r\ntwo\rthrée\n".encode())
    assert input_files.read_text(file) == "one\ntwo\nthrée\n"


def test_a_set_that_is_not_text_is_an_error_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError) as caught:
        read_set(file)
    assert caught.value.where == str(file)
