// The solver of ewn-cyclic against plain searches that know only the rules.
#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "check.hpp"
#include "ewn_positions.hpp"
#include "tesuji/solve/ewn_cyclic.hpp"

namespace {

using namespace ewn_positions;
using solve::EwnCyclicSolver;

// Whether the player to move wins, by trying every line; results are kept by the position's hash.
class PlainSearch {
 public:
  bool wins(const EwnCyclic& position) {
    if (position.outcome()) return false;
    const auto [found, fresh] = known_.try_emplace(position.hash(), false);
    if (!fresh) return found->second;
    bool won = false;
    for (Move move : moves_of(position)) won = won || acted(position, move).outcome();
    for (Move move : moves_of(position)) won = won || !wins(acted(position, move));
    return known_[position.hash()] = won;
  }

 private:
  std::unordered_map<std::uint64_t, bool> known_;
};

// Whether the attacker can force a win within so many turns of its own.
bool plain_within(const EwnCyclic& position, int attacker, int turns) {
  if (const auto outcome = position.outcome()) return outcome->winner == attacker;
  if (turns == 0) return false;
  const bool attacking = position.to_move() == attacker;
  for (Move move : moves_of(position)) {
    if (plain_within(acted(position, move), attacker, turns - attacking) == attacking) {
      return attacking;
    }
  }
  return !attacking;
}

EwnCyclic played(std::uint64_t seed, int plies) {
  Rng rng(seed);
  EwnCyclic position = EwnCyclic::start(rng);
  for (int i = 0; i < plies && !position.outcome(); ++i) position.play(position.random_move(rng));
  return position;
}

solve::Solution solved(EwnCyclicSolver& solver, const EwnCyclic& position) {
  StopToken stop;
  return solver.solve(position, {}, stop);
}

// Plays the line: it must be legal and end with a win for the player who has one.
void check_line(const EwnCyclic& position, const solve::Solution& solution) {
  EwnCyclic current = position;
  CHECK_EQ(solution.line.front(), *solution.best);
  for (Move move : solution.line) {
    CHECK(!current.outcome());
    const auto moves = moves_of(current);
    CHECK(std::find(moves.begin(), moves.end(), move) != moves.end());
    current.play(move);
  }
  if (const auto outcome = current.outcome()) {
    CHECK_EQ(outcome->winner == position.to_move(), solution.value.lower == 1);
  }
}

TEST_CASE(cyclic_solver_agrees_with_a_plain_search_of_random_games) {
  PlainSearch plain;
  EwnCyclicSolver solver;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    const check::Context context("seed " + std::to_string(seed));
    const EwnCyclic position = played(seed, 24);
    const auto solution = solved(solver, position);
    CHECK(solution.value.exact());
    CHECK_EQ(solution.value.lower == 1, plain.wins(position));
    if (position.outcome()) continue;
    check_line(position, solution);
    EwnCyclic next = position;
    next.play(*solution.best);
    CHECK(solution.value.lower == 0 || !plain.wins(next));
  }
}

TEST_CASE(cyclic_solver_agrees_with_a_plain_search_of_few_cubes) {
  Rng rng(7);
  PlainSearch plain;
  EwnCyclicSolver solver({.memory = 1});
  int eliminations = 0;
  for (int i = 0; i < 300; ++i) {
    const EwnCyclic position = scattered<ewn::CyclicRules>(rng, 3);
    const check::Context context(position.text());
    const auto solution = solved(solver, position);
    CHECK(solution.value.exact());
    CHECK_EQ(solution.value.lower == 1, plain.wins(position));
    check_line(position, solution);
    EwnCyclic last = position;
    for (Move move : solution.line) last.play(move);
    eliminations += last.outcome() && last.outcome()->reason == 1;
  }
  CHECK(eliminations > 3);
}

TEST_CASE(cyclic_search_agrees_with_plain_turns) {
  Rng rng(8);
  StopToken stop;
  for (int i = 0; i < 600; ++i) {
    const EwnCyclic position = scattered<ewn::CyclicRules>(rng, i % 2 == 0 ? 2 : 5);
    const check::Context context(position.text());
    const solve::ewn_cyclic::Arrival arrival(position.die());
    solve::ewn_cyclic::Table table(0.1);
    solve::Control control({}, stop);
    solve::Meter meter(control);
    solve::ewn_cyclic::Search search(arrival, table, meter);
    const auto root = solve::ewn_cyclic::Position::of(position);
    for (int turns = 1; turns <= 3; ++turns) {
      CHECK_EQ(search.attack(root, turns), plain_within(position, position.to_move(), turns));
      CHECK_EQ(search.defend(root, turns), plain_within(position, 1 - position.to_move(), turns));
    }
  }
}

TEST_CASE(cyclic_solver_says_unknown_when_the_budget_is_spent) {
  StopToken stop;
  Budget budget;
  budget.nodes = 2000;
  EwnCyclicSolver solver;
  const auto solution = solver.solve(played(3, 0), budget, stop);
  CHECK(solution.value == (solve::Range<double>{0, 1}));
  CHECK(!solution.best);
  CHECK(solution.nodes <= budget.nodes + 1);
  stop.stop();
  CHECK(!solver.solve(played(3, 0), {}, stop).value.exact());
}

TEST_CASE(cyclic_solver_repeats_itself) {
  StopToken stop;
  const auto nodes = [&] {
    EwnCyclicSolver solver;
    return solver.solve(played(5, 8), {}, stop).nodes;
  };
  CHECK_EQ(nodes(), nodes());
}

TEST_CASE(cyclic_solver_keeps_its_table_along_a_game) {
  StopToken stop;
  EwnCyclicSolver solver;
  EwnCyclic position = played(11, 6);
  const auto before = solver.solve(position, {}, stop);
  position.play(*before.best);
  const auto after = solver.solve(position, {}, stop);
  CHECK_EQ(before.value.lower, 1 - after.value.lower);
  EwnCyclicSolver fresh;
  CHECK(after.nodes < fresh.solve(position, {}, stop).nodes);
}

}  // namespace
