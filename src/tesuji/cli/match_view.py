"""Match results in the terminal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console

from tesuji.cli.terminal import make_console, make_table

if TYPE_CHECKING:
    from tesuji.arena.match.result import MatchResult

__all__ = ["print_conditions", "print_match", "print_warnings", "ranged"]

Row = tuple[str, str]


def print_match(result: MatchResult) -> None:
    """Prints the result with error bars, conditions and warnings."""
    console = make_console()
    plan = result.match.plan
    if not result.complete:
        console.print("Interrupted. Results so far:")
    if not result.pentanomial.pairs:
        console.print("No pair was finished.")
        return
    table = make_table(f"{plan.agents[0]} against {plan.agents[1]}", plan.shown_game)
    for row in (*_strength(result), *_course(result), *_costs(result)):
        table.add_row(*row)
    console.print(table)
    print_conditions(console, [result])
    print_warnings(console, result.warnings)


def ranged(value: float, interval: tuple[float, float], form: str) -> str:
    """A number with its interval."""
    # The 'z' turns a rounded minus zero into zero.
    low, high = interval
    form = form.replace("+", "+z", 1)
    return f"{value:{form}} [{low:{form}}, {high:{form}}]"


def _strength(result: MatchResult) -> Iterator[Row]:
    p = result.pentanomial
    yield "score", ranged(p.score, p.interval, ".1%")
    if result.luck is not None:
        yield "luck-adjusted score", result.luck.summary()
    yield "Elo", ranged(p.elo, p.elo_interval, "+.0f")
    yield "nElo", ranged(p.nelo, p.nelo_interval, "+.0f")
    if result.luck is not None and math.isfinite(result.luck.nelo):
        yield "luck-adjusted nElo", ranged(result.luck.nelo, result.luck.nelo_interval, "+.0f")
    yield "likelihood of superiority", f"{p.los:.1%}"
    yield "pairs [LL, LD, DD+WL, WD, WW]", f"{p.pairs} {list(p.counts)}"
    if text := result.match.verdict_text():
        yield "test", text


def _course(result: MatchResult) -> Iterator[Row]:
    from tesuji.arena.match.tally import forfeits_text

    tally = result.match.tally
    yield "first player's score", f"{tally.first_player_score:.1%}"
    yield "draws", f"{tally.draw_rate:.1%}"
    lost = zip(result.agents, tally.forfeits, strict=True)
    told = [f"{agent} {forfeits_text(each)}" for agent, each in lost if each]
    yield "forfeits", "; ".join(told) or "none"
    yield "plies per game", f"{tally.mean_plies:.1f}"


def _costs(result: MatchResult) -> Iterator[Row]:
    plan = result.match.plan
    for agent, limits, cost in zip(plan.agents, plan.limits, result.costs, strict=True):
        each = cost.to_dict()
        unit = "simulations" if cost.simulations else "nodes"
        done, speed = each[f"{unit}_a_move"], each[f"{unit}_a_second"]
        work = f" and {done:,.0f} {unit} per move, {speed:,.0f} {unit}/s" if done else " per move"
        yield agent, f"{limits.text()}; {each['seconds_a_move']:.4f} s{work}"


def print_conditions(console: Console, results: Sequence[MatchResult]) -> None:
    """Prints where and how the games were played."""
    from tesuji.wording import counted

    plans = [result.match.plan for result in results]
    seeds = _different(plan.seed for plan in plans)
    openings = _different(plan.openings_text() for plan in plans)
    clocks = _different(clock for result in results for clock in result.clocks)
    version = _different(plan.versions["game_version"] for plan in plans)
    console.print(
        f"\nGame version {version}, seed {seeds}, openings: {openings}; {clocks} clock.",
        soft_wrap=True,
    )
    if resumed := sum(result.match.resumed for result in results):
        pairs = sum(len(result.match.stored) for result in results)
        console.print(
            f"{resumed} of {counted(pairs, 'pair')} were already in the store.", soft_wrap=True
        )
    for text, pairs in _places(results).items():
        console.print(f"{counted(pairs, 'pair')} on {text}.", soft_wrap=True)


def _different(values: Iterator[Any]) -> str:
    return ", ".join(dict.fromkeys(str(value) for value in values))


def _places(results: Sequence[MatchResult]) -> Counter[str]:
    places: Counter[str] = Counter()
    for result in results:
        for where in result.conditions:
            places[_place(where)] += where["pairs"]
    return places


def _place(where: dict[str, Any]) -> str:
    from tesuji.wording import counted

    if "processor" not in where:
        known = "an unknown machine"
    else:
        known = (
            f"{where['processor']}, {counted(where.get('games_at_once', 0), 'game')} in parallel,"
            f" tesuji {where.get('tesuji')} ({where.get('build')})"
        )
    return known + (f", imported from {where['imported']}" if "imported" in where else "")


def print_warnings(console: Console, warnings: Sequence[str]) -> None:
    """Prints warnings about the result."""
    for warning in warnings:
        console.print(f"Warning: {warning}", style="yellow", soft_wrap=True)
