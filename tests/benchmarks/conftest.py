"""What the tests of the replay share."""

from __future__ import annotations

import pytest

from benchmarks import reports_replay, reports_state
from tests.benchmarks.tiny_studies import Declared


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Declared:
    found = Declared()
    for module in (reports_state, reports_replay):
        monkeypatch.setattr(module, "studies", lambda: found.studies)
    monkeypatch.setattr(
        reports_replay, "core_seconds", lambda study, each, scale: found.costs.get(each.name)
    )
    return found
