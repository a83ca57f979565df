"""The results of a search."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tesuji.agents.search_check import SearchCheck, check_search
from tesuji.agents.simulation import Simulation
from tesuji.games import Move, Position
from tesuji.games.lines import decode_line, follow_line

__all__ = ["Analysis", "MoveAnalysis", "analysis_of_move"]

PROOFS = (None, "loss", "draw", "win")
"""Proven results, by the core's numbers for them."""

FORMAT = 1
"""Version of the plain data; raised when a key changes its meaning."""


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """One move with its visits, its value and its proven result, for the player to move."""

    move: Move
    visits: int
    value: float
    proven: str | None
    """"win", "draw", "loss" or None."""
    prior: float

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "move": str(self.move),
            "visits": self.visits,
            "value": self.value,
            "proven": self.proven,
        }


@dataclass(frozen=True)
class Analysis:
    """The result of a search. Values are expected results, 0 to 1, for the player to move."""

    position: Position
    agent: str
    """The spec of the agent that searched."""
    best: Move
    value: float
    """0.5 if the agent gives none; see ``has_value``."""
    proven: str | None
    pv: tuple[Move, ...]
    """The principal variation, including rolls."""
    moves: tuple[MoveAnalysis, ...]
    """All moves that were searched, the best first."""
    simulations: int
    nodes: int
    depth: int
    seconds: float
    reused: int = 0
    """Simulations of earlier searches that were reused below this position."""
    counts_nodes: bool = False
    """Whether the search visits nodes one by one; ``simulations`` is then the same number."""
    has_value: bool = True
    """False if the agent only names a move, as `random` and most functions do."""
    knows_bounds: bool = False
    """Whether it has only upper bounds of moves other than the best, as alpha-beta does."""
    from_book: bool = False
    """Whether the move and its value are from an opening book, without a search."""
    _tree: Callable[[int, int], dict[str, Any] | None] | None = field(
        default=None, repr=False, compare=False
    )
    _last_simulation: Callable[[], Simulation | None] | None = field(
        default=None, repr=False, compare=False
    )

    def tree(self, depth: int = 2, min_visits: int = 1) -> dict[str, Any] | None:
        """The search tree as plain data, down to a depth; None if the search has no tree.

        Each node has ``visits``, ``to_move`` (None for a roll), ``proven``, ``k`` and
        ``children``; each child has ``move``, ``visits``, ``value``, ``prior``, ``exploit`` (the
        value with what knowledge adds to it), ``explore``, ``score`` (what selection compares:
        for most rules exploit + k * explore; None where it compares nothing: untried, proven and
        exhausted moves), ``proven``, ``exhausted`` and ``node``.
        Only the last search of a player has a tree.
        """
        return None if self._tree is None else self._tree(depth, min_visits)

    def last_simulation(self) -> Simulation | None:
        """The last simulation with the moves of its rollout; None if there was none.

        Only tree searches keep simulations, and only the last search of a player
        has it. If several threads search, it is the first thread's.
        """
        return None if self._last_simulation is None else self._last_simulation()

    def check(self, *, seconds: float | None = None, nodes: int | None = None) -> SearchCheck:
        """Compares the search with exact values, as far as a solver finds them.

        It solves the position and the positions after the first moves. ``seconds`` (10 by default)
        limits the time for all of them, ``nodes`` the work for each.

        >>> import tesuji
        >>> position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
        >>> check = tesuji.agent("random").search(position).check()
        >>> check.solution.result, check.lost
        ('win', 1.0)
        """
        return check_search(self, seconds=seconds, nodes=nodes)

    def to_dict(self) -> dict[str, Any]:
        """The analysis as plain data, for JSON.

        Each of ``moves`` has ``move``, ``visits``, ``value``, ``proven`` and ``bound``: "upper" if
        the value is only an upper bound, else None.
        """
        return {
            "format": FORMAT,
            "game": self.position.game.spec,
            "position": self.position.text,
            "agent": self.agent,
            "best": str(self.best),
            "value": self.given_value,
            "proven": self.proven,
            "pv": [str(move) for move in self.pv],
            "simulations": self.simulations,
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": self.seconds,
            "reused": self.reused,
            "book": self.from_book,
            "moves": [
                {**move.to_dict(), **self._no_value(), "bound": self.bound(move)}
                for move in self.moves
            ],
        }

    @property
    def given_value(self) -> float | None:
        """The value; None if the agent gives none."""
        return self.value if self.has_value else None

    def _no_value(self) -> dict[str, None]:
        return {} if self.has_value else {"value": None}

    def bound(self, move: MoveAnalysis) -> str | None:
        """ "upper" if the value of a move is only an upper bound, else None.

        A bound above the best value is from a shallower search.
        """
        exact = not self.knows_bounds or move.proven or move.move == self.best
        return None if exact else "upper"

    @property
    def unit(self) -> str:
        """What the search counts: "simulations", or "nodes"."""
        return "nodes" if self.counts_nodes or not self.simulations else "simulations"

    def value_text(self, value: float, digits: int = 1) -> str:
        """One of the analysis' values in percent; a dash if the agent gives none."""
        return f"{value:.{digits}%}" if self.has_value else "-"

    def move_value_text(self, move: MoveAnalysis, digits: int = 1) -> str:
        """The value of a move in percent; a bound has "≤", and is at most the best value."""
        if self.bound(move) is None:
            return self.value_text(move.value, digits)
        return f"≤ {self.value_text(min(move.value, self.value), digits)}"

    def cost_text(self) -> str:
        """What the search cost, in simulations or, if the agent has none, in nodes."""
        if self.from_book:
            return "from the opening book"
        count = self.nodes if self.unit == "nodes" else self.simulations
        return (
            f"{count:,} {self.unit} in {self.seconds:.2f} s" if count else f"{self.seconds:.2f} s"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(str(m.move))}</td><td>{m.visits:,}</td>"
            f"<td>{self.move_value_text(m)}</td><td>{m.proven or ''}</td></tr>"
            for m in self.moves[:10]
        )
        return (
            f"{self.position.svg(last_move=None, size=320)}"
            f"<p>Best: <b>{html.escape(str(self.best))}</b>, value {self.value_text(self.value)}, "
            f"{self.cost_text()}</p>"
            "<table><tr><th>move</th><th>visits</th><th>value</th><th>proven</th></tr>"
            f"{rows}</table>"
        )


