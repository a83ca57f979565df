"""Tables of a report: under which conditions games were played, and what came out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tesuji.arena.report_text import (
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
from tesuji.arena.results import MatchResult, TournamentResult
from tesuji.arena.statistics import CELLS, Pentanomial
from tesuji.arena.tally import FORFEITS, AgentCost

__all__ = [
    "conditions_table",
    "cost_table",
    "cross_table",
    "legend",
    "match_figures",
    "matches_table",
    "rating_table",
]


# Conditions


def conditions_table(matches: Sequence[MatchResult]) -> Html:
    """Where and how the games of all matches were played; what differs is listed."""
    rows = [_conditions(result) for result in matches]
    names = dict.fromkeys(name for row in rows for name in row)
    return facts({name: _different(row[name] for row in rows if name in row) for name in names})


def _different(values: Iterable[object]) -> Html:
    return Html("<br>".join(dict.fromkeys(text(value) for value in values)))


def _conditions(result: MatchResult) -> dict[str, object]:
    plan, where = result.match.plan, dict(result.conditions)
    identity = plan.identity
    clocks = dict.fromkeys(limits.per_move.clock or "cpu" for limits in plan.limits)
    limits = dict.fromkeys(limits.text() for limits in plan.limits)
    return {
        "Game": f"{identity['game']}, version {identity['game_version']}",
        "Limits": " against ".join(limits),
        "Clock": ", ".join({"cpu": "thread-CPU time", "wall": "wall"}.get(c, c) for c in clocks),
        "Openings": _openings(result),
        "Seed": plan.seed,
        "Pairs planned": plan.pairs,
        "Adjudication": json.dumps(plan.adjudicate) if plan.adjudicate else "none",
        "Games at once": where.pop("games_at_once", DASH),
        "Processor": where.pop("processor", DASH),
        "Tesuji": f"{where.pop('tesuji', DASH)}, behaviour {identity['behaviour']}",
        "Build": where.pop("build", DASH),
        **{name.replace("_", " ").capitalize(): value for name, value in where.items()},
    }


def _openings(result: MatchResult) -> str:
    plan = result.match.plan
    if plan.openings is not None:
        return f"{len(plan.openings)} given, in turn"
    if plan.plies is not None:
        return f"drawn, one a pair, {plan.plies} random plies"
    return "drawn, one a pair, the game's default"


def legend(labels: Mapping[str, str], expanded: Mapping[str, str]) -> Html:
    """Each agent's short name with its spec, and the spec with all defaults."""
    lines = "\n".join(
        f"<li><b>{text(label)}</b> <code>{text(spec)}</code>"
        f"<details><summary>all parameters</summary><code>{text(expanded[spec])}</code>"
        "</details></li>"
        for spec, label in labels.items()
    )
    return Html(f'<ol class="agents">{lines}</ol>')


# One match


def match_figures(result: MatchResult) -> Html:
    """Everything that a match showed, from the first agent's view."""
    p = result.pentanomial
    lead = tiles(
        [
            ("Score", *percents(p.score, p.interval).split(" ", 1)),
            ("Elo", *signeds(p.elo, p.elo_interval).split(" ", 1)),
            ("nElo", *signeds(p.nelo, p.nelo_interval).split(" ", 1)),
            ("Superior", percent(p.los), "likelihood"),
            ("Pairs", str(p.pairs), f"{p.games} games"),
        ]
    )
    rows = {"Pairs by result": _counts(p), **_sprt(result), **_ends(result)}
    return Html(lead + facts(rows))


def _counts(p: Pentanomial) -> Html:
    cells = "".join(
        f'<span class="cell-{number}"><i>{name}</i>{count}</span>'
        for number, (name, count) in enumerate(zip(CELLS, p.counts, strict=True))
    )
    return Html(f'<span class="pentanomial">{cells}</span>')


