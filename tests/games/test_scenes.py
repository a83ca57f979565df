"""Scenes of all games: clicks, ids, colours and marks, over positions of random games."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache

import pytest

import tesuji
from tesuji import Move, Position, Scene
from tesuji.games.scene import Circle, Group, Line, Path, Rect, Shape, Text, Turn
from tesuji.games.svg import scene_to_svg

SPECS = [
    "avalam",
    "colosseum(size=4)",
    "colosseum(size=4, walls=0)",
    "colosseum(size=5)",
    "colosseum(size=8)",
    "colosseum(size=9)",
    "colosseum(size=12, walls=6)",
    "ewn",
    "ewn-cyclic",
    "pentago",
    "pentago(placement_wins=true)",
    "pentago-twist",
]
every_game = pytest.mark.parametrize("spec", SPECS)

Step = tuple[Position, Move | None]


@cache
def steps(spec: str) -> tuple[Step, ...]:
    """Positions of random games, each with the move or event that led to it."""
    found: list[Step] = []
    for seed in range(3):
        rng = random.Random(seed)
        position = tesuji.game(spec).start(seed)
        found.append((position, None))
        while not position.is_over:
            move = rng.choice(choices(position))
            position = position.play(move)
            found.append((position, move))
    ends = [step for step in found if step[0].is_over]
    return (*found[:: max(1, len(found) // 30)], *ends)


def choices(position: Position) -> list[Move]:
    """The legal moves, or the events of a chance position."""
    return list(position.legal_moves) or [event for event, _ in position.chance_outcomes]


@cache
def scenes(spec: str) -> tuple[tuple[Position, Scene], ...]:
    """The same positions, drawn with their last move."""
    return tuple((position, position.scene(last_move=move)) for position, move in steps(spec))


def flat(shapes: tuple[Shape, ...], x: float = 0, y: float = 0) -> Iterator[Shape]:
    """All shapes in the order of drawing, those of groups at their places on the scene."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes, x + shape.x, y + shape.y)
        elif isinstance(shape, Path):  # a dot in the middle stands for it
            yield Circle(x=x, y=y, radius=2, fill=shape.fill, stroke=shape.stroke)
        else:
            assert isinstance(shape, Rect | Circle | Text)
            yield replace(shape, x=shape.x + x, y=shape.y + y)


