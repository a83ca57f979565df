"""Every command with control, escape and bidirectional characters in every input that it reads."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tesuji.arena.store.store import Store
from tesuji.games.record import GameRecord, MoveRecord, record_text

__all__ = ["CASES", "EVIL", "PATIENCE", "Case", "Hook"]

EVIL = "EVIL\x1b]0;EVIL\x07\x1b[2J\x9b1m\u202eEVIL\u2066\x7f\u200b\u2028EVIL"
"""A title, a cleared screen, a C1 code, text from right to left, DEL, no width, a line end."""
PATIENCE = 240.0
"""Seconds for one case, at most."""
Hook = Callable[[], Callable[[], None]]
"""Gets ready before the command starts; what it returns runs beside the command."""


@dataclass(frozen=True)
class Case:
    """Arguments, where {name} is a file of `make_files` and {evil} the hostile text."""

    arguments: str
    typed: str = ""
    """Standard input, or what a person types."""
    beside: Hook | None = None
    """What runs in a thread at the same time, and interrupts the command by returning."""

    silent: bool = False
    """Whether it shows nothing of its input."""
    exact: bool = False
    """Whether it writes data to standard output, which only a terminal gets cleaned."""

    def words(self, folder: Path) -> list[str]:
        places = {"evil": EVIL, "folder": str(folder), **make_files(folder)}
        return [word.format(**places) for word in self.arguments.split()]


def cases(*arguments: str) -> list[Case]:
    return [Case(each) for each in arguments]


# Inputs


GAME = f"""
import tesuji

class EvilGame:
    {EVIL!a}
    name = "evil"
    title = {EVIL!a}
    summary = {EVIL!a}
    rules = "Rules: " + {EVIL!a}
    players = ("first" + {EVIL!a}, "second" + {EVIL!a})
    def start(self): return "5" + {EVIL!a}
    def to_move(self, state): return (5 - int(state[0])) % 2
    def moves(self, state): return [f"m{{n}}" + {EVIL!a} for n in (1, 2) if n <= int(state[0])]
    def play(self, state, move): return f"{{int(state[0]) - int(move[1])}}" + {EVIL!a}
    def result(self, state): return 1 - self.to_move(state) if state[0] == "0" else None
    def parse(self, text): return text

class Broken(EvilGame):
    name = "broken"
    def play(self, state, move):
        print({EVIL!a})
        raise ValueError({EVIL!a})

tesuji.register(EvilGame)
tesuji.register(Broken)
"""
AGENT = f"""
import warnings
import tesuji
calls = 0

def choose(position):
    global calls
    calls += 1
    print({EVIL!a})
    print({EVIL!a}, file=sys.stderr)
    warnings.warn({EVIL!a})
    if calls > 2:
        raise ValueError({EVIL!a})
    return position.legal_moves[0]

tesuji.register_agent("evil", choose)
"""
COURSE = """
[course]
name = "{evil}"
game = "ewn"
[limits]
seconds = 1.0
[ladder]
check = 2
rounds = 1
pairs = 1
gate_pairs = 1
[[baseline]]
agent = "random"
[[grade]]
name = "{evil}"
points = 50
"""


def toml_text(text: str) -> str:
    """Text with escapes that TOML understands."""
    return "".join(c if c.isalnum() else f"\\u{ord(c):04x}" for c in text)


def evil_record(game: str = "pentago") -> GameRecord:
    return GameRecord(
        game=game,
        agents=(f"mcts{EVIL}", "random"),
        start="6/6/6/6/6/6",
        moves=(MoveRecord("a1AR", 0, 0.5, 10, 20, 0.1),),
        winner=0,
        score=0,
        reason=f"lost {EVIL}",
        end="crash",
        tags={"Event": EVIL, "Log": f"a log {EVIL}"},
    )


def make_files(folder: Path) -> dict[str, str]:
    """Writes the inputs and returns them by name; most commands read several of them."""
    files = {
        "evil_game": folder / "game.py",
        "evil_agent": folder / "agent.py",
        "evil_record": folder / f"record{EVIL}.txt",
        "evil_lines": folder / f"lines{EVIL}.jsonl",
        "evil_text": folder / f"text{EVIL}.txt",
        "evil_study": folder / f"study{EVIL}.toml",
        "evil_course": folder / f"course{EVIL}.toml",
        "evil_store": folder / f"store{EVIL}.sqlite",
        "damaged_store": folder / f"damaged{EVIL}.sqlite",
        "agents": folder / "agents",
    }
    texts = {
        "evil_game": GAME,
        "evil_agent": AGENT,
        "evil_record": record_text(evil_record()) + "\n",
        "evil_lines": json.dumps(evil_record().to_dict()) + "\n",
        "evil_text": f"{EVIL}\n",
        "evil_study": f'title = "a"\n"{toml_text(EVIL)}" = 1\n',
        "evil_course": COURSE.replace("{evil}", toml_text(EVIL)),
    }
    for name, text in texts.items():
        files[name].write_text(text, "utf-8")
    for name in ("evil_store", "damaged_store"):
        with Store(files[name]) as store:
            match = store.begin(f"match {EVIL}", {"game": EVIL, "seed": 1})
            store.add_pair(match, 0, [evil_record(), evil_record()], {"processor": EVIL})
    with closing(sqlite3.connect(files["damaged_store"])) as connection, connection:
        connection.execute("UPDATE game SET record = '{}'")
    files["agents"].mkdir()
    (files["agents"] / f"ann{EVIL}.py").write_text(AGENT, "utf-8")
    (files["agents"] / "bob.py").write_text(AGENT, "utf-8")
    return {name: str(path) for name, path in files.items()}


# Clients and servers


def hostile_client() -> None:
    """Joins the server of `tesuji serve` under a hostile name, then writes garbage."""
    with _connected() as client:
        client.sendall(f"START {EVIL}\n".encode())
        time.sleep(1)
        client.sendall(f"{EVIL}\n".encode())
        time.sleep(1)


def _connected() -> socket.socket:
    end = time.monotonic() + PATIENCE / 4
    while True:
        try:
            return socket.create_connection(("127.0.0.1", PORT))
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def hostile_server() -> Callable[[], None]:
    """A course's server that greets the client of `tesuji connect` with hostile text."""
    listener = socket.create_server(("127.0.0.1", PORT))
    listener.settimeout(PATIENCE / 4)

    def greet() -> None:
        with listener:
            client, _ = listener.accept()
        with client:
            client.sendall(f"START Player-0\nGAMEOVER {EVIL} WINNER 1\n".encode())
            time.sleep(2)

    return greet


