"""tesuji connect: play with our agents on a course's own server, or for its judge."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tesuji.cli.arguments import LoadOption, load_files


def connect(
    course: Annotated[
        str, typer.Argument(metavar="COURSE", help="Course, such as course.pentago-twist.")
    ],
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Agent that plays.")],
    host: Annotated[str, typer.Option(metavar="HOST", help="Host of the server.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=65_535, help="Port. Default: the course's own."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="The server's limit per move. Default: the course's own."),
    ] = None,
    load: LoadOption = None,
) -> None:
    """Play on a course's server, or for a judge over standard input and output."""
    from tesuji.interop.course import Served, connector

    load_files(load)
    connector(course)(Served(agent=agent, address=host, port=port, seconds=seconds, say=_say))


def _say(line: str) -> None:
    """Standard output may belong to the protocol."""
    print(line, file=sys.stderr, flush=True)
