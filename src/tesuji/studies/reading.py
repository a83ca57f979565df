"""Reading declarations: TOML files to experiments, with errors that say where and what fits."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tesuji
from tesuji.arena.match.limits import Limits
from tesuji.errors import DeclarationError
from tesuji.specs import Spec, did_you_mean, parse_spec
from tesuji.studies.declaration import (
    CLAIMS,
    EVENTS,
    KINDS,
    SCALES,
    TRENDS,
    Budget,
    Declaration,
    Experiment,
    LeftOut,
    Reason,
    Reported,
    Row,
    Setting,
)
from tesuji.studies.measures import MEASURES, without_pruning
from tesuji.studies.toml_place import Place

__all__ = ["read_declaration", "read_text"]

LIMITS = ("seconds", "clock", "simulations", "nodes", "depth", "memory", "time")
ALWAYS = ("name", "title", "kind", "game", "agents", "play")
SOMETIMES = (
    "text", "against", "parameter", "values", "measure", "trend", "games_of", "openings", "seed",
    "reported", "as_then", "now", "curve",
)  # fmt: skip


def read_declaration(path: str | Path) -> Declaration:
    """Reads a file and checks all of it: keys, numbers, games, and agents that fit them."""
    file = Path(path)
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        raise DeclarationError(f"{file}: there is no such file", path=str(file)) from None
    except UnicodeDecodeError:
        raise DeclarationError(f"{file}: is no text in UTF-8", path=str(file)) from None
    except OSError as error:
        # Its own text has the name of the file once more.
        why = error.strerror or str(error)
        raise DeclarationError(f"{file}: cannot be read: {why}", path=str(file)) from None
    return read_text(text, name=file.stem, path=str(file))


def read_text(text: str, *, name: str, path: str) -> Declaration:
    """Reads a declaration's text; ``path`` is what errors call it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeclarationError(f"{path}: is no TOML: {error}", path=path) from None
    place = Place(path, data)
    place.check_keys(("title", "experiment"), ("text", "source", "left_out", "reason"))
    experiments = tuple(_experiment(each) for each in place.tables("experiment"))
    names = [each.name for each in experiments]
    for each in names:
        if names.count(each) > 1:
            raise place.error("experiment", f"the name {each!r} is there more than once")
    _check_shared_games(place, experiments)
    return Declaration(
        name=name,
        title=place.text("title"),
        text=place.text("text", ""),
        source=place.text("source", ""),
        experiments=experiments,
        left_out=tuple(_left_out(each) for each in place.tables("left_out", least=0)),
        reasons=tuple(_reason(each, names) for each in place.tables("reason", least=0)),
    )


def _check_shared_games(place: Place, experiments: Sequence[Experiment]) -> None:
    """Who measures the games of another experiment has its rows, and no more games."""
    for each in experiments:
        if each.games_of is None:
            continue
        where = place.renamed(f"experiment {each.name!r}")
        others = [other for other in experiments if other.name == each.games_of]
        if not others or others[0] is each:
            hint = did_you_mean(each.games_of, [other.name for other in experiments])
            raise where.error("games_of", f"{each.games_of!r} is no other experiment here{hint}")
        rows, played = ([_played(row) for row in e.rows()] for e in (each, others[0]))
        if not set(rows) <= set(played) or each.scale != others[0].scale:
            raise where.error(
                "games_of", f"its agents, games, budgets and play are not those of {each.games_of}"
            )


def _played(row: Row) -> tuple[object, ...]:
    return row.name, row.game, row.agents, str(row.limits)


def _left_out(place: Place) -> LeftOut:
    place.check_keys(("claim", "reason"), ())
    return LeftOut(place.text("claim"), place.text("reason"))


def _reason(place: Place, names: Sequence[str]) -> Reason:
    place.check_keys(("of", "tested_by", "text"), ())
    tested_by = place.texts("tested_by")
    for key, name in (("of", place.text("of")), *(("tested_by", each) for each in tested_by)):
        if name not in names:
            hint = did_you_mean(name, names)
            raise place.error(key, f"{name!r} is no experiment of this file{hint}")
    return Reason(place.text("of"), tested_by, place.text("text"))


