"""Matches: plans, limits, openings, the pair of games that a worker plays, and results.

`api` has the function `match`; calling this package calls it. `contest` plays several matches
with one set of workers; `tournament` rates their agents.
"""

from tesuji.arena.match.api import match
from tesuji.callable_package import make_callable

make_callable(__name__, match)
