"""Compares agents in matches: pairs of games from the same opening, with sides swapped."""

import tesuji


def main():
    agent = "mcts(simulations=500)"
    for opponent in ("random", "greedy", "flat(simulations=500)"):
        print(tesuji.match(agent, opponent, game="colosseum(size=6)", pairs=5, simulations=500))


if __name__ == "__main__":
    main()
