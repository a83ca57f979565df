"""Golden playthroughs: every answer of a game during one random game, as text to read and diff.

``python -m tests.conformance.playthroughs --write`` regenerates them; without ``--write`` it
lists the files that are out of date.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.conformance.variants import GAMES, actions
from tesuji import Game, Position

__all__ = ["FOLDER", "path_of", "playthrough"]

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
SEED = 7
HEADER = f"""\
# A golden playthrough: every answer of the game during one random game from seed {SEED}.
# A difference means that the rules, the notation, the order of moves or the random starts have
# changed. If that is intended, raise the game's version and regenerate this file with
#   python -m tests.conformance.playthroughs --write
"""


def path_of(game: Game) -> Path:
    return FOLDER / (re.sub(r"[^a-z0-9]+", "-", game.spec).strip("-") + ".txt")


def playthrough(game: Game) -> str:
    """The whole file for one game."""
    return "\n".join([HEADER, *introduction(game), *steps(game)]) + "\n"


def introduction(game: Game) -> Iterator[str]:
    yield f"game: {game.expanded_spec}"
    yield f"version: {game.version}"
    yield f"players: {', '.join(game.players)}"
    yield f"start drawn: {'yes' if game.draws_start else 'no'}"
    yield f"symmetries: {game.symmetry_count}"


def steps(game: Game) -> Iterator[str]:
    rng = Random(SEED)
    position, ply = game.start(seed=SEED), 0
    while choices := actions(position):
        yield from describe(position, ply)
        move = choices[rng.randrange(len(choices))]
        yield f"play: {move}"
        position, ply = position.play(move), ply + 1
    yield from describe(position, ply)


def describe(position: Position, ply: int) -> Iterator[str]:
    yield ""
    yield f"== step {ply}"
    yield f"position: {position.text}"
    yield f"kind: {kind_of(position)}"
    yield f"to move: {position.to_move}"
    yield f"next player: {position.next_player}"
    if position.legal_moves:
        yield f"legal moves: {len(position.legal_moves)}"
        yield from wrapped(" ".join(map(str, position.legal_moves)))
    if position.chance_outcomes:
        yield f"events: {len(position.chance_outcomes)}"
        yield from wrapped("; ".join(f"{e} {chance:.6f}" for e, chance in position.chance_outcomes))
    if outcome := position.outcome:
        yield f"winner: {outcome.winner}"
        yield f"score: {outcome.score}"
        yield f"reason: {outcome.reason}"


def kind_of(position: Position) -> str:
    if position.is_over:
        return "over"
    return "chance" if position.is_chance else "decision"


def wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text, width=100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )


def main(arguments: list[str]) -> int:
    """Writes the files, or lists those that differ."""
    stale = 0
    for game in GAMES:
        path, text = path_of(game), playthrough(game)
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale += 1
        if "--write" in arguments:
            path.write_text(text, "utf-8")
        print(f"{'written' if '--write' in arguments else 'out of date'}: {path.name}")
    return int(stale > 0 and "--write" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
