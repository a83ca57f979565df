"""tesuji results: list the matches in a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tesuji.cli.match_view import ranged
from tesuji.cli.outputs import output_option
from tesuji.cli.terminal import make_console, make_table
from tesuji.errors import StoreError
from tesuji.wording import counted

if TYPE_CHECKING:
    from tesuji.arena.match.tally import Standing
    from tesuji.arena.store.store import Store, StoredMatch
    from tesuji.games.record import GameRecord


def results(
    store: Annotated[Path, typer.Argument(metavar="STORE", help="Store to read.")],
    export: Annotated[
        Path | None, output_option("--export", "Write the games as .jsonl or text.")
    ] = None,
    luck: Annotated[
        bool,
        typer.Option("--luck-adjusted", help="Also show scores without the luck of the dice."),
    ] = False,
) -> None:
    """List the matches in a store with their scores, or export its games."""
    from tesuji.arena.store.store import Store
    from tesuji.games.record_files import write_records

    with Store(store, create=False) as opened:
        if export is not None:
            print(f"wrote {counted(write_records(_all_games(opened), export), 'game')} to {export}")
        else:
            _print(opened, luck=luck)


def _all_games(store: Store) -> Iterator[GameRecord]:
    from tesuji.arena.store.exchange import export_games

    for match in store.matches():
        yield from export_games(store, match)
    for game in store.imported():
        yield game.record


def _print(store: Store, *, luck: bool) -> None:
    from tesuji.interop.ladder.names import named_match, read_names

    names = {} if store.path is None else read_names(Path(store.path).parent)
    columns = ("match", "pairs", "score", *(["luck-adjusted"] if luck else []), "test", "begun")
    table = make_table(*columns, right=["pairs"], folds=["match", "test"])
    damage: list[StoreError] = []
    for match in store.matches():
        try:
            standing = _standing(store, match)
            pairs, score, test = _figures(standing)
            adjusted = [_adjusted(store, match, standing)] if luck else []
        except StoreError as error:
            damage.append(error)
            pairs, score, test, adjusted = "-", "damaged", "-", ["-"] if luck else []
        shown = named_match(match.name, match.identity, names)
        table.add_row(shown, pairs, score, *adjusted, test, match.created[:10])
    console = make_console()
    imported = _imported(store)
    if table.rows:
        console.print(table)
    elif not imported:
        console.print(f"{store.path} holds no games yet", soft_wrap=True)
    for name, games in imported.items():
        shown = f"Imported, not counted: {counted(games, 'game')} of {name}"
        console.print(shown, soft_wrap=True)
    if damage:
        raise damage[0]


def _standing(store: Store, match: StoredMatch) -> Standing:
    """Counts the match as its last run did: with an SPRT, only pairs up to its verdict."""
    from tesuji.arena.match.tally import Standing
    from tesuji.arena.stats.sprt import Sprt

    standing = Standing(sprt=None if match.sprt is None else Sprt.from_dict(match.sprt))
    for pair in sorted(store.pairs(match.id)):
        standing.add(pair, store.pair(match.id, pair))
    return standing


def _figures(standing: Standing) -> tuple[str, str, str]:
    p, stored = standing.pentanomial, len(standing.stored)
    pairs = str(p.pairs) if p.pairs == stored else f"{p.pairs} of {stored}"
    score = ranged(p.score, p.interval, ".1%") if p.pairs else "-"
    return pairs, score, standing.verdict_summary()


def _adjusted(store: Store, match: StoredMatch, standing: Standing) -> str:
    """The luck-adjusted score; - for games without dice."""
    from tesuji.arena.match.luck import luck_adjusted
    from tesuji.games.registry import game_from_file

    game = game_from_file(match.identity["game"])
    if not game.has_chance or not standing.tally.pairs:
        return "-"
    pairs = (store.pair(match.id, number) for number in sorted(standing.tally.pairs))
    return luck_adjusted(pairs, game).summary()


def _imported(store: Store) -> Counter[str]:
    from tesuji.arena.report.markup import agent_labels

    games: Counter[str] = Counter()
    for game in store.imported():
        order = -1 if game.side else 1
        first, second = agent_labels(game.record.agents[::order])
        games[f"{first} - {second} on {game.record.game}, from {game.source}"] += 1
    return games
