// Depth-first proof-number search (Nagai, 2002) for games without dice: can player 0 reach a
// result of at least a threshold? A number that estimates the work left to prove it, and one to
// disprove it, decide where to search next.
//
// Every entry also has bounds of the result, which later questions with other thresholds use: a
// game without draws needs one question, not two.
//
// A bound is only stored when a finite tree below the position proves it, whatever came before, so
// it holds in every game that passes the position. The numbers are not sound where positions
// repeat. The search therefore gives up at the first repetition; see `BoundSearch`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/solve/control.hpp"
#include "tesuji/solve/entry_table.hpp"
#include "tesuji/solve/guide.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

// What the table keeps about a position. Results are those of player 0.
struct ProofEntry {
  std::uint64_t key;
  int below;  // lower bound minus `no_lower`, so that zero is "unknown"
  int above;  // `no_upper` minus the upper bound
  int threshold;
  std::uint32_t proof;
  std::uint32_t disproof;
  std::uint32_t work;
};

using ProofTable = EntryTable<ProofEntry>;

inline Range<int> bounds_of(const ProofEntry& entry) noexcept {
  // Unsigned arithmetic, since the whole range of int is used.
  const auto lower = static_cast<unsigned>(entry.below) + static_cast<unsigned>(no_lower);
  const auto upper = static_cast<unsigned>(no_upper) - static_cast<unsigned>(entry.above);
  return {static_cast<int>(lower), static_cast<int>(upper)};
}
inline void set_bounds(ProofEntry& entry, Range<int> bounds) noexcept {
  const auto lower = static_cast<unsigned>(bounds.lower) - static_cast<unsigned>(no_lower);
  const auto upper = static_cast<unsigned>(no_upper) - static_cast<unsigned>(bounds.upper);
  entry.below = static_cast<int>(lower);
  entry.above = static_cast<int>(upper);
}

// Narrows the bounds of an entry by a proof that took `work` nodes.
inline void learn_bounds(ProofEntry& entry, Range<int> result, std::uint64_t work) noexcept {
  const Range<int> old = bounds_of(entry);
  set_bounds(entry, {std::max(old.lower, result.lower), std::min(old.upper, result.upper)});
  const std::uint64_t most = std::max<std::uint64_t>(entry.work, work + 1);
  entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, 0xffff'ffffu));
}

enum class ProofStatus : std::uint8_t {
  answered,
  stopped,  // out of budget
  repeats,  // a position occurs twice in one game, or games are very long
  chance,   // a chance event
};

// What is known about one move of the root.
struct RootMove {
  RootMove(Move code, Range<int> bounds) : move(code), result(bounds) {}

  Move move;
  Range<int> result;  // of player 0
};

// The positions between the root and the present one.
class PathKeys {
 public:
  static constexpr std::size_t longest = 1000;

  void push(std::uint64_t key) {
    keys_.push_back(key);
    ++counts_[key % counts_.size()];
  }
  void pop() {
    --counts_[keys_.back() % counts_.size()];
    keys_.pop_back();
  }
  [[nodiscard]] bool contains(std::uint64_t key) const {
    return counts_[key % counts_.size()] > 0 &&
           std::find(keys_.begin(), keys_.end(), key) != keys_.end();
  }
  [[nodiscard]] bool full() const noexcept { return keys_.size() >= longest; }

 private:
  std::vector<std::uint64_t> keys_;
  std::array<std::uint16_t, 4096> counts_{};
};

// One thread's search. `Result` gives the result of player 0: result(position, outcome).
template <Game G, class Result, class Guide = NoGuide>
class ProofSearch {
 public:
  // Threads with different `variety` search equal moves in a different order.
  ProofSearch(ProofTable& table, Control& control, Result result, std::uint64_t salt, int variety)
      : table_(table), meter_(control), result_(result), salt_(salt), variety_(variety) {}

