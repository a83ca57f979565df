"""The studies of the reports can be run, and no claim of the reports is missing."""

from __future__ import annotations

import re

import pytest

from tesuji.errors import ParameterError
from tesuji.studies.builtin import builtin_studies, builtin_study_names, choose_studies
from tesuji.studies.costs import core_seconds
from tesuji.studies.run import make_plans
from tesuji.studies.study import Experiment

STUDIES = {each.name: each for each in builtin_studies()}
EXPERIMENTS = {
    f"{study.name}/{each.name}": each for study in STUDIES.values() for each in study.experiments
}

CLAIMS: dict[str, list[float | str | None]] = {
    "popcoin/heuristic-random": [1.0],
    "popcoin/mcts-random": [1.0],
    "popcoin/heuristic-mcts": [0.7],
    "popcoin/heuristic-mcts-curve": [],
    "popcoin/popcoin-mcts": [0.8],
    "popcoin/popcoin-heuristic": [0.5],
    "popcoin/blended-mcts": ["wins"],
    "popcoin/blended-heuristic": ["loses"],
    "popcoin/popcoin-mcts-curve": [],
    "popcoin/popcoin-heuristic-curve": [],
    "popcoin/c-by-size": ["wins"],
    "popcoin/root-visits": [1.0],
    "popcoin/tree-reuse": [],
    "popcoin/never-late": ["never"],
    "popcoin/heuristic-cost": [],
    "popcoin/blended-final": ["wins"],
    "popcoin/c-sweep": [],
    "popcoin/c-by-moves": ["wins"],
    "popcoin/reuse-strength": ["wins"],
    "popcoin/mcts-random-ladder": [1.0],
    "popcoin/heuristic-mcts-ladder": [0.3],
    "popcoin/popcoin-mcts-ladder": [0.8],
    "popcoin/popcoin-heuristic-ladder": [0.5],
    "popcoin/blended-mcts-ladder": ["wins"],
    "popcoin/blended-heuristic-ladder": ["loses"],
    "popcoin/c-by-size-ladder": ["wins"],
    "filtered-uct/without-uct": ["wins"],
    "filtered-uct/without-uct-ladder": ["wins"],
    "filtered-uct/final-move-only": [],
    "filtered-uct/filter": ["wins"],
    "filtered-uct/cost-formula": [],
    "filtered-uct/without-uct-curve": [],
    "pentago-bonus/missed-wins": ["never", "sometimes"],
    "pentago-bonus/missed-wins-few": ["sometimes"],
    "pentago-bonus/bonus": ["wins"],
    "pentago-bonus/bonus-curve": ["wins"],
    "pentago-bonus/memory": [],
    "pentago-bonus/memory-boards": [],
    "pentago-bonus/lost-example": ["always"],
    "pentago-bonus/four-in-line": [],
    "pentago-bonus/four-in-line-played": ["always"],
    "pentago-bonus/bonus-parts": ["wins"],
    "fischer/minimax-mcts": ["wins"],
    "fischer/minimax-red": ["never"],
    "fischer/minimax-mcts-ladder": ["wins"],
    "fischer/minimax-red-ladder": ["never"],
    "fischer/mcts-parts-ladder": ["wins"],
    "fischer/alpha-beta-savings": [],
    "fischer/groups": ["wins"],
    "fischer/values-of-five": ["loses"],
    "fischer/mcts-parts": ["wins"],
    "fischer/clock-formula": ["wins"],
    "fischer/minimax-yellow": ["wins"],
    "fischer/margins": [1.5],
    "fischer/breadth": [250],
    "fischer/ranking-depth": [],
    "fischer/greedy-rollouts": ["wins"],
    "fischer/greedy-share": ["wins"],
    "fischer/plus-c": [],
    "einstein/easy": [0.991, 0.986, 0.991, 0.990],
    "einstein/normal": [0.783, 0.962, 0.952, 0.957],
    "einstein/hard": [0.477, 0.793, 0.825, 0.808],
    "einstein/hard-full": [0.477, 0.793, 0.825, 0.808],
    "einstein/hard-curve": [0.477, 0.793],
    "einstein/mcs-readings": [0.783, 0.783, 0.783],
    "einstein/easy-ladder": [0.991, 0.986],
    "einstein/easy-full": [0.991, 0.986, 0.991, 0.990],
    "einstein/normal-full": [0.783, 0.962, 0.952, 0.957],
    "einstein/c-full": [0.833, 0.808, 0.832, 0.796],
    "einstein/c-easy-full": [0.990, 0.992],
    "einstein/c-normal-full": [0.957, 0.953],
    "einstein/temperature-selection-full": [n / 200 for n in (93, 115, 136, 143, 158, 161)],
    "einstein/temperature-final-full": [n / 500 for n in (18, 86, 175, 225, 273, 351)],
    "einstein/c-hard": [0.833, 0.808, 0.832, 0.796],
    "einstein/c-easy": [0.990, 0.992],
    "einstein/c-normal": [0.957, 0.953],
    "einstein/tuned-gain": ["equal"],
    "einstein/c-matters": ["equal"],
    "einstein/more-k-selection": ["wins"],
    "einstein/more-k-final": ["wins"],
    "einstein/temperature-selection": [n / 200 for n in (93, 115, 136, 143, 158, 161)],
    "einstein/temperature-final": [n / 500 for n in (18, 86, 175, 225, 273, 351)],
}
"""Every claim of the reports that can be played, with its figures as the reports print them."""
WISHES = {
    "area", "edges", "implicit-minimax", "promising", "depth-by-clock", "two-plies", "graded-tuned",
    "edges-in-popcoin", "depth-by-position", "finer-grades",
}  # fmt: skip
LEFT_OUT = {
    "A board-less state does not change the number of simulations",
    "A* search and minimax were considered",
    "Pentago has 3,009,081,623,421,558 positions with symmetries removed and is a win for the first"
    " player",
    "Undoing moves on one board is faster than cloning it",
    "Incremental evaluation",
    "Weights found by genetic search, a better evaluation, pattern data, and agents trained by"
    " deep reinforcement learning",
    "A numeric state",
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_is_there_with_its_figures(claim: str) -> None:
    figures = [each.word or each.value for each in EXPERIMENTS[claim].claims]
    assert figures == CLAIMS[claim]


def test_every_wish_is_there() -> None:
    assert {each.name for each in STUDIES["wishes"].experiments} == WISHES


def test_what_is_left_out_has_a_reason() -> None:
    left = [left for each in STUDIES.values() for left in each.left_out]
    assert {each.claim for each in left} == LEFT_OUT
    assert all(len(each.reason) > 20 for each in left)


SIZES = tuple(f"colosseum(size={size})" for size in (6, 8, 10, 12))
WHO: dict[str, tuple[str, str, tuple[str, ...], str | None]] = {
    "popcoin/heuristic-random": ("colosseum-heuristic", "random-walk", SIZES, None),
    "popcoin/mcts-random": ("colosseum-mcts", "random-walk", SIZES, None),
    "popcoin/heuristic-mcts": ("colosseum-heuristic", "colosseum-mcts", SIZES, None),
    "popcoin/popcoin-mcts": ("popcoin", "colosseum-mcts", SIZES, "rises"),
    "popcoin/popcoin-heuristic": ("popcoin", "colosseum-heuristic", SIZES, "falls"),
    "popcoin/tree-reuse": ("popcoin", "colosseum-mcts", SIZES, "falls"),
    "pentago-bonus/bonus": (
        "pentago-uct", "pentago-uct(final=value)", ("pentago-twist",), None
    ),
    "fischer/alpha-beta-savings": ("fischer", "fischer", ("avalam",), "rises"),
    "einstein/easy": ("mcs", "ewn-easy", ("ewn-cyclic",), None),
    "einstein/normal": ("mcs", "ewn-normal", ("ewn-cyclic",), None),
    "einstein/hard": ("mcs", "ewn-hard", ("ewn-cyclic",), None),
}  # fmt: skip
"""The agent of each claim, its opponent, the games and the trend."""


@pytest.mark.parametrize("claim", WHO)
def test_a_claim_is_about_the_right_players(claim: str) -> None:
    found = EXPERIMENTS[claim]
    first = found.settings[0]
    assert (first.agent, first.opponent, found.games, found.trend) == WHO[claim]


def test_the_ends_of_four_in_line_are_free() -> None:
    """Each position has one straight line of four white stones, and both squares next to it."""
    openings = EXPERIMENTS["pentago-bonus/four-in-line"].openings or ()
    assert openings == EXPERIMENTS["pentago-bonus/four-in-line-played"].openings
    for text in openings:
        rows = [re.sub(r"\d", lambda m: "." * int(m[0]), row) for row in text.split("/")]
        white = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "w"]
        (x, y), (x2, y2) = white[0], white[1]
        dx, dy = x2 - x, y2 - y
        assert white == [(x + n * dx, y + n * dy) for n in range(4)]
        for end in (-1, 4):
            assert rows[y + end * dy][x + end * dx] == "."
        assert "".join(rows).count("b") == 3  # Black is to move.


