"""One game of self-play, and the rows of its positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tesuji.agents import Agent, Analysis, Player
from tesuji.agents.books.book import canonical
from tesuji.arena.match.openings import draw_opening
from tesuji.errors import ParameterError
from tesuji.games import Game, Move, Position
from tesuji.games.chance import draw_event
from tesuji.games.game_loop import random_move
from tesuji.games.randomness import RandomStream, derive_seed
from tesuji.learn.shards import MOST, Row, position_key

if TYPE_CHECKING:
    from tesuji.learn.selfplay import SelfplayOptions

__all__ = ["play_one"]


def play_one(game: Game, agent: Agent, options: SelfplayOptions, number: int) -> list[Row]:
    """The positions of one game in which the player to move had a choice, or those before rolls."""
    seed = derive_seed(options.seed, number)
    stream = RandomStream(derive_seed(seed, 1))
    # Without enough random plies, an agent without randomness would play the same games again.
    fewest = options.plies // 2
    plies = fewest + stream.below(options.plies - fewest + 1)
    position = draw_opening(game, derive_seed(seed, 0), plies)
    player = agent.player(game, seed=derive_seed(seed, 2))
    turns: list[Turn] = []
    while not position.is_over:
        before = position
        while position.is_chance:
            position = position.play(draw_event(position, stream))
        turns.append(_turn(player, before, position, options, stream, len(turns)))
        position = position.play(turns[-1].move)
        if len(turns) > MOST:
            raise ParameterError(
                f"a game of {game.spec} did not end within {MOST} plies",
                where="game",
                given=game.spec,
                expected="a game that ends",
            )
    outcome = position.outcome
    assert outcome is not None
    half_points = {None: (1, 1), 0: (2, 0), 1: (0, 2)}[outcome.winner]
    rows = _rows_before_rolls(turns) if options.before_rolls else _rows(turns)
    return [row._replace(game=number, score=half_points[mover]) for mover, row in rows]


class Turn(NamedTuple):
    """What happened in a turn."""

    before: Position
    """Before the roll, if there is one."""
    position: Position
    found: Analysis | None
    """What the search found; None if there was no choice."""
    move: Move

    @property
    def is_varied(self) -> bool:
        """Whether the move is not the best one."""
        return self.found is not None and self.move != self.found.best


def _turn(
    player: Player,
    before: Position,
    position: Position,
    options: SelfplayOptions,
    stream: RandomStream,
    ply: int,
) -> Turn:
    moves = position.legal_moves
    if len(moves) == 1:
        return Turn(before, position, None, moves[0])
    found = player.search(position, **options.budget)
    move = found.best
    if ply < options.varied_plies:
        if stream.random() < options.random:
            move = random_move(position, stream)
        elif options.temperature > 0:
            move = _drawn(found, options.temperature, stream)
    return Turn(before, position, found, move)


def _drawn(found: Analysis, temperature: float, stream: RandomStream) -> Move:
    most = max((each.visits for each in found.moves), default=0)
    if most == 0:  # the time was up before the first visit
        return found.best
    weights = [(each.visits / most) ** (1 / temperature) for each in found.moves]
    left = stream.random() * sum(weights)
    for each, weight in zip(found.moves, weights, strict=True):
        left -= weight
        if left < 0:
            return each.move
    return found.best


def _rows(turns: Sequence[Turn]) -> Iterator[tuple[int, Row]]:
    """The player to move and the row of each position that was searched."""
    last_varied = max((ply for ply, turn in enumerate(turns) if turn.is_varied), default=-1)
    for ply, turn in enumerate(turns):
        if turn.found is None:
            continue
        text, symmetry = canonical(turn.position)
        image = turn.position.transformed(symmetry)
        best = turn.position.transformed_move(turn.found.best, symmetry)
        yield (
            turn.position.next_player,
            _row(turn.found, text, ply)._replace(
                best=image.legal_moves.index(best), flags=int(ply <= last_varied)
            ),
        )


def _rows_before_rolls(turns: Sequence[Turn]) -> Iterator[tuple[int, Row]]:
    """The player to move and the row of each position before a roll.

    Its value is what the search before it expected after its best move, if that was played: an
    expectation over all rolls. Otherwise it is what the search after the roll found.
    """
    last_varied = max((ply for ply, turn in enumerate(turns) if turn.is_varied), default=-1)
    for ply, turn in enumerate(turns):
        if not turn.before.is_chance:
            continue
        last = turns[ply - 1] if ply > 0 else None
        mover = turn.position.next_player
        text, _ = canonical(turn.before)
        if last is not None and last.found is not None and not last.is_varied:
            row = _row(last.found, text, ply)
            if last.position.next_player != mover:
                row = row._replace(value=1 - row.value)
        elif turn.found is not None:
            row = _row(turn.found, text, ply)
        else:
            continue
        yield mover, row._replace(flags=int(ply <= last_varied))


def _row(found: Analysis, text: str, ply: int) -> Row:
    """A row of a canonical position, with what a search found."""
    return Row(
        key=position_key(text),
        game=0,
        value=found.value if found.has_value else float("nan"),
        ply=ply,
        best=0,
        seen=1,
        score=0,
        depth=min(found.depth, 255),
        flags=0,
        position=text,
    )
