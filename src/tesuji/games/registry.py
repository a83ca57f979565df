"""The registry of games."""

from __future__ import annotations

from collections.abc import Collection

from tesuji.errors import UnknownGameError
from tesuji.games.base import Game
from tesuji.plugins import GAMES, allowed, load_plugin, not_allowed, plugin_names
from tesuji.specs import Spec, did_you_mean, name_positional, parse_spec

__all__ = ["closed_game", "game", "game_from_file", "game_text", "game_types", "games"]

_types: dict[str, type[Game]] = {}
_made: dict[str, Game] = {}
_from_plugins: set[str] = set()


def add_game_type(kind: type[Game]) -> type[Game]:
    """Registers a game class under its name, replacing any other (a class decorator)."""
    for spec in [spec for spec, made in _made.items() if made.name == kind.name]:
        del _made[spec]
    _types[kind.name] = kind
    return kind


def game_types() -> dict[str, type[Game]]:
    """All registered games by name."""
    return dict(_types)


def games() -> list[str]:
    """The names of all games.

    >>> import tesuji
    >>> tesuji.games()
    ['avalam', 'colosseum', 'ewn', 'ewn-cyclic', 'pentago', 'pentago-twist']
    """
    return sorted(_types)


def closed_game(spec: Spec, allowed: Collection[str]) -> bool:
    """Whether a spec from others names a game that runs other code and is not allowed."""
    if spec.name in allowed:
        return False
    if spec.name in _types:
        return not _types[spec.name].safe
    return spec.name in plugin_names(GAMES)


def game_from_file(spec: str) -> Game:
    """The game of a spec that a file holds, such as a record or a study.

    It runs no code but Tesuji's own and what this process has registered or used already, unless
    the name is allowed (`tesuji.allow`).
    """
    parsed = parse_spec(spec)
    own = {name for name in _types if name not in _from_plugins} | allowed()
    used = any(made.spec == str(parsed) for made in _made.values())
    if not used and closed_game(parsed, own):
        raise not_allowed("game", parsed.name)
    return game(spec)


def game_text(given: str | Game) -> str:
    """The spec of a game, as it was given if it is text."""
    return given.spec if isinstance(given, Game) else given


def game(spec: str | Game) -> Game:
    """The game for a spec such as ``"colosseum(size=8)"``; a game is returned as it is.

    >>> import tesuji
    >>> tesuji.game("avalamm")
    Traceback (most recent call last):
    tesuji.errors.UnknownGameError: there is no game 'avalamm' (did you mean 'avalam'?); ...
    """
    if isinstance(spec, Game):
        return spec
    if isinstance(spec, str) and spec in _made:
        return _made[spec]
    parsed = parse_spec(spec)
    if parsed.name not in _types and (plugin := load_plugin(GAMES, parsed.name, type)) is not None:
        add_game_type(plugin)
        _from_plugins.add(parsed.name)
    if parsed.name not in _types:
        plugins = plugin_names(GAMES)
        hint = did_you_mean(parsed.name, [*_types, *plugins])
        raise UnknownGameError(
            f"there is no game {parsed.name!r}{hint}; the games are {', '.join(games())};"
            f" from plugins: {', '.join(plugins)}",
            name=parsed.name,
        )
    kind = _types[parsed.name]
    made = kind(**name_positional(kind.name, kind.positional_parameter, parsed.arguments))
    return _made.setdefault(made.expanded_spec, made)
