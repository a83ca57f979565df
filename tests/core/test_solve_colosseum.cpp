// Colosseum's solver: alpha-beta beside proof numbers proves nothing wrong, and both share a
// budget.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "solved.hpp"
#include "tesuji/solve/colosseum.hpp"
#include "tesuji/solve/generic.hpp"

namespace {

using namespace subjects;
using solve::Control;
using solve::GenericSolver;
using solve::Meter;
using solve::Options;
using solve::Solution;
using Guide = solve::ColosseumGuide<colosseum::NarrowBoard>;
using Deepening = solve::ColosseumDeepening<colosseum::NarrowBoard, Guide>;
using Solver = solve::ColosseumSolver<colosseum::NarrowBoard>;

bool wins_at_once(const NarrowColosseum& position) {
  const knowledge::ColosseumKnowledge<colosseum::NarrowBoard> colosseum;
  return colosseum.winning_move(position).has_value();
}

// Without moves that let the opponent win at once.
NarrowColosseum after_random_plies(int size, int plies, std::uint64_t seed) {
  Rng rng(seed);
  NarrowColosseum position = NarrowColosseum::start(size, size / 2 - 1, rng);
  for (int i = 0; i < plies; ++i) {
    NarrowColosseum next = position;
    next.play(random_move(position, rng));
    if (!next.outcome() && !wins_at_once(next)) position = next;
  }
  return position;
}

// Whether the player to move wins (1), draws (0) or loses (-1), by visiting every position.
class BruteForce {
 public:
  int operator()(const NarrowColosseum& position) {
    if (const auto outcome = position.outcome()) {
      return outcome->winner == draw ? 0 : outcome->winner == position.to_move() ? 1 : -1;
    }
    const auto known = values_.find(position.hash());
    if (known != values_.end()) return known->second;
    int best = -1;
    for (const Move move : moves_of(position))
      best = std::max(best, -(*this)(acted(position, move)));
    return values_[position.hash()] = best;
  }

 private:
  std::unordered_map<std::uint64_t, int> values_;
};

struct Tally {
  int wins = 0;
  int losses = 0;
};

// Checks everything that deepening proves below a late position, and the position itself.
void check_proofs(const NarrowColosseum& root, std::size_t bytes, BruteForce& brute_force,
                  Tally& tally) {
  const check::Context context(root.text());
  Deepening search(bytes);
  StopToken stop;
  Control control(Budget{}, stop);
  std::optional<int> result;
  search.begin(root);
  while (search.can_deepen()) {
    control.begin_question();
    search.deepen(control, [&](const NarrowColosseum& position, bool wins, std::uint64_t) {
      CHECK_EQ(brute_force(position), wins ? 1 : -1);
      ++(wins ? tally.wins : tally.losses);
      if (position == root) result = wins ? 1 : -1;
    });
  }
  const int expected = brute_force(root);
  if (expected != 0 && !wins_at_once(root)) CHECK_EQ(result.value_or(0), expected);
  if (expected == 0) CHECK(!result.has_value());
}

TEST_CASE(deepening_proves_what_brute_force_finds) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    const NarrowColosseum position = after_random_plies(4, 14, seed);
    BruteForce brute_force;
    check_proofs(position, 1 << 16, brute_force, tally);
    check_proofs(position, 1, brute_force, tally);  // a table with four entries
  }
  CHECK(tally.wins > 40 && tally.losses > 60);
}

// On 6x6, both searches take turns.
TEST_CASE(turns_agree_with_proof_numbers_alone) {
  int decided = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const NarrowColosseum position = after_random_plies(6, 50, seed);
    const check::Context context(position.text());
    CHECK(Deepening::suits(position));
    StopToken stop;
    Options options;
    options.memory = 4;
    const Solution generic = GenericSolver<NarrowColosseum>(options).solve(position, {}, stop);
    for (const int threads : {1, 3}) {
      options.threads = threads;
      const Solution own = Solver(options).solve(position, {}, stop);
      CHECK(own.exact() && generic.exact());
      CHECK(own.value == generic.value);
      CHECK(own.best.has_value());
      options.threads = 1;
      NarrowColosseum next = position;
      next.play(*own.best);
      const Solution reply = GenericSolver<NarrowColosseum>(options).solve(next, {}, stop);
      CHECK_EQ(reply.value.lower, 1 - own.value.lower);
    }
    decided += generic.value.lower != 0.5;
  }
  CHECK(decided >= 6);
}

TEST_CASE(a_budget_of_nodes_is_kept_and_repeats) {
  const NarrowColosseum position = after_random_plies(8, 4, 1);
  for (const std::uint64_t nodes : {150u, 1'000u, 30'000u}) {
    Budget budget;
    budget.nodes = nodes;
    StopToken stop;
    Options options;
    options.memory = 4;
    const Solution first = Solver(options).solve(position, budget, stop);
    const Solution second = Solver(options).solve(position, budget, stop);
    CHECK(first.exact() || first.nodes == nodes);
    CHECK(first.value == second.value && first.nodes == second.nodes);
    CHECK(first.best == second.best && first.line == second.line);
  }
}

TEST_CASE(a_question_may_pause_before_the_budget_is_spent) {
  Budget budget;
  budget.nodes = 1'000;
  StopToken stop;
  Control control(budget, stop);
  const auto ask = [&](std::uint64_t limit) {
    control.begin_question(limit);
    Meter meter(control);
    while (!meter.must_stop()) meter.count();
    return meter.nodes();
  };
  CHECK_EQ(ask(100), 100u);
  CHECK(!control.spent());
  CHECK_EQ(ask(Control::no_limit), 900u);
  CHECK(control.spent());
}

// The seconds are for all questions together.
TEST_CASE(a_question_has_the_time_that_is_left) {
  Budget budget;
  budget.seconds = 10;
  StopToken stop;
  Control control(budget, stop);
  double spent = 0;
  while (spent == 0) spent = control.seconds();
  control.begin_question();
  CHECK(control.budget().seconds <= 10 - spent);
}

}  // namespace
