// The solver of ewn: the win probability under best play, from endgame tables and a search above
// them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tesuji/solve/control.hpp"
#include "tesuji/solve/ewn_expectation.hpp"
#include "tesuji/solve/ewn_tables_make.hpp"
#include "tesuji/solve/solution.hpp"
#include "tesuji/solve/solver_of.hpp"

namespace tesuji::solve {

// Values are exact to 1e-6. Tables with up to four stones are made when they are first needed,
// within the memory limit, and shared in this process; larger ones are read from the folder.
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
    Control control(budget, stop, options_.progress);
    prepare(budget, stop);
    control.begin_question();  // the tables have taken some of the time
    const int threads = std::max(options_.threads, 1);
    std::vector<Answer> answers(static_cast<std::size_t>(threads));
    run_threads(threads, control, [&](int index) {
      Meter meter(control);
      Answer& answer = answers[static_cast<std::size_t>(index)];
      deepen(position, meter, index % 2, answer);
      if (answer.bounds.exact()) control.answer();
    });
    const auto best = std::min_element(answers.begin(), answers.end(), narrower);
    solution.value = best->bounds;
    solution.best = best->best;
    if (best->best) solution.line = {*best->best};
    solution.nodes = control.nodes();
    solution.seconds = control.seconds();
    return solution;
  }

  // Fitted to positions of random games, with tables up to four stones: each stone more costs about
  // twenty times the nodes.
  [[nodiscard]] bool reachable(const Ewn& position, std::uint64_t nodes) const noexcept {
    int stones =
        std::popcount(position.side(0).alive_set()) + std::popcount(position.side(1).alive_set());
    for (; stones > ewn_tables::most_stones_in_memory; --stones) nodes /= 20;
    return nodes > 0;
  }

  // The largest number of stones in the tables.
  [[nodiscard]] int table_stones(StopToken& stop) {
    prepare({}, stop);
    return tables_->tables().stones();
  }

 private:
  using Interval = Range<double>;
  struct Answer {
    Interval bounds{0, 1};
    std::optional<Move> best;
  };
  using Search = ewn_expectation::Search;
  static constexpr int most_depth = 80;  // 12 stones with at most 8 steps; each ply makes one

  static bool narrower(const Answer& a, const Answer& b) noexcept {
    return a.bounds.upper - a.bounds.lower < b.bounds.upper - b.bounds.lower;
  }

  void prepare(const Budget& budget, const StopToken& stop) {
    using namespace ewn_tables;
    const bool roomy = options_.memory > megabytes_in_memory;
    if (!tables_) tables_ = SharedTables::of(folder_);
    // A shorter budget is better spent on the search above the smaller tables, and so is the rest
    // of a longer one. The next call goes on with tables that are not finished.
    constexpr double least_seconds = 0.5;
    constexpr double share = 0.75;
    Budget most = budget;
    most.seconds *= share;
    const Stopwatch watch(most);
    if (roomy && budget.seconds >= least_seconds)
      tables_->grow([&] { return stop.stopped() || watch.expired(); });
    if (!cache_) {
      const double left = options_.memory - (roomy ? megabytes_in_memory : 0);
      cache_ = std::make_unique<ewn_expectation::Cache>(left);
    }
  }

  void deepen(const Ewn& position, Meter& meter, int depth, Answer& answer) {
    Search search(tables_->tables(), *cache_, meter);
    const auto root = ewn_expectation::Position::of(position);
    for (; depth <= most_depth && !answer.bounds.exact(); ++depth) {
      Answer found = position.is_chance() ? Answer{search.value(root, depth, {0, 1}), {}}
                                          : best_move(position, root, depth, search);
      if (meter.must_stop()) break;
      answer = found;
      report(options_, answer.bounds);
    }
  }
  // The move with the highest lower bound.
  static Answer best_move(const Ewn& position, const ewn_expectation::Position& root, int depth,
                          Search& search) {
    MoveList list;
    position.legal_moves(list);
    Answer answer{{0, 0}, {}};
    for (const Move move : list) {
      const Cell by = ewn::step[move & 7];
      const int offset = by.row * ewn_tables::side_length + by.column;
      const int target = root.own[move >> 3] + (position.to_move() == 0 ? offset : -offset);
      const Interval bounds =
          search.after(root, move >> 3, target, depth, {answer.bounds.lower, 1});
      if (bounds.lower > answer.bounds.lower || (!answer.best && bounds.exact()))
        answer.best = move;
      answer.bounds.lower = std::max(answer.bounds.lower, bounds.lower);
      answer.bounds.upper = std::max(answer.bounds.upper, bounds.upper);
    }
    return answer;
  }

  Options options_;
  std::string folder_;
  std::shared_ptr<ewn_tables::SharedTables> tables_;
  std::unique_ptr<ewn_expectation::Cache> cache_;
};

static_assert(SolverOf<EwnSolver, Ewn>);
template <>
struct SolverType<Ewn> {
  using type = EwnSolver;
};

}  // namespace tesuji::solve
