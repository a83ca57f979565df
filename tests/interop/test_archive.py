"""Zip files from strangers: sound ones are unpacked, hostile ones leave nothing behind."""

from __future__ import annotations

import pickle
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.interop import archive
from tesuji.interop.archive import ArchiveError, has_permissions, unpack

CENTRAL = b"PK\1\2"
LOCAL = b"PK\3\4"


def write_zip(
    path: Path, *entries: tuple[str, bytes], mode: int = stat.S_IFREG | 0o644, method: int = 8
) -> Path:
    with zipfile.ZipFile(path, "w") as opened:
        for name, content in entries:
            info = zipfile.ZipInfo(name)
            info.filename = name  # the class cuts names at a zero byte
            info.external_attr = mode << 16
            info.compress_type = method
            opened.writestr(info, content)
    return path


def patch(path: Path, record: bytes, offset: int, value: bytes) -> None:
    """Overwrites a field in every record of a kind."""
    data = bytearray(path.read_bytes())
    at = data.find(record)
    while at >= 0:
        data[at + offset : at + offset + len(value)] = value
        at = data.find(record, at + 4)
    path.write_bytes(data)


def refused(path: Path, target: Path) -> ArchiveError:
    """The refusal; also checks that nothing was written anywhere in the test's folder."""
    before = {each: each.stat().st_mtime_ns for each in target.parent.rglob("*")}
    with pytest.raises(ArchiveError) as caught:
        unpack(path, target)
    assert {each: each.stat().st_mtime_ns for each in target.parent.rglob("*")} == before
    assert caught.value.path == str(path)
    return caught.value


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "submission"


@pytest.fixture
def zip_path(tmp_path: Path) -> Path:
    return tmp_path / "submission.zip"


def test_a_sound_submission_is_unpacked(zip_path: Path, target: Path) -> None:
    write_zip(
        zip_path,
        ("agent.py", b"print(1)\n"),
        ("data/", b""),
        ("data/weights.bin", bytes(150_000)),
        ("data/Größe.txt", b"5"),
    )
    files = unpack(zip_path, str(target))
    assert files == [target / name for name in ("agent.py", "data/weights.bin", "data/Größe.txt")]
    assert (target / "agent.py").read_bytes() == b"print(1)\n"
    assert (target / "data/weights.bin").read_bytes() == bytes(150_000)
    assert sorted(each.name for each in target.parent.iterdir()) == ["submission", "submission.zip"]


def test_special_permissions_are_not_unpacked(zip_path: Path, target: Path) -> None:
    write_zip(zip_path, ("agent", b"#!/bin/sh\n"), mode=stat.S_IFREG | 0o6777)
    (file,) = unpack(zip_path, target)
    assert stat.S_IMODE(file.stat().st_mode) == 0o755


@pytest.mark.parametrize(("mode", "unpacked"), [(0o600, 0o644), (0o677, 0o644), (0o700, 0o755)])
def test_only_the_owner_decides_whether_a_file_is_executable(
    zip_path: Path, target: Path, mode: int, unpacked: int
) -> None:
    write_zip(zip_path, ("agent", b"#!/bin/sh\n"), mode=stat.S_IFREG | mode)
    (file,) = unpack(zip_path, target)
    assert stat.S_IMODE(file.stat().st_mode) == unpacked


@pytest.mark.parametrize(("system", "expected"), [(0, False), (3, True), (19, True)])
def test_zip_files_of_windows_have_no_permissions(
    zip_path: Path, system: int, expected: bool
) -> None:
    write_zip(zip_path, ("agent", b"x"))
    patch(zip_path, CENTRAL, 5, bytes([system]))
    assert has_permissions(zip_path) is expected


@pytest.mark.parametrize(
    "name",
    [
        "../outside.py",
        "folder/../../outside.py",
        "folder/..",
        "/tmp/outside.py",
        "//outside.py",
        "..\\outside.py",
        "C:/outside.py",
        "C:outside.py",
        ".",
        "agent.py\0.txt",
        "agent\x1b[31m.py",
        "agent\u202eyp.exe",
        "line\nbreak.py",
        "/".join("d" * 13),
        "a" * 201,
    ],
)
def test_a_hostile_name_is_refused(zip_path: Path, target: Path, name: str) -> None:
    write_zip(zip_path, ("good.py", b"1"), (name, b"2"))
    # The library cuts names at a zero byte before anybody sees them.
    assert refused(zip_path, target).entry == name.split("\0")[0]


@pytest.mark.parametrize(
    "kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK]
)
def test_links_and_devices_are_refused(zip_path: Path, target: Path, kind: int) -> None:
    write_zip(zip_path, ("special", b"/etc/passwd"), mode=kind | 0o777)
    assert refused(zip_path, target).entry == "special"


