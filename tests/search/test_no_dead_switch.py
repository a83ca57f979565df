"""No dead switch: every declared parameter, and every kind of every slot, changes some search.

Each switch is tried in contexts that bring it into play, on several positions, till two of its
values give different answers: another tree, or another best move, value, list of moves or number
of nodes. How a clock is divided shows in the budget that a player gives its search instead.
A parameter that is declared and does nothing fails here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, islice
from statistics import median
from typing import Any

import pytest

import tesuji
from tests.search.brute import after, minimax
from tests.search.positions import late_positions, losing_next, middle, winning_at_once
from tesuji import Analysis, ParameterError, Player, Position
from tesuji.agents.budget import Budget
from tesuji.agents.defaults import WEIGHTS
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.agents.registry import agent_kind
from tesuji.agents.searchers import make_searcher
from tesuji.specs import Kind, Parameter, Plain, Slot, Spec, parse_spec, plain_spec

SEARCHES = {kind.name: kind for kind in AGENT_KINDS if kind.parameters and not kind.compose}
PROBE = "no-dead-switch"
"""An evaluator that looks at the moves left, and prefers the first ones."""


def probe(positions: list[Position]) -> list[tuple[float, list[float] | None]]:
    return [answer(position) for position in positions]


def answer(position: Position) -> tuple[float, list[float] | None]:
    moves = len(position.legal_moves)
    value = (7 * moves % 11) / 10 if moves else 0.5
    return value, [1 / (1 + i) for i in range(moves)] or None


@pytest.fixture(autouse=True, scope="module")
def _probe() -> None:
    tesuji.register_evaluator(PROBE, probe)


# What there is to switch


@dataclass(frozen=True)
class Switch:
    """A parameter or a slot of an agent, and the parts that must be chosen to have it."""

    agent: str
    chain: tuple[tuple[str, str], ...]
    declared: Parameter | Slot

    @property
    def path(self) -> str:
        return ".".join([*(slot for slot, _ in self.chain), self.declared.name])

    @property
    def name(self) -> str:
        parts = [f"{slot}={kind}" for slot, kind in self.chain]
        return ".".join([self.agent, *parts, self.declared.name])


@dataclass(frozen=True)
class Change:
    """A switch and two of its values; None leaves it out."""

    switch: Switch
    values: tuple[Plain | None, Plain | Spec | None]

    @property
    def name(self) -> str:
        return f"{self.switch.name}:{self.values[0]}/{self.values[1]}".replace(" ", "")


def switches(agent: str, kind: Kind, chain: tuple[tuple[str, str], ...] = ()) -> Iterator[Switch]:
    """All of an agent's declarations, those inside its parts included."""
    for declared in kind.parameters:
        yield Switch(agent, chain, declared)
        if isinstance(declared, Slot):
            for part in declared.kinds:
                yield from switches(agent, part, (*chain, (declared.name, part.name)))


ALL = [switch for name, kind in SEARCHES.items() for switch in switches(name, kind)]


def others(parameter: Parameter) -> list[Plain]:
    """Values to try against the default: low ones, and some above."""
    if parameter.kind is bool:
        return [not parameter.default]
    if parameter.kind is str:
        words = parameter.choices or tuple(
            word for word in ("none", PROBE) if word != parameter.default
        )
        return [word for word in words if word != parameter.default]
    if parameter.default is None:
        return [0.0] if parameter.kind is float else [30, 1]
    default = float(parameter.default)
    tried = [default + 1, default * 0.25, default * 3 + 0.5, -default]
    if parameter.low is not None and parameter.low > -100:
        tried.insert(0, parameter.low)
    values: list[Plain] = [int(v) if parameter.kind is int else v for v in tried]
    fitting = [value for value in values if fits(parameter, value)]
    return list(dict.fromkeys(value for value in fitting if value != parameter.default))


def fits(parameter: Parameter, value: Plain) -> bool:
    try:
        parameter.check(value, "test")
    except ParameterError:
        return False
    return True


