// The Avalam solver in several threads: same values, and a stop from outside.
#include <chrono>
#include <thread>

#include "check.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam.hpp"

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
