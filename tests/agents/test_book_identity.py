"""What stores record of an opening book: its content, in the games that it is for."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.agents.made_up_books import GAME, ROWS, START, written
from tests.arena.pairs import in_threads
from tesuji.agents.books import book as books
from tesuji.agents.learned import shipped_weights
from tesuji.errors import StoreError

KINDS = ("alphabeta", "mcts", "champion")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "small.book")


def book_spec(kind: str, file: Path) -> str:
    return f'{kind}(book=file("{file}"))'


@pytest.mark.parametrize("kind", KINDS)
def test_another_file_is_another_agent(kind: str, file: Path) -> None:
    agent, without = tesuji.agent(book_spec(kind, file)), tesuji.agent(f"{kind}(book=off)")
    digests = [without.code_digest(GAME), agent.code_digest(GAME)]
    written(file, ROWS[:1])
    digests.append(agent.code_digest(GAME))
    assert len(set(digests)) == 3
    written(file)
    assert agent.code_digest(GAME) == digests[1]


@pytest.mark.parametrize("kind", KINDS)
def test_other_books_of_the_package_are_another_agent(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, without = tesuji.agent(f"{kind}(book=auto)"), tesuji.agent(f"{kind}(book=off)")
    digests = [without.code_digest(GAME), agent.code_digest(GAME)]
    monkeypatch.setattr(books, "SHIPPED", tmp_path)
    for rows in (ROWS, ROWS[:1]):
        written(tmp_path / "pentago.book", rows)
        digests.append(agent.code_digest(GAME))
    assert len(set(digests)) == 4
    assert agent.search(START, nodes=50).from_book
    assert without.code_digest(GAME) == digests[0]


def test_without_a_book_only_weights_count() -> None:
    avalam = tesuji.game("avalam")
    data = shipped_weights("patterns")["avalam"].read_bytes()
    digest = hashlib.sha256(data).hexdigest()[:16]
    weights = tesuji.agent("mcts(evaluate=patterns)")
    assert weights.code_digest(avalam) == digest
    assert tesuji.agent("champion(book=off)").code_digest(avalam) == digest
    assert tesuji.agent("champion").code_digest(avalam).startswith(f"{digest} book ")
    for kind in ("alphabeta", "mcts"):
        assert tesuji.agent(f"{kind}(book=off)").code_digest(avalam) == ""


@pytest.mark.parametrize("kind", KINDS)
def test_the_book_of_another_game_does_not_count(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = tesuji.agent(f"{kind}(book=auto)")
    other_rules = tesuji.game("pentago(placement_wins=true)")
    others = [other_rules, *map(tesuji.game, ("ewn", "ewn-cyclic", "pentago-twist"))]
    monkeypatch.setattr(books, "SHIPPED", tmp_path)
    before = [agent.code_digest(game) for game in others]
    assert agent.code_digest(GAME) == ""
    written(tmp_path / "pentago.book")
    assert agent.code_digest(GAME) != ""
    assert [agent.code_digest(game) for game in others] == before


def test_a_match_goes_on_after_the_book_of_another_game_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "SHIPPED", tmp_path)
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)

    def played(game: str) -> int:
        options: dict[str, Any] = {"store": tmp_path / f"{game}.db", "simulations": 1, "jobs": 1}
        return len(tesuji.match("champion", "random", game=game, pairs=1, **options).games)

    games = ("ewn", "pentago")
    assert [played(game) for game in games] == [2, 2]
    written(tmp_path / "pentago.book")
    assert played("ewn") == 2
    with pytest.raises(StoreError, match="contents of files"):
        played("pentago")
