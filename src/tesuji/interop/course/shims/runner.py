"""Runs a student's agent inside its own interpreter: ``runner.py COURSE FILE [OPTION ...]``.

Questions come as lines of JSON on standard input, answers go as lines of JSON to standard output.
Both are moved to private descriptors first. What the student prints goes to standard error, and
``input()`` finds nothing. This file runs under any Python from 3.8 on.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import sys
import traceback
from typing import Any

PRINTED_BYTES = 8000
"""What a student may print per move; the rest is dropped."""
ERROR_CHARACTERS = 300
HERE = os.path.dirname(os.path.abspath(__file__))


class Log(io.RawIOBase):
    """Standard error, limited between two questions."""

    def __init__(self) -> None:
        self.left = PRINTED_BYTES

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        size = len(data)
        if self.left > 0:
            os.write(2, bytes(data)[: self.left])
        self.left -= size
        return size


class Channel:
    """The protocol's own input and output, and a log for everything else."""

    def __init__(self) -> None:
        self.questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
        self.answers = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self.log = Log()
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = sys.__stdout__ = self._stream()  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = self._stream()  # type: ignore[misc]

    def _stream(self) -> io.TextIOWrapper:
        buffer = io.BufferedWriter(self.log)
        return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", line_buffering=True)

    def send(self, answer: dict[str, Any]) -> None:
        """Writes one answer, after everything that was printed before it."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # the student may have replaced or closed it
                stream.flush()
        line = json.dumps(answer).encode() + b"\n"
        while line:
            line = line[os.write(self.answers, line) :]


def failure(error: BaseException) -> dict[str, Any]:
    """The answer for an exception; its traceback goes to the log, whatever was printed before."""
    own = error.__traceback__
    while own is not None and own.tb_frame.f_code.co_filename.startswith((HERE, "<frozen")):
        own = own.tb_next
    lines = traceback.format_exception(type(error), error, own, limit=-20)
    os.write(2, "".join(lines).encode("utf-8", "backslashreplace")[-4000:])
    try:
        text = str(error)
    except BaseException:
        text = "its text cannot be shown"
    kind = type(error).__name__
    return {"error": (kind + ": " + text if text else kind)[:ERROR_CHARACTERS]}


def main() -> None:
    channel = Channel()
    course, file, options = sys.argv[1], sys.argv[2], sys.argv[3:]
    sys.argv[:] = [file]
    sys.path.insert(0, HERE)
    module = importlib.import_module(course + "_course")
    del sys.path[0]
    try:
        answer = module.load(file, *options)
    except BaseException as error:
        channel.send(failure(error))
        os._exit(1)
    channel.send({"ready": ".".join(map(str, sys.version_info[:3]))})
    for line in channel.questions:
        channel.log.left = PRINTED_BYTES
        question = json.loads(line)
        number = question.pop("number")
        try:
            reply = {"move": answer(question)}
        except BaseException as error:
            reply = failure(error)
        channel.send({"number": number, **reply})
    os._exit(0)


if __name__ == "__main__":
    main()
