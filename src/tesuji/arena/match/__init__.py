"""Matches: plans, limits, openings, pairs of games, and results.

`api` has the function `match`, which calling this package calls too. `contest` plays several
matches with one set of workers; `tournament` rates their agents.
"""

from tesuji.arena.match.api import match
from tesuji.callable_package import make_callable

make_callable(__name__, match)
