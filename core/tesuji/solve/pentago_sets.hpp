// Sets of boards that differ only by twists, as bits. Every placement of stones has 256 such
// boards in Pentago (four orientations per quadrant) and 4,096 in Pentago-Twist (eight: flips as
// well). A solver treats all of them at once, as in G. Irving, "Pentago is a first player win"
// (2014). Each twist changes the parity of the orientations, so half of the boards are out of
// reach at any ply: a set has 128 or 2,048 bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tesuji/games/pentago.hpp"

namespace tesuji::solve {

// The orientation of one quadrant: what the twists since the root have made of it. Pentago: the
// number of clockwise turns. Pentago-Twist: a flip if the value is 4 or more, then value % 4 turns.
using Orientation = int;
// One of the boards: the orientations of the quadrants A to D.
using Orientations = std::array<Orientation, 4>;

template <PentagoRules rules>
struct Twists {
  static constexpr bool flips = rules == PentagoRules::twist;
  static constexpr int count = flips ? 8 : 4;  // orientations of a quadrant
  static constexpr int labels = count / 2;     // those of one parity

  static constexpr Orientation twisted(Orientation before, int twist) noexcept {
    const int turns = before % 4;
    if (twist == 0) return before - turns + (turns + 1) % 4;
    if constexpr (flips) return (4 - turns) % 4 + (before < 4 ? 4 : 0);
    return (turns + 3) % 4;
  }
  // Every twist changes the parity.
  static constexpr int parity(Orientation orientation) noexcept {
    return (orientation + orientation / 4) & 1;
  }
  // Numbers the orientations of each parity such that a clockwise turn from even to odd keeps the
  // label. Then a turn from odd to even changes its low bit, and a flip all bits.
  static constexpr int label(Orientation orientation) noexcept {
    const int flipped = orientation / 4;
    const int turns = (orientation + (parity(orientation) == 1 ? 3 : 0)) % 4;
    return (turns - flipped) / 2 + 2 * flipped;
  }
  static constexpr std::uint16_t pattern(std::uint16_t stones, Orientation orientation) noexcept {
    if (orientation >= 4) stones = pentago::flip[stones];
    for (int turn = orientation % 4; turn > 0; --turn) stones = pentago::clockwise[stones];
    return stones;
  }
};

// A set of boards of one parity. Bit ((label of D * count + C) * count + B) * count + A.
template <PentagoRules rules>
struct alignas(Twists<rules>::flips ? 32 : 16) BoardSet {
  using T = Twists<rules>;
  static constexpr std::size_t size = T::flips ? 32 : 2;
  static constexpr int index_bits = T::flips ? 11 : 7;
  std::array<std::uint64_t, size> words;

