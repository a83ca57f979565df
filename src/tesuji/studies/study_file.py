"""Reads studies from TOML files, with errors that name the file, the key and what would fit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji import input_files
from tesuji.agents.defaults import with_part_of
from tesuji.agents.trust import agent_from_file
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.sizes import check_sizes, sized_game
from tesuji.games.registry import game_from_file
from tesuji.specs import parse_spec
from tesuji.studies.measures import MEASURES, without_pruning
from tesuji.studies.study import (
    FREQUENCIES,
    KINDS,
    RESULTS,
    SCALES,
    TRENDS,
    Budget,
    Claim,
    Experiment,
    LeftOut,
    Reason,
    ReportFigure,
    ReportTable,
    Row,
    Setting,
    Study,
)
from tesuji.toml_table import TomlTable, parse_toml

__all__ = ["read_study", "read_text"]

LIMITS = ("seconds", "first_seconds", "clock", "simulations", "nodes", "depth", "memory", "time")
BUDGETS = ("then", "now")
NEEDED = ("name", "title", "kind", "game", "agents", "against", "play")
STUDY_KEYS = ("text", "source", "built", "presets", "table", "figure", "left_out", "reason")
OPTIONAL = ("text", "conclusion", "openings", "sizes", "seed", "repeats")
NEEDED_BY_KIND: dict[str, tuple[str, ...]] = {
    "match": (),
    "sweep": ("parameter", "values"),
    "curve": ("curve",),
    "measure": ("measure",),
}
OPTIONAL_BY_KIND = {
    "match": (*BUDGETS, "reported", "trend"),
    "sweep": (*BUDGETS, "reported"),
    "curve": ("measure", "trend", "reported"),
    "measure": (*BUDGETS, "reported", "trend", "games_of"),
}


def read_study(path: str | Path) -> Study:
    """Reads a file and checks all of it: keys, numbers, games, and agents that can play them."""
    file = Path(path)
    table = TomlTable(str(file), {})
    try:
        text = input_files.read_text(file)
    except FileNotFoundError:
        raise table.error("", "there is no such file") from None
    except UnicodeDecodeError:
        raise table.error("", "is not a text file in UTF-8") from None
    except OSError as error:
        # The error's own text repeats the name of the file.
        raise table.error("", f"cannot be read: {error.strerror or error}") from None
    return read_text(text, name=file.stem, path=str(file))


def read_text(text: str, *, name: str, path: str) -> Study:
    """Reads the text of a study; errors call it ``path``."""
    table = TomlTable(path, parse_toml(text, path))
    table.check_keys(("title", "experiment"), STUDY_KEYS)
    tables = table.tables("experiment")
    experiments = tuple(map(_experiment, tables))
    names = [each.name for each in experiments]
    for each in names:
        if names.count(each) > 1:
            raise table.error("experiment", f"the name {each!r} is used more than once")
    for inner, experiment in zip(tables, experiments, strict=True):
        _check_shared_games(inner, experiment, experiments)
        if experiment.repeats is not None:
            inner.chosen("repeats", experiment.repeats, [n for n in names if n != experiment.name])
    return Study(
        name=name,
        title=table.text("title"),
        text=table.text("text", ""),
        source=table.text("source", ""),
        built=table.text("built", ""),
        presets=_presets(table),
        tables=tuple(_report_table(each, names) for each in table.tables("table", least=0)),
        figures=tuple(_board_figure(each) for each in table.tables("figure", least=0)),
        experiments=experiments,
        left_out=tuple(_left_out(each) for each in table.tables("left_out", least=0)),
        reasons=tuple(_reason(each, names) for each in table.tables("reason", least=0)),
    )


def _check_shared_games(table: TomlTable, own: Experiment, all_: Sequence[Experiment]) -> None:
    """Checks that an experiment that measures another's games plans the same matches."""
    if own.games_of is None:
        return
    others = {each.name: each for each in all_ if each is not own}
    if not others:
        raise table.error("games_of", "there is no other experiment in this file")
    other = others[table.chosen("games_of", own.games_of, list(others))]
    rows, played = ({_match_of(row) for row in each.rows()} for each in (own, other))
    if not rows <= played or own.scale != other.scale:
        raise table.error(
            "games_of", f"the agents, games, budgets and play must be those of {own.games_of!r}"
        )


def _match_of(row: Row) -> tuple[object, ...]:
    return row.name, row.game, row.agents, str(row.limits)


def _presets(table: TomlTable) -> tuple[str, ...]:
    given = table.texts("presets") if "presets" in table else ()
    with table.blaming("presets"):
        for name in given:
            agent_from_file(name)
    return given


def _report_table(table: TomlTable, names: Sequence[str]) -> ReportTable:
    table.check_keys(("title", "columns", "rows"), ("text", "corner", "points", "note"))
    columns, rows = table.texts("columns"), table.table("rows")
    points = table.texts("points") if "points" in table else None
    if points is not None and len(points) != len(columns):
        raise table.error("points", f"has {len(points)} values for {len(columns)} columns")
    return ReportTable(
        title=table.text("title"),
        text=table.text("text", ""),
        corner=table.text("corner", ""),
        columns=columns,
        points=points,
        rows=tuple((name, rows.word(name, names)) for name in rows.data),
        note=table.text("note", ""),
    )


