"""What a match showed, for the terminal."""

from __future__ import annotations

from typing import Any

from tesuji.cli.terminal import make_console, make_table

__all__ = ["print_match"]


def print_match(result: Any) -> None:
    """The result with its error bars, its conditions and its warnings."""
    console = make_console()
    p, tally, plan = result.pentanomial, result.match.tally, result.match.plan
    if not result.complete:
        console.print("Stopped; this is what there is.")
    if not p.pairs:
        console.print("No pair was finished.")
        return
    table = make_table(f"{plan.agents[0]} against {plan.agents[1]}", plan.game)
    for name, text in _rows(p, tally, result):
        table.add_row(name, text)
    console.print(table)
    for warning in result.warnings:
        console.print(f"Warning: {warning}")


def _rows(p: Any, tally: Any, result: Any) -> list[tuple[str, str]]:
    def ranged(value: float, interval: tuple[float, float], form: str) -> str:
        low, high = interval
        return f"{value:{form}} [{low:{form}}, {high:{form}}]"

    games = max(tally.games, 1)
    rows = [
        ("score", ranged(p.score, p.interval, ".1%")),
        ("Elo", ranged(p.elo, p.elo_interval, "+.0f")),
        ("nElo", ranged(p.nelo, p.nelo_interval, "+.0f")),
        ("likelihood of superiority", f"{p.los:.1%}"),
        ("pairs [LL, LD, DD+WL, WD, WW]", f"{p.pairs} {list(p.counts)}"),
        ("first player's score", f"{tally.first_player_points / games:.1%}"),
        ("draws", f"{tally.draws / games:.1%}"),
        ("plies a game", f"{tally.plies / games:.1f}"),
    ]
    for agent, limits, cost in zip(
        result.agents, result.match.plan.limits, tally.costs, strict=True
    ):
        each = cost.to_dict()
        rate, time = each["simulations_a_second"], each["seconds_a_move"]
        rows.append((agent, f"{limits.text()}; {time:.4f} s a move, {rate:,.0f} simulations/s"))
    if result.match.sprt is not None:
        low, high = result.match.sprt.bounds
        llr = result.match.llrs[-1] if result.match.llrs else 0.0
        verdict = result.match.verdict or "no decision yet"
        rows.append((str(result.match.sprt), f"LLR {llr:+.2f} ({low:.2f}, {high:.2f}): {verdict}"))
    return rows
