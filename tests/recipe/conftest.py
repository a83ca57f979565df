"""Declares the marker `slow`."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Slow tests run only where TESUJI_SLOW is set."""
    config.addinivalue_line("markers", "slow: takes minutes; runs where TESUJI_SLOW is set")
