"""The local network: the address of this machine's interface, and links as QR codes."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

from tesuji.errors import ParameterError

__all__ = ["lan_address", "qr_rows", "qr_text"]

FAR_AWAY = ("192.0.2.1", 9)
"""A documentation address: to send there, the system would use the interface of its network."""
MARGIN = 2
"""Light modules round a printed code; four are recommended, but two suffice for phones."""


def lan_address() -> str:
    """The IPv4 address of the interface that leads to the network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(FAR_AWAY)
        address = str(probe.getsockname()[0])
        if not ipaddress.ip_address(address).is_loopback:
            return address
    raise ParameterError(
        "this machine is in no network; name an interface with --host ADDRESS",
        where="--lan",
        expected="a network interface, or --host",
    )


def qr_rows(text: str) -> list[str] | None:
    """A QR code as rows of 0 and 1 without margin; None if segno is not installed."""
    try:
        import segno
    except ModuleNotFoundError:
        return None
    try:
        code = segno.make_qr(text, error="l")
    except ValueError:  # segno.DataOverflowError: the text is too long for any code
        return None
    return ["".join(str(int(bit)) for bit in row) for row in code.matrix]


def qr_text(text: str) -> str | None:
    """A QR code for a terminal, two rows of modules in each line; None if there is none.

    Blocks are light modules, as most terminals are dark; scanners read both.
    """
    rows = qr_rows(text)
    if rows is None:
        return None
    side = "0" * MARGIN
    empty = "0" * (len(rows) + 2 * MARGIN)
    framed = [empty] * MARGIN + [f"{side}{row}{side}" for row in rows] + [empty] * (MARGIN + 1)
    blocks = {"00": "█", "01": "▀", "10": "▄", "11": " "}
    return "\n".join(
        "".join(blocks[upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(framed[::2], framed[1::2], strict=False)
    )
