"""The genetic method and CMA-ES: Optuna's samplers propose, races of matches decide.

Each proposal comes from a sampler with a seed of its own, so what is proposed depends only on the
results before it. A run that was killed therefore proposes the same again, whether its study is in
a file or starts again from the games in a store.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.errors import ParameterError, StoreError
from tesuji.specs import Plain
from tesuji.tune.race import Racer, race
from tesuji.tune.ranking import Ranking
from tesuji.tune.space import Dimension, Space
from tesuji.tune.trials import Found, Search, Trial, stream_seed

if TYPE_CHECKING:
    import optuna

__all__ = ["check_optuna", "check_space", "optuna_search"]

UNPLAYABLE = -10.0
"""The log-odds of a setting that cannot play."""
NAME = "tesuji"
"""The name of the study in its file."""


def check_optuna() -> None:
    """Raises ParameterError if Optuna or cmaes is missing."""
    try:
        import cmaes  # noqa: F401
        import optuna  # noqa: F401
    except ImportError as error:
        raise ParameterError(
            "the methods genetic and cmaes need Optuna, which is not installed:"
            " pip install 'tesuji[tune]'",
            where="method",
            expected="optuna and cmaes",
        ) from error


def check_space(method: str, space: Space) -> None:
    """Raises ParameterError if the method cannot search this space."""
    if method == "genetic":
        return
    for each in space.dimensions:
        if each.kind == "choice":
            raise ParameterError(
                f"{method} needs numbers, and {each.path} is a choice ({each.range_text()});"
                " leave it out or use the method genetic",
                where=each.path,
                given=each.range_text(),
                expected="a number",
            )
    if method == "cmaes" and len(space.dimensions) < 2:
        raise ParameterError(
            f"cmaes needs two or more parameters, not only {space.text()}; use spsa or genetic",
            where="over",
            given=space.text(),
            expected="two or more parameters",
        )


def optuna_search(
    search: Search,
    method: str,
    *,
    study_file: Path | None = None,
    new: bool = False,
    identity: dict[str, Any] | None = None,
) -> Found:
    """Plays generations of proposals, then the final. The first trial is the start."""
    study = _open_study(study_file, new, identity or {})
    ranking = Ranking(search)
    _start(search, study, ranking)
    generation = 0
    while (done := len(ranking.trials)) < search.trials:
        # The start belongs to the first population of the genetic method.
        size = search.population - (1 if generation == 0 and method == "genetic" else 0)
        numbers = range(done, min(done + size, search.trials))
        asked = [_ask(search, study, method, number) for number in numbers]
        _measure(search, study, ranking, asked, generation)
        ranking.update_opponent()
        generation += 1
    return ranking.choose()


# One generation


def _measure(
    search: Search,
    study: optuna.Study,
    ranking: Ranking,
    asked: Sequence[optuna.Trial],
    generation: int,
) -> None:
    """Races a generation and reports the scores to the study, in order."""
    space, stage = search.space, f"generation {generation + 1}"
    values = {trial.number: _values(space, trial) for trial in asked}
    racers = {
        number: Racer(f"trial {number}", space.spec(each))
        for number, each in values.items()
        if space.plays(each)
    }
    results = race(
        search.judge,
        stage,
        list(racers.values()),
        opponent=ranking.opponent_spec,
        seed=stream_seed(search.seed, "search", generation),
        pairs=search.pairs,
    )
    played = dict(zip(racers, results, strict=True))
    opponent = ranking.opponent_spec
    for trial in asked:
        number, result = trial.number, played.get(trial.number, Pentanomial())
        playable = number in racers
        spec = racers[number].spec if playable else ""
        fitness = _fitness(result, search.pairs, ranking.offset) if playable else UNPLAYABLE
        _tell(study, trial, fitness, result)
        ranking.add(Trial(number, values[number], spec, result, stage, opponent, playable))


def _start(search: Search, study: optuna.Study, ranking: Ranking) -> None:
    """The agent as given, as the first trial; against itself it needs no games."""
    values, spec = search.space.start, search.space.agent.spec
    result = Pentanomial()
    if not search.plays_itself:
        (result,) = race(
            search.judge,
            "start",
            [Racer("start", spec)],
            opponent=search.opponent,
            seed=stream_seed(search.seed, "search", 0),
            pairs=4 * search.pairs,
            rounds=1,
        )
    if not study.trials:
        study.enqueue_trial({each.path: _optuna_value(each, each.start) for each in _dims(search)})
    trial = _ask(search, study, "genetic", 0)
    _tell(study, trial, _fitness(result, search.pairs, 0.0) if result.pairs else 0.0, result)
    ranking.add(Trial(0, values, spec, result, "start", search.opponent))


def _fitness(result: Pentanomial, prior: int, offset: float) -> float:
    """The log-odds of a score drawn towards 1/2 by as many even pairs as a trial has at least.

    Parents are chosen by it, so it must not favour a trial that was lucky in few games. ``offset``
    is the strength of the opponent.
    """
    score = (result.pairs * result.score + prior * 0.5) / (result.pairs + prior)
    return offset + math.log(score / (1 - score))


# The study


def _open_study(file: Path | None, new: bool, identity: dict[str, Any]) -> optuna.Study:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    if file is None:
        return optuna.create_study(direction="maximize", study_name=NAME)
    study = _stored_study(file, new)
    stored = study.user_attrs.get("identity", identity)
    differences = [
        (key, str(stored.get(key)), str(identity.get(key)))
        for key in {**stored, **identity}
        if stored.get(key) != identity.get(key)
    ]
    if differences:
        lines = [f"{file} holds another study:"]
        lines += [f"{key}: {old} in the file, {now} now" for key, old, now in differences]
        lines.append("Use another file, or --new to discard the stored study")
        raise StoreError("\n  ".join(lines), path=file, name=NAME, differences=differences)
    study.set_user_attr("identity", identity)
    return study


def _stored_study(file: Path, new: bool) -> optuna.Study:
    import optuna
    from sqlalchemy.exc import SQLAlchemyError

    if any(sign in str(file) for sign in "?#%"):
        raise ParameterError.wrong_value("study", str(file), "a path without ?, # and %")
    try:
        storage = optuna.storages.RDBStorage(f"sqlite:///{file}")
        if new and NAME in optuna.get_all_study_names(storage):
            optuna.delete_study(study_name=NAME, storage=storage)
        return optuna.create_study(
            direction="maximize", study_name=NAME, storage=storage, load_if_exists=True
        )
    except (SQLAlchemyError, optuna.exceptions.OptunaError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise StoreError(f"{file} cannot be used as a study: {reason}", path=file) from error


def _ask(search: Search, study: optuna.Study, method: str, number: int) -> optuna.Trial:
    """The proposal with this number: a new one, or the one that the study already has."""
    import optuna

    study.sampler = _sampler(search, method, number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stored = study.get_trials(deepcopy=False)
        if number < len(stored) and stored[number].state != optuna.trial.TrialState.WAITING:
            trial = optuna.trial.Trial(study, stored[number]._trial_id)
        else:
            trial = study.ask()
        for each in _dims(search):
            _suggest(trial, each)
    return trial


def _tell(study: optuna.Study, trial: optuna.Trial, score: float, result: Pentanomial) -> None:
    import optuna

    stored = study.get_trials(deepcopy=False)[trial.number]
    if stored.state == optuna.trial.TrialState.COMPLETE:
        if stored.value != score:
            raise StoreError(
                f"trial {trial.number} scored {stored.value} in the study and {score} now: the"
                " games have changed; start over with --new",
                name=NAME,
                given=score,
                expected=str(stored.value),
            )
        return
    trial.set_user_attr("pentanomial", list(result.counts))
    study.tell(trial, score)


def _sampler(search: Search, method: str, number: int) -> Any:
    import optuna

    seed = stream_seed(search.seed, "sampler", number) % 2**32
    if method == "genetic":
        return optuna.samplers.NSGAIISampler(population_size=search.population, seed=seed)
    start = {each.path: _optuna_value(each, each.start) for each in _dims(search)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Optuna plans to replace x0
        return optuna.samplers.CmaEsSampler(
            x0=start, seed=seed, popsize=search.population, warn_independent_sampling=False
        )


# Values


def _dims(search: Search) -> tuple[Dimension, ...]:
    return search.space.dimensions


def _optuna_value(dimension: Dimension, value: Plain) -> Any:
    """A value within the range; the start may lie outside a range that the user narrowed."""
    if dimension.kind == "choice":
        return value
    number = min(max(float(value), dimension.low), dimension.high)
    return round(number) if dimension.kind == "int" else number


def _suggest(trial: optuna.Trial, dimension: Dimension) -> None:
    """Lets the sampler choose a value, which ``trial.params`` then has."""
    low, high = dimension.low, dimension.high
    if dimension.kind == "choice":
        trial.suggest_categorical(dimension.path, list(dimension.choices))
    elif dimension.kind == "int":
        trial.suggest_int(dimension.path, int(low), int(high), log=dimension.is_log)
    else:
        trial.suggest_float(dimension.path, low, high, log=dimension.is_log)


def _values(space: Space, trial: optuna.Trial) -> dict[str, Plain]:
    """The proposed values, with no more digits than make a difference."""
    return {
        each.path: value if each.kind == "choice" else each.rounded(float(value))
        for each in space.dimensions
        for value in [trial.params[each.path]]
    }
