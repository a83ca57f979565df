"""The table of permissions in docs/page-protocol.md.

``python -m tests.web.permission_table`` prints it, to be pasted after a change.
"""

from __future__ import annotations

from tesuji.web.permissions import PERMISSIONS

HEAD = ("| type | seat 0 | seat 1 | spectator | stranger |", "|---|---|---|---|---|")


def permission_table() -> str:
    """What every member may send."""
    rows = [
        f"| `{kind}` | {seat.value} | {seat.value} | {spectator.value} | no |"
        for kind, (seat, spectator) in PERMISSIONS.items()
    ]
    return "\n".join((*HEAD, *rows))


if __name__ == "__main__":
    print(permission_table())
