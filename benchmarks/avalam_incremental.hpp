// Avalam's evaluation kept up to date move by move, which does not pay
// (docs/decisions/positions-and-notation.md); here so that the claim can be checked.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tesuji/games/avalam.hpp"
#include "tesuji/knowledge/avalam.hpp"

namespace tesuji::incremental {

namespace links = knowledge::links;

// The kinds of towers as sets; every other tower is a five, isolated or plain by these.
class Towers {
 public:
  explicit Towers(const Avalam& position) noexcept : movable_(links::movable(position.live())) {
    find_groups(position, movable_);
  }

  // Only the two towers of the move and their neighbours can change; a group can appear only
  // where one of those is in it.
  void update(const Avalam& before, Move move, const Avalam& after, bool groups) noexcept {
    const int from = move >> 6;
    const int to = move & 63;
    const std::uint64_t near = links::neighbours[static_cast<std::size_t>(from)] |
                               links::neighbours[static_cast<std::size_t>(to)];
    std::uint64_t gone = bit(from);
    for_each_bit(near & movable_ & ~bit(from), [&](int cell) {
      if (links::targets(after.live(), cell) == 0) gone |= bit(cell);
    });
    if (groups && (grouped_ >> from & 1) != 0) {
      grouped_ &= ~component(from, before.live());
      heads_ &= grouped_;
      full_ &= grouped_;
    }
    movable_ &= ~gone;
    if (groups) find_groups(after, near & movable_ & ~grouped_);
  }

  [[nodiscard]] double evaluate(const Avalam& position,
                                const knowledge::AvalamKnowledge::Weights& w) const noexcept {
    const std::uint64_t yellow = ~position.red();
    const auto sum = [&](std::uint64_t cells, double weight) {
      return weight * (2 * std::popcount(cells & yellow) - std::popcount(cells));
    };
    const std::uint64_t fives = position.fives();
    const std::uint64_t grouped = w.groups ? grouped_ : 0;
    double value = sum(fives, w.five) + sum(movable_ & ~grouped, w.other) +
                   sum(position.occupied() & ~movable_ & ~fives, w.isolated);
    if (w.groups) value += sum(full_, w.group_five) + sum(heads_ & ~full_, w.group);
    return std::clamp(value / 50, -1.0, 1.0);
  }

 private:
  // All towers connected to one by live edges.
  static std::uint64_t component(int cell, const avalam::Edges& live) noexcept {
    std::uint64_t all = bit(cell);
    for (std::uint64_t open = all; open != 0;) {
      const std::uint64_t next = links::targets(live, std::countr_zero(open)) & ~all;
      all |= next;
      open = (open & (open - 1)) | next;
    }
    return all;
  }
  // Groups with a tower among these cells; looking stops at a second colour or a sixth counter.
  void find_groups(const Avalam& position, std::uint64_t cells) noexcept {
    while (cells != 0) {
      const std::uint64_t first = cells & -cells;
      cells &= ~first;
      const bool red = (position.red() & first) != 0;
      const std::uint64_t unlike = red ? ~position.red() : position.red();
      std::uint64_t group = first;
      std::uint64_t open = first;
      int height = 0;
      bool fits = true;
      while (open != 0 && fits) {
        const int cell = std::countr_zero(open);
        open &= open - 1;
        const std::uint64_t next = links::targets(position.live(), cell);
        height += position.height(cell);
        fits = (next & unlike) == 0 && height <= avalam::max_height;
        open |= next & ~group;
        group |= next;
      }
      if (!fits) continue;
      cells &= ~group;
      grouped_ |= group;
      heads_ |= first;
      if (height == avalam::max_height) full_ |= first;
    }
  }

  std::uint64_t movable_ = 0;
  std::uint64_t grouped_ = 0;
  std::uint64_t heads_ = 0;  // one tower of each group
  std::uint64_t full_ = 0;   // the heads of groups of five
};

}  // namespace tesuji::incremental
