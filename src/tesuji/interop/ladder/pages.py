"""The pages of a ladder: a public leaderboard whose games replay, and feedback for each student.

Public pages name students by their aliases only.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import tesuji
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.tally import forfeits_text
from tesuji.arena.report.games import Shown, replays
from tesuji.arena.report.markup import (
    DASH,
    Html,
    facts,
    page,
    percent,
    percents,
    section,
    signeds,
    table,
    text,
)
from tesuji.games.record import GameRecord
from tesuji.interop.ladder.feedback import Feedback, LostGame, WorstMove, lost_games
from tesuji.interop.ladder.private import write_private
from tesuji.interop.ladder.run import LadderResult
from tesuji.interop.ladder.table import Row, public_csv, table_rows, teacher_csv
from tesuji.interop.ladder.triage import Fault
from tesuji.output_files import write_whole
from tesuji.wording import counted

__all__ = ["Pages", "write_results"]

HOW = Html(
    "<p>Elo ratings come from rounds of fixed length between agents of similar score; the first"
    " baseline has 0. Select an agent to see its games.</p>"
)


STYLE = Html("<style>.worst { margin: 1rem 0; } .worst svg { width: 20rem; }</style>")


def write_results(
    result: LadderResult,
    folder: Path,
    *,
    feedback_games: int = 2,
    replay: bool = True,
    final: bool = False,
    grades: Sequence[Sequence[object]] = (),
    title: str = "Ladder",
) -> list[Path]:
    """Writes all files of a result and returns the most important ones.

    ``replay`` adds a page for each match, on which its games replay. ``final`` publishes the seed,
    after which the same ladder must not be played again.
    """
    rows = table_rows(result)
    pages = Pages(result, rows, title, result.seed if final else "")
    public = folder / "leaderboard"
    public.mkdir(parents=True, exist_ok=True)
    write_private(teacher_csv(rows, grades), folder / "table.csv")
    write_whole(public_csv(rows), public / "table.csv")
    write_whole(pages.leaderboard(), public / "index.html")
    if replay:
        pages.write_games(public / "games")
    written = [folder / "table.csv", public / "index.html"]
    if feedback_games:
        reviews = Feedback(folder / "reviews")
        (folder / "feedback").mkdir(exist_ok=True)
        for row in rows:
            if row.status != "baseline":
                content = pages.feedback(row, reviews, feedback_games)
                write_private(content, folder / "feedback" / _file_name(row.alias))
        written.append(folder / "feedback")
    return written


@dataclass(frozen=True)
class Pages:
    """The pages of one result."""

    result: LadderResult
    rows: Sequence[Row]
    title: str = "Ladder"
    seed: str = ""
    """The secret seed if it is published, else empty."""

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The name of each entrant on public pages; equal submissions share one."""
        found: dict[str, str] = {}
        for row in self.rows:
            found[row.key] = f"{found[row.key]} = {row.alias}" if row.key in found else row.alias
        return found

    # The leaderboard

    def leaderboard(self) -> str:
        """The public table."""
        rated = [row for row in self.rows if row.place is not None]
        others = [row for row in self.rows if row.place is None]
        header = (
            "Agent", "Elo", "Score", "Pairs", "Baselines beaten", "Forfeits", "Time per move",
            "Slowest move", "Memory",
        )  # fmt: skip
        sections = [
            section("Ratings", HOW, table(header, map(self._cells, rated), kind="wide")),
            section("Not rated", table(("Agent", "Status"), [(r.alias, r.status) for r in others]))
            if others
            else Html(""),
            section("Conditions", facts(self._conditions())),
        ]
        students = sum(row.status == "rated" for row in rated)
        finding = f"{counted(students, 'student')} rated, {len(others)} not rated."
        warnings = [] if self.result.complete else ["The ladder is not finished."]
        if self.result.ratings is not None and not self.result.ratings.transitive:
            warnings.append("The results are not transitive: see the games.")
        return page(self.title, self.result.options.game, finding, warnings, sections)

    def _cells(self, row: Row) -> tuple[object, ...]:
        spent = row.spent
        name = Html(f'{row.place}. <a href="games/{_file_name(row.alias)}">{text(row.alias)}</a>')
        assert row.elo is not None
        assert row.interval is not None
        assert row.score is not None
        return (
            name,
            signeds(row.elo, row.interval),
            percents(row.score, row.score_interval or (row.score, row.score)),
            row.pairs,
            row.beaten,
            forfeits_text(spent.forfeits),
            f"{1000 * spent.seconds / max(spent.moves, 1):,.1f} ms",
            f"{spent.slowest:,.3f} s",
            DASH if spent.memory_mb is None else f"{spent.memory_mb:.0f} MB",
        )

    def _conditions(self) -> dict[str, object]:
        options = self.result.options
        limits = ", ".join(f"{name} {value}" for name, value in options.limits.items())
        return {
            "Game": options.game,
            "Limits": f"{limits}, {options.submissions.memory} MB,"
            f" {options.submissions.processes} processes",
            "Baselines": ", ".join(each.key for each in self.result.baselines),
            "Gate": f"{options.sprt}, at most {counted(options.gate_pairs, 'pair')}",
            "Rounds": f"{len(self.result.rounds)}, {counted(options.pairs, 'pair')} per match",
            "Seed": self.seed or "secret until the final run",
            "Tesuji": tesuji.__version__,
        }

    # Games

    def write_games(self, folder: Path) -> None:
        """Writes a page for each rated agent with its matches, and one for each match.

        The name of a match's page follows from its content, so only new matches are written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        labels, kept = self.labels, set()
        for row in self.rows:
            if row.place is not None:
                kept.add(_file_name(row.alias))
                content = self._agent_page(labels[row.key], self._match_lines(row.key))
                write_whole(content, folder / _file_name(row.alias))
        for played in self.result.rounds:
            for keys, match in played.items():
                name = self._match_name(keys, match)
                kept.add(name)
                if not (folder / name).exists():
                    names = (labels[keys[0]], labels[keys[1]])
                    write_whole(self._match_page(names, match), folder / name)
        for stale in set(folder.glob("*.html")) - {folder / name for name in kept}:
            stale.unlink()

    def _match_lines(self, key: str) -> list[tuple[object, ...]]:
        return [
            self._match_line(number, key, keys, match)
            for number, played in enumerate(self.result.rounds, 1)
            for keys, match in played.items()
            if key in keys
        ]

    def _match_name(self, keys: tuple[str, str], match: MatchResult) -> str:
        shown = (tesuji.__version__, match.match.plan.title, *(self.labels[key] for key in keys))
        known = f"{shown} {match.pentanomial.pairs}"
        return f"match-{hashlib.sha256(known.encode()).hexdigest()[:16]}.html"

    def _match_line(
        self, number: int, key: str, keys: tuple[str, str], match: MatchResult
    ) -> tuple[object, ...]:
        own = keys.index(key)
        found = match.pentanomial if own == 0 else match.pentanomial.swapped()
        opponent = text(self.labels[keys[1 - own]])
        link = Html(f'<a href="{self._match_name(keys, match)}">{opponent}</a>')
        forfeits = forfeits_text(match.match.tally.forfeits[own])
        return number, link, percent(found.score), found.pairs, forfeits

    def _agent_page(self, name: str, lines: Sequence[Sequence[object]]) -> str:
        header = ("Round", "Opponent", "Score", "Pairs", "Forfeits")
        back = Html('<p><a href="../index.html">Leaderboard</a></p>')
        sections = [section("Matches", back, table(header, lines))]
        return page(name, self.result.options.game, self.title, [], sections)

    def _match_page(self, names: tuple[str, str], match: MatchResult) -> str:
        shown = [
            (f"pair {1 + int(record.tags['Pair'])}", _shown(record, match, names))
            for record in match.games
        ]
        p = match.pentanomial
        finding = f"{percents(p.score, p.interval)} after {counted(p.pairs, 'pair')}"
        links = (f'<a href="{_file_name(name.split(" = ")[0])}">{text(name)}</a>' for name in names)
        back = Html(f'<p>{" ".join(links)} <a href="../index.html">Leaderboard</a></p>')
        title = f"{names[0]} {DASH} {names[1]}"
        sections = [section("Games", back, replays(shown))]
        return page(title, self.result.options.game, finding, [], sections)

    # Feedback

    def feedback(self, row: Row, reviews: Feedback, most: int) -> str:
        """The page for one student, which shows no other student's name."""
        matches = [] if row.status == "rejected" else self._matches_of(row.key)
        games = lost_games(matches, most)
        moves = [_worst_move(move, self.result.options.game) for move in reviews.worst_moves(games)]
        none = Html("<p>The reviewed games have none.</p>")
        failures = [
            (reason, games, _pre(row.spent.logs.get(reason, "")))
            for reason, games in row.spent.failures.most_common()
        ]
        sections = [
            section("Result", facts(self._facts(row))),
            STYLE,
            section("Worst moves", *(moves or [none])),
            _faults(self.result.faults.get(row.key, [])),
            section("Failures", table(("What happened", "Games", "Last output"), failures))
            if failures
            else Html(""),
            section("Lost games", replays([self._replay(game, row) for game in games]))
            if games
            else Html(""),
        ]
        warnings = [row.problem] if row.problem else []
        title = f"Feedback for {row.alias}"
        return page(title, self.result.options.game, row.status, warnings, sections)

    def _matches_of(self, key: str) -> list[tuple[MatchResult, int]]:
        """All matches of an entrant with its place in them; rounds come last."""
        alone = len(self.result.matches(key)) - len(self.result.round_matches(key))
        rounds = [
            (match, keys.index(key))
            for played in self.result.rounds
            for keys, match in played.items()
            if key in keys
        ]
        return [*((match, 0) for match in self.result.matches(key)[:alone]), *rounds]

    def _facts(self, row: Row) -> dict[str, object]:
        spent = row.spent
        return {
            "Place": DASH if row.place is None else row.place,
            "Elo": DASH if row.elo is None or row.interval is None
            else signeds(row.elo, row.interval),
            "Score": DASH if row.score is None else percent(row.score),
            "Baselines beaten": f"{row.beaten} of {len(self.result.baselines)}",
            "Forfeits": forfeits_text(spent.forfeits),
            "Slowest move": f"{spent.slowest:.3f} s",
            "Memory": DASH if spent.memory_mb is None else f"{spent.memory_mb:.0f} MB",
        }  # fmt: skip

    def _replay(self, game: LostGame, row: Row) -> tuple[str, Shown]:
        """A lost game; the opponent has its alias, or the name of a baseline."""
        opponent = game.match.agents[1 - game.own]
        labels = {entrant.spec: self.labels.get(entrant.key, entrant.key) for entrant in
                  self.result.baselines}  # fmt: skip
        other = labels.get(opponent) or self._label_of(opponent)
        names = (row.alias, other) if game.own == 0 else (other, row.alias)
        return "a loss", _shown(game.record, game.match, names)

    def _label_of(self, spec: str) -> str:
        for submission in self.result.submissions:
            if submission.spec == spec:
                return self.labels.get(submission.digest, "another agent")
        return spec


