"""Board sizes that are drawn for each pair."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.arena.pairs import in_threads
from tesuji.arena.match.plan import make_plan
from tesuji.arena.match.sizes import pair_game
from tesuji.arena.store.exchange import export_games, import_games
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def plan(**given: Any) -> Any:
    options: dict[str, Any] = {
        "game": "colosseum",
        "pairs": 4,
        "limits": {"simulations": 5},
        "sizes": (4, 6),
    }
    return make_plan(("flat", "random"), **options | given)


def test_sizes_are_drawn_evenly_and_from_the_seed() -> None:
    drawn = [pair_game("colosseum", (6, 12), 3, pair) for pair in range(700)]
    assert drawn == [pair_game("colosseum", (6, 12), 3, pair) for pair in range(700)]
    counts = Counter(drawn)
    assert set(counts) == {f"colosseum(size={n})" for n in range(6, 13)}
    assert all(60 < count < 140 for count in counts.values())
    assert drawn != [pair_game("colosseum", (6, 12), 4, pair) for pair in range(700)]


def test_the_rest_of_the_game_fits_the_size() -> None:
    """The number of walls depends on the size, unless it is given."""
    task = next(task for task in plan(sizes=(12, 12)).tasks(set()))
    assert tesuji.game(task.game).parameters == {"size": 12, "walls": 5}
    task = next(task for task in plan(game="colosseum(walls=1)", sizes=(12, 12)).tasks(set()))
    assert tesuji.game(task.game).parameters == {"size": 12, "walls": 1}


def test_both_games_of_a_pair_have_the_same_board() -> None:
    played = tesuji.match(
        "flat", "random", game="colosseum", sizes=(4, 6), pairs=8, simulations=5, jobs=1
    )
    games: dict[str, set[tuple[str, str]]] = {}
    for record in played.games:
        games.setdefault(record.tags["Pair"], set()).add((record.game, record.start))
    assert [len(each) for each in games.values()] == [1] * 8
    assert len({game for each in games.values() for game, _ in each}) > 1
    assert played.to_dict()["sizes"] == [4, 6]


def test_sizes_are_part_of_the_match() -> None:
    one, other = plan(), plan(sizes=(4, 5))
    assert one.identity != other.identity
    assert one.shown_game == "colosseum, sizes 4 to 6"
    assert "sizes=(4, 6)" in one.call_text()
    assert "sizes 4 to 6" in one.openings_text()
    assert "sizes" not in make_plan(("flat", "random"), game="colosseum", pairs=1).identity


def test_files_count_on_the_board_that_they_are_for() -> None:
    """The champion has weights for 8x8 only."""
    champion = "champion(book=off)"

    def codes(**given: Any) -> list[dict[str, str]]:
        made = make_plan((champion, "random"), game="colosseum", **given)
        return [
            made.identity.get("code", {}),
            *(task.versions.get("code", {}) for task in made.tasks(set())),
        ]

    known = codes(pairs=1)[0]
    assert set(known) == {champion}
    assert codes(pairs=3, sizes=(6, 7)) == [{}] * 4
    whole, *pairs = codes(pairs=20, sizes=(7, 8))
    assert whole == known
    assert {bool(each) for each in pairs} == {True, False}


def test_workers_play_the_champion_on_each_board() -> None:
    options: dict[str, Any] = {"sizes": (7, 8), "pairs": 8, "simulations": 1, "jobs": 1}
    played = tesuji.match("champion", "random", game="colosseum", **options)
    assert len({record.game for record in played.games}) == 2


def test_exported_games_find_their_place_again(tmp_path: Path) -> None:
    def play(store: Path, pairs: int = 4) -> Any:
        options: Any = {"sizes": (4, 6), "pairs": pairs, "simulations": 5, "jobs": 1}
        return tesuji.match("flat", "random", game="colosseum", store=store, **options)

    first, second = tmp_path / "a.db", tmp_path / "b.db"
    play(first)
    with Store(first) as store:
        (match,) = store.matches()
        records = list(export_games(store, match))
    import_games(records, second)
    assert sum(each["pairs"] for each in play(second).conditions if "imported" in each) == 4


@pytest.mark.parametrize(
    "given",
    [
        {"sizes": (6, 4)},
        {"sizes": (4,)},
        {"sizes": (4, 60)},
        {"sizes": (4.0, 6)},
        {"game": "ewn"},
        {"game": "colosseum(size=5)"},
        {"openings": ["b3 c2 v a1r,b2d"], "game": "colosseum"},
    ],
)
def test_what_cannot_be_drawn_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        plan(**given)