def test_the_lost_example_is_the_number_that_the_report_prints() -> None:
    [text] = EXPERIMENTS["pentago-bonus/lost-example"].openings or ()
    cells = re.sub(r"\d", lambda m: "." * int(m[0]), text.replace("/", ""))
    digits = {".": "0", "b": "1", "w": "2"}
    assert "".join(digits[cell] for cell in cells) == "011000100020000020000020000020000000"
    assert STUDIES["pentago-bonus"].figures[-1].position == text


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_every_row_is_a_match_that_can_be_played(experiment: Experiment) -> None:
    plans = make_plans(experiment, "quick")
    assert len({plan.title for plan in plans}) == len(plans)
    for row, plan in zip(experiment.rows(), plans, strict=True):
        assert plan.pairs * 2 == experiment.scale["quick"] <= experiment.scale["full"]
        for given, limits in zip(row.limits, plan.limits, strict=True):
            assert all(
                getattr(limits.per_move, name, value) == value for name, value in given.items()
            )
    assert all(len(budget.source) > 10 for budget in experiment.budgets)


def test_a_ladder_has_four_budgets_or_more() -> None:
    """It shows the verdict of a claim whose report gives no number of simulations."""
    ladders = {
        name: each for name, each in EXPERIMENTS.items() if each.kind == "curve" and each.claims
    }
    assert len(ladders) >= 13
    for name, each in ladders.items():
        assert each.axis == "simulations"
        assert len(each.budgets[0].stepped) >= 4, name
        assert each.repeats is not None


