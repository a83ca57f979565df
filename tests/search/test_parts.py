"""Parts of Monte-Carlo tree search against plain Python: selection, growth, rollouts, backups."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import tesuji
from tests.search.positions import losing_next, middle, winning_at_once
from tests.search.trees import Pull, Tree, children_of, core_tree, first_value, grow, pulls
from tesuji import Position

BARE = "solver=false, guard=none"
BANDIT = f"height=1, {BARE}, memory=1"


# Bandits


class Arms:
    """What is known of the root's moves after some pulls."""

    def __init__(self) -> None:
        self.results: dict[str, list[float]] = {}

    def pull(self, move: str, result: float) -> None:
        self.results.setdefault(move, []).append(result)

    @property
    def total(self) -> int:
        return sum(map(len, self.results.values()))

    def scores(self, score: Callable[[list[float], int], float]) -> dict[str, float]:
        return {move: score(results, self.total) for move, results in self.results.items()}


def mean(values: Iterable[float]) -> float:
    values = list(values)
    return sum(values) / len(values)


def variance(values: list[float]) -> float:
    return max(0.0, mean(v * v for v in values) - mean(values) ** 2)


def tuned(c: float, c1: float, c2: float) -> Callable[[list[float], int], float]:
    def score(results: list[float], total: int) -> float:
        share = math.log(total) / len(results)
        bound = min(variance(results) + c1 * math.sqrt(share), c2)
        return mean(results) + c * math.sqrt(share * bound)

    return score


def outside(c: float, c1: float, c2: float) -> Callable[[list[float], int], float]:
    """The naive reading: the variance multiplies the root."""

    def score(results: list[float], total: int) -> float:
        share = math.log(total) / len(results)
        bound = min(variance(results) + c1 * math.sqrt(share), c2)
        return mean(results) + c * math.sqrt(share) * bound

    return score


def rootless(c: float, c1: float, c2: float) -> Callable[[list[float], int], float]:
    """Another naive reading: no root at all."""

    def score(results: list[float], total: int) -> float:
        share = math.log(total) / len(results)
        return mean(results) + c * share * min(variance(results) + c1 * math.sqrt(share), c2)

    return score


def mistakes(history: list[Pull], score: Callable[[list[float], int], float], arms: int) -> int:
    """How often a pull went to a move that the formula does not put first."""
    known, wrong = Arms(), 0
    for number, (move, result) in enumerate(history):
        if number >= arms:
            scores = known.scores(score)
            wrong += scores[move] < max(scores.values()) - 1e-5
        known.pull(move, result)
    return wrong


CONSTANTS = [(0.6, 1.414, 0.25), (1.0, 0.2, 0.1), (2.0, 1.0, 1.0)]


@pytest.mark.parametrize("constants", CONSTANTS)
def test_ucb1_tuned_is_the_formula_with_all_of_it_under_the_root(
    constants: tuple[float, float, float],
) -> None:
    """Every pull is the one that the formula wants, and not the one of a naive reading."""
    c, c1, c2 = constants
    position = middle("avalam", 1, 0.85)
    arms = len(position.legal_moves)
    select = f"ucb1_tuned(c={c}, c1={c1}, c2={c2})"
    agent = f"mcts(select={select}, result=score(scale=6), {BANDIT})"
    history = pulls(agent, position, arms + 150)
    assert mistakes(history, tuned(c, c1, c2), arms) == 0
    assert mistakes(history, outside(c, c1, c2), arms) > 0
    assert mistakes(history, rootless(c, c1, c2), arms) > 0


def ucb1(c: float) -> Callable[[list[float], int], float]:
    return lambda results, total: mean(results) + c * math.sqrt(math.log(total) / len(results))


def chances(scores: dict[str, float], k: float) -> dict[str, float]:
    most = max(scores.values())
    weights = {move: math.exp(k * (score - most)) for move, score in scores.items()}
    return {move: weight / sum(weights.values()) for move, weight in weights.items()}


