"""Admission: which games and agents a page may use.

A page may use games, agents and parts that are declared safe. Anything else, such as what runs a
command, a file or other Python code, is available only if the person who started the server asked
for it: ``--load`` adds what a file registers, ``--allow`` agents, parts and games, or the specs of
games. What is not open is refused by its name, before its code is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable

import tesuji
from tesuji.agents import Agent
from tesuji.agents.registry import resolve
from tesuji.agents.trust import closed_part
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.games.registry import game_types
from tesuji.plugins import GAMES, plugin_names
from tesuji.specs import Kind, Spec, parse_spec
from tesuji.web.bounds import Bounds

__all__ = ["Admission"]


class Admission:
    """Builds games and agents from a page's specs and refuses what the page may not use."""

    def __init__(self, bounds: Bounds, allowed: Iterable[str] = ()) -> None:
        self.bounds = bounds
        self.allowed = frozenset(allowed)
        """Names of games, evaluators, agents and parts given on the command line."""
        given = [text for text in self.allowed if "(" in text]
        self.game_specs = {tesuji.game(text).spec for text in given}
        """Specs of games given on the command line."""
        self._parsed_specs = [parse_spec(text) for text in {*given, *self.game_specs}]

    def games(self) -> list[str]:
        """The games that a page may use: names, and specs of games without defaults."""
        named = [
            name
            for name, kind in game_types().items()
            if not kind.positional_parameter and self._admits_game(Spec(name))
        ]
        return sorted(named) + sorted(self.game_specs)

    def agents(self) -> list[str]:
        """The agents that a page may use."""
        return [name for name in tesuji.agents() if self._admits_kind(_kind_of(name))]

    def first_game(self) -> Game:
        """The game of a page on which none was chosen yet."""
        names = self.games()
        return self.game("colosseum" if "colosseum" in names else names[0])

    def game(self, spec: str) -> Game:
        """The game of a spec."""
        parsed = parse_spec(self._short(spec))
        if not self._admits_game(parsed):
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

    def _admits_game(self, spec: Spec) -> bool:
        """Whether a game is open; a name that nobody has is, so that the error says so."""
        if spec.name in self.allowed or spec in self._parsed_specs:
            return True
        kind = game_types().get(spec.name)
        return kind.safe if kind else spec.name not in plugin_names(GAMES)

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
