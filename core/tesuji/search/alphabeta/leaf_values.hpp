// The scores of moves to the horizon, without making them, where the game's knowledge can.
#pragma once

#include <optional>

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/alphabeta/evaluator.hpp"
#include "tesuji/search/alphabeta/selective.hpp"

namespace tesuji::alphabeta {

template <Game G, class K>
class LeafValues {
 public:
  LeafValues(const K&, const Selectivity&, const G&, bool) noexcept {}
  // The score of a move for the player who makes it, if it leads to the horizon: exact, or more
  // where the opponent wins at once.
  static std::optional<Score> most(Move) noexcept { return std::nullopt; }
  // Whether all scores are exact.
  static bool exact() noexcept { return false; }
};

template <Game G, class K>
  requires(HasMoveValues<K, G> && !HasChance<G>)
class LeafValues<G, K> {
 public:
  // What is given must outlive this. The values are computed when the first is asked for.
  LeafValues(const K& knowledge, const Selectivity& selectivity, const G& position, bool on) noexcept
      : knowledge_(knowledge),
        selectivity_(selectivity),
        position_(position),
        moves_(on ? position.move_count() : 0) {}

  [[nodiscard]] bool exact() const noexcept { return moves_ > 2 * K::most_last_moves; }

  std::optional<Score> most(Move move) noexcept {
    if (moves_ <= K::most_last_moves) return std::nullopt;
    if (!values_) values_.emplace(knowledge_, position_);
    const Score opponents = -score_of_value(values_->after(move), position_);
    return -selectivity_.with_tempo(opponents);
  }

 private:
  const K& knowledge_;
  const Selectivity& selectivity_;
  const G& position_;
  int moves_;
  std::optional<typename K::MoveValues> values_;
};

}  // namespace tesuji::alphabeta
