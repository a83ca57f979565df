"""Study files: the rows of their experiments, and errors that say where and what would fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.studies.examples import MATCH, SWEEP, read
from tesuji.errors import DeclarationError
from tesuji.studies import read_study


def test_a_match_is_one_row() -> None:
    declaration = read(MATCH)
    (row,) = declaration.experiments[0].rows()
    assert (declaration.title, declaration.source) == ("A study", "A report")
    assert row.agents == ("flat", "random")
    assert row.limits == ({"simulations": 20}, {"simulations": 20})
    assert row.claim is not None
    assert (row.claim.value, row.claim.of) == (0.9, 10)


def test_a_sweep_is_a_row_for_each_value_game_and_budget() -> None:
    rows = list(read(SWEEP).experiments[0].rows())
    shown = [(row.label, row.game, row.budget) for row in rows]
    assert shown[:3] == [
        ("select.c = 0.2", "ewn", "then"),
        ("select.c = 0.2", "ewn-cyclic", "then"),
        ("select.c = 1.0", "ewn", "then"),
    ]
    assert len(set(shown)) == 8
    assert [row.limits[0] for row in rows[:2]] == [{"simulations": 10}, {"simulations": 20}]
    assert [row.limits[1] for row in (rows[0], rows[4])] == [{}, {"nodes": 5}]
    assert "ucb1(c=0.2" in rows[0].agents[0]


def test_figures_of_settings_are_those_of_all_games_together() -> None:
    rows = list(read(SWEEP).experiments[0].rows())
    assert [row.claim for row in rows] == [None] * 8
    pooled = [row.pooled.value for row in rows if row.pooled is not None]
    assert pooled == [0.9, 0.9, 0.8, 0.8] * 2
    assert [row.group for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert all(row.adds_up for row in rows)


def test_a_claim_is_about_all_games_together() -> None:
    text = SWEEP.replace("share = [0.9, 0.8], of = 100", 'claim = "wins"')
    rows = list(read(text).experiments[0].rows())
    assert {row.claim for row in rows} == {None}
    assert {row.pooled.word for row in rows if row.pooled is not None} == {"wins"}
    one_game = text.replace('["ewn", "ewn-cyclic"]', '"ewn"').replace("[10, 20]", "10")
    assert {row.claim and row.claim.word for row in read(one_game).experiments[0].rows()} == {
        "wins"
    }


def test_figures_may_be_of_each_game() -> None:
    text = SWEEP.replace("share = [0.9, 0.8]", "share = [0.1, 0.2, 0.3, 0.4]")
    figures = [row.claim for row in read(text).experiments[0].rows()]
    assert [each.value for each in figures if each is not None] == [0.1, 0.2, 0.3, 0.4] * 2


def test_a_curve_is_a_row_for_each_point() -> None:
    text = MATCH.replace('"match"', '"curve"').replace("[experiment.then]", "[experiment.curve]")
    text = text.replace("simulations = 20", "simulations = [20, 40]").replace("reported", "#")
    rows = list(read(text).experiments[0].rows())
    assert [row.limits[0] for row in rows] == [{"simulations": 20}, {"simulations": 40}]
    assert len({row.name for row in rows}) == 2
    assert [(row.setting, row.point) for row in rows] == [
        ("flat - random", p) for p in ("20", "40")
    ]
    assert read(text).experiments[0].axis == "simulations"


def test_a_series_of_a_curve_is_of_one_game() -> None:
    text = MATCH.replace('"match"', '"curve"').replace("[experiment.then]", "[experiment.curve]")
    text = text.replace("simulations = 20", "depth = 3\nsimulations = [20, 40]")
    text = text.replace("reported", "#").replace('"ewn"', '["ewn", "ewn-cyclic"]')
    rows = list(read(text).experiments[0].rows())
    assert [row.group for row in rows] == [0, 0, 1, 1]
    assert [row.point for row in rows] == ["20", "40"] * 2
    assert read(text).experiments[0].axis == "simulations"
    assert not any(row.adds_up for row in rows)


def test_a_sweep_has_its_values_on_its_axis() -> None:
    experiment = read(SWEEP).experiments[0]
    assert experiment.axis == "select.c"
    assert [row.point for row in experiment.rows()] == ["0.2", "0.2", "1.0", "1.0"] * 2


FLAT = "experiment 'flat'"
MISTAKES = [
    ('title = "A study"', "titel = 1", "titel", "did you mean 'title'"),
    ('title = "A study"', "title = 1", "title", "not 1"),
    ('name = "flat"', "", "experiment 1, name", "is missing"),
    ('name = "flat"', 'name = "flat x/y"', "experiment 'flat x/y', name", "not 'flat x/y'"),
    ('name = "flat"', 'name = "x/y"', "experiment 'x/y', name", "not 'x/y'"),
    ('name = "flat"', 'name = "-x"', "experiment '-x', name", "not '-x'"),
    ('kind = "match"', 'kind = "mach"', f"{FLAT}, kind", "did you mean 'match'"),
    ('kind = "match"', "", f"{FLAT}, kind", "is missing"),
    ('kind = "match"', 'kind = "measure"', f"{FLAT}, measure", "is missing"),
    ('kind = "match"', 'kind = "curve"', f"{FLAT}, then", "unknown key"),
    ('game = "ewn"', 'game = "ewm"', f"{FLAT}, game", "'ewm'"),
    ('game = "ewn"', 'game = "ewn"\nvalues = [1]', f"{FLAT}, values", "unknown key"),
    ('agents = "flat"', 'agents = "falt"', f"{FLAT}, agents", "'falt'"),
    ('agents = "flat"', 'agents = "fischer"', f"{FLAT}, agents", "fischer"),
    ('agents = "flat"', 'agents = ["flat", "flat"]', f"{FLAT}, agents", "different texts"),
    ('against = "random"', 'against = "radnom"', f"{FLAT}, against", "'radnom'"),
    ("quick = 8", "quick = 7", f"{FLAT}, play, quick", "not 7"),
    ("quick = 8", "quick = true", f"{FLAT}, play, quick", "at least 2, not True"),
    ("wins = 9", "wins = [9, 8]", f"{FLAT}, reported, wins", "has 2 values, expected 1"),
    ("wins = 9", "wins = 11", f"{FLAT}, reported, wins", "0 to 10, not 11"),
    ("wins = 9, of = 10", "wins = 9", f"{FLAT}, reported, of", "is missing"),
    ("wins = 9, of = 10", 'claim = "win"', f"{FLAT}, reported, claim", "did you mean 'wins'"),
    ("wins = 9, of = 10", "share = 2", f"{FLAT}, reported, share", "0 to 1, not 2"),
    ("wins = 9, of = 10", "of = 10", f"{FLAT}, reported", "wins, share, value and claim"),
    ("simulations = 20", "simulation = 20", f"{FLAT}, then, simulation", "did you mean"),
    ("simulations = 20", "simulations = [1, 2]", f"{FLAT}, then, simulations", "2 values for 1"),
    ("simulations = 20", "simulations = -1", f"{FLAT}, then", "simulations"),
    ("simulations = 20", "", f"{FLAT}, then", "expected one of seconds"),
    ('source = "A guess."', "", f"{FLAT}, then, source", "is missing"),
    ("[experiment.then]", "[experiment.than]", f"{FLAT}, than", "did you mean 'then'"),
    ("[experiment.then]", "[unused]", "unused", "unknown key"),
    ("[[experiment]]", "[[experiments]]", "experiments", "did you mean 'experiment'"),
    ('"A study"', "A study", "", "not valid TOML"),
    ("play =", 'trend = "rises"\nplay =', f"{FLAT}, trend", "only one"),
    ("of = 10", "of = 10, within = 0.1", f"{FLAT}, reported, within", "'of'"),
    ("wins = 9, of = 10", "share = 0.9, within = -0.1", f"{FLAT}, reported, within", "at least 0"),
    ("wins = 9, of = 10", 'claim = ["wins", "wins"]', f"{FLAT}, reported, claim", "has 2 values"),
    ("play =", 'games_of = "x"\nplay =', f"{FLAT}, games_of", "unknown key"),
    ("play =", 'measure = "late"\nplay =', f"{FLAT}, measure", "unknown key"),
    (
        'kind = "match"',
        'kind = "measure"\nmeasure = "late"\ngames_of = "fla"',
        f"{FLAT}, games_of",
        "no other experiment",
    ),
    ('kind = "match"', 'kind = "measure"\nmeasure = "saved"', f"{FLAT}, measure", "prune"),
    (
        "[[experiment]]",
        '[[reason]]\nof = "flet"\ntested_by = "flat"\ntext = "x"\n[[experiment]]',
        "reason 1, of",
        "did you mean 'flat'",
    ),
    (
        "[[experiment]]",
        '[[reason]]\nof = "flat"\ntested_by = ["flat", "x"]\ntext = "x"\n[[experiment]]',
        "reason 1, tested_by",
        "not 'x'",
    ),
]


@pytest.mark.parametrize(("old", "new", "key", "named"), MISTAKES)
def test_an_error_names_the_key_and_what_would_fit(
    old: str, new: str, key: str, named: str
) -> None:
    assert old in MATCH
    with pytest.raises(DeclarationError) as caught:
        read(MATCH.replace(old, new, 1))
    assert (caught.value.path, caught.value.key) == ("study.toml", key)
    assert named in str(caught.value)
    assert str(caught.value).startswith(f"study.toml: {key}")


def refused(text: str) -> DeclarationError:
    with pytest.raises(DeclarationError) as caught:
        read(text)
    return caught.value


def test_a_sweep_names_a_parameter_of_the_agent() -> None:
    assert refused(SWEEP.replace("select.c", "select.d")).key == "experiment 'c', values"


def test_names_are_different() -> None:
    error = refused(MATCH + MATCH[MATCH.index("[[experiment]]") :])
    assert error.key == "experiment"
    assert "'flat'" in str(error)


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MATCH, "utf-8")
    assert read_study(file).name == "mine"
    for content in (None, b'title = "\xff"'):
        missing = tmp_path / "none.toml"
        if content is not None:
            missing.write_bytes(content)
        with pytest.raises(DeclarationError) as caught:
            read_study(missing)
        assert caught.value.path == str(missing)
    with pytest.raises(DeclarationError) as caught:
        read_study(tmp_path)
    assert str(caught.value).count(str(tmp_path)) == 1


CURVE = (
    MATCH.replace('"match"', '"curve"')
    .replace("[experiment.then]", "[experiment.curve]")
    .replace("reported", "#")
)


@pytest.mark.parametrize(
    ("limits", "key", "given"),
    [
        ("simulations = [20, 40]\ndepth = [1, 2, 3]", "curve, depth", "3 values for 2"),
        ("simulations = [20, 20]", "curve", "{'simulations': [20, 20]}"),
        ("simulations = 20", "curve", "{'simulations': 20}"),
        (
            "simulations = [20, 40]\nopponent = { depth = [1, 2, 3] }",
            "curve, opponent, depth",
            "3 values for 2",
        ),
    ],
)
def test_the_points_of_a_curve_are_checked(limits: str, key: str, given: str) -> None:
    error = refused(CURVE.replace("simulations = 20", limits))
    assert error.key == f"{FLAT}, {key}"
    assert given in str(error)
    assert error.given is None or str(error.given) == given


def test_every_point_of_a_curve_has_its_claim() -> None:
    curve = CURVE.replace("#", "reported").replace("simulations = 20", "simulations = [1, 2]")
    curve = curve.replace('"ewn"', '["ewn", "ewn-cyclic"]')
    claims = [row.claim for row in read(curve).experiments[0].rows()]
    assert [each.value for each in claims if each is not None] == [0.9] * 4
    error = refused(curve.replace("wins = 9, of = 10", 'claim = "never"'))
    assert error.key == f"{FLAT}, reported, claim"


def test_the_opponents_budget_may_be_the_axis() -> None:
    limits = "simulations = 20\nopponent = { simulations = [5, 10] }"
    experiment = read(CURVE.replace("simulations = 20", limits)).experiments[0]
    rows = list(experiment.rows())
    assert experiment.axis == "simulations"
    assert [row.point for row in rows] == ["5", "10"]
    assert [row.limits for row in rows] == [
        ({"simulations": 20}, {"simulations": n}) for n in (5, 10)
    ]
    assert len({row.name for row in rows}) == len({row.label for row in rows}) == 2


SIZED = MATCH.replace('"ewn"', '"colosseum"\nsizes = [4, 6]')


def test_board_sizes_may_be_drawn() -> None:
    [row] = read(SIZED).experiments[0].rows()
    assert (row.game, row.sizes) == ("colosseum", (4, 6))
    assert row.shown_game == "colosseum, sizes 4 to 6"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[4, 6]", "[6, 4]"),
        ("[4, 6]", "[4, 60]"),
        ("[4, 6]", "4"),
        ('"colosseum"', '["colosseum", "colosseum(walls=0)"]'),
        ('"colosseum"', '"colosseum(size=8)"'),
        ('"colosseum"', '"ewn"'),
    ],
)
def test_sizes_are_two_of_one_game_that_has_them(old: str, new: str) -> None:
    assert refused(SIZED.replace(old, new)).key == f"{FLAT}, sizes"


TABLE = """
[[table]]
title = "Wins"
corner = "who"
columns = ["one", "two"]
rows = { a = "flat" }
"""


def test_a_report_has_tables_of_its_own() -> None:
    study = read(MATCH.replace("[[experiment]]", TABLE + "[[experiment]]"))
    [table] = study.tables
    assert (table.corner, table.columns, table.points) == ("who", ("one", "two"), None)
    assert table.rows == (("a", "flat"),)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('"flat"', '"flt"', "table 1, rows, a"),
        ('corner = "who"', 'points = ["1"]', "table 1, points"),
        ('columns = ["one", "two"]', "", "table 1, columns"),
    ],
)
def test_mistakes_in_tables(old: str, new: str, key: str) -> None:
    wrong = MATCH.replace("[[experiment]]", TABLE.replace(old, new) + "[[experiment]]")
    assert refused(wrong).key == key


def test_a_repetition_names_another_experiment() -> None:
    wrong = MATCH.replace('name = "flat"', 'name = "flat"\nrepeats = "flat"')
    assert refused(wrong).key == f"{FLAT}, repeats"


MEASURED = MATCH[MATCH.index("[[experiment]]") :].replace('"match"', '"measure"')
MEASURED = MEASURED.replace('name = "flat"', 'name = "late"\nmeasure = "late"\ngames_of = "flat"')
MEASURED = MEASURED.replace("wins = 9, of = 10", 'claim = "never"')


def test_games_may_be_those_of_another_experiment() -> None:
    played, measured = read(MATCH + MEASURED).experiments
    assert [row.name for row in measured.rows()] == [row.name for row in played.rows()]
    for old, new in (("simulations = 20", "simulations = 30"), ("quick = 8", "quick = 10")):
        assert refused(MATCH + MEASURED.replace(old, new)).key == "experiment 'late', games_of"
    error = refused(MATCH + MEASURED.replace('games_of = "flat"', 'games_of = "flt"'))
    assert error.key == "experiment 'late', games_of"
    assert "did you mean 'flat'" in str(error)


def test_a_measure_has_claims_of_its_own_for_each_setting() -> None:
    text = MATCH + MEASURED.replace('games_of = "flat"\n', "").replace('"flat"', '["flat", "mcts"]')
    text = text.replace('"never"', '["never", "sometimes"]').replace(
        '"ewn"', '["ewn", "ewn-cyclic"]'
    )
    rows = list(read(text).experiments[1].rows())
    assert [row.claim and row.claim.word for row in rows] == [
        "never", "never", "sometimes", "sometimes",
    ]  # fmt: skip
    error = refused(MATCH + MEASURED.replace('"never"', '"rises"'))
    assert error.key == "experiment 'late', reported, claim"


def test_a_match_of_a_curve_keeps_its_name_in_the_store() -> None:
    """Stored games must still be found if the words for limits change."""
    curve = CURVE.replace("simulations = 20", "simulations = 20\ndepth = [2, 3]")
    first, second = read(curve).experiments[0].rows()
    assert first.label == "flat - random, 20 simulations, depth 2"
    assert second.name == "flat: flat - random, 20 simulations, 3 depth: ewn: curve"
