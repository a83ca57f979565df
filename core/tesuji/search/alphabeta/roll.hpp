// The search of a chance node: the table, leaves before the roll, and Star1 and Star2.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "tesuji/base/game.hpp"
#include "tesuji/search/alphabeta/star.hpp"

namespace tesuji::alphabeta {

template <Game G, class K>
class Worker;

template <Game G, class K>
class RollSearch {
 public:
  explicit RollSearch(Worker<G, K>& worker) noexcept : worker_(worker) {}

  // A chance node: the expectation over its events, from the table or by search.
  Score search(const G& position, int depth, int ply, Score alpha, Score beta) {
    worker_.root_.met_chance = true;
    if (depth <= 0 && worker_.options_.roll_leaf && worker_.options_.ignores_roll) {
      worker_.reached_horizon_ = true;
      return worker_.static_score(position, ply);
    }
    if (!worker_.options_.roll_table || !worker_.options_.table || depth <= 0) {
      return search_roll(position, depth, ply, alpha, beta).score;
    }
    const std::uint64_t key = position.hash();
    if (const auto entry = worker_.find(key)) {
      if ((entry->depth >= depth || entry->complete) &&
          worker_.decides(entry->bound, entry->score, alpha, beta)) {
        if (!entry->complete) worker_.reached_horizon_ = true;
        return entry->score;
      }
    }
    const bool horizon_before = std::exchange(worker_.reached_horizon_, false);
    Entry entry = search_roll(position, depth, ply, alpha, beta);
    if (worker_.aborted_) return 0;
    entry.depth = static_cast<std::uint8_t>(std::min(depth, 255));
    entry.complete = !worker_.reached_horizon_ || is_certain(entry);
    worker_.table_.store(key, entry);
    worker_.reached_horizon_ = horizon_before || !entry.complete;
    return entry.score;
  }

 private:
  // Whether a result holds at any depth although some moves were evaluated.
  [[nodiscard]] bool is_certain(const Entry& entry) const noexcept {
    if (worker_.beamed()) return false;
    return (worker_.scale_.is_win(entry.score) && entry.bound != Bound::upper) ||
           (worker_.scale_.is_loss(entry.score) && entry.bound != Bound::lower);
  }
  Entry search_roll(const G& position, int depth, int ply, Score alpha, Score beta) {
    return search_events(
        position, worker_.options_, depth > 0, alpha, beta, worker_.aborted_,
        [&](const G& next, Score low, Score high) {
          return worker_.search_position(next, depth, ply, low, high);
        },
        [&](const G& next, Score low, Score high) {
          const Score probe = search_one(next, depth, ply, low, high);
          return worker_.aborted_ ? no_score : probe;
        });
  }
  // A lower bound of a decision: its most promising move alone. Up to alpha it is no bound.
  Score search_one(const G& position, int depth, int ply, Score alpha, Score beta) {
    if (const auto outcome = position.outcome()) {
      return worker_.scale_.end(*outcome, position.to_move(), ply);
    }
    if (is_chance(position)) return -win_score;
    const std::uint64_t key = worker_.options_.table ? position.hash() : 0;
    const auto entry = worker_.find(key);
    if (worker_.options_.roll_probe && entry && (entry->depth >= depth || entry->complete) &&
        worker_.decides(entry->bound, entry->score, no_score, alpha + 1)) {
      if (!entry->complete) worker_.reached_horizon_ = true;
      return entry->score;
    }
    const auto hint = entry ? std::optional(entry->move) : worker_.old_hint(key);
    const Move move = worker_.ordering_.order(position, ply, hint).front().move;
    return worker_.search_move(position, move, depth, ply, alpha, beta, true);
  }

  Worker<G, K>& worker_;
};

}  // namespace tesuji::alphabeta
