"""Files of results: what is refused beforehand, and what is left when writing fails."""

from __future__ import annotations

import csv
import io
import os
import stat
from pathlib import Path

import pytest

from tesuji.errors import ParameterError
from tesuji.output_files import check_output, csv_text, csv_value, make_folder, write_whole

FULL = Path("/dev/full")


def refusal(path: Path) -> str:
    with pytest.raises(ParameterError) as caught:
        check_output(path, "--json")
    assert (caught.value.where, caught.value.given) == ("--json", path)
    assert str(caught.value).startswith(f"--json {path}: ")
    return str(caught.value)


def test_what_cannot_be_written_is_refused_with_what_would_fit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    missing = tmp_path / "no" / "x.json"
    assert f"folder {missing.parent}" in refusal(missing)
    assert f"such as {tmp_path}/" in refusal(tmp_path)
    assert f"{file} is not a folder" in refusal(file / "x.json")


def test_what_can_be_written_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.json"
    check_output(file, "--json")
    file.touch()
    check_output(file, "--json")
    check_output(Path("/dev/null"), "--json")
    monkeypatch.chdir(tmp_path)
    check_output(Path("bare.json"), "--json")


def test_permissions_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked by `os.access`, since tests may run as someone who may do everything."""
    file = tmp_path / "x.json"
    closed = {tmp_path}
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) not in closed)
    assert refusal(file).endswith("give a file in another folder")
    file.write_text("before")
    check_output(file, "--json")
    write_whole("after", file)
    assert file.read_text("utf-8") == "after"
    closed.add(file)
    assert refusal(file).endswith("give another one")


def test_a_file_is_replaced_and_readable_by_others(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("before")
    before = file.stat().st_ino
    assert write_whole("after", file) == file
    assert file.read_text("utf-8") == "after"
    assert file.stat().st_ino != before
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~mask


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("before")
    link.symlink_to(real)
    write_whole("after", link)
    assert link.is_symlink()
    assert real.read_text("utf-8") == "after"


def test_errors_name_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "no" / "x.html"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole("text", missing)
    assert caught.value.filename == str(missing)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "x.html"
    file.write_text("before")
    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space left") as full:
        write_whole("after", file)
    assert full.value.filename == str(file)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text("utf-8") == "before"


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_devices_are_written_to_and_not_replaced() -> None:
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole("text", FULL)
    assert caught.value.filename == str(FULL)
    assert FULL.is_char_device()


def test_a_folder_can_be_made(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b" / "x.html", "--report")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file") as caught:
        make_folder(tmp_path / "file" / "x.html", "--report")
    assert caught.value.filename == str(tmp_path / "file")


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    private = tmp_path / "x.json"
    private.touch(mode=0o600)
    write_whole("new", private)
    assert private.read_text() == "new"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600


def test_a_link_into_a_folder_that_is_missing_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "x.json"
    link.symlink_to(tmp_path / "no" / "y.json")
    assert f"folder {tmp_path / 'no'}" in refusal(link)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])
def test_a_cell_of_csv_is_never_a_formula(text: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_text([[text, "plain", -1.5, None]]), newline=""))
    assert row == [f"'{text}".replace("\r", "\n"), "plain", "-1.5", ""]


def test_cells_of_csv_can_be_read_back() -> None:
    for text in ("=1+1", "-x", "'tis", "plain", "two\nlines"):
        (row,) = csv.reader(io.StringIO(csv_text([[text]]), newline=""))
        assert csv_value(row[0]) == text
    assert len(list(csv.reader(io.StringIO(csv_text([["a\r=1+1"]]), newline="")))) == 1
