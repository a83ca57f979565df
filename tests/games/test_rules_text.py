"""The short rules of every game: complete, with legal examples and correct captions."""

from __future__ import annotations

import pytest

import tesuji
from tesuji.games.rules_text import Example, RulesTextError, make_example, parse_rules

SECTIONS = ["Goal", "Board and start", "Move", "End", "Notation", "Parameters"]


def words(name: str) -> str:
    return "\n\n".join(p for p in parse_rules(tesuji.game(name).rules) if isinstance(p, str))


def examples(name: str) -> list[Example]:
    return [p for p in parse_rules(tesuji.game(name).rules) if isinstance(p, Example)]


@pytest.mark.parametrize("name", tesuji.games())
class TestEveryGame:
    def test_has_every_section_once_and_in_order(self, name: str) -> None:
        text = words(name)
        places = [text.find(f"**{section}.** ") for section in SECTIONS]
        assert -1 not in places
        assert places == sorted(places)
        assert text.count("**") == 2 * len(SECTIONS)

    def test_is_short(self, name: str) -> None:
        assert 150 <= len(words(name).split()) <= 280

    def test_names_every_parameter(self, name: str) -> None:
        declared = tesuji.game(name).declared_parameters
        section = words(name).partition("**Parameters.** ")[2]
        assert all(f"`{parameter.name}`" in section for parameter in declared)
        assert declared or section == "None."

    def test_has_two_examples_of_this_game(self, name: str) -> None:
        assert [example.game.name for example in examples(name)] == [name, name]

    def test_positions_are_written_as_the_game_writes_them(self, name: str) -> None:
        rules = tesuji.game(name).rules
        for example in examples(name):
            assert f":position: {example.before.text}\n" in rules
            assert example.move is None or f":move: {example.move}\n" in rules

    def test_examples_are_unfinished_positions_with_a_legal_move(self, name: str) -> None:
        for example in examples(name):
            assert example.before.outcome is None
            if example.move is not None:
                assert example.move in example.before.legal_moves
                assert example.after == example.before.play(example.move)

    def test_captions_are_sentences(self, name: str) -> None:
        for example in examples(name):
            assert example.caption[0].isupper()
            assert example.caption.endswith(".")
            assert ". " not in example.caption

    def test_examples_can_be_drawn(self, name: str) -> None:
        for example in examples(name):
            assert example.svg(size=300).startswith("<svg ")


class TestWhatTheCaptionsSay:
    def test_avalam_five_is_safe(self) -> None:
        after = examples("avalam")[0].after
        assert not [move for move in after.legal_moves if "d2" in str(move)]

    def test_avalam_tie_is_broken_by_fives(self) -> None:
        after = examples("avalam")[1].after
        towers = after.text.replace("/", "").replace(".", "")
        assert sum(map(str.isupper, towers)) == sum(map(str.islower, towers)) == 6
        assert (towers.count("E"), towers.count("e")) == (3, 2)
        assert after.outcome is not None
        assert after.outcome.winner == 0

    def test_colosseum_walk_is_blocked(self) -> None:
        moves = [str(move) for move in examples("colosseum")[0].before.legal_moves]
        assert "e4u" in moves
        assert not [move for move in moves if move.startswith("e3")]

    def test_colosseum_third_region_counts_for_nobody(self) -> None:
        after = examples("colosseum")[1].after
        assert after.outcome is not None
        assert (after.outcome.winner, after.outcome.score) == (1, 15 - 18)

    def test_ewn_choice(self) -> None:
        before = examples("ewn")[0].before
        assert {str(move)[0] for move in before.legal_moves} == {"2", "5"}
        captured = before.play("5se").text.split()[1]
        assert captured.startswith("----")

    def test_ewn_corner_wins(self) -> None:
        after = examples("ewn")[1].after
        assert after.outcome == tesuji.Outcome(0, 1, "a cube reached the far corner")

    def test_ewn_cyclic_cycle(self) -> None:
        start = examples("ewn-cyclic")[0].before
        assert {str(move)[0] for move in start.legal_moves} == {"3"}
        assert {str(move)[0] for move in start.play("3se").legal_moves} == {"2"}
        third = start.play("3se").play("2nw")
        assert {str(move)[0] for move in third.legal_moves} == {"3"}

    def test_ewn_cyclic_reverse_diagonal(self) -> None:
        example = examples("ewn-cyclic")[1]
        assert {str(move)[0] for move in example.before.legal_moves} == {"3", "5"}
        assert example.after.text.split()[1].startswith("----")
        assert {str(move)[0] for move in example.after.legal_moves} == {"3"}

    @pytest.mark.parametrize(
        ("name", "number", "winner", "reason"),
        [
            ("pentago", 0, 0, "five in a row"),
            ("pentago", 1, None, "five in a row for both players"),
            ("pentago-twist", 0, 0, "five in a row"),
            ("pentago-twist", 1, 0, "five in a row, made by the loser's own twist"),
        ],
    )
    def test_pentago(self, name: str, number: int, winner: int | None, reason: str) -> None:
        outcome = examples(name)[number].after.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (winner, reason)


def block(*lines: str, spec: str = "pentago") -> str:
    return "\n".join(["Before.", "", f"```{{position}} {spec}", *lines, "```", "", "After."])


GOOD = (":position: 6/6/6/6/6/6", ":move: a1AR", "A caption.")


def test_parts_keep_their_order() -> None:
    before, example, after = parse_rules(block(*GOOD))
    assert (before, after) == ("Before.", "After.")
    assert isinstance(example, Example)
    assert example == make_example("pentago", "6/6/6/6/6/6", "a1AR", "A caption.")


def test_text_without_examples_is_one_part() -> None:
    text = "Words.\n\n```python\nx = {1}\n```"
    assert parse_rules(text + "\n") == [text]
    assert parse_rules("") == []


def test_without_a_move_nothing_is_played() -> None:
    example = make_example("pentago", "6/6/6/6/6/6", None, "The empty board.")
    assert example.after == example.before


def test_caption_lines_are_joined() -> None:
    part = parse_rules(block(GOOD[0], "", "A caption", "of two  lines."))[1]
    assert isinstance(part, Example)
    assert part.caption == "A caption of two lines."


@pytest.mark.parametrize(
    ("text", "line", "named"),
    [
        (block("A caption."), 3, ":position:"),
        (block(*GOOD[:2]), 3, "caption"),
        (block(GOOD[0], *GOOD), 5, ":position:"),
        (block(":positon: 6/6/6/6/6/6", "A caption."), 4, ":positon:"),
        (block(":position: 6/6", "A caption."), 3, "'6/6'"),
        (block(GOOD[0], ":move:", "A caption."), 3, "'' is not a pentago move"),
        (block(":position: w5/6/6/6/6/6", *GOOD[1:]), 3, "a1AR"),
        (block(*GOOD, spec=""), 3, "name"),
        (block(*GOOD, spec="pentagon"), 3, "'pentagon'"),
        (block(*GOOD).removesuffix("```\n\nAfter."), 3, "```"),
        (block(*GOOD).replace("{position}", "{postion}"), 3, "{postion}"),
    ],
)
def test_broken_examples_are_rejected(text: str, line: int, named: str) -> None:
    with pytest.raises(RulesTextError) as caught:
        parse_rules(text)
    assert caught.value.line == line
    assert f"line {line}: " in str(caught.value)
    assert named in str(caught.value)
