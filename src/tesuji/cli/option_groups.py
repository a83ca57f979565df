"""Option groups: dataclasses of options that several commands share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_type_hints

__all__ = ["takes_groups"]


def takes_groups(command: Callable[..., int]) -> Callable[..., int]:
    """Lets a command take dataclasses whose fields become options on the command line.

    The command's own arguments and options come first, then those of the groups in order.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    shown = [
        each.replace(annotation=hints[name])
        for name, each in inspect.signature(command).parameters.items()
        if name not in groups
    ]
    for kind in groups.values():
        shown += _parameters(kind)

    @functools.wraps(command)
    def run(**given: Any) -> int:
        made = {
            name: kind(**{each.name: given.pop(each.name) for each in fields(kind)})
            for name, kind in groups.items()
        }
        return command(**given, **made)

    # A signature needs parameters without a default first.
    ordered = sorted(shown, key=lambda each: each.default is not inspect.Parameter.empty)
    run.__signature__ = inspect.Signature(ordered)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in ordered}
    return run


def _parameters(kind: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        inspect.Parameter(
            each.name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=each.default if each.default is not MISSING else inspect.Parameter.empty,
            annotation=hints[each.name],
        )
        for each in fields(kind)
    ]
