// A small network in the manner of NNUE, over the slots of a game's patterns. Each slot adds a row
// to the accumulator. One lane of the accumulator counts as it is, as the weights of plain patterns
// do. The others are clipped, squared and weighted: they see how patterns combine.
//
// Nasu, Efficiently updatable neural-network-based evaluation functions for computer shogi, 2018.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/learned/lanes.hpp"
#include "tesuji/learned/log_odds.hpp"
#include "tesuji/learned/patterns.hpp"
#include "tesuji/learned/summed_evaluation.hpp"

namespace tesuji::learned {

// The lane that counts as it is, in units of 1 / `direct_unit` log-odds.
inline constexpr std::size_t direct_lane = 0;
inline constexpr std::int32_t direct_unit = 512;
// Other lanes are in units of 1 / `lane_unit`, their output weights in units of 1 / `output_unit`.
inline constexpr std::int32_t lane_unit = 256;
inline constexpr std::int32_t output_unit = 16;

// Widths of the accumulator that are compiled.
inline constexpr std::array<std::size_t, 3> net_widths = {16, 32, 64};

template <Game G, std::size_t width>
  requires HasPatterns<G>
class NetTable {
 public:
  using Sum = Lanes<width>;

  // How many numbers a network has: a row for each weight of the patterns, the accumulator without
  // any slot, and the output weights.
  static std::size_t number_count() { return (weight_count<G>() + 2) * width; }

  explicit NetTable(std::span<const std::int16_t> numbers) {
    check_count(numbers.size(), number_count());
    rows_.resize(weight_count<G>() + 2);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                  rows_[row].values.begin());
    }
    output_ = rows_.back();
    rows_.pop_back();
    empty_ = rows_.back();
    rows_.pop_back();
    check_output();
    for (int player = 0; player < views<G>; ++player) {
      std::vector<std::uint32_t>& row_of = row_of_[static_cast<std::size_t>(player)];
      row_of.resize(PatternsOf<G>::slots);
      for (std::size_t slot = 0; slot < row_of.size(); ++slot) {
        row_of[slot] = static_cast<std::uint32_t>(weight_for<G>(slot, player));
      }
    }
  }

  [[nodiscard]] Sum start() const noexcept { return empty_; }
  void add(Sum& sum, std::size_t slot, int player) const noexcept {
    fastest::add(sum, row(slot, player));
  }
  void take(Sum& sum, std::size_t slot, int player) const noexcept {
    fastest::subtract(sum, row(slot, player));
  }
  [[nodiscard]] std::int32_t log_odds(const Sum& sum) const noexcept {
    // Whole numbers all the way: every processor and compiler gets the same.
    constexpr std::int32_t scale = lane_unit * lane_unit / weight_unit * output_unit;
    return sum.values[direct_lane] * (weight_unit / direct_unit) +
           (fastest::squared_dot(sum, output_) >> std::countr_zero(unsigned{scale}));
  }

 private:
  [[nodiscard]] const Sum& row(std::size_t slot, int player) const noexcept {
    return rows_[row_of_[static_cast<std::size_t>(player)][slot]];
  }
  void check_output() const {
    for (std::size_t lane = 0; lane < width; ++lane) {
      const int weight = output_.values[lane];
      const int most = lane == direct_lane ? 0 : most_output_weight;
      if (weight < -most || weight > most) {
        throw std::invalid_argument("output weight " + std::to_string(weight) + " of lane " +
                                    std::to_string(lane) + ", expected at most " +
                                    std::to_string(most));
      }
    }
  }

  std::vector<Sum> rows_;
  std::array<std::vector<std::uint32_t>, views<G>> row_of_;  // by player and slot
  Sum empty_;
  Sum output_;
};

// The network with these numbers; raises std::invalid_argument for a width that is not compiled.
template <Game G>
  requires HasPatterns<G>
std::shared_ptr<LearnedEvaluation<G>> make_net(std::size_t width,
                                               std::span<const std::int16_t> numbers) {
  std::shared_ptr<LearnedEvaluation<G>> made;
  const auto make = [&]<std::size_t lanes>() {
    if (width != lanes) return;
    made = std::make_shared<SummedEvaluation<G, NetTable<G, lanes>>>(numbers);
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (make.template operator()<net_widths[i]>(), ...);
  }(std::make_index_sequence<net_widths.size()>{});
  if (!made) throw std::invalid_argument("there is no network of width " + std::to_string(width));
  return made;
}

}  // namespace tesuji::learned
