// Alpha-beta with several threads: correct results, a shared table, budgets and exceptions.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "check.hpp"
#include "solved.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/pentago.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

namespace {

using namespace solved;
using alphabeta::AlphaBeta;
using alphabeta::Bound;
using alphabeta::Entry;
using alphabeta::Options;
using alphabeta::Table;

constexpr int threads = 4;

Options with_threads(int count = threads) {
  Options options;
  options.memory = std::size_t{1} << 20;
  options.threads = count;
  return options;
}
template <Game G>
Score evaluate(const G& position) {
  const double value = knowledge::Of<G>{}.evaluate(position) * alphabeta::most_evaluation;
  return static_cast<Score>(position.to_move() == 0 ? value : -value);
}
template <Game G>
SearchReport searched(AlphaBeta<G>& search, const G& position, const Budget& budget) {
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}
Budget to_depth(int depth) {
  Budget budget;
  budget.depth = depth;
  return budget;
}
EwnCyclic ewn_start(std::uint64_t seed) {
  Rng rng(seed);
  return EwnCyclic::start(rng);
}

// A number that depends on every bit of the key.
Entry entry_of(std::uint64_t key) {
  Entry entry;
  entry.score = static_cast<Score>(mix(key) % 1'000'000);
  entry.move = static_cast<Move>(mix(key + 1));
  entry.depth = static_cast<std::uint8_t>(mix(key + 2));
  entry.bound = Bound::exact;
  return entry;
}

// The answer has the score of the row that belongs to its move.
template <Game G>
void check_row_of_answer(const G& position, bool vote) {
  Options options = with_threads();
  options.vote = vote;
  AlphaBeta<G> search(options, evaluate<G>);
  Budget budget;
  budget.nodes = 20'000;
  const SearchReport report = searched(search, position, budget);
  const auto row = std::find_if(report.moves.begin(), report.moves.end(),
                                [&](const MoveReport& move) { return move.move == report.best; });
  CHECK(row != report.moves.end());
  CHECK_EQ(row->value, report.value);
  CHECK(report.depth >= 1);
}

}  // namespace

TEST_CASE(threads_never_find_half_an_entry) {
  Table table(1);  // one pair of slots, so all threads write to the same place
  table.begin_search();
  std::atomic<int> found{0};
  std::atomic<int> wrong{0};
  const auto hammer = [&](std::uint64_t seed) {
    Rng rng(seed);
    for (int i = 0; i < 100'000; ++i) {
      const std::uint64_t key = mix(rng.below(4) + 1);
      table.store(key, entry_of(key));
      const std::uint64_t other = mix(rng.below(4) + 1);
      const auto entry = table.find(other, true);
      if (!entry) continue;
      ++found;
      Entry expected = entry_of(other);
      expected.search = entry->search;
      wrong += entry->packed() != expected.packed();
    }
  };
  std::vector<std::thread> running;
  for (std::uint64_t i = 0; i < threads; ++i) running.emplace_back(hammer, i);
  for (std::thread& thread : running) thread.join();
  CHECK(found > 1000);
  CHECK_EQ(wrong.load(), 0);
}

TEST_CASE(threads_find_true_results) {
  late_positions(25, 1500, [](const EwnCyclic& position) {
    AlphaBeta<EwnCyclic> search(with_threads(), evaluate<EwnCyclic>);
    for (int again = 0; again < 2; ++again) {
      const SearchReport report = searched(search, position, to_depth(100));
      const bool wins = minimax(position) > 0;
      CHECK(report.proof == (wins ? Proof::win : Proof::loss));
      CHECK_EQ(report.value, wins ? 1.0 : 0.0);
      CHECK(!wins || minimax(acted(position, report.best)) < 0);
      CHECK_EQ(report.line.front(), report.best);
    }
  });
}

TEST_CASE(threads_search_every_game) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    Rng rng(1);
    G position = subject.start(rng);
    if constexpr (HasChance<G>) {
      if (position.is_chance()) position.play_event(position.event(0));
    }
    AlphaBeta<G> search(with_threads(), evaluate<G>);
    const SearchReport report = searched(search, position, to_depth(2));
    const std::vector<Move> moves = moves_of(position);
    CHECK(std::find(moves.begin(), moves.end(), report.best) != moves.end());
    CHECK_EQ(report.depth, 2);
  });
}

