"""tesuji results: what a store holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from tesuji.cli.terminal import make_console, make_table
from tesuji.errors import StoreError


def results(
    store: Annotated[Path, typer.Argument(metavar="STORE", help="A store of games.")],
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the games: .jsonl or text."),
    ] = None,
) -> None:
    """List the experiments of a store with their scores, or export its games."""
    from tesuji.arena.record import record_text
    from tesuji.arena.statistics import Pentanomial
    from tesuji.arena.store import Store
    from tesuji.arena.tally import Tally

    if not store.is_file():
        raise StoreError(f"there is no store {str(store)!r}")
    table = make_table("experiment", "games", "score", "begun", right=["games"])
    with Store(store) as opened:
        for experiment in opened.experiments():
            tally = Tally()
            for pair in sorted(opened.pairs(experiment["id"])):
                tally.add(pair, opened.pair(experiment["id"], pair))
            score = "-"
            if tally.pairs:
                p = Pentanomial.from_pairs(tally.pairs.values())
                score = f"{p.score:.1%} [{p.interval[0]:.1%}, {p.interval[1]:.1%}]"
            table.add_row(
                experiment["name"], str(experiment["games"]), score, experiment["created"]
            )
        if export is not None:
            records = [r for e in opened.experiments() for r in opened.games(e["id"])]
            lines = export.suffix == ".jsonl"
            texts = (
                json.dumps(r.to_dict()) + "\n" if lines else record_text(r) + "\n" for r in records
            )
            export.write_text("".join(texts), "utf-8")
            print(f"wrote {len(records)} games to {export}")
    if export is None:
        make_console().print(table)
