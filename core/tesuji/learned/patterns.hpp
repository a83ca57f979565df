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
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tesuji/base/game.hpp"

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

// What adds up the weights of slots: `Sum start()`, `add(sum, slot, player)` and `take` for a slot
// as player 0 sees it, and `log_odds(sum)` when it is the turn of that player.
struct AnyTable {
  using Sum = std::int32_t;
  [[nodiscard]] Sum start() const noexcept { return 0; }
  void add(Sum&, std::size_t, int) const noexcept {}
  void take(Sum&, std::size_t, int) const noexcept {}
  [[nodiscard]] std::int32_t log_odds(const Sum& sum) const noexcept { return sum; }
};

// Patterns of which a move changes few, so that it pays to follow the moves:
//  - `swapped(slot)`: the slot that the opponent sees instead of this one;
//  - `Follow<Table>`: the sum of the weights for each player and what it takes to update it:
//    `start(table, position)`, `advance(table, last, before, move, after)`,
//    `log_odds(table, player)`, and `log_odds_after(table, position, move)` for the player whose
//    turn it is after a move.
template <class G>
concept HasIncrementalPatterns =
    HasPatterns<G> && !HasChance<G> && !HasPass<G> &&
    requires(const AnyTable& table, const G& position, Move move, std::size_t slot,
             typename PatternsOf<G>::template Follow<AnyTable>& follow) {
      { PatternsOf<G>::swapped(slot) } -> std::same_as<std::size_t>;
      follow.start(table, position);
      follow.advance(table, follow, position, move, position);
      { follow.log_odds(table, 0) } -> std::same_as<std::int32_t>;
      { follow.log_odds_after(table, position, move) } -> std::same_as<std::int32_t>;
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
std::size_t weight_count() {
  return sharing<G>().coarse_of.size();
}

inline void check_count(std::size_t given, std::size_t expected) {
  if (given == expected) return;
  throw std::invalid_argument(std::to_string(given) + " weights, expected " +
                              std::to_string(expected));
}

// By slot and player: the weight of a slot as player 0 sees it, when it is that player's turn. Only
// patterns that are followed are needed for player 1.
template <Game G>
inline constexpr int views = HasIncrementalPatterns<G> ? 2 : 1;
template <Game G>
std::size_t weight_for(std::size_t slot, int player) {
  if constexpr (HasIncrementalPatterns<G>) {
    if (player == 1) slot = PatternsOf<G>::swapped(slot);
  }
  return sharing<G>().weight_of[slot];
}

// The table of plain patterns: a weight per slot.
template <Game G>
  requires HasPatterns<G>
class PatternTable {
 public:
  using Sum = std::int32_t;

  // One weight for each set of shared slots.
  explicit PatternTable(const std::vector<std::int16_t>& weights) {
    check_count(weights.size(), weight_count<G>());
    weights_.resize(PatternsOf<G>::slots);
    for (std::size_t slot = 0; slot < weights_.size(); ++slot) {
      for (int player = 0; player < views<G>; ++player) {
        weights_[slot][static_cast<std::size_t>(player)] = weights[weight_for<G>(slot, player)];
      }
    }
  }

  [[nodiscard]] Sum start() const noexcept { return 0; }
  void add(Sum& sum, std::size_t slot, int player) const noexcept {
    sum += weights_[slot][static_cast<std::size_t>(player)];
  }
  void take(Sum& sum, std::size_t slot, int player) const noexcept {
    sum -= weights_[slot][static_cast<std::size_t>(player)];
  }
  [[nodiscard]] std::int32_t log_odds(Sum sum) const noexcept { return sum; }

 private:
  std::vector<std::array<std::int16_t, views<G>>> weights_;  // by slot and player
};

}  // namespace tesuji::learned
