// The expectation over equally likely events in whole numbers, and the windows of Star1 and
// Star2 (Ballard, 1983). The mean is rounded down, and all bounds are exact for that.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tesuji/search/alphabeta/score.hpp"

namespace tesuji::alphabeta {

// Adds up the scores of a roll's events, in order, within a window for their mean.
class Expectation {
 public:
  // Rolls with more events than this go without lower bounds.
  static constexpr int most_floors = 64;

  Expectation(int events, Score alpha, Score beta) noexcept
      : count_(events), rest_(events), alpha_(alpha), beta_(beta), floor_sum_(-count_ * win_score) {
    floors_.fill(-win_score);
  }

  // Star2: event i is worth at least this.
  void raise_floor(int i, Score score) noexcept {
    floors_[static_cast<std::size_t>(i)] = score;
    floor_sum_ += score + win_score;
  }
  // Whether the lower bounds alone make the mean too good.
  [[nodiscard]] bool floors_suffice() const noexcept { return floor_sum_ >= count_ * beta_; }
  [[nodiscard]] Score floor_mean() const noexcept { return mean(floor_sum_); }

  // The window in which a probe of event i can still decide whether the lower bounds suffice, if
  // those after it are probed too: from `most_needed` on they do, below `least_needed` they cannot.
  [[nodiscard]] Score most_needed() const noexcept {
    return clamp(count_ * beta_ - floor_sum_ - win_score);
  }
  [[nodiscard]] Score least_needed(int i) const noexcept {
    const std::int64_t later = count_ - 1 - i;
    return clamp(count_ * beta_ - floor_sum_ - win_score - later * 2 * win_score);
  }

  // Moves on to the next event; low and high are then its window.
  void next() noexcept {
    const auto i = static_cast<std::size_t>(count_ - rest_);
    floor_sum_ -= i < floors_.size() ? floors_[i] : -win_score;
    --rest_;
  }
  // Up to `low` it makes the mean too bad even if all others are won; from `high` on it makes
  // it too good even if they come out at their lower bounds.
  [[nodiscard]] Score low() const noexcept {
    return clamp(count_ * (alpha_ + 1) - 1 - sum_ - rest_ * win_score);
  }
  [[nodiscard]] Score high() const noexcept { return clamp(count_ * beta_ - sum_ - floor_sum_); }
  void add(Score score) noexcept { sum_ += score; }

  [[nodiscard]] Score mean() const noexcept { return mean(sum_); }
  [[nodiscard]] Score most() const noexcept { return mean(sum_ + rest_ * win_score); }
  [[nodiscard]] Score least() const noexcept { return mean(sum_ + floor_sum_); }

 private:
  // Rounded down, but never to a certain loss while there is a chance.
  [[nodiscard]] Score mean(std::int64_t sum) const noexcept {
    const std::int64_t quotient = sum / count_ - (sum % count_ < 0 ? 1 : 0);
    const bool lost = sum <= -count_ * win_score;
    return static_cast<Score>(lost ? quotient : std::max<std::int64_t>(quotient, 1 - win_score));
  }
  static Score clamp(std::int64_t score) noexcept {
    return static_cast<Score>(
        std::clamp<std::int64_t>(score, no_score, std::int64_t{win_score} + 1));
  }

  std::int64_t count_;
  std::int64_t rest_;  // events not yet reached
  std::int64_t alpha_;
  std::int64_t beta_;
  std::int64_t sum_ = 0;    // of the events so far
  std::int64_t floor_sum_;  // of the lower bounds of the rest
  std::array<Score, most_floors> floors_{};
};

}  // namespace tesuji::alphabeta
