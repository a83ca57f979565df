// The board of Colosseum: cells, directions and symmetries, and sets of cells in two widths: one
// word up to 8x8, three words up to 12x12.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "tesuji/base/bits.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/base/text.hpp"

namespace tesuji::colosseum {

inline constexpr int min_size = 4;

// Directions: up, right, down, left.
inline constexpr std::array<Cell, 4> steps = {{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};
inline constexpr std::string_view letters = "urdl";

constexpr int longest_walk(int size) noexcept { return (size + 1) / 2; }

constexpr Cell neighbour(Cell cell, int direction) noexcept {
  const Cell by = steps[static_cast<std::size_t>(direction)];
  return {cell.row + by.row, cell.column + by.column};
}
inline Cell draw_cell(std::uint32_t size, Rng& rng) noexcept {
  const auto row = static_cast<int>(rng.below(size));
  const auto column = static_cast<int>(rng.below(size));
  return {row, column};
}

// Symmetries: 0 to 3 quarter turns, then the same after a left-right mirror.
constexpr Cell transformed(Cell cell, int symmetry, int size) noexcept {
  if (symmetry >= 4) cell.column = size - 1 - cell.column;
  for (int turn = symmetry % 4; turn > 0; --turn) cell = {cell.column, size - 1 - cell.row};
  return cell;
}
constexpr int transformed_direction(int direction, int symmetry) noexcept {
  if (symmetry >= 4 && direction % 2 == 1) direction ^= 2;
  return (direction + symmetry) % 4;
}

// A set of cells of a board up to 8x8: one word, eight bits per row.
class NarrowBoard {
 public:
  static constexpr int stride = 8;
  static constexpr int max_size = 8;

  constexpr NarrowBoard() = default;
  static constexpr NarrowBoard of(int index) noexcept { return NarrowBoard(bit(index)); }

  [[nodiscard]] bool test(int index) const noexcept { return word_ >> index & 1; }
  [[nodiscard]] bool any() const noexcept { return word_ != 0; }
  [[nodiscard]] int count() const noexcept { return std::popcount(word_); }
  [[nodiscard]] int nth(int n) const noexcept { return nth_bit(word_, n); }
  // The cells of a row, its first column in the lowest bit.
  [[nodiscard]] std::uint32_t row(int row) const noexcept {
    return static_cast<std::uint32_t>(word_ >> stride * row & 0xff);
  }
  [[nodiscard]] std::uint64_t hash() const noexcept { return mix(word_); }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for_each_bit(word_, visit);
  }

  // Every cell moved one step. A step across the border must not reach the next row: callers mask
  // with the open sides, which have no bits at or beyond the border.
  [[nodiscard]] NarrowBoard right() const noexcept { return NarrowBoard(word_ << 1); }
  [[nodiscard]] NarrowBoard left() const noexcept { return NarrowBoard(word_ >> 1); }
  [[nodiscard]] NarrowBoard down() const noexcept { return NarrowBoard(word_ << stride); }
  [[nodiscard]] NarrowBoard up() const noexcept { return NarrowBoard(word_ >> stride); }

  friend NarrowBoard operator&(NarrowBoard a, NarrowBoard b) noexcept {
    return NarrowBoard(a.word_ & b.word_);
  }
  friend constexpr NarrowBoard operator|(NarrowBoard a, NarrowBoard b) noexcept {
    return NarrowBoard(a.word_ | b.word_);
  }
  NarrowBoard operator~() const noexcept { return NarrowBoard(~word_); }
  friend bool operator==(NarrowBoard, NarrowBoard) = default;

 private:
  explicit constexpr NarrowBoard(std::uint64_t word) noexcept : word_(word) {}
  std::uint64_t word_ = 0;
};

// A set of cells of a board up to 12x12: three words with four rows of sixteen bits each.
class WideBoard {
 public:
  static constexpr int stride = 16;
  static constexpr int max_size = 12;

  constexpr WideBoard() = default;
  static constexpr WideBoard of(int index) noexcept {
    WideBoard result;
    result.words_[static_cast<std::size_t>(index >> 6)] = bit(index & 63);
    return result;
  }

  [[nodiscard]] bool test(int index) const noexcept {
    return words_[static_cast<std::size_t>(index >> 6)] >> (index & 63) & 1;
  }
  [[nodiscard]] bool any() const noexcept { return (words_[0] | words_[1] | words_[2]) != 0; }
  [[nodiscard]] int count() const noexcept {
    return std::popcount(words_[0]) + std::popcount(words_[1]) + std::popcount(words_[2]);
  }
  [[nodiscard]] int nth(int n) const noexcept {
    for (std::size_t i = 0; i < 2; ++i) {
      const int here = std::popcount(words_[i]);
      if (n < here) return 64 * static_cast<int>(i) + nth_bit(words_[i], n);
      n -= here;
    }
    return 128 + nth_bit(words_[2], n);
  }
  [[nodiscard]] std::uint32_t row(int row) const noexcept {
    const std::uint64_t rows = words_[static_cast<std::size_t>(row >> 2)];
    return static_cast<std::uint32_t>(rows >> stride * (row & 3) & 0xffff);
  }
  [[nodiscard]] std::uint64_t hash() const noexcept {
    return mix(words_[0] ^ mix(words_[1] ^ mix(words_[2])));
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (int i = 0; i < 3; ++i) {
      for_each_bit(words_[static_cast<std::size_t>(i)], [&](int index) { visit(64 * i + index); });
    }
  }

  [[nodiscard]] WideBoard right() const noexcept {
    return {words_[0] << 1, words_[1] << 1, words_[2] << 1};
  }
  [[nodiscard]] WideBoard left() const noexcept {
    return {words_[0] >> 1, words_[1] >> 1, words_[2] >> 1};
  }
  [[nodiscard]] WideBoard down() const noexcept {
    return {words_[0] << stride, words_[1] << stride | words_[0] >> (64 - stride),
            words_[2] << stride | words_[1] >> (64 - stride)};
  }
  [[nodiscard]] WideBoard up() const noexcept {
    return {words_[0] >> stride | words_[1] << (64 - stride),
            words_[1] >> stride | words_[2] << (64 - stride), words_[2] >> stride};
  }

  friend WideBoard operator&(const WideBoard& a, const WideBoard& b) noexcept {
    return {a.words_[0] & b.words_[0], a.words_[1] & b.words_[1], a.words_[2] & b.words_[2]};
  }
  friend constexpr WideBoard operator|(const WideBoard& a, const WideBoard& b) noexcept {
    return {a.words_[0] | b.words_[0], a.words_[1] | b.words_[1], a.words_[2] | b.words_[2]};
  }
  WideBoard operator~() const noexcept { return {~words_[0], ~words_[1], ~words_[2]}; }
  friend bool operator==(const WideBoard&, const WideBoard&) = default;

 private:
  constexpr WideBoard(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept
      : words_{a, b, c} {}
  std::array<std::uint64_t, 3> words_{};
};

}  // namespace tesuji::colosseum
