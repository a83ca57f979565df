// Solves Pentago and Pentago-Twist: searches all boards that differ by twists at once, deeper and
// deeper, until one player wins or neither can.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tesuji/games/pentago.hpp"
#include "tesuji/solve/control.hpp"
#include "tesuji/solve/pentago_search.hpp"
#include "tesuji/solve/solution.hpp"
#include "tesuji/solve/solver_of.hpp"

namespace tesuji::solve {

template <PentagoRules rules>
class PentagoSolver {
 public:
  explicit PentagoSolver(const Options& options) : options_(options) {}

  Solution solve(const Pentago<rules>& position, const Budget& budget, StopToken& stop) {
    Control control(budget, stop, options_.progress);
    Solution solution;
    if (const auto outcome = position.outcome()) {
      const double value = outcome->winner == draw                 ? 0.5
                           : outcome->winner == position.to_move() ? 1
                                                                   : 0;
      solution.value = {value, value};
      return solution;
    }
    const double bytes = 1e6 * options_.memory;
    const FivesTable<rules> fives(
        {position.stones(position.to_move()), position.stones(1 - position.to_move())}, bytes / 2);
    const int threads = std::max(1, options_.threads);
    const double used = static_cast<double>(fives.bytes()) * (fives.shared() ? 1 : threads);
    table_.prepare(static_cast<std::size_t>(std::max(0.0, bytes - used)));

    run_threads(threads, control, [&](int thread) {
      Search search(fives, table_, control, thread);
      Solution own;
      deepen(search, fives.empties(), budget.depth, own);
      if (thread > 0) return;
      solution = own;
      control.answer();
    });
    if (solution.exact()) {
      control.begin_question();
      Search search(fives, table_, control, 0);
      extend_line(search, position, fives.empties(), control.nodes(), solution);
    }
    solution.nodes = control.nodes();
    solution.seconds = control.seconds();
    return solution;
  }

  // By the nodes that solve nine of ten positions of sensible play; benchmarks/solve_pentago.py
  // measures them.
  [[nodiscard]] bool reachable(const Pentago<rules>& position, std::uint64_t nodes) const noexcept {
    constexpr double nodes_at_14 = Twists<rules>::flips ? 6.6e6 : 4.2e5;
    constexpr double growth = Twists<rules>::flips ? 6.4 : 3.5;  // per empty cell
    const int empties = position.move_count() / 8;
    return nodes_at_14 * std::pow(growth, empties - 14) <= static_cast<double>(nodes);
  }

 private:
  using Search = PentagoSearch<rules>;

  // Narrows the value and finds the best move: the fastest win, or the slowest loss.
  void deepen(Search& search, int empties, int most, Solution& solution) const {
    const PentagoNode root;
    std::optional<Move> defence;
    for (int depth = 1; depth <= std::min(empties, most); ++depth) {
      const bool last = depth == empties;
      // The attacker makes its five with its own move, so its parity is enough. At the end of the
      // game the opponent's last twist may make it.
      if (depth % 2 == 1 || last) {
        const auto win = search.find(root, true, depth);
        if (search.stopped()) return;
        if (win) {
          solution.value = {1, 1};
          solution.best = win;
          return;
        }
        if (last) solution.value.upper = 0.5;
        report(options_, solution.value);
      }
      if (depth % 2 == 0 || last) {
        const auto move = search.find(root, false, depth);
        if (search.stopped()) return;
        if (!move) {
          solution.value = {0, 0};
          solution.best = defence;
          return;
        }
        defence = move;
        if (last) {
          solution.value.lower = 0.5;
          solution.best = move;
        }
      }
    }
  }

  // Adds the moves that follow, as long as they are cheap to find.
  static void extend_line(Search& search, Pentago<rules> position, int empties, std::uint64_t nodes,
                          Solution& solution) {
    search.allow(1000 + nodes / 10);
    if (!solution.best) solution.best = position.nth_move(0);  // all moves lose at once
    PentagoNode node;
    double value = solution.value.lower;
    std::optional<Move> move = solution.best;
    while (move) {
      solution.line.push_back(*move);
      node = search.after(node, *move);
      position.play(*move);
      if (position.outcome()) return;
      value = 1 - value;
      --empties;
      move = value == 0.5 ? search.find(node, false, empties)
                          : follow(search, node, empties, value == 1);
      if (search.stopped()) return;
      if (!move) move = position.nth_move(0);  // all moves lose at once
    }
  }
  // A winning move, or a defence that is not refuted early. The table knows deeper results as well,
  // so it need not be the fastest win or the slowest loss.
  static std::optional<Move> follow(Search& search, const PentagoNode& node, int empties,
                                    bool wins) {
    std::optional<Move> best;
    for (int depth = wins ? 1 : 2;; depth += 2) {
      const auto move = search.find(node, wins, std::min(depth, empties));
      if (search.stopped()) return std::nullopt;
      if (move) best = move;
      if (move.has_value() == wins || depth >= empties) return best;
    }
  }

  Options options_;
  PlacementTable<rules> table_;
};

template <PentagoRules rules>
struct SolverType<Pentago<rules>> {
  using type = PentagoSolver<rules>;
};

}  // namespace tesuji::solve
