"""The agent ``openspiel.bot("mcts")``: a bot of OpenSpiel as a Tesuji agent."""

from __future__ import annotations

import time
from typing import Any

from tesuji.agents.analysis import Analysis, MoveAnalysis
from tesuji.agents.budget import TIME_SLOT, Budget, budget_parameters
from tesuji.errors import ParameterError
from tesuji.games import Game, Move, Position
from tesuji.interop.openspiel.game import OpenSpielGame
from tesuji.interop.openspiel.library import load_pyspiel
from tesuji.specs import Kind, Parameter, Plain, did_you_mean

__all__ = ["BOT"]

DEFAULT_SIMULATIONS = 1_000
UNLIMITED = 10**9
"""The simulations of a search that only its time limits."""


class BotSearcher:
    """Asks a bot of OpenSpiel for its moves. A new bot is made for each move."""

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        self.spec = spec
        self.settings = settings
        self.game = game
        self.pyspiel = load_pyspiel()
        name = settings["bot"]
        known = ["mcts", *self.pyspiel.registered_bots()]
        if name not in known:
            raise ParameterError(
                f"OpenSpiel has no bot {name!r}{did_you_mean(str(name), known)};"
                f" it has {', '.join(known)}",
                owner="openspiel.bot",
                where="bot",
                given=name,
                expected=", ".join(known),
            )
        self.spiel = _twin(game)

    def prepare(self) -> None:
        """Nothing to prepare."""

    def close(self) -> None:
        """Nothing to close."""

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        begun = time.perf_counter()
        state = _twin_state(self.spiel, position)
        simulations = self._simulations(budget)
        bot = self._bot(state.current_player(), simulations, budget.seconds, seed % 2**31)
        action = bot.step(state)
        move = _move(position, state, action)
        return Analysis(
            position=position,
            agent=self.spec,
            best=move,
            value=0.5,
            proven=None,
            pv=(move,),
            moves=(MoveAnalysis(move, 1, 0.5, None, 0.0),),
            simulations=0 if simulations == UNLIMITED else simulations,
            nodes=0,
            depth=1,
            seconds=time.perf_counter() - begun,
        )

    def _simulations(self, budget: Budget) -> int:
        """The limit in simulations; one in nodes counts as simulations."""
        counts = [n for n in (budget.simulations, budget.nodes) if n is not None]
        if counts:
            return max(1, min(counts))
        return DEFAULT_SIMULATIONS if budget.seconds is None else UNLIMITED

    def _bot(self, player: int, simulations: int, seconds: float | None, seed: int) -> Any:
        spiel, settings = self.pyspiel, self.settings
        if settings["bot"] == "uniform_random":
            return spiel.make_uniform_random_bot(player, seed)
        if settings["bot"] != "mcts":
            return spiel.load_bot(settings["bot"], self.spiel, player)
        return spiel.MCTSBot(
            self.spiel,
            spiel.RandomRolloutEvaluator(int(settings["rollouts"]), seed),
            float(settings["c"]),
            simulations,
            max_memory_mb=1000,
            solve=bool(settings["solve"]),
            seed=seed,
            verbose=False,
            max_wall_clock_time=-1.0 if seconds is None else max(0.9 * seconds, 0.001),
        )

    def stop(self) -> None:
        """A bot cannot be stopped; its own limits end it."""

    def forget_progress(self) -> None:
        """Nothing to forget: there is no progress."""

    def progress(self) -> dict[str, Any] | None:
        return None


def _twin(game: Game) -> Any:
    """The pyspiel game with the same rules."""
    if isinstance(game, OpenSpielGame):
        return game.spiel
    from tesuji.interop.openspiel.twins import twin_of

    return twin_of(game)


def _twin_state(spiel: Any, position: Position) -> Any:
    """The state of the pyspiel game; our own games start from this position."""
    if isinstance(position.game, OpenSpielGame):
        state: Any = position._state
        return state.value.state.clone()
    return spiel.state_of(position)


def _move(position: Position, state: Any, action: int) -> Move:
    if isinstance(position.game, OpenSpielGame):
        value: Any = position._state
        names = {number: name for name, number in value.value.actions.items()}
        return position.game.move(names[action])
    return position.game.actions[action]


BOT = Kind(
    "openspiel.bot",
    "A bot of OpenSpiel; on our games it sees the same rules through OpenSpiel's interface.",
    (
        Parameter("bot", str, "mcts", "mcts, uniform_random or another of its bots.", text=True),
        Parameter("c", float, 2.0, "mcts: exploration constant.", low=0, high=1000),
        Parameter("rollouts", int, 1, "mcts: random games for each leaf.", low=1, high=10_000),
        Parameter("solve", bool, True, "mcts: backs up proven wins and losses."),
        TIME_SLOT,
        *budget_parameters("nodes", "depth"),
    ),
    "Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games, 2019",
    positional="bot",
    make=BotSearcher,
    wall=True,
)
