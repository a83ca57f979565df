"""Callable packages: ``tesuji.games`` is a package, and ``tesuji.games()`` lists the games.

Without this, the function would hide the package from ``import tesuji.games.scene as scene``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

__all__ = ["make_callable"]


def make_callable(package: str, function: Callable[..., Any]) -> None:
    """Makes a package callable; a call of the package calls the function."""

    class CallablePackage(ModuleType):
        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

    CallablePackage.__call__.__doc__ = function.__doc__
    sys.modules[package].__class__ = CallablePackage
