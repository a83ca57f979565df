// MCTS with threads, tree-parallel and root-parallel. Also runs under the thread sanitizer.
#include <atomic>
#include <numeric>
#include <thread>

#include "check.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/search/mcts/mcts.hpp"

using namespace tesuji;

namespace {

template <Game G>
G late(G position, int plies, std::uint64_t seed) {
  Rng rng(seed);
  for (int i = 0; i < plies && !position.outcome(); ++i) {
    G next = position;
    if (is_chance(next)) {
      mcts::play_random_event(next, rng);
    } else {
      next.play(random_move(next, rng));
    }
    if (next.outcome()) break;
    position = next;
  }
  while (is_chance(position)) mcts::play_random_event(position, rng);
  return position;
}

mcts::Options threaded(mcts::ThreadRule rule, int count) {
  mcts::Options options;
  options.memory = std::size_t{16} << 20;
  options.threads.rule = rule;
  options.threads.count = count;
  return options;
}

template <Game G>
SearchReport run(mcts::Mcts<G, knowledge::Of<G>>& search, const G& position,
                 std::uint64_t simulations, bool reuse = false) {
  Budget budget;
  budget.simulations = simulations;
  StopToken stop;
  Progress progress;
  return search.search(position, budget, 1, reuse, stop, progress);
}
template <Game G>
SearchReport run(const mcts::Options& options, const G& position, std::uint64_t simulations) {
  mcts::Mcts<G, knowledge::Of<G>> search(options);
  return run(search, position, simulations);
}

std::uint64_t visits(const SearchReport& report) {
  return std::accumulate(
      report.moves.begin(), report.moves.end(), std::uint64_t{0},
      [](std::uint64_t sum, const MoveReport& move) { return sum + move.visits; });
}

}  // namespace

TEST_CASE(threads_in_one_tree_make_exactly_as_many_simulations_as_the_budget_says) {
  for (int count : {2, 3, 4}) {
    const auto report = run(threaded(mcts::ThreadRule::tree, count), Avalam{}, 5000);
    CHECK(report.simulations == 5000u);
    CHECK(visits(report) == 5000u);
  }
}

TEST_CASE(one_thread_of_a_shared_tree_finds_what_the_plain_search_finds) {
  Rng rng(3);
  const auto ewn = EwnCyclic::start(rng);
  Budget budget;
  budget.simulations = 3000;
  StopToken stop;
  Progress progress;
  mcts::Options options = threaded(mcts::ThreadRule::tree, 1);
  using K = knowledge::Of<EwnCyclic>;
  mcts::TreeSearch<EwnCyclic, K, true> shared(options, K{});
  mcts::TreeSearch<EwnCyclic, K, false> plain(options, K{});
  CHECK(shared.search(ewn, budget, 1, false, stop, progress));
  CHECK(plain.search(ewn, budget, 1, false, stop, progress));
  CHECK(shared.report().nodes == plain.report().nodes);
  CHECK(shared.report().best == plain.report().best);
}

TEST_CASE(every_part_that_writes_to_the_tree_may_be_shared) {
  Rng rng(5);
  const auto colosseum = NarrowColosseum::start(6, 2, rng);
  for (int part = 0; part < 9; ++part) {
    mcts::Options options = threaded(mcts::ThreadRule::tree, 3);
    if (part == 1) options.select.rule = mcts::SelectRule::ucb1_tuned;
    if (part == 2) options.amaf.rule = mcts::AmafRule::grave;
    if (part == 3) options.rollout.rule = mcts::RolloutRule::mast;
    if (part == 4) options.implicit.on = options.bias.on = options.blend.on = true;
    if (part == 5) options.exhausted = true;
    if (part == 6) options.transpositions = true;
    if (part == 7) options.widen.on = true;
    if (part == 8) options.expand.rule = mcts::ExpandRule::evaluated;
    const auto position = late(colosseum, 4, 7);
    CHECK(run(options, position, 2000).simulations <= 2000u);
  }
}

TEST_CASE(threads_prove_what_one_thread_proves) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Rng rng(seed);
    const auto position = late(EwnCyclic::start(rng), 26, seed);
    const auto alone = run(threaded(mcts::ThreadRule::one, 1), position, 20000);
    const auto together = run(threaded(mcts::ThreadRule::tree, 4), position, 20000);
    if (alone.proof != Proof::none && together.proof != Proof::none) {
      CHECK(alone.proof == together.proof);
    }
    const auto dice = late(Ewn::start(rng), 24, seed);
    const auto dice_alone = run(threaded(mcts::ThreadRule::one, 1), dice, 5000);
    const auto dice_together = run(threaded(mcts::ThreadRule::tree, 4), dice, 5000);
    if (dice_alone.proof != Proof::none && dice_together.proof != Proof::none) {
      CHECK(dice_alone.proof == dice_together.proof);
    }
  }
}

TEST_CASE(a_shared_tree_is_kept_from_move_to_move) {
  mcts::Mcts<EwnCyclic, knowledge::Of<EwnCyclic>> search(threaded(mcts::ThreadRule::tree, 3));
  Rng rng(2);
  auto position = EwnCyclic::start(rng);
  for (int i = 0; i < 4 && !position.outcome(); ++i) {
    const auto report = run(search, position, 3000, true);
    if (i > 0) CHECK(report.reused > 0u);
    position.play(report.best);
    if (position.outcome()) break;
    const auto reply = run(search, position, 100, true);
    position.play(reply.best);
  }
}

TEST_CASE(a_full_pool_is_no_harm_to_threads) {
  mcts::Options options = threaded(mcts::ThreadRule::tree, 4);
  options.memory = 1 << 16;
  CHECK(run(options, Avalam{}, 20000).simulations == 20000u);
}

TEST_CASE(others_may_look_at_a_shared_search_and_stop_it) {
  mcts::Mcts<Avalam, knowledge::Of<Avalam>> search(threaded(mcts::ThreadRule::tree, 3));
  StopToken stop;
  Progress progress;
  std::atomic<bool> ended{false};
  SearchReport report;
  std::thread searching([&] {
    report = search.search(Avalam{}, Budget{}, 1, false, stop, progress);
    ended = true;
  });
  while (progress.latest().second == 0) {
    progress.ask();
    std::this_thread::yield();
  }
  stop.stop();
  searching.join();
  CHECK(ended.load());
  CHECK(report.simulations > 0u);
}

TEST_CASE(trees_apart_share_the_simulations_and_their_answer_does_not_depend_on_luck) {
  const auto options = threaded(mcts::ThreadRule::root, 3);
  const auto first = run(options, Avalam{}, 3001);
  const auto second = run(options, Avalam{}, 3001);
  CHECK(first.simulations == 3001u);
  CHECK(visits(first) == 3001u);
  CHECK(first.best == second.best);
  CHECK(first.nodes == second.nodes);
  CHECK(first.value == second.value);
}
