"""How many nodes two alpha-beta specs need for the same depth, on 100 fixed positions per game.

For each game it prints the geometric mean of the nodes of each spec, the ratio of the two, the
number of positions where the values are equal, and the mean depth that each reaches in some CPU
seconds. The positions come from games of a shallow alpha-beta after a few random moves.

    python -m benchmarks.alphabeta_nodes OLD NEW [--games G,...] [--positions N] [--depth D]
        [--seconds S] [--json FILE]
    python -m benchmarks.alphabeta_nodes --draw    (writes the file of positions again)

A spec goes without knowledge: each game's is added.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict, dataclass
from pathlib import Path

import tesuji
from benchmarks.common import after_random_plies, positions_of, write_report
from tesuji import Position
from tesuji.games.randomness import RandomStream

POSITIONS = Path(__file__).resolve().parent / "alphabeta_positions.txt"
COMMAND = "python -m benchmarks.alphabeta_nodes"
COUNT = 100
"""Positions per game."""


@dataclass(frozen=True)
class Subject:
    """A game, the knowledge that plays it best, and how positions are drawn and searched."""

    game: str
    knowledge: str
    depth: int
    random_plies: int
    fewest_moves: int


SUBJECTS = (
    Subject("avalam", "avalam(groups=true, five=1.55, isolated=1.5)", 5, 6, 20),
    Subject("pentago-twist", "pentago(threats=0.3)", 4, 4, 80),
    Subject("colosseum", "colosseum(reach=0.45, area=0.45)", 5, 2, 20),
    Subject("ewn-cyclic", "", 12, 2, 2),
)


@dataclass(frozen=True)
class Row:
    """The two specs on the positions of one game."""

    game: str
    depth: int
    old_nodes: float
    new_nodes: float
    ratio: float
    equal_values: int
    positions: int
    old_depth: float
    new_depth: float


# The positions


def draw(subject: Subject) -> list[Position]:
    """One unfinished position of each of many games, at a random ply after the random moves."""
    known = f"knowledge={subject.knowledge}, " if subject.knowledge else ""
    agent = tesuji.agent(f"alphabeta({known}depth=2, memory=4)")
    found: list[Position] = []
    seed = 0
    while len(found) < COUNT:
        seed += 1
        stream = RandomStream(seed)
        position = after_random_plies(
            tesuji.game(subject.game).start(seed), subject.random_plies, stream
        )
        game = []
        player = agent.player(position.game, seed=seed)
        while not position.is_over:
            if len(position.legal_moves) >= subject.fewest_moves:
                game.append(position)
            position = position.play(player.choose(position))
        if game:
            found.append(game[stream.below(len(game))])
    return found


def write_positions() -> None:
    lines = [f"# Positions of alphabeta_nodes.py, drawn with: {COMMAND} --draw"]
    for subject in SUBJECTS:
        lines.append(f"[{subject.game}]")
        lines += [position.text for position in draw(subject)]
    POSITIONS.write_text("\n".join(lines) + "\n", "utf-8")


# The comparison


def full_spec(spec: str, subject: Subject) -> str:
    """The spec with the knowledge of the game."""
    name, _, rest = spec.partition("(")
    parts = rest.removesuffix(")")
    known = f"knowledge={subject.knowledge}" if subject.knowledge else ""
    return f"{name}({', '.join(part for part in (parts, known) if part)})"


def geometric_mean(numbers: list[int]) -> float:
    return math.exp(sum(math.log(max(1, n)) for n in numbers) / len(numbers))


def compare(old: str, new: str, subject: Subject, count: int, depth: int, seconds: float) -> Row:
    positions = positions_of(subject.game, POSITIONS)[:count]
    nodes: list[list[int]] = [[], []]
    depths = [0, 0]
    equal = 0
    for position in positions:
        values = []
        for i, spec in enumerate((old, new)):
            agent = tesuji.agent(full_spec(spec, subject))
            found = agent.search(position, depth=depth)
            nodes[i].append(found.nodes)
            values.append(found.value)
            if seconds > 0:
                depths[i] += agent.search(position, seconds=seconds, clock="cpu").depth
        equal += values[0] == values[1]
    means = [geometric_mean(numbers) for numbers in nodes]
    return Row(
        game=subject.game,
        depth=depth,
        old_nodes=round(means[0], 1),
        new_nodes=round(means[1], 1),
        ratio=round(means[0] / means[1], 3),
        equal_values=equal,
        positions=len(positions),
        old_depth=round(depths[0] / len(positions), 2),
        new_depth=round(depths[1] / len(positions), 2),
    )


def show(row: Row, seconds: float) -> str:
    text = (
        f"{row.game:14} depth {row.depth}: {row.old_nodes:10.0f} -> {row.new_nodes:10.0f} nodes,"
        f" ratio {row.ratio:6.2f}, equal values {row.equal_values}/{row.positions}"
    )
    if seconds > 0:
        text += f", depth in {seconds:g} s {row.old_depth:.2f} -> {row.new_depth:.2f}"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="the old and the new spec")
    parser.add_argument("--draw", action="store_true", help="draw the positions again")
    parser.add_argument("--games", help="only these games")
    parser.add_argument("--positions", type=int, default=COUNT, help="positions per game")
    parser.add_argument("--depth", type=int, help="the depth of the node counts")
    parser.add_argument("--seconds", type=float, default=0, help="CPU seconds per position")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    arguments = parser.parse_args()
    if arguments.draw:
        write_positions()
        return
    if len(arguments.specs) != 2:
        parser.error(f"expected two specs, got {len(arguments.specs)}")
    old, new = arguments.specs
    rows = []
    for subject in SUBJECTS:
        if arguments.games and subject.game not in arguments.games.split(","):
            continue
        depth = arguments.depth or subject.depth
        row = compare(old, new, subject, arguments.positions, depth, arguments.seconds)
        print(show(row, arguments.seconds), flush=True)
        rows.append(row)
    if arguments.json:
        command = f'{COMMAND} "{old}" "{new}" --seconds {arguments.seconds:g}'
        write_report(arguments.json, command, [asdict(row) for row in rows])


if __name__ == "__main__":
    main()