def browser() -> None:
    """A page that asks for hostile things."""
    with _connected() as client:
        client.sendall(f"GET /{EVIL} HTTP/1.1\r\nHost: {EVIL}\r\n{EVIL}\r\n\r\n".encode())
        time.sleep(1)


PORT = 20_000 + os.getpid() % 20_000
LOADED = "--load {evil_game}"
PLAYED = f"--pairs 1 --jobs 1 --simulations 5 {LOADED} --load {{evil_agent}}"
CASES: dict[str, list[Case]] = {
    "games": cases("games {evil}"),
    "rules": cases("rules {evil}", f"rules evil {LOADED}", "rules ewn --load {evil_text}"),
    "show": cases(
        "show {evil}",
        f"show evil {LOADED} --svg {{folder}}/board.svg",
        f"show evil {LOADED}",
        "show ewn --position {evil}",
        "show ewn --moves {evil}",
    ),
    "play": [
        *cases("play {evil}", "play ewn --agent {evil} --terminal", "play ewn --host {evil}"),
        Case(f"play evil --terminal --agent random {LOADED}", typed=f"{EVIL}\n?\nm1\n"),
        Case(f"play --no-browser --port {PORT}", beside=lambda: browser, silent=True),
    ],
    "agents": cases("agents {evil}", "agents mcts({evil})"),
    "best": cases(
        "best {evil}",
        f"best evil --agent mcts --simulations 10 {LOADED}",
        f"best evil --agent mcts --simulations 10 --json {LOADED}",
        f"best broken --agent mcts --simulations 10 {LOADED}",
        "best ewn --agent {evil}",
        "best ewn --moves d1 --agent evil --load {evil_agent}",
    ),
    "solve": cases(
        "solve {evil}",
        f"solve evil {LOADED}",
        f"solve evil --json {LOADED}",
        f"solve broken {LOADED}",
        "solve ewn-cyclic --position {evil}",
        "solve avalam --moves {evil}",
    ),
    "book": cases(
        "book {evil} --out {folder}/book",
        "book pentago --agent {evil} --out {folder}/book",
        "book pentago --out {folder}/{evil}/book/nothing --positions 1 --nodes 1 --reply-nodes 1",
    ),
    "solve-set": cases(
        "solve-set {evil} --out {folder}/set", "solve-set avalam --player {evil} --out {folder}/set"
    ),
    "blunders": cases(
        "blunders {evil} --game avalam",
        "blunders random --game {evil}",
        "blunders random --set {evil_text}",
        "blunders random --set {folder}/{evil}",
    ),
    "tables": cases("tables {evil}", "tables ewn --check --folder {folder}/{evil}"),
    "selfplay": cases(
        "selfplay {evil} --out {folder}/games",
        "selfplay ewn --agent {evil} --out {folder}/games",
        f"selfplay broken --agent random --games 1 --jobs 1 --out {{folder}}/{{evil}} {LOADED}",
    ),
    "learn": cases(
        "learn {evil} --out {folder}/run",
        "learn avalam --agent {evil} --out {folder}/run",
        "learn avalam --family {evil} --out {folder}/run",
    ),
    "perft": cases("perft {evil} 2", f"perft evil 2 --divide {LOADED}"),
    "playouts": cases(
        "playouts {evil}", f"playouts evil --count 2 {LOADED}", f"playouts broken {LOADED}"
    ),
    "match": cases(
        "match {evil} random --game ewn",
        "match random random --game ewn --openings {evil_text}",
        "match random random --game ewn --store {evil_text}",
        f"match random random --game evil --report {{folder}}/m.html {PLAYED}"
        " --json {folder}/m.json",
        f"match evil random --game evil --report {{folder}}/f.html {PLAYED}",
        f"match random random --game broken {PLAYED}",
    ),
    "tournament": cases(
        "tournament {evil} random --game ewn",
        f"tournament random mcts evil --game evil --report {{folder}}/t.html {PLAYED}",
    ),
    "sweep": cases(
        "sweep mcts {evil} 1,2 --game ewn",
        f"sweep mcts rollouts 1 2 --game evil --against random --report {{folder}}/s.html {PLAYED}",
    ),
    "ablate": cases("ablate {evil} --game ewn", "ablate mcts(solver=true) --game {evil}"),
    "scaling": cases(
        "scaling {evil} --game ewn --simulations 1,2",
        f"scaling mcts --game broken --simulations 1,2 --pairs 1 --jobs 1 {LOADED}",
    ),
    "tune": cases(
        "tune {evil} --game ewn --over c",
        "tune mcts --game ewn --over {evil}",
        "tune greedy --game ewn --over steps --method texel --positions {evil_store}",
        "tune mcts --game ewn --over c --store {folder}/s.db --study {evil_text} --jobs 1",
        f"tune mcts --game broken --over rollouts=1..9 --method spsa --trials 1 {PLAYED}",
    ),
    "experiment": cases("experiment {evil}", "experiment {evil_study}", "experiment {evil_text}"),
    "reproduce": cases("reproduce {evil}", "reproduce popcoin --store {evil_text}"),
    "results": cases(
        "results {evil}", "results {evil_store}", "results {damaged_store}", "results {evil_text}"
    ),
    "record": [
        *cases("record {evil}", "record {evil_record}", "record {evil_lines}"),
        *cases("record {evil_text}", "record {evil_record} --into {evil_store}"),
        Case("record {evil_record} --convert /dev/stdout", exact=True),
    ],
    "ladder": cases(
        "ladder ewn --agents {evil} --out {folder}/none",
        "ladder ewn --agents {agents} --out {folder}/ladder --unsafe --jobs 1 --check 2"
        " --baseline random --gate-pairs 1 --rounds 1 --pairs 1 --seconds 1",
    ),
    "league": cases(
        "league {evil}",
        "league {evil_text}",
        "league {evil_course} --out {folder}/kit",
        "league {evil_course} --agents {agents} --unsafe --jobs 1 --out {folder}/league",
    ),
    "levels": cases(
        "levels {evil}", f"levels broken --pairs 1 --jobs 1 --write {{folder}}/levels.json {LOADED}"
    ),
    "openings": cases("openings {evil}", f"openings evil --count 2 --plies 1 {LOADED}"),
    "bench": cases("bench {evil}"),
    "engine": [
        *cases("engine {evil}"),
        Case(
            f"engine random {LOADED}",
            typed=f"tesuji\nnewgame evil\n{EVIL}\nsetoption name {EVIL} value {EVIL}\n"
            f"position {EVIL}\nposition startpos\nlegalmoves\ngo\nquit\n",
        ),
    ],
    "check-agent": cases(
        "check-agent {evil} --game ewn",
        "check-agent evil --game ewn --positions 4 --load {evil_agent}",
        "check-agent evil --game ewn --positions 4 --json --load {evil_agent}",
    ),
    "check-game": cases(
        "check-game {evil}", "check-game {evil_game} --games 2", "check-game {evil_text}"
    ),
    "demo": cases("demo {evil}", "demo --report {evil_text}/none --pairs 1 --no-browser"),
    "connect": [
        *cases("connect {evil} random", "connect course.pentago-twist {evil}"),
        Case(f"connect course.pentago-twist random --port {PORT}", beside=hostile_server),
    ],
    "export": cases(
        "export {evil} random --out {folder}/out",
        "export course.colosseum {evil} --out {folder}/out",
    ),
    "serve": [
        *cases("serve {evil}", "serve course.pentago-twist {evil}"),
        Case(f"serve course.pentago-twist random --port {PORT}", beside=lambda: hostile_client),
    ],
    "store check": [
        *cases("store check {evil}", "store check {evil_text}"),
        Case("store check {damaged_store}", silent=True),
        Case("store check {evil_store} --replay", silent=True),
    ],
    "store salvage": cases(
        "store salvage {evil} --into {folder}/x",
        "store salvage {damaged_store} --into {folder}/{evil}",
    ),
    "store backup": cases(
        "store backup {evil} --into {folder}/y", "store backup {evil_store} --into {folder}/{evil}b"
    ),
}
"""Every command of the application, by its full name."""
