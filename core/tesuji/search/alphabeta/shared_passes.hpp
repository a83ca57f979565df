// Passes over the root that threads make together. The first thread to finish a pass publishes
// what is known about the root; the others give up theirs and go on from there.
#pragma once

#include <atomic>
#include <mutex>

#include "tesuji/search/alphabeta/aspiration.hpp"
#include "tesuji/search/alphabeta/busy.hpp"
#include "tesuji/search/alphabeta/root.hpp"

namespace tesuji::alphabeta {

// Where iterative deepening stands after some passes.
struct Deepening {
  int passes = 0;  // finished so far
  int depth = 1;   // of the last pass
  Window window;   // of the next pass, if the iteration is not over
  bool iteration_over = true;
  bool reached_horizon = false;
  Root root;
  ScoreTrend trend;
};

class SharedPasses {
 public:
  void begin_search() noexcept { published_.store(0, std::memory_order_relaxed); }

  // Whether another thread is ahead of one with this many passes.
  [[nodiscard]] bool is_ahead(int passes) const noexcept {
    return published_.load(std::memory_order_relaxed) > passes;
  }
  // Publishes a finished pass; false if another thread was first.
  bool publish(const Deepening& own) {
    const std::lock_guard lock(mutex_);
    if (is_ahead(own.passes - 1)) return false;
    latest_ = own;
    published_.store(own.passes, std::memory_order_relaxed);
    return true;
  }
  [[nodiscard]] Deepening latest() {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

 private:
  alignas(64) std::atomic<int> published_{0};
  alignas(64) std::mutex mutex_;
  Deepening latest_;
};

// What threads share that divide the work, besides the table.
struct Team {
  BusyMoves busy;
  SharedPasses passes;
};

}  // namespace tesuji::alphabeta
