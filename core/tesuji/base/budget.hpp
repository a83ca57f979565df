// The budget of a search, and when it must stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "tesuji/base/platform.hpp"

namespace tesuji {

struct Budget {
  double seconds = std::numeric_limits<double>::infinity();
  // On a clock for the whole game: the time of an average move. `seconds` is then the longest.
  double target = std::numeric_limits<double>::infinity();
  bool cpu_clock = false;  // seconds are CPU seconds of the searching thread
  std::uint64_t simulations = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  int depth = std::numeric_limits<int>::max();
};

// Lets another thread stop a search.
class StopToken {
 public:
  void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
  void reset() noexcept { stopped_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> stopped_{false};
};

// Starts when it is constructed, in the searching thread.
class Stopwatch {
 public:
  explicit Stopwatch(const Budget& budget) noexcept
      : limit_(budget.seconds),
        cpu_(budget.cpu_clock),
        cpu_begun_(cpu_ ? thread_cpu_seconds() : 0),
        wall_begun_(wall_seconds()) {}

  // Elapsed seconds on the budget's clock.
  [[nodiscard]] double seconds() const noexcept {
    return cpu_ ? thread_cpu_seconds() - cpu_begun_ : wall_seconds() - wall_begun_;
  }
  [[nodiscard]] bool expired() const noexcept {
    if (limit_ == std::numeric_limits<double>::infinity()) return false;
    if (seconds() >= limit_) return true;
    // A CPU budget must also end on a machine that hardly runs this thread.
    return cpu_ && wall_seconds() - wall_begun_ >= 10 * limit_ + 1;
  }

 private:
  double limit_;
  bool cpu_;
  double cpu_begun_;
  double wall_begun_;
};

// How often to read the clock: about every tenth of a millisecond, for slow and fast games.
class Pace {
 public:
  // Reads the clock at least every `most` simulations.
  explicit Pace(double most = 64) noexcept : most_(most) {}

  // The number of simulations at which to read the clock next.
  [[nodiscard]] std::uint64_t next() const noexcept { return next_; }
  void look(double seconds, std::uint64_t simulations) noexcept {
    const auto since = simulations - simulations_;
    // The slower of the last interval and the average: one short game must not delay the next look.
    const double last = since > 0 ? (seconds - seconds_) / static_cast<double>(since) : 1e-4;
    const double all = simulations > 0 ? seconds / static_cast<double>(simulations) : 1e-4;
    const double each = std::max(last, all);
    seconds_ = seconds;
    simulations_ = simulations;
    next_ = simulations +
            static_cast<std::uint64_t>(std::clamp(1e-4 / std::max(each, 1e-9), 1.0, most_));
  }

 private:
  double most_;
  double seconds_ = 0;
  std::uint64_t simulations_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace tesuji
