// Solvers with several threads: the same values as with one, whoever finishes first.
#include "solved.hpp"
#include "tesuji/solve/colosseum.hpp"
#include "tesuji/solve/generic.hpp"

namespace {

using namespace subjects;
using solve::GenericSolver;
using solve::Options;
using solve::Solution;

template <class S, Game G>
void check_threads(const G& position) {
  const check::Context context(position.text());
  Budget budget;
  StopToken stop;
  Options options;
  options.memory = 1;
  options.score = true;
  const Solution one = S(options).solve(position, budget, stop);
  options.threads = 4;
  const Solution four = S(options).solve(position, budget, stop);
  CHECK(one.exact() && four.exact());
  CHECK(one.value == four.value);
  CHECK(one.score == four.score);
  CHECK(four.best.has_value() == one.best.has_value());
}

TEST_CASE(threads_agree_about_late_positions) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Rng rng(seed);
    if (const auto late = solved::late_position(Avalam(), seed, 20'000)) {
      check_threads<GenericSolver<Avalam>>(*late);
    }
    if (const auto late = solved::late_position(Ewn::start(rng), seed, 20'000)) {
      check_threads<GenericSolver<Ewn>>(*late);
    }
    const auto start = NarrowColosseum::start(4, 1, rng);
    if (const auto late = solved::late_position(start, seed, 20'000)) {
      check_threads<solve::ColosseumSolver<colosseum::NarrowBoard>>(*late);
    }
    // On 6x6, alpha-beta runs beside the proof numbers.
    const auto larger = NarrowColosseum::start(6, 2, rng);
    if (const auto late = solved::late_position(larger, seed, 20'000)) {
      check_threads<solve::ColosseumSolver<colosseum::NarrowBoard>>(*late);
    }
  }
}

TEST_CASE(threads_share_a_budget_of_nodes) {
  Budget budget;
  budget.nodes = 2'000;
  StopToken stop;
  Options options;
  options.memory = 1;
  options.threads = 4;
  const Solution found = GenericSolver<Avalam>(options).solve(Avalam(), budget, stop);
  CHECK(!found.exact());
  // Each thread counts its nodes between two looks at the clock by itself.
  CHECK(found.nodes < 3'000);
}

TEST_CASE(a_stop_ends_all_threads) {
  StopToken stop;
  Options options;
  options.memory = 1;
  options.threads = 4;
  std::thread stopper([&] {
    for (int i = 0; i < 200 && !stop.stopped(); ++i) std::this_thread::yield();
    stop.stop();
  });
  const Solution found = GenericSolver<Avalam>(options).solve(Avalam(), Budget{}, stop);
  stopper.join();
  CHECK(!found.exact());
}

}  // namespace
