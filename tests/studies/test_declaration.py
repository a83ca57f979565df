"""Declarations: what they expand to, and errors that say where and what would fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.studies.examples import MATCH, SWEEP, read
from tesuji.errors import DeclarationError
from tesuji.studies import read_declaration


def test_a_match_is_one_row() -> None:
    declaration = read(MATCH)
    (row,) = declaration.experiments[0].rows()
    assert (declaration.title, declaration.source) == ("A study", "A report")
    assert row.agents == ("flat", "random")
    assert row.limits == ({"simulations": 20}, {"simulations": 20})
    assert row.reported is not None
    assert (row.reported.value, row.reported.of) == (0.9, 10)


def test_a_sweep_is_a_row_for_each_value_game_and_budget() -> None:
    rows = list(read(SWEEP).experiments[0].rows())
    shown = [(row.label, row.game, row.budget) for row in rows]
    assert shown[:3] == [
        ("select.c = 0.2", "ewn", "as then"),
        ("select.c = 0.2", "ewn-cyclic", "as then"),
        ("select.c = 1.0", "ewn", "as then"),
    ]
    assert len(set(shown)) == 8
    assert [row.limits[0] for row in rows[:2]] == [{"simulations": 10}, {"simulations": 20}]
    assert [row.limits[1] for row in (rows[0], rows[4])] == [{}, {"nodes": 5}]
    assert "ucb1(c=0.2" in rows[0].agents[0]


def test_figures_of_settings_are_those_of_all_games_together() -> None:
    rows = list(read(SWEEP).experiments[0].rows())
    assert [row.reported for row in rows] == [None] * 8
    pooled = [row.pooled.value for row in rows if row.pooled is not None]
    assert pooled == [0.9, 0.9, 0.8, 0.8] * 2
    assert [row.series for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert all(row.adds_up for row in rows)


def test_a_claim_is_about_all_games_together() -> None:
    text = SWEEP.replace("share = [0.9, 0.8], of = 100", 'claim = "wins"')
    rows = list(read(text).experiments[0].rows())
    assert {row.reported for row in rows} == {None}
    assert {row.pooled.claim for row in rows if row.pooled is not None} == {"wins"}
    one_game = text.replace('["ewn", "ewn-cyclic"]', '"ewn"').replace("[10, 20]", "10")
    assert {
        row.reported and row.reported.claim for row in read(one_game).experiments[0].rows()
    } == {"wins"}


def test_figures_may_be_of_each_game() -> None:
    text = SWEEP.replace("share = [0.9, 0.8]", "share = [0.1, 0.2, 0.3, 0.4]")
    figures = [row.reported for row in read(text).experiments[0].rows()]
    assert [each.value for each in figures if each is not None] == [0.1, 0.2, 0.3, 0.4] * 2


def test_a_curve_is_a_row_for_each_point() -> None:
    text = MATCH.replace('"match"', '"curve"').replace("[experiment.as_then]", "[experiment.curve]")
    text = text.replace("simulations = 20", "simulations = [20, 40]").replace("reported", "#")
    rows = list(read(text).experiments[0].rows())
    assert [row.limits[0] for row in rows] == [{"simulations": 20}, {"simulations": 40}]
    assert len({row.name for row in rows}) == 2
    assert [(row.setting, row.point) for row in rows] == [
        ("flat - random", p) for p in ("20", "40")
    ]
    assert read(text).experiments[0].axis == "simulations"


def test_a_series_of_a_curve_is_of_one_game() -> None:
    text = MATCH.replace('"match"', '"curve"').replace("[experiment.as_then]", "[experiment.curve]")
    text = text.replace("simulations = 20", "depth = 3\nsimulations = [20, 40]")
    text = text.replace("reported", "#").replace('"ewn"', '["ewn", "ewn-cyclic"]')
    rows = list(read(text).experiments[0].rows())
    assert [row.series for row in rows] == [0, 0, 1, 1]
    assert [row.point for row in rows] == ["20", "40"] * 2
    assert read(text).experiments[0].axis == "simulations"
    assert not any(row.adds_up for row in rows)


def test_a_sweep_has_its_values_on_its_axis() -> None:
    experiment = read(SWEEP).experiments[0]
    assert experiment.axis == "select.c"
    assert [row.point for row in experiment.rows()] == ["0.2", "0.2", "1.0", "1.0"] * 2


MISTAKES = [
    ('title = "A study"', "titel = 1", "study.toml: titel: is no key here (did you mean 'title'"),
    ('title = "A study"', "title = 1", "study.toml: title: is a text, not 1"),
    ('name = "flat"', "", "study.toml: experiment 1, name: is missing"),
    ('name = "flat"', 'name = "flat x/y"', "digits, '-', '_' and '.', not 'flat x/y'"),
    ('name = "flat"', 'name = "x/y"', "experiment 'x/y', name: is a word of letters"),
    ('name = "flat"', 'name = "-x"', "experiment '-x', name: is a word of letters"),
    ('kind = "match"', 'kind = "mach"', "'mach' is not one of match, sweep, curve, measure (did"),
    ('kind = "match"', 'kind = "measure"', "experiment 'flat', measure: is missing"),
    ('kind = "match"', 'kind = "curve"', "experiment 'flat', curve: is missing"),
    ('game = "ewn"', 'game = "ewm"', "experiment 'flat', game: "),
    ('game = "ewn"', 'game = "ewn"\nvalues = [1]', "values: is for a sweep, and this is a match"),
    ('agents = "flat"', 'agents = "falt"', "experiment 'flat', agents: "),
    ('agents = "flat"', 'agents = "fischer"', "experiment 'flat', agents: "),
    ('agents = "flat"', 'agents = ["flat", "flat"]', "a list of different texts"),
    ("quick = 8", "quick = 7", "play, quick: is an even number, games come in pairs; not 7"),
    ("quick = 8", "quick = true", "quick: is a whole number of at least 2, not True"),
    ("wins = 9", "wins = [9, 8]", "reported, wins: has 2 figures where 1 would fit"),
    ("wins = 9", "wins = 11", "reported, wins: is from 0 to 10, not 11"),
    ("wins = 9, of = 10", "wins = 9", "reported, of: is missing"),
    ("wins = 9, of = 10", 'claim = "win"', "'win' is not one of wins, loses (did you mean 'wins'"),
    ("wins = 9, of = 10", "share = 2", "reported, share: is from 0 to 1, not 2"),
    ("wins = 9, of = 10", "of = 10", "reported: has one of wins, share, value and claim"),
    ("simulations = 20", "simulation = 20", "as_then, simulation: is no key here (did you mean"),
    ("simulations = 20", "simulations = [1, 2]", "simulations: has 2 values for 1 games"),
    ("simulations = 20", "simulations = -1", "as_then: simulations is an integer of at least 0"),
    ("simulations = 20", "", "as_then: has no limit; take one of seconds"),
    ('source = "A guess."', "", "experiment 'flat', as_then, source: is missing"),
    ("[experiment.as_then]", "[experiment.asthen]", "asthen: is no key here (did you mean"),
    ("[[experiment]]", "[[experiments]]", "experiments: is no key here (did you mean"),
    ('"A study"', "A study", "study.toml: is no TOML: "),
    (
        "play =",
        'trend = "rises"\nplay =',
        "trend: is from the first game to the last, and there is",
    ),
    (
        "wins = 9, of = 10",
        "wins = 9, of = 10, within = 0.1",
        "within: is at least 0, and not beside",
    ),
    ("wins = 9, of = 10", "share = 0.9, within = -0.1", "within: is at least 0, and not beside"),
    ("wins = 9, of = 10", 'claim = ["wins", "wins"]', "claim: has 2 claims for 1 settings"),
    ("play =", 'games_of = "x"\nplay =', "games_of: is for a measure, and this is a match"),
    (
        'kind = "match"',
        'kind = "measure"\nmeasure = "late"\ngames_of = "fla"',
        "experiment 'flat', games_of: 'fla' is no other experiment here (did you mean 'flat'",
    ),
    (
        "wins = 9, of = 10 }",
        'claim = "wins" }\nmeasure = "late"\n#',
        "measure: is for a measure or a curve, and this is a match",
    ),
    ("play =", 'measure = "late"\nplay =', "measure: is for a measure or a curve, and this is a"),
    (
        'kind = "match"',
        'kind = "measure"\nmeasure = "saved"',
        "experiment 'flat', measure: ",
    ),
    (
        "[[experiment]]",
        '[[reason]]\nof = "flet"\ntested_by = "flat"\ntext = "x"\n[[experiment]]',
        "reason 1, of: 'flet' is no experiment of this file (did you mean 'flat'",
    ),
    (
        "[[experiment]]",
        '[[reason]]\nof = "flat"\ntested_by = ["flat", "x"]\ntext = "x"\n[[experiment]]',
        "reason 1, tested_by: 'x' is no experiment of this file",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES, ids=[m[2][:50] for m in MISTAKES])
def test_a_mistake_is_told_with_its_place(old: str, new: str, said: str) -> None:
    assert old in MATCH
    with pytest.raises(DeclarationError) as caught:
        read(MATCH.replace(old, new, 1))
    assert said in str(caught.value)
    assert str(caught.value).startswith("study.toml: ")


def test_a_sweep_names_a_parameter_that_is_there() -> None:
    with pytest.raises(DeclarationError, match="experiment 'c', values"):
        read(SWEEP.replace("select.c", "select.d"))


def test_names_are_different() -> None:
    twice = MATCH + MATCH[MATCH.index("[[experiment]]") :]
    with pytest.raises(DeclarationError, match="the name 'flat' is there more than once"):
        read(twice)


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MATCH, "utf-8")
    assert read_declaration(file).name == "mine"
    with pytest.raises(DeclarationError, match=r"none\.toml: there is no such file$"):
        read_declaration(tmp_path / "none.toml")
    with pytest.raises(DeclarationError) as caught:
        read_declaration(tmp_path)
    assert str(caught.value).count(str(tmp_path)) == 1
    file.write_bytes(b'title = "\xff"')
    with pytest.raises(DeclarationError, match=r"mine\.toml: is no text in UTF-8$"):
        read_declaration(file)


CURVE = (
    MATCH.replace('"match"', '"curve"')
    .replace("[experiment.as_then]", "[experiment.curve]")
    .replace("reported", "#")
)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("simulations = [20, 40]\ndepth = [1, 2, 3]", "curve, depth: has 3 values for 2 points"),
        ("simulations = [20, 20]", "curve: one limit is a list of two or more different numbers"),
        ("simulations = 20", "curve: one limit is a list of two or more different numbers"),
        ("simulations = [20, 40]\nopponent = { depth = [1, 2, 3] }", "has 3 values for 2 games"),
    ],
)
def test_the_points_of_a_curve_are_checked(limits: str, said: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        read(CURVE.replace("simulations = 20", limits))
    assert said in str(caught.value)


def test_a_curve_has_no_figure() -> None:
    with pytest.raises(DeclarationError, match="reported: is for a match or a sweep or a measure"):
        read(CURVE.replace("#", "reported").replace("simulations = 20", "simulations = [1, 2]"))


MEASURED = MATCH[MATCH.index("[[experiment]]") :].replace('"match"', '"measure"')
MEASURED = MEASURED.replace('name = "flat"', 'name = "late"\nmeasure = "late"\ngames_of = "flat"')
MEASURED = MEASURED.replace("wins = 9, of = 10", 'claim = "never"')


def test_games_may_be_those_of_another_experiment() -> None:
    played, measured = read(MATCH + MEASURED).experiments
    assert [row.name for row in measured.rows()] == [row.name for row in played.rows()]
    with pytest.raises(DeclarationError, match="budgets and play are not those of flat"):
        read(MATCH + MEASURED.replace("simulations = 20", "simulations = 30"))
    with pytest.raises(DeclarationError, match="budgets and play are not those of flat"):
        read(MATCH + MEASURED.replace("quick = 8", "quick = 10"))


def test_a_measure_has_claims_of_its_own_for_each_setting() -> None:
    text = MATCH + MEASURED.replace('games_of = "flat"\n', "").replace('"flat"', '["flat", "mcts"]')
    text = text.replace('"never"', '["never", "sometimes"]').replace(
        '"ewn"', '["ewn", "ewn-cyclic"]'
    )
    rows = list(read(text).experiments[1].rows())
    assert [row.reported and row.reported.claim for row in rows] == [
        "never", "never", "sometimes", "sometimes",
    ]  # fmt: skip
    with pytest.raises(DeclarationError, match="'wins' is not one of never, sometimes, always"):
        read(MATCH + MEASURED.replace('"never"', '"wins"'))


def test_a_match_of_a_curve_keeps_its_name_in_the_store() -> None:
    """The words for limits may change, and games that were stored before must still be found."""
    curve = CURVE.replace("simulations = 20", "simulations = 20\ndepth = [2, 3]")
    first, second = read(curve).experiments[0].rows()
    assert first.label == "flat - random, 20 simulations, depth 2"
    assert second.name == "flat: flat - random, 20 simulations, 3 depth: ewn: curve"
