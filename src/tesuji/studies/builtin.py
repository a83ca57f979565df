"""The studies that come with the package, one file per report."""

from __future__ import annotations

from importlib import resources

from tesuji.errors import ParameterError
from tesuji.specs import did_you_mean
from tesuji.studies.study import Study
from tesuji.studies.study_file import read_text

__all__ = ["builtin_studies", "builtin_study_names", "choose_studies"]

_FOLDER = "reports"


def builtin_study_names() -> list[str]:
    """The names of the studies, sorted."""
    folder = resources.files("tesuji.studies").joinpath(_FOLDER)
    files = (file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return sorted(name.removesuffix(".toml") for name in files)


def builtin_studies() -> list[Study]:
    """All studies that come with the package."""
    return [_read(name) for name in builtin_study_names()]


def _read(name: str) -> Study:
    file = resources.files("tesuji.studies").joinpath(_FOLDER, f"{name}.toml")
    return read_text(file.read_text("utf-8"), name=name, path=f"{name}.toml")


def choose_studies(names: list[str]) -> list[tuple[Study, list[str]]]:
    """The studies with the given names, each with the chosen experiments; [] means all.

    A name is that of a study, of an experiment, or study/experiment.
    """
    studies = builtin_studies()
    if not names:
        return [(study, []) for study in studies]
    chosen: dict[str, list[str]] = {}
    for name in names:
        study, experiments = _find(name, studies)
        # No experiments means all of them, and that stays.
        both = chosen.get(study, experiments) and experiments
        chosen[study] = [*chosen.get(study, []), *both] if both else []
    return [(study, chosen[study.name]) for study in studies if study.name in chosen]


def _find(name: str, studies: list[Study]) -> tuple[str, list[str]]:
    """The study that a name means, with its experiment; [] means all."""
    if name in [study.name for study in studies]:
        return name, []
    pairs = [(study.name, each.name) for study in studies for each in study.experiments]
    found = [pair for pair in pairs if name in (pair[1], "/".join(pair))]
    if len(found) > 1:
        both = " or ".join("/".join(pair) for pair in found)
        raise ParameterError(
            f"{name!r} is ambiguous: use {both}", where="names", given=name, expected=both
        )
    if not found:
        known = [study.name for study in studies] + [experiment for _, experiment in pairs]
        hint = did_you_mean(name, ["/".join(pair) for pair in pairs] if "/" in name else known)
        raise ParameterError(
            f"there is no study or experiment {name!r}{hint}; tesuji reproduce --list shows them",
            where="names",
            given=name,
            expected="the name of a study or an experiment",
        )
    return found[0][0], [found[0][1]]