def _pre(log: str) -> Html:
    return Html(f"<pre>{text(log)}</pre>" if log else DASH)


def _faults(faults: Sequence[Fault]) -> Html:
    """What check-agent found."""
    if not faults:
        return Html("")
    rows = [(fault.kind, fault.reason, fault.position or DASH, _pre(fault.log)) for fault in faults]
    return section("Faults", table(("Kind", "What happened", "Position", "Last output"), rows))


def _worst_move(move: WorstMove, game: str) -> Html:
    board = tesuji.game(game).position(move.position).svg(size=300)
    words = (
        f"{move.mark.capitalize()}: {move.played} lost {move.lost:.0%} of win probability;"
        f" {move.better} was better."
    )
    where = f"Move {move.ply + 1}, position {move.position}"
    return Html(
        f'<figure class="worst"><figcaption><b>{text(words)}</b><br>{text(where)}</figcaption>'
        f"{board}</figure>"
    )


def _shown(record: GameRecord, match: MatchResult, names: tuple[str, str]) -> Shown:
    """A game under public names, also where its ending names the agents."""
    reason = record.reason
    for spec, name in zip(match.agents, names, strict=True):
        reason = reason.replace(spec, name)
    order = (1, 0) if record.tags.get("Side") == "swapped" else (0, 1)
    return Shown(replace(record, reason=reason), (names[order[0]], names[order[1]]))


def _file_name(alias: str) -> str:
    """The page of an alias. The spec of a baseline loses its other characters."""
    return re.sub(r"[^A-Za-z0-9_.-]", "-", alias) + ".html"
