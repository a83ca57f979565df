"""The function `tune`: searches better values, chooses with care and proves the choice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.registry import AgentLike
from tesuji.arena.stats.sprt import Sprt
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.games.base import check_seed
from tesuji.games.registry import game_text
from tesuji.tune.judge import MatchJudge, TuneProgress, TuneState
from tesuji.tune.optuna_search import check_optuna, check_space, optuna_search
from tesuji.tune.over import make_space
from tesuji.tune.positions import read_samples, samples_of
from tesuji.tune.result import TuneResult
from tesuji.tune.space import Space
from tesuji.tune.spsa import spsa
from tesuji.tune.texel import check_weights, texel
from tesuji.tune.trials import Found, Meeting, Search, Stopped, stream_seed
from tesuji.wording import counted

__all__ = ["METHODS", "tune"]

METHODS = ("genetic", "cmaes", "spsa", "texel")
TRIALS = {"genetic": 60, "cmaes": 60, "spsa": 100, "texel": 1}
"""Trials by default; for spsa, iterations."""
PAIRS = {"genetic": 10, "cmaes": 10, "spsa": 5, "texel": 200}
"""Pairs of a trial by default; for texel, pairs to play if no positions are given."""


def tune(
    agent: AgentLike,
    *,
    game: str | Game,
    over: str | Sequence[str],
    method: str = "genetic",
    trials: int | None = None,
    population: int = 12,
    pairs: int | None = None,
    against: AgentLike | None = None,
    positions: str | Path | None = None,
    sprt: str | Sprt = "0,20",
    proof_pairs: int = 1000,
    seed: int = 0,
    name: str = "tune",
    study: str | Path | None = None,
    progress: TuneProgress | None = None,
    **options: Any,
) -> TuneResult:
    """Searches better values for parameters of an agent, and tests the result against the start.

    ``over`` names the parameters, such as ``"select.c=0.1..2, rollout"``; ranges come from their
    declarations where none are given. ``method`` is "genetic", "cmaes", "spsa" or "texel". A trial
    is a match of ``pairs`` pairs against the agent as given, or ``against`` another one; trials
    near the best play more. "texel" instead fits weights of the evaluation to the games in
    ``positions``, a store or a file of records, or else to ``pairs`` pairs of the agent against
    itself. At the end an SPRT of the result against the start, on fresh games and at most
    ``proof_pairs`` pairs, decides what `TuneResult.verdict` says.

    ``options`` are those of `match`: limits, ``store``, ``jobs``, ``cluster``, ``openings`` ...
    With a ``store``, the same call resumes a run that was interrupted. ``study`` is a file for the
    study of Optuna, for those who want to look at it with Optuna's tools; it needs a store too.
    """
    if method not in METHODS:
        raise ParameterError.wrong_value("method", method, f"one of {', '.join(METHODS)}")
    test = Sprt.parse(sprt) if isinstance(sprt, str) else sprt
    check_seed(seed)
    played = tesuji.game(game_text(game))
    space = make_space(agent, played, over, options)
    _check(method, space, study, options.get("store"))
    opponent = tesuji.agent(agent if against is None else against)
    opponent.check(played)
    count = _positive("trials", TRIALS[method] if trials is None else trials)
    each = _positive("pairs", PAIRS[method] if pairs is None else pairs)
    _positive("proof_pairs", proof_pairs)
    if _positive("population", population) < 2:
        raise ParameterError.wrong_value("population", population, "an integer of at least 2")
    state = TuneState(method, count)
    with MatchJudge(
        state, game=played.spec, name=name, options=options, progress=progress
    ) as judge:
        search = Search(space, opponent.spec, judge, count, population, each, seed, judge.watch)
        study_file = None if study is None else Path(study)
        try:
            found = _find(method, search, judge, positions, study_file, bool(options.get("new")))
        except (Stopped, KeyboardInterrupt):
            return _interrupted(method, space, state)
        return _proven(method, space, found, judge, test, proof_pairs, seed)


def _check(method: str, space: Space, study: object, store: object) -> None:
    if method in ("genetic", "cmaes"):
        check_optuna()
    elif study is not None:
        raise ParameterError.wrong_value("study", str(study), f"no study file with {method}")
    if study is not None and store is None:
        raise ParameterError.wrong_value("store", None, "a store for the games of the study")
    if method == "texel":
        check_weights(space)
    else:
        check_space(method, space)


def _positive(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ParameterError.wrong_value(name, value, "an integer of at least 1")
    return value


def _find(
    method: str,
    search: Search,
    judge: MatchJudge,
    positions: str | Path | None,
    study: Path | None,
    new: bool,
) -> Found:
    if method == "texel":
        return _fit(search, judge, positions)
    if positions is not None:
        raise ParameterError.wrong_value("positions", str(positions), f"none with {method}")
    if method == "spsa":
        return spsa(search)
    identity = {
        "agent": search.space.agent.expanded(search.space.game),
        "game": search.space.game.expanded_spec,
        "over": search.space.text(),
        "against": search.opponent,
        "method": method,
        "population": search.population,
        "pairs": search.pairs,
        "seed": search.seed,
    }
    return optuna_search(search, method, study_file=study, new=new, identity=identity)


def _fit(search: Search, judge: MatchJudge, positions: str | Path | None) -> Found:
    space = search.space
    if positions is not None:
        return texel(space, read_samples(positions, space.game))
    own, seed = space.agent.spec, stream_seed(search.seed, "games")
    meeting = Meeting("games", own, search.opponent, seed, search.pairs)
    (played,) = judge.play("games to learn from", [meeting])
    return texel(space, samples_of(played.games, space.game))


def _proven(
    method: str,
    space: Space,
    found: Found,
    judge: MatchJudge,
    test: Sprt,
    pairs: int,
    seed: int,
) -> TuneResult:
    """The result with its proof, unless the search prefers the start."""
    start, spec = space.agent.spec, space.spec(found.values)
    proof, complete = None, True
    if spec != start:
        meeting = Meeting("proof", spec, start, stream_seed(seed, "proof"), pairs)
        try:
            (proof,) = judge.play("proof", [meeting], sprt=test)
        except (Stopped, KeyboardInterrupt):
            complete = False
    values = found.values
    return TuneResult(method, space, start, spec, values, found.trials, found.how, proof, complete)


def _interrupted(method: str, space: Space, state: TuneState) -> TuneResult:
    start = space.agent.spec
    how = f"Nothing is chosen after {len(state.trials)} of {counted(state.planned, 'trial')}."
    trials = tuple(state.trials)
    return TuneResult(method, space, start, start, space.start, trials, how, None, False)
