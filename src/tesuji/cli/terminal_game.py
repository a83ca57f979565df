"""A game at the terminal: coloured board, completion, hints and the agent's analysis."""

from __future__ import annotations

import random
import re
from contextlib import nullcontext
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

import tesuji
from tesuji.agents import Analysis, Budget, Player
from tesuji.agents.best import BEST
from tesuji.clean_text import clean
from tesuji.cli.completion import complete_words
from tesuji.cli.terminal import (
    board_text,
    make_console,
    make_table,
    named_text,
)
from tesuji.games import Move, Position
from tesuji.games.game_loop import play_game

__all__ = ["play_here"]

COMMANDS = {
    "moves": "list the legal moves",
    "hint": f"show what {BEST}, the strongest agent, would play",
    "why": "show the agent's analysis of its last move",
    "undo": "take your last move back",
    "resign": "resign the game",
    "help": "show this list",
    "quit": "leave the game",
}


def play_here(
    start: Position,
    *,
    agent: str | None,
    side: int,
    seconds: float | None = None,
    seed: int | None = None,
) -> None:
    """Plays from a position to the end; without an agent, two people share the terminal.

    ``seconds`` per move replace the limits in the agent's spec. The same seed rolls the same dice.
    """
    Budget(seconds=seconds)  # refuses bad seconds before the first search does
    opponent = None if agent is None else tesuji.agent(agent).player(start.game)
    dice = random.Random(seed)
    with opponent or nullcontext():
        TerminalGame(make_console(), start, opponent, side, seconds, dice).play()


@dataclass
class TerminalGame:
    """A game at the terminal: boards, prompts and commands on top of the game loop."""

    console: Console
    now: Position
    opponent: Player | None
    side: int
    seconds: float | None
    """Seconds per move; None for the agent's own limits."""
    dice: random.Random
    history: list[Position] = field(default_factory=list)
    """The decisions so far, and the end; chance positions are left out."""
    thoughts: dict[int, Analysis] = field(default_factory=dict)
    """The agent's analyses, by the length of the history at the time."""
    done: bool = False

    def play(self) -> None:
        """Plays until the game is over, or the person resigns or quits."""
        self.introduce()
        self.go_to(self.now)
        while not self.done:
            # A command such as undo ends the loop; the next one goes on from where it led.
            for turn in play_game(self.now, self.choose, self.dice):
                self.go_to(turn.after)
            if self.now.is_over:
                self.show()
                self.done = True

    def go_to(self, position: Position) -> None:
        self.now = position
        if not position.is_chance:
            self.history.append(position)

    @property
    def mover(self) -> str:
        return self.now.game.players[self.now.next_player]

    def introduce(self) -> None:
        game = self.now.game
        self.say(f"{game.title}\nType a move, or help. For the rules: tesuji rules {game.name}")
        if self.opponent is not None:
            self.say(f"You play {game.players[self.side]} against {self.opponent.agent.spec}.")

    def say(self, text: str) -> None:
        self.console.print(named_text(text, self.now.game))

    def show(self) -> None:
        self.console.print()
        self.console.print(board_text(self.now))
        self.console.print(Text(self.now.text, style="bright_black"), soft_wrap=True)

    def choose(self, position: Position) -> Move | None:
        """The move of the agent or of a person; None after a command that leaves the position."""
        self.show()
        if self.opponent is None or position.next_player == self.side:
            return self.ask_person()
        return self.ask_agent(self.opponent)

    def ask_agent(self, player: Player) -> Move:
        with self.console.status(f"{self.mover} thinks"):
            thought = player.search(self.now, seconds=self.seconds)
        self.thoughts[len(self.history)] = thought
        self.say(f"{self.mover} plays {thought.best}")
        return thought.best

    def ask_person(self) -> Move | None:
        position = self.now
        # The library behind `input` writes to the terminal itself: words and the prompt are clean.
        words = [*COMMANDS, *(clean(str(move)) for move in position.legal_moves)]
        while self.now is position and not self.done:
            with complete_words(words):
                answer = input(self.prompt()).strip() or "help"
            if answer in COMMANDS:
                getattr(self, f"do_{answer}")()
            elif (move := self.read_move(answer)) is not None:
                return move
        return None

    def prompt(self) -> str:
        """The name of the player in its colour, and an example of a move."""
        moves = self.now.legal_moves
        with self.console.capture() as captured:
            self.console.print(named_text(self.mover, self.now.game), end="")
        # Readline must not count the colour codes as characters.
        name = re.sub(r"(\x1b\[[\d;]*m)", "\x01\\1\x02", captured.get())
        return f"{name} (for example {clean(str(moves[len(moves) // 2]))})> "

    def read_move(self, answer: str) -> Move | None:
        """The legal move that was typed; says why if there is none."""
        try:
            move = self.now.game.move(answer)
            self.now.play(move)
        except tesuji.TesujiError as error:
            self.say(str(error))
            return None
        return move

    # The commands

    def do_moves(self) -> None:
        self.say(" ".join(map(str, self.now.legal_moves)))

    def do_help(self) -> None:
        table = make_table("command", "what it does")
        for name, what in COMMANDS.items():
            table.add_row(name, what)
        self.console.print(table)
        self.say("Anything else is a move; the tab key completes it.")

    def do_hint(self) -> None:
        with self.console.status("thinking"):
            found = tesuji.best(self.now, seconds=self.seconds)
        self.show_analysis(found, "Hint:")

    def do_why(self) -> None:
        if not self.thoughts:
            self.say("No agent has moved yet.")
        else:
            self.show_analysis(self.thoughts[max(self.thoughts)], "It played")

    def show_analysis(self, found: Analysis, verb: str) -> None:
        proven = f", a proven {found.proven}" if found.proven else ""
        name = found.position.game.players[found.position.next_player]
        if not found.has_value:
            self.say(f"{verb} {found.best}; it says nothing about its value")
            return
        self.say(f"{verb} {found.best}; win probability of {name} {found.value:.0%}{proven}")
        self.say(f"expecting {' '.join(map(str, found.pv[:8]))}")
        count = "nodes" if found.unit == "nodes" else "visits"
        table = make_table("move", count, "value", "proven", right=[count, "value"])
        for move in found.moves[:5]:
            value = found.move_value_text(move, 0)
            table.add_row(str(move.move), f"{move.visits:,}", value, move.proven or "")
        self.console.print(table)
        self.say(f"{found.agent}: {found.cost_text()}")

    def do_undo(self) -> None:
        own = [at for at, position in enumerate(self.history[:-1]) if self.is_own(position)]
        if not own:
            self.say("There is no move to take back.")
            return
        del self.history[own[-1] + 1 :]
        self.now = self.history[-1]
        self.thoughts = {at: each for at, each in self.thoughts.items() if at <= own[-1]}

    def is_own(self, position: Position) -> bool:
        """Whether a person is to move there."""
        return self.opponent is None or position.next_player == self.side

    def do_resign(self) -> None:
        self.say(f"{self.now.game.players[1 - self.now.next_player]} wins: resignation")
        self.done = True

    def do_quit(self) -> None:
        self.done = True
