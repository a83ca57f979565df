"""What is known about each game, as named weights: the slot that all searches share."""

from __future__ import annotations

from tesuji.agents.defaults import DEFAULT
from tesuji.agents.kinds.declared import declared_kinds
from tesuji.specs import Kind, Slot

__all__ = ["KNOWLEDGE"]

KNOWLEDGE = Slot(
    "knowledge",
    (Kind(DEFAULT, "The weights that suit the game.", safe=True), *declared_kinds("knowledge")),
    DEFAULT,
    "The weights of evaluation, move scores and rollout rules.",
)
