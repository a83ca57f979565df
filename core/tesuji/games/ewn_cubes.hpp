// The cubes of EinStein wuerfelt nicht!: their steps, which of them may move, and their squares.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tesuji/base/text.hpp"

namespace tesuji::ewn {

inline constexpr int cubes = 6;

// Compass directions, clockwise from north. Move codes contain them, so the text of a move does
// not depend on the position.
inline constexpr std::array<std::string_view, 8> compass = {"n", "ne", "e", "se",
                                                            "s", "sw", "w", "nw"};
inline constexpr std::array<Cell, 8> step = {
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};
// Each player's directions in the order of move generation: along the row, along the column, the
// diagonal towards the goal, and (6x7 board only) the other diagonal.
inline constexpr std::array<std::array<std::uint8_t, 4>, 2> ways = {{{2, 4, 3, 1}, {6, 0, 7, 5}}};

// The cubes that may move: the die's if it is alive, else the nearest ones below and above it.
struct Choice {
  std::uint8_t first;
  std::uint8_t second;  // the same as `first` if only one may move
};
inline constexpr auto choices = [] {
  std::array<std::array<Choice, cubes>, 1 << cubes> table{};
  for (int alive = 1; alive < 1 << cubes; ++alive) {
    for (int die = 0; die < cubes; ++die) {
      int below = die;
      int above = die;
      while (below >= 0 && !(alive >> below & 1)) --below;
      while (above < cubes && !(alive >> above & 1)) ++above;
      if (below < 0) below = above;
      if (above == cubes) above = below;
      table[static_cast<std::size_t>(alive)][static_cast<std::size_t>(die)] = {
          static_cast<std::uint8_t>(below), static_cast<std::uint8_t>(above)};
    }
  }
  return table;
}();

// The squares of a player's cubes, one byte per cube; a byte with the top bit set is a captured
// cube, and so are the two spare bytes. Comparing with a square covers all cubes at once.
class Squares {
 public:
  static constexpr std::uint64_t top_bits = 0x8080'8080'8080'8080u;
  static constexpr std::uint64_t ones = 0x0101'0101'0101'0101u;

  [[nodiscard]] int operator[](int cube) const noexcept {
    return static_cast<int>(bytes_ >> (8 * cube) & 0xff);
  }
  [[nodiscard]] bool alive(int cube) const noexcept { return !(bytes_ >> (8 * cube) & 0x80); }
  void set(int cube, int square) noexcept {
    bytes_ = (bytes_ & ~(std::uint64_t{0xff} << (8 * cube))) | static_cast<std::uint64_t>(square)
                                                                   << (8 * cube);
  }
  void remove(int square) noexcept {
    const std::uint64_t hit = bytes_equal_to(square);
    bytes_ = (bytes_ & ~hit) | (hit & top_bits);
  }
  [[nodiscard]] bool covers(int square) const noexcept { return bytes_equal_to(square) != 0; }
  // Bit k is set if cube k is alive; the product gathers the low bits of all bytes.
  [[nodiscard]] unsigned alive_set() const noexcept {
    return static_cast<unsigned>((~bytes_ >> 7 & ones) * 0x0102'0408'1020'4080u >> 56);
  }
  [[nodiscard]] bool empty() const noexcept { return (bytes_ & top_bits) == top_bits; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  friend bool operator==(const Squares&, const Squares&) = default;

 private:
  // 0xff in every byte that equals `square`, else 0. Squares are below 128, so a byte of the
  // difference is zero exactly if adding 0x7f to its low bits leaves the top bit clear.
  [[nodiscard]] std::uint64_t bytes_equal_to(int square) const noexcept {
    const std::uint64_t difference = bytes_ ^ (ones * static_cast<std::uint64_t>(square));
    const std::uint64_t nonzero = ((difference & ~top_bits) + ~top_bits) | difference;
    return ((~nonzero & top_bits) >> 7) * 0xff;
  }

  std::uint64_t bytes_ = top_bits;
};

}  // namespace tesuji::ewn
