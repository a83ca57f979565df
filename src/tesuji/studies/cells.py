"""One finding as the cells of a table: numbers with their intervals, as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["NONE", "OURS", "STRENGTH", "cell_text"]

NONE = "-"
"""An empty cell."""
OURS, STRENGTH = "ours, 95%", "nElo, joint 95%"

Data = Mapping[str, Any]


def cell_text(column: str, finding: Data, share: bool) -> str:
    """The text of a finding in a column; ``share`` says whether its values are percentages."""
    match column:
        case "simulations made":
            made = finding["simulations"]
            return NONE if made is None else " / ".join(f"{each:,.0f}" for each in made)
        case "report":
            return _reported(finding, share)
        case "ours, 95%":
            style = _number_format(share, sign=finding["game"] == "trend")
            return _with_interval(finding, ("ours", "low", "high"), style)
        case "difference":
            style = _number_format(share, sign=True)
            return _with_interval(
                finding, ("difference", "difference_low", "difference_high"), style
            )
        case "detectable":
            return _detectable(finding, _number_format(share))
        case "nElo, joint 95%":
            return _with_interval(finding, ("nelo", "nelo_low", "nelo_high"), "+z.0f")
        case "verdict" if finding["reported"] is None:
            return NONE
    return str(finding[column])


def _detectable(finding: Data, style: str) -> str:
    """The smallest difference that would have been seen, errors of both sides included."""
    low, high = finding["difference_low"], finding["difference_high"]
    found = finding.get("least_rate") if low is None or high is None else (high - low) / 2
    return NONE if found is None else format(found, style)


def _reported(finding: Data, share: bool) -> str:
    value, of = finding["reported"], finding["reported_games"]
    if value is None:
        return NONE
    if isinstance(value, str):
        return value
    if finding["reported_wins"]:
        return f"{round(value * of)} of {of}"
    shown = format(value, _number_format(share))
    return shown if finding["reported_within"] is None else f"about {shown}"


def _number_format(share: bool, sign: bool = False) -> str:
    # The letter z: no number is minus zero once it is rounded.
    return ("+z" if sign else "z") + (".1%" if share else ".2f")


def _with_interval(finding: Data, keys: tuple[str, str, str], style: str) -> str:
    """A value with its interval; a bound of None is infinite."""
    value, low, high = (finding[key] for key in keys)
    if value is None:
        return NONE
    below = "-inf" if low is None else format(low, style)
    above = "+inf" if high is None else format(high, style)
    return f"{format(value, style)} [{below}, {above}]"
