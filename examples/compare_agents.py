"""Two agents against each other: pairs of games from the same start, sides swapped."""

import tesuji


def play(first, second, position, seed):
    """The result of one game for the first agent: 1, 0.5 or 0."""
    agents = [tesuji.agent(first), tesuji.agent(second)]
    players = [agent.player(position.game, seed=seed) for agent in agents]
    while not position.is_over:
        position = position.play(players[position.to_move].choose(position))
    return position.outcome.value_for(0)


def compare(one, other, game, pairs):
    """The mean result of the first agent, 0 to 1."""
    total = 0.0
    for seed in range(pairs):
        start = game.start(seed=seed)
        total += play(one, other, start, seed) + 1 - play(other, one, start, seed)
    return total / (2 * pairs)


def main():
    game = tesuji.game("colosseum(size=6)")
    for other in ("random", "greedy", "flat(simulations=500)"):
        score = compare("mcts(simulations=500)", other, game, pairs=5)
        print(f"mcts(simulations=500) against {other}: {score:.2f} of the points, 10 games")


if __name__ == "__main__":
    main()
