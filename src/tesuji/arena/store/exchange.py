"""Export of games from a store, and import of games into one.

An exported game carries the key of its match, its pair and its side. An imported game counts as
soon as the store has the match that it belongs to.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.registry import is_loaded
from tesuji.arena.match.openings import pair_opening
from tesuji.arena.match.sizes import pair_game
from tesuji.arena.store.lock import StoreLock
from tesuji.arena.store.schema import check_store_path
from tesuji.arena.store.store import Conditions, ImportedGame, Store, StoredMatch, match_key
from tesuji.errors import RecordError, StoreError, TesujiError
from tesuji.games import Game
from tesuji.games.randomness import derive_seed
from tesuji.games.record import GameRecord, record_text
from tesuji.games.record_files import read_records
from tesuji.games.registry import game_from_file
from tesuji.specs import parse_spec
from tesuji.wording import counted

__all__ = ["Imported", "claim_imported", "export_games", "import_games"]

_SIDES = ("named", "swapped")
_TAGS = {
    "Tesuji": "tesuji",
    "Build": "build",
    "Processor": "processor",
    "Python": "python",
    "Games-At-Once": "games_at_once",
}
"""Headers of an exported game for the conditions under which it was played."""


# Export


def export_games(store: Store, match: StoredMatch) -> Iterator[GameRecord]:
    """The games of a match, tagged with its key and the conditions they were played under."""
    key = match_key(match.identity)
    places = {
        pair: {tag: str(where[name]) for tag, name in _TAGS.items() if name in where}
        for where, pairs in store.conditions(match.id)
        for pair in pairs
    }
    for number, record in enumerate(store.games(match.id)):
        pair = int(record.tags.get("Pair", number // 2))
        tags = {"Experiment": key, **places.get(pair, {})}
        yield replace(record, tags={**record.tags, **tags})


# Import


@dataclass(frozen=True)
class Imported:
    """The result of an import."""

    games: int
    """Number of games in the import."""
    new: int
    """Number of games that were not in the store yet."""
    counted: dict[str, int]
    """Number of games that now count, by the name of their match."""


def import_games(source: str | Path | Iterable[GameRecord], store: str | Path) -> Imported:
    """Imports games from a file, or as records, into a store, each of them once.

    A game counts only in the match that it belongs to: with the same identity, game, agents,
    seed and opening, and with both games of its pair. Other games are kept and listed. An
    unfinished game is an error, and then no game is imported.

    >>> import tempfile, tesuji
    >>> from tesuji.arena import import_games
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     played = tesuji.match("flat", "random", game="ewn", pairs=1, simulations=9, jobs=1)
    ...     import_games(played.games, f"{folder}/games.db")
    Imported(games=2, new=2, counted={})
    """
    if isinstance(source, str | Path):
        name, records = str(source), read_records(source)
        if not records:
            raise RecordError(f"{name} holds no games", where=name, line=1, column=1)
    else:
        name, records = "records", list(source)
    _check_finished(records, name)
    check_store_path(Path(store), create=True)
    lock = StoreLock(Path(store))
    try:
        with Store(store) as opened:
            return _import(opened, records, name)
    finally:
        lock.release()


def _check_finished(records: list[GameRecord], source: str) -> None:
    for number, record in enumerate(records, 1):
        if record.is_unfinished:
            first, second = record.agents
            raise StoreError(
                f"game {number} of {source} ({record.game}, {first} against {second},"
                f" {counted(len(record.moves), 'ply', 'plies')}) is unfinished, and a store holds"
                " finished games only; remove it to import the others",
                where=source,
                given=record,
                expected="finished games",
            )


def _import(store: Store, records: list[GameRecord], source: str) -> Imported:
    listed = {match_key(each.identity): each for each in store.matches()}
    games = [_imported(record, source) for record in records]
    fresh = [game for game in games if not _is_stored(store, game, listed)]
    new = store.add_imported(fresh)
    counted = Counter(
        {each.name: claim_imported(store, each.id, each.identity) for each in listed.values()}
    )
    return Imported(len(games), new, dict(+counted))


def _imported(record: GameRecord, source: str) -> ImportedGame:
    ordered = replace(record, tags=dict(sorted(record.tags.items())))
    digest = hashlib.sha256(record_text(ordered).encode()).hexdigest()
    tags = record.tags
    pair, side = tags.get("Pair", ""), tags.get("Side", "")
    if not (pair.isdecimal() and side in _SIDES and "Experiment" in tags):
        return ImportedGame(digest, None, None, None, source, record)
    return ImportedGame(digest, tags["Experiment"], int(pair), _SIDES.index(side), source, record)


def _is_stored(store: Store, game: ImportedGame, listed: dict[str, StoredMatch]) -> bool:
    """Whether the match that the game names already has the same game."""
    match = listed.get(game.match or "")
    if match is None or game.pair is None or game.side is None:
        return False
    there = store.pair(match.id, game.pair)
    return len(there) == 2 and _course(there[game.side]) == _course(game.record)


def _course(record: GameRecord) -> tuple[object, ...]:
    return record.start, record.winner, record.end, [move.move for move in record.moves]


def claim_imported(store: Store, match: int, identity: dict[str, Any]) -> int:
    """Moves imported pairs that belong to a match into it; returns the number of games."""
    pairs: dict[int, dict[int, ImportedGame]] = {}
    for game in store.imported(match_key(identity)):
        if _belongs(game, identity):
            # Of two games for the same place the first one counts.
            pairs.setdefault(game.pair or 0, {}).setdefault(game.side or 0, game)
    missing = pairs.keys() - store.pairs(match)
    whole = [pair for pair in sorted(missing) if len(pairs[pair]) == 2]
    for pair in whole:
        games = [pairs[pair][0], pairs[pair][1]]
        store.claim_pair(match, pair, games, _conditions(games[0]))
    return 2 * len(whole)


def _belongs(game: ImportedGame, identity: dict[str, Any]) -> bool:
    """Whether a game fits the match that it names; its moves are not played again."""
    record, agents = game.record, identity["agents"]
    if game.pair is None or game.side is None:
        return False
    try:
        # The specs are a file's: comparing them must not load a plugin.
        if not all(is_loaded(parse_spec(spec).name) for spec in record.agents):
            return False
        played = game_from_file(record.game)
        return (
            played.expanded_spec == _game(identity, game.pair).expanded_spec
            and [tesuji.agent(spec).expanded(played) for spec in record.agents]
            == (agents[::-1] if game.side else agents)
            and record.tags.get("Seed") == str(derive_seed(identity["seed"], game.pair))
            and record.start == _opening(identity, game.pair)
        )
    except TesujiError:
        return False


def _opening(identity: dict[str, Any], pair: int) -> str:
    options = (identity["openings"], identity["plies"])
    return pair_opening(_game(identity, pair), identity["seed"], pair, *options)


def _game(identity: dict[str, Any], pair: int) -> Game:
    """The game of a pair."""
    sizes = identity.get("sizes")
    return game_from_file(pair_game(identity["game"], sizes, identity["seed"], pair))


def _conditions(game: ImportedGame) -> Conditions:
    tags = game.record.tags
    known: Conditions = {name: tags[tag] for tag, name in _TAGS.items() if tag in tags}
    if str(known.get("games_at_once", "")).isdecimal():
        known["games_at_once"] = int(known["games_at_once"])
    return {**known, "imported": game.source}
