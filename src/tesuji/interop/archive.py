"""Unpacking submissions: zip files from people we do not know."""

from __future__ import annotations

import shutil
import stat
import struct
import tempfile
import unicodedata
import zipfile
from pathlib import Path, PurePosixPath

from tesuji.errors import TesujiError

__all__ = ["ArchiveError", "has_permissions", "unpack"]

MOST_ENTRIES = 2_000
MOST_BYTES = 100 << 20
MOST_RATIO = 200
DEEPEST = 12
LONGEST_NAME = 200
_MOST_DIRECTORY_BYTES = MOST_ENTRIES * 512
"""The list of entries: 46 bytes each, the name, and dates or user ids."""
_UNIX_SYSTEMS = (3, 19)
"""Unix and macOS, as zip files number the system that made an entry."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class ArchiveError(TesujiError):
    """A zip file that is not unpacked. ``path`` is the file, ``entry`` the entry at fault or ""."""

    path: str
    entry: str


def unpack(archive: str | Path, target: str | Path) -> list[Path]:
    """Unpacks a zip file into a new folder and returns its files.

    Refuses absolute paths, ``..``, links, devices, encryption, duplicate names and names that
    differ only in case, and whatever exceeds the limits. The folder must not exist, its parent
    must. It appears only after every file was unpacked. Executable files stay executable; other
    permissions are not kept.
    """
    path, folder = Path(archive), Path(target)
    try:
        if folder.exists():
            raise _error(path, "", f"{folder} exists already")
        _check_size(path)
        with (
            zipfile.ZipFile(path) as opened,
            tempfile.TemporaryDirectory(dir=folder.parent, prefix=".unpack-") as unfinished,
        ):
            inside = Path(unfinished, "files")
            inside.mkdir()
            names = [
                _extract(path, opened, entry, inside)
                for entry in _checked(path, opened.infolist())
                if not entry.is_dir()
            ]
            shutil.move(inside, folder)
    except ArchiveError:
        raise
    except Exception as error:  # the library meets hostile bytes, and can fail in many ways
        raise _error(path, "", f"it cannot be unpacked: {error}") from error
    return [folder / name for name in names]


def has_permissions(archive: str | Path) -> bool:
    """Whether a zip file says which files are executable; those made on Windows do not."""
    with zipfile.ZipFile(archive) as opened:
        return any(
            entry.create_system in _UNIX_SYSTEMS and entry.external_attr >> 16
            for entry in opened.infolist()
        )


def _check_size(path: Path) -> None:
    """Refuses files too large to look into, before the library reads the list of entries."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise _error(path, "", f"it has {size} bytes; {MOST_BYTES} are allowed")
    with path.open("rb") as file:
        file.seek(max(0, size - 66_000))
        tail = file.read()
    end = tail.rfind(b"PK\5\6")
    if end < 0 or len(tail) - end < 22:
        raise _error(path, "", "it is not a zip file")
    (directory,) = struct.unpack_from("<I", tail, end + 12)
    if b"PK\6\7" in tail[max(0, end - 20) : end] or directory > _MOST_DIRECTORY_BYTES:
        raise _error(path, "", f"it has too many entries; {MOST_ENTRIES} are allowed")


def _checked(path: Path, entries: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    if len(entries) > MOST_ENTRIES:
        raise _error(path, "", f"it has {len(entries)} entries; {MOST_ENTRIES} are allowed")
    total = sum(entry.file_size for entry in entries)
    if total > MOST_BYTES:
        raise _error(path, "", f"it unpacks to {total} bytes; {MOST_BYTES} are allowed")
    if sum(entry.compress_size for entry in entries) > path.stat().st_size:
        raise _error(path, "", "its entries overlap, or are smaller than they say")
    spelled: dict[str, str] = {}
    files: set[str] = set()
    for entry in entries:
        if problem := _problem(entry) or _clash(entry, spelled, files):
            raise _error(path, entry.filename, problem)
    return entries


def _problem(entry: zipfile.ZipInfo) -> str:
    """What is wrong with one entry, or ""."""
    name = PurePosixPath(entry.filename)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if entry.flag_bits & 1:
        return "it is encrypted"
    if entry.compress_type not in _METHODS:
        return "its compression method is neither stored nor deflated"
    if "\0" in entry.orig_filename or any(mark in entry.filename for mark in "\\:"):
        return "its path is not a plain relative path"
    if name.is_absolute() or ".." in name.parts or not name.parts:
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


def _clash(entry: zipfile.ZipInfo, spelled: dict[str, str], files: set[str]) -> str:
    """Whether another entry has this name, or one that some file systems take for the same."""
    name = PurePosixPath(entry.filename)
    for folder in (name, *name.parents):
        if spelled.setdefault(_folded(folder), str(folder)) != str(folder):
            return "its name differs from another only in case"
    if any(_folded(folder) in files for folder in name.parents):
        return "a file and a folder have the same name"
    if not entry.is_dir():
        if _folded(name) in files:
            return "its name appears twice"
        files.add(_folded(name))
    return ""


def _folded(name: PurePosixPath) -> str:
    return unicodedata.normalize("NFKC", str(name).casefold())


def _extract(path: Path, opened: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path) -> Path:
    """Writes one file. The library stops at the size that the entry states, and checks its sum."""
    name = PurePosixPath(entry.filename)
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    with opened.open(entry) as source, target.open("xb") as output:
        shutil.copyfileobj(source, output)
        if output.tell() != entry.file_size:
            raise _error(path, entry.filename, "it is smaller than it says")
    target.chmod(0o755 if entry.external_attr >> 16 & stat.S_IXUSR else 0o644)
    return Path(name)


def _error(path: Path, entry: str, problem: str) -> ArchiveError:
    where = f"{path}, {entry!r}" if entry else str(path)
    return ArchiveError(f"{where}: {problem}", path=str(path), entry=entry)
