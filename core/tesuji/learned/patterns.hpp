// Patterns (n-tuple networks): the log-odds of winning are a sum of table entries. A game declares
// which entries a position uses; symmetric entries share one weight.
//
// Lucas, Learning to play Othello with n-tuple systems, 2008.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tesuji/base/evaluation.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/learned/log_odds.hpp"

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

// The weights of all slots, as seen by each player: `[player][slot]` is the weight that counts when
// it is that player's turn, for a slot as player 0 sees it.
using SlotWeights = std::array<std::vector<std::int16_t>, 2>;

// Patterns of which a move changes few, so that it pays to follow the moves:
//  - `swapped(slot)`: the slot that the opponent sees instead of this one;
//  - `Sums`: the sum of the weights for each player;
//  - `sums(weights, position)` and `advance(weights, sums, before, move, after)`, which adds the
//    difference that the move makes.
template <class G>
concept HasIncrementalPatterns = HasPatterns<G> && !HasChance<G> && !HasPass<G> &&
                                 requires(const SlotWeights& weights, const G& position, Move move,
                                          std::size_t slot, std::array<std::int32_t, 2>& sums) {
                                   { PatternsOf<G>::swapped(slot) } -> std::same_as<std::size_t>;
                                   {
                                     PatternsOf<G>::sums(weights, position)
                                   } -> std::same_as<std::array<std::int32_t, 2>>;
                                   PatternsOf<G>::advance(weights, sums, position, move, position);
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

template <Game G>
  requires HasIncrementalPatterns<G>
class PatternsFollower final : public Follower<G> {
 public:
  using Sums = std::array<std::int32_t, 2>;

  // The weights must outlive the follower.
  PatternsFollower(const SlotWeights& weights, int plies)
      : weights_(weights), sums_(static_cast<std::size_t>(plies)) {}

  void reset(const G& root) noexcept override { sums_[0] = PatternsOf<G>::sums(weights_, root); }
  void push(const G& before, Move move, const G& after, int ply) noexcept override {
    const auto next = static_cast<std::size_t>(ply) + 1;
    sums_[next] = sums_[next - 1];
    PatternsOf<G>::advance(weights_, sums_[next], before, move, after);
  }
  [[nodiscard]] double value(const G& position, int ply) const noexcept override {
    return probability(log_odds(position, ply));
  }
  [[nodiscard]] std::int32_t log_odds(const G& position, int ply) const noexcept {
    return sums_[static_cast<std::size_t>(ply)][static_cast<std::size_t>(position.to_move())];
  }

 private:
  const SlotWeights& weights_;
  std::vector<Sums> sums_;  // by ply
};

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
    weights_[0].resize(weight_of.size());
    for (std::size_t slot = 0; slot < weight_of.size(); ++slot) {
      weights_[0][slot] = weights[weight_of[slot]];
    }
    if constexpr (HasIncrementalPatterns<G>) {
      weights_[1].resize(weight_of.size());
      for (std::size_t slot = 0; slot < weight_of.size(); ++slot) {
        weights_[1][slot] = weights_[0][PatternsOf<G>::swapped(slot)];
      }
    }
  }

  // The log-odds of winning of the player to move, in units of 1 / `weight_unit`.
  [[nodiscard]] std::int32_t log_odds(const G& position) const noexcept {
    std::int32_t sum = 0;
    PatternsOf<G>::for_each(position, [&](std::size_t slot) { sum += weights_[0][slot]; });
    return sum;
  }
  [[nodiscard]] double value(const G& position) const noexcept override {
    return probability(log_odds(position));
  }
  [[nodiscard]] std::unique_ptr<Follower<G>> follower(int plies) const override {
    if constexpr (HasIncrementalPatterns<G>) {
      return std::make_unique<PatternsFollower<G>>(weights_, plies);
    }
    return nullptr;
  }

 private:
  SlotWeights weights_;
};

}  // namespace tesuji::learned