@pytest.mark.parametrize("k", [0.0, 3.0, 20.0])
def test_sampling_draws_by_the_formula(k: float) -> None:
    """Over all pulls, the scores of the moves drawn add up to what their chances say."""
    position = middle("avalam", 3, 0.9)
    arms = len(position.legal_moves)
    history = pulls(f"mcts(select=ucb1, sampling=softmax(k={k}), {BANDIT})", position, 500)
    known, drawn, expected, spread = Arms(), 0.0, 0.0, 0.0
    for number, (move, result) in enumerate(history):
        if number >= arms:
            scores = known.scores(ucb1(1.0))
            likely = chances(scores, k)
            usual = sum(likely[m] * scores[m] for m in scores)
            drawn, expected = drawn + scores[move], expected + usual
            spread += sum(likely[m] * (scores[m] - usual) ** 2 for m in scores)
        known.pull(move, result)
    assert abs(drawn - expected) < 4 * math.sqrt(spread)


def test_sharp_sampling_takes_the_best() -> None:
    position = middle("ewn-cyclic", 3, 0.2)
    history = pulls(f"mcts(select=ucb1, sampling=softmax(k=1000000), {BANDIT})", position, 200)
    assert mistakes(history, ucb1(1.0), len(position.legal_moves)) == 0


@pytest.mark.parametrize("spec", ["ewn-cyclic", "avalam", "pentago-twist"])
def test_a_tree_of_height_one_is_a_bandit(spec: str) -> None:
    tree = grow("mcts(height=1)", middle(spec, 3, 0.2), 2000)
    assert all(child["node"] is None for child in tree["children"])
    assert max(child["visits"] for child in tree["children"]) > 10


# The exploit term of a child


def visited(tree: Tree) -> list[tuple[Tree, Tree]]:
    found = [(node, child) for node, child in children_of(tree) if child["visits"] > 0]
    assert len(found) > 30
    return found


@pytest.mark.parametrize(
    "weights",
    [
        (0.6, 0.3, 0.1, 0.0, 0.0),
        (0.2, 0.0, 0.8, 0.0, 0.0),
        (0.5, 1.0, 0.5, 0.0, 0.0),
        (0.3, 0.2, 0.1, 0.3, 0.1),
    ],
)
def test_blended_selection_is_the_weighted_sum(weights: tuple[float, ...]) -> None:
    ratio, *looked_at = weights
    names = ("moves", "distance", "edge", "walls")
    terms = ", ".join(f"{name}={weight}" for name, weight in zip(names, looked_at, strict=True))
    blend = f"heuristic(ratio={ratio}, {terms})"
    position = middle("colosseum(size=5)", 1, 0.3)
    for node, child in visited(grow(f"mcts(blend={blend}, {BARE})", position, 500)):
        state: Any = child["position"]._state
        looks = state.blend(node["mover"], *looked_at)
        share = ratio / sum(weights)
        assert child["exploit"] == pytest.approx(
            share * child["value"] + (1 - share) * looks, abs=1e-5
        )


@pytest.mark.parametrize("spec", ["avalam", "ewn-cyclic", "ewn", "pentago"])
def test_progressive_bias_fades_with_visits(spec: str) -> None:
    agent = f"mcts(bias=progressive(weight=0.7), {BARE})"
    for node, child in visited(grow(agent, middle(spec, 3, 0.5), 800)):
        looks = first_value(child["position"], node["mover"])
        exploit = child["value"] + 0.7 * looks / (1 + child["visits"])
        assert child["exploit"] == pytest.approx(exploit, abs=1e-5)


def best_below(node: Tree, child: Tree) -> float:
    """The minimax value of the evaluations seen below a child, for the node's mover."""
    below = child["node"]
    seen = [c for c in below["children"] if c["visits"] > 0] if below else []
    if not seen:
        return first_value(child["position"], node["mover"])
    values = [best_below(below, c) for c in seen]
    value = mean(values) if below["chance"] else max(values)
    return value if below["mover"] == node["mover"] else 1 - value


