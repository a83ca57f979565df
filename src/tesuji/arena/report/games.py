"""Games of a report: their selection, and boards to step through."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tesuji.arena.match.tally import FORFEITS
from tesuji.arena.report.markup import DASH, Html, text
from tesuji.games.record import LOG_TAG, GameRecord, MoveRecord

__all__ = ["Shown", "Survey", "replay_parts", "replays"]

Cost = tuple[int, float, int, int]
"""Number of moves, with their seconds, simulations and nodes."""

MOST_GAMES = 6
MOST_PLIES = 400
"""Of a longer game only the last positions are shown."""


@dataclass(frozen=True)
class Shown:
    """A game with the labels of its players."""

    record: GameRecord
    players: tuple[str, str]


@dataclass
class Survey:
    """Collects, in one pass over many games, examples to show and the mean cost of moves."""

    chosen: dict[str, Shown] = field(default_factory=dict)
    costs: tuple[list[Cost], list[Cost]] = field(default_factory=lambda: ([], []))
    """Costs of the first and the second agent, by the number of the move in the game."""

    def add(self, records: Iterable[GameRecord], labels: tuple[str, str]) -> None:
        """Adds the games of a match."""
        for record in records:
            order = (1, 0) if record.tags.get("Side") == "swapped" else (0, 1)
            self._choose(Shown(record, (labels[order[0]], labels[order[1]])))
            self._count(record, order)

    def games(self) -> list[tuple[str, Shown]]:
        """Up to six different games, each with the reason why it is shown."""
        different = {id(shown): shown for shown in self.chosen.values()}
        reasons: dict[int, list[str]] = {}
        for reason, shown in sorted(self.chosen.items(), key=lambda item: _REASONS.index(item[0])):
            reasons.setdefault(id(shown), []).append(reason)
        return [(", ".join(why), different[key]) for key, why in reasons.items()][:MOST_GAMES]

    def mean_costs(self, part: int) -> tuple[list[float], list[float]]:
        """Mean seconds (part 1), simulations (2) or nodes (3) of both agents, by move number."""
        first, second = ([row[part] / row[0] for row in rows] for rows in self.costs)
        return first, second

    def _choose(self, shown: Shown) -> None:
        record, plies = shown.record, len(shown.record.moves)
        self.chosen.setdefault(_ending(record), shown)
        if record.end in FORFEITS:
            self.chosen.setdefault("a forfeit", shown)
        if plies < len(self.chosen.setdefault("the shortest", shown).record.moves):
            self.chosen["the shortest"] = shown
        if plies > len(self.chosen.setdefault("the longest", shown).record.moves):
            self.chosen["the longest"] = shown

    def _count(self, record: GameRecord, order: tuple[int, int]) -> None:
        made = [0, 0]
        for move in record.moves:
            if move.player is not None:
                _add_move(self.costs[order[move.player]], made[move.player], move)
                made[move.player] += 1


def _add_move(rows: list[Cost], number: int, move: MoveRecord) -> None:
    if number == len(rows):
        rows.append((0, 0.0, 0, 0))
    seen, seconds, simulations, nodes = rows[number]
    rows[number] = (
        seen + 1,
        seconds + (move.seconds or 0),
        simulations + (move.simulations or 0),
        nodes + (move.nodes or 0),
    )


_REASONS = (
    "a win for the first player",
    "a win for the second player",
    "a draw",
    "a forfeit",
    "the shortest",
    "the longest",
)


def _ending(record: GameRecord) -> str:
    return _REASONS[2 if record.winner is None else record.winner]


# Replays


def replays(games: Sequence[tuple[str, Shown]]) -> Html:
    """All games with their boards."""
    figures, data = replay_parts(games)
    shown = "\n".join(figures)
    return Html(f'<div class="games">{shown}</div>\n{data}')


def replay_parts(games: Sequence[tuple[str, Shown]]) -> tuple[list[Html], Html]:
    """A figure for each game, and the drawings that all of them need, once on a page.

    Each line of the drawings is stored once.
    """
    shapes: dict[str, int] = {}
    frames = [[_frame(svg, shapes) for svg in _pictures(shown.record)] for _, shown in games]
    data = json.dumps({"shapes": list(shapes), "games": frames}, separators=(",", ":"))
    safe = data.replace("<", "\\u003c").replace("&", "\\u0026")
    figures = [
        Html(_figure(number, why, shown, _drawn(frames[number][-1], shapes)))
        for number, (why, shown) in enumerate(games)
    ]
    return figures, Html(f'<script type="application/json" id="positions">{safe}</script>')


def _pictures(record: GameRecord) -> Iterator[str]:
    moves: tuple[MoveRecord | None, ...] = (None, *record.moves)
    last = len(moves) - 1
    for number, (position, move) in enumerate(zip(record.positions(), moves, strict=True)):
        if last - number <= MOST_PLIES:
            played = None if move is None or move.player is None else position.game.move(move.move)
            yield position.svg(last_move=played)


def _frame(svg: str, shapes: dict[str, int]) -> list[int]:
    return [shapes.setdefault(line, len(shapes)) for line in svg.splitlines()]


def _drawn(frame: Sequence[int], shapes: Mapping[str, int]) -> Html:
    lines = list(shapes)
    return Html("\n".join(lines[number] for number in frame))


def _figure(number: int, why: str, shown: Shown, board: Html) -> str:
    record, (first, second) = shown.record, map(text, shown.players)
    buttons = "".join(
        f'<button type="button" data-step="{step}" aria-label="{name}">{sign}</button>'
        for step, name, sign in _BUTTONS
    )
    return (
        f'<figure class="game" data-game="{number}" tabindex="0">'
        f"<figcaption><b>{first}</b> {DASH} <b>{second}</b> <span>{text(record.result)}</span>"
        f"<small>{text(why)}; {text(record.reason)}</small></figcaption>"
        f'<div class="board">{board}</div>'
        f'<div class="controls">{buttons}<output>{len(record.moves)}</output></div>'
        f'<ol class="moves">{_moves(record)}</ol>{_log(record)}</figure>'
    )


def _log(record: GameRecord) -> Html:
    """The last output of an agent that failed, folded."""
    log = record.tags.get(LOG_TAG)
    if not log:
        return Html()
    return Html(
        f"<details><summary>Last output of the agent</summary><pre>{text(log)}</pre></details>"
    )


_BUTTONS = (
    ("first", "start", "«"),
    ("previous", "previous move", "‹"),  # noqa: RUF001
    ("next", "next move", "›"),  # noqa: RUF001
    ("last", "end", "»"),
)


def _moves(record: GameRecord) -> Html:
    first = max(1, len(record.moves) - MOST_PLIES + 1)
    return Html("".join(map(_move, range(first, len(record.moves) + 1), record.moves[first - 1 :])))


def _move(number: int, move: MoveRecord) -> str:
    kind = "roll" if move.player is None else f"player-{move.player}"
    value = "" if move.value is None else f"<small>{move.value:.0%}</small>"
    inside = f'<button type="button">{text(move.move)}{value}</button>'
    return f'<li class="{kind}" value="{number}">{inside}</li>'
