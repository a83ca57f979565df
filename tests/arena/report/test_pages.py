"""Reports: complete, self-contained, safe and the same every time, from games made up here."""

from __future__ import annotations

import importlib.util
import math
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.arena.made_up_matches import PAIRS, WHERE, made_up_match, made_up_plan
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.series import SeriesResult
from tesuji.arena.match.tournament import TournamentResult
from tesuji.arena.report.markup import signed
from tesuji.arena.report.pages import Result, report_html, write_report
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.ratings import Estimate, Rating, Ratings
from tesuji.arena.stats.sprt import Sprt
from tesuji.arena.stats.transitivity import Misfit
from tesuji.errors import ParameterError

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="plots need matplotlib"
)

VOID = {"meta", "br"}
EVIL = 'x"><script>alert(1)</script>'


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return made_up_match(made_up_plan(), PAIRS)


@pytest.fixture(scope="module")
def tournament(match: MatchResult) -> TournamentResult:
    other = made_up_match(made_up_plan(agents=("random", "mcts")), [(0.0, 0.0), (0.0, 1.0)])
    ratings = (
        Rating("mcts", 88.4, (12.3, math.inf), match.pentanomial),
        Rating("flat", 0.0, (-55.5, 60.0), match.pentanomial.swapped()),
        Rating("random", -88.4, (-200.0, -3.0), other.pentanomial),
    )
    agents = ("mcts", "flat", "random")
    return TournamentResult("ewn", agents, (match, other), _table(ratings, agents))


def _table(ratings: tuple[Rating, ...], agents: tuple[str, ...]) -> Ratings:
    """A rating list with a made-up advantage, misfit and cycle."""
    cycle = (agents[0], agents[-1], "somebody")
    first_move, misfit = Estimate(21.4, (5.0, 40.0)), Misfit(30.0, 1)
    return Ratings(ratings, first_move, 0.25, {}, (agents,), misfit, (cycle,))


def _series(kind: str, names: tuple[str, str], match: MatchResult) -> SeriesResult:
    other = made_up_match(made_up_plan(agents=("mcts(solver=false)", "mcts")), PAIRS[2:])
    return SeriesResult(kind, "ewn", "dial", ((names[0], match), (names[1], other)))


@pytest.fixture(scope="module", params=["match", "sprt", "tournament", "sweep", "ablation"])
def result(
    request: pytest.FixtureRequest, match: MatchResult, tournament: TournamentResult
) -> Result:
    made: dict[str, Result] = {
        "match": match,
        "sprt": made_up_match(made_up_plan(), PAIRS, sprt=Sprt(0, 20)),
        "tournament": tournament,
        "sweep": _series("sweep", ("0.5", "2"), match),
        "ablation": _series("ablation", ("without solver", "without guard"), match),
    }
    return made[request.param]


