"""Self-play: an agent plays against itself from varied openings, and shards keep the positions.

A game depends on the seed and its number only, not on the number of processes. (With a budget in
seconds it also depends on the machine.) A killed run loses the games of unfinished shards; the same
command plays them again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Agent
from tesuji.agents.budget import Budget
from tesuji.agents.content import files_in, named_by_content
from tesuji.agents.learned import ignores_roll
from tesuji.arena.match.openings import default_plies
from tesuji.arena.run.conditions import versions_here, worker_name
from tesuji.arena.store.identity import spec_differences
from tesuji.arena.store.lock import StoreLock
from tesuji.errors import ParameterError, ShardError, SpecError, TesujiError, WorkerError
from tesuji.games import Game
from tesuji.games.base import check_seed
from tesuji.learn.selfplay_game import play_one
from tesuji.learn.shards import Row, merged, shard_bytes
from tesuji.learn.workers import RESUMES, Step, in_workers
from tesuji.output_files import write_bytes, write_whole
from tesuji.python_files import resolving_from
from tesuji.specs import parse_spec

__all__ = [
    "SelfplayOptions",
    "at_least",
    "checked_options",
    "kept_games",
    "play_one",
    "read_run",
    "selfplay",
    "shard_paths",
]

FORMAT = 1
RUN_FILE = "run.json"
_NAME = re.compile(r"games-(\d{9})-(\d{9})\.shard")


@dataclass(frozen=True, kw_only=True)
class SelfplayOptions:
    """What decides the games of a run. Only ``games`` may change when a run is resumed."""

    game: str
    """The game with all its parameters."""
    version: int
    agent: str
    """The agent with all its options in this game."""
    content: str
    """Digests of the files behind the agent, such as weights; empty if there are none."""
    games: int
    seed: int
    plies: int
    """Most random plies of an opening; each game draws its number from half of it up to it."""
    varied_plies: int
    """Plies of a game, after the opening, in which moves may vary."""
    random: float
    """Probability of a random move in a varied ply."""
    temperature: float
    """In other varied plies, moves are drawn by their visits to the power 1 / temperature; 0 plays
    the best one."""
    before_rolls: bool = False
    """Whether the positions are those before a roll, because learned evaluations ignore it."""
    budget: Mapping[str, Any] = field(default_factory=dict)

    def differences(self, other: SelfplayOptions) -> list[str]:
        """The names of the options that differ, other than the number of games."""
        mine, theirs = self._decisive(), other._decisive()
        return [name for name in mine if mine[name] != theirs[name]]

    def _decisive(self) -> dict[str, Any]:
        """What must not change; files of weights and books may be moved."""
        contents = dict.fromkeys(files_in(self.agent), self.content) if self.content else {}
        return asdict(replace(self, games=0, agent=named_by_content(self.agent, contents)))


def selfplay(
    game: str | Game,
    out: str | Path,
    *,
    agent: str | Agent = "champion",
    games: int = 1000,
    seed: int = 0,
    plies: int | None = None,
    varied_plies: int = 10,
    random: float = 0.0,
    temperature: float = 0.0,
    shard_games: int = 100,
    jobs: int | None = None,
    cluster: str | None = None,
    load: tuple[str, ...] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
    **budget: Any,
) -> list[Path]:
    """Plays games of an agent against itself, and returns the shards with their positions.

    ``out`` is a folder. The same call resumes a run that was stopped, also with more games.
    ``budget`` is that of each search, such as ``nodes=1000``. ``cluster`` is the address of a Dask
    scheduler; its workers need not see the folder. ``progress`` is called with the numbers of games
    played and of all games; a game is kept once its shard is complete.
    """
    options = checked_options(
        tesuji.game(game) if isinstance(game, str) else game,
        tesuji.agent(agent),
        games=games,
        seed=seed,
        plies=plies,
        varied_plies=varied_plies,
        random=random,
        temperature=temperature,
        budget=budget,
    )
    at_least("shard_games", shard_games, 1)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    lock = StoreLock(folder / RUN_FILE)
    try:
        _begin(folder, options)
        todo = list(_missing(folder, games, shard_games))
        count = _Count(games - sum(last - first for first, last in todo), games, progress)
        tasks = _tasks(options, load, todo)
        for played in in_workers(play_shard, tasks, jobs, cluster, count.played):
            _write(folder, played)
            count.written(played.last - played.first)
    finally:
        lock.release()
    return shard_paths(folder)


class _Count:
    """Counts games for the progress: those of shards, and while they are played if that is known.

    It never goes back. The workers of a cluster do not tell which games they have played.
    """

    def __init__(self, kept: int, of: int, progress: Callable[[int, int], None]) -> None:
        self._kept, self._of, self._progress = kept, of, progress
        self._new = self._shown = 0
        progress(kept, of)

    def played(self, games: int) -> None:
        """Shows the number of games that were played in this run."""
        if games > self._shown:
            self._shown = games
            self._progress(self._kept + games, self._of)

    def written(self, games: int) -> None:
        """Shows games that are now in a shard."""
        self._new += games
        self.played(self._new)


def kept_games(folder: Path, games: int) -> int:
    """How many of the games of a run are in the shards of a folder."""
    if not folder.is_dir():
        return 0
    return games - sum(last - first for first, last in _missing(folder, games, games))


def checked_options(
    game: Game,
    agent: Agent,
    *,
    games: int,
    seed: int,
    plies: int | None,
    varied_plies: int = 10,
    random: float = 0.0,
    temperature: float = 0.0,
    budget: Mapping[str, Any],
) -> SelfplayOptions:
    """The options of a run; raises ParameterError if one is impossible."""
    limits = {name: value for name, value in budget.items() if value is not None}
    Budget.given(limits)
    return SelfplayOptions(
        game=game.expanded_spec,
        version=game.version,
        agent=agent.expanded(game),
        content=agent.code_digest(game),
        games=at_least("games", games, 1),
        seed=check_seed(seed),
        plies=at_least("plies", default_plies(game) if plies is None else plies, 0),
        varied_plies=at_least("varied_plies", varied_plies, 0),
        random=_fraction("random", random),
        temperature=_temperature(temperature, agent, game),
        before_rolls=ignores_roll(game),
        budget=limits,
    )


def shard_paths(folder: Path) -> list[Path]:
    """The shards of a folder in the order of their games; raises ShardError if it has none."""
    found = sorted(path for path in folder.glob("*.shard") if not path.name.startswith("."))
    if not found:
        problem = "the folder has no shards" if folder.is_dir() else "there is no such folder"
        raise ShardError(f"{folder}: {problem}", path=str(folder), problem=problem)
    return found


def _begin(folder: Path, options: SelfplayOptions) -> None:
    """Checks that the folder holds no other run, and writes down what is about to be played."""
    path = folder / RUN_FILE
    if path.exists():
        known = read_run(path)
        if different := known.differences(options):
            names = ", ".join(
                each
                for name in different
                for each in _told(name, getattr(known, name), getattr(options, name))
            )
            raise ParameterError(
                f"{folder} holds a run with other options: {names}; give another folder",
                where="out",
                given=str(folder),
                expected="an empty folder, or one with the same run",
                differences=tuple(different),
            )
    for part in folder.glob(".*.part"):
        part.unlink(missing_ok=True)
    text = json.dumps({"format": FORMAT, **asdict(options)}, indent=1)
    write_whole(text + "\n", path, exact=True)


def _told(name: str, known: Any, given: Any) -> Iterator[str]:
    """A difference as text; of agents written out in full only the parts that differ."""
    if name != "agent":
        yield f"{name}={known!r}, not {given!r}"
        return
    for part, has, asked in spec_differences(known, given):
        yield f"{'.'.join(filter(None, (name, part)))}={has}, not {asked}"


def read_run(path: Path) -> SelfplayOptions:
    """The options of a run from its file; raises ShardError if it is damaged or missing."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found.pop("format") != FORMAT:
            raise ValueError("the format is unknown")
        parse_spec(found["agent"])
        return SelfplayOptions(**found)
    except (SpecError, OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        problem = f"it is not the file of a run: {error}"
        raise ShardError(f"{path}: {problem}", path=str(path), problem=problem) from None


def _missing(folder: Path, games: int, size: int) -> Iterator[tuple[int, int]]:
    """The ranges of games that no shard holds, in pieces of at most ``size`` games."""
    held = sorted(
        (int(match[1]), int(match[2]))
        for path in folder.iterdir()
        if (match := _NAME.fullmatch(path.name)) is not None
    )
    at = 0
    for first, last in [*held, (games, games)]:
        while at < min(first, games):
            end = min(at + size, first, games)
            yield at, end
            at = end
        at = max(at, last)


@dataclass(frozen=True)
class ShardTask:
    """The games of one shard, for a worker on any machine."""

    options: dict[str, Any]
    first: int
    last: int
    load: tuple[str, ...]
    folder: str
    """Where relative paths of specs begin."""
    versions: dict[str, Any]
    """What a worker must have; see `tesuji.arena.run.conditions`."""


@dataclass(frozen=True)
class PlayedShard:
    """What a worker answers: the content of a shard, or why it did not play."""

    first: int
    last: int
    content: bytes = b""
    worker: str = ""
    problem: str = ""


def _tasks(
    options: SelfplayOptions, load: Sequence[str], ranges: Sequence[tuple[int, int]]
) -> list[ShardTask]:
    if not ranges:
        return []
    files = tuple(str(Path(file).resolve()) for file in load)
    versions = versions_here(options.game, files, [options.agent])
    given, here = asdict(options), str(Path.cwd())
    return [ShardTask(given, first, last, files, here, versions) for first, last in ranges]


def play_shard(task: ShardTask, played: Step) -> PlayedShard:
    """Plays the games of a shard; runs in a worker, and calls ``played`` after each game."""
    with resolving_from(task.folder):
        try:
            for file in task.load:
                tesuji.load(file)
            versions = versions_here(task.options["game"], task.load, [task.options["agent"]])
        except (TesujiError, OSError) as error:
            return PlayedShard(task.first, task.last, worker=worker_name(), problem=str(error))
        if versions != task.versions:
            problem = "; ".join(
                f"{name} is {versions.get(name)!r} there and {task.versions.get(name)!r} here"
                for name in {**task.versions, **versions}
                if versions.get(name) != task.versions.get(name)
            )
            return PlayedShard(task.first, task.last, worker=worker_name(), problem=problem)
        return PlayedShard(task.first, task.last, _content(task, played))


def _content(task: ShardTask, played: Step) -> bytes:
    options = SelfplayOptions(**task.options)
    game, agent = tesuji.game(options.game), tesuji.agent(options.agent)

    def rows_of_games() -> Iterator[Row]:
        for number in range(task.first, task.last):
            yield from play_one(game, agent, options, number)
            played()

    rows = merged(rows_of_games())
    if not rows:
        raise ParameterError(
            f"no position of games {task.first} to {task.last - 1} of {game.spec} has a choice of"
            " moves",
            where="plies",
            given=options.plies,
            expected="openings after which a player has a choice, or more games per shard",
        )
    sheet = {"format": FORMAT, "first_game": task.first, "last_game": task.last}
    return shard_bytes({**task.options, **sheet}, rows)


def _write(folder: Path, played: PlayedShard) -> None:
    if played.problem:
        raise WorkerError(
            f"worker {played.worker} cannot play: {played.problem}; {RESUMES}", where=played.worker
        )
    write_bytes(played.content, folder / f"games-{played.first:09}-{played.last:09}.shard")


def at_least(name: str, value: Any, least: int) -> int:
    """The value; raises ParameterError if it is not an integer of at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ParameterError.wrong_value(name, value, f"an integer of at least {least}")
    return value


def _fraction(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ParameterError.wrong_value(name, value, "a number from 0 to 1")
    return float(value)


def _temperature(value: Any, agent: Agent, game: Game) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise ParameterError.wrong_value("temperature", value, "a number from 0 to 100")
    if value > 0 and agent.on(game).counts_nodes:
        # Alpha-beta shows that other moves are not better, but not how much worse they are.
        raise ParameterError(
            f"{agent.spec} does not count visits on {game.spec}, so moves cannot be drawn with a"
            " temperature; use random moves instead",
            where="temperature",
            given=value,
            expected="0",
        )
    return float(value)
