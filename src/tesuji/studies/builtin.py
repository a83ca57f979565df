"""The declarations that come with the package: one file a report, read when asked for."""

from __future__ import annotations

from importlib import resources

from tesuji.errors import ParameterError
from tesuji.specs import did_you_mean
from tesuji.studies.declaration import Declaration
from tesuji.studies.reading import read_text

__all__ = ["builtin_declarations", "builtin_names", "choose"]

_FOLDER = "reports"


def builtin_names() -> list[str]:
    """The names of the declarations, in order."""
    folder = resources.files("tesuji.studies").joinpath(_FOLDER)
    found = (file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return sorted(name.removesuffix(".toml") for name in found)


def builtin_declarations() -> list[Declaration]:
    """All of them."""
    return [_read(name) for name in builtin_names()]


def _read(name: str) -> Declaration:
    file = resources.files("tesuji.studies").joinpath(_FOLDER, f"{name}.toml")
    return read_text(file.read_text("utf-8"), name=name, path=f"{name}.toml")


def choose(names: list[str]) -> list[tuple[Declaration, list[str]]]:
    """The declarations that are named, each with the names of its experiments; [] means all.

    A name is a declaration's, an experiment's, or both as declaration/experiment.
    """
    known = builtin_declarations()
    if not names:
        return [(declaration, []) for declaration in known]
    wanted: dict[str, list[str] | None] = {}
    for name in names:
        _choose_one(name, known, wanted)
    return [(d, wanted[d.name] or []) for d in known if d.name in wanted]


def _choose_one(name: str, known: list[Declaration], wanted: dict[str, list[str] | None]) -> None:
    found = [
        (declaration.name, experiment.name)
        for declaration in known
        for experiment in declaration.experiments
        if name in (experiment.name, f"{declaration.name}/{experiment.name}")
    ]
    if name in [declaration.name for declaration in known]:
        wanted[name] = None
        return
    if len(found) > 1:
        both = " and ".join("/".join(each) for each in found)
        raise ParameterError(f"{name!r} may be {both}: say which")
    for declaration_name, experiment_name in found:
        only = wanted.setdefault(declaration_name, [])
        if only is not None:
            only.append(experiment_name)
        return
    names = [d.name for d in known] + [e.name for d in known for e in d.experiments]
    if "/" in name:
        names = [f"{d.name}/{e.name}" for d in known for e in d.experiments]
    raise ParameterError(
        f"there is no declaration or experiment {name!r}{did_you_mean(name, names)};"
        " tesuji reproduce --list shows them"
    )