class _Page(HTMLParser):
    """Checks that elements nest, and keeps what the page shows and names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture(scope="module")
def page(result: Result) -> str:
    return report_html(result)


@pytest.fixture(scope="module")
def match_page(match: MatchResult) -> str:
    return report_html(match)


# Every kind


def test_page_is_well_formed_and_every_id_is_there_once(page: str) -> None:
    parsed = _Page(page)
    assert parsed.tags.count("h1") == 1
    assert len(parsed.ids) == len(set(parsed.ids))


def test_page_needs_no_other_host(page: str) -> None:
    rest = page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|@import|<link|src=", rest)
    assert not re.search(r'href="(?!#)', rest)


def test_same_result_gives_the_same_page(result: Result, page: str) -> None:
    assert report_html(result) == page


def test_plots_carry_no_date_and_follow_the_page_colours(page: str) -> None:
    assert "<metadata" not in page
    assert page.count('class="plot"') >= 1
    assert "currentColor" in page
    assert "var(--plot-first,#0072b2)" in page


# What a match shows


def test_all_numbers_of_a_match_are_shown(match: MatchResult, match_page: str) -> None:
    shown = _Page(match_page).text
    p = match.pentanomial
    assert p == Pentanomial((1, 0, 1, 2, 2))
    for number in (p.score, *p.interval, p.los):
        assert f"{number:.1%}" in shown
    for number in (p.elo, *p.elo_interval, p.nelo, *p.nelo_interval):
        assert signed(number) in shown
    assert "LL 1 LD 0 DD+WL 1 WD 2 WW 2" in shown
    assert "6 12 games" in shown
    assert "Draws 2 (16.7%)" in shown
    # 5 points as player 0; as player 1 3 of 6, so that player 0 took the other 3.
    assert "First player's score 66.7%" in shown


def test_conditions_are_shown(match: MatchResult, match_page: str) -> None:
    shown = _Page(match_page).text
    identity = match.match.plan.identity
    for text in ("9.8.7", "build-1234", "Abacus <3>", "3.14.1", "424242", "thread-CPU time"):
        assert text in shown
    assert f"{identity['game']}, version {identity['game_version']}" in shown
    assert f"Behaviour {identity['behaviour']}" in shown
    assert "100 simulations per move" in shown
    assert all(spec in shown for spec in identity["agents"])


def test_cost_of_moves_is_shown(match: MatchResult, match_page: str) -> None:
    shown = _Page(match_page).text
    moves = match.match.tally.costs[0].moves
    assert f"mcts {moves} 11.00 ms 77 7,000 154 14,000" in shown


def test_test_is_shown_with_llr_and_bounds() -> None:
    result = made_up_match(made_up_plan(), PAIRS, sprt=Sprt(0, 20))
    shown = _Page(report_html(result)).text
    llr = result.match.llrs[-1]
    test = "SPRT of 0 against 20 nElo, alpha 0.05, beta 0.05, bounds -2.94 and 2.94"
    assert f"not decided: LLR {llr:+.2f}; {test}" in shown


def test_forfeits_are_a_warning_on_top_and_a_number_below() -> None:
    result = made_up_match(made_up_plan(), [(0.0, 1.0)], end="time", moves=())
    page = report_html(result)
    assert page.index('class="warning">mcts forfeited 1 game:') < page.index("<main>")
    assert "mcts: 1 on time flat: 1 on time" in _Page(page).text


def test_interrupted_match_says_so(match: MatchResult, match_page: str) -> None:
    partial = MatchResult(match.match, match.contest, False)
    assert "interrupted" in report_html(partial)
    assert "interrupted" not in match_page


def test_match_without_a_pair_is_a_page_without_plots() -> None:
    page = report_html(made_up_match(made_up_plan(), [], complete=False, sprt=Sprt(0, 20)))
    assert "No pair was finished." in _Page(page).text
    assert 'class="plot"' not in page


def test_given_openings_have_a_row_each() -> None:
    starts = tuple(made_up_plan().task(pair).opening for pair in range(2))
    shown = _Page(report_html(made_up_match(made_up_plan(openings=starts), PAIRS))).text
    assert "opening 1 (3)" in shown
    assert "2 given, in turn" in shown


def test_agent_against_itself_is_told_apart_by_its_limits() -> None:
    limits = (Limits.given(simulations=200), Limits.given(simulations=100))
    shown = _Page(
        report_html(made_up_match(made_up_plan(agents=("mcts", "mcts"), limits=limits), PAIRS))
    ).text
    first, second = "mcts with 200 simulations per move", "mcts with 100 simulations per move"
    assert f"{first} is not significantly different from {second}: 66.7%" in shown


def test_all_conditions_of_a_match_are_shown(match: MatchResult) -> None:
    contest, state = match.contest, match.match
    other = made_up_match(made_up_plan(agents=("flat", "mcts")), PAIRS)
    elsewhere = {**WHERE, "processor": "Slide rule", "games_at_once": 7}
    records = other.contest.store.pair(other.match.stored_id, 0)
    other.contest.store.add_pair(other.match.stored_id, 6, records, elsewhere)
    other.match.add(6, records)
    shown = _Page(report_html(other)).text
    assert "Processor Abacus <3> (6 pairs) Slide rule (1 pair)" in shown
    assert "Games at once 5 (6 pairs) 7 (1 pair)" in shown
    both = TournamentResult("ewn", ("mcts", "flat"), (match, other), None)
    assert "Games at once 5 (12 pairs) 7 (1 pair)" in _Page(report_html(both)).text
    assert len(contest.store.conditions(state.stored_id)) == 1


# What the others show


def test_tournament_shows_ratings_cross_table_and_notes(tournament: TournamentResult) -> None:
    shown = _Page(report_html(tournament)).text
    assert "not transitive: mcts beats random, random beats somebody" in shown
    assert "(chi-square 30.0 of 1" in shown
    assert "First-move advantage +21 [+5, +40] Elo" in shown
    assert "Draw rate between equals 25.0%" in shown
    assert "Draws 12.5%" in shown
    cycle = "mcts beats random, random beats somebody, somebody beats mcts"
    assert f"Transitivity cycle proven: {cycle} (p = 4.3e-08)" in shown
    assert "+88 [+12, +∞]" in shown
    assert "3. random 25% 2 · ·" in shown
    assert "flat 33% 6 · ·" in shown


def test_a_rating_at_the_end_of_its_interval_is_explained(match: MatchResult) -> None:
    ratings = (
        Rating("mcts", 88.4, (12.3, 88.4), match.pentanomial),
        Rating("flat", -88.4, (-99.0, -12.3), match.pentanomial.swapped()),
    )
    agents = ("mcts", "flat")
    shown = _Page(report_html(TournamentResult("ewn", agents, (match,), _table(ratings, agents))))
    assert "mcts is rated at the upper end of its interval, which is no bound:" in shown.text
    assert "flat is rated" not in shown.text


def test_sweep_shows_each_setting_with_its_result(match: MatchResult) -> None:
    shown = _Page(report_html(_series("sweep", ("0.5", "2"), match))).text
    assert "dial = 0.5 6 1 · 0 · 1 · 2 · 2 66.7%" in shown
    assert "dial = 2 4 1 · 0 · 0 · 2 · 1 62.5%" in shown


# Safety and files


def test_text_from_outside_cannot_inject(match: MatchResult) -> None:
    where = {**WHERE, "processor": EVIL, "imported": EVIL}
    result = made_up_match(made_up_plan(name=EVIL), PAIRS, reason=EVIL, where=where)
    ratings = (Rating(EVIL, 1.0, (0.0, 2.0), result.pentanomial),)
    several = TournamentResult(EVIL, (EVIL,), (), _table(ratings, (EVIL,)))
    points = ((EVIL, result), (EVIL + "2", match))
    for page in (
        report_html(result),
        report_html(several),
        report_html(SeriesResult("ablation", EVIL, EVIL, points)),
    ):
        assert EVIL not in page
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        _Page(page)


def test_write_replaces_the_file_at_once(
    match: MatchResult, match_page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.html"
    path.write_text("before")
    assert write_report(match, path) == path
    assert path.read_text("utf-8") == match_page

    def fail(*_: object) -> None:
        raise OSError("disk full")

    path.write_text("before")
    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_report(match, path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("no_matplotlib")
def test_without_matplotlib_the_error_names_the_extra(match: MatchResult) -> None:
    with pytest.raises(ParameterError, match=r"tesuji\[report\]"):
        report_html(match)


def test_importing_reports_does_not_import_matplotlib() -> None:
    code = "import sys, tesuji.arena.report.pages; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
