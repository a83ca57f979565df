// The Avalam solver in several threads: same values, and a stop from outside.
#include <atomic>
#include <chrono>
#include <thread>

#include "check.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam.hpp"
#include "tesuji/solve/progress.hpp"

using namespace tesuji;

TEST_CASE(avalam_threads_agree_with_one) {
  Rng rng(1);
  solve::AvalamSolver alone({.threads = 1, .memory = 8, .score = true});
  solve::AvalamSolver team({.threads = 4, .memory = 8, .score = true});
  for (int i = 0; i < 20; ++i) {
    Avalam position;
    for (int ply = 0; ply < 25; ++ply) position.play(position.random_move(rng));
    const check::Context context(position.text());
    StopToken stop;
    const auto one = alone.solve(position, {}, stop);
    const auto many = team.solve(position, {}, stop);
    CHECK(one.exact() && many.exact());
    CHECK(one.value == many.value && one.score == many.score);
  }
}

TEST_CASE(avalam_threads_stop_when_told) {
  solve::AvalamSolver team({.threads = 4, .memory = 8, .score = true});
  StopToken stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.stop();
  });
  const auto solution = team.solve(Avalam(), {}, stop);
  CHECK(!solution.value.exact());
}

TEST_CASE(avalam_progress_narrows_to_the_solution) {
  Rng rng(2);
  Avalam position;
  for (int ply = 0; ply < 23; ++ply) position.play(position.random_move(rng));
  solve::SolveProgress progress;
  solve::AvalamSolver team({.threads = 3, .memory = 8, .score = true, .progress = &progress});
  std::atomic<bool> done{false};
  bool widened = false;
  std::jthread reader([&] {
    solve::Range<double> last{0, 1};
    while (!done) {
      const solve::Solution known = progress.latest();
      widened = widened || known.value.lower < last.lower || known.value.upper > last.upper;
      last = known.value;
    }
  });
  StopToken stop;
  const auto solution = team.solve(position, {}, stop);
  done = true;
  reader.join();
  CHECK(!widened);
  CHECK(solution.exact());
  CHECK(progress.latest().value == solution.value);
  CHECK(progress.latest().score == solution.score);
  CHECK(progress.latest().nodes == solution.nodes);
}
