"""Quoted text, positional arguments and dotted names in specs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.errors import ParameterError, SpecError
from tesuji.specs import Kind, Parameter, Spec, expand, flatten, merge, parse_spec, quoted

EXEC = Kind(
    "exec",
    "Runs a command.",
    (
        Parameter("command", str, None, "Command to run.", text=True),
        Parameter("threads", int, 1, "Threads.", 1, 64),
        Parameter("style", str, "plain", "A word."),
    ),
    positional="command",
)

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}(-[A-Za-z0-9_]{1,3})?", fullmatch=True)
DOTTED = st.lists(NAMES, min_size=1, max_size=3).map(".".join)
WORDS = DOTTED.filter(lambda name: name not in ("true", "false"))
PLAIN = (
    st.integers(-(10**9), 10**9)
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False, width=32).map(float)
    | st.text(max_size=20)
)


def arguments(values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    named = st.dictionaries(NAMES, values, max_size=3)
    return st.tuples(st.none() | values, named).map(
        lambda both: both[1] if both[0] is None else {"": both[0], **both[1]}
    )


VALUES = st.recursive(
    PLAIN | WORDS.map(Spec),
    lambda inner: st.builds(Spec, WORDS, arguments(inner)),
    max_leaves=6,
)
SPECS = st.builds(Spec, WORDS, arguments(VALUES))


@given(SPECS)
def test_every_spec_reads_back_as_itself(spec: Spec) -> None:
    assert parse_spec(str(spec)) == spec
    assert str(parse_spec(str(spec))) == str(spec)


@given(st.text())
def test_every_text_has_one_quoted_form(text: str) -> None:
    form = quoted(text)
    assert form.isprintable()
    assert parse_spec(f"a({form})").arguments[""] == text


@given(st.text(alphabet='"\\\\u{}a1(),=. \n\t', max_size=20))
def test_whatever_can_be_read_is_canonical(text: str) -> None:
    try:
        spec = parse_spec(f"a({text})")
    except SpecError:
        return
    assert parse_spec(str(spec)) == spec


def test_a_positional_argument_fills_its_parameter() -> None:
    spec = parse_spec('exec("engine --fast", threads=2)')
    assert str(spec) == 'exec("engine --fast", threads=2)'
    expanded = expand(EXEC, spec)
    assert str(expanded) == 'exec(command="engine --fast", threads=2, style=plain)'
    assert expand(EXEC, parse_spec(str(expanded))) == expanded
    assert flatten(EXEC, expanded)["command"] == "engine --fast"
    assert merge(EXEC, spec, parse_spec('exec("other")')).arguments["command"] == "other"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('exec("a", command="b")', "command"),
        ("exec(word)", "command"),
        ("exec(8)", "command"),
        ('exec("a", style="two words")', "style"),
        ('exec("a", threads="2")', "threads"),
    ],
)
def test_values_that_do_not_fit_are_refused(text: str, name: str) -> None:
    with pytest.raises(ParameterError) as caught:
        expand(EXEC, parse_spec(text))
    assert caught.value.where == name


def test_kinds_without_a_positional_parameter_need_names() -> None:
    with pytest.raises(ParameterError) as caught:
        expand(Kind("flat", "Flat."), parse_spec("flat(100)"))
    error = caught.value
    assert (error.owner, error.where, error.given) == ("flat", None, 100)


def test_dotted_names() -> None:
    spec = parse_spec('course.colosseum("agents/mine")')
    assert spec.name == "course.colosseum"
    assert parse_spec("a(x=b.c(d=1))").arguments["x"] == Spec("b.c", {"d": 1})
