// The moves that Colosseum's filtered rollouts prefer: winning moves if there are any; else moves
// that do not lose and end away from the border on a cell with at most two walls; else all.
#pragma once

#include <array>
#include <cstdint>

#include "tesuji/base/rng.hpp"
#include "tesuji/knowledge/colosseum_separations.hpp"

namespace tesuji::knowledge {

// The cells that do not touch the border, for every board size.
template <class Board>
inline constexpr auto inner_cells = [] {
  std::array<Board, Board::max_size + 1> result{};
  for (int size = colosseum::min_size; size <= Board::max_size; ++size) {
    Board& cells = result[static_cast<std::size_t>(size)];
    for (int row = 1; row < size - 1; ++row) {
      for (int column = 1; column < size - 1; ++column) {
        cells = cells | Board::of(row * Board::stride + column);
      }
    }
  }
  return result;
}();

// The cells with at most one wall.
template <class Board>
Board uncrowded_cells(const separations::Sides<Board>& open) noexcept {
  return (open[0] & open[1] & (open[2] | open[3])) | (open[2] & open[3] & (open[0] | open[1]));
}

// The preferred moves.
template <class Board>
separations::Sides<Board> preferred_sides(const Colosseum<Board>& position) noexcept {
  const int mover = position.to_move();
  const auto legal = separations::legal_sides(position, mover);
  separations::Sides<Board> wins{};
  separations::Sides<Board> losses{};
  separations::for_each_separating_move(
      position, mover, legal, [&](int cell, int direction, int margin) {
        if (margin == 0) return true;
        Board& side = (margin > 0 ? wins : losses)[static_cast<std::size_t>(direction)];
        side = side | Board::of(cell);
        return true;
      });
  if (separations::any(wins)) return wins;
  // The wall that the move builds is the second one.
  const Board safe = inner_cells<Board>[static_cast<std::size_t>(position.size())] &
                     uncrowded_cells(separations::open_sides(position));
  separations::Sides<Board> kept{};
  for (std::size_t d = 0; d < 4; ++d) kept[d] = legal[d] & safe & ~losses[d];
  return separations::any(kept) ? kept : legal;
}

// Appends the moves of a set in the order of `legal_moves`.
template <class Board>
void list_moves(const separations::Sides<Board>& sides, MoveList& list) noexcept {
  (sides[0] | sides[1] | sides[2] | sides[3]).for_each([&](int cell) {
    for (int d = 0; d < 4; ++d) {
      if (sides[static_cast<std::size_t>(d)].test(cell))
        list.push(separations::code<Board>(cell, d));
    }
  });
}

template <class Board>
Move draw_move(const separations::Sides<Board>& sides, Rng& rng) noexcept {
  auto left = static_cast<int>(rng.below(static_cast<std::uint32_t>(separations::count(sides))));
  int direction = 0;
  for (;; ++direction) {
    const Board& side = sides[static_cast<std::size_t>(direction)];
    const int here = side.count();
    if (left < here) return separations::code<Board>(side.nth(left), direction);
    left -= here;
  }
}

}  // namespace tesuji::knowledge
