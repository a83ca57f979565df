"""The courses' protocols: both sides say the same as in the golden transcripts."""

from __future__ import annotations

import pytest

from tests.interop.course_transcripts import FOLDER, TRANSCRIPTS, transcript


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_both_sides_say_the_same(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text("utf-8")