def _experiment(place: Place) -> Experiment:
    if isinstance(given := place.data.get("name"), str):
        place = place.renamed(f"experiment {given!r}")
    place.check_keys(ALWAYS, SOMETIMES)
    kind = place.word("kind", KINDS)
    _check_kind(place, kind)
    games = place.texts("game")
    for game in games:
        place.checked("game", tesuji.game, game)
    settings = _settings(place, kind)
    _check_fit(place, settings, games)
    measure = place.word("measure", tuple(MEASURES)) if "measure" in place.data else None
    if measure == "saved":
        for setting in settings:
            place.checked("measure", without_pruning, tesuji.agent(setting.agent))
    return Experiment(
        name=_name(place),
        title=place.text("title"),
        text=place.text("text", ""),
        kind=kind,
        games=games,
        settings=settings,
        budgets=_budgets(place, kind, len(games)),
        scale=_scale(place.table("play")),
        reported=_reported(place, len(settings), len(games), measure),
        measure=measure,
        trend=place.word("trend", TRENDS) if "trend" in place.data else None,
        games_of=place.text("games_of") if "games_of" in place.data else None,
        openings=place.texts("openings") if "openings" in place.data else None,
        seed=place.whole("seed", least=0, default=0),
        parameter=place.text("parameter") if kind == "sweep" else None,
    )


def _name(place: Place) -> str:
    """A word; the command line has a slash between the names of a file and an experiment."""
    name = place.text("name")
    if re.fullmatch(r"\w[\w.-]*", name) is None:
        raise place.error("name", f"is a word of letters, digits, '-', '_' and '.', not {name!r}")
    return name


_NEEDS = {
    "match": ("against",),
    "sweep": ("against", "parameter", "values"),
    "curve": ("against", "curve"),
    "measure": ("against", "measure"),
}
_ONLY = {
    "parameter": ("sweep",),
    "values": ("sweep",),
    "curve": ("curve",),
    "measure": ("measure", "curve"),
    "games_of": ("measure",),
    "trend": ("match", "measure", "curve"),
    "reported": ("match", "sweep", "measure"),
}


def _check_kind(place: Place, kind: str) -> None:
    for key in _NEEDS[kind]:
        if key not in place.data:
            raise place.error(key, f"is missing: a {kind} needs it")
    for key, owners in _ONLY.items():
        if key in place.data and kind not in owners:
            raise place.error(key, f"is for a {' or a '.join(owners)}, and this is a {kind}")
    if "trend" in place.data and kind != "curve" and not isinstance(place.data["game"], list):
        raise place.error("trend", "is from the first game to the last, and there is one game")
    if kind == "curve" and {"as_then", "now"} & set(place.data):
        raise place.error("as_then", "does not fit: the budgets of a curve are in 'curve'")
    if kind != "curve" and not {"as_then", "now"} & set(place.data):
        raise place.error("as_then", "is missing: give as_then, now or both")


# Who plays


def _settings(place: Place, kind: str) -> tuple[Setting, ...]:
    agents, opponents = place.texts("agents"), place.texts("against")
    for key, specs in (("agents", agents), ("against", opponents)):
        for spec in specs:
            place.checked(key, tesuji.agent, spec)
    if kind == "sweep":
        return _swept(place, agents, opponents)
    return tuple(
        Setting(f"{agent} - {opponent}", agent, opponent)
        for agent, opponent in itertools.product(agents, opponents)
    )


def _swept(place: Place, agents: Sequence[str], opponents: Sequence[str]) -> tuple[Setting, ...]:
    if len(agents) != 1 or len(opponents) != 1:
        raise place.error("agents", "a sweep is of one agent against one opponent")
    path, base = place.text("parameter"), parse_spec(tesuji.agent(agents[0]).expanded())
    found = []
    for value in place.values("values"):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        spec = place.checked("values", _with_value, base, path, text)
        found.append(Setting(f"{path} = {text}", spec, opponents[0], point=text))
    return tuple(found)


def _with_value(base: Spec, path: str, text: str) -> str:
    changed = base.replaced(path, parse_spec(f"x(v={text})").arguments["v"])
    return tesuji.agent(str(changed)).spec


def _check_fit(place: Place, settings: Sequence[Setting], games: Sequence[str]) -> None:
    for setting, game in itertools.product(settings, games):
        for key, spec in (("agents", setting.agent), ("against", setting.opponent)):
            place.checked(key, tesuji.agent(spec).player, tesuji.game(game))


# What they may spend, and how much is played