def changes(switch: Switch) -> list[Change]:
    """For each word and each kind of part a change from the default; for numbers, one change
    of several values of which one must matter."""
    declared = switch.declared
    if isinstance(declared, Slot):
        kinds = [kind.name for kind in declared.kinds if kind.name != declared.default]
        return [Change(switch, (declared.default, name)) for name in kinds]
    if declared.kind is str:
        return [Change(switch, (declared.default, word)) for word in others(declared)]
    return [Change(switch, (declared.default, None))]


# Where they are tried


@dataclass(frozen=True)
class Context:
    """Settings that bring parts into play, and positions to search with them."""

    settings: str
    positions: tuple[Position, ...]
    searches: int = 1
    remaining: float | None = None
    knows: bool = False
    """Knowledge of the game is used here."""


def decided(spec: str, number: int) -> tuple[Position, ...]:
    """Late positions that are lost for the player to move."""
    found = (p for p in late_positions(spec, 40, 2000) if minimax(p).result < 0)
    return tuple(islice(found, number))


def one_stands(spec: str, number: int) -> tuple[Position, ...]:
    """Late positions in which one move of several does not lose."""
    found = (
        position
        for position in late_positions(spec, 80, 3000)
        if sum(after(position, move).result >= 0 for move in position.legal_moves) == 1
        and len(position.legal_moves) > 1
    )
    return tuple(islice(found, number))


@cache
def known_positions() -> tuple[Position, ...]:
    """Some of each game, early and late, a few with a win at once."""
    return (
        middle("avalam", 1, 0.75),
        middle("avalam", 1, 0.5),
        middle("avalam", 2, 0.85),
        middle("colosseum(size=5)", 1, 0.3),
        middle("pentago-twist", 1, 0.4),
        middle("pentago-twist", 3, 0.7),
        *winning_at_once("pentago-twist", 2),
        middle("ewn-cyclic", 3, 0.2),
        *winning_at_once("ewn-cyclic", 2),
    )


NEAR = "knowledge=pentago(near=1.0)"
RACE = "knowledge=ewn(race=1.0)"


@cache
def near_positions() -> tuple[Position, ...]:
    """Where near lines of Pentago matter."""
    return tuple(middle("pentago-twist", seed, share) for seed in (1, 2) for share in (0.4, 0.6))


@cache
def race_positions() -> tuple[Position, ...]:
    """Where cubes of ewn can still meet."""
    return tuple(middle("ewn", seed, share) for seed in range(6) for share in (0.3, 0.5))


@cache
def mcts_contexts() -> tuple[Context, ...]:
    known = known_positions()
    walls, large = middle("colosseum(size=5)", 1, 0.3), middle("colosseum(size=9)", 1, 0.2)
    towers, twists = middle("avalam", 1, 0.75), middle("pentago-twist", 1, 0.4)
    cyclic, dice = middle("ewn-cyclic", 3, 0.2), middle("ewn", 3, 0.3)
    ends = (*losing_next("colosseum(size=4)", 2), *losing_next("ewn-cyclic", 2))
    many = tuple(middle("colosseum(size=5)", seed, 0.3) for seed in range(5))
    bare = "solver=false, guard=none"
    grouped = "simulations=100, expand=evaluated, knowledge=avalam(groups=true)"
    return (
        Context("simulations=100", (cyclic, walls, towers, dice, twists)),
        Context("simulations=100, expand=all", (cyclic, walls)),
        Context("simulations=100, expand=evaluated", known, knows=True),
        Context(f"simulations=100, {bare}, expand=one(order=score)", known, knows=True),
        Context("simulations=100, rollout=eps_greedy", known, knows=True),
        Context(grouped, (*known[:3], middle("avalam", 3, 0.85)), knows=True),
        Context(f"simulations=300, expand=evaluated, {NEAR}", near_positions(), knows=True),
        Context(f"simulations=100, expand=evaluated, {RACE}", race_positions(), knows=True),
        Context(f"simulations=300, {bare}", ends),
        Context(f"simulations=300, exhausted=true, {bare}", ends),
        Context("simulations=150, result=score", (towers, walls)),
        Context("simulations=150, result=score(raw=true), schedule=behind", (towers,), 2),
        Context(f"simulations=100, {bare}", (*ends, towers, cyclic), 2),
        Context("simulations=100, select=puct, evaluate=" + PROBE, (cyclic, walls)),
        Context("simulations=100", (large,)),
        Context(f"simulations=60, {bare}", (*many, cyclic, twists)),
        Context(f"simulations=20, {bare}, final=blended", (*many, large)),
        Context("simulations=300, final=bonus", (twists, cyclic)),
        Context("simulations=2500, expand=all", (middle("avalam", 1, 0.4),)),
    )


