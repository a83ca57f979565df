// Avalam's towers as a graph whose edges join towers that can be stacked, for all 48 cells at once.
// Cells at the same distance from their neighbour in a direction share one shift of a bit set; 16
// shifts cover the board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "tesuji/games/avalam.hpp"

namespace tesuji::knowledge::links {

struct Shift {
  std::size_t direction = 0;
  int by = 0;
  std::uint64_t from = 0;  // the cells at the lower end of the shift
};

inline constexpr std::size_t shift_count = 16;
inline constexpr std::array<Shift, shift_count> shifts = [] {
  std::array<Shift, shift_count> result{};
  std::size_t count = 0;
  for (std::size_t d = 0; d < avalam::directions; ++d) {
    for (int cell = 0; cell < avalam::cells; ++cell) {
      const int next = avalam::geometry.next[static_cast<std::size_t>(cell)][d];
      if (next < 0) continue;
      std::size_t found = 0;
      while (found < count && (result[found].direction != d || result[found].by != next - cell)) {
        ++found;
      }
      if (found == count) result[count++] = {d, next - cell, 0};
      result[found].from |= bit(cell);
    }
  }
  return result;
}();
static_assert(shifts.back().from != 0, "the table has no unused entry");

inline constexpr std::array<std::uint64_t, avalam::cells> neighbours = [] {
  std::array<std::uint64_t, avalam::cells> result{};
  for (std::size_t cell = 0; cell < avalam::cells; ++cell) {
    for (std::size_t d = 0; d < avalam::directions; ++d) {
      result[cell] |= avalam::geometry.ahead[cell][d] | avalam::geometry.behind[cell][d];
    }
  }
  return result;
}();

// Calls visit(shift) for each shift, unrolled at compile time.
template <class Visit>
void for_each_shift(Visit&& visit) noexcept {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (visit(std::integral_constant<std::size_t, i>()), ...);
  }(std::make_index_sequence<shift_count>());
}

// The towers that can move: those with a live edge.
inline std::uint64_t movable(const avalam::Edges& live) noexcept {
  std::uint64_t cells = live[0] | live[1] | live[2] | live[3];
  for_each_shift([&](auto i) {
    constexpr Shift shift = shifts[i];
    cells |= (live[shift.direction] & shift.from) << shift.by;
  });
  return cells;
}

// The towers that one tower can move onto.
inline std::uint64_t targets(const avalam::Edges& live, int cell) noexcept {
  const auto index = static_cast<std::size_t>(cell);
  std::uint64_t cells = 0;
  for (std::size_t d = 0; d < avalam::directions; ++d) {
    const std::uint64_t is_live = -(live[d] >> cell & 1);
    cells |= (avalam::geometry.ahead[index][d] & is_live) |
             (avalam::geometry.behind[index][d] & live[d]);
  }
  return cells;
}

// Towers that are connected by live edges, all of one colour unless colours may mix.
struct Group {
  std::uint64_t cells = 0;
  int height = 0;       // of all together
  bool counts = false;  // they are several, all there are, and fit into one tower
};

// The group of a movable tower; the search for it ends where it cannot count. `colour` has the
// towers of its colour, `height(cell)` and `near(cell)` their heights and neighbours to join.
template <class Height, class Near>
Group group_of(int cell, std::uint64_t colour, Height&& height, Near&& near) noexcept {
  Group group;
  group.cells = bit(cell);
  std::uint64_t open = group.cells;
  while (open != 0) {
    const int at = std::countr_zero(open);
    open &= open - 1;
    group.height += height(at);
    const std::uint64_t next = near(at);
    if (group.height > avalam::max_height || (next & ~colour) != 0) return group;
    open |= next & ~group.cells;
    group.cells |= next;
  }
  group.counts = (group.cells & (group.cells - 1)) != 0;
  return group;
}

// Both ends of every live edge between two colours.
inline std::uint64_t colour_borders(const avalam::Edges& live, std::uint64_t red) noexcept {
  std::uint64_t cells = 0;
  for_each_shift([&](auto i) {
    constexpr Shift shift = shifts[i];
    const std::uint64_t lower = (red ^ red >> shift.by) & live[shift.direction] & shift.from;
    cells |= lower | lower << shift.by;
  });
  return cells;
}

}  // namespace tesuji::knowledge::links
