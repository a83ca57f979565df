// The random agent of the Colosseum courses. It is not uniform over the legal moves: it takes a
// random number of random steps, then builds a random wall.
#pragma once

#include <array>

#include "tesuji/base/rng.hpp"
#include "tesuji/games/colosseum.hpp"

namespace tesuji::knowledge {

// The open sides of a cell, except the one that leads to `taken`.
template <class Board>
int open_directions(const Colosseum<Board>& position, Cell cell, const Cell* taken,
                    std::array<int, 4>& found) noexcept {
  int count = 0;
  for (int direction = 0; direction < 4; ++direction) {
    const Cell by = colosseum::steps[static_cast<std::size_t>(direction)];
    const Cell next{cell.row + by.row, cell.column + by.column};
    if (taken != nullptr && next == *taken) continue;
    if (position.is_open(cell, direction)) found[static_cast<std::size_t>(count++)] = direction;
  }
  return count;
}

// Takes from 0 to the longest walk steps, each to a random neighbour that neither a wall nor the
// opponent blocks (stopping if there is none), then builds a wall on a random open side.
template <class Board>
Move random_walk(const Colosseum<Board>& position, Rng& rng) noexcept {
  Cell cell = position.cell(position.to_move());
  const Cell opponent = position.cell(1 - position.to_move());
  std::array<int, 4> directions{};
  const auto draw = [&](int count) {
    return directions[rng.below(static_cast<std::uint32_t>(count))];
  };
  const int longest = colosseum::longest_walk(position.size());
  for (auto steps = rng.below(static_cast<std::uint32_t>(longest) + 1); steps > 0; --steps) {
    const int count = open_directions(position, cell, &opponent, directions);
    if (count == 0) break;
    const Cell by = colosseum::steps[static_cast<std::size_t>(draw(count))];
    cell = {cell.row + by.row, cell.column + by.column};
  }
  const int wall = draw(open_directions(position, cell, nullptr, directions));
  return static_cast<Move>(4 * (16 * cell.row + cell.column) + wall);
}

}  // namespace tesuji::knowledge
