// Territory in turns: when each player reaches each cell, if neither blocks the other and no wall
// is built.
#pragma once

#include <array>

#include "tesuji/knowledge/colosseum_features.hpp"

namespace tesuji::knowledge::features {

// A cell that is `n` steps away is reached in turn D = ceil(n / longest walk).
struct Territory {
  Areas nearest{};                // cells that a player reaches with fewer steps
  std::array<double, 2> turns{};  // the sum of 2^-D over all cells, for each player
  int tied = 0;                   // cells that both players reach in the same turn
  int cells = 0;                  // cells that a player reaches at all
};

template <class Board>
Territory territory(const Colosseum<Board>& position) noexcept {
  const int walk = colosseum::longest_walk(position.size());
  const auto spread = [&](const Board& cells) {
    return Colosseum<Board>::spread(cells, position.open_right(), position.open_down());
  };
  Board a = cell_set(position, 0);
  Board b = cell_set(position, 1);
  Board first = a;
  Board second = b;
  Territory found;
  found.turns = {1, 1};
  bool grows = true;
  for (double share = 0.5; grows; share /= 2) {
    const Board before_a = a;
    const Board before_b = b;
    for (int step = 0; step < walk; ++step) {
      const Board next_a = spread(a);
      const Board next_b = spread(b);
      grows = !(next_a == a && next_b == b);
      a = next_a;
      b = next_b;
      first = first | (a & ~b);
      second = second | (b & ~a);
    }
    const Board new_a = a & ~before_a;
    const Board new_b = b & ~before_b;
    found.turns[0] += share * new_a.count();
    found.turns[1] += share * new_b.count();
    found.tied += (new_a & new_b).count();
  }
  found.nearest = {first.count(), second.count()};
  found.cells = (a | b).count();
  return found;
}

}  // namespace tesuji::knowledge::features
