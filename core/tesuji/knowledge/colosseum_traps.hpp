// Colosseum's traps: cells where a player must not end a move, because the opponent can then wall
// the player in and win.
#pragma once

#include <cstddef>

#include "tesuji/knowledge/colosseum_separations.hpp"

namespace tesuji::knowledge {

// The cells where `player` must not end a move. Each lies in a pocket that one more wall would
// close, that is smaller than the rest, and whose wall the opponent can build from outside with
// the next move. Nothing that the player does inside stops that: a wall there leaves the outside
// and the opponent's way as they are, and the missing wall itself loses at once.
template <class Board>
Board traps(const Colosseum<Board>& position, int player,
            const separations::Places<Board>& gaps) noexcept {
  const Cell at = position.cell(1 - player);
  const int opponent = at.row * Board::stride + at.column;
  Board near = Board::of(opponent);
  for (int step = colosseum::longest_walk(position.size()); step > 0; --step) {
    near = Colosseum<Board>::spread(near, position.open_right(), position.open_down());
  }
  separations::Places<Board> walls = gaps;
  walls.right = walls.right & (near | near.left());
  walls.down = walls.down & (near | near.up());
  Board found{};
  if (!walls.right.any() && !walls.down.any()) return found;
  walls = separations::closing(position, walls);
  if (!walls.right.any() && !walls.down.any()) return found;
  const Board region = position.region(player);
  const int total = region.count();
  const auto check = [&](int here, int step, const Board& open_right, const Board& open_down) {
    if (found.test(here) && found.test(here + step)) return;
    const Board side = separations::side_of(here, here + step, open_right, open_down, region);
    const bool is_here = !side.test(opponent);  // the pocket is on the side of `here`
    const Board pocket = is_here ? side : region & ~side;
    if (!near.test(is_here ? here + step : here) || 2 * pocket.count() >= total) return;
    found = found | pocket;
  };
  walls.right.for_each([&](int here) {
    check(here, 1, position.open_right() & ~Board::of(here), position.open_down());
  });
  walls.down.for_each([&](int here) {
    check(here, Board::stride, position.open_right(), position.open_down() & ~Board::of(here));
  });
  return found;
}

// Moves of the player to move into traps, without those that might end the game.
template <class Board>
class TrapMoves {
 public:
  TrapMoves() = default;
  explicit TrapMoves(const Colosseum<Board>& position) noexcept {
    const auto gaps = separations::gaps(position);
    const Board cells = traps(position, position.to_move(), gaps);
    if (!cells.any()) return;
    moves_ = {cells & ~gaps.down.down(), cells & ~gaps.right, cells & ~gaps.down,
              cells & ~gaps.right.right()};
  }

  [[nodiscard]] bool contains(Move move) const noexcept {
    const int cell = (move >> 6) * Board::stride + (move >> 2 & 15);
    return moves_[move & 3].test(cell);
  }

 private:
  separations::Sides<Board> moves_{};
};

}  // namespace tesuji::knowledge
