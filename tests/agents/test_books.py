"""Opening books: the file and its checks, symmetries, drop-out expansion, and use."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.agents.made_up_books import GAME, ROWS, START, written
from tesuji import ParameterError
from tesuji.agents.book_first import NODES_PER_SECOND, most_nodes, most_seconds
from tesuji.agents.books import Book, read_book, shipped_book
from tesuji.agents.books.book import TITLE, canonical
from tesuji.agents.books.build import BookOptions, build_book, expand
from tesuji.agents.books.expansion import Expansion, Reply, book_moves, next_leaf, node_value
from tesuji.agents.budget import Budget
from tesuji.agents.trust import agent_from_file
from tesuji.cli import run
from tesuji.errors import BookError
from tesuji.games import Position
from tesuji.python_files import resolving_from

OPTIONS = BookOptions(game="pentago", agent="alphabeta(memory=1)", nodes=300, reply_nodes=20)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "small.book")


# The file


def test_a_book_is_read_as_it_was_written(file: Path) -> None:
    book = read_book(file)
    assert (book.game, book.nodes, book.command) == (GAME, 5000, "tesuji book")
    assert book.entries == {text: (move, value) for text, move, value in ROWS}


@pytest.mark.parametrize("seed", range(30))
def test_every_changed_byte_is_noticed(seed: int, file: Path) -> None:
    stream = random.Random(seed)
    data = bytearray(file.read_bytes())
    place = stream.randrange(len(data))
    data[place] ^= 1 << stream.randrange(7)
    file.write_bytes(bytes(data))
    with pytest.raises(BookError) as caught:
        read_book(file)
    assert caught.value.path == str(file)
    assert caught.value.problem


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("another file\n\n", 1), (f"{TITLE}\ngame: pentago\n\n", 2), (TITLE, 1)],
)
def test_another_file_is_refused(text: str, line: int, tmp_path: Path) -> None:
    file = tmp_path / "other.book"
    file.write_text(text, "utf-8")
    with pytest.raises(BookError) as caught:
        read_book(file)
    assert (caught.value.path, caught.value.line) == (str(file), line)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"nothing\.book"):
        read_book(tmp_path / "nothing.book")


def forged(text: str, old: str, new: str) -> str:
    """The text with a change and a checksum that fits it."""
    head, _, body = text.replace(old, new).partition("\n\n")
    title, *lines = head.splitlines()
    before = "".join(f"{line}\n" for line in lines[:-1])
    digest = hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()
    return f"{title}\n{before}checksum: {digest}\n\n{body}"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("b2AR", "z9XX", 11),
        ("0.5100", "1.5100", 11),
        ("0.5100", "nan", 11),
        (f"{START.text}\t", "nonsense\t", 11),
        ("version: 1", "version: 99", 3),
        ("nodes: 5000", "nodes: many", 2),
        ("game: pentago", "game: chess", 2),
    ],
)
def test_wrong_content_is_refused_even_with_its_checksum(
    old: str, new: str, line: int, file: Path
) -> None:
    assert read_book(file).entries
    file.write_text(forged(file.read_text("utf-8"), old, new), "utf-8")
    with pytest.raises(BookError) as caught:
        read_book(file)
    assert caught.value.line == line


# Symmetry


@pytest.mark.parametrize("symmetry", range(GAME.symmetry_count))
def test_symmetric_positions_get_the_symmetric_move(symmetry: int, file: Path) -> None:
    book = read_book(file)
    position = GAME.position(ROWS[1][0])
    image = position.transformed(symmetry)
    found = book.find(image)
    assert found is not None
    assert found.move in image.legal_moves
    after = image.play(found.move)
    assert canonical(after)[0] == canonical(position.play("e5DR"))[0]
    assert found.value == 0.49


def test_other_positions_are_not_in_the_book(file: Path) -> None:
    assert read_book(file).find(START.play("a1AR")) is None


def test_the_line_of_a_book_is_playable(file: Path) -> None:
    position = START
    line = read_book(file).line(START)
    assert len(line) == 2
    for move in line:
        position = position.play(move)


# Drop-out expansion


def node(key: str, best: str, value: float, *replies: tuple[str, str, float]) -> Expansion:
    return Expansion(key, best, value, tuple(Reply(*reply) for reply in replies))


def test_the_cheapest_leaf_comes_next() -> None:
    root = node("r", "a", 0.6, ("a", "A", 0.6), ("b", "B", 0.59), ("c", "C", 0.2))
    assert next_leaf({}, "r") == "r"
    assert next_leaf({"r": root}, "r") == "A"
    # A turns out to be bad for the player at the root, so B is cheaper than what follows A.
    bad = node("A", "x", 0.9, ("x", "X", 0.9), ("y", "Y", 0.5))
    assert next_leaf({"r": root, "A": bad}, "r") == "B"
    # A holds: the best answer to it is two plies away, which costs less than the loss by C.
    good = node("A", "x", 0.4, ("x", "X", 0.4), ("y", "Y", 0.1))
    other = node("B", "x", 0.41, ("x", "W", 0.41))
    assert next_leaf({"r": root, "A": good, "B": other}, "r") == "X"


def test_a_complete_book_has_no_leaf() -> None:
    root = node("r", "a", 1.0, ("a", "", 1.0))
    assert next_leaf({"r": root}, "r") is None


def test_values_come_from_the_leaves() -> None:
    root = node("r", "a", 0.6, ("a", "A", 0.6), ("b", "B", 0.55))
    tree = {"r": root, "A": node("A", "x", 0.7, ("x", "X", 0.7))}
    assert node_value(tree, "r") == 0.55
    # b was never checked by a long search, so the book still plays a.
    [(key, move, value), _] = book_moves(tree)
    assert (key, move) == ("r", "a")
    assert value == pytest.approx(0.3)
    tree["B"] = node("B", "x", 0.5, ("x", "Y", 0.5))
    assert next(book_moves(tree)) == ("r", "b", 0.5)


def test_an_expansion_has_every_move() -> None:
    position = GAME.position("wwww2/6/6/bbbb2/6/6")
    found = expand(position, OPTIONS)
    assert [reply.move for reply in found.replies] == [str(m) for m in position.legal_moves]
    assert found.value == 1.0
    assert all(0 <= reply.value <= found.value for reply in found.replies)
    ends = {reply.move for reply in found.replies if not reply.child}
    assert ends == {str(m) for m in position.legal_moves if position.play(m).is_over}


# Building


def test_a_killed_run_ends_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.book", tmp_path / "parts.book"
    assert build_book(whole, OPTIONS, positions=3, command="x") == 3
    build_book(parts, OPTIONS, positions=1, command="x")
    log = tmp_path / "parts.book.log"
    with log.open("a", encoding="utf-8") as stream:
        stream.write('{"position": "6/6')  # killed while it wrote
    build_book(parts, OPTIONS, positions=3, command="x")
    assert parts.read_text("utf-8") == whole.read_text("utf-8")
    assert log.read_text("utf-8") == (tmp_path / "whole.book.log").read_text("utf-8")


def test_a_log_of_other_options_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    build_book(file, OPTIONS, positions=1, command="x")
    other = BookOptions(game="pentago-twist", agent=OPTIONS.agent, nodes=301, reply_nodes=20)
    with pytest.raises(
        BookError, match="game pentago, not pentago-twist; nodes 300, not 301;"
    ) as e:
        build_book(file, other, positions=2, command="x")
    assert (e.value.path, e.value.line) == (f"{file}.log", 1)


@pytest.mark.parametrize("content", [b"book", b"[1]\n", b"{}\n", b'{"book": 1}', b"\xff"])
def test_another_file_is_not_taken_for_a_log(content: bytes, tmp_path: Path) -> None:
    file, log = tmp_path / "a.book", tmp_path / "a.book.log"
    log.write_bytes(content)
    with pytest.raises(BookError) as caught:
        build_book(file, OPTIONS, positions=1, command="x")
    assert (caught.value.path, caught.value.line) == (str(log), 1)
    assert log.read_bytes() == content


@pytest.mark.parametrize("written", ["", '{"book": 1, "beh'])
def test_a_run_that_was_killed_in_its_first_line_begins_again(written: str, tmp_path: Path) -> None:
    file, log = tmp_path / "a.book", tmp_path / "a.book.log"
    log.write_text(written, "utf-8")
    build_book(file, OPTIONS, positions=1, command="x")
    assert len(log.read_text("utf-8").splitlines()) == 2


@pytest.mark.parametrize("damage", ["[", "[" * 100_000, "{}", "7", '{"replies": [1]}'])
def test_a_damaged_log_is_refused(damage: str, tmp_path: Path) -> None:
    file, log = tmp_path / "a.book", tmp_path / "a.book.log"
    build_book(file, OPTIONS, positions=1, command="x")
    before = log.read_text("utf-8") + damage + "\n"
    log.write_text(before, "utf-8")
    with pytest.raises(BookError) as caught:
        build_book(file, OPTIONS, positions=2, command="x")
    assert (caught.value.path, caught.value.line) == (str(log), 3)
    assert log.read_text("utf-8") == before


def test_a_log_with_other_spaces_is_the_same(tmp_path: Path) -> None:
    file, log = tmp_path / "a.book", tmp_path / "a.book.log"
    build_book(file, OPTIONS, positions=1, command="x")
    head, *lines = log.read_text("utf-8").splitlines()
    head = json.dumps(json.loads(head), sort_keys=True, separators=(",", ":"))
    log.write_text("\n".join([head, *lines, ""]), "utf-8")
    assert build_book(file, OPTIONS, positions=2, command="x") == 2


@pytest.mark.parametrize(
    ("order", "problem"), [((0, 1, 1), "was searched before"), ((1, 0), "no line above leads to")]
)
def test_lines_in_another_order_are_refused(
    order: Sequence[int], problem: str, tmp_path: Path
) -> None:
    file, log = tmp_path / "a.book", tmp_path / "a.book.log"
    build_book(file, OPTIONS, positions=2, command="x")
    head, *lines = log.read_text("utf-8").splitlines()
    log.write_text("\n".join([head, *(lines[i] for i in order), ""]), "utf-8")
    with pytest.raises(BookError, match=problem):
        build_book(file, OPTIONS, positions=3, command="x")


def test_a_file_that_is_no_book_stays(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("keep me", "utf-8")
    with pytest.raises(BookError, match="is there already and is no book"):
        build_book(file, OPTIONS, positions=1, command="x")
    assert [each.read_text("utf-8") for each in tmp_path.iterdir()] == ["keep me"]
    file.write_text("", "utf-8")
    assert build_book(file, OPTIONS, positions=1, command="x") == 1
    file.write_text(file.read_text("utf-8") + "x", "utf-8")  # a damaged book is made again
    assert build_book(file, OPTIONS, positions=1, command="x") == 1


TURNED = START.play("a1AR").transformed(1).text
OVER = "wwwww1/bbbb2/6/6/6/6"


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        (("position",), "chess", "'chess' is not a pentago position"),
        (("position",), 7, "expected the text of a position"),
        (("position",), TURNED, "is not the image that a book has of this position"),
        (("position",), canonical(GAME.position(OVER))[0], "is not legal in"),
        (("best",), "z9XX", "'z9XX' is not legal in"),
        (("best",), ["a1AR"], "is not legal in"),
        (("value",), 1.5, "the value 1.5 is not a number from 0 to 1"),
        (("value",), None, "the value None is not"),
        (("replies", 3, "value"), float("nan"), "the value nan is not"),
        (("replies", 3, "value"), True, "the value True is not"),
        (("replies", 3, "move"), "z9XX", "the replies are not the legal moves"),
        (("replies", 3, "child"), START.text, "does not lead to"),
        (("replies", 3, "child"), "", "does not lead to"),
        (("replies", 3, "value"), 1.0, "the value 1.0 of"),
        (("value",), 0.0, "does not fit 0.0"),
    ],
)
def test_what_no_search_found_is_refused_in_a_log(
    place: tuple[str | int, ...], value: Any, problem: str, tmp_path: Path
) -> None:
    file, log = tmp_path / "a.book", tmp_path / "a.book.log"
    build_book(file, OPTIONS, positions=2, command="x")
    *lines, last = log.read_text("utf-8").splitlines()
    entry = inner = json.loads(last)
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    log.write_text("\n".join([*lines, json.dumps(entry), ""]), "utf-8")
    with pytest.raises(BookError, match=re.escape(problem)) as caught:
        build_book(file, OPTIONS, positions=3, command="x")
    assert str(caught.value).startswith(f"{log}, line 3: ")
    assert (caught.value.path, caught.value.line) == (str(log), 3)


FOREIGN = f'python("{Path(__file__).with_name("function_agents.py")}:first_move")'


@pytest.mark.parametrize("agent", ["random", "greedy", FOREIGN, 'exec("true")'])
def test_agents_that_nodes_do_not_limit_make_no_book(agent: str, tmp_path: Path) -> None:
    options = BookOptions(game="pentago", agent=agent)
    with pytest.raises(ParameterError, match="searches a given number of nodes") as caught:
        build_book(tmp_path / "a.book", options, positions=1, command="x")
    assert (caught.value.where, caught.value.given) == ("agent", agent)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("agent", ["champion", "champion(book=auto, threads=2)"])
def test_a_book_is_not_made_from_another_one(agent: str, tmp_path: Path) -> None:
    options = BookOptions(game="pentago", agent=agent)
    with pytest.raises(ParameterError, match="expected an agent with book=off"):
        build_book(tmp_path / "a.book", options, positions=1, command="x")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("agent", ["champion(book=off)", "mcts", "flat"])
def test_agents_that_nodes_limit_make_a_book(agent: str, tmp_path: Path) -> None:
    options = BookOptions(game="pentago", agent=agent, nodes=300, reply_nodes=1)
    assert build_book(tmp_path / "a.book", options, positions=1, command="x") == 1


def test_an_agent_of_another_game_makes_no_book(tmp_path: Path) -> None:
    options = BookOptions(game="pentago", agent="popcoin")
    with pytest.raises(ParameterError, match="popcoin plays colosseum only"):
        build_book(tmp_path / "a.book", options, positions=1, command="x")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("with_log", [True, False])
def test_a_larger_book_is_not_replaced(with_log: bool, tmp_path: Path) -> None:
    file, log = tmp_path / "a.book", tmp_path / "a.book.log"
    build_book(file, OPTIONS, positions=3, command="x")
    if not with_log:
        log.unlink()
    before = file.read_bytes()
    with pytest.raises(ParameterError, match="a book of 3 positions already") as caught:
        build_book(file, OPTIONS, positions=2, command="x")
    assert (caught.value.where, caught.value.given) == ("positions", 2)
    assert file.read_bytes() == before
    assert log.exists() == with_log
    if with_log:
        assert build_book(file, OPTIONS, positions=3, command="x") == 3
        assert file.read_bytes() == before


def test_a_log_may_hold_more_than_the_book(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    build_book(file, OPTIONS, positions=3, command="x")
    file.unlink()
    assert build_book(file, OPTIONS, positions=2, command="x") == 2
    assert len(read_book(file).entries) == 2
    assert build_book(file, OPTIONS, positions=3, command="x") == 3


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pentago.book"
    few = [
        "--agent",
        "alphabeta(memory=1)",
        "--positions",
        "1",
        "--nodes",
        "300",
        "--reply-nodes",
        "20",
    ]
    assert run(["book", "pentago", *few, "--out", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "1 position in" in printed
    assert f'champion(book=file("{file}")) uses it with up to 0.0003 seconds per move' in printed
    assert len(read_book(file).entries) == 1
    for game in ("ewn", "colosseum"):
        assert run(["book", game, "--out", str(tmp_path / "no.book")]) == 2
        assert game in capsys.readouterr().err


def test_other_rules_have_a_file_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    few = ["--agent", "alphabeta(memory=1)", "--positions", "1", "--nodes", "300"]
    for game in ("pentago", "pentago(placement_wins=true)"):
        assert run(["book", game, *few, "--reply-nodes", "20"]) == 0
    capsys.readouterr()
    files = [tmp_path / "pentago.book", tmp_path / "pentago-placement_wins-true.book"]
    assert sorted(tmp_path.glob("*.book")) == sorted(files)
    assert [read_book(file).game.spec for file in files] == [
        "pentago",
        "pentago(placement_wins=true)",
    ]


def test_ctrl_c_names_the_log_and_the_command_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pentago.book"
    small = ["--agent", "alphabeta(memory=1)", "--nodes", "300", "--reply-nodes", "20"]
    small += ["--positions", "2"]
    expanded: list[Expansion] = []

    def stopped(position: Position, options: BookOptions) -> Expansion:
        if expanded:
            raise KeyboardInterrupt
        expanded.append(expand(position, options))
        return expanded[0]

    with monkeypatch.context() as patch:
        patch.setattr("tesuji.agents.books.build.expand", stopped)
        assert run(["book", "pentago", *small, "--out", str(file)]) == 130
    assert f"{file.name}.log" in capsys.readouterr().out.replace("\n", "")
    assert not file.exists()
    assert run(["book", "pentago", *small, "--out", str(file)]) == 0
    log = file.with_name("pentago.book.log").read_text("utf-8").splitlines()
    assert json.loads(log[1])["position"] == expanded[0].position
    assert len(log) == 3


# Use


@pytest.mark.parametrize("kind", ["alphabeta", "mcts", "champion"])
def test_an_agent_plays_from_its_book(kind: str, file: Path) -> None:
    agent = tesuji.agent(f'{kind}(book=file("{file}"))')
    found = agent.search(START, nodes=5000)
    assert (str(found.best), found.value, found.from_book) == ("b2AR", 0.51, True)
    assert found.to_dict()["book"] is True
    assert [str(move) for move in found.pv] == [str(m) for m in read_book(file).line(START)]
    assert not agent.search(START.play("a1AR"), nodes=50).from_book


def test_a_longer_search_does_not_trust_the_book(file: Path) -> None:
    agent = tesuji.agent(f'alphabeta(book=file("{file}"))')
    assert agent.search(START, seconds=0.001).from_book
    assert not agent.search(START, nodes=5001).from_book
    assert not agent.search(START, depth=1).from_book


@pytest.mark.parametrize("path", ["", '("")', '(" ")', '(path="")'])
@pytest.mark.parametrize("kind", ["alphabeta", "mcts", "champion"])
def test_a_book_without_a_file_is_refused(kind: str, path: str) -> None:
    agent = tesuji.agent(f"{kind}(book=file{path})")
    for ask in (agent.check, agent.code_digest):
        with pytest.raises(ParameterError, match=r'book=file needs .* book=file\("pentago.book"\)'):
            ask(GAME)


def test_a_book_is_used_up_to_its_own_time(file: Path) -> None:
    book = read_book(file)
    assert most_seconds(book) == 0.005
    agent = tesuji.agent(f'alphabeta(book=file("{file}"))')
    assert agent.search(START, seconds=most_seconds(book)).from_book
    assert not agent.search(START, seconds=1.01 * most_seconds(book)).from_book


def test_threads_count_as_more_nodes() -> None:
    budget = Budget(seconds=0.5)
    assert most_nodes(budget, 1) == NODES_PER_SECOND / 2
    assert most_nodes(budget, 4) == 2 * NODES_PER_SECOND
    assert most_nodes(Budget(seconds=0.5, nodes=10), 4) == 10
    assert most_nodes(Budget(depth=3), 1) > 1e18


def test_a_book_of_another_game_is_refused(file: Path) -> None:
    agent = tesuji.agent(f'alphabeta(book=file("{file}"))')
    with pytest.raises(BookError) as caught:
        agent.search(tesuji.game("avalam").start(), nodes=10)
    assert caught.value.path == str(file)


def test_specs_from_others_cannot_name_a_file(file: Path) -> None:
    for kind in ("alphabeta", "mcts", "champion"):
        agent_from_file(f"{kind}(book=auto)")
        with pytest.raises(ParameterError, match="file"):
            agent_from_file(f'{kind}(book=file("{file}"))')


@pytest.mark.parametrize("path", ["~/small.book", "small.book"])
def test_paths_start_at_the_home_or_the_folder_of_the_match(
    path: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(file.parent))
    with resolving_from(str(file.parent)):
        agent = tesuji.agent(f'alphabeta(book=file("{path}"))')
        assert agent.search(START, nodes=50).from_book
        same = tesuji.agent(f'alphabeta(book=file("{file}"))')
        assert agent.code_digest(GAME) == same.code_digest(GAME)


# The books of the package


def shipped() -> list[Book]:
    return [book for name in tesuji.games() if (book := shipped_book(tesuji.game(name)))]


def test_books_of_the_package_are_whole() -> None:
    for book in shipped():
        assert book.command.startswith(f"tesuji book {book.game.name} ")
        assert book.line(book.game.start()), "the start is in the book"


def test_only_the_champion_uses_them() -> None:
    assert tesuji.agent("champion").settings["book"] == "auto"
    for kind in ("mcts", "alphabeta"):
        assert tesuji.agent(kind).settings["book"] == "off"


def test_other_rules_have_no_book() -> None:
    assert shipped_book(tesuji.game("pentago(placement_wins=true)")) is None


def test_the_champion_plays_from_them() -> None:
    for book in shipped():
        start = book.game.start()
        found = book.find(start)
        assert found is not None
        assert tesuji.agent("champion").search(start, nodes=100).best == found.move
        assert not tesuji.agent("champion(book=off)").search(start, nodes=100).from_book
