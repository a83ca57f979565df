"""Study by the protocol: analysis, the microscope against the tree itself, review and retries."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.web.live import PERSON, Client
from tesuji.web.microscope import simulation_data, tree_data

SHARP = "wwww2/6/6/bbbb2/6/6"
"""Whoever moves wins at once."""


def set_up(client: Client, game: str, start: str = "", moves: tuple[str, ...] = ()) -> None:
    answer = client.ask("new", game=game, seats=[PERSON, PERSON], start=start, moves=list(moves))
    assert answer["type"] == "done", answer


def test_analysis_comes_while_it_runs_and_ends(client: Client) -> None:
    set_up(client, "avalam")
    client.ask("analyse", ply=0, spec="mcts", seconds=3)
    first = client.hear("analysis")
    assert first["running"]
    last = first
    while last["running"]:
        last = client.hear("analysis")
    assert last["simulations"] > first["simulations"]
    position = tesuji.game("avalam").start()
    assert last["best"] in position.legal_moves
    assert all(move in position.legal_moves for move, *_ in last["moves"])


def test_analysis_of_a_line_and_of_proofs(client: Client) -> None:
    set_up(client, "pentago", SHARP)
    client.ask("analyse", ply=0, spec="alphabeta", moves=["a2AR"], seconds=0.3)
    found = client.hear("analysis")
    while found["running"]:
        found = client.hear("analysis")
    assert (found["proven"], found["to_move"], found["line"]) == ("win", 1, ["a2AR"])
    assert found["exact"]


ENDGAMES = {
    "avalam": ".B/b..C/.b.A.A/.e.B...c/A.A....d/.c....eA/b....D/..cA/aA",
    "ewn": "c3--c4------ --c2----d5-- r 2",
}


@pytest.mark.parametrize("game", ENDGAMES)
def test_analysis_is_exact_where_a_solver_knows(client: Client, game: str) -> None:
    position = tesuji.game(game).position(ENDGAMES[game])
    set_up(client, game, position.text)
    client.ask("analyse", ply=0, spec="greedy", seconds=0.1)
    found = client.hear("analysis")
    while found["running"]:
        found = client.hear("analysis")
    solution = tesuji.solve(position, nodes=100_000, memory=8.0)
    assert found["exact"]
    assert (found["value"], found["proven"]) == (
        pytest.approx(solution.value, abs=1e-4),
        solution.result,
    )
    assert found["best"] == str(solution.best)
    ((_, _, value, proven),) = (row for row in found["moves"] if row[0] == found["best"])
    assert (value, proven) == (found["value"], solution.result)


def test_analysis_out_of_reach_is_not_exact(client: Client) -> None:
    set_up(client, "avalam")
    client.ask("analyse", ply=0, spec="greedy", seconds=0.1)
    assert not client.hear("analysis")["exact"]


def test_review_uses_the_solver(client: Client) -> None:
    position = tesuji.game("avalam").position(ENDGAMES["avalam"])
    best = tesuji.solve(position, nodes=100_000).best
    set_up(client, "avalam", position.text, (str(best),))
    client.say("review", spec="random", seconds=0.1)
    rows = [client.hear("review")["rows"][0] for _ in range(2)]
    assert [(row["ply"], row["proven"], row["value"]) for row in rows] == [
        (1, True, 1 - position.next_player),
        (0, True, 1 - position.next_player),
    ]


@pytest.mark.parametrize("spec", ["nobody", "mcts(rollout=no)", "mcts(evaluate=mine)"])
def test_an_analyst_must_be_ours(client: Client, spec: str) -> None:
    set_up(client, "avalam")
    assert client.ask("analyse", ply=0, spec=spec)["type"] == "error"


def test_review_finds_the_blunder_and_the_better_move(client: Client) -> None:
    set_up(client, "pentago", SHARP, ("a2AR", "e4BR"))
    client.say("review", spec="mcts", seconds=0.2)
    rows: dict[int, dict[str, Any]] = {}
    while len(rows) < 3:
        message = client.hear("review")
        rows |= {row["ply"]: row for row in message["rows"]}
    assert message["done"]
    assert rows[0]["lost"] == pytest.approx(1.0, abs=0.01)
    assert rows[0]["best"].startswith("e1")
    assert rows[0]["proven"]
    assert rows[1]["lost"] == 0
    assert rows[2]["value"] == 0
    html = client.ask("export", kind="html")["text"]
    assert "blunder" in html
    assert "Content-Security-Policy" in html


def test_a_review_goes_on_after_a_break(client: Client) -> None:
    moves = ("c4d5", "e8f8", "b4b3", "h6h7", "d1d2", "g5h4")
    set_up(client, "avalam", moves=moves)
    client.say("review", spec="mcts", seconds=0.15)
    rows = [client.hear("review")["rows"][0]["ply"] for _ in range(2)]
    client.say("visible", on=False)
    client.say("visible", on=True)
    while rows[-1] != 0:
        rows += [client.hear("review")["rows"][0]["ply"]]
    assert rows == list(range(len(moves), -1, -1)), "each position once"


def test_review_counts_rolls_by_their_mean(client: Client) -> None:
    game = tesuji.game("ewn")
    # Red's cube 1 is a step from the goal and its 6 is not; Blue is a step from its own.
    start = "d5--------a5 ----b1------ r ?"
    position = game.position(start)
    assert position.is_chance
    set_up(client, "ewn", start, ("d1", "1e"))
    client.say("review", spec="mcts", seconds=0.2)
    rows: dict[int, dict[str, Any]] = {}
    while len(rows) < 3:
        rows |= {row["ply"]: row for row in client.hear("review")["rows"]}
    assert rows[2]["value"] == 1
    assert rows[1]["value"] == 1
    assert rows[0]["lost"] is None, "nobody chose the roll"
    assert 0 < rows[0]["value"] <= 1


def test_a_retry_is_judged_and_a_bad_one_refuted(client: Client) -> None:
    set_up(client, "pentago", SHARP, ("a2AR", "e4BR"))
    client.say("retry", ply=0, move="f6CR", spec="mcts", seconds=0.2)
    bad = client.hear("retry")
    assert not bad["good"]
    assert bad["proven"]
    line = tesuji.game("pentago").position(SHARP)
    for move in bad["line"]:
        line = line.play(move)
    assert line.outcome is not None
    assert line.outcome.winner == 1, "the refutation is played out"
    client.say("retry", ply=0, move="e1DR", spec="mcts", seconds=0.2)
    assert client.hear("retry")["good"]


def test_a_retry_before_a_roll_is_answered_too(client: Client) -> None:
    """The line goes on with a roll, and a reply to it."""
    set_up(client, "ewn", moves=("d3",))
    position = tesuji.game("ewn").position(client.state["position"])
    for move in position.legal_moves:
        client.say("retry", ply=1, move=str(move), spec="mcts", seconds=0.2)
        found = client.hear("retry")
        assert not found["over"]
        line, movers = position, []
        for each in found["line"]:
            movers.append(line.to_move)
            line = line.play(each)
        assert movers[:3] == [position.to_move, None, 1 - position.next_player]


# The microscope


@pytest.mark.parametrize("game", ["ewn-cyclic", "ewn", "colosseum(size=4)"])
def test_simulations_add_up_to_the_tree(game: str) -> None:
    """The steps of the first simulations, counted, are the visits of the tree after them."""
    position = tesuji.game(game).start(seed=2)
    if position.is_chance:
        position = position.play(position.chance_outcomes[2][0])
    agent, count = tesuji.agent("mcts(guard=none)"), 40
    visits: dict[tuple[str, ...], int] = {}
    for number in range(1, count + 1):
        found = simulation_data(agent, position, number=number, seed=9, memory=8)
        line: tuple[str, ...] = ()
        for step in found["steps"]:
            line = (*line, step["move"])
            visits[line] = visits.get(line, 0) + 1
            assert step["after"]["visits"] == visits[line]
        assert found["steps"][-1]["phase"] == "expand" or found["steps"][-1]["after"]["proven"]
    tree = tree_data(agent, position, simulations=count, depth=1, visits=1, seed=9, memory=8)
    grown = {(child["move"],): child["visits"] for child in tree["tree"]["children"]}
    assert {line: n for line, n in visits.items() if len(line) == 1} == grown


@pytest.mark.parametrize("game", ["ewn-cyclic", "ewn", "colosseum(size=4)", "avalam", "pentago"])
def test_a_simulation_tells_its_game(client: Client, game: str) -> None:
    """The way down and the rollout, played from the position, end as the result says."""
    set_up(client, game, moves=("d3",) if game == "ewn" else ())
    ply = 1 if game == "ewn" else 0
    first = tesuji.game(game).position(client.state["position"])
    for number in (1, 2, 30):
        found = client.ask("simulation", ply=ply, spec="mcts(guard=none)", number=number)
        position = first
        for move in [step["move"] for step in found["steps"]] + (found["rollout"] or []):
            position = position.play(move)
        assert position.outcome is not None
        assert found["games"] == 1
        assert found["result"]["for"] == first.to_move
        won = {None: 0.5, first.to_move: 1.0}.get(position.outcome.winner, 0.0)
        assert found["result"]["value"] == pytest.approx(won, abs=1e-3)


@pytest.mark.parametrize("spec", ["random", "mcts(simulations=50)"])
def test_only_agents_with_a_value_give_one(client: Client, spec: str) -> None:
    set_up(client, "avalam")
    client.ask("analyse", ply=0, spec=spec, seconds=0.1)
    found = client.hear("analysis")
    has_value = spec != "random"
    assert (found["value"] is not None) == has_value
    assert all((row[2] is not None) == has_value for row in found["moves"])


def test_a_proven_position_has_no_more_simulations(client: Client) -> None:
    set_up(client, "pentago", SHARP)
    found = client.ask("simulation", ply=0, spec="mcts", number=3)
    assert (found["steps"], found["rollout"], found["result"]) == ([], None, None)


def test_the_tree_tells_the_terms_of_the_score(client: Client) -> None:
    set_up(client, "ewn-cyclic")
    found = client.ask("tree", ply=0, spec="mcts", simulations=500, depth=2)
    node = found["tree"]
    assert node["visits"] == 500
    child = node["children"][0]
    assert child["score"] == pytest.approx(child["value"] + node["k"] * child["explore"])
    step = client.ask("simulation", ply=0, spec="mcts", number=3)
    assert step["number"] == 3
    assert client.ask("tree", ply=0, spec="random", simulations=5)["type"] == "error"
    assert client.ask("simulation", ply=0, spec="mcts", number=100_000)["type"] == "error"


@pytest.mark.parametrize(
    ("spec", "plain"),
    [
        ("mcts", True),
        ("mcts(select=puct)", True),
        ("mcts(select=ucb1_tuned)", True),
        ("mcts(amaf=rave)", False),
        ("mcts(amaf=grave(ref=5))", False),
        ("mcts(bias=progressive)", False),
    ],
)
def test_the_terms_add_up_to_the_score(client: Client, spec: str, plain: bool) -> None:
    """The score is exploit + k * explore with any parts; exploit is not always the value."""
    set_up(client, "avalam")
    node = client.ask("tree", ply=0, spec=spec, simulations=3_000, depth=1)["tree"]
    step = client.ask("simulation", ply=0, spec=spec, number=400)["steps"][0]
    groups = [(node["k"], node["children"]), (step["k"], step["rivals"])]
    for k, children in groups:
        assert children
        for child in children:
            assert child["score"] == pytest.approx(
                child["exploit"] + k * child["explore"], abs=1e-6
            )
        same = [child["exploit"] == pytest.approx(child["value"], abs=1e-5) for child in children]
        assert all(same) == plain


def test_rules_and_agents_of_each_game(client: Client) -> None:
    for game in tesuji.games():
        rules = client.ask("rules", game=game)
        assert any("html" in part for part in rules["parts"])
        assert any("scene" in part for part in rules["parts"])
        agents = {each["name"] for each in client.ask("agents", game=game)["agents"]}
        assert ("random-walk" in agents) == (game == "colosseum")
        assert {"mcts", "alphabeta", "random"} <= agents
