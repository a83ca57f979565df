// What the race of ewn leaves out: cubes that can still be captured, and where they stand. Each
// cube has a value in the log odds of a win; logistic regression on self-play fitted the values.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/games/ewn_cubes.hpp"

namespace tesuji::knowledge::ewn_contact {

inline constexpr int side_length = 5;
inline constexpr int squares = side_length * side_length;
inline constexpr int goal = squares - 1;

// Everything is seen by the owner of a cube, who walks from square 0 to `goal`.
struct Cube {
  int square;
  int dice;   // numbers that let it move, 1 to 6
  int near;   // enemies one step ahead, at most 2: they can be captured, and can capture
  int ahead;  // enemies that it may still meet, at most 3
};

// For each square: the squares ahead of it, and those one step ahead.
struct Ahead {
  std::array<std::uint32_t, squares> all{};
  std::array<std::uint32_t, squares> near{};
};
inline constexpr Ahead ahead_of = [] {
  Ahead table;
  for (int from = 0; from < squares; ++from) {
    for (int to = from + 1; to < squares; ++to) {
      const int rows = to / side_length - from / side_length;
      const int columns = to % side_length - from % side_length;
      if (columns < 0) continue;
      table.all[static_cast<std::size_t>(from)] |= 1u << to;
      if (rows <= 1 && columns <= 1) table.near[static_cast<std::size_t>(from)] |= 1u << to;
    }
  }
  return table;
}();

// The numbers of the die that let a cube move, by the set of living cubes.
inline constexpr auto dice_of = [] {
  std::array<std::array<std::uint8_t, ewn::cubes>, 1 << ewn::cubes> table{};
  for (std::size_t alive = 1; alive < table.size(); ++alive) {
    for (const auto [first, second] : ewn::choices[alive]) {
      ++table[alive][first];
      if (second != first) ++table[alive][second];
    }
  }
  return table;
}();

inline constexpr int steps_from(int square) noexcept {
  return side_length - 1 - std::min(square / side_length, square % side_length);
}
// Squares that a transposition of the board exchanges have the same number, 0 to 14.
inline constexpr int folded(int square) noexcept {
  const int low = std::min(square / side_length, square % side_length);
  const int high = std::max(square / side_length, square % side_length);
  return high * (high + 1) / 2 + low;
}

inline Cube cube_at(int square, int dice, std::uint32_t enemies) noexcept {
  const auto at = static_cast<std::size_t>(square);
  return {square, dice, std::min(std::popcount(ahead_of.near[at] & enemies), 2),
          std::min(std::popcount(ahead_of.all[at] & enemies), 3)};
}

// The value of a cube is the sum of three terms, given by their places in the list of all terms:
// by square and dice, by steps and enemies, by dice and enemies nearby.
inline constexpr int term_count = 15 * 6 + 4 * 3 * 4 + 6 * 3;
inline constexpr std::array<int, 3> terms_of(const Cube& cube) noexcept {
  const int by_square = folded(cube.square) * 6 + cube.dice - 1;
  const int by_steps = (std::max(steps_from(cube.square) - 1, 0) * 3 + cube.near) * 4 + cube.ahead;
  const int by_dice = (cube.dice - 1) * 3 + cube.near;
  return {by_square, 15 * 6 + by_steps, 15 * 6 + 4 * 3 * 4 + by_dice};
}

}  // namespace tesuji::knowledge::ewn_contact
