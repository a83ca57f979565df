"""Golden transcripts: the courses' protocols are what they were when the files were written."""

from __future__ import annotations

import difflib

import pytest

from tests.interop.protocol_transcripts import FOLDER, TRANSCRIPTS, transcript


@pytest.mark.filterwarnings("ignore::tesuji.interop.process_options.NoSandboxWarning")
@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_game_is_the_one_in_its_transcript(name: str) -> None:
    expected = (FOLDER / name).read_text("utf-8").splitlines()
    found = transcript(name).splitlines()
    difference = list(difflib.unified_diff(expected, found, "golden", "now", lineterm="", n=2))
    assert not difference, "\n".join(difference[:40])
