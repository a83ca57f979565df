"""An evaluator for Connect Four: stones in the middle column are worth something.

tesuji best connect-four --load examples/connect_four.py --load examples/centre_evaluator.py \
    --agent "mcts(select=puct, evaluate=centre)"
"""

import tesuji


def centre(positions):
    """For each position its value for the player whose turn it is, and a prior a legal move."""
    answers = []
    for position in positions:
        middle = [row[3] for row in position.text.split("/")]
        value = 0.5 + 0.05 * (middle.count("x") - middle.count("o"))  # for player 0
        priors = [4 - abs(4 - int(str(move))) for move in position.legal_moves]
        answers.append((value if position.next_player == 0 else 1 - value, priors))
    return answers


tesuji.register_evaluator("centre", centre)
