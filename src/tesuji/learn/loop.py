"""The loop of learning: self-play, training, and a match that decides whether the weights stay.

Every step leaves files, and the same call goes on after the last of them. A generation that does
not win its match is kept for its games, but the next one is played by the best agent so far.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Agent
from tesuji.agents.learned import NET, WIDTHS, patterns_of
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.limits import Limits
from tesuji.arena.stats.sprt import Sprt
from tesuji.errors import ParameterError, ShardError
from tesuji.games import Game
from tesuji.games.randomness import derive_seed
from tesuji.learn.live_page import PAGE_FILE, LivePage
from tesuji.learn.selfplay import at_least, checked_options, selfplay
from tesuji.learn.train import check_family, train, training_of
from tesuji.learn.training import Epoch
from tesuji.output_files import write_whole
from tesuji.specs import Spec, parse_spec
from tesuji.wording import counted

__all__ = ["Generation", "learn"]

FORMAT = 1
WINDOW = 3
"""Generations whose games are used for training."""
OPTIONS_FILE = "learn.json"
RESULT_FILE = "generation.json"


@dataclass(frozen=True)
class Generation:
    """One turn of the loop."""

    number: int
    candidate: str
    """The spec of the agent with the new weights."""
    against: str
    """The spec of the best agent before."""
    training: dict[str, Any]
    """Positions and losses."""
    match: dict[str, Any]
    """The result of the match, as a match writes it."""

    @property
    def accepted(self) -> bool:
        """Whether the test found the candidate to be better."""
        return bool(self.match["sprt"]["verdict"] == "H1")

    @property
    def best(self) -> str:
        """The spec of the best agent afterwards."""
        return self.candidate if self.accepted else self.against


Progress = Callable[[int, str, str], None]
"""Called with the number of the generation, its step, and how far that is."""


def learn(
    game: str | Game,
    out: str | Path,
    *,
    family: str = "patterns",
    width: int | None = None,
    agent: str | Agent = "alphabeta",
    generations: int = 1,
    games: int = 2000,
    plies: int = 8,
    random: float = 0.0,
    seed: int = 0,
    pairs: int = 1000,
    sprt: str = "0,20",
    match_seconds: float | None = None,
    match_simulations: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    load: tuple[str, ...] = (),
    command: str = "",
    progress: Progress = lambda number, step, state: None,
    **budget: Any,
) -> list[Generation]:
    """Learns an evaluation of a game for an agent; returns all generations in the folder ``out``.

    ``width`` is that of a network, ``budget`` that of each search in self-play (1000 nodes by
    default). Matches give both agents equal CPU time (0.05 seconds by default) or
    ``match_simulations`` per move; with both limits, the first one reached counts. ``cluster`` is
    the address of a Dask scheduler, whose workers must see the folder under the same path. The page
    ``learn.html`` in the folder shows losses and matches while the run goes on. Ctrl-C ends the run
    and returns the generations so far; the same call resumes it.
    """
    of = tesuji.game(game) if isinstance(game, str) else game
    first = tesuji.agent(agent)
    chosen = {
        "format": FORMAT,
        "game": of.expanded_spec,
        "family": family,
        **({} if width is None and family != NET.name else {"width": width or WIDTHS[0]}),
        "agent": first.spec,
        "games": games,
        "plies": plies,
        "random": random,
        "seed": seed,
        "pairs": pairs,
        "sprt": sprt,
        "match": _match_limits(match_seconds, match_simulations),
        "budget": budget or {"nodes": 1000},
    }
    _check(of, first, chosen)
    at_least("generations", generations, 1)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    _begin(folder, chosen)
    page = LivePage(folder / PAGE_FILE, of.spec, family)
    loop = _Loop(of, folder, chosen, jobs, cluster, load, command, progress, page)
    best = first.spec
    with page.running():
        for number in range(1, generations + 1):
            try:
                found = loop.generation(number, best)
            except KeyboardInterrupt:
                found = None
            if found is None:
                page.interrupt()
                break
            page.generation(found)
            best = found.best
    return page.done


def _match_limits(seconds: float | None, simulations: int | None) -> dict[str, Any]:
    given = {"seconds": seconds, "simulations": simulations}
    return {name: limit for name, limit in given.items() if limit is not None} or {"seconds": 0.05}


def _check(game: Game, agent: Agent, chosen: dict[str, Any]) -> None:
    """Raises ParameterError for options with which a later step would fail."""
    check_family(chosen["family"], chosen.get("width", WIDTHS[0]))
    if chosen["family"] == NET.name:
        from tesuji.learn.net import require_torch

        require_torch()
    elif "width" in chosen:
        raise ParameterError.wrong_value("width", chosen["width"], "no width, or the family net")
    if "evaluate" not in agent.settings:
        raise ParameterError.wrong_value("agent", agent.spec, "an agent with an evaluation")
    patterns_of(game)
    names = ("games", "seed", "plies", "random", "budget")
    checked_options(game, agent, **{name: chosen[name] for name in names})
    at_least("pairs", chosen["pairs"], 1)
    Sprt.parse(chosen["sprt"])
    Limits.given(**chosen["match"])


def _begin(folder: Path, chosen: dict[str, Any]) -> None:
    path = folder / OPTIONS_FILE
    if path.exists():
        known = _read(path)
        different = tuple(name for name in chosen if not _fits(name, known.get(name), chosen[name]))
        if different:
            names = ", ".join(f"{n}={known.get(n)!r}, not {chosen[n]!r}" for n in different)
            raise ParameterError(
                f"{folder} holds a run with other options: {names}; give another folder",
                where="out",
                given=str(folder),
                expected="an empty folder, or one with the same run",
                differences=different,
            )
    write_whole(json.dumps(chosen, indent=1) + "\n", path, exact=True)


def _fits(name: str, known: Any, given: Any) -> bool:
    """Whether a run can go on with this option: only the number of pairs may grow."""
    if name == "pairs" and isinstance(known, int):
        return known <= int(given)
    return bool(known == given)


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
        if not isinstance(found, dict):
            raise ValueError("it is not an object")
    except ValueError as error:
        raise _error(path, str(error)) from None
    return found


def _read_generation(path: Path) -> Generation:
    found = _read(path)
    try:
        generation = Generation(**found)
        if not isinstance(generation.best, str):
            raise TypeError("it does not name the best agent")
    except (TypeError, KeyError) as error:
        raise _error(path, str(error)) from None
    return generation


def _error(path: Path, cause: str) -> ShardError:
    problem = f"it is not a file of a run: {cause}"
    return ShardError(f"{path}: {problem}", path=str(path), problem=problem)


@dataclass(frozen=True)
class _Loop:
    game: Game
    folder: Path
    chosen: dict[str, Any]
    jobs: int | None
    cluster: str | None
    load: tuple[str, ...]
    command: str
    progress: Progress
    page: LivePage

    def generation(self, number: int, best: str) -> Generation | None:
        """Plays, trains and tests; None if the match was interrupted."""
        folder = self._folder(number)
        result, weights = folder / RESULT_FILE, folder / f"{self.chosen['family']}.weights"
        candidate = _with_weights(self.chosen["agent"], self.chosen["family"], weights)
        if result.exists():
            # The paths are those of this run, since the folder may have been moved.
            found = replace(_read_generation(result), candidate=candidate, against=best)
            if not self._goes_on(found):
                return found
        self._play(number, best)
        # Another command line would make another file, and the store would refuse the match.
        training = training_of(weights) if weights.exists() else self._train(number, weights)
        self.page.trained(training["epochs"])
        match = self._match(number, candidate, best)
        if match is None:
            return None
        found = Generation(number, candidate, best, training, self._relative(match))
        plain = self._relative(asdict(found))
        write_whole(json.dumps(plain, indent=1) + "\n", result, exact=True)
        return found

    def _goes_on(self, found: Generation) -> bool:
        """Whether the last match has not decided and more pairs were asked for."""
        undecided = found.match["sprt"]["verdict"] is None
        more = found.match.get("pairs", self.chosen["pairs"]) < self.chosen["pairs"]
        return undecided and more and not self._folder(found.number + 1).exists()

    def _relative(self, data: dict[str, Any]) -> dict[str, Any]:
        """Plain data with paths that begin in the folder of the run, so that it can be moved."""
        found: dict[str, Any] = _without(f"{self.folder.resolve()}/", data)
        return found

    def _folder(self, number: int) -> Path:
        return self.folder / f"generation-{number}"

    def _play(self, number: int, best: str) -> None:
        def show(done: int, of: int) -> None:
            self._show(number, "self-play", f"{done} of {counted(of, 'game')}")

        selfplay(
            self.game,
            self._folder(number) / "games",
            agent=best,
            games=self.chosen["games"],
            seed=derive_seed(self.chosen["seed"], 2 * number),
            plies=self.chosen["plies"],
            random=self.chosen["random"],
            jobs=self.jobs,
            cluster=self.cluster,
            load=self.load,
            progress=show,
            **self.chosen["budget"],
        )

    def _train(self, number: int, weights: Path) -> dict[str, Any]:
        first = max(1, number - WINDOW + 1)
        data = [self._folder(each) / "games" for each in range(first, number + 1)]

        def show(epoch: Epoch) -> None:
            self.page.epoch(epoch)
            self._show(number, "training", f"epoch {epoch.number}, loss {epoch.validation:.4f}")

        self._show(number, "training", "reading positions")
        return train(
            self.game,
            data,
            weights,
            family=self.chosen["family"],
            width=self.chosen.get("width", WIDTHS[0]),
            agent=self.chosen["agent"],
            command=self.command,
            progress=show,
        ).to_dict()

    def _show(self, number: int, step: str, state: str) -> None:
        self.page.step(number, step, state)
        self.progress(number, step, state)

    def _match(self, number: int, candidate: str, best: str) -> dict[str, Any] | None:
        def show(contest: Contest) -> None:
            p = contest.matches[0].pentanomial
            of = counted(self.chosen["pairs"], "pair")
            self._show(number, "match", f"{p.pairs} of {of}, score {p.score:.1%}")

        self._show(number, "match", "")
        result = tesuji.match(
            candidate,
            best,
            game=self.game,
            pairs=self.chosen["pairs"],
            sprt=self.chosen["sprt"],
            seed=derive_seed(self.chosen["seed"], 2 * number + 1),
            store=self.folder / "matches.db",
            name=f"generation {number}",
            jobs=self.jobs,
            cluster=self.cluster,
            load=self.load,
            progress=show,
            **self.chosen["match"],
        )
        return result.to_dict() if result.complete else None


def _without(folder: str, value: Any) -> Any:
    """Plain data without this folder in the quoted paths of specs."""
    if isinstance(value, dict):
        return {_without(folder, name): _without(folder, each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without(folder, each) for each in value]
    return value.replace(f'"{folder}', '"') if isinstance(value, str) else value


def _with_weights(agent: str, family: str, weights: Path) -> str:
    """The agent with learned weights instead of its own evaluation."""
    spec = parse_spec(agent)
    learned = Spec(family, {"file": str(weights.resolve())})
    return tesuji.agent(str(Spec(spec.name, {**spec.arguments, "evaluate": learned}))).spec
