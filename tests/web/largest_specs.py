"""The largest specs that a page may send: every parameter of an agent at its upper bound.

Run as a program, it searches with each of them and prints the growth of its memory in megabytes.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator

import tesuji
from tesuji.errors import TesujiError
from tesuji.specs import Kind, Parameter, Slot
from tesuji.web.admission import Admission, _kind_of
from tesuji.web.bounds import Bounds

GAMES = ("colosseum(size=12, walls=6)", "ewn")
"""The largest board, and a game with dice."""
UNBOUNDED = 2**31 - 1
"""A value for parameters without an upper bound."""


def largest_specs(admission: Admission) -> Iterator[str]:
    """Every kind of agent with its own numbers at their bounds, and each part likewise."""
    for name in admission.agents():
        kind = _kind_of(name)
        own = [_largest(each) for each in kind.parameters if isinstance(each, Parameter)]
        left = ("threads=", "seconds=", "first_seconds=")  # the page gives the seconds of a move
        given = [text for text in own if text and not text.startswith(left)]
        yield f"{kind.name}({', '.join(given)})"
        for slot in kind.parameters:
            if isinstance(slot, Slot):
                for part in slot.kinds:
                    yield f"{kind.name}({', '.join([*given, f'{slot.name}={_part(part)}'])})"


def _part(part: Kind) -> str:
    given = [_largest(each) for each in part.parameters if isinstance(each, Parameter)]
    return f"{part.name}({', '.join(filter(None, given))})"


def _largest(parameter: Parameter) -> str:
    """The parameter at its upper bound; empty if it is not a number."""
    if parameter.kind not in (int, float):
        return ""
    high = UNBOUNDED if parameter.high is None else parameter.high
    return f"{parameter.name}={parameter.kind(high)!r}"


def admitted(admission: Admission, game: tesuji.Game) -> Iterator[tesuji.Agent]:
    """The agents of the largest specs that a page may use, each once."""
    for text in dict.fromkeys(largest_specs(admission)):
        try:
            yield admission.agent(text, game)
        except TesujiError:
            continue


def main() -> None:
    bounds = Bounds()
    admission = Admission(bounds)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    searches = 0
    for name in GAMES:
        game = tesuji.game(name)
        position = game.start(1)
        while position.is_chance:
            position = position.play(position.chance_outcomes[0][0])
        for agent in admitted(admission, game):
            with agent.player(game, seed=1) as player:
                player.search(position, seconds=0.002, memory=bounds.memory)
            searches += 1
    print(searches, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)


if __name__ == "__main__":
    main()