TEST_CASE(threads_share_the_nodes) {
  AlphaBeta<EwnCyclic> search(with_threads(), evaluate<EwnCyclic>);
  Budget budget;
  budget.nodes = 20'000;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const SearchReport report = searched(search, ewn_start(seed), budget);
    CHECK(report.nodes >= budget.nodes);
    // Each thread checks its budget every few dozen nodes and then abandons a line of nodes.
    CHECK(report.nodes <= budget.nodes + threads * 300);
  }
}

// The main thread is slow, so a helper is ahead when the depth limit is reached.
TEST_CASE(threads_answer_with_the_deepest) {
  const auto main = std::this_thread::get_id();
  const auto slow_here = [main](const EwnCyclic& position) {
    if (std::this_thread::get_id() == main) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return evaluate(position);
  };
  Options options = with_threads(2);
  options.reduce = 0;
  AlphaBeta<EwnCyclic> search(options, slow_here);
  const SearchReport report = searched(search, ewn_start(3), to_depth(6));
  CHECK_EQ(report.depth, 6);
  options.threads = 1;
  AlphaBeta<EwnCyclic> alone(options, evaluate<EwnCyclic>);
  CHECK_EQ(report.value, searched(alone, ewn_start(3), to_depth(6)).value);
}

TEST_CASE(threads_answer_with_a_move_of_theirs) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    check_row_of_answer(ewn_start(seed), false);
    Rng rng(seed);
    Ewn with_dice = Ewn::start(rng);
    if (with_dice.is_chance()) with_dice.play_event(with_dice.event(0));
    for (const bool vote : {false, true}) check_row_of_answer(with_dice, vote);
  }
}

TEST_CASE(threads_one_is_the_plain_search) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    AlphaBeta<EwnCyclic> one(with_threads(1), evaluate<EwnCyclic>);
    AlphaBeta<EwnCyclic> other(with_threads(1), evaluate<EwnCyclic>);
    const SearchReport a = searched(one, ewn_start(seed), to_depth(6));
    const SearchReport b = searched(other, ewn_start(seed), to_depth(6));
    CHECK_EQ(a.nodes, b.nodes);
    CHECK_EQ(a.best, b.best);
    CHECK(a.line == b.line);
  }
}

TEST_CASE(threads_stop_when_told) {
  for (bool cpu : {false, true}) {
    AlphaBeta<Avalam> search(with_threads(), evaluate<Avalam>);
    Budget budget;
    budget.cpu_clock = cpu;
    StopToken stop;
    Progress progress;
    std::atomic<bool> done{false};
    std::thread watcher([&] {
      // Wait for progress: only a search that has begun can be stopped.
      while (progress.latest().second == 0) {
        progress.ask();
        std::this_thread::yield();
      }
      stop.stop();
      while (!done) std::this_thread::yield();
    });
    const SearchReport report = search.search(Avalam(), budget, stop, progress);
    done = true;
    watcher.join();
    CHECK(report.depth >= 1);
    CHECK(report.nodes > 292);
  }
}

TEST_CASE(threads_stop_when_their_time_is_up) {
  for (bool cpu : {false, true}) {
    AlphaBeta<Avalam> search(with_threads(), evaluate<Avalam>);
    Budget budget;
    budget.seconds = 0.02;
    budget.cpu_clock = cpu;
    CHECK(searched(search, Avalam(), budget).depth >= 1);
    budget.seconds = 0;
    CHECK(searched(search, Avalam(), budget).depth >= 1);
  }
}

// An exception in any thread reaches the caller, who can then search again.
TEST_CASE(threads_pass_exceptions_on) {
  const auto main = std::this_thread::get_id();
  for (bool in_main : {false, true}) {
    std::atomic<bool> broken{true};
    const auto throws = [&](const EwnCyclic& position) {
      const bool here = std::this_thread::get_id() == main;
      if (broken && here == in_main) throw std::runtime_error("an evaluation failed");
      return evaluate(position);
    };
    AlphaBeta<EwnCyclic> search(with_threads(), throws);
    const auto error =
        CHECK_THROWS(searched(search, ewn_start(1), to_depth(30)), std::runtime_error);
    CHECK_EQ(std::string(error.what()), "an evaluation failed");
    broken = false;
    CHECK_EQ(searched(search, ewn_start(1), to_depth(3)).depth, 3);
  }
}
