"""tesuji export and tesuji serve: play with our agents in a course's own framework."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tesuji.cli.arguments import LoadOption, load_files

CourseArgument = Annotated[
    str, typer.Argument(metavar="COURSE", help="Course, such as course.colosseum.")
]


def export(
    course: CourseArgument,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Agent that plays.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write.")],
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds per move. Default: a little below the limit."),
    ] = None,
) -> None:
    """Write files that let AGENT play in a course's framework."""
    from tesuji.interop.course import exporter

    for path in exporter(course)(agent, out, seconds):
        print(f"wrote {path}")


def serve(
    course: CourseArgument,
    agent: Annotated[
        str | None, typer.Argument(metavar="AGENT", help="Agent that plays, if one does.")
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to bind to.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65_535, help="Port. Default: the course's own."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds per move. Default: by the course's clock."),
    ] = None,
    load: LoadOption = None,
) -> None:
    """Serve a course's framework over a network, until you press Ctrl+C."""
    from tesuji.interop.course import Served, server

    load_files(load)
    server(course)(Served(agent=agent, address=address, port=port, seconds=seconds, say=_say))


def _say(line: str) -> None:
    print(line, flush=True)
