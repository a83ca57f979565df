"""One search of our engine, in threads of its own, so that the engine can still answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tesuji.agents import Analysis, Player
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.interop.engine.protocol import NO_MOVE, BestMove, Info

__all__ = ["Thinking", "remark"]

REPORT_SECONDS = 1.0
"""Time between two reports of a running search."""
STOP_SECONDS = 0.005
"""Time between two attempts to stop a search that may not have started yet."""


class Thinking:
    """Searches a position, reports the progress and ends with exactly one best move.

    An infinite search keeps its best move until it is stopped.
    """

    def __init__(
        self,
        player: Player,
        position: Position,
        limits: dict[str, Any],
        send: Callable[[object], None],
        *,
        infinite: bool = False,
    ) -> None:
        self._player, self._position, self._limits = player, position, limits
        self._send, self._infinite = send, infinite
        self._stop = threading.Event()
        self._found = threading.Event()
        self._sending = threading.Lock()
        self._searcher = threading.Thread(target=self._search, daemon=True)
        self._reporter = threading.Thread(target=self._report, daemon=True)
        self._searcher.start()
        self._reporter.start()

    @property
    def is_open(self) -> bool:
        """Whether the search goes on, and nobody has stopped it."""
        return not self._found.is_set() and not self._stop.is_set()

    def stop(self) -> None:
        """Ends the search soon."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Waits until the best move was sent."""
        self._searcher.join(seconds)

    def _search(self) -> None:
        try:
            lines = self._answer()
        except TesujiError as error:
            lines = [remark(f"error {error}"), BestMove(NO_MOVE)]
        except Exception as error:  # from a game or an evaluator written in Python
            lines = [remark(f"error {type(error).__name__}: {error}"), BestMove(NO_MOVE)]
        if self._infinite:
            self._stop.wait()
        with self._sending:
            self._found.set()
            for line in lines:
                self._send(line)
        self._stop.set()  # wakes the reporter

    def _answer(self) -> list[object]:
        moves = self._position.legal_moves
        skips = self._player.agent.settings.get("time.forced", False)
        if len(moves) == 1 and skips and not self._infinite:
            return [BestMove(str(moves[0]))]
        analysis = self._player.search(self._position, **self._limits)
        return [_info(analysis), BestMove(str(analysis.best))]

    def _report(self) -> None:
        while not self._stop.wait(REPORT_SECONDS):
            if (known := self._player.progress()) is not None:
                with self._sending:
                    if not self._found.is_set():
                        self._send(_info(known))
        while self._searcher.is_alive():
            self._player.stop()
            self._searcher.join(STOP_SECONDS)


def remark(text: str) -> Info:
    """A remark on one line."""
    return Info(text=" ".join(text.split()) or "error")


def _info(known: Analysis) -> Info:
    return Info(
        depth=known.depth,
        simulations=known.simulations,
        nodes=known.nodes,
        seconds=known.seconds,
        value=known.given_value,
        proven=known.proven,
        pv=tuple(map(str, known.pv)),
    )
