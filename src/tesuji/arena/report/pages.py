"""Reports: a result as one self-contained HTML file, for desktop and phone.

Plots need matplotlib (the extra ``report``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.series import SeriesResult
from tesuji.arena.match.tally import AgentCost
from tesuji.arena.match.tournament import TournamentResult
from tesuji.arena.report import tables
from tesuji.arena.report.figures import match_plots, rating_plots, series_plots
from tesuji.arena.report.games import Survey, replays
from tesuji.arena.report.markup import (
    DASH,
    NO_BREAK,
    Html,
    agent_labels,
    match_labels,
    page,
    percents,
    section,
    signed,
    signeds,
)
from tesuji.output_files import write_whole
from tesuji.wording import counted

__all__ = ["Result", "report_html", "write_report"]

Result = MatchResult | TournamentResult | SeriesResult


def report_html(result: Result, *, command: str = "") -> str:
    """The report as HTML. The same result gives the same text.

    ``command`` is the command that made the result; without one, a match shows the Python call
    that repeats it.
    """
    if isinstance(result, MatchResult):
        return _match_page(result, command or result.match.plan.call_text())
    if isinstance(result, TournamentResult):
        return _tournament_page(result, command)
    return _series_page(result, command)


def write_report(result: Result, path: str | Path, *, command: str = "") -> Path:
    """Writes the report to a file, which is replaced as a whole or not at all."""
    return write_whole(report_html(result, command=command), path)


# Pages of the three kinds of result


def _match_page(result: MatchResult, command: str) -> str:
    labels = match_labels(result)
    survey = Survey()
    survey.add(result.games, labels)
    costs = dict(zip(labels, result.costs, strict=True))
    sections = [
        section("Result", tables.match_facts(result)),
        section("Plots", match_plots(result, survey)),
        section("Cost", tables.cost_table(costs)),
        _games(survey),
        _conditions([result], command),
    ]
    title = f"{labels[0]} {DASH} {labels[1]}"
    warnings = [*_unfinished(result.complete), *result.warnings]
    return page(title, result.match.plan.shown_game, _match_finding(result), warnings, sections)


def _tournament_page(result: TournamentResult, command: str) -> str:
    rated = [rating.name for rating in result.ratings]
    names = [*rated, *(agent for agent in result.agents if agent not in rated)]
    short = dict(zip(names, agent_labels(names), strict=True))
    titles = [f" {DASH} ".join(short[agent] for agent in match.agents) for match in result.matches]
    survey = Survey()
    for match in result.matches:
        survey.add(match.games, (short[match.agents[0]], short[match.agents[1]]))
    numbered = {name: f"{place}.{NO_BREAK}{short[name]}" for place, name in enumerate(names, 1)}
    costs = {label: _total_cost(name, result.matches) for name, label in numbered.items()}
    sections = [
        *(_rating_sections(result) if rated else ()),
        section("Matches", tables.matches_table(titles, result.matches, "Match")),
        section("Cost", tables.cost_table(costs)),
        _games(survey),
        _conditions(result.matches, command),
    ]
    warnings = [*_unfinished(result.complete), *result.notes, *_warnings(titles, result.matches)]
    title = f"Tournament of {len(names)} agents"
    return page(title, result.game, _tournament_finding(result), warnings, sections)


def _rating_sections(result: TournamentResult) -> Iterator[Html]:
    ratings = _beside(rating_plots(result), tables.rating_table(result))
    yield section("Ratings", ratings, tables.rating_facts(result))
    yield section("Cross table", _CROSS_NOTE, tables.cross_table(result))


_CROSS_NOTE = Html("<p>Score of the row against the column, with the number of pairs below.</p>")


def _series_page(result: SeriesResult, command: str) -> str:
    names = [_setting(result, name, match) for name, match in result.points]
    matches = [match for _, match in result.points]
    survey = Survey()
    for name, match in zip(names, matches, strict=True):
        survey.add(match.games, (name, _opponent(result, match)))
    sections = [
        section("Result", series_plots(result)),
        section(
            "Settings",
            tables.matches_table(names, matches, "Setting"),
            tables.tests_table(names, matches, "Setting"),
        ),
        section("Cost", tables.cost_table(_costs(names, matches))),
        _games(survey),
        _conditions(matches, command),
    ]
    left_out = [f"{part} was left out: {reason}" for part, reason in result.left_out]
    warnings = [*_unfinished(result.complete), *left_out, *_warnings(names, matches)]
    title = f"{result.kind.capitalize()}: {result.label}"
    return page(title, result.game, _series_finding(result), warnings, sections)


def _opponent(result: SeriesResult, match: MatchResult) -> str:
    if result.kind == "scaling":
        return match.match.plan.limits[1].text().removesuffix(" per move")
    return match_labels(match)[1]


def _setting(result: SeriesResult, name: str, match: MatchResult) -> str:
    if result.kind == "scaling":
        return match.match.plan.limits[0].text().removesuffix(" per move")
    return f"{result.label} = {name}" if result.kind == "sweep" else name


def _costs(names: Sequence[str], matches: Sequence[MatchResult]) -> dict[str, AgentCost]:
    return {name: m.costs[0] for name, m in zip(names, matches, strict=True)}


def _total_cost(agent: str, matches: Iterable[MatchResult]) -> AgentCost:
    total = AgentCost()
    for match in matches:
        for name, cost in zip(match.agents, match.costs, strict=True):
            if name == agent:
                total.moves += cost.moves
                total.simulations += cost.simulations
                total.nodes += cost.nodes
                total.seconds += cost.seconds
    return total


# Findings in one sentence


def _match_finding(result: MatchResult) -> str:
    (first, second), p = match_labels(result), result.pentanomial
    if not p.pairs:
        return "No pair was finished."
    low, high = p.interval
    verb = (
        "beats"
        if low > 0.5
        else "loses to"
        if high < 0.5
        else "is not significantly different from"
    )
    found = (
        f"{first} {verb} {second}: {percents(p.score, p.interval)} in {counted(p.pairs, 'pair')}"
    )
    if result.match.verdict is not None:
        found += f"; the test accepts {result.match.verdict}"
    return found + "."


def _tournament_finding(result: TournamentResult) -> str:
    if len(result.ratings) < 2 or not any(m.pentanomial.pairs for m in result.matches):
        return "No pair was finished."
    best, second = result.ratings[:2]
    labels = agent_labels([rating.name for rating in result.ratings])
    sure = (
        "their intervals do not overlap"
        if best.interval[0] > second.interval[1]
        else "their intervals overlap, so the order is not certain"
    )
    return (
        f"{labels[0]} is rated first with {signeds(best.elo, best.interval)} Elo,"
        f" {signed(best.elo - second.elo)} against {labels[1]}; {sure}."
    )


def _series_finding(result: SeriesResult) -> str:
    points = [(name, m.pentanomial) for name, m in result.points if m.pentanomial.pairs]
    if not points:
        return "No pair was finished."
    better = sum(p.interval[0] > 0.5 for _, p in points)
    worse = sum(p.interval[1] < 0.5 for _, p in points)
    many = f"Of {len(points)} settings, {better} proved better than the opponent and {worse} worse"
    if result.kind == "scaling":
        steps = counted(len(points), "step")
        return f"Of {steps} to a larger budget, {better} proved a gain and {worse} a loss."
    name, p = max(points, key=lambda point: point[1].score)
    name = f"{result.label} = {name}" if result.kind == "sweep" else name
    note = ". The best of several settings looks better than it is; confirm it with another seed"
    found = f"{many}; the highest score is {percents(p.score, p.interval)} at {name}"
    return found + (note if result.kind == "sweep" and len(points) > 2 else "") + "."


def _unfinished(complete: bool) -> list[str]:
    return (
        []
        if complete
        else ["The run was interrupted: this report covers the pairs finished so far."]
    )


def _warnings(names: Sequence[str], matches: Sequence[MatchResult]) -> list[str]:
    return [
        f"{name}: {warning}"
        for name, match in zip(names, matches, strict=True)
        for warning in match.warnings
    ]


# Shared sections


def _conditions(matches: Sequence[MatchResult], command: str) -> Html:
    expanded = {
        spec: full
        for match in matches
        for spec, full in zip(match.agents, match.match.plan.identity["agents"], strict=True)
    }
    labels = dict(zip(expanded, agent_labels(list(expanded)), strict=True))
    return section(
        "Conditions",
        tables.conditions_table(matches),
        tables.legend(labels, expanded),
        tables.command_line(command),
    )


def _games(survey: Survey) -> Html:
    games = survey.games()
    if not games:
        return Html("")
    how = Html(
        "<p>Step through a game with the buttons or the arrow keys, or select a move."
        " The percentage next to a move is the value that its player expected.</p>"
    )
    return section("Games", how, replays(games))


def _beside(*parts: Html) -> Html:
    return Html(f'<div class="beside">{"".join(parts)}</div>')
