// The endgame tables of ewn and its solver against plain expectimax.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "check.hpp"
#include "ewn_positions.hpp"
#include "tesuji/solve/ewn.hpp"

namespace {

using namespace ewn_positions;
using solve::EwnSolver;
using Rules = ewn::StandardRules;

constexpr double precision = 1e-6;

double mover_value(const Ewn& position, auto&& child) {
  double best = 0;
  for (Move move : moves_of(position)) {
    const Ewn next = acted(position, move);
    best = std::max(best, next.outcome() ? 1.0 : 1 - child(next));
  }
  return best;
}
// The mean over the dice of the best move, with child(position) for positions before the next roll.
double mean_value(const Ewn& position, auto&& child) {
  double sum = 0;
  for (int die = 0; die < position.event_count(); ++die) {
    Ewn rolled = position;
    rolled.play_event(position.event(die));
    sum += mover_value(rolled, child);
  }
  return sum / position.event_count();
}

// Expectimax to the end of the game.
class Plain {
 public:
  double value(const Ewn& position) {
    const auto found = known_.find(position.hash());
    if (found != known_.end()) return found->second;
    return known_[position.hash()] =
               mean_value(position, [&](const Ewn& next) { return value(next); });
  }

 private:
  std::unordered_map<std::uint64_t, double> known_;
};

const solve::ewn_tables::Tables& tables() {
  static const auto made = [] {
    auto shared = solve::ewn_tables::SharedTables::of("");
    shared->grow([] { return false; });
    return shared;
  }();
  return made->tables();
}
double from_tables(const Ewn& position) {
  const auto sides = solve::ewn_tables::sides_of(position, 4);
  return tables().value(sides->own, sides->enemy);
}
int stones(const Ewn& position) {
  return std::popcount(position.side(0).alive_set()) + std::popcount(position.side(1).alive_set());
}
Ewn with_stones(Rng& rng, int least, int most) {
  while (true) {
    const Ewn position = scattered<Rules>(rng, static_cast<std::uint32_t>(most - 1));
    if (stones(position) >= least && stones(position) <= most) return position;
  }
}
solve::Solution solved(EwnSolver& solver, const Ewn& position) {
  StopToken stop;
  return solver.solve(position, {}, stop);
}
EwnSolver without_files(double memory = 64) { return EwnSolver({.memory = memory}, ""); }

TEST_CASE(ewn_tables_in_memory_keep_to_the_time_limit) {
  solve::ewn_tables::SharedTables tables("");
  CHECK_EQ(tables.tables().stones(), 3);
  int calls = 0;
  while (tables.tables().stones() < 4) {
    int looks = 0;
    tables.grow([&] { return ++looks > 2000; });
    ++calls;
  }
  CHECK(calls > 5);
}

// With all ends of the game and all smaller tables right, this is what expectimax means.
TEST_CASE(ewn_tables_hold_the_mean_of_the_best_moves) {
  Rng rng(1);
  for (int i = 0; i < 10'000; ++i) {
    const Ewn position = with_stones(rng, 2, 4);
    const check::Context context(position.text());
    CHECK(std::abs(from_tables(position) - mean_value(position, from_tables)) < 1e-7);
  }
}

TEST_CASE(ewn_tables_agree_with_expectimax) {
  Rng rng(2);
  Plain plain;
  for (int i = 0; i < 200; ++i) {
    const Ewn position = with_stones(rng, 2, i % 20 == 0 ? 4 : 3);
    const check::Context context(position.text());
    CHECK(std::abs(from_tables(position) - plain.value(position)) < precision);
  }
}

TEST_CASE(ewn_tables_ignore_symmetries) {
  Rng rng(3);
  for (int i = 0; i < 500; ++i) {
    const Ewn position = with_stones(rng, 2, 4);
    for (int symmetry = 1; symmetry < Ewn::symmetry_count; ++symmetry) {
      CHECK(std::abs(from_tables(position.transformed(symmetry)) - from_tables(position)) < 1e-6);
    }
  }
}

// The tables with three stones and a search above them must lead to the tables with four.
TEST_CASE(ewn_solver_agrees_with_larger_tables) {
  Rng rng(4);
  EwnSolver small({.memory = 10}, "nowhere");
  StopToken stop;
  CHECK_EQ(small.table_stones(stop), 3);
  for (int i = 0; i < 100; ++i) {
    const Ewn position = with_stones(rng, 4, 4);
    const check::Context context(position.text());
    const auto solution = solved(small, position);
    CHECK(solution.value.exact());
    CHECK(solution.nodes > 0);
    CHECK(std::abs(solution.value.lower - from_tables(position)) < precision);
  }
}

TEST_CASE(ewn_solver_agrees_with_expectimax_above_the_tables) {
  Rng rng(5);
  EwnSolver solver = without_files();
  for (int i = 0; i < 20; ++i) {
    const Ewn position = with_stones(rng, 5, 5);
    const check::Context context(position.text());
    // One move ahead by plain expectimax, then the tables or the solver.
    const double expected = mean_value(position, [&](const Ewn& next) {
      return stones(next) <= 4 ? from_tables(next) : solved(solver, next).value.lower;
    });
    EwnSolver fresh = without_files();
    const auto solution = solved(fresh, position);
    CHECK(solution.value.exact());
    CHECK(std::abs(solution.value.lower - expected) < precision);
  }
}

TEST_CASE(ewn_moves_from_tables_lose_no_value) {
  Rng rng(6);
  EwnSolver solver = without_files();
  for (int i = 0; i < 1000; ++i) {
    Ewn position = with_stones(rng, 2, 4);
    position.play_event(position.event(static_cast<int>(rng.below(6))));
    const check::Context context(position.text());
    const auto solution = solved(solver, position);
    const double best = mover_value(position, from_tables);
    CHECK(std::abs(solution.value.lower - best) < precision);
    const Ewn next = acted(position, *solution.best);
    CHECK(std::abs((next.outcome() ? 1 : 1 - from_tables(next)) - best) < 1e-9);
  }
}

TEST_CASE(ewn_solver_gives_bounds_when_the_budget_is_spent) {
  Rng rng(7);
  int open = 0;
  for (int i = 0; i < 20; ++i) {
    const Ewn position = with_stones(rng, 5, 5);
    const check::Context context(position.text());
    EwnSolver hasty = without_files();
    EwnSolver patient = without_files();
    StopToken stop;
    Budget budget;
    budget.nodes = 100;
    const auto range = hasty.solve(position, budget, stop).value;
    const double exact = solved(patient, position).value.lower;
    CHECK(range.lower <= exact + precision && exact - precision <= range.upper);
    open += !range.exact();
  }
  CHECK(open > 3);
}

}  // namespace
