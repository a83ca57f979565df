"""Every example in the package, the README and the documentation runs.

They do not use pytest's collection, which would import the modules again and overwrite
`tesuji.games`, which is also callable.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import tesuji

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ROOT = Path(__file__).resolve().parents[1]
MODULES = ["tesuji"] + [
    module.name
    for module in pkgutil.walk_packages(tesuji.__path__, "tesuji.")
    if not module.name.endswith(("._core", "._cpu", ".__main__"))
]
PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    if "_build" not in page.parts
)


NEEDS = {
    "docs/interop/openspiel.md": "pyspiel",
    "docs/interop/pettingzoo.md": "pettingzoo",
    "tesuji.interop.openspiel.bot": "pyspiel",
    "tesuji.interop.openspiel.twins": "pyspiel",
    "tesuji.interop.pettingzoo": "pettingzoo",
}
"""Modules and pages whose examples need a package that is an extra."""


def skip_without_its_package(example: str) -> None:
    if package := NEEDS.get(example):
        pytest.importorskip(package, reason=f"{package} is not installed")


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    skip_without_its_package(name)
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_a_page(page: str) -> None:
    skip_without_its_package(page)
    failed, _ = doctest.testfile(
        str(ROOT / page),
        module_relative=False,
        optionflags=FLAGS,
        globs={"tesuji": tesuji},
    )
    assert failed == 0