  static constexpr BoardSet none() noexcept { return {{}}; }
  static BoardSet of(const Orientations& board) noexcept {
    BoardSet result = none();
    const auto index = static_cast<std::size_t>(index_of(board));
    result.words[index / 64] = bit(static_cast<int>(index % 64));
    return result;
  }
  static constexpr int index_of(const Orientations& board) noexcept {
    return ((T::label(board[3]) * T::count + board[2]) * T::count + board[1]) * T::count + board[0];
  }
  [[nodiscard]] bool contains(const Orientations& board) const noexcept {
    const auto index = static_cast<std::size_t>(index_of(board));
    return (words[index / 64] >> (index % 64) & 1) != 0;
  }
  // The boards whose index has this bit set, or those where it is clear.
  [[nodiscard]] BoardSet with_index_bit(int index_bit, bool set) const noexcept {
    constexpr std::array<std::uint64_t, 6> masks{0xaaaa'aaaa'aaaa'aaaa, 0xcccc'cccc'cccc'cccc,
                                                 0xf0f0'f0f0'f0f0'f0f0, 0xff00'ff00'ff00'ff00,
                                                 0xffff'0000'ffff'0000, 0xffff'ffff'0000'0000};
    BoardSet result;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t where = index_bit < 6 ? masks[static_cast<std::size_t>(index_bit)]
                                  : (i >> (index_bit - 6) & 1) != 0 ? ~std::uint64_t{0}
                                                                    : 0;
      result.words[i] = words[i] & (set ? where : ~where);
    }
    return result;
  }
  [[nodiscard]] bool empty() const noexcept {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  [[nodiscard]] int population() const noexcept {
    int result = 0;
    for (const std::uint64_t word : words) result += std::popcount(word);
    return result;
  }

  BoardSet& operator|=(const BoardSet& other) noexcept {
    for (std::size_t i = 0; i < size; ++i) words[i] |= other.words[i];
    return *this;
  }
  BoardSet& operator&=(const BoardSet& other) noexcept {
    for (std::size_t i = 0; i < size; ++i) words[i] &= other.words[i];
    return *this;
  }
  // Removes the boards of the other set.
  BoardSet& operator-=(const BoardSet& other) noexcept {
    for (std::size_t i = 0; i < size; ++i) words[i] &= ~other.words[i];
    return *this;
  }
  friend BoardSet operator|(BoardSet a, const BoardSet& b) noexcept { return a |= b; }
  friend BoardSet operator&(BoardSet a, const BoardSet& b) noexcept { return a &= b; }
  friend BoardSet operator-(BoardSet a, const BoardSet& b) noexcept { return a -= b; }
  friend BoardSet operator~(BoardSet a) noexcept {
    for (std::uint64_t& word : a.words) word = ~word;
    return a;
  }
  friend bool operator==(const BoardSet&, const BoardSet&) = default;
};

// One twist of quadrant A, B or C in every board of a word, or of all words.
namespace steps {

constexpr std::uint64_t repeat(std::uint64_t pattern, int width) noexcept {
  std::uint64_t result = pattern;
  for (; width < 64; width *= 2) result |= result << width;
  return result;
}

// Moves every digit of `unit` bits in groups of four by one place down or up, cyclically.
template <int unit>
constexpr std::uint64_t down(std::uint64_t word) noexcept {
  constexpr std::uint64_t top = repeat(((bit(unit) - 1) << (3 * unit)), 4 * unit);
  return (word >> unit & ~top) | (word << (3 * unit) & top);
}
template <int unit>
constexpr std::uint64_t up(std::uint64_t word) noexcept {
  constexpr std::uint64_t bottom = repeat(bit(unit) - 1, 4 * unit);
  return (word << unit & ~bottom) | (word >> (3 * unit) & bottom);
}
// The orientations of Pentago-Twist that a flip makes: swaps the halves of a group of eight digits,
// then one turn with three turns.
template <int unit>
constexpr std::uint64_t flipped(std::uint64_t word) noexcept {
  constexpr std::uint64_t one = repeat((bit(unit) - 1) << unit, 4 * unit);
  if constexpr (unit == 8) {
    word = std::rotl(word, 32);
  } else {
    constexpr std::uint64_t half = repeat(bit(4 * unit) - 1, 8 * unit);
    word = (word >> (4 * unit) & half) | (word & half) << (4 * unit);
  }
  const std::uint64_t change = (word ^ word >> (2 * unit)) & one;
  return word ^ change ^ change << (2 * unit);
}

// The boards of Pentago-Twist whose A and B have the same parity.
inline constexpr std::uint64_t equal_parity = [] {
  std::uint64_t result = 0;
  using T = Twists<PentagoRules::twist>;
  for (int b = 0; b < 8; ++b) {
    for (int a = 0; a < 8; ++a) {
      if (T::parity(a) == T::parity(b)) result |= bit(8 * b + a);
    }
  }
  return result;
}();

// Pentago: the twists are each other's inverses, so this is the set before as well as after.
template <PentagoRules rules>
BoardSet<rules> rotated(const BoardSet<rules>& set) noexcept {
  const std::uint64_t either = set.words[0] | set.words[1];  // D
  BoardSet<rules> result;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint64_t word = set.words[i];
    result.words[i] = either | down<1>(word) | up<1>(word) | down<4>(word) | up<4>(word) |
                      std::rotl(word, 16) | std::rotr(word, 16);
  }
  return result;
}

// Pentago-Twist: the boards one twist before (or after) those of a set of the given parity.
template <bool before, PentagoRules rules>
BoardSet<rules> flipped_or_turned(const BoardSet<rules>& set, int parity) noexcept {
  using T = Twists<rules>;
  BoardSet<rules> result;
  for (std::size_t d = 0; d < 4; ++d) {
    for (std::size_t c = 0; c < 8; ++c) {
      const auto at = [&](std::size_t other_d, std::size_t other_c) {
        return set.words[8 * other_d + other_c];
      };
      const std::uint64_t word = at(d, c);
      std::uint64_t out = flipped<1>(word) | flipped<8>(word) | at(d ^ 3, c);
      out |= before ? down<1>(word) | down<8>(word) : up<1>(word) | up<8>(word);
      const std::size_t c_turned = (c & 4) | ((c + (before ? 1 : 3)) & 3);
      const std::size_t c_flipped = ((4 - (c & 3)) & 3) | (~c & 4);
      out |= at(d, c_turned) | at(d, c_flipped);
      // A turn of D keeps the label from even to odd and changes its low bit from odd to even.
      const bool even_where_equal = ((parity ^ 1) ^ T::parity(static_cast<int>(c))) == 0;
      const std::uint64_t even = even_where_equal ? equal_parity : ~equal_parity;
      out |=
          before ? (even & word) | (~even & at(d ^ 1, c)) : (~even & word) | (even & at(d ^ 1, c));
      result.words[8 * d + c] = out;
    }
  }
  return result;
}

}  // namespace steps

// The boards from which one twist leads into the set, whose boards have the given parity.
template <PentagoRules rules>
BoardSet<rules> before_twist(const BoardSet<rules>& set, int parity) noexcept {
  if constexpr (Twists<rules>::flips) return steps::flipped_or_turned<true>(set, parity);
  return steps::rotated(set);
}
// The boards to which one twist leads from the set.
template <PentagoRules rules>
BoardSet<rules> after_twist(const BoardSet<rules>& set, int parity) noexcept {
  if constexpr (Twists<rules>::flips) return steps::flipped_or_turned<false>(set, parity);
  return steps::rotated(set);
}

}  // namespace tesuji::solve
