// Many random games: equal seeds give equal games, and the statistics match those of independent
// programs.
#include <cmath>

#include "subjects.hpp"
#include "tesuji/base/playout.hpp"

using namespace subjects;

namespace {

template <class S>
Playouts play_many(const S& subject, std::uint64_t games, std::uint64_t seed) {
  Rng rng(seed);
  Playouts totals;
  run_playouts<true, typename S::Position>(totals, games, rng, subject.start);
  return totals;
}

bool same(const Playouts& a, const Playouts& b) {
  return a.games == b.games && a.winners == b.winners && a.reasons == b.reasons &&
         a.plies == b.plies && a.choices == b.choices && a.score == b.score &&
         a.shortest == b.shortest && a.longest == b.longest;
}

// Expected statistics of random games; shares and tolerance in percent.
struct Seen {
  double length;
  double branching;
  double first;
  double second;
};

double percent(std::uint64_t part, std::uint64_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}
double ratio(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}
void check_near(double value, double expected, double tolerance) {
  const check::Context context(std::to_string(value) + " against " + std::to_string(expected));
  CHECK(std::fabs(value - expected) <= tolerance);
}

// With 20,000 games a share has a standard deviation of 0.35 points; 1.5 points are four of them.
template <class S>
Playouts check_statistics(const S& subject, const Seen& seen) {
  const check::Context context(subject.name);
  const Playouts totals = play_many(subject, 20'000, 1);
  check_near(ratio(totals.plies, totals.games), seen.length, 0.01 * seen.length);
  if (seen.branching > 0) {
    check_near(ratio(totals.choices, totals.plies), seen.branching, 0.01 * seen.branching);
  }
  check_near(percent(totals.winners[0], totals.games), seen.first, 1.5);
  check_near(percent(totals.winners[1], totals.games), seen.second, 1.5);
  return totals;
}

}  // namespace

TEST_CASE(playouts_repeat_with_the_same_seed) {
  for_every_game([](const auto& subject) {
    const Playouts once = play_many(subject, 200, 11);
    CHECK(same(once, play_many(subject, 200, 11)));
    CHECK(!same(once, play_many(subject, 200, 12)));
  });
}

TEST_CASE(playouts_of_avalam) {
  const auto totals = check_statistics(fixed_start<Avalam>("avalam"), {34.6, 0, 49.2, 48.1});
  CHECK(totals.shortest >= 30 && totals.longest <= 39);
}

TEST_CASE(playouts_of_pentago_twist) {
  const auto totals =
      check_statistics(fixed_start<PentagoTwist>("pentago-twist"), {28.4, 0, 49.9, 41.0});
  check_near(percent(totals.reasons[1], totals.games), 28.6, 1.5);
  CHECK_EQ(totals.longest, 36);
}

TEST_CASE(playouts_of_ewn) {
  const auto cyclic =
      check_statistics(drawn_start<EwnCyclic>("ewn-cyclic"), {37.3, 4.00, 52.6, 47.4});
  check_near(percent(cyclic.reasons[1], cyclic.games), 1.9, 0.5);
  CHECK(cyclic.longest <= 90);
  const auto dice = check_statistics(drawn_start<Ewn>("ewn"), {21.6, 3.11, 53.0, 47.0});
  check_near(percent(dice.reasons[1], dice.games), 1.2, 0.4);
  CHECK(dice.longest <= 48);
}

// The expected numbers come from 200 games per size, so they are rough.
TEST_CASE(playouts_of_colosseum) {
  struct Row {
    int size;
    double branching;
    double plies;
  };
  for (const Row& row :
       {Row{6, 35.4, 14.0}, {8, 65.6, 24.5}, {10, 104.9, 40.0}, {12, 157.3, 54.1}}) {
    const check::Context context("size " + std::to_string(row.size));
    Rng rng(3);
    Playouts totals;
    run_playouts<true, WideColosseum>(totals, 2000, rng, [&](Rng& drawn) {
      return WideColosseum::start(row.size, row.size / 2 - 1, drawn);
    });
    check_near(ratio(totals.choices, totals.plies), row.branching, 0.06 * row.branching);
    check_near(ratio(totals.plies, totals.games), row.plies, 0.10 * row.plies);
    check_near(percent(totals.winners[0], totals.games), 49.6, 5);
  }
}
