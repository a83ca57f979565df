"""Conditions: the machine and the versions that games are played with.

Results report them, and workers whose versions differ are refused.
"""

from __future__ import annotations

import hashlib
import os
import platform
import socket
import sys
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import bench

__all__ = ["conditions_here", "joined_versions", "processor", "versions_here", "worker_name"]

PLAYING = 4
"""The version of how matches are played; raised when the same plan would give other games."""


@cache
def processor() -> str:
    """The name of the processor, as far as the system reports it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def conditions_here() -> dict[str, Any]:
    """The machine and the versions of this process."""
    from tesuji import _core

    return {
        "tesuji": tesuji.__version__,
        "build": _core.build(),
        "processor": processor(),
        "python": platform.python_version(),
    }


def versions_here(game: str, load: Sequence[str], agents: Sequence[str] = ()) -> dict[str, Any]:
    """The versions that all workers of a match must share, because they decide the games."""
    of = tesuji.game(game)
    players = {spec: tesuji.agent(spec) for spec in agents}
    digests = {
        spec: digest
        for spec, player in players.items()
        if (digest := player.code_digest(of)) or player.function is not None
    }
    return {
        **({"code": digests} if digests else {}),
        "tesuji": tesuji.__version__,
        "behaviour": bench.BEHAVIOUR,
        "playing": PLAYING,
        "game_version": of.version,
        "load": [hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in load],
    }


def joined_versions(of_games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The versions of a match on several games, which are boards of several sizes.

    An agent may use other files on each of them; its code is all their different digests.
    """
    codes = [versions.get("code", {}) for versions in of_games]
    digests = {spec: [code[spec] for code in codes if code.get(spec)] for spec in chain(*codes)}
    joined = {spec: " ".join(dict.fromkeys(each)) for spec, each in digests.items()}
    return {**of_games[0], **({"code": joined} if joined else {})}


def worker_name() -> str:
    """Where to find this process: host and process id, in a cluster also its address."""
    name = f"{socket.gethostname()}, process {os.getpid()}"
    distributed: Any = sys.modules.get("distributed")
    try:
        return f"{distributed.get_worker().address} ({name})"
    except (AttributeError, ValueError):
        return name