@pytest.mark.parametrize("alpha", [1.0, 0.3])
@pytest.mark.parametrize("spec", ["avalam", "ewn-cyclic", "ewn"])
def test_implicit_minimax_mixes_the_best_evaluation_below(spec: str, alpha: float) -> None:
    agent = f"mcts(backup=implicit(alpha={alpha}), {BARE})"
    tree = grow(agent, middle(spec, 3, 0.5), 500, depth=50)
    differs = 0
    for node, child in visited(tree):
        minimax = best_below(node, child)
        exploit = (1 - alpha) * child["value"] + alpha * minimax
        assert child["exploit"] == pytest.approx(exploit, abs=1e-5)
        differs += abs(minimax - first_value(child["position"], node["mover"])) > 1e-6
    assert differs > 5


# How the tree grows


def grown(visits: int, total: int, base: float, power: float, slack: float) -> int:
    """How many children a node has after so many visits, one more a visit at most."""
    count = 0
    for visit in range(1, visits + 1):
        allowed = min(total, max(1, int(base * visit**power + slack)))
        count += count < allowed
    return count


@pytest.mark.parametrize(("base", "power"), [(2.0, 0.5), (1.0, 0.3), (0.4, 0.9)])
@pytest.mark.parametrize("spec", ["avalam", "pentago"])
def test_widening_lets_in_as_many_as_the_formula_says(spec: str, base: float, power: float) -> None:
    agent = f"mcts(widen=progressive(base={base}, power={power}), {BARE})"
    position, checked = middle(spec, 3, 0.3), 0
    tree = grow(agent, position, 300)
    for node in {id(node): node for node, _ in children_of(tree)}.values():
        total = len(node["children"]) + node["untried"]
        # Where the formula gives a whole number, rounding decides.
        few, many = (grown(node["visits"], total, base, power, e) for e in (-1e-9, 1e-9))
        assert few <= len(node["children"]) <= many
        checked += 1
    assert checked > 10
    assert tree["untried"] > 0


def test_leaves_get_their_rollouts_and_wait_for_their_nodes() -> None:
    agent = f"mcts(rollouts=25, expand=one(after=200), {BARE})"
    tree = grow(agent, middle("ewn-cyclic", 3, 0.2), 10_000, depth=4)
    nodes = 0
    for _, child in children_of(tree):
        assert child["visits"] % 25 == 0
        if child["node"] is None:
            assert child["visits"] <= 200 or child["position"].is_over
        else:
            assert child["node"]["visits"] == child["visits"] - 200
            nodes += 1
    assert nodes > 5


@pytest.mark.parametrize(
    "spec", ["avalam", "colosseum(size=5)", "pentago-twist", "ewn", "ewn-cyclic"]
)
def test_evaluated_children_begin_with_their_evaluation(spec: str) -> None:
    position = middle(spec, 3, 0.5)
    tree = grow(f"mcts(expand=evaluated, {BARE})", position, 2)
    assert tree["untried"] == 0
    untouched = [child for child in tree["children"] if child["visits"] == 0]
    assert untouched
    for child in untouched:
        looks = first_value(child["position"], tree["mover"])
        assert child["exploit"] == pytest.approx(looks, abs=1e-6)
        assert child["explore"] == 1


@pytest.mark.parametrize("spec", ["avalam", "colosseum(size=5)"])
def test_unvisited_children_can_get_c_itself(spec: str) -> None:
    """Also in a tree that is kept, after c has changed."""
    position = middle(spec, 3, 0.5)
    agent = f"mcts(select=ucb1(c=0.7), expand=evaluated(plus_c=true), {BARE})"
    tree = grow(agent, position, 4)
    untouched = [child for child in tree["children"] if child["visits"] == 0]
    assert untouched
    for child in untouched:
        looks = first_value(child["position"], tree["mover"])
        assert child["exploit"] == pytest.approx(looks + 0.7, abs=1e-6)
        assert child["explore"] == 0


