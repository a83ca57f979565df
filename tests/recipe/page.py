"""Reads the steps of docs/add-a-game.md and applies them to a copy of the repository.

A step is a block with a caption. With the caption ``PATH``, the block is a new file. With
``PATH, below `LINE```, the block goes into an existing file, below the line that starts with LINE.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PAGE", "ROOT", "Step", "copy_with", "lines_of_cpp", "steps"]

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
COPIED = ("CMakeLists.txt", "cmake", "core", "examples", "src", "tests")
"""The files that the build and the tests of every game need."""

BINARY = (".so", ".db", ".weights")

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
    """A new file, or lines to insert below an anchor."""

    path: str
    anchor: str | None
    text: str

    def apply(self, tree: Tree) -> None:
        """Changes the tree; fails if the step does not fit it."""
        if self.anchor is None:
            assert self.path not in tree, f"{self.path} already exists"
            tree[self.path] = self.text
            return
        lines = tree[self.path].splitlines(keepends=True)
        places = [n for n, line in enumerate(lines) if line.strip().startswith(self.anchor)]
        assert len(places) == 1, f"{self.path} has {self.anchor!r} {len(places)} times, not once"
        lines.insert(places[0] + 1, self.text)
        tree[self.path] = "".join(lines)


def steps() -> list[Step]:
    """The steps of the page, in order."""
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
    """The number of C++ lines, including comments and empty lines."""
    return sum(len(s.text.splitlines()) for s in recipe if s.path.endswith((".hpp", ".cpp")))


def original_tree() -> Tree:
    """The files of the repository that the copy needs."""
    paths = [path for name in COPIED for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in paths
        if path.is_file() and path.suffix not in BINARY and "__pycache__" not in path.parts
    }


def copy_with(recipe: list[Step], target: Path) -> None:
    """Makes `target` a copy of the repository with the steps applied.

    Unchanged files keep their time stamps, so a second build has little to do. What the build and
    the tests have added stays.
    """
    tree = original_tree()
    for step in recipe:
        step.apply(tree)
    for path in [path for name in COPIED for path in (target / name).rglob("*")]:
        added = path.suffix in (".so", ".pyc") or "playthroughs" in path.parts
        if path.is_file() and not added and str(path.relative_to(target)) not in tree:
            path.unlink()
    for name, text in tree.items():
        path = target / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
