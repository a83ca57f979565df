"""The colours of the boards: contrast by WCAG, colour-blind viewers, one meaning for one colour."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

import tesuji

PAGE = Path(tesuji.__file__).parent / "web" / "page" / "style.css"
THEMES = ("light", "dark")
GRAPHIC, TEXT = 3.0, 4.5
"""The contrast that WCAG 2.1 asks for: of graphical objects, and of text."""
VISIBLE = 15.0
"""Colours that differ by less (CIE 1976) are hard to tell apart."""

# Full colour blindness in linear RGB: Machado, Oliveira and Fernandes, 2009.
BLIND = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Linear = tuple[float, float, float]


def channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def linear(colour: str) -> Linear:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in channels(colour))
    )
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Linear) -> Linear:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def difference(one: str, other: str, kind: str) -> float:
    """The difference of two colours as a colour-blind person sees them."""

    def seen(colour: str) -> Linear:
        own = linear(colour)
        red, green, blue = (
            min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, own, strict=True))))
            for row in BLIND[kind]
        )
        return lab((red, green, blue))

    return math.dist(seen(one), seen(other))


def palette(game: str, theme: str) -> dict[str, str]:
    scene = tesuji.game(game).start().scene()
    return dict(scene.palette if theme == "light" else scene.dark)


def page_colours(theme: str) -> dict[str, str]:
    """The variables of the page's style sheet that are colours."""
    light, dark = PAGE.read_text("utf-8").split(':root[data-theme="dark"]')
    found = re.findall(r"--([a-z-]+): (#[0-9a-f]{6}|\d+%);", light if theme == "light" else dark)
    return dict(found)


def mixed(one: str, other: str, share: float) -> str:
    """The colour that CSS makes: ``share`` of one and the rest of the other."""
    parts = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in parts)


every_palette = pytest.mark.parametrize(
    ("game", "theme"), [(game, theme) for game in tesuji.games() for theme in THEMES]
)


@every_palette
def test_texts_and_pieces_stand_out(game: str, theme: str) -> None:
    colours = palette(game, theme)
    for role in ("ink", "label"):
        assert contrast(colours[role], colours["ground"]) >= TEXT, role
    for player in "01":
        piece = colours[f"player{player}"]
        shown = [piece, colours.get(f"edge{player}", piece)]
        assert max(contrast(each, colours["cell"]) for each in shown) >= GRAPHIC, player
        if f"on{player}" in colours:
            assert contrast(colours[f"on{player}"], piece) >= TEXT, player
    if "wall" in colours:
        for ground in ("cell", "board", "slot"):
            assert contrast(colours["wall"], colours[ground]) >= GRAPHIC, ground


@every_palette
def test_marks_stand_out_on_every_ground(game: str, theme: str) -> None:
    colours, page = palette(game, theme), page_colours(theme)
    grounds = [colours["cell"], colours.get("quadrant", colours["board"])]
    assert min(contrast(colours["mark"], ground) for ground in grounds) >= GRAPHIC
    assert contrast(page["best"], colours["cell"]) >= GRAPHIC
    for stone in ("player0", "player1"):
        if game.startswith("pentago"):
            assert contrast(colours["won"], colours[stone]) >= GRAPHIC, stone


@every_palette
def test_what_can_be_clicked_turns_teal_and_not_olive(game: str, theme: str) -> None:
    colours, page = palette(game, theme), page_colours(theme)
    for share in ("tint", "calm"):
        tint = mixed(page["reach"], colours["cell"], int(page[share][:-1]) / 100)
        red, green, blue = channels(tint)
        assert green >= red, (share, tint)
        assert blue >= green - 20, (share, tint)


@pytest.mark.parametrize("theme", THEMES)
def test_one_meaning_has_one_colour_in_every_game(theme: str) -> None:
    for role in ("mark", "mark-soft", "won"):
        assert len({palette(game, theme)[role] for game in tesuji.games()}) == 1


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("theme", THEMES)
def test_colour_blind_people_tell_marks_apart(theme: str, kind: str) -> None:
    page = page_colours(theme)
    marks = [palette("avalam", theme)["mark"], page["best"], page["reach"]]
    for one, other in combinations(marks, 2):
        assert difference(one, other, kind) >= VISIBLE, (one, other)


@pytest.mark.parametrize("kind", BLIND)
@every_palette
def test_colour_blind_people_tell_players_apart(game: str, theme: str, kind: str) -> None:
    colours = palette(game, theme)
    assert difference(colours["player0"], colours["player1"], kind) >= 2 * VISIBLE


@pytest.mark.parametrize("theme", THEMES)
def test_boards_look_different(theme: str) -> None:
    boards = {
        palette(game, theme).get("quadrant", palette(game, theme)["board"])
        for game in ("avalam", "colosseum", "ewn", "pentago")
    }
    for one, other in combinations(boards, 2):
        assert difference(one, other, "none") >= 5, (one, other)


@every_palette
def test_heat_can_be_read_on_every_board(game: str, theme: str) -> None:
    """The most visited place, one with a third of its visits, one without, and the board."""
    colours, heat = palette(game, theme), page_colours(theme)["heat"]
    marks = PAGE.with_name("board_marks.js").read_text("utf-8")
    ((least, more),) = re.findall(r"Math\.round\((\d+) \+ (\d+) \* share\)", marks)
    cell, board = colours["cell"], colours.get("quadrant", colours["board"])
    most, third = (
        mixed(heat, cell, (int(least) + int(more) * share) / 100) for share in (1.0, 1 / 3)
    )
    for kind in BLIND:
        for one, other in ((most, cell), (most, board), (third, cell), (third, most)):
            assert difference(one, other, kind) >= VISIBLE, (kind, one, other)
