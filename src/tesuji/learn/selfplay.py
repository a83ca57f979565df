"""Self-play: an agent plays against itself from varied openings, and shards keep the positions.

A game depends on the seed and its number only, not on the number of processes. (With a budget in
seconds it also depends on the machine.) A killed run loses the games of unfinished shards; the same
command plays them again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Agent
from tesuji.agents.budget import Budget
from tesuji.agents.learned import ignores_roll
from tesuji.arena.match.openings import default_plies
from tesuji.arena.store.lock import StoreLock
from tesuji.errors import ParameterError, ShardError
from tesuji.games import Game
from tesuji.games.base import check_seed
from tesuji.learn.selfplay_game import play_one
from tesuji.learn.shards import merged, write_shard
from tesuji.learn.workers import in_workers
from tesuji.output_files import write_whole

__all__ = [
    "SelfplayOptions",
    "at_least",
    "checked_options",
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
    """A digest of the files behind the agent, such as learned weights; empty if there are none."""
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
        mine, theirs = asdict(replace(self, games=0)), asdict(replace(other, games=0))
        return [name for name in mine if mine[name] != theirs[name]]


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
    load: tuple[str, ...] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
    **budget: Any,
) -> list[Path]:
    """Plays games of an agent against itself, and returns the shards with their positions.

    ``out`` is a folder. The same call resumes a run that was stopped, also with more games.
    ``budget`` is that of each search, such as ``nodes=1000``.
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
        done = games - sum(last - first for first, last in todo)
        progress(done, games)
        tasks = [(asdict(options), first, last, str(folder), load) for first, last in todo]
        for _, first, last, _, _ in in_workers(play_shard, tasks, jobs):
            done += last - first
            progress(done, games)
    finally:
        lock.release()
    return shard_paths(folder)


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
        content=agent.on(game).code_digest(),
        games=at_least("games", games, 1),
        seed=check_seed(seed),
        plies=at_least("plies", default_plies(game) if plies is None else plies, 0),
        varied_plies=at_least("varied_plies", varied_plies, 0),
        random=_fraction("random", random),
        temperature=_temperature(temperature, agent.on(game)),
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
                f"{name}={getattr(known, name)!r}, not {getattr(options, name)!r}"
                for name in different
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


def read_run(path: Path) -> SelfplayOptions:
    """The options of a run from its file; raises ShardError if it is damaged or missing."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found.pop("format") != FORMAT:
            raise ValueError("the format is unknown")
        return SelfplayOptions(**found)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
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


Task = tuple[dict[str, Any], int, int, str, tuple[str, ...]]


def play_shard(task: Task) -> Task:
    """Plays the games of a shard and writes it; runs in a worker."""
    given, first, last, folder, load = task
    for file in load:
        tesuji.load(file)
    options = SelfplayOptions(**given)
    game, agent = tesuji.game(options.game), tesuji.agent(options.agent)
    rows = merged(
        row for number in range(first, last) for row in play_one(game, agent, options, number)
    )
    if not rows:
        raise ParameterError(
            f"no position of games {first} to {last - 1} of {game.spec} has a choice of moves",
            where="plies",
            given=options.plies,
            expected="openings after which a player has a choice, or more games per shard",
        )
    sheet = {**given, "format": FORMAT, "first_game": first, "last_game": last}
    write_shard(Path(folder) / f"games-{first:09}-{last:09}.shard", sheet, rows)
    return task


def at_least(name: str, value: Any, least: int) -> int:
    """The value; raises ParameterError if it is not an integer of at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ParameterError.wrong_value(name, value, f"an integer of at least {least}")
    return value


def _fraction(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ParameterError.wrong_value(name, value, "a number from 0 to 1")
    return float(value)


def _temperature(value: Any, agent: Agent) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise ParameterError.wrong_value("temperature", value, "a number from 0 to 100")
    if value > 0 and agent.counts_nodes:
        # Alpha-beta shows that other moves are not better, but not how much worse they are.
        raise ParameterError(
            f"{agent.spec} does not count visits, so moves cannot be drawn with a temperature;"
            " use random moves instead",
            where="temperature",
            given=value,
            expected="0",
        )
    return float(value)
