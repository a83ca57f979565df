"""No dead switch: every declared parameter, and every kind of every slot, changes some search.

Each switch is tried in contexts that bring it into play, on several positions, till two of its
values give different answers: another tree, or another best move, value, list of moves or number
of nodes. How a clock is divided shows in the budget that a player gives its search instead.
A parameter that is declared and does nothing fails here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from contextlib import closing
from itertools import count, islice
from statistics import median
from typing import Any

import pytest

import tesuji
from tests.search.positions import middle
from tests.search.switch_contexts import CONTEXTS, Context
from tests.search.switches import ALL, PROBE, SEARCHES, Change, Switch, changes, others
from tesuji import Analysis, ParameterError, Player, Position
from tesuji.agents.budget import Budget
from tesuji.agents.defaults import WEIGHTS
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.agents.registry import agent_kind
from tesuji.agents.searchers import make_searcher
from tesuji.specs import Kind, Plain, Slot, Spec, parse_spec, plain_spec


def probe(positions: list[Position]) -> list[tuple[float, list[float] | None]]:
    return [answer(position) for position in positions]


def answer(position: Position) -> tuple[float, list[float] | None]:
    moves = len(position.legal_moves)
    value = (7 * moves % 11) / 10 if moves else 0.5
    return value, [1 / (1 + i) for i in range(moves)] or None


@pytest.fixture(autouse=True, scope="module")
def _probe() -> None:
    tesuji.register_evaluator(PROBE, probe)


# What a change changes


def specs_of(change: Change, context: Context) -> tuple[Spec, Spec]:
    """The agent in a context with either value."""
    switch = change.switch
    spec = parse_spec(f"{switch.agent}({context.settings})")
    path = ""
    for slot, kind in switch.chain:
        path = f"{path}.{slot}" if path else slot
        if not has_kind(spec, path, kind):
            spec = spec.replaced(path, Spec(kind))
    one, other = (with_value(spec, switch, value) for value in change.values)
    return one, other


def has_kind(spec: Spec, path: str, kind: str) -> bool:
    try:
        value = spec.value(path)
    except ParameterError:
        return False
    return isinstance(value, Spec) and value.name == kind


def with_value(spec: Spec, switch: Switch, value: Plain | Spec | None) -> Spec:
    path, declared = switch.path, switch.declared
    if value is None:
        return spec if switch.chain else Spec(spec.name, without(spec, path))
    if isinstance(value, Spec):
        return spec.replaced(path, value)
    if isinstance(declared, Slot):
        return spec.replaced(path, alone(declared, str(value)))
    return spec.replaced(path, Spec(value) if isinstance(value, str) else value)


def alone(slot: Slot, name: str) -> Spec:
    """A part whose parameters are those of the default part where both have them: then the
    part itself makes the difference."""
    usual = {p.name: p for p in slot.kind(slot.default, "test").parameters}
    shared = [p for p in slot.kind(name, "test").parameters if p.name in usual]
    values = [(p.name, usual[p.name].default) for p in shared]
    return plain_spec(name, {key: value for key, value in values if isinstance(value, Plain)})


def without(spec: Spec, name: str) -> dict[str, Any]:
    return {key: value for key, value in spec.arguments.items() if key != name}


def answers(spec: Spec, position: Position, context: Context) -> list[Any] | None:
    """All that the searches of a player say; None where the agent is not for the game."""
    try:
        player = tesuji.agent(str(spec)).player(position.game, seed=1)
    except ParameterError:
        return None
    clock = {} if context.remaining is None else {"remaining": context.remaining}
    return [said(player, position, clock) for _ in range(context.searches)]


def said(player: Player, position: Position, clock: dict[str, Any]) -> tuple[Any, ...]:
    found = player.search(position, **clock)
    core: Any = player._searcher
    tree = core._core.tree(3, 0) if found.tree(0) is not None else None
    counts = (found.simulations, found.nodes, found.depth, found.reused)
    return found.best, found.value, found.proven, found.pv, found.moves, counts, tree


def makes_a_difference(change: Change) -> bool:
    """Whether some context shows it. What is not the same twice by itself shows nothing."""
    for context in contexts_for(change.switch):
        one, other = specs_of(change, context)
        for position in context.positions:
            first = answers(one, position, context)
            second = answers(other, position, context)
            if first is None or second is None or first == second:
                continue
            if first == answers(one, position, context):
                return True
    return False


def contexts_for(switch: Switch) -> list[Context]:
    found = CONTEXTS[switch.agent]()
    return [context for context in found if context.knows or not is_weight(switch)]


def is_weight(switch: Switch) -> bool:
    return bool(switch.chain) and switch.chain[0][0] == KNOWLEDGE.name


def tried(change: Change) -> list[Change]:
    """The change with each value worth trying, where it is a number's."""
    declared = change.switch.declared
    if isinstance(declared, Slot) or declared.kind is str:
        return [change]
    values = others(declared)
    if declared.name == "simulations":  # without them a search ends by the clock
        return [Change(change.switch, (values[0], values[1]))]
    return [Change(change.switch, (declared.default, value)) for value in values]


