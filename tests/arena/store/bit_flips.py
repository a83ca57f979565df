"""Stores of made-up games with one flipped bit: what is noticed, and what can be salvaged."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesuji.arena.store.exchange import export_games
from tesuji.arena.store.salvage import salvage
from tesuji.arena.store.store import ImportedGame, Store
from tesuji.errors import StoreError
from tesuji.games.record import GameRecord, MoveRecord

__all__ = ["SIZES", "BitFlips", "Flip", "everything", "games_of", "make_store", "record"]


def record(number: int, side: int, plies: int) -> GameRecord:
    rng = random.Random(number * 2 + side)
    moves = [MoveRecord(f"m{rng.getrandbits(60):x}", i % 2, 0.5, 10, 20, 0.1) for i in range(plies)]
    return GameRecord(
        game="avalam",
        agents=("mcts", "random"),
        start=f"start {rng.getrandbits(90):x}",
        moves=tuple(moves),
        winner=rng.choice([None, 0, 1]),
        score=number,
        reason="made up",
        tags={"Pair": str(number), "Side": ("named", "swapped")[side]},
    )


def make_store(path: Path, matches: int, pairs: int, plies: int) -> None:
    with Store(path) as store:
        for number in range(matches):
            match = store.begin(f"match {number}", {"game": "avalam", "seed": number})
            store.set_sprt(match, {"elo0": 0, "elo1": number})
            for pair in range(pairs):
                conditions = {"processor": "made up", "half": pair % 2}
                games = [record(pair + 1000 * number, side, plies) for side in (0, 1)]
                store.add_pair(match, pair, games, conditions)
        store.add_imported(
            ImportedGame(f"digest {i}", None, None, None, "a file", record(i, 0, plies))
            for i in range(3)
        )
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchone()


SIZES = {"small": (1, 1, 5), "medium": (3, 12, 40), "large": (2, 40, 60)}


def everything(path: Path) -> Any:
    """All that a store says about its games."""
    with Store(path, create=False) as store:
        matches = store.matches()
        return (
            matches,
            [list(store.games(match.id)) for match in matches],
            [sorted(store.pairs(match.id)) for match in matches],
            [[store.pair(match.id, n) for n in store.pairs(match.id)] for match in matches],
            [store.conditions(match.id) for match in matches],
            [list(export_games(store, match)) for match in matches],
            list(store.imported()),
        )


def flip(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def games_of(path: Path) -> set[str]:
    """The text of every game, wherever the store keeps it."""
    with Store(path, create=False) as store:
        stored = [game for match in store.matches() for game in store.games(match.id)]
        stored += [each.record for each in store.imported()]
    return {json.dumps(game.to_dict(), separators=(",", ":")) for game in stored}


def pages_of(text: str, data: bytes, page: int = 4096) -> set[int]:
    """The pages that hold a part of a game, found by its text alone."""
    slices = [text[i : i + 30].encode() for i in range(0, len(text) - 30, 15)]
    return {at // page for each in slices if (at := data.find(each)) >= 0}


@dataclass(frozen=True)
class Flip:
    """What one flipped bit did."""

    bit: int
    noticed: bool
    """Whether reading the store failed with an error of ours."""
    problem: str | None
    """A silent change, an exception of another kind, or sound games that were not salvaged."""


class BitFlips:
    """A store of one size, and what it says about itself while it is sound."""

    def __init__(self, folder: Path, size: str) -> None:
        self._path, self._into = folder / "store", folder / "salvaged"
        make_store(self._path, *SIZES[size])
        self._data, self._truth = self._path.read_bytes(), everything(self._path)
        self._places = {text: pages_of(text, self._data) for text in games_of(self._path)}

    @property
    def bits(self) -> int:
        """The size of the store."""
        return 8 * len(self._data)

    def flip(self, bit: int) -> Flip:
        """Flips one bit of the sound store, reads all of it and salvages it."""
        self._path.write_bytes(flip(self._data, bit))
        try:
            same, noticed = everything(self._path) == self._truth, False
        except StoreError:
            same, noticed = True, True
        except Exception as error:
            return Flip(bit, True, f"bit {bit}: {type(error).__name__}: {error}")
        if not same:
            return Flip(bit, noticed, f"bit {bit} changed something silently")
        return Flip(bit, noticed, self._salvage_problem(bit))

    def _salvage_problem(self, bit: int) -> str | None:
        safe = {text for text, pages in self._places.items() if bit // 8 // 4096 not in pages}
        self._into.unlink(missing_ok=True)
        try:
            salvage(self._path, self._into)
            lost = safe - games_of(self._into)
        except StoreError as error:
            # The header may not say that this is a store; SQLite would not read it either.
            return None if bit // 8 < 100 or not safe else f"bit {bit}: not salvaged: {error}"
        except Exception as error:
            return f"bit {bit}: salvaging: {type(error).__name__}: {error}"
        return f"bit {bit} costs {len(lost)} games on other pages" if lost else None
