"""Matches between agents and the statistics of their results: the public API of the arena.

`match` plans and plays matches, `run` hands pairs to workers, `stats` turns pairs into intervals,
tests and ratings, `store` keeps games, and `report` writes HTML reports.
"""

from typing import TYPE_CHECKING

from tesuji.arena.match.balance import Balance
from tesuji.arena.match.openings import distinct_openings
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.series import SeriesResult
from tesuji.arena.match.tournament import TournamentResult, tournament
from tesuji.arena.report.pages import report_html, write_report
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.ratings import Estimate, Rating, Ratings, rate
from tesuji.arena.stats.sprt import Sprt, Verdict
from tesuji.arena.store.exchange import Imported, export_games, import_games
from tesuji.arena.store.store import Store, StoredMatch
from tesuji.games.record import GameRecord, parse_records, record_text
from tesuji.games.record_files import read_records, write_records

if TYPE_CHECKING:
    from tesuji.arena.match.api import match
else:
    # The package `match` is callable, and calls the function.
    from tesuji.arena import match

__all__ = [
    "Balance",
    "Estimate",
    "GameRecord",
    "Imported",
    "MatchPlan",
    "MatchResult",
    "Pentanomial",
    "Rating",
    "Ratings",
    "SeriesResult",
    "Sprt",
    "Store",
    "StoredMatch",
    "TournamentResult",
    "Verdict",
    "distinct_openings",
    "export_games",
    "import_games",
    "match",
    "parse_records",
    "rate",
    "read_records",
    "record_text",
    "report_html",
    "tournament",
    "write_records",
    "write_report",
]