# Changes of the search

OF_THE_CLOCK = {"time", "clock", "adapt", "first_seconds"}
"""Slots and parameters that only decide how long a search may take."""
ROLLS = {"roll_five", "roll_isolated", "roll_other", "roll_cover", "roll_risk"}
NOT_READ = {
    "flat": {"rank_isolated", "rank_height", "rank_cover"},
    "alphabeta": ROLLS,
    "greedy": ROLLS | {"score_win", "score_loss"},
}
"""All searches have all weights; these searches do not look at moves in these ways. Greedy sees
a win at once for what it is, whatever its score."""
UNDER_WAY = {"loss", "vote"}
"""Shows only while several threads search."""


BOOK = "book"
"""Needs a file: `tests/agents/test_books.py` has its tests."""


def is_clock(switch: Switch) -> bool:
    return switch.path.split(".")[0] in OF_THE_CLOCK


def is_unread(switch: Switch) -> bool:
    return is_weight(switch) and switch.declared.name in NOT_READ.get(switch.agent, ())


def is_searched(switch: Switch) -> bool:
    special = is_clock(switch) or is_unread(switch) or switch.declared.name in UNDER_WAY
    special = special or switch.path.split(".")[0] == BOOK
    return not special and switch.declared is not KNOWLEDGE


SEARCHED = [c for switch in ALL if is_searched(switch) for c in changes(switch)]
UNREAD = [c for switch in ALL if is_unread(switch) for c in changes(switch)]
CLOCKS = [c for switch in ALL if is_clock(switch) for c in changes(switch)]


@pytest.mark.parametrize("change", SEARCHED, ids=lambda change: change.name)
def test_a_switch_changes_the_search(change: Change) -> None:
    assert any(map(makes_a_difference, tried(change))), f"{change.switch.name} changes nothing"


@pytest.mark.parametrize("change", UNREAD, ids=lambda change: change.name)
def test_a_search_does_not_read_the_weights_it_is_said_not_to(change: Change) -> None:
    assert not makes_a_difference(tried(change)[0]), f"{change.switch.name} does something"


def test_every_weight_is_read_by_some_search() -> None:
    unread = [set(NOT_READ.get(agent, ())) for agent in SEARCHES]
    assert set.intersection(*unread) == set()


@pytest.mark.parametrize("agent", SEARCHES)
@pytest.mark.parametrize("kind", KNOWLEDGE.kinds[1:], ids=lambda kind: kind.name)
def test_declared_weights_are_those_of_the_game(agent: str, kind: Kind) -> None:
    """Knowledge with the weights of the game is what every agent has without naming it."""
    slot = Switch(agent, (), KNOWLEDGE)
    own = {Spec(kind.name, WEIGHTS.get(game, {})) for game in kind.games}
    assert len(own) == 1
    assert not makes_a_difference(Change(slot, (KNOWLEDGE.default, own.pop())))


