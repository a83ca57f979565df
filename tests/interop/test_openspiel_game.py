"""``openspiel(...)``: any suitable game of OpenSpiel plays by its own rules, in our arena too."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

import tesuji
from tests.games.python_games import EXAMPLE
from tests.games.test_python_pictures import clicks_are_unambiguous
from tesuji import GameDefinitionError, NotationError, ParameterError, Position
from tesuji.games.record import parse_records, record_text

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from tesuji.interop.openspiel.rules import notation  # noqa: E402
from tesuji.interop.openspiel.text_grid import read_grid  # noqa: E402

TYPES = pyspiel.GameType
PLIES = 24


def suitable_games() -> list[str]:
    """The games that OpenSpiel loads without parameters and that Tesuji should play."""
    return [
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.default_loadable
        and kind.min_num_players <= 2 <= kind.max_num_players
        and pyspiel.load_game(kind.short_name).num_players() == 2
        and kind.dynamics == TYPES.Dynamics.SEQUENTIAL
        and kind.information == TYPES.Information.PERFECT_INFORMATION
        and kind.chance_mode != TYPES.ChanceMode.SAMPLED_STOCHASTIC
        and not kind.short_name.startswith("tesuji_")
    ]


def spiel(name: str) -> tesuji.Game:
    return tesuji.game(f'openspiel("{name}")')


def random_line(position: Position, plies: int, seed: int = 0) -> list[Position]:
    random, line = Random(seed), [position]
    while len(line) <= plies and not line[-1].is_over:
        here = line[-1]
        events = [event for event, _ in here.chance_outcomes]
        line.append(here.play(random.choice(events or list(here.legal_moves))))
    return line


def state_of(position: Position) -> Any:
    value: Any = position._state
    return value.value.state


@pytest.mark.parametrize("name", suitable_games())
def test_every_suitable_game_plays(name: str) -> None:
    line = random_line(spiel(name).start(), PLIES)
    for position in line:
        state = state_of(position)
        kinds = (position.is_over, position.is_chance, position.to_move is not None)
        assert kinds == (state.is_terminal(), state.is_chance_node(), state.is_player_node())
        texts = [str(move) for move in position.legal_moves]
        texts += [str(event) for event, _ in position.chance_outcomes]
        assert len(set(texts)) == len(texts) == len(state.legal_actions())
        assert all(text and not set(text) & set(" \t\n{}") for text in texts)
        if position.to_move is not None:
            assert position.to_move == state.current_player()
    again = position.game.position(position.text)
    assert again == position
    assert hash(again) == hash(position)
    # The check takes quadratic time, and a game of dice may have thousands of events.
    drawn = [each for each in line if len(each.chance_outcomes) < 400]
    clicks_are_unambiguous(drawn[-1])
    assert str(position)


def test_planes_are_openspiels_observation() -> None:
    position = random_line(spiel("breakthrough(columns=5,rows=6)").start(), 5)[-1]
    for player in (0, 1):
        array = position.to_array(player)
        assert array.shape == position.game.planes.shape == (3, 6, 5)
        assert array.ravel().tolist() == state_of(position).observation_tensor(player)
    with pytest.raises(GameDefinitionError) as caught:
        spiel("nim").start().to_array()
    assert caught.value.method == "planes"


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig(winscore=10)", "clobber(columns=3,rows=3)"])
def test_the_check_of_python_games_finds_nothing(name: str) -> None:
    assert tesuji.check_game(spiel(name), games=3) == []


@pytest.mark.parametrize("name", ["backgammon", "pig", "einstein_wurfelt_nicht", "maedn", "banqi"])
def test_chance_events_have_openspiels_probabilities(name: str) -> None:
    met = 0
    for position in random_line(spiel(name).start(), 40, seed=3):
        expected = dict(state_of(position).chance_outcomes()) if position.is_chance else {}
        actions: Any = position._state
        for event, chance in position.chance_outcomes:
            met += 1
            action = actions.value.actions[str(event)]
            assert chance == pytest.approx(expected.pop(action), abs=1e-12)
        assert not expected
    assert met > 5


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "oware", "pig(winscore=15)"])
def test_outcomes_are_openspiels_returns(name: str) -> None:
    winners = set()
    for seed in range(20):
        last = random_line(spiel(name).start(), 2000, seed)[-1]
        assert last.outcome is not None
        first, second = state_of(last).returns()
        expected = None if first == second else int(second > first)
        assert last.outcome.winner == expected
        assert (last.outcome.score > 0) == (first > second)
        winners.add(expected)
    assert {0, 1} <= winners


def test_connect_four_agrees_with_our_example() -> None:
    """The same moves lead to the same board, the same legal moves and the same end."""
    tesuji.load(EXAMPLE)
    for seed in range(30):
        random = Random(seed)
        ours, theirs = tesuji.game("connect-four").start(), spiel("connect_four").start()
        while not ours.is_over:
            columns = [int(str(move)) for move in ours.legal_moves]
            stone = "xo"[ours.next_player]
            assert [str(move) for move in theirs.legal_moves] == [
                f"{stone}{c - 1}" for c in columns
            ]
            assert ours.text.split("/") == str(state_of(theirs)).split()
            column = random.choice(columns)
            ours, theirs = ours.play(str(column)), theirs.play(f"{stone}{column - 1}")
        assert ours.outcome is not None
        assert theirs.outcome is not None
        assert ours.outcome.winner == theirs.outcome.winner


def test_equal_games_have_equal_specs() -> None:
    game = spiel("breakthrough(rows=6,columns=6)")
    assert game == spiel("breakthrough( columns=6, rows=6)") != spiel("breakthrough")
    assert game.spec == 'openspiel("breakthrough(columns=6,rows=6)")'
    assert tesuji.game(game.expanded_spec) == tesuji.game(game.spec) == game
    assert spiel("breakthrough").spec == 'openspiel("breakthrough")'


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("kuhn_poker", "perfect information"),
        ("matrix_rps", "players who take turns"),
        ("tarok", "two players"),
        ("pig(players=3)", "two players"),
        ("brekthrough", "a game of OpenSpiel"),
        ("breakthrough(rows=x)", "valid parameters"),
        ("", "a game of OpenSpiel"),
    ],
)
def test_unsuitable_games_are_refused(name: str, expected: str) -> None:
    with pytest.raises(ParameterError) as caught:
        spiel(name)
    assert caught.value.given == name
    assert caught.value.expected == expected


def test_a_game_must_be_named() -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.game("openspiel")
    assert caught.value.where == "game"


@pytest.mark.parametrize(
    "text", ["", "x(0,0)", "start x(0,0) x(0,0)", "start o(0,0)", "start nonsense"]
)
def test_a_text_that_no_game_has_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        spiel("tic_tac_toe").position(text)
    assert caught.value.text == text


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ParameterError) as caught:
        spiel("go")
    assert caught.value.where == "openspiel"


def test_notation_is_safe_and_unique() -> None:
    texts = ["B a1", "B  a1", "{x}", "", " ", "a\x07b", "pass"]
    found = notation(texts, list(range(7)))
    assert list(found.values()) == list(range(7))
    assert list(found) == ["B_a1", "B_a1#1", "_x_", "#3", "#4", "ab", "pass"]


# In the arena


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "breakthrough(columns=5,rows=5)", "pig(winscore=10)"]
)
def test_matches_and_records(name: str) -> None:
    game = spiel(name)
    result = tesuji.match("mcts", "random", game=game.spec, pairs=2, jobs=2, simulations=30)
    games = list(result.games)
    assert len(games) == 4
    assert {record.end for record in games} == {"rules"}
    for record in games:
        (again,) = parse_records(record_text(record))
        assert [m.move for m in again.moves] == [m.move for m in record.moves]
        last = [*again.positions()][-1]
        assert last.outcome is not None
        assert last.outcome.winner == record.winner


@pytest.mark.parametrize("agent", ["mcts", "alphabeta", "flat", "greedy"])
def test_every_search_takes_a_win(agent: str) -> None:
    position = spiel("tic_tac_toe").position("start x(0,0) o(1,0) x(0,1) o(1,1)")
    choice = tesuji.agent(agent).choose(position, simulations=2000)
    assert str(choice) == "x(0,2)"


# Pictures


def test_clicks_are_cells_where_moves_name_cells() -> None:
    tic_tac_toe = clicks_are_unambiguous(spiel("tic_tac_toe").start())
    assert tic_tac_toe["x(0,2)"] == ("c1",)
    breakthrough = clicks_are_unambiguous(spiel("breakthrough").start())
    # OpenSpiel counts rows from below, cells of a scene count from the top left.
    assert breakthrough["a7b6"] == ("a2", "b3")
    chess = clicks_are_unambiguous(spiel("chess").start())
    assert chess["e4"] == ("e5",)
    assert chess["Na3"] != chess["a3"]


def test_pieces_have_the_colours_of_their_players() -> None:
    for name, symbols in [
        ("tic_tac_toe", ("x", "o")),
        ("breakthrough", ("b", "w")),
        ("checkers", ("o", "+")),
        ("amazons", ("X", "O")),
    ]:
        picture: Any = spiel(name)
        assert picture.picture.symbols == symbols


@pytest.mark.parametrize(
    ("text", "rows", "names"),
    [
        ("x..\n.o.\n...", ["x..", ".o.", "..."], ("1", "2", "3")),
        ("2bb\n1ww\n ab\n", ["bb", "ww"], ("2", "1")),
        ("Black:\n  a b\n1 - x 1\n2 o - 2\n  a b", ["-x", "o-"], ("1", "2")),
        (". . .\n . x .\n  . . .", ["...", ".x.", "..."], ("1", "2", "3")),
        ("rk/2/P1/1K w - 0 1", ["rk", "..", "P.", ".K"], ("4", "3", "2", "1")),
    ],
)
def test_grids_are_read(text: str, rows: list[str], names: tuple[str, ...]) -> None:
    grid = read_grid(text)
    assert grid is not None
    assert (grid.rows, grid.row_names) == (rows, names)


@pytest.mark.parametrize("text", ["", "Scores: 0 0", "+--|--+\n|o.x|x.|", "a\nb", "12 34\nx"])
def test_other_texts_have_no_grid(text: str) -> None:
    assert read_grid(text) is None
