"""Presets: named compositions that take overrides, come down to one spec and refuse other games."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tesuji import ParameterError, UnknownAgentError
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.agents.levels import LEVELS
from tesuji.agents.presets import PRESETS, Preset
from tesuji.agents.presets.composition import composition
from tesuji.agents.registry import agent_kind
from tesuji.specs import Kind, Slot, Spec, parse_spec

NAMES = [preset.name for preset in PRESETS]
PAGES = Path(__file__).resolve().parents[2] / "docs" / "agents"
every_preset = pytest.mark.parametrize("preset", PRESETS, ids=NAMES)


def whole(spec: str) -> Spec:
    """The spec in terms of its kind, with every default."""
    return parse_spec(tesuji.agent(spec).expanded())


def kind_of(preset: Preset) -> Kind:
    return agent_kind(whole(preset.name).name)


# What there is


def test_the_agents_of_the_reports_are_there() -> None:
    assert set(NAMES) == {
        "colosseum-heuristic",
        "colosseum-mcts",
        "popcoin",
        "colosseum-uct",
        "pentago-uct",
        "fischer",
        "avalam-mcts",
        "mcs",
        "ewn-mcts",
        "ewn-mcts-rich",
        "ewn-mcts-tuned",
        "ewn-easy",
        "ewn-normal",
        "ewn-hard",
    }
    assert len(NAMES) == len(set(NAMES))
    assert not set(NAMES) & {kind.name for kind in AGENT_KINDS}
    levels = [level.preset.name for level in LEVELS]
    assert tesuji.agents() == sorted([*NAMES, *(kind.name for kind in AGENT_KINDS), *levels])


@every_preset
def test_a_preset_says_what_it_is(preset: Preset) -> None:
    assert preset.summary.endswith(".")
    assert len(preset.summary) < 100
    assert preset.text.strip().endswith(".")
    assert set(preset.games) <= set(tesuji.games())
    assert preset.report is not None
    assert preset.report.authors in preset.report.citation
    assert (PAGES / f"{preset.name}.md").is_file()


def test_every_page_is_of_a_preset_or_the_champion() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == {*NAMES, "champion", "index"}


@every_preset
def test_every_part_that_a_preset_names_differs_from_its_base(preset: Preset) -> None:
    mine, base = whole(preset.name).arguments, whole(parse_spec(preset.base).name).arguments
    differs = {name for name in mine if mine[name] != base.get(name)}
    assert {part for part, _ in preset.parts} == differs
    assert differs == set(parse_spec(preset.base).arguments)


@every_preset
def test_the_composition_is_all_that_makes_the_preset(preset: Preset) -> None:
    rows = composition(preset)
    kind = kind_of(preset).name
    text = ", ".join(f"{part}={value}" for part, value, _ in rows)
    assert tesuji.agent(f"{kind}({text})" if rows else kind) == tesuji.agent(preset.name)
    plain, mine = whole(kind).arguments, whole(preset.name).arguments
    parts = {part for part, _, _ in rows}
    differs = {name for name in mine if mine[name] != plain.get(name)}
    assert parts == differs | {part for part, _ in preset.parts}
    assert all(reason.endswith(".") for _, _, reason in rows)


# Text in, text out


@every_preset
def test_canonical_text_and_expansion(preset: Preset) -> None:
    agent = tesuji.agent(f" {preset.name} ")
    assert agent.spec == preset.name
    assert repr(agent) == f"tesuji.agent({preset.name!r})"
    again = tesuji.agent(agent.expanded())
    assert again.expanded() == agent.expanded()
    assert again == agent
    assert hash(again) == hash(agent)
    assert again.settings == agent.settings
    assert tesuji.agent(preset.base) == agent


@every_preset
def test_presets_survive_pickling(preset: Preset) -> None:
    agent = tesuji.agent(preset.name)
    copy = pickle.loads(pickle.dumps(agent))
    assert copy == agent
    assert copy.spec == preset.name
    if preset.games:
        other = "avalam" if "avalam" not in preset.games else "ewn"
        with pytest.raises(ParameterError) as caught:
            copy.player(tesuji.game(other))
        assert (caught.value.owner, caught.value.given) == (preset.name, other)


def test_equality_is_by_the_expanded_spec() -> None:
    assert tesuji.agent("ewn-hard") == tesuji.agent("ewn-normal(horizon=fixed(depth=8))")
    assert tesuji.agent("ewn-hard") != tesuji.agent("ewn-normal")
    assert tesuji.agent("popcoin(final=blended)") == tesuji.agent("popcoin")
    assert tesuji.agent("ewn-easy") == tesuji.agent("random")


# Overrides


def test_the_same_part_keeps_what_is_not_given() -> None:
    settings = tesuji.agent("ewn-mcts-tuned(select=ucb1_tuned(c1=2.0))").settings
    assert (settings["select.c"], settings["select.c1"], settings["select.c2"]) == (0.6, 2.0, 0.25)
    settings = tesuji.agent("popcoin(select=ucb1(c=0.5), blend=heuristic(ratio=0.9))").settings
    assert settings["select.c"] == 0.5
    assert (settings["blend.ratio"], settings["blend.moves"]) == (0.9, 0.3)
    assert settings["final"] == "blended"
    assert tesuji.agent("colosseum-uct(expand=one(after=3))").settings["expand.order"] == "filter"


def test_another_part_replaces_the_whole() -> None:
    agent = tesuji.agent("ewn-mcts-tuned(select=puct)")
    assert agent.settings["select"] == "puct"
    assert agent.settings["select.c"] == tesuji.agent("mcts(select=puct)").settings["select.c"]
    assert agent.settings["result"] == "graded"
    back = tesuji.agent("ewn-mcts-tuned(select=ucb1(c=1.0), result=wdl)")
    assert back == tesuji.agent("ewn-mcts")


def test_plain_parameters_are_replaced() -> None:
    settings = tesuji.agent("fischer(beam=0, table=true, seconds=3)").settings
    assert (settings["beam"], settings["table"], settings["seconds"]) == (0, True, 3.0)
    assert settings["rank"] == "score"


def test_both_readings_of_without_uct_can_be_said() -> None:
    prior = tesuji.agent("colosseum-uct(select=prior)").settings
    assert (prior["select"], prior["expand.order"], prior["rollout"]) == (
        "prior",
        "filter",
        "filtered",
    )
    greedy = tesuji.agent("colosseum-uct(select=ucb1(c=0))").settings
    assert (greedy["select"], greedy["select.c"], greedy["expand.order"]) == ("ucb1", 0, "filter")


@given(preset=st.sampled_from(PRESETS), data=st.data())
def test_any_override_is_what_is_set(preset: Preset, data: st.DataObject) -> None:
    """One slot of the kind is given another part: that part is set, all else stays."""
    slots = [slot for slot in kind_of(preset).parameters if isinstance(slot, Slot)]
    if not slots:
        return
    slot = data.draw(st.sampled_from(slots))
    part = data.draw(st.sampled_from(slot.kinds))
    before, after = whole(preset.name), whole(f"{preset.name}({slot.name}={part.name})")
    kept = before.arguments[slot.name]
    assert isinstance(kept, Spec)
    if kept.name == part.name:
        assert after == before
    else:
        assert after.value(slot.name) == whole(f"{before.name}({slot.name}={part.name})").value(
            slot.name
        )
        assert after.replaced(slot.name, kept) == before


# Errors


@pytest.mark.parametrize(
    ("spec", "start", "name"),
    [
        ("popcoin(selct=ucb1)", "popcoin ", "selct"),
        ("popcoin(select=ucb)", "popcoin: ", "select"),
        ("popcoin(select=ucb1(c=-1))", "popcoin: ucb1: ", "c"),
        ("popcoin(select=ucb1(d=1))", "popcoin: ucb1 ", "d"),
        ("popcoin(select=3)", "popcoin: ", "select"),
        ("fischer(beam=-1)", "fischer: ", "beam"),
        ("ewn-easy(seconds=1)", "ewn-easy ", "seconds"),
    ],
)
def test_errors_name_the_preset(spec: str, start: str, name: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(spec)
    assert str(caught.value).startswith(start)
    assert caught.value.where == name


def test_a_misspelt_preset_gets_a_hint() -> None:
    with pytest.raises(UnknownAgentError, match="did you mean 'popcoin'"):
        tesuji.agent("popcorn")


# Games


@every_preset
def test_other_games_are_refused(preset: Preset) -> None:
    agent = tesuji.agent(preset.name)
    for name in tesuji.games():
        game = tesuji.game(name)
        if not preset.games or name in preset.games:
            continue
        fits = " and ".join(preset.games)
        with pytest.raises(ParameterError) as caught:
            agent.player(game)
        assert str(caught.value) == f"{preset.name} plays {fits} only, not {name}"


@pytest.mark.parametrize(
    ("spec", "game", "message"),
    [
        ("mcts(rollout=filtered)", "avalam", "mcts: rollout=filtered is for colosseum only"),
        ("mcts(expand=one(order=filter))", "ewn", "mcts: expand.order=filter is for colosseum"),
        ("mcts(result=graded)", "pentago", "mcts: result=graded is for ewn and ewn-cyclic only"),
        ("alphabeta(knowledge=avalam)", "ewn", "alphabeta: knowledge=avalam is for avalam only"),
        ("mcs(knowledge=ewn)", "avalam", "mcs: knowledge=ewn is for ewn and ewn-cyclic only"),
        ("ewn-mcts(blend=heuristic)", "ewn", "ewn-mcts: blend=heuristic is for colosseum only"),
        ("random-walk", "ewn-cyclic", "random-walk plays colosseum only"),
    ],
)
def test_parts_for_other_games_are_refused(spec: str, game: str, message: str) -> None:
    subject = tesuji.game(game)
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(spec).player(subject)
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith(f", not {subject.spec}")


def test_parts_that_are_not_in_use_do_not_count() -> None:
    position = tesuji.game("avalam").start()
    agent = tesuji.agent("mcts(blend=none, rollout=uniform, simulations=10)")
    assert agent.choose(position) in position.legal_moves


def test_variants_of_a_game_are_that_game() -> None:
    spec = "colosseum(size=5, walls=3)"
    with pytest.raises(ParameterError) as caught:
        tesuji.agent("fischer").player(tesuji.game(spec))
    assert caught.value.given == spec
    assert tesuji.agent("random-walk").choose(tesuji.game(spec).start())
