"""Addresses: where visitors come from, and what one address may have of a server."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable

__all__ = ["AddressCounts", "limited_address", "visitor_address"]

NETWORK_BITS = 64
"""An IPv6 visitor has a network of this prefix length, not one address."""

UNNAMED = "proxy"
"""The address of all visitors whom a reverse proxy does not name."""


def limited_address(host: str) -> str | None:
    """The address that limits apply to; None for this machine, whose user may do anything."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host or None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return limited_address(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))
    return None if address.is_loopback else str(address)


def visitor_address(peer: str, forwarded: Iterable[str], *, behind_proxy: bool) -> str | None:
    """The address of a visitor: the peer, or whom a reverse proxy on this machine names.

    ``forwarded`` are the lines of ``X-Forwarded-For``. The proxy appends the address of its client,
    so only the last one can be trusted. Visitors whom it does not name share one address.
    """
    address = limited_address(peer)
    if address is not None or not behind_proxy:
        return address
    last = ",".join(forwarded).rpartition(",")[2].strip()
    return limited_address(last) if last else UNNAMED


class AddressCounts:
    """How many things of one kind each address has. None, this machine, is not counted."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: Counter[str] = Counter()

    def is_full(self, address: str | None) -> bool:
        """Whether an address may have no more."""
        return address is not None and self._counts[address] >= self.most

    def add(self, address: str | None) -> None:
        """Counts one more."""
        if address is not None:
            self._counts[address] += 1

    def remove(self, address: str | None) -> None:
        """Counts one less."""
        if address is not None:
            self._counts[address] -= 1
            if self._counts[address] <= 0:
                del self._counts[address]
