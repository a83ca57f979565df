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
#include "tesuji/base/knowledge.hpp"
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
//  - `ignores_roll` (optional): true if the entries of a position before a roll are those after
//    each of its events. Leaves are then evaluated, and weights trained, before the roll.
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

// The weights of all slots, as seen by each player: `[slot][player]` is the weight that counts when
// it is that player's turn, for a slot as player 0 sees it.
using SlotWeights = std::vector<std::array<std::int16_t, 2>>;

// Patterns of which a move changes few, so that it pays to follow the moves:
//  - `swapped(slot)`: the slot that the opponent sees instead of this one;
//  - `Follow`: the sum of the weights for each player and what it takes to update it:
//    `start(weights, position)`, `advance(weights, last, before, move, after)`, `sum(player)`, and
//    `sum_after(weights, position, move)` for the player whose turn it is after a move.
template <class G>
concept HasIncrementalPatterns =
    HasPatterns<G> && !HasChance<G> && !HasPass<G> &&
    requires(const SlotWeights& weights, const G& position, Move move, std::size_t slot,
             typename PatternsOf<G>::Follow& follow) {
      { PatternsOf<G>::swapped(slot) } -> std::same_as<std::size_t>;
      follow.start(weights, position);
      follow.advance(weights, follow, position, move, position);
      { follow.sum(0) } -> std::same_as<std::int32_t>;
      { follow.sum_after(weights, position, move) } -> std::same_as<std::int32_t>;
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
  // The weights must outlive the follower.
  PatternsFollower(const SlotWeights& weights, int plies)
      : weights_(weights), follows_(static_cast<std::size_t>(plies)) {}

  void reset(const G& root) noexcept override { follows_[0].start(weights_, root); }
  void push(const G& before, Move move, const G& after, int ply) noexcept override {
    const auto next = static_cast<std::size_t>(ply) + 1;
    follows_[next].advance(weights_, follows_[next - 1], before, move, after);
  }
  [[nodiscard]] double value(const G& position, int ply) const noexcept override {
    return probability(follows_[static_cast<std::size_t>(ply)].sum(position.to_move()));
  }
  [[nodiscard]] bool values_moves() const noexcept override { return true; }
  [[nodiscard]] double value_after(const G& position, Move move, int ply) const noexcept override {
    return probability(follows_[static_cast<std::size_t>(ply)].sum_after(weights_, position, move));
  }

 private:
  const SlotWeights& weights_;
  std::vector<typename PatternsOf<G>::Follow> follows_;  // by ply
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
    weights_.resize(weight_of.size());
    for (std::size_t slot = 0; slot < weight_of.size(); ++slot) {
      weights_[slot] = weights[weight_of[slot]];
    }
    if constexpr (HasIncrementalPatterns<G>) {
      both_.resize(weight_of.size());
      for (std::size_t slot = 0; slot < weight_of.size(); ++slot) {
        both_[slot] = {weights_[slot], weights_[PatternsOf<G>::swapped(slot)]};
      }
    }
  }

  // The log-odds of winning of the player to move, in units of 1 / `weight_unit`.
  [[nodiscard]] std::int32_t log_odds(const G& position) const noexcept {
    std::int32_t sum = 0;
    PatternsOf<G>::for_each(position, [&](std::size_t slot) { sum += weights_[slot]; });
    return sum;
  }
  [[nodiscard]] double value(const G& position) const noexcept override {
    return probability(log_odds(position));
  }
  [[nodiscard]] bool ignores_roll() const noexcept override { return IgnoresRoll<PatternsOf<G>>; }
  [[nodiscard]] std::unique_ptr<Follower<G>> follower(int plies) const override {
    if constexpr (HasIncrementalPatterns<G>) {
      return std::make_unique<PatternsFollower<G>>(both_, plies);
    }
    return nullptr;
  }

 private:
  std::vector<std::int16_t> weights_;  // by slot
  SlotWeights both_;                   // for followers
};

}  // namespace tesuji::learned
