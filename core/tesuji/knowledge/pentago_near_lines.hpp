// The near lines of Pentago: the sets of five cells that are a line of five now or after one twist.
// A player with four stones in a near line that the opponent has no stone in wins with the next
// move. Pentago-Twist has 128 near lines, Pentago 156.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tesuji/games/pentago.hpp"
#include "tesuji/knowledge/pentago_lines.hpp"

namespace tesuji::knowledge {

template <PentagoRules rules>
class NearLines {
 public:
  static constexpr std::size_t count = rules == PentagoRules::twist ? 128 : 156;
  // An even number is faster.
  static constexpr std::size_t words = 2 * ((count + 127) / 128);

  // One bit per near line. The first 32 are the lines of the board as it is.
  struct Set {
    std::array<std::uint64_t, words> bits{};

    [[nodiscard]] constexpr int size() const noexcept {
      int total = 0;
      for (const std::uint64_t word : bits) total += std::popcount(word);
      return total;
    }
    [[nodiscard]] constexpr bool empty() const noexcept {
      std::uint64_t all = 0;
      for (const std::uint64_t word : bits) all |= word;
      return all == 0;
    }
    // Calls visit(number) for each near line of the set.
    template <class Visit>
    constexpr void for_each(Visit&& visit) const noexcept {
      for (std::size_t w = 0; w < words; ++w) {
        for_each_bit(bits[w], [&](int index) { visit(64 * w + static_cast<std::size_t>(index)); });
      }
    }
  };

  // A player's stones in every near line, as numbers from 0 to 5 in three bits: bit n of all
  // numbers is in planes[n].
  struct Counts {
    std::array<Set, 3> planes{};
  };

  // The near lines with one, two, three, and four or five stones of a player and none of the
  // opponent.
  using Open = std::array<Set, 4>;

  // The cells of each near line, as words of the board.
  static constexpr std::array<std::uint64_t, count> cells = [] {
    std::array<std::uint64_t, count> found{};
    std::size_t size = 0;
    for (const std::uint64_t line : pentago::lines) found[size++] = line;
    const auto add = [&](std::uint64_t line) {
      for (std::size_t i = 0; i < size; ++i) {
        if (found[i] == line) return;
      }
      found[size++] = line;  // does not compile if `count` is too small
    };
    // The stones that a twist takes into a line are where its inverse takes the line.
    const auto& undo_second = rules == PentagoRules::twist ? pentago::flip : pentago::clockwise;
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
      for (const auto* undo : {&pentago::counter_clockwise, &undo_second}) {
        const lines::Twist back{quadrant, 0, undo, undo};
        for (const std::uint64_t line : pentago::lines) add(back.turned(line));
      }
    }
    return found;
  }();

  [[nodiscard]] static Counts count_stones(std::uint64_t stones) noexcept {
    const Part& a = parts[0][stones & 0x1ff];
    const Part& b = parts[1][stones >> 16 & 0x1ff];
    const Part& c = parts[2][stones >> 32 & 0x1ff];
    const Part& d = parts[3][stones >> 48 & 0x1ff];
    Counts sum;
    for (std::size_t w = 0; w < words; ++w) {
      const Word left = Word{a.ones[w], a.twos[w], 0} + Word{b.ones[w], b.twos[w], 0};
      const Word right = Word{c.ones[w], c.twos[w], 0} + Word{d.ones[w], d.twos[w], 0};
      const Word all = left + right;
      sum.planes[0].bits[w] = all.ones;
      sum.planes[1].bits[w] = all.twos;
      sum.planes[2].bits[w] = all.fours;
    }
    return sum;
  }

  [[nodiscard]] static Open open(const Counts& own, const Counts& other) noexcept {
    Open result;
    for (std::size_t w = 0; w < words; ++w) {
      const auto plane = [w](const Counts& counts, std::size_t n) {
        return counts.planes[n].bits[w];
      };
      const std::uint64_t free = ~(plane(other, 0) | plane(other, 1) | plane(other, 2));
      const std::uint64_t ones = plane(own, 0) & free;
      const std::uint64_t twos = plane(own, 1) & free;
      const std::uint64_t fours = plane(own, 2) & free;
      result[0].bits[w] = ones & ~(twos | fours);
      result[1].bits[w] = twos & ~ones;
      result[2].bits[w] = twos & ones;
      result[3].bits[w] = fours;
    }
    return result;
  }

 private:
  // 64 numbers of three bits, added without a carry beyond them.
  struct Word {
    std::uint64_t ones;
    std::uint64_t twos;
    std::uint64_t fours;

    friend constexpr Word operator+(Word a, Word b) noexcept {
      const std::uint64_t carry = a.ones & b.ones;
      const std::uint64_t half = a.twos ^ b.twos;
      return {a.ones ^ b.ones, half ^ carry,
              (a.fours ^ b.fours) | (a.twos & b.twos) | (half & carry)};
    }
  };
  // The stones of one quadrant in every near line: at most three.
  struct Part {
    std::array<std::uint64_t, words> ones{};
    std::array<std::uint64_t, words> twos{};
  };
  using Parts = std::array<std::array<Part, pentago::patterns>, 4>;
  static constexpr Parts parts = [] {
    Parts result{};
    for (std::size_t quadrant = 0; quadrant < 4; ++quadrant) {
      std::array<Part, 9> stone{};
      for (std::size_t line = 0; line < count; ++line) {
        for (std::size_t cell = 0; cell < 9; ++cell) {
          const std::uint64_t on = cells[line] >> (16 * quadrant + cell) & 1;
          stone[cell].ones[line / 64] |= on << line % 64;
        }
      }
      for (unsigned pattern = 1; pattern < pentago::patterns; ++pattern) {
        const Part& last = stone[static_cast<std::size_t>(std::countr_zero(pattern))];
        Part& part = result[quadrant][pattern];
        part = result[quadrant][pattern & (pattern - 1)];
        for (std::size_t w = 0; w < words; ++w) {
          const Word sum = Word{part.ones[w], part.twos[w], 0} + Word{last.ones[w], 0, 0};
          part.ones[w] = sum.ones;
          part.twos[w] = sum.twos;
        }
      }
    }
    return result;
  }();
};

}  // namespace tesuji::knowledge
