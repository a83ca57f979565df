// What a running solver has proven so far, for another thread to read.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

class SolveProgress {
 public:
  // Call before a new position.
  void reset() {
    const std::lock_guard guard(mutex_);
    solution_ = {};
    nodes_.store(0, std::memory_order_relaxed);
    begun_ = Clock::now();
  }
  void add_nodes(std::uint64_t count) noexcept {
    nodes_.fetch_add(count, std::memory_order_relaxed);
  }
  // Bounds only get narrower, so it does not matter which thread reports last.
  void learn(Range<double> value, std::optional<Range<int>> score = {}) {
    const std::lock_guard guard(mutex_);
    narrow(solution_.value, value);
    if (!score) return;
    if (!solution_.score) solution_.score = score;
    narrow(*solution_.score, *score);
  }
  // The bounds, the nodes and the seconds of the wall clock; no move and no line.
  [[nodiscard]] Solution latest() {
    const std::lock_guard guard(mutex_);
    Solution result = solution_;
    result.nodes = nodes_.load(std::memory_order_relaxed);
    result.seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <class Number>
  static void narrow(Range<Number>& range, Range<Number> other) {
    range = {std::max(range.lower, other.lower), std::min(range.upper, other.upper)};
  }

  std::mutex mutex_;
  Solution solution_;
  Clock::time_point begun_ = Clock::now();
  std::atomic<std::uint64_t> nodes_{0};
};

// Reports bounds if somebody wants to know them.
inline void report(const Options& options, Range<double> value,
                   std::optional<Range<int>> score = {}) {
  if (options.progress != nullptr) options.progress->learn(value, score);
}

}  // namespace tesuji::solve
