"""The EWN courses: their notation, and their programs as agents of ours."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tests.interop.stage import AMPLE, BRIEF
from tests.reference import ewn as reference
from tesuji.agents.budget import Budget
from tesuji.errors import AgentFailure, IllegalMoveError, NotationError, ParameterError
from tesuji.games import Position
from tesuji.interop import foreign
from tesuji.interop.course import ewn, ewn_judge, ewn_text
from tesuji.interop.course.ewn import JudgeSearcher, TextSearcher
from tesuji.interop.foreign import AgentIllegalMove
from tesuji.interop.process import AgentCrashed, AgentFlooded, AgentGarbage, AgentTimeout
from tesuji.interop.sandbox import Sandbox

STUBS = Path(__file__).with_name("stubs")
CYCLIC = tesuji.game("ewn-cyclic")
DICE = tesuji.game("ewn")
seeds = st.integers(0, 2**32)


def squares(side: reference.Squares) -> str:
    return "".join("--" if at is None else f"{'abcdefg'[at[1]]}{at[0] + 1}" for at in side)


# The judge's notation


@given(seeds)
def test_every_game_of_the_judge_means_the_same_here(seed: int) -> None:
    random = Random(seed)
    numbers = [random.sample(range(6), 6) for _ in range(2)]
    dice = [random.randrange(6) for _ in range(21)]
    seat = random.randrange(2)
    text = "".join(map(str, [*numbers[0], *numbers[1], *dice])) + "fs"[seat]
    state = reference.start_cyclic(numbers[0], numbers[1], dice)
    position, found = ewn_judge.read_start(text)
    assert found == seat
    assert ewn_judge.write_start(position, seat) == text
    while not position.is_over:
        mover = position.next_player
        legal = reference.legal_moves(state)
        written = [ewn_judge.write_move(move, mover) for move in position.legal_moves]
        assert written == [f"{cube}{direction}" for cube, direction in legal]
        assert [ewn_judge.read_move(each, position) for each in written] == list(
            position.legal_moves
        )
        pick = random.randrange(len(legal))
        position, state = (
            position.play(position.legal_moves[pick]),
            reference.play(state, legal[pick]),
        )
        assert position.text.split()[:2] == [squares(state.red), squares(state.blue)]
    assert reference.outcome(state) is not None


@given(seeds)
def test_the_first_move_of_red_is_found(seed: int) -> None:
    start = CYCLIC.start(seed=seed)
    for move in start.legal_moves:
        assert ewn_judge.first_move(start.play(move)) == (start, move)


def test_a_position_inside_a_game_cannot_be_sent() -> None:
    inside = CYCLIC.start(seed=1)
    for _ in range(3):
        inside = inside.play(inside.legal_moves[0])
    for function in (lambda p: ewn_judge.write_start(p, 0), ewn_judge.first_move):
        with pytest.raises(ParameterError) as caught:
            function(inside)
        assert (caught.value.where, caught.value.given) == ("opening", inside.text)


@given(st.text("0123456fsy \n", max_size=40))
def test_a_start_is_read_back_or_refused(text: str) -> None:
    try:
        position, seat = ewn_judge.read_start(text)
    except NotationError:
        return
    assert ewn_judge.write_start(position, seat) == text


@pytest.mark.parametrize("text", ["", "0", "60", "04", "000", "\u06600", "a0", " 0"])
def test_characters_that_are_not_a_move(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        ewn_judge.read_move(text, CYCLIC.start())
    assert caught.value.text == text


def test_a_move_of_another_cube_is_illegal() -> None:
    start = CYCLIC.start(seed=3)
    with pytest.raises(IllegalMoveError):
        ewn_judge.read_move("00", start)


# The text notation


@given(seeds)
def test_every_move_of_the_text_protocol_means_the_same_here(seed: int) -> None:
    random = Random(seed)
    state = reference.random_dice_start(random)
    position = DICE.position(f"{squares(state.red)} {squares(state.blue)} r ?")
    while not position.is_over:
        die = random.randrange(1, 7)
        position, state = position.play(f"d{die}"), reference.roll(state, die)
        assert ewn_text.read_get(ewn_text.write_get(position)) == position
        legal = reference.legal_moves(state)
        written = [ewn_text.write_move(move, position) for move in position.legal_moves]
        assert written == [_from_to(state, move) for move in legal]
        assert [ewn_text.read_move(each, position) for each in written] == list(
            position.legal_moves
        )
        pick = random.randrange(len(legal))
        position, state = (
            position.play(position.legal_moves[pick]),
            reference.play(state, legal[pick]),
        )
    assert reference.outcome(state) is not None


def _from_to(state: reference.DiceState, move: reference.Move) -> str:
    cells = (reference.square_of(state, move[0]), reference.target(state, *move))
    return " ".join(squares((at,)).upper() for at in cells)


def test_the_question_of_the_rules() -> None:
    position = DICE.position("c2b1----b3a2 --c4d1----d4 b 2")
    assert ewn_text.write_get(position) == "get B 2 0 C4 D1 0 0 D4 C2 B1 0 0 B3 A2"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "get",
        "get R 7 E5 D5 C5 E4 D4 E3 A1 B1 C1 A2 B2 A3",
        "get W 1 E5 D5 C5 E4 D4 E3 A1 B1 C1 A2 B2 A3",
        "get R 1 E5 D5 C5 E4 D4 F3 A1 B1 C1 A2 B2 A3",
        "get R 1 E5 D5 C5 E4 D4 E3 A1 B1 C1 A2 B2",
        "get R 1 E5 D5 C5 E4 D4 A1 A1 B1 C1 A2 B2 A3",
        "get R 1 0 0 0 0 0 0 A1 B1 C1 A2 B2 A3",
    ],
)
def test_questions_that_are_refused(line: str) -> None:
    with pytest.raises(NotationError):
        ewn_text.read_get(line)


# Programs as agents


Asked = JudgeSearcher | TextSearcher
Make = Callable[..., Asked]


def spec(mode: str, protocol: str, *, sandbox: bool = True) -> str:
    command = f"python ewn_program.py {protocol} {mode}"
    options = "" if sandbox else ", sandbox=false"
    return f'course.ewn("{command}", folder="{STUBS}"{options})'


@pytest.fixture(params=["bubblewrap", "none"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    """Makes searchers, and closes them."""
    sandbox = request.param == "bubblewrap"
    if sandbox and not Sandbox.detect().is_safe:
        pytest.skip(Sandbox.detect().missing[0])
    made: list[Asked] = []

    def one(mode: str, protocol: str) -> Asked:
        agent = tesuji.agent(spec(mode, protocol, sandbox=sandbox))
        game = CYCLIC if protocol == "judge" else DICE
        made.append(ewn.AGENT.make(agent.spec, agent.settings, game))  # type: ignore[misc]
        return made[-1]

    yield one
    for searcher in made:
        searcher.close()


def ask(searcher: Asked, position: Position, seconds: float = AMPLE) -> str:
    return str(searcher.search(position, Budget(seconds=seconds), 7).best)


def log(searcher: Asked) -> list[str]:
    assert searcher._process is not None
    lines = searcher._process.log.splitlines()
    return [line.removeprefix("received ") for line in lines if line.startswith("received")]


def play(searcher: Asked, position: Position, seat: int) -> Position:
    """A game against the first legal moves, with a die that counts."""
    die = 0
    while not position.is_over:
        if position.is_chance:
            position, die = position.play(f"d{die + 1}"), (die + 1) % 6
        elif position.to_move == seat:
            move = ask(searcher, position)
            assert move == str(position.legal_moves[-1])
            position = position.play(move)
        else:
            position = position.play(position.legal_moves[0])
    return position


every_protocol = pytest.mark.parametrize("protocol", ["judge", "text"])


@every_protocol
def test_a_program_plays_a_game_as_either_side(make: Make, protocol: str) -> None:
    game = CYCLIC if protocol == "judge" else DICE
    for seat in (0, 1):
        for seed in range(2):
            searcher = make("good", protocol)
            assert play(searcher, game.start(seed=seed), seat).is_over
            searcher.close()


def test_the_judge_sends_only_the_opponents_moves(make: Make) -> None:
    searcher = make("good", "judge")
    start, _ = ewn_judge.read_start("012345502143343242404031241152042f")
    after = start.play("3se")
    blue = ask(searcher, after)
    after = after.play(blue).play("3e")
    ask(searcher, after)
    assert log(searcher) == ["012345502143343242404031241152042s", "32", "30"]


def test_a_new_game_follows_in_the_same_process_after_a_win(make: Make) -> None:
    searcher = make("good", "judge")
    position = start = CYCLIC.start(seed=1)
    while not position.is_over:
        seat = position.to_move
        move = ask(searcher, position) if seat == 0 else position.legal_moves[-1]
        position = position.play(move)
    assert position.outcome is not None
    process = searcher._process
    ask(searcher, start)
    if position.outcome.winner == 0:
        assert searcher._process is process
        assert log(searcher)[-2:] == ["y", ewn_judge.write_start(start, 0)]
    else:
        assert searcher._process is not process


def test_another_game_starts_the_program_again(make: Make) -> None:
    searcher = make("good", "judge")
    ask(searcher, CYCLIC.start(seed=1))
    first = searcher._process
    ask(searcher, CYCLIC.start(seed=2))
    assert searcher._process is not first
    assert len(log(searcher)) == 1


def test_a_program_that_answers_its_settings(make: Make) -> None:
    searcher = make("talkative", "text")
    position = DICE.start().play("d1")
    limits = Budget(remaining=AMPLE)
    assert str(searcher.search(position, limits, 0).best) == str(position.legal_moves[-1])
    assert log(searcher)[:4] == ["name", "time_setting 120", "board_setting 5 6", "ini R"]


@every_protocol
@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("exit", AgentCrashed),
        ("crash", AgentCrashed),
        ("bytes", AgentGarbage),
        ("garbage", AgentGarbage),
        ("illegal", AgentIllegalMove),
        ("flood", AgentFlooded),
    ],
)
def test_a_bad_answer(make: Make, protocol: str, mode: str, kind: type[AgentFailure]) -> None:
    searcher = make(mode, protocol)
    position = CYCLIC.start(seed=3) if protocol == "judge" else DICE.start().play("d1")
    with pytest.raises(AgentFailure) as caught:
        ask(searcher, position)
    if protocol == "judge" and mode == "flood":
        kind = AgentGarbage  # the first two characters decide
    assert type(caught.value) is kind
    assert searcher._process is None
    assert "RuntimeError: lost" in caught.value.log or mode != "crash"


def test_a_failure_in_the_judges_game_can_be_repeated(make: Make) -> None:
    searcher = make("tired", "judge")
    with pytest.raises(AgentCrashed) as caught:
        play(searcher, CYCLIC.start(seed=1), 1)
    again = subprocess.run(
        ["sh", "-c", caught.value.replay], capture_output=True, text=True, check=False
    )
    assert again.returncode == 4
    assert len(again.stdout) == 4, "two moves, as in the game"


@every_protocol
def test_a_program_that_does_not_answer(
    make: Make, monkeypatch: pytest.MonkeyPatch, protocol: str
) -> None:
    searcher = make("hang", protocol)
    position = CYCLIC.start() if protocol == "judge" else DICE.start().play("d1")
    searcher.prepare()
    monkeypatch.setattr(foreign, "GRACE", BRIEF)
    with pytest.raises(AgentTimeout) as caught:
        ask(searcher, position, BRIEF)
    assert caught.value.end == "time"


@every_protocol
@pytest.mark.parametrize("mode", ["early", "twice"])
def test_a_program_that_writes_without_being_asked(make: Make, protocol: str, mode: str) -> None:
    """Characters before a judge's start may come late, and are then an illegal answer to it."""
    game = CYCLIC if protocol == "judge" else DICE
    searcher = make(mode, protocol)
    expected = (
        (AgentGarbage, AgentIllegalMove) if (protocol, mode) == ("judge", "early") else AgentGarbage
    )
    with pytest.raises(expected):
        play(searcher, game.start(seed=1), 0)


def test_a_program_that_does_not_name_its_squares(make: Make) -> None:
    with pytest.raises(AgentGarbage) as caught:
        ask(make("uninitialised", "text"), DICE.start().play("d1"))
    assert "ini" in caught.value.reason


def test_a_program_needs_a_command() -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent("course.ewn").player(DICE)
    assert caught.value.where == "command"


def test_a_match_goes_on_after_each_failure() -> None:
    result = tesuji.match(
        spec("illegal", "text"), "random", game="ewn", pairs=1, seconds=AMPLE, clock="wall"
    )
    assert [game.end for game in result.games] == ["illegal", "illegal"]
