"""Names of submissions by their digests, so that people never have to read digests.

The store of a ladder holds digests only. A private file beside it has the names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tesuji.interop.ladder.private import write_private
from tesuji.interop.ladder.submissions import Submission

__all__ = ["named_match", "read_names", "submission_names", "write_names"]

FILE = "names.json"
SHORT = 8
"""Digits of a digest that has no name."""


def submission_names(submissions: Iterable[Submission]) -> dict[str, str]:
    """The students behind each digest; equal submissions share one."""
    names: dict[str, list[str]] = {}
    for each in submissions:
        names.setdefault(each.digest, []).append(each.name)
    return {digest: " = ".join(who) for digest, who in names.items()}


def write_names(names: Mapping[str, str], folder: Path) -> None:
    """Adds names to the file; submissions of earlier runs keep theirs."""
    known = {**read_names(folder), **names}
    known.pop("", None)
    write_private(json.dumps({"format": 1, "names": known}, indent=1) + "\n", folder / FILE)


def read_names(folder: Path) -> dict[str, str]:
    """The names by digest; empty if the folder is not one of a ladder."""
    try:
        data = json.loads((folder / FILE).read_text("utf-8"))
        return {str(digest): str(name) for digest, name in data["names"].items()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return {}


def named_match(name: str, identity: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The name of a stored match as people read it: that of a ladder's match names its agents."""
    stage, _, key = name.partition(" ")
    contents = identity.get("agents", ())
    if not key or not names or not any(str(each).split(" ")[0] in names for each in contents):
        return name
    return f"{stage}: {' - '.join(_agent(str(each), names) for each in contents)}"


def _agent(content: str, names: Mapping[str, str]) -> str:
    """The name of a submission, or the name of a baseline without its parameters."""
    first = content.split(" ")[0]
    if first in names:
        return names[first]
    is_digest = len(first) == 24 and not set(first) - set("0123456789abcdef")
    return first[:SHORT] if is_digest else content.partition("(")[0]
