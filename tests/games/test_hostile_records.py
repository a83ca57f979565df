"""Files of records made to break the reader: an error of ours, soon and with little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tesuji.errors import RecordError
from tesuji.games.record import LONGEST_LINE, parse_records
from tesuji.games.record_files import parse_lines, read_records

RECORD = """[Game "avalam"]
[First "a"]
[Second "b"]
[Start "start"]
[Result "*"]
"""


@pytest.mark.parametrize(
    "text",
    [
        '[Game "' + "x" * 10_000_000,
        '[Game "' + "\\x" * 400_000 + '"]',
        '[Game "' + "\\" * 999_999,
        "[" * 900_000,
        RECORD + "\n" + "{ " * 400_000,
        RECORD + "\n" + "{" * 900_000,
        RECORD + "\n" + "x " * 400_000,
        "\n" * 1_000_000 + "[",
    ],
    ids=["long", "escapes", "backslashes", "brackets", "open", "braces", "words", "empty lines"],
)
def test_text_that_is_made_to_be_slow(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_records(text)
    assert len(str(caught.value)) < 1_000


def valid() -> dict[str, Any]:
    return {
        "game": "avalam",
        "agents": ["a", "b"],
        "start": "start",
        "moves": [],
        "winner": None,
        "score": 0,
        "reason": "",
        "end": "unfinished",
        "tags": {},
    }


@pytest.mark.parametrize(
    "change",
    [
        {"tags": {"a\nb": "c"}},
        {"tags": {"": "c"}},
        {"tags": {'a"]': "c"}},
        {"reason": "\ud800"},
        {"tags": {"\udc80": "x"}},
        {"tags": {"a": "\ud800"}},
        {"moves": [["\ud800", 0, None, None, None, None]]},
    ],
)
def test_names_and_texts_that_cannot_be_written_again(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        parse_lines(json.dumps({**valid(), **change}))


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_json_that_is_nested_too_deeply(opening: str) -> None:
    with pytest.raises(RecordError):
        parse_lines(opening * 200_000)


def test_a_long_line_of_json() -> None:
    with pytest.raises(RecordError):
        parse_lines(json.dumps({**valid(), "reason": "x" * LONGEST_LINE}))


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(RecordError) as caught:
        read_records(path)
    assert caught.value.given == 1 << 40


def test_a_header_of_100_megabytes_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "hostile.txt"
    path.write_text('[Game "' + "\\x" * 50_000_000 + '"]\n')
    code = (
        "import sys\nfrom tesuji.games.record_files import read_records\n"
        "from tesuji.errors import RecordError\n"
        "try:\n    read_records(sys.argv[1])\nexcept RecordError: print('refused')\n"
        # Not ru_maxrss: that begins with the memory of the process that started this one.
        "print(*(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    refused, kilobytes = found.stdout.split()
    assert refused == "refused"
    assert int(kilobytes) < 600_000
