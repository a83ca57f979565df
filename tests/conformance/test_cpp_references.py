"""The C++ references agree with the Python ones, and the core with them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import differential
from benchmarks.core_programs import compiler
from benchmarks.differential import check_references, play, quick_references
from tests.reference import avalam

pytestmark = pytest.mark.skipif(
    shutil.which(compiler()[0]) is None, reason=f"needs {compiler()[0]}"
)


def test_the_references_agree() -> None:
    with quick_references():
        assert check_references(2) > 900


def test_a_difference_between_the_references_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avalam, "MAX_HEIGHT", 4)
    with pytest.raises(AssertionError, match="avalam"):
        check_references(1)


def test_the_core_agrees_with_the_references() -> None:
    found = play(20_000, jobs=1)
    assert found.differences == []
    assert sum(found.positions.values()) >= 20_000 - 84
    assert len(found.positions) == 20


def test_a_difference_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nprintf 'FAILED avalam\\navalam\\t1\\t30\\n'; exit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(differential, "build", lambda _: program)
    found = play(1000, jobs=2)
    assert found.positions == {"avalam": 60}
    assert found.differences == ["FAILED avalam"] * 2
