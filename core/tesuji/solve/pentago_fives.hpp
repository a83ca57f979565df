// Which of the boards that differ by twists have five in a row, for any set of stones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tesuji/base/rng.hpp"
#include "tesuji/solve/pentago_sets.hpp"

namespace tesuji::solve {

template <PentagoRules rules>
class Fives {
 public:
  using T = Twists<rules>;
  using Set = BoardSet<rules>;
  // One set per parity of the boards.
  using Pair = std::array<Set, 2>;

  // `stones` is a word of the root's board.
  [[nodiscard]] static Pair of(std::uint64_t stones) noexcept {
    const Full full = all_boards(stones);
    Pair result{Set::none(), Set::none()};
    for (int parity = 0; parity < 2; ++parity) {
      auto& words = result[static_cast<std::size_t>(parity)].words;
      for (int label = 0; label < T::labels; ++label) {
        for (int c = 0; c < T::count; ++c) {
          const int d = with_label(label, (parity ^ T::parity(c)) == 0);
          const int other = with_label(label, (parity ^ T::parity(c)) != 0);
          const std::uint64_t word =
              (full[place(c, d)] & equal_parity()) | (full[place(c, other)] & ~equal_parity());
          const int low = (label * T::count + c) * T::count * T::count;
          words[static_cast<std::size_t>(low / 64)] |= word << (low % 64);
        }
      }
    }
    return result;
  }

 private:
  // For each orientation of C and D, the boards (A, B) with a five.
  using Full = std::array<std::uint64_t, static_cast<std::size_t>(T::count* T::count)>;
  static constexpr std::size_t place(int c, int d) noexcept {
    return static_cast<std::size_t>(c * T::count + d);
  }
  // parts[q][pattern][line]: the orientations of the quadrant in which the stones fill the line's
  // cells there; all, if the line does not cross the quadrant.
  using LineParts = std::array<std::uint8_t, 32>;
  using Parts = std::array<std::array<LineParts, pentago::patterns>, 4>;

  static Parts make_parts() {
    Parts parts{};
    for (std::size_t quadrant = 0; quadrant < 4; ++quadrant) {
      for (std::size_t pattern = 0; pattern < pentago::patterns; ++pattern) {
        for (Orientation o = 0; o < T::count; ++o) {
          const auto turned = T::pattern(static_cast<std::uint16_t>(pattern), o);
          for (std::size_t line = 0; line < 32; ++line) {
            const auto cells = pentago::lines[line] >> (16 * quadrant) & 0x1ff;
            if ((cells & ~std::uint64_t{turned}) == 0) {
              parts[quadrant][pattern][line] |= static_cast<std::uint8_t>(1 << o);
            }
          }
        }
      }
    }
    return parts;
  }
  static const Parts& parts() {
    static const Parts table = make_parts();
    return table;
  }

  static Full all_boards(std::uint64_t stones) noexcept {
    const auto part = [&](std::size_t quadrant) -> const LineParts& {
      return parts()[quadrant][stones >> (16 * quadrant) & 0x1ff];
    };
    const LineParts &a = part(0), &b = part(1), &c = part(2), &d = part(3);
    Full full{};
    for (std::size_t line = 0; line < 32; ++line) {
      if (a[line] == 0 || b[line] == 0 || c[line] == 0 || d[line] == 0) continue;
      std::uint64_t word = 0;
      for_each_bit(b[line], [&](int o) { word |= std::uint64_t{a[line]} << (o * T::count); });
      for_each_bit(c[line], [&](int oc) {
        for_each_bit(d[line], [&](int od) { full[place(oc, od)] |= word; });
      });
    }
    return full;
  }

