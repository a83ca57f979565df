"""Answers of the server as plain data: games, agents, states, scenes and analyses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tesuji.agents import Analysis
from tesuji.agents.levels import find_level
from tesuji.agents.registry import agent_kind, find_preset
from tesuji.errors import GameDefinitionError, TesujiError
from tesuji.games import Game, Move, Position
from tesuji.games.registry import game as find_game
from tesuji.games.registry import game_types
from tesuji.solve import Solution
from tesuji.specs import Parameter
from tesuji.web.admission import Admission
from tesuji.web.live_game import Entry, LiveGame

__all__ = [
    "agents_data",
    "analysis_data",
    "games_data",
    "move_thoughts",
    "page_name",
    "position_data",
    "scene_data",
    "shown_position",
    "state_data",
]

MOST_MOVES = 400
"""The most moves of an analysis that a page gets."""


def games_data(admission: Admission) -> list[dict[str, Any]]:
    """All games with their parameters."""
    return [_game_data(name) for name in admission.games()]


def page_name(game: Game) -> str:
    """The name by which a page knows a game: its spec if the game has no defaults."""
    return game.spec if game.positional_parameter else game.name


def _game_data(name: str) -> dict[str, Any]:
    kind = game_types().get(name)
    if kind is None:
        game = find_game(name)
        return {
            "name": name,
            "title": game.title,
            "summary": game.summary,
            "players": list(game.players),
            "parameters": [],
        }
    return {
        "name": name,
        "title": kind.title,
        "summary": kind.summary,
        "players": list(kind.players),
        "parameters": [_parameter_data(each) for each in kind.declared_parameters],
    }


def _parameter_data(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "kind": parameter.kind.__name__,
        "default": parameter.default,
        "low": parameter.low,
        "high": parameter.high,
        "choices": list(parameter.choices),
        "description": parameter.description,
    }


@lru_cache(maxsize=64)
def agents_data(admission: Admission, game: Game) -> list[dict[str, str]]:
    """The agents that can play a game, with a sentence each; found once for each game."""
    found = []
    for name in admission.agents():
        if find_level(name):
            continue
        try:
            admission.agent(name, game)
        except TesujiError:
            continue
        described = find_preset(name) or agent_kind(name)
        found.append({"name": name, "summary": described.summary})
    return found


@lru_cache(maxsize=64)
def scene_data(
    position: Position, last_move: Move | None, before: Position | None = None
) -> dict[str, Any]:
    """The scene of a position, cached because pages often ask for the same one.

    ``before`` is the position in which the last move was made.
    """
    drawn = {**position.scene(last_move=last_move).to_dict(), "position": position.text}
    if before is None:
        return drawn
    # Parts that turned carry pieces away from places that no move began on.
    came_from = None if "turns" in drawn else _came_from(before, position)
    return {**drawn, "before": before.text, "came_from": came_from}


def _came_from(before: Position, position: Position) -> str | None:
    """The place that the mover's piece left; None if no piece or several left their places."""
    player = before.to_move
    if player is None:
        return None
    try:
        stayed = {piece.cell for piece in position.pieces(player)}
        left = [piece.cell for piece in before.pieces(player) if piece.cell not in stayed]
    except GameDefinitionError:
        return None
    return left[0] if len(left) == 1 else None


def position_data(live: LiveGame, ply: int, moves: Sequence[str] = ()) -> dict[str, Any]:
    """A position of the game and its scene: the fields that ``state`` and ``scene`` share."""
    shown = shown_position(*live.position_at(ply, map(live.game.move, moves)))
    return {"ply": ply, "moves": list(moves), **shown}


def shown_position(
    position: Position, last_move: Move | None, before: Position | None
) -> dict[str, Any]:
    """A position of any game and its scene."""
    return {
        "position": position.text,
        "to_move": position.to_move,
        "next": position.next_player,
        "chance": position.is_chance,
        "over": position.is_over,
        "scene": scene_data(position, last_move, before),
    }


def state_data(live: LiveGame) -> dict[str, Any]:
    """A game as a page shows it, at its current position."""
    return {
        **position_data(live, live.ply),
        "game": live.game.spec,
        "name": page_name(live.game),
        "title": live.game.title,
        "players": list(live.game.players),
        "seats": [seat.to_dict() for seat in live.seats],
        "start": live.positions[0].text,
        "entries": [_entry_data(live.game, entry) for entry in live.entries],
        "ending": _ending_data(live),
        "clock": live.clock.to_dict(),
        "can_undo": live.can_take_back,
    }


def _entry_data(game: Game, entry: Entry) -> list[Any]:
    """A move, its player and the value that its agent gave; a roll has its symbol at the end."""
    if entry.player is None:
        return [str(entry.move), None, None, game.event_symbol(entry.move)]
    return [str(entry.move), entry.player, None if entry.value is None else round(entry.value, 4)]


def _ending_data(live: LiveGame) -> dict[str, Any] | None:
    ending = live.ending
    if ending is None:
        return None
    winner = ending.winner
    return {
        "winner": winner,
        "result": "Draw" if winner is None else f"{live.game.players[winner]} wins",
        "reason": ending.reason,
        "end": ending.end,
    }


def move_thoughts(analysis: Analysis) -> dict[str, Any]:
    """What the entry of a move keeps of the search behind it."""
    return {
        "value": analysis.given_value,
        "simulations": analysis.simulations,
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
    }


def analysis_data(analysis: Analysis, solution: Solution | None = None) -> dict[str, Any]:
    """An analysis, with the exact value if a solver found it.

    Values are for the player to move, and None if the agent gives none.
    """
    rated = analysis.has_value
    if solution is not None and solution.value is not None:
        analysis = replace(analysis, value=solution.value, proven=solution.result)
        # In a lost position a search sets harder problems than a solver.
        if solution.best is not None and solution.value > 0:
            analysis = replace(
                analysis,
                best=solution.best,
                pv=solution.line or (solution.best,),
                moves=tuple(
                    replace(each, value=solution.value, proven=solution.result)
                    if each.move == solution.best
                    else each
                    for each in analysis.moves
                ),
            )
    value = analysis.value if rated or analysis.proven else None
    return {
        "position": analysis.position.text,
        "to_move": analysis.position.next_player,
        "agent": analysis.agent,
        "best": str(analysis.best),
        "value": None if value is None else round(value, 4),
        "proven": analysis.proven,
        "exact": analysis.proven is not None or solution is not None,
        "pv": [str(move) for move in analysis.pv[:30]],
        "simulations": analysis.simulations,
        "nodes": analysis.nodes,
        "depth": analysis.depth,
        "seconds": round(analysis.seconds, 3),
        "moves": [
            [
                str(each.move),
                each.visits,
                round(each.value, 4) if rated or each.proven else None,
                each.proven,
            ]
            for each in analysis.moves[:MOST_MOVES]
        ],
    }
