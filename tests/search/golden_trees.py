"""Golden trees: a small search and the tree that it grows, as text to read and diff.

``python -m tests.search.golden_trees --write`` regenerates them; without ``--write`` it says
which are out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesuji

__all__ = ["FOLDER", "SEARCHES", "Search", "golden_tree"]

FOLDER = Path(__file__).parents[1] / "data" / "trees"
HEADER = """\
# A golden tree: a search and the tree that it grows. A difference means that the search does
# something else with the same seed: if that is intended, regenerate this file with
#   python -m tests.search.golden_trees --write
"""


@dataclass(frozen=True)
class Search:
    """What a file holds: its name, the search, and how much of the tree is shown."""

    name: str
    agent: str
    game: str
    position: str
    simulations: int
    depth: int = 3
    min_visits: int = 4
    seed: int = 1

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


AVALAM = "A./C.Bb/a.a.../A.bcbaB./.aB...bb/B.B....C/.CCaA./...A/D."
COLOSSEUM = "b3 c2 v a1r,b2d"
PENTAGO = "w1wwwb/bbwwbw/bbwbbb/w1b1ww/wwb2w/bbwbwb"
TWIST = "1wb2b/wbwb2/b3bw/wwwbbb/wbwwwb/bw3w"
LOSING = "bb1www/bww1bb/wbbwbb/bbwwbw/1wwwbw/wwbbwb"
CYCLIC = "--g5a2e4--b4 e6e5c4--d6-- r 314520344140002311130"
DICE = "c2b1----b3a2 --c4d1----d4 r 3"
LATE_DICE = "--c5-------- d2b1----d4e5 b 6"

SEARCHES = (
    Search("ucb1-one", "mcts(select=ucb1, guard=none)", "colosseum(size=4)", COLOSSEUM, 300),
    Search("ucb1-narrow", "mcts(select=ucb1(c=0.3), guard=none)", "avalam", AVALAM, 300),
    Search("expand-all", "mcts(select=ucb1, expand=all, guard=none)", "ewn-cyclic", CYCLIC, 200),
    Search("merge-one", "mcts(select=ucb1, expand=one(merge=true))", "pentago-twist", TWIST, 400),
    Search("merge-all", "mcts(select=ucb1, expand=all(merge=true))", "pentago", PENTAGO, 200),
    Search("puct", "mcts(select=puct(c=2, fpu=0.2))", "avalam", AVALAM, 300),
    Search("puct-all", "mcts(select=puct, expand=all)", "colosseum(size=4)", COLOSSEUM, 300),
    Search("decisive", "mcts(select=ucb1, rollout=decisive)", "ewn-cyclic", CYCLIC, 200),
    Search(
        "score",
        "mcts(select=ucb1, result=score(scale=8), solver=false)",
        "colosseum(size=4)",
        COLOSSEUM,
        300,
    ),
    Search("chance", "mcts(select=ucb1, guard=none)", "ewn", DICE, 300, depth=4),
    Search(
        "chance-proven",
        "mcts(select=ucb1, guard=ahead(root=2, nodes=1))",
        "ewn",
        LATE_DICE,
        300,
        depth=4,
    ),
    Search(
        "guard",
        "mcts(select=ucb1, guard=ahead(root=2, nodes=1))",
        "pentago",
        LOSING,
        60,
        depth=2,
        min_visits=0,
    ),
    Search(
        "final-value", "mcts(select=ucb1, final=value(temperature=0.3))", "ewn-cyclic", CYCLIC, 150
    ),
    Search(
        "near-best", "mcts(select=ucb1, final=near_best(bound=0.3, spread=0.2))", "ewn", DICE, 150
    ),
)


def golden_tree(search: Search) -> str:
    """The whole file for one search."""
    position = tesuji.game(search.game).position(search.position)
    found = tesuji.agent(search.agent).search(
        position, simulations=search.simulations, seed=search.seed
    )
    tree = found.tree(search.depth, search.min_visits)
    assert tree is not None
    lines = [
        HEADER,
        f"agent: {search.agent}",
        f"game: {search.game}",
        f"position: {search.position}",
        f"seed: {search.seed}",
        f"simulations: {search.simulations}",
        "",
        f"best: {found.best}",
        f"value: {found.value:.4f}",
        f"proven: {found.proven or 'no'}",
        f"done: {found.simulations} simulations, {found.nodes} nodes, depth {found.depth}",
        f"line: {' '.join(map(str, found.pv))}",
        "",
        f"tree: depth {search.depth}, moves with at least {search.min_visits} visits",
        *node_lines(tree, 0),
    ]
    return "\n".join(lines) + "\n"


def node_lines(node: dict[str, Any], level: int) -> Iterator[str]:
    """A node and what is below it, two spaces deeper at each level."""
    who = "roll" if node["to_move"] is None else f"player {node['to_move']}"
    proven = f", proven {node['proven']}" if node["proven"] else ""
    untried = f", {node['untried']} untried" if node["untried"] else ""
    yield f"{'  ' * level}({who}, {node['visits']} visits{untried}{proven})"
    for child in node["children"]:
        proven = f" {child['proven']}" if child["proven"] else ""
        yield (
            f"{'  ' * level}  {child['move']}: {child['visits']} visits,"
            f" value {child['value']:.4f}{proven}"
        )
        if child["node"] is not None and child["node"]["children"]:
            yield from node_lines(child["node"], level + 2)


def main(arguments: list[str]) -> int:
    """Writes the files, or names those that differ."""
    stale = 0
    for search in SEARCHES:
        text = golden_tree(search)
        if search.path.exists() and search.path.read_text("utf-8") == text:
            continue
        stale += 1
        if "--write" in arguments:
            search.path.write_text(text, "utf-8")
        print(f"{'written' if '--write' in arguments else 'out of date'}: {search.path.name}")
    return int(stale > 0 and "--write" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
