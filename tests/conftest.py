"""Settings for all tests: hypothesis profiles, restored registries, a missing package, signals.

Examples are the same on every run; ``--hypothesis-profile=explore`` looks for new ones.
"""

import builtins
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tesuji.agents.evaluators import _known as known_evaluators
from tesuji.agents.registry import _kinds as agent_kinds
from tesuji.agents.registry import _plugins as used_plugins
from tesuji.agents.registry import _registered as registered_agents
from tesuji.games.registry import _from_plugins as games_of_plugins
from tesuji.games.registry import _made as made_games
from tesuji.games.registry import _types as game_types
from tesuji.plugins import _allowed as allowed_names

# No deadline, because the machine may be busy and no test asserts a time. No explain phase, because
# it takes a minute per failure and the shrunken line of play is enough.
settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    max_examples=30,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", parent=settings.get_profile("repeatable"), derandomize=False, max_examples=1000
)
settings.load_profile("repeatable")


@contextmanager
def restored_registries() -> Iterator[None]:
    registries: tuple[dict[str, Any], ...] = (
        agent_kinds,
        game_types,
        known_evaluators,
        made_games,
        registered_agents,
        used_plugins,
    )
    before = [dict(each) for each in registries]
    allowed, from_plugins = set(allowed_names), set(games_of_plugins)
    yield
    allowed_names.clear()
    allowed_names.update(allowed)
    games_of_plugins.clear()
    games_of_plugins.update(from_plugins)
    for each, content in zip(registries, before, strict=True):
        each.clear()
        each.update(content)


@pytest.fixture(autouse=True)
def registries_as_they_were() -> Iterator[None]:
    """Restores the registries, so that what one test registers does not affect the next."""
    with restored_registries():
        yield


@pytest.fixture(autouse=True, scope="module")
def registries_of_other_files() -> Iterator[None]:
    """The same for what fixtures of a whole file register."""
    with restored_registries():
        yield


@pytest.fixture
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a package appear not to be installed."""
    real = builtins.__import__

    def refuse(name: str, *more: Any, **rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *more, **rest)

    monkeypatch.setattr(builtins, "__import__", refuse)


_DEFAULTS: dict[signal.Signals, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


@pytest.fixture
def default_signals() -> Iterator[None]:
    """Signals act as in a new terminal, here and in child processes; afterwards as before.

    nohup and jobs in the background ignore some, and child processes inherit that.
    """
    before = {number: signal.signal(number, handler) for number, handler in _DEFAULTS.items()}
    yield
    for number, earlier in before.items():
        signal.signal(number, earlier)
