"""Fits the table of Avalam's towers to the results of games, by logistic regression.

Alpha-beta plays itself from random openings; some moves are random, and only positions after the
last random move count. A game ends where its result is proven. The table has the value of a tower
by its height, by the neighbours of its own and of the other colour that it can be joined with, and
by whose turn it is. A ridge pulls the entries to the value of any tower. The result file has the
mean log loss on a fifth of the games that the fit has not seen: by the table, by three fitted
weights (five, isolated, other) and by those that the core declares.

Positions are written to ``--samples`` as they are played; the same command reads them again.
``--header`` writes the table as the core has it.

    python -m benchmarks.fit_avalam_towers [--positions 50000] [--nodes 3000] [--samples FILE]
        [--header FILE] [--out FILE]
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tesuji
from benchmarks.common import command_line, write_report

Array = NDArray[np.float64]
Heights = NDArray[np.int64]
Flags = NDArray[np.bool_]
Sample = tuple[str, float, int]
"""The text of a position, the result for Yellow, the number of the game."""
RESULTS = Path(__file__).resolve().parent / "results" / "avalam_towers_fit.json"
RANDOM_MOVES = 0.05
RIDGE = 100.0
MOST_OWN, MOST_OTHER = 3, 4
SHAPE = (2, 4, MOST_OWN + 1, MOST_OTHER + 1)
ENTRIES = int(np.prod(SHAPE))
LOCKED = 1.5
"""The mean of the values of fives and of isolated towers, which sets the scale."""
UNIT = 1000
ROWS = ((2, 3), (1, 4), (1, 6), (1, 8), (0, 8), (0, 7), (2, 7), (4, 7), (5, 6))
CELLS = [(x, y) for x, (a, b) in enumerate(ROWS) for y in range(a, b + 1) if (x, y) != (4, 4)]
NEXT = np.array([[max(abs(a - c), abs(b - d)) == 1 for c, d in CELLS] for a, b in CELLS])


def games(nodes: int) -> Iterator[list[Sample]]:
    """The positions of one game after another, each with the result of the game."""
    agent = tesuji.agent("alphabeta(memory=2)")
    for number in itertools.count(1000):
        rng = Random(number)
        position = tesuji.game("avalam").start()
        for _ in range(rng.randint(4, 18)):
            position = position.play(rng.choice(position.legal_moves))
        texts: list[str] = []
        result = 0.5
        while not position.is_over:
            found = agent.search(position, nodes=nodes)
            if found.proven is not None:
                result = found.value if position.to_move == 0 else 1 - found.value
                break
            texts.append(position.text)
            move = found.best
            if rng.random() < RANDOM_MOVES:
                texts.clear()
                move = rng.choice(position.legal_moves)
            position = position.play(move)
        if position.outcome is not None and position.outcome.winner is not None:
            result = 1.0 - position.outcome.winner
        yield [(text, result, number) for text in texts]


def read_or_play(file: Path, positions: int, nodes: int) -> list[Sample]:
    """The positions of the file, or those of new games, which are written to it."""
    if not file.exists():
        with file.open("w", encoding="utf-8") as out:
            count = 0
            for found in games(nodes):
                out.writelines(f"{text} {result} {number}\n" for text, result, number in found)
                count += len(found)
                if count >= positions:
                    break
    lines = (line.split() for line in file.read_text("utf-8").splitlines())
    return [(text, float(result), int(number)) for text, result, number in lines]


def features(samples: list[Sample]) -> tuple[Array, Array]:
    """What the table, isolated towers, fives and the turn multiply, and the mover's results."""
    texts = [text.replace("/", "") for text, _, _ in samples]
    heights = np.array([[".abcde".index(sign.lower()) for sign in text] for text in texts])
    yellow = np.array([[sign.isupper() for sign in text] for text in texts])
    second = ((heights > 0).sum(axis=1) % 2)[:, None] == 1
    mine = yellow ^ second
    x = np.zeros((len(samples), ENTRIES + 3))
    x[:, -1] = 1
    for part in np.array_split(np.arange(len(samples)), 1 + len(samples) // 4000):
        _fill(x[part[0] : part[-1] + 1], heights[part], yellow[part], mine[part])
    result = np.array([result for _, result, _ in samples])
    return x, np.where(second[:, 0], 1 - result, result)


def _fill(x: Array, heights: Heights, yellow: Flags, mine: Flags) -> None:
    stands = heights > 0
    low = heights[:, :, None] + heights[:, None, :] <= 5
    joins = NEXT & low & stands[:, :, None] & stands[:, None, :]
    same = yellow[:, :, None] == yellow[:, None, :]
    own = np.minimum((joins & same).sum(axis=2), MOST_OWN)
    other = np.minimum((joins & ~same).sum(axis=2), MOST_OTHER)
    sign = np.where(mine, 1, -1)
    movable = own + other > 0
    x[:, ENTRIES] = (sign * (stands & ~movable & (heights < 5))).sum(axis=1)
    x[:, ENTRIES + 1] = (sign * (heights == 5)).sum(axis=1)
    rows, cells = np.nonzero(movable)
    side = np.where(mine, 0, 1)
    number = ((4 * side + heights - 1) * (MOST_OWN + 1) + own) * (MOST_OTHER + 1) + other
    np.add.at(x, (rows, number[rows, cells]), sign[rows, cells])


def fit(x: Array, y: Array, ridge: float, start: Array) -> Array:
    """Logistic regression by Newton's method; the ridge pulls the weights to the start."""
    weights = start
    while True:
        p = 1 / (1 + np.exp(-x @ weights))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(weights))
        step = np.linalg.solve(hessian, x.T @ (y - p) - ridge * (weights - start))
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            return weights


