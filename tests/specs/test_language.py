"""Agent specs: nested parts, canonical text, every default written out, helpful errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tesuji import ParameterError, SpecError, TesujiError, UnknownAgentError
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.specs import Kind, Parameter, Slot, Spec, Value, parse_spec

every_kind = pytest.mark.parametrize("kind", AGENT_KINDS, ids=[kind.name for kind in AGENT_KINDS])


# Random specs that fit the declarations


def values_of(parameter: Parameter) -> st.SearchStrategy[Value]:
    low, high = parameter.low or 0, parameter.high or 1000
    if parameter.kind is bool:
        return st.booleans()
    if parameter.kind is int:
        return st.integers(int(low), int(high))
    if parameter.kind is float:
        return st.floats(low, high) | st.integers(-int(-low // 1), int(high))
    return st.sampled_from(parameter.choices or ("none",)).map(Spec)


def specs_of(kind: Kind) -> st.SearchStrategy[Spec]:
    """Specs of an agent or part, each parameter given or left out."""
    arguments = {
        p.name: st.one_of([specs_of(k) for k in p.kinds if k.name != "file"])
        if isinstance(p, Slot)
        else values_of(p)
        for p in kind.parameters
    }
    given = st.fixed_dictionaries({}, optional=arguments)
    return given.map(lambda chosen: Spec(kind.name, _fitting(chosen)))


def _fitting(chosen: dict[str, Any]) -> dict[str, Any]:
    """The arguments without a time for the first move if the others have none."""
    return {
        name: value
        for name, value in chosen.items()
        if name != "first_seconds" or "seconds" in chosen
    }


any_spec = st.one_of([specs_of(kind) for kind in AGENT_KINDS])


@given(spec=any_spec)
def test_canonical_text_gives_the_same_agent(spec: Spec) -> None:
    agent = tesuji.agent(str(spec))
    assert agent.spec == str(spec)
    assert tesuji.agent(agent.spec) == agent
    assert repr(agent) == f"tesuji.agent({str(spec)!r})"


@given(spec=any_spec)
def test_an_expanded_spec_is_its_own_expansion(spec: Spec) -> None:
    agent = tesuji.agent(str(spec))
    again = tesuji.agent(agent.expanded())
    assert again.expanded() == agent.expanded()
    assert again == agent
    assert hash(again) == hash(agent)
    assert again.settings == agent.settings


@given(spec=any_spec)
def test_what_is_given_is_what_is_set(spec: Spec) -> None:
    settings = tesuji.agent(str(spec)).settings
    for name, value in spec.arguments.items():
        if isinstance(value, Spec):
            assert settings[name] == value.name
            for inner, given_value in value.arguments.items():
                word = given_value.name if isinstance(given_value, Spec) else given_value
                assert settings[f"{name}.{inner}"] == word
        else:
            assert settings[name] == value


# Reading


def test_specs_nest() -> None:
    agent = tesuji.agent("mcts( select = puct(c=2,fpu=-0.5), final=value(temperature=1), batch=3)")
    assert agent.spec == "mcts(select=puct(c=2, fpu=-0.5), final=value(temperature=1), batch=3)"
    settings = agent.settings
    assert (settings["select"], settings["select.c"], settings["select.fpu"]) == ("puct", 2, -0.5)
    assert (settings["final"], settings["final.temperature"]) == ("value", 1)
    assert settings["batch"] == 3


@every_kind
def test_every_default_is_written_out(kind: Kind) -> None:
    expanded = parse_spec(tesuji.agent(kind.name).expanded())
    for parameter in kind.parameters:
        if isinstance(parameter, Slot):
            part = expanded.arguments[parameter.name]
            assert isinstance(part, Spec)
            assert part.name == parameter.default
        elif parameter.default is not None:
            value = expanded.arguments[parameter.name]
            assert (value.name if isinstance(value, Spec) else value) == parameter.default


@every_kind
def test_every_part_of_every_slot_can_be_chosen(kind: Kind) -> None:
    for slot in kind.parameters:
        for part in slot.kinds if isinstance(slot, Slot) else ():
            agent = tesuji.agent(f"{kind.name}({slot.name}={part.name})")
            assert agent.settings[slot.name] == part.name


@every_kind
def test_everything_has_a_sentence(kind: Kind) -> None:
    assert kind.summary
    for parameter in kind.parameters:
        assert parameter.description.endswith(".")
        for part in parameter.kinds if isinstance(parameter, Slot) else ():
            assert part.summary.endswith(".")
            assert all(inner.description.endswith(".") for inner in part.parameters)


def parts_of(kind: Kind) -> Iterator[Kind]:
    yield kind
    for slot in kind.parameters:
        for part in slot.kinds if isinstance(slot, Slot) else ():
            yield from parts_of(part)


@every_kind
def test_our_own_agents_and_parts_are_declared_safe(kind: Kind) -> None:
    """All but those that read a file, which a spec from elsewhere must not name."""
    assert {part.name for part in parts_of(kind) if not part.safe} <= {"file"}


def test_a_kind_is_not_safe_by_default() -> None:
    assert not Kind("mine", "Runs a command.").safe


def test_equal_agents_may_be_written_differently() -> None:
    plain = tesuji.agent("mcts")
    for text in ("mcts()", "mcts(select=default)", "mcts(solver=true)"):
        assert tesuji.agent(text) == plain
        assert hash(tesuji.agent(text)) == hash(plain)
    assert tesuji.agent("mcts(select=ucb1)") == tesuji.agent("mcts(select=ucb1(c=1))") != plain
    assert tesuji.agent("mcts(select=ucb1(c=0.7))") != plain
    assert tesuji.agent("mcts(select=puct)") != plain
    assert plain != "mcts"


def test_the_agents_are_listed() -> None:
    assert {kind.name for kind in AGENT_KINDS} <= set(tesuji.agents())
    assert tesuji.agents() == sorted(tesuji.agents())


# Dotted paths


def test_dotted_paths_read_and_replace() -> None:
    spec = parse_spec("mcts(select=puct(c=2), solver=false)")
    assert spec.value("select.c") == 2
    assert spec.value("select") == Spec("puct", {"c": 2})
    assert spec.value("solver") is False
    replaced = spec.replaced("select.c", 0.5).replaced("solver", True)
    assert str(replaced) == "mcts(select=puct(c=0.5), solver=true)"
    assert str(spec) == "mcts(select=puct(c=2), solver=false)"
    assert str(spec.replaced("select.fpu", 0)) == "mcts(select=puct(c=2, fpu=0), solver=false)"


@given(spec=any_spec)
def test_every_path_of_an_expanded_spec_can_be_read(spec: Spec) -> None:
    agent = tesuji.agent(str(spec))
    expanded = parse_spec(agent.expanded())
    for path, setting in agent.settings.items():
        first = path.partition(".")[0]
        part = expanded.arguments[first]
        in_use = (
            not isinstance(part, Spec) or path == first or path[len(first) + 1 :] in part.arguments
        )
        if in_use:
            value = expanded.value(path)
            assert (value.name if isinstance(value, Spec) else value) == setting
            assert expanded.replaced(path, value) == expanded


@pytest.mark.parametrize(
    ("path", "name", "says"),
    [
        ("rollout", "rollout", "it has select, solver"),
        ("select.d", "d", "it has c"),
        ("solver.c", "c", "solver=false"),
        ("", "", "''"),
    ],
)
def test_wrong_paths_are_refused(path: str, name: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says) as caught:
        parse_spec("mcts(select=puct(c=2), solver=false)").value(path)
    assert caught.value.where == name


def test_there_must_be_a_part_to_replace_in() -> None:
    with pytest.raises(ParameterError) as caught:
        parse_spec("mcts").replaced("select.c", 1)
    assert (caught.value.owner, caught.value.where) == ("mcts", "select.c")


# Errors


@pytest.mark.parametrize(
    ("text", "column"),
    [("mcts(", 5), ("mcts(select=ucb1(c=1)", 21), ("mcts(select=ucb1(c=)", 19), ("mcts)", 4)],
)
def test_broken_text_says_where(text: str, column: int) -> None:
    with pytest.raises(SpecError, match=f"column {column + 1} of") as caught:
        tesuji.agent(text)
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mctss", "did you mean 'mcts'\\?\\).* alphabeta,"),
        ("MCTS", "did you mean 'mcts'"),
        ("random_walk", "did you mean 'random-walk'"),
        ("stockfish", "alphabeta, avalam-mcts,"),
    ],
)
def test_unknown_agents_are_named_with_a_hint(text: str, says: str) -> None:
    with pytest.raises(UnknownAgentError, match=says) as caught:
        tesuji.agent(text)
    assert caught.value.name == text


@pytest.mark.parametrize(
    ("text", "owner", "name", "says"),
    [
        ("mcts(selct=ucb1)", "mcts", "selct", "did you mean 'select'"),
        ("mcts(select=ucb1(d=1))", "ucb1", "d", "it takes c, own$"),
        ("mcts(select=ucb1(fpu=1))", "ucb1", "fpu", "it takes c, own$"),
        ("mcts(rollout=uniform(x=1))", "uniform", "x", "no parameters"),
        ("random(seed=1)", "random", "seed", "no parameters"),
    ],
)
def test_unknown_parameters_are_refused(text: str, owner: str, name: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says) as caught:
        tesuji.agent(text)
    assert (caught.value.owner, caught.value.where) == (owner, name)


@pytest.mark.parametrize("text", ["mcts(5)", "ewn-hard(5)", "level-1(5)"])
def test_arguments_without_a_name_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(text)) as caught:
        tesuji.agent(text)
    error = caught.value
    assert (error.owner, error.where, error.given) == (text.removesuffix("(5)"), None, 5)


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("mcts(select=ucb2)", "ucb2", "one of default, ucb1, ucb1_tuned, puct, prior"),
        ("mcts(select=1)", 1, "one of default, ucb1, ucb1_tuned, puct, prior"),
        ("mcts(select=true)", True, "one of default, ucb1, ucb1_tuned, puct, prior"),
        ("mcts(solver=1)", 1, "true or false"),
        ("mcts(solver=maybe)", Spec("maybe"), "true or false"),
        ("mcts(batch=2.5)", 2.5, "an integer from 1 to 4096"),
        ("mcts(batch=true)", True, "an integer from 1 to 4096"),
        ("mcts(batch=0)", 0, "an integer from 1 to 4096"),
        ("mcts(select=ucb1(c=-1))", -1.0, "a number from 0 to 100"),
        ("mcts(select=ucb1(c=101))", 101.0, "a number from 0 to 100"),
        ("mcts(select=ucb1(c=big))", Spec("big"), "a number from 0 to 100"),
        ("mcts(select=ucb1(c=nan))", Spec("nan"), "a number from 0 to 100"),
        ("mcts(memory=0)", 0.0, "a number from 0.1 to 1e+06"),
        ("mcts(seconds=-1)", -1.0, "a number of at least 0"),
        ("mcts(simulations=-1)", -1, "an integer of at least 0"),
        ("mcts(clock=sun)", "sun", "one of wall, cpu"),
        ("mcts(clock=cpus)", "cpus", "one of wall, cpu"),
        ("mcts(clock=1)", 1, "one of wall, cpu"),
        ("alphabeta(beam=-1)", -1, "an integer from 0 to 1000"),
        ("alphabeta(evaluate=f(x=1))", parse_spec("f(x=1)"), "a word"),
    ],
)
def test_wrong_values_are_refused_with_what_fits(text: str, value: Value, expected: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(text)
    assert caught.value.given == value
    assert type(caught.value.given) is type(value)
    assert caught.value.expected == expected
    assert f"{caught.value.where}=" in str(caught.value)
    assert expected in str(caught.value)


def test_close_words_are_suggested() -> None:
    for text, word in (("mcts(select=ucb2)", "ucb1"), ("mcts(clock=cpus)", "cpu")):
        with pytest.raises(ParameterError, match=f"did you mean '{word}'"):
            tesuji.agent(text)


def test_not_a_number_is_out_of_every_range() -> None:
    for value in (float("nan"), float("inf"), float("-inf")):
        with pytest.raises(ParameterError, match="from 0 to 100"):
            Parameter("c", float, 1.0, "A number.", 0, 100).check(value, "part")


@given(text=st.text("mctsalph(=,)e1.-", max_size=40))
def test_nothing_but_our_errors_comes_out(text: str) -> None:
    try:
        tesuji.agent(text)
    except TesujiError:
        return
