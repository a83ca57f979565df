"""tesuji experiment and reproduce: declared experiments, beside the figures of reports."""

from __future__ import annotations

import json as json_module
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tesuji.cli.arguments import (
    JobsOption,
    LoadOption,
    ReportOption,
    StoreOption,
    load_files,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.outputs import output_option, write_all
from tesuji.cli.stopping import STOPPED, how_to_resume
from tesuji.cli.study_view import print_declarations, print_study

if TYPE_CHECKING:
    from tesuji.studies import Declaration, Experiment, Study


@dataclass(frozen=True, kw_only=True)
class StudyOptions:
    """How much is played, by whom, and where games and results go."""

    scale: Annotated[str, typer.Option("--scale", metavar="quick|full", help="How many games.")] = (
        "quick"
    )
    jobs: JobsOption = None
    store: StoreOption = None
    csv: Annotated[Path | None, output_option("--csv", "Write all lines as CSV.")] = None
    latex: Annotated[Path | None, output_option("--latex", "Write the tables as LaTeX.")] = None
    report: ReportOption = None
    json: Annotated[Path | None, output_option("--json", "Write the results as JSON.")] = None


@takes_groups
def experiment(
    files: Annotated[list[Path], typer.Argument(metavar="FILE ...", help="Declarations in TOML.")],
    options: StudyOptions,
    load: LoadOption = None,
) -> int:
    """Run experiments that files declare, and compare them with the figures given there."""
    from tesuji.studies import read_declaration

    load_files(load)
    return _run([(read_declaration(file), []) for file in files], options)


@takes_groups
def reproduce(
    options: StudyOptions,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME ...]", help="Reports or experiments. Default: all."),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="Show what there is, and play nothing.")] = (
        False
    ),
) -> int:
    """Run the experiments of five student reports, and put our figures beside theirs."""
    from tesuji.studies.builtin import choose

    chosen = choose(names or [])
    if show:
        print_declarations(chosen)
        return 0
    return _run(chosen, options)


def _run(chosen: Sequence[tuple[Declaration, list[str]]], options: StudyOptions) -> int:
    from tesuji.studies import run_declaration

    studies: list[Study] = []
    for declaration, only in chosen:
        with contest_progress() as progress:
            study = run_declaration(
                declaration,
                scale=options.scale,
                only=only,
                store=options.store,
                jobs=options.jobs,
                progress=progress,
                begin=_say,
            )
        print_study(study)
        studies.append(study)
        if not study.complete:
            print(how_to_resume(options.store))
            break
    _write(studies, options)
    return 0 if all(study.complete for study in studies) else STOPPED


def _say(experiment: Experiment) -> None:
    print(f"{experiment.name}: {experiment.title}", flush=True)


def _write(studies: Sequence[Study], options: StudyOptions) -> None:
    from tesuji.output_files import write_whole
    from tesuji.studies.latex import latex_text
    from tesuji.studies.report import write_study_report
    from tesuji.studies.tables import csv_text

    texts: list[tuple[Path, str]] = []
    if options.csv is not None:
        texts.append((options.csv, csv_text(studies)))
    if options.latex is not None:
        texts.append((options.latex, latex_text(studies)))
    if options.json is not None:
        data = [study.to_dict() for study in studies]
        texts.append((options.json, json_module.dumps(data, indent=1) + "\n"))
    written = [(path, partial(write_whole, content)) for path, content in texts]
    report = (options.report, partial(write_study_report, studies))
    write_all([*written, report], store=options.store)
