// Builds the endgame tables of ewn backwards, block by block.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "tesuji/solve/ewn_tables.hpp"

namespace tesuji::solve::ewn_tables {

// All ways to place the cubes of one class, by the steps along rows and columns to the goal.
class Placements {
 public:
  Placements(int count, int of_class) {
    Side side{static_cast<std::uint8_t>(count), static_cast<std::uint8_t>(of_class), {}};
    place(side, 0, 0, 0);
  }
  [[nodiscard]] int most_steps() const noexcept { return static_cast<int>(by_steps_.size()) - 1; }
  [[nodiscard]] const std::vector<Side>& with(int steps) const noexcept {
    return by_steps_[static_cast<std::size_t>(steps)];
  }

 private:
  void place(Side& side, std::size_t cube, std::uint32_t taken, int steps) {
    if (cube == side.count) {
      const auto at = static_cast<std::size_t>(steps);
      if (by_steps_.size() <= at) by_steps_.resize(at + 1);
      by_steps_[at].push_back(side);
      return;
    }
    for (int square = 0; square < goal; ++square) {
      if (taken >> square & 1) continue;
      side.square[cube] = static_cast<std::uint8_t>(square);
      const int far = 2 * (side_length - 1) - square / side_length - square % side_length;
      place(side, cube + 1, taken | 1u << square, steps + far);
    }
  }

  std::vector<std::vector<Side>> by_steps_;
};

// Computes one block; the tables must hold all blocks with fewer stones. A step without a capture
// stays in the block and brings its cube nearer to the goal, so the positions are computed in the
// order of the steps that all cubes have left.
class BlockBuilder {
 public:
  BlockBuilder(const Tables& smaller, const BlockId& id)
      : smaller_(smaller), id_(id), bytes_(payload_bytes(id)) {}

  // Empty if stopped() became true.
  template <class Stopped>
  std::vector<std::uint8_t> build(Stopped&& stopped) {
    const Placements first(id_.first_count, id_.first_class);
    const Placements second(id_.second_count, id_.second_class);
    for (int steps = 0; steps <= first.most_steps() + second.most_steps(); ++steps) {
      const int least = std::max(0, steps - second.most_steps());
      for (int own = least; own <= std::min(steps, first.most_steps()); ++own) {
        if (stopped()) return {};
        for (const Side& a : first.with(own)) {
          for (const Side& b : second.with(steps - own)) fill(a, b);
        }
      }
    }
    return std::move(bytes_);
  }

 private:
  static std::uint32_t taken(const Side& side) noexcept {
    std::uint32_t set = 0;
    for (std::size_t i = 0; i < side.count; ++i) set |= 1u << side.square[i];
    return set;
  }
  void fill(const Side& a, const Side& b) {
    std::uint32_t others = 0;
    for (std::size_t i = 0; i < b.count; ++i) others |= 1u << (goal - b.square[i]);
    if ((taken(a) & others) != 0) return;
    if (in_triangle[a.square[0]] != none) {
      set_value(bytes_.data(), index_of(a, b), expectation(a, b, true));
    }
    if (!id_.same() && in_triangle[b.square[0]] != none) {
      set_value(bytes_.data(), id_.first_entries() + index_of(b, a), expectation(b, a, false));
    }
  }

  // The mean over the dice of the best step.
  double expectation(const Side& own, const Side& enemy, bool first) const {
    const Numbers& dice = numbers[set_of_class[own.count][own.of_class]];
    std::array<double, most_own> best{};
    double sum = 0;
    for (std::size_t i = 0; i < own.count; ++i) {
      best[i] = best_step(own, enemy, i, first);
      sum += dice.single[i] * best[i];
      if (i > 0) sum += dice.choice[i - 1] * std::max(best[i - 1], best[i]);
    }
    return sum / ewn::cubes;
  }
  double best_step(const Side& own, const Side& enemy, std::size_t cube, bool first) const {
    const int square = own.square[cube];
    const bool right = square % side_length < side_length - 1;
    const bool down = square / side_length < side_length - 1;
    double best = 0;
    const auto look = [&](int target) {
      best = std::max(best, step_value(own, enemy, cube, static_cast<std::uint8_t>(target), first));
    };
    if (right && down) look(square + side_length + 1);
    if (right) look(square + 1);
    if (down) look(square + side_length);
    return best;
  }
  double step_value(const Side& own, const Side& enemy, std::size_t cube, std::uint8_t target,
                    bool first) const {
    if (target == goal) return 1;
    Side moved = own;
    moved.square[cube] = target;
    for (std::size_t i = 0; i < own.count; ++i) {
      if (own.square[i] == target) return 1 - smaller_.value(enemy, moved.without(i));
    }
    for (std::size_t i = 0; i < enemy.count; ++i) {
      if (goal - enemy.square[i] != target) continue;
      return enemy.count == 1 ? 1 : 1 - smaller_.value(enemy.without(i), moved);
    }
    const std::size_t offset = first && !id_.same() ? id_.first_entries() : 0;
    return 1 - value_at(bytes_.data(), offset + index_of(enemy, moved));
  }

  const Tables& smaller_;
  BlockId id_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace tesuji::solve::ewn_tables
