"""OpenSpiel: its games as Tesuji games, ours as OpenSpiel games, and bots both ways.

pyspiel is imported on first use: ``pip install 'tesuji[openspiel]'``.
"""

from typing import TYPE_CHECKING, Any

from tesuji.interop.openspiel.agent import BOT
from tesuji.interop.openspiel.game import OpenSpielGame
from tesuji.interop.openspiel.library import load_pyspiel

if TYPE_CHECKING:
    from tesuji.interop.openspiel.bot import TesujiBot
    from tesuji.interop.openspiel.twins import register

__all__ = ["BOT", "OpenSpielGame", "TesujiBot", "register"]

_ON_USE = {"TesujiBot": "bot", "register": "twins"}


def __getattr__(name: str) -> Any:
    if name in _ON_USE:
        from importlib import import_module

        load_pyspiel()
        return getattr(import_module(f"{__name__}.{_ON_USE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