def test_the_course_draws_boards_from_6_to_12() -> None:
    drawn = {name: each.sizes for name, each in EXPERIMENTS.items() if each.sizes}
    assert drawn.pop("popcoin/c-by-size-ladder") == (6, 7)
    assert len(drawn) == 7
    assert set(drawn.values()) == {(6, 12)}


def test_tables_are_as_large_as_in_the_reports() -> None:
    found = {table.title: table for study in STUDIES.values() for table in study.tables}
    assert {title: (len(t.rows), len(t.columns)) for title, t in found.items()} == {
        "Different algorithms": (3, 4),
        "Different c": (3, 4),
        "Temperature @ PV finding": (1, 6),
        "Temperature @ move choosing": (1, 6),
    }


def test_opponents_of_fixed_depth_keep_their_own_budget() -> None:
    for plan in make_plans(EXPERIMENTS["einstein/hard"], "quick"):
        assert plan.limits[1].per_move.simulations is None
        assert plan.limits[1].per_move.seconds == 2.0


def test_quick_takes_less_than_ten_minutes_of_two_cores() -> None:
    """By the measured cost of a game; every experiment has one."""
    costs = {
        name: core_seconds(name.split("/")[0], each, "quick") for name, each in EXPERIMENTS.items()
    }
    assert [name for name, cost in costs.items() if cost is None] == []
    assert sum(cost for cost in costs.values() if cost is not None) < 2 * 600


def chosen(*names: str) -> list[tuple[str, list[str]]]:
    return [(study.name, only) for study, only in choose_studies([*names])]


def test_choosing() -> None:
    assert builtin_study_names() == sorted(STUDIES)
    assert chosen() == [(name, []) for name in sorted(STUDIES)]
    assert chosen("c-hard", "einstein/easy", "wishes") == [
        ("einstein", ["c-hard", "easy"]),
        ("wishes", []),
    ]
    assert chosen("c-hard", "einstein") == chosen("einstein", "c-hard") == [("einstein", [])]
    with pytest.raises(ParameterError, match="did you mean 'einstein'") as caught:
        chosen("einstien")
    assert (caught.value.where, caught.value.given) == ("names", "einstien")
    with pytest.raises(ParameterError, match="did you mean 'einstein/hard'"):
        chosen("einstein/hrad")
