"""Export: a game as a record, picture or self-contained HTML review, and records read back."""

from __future__ import annotations

import html
import time
from collections.abc import Mapping
from typing import Any

from tesuji.clean_text import clean
from tesuji.errors import RecordError
from tesuji.games.record import (
    UNFINISHED,
    GameRecord,
    MoveRecord,
    parse_records,
    record_text,
)
from tesuji.games.svg import scene_to_svg
from tesuji.web.admission import Admission
from tesuji.web.live_game import Ending, LiveGame, Seat

__all__ = ["game_of_record", "html_file", "record_file", "record_of", "svg_file"]


def record_of(live: LiveGame) -> GameRecord:
    """The game as a record; an unfinished one has the result "unfinished"."""
    ending = live.ending or Ending(None, UNFINISHED, UNFINISHED)
    names = _names(live)
    return GameRecord(
        game=live.game.spec,
        agents=(live.seats[0].spec or names[0], live.seats[1].spec or names[1]),
        start=live.positions[0].text,
        moves=tuple(
            MoveRecord(str(e.move), e.player, e.value, e.simulations, e.nodes, e.seconds)
            for e in live.entries
        ),
        winner=ending.winner,
        score=ending.score,
        reason=ending.reason,
        end=ending.end,
        tags={"Date": time.strftime("%Y-%m-%d")},
    )


def _names(live: LiveGame) -> tuple[str, str]:
    """The names of the players for others, who are not "You"."""
    first, second = (
        side if seat.name == "You" else seat.name
        for seat, side in zip(live.seats, live.game.players, strict=True)
    )
    return first, second


def game_of_record(text: str, admission: Admission) -> LiveGame:
    """The first game of a record's text, if a page may use that game."""
    for line in text.splitlines():
        if line.strip().startswith('[Game "'):
            admission.game(line.strip()[7:-2])
    records = parse_records(text)
    if not records:
        raise RecordError("the text holds no game record", line=1, column=1)
    record = records[0]
    if len(record.moves) > admission.bounds.plies:
        raise RecordError(
            f"a game has at most {admission.bounds.plies} moves here, not {len(record.moves)}",
            line=1,
            column=1,
        )
    start = admission.game(record.game).position(record.start)
    live = LiveGame(start, (Seat(name=record.agents[0]), Seat(name=record.agents[1])))
    for m in record.moves:
        move = live.game.move(m.move)
        live.play(move, value=m.value, simulations=m.simulations, nodes=m.nodes, seconds=m.seconds)
    if record.end != "rules" and not record.is_unfinished:
        live.decided = Ending(record.winner, record.reason, record.end, record.score)
    return live


def record_file(live: LiveGame) -> dict[str, str]:
    """The record as a file to save."""
    return {"name": f"{live.game.name}.txt", "text": record_text(record_of(live))}


def svg_file(live: LiveGame, ply: int) -> dict[str, str]:
    """A picture of a position of the game."""
    position, last_move, _ = live.position_at(ply)
    drawn = scene_to_svg(position.scene(last_move=last_move))
    return {"name": f"{live.game.name}-{ply}.svg", "text": drawn}


def html_file(live: LiveGame, review: Mapping[int, Mapping[str, Any]]) -> dict[str, str]:
    """The review as a self-contained page."""
    # The arena's reports bring numpy with them, which a server need not wait for.
    from tesuji.arena.report.games import Shown, replays

    record = record_of(live)
    names = _names(live)
    title = f"{names[0]} against {names[1]}, {live.game.title}"
    shown = Shown(record, names)
    said = UNFINISHED if record.is_unfinished else f"{record.result}: {record.reason}"
    body = (
        f'<header><p class="kind">{html.escape(live.game.title)}</p>'
        f"<h1>{html.escape(title)}</h1>"
        f'<p class="finding">{html.escape(said)}</p></header>'
        f"{_graph(live, review)}{_mistakes(live, review)}"
        f"<section><h2>The game</h2>{replays([('review', shown)])}</section>"
        f"<section><h2>Record</h2><pre>{html.escape(record_text(record))}</pre></section>"
    )
    return {"name": f"{live.game.name}-review.html", "text": _document(title, body)}


def _document(title: str, body: str) -> str:
    from tesuji.arena.report.look import report_script, report_style
    from tesuji.arena.report.markup import security_policy

    script = report_script()
    document = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{security_policy(script)}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{report_style()}{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n<script>{script}</script>\n</body>\n</html>\n"
    )
    return clean(document, limit=None)


_STYLE = """
pre { white-space: pre-wrap; }
.games { grid-template-columns: minmax(0, 34rem); }
.graph { width: 100%; height: auto; display: block; }
.graph .area { fill: var(--accent); opacity: 0.18; }
.graph .line { fill: none; stroke: var(--accent); stroke-width: 2; }
.graph .half { stroke: var(--line); }
.graph circle { fill: var(--plot-second); }
"""


def _graph(live: LiveGame, review: Mapping[int, Mapping[str, Any]]) -> str:
    if len(review) < 2:
        return ""
    wide, high, last = 800.0, 160.0, max(1, live.ply)
    points = [(wide * ply / last, high * (1 - review[ply]["value"])) for ply in sorted(review)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle cx="{wide * (ply + 1) / last:.1f}" r="5" '
        f'cy="{high * (1 - review[ply + 1]["value"]):.1f}"/>'
        for ply, _ in _marked(review)
        if ply + 1 in review
    )
    first = html.escape(live.game.players[0])
    return (
        f"<section><h2>Win probability of {first}</h2>"
        f'<svg class="graph" viewBox="-6 -6 {wide + 12:g} {high + 12:g}" role="img"'
        f' aria-label="Win probability of {first} over the moves">'
        f'<line class="half" x1="0" x2="{wide:g}" y1="{high / 2:g}" y2="{high / 2:g}"/>'
        f'<polygon class="area" points="0,{high:g} {line} {points[-1][0]:.1f},{high:g}"/>'
        f'<polyline class="line" points="{line}"/>{dots}</svg></section>'
    )


def _marked(review: Mapping[int, Mapping[str, Any]]) -> list[tuple[int, Mapping[str, Any]]]:
    return [(ply, row) for ply, row in sorted(review.items()) if row["mark"]]


def _mistakes(live: LiveGame, review: Mapping[int, Mapping[str, Any]]) -> str:
    if not review:
        return ""
    rows = "".join(_mistake(live, ply, row) for ply, row in _marked(review))
    found = (
        f'<div class="scroll"><table><thead><tr><th>move</th><th>by</th><th>what</th>'
        f"<th>lost</th><th>better</th></tr></thead><tbody>{rows}</tbody></table></div>"
        if rows
        else "<p>None was found.</p>"
    )
    return f"<section><h2>Mistakes</h2>{found}</section>"


def _mistake(live: LiveGame, ply: int, row: Mapping[str, Any]) -> str:
    entry = live.entries[ply]
    by = "" if entry.player is None else live.game.players[entry.player]
    cells = (by, row["mark"], f"{row['lost']:.0%}", row["best"] or "")
    return (
        f"<tr><th>{ply + 1}. {html.escape(str(entry.move))}</th>"
        + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
        + "</tr>"
    )