def log_loss(x: Array, y: Array, weights: Array) -> float:
    z = x @ weights
    return round(float((np.logaddexp(0, z) - y * z).mean()), 4)


def kinds() -> Array:
    """Adds up the entries of the table: any tower, isolated ones, fives, and the turn."""
    sums = np.zeros((ENTRIES + 3, 4))
    sums[:ENTRIES, 0] = 1
    sums[ENTRIES:, 1:] = np.eye(3)
    return sums


def fitted(samples: list[Sample]) -> tuple[dict[str, Any], Array]:
    """The row of the result file, and the weights of the table."""
    x, y = features(samples)
    seen = np.array([number % 5 != 0 for _, _, number in samples])
    three = x @ kinds()
    declared = np.stack([three[:, :3] @ np.array([1, 1.5, 1.55]), three[:, 3]], axis=1)

    def start(rows: Array) -> Array:
        return kinds() @ fit(three[rows], y[rows], 1e-3, np.zeros(4))

    def tested(columns: Array, ridge: float, first: Array) -> float:
        weights = fit(columns[seen], y[seen], ridge, first)
        return log_loss(columns[~seen], y[~seen], weights)

    losses = {
        "declared weights": tested(declared, 1e-3, np.zeros(2)),
        "three weights": tested(three, 1e-3, np.zeros(4)),
        "table": tested(x, RIDGE, start(seen)),
    }
    weights = fit(x, y, RIDGE, start(np.ones_like(seen)))
    weights = weights * (LOCKED / weights[ENTRIES : ENTRIES + 2].mean())
    row = {"positions": len(samples), "games": len({number for _, _, number in samples})}
    return {**row, "ridge": RIDGE, "log_loss": losses}, weights


def header(weights: Array) -> str:
    """The table in C++."""
    whole = [round(float(each) * UNIT) for each in weights]
    isolated, five, turn = whole[ENTRIES:]
    lines = [
        "// Generated by benchmarks/fit_avalam_towers.py: values of towers in units of 1 / unit.",
        "#pragma once\n\n#include <array>\n#include <cstddef>\n",
        "namespace tesuji::knowledge::towers {\n",
        f"inline constexpr int unit = {UNIT};",
        f"inline constexpr int turn_value = {turn};  // having the move",
        f"inline constexpr int five_value = {five};",
        f"inline constexpr int isolated_value = {isolated};\n",
        "// The largest numbers of neighbours that differ.",
        f"inline constexpr std::size_t most_own = {MOST_OWN};",
        f"inline constexpr std::size_t most_other = {MOST_OTHER};\n",
        "// The towers of the player to move, then those of the opponent: by height from 1 to 4,",
        "// by neighbours to join of the same colour, and by those of the other.",
        "// clang-format off",
        "using OfHeight = std::array<std::array<int, most_other + 1>, most_own + 1>;",
        "inline constexpr std::array<std::array<OfHeight, 4>, 2> tower_values = {{",
    ]
    for side in np.array(whole[:ENTRIES]).reshape(SHAPE).tolist():
        rows = [", ".join(f"{{{{{', '.join(map(str, r))}}}}}" for r in height) for height in side]
        lines += ["    {{", *(f"        {{{{{row}}}}}," for row in rows), "    }},"]
    lines += ["}};", "// clang-format on\n", "}  // namespace tesuji::knowledge::towers\n"]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=50000)
    parser.add_argument("--nodes", type=int, default=3000, help="nodes per move")
    parser.add_argument("--samples", type=Path, default=Path("avalam-positions.txt"))
    parser.add_argument("--header", type=Path, help="write the table here")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    row, weights = fitted(read_or_play(given.samples, given.positions, given.nodes))
    print(row)
    if given.header:
        given.header.write_text(header(weights), "utf-8")
    write_report(given.out, command_line(without=["--samples", "--header"]), row)


if __name__ == "__main__":
    main()
