// The race of ewn-cyclic: the dice are known, so the turns that each cube needs are too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/ewn.hpp"

namespace tesuji::knowledge::ewn_cyclic_race {

inline constexpr int rows = ewn::CyclicRules::rows;
inline constexpr int columns = ewn::CyclicRules::columns;
inline constexpr int squares = rows * columns;
inline constexpr int most_turns = 16;

// The turns until the first and the second cube stand on the goal, if the cube moves whenever it
// may and no cube is captured; at most `most_turns`. `first` is the nearest cube.
struct Arrival {
  int turns = most_turns;
  int second_turns = most_turns;
  int cube = -1;
  int second_cube = -1;
};

// For each player and square: king moves to the goal, and the squares that a cube may still visit.
struct Geometry {
  std::array<std::array<std::int8_t, squares>, 2> steps{};
  std::array<std::array<std::uint64_t, squares>, 2> ahead{};
};
inline constexpr Geometry geometry = [] {
  Geometry table;
  for (int square = 0; square < squares; ++square) {
    const int row = square / columns;
    const int column = square % columns;
    std::uint64_t ahead = 0;
    for (int other = 0; other < squares; ++other) {
      const int right = other % columns - column;
      const int down = other / columns - row;
      // To the right a cube can climb one row per column; down it can always go.
      if (right >= 0 && down >= -right && (right > 0 || down > 0))
        ahead |= std::uint64_t{1} << other;
    }
    const int steps = std::max(rows - 1 - row, columns - 1 - column);
    const auto at = static_cast<std::size_t>(square);
    const auto turned = static_cast<std::size_t>(squares - 1 - square);
    table.steps[0][at] = static_cast<std::int8_t>(steps);
    table.steps[1][turned] = static_cast<std::int8_t>(steps);
    table.ahead[0][at] = ahead;
    for (int other = 0; other < squares; ++other) {
      if (ahead >> other & 1) table.ahead[1][turned] |= std::uint64_t{1} << (squares - 1 - other);
    }
  }
  return table;
}();

// `wait` is 0 for the player to move and 1 for the other.
inline Arrival arrival(const EwnCyclic& position, int player, int wait) noexcept {
  const ewn::Squares& side = position.side(player);
  const unsigned alive = side.alive_set();
  std::array<std::int8_t, ewn::cubes> left{};
  for_each_bit(alive, [&](int cube) {
    left[static_cast<std::size_t>(cube)] =
        geometry.steps[static_cast<std::size_t>(player)][static_cast<std::size_t>(side[cube])];
  });
  Arrival found;
  const auto step = [&](int cube, int turn) {
    if (--left[static_cast<std::size_t>(cube)] != 0) return false;
    if (found.cube >= 0) {
      found.second_cube = cube;
      found.second_turns = turn;
      return true;
    }
    found.cube = cube;
    found.turns = turn;
    return (alive & (alive - 1)) == 0;
  };
  int index = wait;
  for (int turn = 1; turn < most_turns; ++turn, index += 2) {
    if (index >= ewn::Cycle::length) index -= ewn::Cycle::length;
    const auto [first, second] =
        ewn::choices[alive][static_cast<std::size_t>(position.die().at(index))];
    if (step(first, turn)) break;
    if (second != first && step(second, turn)) break;
  }
  return found;
}

// Enemies that the nearest cube may still meet, at most 3; of two equally near cubes, the one with
// fewer enemies counts.
inline int enemies_ahead(const EwnCyclic& position, int player, const Arrival& arrival) noexcept {
  const ewn::Squares& side = position.side(player);
  const ewn::Squares& enemies = position.side(1 - player);
  const auto count = [&](int cube) {
    const std::uint64_t ahead =
        geometry.ahead[static_cast<std::size_t>(player)][static_cast<std::size_t>(side[cube])];
    int met = 0;
    for_each_bit(enemies.alive_set(), [&](int enemy) {
      if (ahead >> enemies[enemy] & 1) ++met;
    });
    return met;
  };
  int fewest = arrival.cube < 0 ? 3 : std::min(count(arrival.cube), 3);
  if (arrival.second_cube >= 0 && arrival.second_turns == arrival.turns) {
    fewest = std::min(fewest, count(arrival.second_cube));
  }
  return fewest;
}

// The evaluation is a sum of terms, given by their places in the list of all terms: the lead of the
// mover by the turns until somebody arrives, the lead of the second cubes, and for each player the
// enemies ahead of the nearest cube and the number of cubes.
inline constexpr int widest_lead = 6;
inline constexpr int leads = 2 * widest_lead + 1;
inline constexpr int phases = 4;
inline constexpr int term_count = leads * phases * 2 + 2 * (4 * phases + 6);
using Terms = std::array<int, 6>;

inline Terms terms_of(const EwnCyclic& position) noexcept {
  const int mover = position.to_move();
  const std::array<Arrival, 2> side = {arrival(position, mover, 0),
                                       arrival(position, 1 - mover, 1)};
  const auto lead = [](int own, int other) {
    return std::clamp(other - own, -widest_lead, widest_lead) + widest_lead;
  };
  const auto phase = [](int turns) { return turns <= 2 ? 0 : turns <= 4 ? 1 : turns <= 7 ? 2 : 3; };
  const int soonest = phase(std::min(side[0].turns, side[1].turns));
  Terms terms{lead(side[0].turns, side[1].turns) * phases + soonest,
              leads * phases + lead(side[0].second_turns, side[1].second_turns) * phases + soonest};
  int base = 2 * leads * phases;
  for (std::size_t i = 0; i < 2; ++i) {
    const int player = i == 0 ? mover : 1 - mover;
    const int met = enemies_ahead(position, player, side[i]);
    terms[2 + 2 * i] = base + met * phases + phase(side[i].turns);
    terms[3 + 2 * i] = base + 4 * phases + std::popcount(position.side(player).alive_set()) - 1;
    base += 4 * phases + ewn::cubes;
  }
  return terms;
}

}  // namespace tesuji::knowledge::ewn_cyclic_race