def test_a_new_c_reaches_the_unvisited_children_of_a_kept_tree() -> None:
    position = middle("avalam", 9, 0.5)
    agent = tesuji.agent(
        "mcts(select=ucb1(c=0.7), schedule=behind(weight=0.9), expand=evaluated(plus_c=true),"
        f" reuse=true, {BARE}, simulations=4)"
    )
    player = agent.player(position.game, seed=1)
    first = player.search(position)
    again = player.search(position)
    assert again.reused == first.simulations
    root = core_tree(player, position, 1)
    c = 0.7 * math.exp(max(0.0, 0.9 - (2 * first.value - 1)))
    assert c > 0.75
    untouched = [child for child in root["children"] if child["visits"] == 0]
    assert untouched
    for child in untouched:
        looks = first_value(child["position"], root["mover"])
        assert child["exploit"] == pytest.approx(looks + c, abs=1e-5)


@pytest.mark.parametrize("spec", ["avalam", "colosseum(size=5)", "pentago-twist", "ewn-cyclic"])
def test_moves_can_be_tried_in_the_order_of_the_list(spec: str) -> None:
    position = middle(spec, 3, 0.4)
    state: Any = position._state
    orders = [
        [child["code"] for child in tree["children"]]
        for seed in range(3)
        for tree in [
            grow(f"mcts(expand=one(order=listed), {BARE})", position, 20, seed=seed, depth=1)
        ]
    ]
    assert orders == 3 * [list(state.legal_moves())[: len(orders[0])]]
    assert orders[0]


def test_a_nodes_own_simulation_can_count_among_its_visits() -> None:
    """The root's first visit counts in ln N: with one child visited, ln 2 instead of ln 1."""
    position = middle("colosseum(size=5)", 1, 0.3)
    for own, visits in (("false", 40), ("true", 41)):
        tree = grow(f"mcts(select=ucb1(c=0.7, own={own}), {BARE})", position, 40)
        assert tree["visits"] == 40
        assert tree["k"] == pytest.approx(0.7 * math.sqrt(math.log(visits)), abs=1e-5)


@pytest.mark.parametrize("spec", ["avalam", "colosseum(size=5)", "pentago-twist", "ewn-cyclic"])
def test_moves_come_in_the_order_of_their_scores(spec: str) -> None:
    position = middle(spec, 3, 0.4)
    state: Any = position._state
    agent = f"mcts(expand=one(order=score), {BARE})"
    codes = [
        c["code"] for c in grow(agent, position, len(position.legal_moves), depth=1)["children"]
    ]
    expected = sorted(state.legal_moves(), key=lambda code: -state.move_score(code, {}))
    assert codes == expected


def filtered_position() -> Position:
    positions = (middle("colosseum(size=6)", seed, 0.4) for seed in range(100))
    return next(p for p in positions if 3 < len(preferred(p)) < len(p.legal_moves) - 3)


def preferred(position: Position) -> set[int]:
    state: Any = position._state
    return set(state.preferred_moves())


def test_moves_that_the_filter_prefers_come_first() -> None:
    position = filtered_position()
    wanted = preferred(position)
    orders = set()
    for seed in range(3):
        agent = f"mcts(expand=one(order=filter), {BARE})"
        tree = grow(agent, position, len(position.legal_moves), seed=seed, depth=1)
        codes = [child["code"] for child in tree["children"]]
        assert set(codes[: len(wanted)]) == wanted
        assert len(codes) == len(position.legal_moves)
        for child in tree["children"]:
            even = 1 / len(wanted) if child["code"] in wanted else 0
            assert child["prior"] == pytest.approx(even)
        orders.add(tuple(codes))
    assert len(orders) == 3


def test_selection_by_the_prior_draws_preferred_moves_alone_and_evenly() -> None:
    position = filtered_position()
    wanted = preferred(position)
    agent = f"mcts(select=prior, expand=one(order=filter), {BARE})"
    visits = {c["code"]: c["visits"] for c in grow(agent, position, 4000, depth=1)["children"]}
    assert {code for code in visits if visits[code] > 0} == wanted
    mean_visits = 4000 / len(wanted)
    spread = sum((visits[code] - mean_visits) ** 2 / mean_visits for code in wanted)
    assert spread < len(wanted) + 6 * math.sqrt(2 * len(wanted))


