"""tesuji experiment and reproduce: run declared experiments and compare them with reports."""

from __future__ import annotations

import json as json_module
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tesuji
from tesuji.cli.arguments import (
    AllowOption,
    JobsOption,
    LoadOption,
    ReportOption,
    StoreOption,
    load_files,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.outputs import command_line, output_option, write_all
from tesuji.cli.stopping import STOPPED, how_to_resume
from tesuji.cli.study_view import print_study, print_study_list

if TYPE_CHECKING:
    from tesuji.studies import Experiment, Study, StudyResult


@dataclass(frozen=True, kw_only=True)
class StudyOptions:
    """How much to play, and where games and results go."""

    scale: Annotated[
        str, typer.Option("--scale", metavar="quick|full", help="How much to play.")
    ] = "quick"
    jobs: JobsOption = None
    store: StoreOption = None
    csv: Annotated[Path | None, output_option("--csv", "Write all rows as CSV.")] = None
    latex: Annotated[Path | None, output_option("--latex", "Write the tables as LaTeX.")] = None
    report: ReportOption = None
    json: Annotated[Path | None, output_option("--json", "Write the results as JSON.")] = None


@takes_groups
def experiment(
    files: Annotated[list[Path], typer.Argument(metavar="FILE ...", help="Study files in TOML.")],
    options: StudyOptions,
    load: LoadOption = None,
    allow: AllowOption = None,
) -> int:
    """Run the experiments of study files, and compare the results with their claims."""
    from tesuji.studies import read_study

    load_files(load)
    tesuji.allow(*(allow or ()))
    return _run([(read_study(file), []) for file in files], options)


@takes_groups
def reproduce(
    options: StudyOptions,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME ...]", help="Studies or experiments. Default: list them."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Play all experiments.")] = False,
    show: Annotated[bool, typer.Option("--list", help="List experiments and exit.")] = False,
) -> int:
    """Rerun the experiments from five student reports and compare the results."""
    from tesuji.studies.builtin import choose_studies

    chosen = choose_studies(names or [])
    if show or not (names or everything):
        print_study_list(chosen)
        if not show:
            print(
                "\nPlay one with tesuji reproduce NAME, or everything with tesuji reproduce --all."
            )
        return 0
    return _run(chosen, options)


def _run(chosen: Sequence[tuple[Study, list[str]]], options: StudyOptions) -> int:
    from tesuji.studies import run_study

    results: list[StudyResult] = []
    for study, only in chosen:
        with contest_progress() as progress:
            result = run_study(
                study,
                scale=options.scale,
                only=only,
                store=options.store,
                jobs=options.jobs,
                progress=progress,
                begin=_announce,
            )
        print_study(result)
        results.append(result)
        if not result.complete:
            print(how_to_resume(options.store))
            break
    _write(results, options)
    return 0 if all(result.complete for result in results) else STOPPED


def _announce(experiment: Experiment) -> None:
    print(f"{experiment.name}: {experiment.title}", flush=True)


def _write(results: Sequence[StudyResult], options: StudyOptions) -> None:
    from tesuji.output_files import write_whole
    from tesuji.studies.csv_table import csv_text
    from tesuji.studies.latex import latex_text
    from tesuji.studies.report import write_study_report

    texts: list[tuple[Path, str]] = []
    if options.csv is not None:
        texts.append((options.csv, csv_text(results)))
    if options.latex is not None:
        texts.append((options.latex, latex_text(results)))
    if options.json is not None:
        data = [result.to_dict() for result in results]
        texts.append((options.json, json_module.dumps(data, indent=1) + "\n"))
    written = [(path, partial(write_whole, content)) for path, content in texts]
    report = (options.report, partial(write_study_report, results, command=command_line()))
    write_all([*written, report], store=options.store)
