"""The space of a tuning run: from declarations and text to specs."""

from __future__ import annotations

import pytest

import tesuji
from tests.tune.synthetic import GAME, OVER, START, space
from tesuji.errors import ParameterError
from tesuji.specs import Plain
from tesuji.tune.over import make_space
from tesuji.tune.space import Dimension


def test_ranges_are_read() -> None:
    first, second = space("select.c=0.25..4, rollout.k=2..9").dimensions
    assert (first.path, first.kind, first.low, first.high, first.start) == (
        "select.c", "float", 0.25, 4.0, 1.5,
    )  # fmt: skip
    assert (second.path, second.kind, second.low, second.high) == ("rollout.k", "int", 2.0, 9.0)


def test_without_a_range_the_declared_one_is_narrowed_around_the_start() -> None:
    c, greedy, k = space("select.c, rollout.greedy, rollout.k").dimensions
    assert (c.low, c.high) == (0.0, 4.5)  # declared 0 to 100, start 1.5
    assert (greedy.low, greedy.high) == (0.0, 1.0)  # declared 0 to 1, start 0.9
    assert (k.low, k.high) == (1.0, 15.0)  # declared 1 to 384, start 5


def test_weights_of_the_default_knowledge_have_the_values_of_the_game() -> None:
    (reach,) = make_space("greedy", tesuji.game(GAME), "knowledge.reach", {}).dimensions
    assert (reach.start, reach.low, reach.high) == (0.2, -0.8, 1.2)


def test_switches_choices_and_parts_are_choices() -> None:
    reuse, rollout = space("reuse, rollout=uniform|mast").dimensions
    assert reuse.choices == (False, True)
    assert rollout.choices == ("uniform", "mast", "eps_greedy")  # the start is always possible


def test_parts_that_cannot_play_the_game_are_no_choices() -> None:
    def rollouts(game: str) -> tuple[Plain, ...]:
        return make_space("mcts", tesuji.game(game), "rollout", {}).dimensions[0].choices

    assert "walk" in rollouts(GAME)
    assert "walk" not in rollouts("ewn")


def test_the_last_word_is_enough_where_it_is_unique() -> None:
    assert [each.path for each in space("c, greedy").dimensions] == ["select.c", "rollout.greedy"]


@pytest.mark.parametrize(
    ("over", "where"),
    [
        ("", "over"),
        (" , ", "over"),
        ("nothing", "nothing"),
        ("select.d", "select.d"),
        ("rollout.bias", "rollout.bias"),
        ("select.c=", "select.c"),
        ("select.c=1", "select.c"),
        ("select.c=2..1", "select.c"),
        ("select.c=1..1", "select.c"),
        ("select.c=a..b", "select.c"),
        ("select.c=-1..1", "c"),
        ("rollout.k=1.5..3", "rollout.k"),
        ("rollout=uniform|nothing", "rollout"),
        ("rollout=eps_greedy", "rollout"),
        ("reuse=yes|no", "reuse"),
        ("select.c, c", "select.c"),
        ("rollout, rollout.k", "rollout.k"),
        ("evaluate", "evaluate"),
        ("nodes", "nodes"),
    ],
)
def test_a_wrong_space_is_refused_and_the_parameter_named(over: str, where: str) -> None:
    with pytest.raises(ParameterError) as caught:
        space(over)
    assert caught.value.where == where


def test_a_misspelt_name_is_suggested() -> None:
    with pytest.raises(ParameterError, match="'greedy'") as caught:
        space("greddy")
    assert caught.value.where == "greddy"


def test_an_ambiguous_name_lists_the_paths() -> None:
    with pytest.raises(ParameterError) as caught:
        make_space("popcoin", tesuji.game(GAME), "moves", {})
    assert caught.value.expected == "schedule.moves or blend.moves or time.moves"


def test_what_the_match_decides_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        make_space(START, tesuji.game(GAME), "simulations", {"simulations": 10})
    assert caught.value.where == "simulations"


@pytest.mark.parametrize(
    ("dimension", "ends"),
    [
        (Dimension("a", "float", 1.0, -2.0, 3.0), (-2.0, 3.0)),
        (Dimension("a", "float", 1.0, 0.01, 100.0), (0.01, 100.0)),
        (Dimension("a", "int", 4, 2, 9), (2, 9)),
        (Dimension("a", "choice", "x", choices=("x", "y")), ("x", "y")),
    ],
    ids=["float", "log", "int", "choice"],
)
def test_coordinates_and_values_agree(dimension: Dimension, ends: tuple[Plain, Plain]) -> None:
    assert (dimension.value(0.0), dimension.value(1.0)) == ends
    for place in (0.0, 0.1, 0.35, 0.5, 0.77, 1.0):
        value = dimension.value(place)
        assert dimension.value(dimension.place(value)) == value


def test_a_logarithmic_range_has_its_middle_between_the_powers() -> None:
    assert Dimension("a", "float", 1.0, 0.01, 100.0).value(0.5) == 1.0
    assert Dimension("a", "float", 1.0, 0.0, 100.0).value(0.5) == 50.0


def test_values_have_no_more_digits_than_matter() -> None:
    assert Dimension("a", "float", 1.0, 0.0, 1.0).rounded(1 / 3) == 0.333
    assert Dimension("a", "float", 1.0, 0.0, 1000.0).rounded(1 / 3) == 0.0
    assert Dimension("a", "float", 1.0, 0.001, 1000.0).rounded(1 / 30) == 0.03333


def test_a_spec_is_short_and_means_the_values() -> None:
    where = space(OVER)
    text = where.spec({"select.c": 0.5, "rollout.greedy": 0.25})
    assert text == "mcts(select=ucb1(c=0.5), rollout=eps_greedy(greedy=0.25), simulations=10)"
    assert where.spec(where.start) == tesuji.agent(START).spec


def test_a_preset_keeps_its_name_and_its_other_values() -> None:
    game = tesuji.game(GAME)
    where = make_space("popcoin", game, "blend.ratio, knowledge.reach", {})
    text = where.spec({"blend.ratio": 0.2, "knowledge.reach": 0.5})
    assert text == "popcoin(blend=heuristic(ratio=0.2), knowledge=colosseum(reach=0.5))"
    settings = tesuji.agent(text).settings
    assert settings["blend.moves"] == 0.3
    assert settings["knowledge.area"] == 0.7


def test_another_part_takes_its_own_defaults() -> None:
    text = space("rollout").spec({"rollout": "mast"})
    assert tesuji.agent(text).settings["rollout"] == "mast"
    assert tesuji.agent(text).settings["rollout.k"] == 4
