// The ranks of the moves of one position by what is known about them, and what is learnt when one
// of them refutes the move before.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tesuji/base/game.hpp"
#include "tesuji/base/history.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/alphabeta/leaf_values.hpp"
#include "tesuji/search/alphabeta/lost_moves.hpp"
#include "tesuji/search/alphabeta/options.hpp"
#include "tesuji/search/alphabeta/ordering.hpp"

namespace tesuji::alphabeta {

// What a thread's rankers share.
template <Game G, class K>
struct RankerBase {
  const Options& options;
  const K& knowledge;
  const Ordering<G, K>& ordering;
  History& history;
  Score swing;  // of the evaluation
};

template <Game G, class K>
class Ranker {
 public:
  // `previous` is the move that led to the position. What is given by reference must outlive this.
  Ranker(const RankerBase<G, K>& base, const G& position, LeafValues<G, K>& leaves, Move previous,
         int depth, int ply) noexcept
      : base_(base),
        position_(position),
        leaves_(leaves),
        depth_(depth),
        ply_(ply),
        player_(position.to_move()),
        previous_(previous),
        counter_(base.options.countermoves ? base.history.counter(player_, previous) : no_move) {}

  std::int32_t operator()(Move move) const {
    if (base_.options.killers && base_.history.is_killer(move, ply_)) return killer_rank;
    if (move == counter_) return killer_rank - 1;
    const int learnt = base_.options.history ? base_.history.score(player_, move) : 0;
    return presorts() ? learnt + presort_rank(move) : learnt;
  }
  // What the history says about a move, from -1 to 1; nothing where reductions do not ask.
  [[nodiscard]] double learnt(Move move) const noexcept {
    if (base_.options.reduce_history == 0 || !base_.options.history) return 0;
    return static_cast<double>(base_.history.score(player_, move)) / History::most;
  }
  // Whether the knowledge sees that the move loses at once: such moves are not searched.
  bool leaves_out(Move move) {
    const bool on = base_.options.skip_lost && base_.options.prune;
    if (!lost_) lost_.emplace(base_.knowledge, position_, on);
    const bool is_lost = lost_->contains(move);
    left_out_any_ |= is_lost;
    return is_lost;
  }
  [[nodiscard]] bool left_out_any() const noexcept { return left_out_any_; }
  // The move did not refute the one before.
  void tried(Move move) noexcept {
    if (tried_count_ < tried_.size()) tried_[tried_count_++] = move;
  }
  void reward(Move move) noexcept {
    base_.history.reward(player_, move, previous_, depth_, ply_);
    for (std::size_t i = 0; i < tried_count_; ++i) {
      base_.history.punish(player_, tried_[i], depth_);
    }
  }

 private:
  static constexpr std::int32_t killer_rank = 1 << 30;
  // A swing of the evaluation, or a unit of the move score, counts half as much as the most that
  // the history can say.
  static constexpr double presort_unit = History::most / 2.0;

  [[nodiscard]] bool presorts() const noexcept {
    return base_.options.presort != PresortRule::none && depth_ >= base_.options.presort_depth;
  }
  [[nodiscard]] std::int32_t presort_rank(Move move) const {
    return static_cast<std::int32_t>(presort_unit * std::clamp(units(move), -1000.0, 1000.0));
  }
  [[nodiscard]] double units(Move move) const {
    if constexpr (HasMoveScore<K, G>) {
      if (base_.options.presort == PresortRule::score) {
        return base_.knowledge.move_score(position_, move) / K::score_unit;
      }
    }
    const Score value =
        leaves_.known() ? leaves_.most(move) : base_.ordering.value_after(position_, move);
    return static_cast<double>(value) / base_.swing;
  }

  RankerBase<G, K> base_;
  const G& position_;
  LeafValues<G, K>& leaves_;
  int depth_;
  int ply_;
  int player_;
  Move previous_;
  Move counter_;
  std::optional<LostMoves<G, K>> lost_;
  bool left_out_any_ = false;
  std::array<Move, 32> tried_;  // only the first `tried_count_` are set
  std::size_t tried_count_ = 0;
};

}  // namespace tesuji::alphabeta
