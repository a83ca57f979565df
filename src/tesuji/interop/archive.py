"""Unpacking submissions: zip files from people we do not know."""

from __future__ import annotations

import shutil
import stat
import zipfile
from pathlib import Path, PurePosixPath

from tesuji.errors import TesujiError

__all__ = ["ArchiveError", "unpack"]

MOST_ENTRIES = 2_000
MOST_BYTES = 100 << 20
MOST_RATIO = 200
DEEPEST = 12
LONGEST_NAME = 200


class ArchiveError(TesujiError):
    """A zip file that is not unpacked. ``path`` is the file, ``entry`` what is wrong in it."""

    path: str
    entry: str


def unpack(archive: str | Path, target: str | Path) -> list[Path]:
    """Unpacks a zip file into a new folder and returns its files.

    Refuses absolute paths, ``..``, links, devices, encryption, duplicate names and names that
    differ only in case, and whatever exceeds the limits. Nothing is written unless all is well.
    """
    path, folder = Path(archive), Path(target)
    try:
        with zipfile.ZipFile(path) as opened:
            entries = _checked(path, opened.infolist())
            folder.mkdir(parents=True, exist_ok=False)
            try:
                return [
                    _extract(path, opened, entry, folder) for entry in entries if not entry.is_dir()
                ]
            except BaseException:
                shutil.rmtree(folder)
                raise
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError) as error:
        raise ArchiveError(
            f"{path} cannot be unpacked: {error}", path=str(path), entry=""
        ) from error


def _checked(path: Path, entries: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    if len(entries) > MOST_ENTRIES:
        raise _error(path, "", f"it has {len(entries)} entries; {MOST_ENTRIES} are allowed")
    total = sum(entry.file_size for entry in entries)
    if total > MOST_BYTES:
        raise _error(path, "", f"it unpacks to {total} bytes; {MOST_BYTES} are allowed")
    seen: set[str] = set()
    for entry in entries:
        if problem := _problem(entry):
            raise _error(path, entry.filename, problem)
        folded = entry.filename.rstrip("/").casefold()
        if folded in seen:
            raise _error(
                path,
                entry.filename,
                "its name appears twice, or differs from another name only in case",
            )
        seen.add(folded)
    return entries


def _problem(entry: zipfile.ZipInfo) -> str:
    name = PurePosixPath(entry.filename)
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if entry.flag_bits & 1:
        return "it is encrypted"
    if (
        "\\" in entry.filename
        or "\0" in entry.orig_filename
        or name.is_absolute()
        or ":" in entry.filename
    ):
        return "its path is not a plain relative path"
    if ".." in name.parts or not name.parts:
        return "its path leads out of the folder"
    if len(name.parts) > DEEPEST or len(entry.filename) > LONGEST_NAME:
        return f"its path is too long; {DEEPEST} folders and {LONGEST_NAME} characters are allowed"
    if not entry.filename.isprintable():
        return "its name has control characters"
    if kind and kind not in (stat.S_IFREG, stat.S_IFDIR):
        return "it is a link or a device"
    if entry.file_size > MOST_RATIO * max(entry.compress_size, 1_000):
        return f"it is compressed more than {MOST_RATIO} to 1"
    return ""


def _extract(path: Path, opened: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path) -> Path:
    target = folder / PurePosixPath(entry.filename)
    target.parent.mkdir(parents=True, exist_ok=True)
    left = entry.file_size
    with opened.open(entry) as source, target.open("xb") as output:
        while chunk := source.read(1 << 16):
            left -= len(chunk)
            if left < 0:
                raise _error(path, entry.filename, "it is larger than it says")
            output.write(chunk)
    return target


def _error(path: Path, entry: str, problem: str) -> ArchiveError:
    where = f"{path}, {entry!r}" if entry else str(path)
    return ArchiveError(f"{where}: {problem}", path=str(path), entry=entry)
