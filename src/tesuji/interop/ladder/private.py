"""What a ladder keeps to itself: the seed of its games, and who is behind an alias."""

from __future__ import annotations

import csv
import hashlib
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path

from tesuji.errors import ParameterError
from tesuji.output_files import csv_text, csv_value, write_whole

__all__ = ["SecretSeed", "read_aliases", "write_private"]

SEED_BYTES = 32
_ALIAS = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def write_private(text: str, path: Path, *, exact: bool = False) -> None:
    """Writes a file that only its owner may read, as `write_whole` does."""
    path.touch(mode=0o600)
    path.chmod(0o600)
    write_whole(text, path, exact=exact)


class SecretSeed:
    """The secret of a ladder. Seeds of its games are derived from it by a keyed hash."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            write_private(secrets.token_hex(SEED_BYTES) + "\n", path)
        self.text = path.read_text("ascii").strip()
        try:
            self._key = bytes.fromhex(self.text)
        except ValueError:
            self._key = b""
        if len(self._key) != SEED_BYTES:
            expected = f"a file with {2 * SEED_BYTES} hexadecimal digits"
            raise ParameterError.wrong_value("secret-seed", str(path), expected)
        if os.name == "posix":
            path.chmod(0o600)

    def derive(self, *parts: str) -> int:
        """A seed of 64 bits for what the parts name."""
        data = b"".join(b"%d " % len(part.encode()) + part.encode() for part in parts)
        return int.from_bytes(hashlib.blake2b(data, key=self._key, digest_size=8).digest())


def read_aliases(path: Path, names: Iterable[str]) -> dict[str, str]:
    """The alias of each name from ``aliases.csv``; adds random ones for new names.

    They do not follow from the secret seed, which is published.
    """
    known: dict[str, str] = {}
    if path.exists():
        try:
            with path.open(encoding="utf-8", newline="") as file:
                rows = [row for row in csv.reader(file) if row][1:]
        except (UnicodeDecodeError, csv.Error) as error:
            expected = "a CSV file in UTF-8"
            raise ParameterError.wrong_value("aliases", str(path), expected) from error
        if any(len(row) < 2 for row in rows):
            raise ParameterError.wrong_value("aliases", str(path), "the columns name and alias")
        known = {csv_value(row[0]): csv_value(row[1]) for row in rows}
        if len({alias.casefold() for alias in known.values()}) != len(known):
            raise ParameterError.wrong_value("aliases", str(path), "different aliases")
        if wrong := next((each for each in known.values() if not _ALIAS.fullmatch(each)), None):
            expected = "letters, digits, '-', '_' and '.', since pages are named after them"
            raise ParameterError.wrong_value("aliases", wrong, expected)
    added = False
    for name in names:
        while name not in known:
            alias, added = f"agent-{secrets.token_hex(2)}", True
            if alias not in known.values():
                known[name] = alias
    if added:
        write_private(csv_text([("name", "alias"), *sorted(known.items())]), path, exact=True)
    return known