def analysis_of_move(
    position: Position, agent: str, move: Move, *, seconds: float = 0.0, simulations: int = 0
) -> Analysis:
    """The analysis of an agent that names a move and says nothing about its value."""
    return Analysis(
        position=position,
        agent=agent,
        best=move,
        value=0.5,
        has_value=False,
        proven=None,
        pv=(move,),
        moves=(MoveAnalysis(move, simulations, 0.5, None, 0.0),),
        simulations=simulations,
        nodes=simulations,
        depth=1,
        seconds=seconds,
    )


def analysis_from_report(
    report: dict[str, Any],
    position: Position,
    agent: str,
    *,
    counts_nodes: bool = False,
    knows_bounds: bool = False,
    tree: Callable[[int, int], dict[str, Any] | None] | None = None,
    last_simulation: Callable[[], Simulation | None] | None = None,
) -> Analysis:
    """Converts the core's report to an Analysis."""
    game = position.game
    moves = [
        MoveAnalysis(game.decode(position, code), visits, value, PROOFS[proof], prior)
        for code, visits, value, proof, prior in report["moves"]
    ]
    best = game.decode(position, report["best"])
    moves.sort(key=lambda m: (m.move != best, -m.visits, -m.value))
    return Analysis(
        position=position,
        agent=agent,
        best=best,
        value=report["value"],
        proven=PROOFS[report["proof"]],
        pv=decode_line(position, report["line"]),
        moves=tuple(moves),
        simulations=report["simulations"],
        nodes=report["nodes"],
        depth=report["depth"],
        seconds=report["seconds"],
        reused=report["reused"],
        counts_nodes=counts_nodes,
        knows_bounds=knows_bounds,
        _tree=tree,
        _last_simulation=last_simulation,
    )


def decode_simulation(position: Position, report: dict[str, Any] | None) -> Simulation | None:
    """Converts the core's report of a simulation."""
    if report is None:
        return None
    path, leaf = follow_line(position, report["path"])
    value, rollout = report["value"], report["rollout"]
    return Simulation(
        path=path,
        rollout=None if rollout is None else decode_line(leaf, rollout),
        value=value if value is None or position.next_player == 0 else 1 - value,
        games=report["games"],
    )


def _compared(child: dict[str, Any], name: str) -> float | None:
    """A number that selection compares; None if it does not compare this child."""
    if not child["visits"] or child["proof"] or child["exhausted"]:
        return None
    return float(child[name])


def decode_tree(position: Position, node: dict[str, Any] | None) -> dict[str, Any] | None:
    """Converts the core's tree to plain data, with moves as text."""
    if node is None:
        return None
    children = []
    for child in node["children"]:
        move = position.game.decode(position, child["code"])
        after = position.play(move)
        children.append(
            {
                "move": str(move),
                "visits": child["visits"],
                "value": child["value"],
                "prior": child["prior"],
                "exploit": _compared(child, "exploit"),
                "explore": child["explore"],
                "score": _compared(child, "score"),
                "proven": PROOFS[child["proof"]],
                "exhausted": child["exhausted"],
                "node": decode_tree(after, child["node"]),
            }
        )
    children.sort(key=lambda child: -child["visits"])
    return {
        "visits": node["visits"],
        "to_move": None if node["chance"] else node["mover"],
        "proven": PROOFS[node["proof"]],
        "k": node["k"],
        "untried": node["untried"],
        "children": children,
    }
