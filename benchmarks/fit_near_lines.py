"""Fits the weights of Pentago's near lines to the results of games, by logistic regression.

Alpha-beta plays itself from random openings; some moves are random, and only positions after the
last random move count. A position where the player to move wins at once says nothing about the
weights, so it is left out. The result file has the fitted weights with standard errors, those that
the core declares, and the mean log loss on a quarter of the games that the fit has not seen: by
near lines, by the 32 lines alone, and by a constant.

    python -m benchmarks.fit_near_lines [--positions 20000] [--nodes 6000] [--out FILE]
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
from benchmarks.near_lines import GAMES, NEAR
from tesuji.agents.kinds.knowledge import KNOWLEDGE

Array = NDArray[np.float64]
Cell = tuple[int, int]
Sample = tuple[str, float, int]
"""The text of a position, the result for White, the number of the game."""
RESULTS = Path(__file__).resolve().parent / "results" / "near_lines_fit.json"
NAMES = ("own_1", "own_2", "own_3", "other_1", "other_2", "other_3", "other_4", "tempo")
RANDOM_MOVES = 0.07
LINES = [
    [(x + k * down, y + k * right) for k in range(5)]
    for x in range(6)
    for y in range(6)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if x + 4 * down < 6 and 0 <= y + 4 * right < 6
]


def lines_of(game: str, *, near: bool) -> Array:
    """One column per line of five, or per near line, with a 1 for each of its five cells."""
    found = dict.fromkeys(frozenset(line) for line in LINES)
    for quadrant in itertools.product((0, 3), (0, 3)) if near else ():
        for second in (False, True):
            for line in LINES:
                found[frozenset(_before_twist(game, quadrant, second, cell) for cell in line)] = (
                    None
                )
    result = np.zeros((36, len(found)))
    for column, cells in enumerate(found):
        for x, y in cells:
            result[6 * x + y, column] = 1
    return result


def _before_twist(game: str, quadrant: Cell, second: bool, cell: Cell) -> Cell:
    """Where a stone comes from that a twist takes to a cell; the quadrant by its first cell."""
    (top, left), (x, y) = quadrant, cell
    if (x // 3, y // 3) != (top // 3, left // 3):
        return cell
    i, j = x - top, y - left
    if not second:
        return top + 2 - j, left + i
    return (top + i, left + 2 - j) if game == "pentago-twist" else (top + j, left + 2 - i)


def games(name: str, nodes: int) -> Iterator[list[Sample]]:
    """The positions of one game after another, each with the result of the game."""
    agent = tesuji.agent(f"alphabeta(knowledge={NEAR}, memory=4)")
    for number in itertools.count(1):
        rng = Random(number)
        position = tesuji.game(name).start()
        for _ in range(rng.randint(3, 11)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        texts: list[str] = []
        result = None
        while not position.is_over:
            found = agent.search(position, nodes=nodes)
            texts.append(position.text)
            if found.proven is not None:
                result = found.value if position.to_move == 0 else 1 - found.value
                break
            move = found.best
            if rng.random() < RANDOM_MOVES:
                texts.clear()
                move = rng.choice(position.legal_moves)
            position = position.play(move)
        if position.outcome is not None:
            winner = position.outcome.winner
            result = 0.5 if winner is None else 1.0 - winner
        assert result is not None
        yield [(text, result, number) for text in texts]


def features(samples: list[Sample], lines: Array) -> tuple[Array, Array, Array]:
    """What the weights multiply, the results, and where the player to move does not win at once."""
    cells = np.array([_cells(text) for text, _, _ in samples])
    black = (np.abs(cells).sum(axis=1) % 2)[:, None] == 1
    own = np.where(black, cells == -1, cells == 1).astype(float)
    other = np.where(black, cells == 1, cells == -1).astype(float)
    result = np.array([result for _, result, _ in samples])
    result = np.where(black[:, 0], 1 - result, result)
    own_counts, other_counts = own @ lines, other @ lines
    columns = [((own_counts == n) & (other_counts == 0)).sum(axis=1) for n in (1, 2, 3)]
    columns += [-((other_counts == n) & (own_counts == 0)).sum(axis=1) for n in (1, 2, 3)]
    fours = ((other_counts == 4) & (own_counts == 0)).astype(float)
    empty = 1 - own - other
    to_block = ((fours @ lines.T) * empty > 0).sum(axis=1)
    columns += [-(to_block + (other_counts == 5).any(axis=1)), np.ones(len(samples))]
    scaled = np.stack(columns, axis=1) * (empty.sum(axis=1) / 36)[:, None]
    return scaled, result, ~((own_counts >= 4) & (other_counts == 0)).any(axis=1)


def _cells(text: str) -> list[int]:
    """1 for White, -1 for Black, 0 for empty."""
    found: list[int] = []
    for sign in text.replace("/", ""):
        found += [0] * int(sign) if sign.isdigit() else [1 if sign == "w" else -1]
    return found


def fit(x: Array, y: Array) -> tuple[Array, Array]:
    """The weights of a logistic regression and their standard errors, by Newton's method."""
    weights = np.zeros(x.shape[1])
    while True:
        p = 1 / (1 + np.exp(-x @ weights))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + 1e-6 * np.eye(len(weights))
        step = np.linalg.solve(hessian, x.T @ (y - p))
        weights = weights + step
        if np.abs(step).max() < 1e-8:
            return weights, np.sqrt(np.diag(np.linalg.inv(hessian)))


def log_loss(x: Array, y: Array, weights: Array) -> float:
    p = 1 / (1 + np.exp(-x @ weights))
    return round(float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()), 4)


def row_for(name: str, samples: list[Sample]) -> dict[str, Any]:
    """The fit on one game."""
    seen = np.array([number % 4 != 0 for _, _, number in samples])
    x, y, counts = features(samples, lines_of(name, near=True))
    train, test = counts & seen, counts & ~seen

    def tested(columns: Array) -> float:
        return log_loss(columns[test], y[test], fit(columns[train], y[train])[0])

    losses = {
        "constant": tested(np.ones((len(samples), 1))),
        "lines": tested(features(samples, lines_of(name, near=False))[0]),
        "near lines": tested(x),
    }
    weights, errors = fit(x[counts], y[counts])
    kind = next(kind for kind in KNOWLEDGE.kinds if name in kind.games)
    declared = {each.name: each.default for each in kind.parameters}
    return {
        "game": name,
        "positions": len(samples),
        "games": samples[-1][2],
        "log_loss": losses,
        "weights": {
            each: {"fitted": round(w, 4), "error": round(e, 4), "declared": declared[each]}
            for each, w, e in zip(NAMES, weights.tolist(), errors.tolist(), strict=True)
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=20000, help="positions of each game")
    parser.add_argument("--nodes", type=int, default=6000, help="nodes per move")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    rows = []
    for name in GAMES:
        samples: list[Sample] = []
        for found in games(name, given.nodes):
            samples += found
            if len(samples) >= given.positions:
                break
        rows.append(row_for(name, samples))
        print(rows[-1], flush=True)
    command = command_line()
    write_report(given.out, command, rows)


if __name__ == "__main__":
    main()
