"""The agent ``openspiel.bot("mcts")``: a bot of OpenSpiel as a Tesuji agent."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from tesuji.agents.analysis import Analysis, analysis_of_move
from tesuji.agents.budget import TIME_SLOT, Budget, budget_parameters
from tesuji.games import Game, Move, Position
from tesuji.interop.openspiel.game import OpenSpielGame
from tesuji.interop.openspiel.library import load_pyspiel
from tesuji.specs import Kind, Parameter, Plain

__all__ = ["BOT"]

UNLIMITED = 10**9
"""The simulations of a search that is limited only by its time."""
DEFAULT_SIMULATIONS = 1_000
"""The simulations of a search that nothing limits."""
MEMORY = 1_000
"""Megabytes for the tree of OpenSpiel's search."""
SHARE = 0.9
"""The part of a time limit that the search may use."""


class _OutOfTime(Exception):
    """Ends a search whose time is over."""


class BotSearcher:
    """Asks a bot of OpenSpiel for its moves. A new bot is made for each move."""

    stoppable = False

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        self.spec = spec
        self.settings = settings
        self.game = game
        self.pyspiel = load_pyspiel()
        self.spiel = _twin(game)

    def prepare(self) -> None:
        """Loads OpenSpiel's search before the clock starts."""
        if not isinstance(self.game, OpenSpielGame):
            import open_spiel.python.algorithms.mcts  # noqa: F401

    def close(self) -> None:
        """Nothing to close."""

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        begun = time.perf_counter()
        state = _twin_state(self.spiel, position)
        action, simulations = self._choose(state, budget, seed % 2**31)
        move = _move(position, action)
        seconds = time.perf_counter() - begun
        return analysis_of_move(position, self.spec, move, seconds=seconds, simulations=simulations)

    def _choose(self, state: Any, budget: Budget, seed: int) -> tuple[int, int]:
        """The bot's action, and the simulations that it made, if it counts them."""
        if self.settings["bot"] == "uniform_random":
            bot = self.pyspiel.make_uniform_random_bot(state.current_player(), seed)
            return bot.step(state), 0
        counts = [n for n in (budget.simulations, budget.nodes) if n is not None]
        endless = DEFAULT_SIMULATIONS if budget.seconds is None else UNLIMITED
        most = max(1, min(counts, default=endless))
        if isinstance(self.game, OpenSpielGame):
            # The search in C++ keeps to one limit: given a time, it ignores the number.
            return self._mcts(state, most, None if counts else budget.seconds, seed)
        return self._python_mcts(state, most, budget.seconds, seed)

    def _mcts(self, state: Any, most: int, seconds: float | None, seed: int) -> tuple[int, int]:
        """The search in C++, which itself keeps to a time."""
        spiel, settings = self.pyspiel, self.settings
        bot = spiel.MCTSBot(
            self.spiel,
            spiel.RandomRolloutEvaluator(int(settings["rollouts"]), seed),
            float(settings["c"]),
            most,
            max_memory_mb=MEMORY,
            solve=bool(settings["solve"]),
            seed=seed,
            verbose=False,
            max_wall_clock_time=-1.0 if seconds is None else max(SHARE * seconds, 0.001),
        )
        root = bot.mcts_search(state)
        return root.best_child().action, root.explore_count

    def _python_mcts(
        self, state: Any, most: int, seconds: float | None, seed: int
    ) -> tuple[int, int]:
        """OpenSpiel's search in Python: the one in C++ crashes on games written in Python."""
        from numpy.random import RandomState
        from open_spiel.python.algorithms import mcts

        class TimedBot(mcts.MCTSBot):  # type: ignore[misc]
            """Ends the search at a deadline and keeps its root."""

            def _apply_tree_policy(self, root: Any, state: Any) -> Any:
                self.root = root
                if root.explore_count and deadline is not None and time.monotonic() > deadline:
                    raise _OutOfTime
                return super()._apply_tree_policy(root, state)

        deadline = None if seconds is None else time.monotonic() + SHARE * seconds
        random = RandomState(seed)
        bot = TimedBot(
            self.spiel,
            float(self.settings["c"]),
            most,
            mcts.RandomRolloutEvaluator(int(self.settings["rollouts"]), random),
            solve=bool(self.settings["solve"]),
            random_state=random,
        )
        with suppress(_OutOfTime):
            bot.mcts_search(state)
        if not bot.root.children:
            return state.legal_actions()[0], bot.root.explore_count
        return bot.root.best_child().action, bot.root.explore_count

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


def _move(position: Position, action: int) -> Move:
    if isinstance(position.game, OpenSpielGame):
        value: Any = position._state
        names = {number: name for name, number in value.value.actions.items()}
        return position.game.move(names[action])
    return position.game.actions[action]


BOT = Kind(
    "openspiel.bot",
    "A bot of OpenSpiel; on our games it sees the same rules through OpenSpiel's interface.",
    (
        Parameter("bot", str, "mcts", "The bot.", choices=("mcts", "uniform_random"), text=True),
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
