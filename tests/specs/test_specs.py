"""Specs: reading, writing, and errors that say what was wrong and what would fit."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tesuji
from tesuji import ParameterError, SpecError, TesujiError, UnknownGameError
from tesuji.specs import Parameter, Spec, Value, bind_parameters, parse_spec

# Reading and writing

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}(-[A-Za-z0-9_]{1,4}){0,2}", fullmatch=True)
plain_names = names.filter(lambda name: name not in ("true", "false"))
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
plain_values: st.SearchStrategy[Value] = numbers | st.booleans() | st.builds(Spec, plain_names)
specs = st.recursive(
    st.builds(Spec, names),
    lambda inner: st.builds(
        Spec, plain_names, st.dictionaries(names, plain_values | inner, min_size=1, max_size=4)
    ),
    max_leaves=6,
).filter(lambda spec: spec.name not in ("true", "false"))


@given(spec=specs)
def test_specs_survive_text_and_pickle(spec: Spec) -> None:
    for copy in (parse_spec(str(spec)), pickle.loads(pickle.dumps(spec))):
        assert copy == spec
        assert hash(copy) == hash(spec)
        assert str(copy) == str(spec)


def test_a_spec_has_a_name_and_arguments_in_order() -> None:
    spec = parse_spec("x-1(b=2, a=-0.5, on=true, off=false, word=fast, part=y(c=1e-3))")
    assert spec.name == "x-1"
    assert list(spec.arguments.items()) == [
        ("b", 2),
        ("a", -0.5),
        ("on", True),
        ("off", False),
        ("word", Spec("fast")),
        ("part", Spec("y", {"c": 0.001})),
    ]
    assert type(spec.arguments["b"]) is int


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("avalam", "avalam"),
        (" avalam ( ) ", "avalam"),
        ("colosseum(\n  size = 08 ,walls=+1\n)", "colosseum(size=8, walls=1)"),
        ("a(x=.5,y=1.,z=1E2)", "a(x=0.5, y=1.0, z=100.0)"),
        ("a(b=c(d=e(f=1)))", "a(b=c(d=e(f=1)))"),
    ],
)
def test_text_becomes_canonical(text: str, canonical: str) -> None:
    assert str(parse_spec(text)) == canonical


@given(first=specs, second=specs)
def test_equal_specs_have_equal_hashes(first: Spec, second: Spec) -> None:
    assert (first == second) <= (hash(first) == hash(second))


def test_the_order_of_arguments_does_not_matter() -> None:
    one, other = parse_spec("a(x=1, y=2)"), parse_spec("a(y=2, x=1)")
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize("name", ["name", "arguments", "anything"])
def test_specs_cannot_be_changed(name: str) -> None:
    spec = parse_spec("a(x=1)")
    with pytest.raises(AttributeError):
        setattr(spec, name, None)
    with pytest.raises(AttributeError):
        delattr(spec, name)
    with pytest.raises(TypeError):
        spec.arguments["x"] = 2  # type: ignore[index]
    assert str(spec) == "a(x=1)"


# Invalid specs


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 0, "expected a name, found the end"),
        ("   ", 3, "expected a name, found the end"),
        ("8", 0, "expected a name"),
        ("-a", 0, "expected a name"),
        ("a b", 2, "expected '\\(' or the end, found 'b'"),
        ("a(", 2, "expected a parameter's name"),
        ("a(1=2)", 3, "expected ',' or '\\)'"),
        ("a(y=1, x)", 8, "expected '=' after 'x'"),
        ("a(y=1, 2)", 7, "expected a parameter's name"),
        ('a("x', 2, "closing quote"),
        (r'a("\n")', 2, "after a backslash"),
        (r'a("\u{41}")', 2, "canonical form"),
        (r'a("\u{110000}")', 2, "after a backslash"),
        ('a("tab\t")', 2, "canonical form"),
        ("a.(x=1)", 1, "expected '\\(' or the end"),
        ("a(x.c=1)", 3, "'x.c', write x=PART\\(c=...\\)"),
        ("a(y=1, x.z.c=1)", 8, "'x.z.c', write x=PART\\(z=PART\\(c=...\\)\\)"),
        ("a(x=)", 4, "expected a value for 'x', found '\\)'"),
        ("a(x=1", 5, "expected ',' or '\\)', found the end"),
        ("a(x=1 y=2)", 6, "expected ',' or '\\)', found 'y=2\\)'"),
        ("a(x=1,)", 6, "expected a parameter's name"),
        ("a(x=1))", 6, "expected the end"),
        ("a(x=8b)", 5, "expected ',' or '\\)'"),
        ("a(x=1, x=2)", 8, "'x' is given twice"),
        ("a(x='1')", 4, "expected a value"),
        ("a(x=__import__('os'))", 15, "expected a parameter's name"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, says: str) -> None:
    with pytest.raises(SpecError, match=says) as caught:
        parse_spec(text)
    assert caught.value.text == text
    assert caught.value.column == column
    assert f"column {column + 1} of" in str(caught.value)


@pytest.mark.parametrize("thing", [None, 8, b"avalam", ["avalam"]], ids=repr)
def test_only_text_is_a_spec(thing: str) -> None:
    with pytest.raises(SpecError, match=type(thing).__name__):
        tesuji.game(thing)


@given(text=st.text(st.characters(), max_size=60) | st.text("ab-_(=,) 019.+e", max_size=60))
@example(text="\0")
@example(text="\ud800(x=1)")
@example(text="a(" * 5000)
@example(text="a(x=" * 2000)
@example(text="x" * 100_000)
@example(text="a(x=" + "9" * 5000 + ")")
@example(text="a(x=1e999)")
@example(text="a(x=1e" + "9" * 5000 + ")")
def test_hostile_text_is_read_or_refused(text: str) -> None:
    try:
        spec = parse_spec(text)
    except SpecError as error:
        assert error.column in range(len(text) + 1)  # noqa: PT017
    else:
        assert parse_spec(str(spec)) == spec


# Games by their specs


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "avalamm",
            "there is no game 'avalamm' \\(did you mean 'avalam'\\?\\); the games are avalam,",
        ),
        ("AVALAM", "did you mean 'avalam'"),
        ("chess", "there is no game 'chess'; the games are"),
        ("pentago_twist", "did you mean 'pentago-twist'"),
    ],
)
def test_unknown_games_are_named_with_a_hint(text: str, says: str) -> None:
    with pytest.raises(UnknownGameError, match=says) as caught:
        tesuji.game(text)
    assert caught.value.name == text


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("avalam(size=8)", "size", "no parameters"),
        ("colosseum(sise=8)", "sise", "did you mean 'size'"),
        ("colosseum(self=8)", "self", "size"),
        ("colosseum(size=3)", "size", "an integer from 4 to 12"),
        ("colosseum(size=13)", "size", "an integer from 4 to 12"),
        ("colosseum(size=8.0)", "size", "an integer from 4 to 12"),
        ("colosseum(size=true)", "size", "an integer"),
        ("colosseum(size=big)", "size", "an integer"),
        ("colosseum(walls=-1)", "walls", "-1"),
        ("colosseum(walls=7)", "walls", "7"),
        ("pentago(placement_wins=1)", "placement_wins", "true or false"),
        ("pentago(placement_wins=yes)", "placement_wins", "true or false"),
    ],
)
def test_wrong_parameters_are_refused_with_what_fits(text: str, name: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says) as caught:
        tesuji.game(text)
    assert caught.value.where == name


def test_some_ranges_follow_from_other_parameters() -> None:
    with pytest.raises(ParameterError, match="from 0 to 2"):
        tesuji.game("colosseum(size=4, walls=3)")


def test_a_game_writes_only_what_is_not_default() -> None:
    assert tesuji.game("colosseum(size=8)").spec == "colosseum"
    assert tesuji.game("colosseum(walls=2, size=6)").spec == "colosseum(size=6)"
    assert tesuji.game("colosseum(size=6, walls=3)").spec == "colosseum(size=6, walls=3)"
    assert tesuji.game("colosseum").expanded_spec == "colosseum(size=8, walls=3)"
    assert tesuji.game("pentago(placement_wins=false)").spec == "pentago"


def test_equal_specs_are_the_same_game() -> None:
    assert tesuji.game("colosseum(size=8)") is tesuji.game("colosseum(walls=3)")


# Declarations


def test_parameters_check_their_type_and_range() -> None:
    rate = Parameter("rate", float, 0.5, "How fast.", low=0, high=1)
    assert rate.check(1, "it") == 1.0
    assert type(rate.check(1, "it")) is float
    for wrong in (True, "1", None, 1.5, -0.1, float("nan")):
        with pytest.raises(ParameterError, match=r"a number from 0 to 1") as caught:
            rate.check(wrong, "it")
        assert (caught.value.owner, caught.value.where) == ("it", "rate")


def test_binding_fills_in_defaults() -> None:
    declared = [Parameter("a", int, 1, "One."), Parameter("b", bool, False, "Another.")]
    assert bind_parameters(declared, {"b": True}, "it") == {"a": 1, "b": True}
    with pytest.raises(ParameterError, match="a, b") as caught:
        bind_parameters(declared, {"c": 1}, "it")
    assert (caught.value.owner, caught.value.where) == ("it", "c")


def test_all_errors_of_specs_are_errors_of_the_package() -> None:
    for text in ("", "chess", "avalam(x=1)"):
        with pytest.raises(TesujiError):
            tesuji.game(text)


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("mcts(c=1)", "did you mean select=ucb1(c=1)?"),
        ("mcts(greedy=0.4)", "did you mean rollout=eps_greedy(greedy=0.4)?"),
        ("mcts(moves=20)", "did you mean time=share(moves=20)?"),
        ("popcoin(c=0.5)", "did you mean select=ucb1(c=0.5)?"),
        ("mcts(selct=ucb1)", "did you mean 'select'?"),
    ],
)
def test_a_parameter_of_a_part_is_found_there(spec: str, hint: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(spec)
    assert hint in str(caught.value)
    assert str(caught.value.where) in spec
    if "=" in hint:
        tesuji.agent(f"{spec.partition('(')[0]}({hint[13:-1]})")
