"""The games on the results page: one of each report, as the choice says."""

from __future__ import annotations

import pytest

from benchmarks.reports_games import CHOICES, OUT, Choice, shown_games
from benchmarks.reports_page import PAGE
from tesuji.arena.report.games import Shown
from tesuji.games.record import GameRecord, parse_records
from tesuji.studies import builtin_studies
from tesuji.studies.measures import missed_win
from tesuji.studies.run import make_plans

RECORDS = parse_records(OUT.read_text("utf-8"))
each = pytest.mark.parametrize(
    ("choice", "record"),
    list(zip(CHOICES, RECORDS, strict=True)),
    ids=[choice.study for choice in CHOICES],
)


@each
def test_a_game_is_the_one_that_was_chosen(choice: Choice, record: GameRecord) -> None:
    assert (record.tags["Study"], record.tags["Experiment"]) == (choice.study, choice.experiment)
    [study] = [study for study in builtin_studies() if study.name == choice.study]
    [experiment] = [one for one in study.experiments if one.name == choice.experiment]
    plan = make_plans(experiment, "full")[choice.row]
    swapped = record.tags["Side"] == "swapped"
    assert record.agents == plan.agents[:: -1 if swapped else 1]
    assert record.tags["Players"].split(" - ") == [*choice.names][:: -1 if swapped else 1]
    assert record.winner == swapped
    if choice.missed:
        assert missed_win(record)


def test_every_report_has_a_game_on_the_page() -> None:
    reports = {study.name for study in builtin_studies() if study.source}
    assert {study for study, _, _ in shown_games()} == reports
    text = PAGE.read_text("utf-8")
    assert all(f"```{{replays}} {study}\n```" in text for study in reports)
    assert text.count("```{replay-drawings} all\n```") == 1


def test_players_have_names_and_not_specs() -> None:
    for _, why, shown in shown_games():
        assert isinstance(shown, Shown)
        assert not any("(" in name or "=" in name for name in shown.players)
        assert why.startswith("The first game")
