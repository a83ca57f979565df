"""Golden transcripts: both sides of the engine protocol say what they said before."""

from __future__ import annotations

import pytest

from tests.interop.engine.transcripts import CLIENT_SIDE, ENGINE_SIDE, FOLDER, transcript

NAMES = (*ENGINE_SIDE, *CLIENT_SIDE)


@pytest.mark.parametrize("name", NAMES)
def test_a_transcript_is_as_recorded(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert transcript(name).splitlines() == expected.splitlines()


@pytest.mark.parametrize("name", ENGINE_SIDE)
def test_every_question_has_one_answer(name: str) -> None:
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    questions = [line for line in lines if line.startswith("> go")]
    assert len(questions) == sum(line.startswith("< bestmove ") for line in lines)
