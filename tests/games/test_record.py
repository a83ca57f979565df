"""Game records: text and data that read back unchanged, and errors that say where."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tests.conformance.variants import GAMES, actions, every_game
from tesuji import Game
from tesuji.errors import ParameterError, RecordError
from tesuji.games.randomness import RandomStream
from tesuji.games.record import (
    ENDS,
    UNFINISHED,
    GameRecord,
    MoveRecord,
    parse_records,
    record_text,
)

FORFEITS = [end for end in ENDS if end != "rules"]
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)


def random_game(game: Game, seed: int, *, end: str = "rules") -> GameRecord:
    """A random game with comments of every shape; half of it, where it does not end by rule."""
    position, stream, moves = game.start(seed=seed), RandomStream(seed), []
    while not position.is_over:
        options = actions(position)
        move = options[stream.below(len(options))]
        thought = (round(stream.below(1000) / 1000, 3), stream.below(10**9), None, 0.25)
        comment = thought if position.to_move is not None and stream.below(2) else ()
        moves.append(MoveRecord(str(move), position.to_move, *comment))
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    whole = GameRecord(
        game=game.spec,
        agents=("mcts(select=ucb1(c=0.7))", "random"),
        start=game.start(seed=seed).text,
        moves=tuple(moves),
        winner=outcome.winner,
        score=outcome.score,
        reason=outcome.reason,
        tags={"Pair": "3", "Seed": str(seed)},
    )
    if end == "rules":
        return whole
    half = tuple(moves[: len(moves) // 2])
    winner = None if end == UNFINISHED else seed % 2
    return replace(whole, moves=half, winner=winner, score=0, reason="it failed", end=end)


def read_one(text: str) -> GameRecord:
    (record,) = parse_records(text)
    return record


# What is written reads back


@every_game
@given(seed=st.integers(0, 2**64 - 1))
def test_text_reads_back(game: Game, seed: int) -> None:
    record = random_game(game, seed)
    assert read_one(record_text(record)) == record


@every_game
@pytest.mark.parametrize("end", FORFEITS)
def test_forfeits_and_adjudications_read_back(game: Game, end: str) -> None:
    record = random_game(game, 5, end=end)
    assert read_one(record_text(record)) == record


@every_game
def test_data_reads_back_through_json(game: Game) -> None:
    record = random_game(game, 7)
    lines = "\n".join(json.dumps(r.to_dict()) for r in (record, random_game(game, 8, end="time")))
    read = [GameRecord.from_dict(json.loads(line)) for line in lines.splitlines()]
    assert read[0] == record
    assert read[1].end == "time"


@given(first=texts, reason=texts, tag=texts)
def test_any_text_can_stand_in_a_header(first: str, reason: str, tag: str) -> None:
    record = replace(
        random_game(tesuji.game("ewn"), 1),
        agents=(first, 'a\\b "quoted" [x]'),
        reason=reason,
        tags={"Note": tag},
    )
    assert read_one(record_text(record)) == record


def test_several_records_in_one_text() -> None:
    records = [random_game(game, 3, end=end) for game in GAMES for end in ("rules", "crash")]
    text = "\n".join(record_text(record) for record in records)
    assert parse_records(text) == records
    assert parse_records("".join(record_text(record) for record in records)) == records
    assert parse_records(text.replace("\n", "\r\n")) == records


def test_a_game_without_moves_reads_back() -> None:
    record = replace(random_game(tesuji.game("avalam"), 1, end="crash"), moves=())
    assert parse_records(record_text(record) * 2) == [record, record]


def test_no_records_in_an_empty_text() -> None:
    assert parse_records("") == parse_records("\n \n") == []


def test_counts_are_written_in_full() -> None:
    record = random_game(tesuji.game("avalam"), 1)
    moves = (replace(record.moves[0], value=0.5, simulations=123_456_789), *record.moves[1:])
    record = replace(record, moves=moves)
    assert read_one(record_text(record)).moves[0].simulations == 123_456_789


def test_lines_are_short() -> None:
    text = record_text(random_game(tesuji.game("colosseum(size=12)"), 2))
    assert max(len(line) for line in text.splitlines() if not line.startswith("[")) < 100


def test_positions_replay_the_game() -> None:
    record = random_game(tesuji.game("ewn"), 2)
    *_, last = record.positions()
    assert last.outcome is not None
    assert last.outcome.winner == record.winner


# Broken records are refused, with line and column

GOOD = """[Game "pentago-twist"]
[First "mcts"]
[Second "random"]
[Start "6/6/6/6/6/6"]
[Result "1-0"]
[End "time"]

