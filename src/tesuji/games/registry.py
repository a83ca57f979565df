"""The registry of games."""

from __future__ import annotations

from tesuji.errors import UnknownGameError
from tesuji.games.base import Game
from tesuji.plugins import GAMES, load_plugin, plugin_names
from tesuji.specs import did_you_mean, name_positional, parse_spec

__all__ = ["game", "game_types", "games"]

_types: dict[str, type[Game]] = {}
_made: dict[str, Game] = {}


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


def game(spec: str) -> Game:
    """The game for a spec such as ``"colosseum(size=8)"``.

    >>> import tesuji
    >>> tesuji.game("avalamm")
    Traceback (most recent call last):
    tesuji.errors.UnknownGameError: there is no game 'avalamm' (did you mean 'avalam'?); ...
    """
    if isinstance(spec, str) and spec in _made:
        return _made[spec]
    parsed = parse_spec(spec)
    if parsed.name not in _types and (plugin := load_plugin(GAMES, parsed.name, type)) is not None:
        add_game_type(plugin)
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
