"""Golden trees: no search grows another tree than it did when its file was written."""

from __future__ import annotations

import difflib

import pytest

from tests.search.golden_trees import FOLDER, SEARCHES, Search, golden_tree

every_search = pytest.mark.parametrize("search", SEARCHES, ids=[s.name for s in SEARCHES])


@every_search
def test_a_search_grows_the_tree_it_grew(search: Search) -> None:
    expected = search.path.read_text("utf-8").splitlines()
    found = golden_tree(search).splitlines()
    difference = list(difflib.unified_diff(expected, found, "golden", "now", lineterm="", n=2))
    if difference:
        shown = "\n".join(difference[:60])
        pytest.fail(f"{search.agent} no longer grows {search.path.name}:\n{shown}")


def test_every_tree_belongs_to_a_search() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {search.path.name for search in SEARCHES}


@every_search
def test_trees_are_small_enough_to_read(search: Search) -> None:
    lines = search.path.read_text("utf-8").splitlines()
    assert 20 <= len(lines) <= 200
    assert max(map(len, lines)) <= 100
