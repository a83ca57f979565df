// Patterns (n-tuple networks): the log-odds of winning are a sum of table entries. A game declares
// which entries a position uses; symmetric entries share one weight.
//
// Lucas, Learning to play Othello with n-tuple systems, 2008.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tesuji/base/elementary.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/learned/evaluation.hpp"

namespace tesuji::learned {

// The patterns of a game. A game's header specialises it:
//  - `layout`: a name with a number, raised when the meaning of any entry changes;
//  - `slots`: the number of table entries;
//  - `for_each(position, visit)`: calls visit(slot) for each entry that a position uses, as seen
//    by the player to move, so that both players share weights. It may repeat a slot;
//  - `image(slot, symmetry)`: the slot that the image of a position uses instead of this one;
//  - `coarse_count`, `coarse(slot)`: a coarser pattern that contains this one, or -1. Training adds
//    its weight to all of its slots, so that rare ones learn from their relatives. Slots that are
//    images of each other have the same one.
template <class G>
struct PatternsOf {};

template <class G>
concept HasPatterns = requires(const G& position, std::size_t slot) {
  { PatternsOf<G>::layout } -> std::convertible_to<std::string_view>;
  { PatternsOf<G>::slots } -> std::convertible_to<std::size_t>;
  PatternsOf<G>::for_each(position, [](std::size_t) {});
  { PatternsOf<G>::image(slot, 0) } -> std::same_as<std::size_t>;
  { PatternsOf<G>::coarse(slot) } -> std::same_as<int>;
};

// How slots share weights.
struct Sharing {
  std::vector<std::uint32_t> weight_of;  // by slot
  std::vector<std::int32_t> coarse_of;   // by weight
};

// One weight for each set of slots that symmetries turn into each other.
template <Game G>
  requires HasPatterns<G>
const Sharing& sharing() {
  static const Sharing shared = [] {
    using P = PatternsOf<G>;
    Sharing result;
    result.weight_of.resize(P::slots);
    for (std::size_t slot = 0; slot < P::slots; ++slot) {
      std::size_t first = slot;
      for (int symmetry = 1; symmetry < G::symmetry_count; ++symmetry) {
        first = std::min(first, P::image(slot, symmetry));
      }
      if (first == slot) {
        result.weight_of[slot] = static_cast<std::uint32_t>(result.coarse_of.size());
        result.coarse_of.push_back(P::coarse(slot));
      } else {
        result.weight_of[slot] = result.weight_of[first];
      }
    }
    return result;
  }();
  return shared;
}

// Weights are whole multiples of 1 / `weight_unit` in log-odds, so sums are exact.
inline constexpr double weight_unit = 1024;

template <Game G>
  requires HasPatterns<G>
class Patterns final : public Evaluation<G> {
 public:
  static std::size_t weight_count() { return sharing<G>().coarse_of.size(); }

  // One weight for each set of shared slots.
  explicit Patterns(const std::vector<std::int16_t>& weights) {
    if (weights.size() != weight_count()) {
      throw std::invalid_argument(std::to_string(weights.size()) + " weights, expected " +
                                  std::to_string(weight_count()));
    }
    const std::vector<std::uint32_t>& weight_of = sharing<G>().weight_of;
    table_.resize(weight_of.size());
    for (std::size_t slot = 0; slot < table_.size(); ++slot)
      table_[slot] = weights[weight_of[slot]];
  }

  // The log-odds of winning of the player to move, in units of 1 / `weight_unit`.
  [[nodiscard]] std::int32_t log_odds(const G& position) const noexcept {
    std::int32_t sum = 0;
    PatternsOf<G>::for_each(position, [&](std::size_t slot) { sum += table_[slot]; });
    return sum;
  }
  [[nodiscard]] double value(const G& position) const noexcept override {
    return 1 / (1 + natural_exp(-log_odds(position) / weight_unit));
  }

 private:
  std::vector<std::int16_t> table_;
};

}  // namespace tesuji::learned
