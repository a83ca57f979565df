// The board of Pentago: quadrants as bit patterns, twists, and lines of five.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tesuji/base/bits.hpp"
#include "tesuji/base/text.hpp"

namespace tesuji::pentago {

// A player's stones are one word with a 16-bit field per quadrant (A B over C D); in a field,
// bit 3*i+j is local row i, column j. Tables over a whole quadrant have 512 entries.
inline constexpr int quadrant_bits = 9;
inline constexpr int patterns = 1 << quadrant_bits;
inline constexpr std::uint64_t board = 0x01ff'01ff'01ff'01ff;

constexpr int bit_of(int row, int column) noexcept {
  return 16 * (2 * (row / 3) + column / 3) + 3 * (row % 3) + column % 3;
}
constexpr Cell cell_of(int bit_index) noexcept {
  const int quadrant = bit_index / 16;
  const int local = bit_index % 16;
  return {3 * (quadrant / 2) + local / 3, 3 * (quadrant % 2) + local % 3};
}

using PatternMap = std::array<std::uint16_t, patterns>;

template <class Target>
constexpr PatternMap make_map(Target target) {
  PatternMap map{};
  for (int pattern = 0; pattern < patterns; ++pattern) {
    int moved = 0;
    for (int local = 0; local < quadrant_bits; ++local) {
      if (pattern >> local & 1) moved |= 1 << target(local / 3, local % 3);
    }
    map[static_cast<std::size_t>(pattern)] = static_cast<std::uint16_t>(moved);
  }
  return map;
}

inline constexpr PatternMap clockwise = make_map([](int i, int j) { return 3 * j + 2 - i; });
inline constexpr PatternMap counter_clockwise =
    make_map([](int i, int j) { return 3 * (2 - j) + i; });
inline constexpr PatternMap flip = make_map([](int i, int j) { return 3 * i + 2 - j; });

// The 32 lines of five as masks of the whole board.
inline constexpr std::array<std::uint64_t, 32> lines = [] {
  std::array<std::uint64_t, 32> result{};
  std::size_t count = 0;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      for (auto [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        const int last_row = row + 4 * down;
        const int last_column = column + 4 * right;
        if (last_row > 5 || last_column > 5 || last_column < 0) continue;
        for (int k = 0; k < 5; ++k) {
          result[count] |= bit(bit_of(row + k * down, column + k * right));
        }
        ++count;
      }
    }
  }
  return result;
}();

// A line crosses two or three quadrants. `parts[q][pattern]` has a 2-bit field per line, which is
// 1 if the pattern has all of the line's cells in quadrant q; `base` holds 3 minus the number of
// quadrants crossed. A sum of 3 in a field is a five.
struct LineTables {
  std::array<std::array<std::uint64_t, patterns>, 4> parts{};
  std::uint64_t base = 0;
};
inline constexpr LineTables line_tables = [] {
  LineTables tables;
  for (int line = 0; line < 32; ++line) {
    int crossed = 0;
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
      const auto part =
          static_cast<int>(lines[static_cast<std::size_t>(line)] >> (16 * quadrant) & 0x1ff);
      if (part == 0) continue;
      ++crossed;
      auto& table = tables.parts[static_cast<std::size_t>(quadrant)];
      // Every superset of `part`, by enumerating the subsets of its complement.
      const int rest = 0x1ff & ~part;
      for (int subset = rest;; subset = (subset - 1) & rest) {
        table[static_cast<std::size_t>(part | subset)] |= bit(2 * line);
        if (subset == 0) break;
      }
    }
    tables.base |= static_cast<std::uint64_t>(3 - crossed) << (2 * line);
  }
  return tables;
}();

inline bool has_five(std::uint64_t stones) noexcept {
  const auto& parts = line_tables.parts;
  const std::uint64_t sum = line_tables.base + parts[0][stones & 0x1ff] +
                            parts[1][stones >> 16 & 0x1ff] + parts[2][stones >> 32 & 0x1ff] +
                            parts[3][stones >> 48 & 0x1ff];
  return (sum & sum >> 1 & 0x5555'5555'5555'5555u) != 0;
}

}  // namespace tesuji::pentago
