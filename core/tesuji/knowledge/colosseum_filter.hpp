// The filter of Colosseum's rollouts: a winning move if there is one, else a move that ends off
// the border, in no corner of walls and not in a loss, else any.
#pragma once

#include <array>
#include <cstdint>

#include "tesuji/base/rng.hpp"
#include "tesuji/knowledge/colosseum_partings.hpp"

namespace tesuji::knowledge {

// The cells off the border, for every size.
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
Board airy_cells(const partings::Sides<Board>& open) noexcept {
  return (open[0] & open[1] & (open[2] | open[3])) | (open[2] & open[3] & (open[0] | open[1]));
}

// The moves that the filter prefers.
template <class Board>
partings::Sides<Board> preferred_sides(const Colosseum<Board>& position) noexcept {
  const int mover = position.to_move();
  const auto legal = partings::legal_sides(position, mover);
  partings::Sides<Board> wins{};
  partings::Sides<Board> losses{};
  partings::for_each_parting(position, mover, legal, [&](int cell, int direction, int margin) {
    if (margin == 0) return true;
    Board& side = (margin > 0 ? wins : losses)[static_cast<std::size_t>(direction)];
    side = side | Board::of(cell);
    return true;
  });
  if (partings::any(wins)) return wins;
  // The move's own wall is the second one.
  const Board quiet = inner_cells<Board>[static_cast<std::size_t>(position.size())] &
                      airy_cells(partings::open_sides(position));
  partings::Sides<Board> sound{};
  for (std::size_t d = 0; d < 4; ++d) sound[d] = legal[d] & quiet & ~losses[d];
  return partings::any(sound) ? sound : legal;
}

// Appends the moves of a set in the order of legal moves.
template <class Board>
void list_moves(const partings::Sides<Board>& sides, MoveList& list) noexcept {
  (sides[0] | sides[1] | sides[2] | sides[3]).for_each([&](int cell) {
    for (int d = 0; d < 4; ++d) {
      if (sides[static_cast<std::size_t>(d)].test(cell)) list.push(partings::code<Board>(cell, d));
    }
  });
}

template <class Board>
Move draw_move(const partings::Sides<Board>& sides, Rng& rng) noexcept {
  auto left = static_cast<int>(rng.below(static_cast<std::uint32_t>(partings::count(sides))));
  int direction = 0;
  for (;; ++direction) {
    const Board& side = sides[static_cast<std::size_t>(direction)];
    const int here = side.count();
    if (left < here) return partings::code<Board>(side.nth(left), direction);
    left -= here;
  }
}

}  // namespace tesuji::knowledge