def identified(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        if shape.id:
            yield shape
        if isinstance(shape, Group):
            yield from identified(shape.shapes)


def marked(scene: Scene, role: str = "mark") -> set[str]:
    """Ids of the shapes, or groups with shapes, in the colour of marks or another role."""
    return {
        shape.id
        for shape in scene.shapes
        if shape.id and any(role in (part.fill, part.stroke) for part in flat((shape,)))
    }


# Clicks


@every_game
def test_every_move_has_a_click_path(spec: str) -> None:
    for position, scene in scenes(spec):
        assert set(scene.paths) == {move.text for move in choices(position)}


@every_game
def test_click_paths_are_unique_and_prefix_free(spec: str) -> None:
    for _, scene in scenes(spec):
        paths = list(scene.paths.values())
        assert all(paths)
        assert len(set(paths)) == len(paths)
        beginnings = {path[:length] for path in paths for length in range(len(path))}
        assert beginnings.isdisjoint(paths)


@every_game
def test_ids_are_unique_and_clicks_hit_shapes_outside_groups(spec: str) -> None:
    for _, scene in scenes(spec):
        ids = [shape.id for shape in identified(scene.shapes)]
        assert len(set(ids)) == len(ids)
        outside = {shape.id for shape in scene.shapes if not isinstance(shape, Group)}
        assert outside.issuperset(id for path in scene.paths.values() for id in path)


@every_game
def test_click_targets_are_labelled_visible_and_large_enough(spec: str) -> None:
    for _, scene in scenes(spec):
        clicked = {id for path in scene.paths.values() for id in path}
        targets = [shape for shape in scene.shapes if shape.id in clicked]
        for index, target in enumerate(targets):
            assert target.label
            assert min(extent(target)) >= 5
            at = centre(target)
            assert not any(contains(above, at) for above in targets[index + 1 :])


def extent(shape: Shape) -> tuple[float, float]:
    if isinstance(shape, Rect):
        return shape.width, shape.height
    assert isinstance(shape, Circle)
    return 2 * shape.radius, 2 * shape.radius


def centre(shape: Shape) -> tuple[float, float]:
    if isinstance(shape, Rect):
        return shape.x + shape.width / 2, shape.y + shape.height / 2
    assert isinstance(shape, Circle | Text)
    return shape.x, shape.y


def contains(shape: Shape, point: tuple[float, float]) -> bool:
    x, y = point
    if isinstance(shape, Rect):
        return 0 <= x - shape.x <= shape.width and 0 <= y - shape.y <= shape.height
    if isinstance(shape, Circle):
        return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.radius**2
    return False


def test_a_wall_is_one_shape_for_both_its_cells() -> None:
    position = tesuji.game("colosseum(size=4)").position("b2 d4 v -")
    scene = position.scene()
    walls = [shape.id for shape in scene.shapes if shape.id.startswith("wall-")]
    assert len(walls) == 2 * 4 * 3
    assert scene.paths["b2r"] == ("b2", "wall-b2r")
    assert scene.paths["c2l"] == ("c2", "wall-b2r")
    assert scene.paths["b3u"] == ("b3", "wall-b2d")


def test_the_die_is_clicked_at_chance_positions() -> None:
    scene = tesuji.game("ewn").start().scene()
    assert scene.paths == {f"d{number}": (f"die-{number}",) for number in range(1, 7)}


# Pieces and marks


def test_a_cube_keeps_its_id_when_it_moves() -> None:
    before = tesuji.game("ewn").start().play("d2")
    move = before.legal_moves[0]
    places = [
        {shape.id: (shape.x, shape.y) for shape in scene.shapes if isinstance(shape, Group)}
        for scene in (before.scene(), before.play(move).scene())
    ]
    changed = {id for id in places[0] if places[0][id] != places[1].get(id)} - {"badge"}
    assert changed >= {"red-2"}
    assert all(id == "red-2" or id not in places[1] for id in changed)


@every_game
def test_moves_are_marked_and_rolls_are_not(spec: str) -> None:
    for position, move in steps(spec):
        if move is None:
            continue
        plain, with_move = position.scene(), position.scene(last_move=move)
        is_roll = move.text.startswith("d") and spec == "ewn"
        assert (plain == with_move) == is_roll
        assert (position.svg() == position.svg(last_move=move)) == is_roll


@pytest.mark.parametrize("spec", ["avalam", "colosseum(size=8)", "ewn", "ewn-cyclic"])
def test_what_was_clicked_is_what_is_marked(spec: str) -> None:
    position, rng = tesuji.game(spec).start(seed=5), random.Random(5)
    while not position.is_over:
        move = rng.choice(choices(position))
        path = position.scene().paths[move.text]
        if not position.is_chance:
            assert marked(position.play(move).scene(last_move=move)) == set(path)
        position = position.play(move)


@pytest.mark.parametrize("spec", ["pentago", "pentago-twist", "pentago(placement_wins=true)"])
def test_the_placed_stone_is_marked_where_the_twist_took_it(spec: str) -> None:
    start = tesuji.game(spec).start()
    for move in start.legal_moves:
        scene = start.play(move).scene(last_move=move)
        (stone,) = (shape.id for shape in scene.shapes if shape.id.startswith("stone-"))
        twist = {f"quadrant-{move.text[2]}", f"twist-{move.text[2:]}"}
        assert marked(scene) == twist | {stone}


def test_a_five_made_by_the_placement_shows_no_twist() -> None:
    game = tesuji.game("pentago(placement_wins=true)")
    before = game.position("wwww2/6/6/6/6/bbbb2")
    stones = {f"stone-{column}1" for column in "abcde"}
    for twist in ("AR", "BL", "DR"):
        move = game.move("e1" + twist)
        drawn = before.play(move).scene(last_move=move)
        assert marked(drawn, "won") == stones
        assert marked(drawn) == {"stone-e1"}
    # Here the twist makes the five, and the placed stone has no part in it.
    move = game.move("f1CR")
    after = game.position("w5/w5/w5/3b1b/4b1/ww1b1b").play(move)
    drawn = after.scene(last_move=move)
    assert marked(drawn, "won") == {f"stone-{cell}" for cell in ("a1", "a2", "a3", "a4", "a5")}
    assert marked(drawn) == {"stone-f1", "quadrant-C", "twist-CR"}


# Captions


@every_game
def test_captions_say_whose_turn_it_is_or_who_won(spec: str) -> None:
    for position, scene in scenes(spec):
        names = position.game.players
        outcome = position.outcome
        texts = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
        (headline,) = (s.text for s in scene.shapes if isinstance(s, Text) and s.id == "headline")
        assert scene.title == f"{position.game.title}: {headline}"
        if outcome is None:
            doing = "roll" if position.is_chance else "move"
            assert headline.startswith(f"{names[position.next_player]} to {doing}")
            continue
        winner = "Draw" if outcome.winner is None else f"{names[outcome.winner]} wins"
        assert headline.startswith(winner)
        assert outcome.reason in texts


@pytest.mark.parametrize(
    ("spec", "text", "headline"),
    [
        ("pentago", "wwwww1/6/6/6/6/bbbb2", "White wins"),
        ("colosseum(size=4)", "a1 d4 v a2d,b2d,c2d,d2d", "Draw, 8 to 8"),
        ("colosseum(size=4)", "a1 d4 v a3d,b3d,c3d,d3d", "Violet wins, 12 to 4"),
        ("ewn", "a2e5-------- c3---------- b -", "Red wins"),
        ("ewn-cyclic", "g5---------- a1---------- r 012345012345012345012", "Blue wins"),
    ],
)
def test_headlines_of_ends(spec: str, text: str, headline: str) -> None:
    assert tesuji.game(spec).position(text).scene().title.endswith(f": {headline}")


@every_game
def test_texts_and_pieces_stay_inside(spec: str) -> None:
    for _, scene in scenes(spec):
        for shape in flat(scene.shapes):
            if isinstance(shape, Text):
                width = (0.65 if shape.bold else 0.53) * shape.size * len(shape.text)
                left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * width
                assert left >= 0
                assert left + width <= scene.width
            elif isinstance(shape, Rect | Circle):
                x, y = centre(shape)
                wide, high = extent(shape)
                assert wide / 2 <= x <= scene.width - wide / 2
                assert high / 2 <= y <= scene.height - high / 2


# Places and pieces in words


@every_game
def test_places_and_pieces_describe_the_board(spec: str) -> None:
    for position, scene in scenes(spec):
        labels = {shape.id: shape.label for shape in scene.shapes if shape.id}
        there = {piece.place: piece.name for piece in scene.pieces if piece.place}
        assert len(there) == sum(bool(piece.place) for piece in scene.pieces), "one to a place"
        assert set(there) <= {place.id for place in scene.places}
        for place in scene.places:
            assert labels[place.id].startswith(f"{place.name}: {there.get(place.id, 'empty')}")
            assert labels[place.id].endswith(place.note)
        elsewhere = [piece.name for piece in scene.pieces if not piece.place]
        assert set(elsewhere) <= set(labels.values())
        assert (len(elsewhere) > 0) == (_walls(position) > 0 or "die" in labels)


def _walls(position: Position) -> int:
    """The walls of a Colosseum position, by its text."""
    if position.game.name != "colosseum":
        return 0
    walls = position.text.split()[3]
    return 0 if walls == "-" else walls.count(",") + 1


@every_game
def test_the_caption_is_below_the_board(spec: str) -> None:
    for position, scene in scenes(spec):
        assert scene.caption is not None
        below = [
            shape for shape in flat(scene.shapes) if getattr(shape, "y", 0) > scene.caption.top
        ]
        texts = [shape.text for shape in below if isinstance(shape, Text)]
        assert texts[-2:] == [scene.caption.headline, scene.caption.detail]
        winner = position.outcome.winner if position.outcome else position.next_player
        assert scene.caption.player == winner
        shapes = {shape.id: shape for shape in scene.shapes if shape.id}
        for place in scene.places:
            assert centre(shapes[place.id])[1] < scene.caption.top


# Colours


@every_game
def test_both_palettes_have_every_role(spec: str) -> None:
    for _, scene in scenes(spec):
        used = {role for shape in flat(scene.shapes) for role in (shape.fill, shape.stroke)}
        assert set(scene.palette) == set(scene.dark)
        assert set(scene.palette) >= used - {"none"}


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb as WCAG defines it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_on_known_values() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


MEANINGFUL = ("player", "wall", "mark", "on", "ink")
"""Roles that tell something, by how they begin; "mark-soft" only supports "mark"."""


def meaningful(role: str) -> bool:
    return role.startswith(MEANINGFUL) and role != "mark-soft"


@pytest.mark.parametrize("mode", ["palette", "dark"])
@every_game
def test_contrast(spec: str, mode: str) -> None:
    """Texts 4.5:1 and everything else that means something 3:1 against what is below it."""
    seen: set[tuple[float, frozenset[str], str]] = set()
    for _, scene in scenes(spec):
        drawn: list[Shape] = []
        for shape in flat(scene.shapes):
            seen.update(requirements(shape, drawn))
            drawn.append(shape)
    palette = getattr(scene, mode)
    assert len(seen) > 5
    for least, roles, ground in seen:
        best = max(contrast(palette[role], palette[ground]) for role in roles)
        assert best >= least, (sorted(roles), ground, round(best, 2))


def requirements(shape: Shape, below: list[Shape]) -> Iterator[tuple[float, frozenset[str], str]]:
    """What contrast a shape needs: at least how much, of one of which roles, to what ground."""
    ground = ground_at(centre(shape), below)
    if isinstance(shape, Text):
        yield 4.5, frozenset({shape.fill}), ground
    elif shape.fill == "none" and meaningful(shape.stroke):
        yield 3, frozenset({shape.stroke}), ground_at(outline(shape), below)
    elif shape.stroke == "mark":
        yield 3, frozenset({shape.stroke}), ground
    elif meaningful(shape.fill):
        yield 3, frozenset({shape.fill, shape.stroke} - {"none"}), ground


def outline(shape: Shape) -> tuple[float, float]:
    """A point on the left edge."""
    x, y = centre(shape)
    return x - extent(shape)[0] / 2, y


def ground_at(point: tuple[float, float], below: list[Shape]) -> str:
    filled = (s.fill for s in reversed(below) if s.fill != "none" and contains(s, point))
    return next(filled, "ground")


# SVG and plain data


@every_game
def test_svg_is_wellformed_and_carries_the_ids(spec: str) -> None:
    for _, scene in scenes(spec):
        root = ElementTree.fromstring(scene_to_svg(scene, size=300))
        assert root.get("width") == "300"
        ids = [element.get("data-id") for element in root.iter() if element.get("data-id")]
        assert ids == [shape.id for shape in identified(scene.shapes)]
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text == scene.title


def test_svg_of_every_kind_of_shape() -> None:
    shapes: tuple[Shape, ...] = (
        Line(x=0, y=0, x2=3, y2=4, stroke="ink", stroke_width=2),
        Group(id='a"<&', x=1, y=2, shapes=(Path(d="M0 0L1 1", stroke="ink", stroke_width=1),)),
        Text(x=1.23456, y=1, text="<&>", size=10, fill="ink", opacity=0.5, anchor="start"),
    )
    scene = Scene(
        width=10, height=20, title="A & B", shapes=shapes, paths={}, palette={"ink": "#123456"}
    )
    line, group, text = list(ElementTree.fromstring(scene_to_svg(scene, size=50)))[1:]
    assert line.attrib["x2"] == "3"
    assert line.attrib["stroke"] == "#123456"
    assert group.attrib["transform"] == "translate(1 2)"
    assert group.attrib["data-id"] == 'a"<&'
    assert len(group) == 1
    assert text.text == "<&>"
    assert text.attrib["x"] == "1.23"
    assert text.attrib["opacity"] == "0.5"
    assert "none" not in (line.attrib["stroke"], text.attrib["fill"])


@pytest.mark.parametrize(
    "spec", ["avalam", "pentago", "pentago(placement_wins=true)", "pentago-twist"]
)
def test_origins_say_where_a_shape_was(spec: str) -> None:
    """What came from elsewhere looks as it did there, but for a tower that grew and for marks."""
    rng, position, before = random.Random(8), tesuji.game(spec).start(), None
    travelled = 0
    while not position.is_over:
        move = rng.choice(choices(position))
        position = position.play(move)
        scene = position.scene(last_move=move)
        groups = {shape.id: shape for shape in scene.shapes if isinstance(shape, Group)}
        for now, then in scene.origins.items():
            assert now in groups
            if before is not None and then in before:
                travelled += 1
                fills = [shape.fill for shape in before[then].shapes if shape.fill != "none"]
                assert fills[0] in [shape.fill for shape in groups[now].shapes]
        before = groups
    assert travelled > 5


def _stones(scene: Scene) -> dict[tuple[float, float], str]:
    """The colours of all stones by where they are."""
    return {
        (round(shape.x, 3), round(shape.y, 3)): shape.shapes[0].fill
        for shape in scene.shapes
        if isinstance(shape, Group) and shape.id.startswith("stone-")
    }


def _turned(place: tuple[float, float], turn: Turn) -> tuple[float, float]:
    dx, dy = place[0] - turn.x, place[1] - turn.y
    if turn.flip == "horizontal":
        dx = -dx
    for _ in range(int(turn.angle) % 360 // 90):
        # Clockwise, where y grows downwards.
        dx, dy = -dy, dx
    return round(turn.x + dx, 3), round(turn.y + dy, 3)


@pytest.mark.parametrize("spec", ["pentago", "pentago(placement_wins=true)", "pentago-twist"])
def test_turns_take_the_picture_from_before_to_after(spec: str) -> None:
    rng, position = random.Random(3), tesuji.game(spec).start()
    turned = 0
    while not position.is_over:
        before, move = position.scene(), rng.choice(position.legal_moves)
        mover = position.next_player
        position = position.play(move)
        after = position.scene(last_move=move)
        cell = next(shape for shape in before.shapes if shape.id == move.text[:2])
        assert isinstance(cell, Circle)
        stones = _stones(before) | {(round(cell.x, 3), round(cell.y, 3)): f"player{mover}"}
        for turn in after.turns:
            turned += 1
            shapes = {shape.id: shape for shape in before.shapes if shape.id in turn.shapes}
            inside = {(s.x, s.y) for s in shapes.values() if isinstance(s, Circle)}
            inside = {(round(x, 3), round(y, 3)) for x, y in inside}
            assert len(inside) == 9, "nine cells turn with their quadrant"
            stones = {
                _turned(place, turn) if place in inside else place: colour
                for place, colour in stones.items()
            }
            drawn = {shape.id for shape in after.shapes}
            assert set(turn.shapes) <= drawn
            moved = [id for id in turn.shapes if id.startswith("stone-")]
            assert len(moved) == sum(place in inside for place in stones)
        assert stones == _stones(after)
    assert turned > 5


def test_only_games_that_turn_have_turns() -> None:
    for spec in tesuji.games():
        start = tesuji.game(spec).start()
        assert start.scene().turns == ()
        assert start.scene().rearranges == spec.startswith("pentago")
        assert ("rearranges" in start.scene().to_dict()) == spec.startswith("pentago")
    start = tesuji.game("pentago-twist").start()
    flip, turn = (
        start.play(move).scene(last_move=start.game.move(move)).to_dict()["turns"][0]
        for move in ("a1BF", "a1BR")
    )
    assert flip["flip"] == "horizontal"
    assert turn["angle"] == 90
    assert "angle" not in flip


def test_scenes_without_a_last_move_have_no_origins() -> None:
    assert tesuji.game("avalam").start().scene().origins == {}
    assert "origins" not in tesuji.game("avalam").start().scene().to_dict()


@every_game
def test_plain_data_survives_json(spec: str) -> None:
    _, scene = scenes(spec)[-1]
    data = json.loads(json.dumps(scene.to_dict()))
    assert data["palette"] == scene.palette
    assert data["dark"] == scene.dark
    assert {move: tuple(path) for move, path in data["paths"].items()} == scene.paths
    assert [shape.get("id", "") for shape in data["shapes"]] == [s.id for s in scene.shapes]
    groups = [shape for shape in scene.shapes if isinstance(shape, Group)]
    kept = [shape for shape in data["shapes"] if shape["kind"] == "group"]
    assert [len(group["shapes"]) for group in kept] == [len(group.shapes) for group in groups]
    assert [place["name"] for place in data["places"]] == [place.name for place in scene.places]
    assert [piece["name"] for piece in data["pieces"]] == [piece.name for piece in scene.pieces]
    assert scene.caption is not None
    assert data["caption"]["headline"] == scene.caption.headline


def test_shapes_have_plain_defaults() -> None:
    """Every field of a shape that has a default is left out of plain data when it has it."""
    scene = Scene(width=1, height=1, title="", shapes=(Circle(x=0, y=0, radius=1),), paths={})
    assert scene.to_dict()["shapes"] == [{"kind": "circle", "x": 0, "y": 0, "radius": 1}]
    assert {field.name for field in fields(Circle)} >= {"id", "fill", "stroke", "label"}
