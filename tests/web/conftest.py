"""What the tests of the page share: a server, and a browser where there is one."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.web.live import Client, Server
    from tests.web.shared_game import Table
    from tests.web.visitor import Visitor

NEEDED = ("fastapi", "uvicorn", "websockets")
if any(importlib.util.find_spec(name) is None for name in NEEDED):
    collect_ignore_glob = ["test_*.py"]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    from tests.web.live import serving

    with serving() as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    from tests.web.live import Client

    with Client(server) as client:
        yield client


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    """A game of Avalam between two clients, with a spectator."""
    from tests.web.shared_game import Table

    with Table(server) as table:
        yield table


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=120_000
        )
        yield browser
        browser.close()


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    """Somebody at a browser who does not want motion."""
    from tests.web.visitor import Visitor

    visitor = Visitor(browser, server)
    yield visitor
    visitor.leave()
