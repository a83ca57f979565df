"""Reads the steps of docs/add-a-game.md and takes them in a copy of the repository.

A step is a block with a caption. ``PATH`` alone: the block is a new file. ``PATH, below `LINE```:
the block goes below the line that begins like this, in a file that is already there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PAGE", "ROOT", "Step", "copy_with", "lines_of_cpp", "steps"]

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
COPIED = ("CMakeLists.txt", "cmake", "core", "examples", "src", "tests")
"""What the build and the tests of every game need."""

_BLOCK = re.compile(
    r"^(?P<fence>`{3,})\{(?P<kind>code-block|literalinclude)\} (?P<argument>.*)\n"
    r"(?P<options>(?::.*\n)*)(?P<body>(?:.*\n)*?)(?P=fence)$",
    re.MULTILINE,
)
_CAPTION = re.compile(r"^:caption: (?P<path>[^,\n]+?)(?:, below `(?P<anchor>.+)`)?$", re.MULTILINE)

Tree = dict[str, str]
"""Files by their path from the root."""


@dataclass(frozen=True)
class Step:
    """A new file, or with an anchor lines to go below it."""

    path: str
    anchor: str | None
    text: str

    def take(self, tree: Tree) -> None:
        """Changes the tree; a recipe that no longer fits it is an error."""
        if self.anchor is None:
            assert self.path not in tree, f"{self.path} is there already"
            tree[self.path] = self.text
            return
        lines = tree[self.path].splitlines(keepends=True)
        places = [n for n, line in enumerate(lines) if line.strip().startswith(self.anchor)]
        assert len(places) == 1, f"{self.path} has {self.anchor!r} {len(places)} times, not once"
        lines.insert(places[0] + 1, self.text)
        tree[self.path] = "".join(lines)


def steps() -> list[Step]:
    """The steps of the page, in its order."""
    found = []
    for block in _BLOCK.finditer(PAGE.read_text("utf-8")):
        caption = _CAPTION.search(block["options"])
        assert caption, f"a block of {PAGE.name} has no caption: {block['argument']}"
        text = block["body"]
        if block["kind"] == "literalinclude":
            text = (PAGE.parent / block["argument"]).read_text("utf-8")
        path = caption["path"].replace("\\", "")  # Markdown would read __init__ as bold
        found.append(Step(path, caption["anchor"], text))
    return found


def lines_of_cpp(recipe: list[Step]) -> int:
    """How long the game is in C++, comments and empty lines included."""
    return sum(len(s.text.splitlines()) for s in recipe if s.path.endswith((".hpp", ".cpp")))


def original_tree() -> Tree:
    """The repository's own files, as far as they are needed."""
    paths = [path for name in COPIED for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in paths
        if path.is_file() and path.suffix not in (".so", ".db") and "__pycache__" not in path.parts
    }


def copy_with(recipe: list[Step], target: Path) -> None:
    """Makes `target` the repository with the steps taken.

    Files that are the same are left alone, so that a second build has little to do, and so is
    what the build and the tests have added.
    """
    tree = original_tree()
    for step in recipe:
        step.take(tree)
    for path in [path for name in COPIED for path in (target / name).rglob("*")]:
        added = path.suffix in (".so", ".pyc") or "playthroughs" in path.parts
        if path.is_file() and not added and str(path.relative_to(target)) not in tree:
            path.unlink()
    for name, text in tree.items():
        path = target / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
