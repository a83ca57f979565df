"""The first ten minutes: an agent of your own, a match with an interval, and a report."""

import tesuji


def builder(position):
    """Builds the tallest tower it can, and keeps as many towers as it can."""

    def value(move):
        board = position.play(move).board
        mine = [tower.value for tower in board.pieces if tower.player == position.to_move]
        return max(mine), len(mine)

    return max(position.legal_moves, key=value)


if __name__ == "__main__":
    result = tesuji.match(builder, "mcts(simulations=300)", game="avalam", pairs=20)
    print(result)
    low, high = result.pentanomial.interval
    print("stronger" if low > 0.5 else "weaker" if high < 0.5 else "undecided")
    print("wrote", result.report("builder.html"))