a1AR b1AR {0.5 10 20 0.1}
"""

BROKEN = {
    "no headers": ("a1AR b1AR\n", 1, 1, "Game"),
    "a header without quotes": (GOOD.replace('"mcts"', "mcts"), 2, 1, "[First"),
    "a header that does not end": (GOOD.replace('random"]', 'random"'), 3, 1, "[Second"),
    "an indented bad header": (GOOD.replace("[First ", "  [First"), 2, 3, "[First"),
    "a header twice": (GOOD.replace("Second", "First"), 3, 1, "First"),
    "a header is missing": (GOOD.replace("Start", "Begin"), 1, 1, "Start"),
    "an unknown game": (GOOD.replace("pentago-twist", "pentgo"), 1, 8, "pentgo"),
    "a bad parameter": (GOOD.replace("pentago-twist", "avalam(x=1)"), 1, 8, "x"),
    "a bad start": (GOOD.replace("6/6/6/6/6/6", "6/6/7/6/6/6"), 4, 9, "6/6/7"),
    "an unknown result": (GOOD.replace("1-0", "2-0"), 5, 10, "'2-0'"),
    "an unknown end": (GOOD.replace('"time"', '"fire"'), 6, 7, "'fire'"),
    "an end without its result": (GOOD.replace("time", "unfinished"), 5, 10, "unfinished"),
    "no result at an end": (GOOD.replace("1-0", "*"), 5, 10, "'time'"),
    "a score that is not a number": (GOOD.replace("End", "Score"), 6, 9, "'time'"),
    "no move at all": (GOOD.replace("b1AR", "zzz"), 8, 6, "zzz"),
    "an illegal move": (GOOD.replace("b1AR", "c1AR"), 8, 6, "c1AR"),
    "a comment before a move": (GOOD.replace("a1AR", "{0 1 1 0}"), 8, 1, "{0 1 1 0}"),
    "a comment of words": (GOOD.replace("{0.5 10", "{good 10"), 8, 11, "{good 10 20 0.1}"),
    "a comment of two": (GOOD.replace("20 0.1}", "}"), 8, 11, "{0.5 10 }"),
    "no count of simulations": (GOOD.replace("0.5 10", "0.5 nan"), 8, 11, "nan"),
    "a comment that does not end": (GOOD.replace("0.1}", "0.1"), 8, 11, "{0.5"),
    "text after the game": (GOOD + "\nmore of it\n", 10, 1, "Game"),
    "a game that does not end": (
        GOOD.replace('"time"', '"rules"'),
        5,
        10,
        "end of the game",
    ),
}


def test_the_good_one_is_good() -> None:
    assert len(read_one(GOOD).moves) == 2


@pytest.mark.parametrize("name", BROKEN)
def test_errors_name_line_and_column(name: str) -> None:
    text, line, column, named = BROKEN[name]
    with pytest.raises(RecordError) as caught:
        parse_records(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert f"line {line}, column {column}: " in str(caught.value)
    assert named in str(caught.value)


def test_errors_in_a_later_record_count_from_the_top() -> None:
    with pytest.raises(RecordError) as caught:
        parse_records(GOOD + "\n" + GOOD.replace("b1AR", "zzz"))
    assert (caught.value.line, caught.value.column) == (17, 6)
    assert (caught.value.where, caught.value.given) == (None, "zzz")


def test_a_result_that_the_moves_deny_is_refused() -> None:
    record = random_game(tesuji.game("ewn"), 4)
    assert record.winner is not None
    with pytest.raises(RecordError, match=r"(1-0|0-1).*(1-0|0-1)"):
        parse_records(record_text(replace(record, winner=1 - record.winner)))


# Unfinished games


def test_an_unfinished_game_has_no_winner_and_is_no_draw() -> None:
    record = read_one(GOOD.replace("1-0", "*").replace("time", "unfinished"))
    assert (record.end, record.winner, record.result, record.is_unfinished) == (
        "unfinished", None, "*", True,
    )  # fmt: skip
    assert '[Result "*"]' in record_text(record)
    with pytest.raises(ParameterError, match="pentago-twist") as caught:
        record.value_for(0)
    assert (caught.value.where, caught.value.given) == ("end", "unfinished")
    # The result alone says it.
    assert read_one(GOOD.replace("1-0", "*").replace('[End "time"]\n', "")) == record


def test_a_game_that_is_over_is_not_unfinished() -> None:
    record = replace(random_game(tesuji.game("ewn"), 4), winner=None, end=UNFINISHED)
    with pytest.raises(RecordError, match=record.reason):
        parse_records(record_text(record))


def test_unfinished_games_of_early_versions_are_read() -> None:
    former = GOOD.replace("1-0", "1/2-1/2").replace("time", "adjudicated")
    record = read_one(former.replace("\n\n", '\n[Reason "unfinished"]\n\n'))
    assert (record.result, record.end, record.is_unfinished) == ("1/2-1/2", "adjudicated", True)
    assert not read_one(former).is_unfinished
