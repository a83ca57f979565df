// How long a search thinks on a clock for the whole game: longer while its best move changes or
// its value falls, shorter while both are stable. The deadline of the budget holds in any case.
#pragma once

#include <algorithm>
#include <limits>

#include "tesuji/search/alphabeta/root.hpp"

namespace tesuji::alphabeta {

class TimePlan {
 public:
  // `target` is the time of an average move; infinite if there is no plan.
  explicit TimePlan(double target = std::numeric_limits<double>::infinity()) noexcept
      : target_(target) {}

  [[nodiscard]] bool is_active() const noexcept {
    return target_ < std::numeric_limits<double>::infinity();
  }

  // An iteration is finished, with this answer.
  void finish_iteration(Move best, Score score) noexcept {
    if (iterations_++ > 0) {
      changes_ = 0.5 * changes_ + (best == best_ ? 0 : 1);
      fall_ = std::max(0.0, static_cast<double>(score_ - score) / (2 * win_score));
    }
    best_ = best;
    score_ = score;
  }

  // Seconds that the search may take as things stand.
  [[nodiscard]] double limit() const noexcept {
    return target_ * std::clamp(stable + per_change * changes_ + per_fall * fall_, least, most);
  }
  // Whether to leave out the next iteration: it takes longer than all before it together.
  [[nodiscard]] bool is_enough(double seconds) const noexcept {
    return is_active() && seconds >= begin_share * limit();
  }

 private:
  // Shares of the target. An answer that never changes takes half of it, one change in the last
  // iteration as much again, and so does a fall of the value by a sixteenth.
  static constexpr double stable = 0.5;
  static constexpr double per_change = 0.5;
  static constexpr double per_fall = 8;
  static constexpr double least = 0.5;
  static constexpr double most = 3;
  static constexpr double begin_share = 0.7;

  double target_;
  int iterations_ = 0;
  Move best_ = 0;
  Score score_ = 0;
  double changes_ = 0;  // of the best move; older ones count less
  double fall_ = 0;     // of the value (0 to 1) in the last iteration
};

// Whether more time cannot change the answer: a win is proven, or all moves but one are lost.
inline bool is_decided(const Root& root) noexcept {
  if (root.proven && root.scale.is_win(root.score)) return true;
  return std::ranges::count_if(root.moves,
                               [&](const RootMove& move) { return !move.lost(root.scale); }) == 1;
}

}  // namespace tesuji::alphabeta
