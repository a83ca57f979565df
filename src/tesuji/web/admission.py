"""Admission: which games and agents a page may use.

A page may use games, agents and parts that are declared safe. Anything else, such as what runs a
command, a file or other Python code, is available only if the person who started the server asked
for it: ``--load`` adds what a file registers, ``--allow`` any other agent, game or part.
"""

from __future__ import annotations

from collections.abc import Iterable

import tesuji
from tesuji.agents import Agent
from tesuji.agents.registry import resolve
from tesuji.agents.trust import closed_part
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.games.registry import closed_game, game_types
from tesuji.specs import Kind, Spec, parse_spec
from tesuji.web.bounds import Bounds

__all__ = ["Admission"]


class Admission:
    """Builds games and agents from a page's specs and refuses what the page may not use."""

    def __init__(self, bounds: Bounds, allowed: Iterable[str] = ()) -> None:
        self.bounds = bounds
        self.allowed = frozenset(allowed)
        """Names of games, evaluators, agents and parts given on the command line."""

    def games(self) -> list[str]:
        """The games that a page may use."""
        return [name for name in tesuji.games() if self._admits_game(name)]

    def agents(self) -> list[str]:
        """The agents that a page may use."""
        return [name for name in tesuji.agents() if self._admits_kind(_kind_of(name))]

    def game(self, spec: str) -> Game:
        """The game of a spec."""
        parsed = parse_spec(self._short(spec))
        if closed_game(parsed, self.allowed):
            raise _closed("game", parsed.name)
        return tesuji.game(spec)

    def agent(self, spec: str, game: Game) -> Agent:
        """The agent of a spec, which must be able to play the game."""
        if (closed := closed_part(self._short(spec), self.allowed)) is not None:
            raise _closed(*closed)
        agent = self._with_wall_clock(self._with_less_memory(tesuji.agent(spec)))
        for path, value in agent.settings.items():
            if path.rpartition(".")[2] == "threads":
                self._check_threads(path, value)
        if agent.settings.get("threads") in ("root", "tree"):
            self._check_threads("threads.count", agent.settings["threads.count"])
        agent.player(game)
        return agent

    def _with_less_memory(self, agent: Agent) -> Agent:
        if float(agent.settings.get("memory", 0)) <= self.bounds.memory:
            return agent
        return tesuji.agent(str(parse_spec(agent.spec).replaced("memory", self.bounds.memory)))

    def _with_wall_clock(self, agent: Agent) -> Agent:
        """Switches CPU seconds to wall seconds: people wait by the wall clock."""
        if agent.settings.get("clock", "wall") == "wall":
            return agent
        return tesuji.agent(str(parse_spec(agent.spec).replaced("clock", Spec("wall"))))

    def _short(self, spec: str) -> str:
        if len(spec) > self.bounds.spec_length:
            expected = f"at most {self.bounds.spec_length} characters"
            raise ParameterError(
                f"a spec has {expected} here, not {len(spec)}",
                where="spec",
                given=spec,
                expected=expected,
            )
        return spec

    def _admits_game(self, name: str) -> bool:
        return game_types()[name].safe or name in self.allowed

    def _admits_kind(self, kind: Kind) -> bool:
        return kind.safe or kind.name in self.allowed

    def _check_threads(self, path: str, value: object) -> None:
        if isinstance(value, int) and value > self.bounds.threads:
            expected = f"at most {self.bounds.threads} on this page"
            raise ParameterError.wrong_value(path, value, expected)


def _closed(where: str, name: object) -> ParameterError:
    """The error for a game, an agent or a part of one that a page may not use."""
    return ParameterError(
        f"the {where} {name!r} is not open to this page",
        where=where,
        given=name,
        expected=f"one of the {where}s that are open to this page",
    )


def _kind_of(spec: str) -> Kind:
    """The kind of agent that a spec names, presets resolved."""
    return resolve(parse_spec(spec))[0]
