// Exact values: what a solver is asked, and what it answers.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/move.hpp"

namespace tesuji::solve {

class SolveProgress;

struct Options {
  int threads = 1;
  double memory = 64;                 // megabytes for tables made while solving
  bool score = false;                 // the exact final score as well, where the game counts points
  SolveProgress* progress = nullptr;  // learns of bounds as soon as they are proven
};

// A range that contains the exact number. Solvers only narrow it by proof.
template <class Number>
struct Range {
  Number lower;
  Number upper;

  [[nodiscard]] constexpr bool exact() const noexcept { return lower == upper; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

// Everything is for the player to move (or next to move, at a chance position).
struct Solution {
  // 0 is a loss, 0.5 a draw, 1 a win; with dice, the expectation of these under best play.
  Range<double> value{0, 1};
  // Points of the player to move minus those of the opponent, if the options ask for it.
  std::optional<Range<int>> score;
  // A move that reaches `value.lower` (and `score->lower`); empty while nothing is proven, at
  // chance positions and after the end.
  std::optional<Move> best;
  // Best play from here, including chance events, as far as the solver knows it.
  std::vector<Move> line;
  std::uint64_t nodes = 0;
  double seconds = 0;

  [[nodiscard]] bool exact() const noexcept { return value.exact() && (!score || score->exact()); }
};

// A solver of one game. `solve` stops when the position is solved, the budget is spent or the
// token says so, and always returns what is proven so far: never a guess. It may keep its tables
// between calls. `reachable` is a cheap estimate: whether about `nodes` nodes are likely to be
// enough, so that a search can decide to solve instead.
template <class S, class G>
concept SolverOf = Game<G> && std::constructible_from<S, Options> &&
                   requires(S solver, const S& constant, const G& position, const Budget& budget,
                            StopToken& stop, std::uint64_t nodes) {
                     { solver.solve(position, budget, stop) } -> std::same_as<Solution>;
                     { constant.reachable(position, nodes) } -> std::same_as<bool>;
                   };

}  // namespace tesuji::solve
