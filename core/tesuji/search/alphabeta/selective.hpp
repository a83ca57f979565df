// Which moves and positions are searched less deeply, or not at all. What this leaves out is never
// a proven win or loss: it only ever replaces one evaluation by another.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "tesuji/search/alphabeta/options.hpp"
#include "tesuji/search/alphabeta/root.hpp"

namespace tesuji::alphabeta {

class Selectivity {
 public:
  static constexpr int deepest_cut = 3;       // the largest depth of a static cut
  static constexpr int least_null_depth = 3;  // of a null move
  static constexpr int least_iir_depth = 4;   // of internal iterative reduction

  explicit Selectivity(const Options& options) : options_(options) {
    for (std::size_t i = 1; i < logs_.size(); ++i) logs_[i] = std::log(static_cast<double>(i));
  }

  // Whether late moves are reduced: only where they are verified with null windows.
  [[nodiscard]] bool reduces() const noexcept {
    return options_.staged && options_.prune && options_.pvs && options_.beam == 0 &&
           options_.reduce > 0;
  }
  // Whether anything is left out.
  [[nodiscard]] bool prunes() const noexcept {
    return options_.staged &&
           (reduces() || cuts() || options_.iir || options_.late > 0 || options_.null_move > 0);
  }
  // Whether a static evaluation can end the search of a node.
  [[nodiscard]] bool cuts() const noexcept { return options_.futility > 0 || options_.razor > 0; }

  void begin_search() noexcept {
    swing_ = 0;
    tempo_ = 0;
  }
  // Learns two things from the first depth: the spread of the root moves' evaluations, which is
  // the unit of all margins, and the gain of having the move. `value` is the root's evaluation.
  void learn(const Root& root, Score value) noexcept {
    swing_ = mean_deviation(root);
    const bool usable = reduces() && std::abs(root.score) <= most_evaluation;
    tempo_ = usable ? static_cast<Score>(options_.tempo * (root.score - value) / 2) : 0;
  }

  // An evaluation as if the player to move had half of a move already. Lines that end after an
  // odd and after an even number of plies are then comparable, which reductions need.
  [[nodiscard]] Score with_tempo(Score evaluation) const noexcept {
    return std::clamp(evaluation + tempo_, -most_evaluation, most_evaluation);
  }

  // Plies by which a move is first searched less; `index` moves came before it. `learnt` is what
  // the history says about it, from -1 to 1.
  [[nodiscard]] int reduction(int depth, int index, bool pv, double learnt = 0) const noexcept {
    if (!reduces() || index < 2 || depth < 2) return 0;
    const double less = options_.reduce * log(depth) * log(index) + 0.5;
    const double with_history = less - options_.reduce_history * learnt;
    return std::clamp(static_cast<int>(std::floor(with_history)) - (pv ? 1 : 0), 0, depth - 1);
  }
  // The moves of a position to this depth after which the rest are left out; 0: none are.
  [[nodiscard]] int late_moves(int depth) const noexcept {
    return depth <= options_.late_depth ? options_.late * depth : 0;
  }
  // Whether the evaluation is so far above or below the window that the position need not be
  // searched.
  [[nodiscard]] bool is_outside(Score value, int depth, Score alpha, Score beta) const noexcept {
    const auto margin = [&](double swings) { return static_cast<Score>(swings * swing_ * depth); };
    if (swing_ == 0) return false;
    const bool above = options_.futility > 0 && value - margin(options_.futility) >= beta;
    const bool below = options_.razor > 0 && value + margin(options_.razor) <= alpha;
    return above || below;
  }

  // A number of swings as a score; a swing of zero counts as the smallest.
  [[nodiscard]] Score swing() const noexcept { return std::max(swing_, Score{1}); }

 private:
  static Score mean_deviation(const Root& root) noexcept {
    const auto sum = [&](auto&& term) {
      std::int64_t total = 0;
      for (const RootMove& move : root.moves) {
        if (move.seen() && std::abs(move.bound) <= most_evaluation) total += term(move.bound);
      }
      return total;
    };
    const std::int64_t count = sum([](Score) { return 1; });
    if (count == 0) return 0;
    const std::int64_t mean = sum([](Score score) { return score; }) / count;
    const std::int64_t all = sum([&](Score score) { return std::abs(score - mean); });
    return static_cast<Score>(all / count);
  }
  [[nodiscard]] double log(int n) const noexcept {
    return logs_[std::min(static_cast<std::size_t>(n), logs_.size() - 1)];
  }

  const Options& options_;
  std::array<double, 256> logs_{};
  Score swing_ = 0;
  Score tempo_ = 0;
};

}  // namespace tesuji::alphabeta