def test_encrypted_entries_are_refused(zip_path: Path, target: Path) -> None:
    write_zip(zip_path, ("secret.py", b"1"))
    patch(zip_path, CENTRAL, 8, b"\1\0")
    patch(zip_path, LOCAL, 6, b"\1\0")
    assert refused(zip_path, target).entry == "secret.py"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_rare_compression_methods_are_refused(zip_path: Path, target: Path, method: int) -> None:
    write_zip(zip_path, ("agent.py", b"1"), method=method)
    assert refused(zip_path, target).entry == "agent.py"


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("agent.py", "agent.py"),
        ("agent.py", "Agent.py"),
        ("agent.py", "./agent.py"),
        ("data/x", "data//x"),
        ("data/x", "DATA/y"),
        ("straße", "STRASSE"),
        ("caf\u00e9", "cafe\u0301"),
        ("data", "data/x"),
        ("data/x", "data"),
    ],
)
def test_names_that_clash_are_refused(
    zip_path: Path, target: Path, first: str, second: str
) -> None:
    write_zip(zip_path, (first, b"1"), (second, b"2"))
    refused(zip_path, target)


def test_bombs_are_refused(zip_path: Path, target: Path) -> None:
    write_zip(zip_path, ("bomb", bytes(10 << 20)))
    assert refused(zip_path, target).entry == "bomb"


def test_many_large_files_are_refused(
    zip_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000)
    write_zip(zip_path, *((f"file{number}", bytes(100)) for number in range(11)), method=8)
    refused(zip_path, target)


def test_a_large_archive_is_refused_unread(
    zip_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    zip_path.write_bytes(bytes(1_001))
    refused(zip_path, target)


@pytest.mark.parametrize("stated", [1, 999, 1_001, 200_000, 2**31])
def test_a_wrong_size_is_refused(zip_path: Path, target: Path, stated: int) -> None:
    write_zip(zip_path, ("good.py", b"x" * 1_000))
    patch(zip_path, CENTRAL, 24, struct.pack("<I", stated))
    refused(zip_path, target)


def test_entries_that_share_their_data_are_refused(zip_path: Path, target: Path) -> None:
    names = [f"copy{number}" for number in range(9)]
    write_zip(zip_path, *((name, b"") for name in names), ("data", bytes(range(256)) * 8), method=0)
    patch(zip_path, CENTRAL, 20, struct.pack("<II", 2_048, 2_048))
    refused(zip_path, target)


def test_too_many_entries_are_refused(zip_path: Path, target: Path) -> None:
    write_zip(zip_path, *((f"f{number}", b"") for number in range(archive.MOST_ENTRIES + 1)))
    refused(zip_path, target)


def test_a_long_list_of_entries_is_refused_unread(
    zip_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_zip(zip_path, *((f"{number:0200}", b"") for number in range(5_000)))
    monkeypatch.setattr(zipfile, "ZipFile", None)
    refused(zip_path, target)


def test_corrupt_data_is_refused_after_sound_files(zip_path: Path, target: Path) -> None:
    write_zip(zip_path, ("good.py", b"1"), ("bad.py", b"x" * 500))
    data = bytearray(zip_path.read_bytes())
    at = data.index(b"bad.py") + len("bad.py")
    data[at] = 0xFF  # no such kind of deflate block
    zip_path.write_bytes(data)
    refused(zip_path, target)


def test_an_existing_folder_is_left_alone(zip_path: Path, target: Path) -> None:
    target.mkdir()
    write_zip(zip_path, ("agent.py", b"1"))
    refused(zip_path, target)


def test_a_missing_file_is_an_archive_error(zip_path: Path, target: Path) -> None:
    error = pickle.loads(pickle.dumps(refused(zip_path, target)))
    assert (error.path, error.entry) == (str(zip_path), "")


@given(position=st.integers(0, 400), value=st.integers(0, 255), cut=st.integers(0, 400))
def test_damaged_archives_never_write_elsewhere(
    tmp_path_factory: pytest.TempPathFactory, position: int, value: int, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    path = write_zip(folder / "a.zip", ("agent.py", b"print(1)" * 9), ("data/x", b"y" * 50))
    data = bytearray(path.read_bytes())
    data[position % len(data)] = value
    path.write_bytes(data[: len(data) - cut // 20 if cut > 300 else None])
    try:
        unpack(path, folder / "out")
    except ArchiveError:
        assert [each.name for each in folder.iterdir()] == ["a.zip"]
    else:
        assert sorted(each.name for each in folder.iterdir()) == ["a.zip", "out"]
