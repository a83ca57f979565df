// The towers of Avalam that can still move or be covered, as sets of cells by height, and how they
// split into components. A component is a set of towers joined by legal moves; no move ever joins
// two components.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/knowledge/avalam_links.hpp"

namespace tesuji::solve::sums {

// Values of a final position: `point` for each tower, `five` for each tower of height five,
// positive for yellow. With `five` = 0 the value is the score. With a small `five` its sign is the
// result of the game, because a position has at most nine towers of five.
struct Weights {
  int point;
  int five;

  // Every value is a multiple of this.
  [[nodiscard]] constexpr int quantum() const noexcept { return five == 0 ? point : five; }
};
inline constexpr Weights score_weights{16, 0};
inline constexpr Weights result_weights{256, 4};

struct Towers {
  std::array<std::uint64_t, 4> at{};  // at[h - 1]: the cells with towers of height h
  std::uint64_t red = 0;              // the cells with a red tower, a subset of `cells()`

  [[nodiscard]] std::uint64_t cells() const noexcept { return at[0] | at[1] | at[2] | at[3]; }
  [[nodiscard]] int height(int cell) const noexcept {
    return static_cast<int>((at[0] >> cell & 1) + 2 * (at[1] >> cell & 1) +
                            3 * (at[2] >> cell & 1) + 4 * (at[3] >> cell & 1));
  }
  [[nodiscard]] Towers within(std::uint64_t mask) const noexcept {
    return {{at[0] & mask, at[1] & mask, at[2] & mask, at[3] & mask}, red & mask};
  }
  void remove(std::uint64_t mask) noexcept { *this = within(~mask); }
  void add(const Towers& other) noexcept {
    for (std::size_t h = 0; h < at.size(); ++h) at[h] |= other.at[h];
    red |= other.red;
  }
  friend bool operator==(const Towers&, const Towers&) = default;
};

// For each height, the cells with towers that can be stacked with it.
struct Partners {
  std::array<std::uint64_t, 5> of{};

  explicit Partners(const Towers& towers) noexcept {
    of[4] = towers.at[0];
    of[3] = of[4] | towers.at[1];
    of[2] = of[3] | towers.at[2];
    of[1] = of[2] | towers.at[3];
  }
  [[nodiscard]] std::uint64_t targets(int cell, int height) const noexcept {
    return of[static_cast<std::size_t>(height)] &
           knowledge::links::neighbours[static_cast<std::size_t>(cell)];
  }
};

// Calls visit(mask) for each component of the towers in `mask`, single towers included.
template <class Visit>
void for_each_component(const Towers& towers, std::uint64_t mask, Visit&& visit) {
  const Partners partners(towers);
  while (mask != 0) {
    std::uint64_t component = mask & -mask;
    std::uint64_t open = component;
    while (open != 0) {
      const int cell = std::countr_zero(open);
      open &= open - 1;
      const std::uint64_t found = partners.targets(cell, towers.height(cell)) & ~component;
      component |= found;
      open |= found;
    }
    mask &= ~component;
    visit(component);
  }
}

// Calls visit(from, to) for each move of the towers in `mask`.
template <class Visit>
void for_each_move(const Towers& towers, std::uint64_t mask, Visit&& visit) {
  const Partners partners(towers);
  for_each_bit(mask, [&](int from) {
    for_each_bit(partners.targets(from, towers.height(from)), [&](int to) { visit(from, to); });
  });
}

// Plays a move: returns how the value of the board changes. A tower of five is no longer live, so
// it leaves the set.
inline int stack(Towers& towers, int from, int to, Weights weights) noexcept {
  const int height = towers.height(from) + towers.height(to);
  const std::uint64_t source = bit(from);
  const std::uint64_t target = bit(to);
  const bool red = (towers.red & source) != 0;
  const int change = (towers.red & target) != 0 ? weights.point : -weights.point;
  towers.remove(source | target);
  if (height == ::tesuji::avalam::max_height) return change + (red ? -weights.five : weights.five);
  towers.at[static_cast<std::size_t>(height - 1)] |= target;
  if (red) towers.red |= target;
  return change;
}

}  // namespace tesuji::solve::sums