def _board_figure(table: TomlTable) -> ReportFigure:
    """A position of the report, with a move that must be legal in it."""
    table.check_keys(("title", "game", "position", "caption"), ("move",))
    with table.blaming("game"):
        game = game_from_file(table.text("game"))
    with table.blaming("position"):
        position = game.position(table.text("position"))
    move = table.text("move") if "move" in table else None
    if move is not None:
        with table.blaming("move"):
            position.play(game.move(move))
    return ReportFigure(
        title=table.text("title"),
        game=game.spec,
        position=position.text,
        move=move,
        caption=table.text("caption"),
    )


def _left_out(table: TomlTable) -> LeftOut:
    table.check_keys(("claim", "reason"), ())
    return LeftOut(table.text("claim"), table.text("reason"))


def _reason(table: TomlTable, names: Sequence[str]) -> Reason:
    table.check_keys(("of", "tested_by", "text"), ())
    tested_by = table.texts("tested_by")
    for name in tested_by:
        table.chosen("tested_by", name, names)
    return Reason(table.word("of", names), tested_by, table.text("text"))


def _experiment(table: TomlTable) -> Experiment:
    kind = table.word("kind", KINDS)
    table.check_keys((*NEEDED, *NEEDED_BY_KIND[kind]), (*OPTIONAL, *OPTIONAL_BY_KIND[kind]))
    games = table.texts("game")
    with table.blaming("game"):
        for game in games:
            game_from_file(game)
    settings = tuple(_swept(table) if kind == "sweep" else _settings(table))
    sizes = _sizes(table, games)
    boards = games if sizes is None else [sized_game(games[0], size) for size in sizes]
    _check_agents(table, settings, boards)
    return Experiment(
        name=_name(table),
        title=table.text("title"),
        text=table.text("text", ""),
        kind=kind,
        games=games,
        settings=settings,
        budgets=_budgets(table, kind, len(games)),
        scale=_scale(table.table("play")),
        claims=_claims(table, len(settings), len(games)),
        measure=_measure(table, settings),
        trend=_trend(table, kind, games),
        games_of=table.text("games_of") if "games_of" in table else None,
        openings=table.texts("openings") if "openings" in table else None,
        sizes=sizes,
        seed=table.integer("seed", least=0, default=0),
        parameter=table.text("parameter") if kind == "sweep" else None,
        conclusion=table.text("conclusion", ""),
        repeats=table.text("repeats") if "repeats" in table else None,
    )


def _sizes(table: TomlTable, games: Sequence[str]) -> tuple[int, int] | None:
    if "sizes" not in table:
        return None
    if len(games) > 1 or "openings" in table:
        raise table.error("sizes", "goes with one game, and not with openings")
    with table.blaming("sizes"):
        return check_sizes(table.values("sizes"), games[0])


def _name(table: TomlTable) -> str:
    """A word without a slash, which separates study and experiment on the command line."""
    name = table.text("name")
    if re.fullmatch(r"\w[\w.-]*", name) is None:
        raise table.error("name", f"expected letters, digits, '-', '_' and '.', not {name!r}")
    return name


def _measure(table: TomlTable, settings: Sequence[Setting]) -> str | None:
    if "measure" not in table:
        return None
    measure = table.word("measure", tuple(MEASURES))
    if measure == "saved":
        with table.blaming("measure"):
            for setting in settings:
                without_pruning(agent_from_file(setting.agent))
    return measure


def _trend(table: TomlTable, kind: str, games: Sequence[str]) -> str | None:
    if "trend" not in table:
        return None
    if kind != "curve" and len(games) == 1:
        raise table.error("trend", "compares the first game with the last, and there is only one")
    return table.word("trend", TRENDS)


# Who plays


def _settings(table: TomlTable) -> Iterator[Setting]:
    for agent, opponent in itertools.product(table.texts("agents"), table.texts("against")):
        yield Setting(f"{agent} - {opponent}", agent, opponent)


def _swept(table: TomlTable) -> Iterator[Setting]:
    agents, opponents = table.texts("agents"), table.texts("against")
    if len(agents) != 1 or len(opponents) != 1:
        raise table.error("agents", "a sweep has one agent and one opponent")
    path = table.text("parameter")
    with table.blaming("agents"):
        base = with_part_of(parse_spec(agent_from_file(agents[0]).expanded()), path)
    for value in table.values("values"):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        with table.blaming("values"):
            changed = base.replaced(path, parse_spec(f"x(v={text})").arguments["v"])
            spec = agent_from_file(str(changed)).spec
        yield Setting(f"{path} = {text}", spec, opponents[0], point=text)


