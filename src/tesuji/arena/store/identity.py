"""Whether two identities are those of one match, and their differences as texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from tesuji.agents.content import files_in, named_by_content
from tesuji.errors import SpecError
from tesuji.specs import Spec, parse_spec, value_text

__all__ = ["Difference", "identity_differences", "is_same_match", "spec_differences"]

Difference = tuple[str, str, str]
"""What differs, with the stored and the given text."""

_NAMES = {
    "behaviour": "behaviour of the searches",
    "playing": "match rules",
    "game_version": "version of the game",
    "load": "loaded files",
    "code": "contents of files",
    "plies": "random plies of openings",
    "sizes": "board sizes",
    "adjudicate": "adjudication",
}
_LIMIT_NAMES = {
    "seconds": "seconds per move",
    "simulations": "simulations per move",
    "nodes": "nodes per move",
    "depth": "search depth",
    "memory": "megabytes of memory",
    "game_seconds": "seconds per game",
    "increment": "increment per move",
}
_UNSET = {"plies": "default", "sizes": "one", "openings": "drawn", "adjudicate": "none"}


def is_same_match(stored: str, given: str) -> bool:
    """Whether two identities, as JSON, decide the same games; files may have been moved."""
    if stored == given:
        return True
    try:
        return _by_content(json.loads(stored)) == _by_content(json.loads(given))
    except (SpecError, AttributeError, KeyError, TypeError):  # an identity that was written by hand
        return False


def _by_content(identity: dict[str, Any]) -> dict[str, Any]:
    code: dict[str, str] = identity.get("code", {})
    digests: dict[str, set[str]] = {}
    for spec, digest in code.items():
        for path in files_in(spec):
            digests.setdefault(path, set()).add(digest)
    contents = {path: ", ".join(sorted(digests[path])) for path in digests}
    return {
        **identity,
        "agents": [named_by_content(spec, contents) for spec in identity["agents"]],
        "code": sorted((named_by_content(spec, contents), code[spec]) for spec in code),
    }


def identity_differences(stored: dict[str, Any], given: dict[str, Any]) -> list[Difference]:
    """Everything in which the given identity differs from the stored one.

    If all weights and books have the same contents, it does not count where their files are.
    """
    with suppress(SpecError, AttributeError, KeyError, TypeError):  # as above
        one, other = _by_content(stored), _by_content(given)
        if one["code"] == other["code"]:
            stored, given = one, other
    return [
        difference
        for key in {**stored, **given}
        if stored.get(key) != given.get(key)
        for difference in _differences(key, stored.get(key), given.get(key))
    ]


def _differences(key: str, stored: Any, given: Any) -> Iterator[Difference]:
    if key == "game" and isinstance(stored, str) and isinstance(given, str):
        yield from _named("game", spec_differences(stored, given))
    elif key in ("agents", "limits") and _are_twos(stored, given):
        yield from _of_agents(
            *(
                list(spec_differences(*each) if key == "agents" else _in_limits(*each))
                for each in zip(stored, given, strict=True)
            )
        )
    elif key == "openings" and stored and given and len(stored) == len(given):
        both = enumerate(zip(stored, given, strict=True), 1)
        yield next((f"opening {number}", *each) for number, each in both if len(set(each)) > 1)
    else:
        yield _NAMES.get(key, key.replace("_", " ")), _text(key, stored), _text(key, given)


def _are_twos(*values: Any) -> bool:
    return all(isinstance(value, list) and len(value) == 2 for value in values)


def _of_agents(first: list[Difference], second: list[Difference]) -> Iterator[Difference]:
    """The differences of each agent; equal ones of both are listed once."""
    whose = {
        "both agents": [each for each in first if each in second],
        "first agent": [each for each in first if each not in second],
        "second agent": [each for each in second if each not in first],
    }
    for agent, differences in whose.items():
        yield from _named(agent, differences)


def _named(owner: str, differences: Iterable[Difference]) -> Iterator[Difference]:
    for name, has, asked in differences:
        yield ", ".join(filter(None, (owner, name))), has, asked


def spec_differences(stored: str, given: str) -> Iterator[Difference]:
    """The parameters in which two specs differ, or the names of two different agents."""
    try:
        one, other = parse_spec(stored), parse_spec(given)
    except SpecError:  # written by hand, or in another version of the spec language
        yield "", stored, given
        return
    if one.name == other.name:
        yield from _in_values("", one, other)
    else:
        # Two different agents in full would fill the screen.
        yield "", one.name, other.name


def _in_values(path: str, stored: Any, given: Any) -> Iterator[Difference]:
    if stored == given:
        return
    if isinstance(stored, Spec) and isinstance(given, Spec) and stored.name == given.name:
        for name in {**stored.arguments, **given.arguments}:
            inner = ".".join(filter(None, (path, name)))
            yield from _in_values(inner, stored.arguments.get(name), given.arguments.get(name))
    else:
        yield path, _value_text(stored), _value_text(given)


def _value_text(value: Any) -> str:
    return "nothing" if value is None else value_text(value)


def _in_limits(stored: dict[str, Any], given: dict[str, Any]) -> Iterator[Difference]:
    for name in {**stored, **given}:
        has, asked = stored.get(name), given.get(name)
        if has != asked:
            yield _LIMIT_NAMES.get(name, name), _limit_text(has), _limit_text(asked)


def _limit_text(value: Any) -> str:
    return "no limit" if value is None else str(value)


def _text(key: str, value: Any) -> str:
    if value is None:
        return _UNSET.get(key, "nothing")
    if key == "load":
        return _files_text(value)
    if key == "openings":
        return f"{len(value)} given"
    if isinstance(value, dict):
        return " ".join(f"{name} {_value_text(each)}" for name, each in value.items()) or "none"
    return str(value)


def _files_text(digests: Sequence[str]) -> str:
    return f"contents {', '.join(digest[:8] for digest in digests)}" if digests else "none"