def _scale(place: Place) -> dict[str, int]:
    place.check_keys(SCALES, ())
    games = {name: place.whole(name, least=2) for name in SCALES}
    for name, number in games.items():
        if number % 2:
            raise place.error(name, f"is an even number, games come in pairs; not {number}")
    return games


def _budgets(place: Place, kind: str, games: int) -> tuple[Budget, ...]:
    if kind == "curve":
        return (_budget(place.table("curve"), "curve", None),)
    names = [name for name in ("as_then", "now") if name in place.data]
    return tuple(_budget(place.table(name), name, games) for name in names)


def _budget(place: Place, name: str, games: int | None) -> Budget:
    place.check_keys(("source",), ("opponent", *LIMITS))
    own = {key: value for key, value in place.data.items() if key in LIMITS}
    limits = _each_limits(place, own, games)
    if games is None and (len(limits) < 2 or len({str(each) for each in limits}) < len(limits)):
        raise place.error("", "one limit is a list of two or more different numbers")
    opponent: tuple[dict[str, Any], ...] | None = None
    if (given := place.data.get("opponent")) == "own":
        opponent = ({},)
    elif given is not None:
        inner = place.table("opponent")
        inner.check_keys((), LIMITS)
        opponent = _each_limits(inner, inner.data, len(limits) if games is None else games)
    return Budget(name, place.text("source"), limits, opponent)


def _each_limits(
    place: Place, given: Mapping[str, Any], games: int | None
) -> tuple[dict[str, Any], ...]:
    """The limits of each game; a list holds one for each, a single value is for all."""
    if not set(given) - {"clock", "memory"}:
        ending = [limit for limit in LIMITS if limit not in ("clock", "memory")]
        raise place.error("", f"has no limit; take one of {', '.join(ending)}")
    lengths = {key: len(value) for key, value in given.items() if isinstance(value, list)}
    wanted = next(iter(lengths.values()), 1) if games is None else games
    for key, length in lengths.items():
        if length != wanted:
            for_what = "points" if games is None else "games"
            raise place.error(key, f"has {length} values for {wanted} {for_what}")
    each = [
        {key: value[n] if isinstance(value, list) else value for key, value in given.items()}
        for n in range(max(lengths.values(), default=1))
    ]
    for limits in each:
        place.checked("", Limits.given, **limits)
    return tuple(each)


# What the report says


def _reported(place: Place, settings: int, games: int, measure: str | None) -> tuple[Reported, ...]:
    if "reported" not in place.data:
        return ()
    inner = place.table("reported")
    inner.check_keys((), ("wins", "share", "value", "of", "within", "claim"))
    kinds = [key for key in ("wins", "share", "value", "claim") if key in inner.data]
    if len(kinds) != 1:
        raise inner.error("", "has one of wins, share, value and claim")
    if kinds == ["claim"]:
        return _claims(inner, settings, CLAIMS if measure is None else EVENTS)
    figures = inner.numbers(kinds[0])
    if len(figures) not in {1, settings, settings * games}:
        fits = " or ".join(str(n) for n in sorted({1, settings, settings * games}))
        raise inner.error(kinds[0], f"has {len(figures)} figures where {fits} would fit")
    made = (_figure(inner, kinds[0], figure) for figure in figures)
    return tuple(made)


def _claims(place: Place, settings: int, choices: Sequence[str]) -> tuple[Reported, ...]:
    words = place.values("claim")
    for word in words:
        if word not in choices:
            hint = did_you_mean(str(word), choices)
            raise place.error("claim", f"{word!r} is not one of {', '.join(choices)}{hint}")
    if len(words) not in {1, settings}:
        raise place.error("claim", f"has {len(words)} claims for {settings} settings")
    return tuple(Reported(claim=word) for word in words)


def _figure(place: Place, kind: str, figure: float) -> Reported:
    of = place.whole("of", least=1) if "of" in place.data else None
    within = place.numbers("within")[0] if "within" in place.data else None
    if within is not None and (within < 0 or of is not None):
        raise place.error("within", "is at least 0, and not beside the number of games")
    if kind == "wins":
        if of is None:
            raise place.error("of", "is missing: wins are of a number of games")
        if not 0 <= figure <= of:
            raise place.error("wins", f"is from 0 to {of}, not {figure:g}")
        return Reported(value=figure / of, of=of, as_wins=True)
    if kind == "share" and not 0 <= figure <= 1:
        raise place.error("share", f"is from 0 to 1, not {figure:g}")
    return Reported(value=figure, of=of, within=within)