  // The orientation with this label and parity.
  static constexpr Orientation with_label(int label, bool even) noexcept {
    for (Orientation o = 0; o < T::count; ++o) {
      if (T::label(o) == label && (T::parity(o) == 0) == even) return o;
    }
    return 0;
  }
  // The boards (A, B) with equal parities.
  static constexpr std::uint64_t equal_parity() noexcept {
    std::uint64_t result = 0;
    for (int b = 0; b < T::count; ++b) {
      for (int a = 0; a < T::count; ++a) {
        if (T::parity(a) == T::parity(b)) result |= bit(T::count * b + a);
      }
    }
    return result;
  }
};

// Stones placed since the root: bit i stands for the i-th empty cell of the root's board.
using Placed = std::uint64_t;

// The fives of both sides (0 moves first at the root) after any placements. Computed in advance if
// all subsets of the empty cells fit into the memory; copies share that table. Otherwise each copy
// has a cache of its own.
template <PentagoRules rules>
class FivesTable {
 public:
  using Set = BoardSet<rules>;
  using Pair = typename Fives<rules>::Pair;

  FivesTable(const std::array<std::uint64_t, 2>& stones, double bytes) : stones_(stones) {
    for_each_bit(pentago::board & ~(stones[0] | stones[1]),
                 [&](int cell) { cells_.push_back(cell); });
    const double needed = 2 * sizeof(Pair) * static_cast<double>(bit(empties()));
    if (empties() <= most_in_advance && needed <= bytes) {
      complete_ = std::make_shared<const Sides>(all_subsets());
    } else {
      const double slots = std::clamp(bytes / (2 * sizeof(Pair)), 1.0, most_slots);
      slots_ = std::bit_floor(static_cast<std::size_t>(slots));
    }
  }

  [[nodiscard]] int empties() const noexcept { return static_cast<int>(cells_.size()); }
  // The bit index of an empty cell on the root's board.
  [[nodiscard]] int cell(int index) const noexcept {
    return cells_[static_cast<std::size_t>(index)];
  }
  // Whether copies share one table.
  [[nodiscard]] bool shared() const noexcept { return complete_ != nullptr; }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return 2 * sizeof(Pair) * (complete_ ? (*complete_)[0].size() : slots_);
  }

  // Valid until the next call.
  [[nodiscard]] const Set& at(int side, Placed placed, int parity) {
    const auto s = static_cast<std::size_t>(side);
    const auto p = static_cast<std::size_t>(parity);
    if (complete_) return (*complete_)[s][placed][p];
    auto& cache = cache_[s];
    if (cache.empty()) cache.resize(slots_, {empty_slot, {}});
    Slot& slot = cache[mix(placed) & (slots_ - 1)];
    if (slot.placed != placed) slot = {placed, Fives<rules>::of(stones_with(s, placed))};
    return slot.fives[p];
  }

 private:
  using Sides = std::array<std::vector<Pair>, 2>;
  struct Slot {
    Placed placed;
    Pair fives;
  };
  static constexpr Placed empty_slot = ~Placed{0};
  static constexpr double most_slots = 1 << 14;
  // So that the table takes at most about 0.2 seconds.
  static constexpr int most_in_advance = Twists<rules>::flips ? 17 : 20;

  [[nodiscard]] std::uint64_t stones_with(std::size_t side, Placed placed) const noexcept {
    std::uint64_t stones = stones_[side];
    for_each_bit(placed, [&](int index) { stones |= bit(cell(index)); });
    return stones;
  }
  [[nodiscard]] Sides all_subsets() const {
    Sides sides;
    for (std::size_t side = 0; side < 2; ++side) {
      sides[side].resize(std::size_t{1} << empties());
      for (Placed placed = 0; placed < sides[side].size(); ++placed) {
        // A side places at most half of the stones, or one more.
        if (2 * std::popcount(placed) > empties() + 1) continue;
        sides[side][placed] = Fives<rules>::of(stones_with(side, placed));
      }
    }
    return sides;
  }

  std::array<std::uint64_t, 2> stones_;
  std::vector<int> cells_;
  std::shared_ptr<const Sides> complete_;
  std::size_t slots_ = 0;
  std::array<std::vector<Slot>, 2> cache_;
};

}  // namespace tesuji::solve
