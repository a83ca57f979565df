// The solver of ewn: the win probability under best play, from endgame tables and a search above
// them.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tesuji/solve/ewn_control.hpp"
#include "tesuji/solve/ewn_expectation.hpp"
#include "tesuji/solve/ewn_tables_make.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

// Values are exact to 1e-6. Tables with up to four stones are made when they are first needed, within
// the memory limit, and shared in this process; larger ones are read from the folder.
class EwnSolver {
 public:
  explicit EwnSolver(Options options = {}, std::string folder = ewn_tables::default_folder())
      : options_(options), folder_(std::move(folder)) {}

  Solution solve(const Ewn& position, const Budget& budget, StopToken& stop) {
    Solution solution;
    if (position.outcome()) {
      solution.value = {0, 0};  // only the player who has just moved can have won
      return solution;
    }
    const Stopwatch watch(budget);
    prepare(stop);
    std::atomic<bool> done{false};
    const auto threads = static_cast<unsigned>(std::max(options_.threads, 1));
    const std::uint64_t nodes = budget.nodes == no_node_limit
                                    ? budget.nodes
                                    : std::max<std::uint64_t>(budget.nodes / threads, 1);
    std::vector<Answer> answers(threads);
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) {
      others.emplace_back([&, i] {
        Control control(budget, nodes, stop, done);
        deepen(position, control, static_cast<int>(i) % 2, answers[i]);
        if (answers[i].bounds.exact()) done = true;
      });
    }
    Control control(budget, nodes, stop, done);
    deepen(position, control, 0, answers[0]);
    done = true;
    for (std::thread& other : others) other.join();
    const Answer* best = &answers[0];
    for (const Answer& answer : answers) {
      solution.nodes += answer.nodes;
      if (width(answer) < width(*best)) best = &answer;
    }
    solution.value = best->bounds;
    solution.best = best->best;
    if (best->best) solution.line = {*best->best};
    solution.seconds = watch.seconds();
    return solution;
  }

  // Fitted to positions of random games, with tables up to four stones: each stone more costs about
  // twenty times the nodes.
  [[nodiscard]] bool reachable(const Ewn& position, std::uint64_t nodes) const noexcept {
    int stones = std::popcount(position.side(0).alive_set()) +
                 std::popcount(position.side(1).alive_set());
    for (; stones > ewn_tables::most_stones_in_memory; --stones) nodes /= 20;
    return nodes > 0;
  }

  // The largest number of stones in the tables.
  [[nodiscard]] int table_stones(StopToken& stop) {
    prepare(stop);
    return tables_->stones();
  }

 private:
  using Interval = Range<double>;
  struct Answer {
    Interval bounds{0, 1};
    std::optional<Move> best;
    std::uint64_t nodes = 0;
  };
  using Search = ewn_expectation::Search<Control>;
  static constexpr int most_depth = 80;  // 12 stones with at most 8 steps; each ply makes one

  static double width(const Answer& answer) noexcept {
    return answer.bounds.upper - answer.bounds.lower;
  }

  void prepare(const StopToken& stop) {
    using namespace ewn_tables;
    const bool roomy = options_.memory > megabytes_in_memory;
    const int stones = roomy ? most_stones_in_memory : most_stones_in_memory - 1;
    if (!tables_ || tables_->stones() < stones) {
      tables_ = shared_tables(folder_, stones, std::max(options_.threads, 1), stop);
    }
    if (!cache_) {
      const double left = options_.memory - (roomy ? megabytes_in_memory : 0);
      cache_ = std::make_unique<ewn_expectation::Cache>(left);
    }
  }

  void deepen(const Ewn& position, Control& control, int depth, Answer& answer) {
    Search search(*tables_, *cache_, control);
    const auto root = ewn_expectation::Position::of(position);
    for (; depth <= most_depth && !answer.bounds.exact(); ++depth) {
      Answer found = position.is_chance() ? Answer{search.value(root, depth, {0, 1}), {}, 0}
                                          : best_move(position, root, depth, search);
      if (control.stopped()) break;
      answer = found;
    }
    answer.nodes = control.nodes();
  }
  // The move with the highest lower bound.
  static Answer best_move(const Ewn& position, const ewn_expectation::Position& root, int depth,
                          Search& search) {
    MoveList list;
    position.legal_moves(list);
    Answer answer{{0, 0}, {}, 0};
    for (const Move move : list) {
      const Cell by = ewn::step[move & 7];
      const int offset = by.row * ewn_tables::side_length + by.column;
      const int target = root.own[move >> 3] + (position.to_move() == 0 ? offset : -offset);
      const Interval bounds =
          search.after(root, move >> 3, target, depth, {answer.bounds.lower, 1});
      if (bounds.lower > answer.bounds.lower || (!answer.best && bounds.exact())) answer.best = move;
      answer.bounds.lower = std::max(answer.bounds.lower, bounds.lower);
      answer.bounds.upper = std::max(answer.bounds.upper, bounds.upper);
    }
    return answer;
  }

  Options options_;
  std::string folder_;
  std::shared_ptr<const ewn_tables::Tables> tables_;
  std::unique_ptr<ewn_expectation::Cache> cache_;
};

static_assert(SolverOf<EwnSolver, Ewn>);

}  // namespace tesuji::solve
