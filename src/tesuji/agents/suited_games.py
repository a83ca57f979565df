"""Which games an agent is for: some presets, kinds and parts know one game only."""

from __future__ import annotations

from tesuji.agents.presets import Preset
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.specs import Kind, Spec, parts_in_use

__all__ = ["check_game"]


def check_game(preset: Preset | None, kind: Kind, expanded: Spec, game: Game) -> None:
    """Refuses a game that the agent, or a part that it uses, is not for."""
    named = preset or kind
    for agent in (named, kind):
        if agent.games and game.name not in agent.games:
            raise ParameterError(f"{agent.name} plays {_only(agent.games)}, not {game.spec}")
    for path, part in parts_in_use(kind, expanded):
        if part.games and game.name not in part.games:
            raise ParameterError(
                f"{named.name}: {path}={part.name} is for {_only(part.games)}, not {game.spec}"
            )


def _only(games: tuple[str, ...]) -> str:
    return f"{' and '.join(games)} only"
