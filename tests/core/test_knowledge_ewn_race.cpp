// The races and the odds of ewn and ewn-cyclic against slow versions and examples by hand.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "subjects.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/solve/ewn_cyclic_arrival.hpp"

using namespace subjects;
using namespace knowledge;

namespace {

using Steps = std::array<int, ewn::cubes>;  // 0 for a cube that is gone

// Expected turns of a race by recursion over dice and choices, without the tables of the core.
double expected_turns(const Steps& steps, std::map<Steps, double>& known) {
  if (const auto found = known.find(steps); found != known.end()) return found->second;
  double sum = 0;
  for (int die = 0; die < ewn::cubes; ++die) {
    double best = 1e9;
    const auto move = [&](int cube) {
      Steps next = steps;
      best = std::min(
          best, --next[static_cast<std::size_t>(cube)] == 0 ? 0 : expected_turns(next, known));
    };
    if (steps[static_cast<std::size_t>(die)] > 0) {
      move(die);
    } else {
      int below = die;
      int above = die;
      while (below >= 0 && steps[static_cast<std::size_t>(below)] == 0) --below;
      while (above < ewn::cubes && steps[static_cast<std::size_t>(above)] == 0) ++above;
      if (below >= 0) move(below);
      if (above < ewn::cubes) move(above);
    }
    sum += 1 + best;
  }
  return known[steps] = sum / ewn::cubes;
}

int state_of(const Steps& steps) {
  int state = 0;
  for (std::size_t cube = 0; cube < ewn::cubes; ++cube) {
    state += steps[cube] * ewn_race::place[cube];
  }
  return state;
}

double mean_of(const ewn_race::Turns& turns) {
  double mean = 0;  // the sum of the probabilities of n turns or more
  for (const auto share : turns.at_least) mean += share / double{ewn_race::one};
  return mean;
}

// The probability of arriving first, from games in which both sides race by the table's means.
double simulated(const Steps& mover, const Steps& other, int games) {
  std::map<Steps, double> known;
  Rng rng(5);
  int won = 0;
  for (int game = 0; game < games; ++game) {
    std::array<Steps, 2> sides = {mover, other};
    for (std::size_t side = 0;; side ^= 1) {
      unsigned alive = 0;
      for (std::size_t cube = 0; cube < ewn::cubes; ++cube) {
        if (sides[side][cube] > 0) alive |= 1u << cube;
      }
      const auto [first, second] = ewn::choices[alive][rng.below(ewn::cubes)];
      Steps left = sides[side];
      Steps right = sides[side];
      if (--left[first] == 0 || --right[second] == 0) {
        won += side == 0;
        break;
      }
      sides[side] = expected_turns(left, known) <= expected_turns(right, known) ? left : right;
    }
  }
  return won / double(games);
}

}  // namespace

TEST_CASE(race_table_agrees_with_recursion) {
  Rng rng(3);
  std::map<Steps, double> known;
  for (int i = 0; i < 200; ++i) {
    Steps steps{};
    for (int& each : steps) each = static_cast<int>(rng.below(ewn_race::base));
    if (steps == Steps{}) continue;
    const auto& turns = ewn_race::table()[state_of(steps)];
    CHECK_EQ(turns.at_least[0], ewn_race::one);
    CHECK(std::abs(mean_of(turns) - expected_turns(steps, known)) < 5e-4);
    int sum = 0;
    for (const int share : turns.exactly) sum += share;
    CHECK_EQ(sum, ewn_race::one);
  }
}

TEST_CASE(race_table_agrees_with_simulated_races) {
  const std::array<std::array<Steps, 2>, 3> races = {{
      {{{4, 4, 4, 3, 4, 4}, {4, 4, 4, 4, 3, 4}}},
      {{{0, 2, 0, 0, 3, 1}, {2, 0, 0, 2, 0, 0}}},
      {{{3, 0, 0, 0, 0, 3}, {2, 4, 4, 4, 4, 4}}},
  }};
  for (const auto& [mover, other] : races) {
    const double by_table = ewn_race::win_probability(ewn_race::table()[state_of(mover)],
                                                      ewn_race::table()[state_of(other)]);
    // Four standard deviations of 20,000 games.
    CHECK(std::abs(by_table - simulated(mover, other, 20000)) < 0.0142);
  }
}

