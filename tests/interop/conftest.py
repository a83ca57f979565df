"""Stages with and without a sandbox. Each checks afterwards that its agents left no trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop.stage import Stage
from tesuji.interop.sandbox import Sandbox


def contained_sandbox() -> Sandbox:
    sandbox = Sandbox.detect()
    if not sandbox.is_safe:
        pytest.skip(sandbox.missing[0])
    return sandbox


@pytest.fixture(params=["bubblewrap", "none"])
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path, Sandbox.none() if request.param == "none" else contained_sandbox())
    yield stage
    stage.check()


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Stage]:
    """A stage for what only a sandbox can prevent."""
    stage = Stage(tmp_path, contained_sandbox())
    yield stage
    stage.check()