# Rollouts and results


def test_graded_results_are_four_numbers() -> None:
    results = set()
    for seed in range(3):
        position = middle("ewn-cyclic", seed, 0.6)
        agent = f"mcts(select=ucb1, result=graded(eliminate=1.0, goal=0.8), {BANDIT})"
        results |= {round(result, 6) for _, result in pulls(agent, position, 60)}
    assert results == {1.0, 0.8, 0.2, 0.0}


def test_a_win_can_count_less_if_the_loser_was_near_its_goal() -> None:
    """The nearer its nearest cube, in king moves, the less."""
    seen = set()
    for position in winning_at_once("ewn-cyclic", 30):
        agent = f"mcts(result=graded(close=0.2), {BANDIT})"
        tree = grow(agent, position, len(position.legal_moves), depth=1)
        for child in tree["children"]:
            after, outcome = child["position"], child["position"].outcome
            if outcome and outcome.winner == position.to_move:
                steps = loser_steps(after.text, 1 - outcome.winner)
                base = 1.0 if after._state.eliminated() else 0.9
                near = 0.0 if steps is None else max(0.0, (FARTHEST - steps) / (FARTHEST - 1))
                assert child["value"] == pytest.approx(base - 0.2 * near)
                seen.add(steps)
    assert len(seen) > 2


FARTHEST = 6
"""The longest way of a cube of ewn-cyclic, in king moves."""


def loser_steps(text: str, player: int) -> int | None:
    """King moves of the player's nearest cube to its goal; None without cubes."""
    cells = re.findall(r"[a-z]\d", text.split()[player])
    goal = ("g6", "a1")[player]
    return min(
        (max(abs(ord(cell[0]) - ord(goal[0])), abs(int(cell[1]) - int(goal[1]))) for cell in cells),
        default=None,
    )


def test_graded_results_say_how_the_game_ended() -> None:
    ends = set()
    for position in winning_at_once("ewn-cyclic", 30):
        tree = grow(f"mcts(result=graded, {BANDIT})", position, len(position.legal_moves), depth=1)
        for child in tree["children"]:
            outcome, state = child["position"].outcome, child["position"]._state
            if outcome and outcome.winner == position.to_move:
                ends.add(state.eliminated())
                assert child["value"] == pytest.approx(1.0 if state.eliminated() else 0.9)
    assert ends == {True, False}


def test_area_results_are_the_share_of_the_board() -> None:
    checked = 0
    for position in losing_next("colosseum(size=5)", 8):
        tree = grow(f"mcts(result=area, {BANDIT})", position, len(position.legal_moves), depth=1)
        for child in tree["children"]:
            if child["position"].is_over:
                share = child["position"]._state.share()
                expected = share if position.to_move == 0 else 1 - share
                assert child["value"] == pytest.approx(expected)
                checked += child["value"] not in (0.0, 0.5, 1.0)
    assert checked > 5


def test_raw_scores_only_change_the_units_of_c() -> None:
    position = middle("avalam", 3, 0.4)
    raw = grow(f"mcts(select=ucb1(c=2), result=score(scale=8, raw=true), {BARE})", position, 1500)
    shares = grow(f"mcts(select=ucb1(c=0.125), result=score(scale=8), {BARE})", position, 1500)
    assert raw == shares
    assert raw != grow(f"mcts(select=ucb1(c=2), result=score(scale=8), {BARE})", position, 1500)


@pytest.mark.parametrize("spec", ["avalam", "ewn-cyclic", "pentago-twist"])
def test_a_cut_rollout_ends_in_an_evaluation(spec: str) -> None:
    """With one ply, each result is the evaluation after one more move, which depends on it."""
    position = middle(spec, 3, 0.6)
    seen = set()
    for move, result in pulls(f"mcts(cutoff=1, {BANDIT})", position, 60):
        after = position.play(move)
        replies = [after.play(reply) for reply in after.legal_moves] or [after]
        expected = [first_value(reply, position.to_move or 0) for reply in replies]
        assert min(abs(result - value) for value in expected) < 1e-9
        seen.add(round(result, 6))
    assert len(seen) > 2


