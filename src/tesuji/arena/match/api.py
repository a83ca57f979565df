"""The function `match`, and functions that play several matches together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.agents.registry import AgentLike
from tesuji.arena.match.contest import Contest, Progress
from tesuji.arena.match.plan import GivenLimits, MatchPlan, make_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.kept_workers import KeptWorkers
from tesuji.arena.run.local_pool import check_jobs
from tesuji.arena.stats.sprt import Sprt
from tesuji.games import Game
from tesuji.games.registry import game_text

__all__ = ["RUN_OPTIONS", "match", "play_meetings", "play_plans"]

RUN_OPTIONS = ("store", "new", "jobs", "cluster", "progress", "sprt")
"""Options of how matches are run; the others define the match itself."""
SHAPE_OPTIONS = ("openings", "plies", "sizes", "adjudicate", "load")


def match(
    first: AgentLike,
    second: AgentLike,
    *,
    game: str | Game,
    pairs: int = 100,
    sprt: str | Sprt | None = None,
    jobs: int | None = None,
    store: str | Path | None = None,
    new: bool = False,
    cluster: str | None = None,
    seed: int = 0,
    openings: str | Path | Sequence[str] | None = None,
    plies: int | None = None,
    sizes: Sequence[int] | None = None,
    adjudicate: dict[str, Any] | None = None,
    load: Iterable[str | Path] = (),
    first_limits: GivenLimits = None,
    second_limits: GivenLimits = None,
    progress: Progress | None = None,
    name: str = "",
    **limits: Any,
) -> MatchResult:
    """Plays a match between two agents in pairs of games, with sides swapped.

    An agent is a spec, an `Agent`, or a function or class that chooses moves. Both games of a
    pair have the same opening and dice. ``limits`` are a budget per move (``seconds``, ``clock``,
    ``simulations``, ...; 0.1 CPU seconds by default) or a clock for the game, ``time="60+0.5"``;
    ``first_limits`` and ``second_limits`` are those of one agent. With ``sprt="0,20"`` the match
    ends as soon as the test decides. A ``store`` keeps every finished pair, and the same call
    resumes an interrupted match; ``name`` distinguishes matches of the same agents there.
    ``sizes=(6, 12)`` draws the board size of each pair. ``adjudicate`` is ``{"proven": True}`` or
    ``{"value": 0.98, "moves": 3}``. Ctrl-C ends the match and returns the result so far.

    >>> import tesuji
    >>> result = tesuji.match("greedy", "random", game="avalam", pairs=2, jobs=1)
    >>> result.pentanomial.pairs
    2
    """
    game = game_text(game)
    plan = make_plan(
        (first, second),
        game=game,
        pairs=pairs,
        seed=seed,
        openings=openings,
        plies=plies,
        sizes=sizes,
        adjudicate=adjudicate,
        load=load,
        own_limits=(first_limits, second_limits),
        limits=limits,
        name=name,
    )
    return play_plans(
        [plan],
        sprt=sprt,
        store=store,
        new=new,
        jobs=jobs,
        cluster=cluster,
        progress=progress,
    )[0]


def play_plans(
    plans: Sequence[MatchPlan],
    *,
    sprt: str | Sprt | None = None,
    store: str | Path | None = None,
    new: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    workers: KeptWorkers | None = None,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> list[MatchResult]:
    """Plays several matches together, or resumes them; ``workers`` may outlive them.

    After ``seconds`` no further pair is begun, and the results are incomplete. 0 plays none, but it
    opens and locks the store as well, and adds matches that are not in it.
    """
    test = Sprt.parse(sprt) if isinstance(sprt, str) else sprt
    check_jobs(jobs)
    contest = Contest(plans, store=store, new=new, sprt=test)
    complete = contest.run(
        jobs=jobs, cluster=cluster, workers=workers, progress=progress, seconds=seconds
    )
    return [
        MatchResult(each, contest, complete or (seconds is not None and each.finished))
        for each in contest.matches
    ]


def play_meetings(
    meetings: Sequence[tuple[AgentLike, AgentLike]],
    *,
    game: str,
    pairs: int,
    seed: int,
    options: Mapping[str, Any],
    names: Sequence[str] = (),
    own_limits: Sequence[tuple[GivenLimits, GivenLimits]] = (),
) -> list[MatchResult]:
    """Plays matches that differ only in agents, names and own limits."""
    run = {name: options[name] for name in RUN_OPTIONS if name in options}
    shape = {name: options[name] for name in SHAPE_OPTIONS if name in options}
    limits = {
        name: value for name, value in options.items() if name not in RUN_OPTIONS + SHAPE_OPTIONS
    }
    plans = [
        make_plan(
            agents,
            game=game,
            pairs=pairs,
            seed=seed,
            limits=limits,
            own_limits=own_limits[number] if own_limits else (None, None),
            name=names[number] if names else "",
            **shape,
        )
        for number, agents in enumerate(meetings)
    ]
    return play_plans(plans, **run)