# Clocks


class Listener:
    """A searcher that notes what it is asked, and answers at random."""

    def __init__(self, game: tesuji.Game) -> None:
        self.budgets: list[Budget] = []
        self._inner = make_searcher("random", agent_kind("random"), {}, game)

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        self.budgets.append(budget)
        return self._inner.search(position, budget, seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def forced() -> Position:
    """A position with one legal move."""
    decisions = (middle("ewn", seed, 0.5) for seed in count())
    return next(position for position in decisions if len(position.legal_moves) == 1)


def asked(spec: Spec) -> list[Budget]:
    """What a player asks of its search, early and later, with much time and hardly any."""
    start, alone = tesuji.game("ewn").start(1).play("d1"), forced()
    player = tesuji.agent(str(spec)).player(start.game)
    listener = player._searcher = Listener(start.game)
    player.search(start, remaining=100.0)
    player.search(start, remaining=100.0, increment=0.5)
    player.search(start, remaining=0.3, increment=1.0)
    player.search(start, seconds=3.0)
    player.search(start)
    player.choose(alone, remaining=100.0)
    first = tesuji.agent(str(spec)).player(start.game)
    first._searcher = listener
    first.search(start)
    return listener.budgets


@pytest.mark.parametrize("change", CLOCKS, ids=lambda change: change.name)
def test_a_switch_changes_what_a_player_asks_of_its_search(change: Change) -> None:
    context = Context("seconds=5.0" if change.switch.path == "first_seconds" else "", ())
    pairs = [specs_of(one, context) for one in tried(change)]
    assert any(asked(a) != asked(b) for a, b in pairs), f"{change.switch.name} changes nothing"


SLEEP = 0.004


def sleepy(positions: list[Position]) -> list[float]:
    time.sleep(SLEEP)
    return [0.5] * len(positions)


@pytest.mark.parametrize(
    ("agent", "spec"),
    [
        ("mcts(simulations=40, batch=1, {})", "ewn-cyclic"),
        ("alphabeta(simulations=40, {})", "ewn-cyclic"),
        ("greedy(by=evaluation, {})", "avalam"),
    ],
)
def test_the_clock_decides_which_seconds_count(agent: str, spec: str) -> None:
    """Forty naps are longer than the budget by the wall's clock, and nothing by the thread's."""
    tesuji.register_evaluator("sleepy", sleepy)
    position = middle(spec, 3, 0.6)
    looked = {}
    for clock in ("wall", "cpu"):
        settings = f"evaluate=sleepy, seconds={8 * SLEEP}, clock={clock}"
        looked[clock] = tesuji.agent(agent.format(settings)).search(position).simulations
    assert looked["wall"] < looked["cpu"]


# Threads


def excesses(loss: int) -> Generator[int, None, None]:
    """How many visits more than simulations a running search shows, sample by sample."""
    position = tesuji.game("avalam").start()
    agent = f"mcts(threads=tree(count=2, loss={loss}), widen=progressive(base=1000), memory=64)"
    player = tesuji.agent(agent).player(position.game)
    thread = threading.Thread(target=player.search, args=(position,), kwargs={"seconds": 60})
    thread.start()
    try:
        while thread.is_alive():
            if found := player.progress():
                yield sum(move.visits for move in found.moves) - found.simulations
            time.sleep(0.001)
    finally:
        while thread.is_alive():
            player.stop()
            thread.join(0.05)


def test_moves_under_way_count_as_losses() -> None:
    """While threads search, what they follow has been counted, as often as the loss says."""
    with closing(excesses(loss=0)) as found:
        assert median(islice(found, 21)) < 50
    with closing(excesses(loss=100)) as found:
        assert any(excess > 50 for excess in found)
