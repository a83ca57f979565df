// The scores of moves to the horizon without making them, where the game's knowledge can.
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
  LeafValues(const K&, const Evaluator<G, K>&, const Selectivity&, const G&, int, bool) noexcept {}

  // Whether there are scores, and whether they are exact.
  static bool known() noexcept { return false; }
  static bool exact() noexcept { return false; }
  // The score of a move to the horizon for the player who makes it: exact, or too high where the
  // opponent wins with the next move.
  static Score most(Move) noexcept { return no_score; }
};

template <Game G, class K>
  requires(HasMoveValues<K, G> && !HasChance<G>)
class LeafValues<G, K> {
 public:
  // What is given must outlive this. The values are computed when the first is asked for.
  LeafValues(const K& knowledge, const Evaluator<G, K>& evaluator, const Selectivity& selectivity,
             const G& position, int ply, bool on) noexcept
      : knowledge_(knowledge),
        evaluator_(evaluator),
        selectivity_(selectivity),
        position_(position),
        ply_(ply),
        plies_left_(on && is_faster(evaluator) ? K::MoveValues::plies_left(position) : 0) {}

  [[nodiscard]] bool known() const noexcept { return plies_left_ > 1; }
  [[nodiscard]] bool exact() const noexcept { return plies_left_ > 2; }
  Score most(Move move) noexcept {
    if (!evaluator_.knows()) return -selectivity_.with_tempo(other_value_after(move));
    if (!values_) values_.emplace(knowledge_, position_);
    const Score opponents = -score_of_value(values_->after(move), position_);
    return -selectivity_.with_tempo(opponents);
  }

 private:
  static bool is_faster(const Evaluator<G, K>& evaluator) noexcept {
    // Functions of the caller may throw and be slow: each of their calls is a node.
    return evaluator.knows() || evaluator.follows_moves() ||
           (HasCheapMoves<K> && evaluator.is_object());
  }
  // By an object, for the player whose turn it is then.
  [[nodiscard]] Score other_value_after(Move move) const {
    if (evaluator_.follows_moves()) return evaluator_.evaluate_after(position_, move, ply_);
    G next = position_;
    next.play(move);
    return evaluator_.evaluate(next);
  }

  const K& knowledge_;
  const Evaluator<G, K>& evaluator_;
  const Selectivity& selectivity_;
  const G& position_;
  int ply_;
  int plies_left_;
  std::optional<typename K::MoveValues> values_;
};

}  // namespace tesuji::alphabeta
