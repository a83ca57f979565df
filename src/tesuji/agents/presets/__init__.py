"""Presets: named agents that student reports describe, each composed of parts."""

from __future__ import annotations

from tesuji.agents.presets.einstein import (
    EWN_EASY,
    EWN_HARD,
    EWN_MCTS,
    EWN_MCTS_RICH,
    EWN_MCTS_TUNED,
    EWN_NORMAL,
    MCS,
)
from tesuji.agents.presets.filtered_uct import COLOSSEUM_UCT
from tesuji.agents.presets.fischer import AVALAM_MCTS, FISCHER
from tesuji.agents.presets.pentago_bonus import PENTAGO_UCT
from tesuji.agents.presets.popcoin import COLOSSEUM_HEURISTIC, COLOSSEUM_MCTS, POPCOIN
from tesuji.agents.presets.preset import Preset, Reading, Report

__all__ = ["PRESETS", "Preset", "Reading", "Report"]

PRESETS: tuple[Preset, ...] = (
    COLOSSEUM_HEURISTIC,
    COLOSSEUM_MCTS,
    POPCOIN,
    COLOSSEUM_UCT,
    PENTAGO_UCT,
    FISCHER,
    AVALAM_MCTS,
    MCS,
    EWN_MCTS,
    EWN_MCTS_RICH,
    EWN_MCTS_TUNED,
    EWN_EASY,
    EWN_NORMAL,
    EWN_HARD,
)
