// What a position looks worth, without search: one plain evaluation a game, for alpha-beta and
// for the greedy player. Values are for player 0, from -1 (lost) to 1 (won), and small steps
// apart from real results.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/games/colosseum.hpp"
#include "tesuji/games/ewn.hpp"
#include "tesuji/games/pentago.hpp"

namespace tesuji::knowledge {

// Yellow towers minus red ones, each worth a fiftieth.
inline double evaluate(const Avalam& position) noexcept { return position.score() / 50.0; }

// Cells within one walk: the share of both players' that is ours.
template <class Board>
double evaluate(const Colosseum<Board>& position) noexcept {
  const int own = position.reachable(0).count();
  const int other = position.reachable(1).count();
  return 0.9 * (own - other) / (own + other);
}

// Lines of five that only one side has stones in, more for fuller ones.
template <PentagoRules rules>
double evaluate(const Pentago<rules>& position) noexcept {
  constexpr std::array<int, 6> worth = {0, 1, 3, 9, 27, 0};
  int sum = 0;
  for (const std::uint64_t line : pentago::lines) {
    const int own = std::popcount(line & position.stones(0));
    const int other = std::popcount(line & position.stones(1));
    if (own > 0 && other > 0) continue;
    sum += worth[static_cast<std::size_t>(own)] - worth[static_cast<std::size_t>(other)];
  }
  return std::clamp(sum / 300.0, -0.9, 0.9);
}

// Steps from the nearest cube to its goal, theirs minus ours.
template <class Rules>
double evaluate(const EwnGame<Rules>& position) noexcept {
  const auto steps = [&](int player) {
    const int goal_row = player == 0 ? Rules::rows - 1 : 0;
    const int goal_column = player == 0 ? Rules::columns - 1 : 0;
    int nearest = std::max(Rules::rows, Rules::columns);
    for (int cube = 0; cube < ewn::cubes; ++cube) {
      if (!position.side(player).alive(cube)) continue;
      const int square = position.side(player)[cube];
      const int rows = std::abs(goal_row - square / Rules::columns);
      const int columns = std::abs(goal_column - square % Rules::columns);
      nearest = std::min(nearest, std::max(rows, columns));
    }
    return nearest;
  };
  return (steps(1) - steps(0)) / 10.0;
}

}  // namespace tesuji::knowledge