TEST_CASE(race_of_single_cubes_is_certain) {
  EwnKnowledge<ewn::StandardRules> known;
  known.weights = {.steps = 0, .cubes = 0, .race = 1, .contact = 0};
  // Past each other, two steps against three: any die moves the only cube.
  CHECK(known.evaluate(Ewn::parse("c5---------- d1---------- r ?")) > 0.99);
  CHECK(known.evaluate(Ewn::parse("c5---------- d1---------- b ?")) > 0.99);
  // Two steps each: the player to move arrives first.
  CHECK(known.evaluate(Ewn::parse("c5---------- c1---------- r ?")) > 0.99);
  CHECK(known.evaluate(Ewn::parse("c5---------- c1---------- b ?")) < -0.99);
}

// Exchanging the players, transposing the board and reversing numbers change nothing.
TEST_CASE(odds_of_ewn_are_symmetric) {
  EwnKnowledge<ewn::StandardRules> known;
  known.weights = {.steps = 0, .cubes = 0, .race = 0.7, .contact = 0.8};
  int seen = 0;
  walks(drawn_start<Ewn>("ewn"), 100, [&](const Ewn& position) {
    if (position.outcome()) return;
    const check::Context at(position.text());
    const double value = known.evaluate(position);
    CHECK(std::abs(value) <= 0.7);
    for (int symmetry = 1; symmetry < Ewn::symmetry_count; ++symmetry) {
      CHECK_EQ(known.evaluate(position.transformed(symmetry)), value);
    }
    ++seen;
  });
  CHECK(seen > 1000);
}

// The same race with and without an enemy that can capture.
TEST_CASE(contact_lowers_the_odds_of_a_threatened_cube) {
  const auto value = [](const char* text, double contact) {
    EwnKnowledge<ewn::StandardRules> known;
    known.weights = {.steps = 0, .cubes = 0, .race = 1, .contact = contact};
    return known.evaluate(Ewn::parse(text));
  };
  // On d4 the cube of Blue faces that of Red on c3; on d1 they have passed each other.
  CHECK_EQ(value("c3---------- d4---------- b ?", 0), value("c3---------- d1---------- b ?", 0));
  CHECK(value("c3---------- d4---------- b ?", 1) < value("c3---------- d1---------- b ?", 1));
}

// The arrival table of the solver knows the turns of every cube.
TEST_CASE(arrivals_of_ewn_cyclic_agree_with_the_solver) {
  namespace solver = solve::ewn_cyclic;
  int seen = 0;
  walks(drawn_start<EwnCyclic>("ewn-cyclic"), 3, [&](const EwnCyclic& position) {
    if (position.outcome()) return;
    const check::Context at(position.text());
    const solver::Arrival table(position.die());
    for (int wait = 0; wait < 2; ++wait) {
      const int player = wait == 0 ? position.to_move() : 1 - position.to_move();
      const auto side = solver::Cubes::of(position.side(player), player);
      const auto& row = table.unhindered()(side.alive(), wait);
      std::vector<int> turns;
      for (int cube = 0; cube < ewn::cubes; ++cube) {
        const int steps = solver::distance[static_cast<std::size_t>(side[cube])];
        const int needed = row[static_cast<std::size_t>(8 * cube + steps)];
        turns.push_back(std::min(needed, ewn_cyclic_race::most_turns));
      }
      std::sort(turns.begin(), turns.end());
      const auto found = ewn_cyclic_race::arrival(position, player, wait);
      CHECK_EQ(found.turns, turns[0]);
      CHECK_EQ(found.second_turns, turns[1]);
      ++seen;
    }
  });
  CHECK(seen > 50);
}

TEST_CASE(odds_of_ewn_cyclic_are_symmetric_and_fine) {
  EwnKnowledge<ewn::CyclicRules> known;
  known.weights = {.steps = 0, .cubes = 0, .race = 1};
  std::map<double, int> values;
  walks(drawn_start<EwnCyclic>("ewn-cyclic"), 40, [&](const EwnCyclic& position) {
    if (position.outcome()) return;
    const double value = known.evaluate(position);
    CHECK(std::abs(value) <= 1);
    CHECK_EQ(known.evaluate(position.transformed(1)), value);
    ++values[value];
  });
  CHECK(values.size() > 300);
}
