"""Results as a picture of text."""

from __future__ import annotations

from typing import Any

from tests.studies.examples import study
from tesuji.cli.interval_lines import interval_lines


def row(**given: Any) -> dict[str, Any]:
    plain = {"label": "a", "game": "ewn", "budget": "then", "ours": 0.5, "low": 0.4, "high": 0.6}
    return {**plain, "reported": None, **given}


def drawn(*rows: dict[str, Any], width: int = 60, share: bool = True) -> list[str]:
    return interval_lines({"findings": rows, "is_share": share}, width)


def test_values_stand_where_the_axis_says() -> None:
    axis, line, legend = drawn(row(reported=0.8), width=47)
    start, end = axis.index("0%"), len(axis) - 1
    assert axis.endswith("100%")
    assert line.startswith("ewn")
    wide = end - start
    assert line.index("o") == start + round(0.5 * wide)
    assert line.index("|") == start + round(0.8 * wide)
    assert (line.index("-"), line.rindex("-")) == (
        start + round(0.4 * wide),
        start + round(0.6 * wide),
    )
    assert "the report" in legend


def test_rows_are_told_apart() -> None:
    lines = drawn(row(game="ewn"), row(game="avalam"), row(game="trend"))
    assert [line.split()[0] for line in lines[1:3]] == ["ewn", "avalam"]
    assert len(lines) == 4
    assert "the report" not in lines[-1]


def test_other_measures_have_an_axis_of_their_own() -> None:
    axis, first, second, _ = drawn(
        row(label="a", ours=3.0, low=1.0, high=5.0), row(label="b", ours=9.0, low=8.0, high=11.0),
        share=False,
    )  # fmt: skip
    assert axis.split() == ["1.00", "11.00"]
    assert first.index("-") < first.index("o") < second.index("-") < second.index("o")


def test_nothing_is_drawn_without_values_or_room() -> None:
    assert drawn() == drawn(row(ours=None)) == drawn(row(low=None)) == drawn(row(), width=20) == []


def test_a_whole_experiment_fits() -> None:
    for width in (80, 200):
        lines = interval_lines(study().results[0].to_dict(), width)
        assert len(lines) > 4
        assert max(map(len, lines)) <= width
