"""Makes the positions of the Avalam solver's benchmark, from games of sensible play.

Each game starts with six random plies. Then `alphabeta` plays 10,000 nodes per move and `mcts`
5,000 simulations, with sides swapped from game to game. One line per position: the ply and the text.

    python benchmarks/solve_avalam_positions.py > benchmarks/positions/solve-avalam.txt
"""

from __future__ import annotations

import random

import tesuji

GAMES = 200
RANDOM_PLIES = 6
PLIES = (18, 19, 20, 21, 22, 24)


def main() -> None:
    """Prints the positions."""
    print("# python benchmarks/solve_avalam_positions.py > benchmarks/positions/solve-avalam.txt")
    agents = (tesuji.agent("alphabeta"), tesuji.agent("mcts"))
    budgets = ({"nodes": 10_000}, {"simulations": 5_000})
    for game in range(GAMES):
        rng = random.Random(game)
        position = tesuji.game("avalam").start()
        for ply in range(max(PLIES)):
            if ply < RANDOM_PLIES:
                position = position.play(rng.choice(list(position.legal_moves)))
            else:
                side = (ply + game) % 2
                analysis = agents[side].search(position, **budgets[side], seed=game)
                position = position.play(analysis.best)
            if ply + 1 in PLIES:
                print(ply + 1, position.text, flush=True)


if __name__ == "__main__":
    main()
