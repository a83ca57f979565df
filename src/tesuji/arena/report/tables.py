"""The tables of a report: conditions, results and costs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.tally import AgentCost, forfeits_text
from tesuji.arena.match.tournament import TournamentResult
from tesuji.arena.report.markup import (
    DASH,
    NO_BREAK,
    Html,
    agent_labels,
    facts,
    match_labels,
    percent,
    percents,
    signeds,
    table,
    text,
    tiles,
)
from tesuji.arena.stats.pentanomial import PAIR_RESULTS, Pentanomial
from tesuji.wording import counted

__all__ = [
    "command_line",
    "conditions_table",
    "cost_table",
    "cross_table",
    "legend",
    "match_facts",
    "matches_table",
    "rating_facts",
    "rating_table",
    "tests_table",
]


# Conditions


def conditions_table(matches: Sequence[MatchResult]) -> Html:
    """The conditions of all matches; differing values are listed one below the other."""
    rows = [_planned(result) for result in matches]
    names = dict.fromkeys(name for row in rows for name in row)
    planned = {name: _different(row[name] for row in rows) for name in names}
    where = [each for result in matches for each in result.conditions]
    return facts({**planned, **_places(where)})


def _different(values: Iterable[object]) -> Html:
    return Html("<br>".join(dict.fromkeys(text(value) for value in values)))


def _planned(result: MatchResult) -> dict[str, object]:
    plan = result.match.plan
    clocks = dict.fromkeys(result.clocks)
    limits = dict.fromkeys(limits.text() for limits in plan.limits)
    return {
        "Game": f"{plan.identity['game']}, version {plan.versions['game_version']}",
        "Limits": " against ".join(limits),
        "Clock": ", ".join({"cpu": "thread-CPU time"}.get(clock, clock) for clock in clocks),
        "Openings": plan.openings_text(),
        "Seed": plan.seed,
        "Pairs planned": plan.pairs,
        "Adjudication": json.dumps(plan.adjudicate) if plan.adjudicate else "none",
        "Behaviour": plan.versions["behaviour"],
    }


def _places(where: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Machines and versions; a match that was resumed elsewhere has several."""
    found: dict[str, object] = {
        name: _with_pairs((each.get(key, "unknown"), each["pairs"]) for each in where)
        for name, key in _WHERE.items()
    }
    if any("imported" in each for each in where):
        sources = ((each.get("imported", "no"), each["pairs"]) for each in where)
        found["Imported"] = _with_pairs(sources)
    return found


_WHERE = {
    "Games at once": "games_at_once",
    "Processor": "processor",
    "Tesuji": "tesuji",
    "Build": "build",
    "Python": "python",
}


def _with_pairs(values: Iterable[tuple[object, int]]) -> Html:
    """Each value once; if there are several, with the number of their pairs."""
    pairs: Counter[object] = Counter()
    for value, count in values:
        pairs[value] += count
    if len(pairs) <= 1:
        return _different(pairs or [DASH])
    return _different(f"{value} ({counted(n, 'pair')})" for value, n in pairs.items())


def legend(labels: Mapping[str, str], expanded: Mapping[str, str]) -> Html:
    """The label of each agent with its spec, as given and in full."""
    lines = "\n".join(
        f"<li><b>{text(label)}</b> <code>{text(spec)}</code>"
        f"<details><summary>all parameters</summary><code>{text(expanded[spec])}</code>"
        "</details></li>"
        for spec, label in labels.items()
    )
    return Html(f'<ol class="agents">{lines}</ol>')


def command_line(command: str) -> Html:
    """The command that made the result; empty if it is not known."""
    if not command:
        return Html("")
    return Html(f'<p class="command">Made with<code>{text(command)}</code></p>')


# One match


def match_facts(result: MatchResult) -> Html:
    """The result of a match, from the view of its first agent."""
    p = result.pentanomial
    lead = tiles(
        [
            ("Score", *percents(p.score, p.interval).split(" ", 1)),
            ("Elo", *signeds(p.elo, p.elo_interval).split(" ", 1)),
            ("nElo", *signeds(p.nelo, p.nelo_interval).split(" ", 1)),
            ("LOS", percent(p.los), "superiority"),
            ("Pairs", str(p.pairs), counted(p.games, "game")),
        ]
    )
    rows = {"Pairs by result": _counts(p), **_sprt(result), **_ends(result)}
    return Html(lead + facts(rows))


def _counts(p: Pentanomial) -> Html:
    cells = "".join(
        f'<span class="cell-{number}"><i>{name}</i>{count}</span>'
        for number, (name, count) in enumerate(zip(PAIR_RESULTS, p.counts, strict=True))
    )
    return Html(f'<span class="pentanomial">{cells}</span>')


def _sprt(result: MatchResult) -> dict[str, object]:
    text = result.match.verdict_text()
    return {"SPRT": text} if text else {}


