// Which moves of Pentago lead to different positions: many twists change nothing, or give what
// another stone and twist give.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tesuji/games/pentago_board.hpp"

namespace tesuji::pentago {

// Cells must be asked for in the order of the moves: of equal moves, the first one stays. A move
// changes the quadrant of its stone and the one that it twists. Two moves that change a second
// quadrant are equal only if they put the same stone and turn that quadrant into the same pattern;
// so it remains to compare the moves that change no second quadrant.
class DistinctMoves {
 public:
  // `own` are the stones of the player to move.
  DistinctMoves(std::uint64_t own, std::uint64_t other, const PatternMap& second_twist) noexcept
      : second_twist_(second_twist) {
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
      const Pattern pattern = pattern_of(own, other, quadrant);
      const Pattern first = turned(pattern, 0);
      const Pattern second = turned(pattern, 1);
      if (first == pattern) idle_ |= 1u << 2 * quadrant;
      if (second == pattern) idle_ |= 2u << 2 * quadrant;
      if (second == first) repeated_ |= 2u << 2 * quadrant;
      patterns_[static_cast<std::size_t>(quadrant)] = pattern;
    }
  }

  // The twists for a stone on this cell, one bit each: 2 * quadrant + second twist.
  [[nodiscard]] unsigned twists(int cell) noexcept {
    const auto quadrant = static_cast<std::size_t>(cell / 16);
    const Pattern with = patterns_[quadrant] | Pattern{1} << cell % 16;
    const unsigned own = 3u << 2 * quadrant;
    const unsigned others_idle = idle_ & ~own;
    unsigned kept = ~(idle_ | repeated_ | own) & 0xff;
    // One twist that changes nothing is like another.
    unsigned candidates = own | (others_idle & (0 - others_idle));
    for (; candidates != 0; candidates &= candidates - 1) {
      const int twist = std::countr_zero(candidates);
      const bool is_own = (own >> twist & 1) != 0;
      if (seen_[quadrant].add(is_own ? turned(with, twist & 1) : with)) kept |= 1u << twist;
    }
    return kept;
  }

 private:
  // A quadrant of both players: the mover's stones below the opponent's.
  using Pattern = std::uint32_t;

  struct Seen {
    std::array<Pattern, 3 * quadrant_bits> patterns;  // only the first `count` are set
    std::size_t count = 0;

    bool add(Pattern pattern) noexcept {
      for (std::size_t i = 0; i < count; ++i) {
        if (patterns[i] == pattern) return false;
      }
      patterns[count++] = pattern;
      return true;
    }
  };

  static Pattern pattern_of(std::uint64_t own, std::uint64_t other, int quadrant) noexcept {
    const int shift = 16 * quadrant;
    return static_cast<Pattern>((own >> shift & 0x1ff) | (other >> shift & 0x1ff) << 16);
  }
  [[nodiscard]] Pattern turned(Pattern pattern, int second) const noexcept {
    const PatternMap& map = second != 0 ? second_twist_ : clockwise;
    return map[pattern & 0x1ff] | Pattern{map[pattern >> 16]} << 16;
  }

  const PatternMap& second_twist_;
  std::array<Pattern, 4> patterns_{};
  unsigned idle_ = 0;      // twists that change nothing
  unsigned repeated_ = 0;  // second twists that do what the first does
  std::array<Seen, 4> seen_;
};

}  // namespace tesuji::pentago
