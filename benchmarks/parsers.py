"""The Python parsers that read what others wrote, with valid examples to mutate.

A parser of weights files belongs here as soon as the package reads such files.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from tesuji.arena.match.openings import read_openings
from tesuji.arena.stats.sprt import Sprt
from tesuji.cli.contest_options import read_limits
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream
from tesuji.games.record import GameRecord, MoveRecord, parse_records, record_text
from tesuji.games.record_files import parse_lines, read_records
from tesuji.games.rules_text import parse_rules
from tesuji.interop.course import ewn_judge, ewn_text, pentago_twist_notation
from tesuji.interop.engine.protocol import parse_command, parse_reply
from tesuji.interop.ladder.private import read_aliases
from tesuji.interop.league.course import read_course
from tesuji.interop.league.grading import read_times
from tesuji.specs import parse_spec
from tesuji.studies.study_file import read_text
from tesuji.web.bounds import Bounds
from tesuji.web.messages import MESSAGES, PROTOCOL, read_message

__all__ = ["PARSERS", "SLOW", "Parser"]

PACKAGE = Path(tesuji.__file__).parent
SPECS = (
    "mcts",
    "mcts(solver=true, rollout=eps_greedy(greedy=0.8, k=3))",
    "alphabeta(knowledge=avalam(five=2.5, groups=true), depth=4)",
    'exec("./engine --level 3", options="a=1")',
    "mcts(select=puct, final=near_best)",
    "level-3",
)
GAMES = ("avalam", "colosseum(size=6, walls=3)", "ewn", "pentago(placement_wins=true)")
COURSE = """[course]
name = "Games 101"
game = "ewn"
deadline = 2026-11-30T23:59:00-05:00
[limits]
seconds = 1.0
memory = 500
[late]
penalty = 10
days = 2
[ladder]
rounds = 9
pairs = 4
sprt = "0,150"
[[baseline]]
agent = "random"
[[grade]]
name = "A"
points = 90
beats = "random"
[[grade]]
name = "C"
points = 50
"""
COMMANDS = (
    "tesuji",
    "setoption name mcts.c value 0.5",
    "newgame colosseum(size=6) seed 3",
    "position c2b1----b3a2 --c4d1----d4 r 3 moves 2e d4",
    "go seconds 0.5 simulations 100 seed 7",
    "legalmoves",
    "quit",
)
REPLIES = (
    "id name Example 1.0",
    "option name c type spin default 1 min 0 max 9",
    "option name rollout type combo default a var a var b",
    "info simulations 100 value 0.25 pv 2e d4 text hello",
    "bestmove 2se ponder d4",
    "readyok",
)


@dataclass(frozen=True)
class Parser:
    """A function that reads text, and examples that it accepts."""

    read: Callable[[str], object]
    examples: tuple[str, ...]


def record(spec: str, seed: int) -> GameRecord:
    """A short random game."""
    start, stream = tesuji.game(spec).start(seed=seed), RandomStream(seed)
    turns = list(play_game(start, random_mover(stream), stream))[:4]
    moves = [
        MoveRecord(turn.move.text, turn.player, 0.5, 10, 20, 0.125)
        if turn.player is not None
        else MoveRecord(turn.move.text)
        for turn in turns
    ]
    return GameRecord(
        game=spec,
        agents=("mcts(simulations=10)", "random"),
        start=start.text,
        moves=tuple(moves),
        winner=None,
        score=0,
        reason="stopped",
        end="unfinished",
        tags={"Event": "a test", "Log": "line one\\nline two"},
    )


def messages() -> Iterable[str]:
    """A message of every type, with every field of its model that has a plain form."""
    values: dict[str, Any] = {
        "string": "avalam",
        "integer": 1,
        "number": 0.5,
        "boolean": True,
        "array": ["a", "b"],
    }
    for name, model in MESSAGES.items():
        fields = model.model_json_schema().get("properties", {})
        given = {
            key: field.get("enum", [values.get(field.get("type", ""))])[0]
            for key, field in fields.items()
        }
        yield json.dumps({"type": name, "id": 7, **given})
    yield json.dumps({"type": "hello", "protocol": PROTOCOL, "session": ""})
    seats = [{"kind": "person", "name": "ann"}, {"kind": "agent", "spec": "mcts", "seconds": 0.5}]
    clock = {"kind": "game", "seconds": 60, "increment": 0.5}
    yield json.dumps({"type": "new", "game": "ewn", "seats": seats, "clock": clock, "seed": 3})


def from_file(read: Callable[[Path], object], path: Path) -> Callable[[str], object]:
    """Lets a function that reads a file read text."""

    def read_text(text: str) -> object:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return read(path)

    return read_text


def of_texts(read: Callable[[str], object], *examples: str) -> Callable[[Path], Parser]:
    return lambda _folder: Parser(read, examples)


def of_files(read: Callable[[Path], object], *examples: str) -> Callable[[Path], Parser]:
    return lambda folder: Parser(from_file(read, folder / "input"), examples)


def with_game(read: Callable[[tesuji.Game, str], object], kind: str) -> Callable[[Path], Parser]:
    """Reads text of the game that its first line names; moves or positions of several games."""

    def read_text(text: str) -> object:
        spec, _, rest = text.partition("\n")
        return read(games.get(spec, games["avalam"]), rest)

    games = {spec: tesuji.game(spec) for spec in GAMES}
    played = {spec: record(spec, 1) for spec in GAMES}
    examples = {
        "position": [f"{spec}\n{each.start}" for spec, each in played.items()],
        "move": [f"{spec}\n{each.moves[-1].move}" for spec, each in played.items()],
    }
    return of_texts(read_text, *examples[kind])


def read_ewn_answer(text: str) -> object:
    return ewn_text.read_move(text, _ewn_position())


def read_judge_move(text: str) -> object:
    return ewn_judge.read_move(text, tesuji.game("ewn-cyclic").start(seed=0))


@functools.cache
def _ewn_position() -> tesuji.Position:
    return tesuji.game("ewn").position("c2b1----b3a2 --c4d1----d4 r 3")


def read_lines(text: str) -> object:
    return pentago_twist_notation.read_move(text) or (
        pentago_twist_notation.read_seat(text),
        pentago_twist_notation.read_result(text),
    )


def aliases(path: Path) -> object:
    return read_aliases(path, [])


def openings(path: Path) -> object:
    return read_openings(path, tesuji.game("ewn"))


RECORDS = [record(spec, seed) for seed, spec in enumerate(GAMES)]
STUDIES = [path.read_text("utf-8") for path in (PACKAGE / "studies/reports").glob("*.toml")]
SHORT_STUDY = min(STUDIES, key=len)
LINES = tuple(json.dumps(each.to_dict()) for each in RECORDS)
OPENINGS = "\n".join(tesuji.game("ewn").start(seed=seed).text for seed in range(3))

PARSERS: dict[str, Callable[[Path], Parser]] = {
    "spec": of_texts(parse_spec, *SPECS),
    "agent": of_texts(tesuji.agent, *SPECS[:3], *SPECS[4:]),
    "game": of_texts(tesuji.game, *GAMES),
    "position": with_game(lambda game, text: game.position(text), "position"),
    "move": with_game(lambda game, text: game.move(text), "move"),
    "record": of_texts(parse_records, *map(record_text, RECORDS)),
    "record lines": of_texts(parse_lines, *LINES),
    "record file": of_files(read_records, *map(record_text, RECORDS)),
    "openings": of_files(openings, OPENINGS),
    "limits": of_texts(lambda text: read_limits(text, "--a"), "simulations=100,memory=64"),
    "sprt": of_texts(Sprt.parse, "0,20"),
    "rules": of_texts(parse_rules, (PACKAGE / "games/rules/ewn.md").read_text("utf-8")),
    "study": of_texts(
        lambda text: read_text(text, name="study", path="study.toml"), SHORT_STUDY
    ),
    "course": of_files(read_course, COURSE),
    "times": of_files(read_times, "name,time\nann,2026-11-30T23:59:00-05:00\n"),
    "aliases": of_files(aliases, "name,alias\nann,agent-1\nbob,agent-2\n"),
    "page message": of_texts(lambda text: read_message(text, Bounds()), *messages()),
    "engine command": of_texts(parse_command, *COMMANDS),
    "engine reply": of_texts(parse_reply, *REPLIES),
    "judge start": of_texts(ewn_judge.read_start, "012345502143343242404031241152042f"),
    "judge move": of_texts(read_judge_move, "30"),
    "ewn question": of_texts(ewn_text.read_get, "get R 3 0 C4 D1 0 0 D4 C2 B1 0 0 B3 A2"),
    "ewn answer": of_texts(read_ewn_answer, "B1 C1"),
    "pentago-twist line": of_texts(
        read_lines, "2 3 1 0 1", "START 1", "GAMEOVER TIMEOUT WINNER 1"
    ),
}  # fmt: skip
"""By name: a function that makes the parser, given a folder for its files."""

SLOW = {"agent", "game", "record file", "openings", "study", "course", "times", "aliases"}
"""Parsers that take a millisecond or more; they get a tenth of the inputs of the others."""