def _ends(result: MatchResult) -> dict[str, object]:
    tally = result.match.tally
    return {
        "First player's score": percent(tally.first_player_score),
        "Draws": f"{tally.draws} ({percent(tally.draw_rate)})",
        "Forfeits": _different(
            f"{label}: {forfeits_text(lost)}"
            for label, lost in zip(match_labels(result), tally.forfeits, strict=True)
        ),
        "Adjudicated": tally.adjudicated,
        "Repeated games": tally.repeated,
        "Plies per game": f"{tally.mean_plies:.1f}",
        "Endings": _different(f"{count} {why}" for why, count in tally.reasons.most_common()),
    }


def cost_table(costs: Mapping[str, AgentCost]) -> Html:
    """The mean cost of the moves of each agent; a dash for what its search does not count."""
    header = (
        "Agent", "Moves", "Time per move", "Simulations per move", "Simulations/s",
        "Nodes per move", "Nodes/s",
    )  # fmt: skip
    return table(header, [(label, *_cost(cost.to_dict())) for label, cost in costs.items()])


def _cost(each: dict[str, Any]) -> tuple[str, ...]:
    names = ("simulations_a_move", "simulations_a_second", "nodes_a_move", "nodes_a_second")
    return (
        f"{each['moves']:,}",
        f"{1000 * each['seconds_a_move']:,.2f} ms",
        *(f"{each[name]:,.0f}" if each[name] else DASH for name in names),
    )


# Many matches


def matches_table(names: Sequence[str], matches: Sequence[MatchResult], first: str) -> Html:
    """A table with one row for each match."""
    header = (
        first, "Pairs", "LL · LD · DD+WL · WD · WW", "Score", "Elo", "nElo", "LOS",
        "First player", "Draws", "Forfeits", "Repeated", "Plies",
    )  # fmt: skip
    rows = [(name, *_match_row(each)) for name, each in zip(names, matches, strict=True)]
    return table(header, rows, kind="wide")


def _match_row(result: MatchResult) -> tuple[str, ...]:
    p, tally = result.pentanomial, result.match.tally
    return (
        str(p.pairs),
        " · ".join(map(str, p.counts)),
        _interval_below(percents(p.score, p.interval)),
        _interval_below(signeds(p.elo, p.elo_interval)),
        _interval_below(signeds(p.nelo, p.nelo_interval)),
        percent(p.los),
        percent(tally.first_player_score),
        percent(tally.draw_rate),
        f" {DASH} ".join(str(sum(lost.values())) for lost in tally.forfeits),
        str(tally.repeated),
        f"{tally.mean_plies:.1f}",
    )


def _interval_below(ranged: str) -> Html:
    value, interval = ranged.split(" ", 1)
    return Html(f"{text(value)} <small>{text(interval)}</small>")


def tests_table(names: Sequence[str], matches: Sequence[MatchResult], first: str) -> Html:
    """The state of the test for each match; empty without a test."""
    if not any(match.match.sprt for match in matches):
        return Html("")
    rows = [
        (name, match.match.verdict_summary()) for name, match in zip(names, matches, strict=True)
    ]
    return table((first, "Test"), rows)


def rating_facts(result: TournamentResult) -> Html:
    """First-move advantage, draws and fit of the rating model."""
    found = result.table
    if found is None:
        return Html("")
    advantage = signeds(found.first_move.value, found.first_move.interval)
    return facts(
        {
            "First-move advantage": f"{advantage} Elo",
            "Draw rate between equals": percent(found.draw_rate),
            "Draws": percent(result.draw_rate),
            "First player's score": percent(result.first_player_score),
            "Transitivity": found.transitivity_text(),
        }
    )


def rating_table(result: TournamentResult) -> Html:
    """The ratings, best first."""
    labels = agent_labels([rating.name for rating in result.ratings])
    rows = [
        (
            f"{number}.{NO_BREAK}{label}",
            _interval_below(signeds(rating.elo, rating.interval)),
            percent(rating.result.score),
            rating.result.pairs,
        )
        for number, (label, rating) in enumerate(zip(labels, result.ratings, strict=True), 1)
    ]
    return table(("Agent", "Elo", "Score", "Pairs"), rows, kind="wide")


def cross_table(result: TournamentResult) -> Html:
    """Scores of rows against columns, in the order of the ratings."""
    names = [rating.name for rating in result.ratings]
    labels = agent_labels(names)
    rows = [
        (f"{number}.{NO_BREAK}{label}", *(_cross_cell(result, name, other) for other in names))
        for number, (label, name) in enumerate(zip(labels, names, strict=True), 1)
    ]
    return table(("", *range(1, len(names) + 1)), rows, kind="cross")


def _cross_cell(result: TournamentResult, name: str, other: str) -> Html:
    found = result.match(name, other)
    if name == other or found is None or not found[0].pentanomial.pairs:
        return Html('<span class="none">·</span>')
    match, swapped = found
    score = 1 - match.score if swapped else match.score
    kind = "above" if score >= 0.5 else "below"
    return Html(
        f'<span class="{kind}" style="--far:{abs(score - 0.5) * 2:.2f}">{score:.0%}'
        f"<small>{match.pentanomial.pairs}</small></span>"
    )
