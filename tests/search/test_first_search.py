"""A player takes its memory when it is made: its first search need not wait for pages."""

from __future__ import annotations

import resource
import sys

import pytest

import tesuji
from tesuji import Player, Position

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="page faults are counted on Linux")

AGENT = "alphabeta(memory=256)"
NODES = 200_000
MANY = 60
"""Page faults: a table of 256 megabytes has 128 of the largest pages, a search hardly any."""


def faults(player: Player, position: Position) -> int:
    """The page faults of a search that uses all of a table."""
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    player.search(position, nodes=NODES)
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


@pytest.fixture
def position() -> Position:
    position = tesuji.game("avalam").start()
    tesuji.agent("alphabeta(memory=1)").search(position, nodes=NODES)  # the process's own pages
    return position


def test_the_first_search_of_a_player_finds_its_memory_ready(position: Position) -> None:
    player = tesuji.agent(AGENT).player(position.game)
    assert faults(player, position) < MANY


def test_a_table_that_is_not_prepared_costs_faults(position: Position) -> None:
    """Otherwise the test above would pass without any preparation."""
    player = tesuji.agent(AGENT)._player(position.game, 0)
    assert faults(player, position) > MANY
