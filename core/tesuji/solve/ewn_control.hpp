// The budget of one thread of an ewn solver.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "tesuji/base/budget.hpp"

namespace tesuji::solve {

inline constexpr std::uint64_t no_node_limit = std::numeric_limits<std::uint64_t>::max();

// Counts nodes and says when a search must stop. Each thread has its own.
class Control {
 public:
  Control(const Budget& budget, std::uint64_t nodes, const StopToken& token,
          const std::atomic<bool>& done) noexcept
      : watch_(budget), limit_(nodes), token_(token), done_(done) {}

  // Counts a node; true if the search must stop.
  bool count() noexcept {
    if (++nodes_ > limit_) stopped_ = true;
    if (nodes_ % 256 == 0 && (token_.stopped() || done_ || watch_.expired())) stopped_ = true;
    return stopped_;
  }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] double seconds() const noexcept { return watch_.seconds(); }

 private:
  Stopwatch watch_;
  std::uint64_t limit_;
  std::uint64_t nodes_ = 0;
  const StopToken& token_;
  const std::atomic<bool>& done_;
  bool stopped_ = false;
};

}  // namespace tesuji::solve
