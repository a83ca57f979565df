// When a solver must stop: the budget, a stop from elsewhere, or an answer of another thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/solve/progress.hpp"

namespace tesuji::solve {

// Shared by the threads of one call of `solve`.
class Control {
 public:
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

  Control(const Budget& budget, StopToken& stop, SolveProgress* progress = nullptr)
      : budget_(budget), rest_(budget), stop_(stop), watch_(budget), progress_(progress) {}

  // The budget of the present question: what is left of the time.
  [[nodiscard]] const Budget& budget() const noexcept { return rest_; }
  // Seconds since the start, on the budget's clock; call it in the thread that started.
  [[nodiscard]] double seconds() const noexcept { return watch_.seconds(); }
  [[nodiscard]] std::uint64_t nodes() const noexcept {
    return nodes_.load(std::memory_order_relaxed);
  }
  // The nodes that are left for the present question.
  [[nodiscard]] std::uint64_t nodes_left() const noexcept {
    const std::uint64_t most = std::min(budget_.nodes, pause_);
    return most - std::min(most, nodes());
  }
  void add_nodes(std::uint64_t count) noexcept {
    nodes_.fetch_add(count, std::memory_order_relaxed);
    if (progress_ != nullptr) progress_->add_nodes(count);
    if (nodes() >= budget_.nodes) spend();
    if (nodes() >= pause_) answer();
  }

  // Nothing more may be searched: the budget is spent, or somebody stopped the solver.
  [[nodiscard]] bool spent() const noexcept { return spent_.load(std::memory_order_relaxed); }
  void spend() noexcept { spent_.store(true, std::memory_order_relaxed); }
  void look(const Stopwatch& watch) noexcept {
    if (stop_.stopped() || watch.expired()) spend();
  }

  // One thread has answered the present question, so the others need not.
  [[nodiscard]] bool answered() const noexcept { return answered_.load(std::memory_order_relaxed); }
  void answer() noexcept { answered_.store(true, std::memory_order_relaxed); }
  // Call it in the thread that started, while no other runs. The question may take up to `nodes`.
  void begin_question(std::uint64_t nodes = no_limit) noexcept {
    answered_.store(false, std::memory_order_relaxed);
    rest_.seconds = budget_.seconds - seconds();
    pause_ = nodes < no_limit - this->nodes() ? this->nodes() + nodes : no_limit;
  }

 private:
  Budget budget_;
  Budget rest_;
  std::uint64_t pause_ = no_limit;
  StopToken& stop_;
  Stopwatch watch_;
  SolveProgress* progress_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> spent_{false};
  std::atomic<bool> answered_{false};
};

// Counts the nodes of one thread, and reads its clock from time to time.
class Meter {
 public:
  explicit Meter(Control& control) : control_(control), watch_(control.budget()) { plan(); }
  ~Meter() { control_.add_nodes(nodes_ - reported_); }
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  void count() {
    if (++nodes_ >= next_) look();
  }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] bool must_stop() const noexcept { return control_.spent() || control_.answered(); }

 private:
  void look() {
    control_.add_nodes(nodes_ - reported_);
    reported_ = nodes_;
    control_.look(watch_);
    pace_.look(watch_.seconds(), nodes_);
    plan();
  }
  // A budget of nodes is kept exactly where there is one thread.
  void plan() {
    const std::uint64_t left = control_.nodes_left();
    next_ = std::max(pace_.next(), nodes_ + 1);
    if (left < next_ - nodes_) next_ = nodes_ + std::max<std::uint64_t>(left, 1);
  }

  Control& control_;
  Stopwatch watch_;
  Pace pace_;
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_ = 0;
  std::uint64_t next_ = 1;
};

// Threads that are joined when this goes.
struct Threads {
  Threads() = default;
  ~Threads() {
    for (std::thread& thread : threads) thread.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  std::vector<std::thread> threads;
};

// Calls run(0) to run(count - 1) at the same time, the first in this thread. The first exception
// spends the budget and is thrown again here.
template <class Run>
void run_threads(int count, Control& control, Run&& run) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&](int index) {
    try {
      run(index);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      control.spend();
    }
  };
  {
    Threads others;
    for (int i = 1; i < count; ++i) others.threads.emplace_back(guarded, i);
    guarded(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tesuji::solve