  // Whether player 0 reaches `threshold`: `result` says it if the status is `answered`.
  ProofStatus run(const G& root, int threshold) {
    threshold_ = threshold;
    status_ = ProofStatus::answered;
    path_ = PathKeys();
    root_moves_.clear();
    root_result_ =
        search(root, key_of<Guide>(root, salt_), {infinite, infinite}, &root_moves_).result;
    return status_;
  }
  // What the last run found out about the root, and about those of its moves that it looked at.
  [[nodiscard]] Range<int> result() const noexcept { return root_result_; }
  [[nodiscard]] const std::vector<RootMove>& root_moves() const noexcept { return root_moves_; }

 private:
  static constexpr std::uint32_t infinite = 1u << 30;

  using Numbers = ProofNumbers;
  // Positions of slow games are kept, those of fast ones are made again.
  using Kept = std::conditional_t<IsThreadSafe<G>, char, G>;
  struct Child {
    Move move;
    std::uint64_t key;
    Range<int> result;
    Numbers numbers;  // of the player to move in the parent
    Kept position;
  };
  // What the children say about their parent.
  struct Summary {
    Range<int> result;
    Numbers numbers;
    std::uint32_t second;    // the next to least work to prove a child
    std::uint32_t unproven;  // children that are still open
    std::size_t best;
  };

  // Steps: expand; then, until the limits are reached, search the child that needs least work.
  Summary search(const G& position, std::uint64_t key, Numbers limits,
                 std::vector<RootMove>* root) {
    meter_.count();
    const std::uint64_t begun = meter_.nodes();
    const int mover = position.to_move();
    std::vector<Child> children;
    Summary summary{{no_lower, no_upper}, {1, 1}, infinite, 0, 0};
    path_.push(key);
    if (expand(position, mover, children)) {
      for (;;) {
        summary = sum_up(children, mover, key);
        store(key, summary, mover, meter_.nodes() - begun);
        if (root != nullptr) report(children, *root);
        if (status_ != ProofStatus::answered || done(summary, limits)) break;
        if (meter_.must_stop()) {
          status_ = ProofStatus::stopped;
          break;
        }
        descend(position, children[summary.best], mover, child_limits(summary, limits));
      }
    }
    path_.pop();
    return summary;
  }

  // False if the search has to give up.
  bool expand(const G& position, int mover, std::vector<Child>& children) {
    if (path_.full()) return give_up(ProofStatus::repeats);
    if (is_chance(position)) return give_up(ProofStatus::chance);
    move_list_t<G> moves;
    position.legal_moves(moves);
    children.reserve(static_cast<std::size_t>(moves.size()));
    for (const Move move : moves) {
      G next = position;
      next.play(move);
      Child child{move, 0, {no_lower, no_upper}, {1, 1}, {}};
      if (const auto outcome = next.outcome()) {
        const int result = result_(next, *outcome);
        child.result = {result, result};
      } else {
        child.key = key_of<Guide>(next, salt_);
        if (path_.contains(child.key)) return give_up(ProofStatus::repeats);
        child.result = Guide::template bounds<Result>(next);
        if (is_open(child)) look_up(child, next, mover);
        if constexpr (!IsThreadSafe<G>) child.position = std::move(next);
      }
      settle(child, mover);
      children.push_back(std::move(child));
      if (children.back().numbers.prove == 0) break;  // the others do not matter
    }
    return true;
  }
  bool give_up(ProofStatus why) {
    status_ = why;
    return false;
  }

  [[nodiscard]] bool is_open(const Child& child) const noexcept {
    return child.result.lower < threshold_ && child.result.upper >= threshold_;
  }
  void look_up(Child& child, const G& next, int mover) const {
    const auto entry = table_.find(child.key);
    if (entry) {
      const Range<int> known = bounds_of(*entry);
      child.result = {std::max(child.result.lower, known.lower),
                      std::min(child.result.upper, known.upper)};
    }
    if (entry && entry->threshold == threshold_) {
      const Numbers numbers{entry->proof, entry->disproof};
      child.numbers = mover == 0 ? numbers : numbers.swapped();
    } else {
      child.numbers = Guide::numbers(next);
    }
  }
  // Gives a child whose bounds decide the question its final numbers.
  void settle(Child& child, int mover) const {
    if (is_open(child)) return;
    const bool reached = child.result.lower >= threshold_;
    child.numbers = reached == (mover == 0) ? Numbers{0, infinite} : Numbers{infinite, 0};
  }

