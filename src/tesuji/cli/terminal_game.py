"""A game at the terminal: coloured board, completion, hints, and what the agent thought."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

import tesuji
from tesuji.agents import Analysis, Budget, Player
from tesuji.cli.completion import complete_words
from tesuji.cli.terminal import board_text, make_console, make_table
from tesuji.games import Position
from tesuji.games.chance import draw_event

__all__ = ["play_here"]

COMMANDS = {
    "moves": "list the legal moves",
    "hint": "what the agent would play",
    "why": "what the agent thought at its last move",
    "undo": "take your last move back",
    "resign": "give up",
    "help": "show this",
    "quit": "leave",
}
HINT = "mcts"
"""Who gives hints where two people play."""


def play_here(
    start: Position, *, agent: str | None, side: int, seconds: float, seed: int | None = None
) -> None:
    """Plays from a position to the end; without an agent, two people at one terminal.

    The same seed rolls the same dice.
    """
    Budget(seconds=seconds)  # refuses at once what the first search would refuse
    opponent = None if agent is None else tesuji.agent(agent).player(start.game)
    hints = opponent or tesuji.agent(HINT).player(start.game)
    dice = random.Random(seed)
    game = _Game(make_console(), [_rolled(start, dice)], opponent, side, seconds, hints, dice)
    game.introduce()
    while not game.done:
        game.turn()


@dataclass
class _Game:
    console: Console
    history: list[Position]
    """The positions at which somebody decided, and the end; rolls are made in between."""
    opponent: Player | None
    side: int
    seconds: float
    hints: Player
    dice: random.Random
    thoughts: dict[int, Analysis] = field(default_factory=dict)
    """What the agent thought, by the length of the history when it did."""
    done: bool = False
    shown: Position | None = field(default=None)

    @property
    def now(self) -> Position:
        return self.history[-1]

    @property
    def mover(self) -> str:
        return self.now.game.players[self.now.next_player]

    def introduce(self) -> None:
        game = self.now.game
        self.say(f"{game.title}. Type a move, or help. `tesuji rules {game.name}` explains.")
        if self.opponent is not None:
            self.say(f"You are {game.players[self.side]}, {self.opponent.agent.spec} plays along.")

    def say(self, text: str) -> None:
        self.console.print(text)

    def turn(self) -> None:
        """One move of somebody, or one command."""
        if self.shown is not self.now:
            self.show()
        if self.now.is_over:
            self.done = True
        elif self.opponent is not None and self.now.next_player != self.side:
            self.agent_moves(self.opponent)
        else:
            self.person_moves()

    def show(self) -> None:
        self.shown = self.now
        self.console.print()
        self.console.print(board_text(self.now.game.board(self.now)))
        self.console.print(Text(self.now.text, style="bright_black"), soft_wrap=True)

    def agent_moves(self, player: Player) -> None:
        with self.console.status(f"{self.mover} thinks"):
            thought = player.search(self.now, seconds=self.seconds)
        self.thoughts[len(self.history)] = thought
        self.say(f"{self.mover} plays {thought.best}")
        self.history.append(_rolled(self.now.play(thought.best), self.dice))

    def person_moves(self) -> None:
        words = [*COMMANDS, *map(str, self.now.legal_moves)]
        with complete_words(words):
            answer = input(f"{self.mover}> ").strip()
        command = getattr(self, f"do_{answer}", None) if answer in COMMANDS else None
        if command is not None:
            command()
        elif not answer:
            self.do_help()
        else:
            self.play(answer)

    def play(self, answer: str) -> None:
        try:
            self.history.append(_rolled(self.now.play(answer), self.dice))
        except tesuji.TesujiError as error:
            self.say(str(error))

    # The commands

    def do_moves(self) -> None:
        self.say(" ".join(map(str, self.now.legal_moves)))

    def do_help(self) -> None:
        table = make_table("command", "what it does")
        for name, what in COMMANDS.items():
            table.add_row(name, what)
        self.console.print(table)
        self.say("Anything else is a move; the tabulator key completes it.")

    def do_hint(self) -> None:
        with self.console.status("thinking"):
            found = self.hints.agent.search(self.now, seconds=self.seconds)
        self.tell(found, "Hint:")

    def do_why(self) -> None:
        if not self.thoughts:
            self.say("No agent has moved yet.")
        else:
            self.tell(self.thoughts[max(self.thoughts)], "It played")

    def tell(self, found: Analysis, verb: str) -> None:
        proven = f", a proven {found.proven}" if found.proven else ""
        name = found.position.game.players[found.position.next_player]
        self.say(f"{verb} {found.best}; win chance of {name} {found.value:.0%}{proven}")
        self.say(f"expecting {' '.join(map(str, found.pv[:8]))}")
        table = make_table("move", "visits", "value", "proven", right=["visits", "value"])
        for move in found.moves[:5]:
            row = (str(move.move), f"{move.visits:,}", f"{move.value:.0%}", move.proven or "")
            table.add_row(*row)
        self.console.print(table)
        self.say(f"{found.simulations:,} simulations in {found.seconds:.2f} s")

    def do_undo(self) -> None:
        own = [at for at, position in enumerate(self.history[:-1]) if self.is_own(position)]
        if not own:
            self.say("There is no move to take back.")
            return
        del self.history[own[-1] + 1 :]
        self.thoughts = {at: each for at, each in self.thoughts.items() if at <= own[-1]}

    def is_own(self, position: Position) -> bool:
        """Whether a person decides there."""
        return self.opponent is None or position.next_player == self.side

    def do_resign(self) -> None:
        self.say(f"{self.now.game.players[1 - self.now.next_player]} wins: resignation")
        self.done = True

    def do_quit(self) -> None:
        self.done = True


def _rolled(position: Position, dice: random.Random) -> Position:
    while position.is_chance:
        position = position.play(draw_event(position, dice))
    return position
