// Solves Avalam: win, draw or loss first, then the exact score if it is asked for.
//
// The score decides unless it is 0, and it is easier to bound than the result. So the solver asks
// whether the score is at least 1 and at least 0, and adds the tie-break only where it is 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "tesuji/base/budget.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam_team.hpp"
#include "tesuji/solve/solution.hpp"
#include "tesuji/solve/solver_of.hpp"

namespace tesuji::solve {

// Half of the memory is for the transposition table, the rest for summands, more of it for scores
// because ties are rare. Both are kept between calls.
class AvalamSolver {
 public:
  explicit AvalamSolver(Options options)
      : options_(options),
        table_(std::make_unique<sums::Table>(bytes(0.5))),
        score_(sums::score_weights, *table_, bytes(0.375), std::max(options.threads, 1)),
        result_(sums::result_weights, *table_, bytes(0.125), std::max(options.threads, 1)) {}

  [[nodiscard]] Solution solve(const Avalam& position, const Budget& budget, StopToken& stop) {
    sums::Control control(budget, stop, options_.progress);
    const Proven proven = prove(position, control);
    Solution solution;
    solution.value = value_for(position.to_move(), proven);
    solution.score = score_for(position.to_move(), proven);
    find_line(position, proven, control, solution);
    solution.nodes = control.nodes();
    solution.seconds = control.seconds();
    return solution;
  }

  // A fit to positions of sensible play after 19 to 22 plies: four legal moves more double the
  // nodes.
  [[nodiscard]] bool reachable(const Avalam& position, std::uint64_t nodes) const noexcept {
    return std::exp2(0.25 * position.move_count() - 0.5) <= static_cast<double>(nodes);
  }

 private:
  static constexpr int point = sums::score_weights.point;
  static constexpr int five = sums::result_weights.five;
  static constexpr int all_fives = avalam::cells / avalam::max_height * five;

  // What is proven, for Yellow: the score and, if it is 0, the value with the tie-break.
  struct Proven {
    sums::Bounds score;
    std::optional<sums::Bounds> result;
  };

  [[nodiscard]] std::size_t bytes(double share) const noexcept {
    return static_cast<std::size_t>(std::max(options_.memory, 1.0) * share * 1024 * 1024);
  }

  // Step 1. The sign of the score. Step 2. The tie-break if it is 0. Step 3. The exact score.
  Proven prove(const Avalam& position, sums::Control& control) {
    Proven proven{score_.known(position), {}};
    const int estimate = score_.estimate(position);
    const int first = estimate > 0 ? point : 0;
    bool going = score_.decide(position, proven.score, first, control);
    tell(position, proven);
    going = going && score_.decide(position, proven.score, point - first, control);
    tell(position, proven);
    if (proven.score.lower == 0 && proven.score.upper == 0) {
      proven.result = result_.known(position);
      going = going && result_.decide(position, *proven.result, five, control) &&
              result_.decide(position, *proven.result, 0, control);
      tell(position, proven);
    }
    const int guess = static_cast<int>(std::lround(1.0 * estimate / point)) * point;
    while (going && options_.score && proven.score.lower < proven.score.upper) {
      const int target = std::clamp(guess, proven.score.lower + point, proven.score.upper);
      going = score_.decide(position, proven.score, target, control);
      tell(position, proven);
    }
    return proven;
  }
  void tell(const Avalam& position, const Proven& proven) const {
    report(options_, value_for(position.to_move(), proven), score_for(position.to_move(), proven));
  }

  static Range<double> value_for(int player, const Proven& proven) noexcept {
    const auto value = value_of(proven);
    return player == 1 ? Range<double>{1 - value.upper, 1 - value.lower} : value;
  }
  [[nodiscard]] std::optional<Range<int>> score_for(int player,
                                                    const Proven& proven) const noexcept {
    if (!options_.score) return std::nullopt;
    const int lower = proven.score.lower / point;
    const int upper = proven.score.upper / point;
    return player == 1 ? Range<int>{-upper, -lower} : Range<int>{lower, upper};
  }

  static Range<double> value_of(const Proven& proven) noexcept {
    const sums::Bounds bounds = proven.result.value_or(proven.score);
    // Without the tie-break, a score of 0 can be anything.
    const bool has_draw = proven.result.has_value();
    Range<double> value{0, 1};
    if (bounds.lower >= 0) value.lower = bounds.lower > 0 ? 1 : has_draw ? 0.5 : 0;
    if (bounds.upper <= 0) value.upper = bounds.upper < 0 ? 0 : has_draw ? 0.5 : 1;
    return value;
  }

  // What each player can keep by the proof.
  [[nodiscard]] sums::Goal goal_of(const Proven& proven) const noexcept {
    sums::Goal goal;
    if (proven.result) {
      if (options_.score) goal = {-all_fives, all_fives};  // keeps the score at 0
      if (proven.result->lower >= 0) goal.at_least = std::min(proven.result->lower, five);
      if (proven.result->upper <= 0) goal.at_most = std::max(proven.result->upper, -five);
    } else if (options_.score && proven.score.exact()) {
      goal = {proven.score.lower, proven.score.upper};
    } else {
      if (proven.score.lower > 0) goal.at_least = options_.score ? proven.score.lower : point;
      if (proven.score.upper < 0) goal.at_most = options_.score ? proven.score.upper : -point;
    }
    return goal;
  }

  void find_line(Avalam position, const Proven& proven, sums::Control& control,
                 Solution& solution) {
    const sums::Goal goal = goal_of(proven);
    if (!goal.at_least && !goal.at_most) return;
    if (!solution.exact() && !(position.to_move() == 1 ? goal.at_most : goal.at_least)) return;
    sums::Team& team = proven.result ? result_ : score_;
    while (!position.outcome()) {
      const auto move = team.keep(position, goal, control);
      if (!move) break;
      solution.line.push_back(*move);
      position.play(*move);
    }
    if (!solution.line.empty()) solution.best = solution.line.front();
  }

  Options options_;
  std::unique_ptr<sums::Table> table_;
  sums::Team score_;
  sums::Team result_;
};
static_assert(SolverOf<AvalamSolver, Avalam>);

template <>
struct SolverType<Avalam> {
  using type = AvalamSolver;
};

}  // namespace tesuji::solve
