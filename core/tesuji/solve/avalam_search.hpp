// Alpha-beta with a null window on sums: is the final value at least some number?
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/solve/avalam_moves.hpp"
#include "tesuji/solve/avalam_table.hpp"
#include "tesuji/solve/progress.hpp"

namespace tesuji::solve::sums {

// When to stop. One per call of the solver, shared by its threads.
class Control {
 public:
  Control(const Budget& budget, const StopToken& stop, SolveProgress* progress = nullptr)
      : watch_(budget), stop_(stop), node_limit_(budget.nodes), progress_(progress) {}

  void count(std::uint64_t nodes) noexcept {
    nodes_.fetch_add(nodes, std::memory_order_relaxed);
    if (progress_ != nullptr) progress_->add_nodes(nodes);
  }
  [[nodiscard]] std::uint64_t nodes() const noexcept {
    return nodes_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] double seconds() const noexcept { return watch_.seconds(); }
  [[nodiscard]] bool spent() noexcept {
    if (stop_.stopped() || nodes() >= node_limit_ || watch_.expired()) spent_ = true;
    return spent_;
  }

 private:
  Stopwatch watch_;
  const StopToken& stop_;
  std::uint64_t node_limit_;
  SolveProgress* progress_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> spent_{false};
};

// The search of one thread.
class Searcher {
 public:
  Searcher(Weights weights, Table& table, std::size_t bytes, int thread)
      : maker_(weights, bytes),
        table_(table),
        noise_(static_cast<std::uint64_t>(thread)),
        is_helper_(thread > 0) {}

  [[nodiscard]] SumMaker& maker() noexcept { return maker_; }

  // Tightens `sum.bounds` until they tell whether the final value is at least `target`. Returns
  // false if it was interrupted; `done` lets another thread do so.
  bool decide(Sum& sum, int target, Control& control, const std::atomic<bool>& done) {
    control_ = &control;
    done_ = &done;
    interrupted_ = false;
    const int value = search(sum, target, 0);
    control.count(std::exchange(nodes_, 0));
    if (interrupted_) return false;
    if (value >= target) {
      sum.bounds.lower = std::max(sum.bounds.lower, value);
    } else {
      sum.bounds.upper = std::min(sum.bounds.upper, value);
    }
    return true;
  }

  // What the table and the walls say about a sum.
  [[nodiscard]] Bounds known(const Key& key, int value, Bounds bounds) const noexcept {
    if (const auto entry = table_.find(key)) {
      bounds.tighten({value + entry->lower, value + entry->upper});
    }
    return bounds;
  }
  [[nodiscard]] Bounds known(const Sum& sum) const noexcept {
    return known(sum.key, sum.value, sum.bounds);
  }

 private:
  static constexpr std::uint64_t nodes_between_looks = 512;
  struct Level {
    std::vector<Sum> sums;
    std::vector<std::pair<int, std::uint32_t>> order;
  };

  // Returns a lower bound that is at least `target`, or an upper bound below it.
  int search(const Sum& sum, int target, std::size_t ply) {
    const Bounds bounds = known(sum);
    if (bounds.lower >= target) return bounds.lower;
    if (bounds.upper < target) return bounds.upper;
    const std::uint64_t before = total_;
    const int value = expand(sum, target, ply);
    if (interrupted_) return value;
    Entry entry;
    const auto rest = static_cast<std::int16_t>(value - sum.value);
    (value >= target ? entry.lower : entry.upper) = rest;
    entry.effort = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(total_ - before + 1, std::numeric_limits<std::uint32_t>::max()));
    table_.store(sum.key, entry);
    return value;
  }

  // The best value found at a node, and whether it answers the question for the mover.
  struct Best {
    bool red;
    int target;
    int value = red ? 30'000 : -30'000;

    [[nodiscard]] bool answers() const noexcept { return red ? value < target : value >= target; }
    // Takes in a successor; returns whether its bounds are enough to do so.
    bool takes(const Bounds& bounds) noexcept {
      if (!bounds.decides(target)) return false;
      const int decided = bounds.lower >= target ? bounds.lower : bounds.upper;
      value = red ? std::min(value, decided) : std::max(value, decided);
      return true;
    }
  };

  int expand(const Sum& sum, int target, std::size_t ply) {
    if (levels_.size() <= ply) levels_.resize(ply + 1);
    levels_[ply].sums.clear();
    Best best{sum.red_to_move, target};
    // Looks up the latest open successor. Its table entry was fetched while the next was made.
    const auto look_up = [&] {
      auto& open = levels_[ply].sums;
      if (!open.empty() && best.takes(known(open.back()))) open.pop_back();
      return best.answers();
    };
    // Step 1. Make the successors. Bounds and the table decide most of them at once.
    const bool is_answered = maker_.for_each_successor(sum, [&](const Successor& successor) {
      count();
      if (best.takes(successor.bounds)) return best.answers();
      if (look_up()) return true;
      table_.prefetch(successor.key);
      levels_[ply].sums.push_back(maker_.complete(successor));
      return false;
    });
    if (is_answered || look_up()) return best.value;
    // Step 2. Search the others, the most promising first.
    order(levels_[ply], sum.red_to_move);
    for (std::size_t i = 0; i < levels_[ply].order.size() && !interrupted_; ++i) {
      const std::size_t next = levels_[ply].order[i].second;
      const int value = search(levels_[ply].sums[next], target, ply + 1);
      best.takes({value, value});
      if (best.answers()) break;
    }
    return best.value;
  }

  // Prefers good estimates for the mover and few moves left. Helpers add noise to search apart.
  void order(Level& level, bool red) {
    level.order.clear();
    for (std::size_t i = 0; i < level.sums.size(); ++i) {
      const Sum& sum = level.sums[i];
      int score = red ? -sum.estimate : sum.estimate;
      score -= sum.large_moves() * maker_.weights().point / 10;
      if (is_helper_) {
        const auto range = static_cast<std::uint32_t>(maker_.weights().point);
        score += static_cast<int>(noise_.below(range));
      }
      level.order.emplace_back(-score, static_cast<std::uint32_t>(i));
    }
    std::sort(level.order.begin(), level.order.end());
  }

  void count() noexcept {
    ++total_;
    if (++nodes_ < nodes_between_looks) return;
    control_->count(std::exchange(nodes_, 0));
    if (control_->spent() || done_->load(std::memory_order_relaxed)) interrupted_ = true;
  }

  SumMaker maker_;
  Table& table_;
  Rng noise_;
  bool is_helper_;
  std::vector<Level> levels_;
  std::uint64_t nodes_ = 0;  // not yet reported
  std::uint64_t total_ = 0;
  bool interrupted_ = false;
  Control* control_ = nullptr;
  const std::atomic<bool>* done_ = nullptr;
};

}  // namespace tesuji::solve::sums
