"""The technical terms of results, each explained in one or two sentences.

Reports and notebooks show them as tooltips, and every report ends with those that it uses.
"""

from __future__ import annotations

__all__ = ["TERMS", "term_key"]

TERMS = {
    "score": "Share of the points of the first agent: a win counts 1, a draw 0.5. The brackets"
    " hold its 95% interval.",
    "Elo": "Difference in strength on a logarithmic scale: 0 is equal, +100 scores 64%, +400"
    " scores 91%.",
    "nElo": "Normalised Elo: the difference divided by the spread of the pairs' results. Equal"
    " nElo needs equally many games to prove, whatever the share of draws.",
    "LOS": "Likelihood of superiority: the probability that the first agent is the stronger one.",
    "pairs": "Two games from the same opening with the same dice and sides swapped. A pair is one"
    " observation.",
    "pentanomial": "Pairs by the result of the first agent: LL both games lost, LD a loss and a"
    " draw, DD+WL two draws or a win and a loss, WD a win and a draw, WW both won.",
    "test": "SPRT, the sequential probability ratio test: it ends a match as soon as the pairs"
    " decide between two hypotheses, H0 (not stronger) and H1 (stronger). LLR, the log-likelihood"
    " ratio, measures the evidence for H1 over H0; the test ends when it reaches a bound.",
    "first player's score": "Share of the points of the player who moves first, whichever agent"
    " that was. More than 50% means that the first move is an advantage.",
    "forfeits": "Games that an agent lost by its own fault: too late, an illegal move or a crash.",
    "adjudicated": "Games that ended early, because an agent proved the result or both agreed.",
    "repeated games": "Games that are equal to an earlier one move for move, so that they add"
    " nothing.",
    "plies": "Moves of one player; dice rolls are not counted.",
    "clock": "What time limits count. Thread-CPU time is the time that the agent computes; wall"
    " time also runs while the machine is busy with other work.",
    "openings": "The positions from which pairs start.",
    "seed": "The number from which openings, dice and random choices follow. The same seed"
    " repeats the match.",
    "behaviour number": "Changes whenever any search of Tesuji gives a different answer. Results"
    " under different numbers are not mixed.",
    "games at once": "Games that ran at the same time on the machine.",
    "simulations": "Iterations of Monte-Carlo tree search: each follows the tree, plays on to an"
    " estimate and updates the tree. Agents without a tree have none.",
    "nodes": "Positions that a search visited.",
    "first-move advantage": "What moving first is worth on this game, by the ratings' model.",
    "draw rate between equals": "Share of draws between two agents of the same rating, by the"
    " ratings' model.",
    "transitivity": "Whether one rating per agent fits the results. A cycle is proven if A beats"
    " B, B beats C and C beats A, each by its 95% interval. p is the probability of results at"
    " least as far from the ratings if the ratings are right; below 0.01 they do not fit.",
}
"""Explanations by term."""

_SAME = {
    "likelihood of superiority": "LOS",
    "pairs [LL, LD, DD+WL, WD, WW]": "pentanomial",
    "LL, LD, DD+WL, WD, WW": "pentanomial",
    "LL · LD · DD+WL · WD · WW": "pentanomial",
    "first player": "first player's score",
    "repeated": "repeated games",
    "plies per game": "plies",
    "behaviour": "behaviour number",
    "simulations per move": "simulations",
    "simulations/s": "simulations",
    "nodes per move": "nodes",
    "nodes/s": "nodes",
    "pairs planned": "pairs",
    "pairs by result": "pentanomial",
    "SPRT": "test",
}
"""Other labels of the same terms."""
_KEYS = {name.casefold(): term for name, term in (*zip(TERMS, TERMS, strict=True), *_SAME.items())}


def term_key(label: str) -> str | None:
    """The term that a label such as "Simulations/s" names; None if there is none.

    >>> term_key("Behaviour"), term_key("Processor")
    ('behaviour number', None)
    """
    return _KEYS.get(label.casefold())
