// The window of scores within which a depth is searched first, and how it grows where that fails.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tesuji/search/alphabeta/score.hpp"

namespace tesuji::alphabeta {

// The scores of the last depths. Odd and even depths differ, since another player has the last
// move, so the window is around the score two depths ago and as wide as such scores differ.
class ScoreTrend {
 public:
  void add(Score score) noexcept {
    if (count_ >= 2) {
      const Score change = std::abs(score - last_[static_cast<std::size_t>(count_ % 2)]);
      swing_ = count_ == 2 ? change : (swing_ + change) / 2;
    }
    last_[static_cast<std::size_t>(count_ % 2)] = score;
    ++count_;
  }
  // Whether there are scores enough to guess the next one.
  [[nodiscard]] bool known() const noexcept { return count_ >= 2; }
  [[nodiscard]] Score centre() const noexcept {
    return last_[static_cast<std::size_t>(count_ % 2)];
  }
  [[nodiscard]] Score half_width(Score least) const noexcept {
    return count_ >= 3 ? std::max(least, swing_ + swing_ / 2) : 4 * least;
  }

 private:
  std::array<Score, 2> last_{};  // by depth, odd and even
  Score swing_ = 0;
  int count_ = 0;
};

class Window {
 public:
  static constexpr Score bottom = no_score;
  static constexpr Score top = win_score + 1;

  Window() = default;
  Window(Score centre, Score half) noexcept
      : low_(std::max(bottom, centre - half)), high_(std::min(top, centre + half)), step_(half) {}

  [[nodiscard]] Score low() const noexcept { return low_; }
  [[nodiscard]] Score high() const noexcept { return high_; }
  // Whether the score lies outside, on a side that is not yet open.
  [[nodiscard]] bool fails_low(Score score) const noexcept {
    return score <= low_ && low_ > bottom;
  }
  [[nodiscard]] bool fails_high(Score score) const noexcept {
    return score >= high_ && high_ < top;
  }
  void open_down() noexcept { low_ = bottom; }
  void open_up() noexcept { high_ = top; }
  // Opens the side a step further, from the score that was found; far from evaluations, wholly.
  void widen_down(Score score) noexcept {
    step_ = std::min(4 * step_, win_score);
    low_ = score - step_ < -most_evaluation ? bottom : score - step_;
  }
  void widen_up(Score score) noexcept {
    step_ = std::min(4 * step_, win_score);
    high_ = score + step_ > most_evaluation ? top : score + step_;
  }

 private:
  Score low_ = bottom;
  Score high_ = top;
  Score step_ = 0;
};

}  // namespace tesuji::alphabeta
