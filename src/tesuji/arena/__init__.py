"""Matches between agents and the statistics of their results: the public API of the arena.

`match` plans and plays matches, `run` hands pairs to workers, `stats` turns pairs into intervals,
tests and ratings, `store` keeps games, and `report` writes HTML reports.
"""

from typing import TYPE_CHECKING

from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.series import SeriesResult
from tesuji.arena.match.tournament import TournamentResult, tournament
from tesuji.arena.report.pages import report_html, write_report
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.ratings import Rating, Ratings, rate
from tesuji.arena.stats.sprt import Sprt
from tesuji.arena.store.exchange import import_games
from tesuji.arena.store.store import Store

if TYPE_CHECKING:
    from tesuji.arena.match.api import match
else:
    # The package `match` is callable, and calls the function.
    from tesuji.arena import match

__all__ = [
    "MatchPlan",
    "MatchResult",
    "Pentanomial",
    "Rating",
    "Ratings",
    "SeriesResult",
    "Sprt",
    "Store",
    "TournamentResult",
    "import_games",
    "match",
    "rate",
    "report_html",
    "tournament",
    "write_report",
]
