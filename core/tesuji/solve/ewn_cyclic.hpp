// The solver of ewn-cyclic: who wins, and within how many turns at most.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "tesuji/solve/ewn_cyclic_search.hpp"
#include "tesuji/solve/solution.hpp"
#include "tesuji/solve/solver_of.hpp"

namespace tesuji::solve {

// Asks for more and more turns whether one of the players can force a win within them. The table is
// kept while positions have the same cycle of dice.
class EwnCyclicSolver {
 public:
  explicit EwnCyclicSolver(Options options = {}) : options_(options) {}

  Solution solve(const EwnCyclic& position, const Budget& budget, StopToken& stop) {
    Solution solution;
    if (position.outcome()) {
      solution.value = {0, 0};  // only the player who has just moved can have won
      return solution;
    }
    const ewn_cyclic::Position root = prepared(position);
    Control control(budget, stop, options_.progress);
    const int threads = std::max(options_.threads, 1);
    std::vector<Answer> answers(static_cast<std::size_t>(threads));
    run_threads(threads, control, [&](int index) {
      Meter meter(control);
      Answer& answer = answers[static_cast<std::size_t>(index)];
      answer = deepen(root, meter, static_cast<unsigned>(index));
      if (answer.result != Result::unknown) control.answer();
    });
    for (const Answer& answer : answers) {
      if (answer.result == Result::unknown || solution.exact()) continue;
      const double value = answer.result == Result::win ? 1 : 0;
      solution.value = {value, value};
      solution.line = line(root, position.to_move(), answer);
      solution.best = solution.line.front();
    }
    solution.nodes = control.nodes();
    solution.seconds = control.seconds();
    return solution;
  }

  // Fitted to positions of random games: each cube doubles the work about twice.
  [[nodiscard]] bool reachable(const EwnCyclic& position, std::uint64_t nodes) const noexcept {
    const int cubes =
        std::popcount(position.side(0).alive_set()) + std::popcount(position.side(1).alive_set());
    return nodes >> std::min(2 * cubes, 63) != 0;
  }

 private:
  enum class Result : std::uint8_t { unknown, win, loss };
  struct Answer {
    Result result = Result::unknown;
    int turns = 0;
  };
  static constexpr int most_turns = 126;  // a cube makes at most 17 steps

  // The position with its place in the cycle that the tables are made for.
  ewn_cyclic::Position prepared(const EwnCyclic& position) {
    ewn_cyclic::Position root = ewn_cyclic::Position::of(position);
    for (ewn::Cycle cycle = cycle_; arrival_ && root.phase < ewn_cyclic::phases; ++root.phase) {
      if (cycle == position.die()) return root;
      cycle.advance();
    }
    root.phase = 0;
    cycle_ = position.die();
    arrival_ = std::make_unique<ewn_cyclic::Arrival>(cycle_);
    table_ = std::make_unique<ewn_cyclic::Table>(options_.memory);
    return root;
  }

  Answer deepen(const ewn_cyclic::Position& root, Meter& meter, unsigned variation) {
    ewn_cyclic::Search search(*arrival_, *table_, meter, variation);
    for (int turns = 1; turns <= most_turns; ++turns) {
      const bool won = search.attack(root, turns);
      const bool lost = !won && search.defend(root, turns);
      if (meter.must_stop()) break;
      if (won || lost) return {won ? Result::win : Result::loss, turns};
    }
    return {};
  }

  // Best play for both, from the table; a winning step that it no longer holds is searched again.
  std::vector<Move> line(ewn_cyclic::Position position, int player, Answer answer) {
    std::vector<Move> moves;
    bool attacking = answer.result == Result::win;
    for (int turns = answer.turns; turns > 0; attacking = !attacking, player ^= 1) {
      const auto step = attacking
                            ? winning_step(position, turns, moves.empty() ? Budget().nodes : 20'000)
                            : defending_step(position);
      if (step == ewn_cyclic::no_step) break;
      moves.push_back(ewn_cyclic::Position::move_of(step, player));
      if (position.ends(step)) break;
      position = position.after(step);
      if (attacking) --turns;
    }
    return moves;
  }
  [[nodiscard]] ewn_cyclic::Step winning_step(const ewn_cyclic::Position& position, int turns,
                                              std::uint64_t nodes) const {
    const ewn_cyclic::Proof proof = table_->read(position);
    if (proof.win <= turns) return proof.best;
    StopToken stop;
    Budget budget;
    budget.nodes = nodes;
    Control control(budget, stop);
    Meter meter(control);
    ewn_cyclic::Search search(*arrival_, *table_, meter);
    const auto list = position.legal(arrival_->die(position.phase));
    for (int i = 0; i < list.count; ++i) {
      const ewn_cyclic::Step step = list.list[static_cast<std::size_t>(i)];
      if (position.ends(step)) return step;
      if (turns > 1 && search.defend(position.after(step), turns - 1)) return step;
    }
    return ewn_cyclic::no_step;
  }
  // The step that held out longest.
  [[nodiscard]] ewn_cyclic::Step defending_step(const ewn_cyclic::Position& position) const {
    const ewn_cyclic::Proof proof = table_->read(position);
    if (proof.best != ewn_cyclic::no_step) return proof.best;
    return position.legal(arrival_->die(position.phase)).list[0];
  }

  Options options_;
  ewn::Cycle cycle_;
  std::unique_ptr<ewn_cyclic::Arrival> arrival_;
  std::unique_ptr<ewn_cyclic::Table> table_;
};

static_assert(SolverOf<EwnCyclicSolver, EwnCyclic>);
template <>
struct SolverType<EwnCyclic> {
  using type = EwnCyclicSolver;
};

}  // namespace tesuji::solve
