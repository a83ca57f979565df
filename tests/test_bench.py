"""The behaviour number is tied to the node count of the fixed searches."""

from __future__ import annotations

from tesuji.agents.bench import BEHAVIOUR, BENCH_NODES, run_bench


def test_behaviour_has_not_changed_unnoticed() -> None:
    nodes = sum(row.nodes for row in run_bench())
    assert nodes == BENCH_NODES, (
        f"tesuji bench counts {nodes}, not {BENCH_NODES}: if the searches were meant to change,"
        f" write the new count and raise BEHAVIOUR from {BEHAVIOUR} in tesuji/agents/bench.py"
    )


def test_the_count_is_the_same_every_time() -> None:
    assert [row.nodes for row in run_bench()] == [row.nodes for row in run_bench()]