@cache
def flat_contexts() -> tuple[Context, ...]:
    known = known_positions()
    grouped = "simulations=100, cutoff=1, knowledge=avalam(groups=true)"
    return (
        Context("simulations=100", known),
        Context("simulations=100, rollout=eps_greedy", known, knows=True),
        Context("simulations=100, cutoff=1", known, knows=True),
        Context(grouped, (*known[:3], middle("avalam", 3, 0.85)), knows=True),
        Context(f"simulations=300, cutoff=1, {NEAR}", near_positions(), knows=True),
        Context(f"simulations=300, cutoff=1, {RACE}", race_positions(), knows=True),
    )


@cache
def greedy_contexts() -> tuple[Context, ...]:
    dice = [middle("ewn-cyclic", seed, 0.5) for seed in range(12)]
    known = (*known_positions(), *dice)
    late = [middle("avalam", seed, share) for seed in range(6) for share in (0.8, 0.9)]
    grouped = "by=evaluation, knowledge=avalam(groups=true)"
    return (
        Context("by=score", known, knows=True),
        Context("by=evaluation", known, knows=True),
        Context(grouped, (*known[:3], *late), knows=True),
        Context(f"by=evaluation, {NEAR}", near_positions(), knows=True),
        Context(f"by=evaluation, {RACE}", race_positions(), knows=True),
    )


@cache
def alphabeta_contexts() -> tuple[Context, ...]:
    known = (*known_positions(), middle("ewn", 3, 0.3), middle("colosseum(size=4)", 1, 0.3))
    lost = (*decided("ewn-cyclic", 4), *decided("colosseum(size=4)", 3))
    steps = "horizon=steps(start=3, every=4, cap=4, low=2"
    grouped = "simulations=1500, knowledge=avalam(groups=true)"
    return (
        Context("simulations=1000", known, knows=True),
        Context("simulations=1000, beam=2, rank=score", known, knows=True),
        Context(grouped, (*known[:3], middle("avalam", 3, 0.85)), knows=True),
        Context(f"simulations=1000, {NEAR}", near_positions(), knows=True),
        Context(f"simulations=1000, {RACE}", race_positions(), knows=True),
        Context("simulations=1000, beam=4", known),
        Context("simulations=5000", lost),
        Context("simulations=4000", (middle("ewn", 3, 0.3), middle("ewn", 5, 0.2)), 2),
        Context("seconds=20", one_stands("colosseum(size=4)", 4)),
        Context(f"{steps})", known[-1:], remaining=100.0),
        Context("simulations=20000", known[:4]),
        Context("simulations=20000, knowledge=colosseum(reach=0.9, area=0.0)", known[3:4]),
        Context("simulations=3000, presort=evaluation", known[:4]),
        Context("simulations=3000", tuple(tesuji.game(g).start() for g in ("avalam", "pentago"))),
    )


CONTEXTS = {
    "mcts": mcts_contexts,
    "flat": flat_contexts,
    "greedy": greedy_contexts,
    "alphabeta": alphabeta_contexts,
}

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


def excess(loss: int) -> float:
    """By how much the visits of a running search exceed its simulations, mostly."""
    position = tesuji.game("avalam").start()
    agent = f"mcts(threads=tree(count=2, loss={loss}), widen=progressive(base=1000), memory=64)"
    player = tesuji.agent(agent).player(position.game)
    thread = threading.Thread(target=player.search, args=(position,), kwargs={"seconds": 60})
    thread.start()
    seen: list[int] = []
    try:
        while len(seen) < 21:
            if found := player.progress():
                seen.append(sum(move.visits for move in found.moves) - found.simulations)
            time.sleep(0.005)
    finally:
        while thread.is_alive():
            player.stop()
            thread.join(0.05)
    return median(seen)


def test_moves_under_way_count_as_losses() -> None:
    """While threads search, what they follow has been counted, as often as the loss says."""
    assert excess(loss=0) < 50 < excess(loss=100)