def test_averages_of_moves_guide_rollouts_the_same_way_twice() -> None:
    position = middle("avalam", 3, 0.4)
    trees = [
        grow(f"mcts(rollout={rollout}, {BARE})", position, 500)
        for rollout in ("mast", "mast", "mast(greedy=0.0)", "uniform")
    ]
    assert trees[0] == trees[1]
    assert trees[0] != trees[2]
    assert trees[0] != trees[3]


# Schedules of c


def k_of(agent: str, position: Position, simulations: int = 300) -> float:
    """What selection multiplies exploration with at the root, without the growth of visits."""
    tree = grow(agent, position, simulations, depth=1)
    return float(tree["k"] / math.sqrt(math.log(tree["visits"])))


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12])
def test_c_by_size_and_by_moves(size: int) -> None:
    position = middle(f"colosseum(size={size})", 1, 0.2)
    moves = len(position.legal_moves)
    base = f"select=ucb1(c=0.7), {BARE}"
    by_size, by_moves = 0.7 * (size / 6) ** 1.5, 0.7 * (moves / 40) ** 0.8
    assert k_of(f"mcts({base}, schedule=size(reference=6, power=1.5))", position) == pytest.approx(
        by_size, rel=1e-5
    )
    assert k_of(
        f"mcts({base}, schedule=moves(reference=40, power=0.8))", position
    ) == pytest.approx(by_moves, rel=1e-5)
    either = "size_or_moves(until=8, reference=6, power=1.5, moves=40, moves_power=0.8)"
    assert k_of(f"mcts({base}, schedule={either})", position) == pytest.approx(
        by_size if size <= 8 else by_moves, rel=1e-5
    )


@pytest.mark.parametrize("raw", [False, True])
def test_c_is_raised_by_how_far_the_last_choice_was_behind(raw: bool) -> None:
    checked = {True: 0, False: 0}
    for seed in range(12):
        position = middle("avalam", seed, 0.6)
        result = f"score(scale=6, raw={str(raw).lower()})"
        schedule = f"schedule=behind(weight=0.25), result={result}, reuse=false"
        agent = f"mcts(select=ucb1(c=0.8), {schedule}, {BARE})"
        player = tesuji.agent(agent).player(position.game)
        found = player.search(position, simulations=200)
        player.search(position, simulations=200)
        tree = core_tree(player, position, 0)
        estimate = (2 * found.value - 1) * (6 if raw else 1)
        c = 0.8 / 12 if raw else 0.8
        expected = c * math.exp(max(0.0, 0.25 - estimate))
        assert tree["k"] == pytest.approx(expected * math.sqrt(math.log(200)), rel=1e-5)
        checked[estimate < 0.25] += 1
    assert min(checked.values()) > 0


DECLARED = "knowledge=avalam(five=1.55, isolated=1.5, other=1.0, groups=true, table=0.0)"
"""The weights that a position's own evaluation has."""


@pytest.mark.parametrize("scale", [5.0, 10.0, 48.0])
def test_estimates_count_in_the_units_of_the_results(scale: float) -> None:
    """Where results are points, so is the evaluation of a child that was not visited yet."""
    position = middle("avalam", 3, 0.5)
    agent = f"mcts(expand=evaluated, result=score(scale={scale}), {BARE}, {DECLARED})"
    tree = grow(agent, position, 3, depth=1)
    unvisited = [child for child in tree["children"] if child["visits"] == 0]
    assert unvisited
    for child in unvisited:
        state: Any = child["position"]._state
        points = 50 * state.evaluate() * (1 if position.to_move == 0 else -1)
        exploit = 0.5 + 0.5 * max(-1.0, min(1.0, points / scale))
        assert child["exploit"] == pytest.approx(exploit, abs=1e-6)
