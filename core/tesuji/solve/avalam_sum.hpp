// A position of Avalam as a sum: large components on the board, small ones as summands, and the
// value of everything else. Proven bounds come with it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam_summands.hpp"

namespace tesuji::solve::sums {

// The key of each live tower: by cell, and by height - 1, plus 4 if red.
inline constexpr auto tower_keys = [] {
  std::array<std::array<Key, 8>, ::tesuji::avalam::cells> result{};
  std::uint64_t word = 1000;
  for (auto& cell : result) {
    for (Key& key : cell) key = Key{}.mixed(++word);
  }
  return result;
}();
inline constexpr Key red_to_move_key = Key{}.mixed(3);

inline Key key_of(const Towers& towers, std::uint64_t mask) noexcept {
  Key key;
  for_each_bit(mask, [&](int cell) {
    const int kind = towers.height(cell) - 1 + ((towers.red >> cell & 1) != 0 ? 4 : 0);
    key.add(tower_keys[static_cast<std::size_t>(cell)][static_cast<std::size_t>(kind)]);
  });
  return key;
}

// Bounds of the final value, for Yellow.
struct Bounds {
  int lower;
  int upper;

  [[nodiscard]] bool exact() const noexcept { return lower == upper; }
  // Whether they tell if the value is at least `target`.
  [[nodiscard]] bool decides(int target) const noexcept {
    return lower >= target || upper < target;
  }
  void tighten(const Bounds& other) noexcept {
    lower = std::max(lower, other.lower);
    upper = std::min(upper, other.upper);
  }
};

struct Sum {
  static constexpr std::size_t max_large = 10;
  static constexpr std::size_t max_parts = 24;

  Towers large;                                  // the towers of all large components
  std::array<std::uint64_t, max_large> masks{};  // the cells of each large component
  std::array<SummandId, max_parts> parts{};      // sorted, so that equal ones are neighbours
  Key key;
  int value = 0;     // of the board now, plus the values of the parts
  int estimate = 0;  // of the final value
  std::uint8_t large_count = 0;
  std::uint8_t part_count = 0;
  bool tempo = false;
  bool red_to_move = false;
  Bounds bounds{};

  void flip_tempo() noexcept {
    tempo = !tempo;
    tempo ? key.add(tempo_key) : key.subtract(tempo_key);
  }
  void flip_player() noexcept {
    red_to_move = !red_to_move;
    red_to_move ? key.add(red_to_move_key) : key.subtract(red_to_move_key);
  }
  void add_summand(SummandId id) noexcept {
    std::size_t at = part_count++;
    for (; at > 0 && parts[at - 1] > id; --at) parts[at] = parts[at - 1];
    parts[at] = id;
  }
  void remove_summand(std::size_t index) noexcept {
    --part_count;
    for (std::size_t i = index; i < part_count; ++i) parts[i] = parts[i + 1];
  }
  // Legal moves in the large components.
  [[nodiscard]] int large_moves() const noexcept {
    const Partners partners(large);
    int count = 0;
    for_each_bit(large.cells(), [&](int cell) {
      count += std::popcount(partners.targets(cell, large.height(cell)));
    });
    return count;
  }
};

// What one component becomes: new large components and summands.
struct Change {
  static constexpr std::size_t max_new = 24;

  Towers large;
  std::array<std::uint64_t, Sum::max_large> masks;
  std::array<SummandId, max_new> parts;
  std::uint8_t large_count = 0;
  std::uint8_t part_count = 0;
  bool tempo = false;
  int value = 0;
  Key key;

  // The arrays stay uninitialised on purpose.
  Change() noexcept {}  // NOLINT(modernize-use-equals-default)
};

// A sum without the component that is played, from which its successors are made.
struct Base {
  Sum sum;
  WallSum yellow;
  WallSum red;
};

// A successor, cheap enough to be looked at and thrown away.
struct Successor {
  const Base& base;
  const Change& change;
  Bounds bounds;
  Key key;

  [[nodiscard]] int value() const noexcept { return base.sum.value + change.value; }
};

}  // namespace tesuji::solve::sums