def _sprt(result: MatchResult) -> dict[str, object]:
    match, sprt = result.match, result.match.sprt
    if sprt is None:
        return {}
    low, high = sprt.bounds
    verdict = f"{match.verdict} accepted" if match.verdict else "not decided"
    unit = {"nelo": "nElo", "elo": "Elo"}[sprt.unit]
    return {
        "SPRT": f"{verdict}: LLR {match.llrs[-1] if match.llrs else 0:.2f}, bounds {low:.2f} and"
        f" {high:.2f}; H0 {sprt.elo0:g}, H1 {sprt.elo1:g} {unit},"
        f" alpha {sprt.alpha:g}, beta {sprt.beta:g}"
    }


def _ends(result: MatchResult) -> dict[str, object]:
    tally, share = result.match.tally, max(result.match.tally.games, 1)
    return {
        "First player's score": percent(tally.first_player_points / share),
        "Draws": f"{tally.draws} ({percent(tally.draws / share)})",
        "Forfeits": _different(
            f"{label}: {_forfeits(lost)}"
            for label, lost in zip(match_labels(result), tally.forfeits, strict=True)
        ),
        "Adjudicated": tally.adjudicated,
        "Repeated games": tally.repeated,
        "Plies a game": f"{tally.plies / share:.1f}",
    }


def _forfeits(lost: Counter[str]) -> str:
    if not sum(lost.values()):
        return "none"
    names = {"time": "on time", "illegal": "by an illegal move", "crash": "by a crash"}
    return ", ".join(f"{lost[kind]} {names[kind]}" for kind in FORFEITS if lost[kind])


def cost_table(costs: Mapping[str, AgentCost]) -> Html:
    """What moves cost each agent."""
    header = ("Agent", "Moves", "Time a move", "Simulations a move", "Simulations/s", "Nodes/s")
    return table(header, [(label, *_cost(cost.to_dict())) for label, cost in costs.items()])


def _cost(each: dict[str, Any]) -> tuple[str, ...]:
    return (
        f"{each['moves']:,}",
        f"{1000 * each['seconds_a_move']:,.2f} ms",
        f"{each['simulations_a_move']:,.0f}",
        f"{each['simulations_a_second']:,.0f}",
        f"{each['nodes_a_second']:,.0f}",
    )


# Many matches


def matches_table(names: Sequence[str], matches: Sequence[MatchResult], first: str) -> Html:
    """A row a match."""
    header = (
        first, "Pairs", "LL · LD · DD+WL · WD · WW", "Score", "Elo", "nElo", "LOS",
        "First player", "Draws", "Forfeits", "Repeated", "Plies",
    )  # fmt: skip
    rows = [(name, *_match_row(each)) for name, each in zip(names, matches, strict=True)]
    return table(header, rows)


def _match_row(result: MatchResult) -> tuple[str, ...]:
    p, tally = result.pentanomial, result.match.tally
    share = max(tally.games, 1)
    return (
        str(p.pairs),
        " · ".join(map(str, p.counts)),
        percents(p.score, p.interval),
        signeds(p.elo, p.elo_interval),
        signeds(p.nelo, p.nelo_interval),
        percent(p.los),
        percent(tally.first_player_points / share),
        percent(tally.draws / share),
        f" {DASH} ".join(str(sum(lost.values())) for lost in tally.forfeits),
        str(tally.repeated),
        f"{tally.plies / share:.1f}",
    )


def rating_table(result: TournamentResult) -> Html:
    """The agents, the strongest first."""
    labels = agent_labels([rating.name for rating in result.ratings])
    rows = [
        (
            f"{number}.{NO_BREAK}{label}",
            signeds(rating.elo, rating.interval),
            percent(rating.result.score),
            rating.result.pairs,
        )
        for number, (label, rating) in enumerate(zip(labels, result.ratings, strict=True), 1)
    ]
    return table(("Agent", "Elo", "Score", "Pairs"), rows)


def cross_table(result: TournamentResult) -> Html:
    """Scores of rows against columns, numbered as in the rating list."""
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