  // The work to disprove a position is that of its hardest child, and one for each other child
  // (Ueda et al., 2008): a sum would count positions with many parents again and again.
  Summary sum_up(const std::vector<Child>& children, int mover, std::uint64_t key) const {
    Summary summary{children[0].result, {infinite, 0}, infinite, 0, 0};
    const std::size_t count = children.size();
    const std::size_t first = variety_ == 0 ? 0 : mix(key + unsigned(variety_)) % count;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t index = i + first < count ? i + first : i + first - count;
      const Child& child = children[index];
      merge(summary.result, child.result, mover);
      if (child.numbers.prove < summary.numbers.prove) {
        summary.second = summary.numbers.prove;
        summary.numbers.prove = child.numbers.prove;
        summary.best = index;
      } else {
        summary.second = std::min(summary.second, child.numbers.prove);
      }
      summary.numbers.disprove = std::max(summary.numbers.disprove, child.numbers.disprove);
      if (child.numbers.disprove > 0) ++summary.unproven;
    }
    if (summary.numbers.prove == 0) {
      summary.numbers.disprove = infinite;
      // Moves may be missing after one that is good enough.
      if (mover == 0) summary.result.upper = no_upper;
      if (mover == 1) summary.result.lower = no_lower;
    } else if (summary.unproven > 0) {
      const std::uint32_t sum = summary.numbers.disprove + summary.unproven - 1;
      summary.numbers.disprove = std::min(sum, infinite - 1);
    }
    return summary;
  }
  static void merge(Range<int>& result, Range<int> other, int mover) {
    if (mover == 0) {
      result = {std::max(result.lower, other.lower), std::max(result.upper, other.upper)};
    } else {
      result = {std::min(result.lower, other.lower), std::min(result.upper, other.upper)};
    }
  }

  static bool done(const Summary& summary, Numbers limits) noexcept {
    const Numbers numbers = summary.numbers;
    return numbers.prove == 0 || numbers.disprove == 0 || numbers.prove >= limits.prove ||
           numbers.disprove >= limits.disprove;
  }
  // A child is searched until another one needs clearly less work (Pawlewicz and Lew, 2007), or
  // until it decides that the parent has reached its limits.
  static Numbers child_limits(const Summary& summary, Numbers limits) noexcept {
    const std::uint32_t second = std::min(summary.second, infinite - 1);
    return {std::min(limits.prove, second + second / 4 + 1),
            limits.disprove >= infinite ? infinite : limits.disprove - (summary.unproven - 1)};
  }

  void descend(const G& position, Child& child, int mover, Numbers limits) {
    if constexpr (IsThreadSafe<G>) {
      G next = position;
      next.play(child.move);
      descend_to(next, child, mover, limits);
    } else {
      descend_to(child.position, child, mover, limits);
    }
  }
  void descend_to(const G& next, Child& child, int mover, Numbers limits) {
    const bool same = next.to_move() == mover;
    const Summary found = search(next, child.key, same ? limits : limits.swapped(), nullptr);
    child.result = found.result;
    child.numbers = same ? found.numbers : found.numbers.swapped();
    settle(child, mover);
  }

  void store(std::uint64_t key, const Summary& summary, int mover, std::uint64_t work) {
    const Numbers numbers = mover == 0 ? summary.numbers : summary.numbers.swapped();
    table_.update(key, [&](ProofEntry& entry) {
      learn_bounds(entry, summary.result, work);
      entry.threshold = threshold_;
      entry.proof = std::max(numbers.prove, 1u);
      entry.disproof = std::max(numbers.disprove, 1u);
    });
  }
  static void report(const std::vector<Child>& children, std::vector<RootMove>& root) {
    root.clear();
    for (const Child& child : children) root.emplace_back(child.move, child.result);
  }

  ProofTable& table_;
  Meter meter_;
  Result result_;
  std::uint64_t salt_;
  int variety_;
  int threshold_ = 0;
  ProofStatus status_ = ProofStatus::answered;
  PathKeys path_;
  Range<int> root_result_{no_lower, no_upper};
  std::vector<RootMove> root_moves_;
};

}  // namespace tesuji::solve
