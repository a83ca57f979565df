"""An engine for every game, in the standard library alone: it plays any legal move.

Try it: tesuji match 'exec("python3 examples/engines/any_move.py")' random --game avalam
"""

import sys

position, moves, style = "", [], "any"
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    words = rest.split()
    if word == "tesuji":
        print("id name Any Move (Python)")
        print("option name Style type combo default any var any var first")
        print("option name Tesuji_LegalMoves type check default false")  # asks for `legalmoves`
        print("tesujiok")
    elif word == "isready":
        print("readyok")
    elif word == "setoption" and words[1] == "Style":
        style = words[3]
    elif word == "position":
        position = rest  # an engine that knows the rules reads this
    elif word == "legalmoves":
        moves = words
    elif word == "go":
        seed = int(words[words.index("seed") + 1])  # a random number for this move
        move = moves[0 if style == "first" else seed % len(moves)]
        print("info depth 1 nodes", len(moves), "value 0.5 pv", move)
        print("bestmove", move)
    elif word == "quit":
        break
    sys.stdout.flush()
