"""The command line: ``tesuji COMMAND``. Each command has its own file."""

from __future__ import annotations

import faulthandler
import os
import sys
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tesuji.errors import AgentFailure

__all__ = ["main"]


def main() -> None:
    """Runs the command line and exits. All that it prints is clean text."""
    from tesuji.clean_text import clean_standard_streams

    if sys.__stderr__ is not None:
        # If a game or evaluator crashes the process, this prints where.
        faulthandler.enable(sys.__stderr__)
    clean_standard_streams()
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # while the command was still being imported
        status = _stop()
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Runs one command and returns its exit status."""
    import typer

    from tesuji.agents.foreign_code import HangWatch, hang_seconds
    from tesuji.cli.app import app
    from tesuji.cli.outputs import remember_command
    from tesuji.cli.stopping import exit_status
    from tesuji.errors import AgentFailure, StoreError, TesujiError, UnknownAgentError

    # typer ships its own click or uses the installed one; this is the base class of either.
    _, _, usage_error, *_ = typer.BadParameter.mro()

    remember_command(arguments)
    try:
        with HangWatch(hang_seconds(), stuck=_end_stuck), warnings.catch_warnings():
            warnings.showwarning = _show_warning
            result = app(arguments, prog_name="tesuji", standalone_mode=False)
        sys.stdout.flush()
    except StoreError as error:
        return _complain(*str(error).splitlines())
    except UnknownAgentError as error:
        from tesuji.loading import why_no_agent

        return _complain(why_no_agent(error.name or "") or str(error))
    except AgentFailure as error:
        return _agent_failed(error)
    except TesujiError as error:
        return _complain(str(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # The reader closed the pipe (`tesuji perft ... | head`): stop quietly.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        return _stop()
    except Exception as error:
        if not isinstance(error, usage_error):
            if (failed := _foreign_failure(error)) is None:
                raise
            return failed
        return _complain(str(getattr(error, "format_message", error.__str__)()))
    return exit_status(result) if isinstance(result, int) else 0


def _end_stuck(error: Exception) -> None:
    """Ends a process whose game or evaluator blocks outside Python; nothing else can stop it."""
    if "tesuji.web.server" not in sys.modules:  # the page serves others and has its own limits
        os._exit(_complain(str(error)))


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Prints a warning as people read it, without the line of code that gave it."""
    print(f"tesuji: warning: {' '.join(str(message).split())}", file=sys.stderr)


def _foreign_failure(error: Exception) -> int | None:
    """Prints the failure of a game or evaluator of the user; None if our own code failed."""
    from tesuji.agents.foreign_code import foreign_traceback

    told = foreign_traceback(error)
    if told is None:
        return None
    print(told, end="", file=sys.stderr)
    said = f"{type(error).__name__}: {error}"
    return _complain(f"a game or evaluator failed, as shown above: {said}")


def _agent_failed(error: AgentFailure) -> int:
    """Prints the log of an agent and what it did wrong, which names the agent."""
    if error.log:
        print(error.log, file=sys.stderr)
    return _complain(f"the agent {error.agent} failed: {error}" if error.agent else str(error))


def _stop() -> int:
    """Says that Ctrl-C ended the command, and returns the exit status for it."""
    from tesuji.cli.stopping import STOPPED, exit_status

    print("tesuji: stopped", file=sys.stderr)
    return exit_status(STOPPED)


def _complain(*lines: str) -> int:
    """Prints an error; its details go on further lines."""
    texts = [" ".join(line.split()) for line in lines]
    print("tesuji: " + "\n  ".join(texts), file=sys.stderr)
    return 2
