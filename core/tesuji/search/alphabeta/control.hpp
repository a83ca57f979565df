// What the threads of one search share while it runs: the budget, the progress report and the
// signal to stop.
#pragma once

#include <atomic>
#include <cstdint>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/report.hpp"

namespace tesuji::alphabeta {

class SearchControl {
 public:
  SearchControl(const Budget& budget, const StopToken& stop, Progress& progress)
      : budget_(budget), stop_(stop), progress_(progress) {}

  [[nodiscard]] const Budget& budget() const noexcept { return budget_; }
  // Whether the caller asked the search to stop.
  [[nodiscard]] bool stopped() const noexcept { return stop_.stopped(); }
  [[nodiscard]] Progress& progress() const noexcept { return progress_; }

  // Ends the search for all threads.
  void end() noexcept { ended_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool ended() const noexcept { return ended_.load(std::memory_order_relaxed); }

  void count_nodes(std::uint64_t more) noexcept {
    nodes_.fetch_add(more, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t nodes() const noexcept {
    return nodes_.load(std::memory_order_relaxed);
  }

 private:
  const Budget& budget_;
  const StopToken& stop_;
  Progress& progress_;
  // What all threads read or write, each on a cache line of its own.
  alignas(64) std::atomic<bool> ended_{false};
  alignas(64) std::atomic<std::uint64_t> nodes_{0};
};

}  // namespace tesuji::alphabeta
