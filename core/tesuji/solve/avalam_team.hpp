// The threads that search one kind of value (score, or result with the tie-break), and the moves
// that keep a proven value.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam_search.hpp"

namespace tesuji::solve::sums {

// What the players must keep: Yellow a value of at least, Red one of at most.
struct Goal {
  std::optional<int> at_least;
  std::optional<int> at_most;
};

class Team {
 public:
  Team(Weights weights, Table& table, std::size_t bytes, int threads) : weights_(weights) {
    const std::size_t share = bytes / static_cast<std::size_t>(threads);
    for (int thread = 0; thread < threads; ++thread) {
      searchers_.push_back(std::make_unique<Searcher>(weights, table, share, thread));
    }
  }

  [[nodiscard]] Bounds known(const Avalam& position) {
    return searchers_[0]->known(searchers_[0]->maker().sum(position));
  }
  [[nodiscard]] int estimate(const Avalam& position) {
    return searchers_[0]->maker().sum(position).estimate;
  }

  // Tightens the bounds until they tell whether the value is at least `target`; returns false if
  // the budget is spent first. All threads ask the same question and share the table; the first
  // answer ends the others.
  bool decide(const Avalam& position, Bounds& bounds, int target, Control& control) {
    if (bounds.decides(target)) return true;
    if (control.spent()) return false;
    std::atomic<bool> done{false};
    std::vector<Bounds> found(searchers_.size(), bounds);
    const auto ask = [&](std::size_t i) {
      Sum sum = searchers_[i]->maker().sum(position);
      if (!searchers_[i]->decide(sum, target, control, done)) return;
      found[i] = sum.bounds;
      done = true;
    };
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < searchers_.size(); ++i) helpers.emplace_back(ask, i);
      ask(0);
    }
    for (const Bounds& answer : found) bounds.tighten(answer);
    return bounds.decides(target);
  }

  // A move that keeps the goal of the player to move, or a promising one if there is no goal.
  // Empty if the budget is spent before one is proven.
  std::optional<Move> keep(const Avalam& position, const Goal& goal, Control& control) {
    const bool red = position.to_move() == 1;
    const bool has_goal = red ? goal.at_most.has_value() : goal.at_least.has_value();
    auto candidates = sorted_moves(position);
    if (!has_goal) return candidates.front().second;
    const int target = red ? *goal.at_most + weights_.quantum() : *goal.at_least;
    const auto keeps = [&](const Bounds& bounds) {
      return red ? bounds.upper < target : bounds.lower >= target;
    };
    for (const auto& [score, move] : candidates) {
      if (keeps(known(after(position, move)))) return move;
    }
    for (const auto& [score, move] : candidates) {
      const Avalam next = after(position, move);
      Bounds bounds = known(next);
      if (!decide(next, bounds, target, control)) return std::nullopt;
      if (keeps(bounds)) return move;
    }
    return std::nullopt;
  }

 private:
  static Avalam after(Avalam position, Move move) noexcept {
    position.play(move);
    return position;
  }
  // The best estimates for the player to move first.
  [[nodiscard]] std::vector<std::pair<int, Move>> sorted_moves(const Avalam& position) {
    std::vector<std::pair<int, Move>> result;
    MoveList list;
    position.legal_moves(list);
    for (const Move move : list) {
      const int value = estimate(after(position, move));
      result.emplace_back(position.to_move() == 1 ? value : -value, move);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  Weights weights_;
  std::vector<std::unique_ptr<Searcher>> searchers_;
};

}  // namespace tesuji::solve::sums
