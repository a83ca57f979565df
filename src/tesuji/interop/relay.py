"""Agents that are clients of a TCP server, without giving them a network.

A small relay runs beside the client in its sandbox. It listens on the private loopback interface
and passes the bytes of one connection through its own input and output, which `AgentProcess` reads
and writes like those of any other agent. Without a sandbox the relay listens on the loopback
interface of this machine, where other programs can reach it too.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from tesuji.interop.process_options import NoSandboxWarning
from tesuji.interop.sandbox import Sandbox

__all__ = ["RELAY", "relayed"]

RELAY = Path(__file__).with_name("relay_inside.py")
_OPEN = (
    "without a sandbox, the relay listens on this machine's loopback interface, where other"
    " programs can connect to it"
)


def relayed(
    argv: Sequence[str], port: int, sandbox: Sandbox, python: Path | None = None
) -> list[str]:
    """The command that runs a TCP client with a relay beside it, for `AgentProcess`.

    The relay needs `RELAY` among the readable files, and the interpreter. ``{port}`` in an argument
    becomes the port. In a sandbox the port is always free; elsewhere, a command with ``{port}``
    gets any free one.
    """
    if not sandbox.is_safe:
        warnings.warn(_OPEN, NoSandboxWarning, stacklevel=2)
    anywhere = not sandbox.is_safe and any("{port}" in part for part in argv)
    interpreter = str(python or sys.executable)
    return [interpreter, "-I", "-S", str(RELAY), "0" if anywhere else str(port), *argv]
