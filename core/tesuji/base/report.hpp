// The report of a search, while it runs and when it is done.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "tesuji/base/move.hpp"
#include "tesuji/base/proof.hpp"

namespace tesuji {

// One move of the searched position; value and proof are for the player to move.
struct MoveReport {
  Move move = 0;
  std::uint64_t visits = 0;
  double value = 0.5;
  double prior = 0;
  Proof proof = Proof::none;
};

struct SearchReport {
  Move best = 0;
  double value = 0.5;
  Proof proof = Proof::none;
  std::uint64_t simulations = 0;
  std::uint64_t nodes = 0;
  int depth = 0;
  double seconds = 0;
  std::uint64_t reused = 0;  // simulations of this position by earlier searches
  std::vector<MoveReport> moves;
  std::vector<Move> line;  // the principal variation, including chance events
};

// Progress of a running search for another thread: that thread asks, and the search answers when
// it next reads its clock.
class Progress {
 public:
  void ask() noexcept { asked_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool asked() const noexcept { return asked_.load(std::memory_order_relaxed); }
  void answer(SearchReport report) {
    const std::lock_guard guard(mutex_);
    report_ = std::move(report);
    ++answers_;
    asked_.store(false, std::memory_order_relaxed);
  }
  // Call before a new search: the last answer is about another position.
  void reset() {
    const std::lock_guard guard(mutex_);
    answers_ = 0;
    asked_.store(false, std::memory_order_relaxed);
  }
  // The last answer, and the number of answers.
  std::pair<SearchReport, std::uint64_t> latest() {
    const std::lock_guard guard(mutex_);
    return {report_, answers_};
  }

 private:
  std::atomic<bool> asked_{false};
  std::mutex mutex_;
  SearchReport report_;
  std::uint64_t answers_ = 0;
};

}  // namespace tesuji
