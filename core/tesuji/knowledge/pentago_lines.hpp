// Counts of a player's stones in all 32 lines of five of Pentago, in one 4-bit field per line. The
// counts are sums over the quadrants, so a twist changes only one quadrant's part.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/games/pentago.hpp"

namespace tesuji::knowledge::lines {

// Fields for lines 0 to 15 and 16 to 31.
struct Counts {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend constexpr Counts operator+(Counts a, Counts b) noexcept {
    return {a.low + b.low, a.high + b.high};
  }
  friend constexpr Counts operator-(Counts a, Counts b) noexcept {
    return {a.low - b.low, a.high - b.high};
  }
};

// The counts for a single stone.
constexpr Counts count_stone(std::size_t bit_number) noexcept {
  Counts one;
  for (int line = 0; line < 32; ++line) {
    const std::uint64_t stones = pentago::lines[static_cast<std::size_t>(line)];
    if (!(stones >> bit_number & 1)) continue;
    (line < 16 ? one.low : one.high) += bit(4 * (line % 16));
  }
  return one;
}

// Built from the counts of single cells, to stay within the compilers' limits on constexpr steps.
using Table = std::array<std::array<Counts, pentago::patterns>, 4>;
inline constexpr Table table = [] {
  Table result{};
  for (std::size_t quadrant = 0; quadrant < 4; ++quadrant) {
    std::array<Counts, 9> stone{};
    for (std::size_t cell = 0; cell < 9; ++cell) stone[cell] = count_stone(16 * quadrant + cell);
    for (unsigned pattern = 1; pattern < pentago::patterns; ++pattern) {
      const auto last = static_cast<std::size_t>(std::countr_zero(pattern));
      result[quadrant][pattern] = result[quadrant][pattern & (pattern - 1)] + stone[last];
    }
  }
  return result;
}();

inline Counts part(std::uint64_t stones, int quadrant) noexcept {
  return table[static_cast<std::size_t>(quadrant)][stones >> (16 * quadrant) & 0x1ff];
}
inline Counts count(std::uint64_t stones) noexcept {
  return part(stones, 0) + part(stones, 1) + part(stones, 2) + part(stones, 3);
}

// The functions below return fields whose top bit says whether something holds; the other bits are
// 0. A count is at most five, so additions never carry into the next field.
inline constexpr std::uint64_t each_field = 0x1111'1111'1111'1111u;
inline constexpr std::uint64_t top_bits = 8 * each_field;

// Lines with at least four own stones and none of the opponent's.
constexpr Counts nearly_full(Counts own, Counts other) noexcept {
  const auto fields = [](std::uint64_t mine, std::uint64_t theirs) {
    return (mine + 4 * each_field) & ~(theirs + 7 * each_field) & top_bits;
  };
  return {fields(own.low, other.low), fields(own.high, other.high)};
}
constexpr bool any(Counts fields) noexcept { return (fields.low | fields.high) != 0; }
constexpr bool has_five(Counts own) noexcept {
  return (((own.low + 3 * each_field) | (own.high + 3 * each_field)) & top_bits) != 0;
}
// The number of the first line whose field is set.
constexpr int first(Counts fields) noexcept {
  return fields.low != 0 ? std::countr_zero(fields.low) / 4
                         : 16 + std::countr_zero(fields.high) / 4;
}

// The value of the lines without an opposing stone: 1, 3, 9 and 27 for one to four own stones.
constexpr int value(Counts own, Counts other) noexcept {
  const auto sum = [](std::uint64_t mine, std::uint64_t theirs) {
    const std::uint64_t free = ~(theirs + 7 * each_field) >> 3 & each_field;
    const std::uint64_t ones = mine & free;
    const std::uint64_t twos = mine >> 1 & free;
    const std::uint64_t fours = mine >> 2 & free;
    return std::popcount(ones & ~(twos | fours)) + 3 * std::popcount(twos & ~ones) +
           9 * std::popcount(twos & ones) + 27 * std::popcount(fours & ~ones);
  };
  return sum(own.low, other.low) + sum(own.high, other.high);
}

// A twist and its inverse.
struct Twist {
  int quadrant;
  int second;
  const pentago::PatternMap* map;
  const pentago::PatternMap* undo;

  [[nodiscard]] constexpr std::uint64_t turned(std::uint64_t stones) const noexcept {
    const std::uint64_t field = stones >> (16 * quadrant) & 0x1ff;
    return stones ^ (field ^ (*map)[field]) << (16 * quadrant);
  }
  // The cell whose stone the twist moves to `cell`.
  [[nodiscard]] int source(int cell) const noexcept {
    if (cell / 16 != quadrant) return cell;
    return 16 * quadrant + std::countr_zero((*undo)[std::size_t{1} << cell % 16]);
  }
  [[nodiscard]] constexpr Twist inverse() const noexcept { return {quadrant, second, undo, map}; }
};

// Calls visit(twist) with each of the eight twists.
template <PentagoRules rules, class Visit>
void for_each_twist_of(Visit&& visit) noexcept {
  constexpr bool flips = rules == PentagoRules::twist;
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    visit(Twist{quadrant, 0, &pentago::clockwise, &pentago::counter_clockwise});
    visit(Twist{quadrant, 1, flips ? &pentago::flip : &pentago::counter_clockwise,
                flips ? &pentago::flip : &pentago::clockwise});
  }
}

// Calls visit(twist, counts of a, counts of b) with the counts after each of the eight twists,
// until it returns false.
template <PentagoRules rules, class Visit>
void for_each_twist(std::uint64_t a, std::uint64_t b, Visit&& visit) noexcept {
  constexpr bool flips = rules == PentagoRules::twist;
  const Counts all_a = count(a);
  const Counts all_b = count(b);
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    const Counts rest_a = all_a - part(a, quadrant);
    const Counts rest_b = all_b - part(b, quadrant);
    const Twist first{quadrant, 0, &pentago::clockwise, &pentago::counter_clockwise};
    const Twist second{quadrant, 1, flips ? &pentago::flip : &pentago::counter_clockwise,
                       flips ? &pentago::flip : &pentago::clockwise};
    for (const Twist& twist : {first, second}) {
      const Counts turned_a = part(twist.turned(a), quadrant);
      const Counts turned_b = part(twist.turned(b), quadrant);
      if (!visit(twist, rest_a + turned_a, rest_b + turned_b)) return;
    }
  }
}

}  // namespace tesuji::knowledge::lines