def _check_agents(table: TomlTable, settings: Sequence[Setting], games: Sequence[str]) -> None:
    """Checks that every agent can play every game."""
    for setting, game in itertools.product(settings, games):
        for key, spec in (("agents", setting.agent), ("against", setting.opponent)):
            with table.blaming(key):
                agent_from_file(spec).check(game_from_file(game))


# What they may spend, and how much is played


def _scale(table: TomlTable) -> dict[str, int]:
    table.check_keys(SCALES, ())
    games = {name: table.integer(name, least=2) for name in SCALES}
    for name, number in games.items():
        if number % 2:
            raise table.error(name, f"expected an even number (games come in pairs), not {number}")
    return games


def _budgets(table: TomlTable, kind: str, games: int) -> tuple[Budget, ...]:
    if kind == "curve":
        return (_budget(table.table("curve"), "curve", None),)
    names = [name for name in BUDGETS if name in table]
    if not names:
        raise table.error("then", "is missing: give then, now or both")
    return tuple(_budget(table.table(name), name, games) for name in names)


def _budget(table: TomlTable, name: str, games: int | None) -> Budget:
    table.check_keys(("source",), ("opponent", *LIMITS))
    own = {key: value for key, value in table.data.items() if key in LIMITS}
    limits = _limits(table, own, games)
    opponent: tuple[dict[str, Any], ...] | None = None
    if (given := table.data.get("opponent")) == "own":
        opponent = ({},)
    elif given is not None:
        inner = table.table("opponent")
        inner.check_keys((), LIMITS)
        own_points = len(limits) if len(limits) > 1 else None
        opponent = _limits(inner, inner.data, own_points if games is None else games)
    budget = Budget(name, table.text("source"), limits, opponent)
    if games is None:
        points = {str(each) for each in budget.stepped}
        if len(points) < 2 or len(points) < len(budget.stepped):
            expected = "a limit with a list of two or more different numbers"
            raise table.error("", f"expected {expected}, not {own}", given=own, expected=expected)
    return budget


def _limits(
    table: TomlTable, given: Mapping[str, Any], games: int | None
) -> tuple[dict[str, Any], ...]:
    """The limits of each game or point: a list has one for each, a single value is for all."""
    if not set(given) - {"clock", "memory"}:
        limits = [limit for limit in LIMITS if limit not in ("clock", "memory")]
        raise table.error("", f"has no limit; expected one of {', '.join(limits)}")
    lengths = {key: len(value) for key, value in given.items() if isinstance(value, list)}
    expected = next(iter(lengths.values()), 1) if games is None else games
    for key, length in lengths.items():
        if length != expected:
            what = "points" if games is None else "games"
            raise table.error(key, f"has {length} values for {expected} {what}")
    each = [
        {key: value[n] if isinstance(value, list) else value for key, value in given.items()}
        for n in range(max(lengths.values(), default=1))
    ]
    with table.blaming(""):
        for limits_of_one in each:
            Limits.given(**limits_of_one)
    return tuple(each)


# What the report says


def _claims(table: TomlTable, settings: int, games: int) -> tuple[Claim, ...]:
    if "reported" not in table:
        return ()
    measured = "measure" in table
    inner = table.table("reported")
    inner.check_keys((), ("wins", "share", "value", "of", "within", "claim"))
    given = [key for key in ("wins", "share", "value", "claim") if key in inner]
    if len(given) != 1:
        raise inner.error("", "expected one of wins, share, value and claim")
    [key] = given
    if key == "claim":
        choices = (*FREQUENCIES, *RESULTS) if measured else RESULTS
        counts = {1, settings}
        of = inner.integer("of", least=1) if "of" in inner else None
        words = [inner.chosen(key, str(word), choices) for word in inner.values(key)]
        if of is not None and not {"never", "always"} & set(words):
            raise inner.error("of", "goes with a number, 'never' or 'always'")
        claims = [Claim(word=word, of=of) for word in words]
    else:
        counts = {1, settings, settings * games}
        claims = [_figure(inner, key, figure) for figure in inner.numbers(key)]
    if len(claims) not in counts:
        fits = " or ".join(map(str, sorted(counts)))
        raise inner.error(key, f"has {len(claims)} values, expected {fits}")
    return tuple(claims)


def _figure(table: TomlTable, key: str, figure: float) -> Claim:
    of = table.integer("of", least=1) if "of" in table else None
    within = table.numbers("within")[0] if "within" in table else None
    if within is not None and (within < 0 or of is not None):
        raise table.error("within", "must be at least 0, and does not go with 'of'")
    if key == "wins":
        if of is None:
            raise table.error("of", "is missing: wins need a number of games")
        if not 0 <= figure <= of:
            raise table.error("wins", f"expected 0 to {of}, not {figure:g}")
        return Claim(value=figure / of, of=of, as_wins=True)
    if key == "share" and not 0 <= figure <= 1:
        raise table.error("share", f"expected 0 to 1, not {figure:g}")
    return Claim(value=figure, of=of, within=within)
