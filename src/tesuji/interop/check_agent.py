"""Checks an agent: asks it about many positions and reports what it does wrong."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Agent
from tesuji.agents.registry import AgentLike, registered_agents
from tesuji.games import Game, Position
from tesuji.games.registry import game_text
from tesuji.interop.checking.asking import Answer, ask_all
from tesuji.interop.checking.faults import (
    Moves,
    Referee,
    answer_fault,
    growth_of,
    memory_faults,
    state_faults,
)
from tesuji.interop.checking.positions import Question, draw_questions, variants
from tesuji.interop.checking.report import AgentReport, Fault, WorstMove
from tesuji.specs import parse_spec

__all__ = ["AgentReport", "Fault", "WorstMove", "check_agent"]

POSITIONS = 200
SECONDS = 1.0
SIMULATIONS = 600
"""Simulations of each search of the reference."""
REPEATED = 40
"""Positions that are asked again, in the same order and backwards."""
QUICK = 0.4
"""Share of the limit. An agent that takes longer may stop its search by the clock."""
MOST_FAILURES = 10
"""Crashes and hangs in a row after which an agent is asked no more."""
WORST = 5
WORTH_SHOWING = 0.05
"""Loss of win probability from which a move is shown among the worst."""

Progress = Callable[[str, int, int], None]
"""Called with the current step, and how much of it is done."""


def check_agent(
    agent: AgentLike,
    *,
    game: str | Game,
    positions: int = POSITIONS,
    seconds: float = SECONDS,
    seed: int = 0,
    simulations: int = SIMULATIONS,
    load: Iterable[str | Path] = (),
    progress: Progress | None = None,
) -> AgentReport:
    """Asks an agent about positions of all sizes and phases of a game.

    It looks for illegal moves, crashes, hangs, late moves, too much memory, missed wins in one
    move, allowed losses in one move, and state that is kept from game to game. A reference search
    of so many ``simulations`` finds the worst moves.

    >>> from tesuji.interop.check_agent import check_agent
    >>> check_agent("greedy", game="ewn", positions=6).passed
    True
    """
    game = game_text(game)
    files = [str(Path(file).resolve()) for file in load]
    for file in files:
        tesuji.load(file)
    checked, games = tesuji.agent(agent), variants(game)
    for each in games:
        checked.player(each)
    questions = draw_questions(games, positions, seed)
    asking = _Asking(checked, seconds, files, progress or (lambda step, done, of: None))
    answers = asking.ask("positions", questions)
    repeated = questions[: min(REPEATED, len(questions) // 2 or 1)]
    state, random = _check_state(asking, answers[: len(repeated)], repeated)
    judged = list(asking.judge(answers, Referee.with_simulations(simulations)))
    faults = [
        *filter(None, (answer_fault(each, seconds, asking.command) for each in answers)),
        *(fault for fault, _ in judged if fault is not None),
        *memory_faults(answers),
        *state,
    ]
    worst = sorted((move for _, move in judged), key=lambda move: -move.lost)[:WORST]
    times = [answer.seconds for answer in answers if answer.move is not None]
    return AgentReport(
        agent=checked.spec,
        game=game,
        asked=len(answers),
        limit=seconds,
        mean_seconds=sum(times) / len(times) if times else None,
        longest_seconds=max(times, default=None),
        megabytes=max((answer.megabytes for answer in answers), default=0.0),
        growth=growth_of(answers),
        faults=tuple(faults),
        notes=tuple(filter(None, (random, *_left_out(answers, questions)))),
        worst=tuple(move for move in worst if move.lost >= WORTH_SHOWING),
    )


def _check_state(
    asking: _Asking, first: Sequence[Answer], questions: Sequence[Question]
) -> tuple[list[Fault], str]:
    """Asks again in the same order and backwards; each run has a new process.

    Returns faults, or a note that says why this could not be checked.
    """
    unchecked = "so it was not checked for state that it keeps from game to game"
    if any(answer.failure in ("Hang", "Ended") for answer in first):
        return [], f"its process ended, {unchecked}"
    if max((answer.seconds for answer in first), default=0.0) > QUICK * asking.seconds:
        return [], f"its moves depend on the time, {unchecked}"

    def run(step: str, order: Sequence[Question]) -> Moves:
        return {answer.question: answer.move for answer in asking.ask(step, order)}

    forwards: list[Moves] = [{answer.question: answer.move for answer in first}]
    forwards.append(run("the same order again", questions))
    if forwards[0] != forwards[1]:
        return [], f"its moves differ from run to run, {unchecked}"
    other = _games_backwards(questions)
    backwards = [run("another order", other)]
    if backwards == forwards[:1]:
        return [], ""
    # Once more, so that chance does not look like state.
    forwards.append(run("the same order, to be sure", questions))
    backwards.append(run("another order, to be sure", other))
    return state_faults(forwards, backwards), ""


def _games_backwards(questions: Sequence[Question]) -> list[Question]:
    """The last game first; the questions of a game stay in order."""
    return sorted(questions, key=lambda each: (-each.game_number, each.number))


def _left_out(answers: Sequence[Answer], questions: Sequence[Question]) -> Iterator[str]:
    if left := len(questions) - len(answers):
        were = "position was" if left == 1 else "positions were"
        yield f"{left} {were} left out, because it kept failing"


def _keeps_failing(answers: Sequence[Answer]) -> bool:
    """Whether the last answers were all crashes or hangs, so that asking on would tell no more."""
    last = answers[-MOST_FAILURES:]
    return len(last) == MOST_FAILURES and all(answer.end in ("crash", "time") for answer in last)


class _Asking:
    """Asks an agent, and knows how a person can ask it the same."""

    def __init__(
        self, agent: Agent, seconds: float, load: Sequence[str], progress: Progress
    ) -> None:
        self.agent, self.seconds, self.load, self.progress = agent, seconds, load, progress
        self._seeds: dict[Position, int] = {}

    def ask(self, step: str, questions: Sequence[Question]) -> list[Answer]:
        """The answers to all questions, from a new process."""
        answers: list[Answer] = []
        self._seeds |= {question.position: question.seed for question in questions}
        budget = {"seconds": self.seconds, "clock": "wall"}
        with closing(ask_all(self.agent, questions, budget=budget, setup=self._setup())) as asked:
            for answer in asked:
                answers.append(answer)
                self.progress(step, len(answers), len(questions))
                # Each failure of an agent outside costs a new process.
                if self.agent.uses_wall_clock and _keeps_failing(answers):
                    break
        return answers

    def _setup(self) -> dict[str, Any]:
        function, name = self.agent.function, parse_spec(self.agent.spec).name
        functions: list[tuple[str, str, str, str]] = []
        if function is not None and not function.is_local and name in registered_agents():
            functions = [(name, str(function.file), function.name, function.version)]
        return {"agent": self.agent.spec, "load": list(self.load), "functions": functions}

    def command(self, position: Position) -> str:
        """The command that asks the agent about a position; empty if there is none."""
        function = self.agent.function
        if function is not None and function.is_local:
            return ""
        options = (
            ("--agent", self.agent.spec) if function is None else function.options(self.agent.spec)
        )
        loads = [] if "--load" in options else [f"--load={file}" for file in self.load]
        where = ["--position", position.text, "--seconds", f"{self.seconds:g}"]
        where += ["--search-seed", str(self._seeds[position])]
        return shlex.join(["tesuji", "best", position.game.spec, *options, *loads, *where])

    def judge(
        self, answers: Sequence[Answer], referee: Referee
    ) -> Iterator[tuple[Fault | None, WorstMove]]:
        """Judges every move that the agent made."""
        for done, answer in enumerate(answers, 1):
            self.progress("judging its moves", done, len(answers))
            if answer.move is not None:
                position = answer.question.position
                found = referee.loss(position, position.game.move(answer.move))
                yield referee.fault(found, self.command), found
