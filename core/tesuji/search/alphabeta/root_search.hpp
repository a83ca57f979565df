// Iterative deepening at the root: the depths of one search, the windows of each, and the passes
// that threads make together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "tesuji/base/game.hpp"
#include "tesuji/search/alphabeta/aspiration.hpp"
#include "tesuji/search/alphabeta/busy.hpp"
#include "tesuji/search/alphabeta/root.hpp"
#include "tesuji/search/alphabeta/shared_passes.hpp"
#include "tesuji/search/alphabeta/time_plan.hpp"

namespace tesuji::alphabeta {

template <Game G, class K>
class Worker;

template <Game G, class K>
class RootSearch {
 public:
  explicit RootSearch(Worker<G, K>& worker) noexcept : worker_(worker), root_(worker.root_) {}

  // Searches deeper and deeper until it is done or aborted.
  void deepen() {
    const int limit = worker_.control_->budget().depth;
    for (depth_ = 1; depth_ <= limit && !resolved(); ++depth_) {
      if (skips() && depth_ < limit) continue;
      worker_.reached_horizon_ = false;
      iterate();
      if (worker_.aborted_) {
        root_.decide();
        return;
      }
      root_.depth = depth_;
      // Nothing was left to an evaluation: a deeper search cannot say more.
      if (!worker_.reached_horizon_ || is_enough()) return;
    }
  }

 private:
  // Where threads do not divide the work, helpers leave depths out, each in a rhythm of its own:
  // what one finds out deeper down, the others find in the table. None leaves out the first, from
  // which all learn the same tempo: entries of the table must mean the same to all.
  [[nodiscard]] bool skips() const noexcept {
    const int number = worker_.number_;
    if (number == 0 || depth_ == 1 || worker_.team_ != nullptr) return false;
    const int stretch = 1 + (number - 1) / 2 % 3;
    return (depth_ + number) / stretch % 2 == 1;
  }

  // A forced result within the depth does not get any better by looking deeper. But where a win is
  // a win at any depth and the first move counts, an earlier move may yet turn out to be one.
  [[nodiscard]] bool resolved() const noexcept {
    if (!root_.proven) return false;
    const Scale& scale = worker_.scale_;
    const bool end = scale.is_win(root_.score) || scale.is_loss(root_.score);
    if (end && !worker_.within(root_.score, root_.depth)) return false;
    const bool first_counts = !worker_.options_.speed && !worker_.options_.sort;
    return !(first_counts && scale.is_win(root_.score) && root_.best > 0);
  }

  // Whether the time is better kept for later moves.
  [[nodiscard]] bool is_enough() {
    const double seconds = worker_.control_->budget().seconds;
    const bool timed = seconds < std::numeric_limits<double>::infinity();
    if (!timed || worker_.number_ != 0) return false;
    if (worker_.options_.stop_early && !worker_.beamed() && is_decided(root_)) return true;
    worker_.plan_.finish_iteration(root_.moves[root_.best].move, root_.score);
    return worker_.plan_.is_enough(worker_.watch_->seconds());
  }

  // Step 1. One depth, in a window round the last score; wider where that was wrong.
  void iterate() {
    window_ = first_window();
    do {
      const Score score = search_root(window_.low(), window_.high());
      if (worker_.behind_) {
        catch_up();
      } else if (worker_.aborted_) {
        return;
      } else {
        finish_pass(score);
      }
    } while (!iteration_over_);
  }
  void finish_pass(Score score) {
    const bool steps = worker_.options_.trend;
    iteration_over_ = false;
    if (window_.fails_low(score)) {
      steps ? window_.widen_down(score) : window_.open_down();
    } else if (window_.fails_high(score) && !wins_within(score)) {
      steps ? window_.widen_up(score) : window_.open_up();
    } else {
      finish_iteration();
      iteration_over_ = true;
    }
    const int passes = ++worker_.passes_;
    if (worker_.team_ == nullptr) return;
    const bool published = worker_.team_->passes.publish(
        {passes, depth_, window_, iteration_over_, worker_.reached_horizon_, root_, trend_});
    if (!published) catch_up();
  }
  // Goes on from the last pass that any thread has finished.
  void catch_up() {
    const Deepening last = worker_.team_->passes.latest();
    depth_ = last.depth;
    window_ = last.window;
    iteration_over_ = last.iteration_over;
    trend_ = last.trend;
    root_ = last.root;
    worker_.passes_ = last.passes;
    worker_.reached_horizon_ = last.reached_horizon;
    worker_.open_.clear();
    worker_.behind_ = worker_.aborted_ = false;
  }

  [[nodiscard]] Window first_window() const noexcept {
    const Options& options = worker_.options_;
    // A step of value (0 to 1) is two steps of score (-1 to 1).
    const auto half = static_cast<Score>(options.aspiration * 2 * win_score);
    if (!options.prune || half == 0 || root_.depth == 0) return {};
    if (!options.trend) return {root_.score, half};
    if (!trend_.known()) return {};
    return {trend_.centre(), trend_.half_width(half / 8)};
  }
  // A proven win, of which a wider window would only show how fast it is.
  [[nodiscard]] bool wins_within(Score score) const noexcept {
    return worker_.options_.trend && worker_.scale_.is_win(score) && !worker_.beamed() &&
           worker_.within(score, depth_);
  }
  void finish_iteration() {
    if (worker_.options_.sort) root_.sort(worker_.options_.effort);
    root_.finish();
    trend_.add(root_.score);
    if (root_.depth == 0 && worker_.options_.staged) {
      worker_.selectivity_.learn(root_, worker_.evaluator_.evaluate(worker_.position_, 0));
    }
    if (!worker_.beamed() && !worker_.reached_horizon_) root_.proven = true;
  }

  Score search_root(Score alpha, Score beta) {
    Score best = no_score;
    root_.begin_pass();
    RootPicker picker(root_.moves);
    SharedPicker shared(picker, worker_.busy_at(depth_), worker_.deferred_, worker_.keys_[0],
                        depth_);
    while (const auto next = shared.next([](Move) { return 0; })) {
      const int index = next->number;
      RootMove& move = root_.moves[static_cast<std::size_t>(index)];
      const std::uint64_t before = worker_.nodes_;
      const int less = worker_.selectivity_.reduction(depth_, index, true);
      const Score score = worker_.search_move(worker_.position_, move.move, depth_, 0, alpha, beta,
                                              index == 0, less);
      if (worker_.aborted_) return best;
      move.nodes += worker_.nodes_ - before;
      root_.record(move, score, alpha, beta);
      best = std::max(best, move.bound);
      alpha = std::max(alpha, move.bound);
      if (alpha >= beta) break;
    }
    root_.end_pass(worker_.options_.sort);
    return best;
  }

  Worker<G, K>& worker_;
  Root& root_;
  ScoreTrend trend_;
  Window window_;
  int depth_ = 0;  // of the current iteration
  bool iteration_over_ = false;
};

}  // namespace tesuji::alphabeta
