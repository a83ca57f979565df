// The Avalam solver against brute force and a plain alpha-beta, and its promises: honest bounds,
// moves that keep the value, small memory, determinism.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam.hpp"

using namespace tesuji;

namespace {

struct PositionHash {
  std::size_t operator()(const Avalam& position) const noexcept { return position.hash(); }
};

// 100 for each tower and 1 for each tower of five, for Yellow: first the score, then the tie-break.
int final_value(const Avalam& position) {
  const std::uint64_t fives = position.fives();
  return 100 * position.score() + 2 * std::popcount(fives & ~position.red()) - std::popcount(fives);
}
int score_of(int value) { return (value + 100 * 100 + 50) / 100 - 100; }
double result_of(int value) { return value > 0 ? 1 : value < 0 ? 0 : 0.5; }

// Minimax without any pruning.
class BruteForce {
 public:
  int value(const Avalam& position) {
    if (position.outcome()) return final_value(position);
    const auto [found, is_new] = known_.try_emplace(position, 0);
    if (!is_new) return found->second;
    const bool red = position.to_move() == 1;
    int best = red ? 1'000'000 : -1'000'000;
    MoveList list;
    position.legal_moves(list);
    for (const Move move : list) {
      Avalam next = position;
      next.play(move);
      best = red ? std::min(best, value(next)) : std::max(best, value(next));
    }
    return known_[position] = best;
  }

 private:
  std::unordered_map<Avalam, int, PositionHash> known_;
};

// Plain alpha-beta: whether the value is at least `target`. Covers enemies first.
class PlainAlphaBeta {
 public:
  bool at_least(const Avalam& position, int target) {
    if (position.outcome()) return final_value(position) >= target;
    auto& [no_less, less] = known_.try_emplace(position, -1'000'000, 1'000'000).first->second;
    if (no_less >= target) return true;
    if (less <= target) return false;
    const bool answer = search(position, target);
    auto& bounds = known_.at(position);
    (answer ? bounds.first : bounds.second) = target;
    return answer;
  }

 private:
  bool search(const Avalam& position, int target) {
    const bool red = position.to_move() == 1;
    MoveList list;
    position.legal_moves(list);
    for (const bool covers_enemy : {true, false}) {
      for (const Move move : list) {
        if ((position.red_on_top(move & 63) != red) != covers_enemy) continue;
        Avalam next = position;
        next.play(move);
        if (at_least(next, target) != red) return !red;
      }
    }
    return red;
  }

  std::unordered_map<Avalam, std::pair<int, int>, PositionHash> known_;
};

// A position after some random moves in which the game is not over.
Avalam random_position(int plies, Rng& rng) {
  for (;;) {
    Avalam position;
    for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
      position.play(position.random_move(rng));
    }
    if (!position.outcome()) return position;
  }
}

solve::Solution solution_of(solve::AvalamSolver& solver, const Avalam& position,
                            const Budget& budget = {}) {
  StopToken stop;
  return solver.solve(position, budget, stop);
}

double for_mover(const Avalam& position, double result) {
  return position.to_move() == 1 ? 1 - result : result;
}
int for_mover(const Avalam& position, int score) {
  return position.to_move() == 1 ? -score : score;
}

void check_line(const Avalam& position, const solve::Solution& solution) {
  CHECK(solution.best && solution.line.front() == *solution.best);
  Avalam end = position;
  for (const Move move : solution.line) {
    MoveList list;
    end.legal_moves(list);
    CHECK(std::find(list.begin(), list.end(), move) != list.end());
    end.play(move);
  }
  CHECK(end.outcome());
  CHECK_EQ(for_mover(position, result_of(final_value(end))), solution.value.lower);
  if (solution.score) CHECK_EQ(for_mover(position, end.score()), solution.score->lower);
}

}  // namespace

TEST_CASE(avalam_solver_equals_brute_force) {
  Rng rng(1);
  solve::AvalamSolver results({.threads = 1, .memory = 8, .score = false});
  solve::AvalamSolver scores({.threads = 1, .memory = 8, .score = true});
  for (int i = 0; i < 500; ++i) {
    const Avalam position = random_position(28 + i % 4, rng);
    const check::Context context(position.text());
    const int value = BruteForce().value(position);
    const auto result = solution_of(results, position);
    CHECK_EQ(result.value.lower, for_mover(position, result_of(value)));
    CHECK(result.value.exact() && !result.score);
    check_line(position, result);
    const auto scored = solution_of(scores, position);
    CHECK(scored.exact() && scored.value == result.value);
    CHECK_EQ(scored.score->lower, for_mover(position, score_of(value)));
    check_line(position, scored);
  }
}

TEST_CASE(avalam_solver_equals_plain_alpha_beta) {
  Rng rng(2);
  solve::AvalamSolver solver({.threads = 1, .memory = 8, .score = true});
  for (int i = 0; i < 200; ++i) {
    const Avalam position = random_position(i % 4 == 0 ? 26 : 27, rng);
    const check::Context context(position.text());
    const auto solution = solution_of(solver, position);
    CHECK(solution.exact());
    PlainAlphaBeta plain;
    const bool wins = plain.at_least(position, 1);
    const bool loses = !wins && !plain.at_least(position, 0);
    CHECK_EQ(solution.value.lower, for_mover(position, wins ? 1.0 : loses ? 0.0 : 0.5));
    const int score = for_mover(position, solution.score->lower);
    CHECK(plain.at_least(position, 100 * score - 50));
    CHECK(!plain.at_least(position, 100 * score + 50));
    check_line(position, solution);
  }
}

// Walls and table must hold for every sum that occurs, not only for those that decide.
TEST_CASE(avalam_bounds_contain_the_value) {
  Rng rng(3);
  for (const solve::sums::Weights weights :
       {solve::sums::score_weights, solve::sums::result_weights}) {
    solve::sums::SumMaker maker(weights, 1 << 22);
    for (int i = 0; i < 1000; ++i) {
      const Avalam position = random_position(29 + i % 5, rng);
      const check::Context context(position.text());
      const int value = BruteForce().value(position);
      const int exact =
          weights.point * score_of(value) + weights.five * (value - 100 * score_of(value));
      const auto sum = maker.sum(position);
      CHECK(sum.bounds.lower <= exact && exact <= sum.bounds.upper);
    }
  }
}

// The exact value with the tie-break, also where it does not decide. In the first positions a tempo
// (a component that only passes the turn) changes it.
TEST_CASE(avalam_search_counts_fives_and_tempos) {
  namespace sums = solve::sums;
  std::vector<Avalam> positions;
  for (const char* text : {"AC/..../cb.A.c/.a..c..D/.d..a.../..EA.A.A/Ad...c/E.../.A",
                           "A./A..d/.b..a./.dA.DC.a/d.C....c/......E./c..a../a.cA/aA",
                           ".a/.C.a/B.E..A/...d.E../d.b...D./a..A.d../.B..Cb/b.../.A",
                           ".C/b.e./.....b/A..d.D.a/B.b..A../b.c.C.../..DB.D/a.b./..",
                           ".D/..Bb/.A..../.b.a..B./..e.B.C./C.E....c/A.c..B/d.../.c",
                           "../AB.c/E..B.e/.a..c.../...b..eA/B.bd.B../A..a.b/.b../.B"}) {
    positions.push_back(Avalam::parse(text));
  }
  Rng rng(8);
  while (positions.size() < 300) positions.push_back(random_position(29, rng));
  sums::Table table(1 << 20);
  sums::Searcher searcher(sums::result_weights, table, 1 << 22, 0);
  StopToken stop;
  sums::Control control({}, stop);
  const std::atomic<bool> done{false};
  for (const Avalam& position : positions) {
    const check::Context context(position.text());
    sums::Sum sum = searcher.maker().sum(position);
    while (!sum.bounds.exact()) {
      CHECK(searcher.decide(sum, sum.bounds.lower + sums::result_weights.five, control, done));
    }
    const int value = BruteForce().value(position);
    const int fives = value - 100 * score_of(value);
    CHECK_EQ(sum.bounds.lower,
             sums::result_weights.point * score_of(value) + sums::result_weights.five * fives);
  }
}

// In this component moving first costs a point: Yellow gets 1 if she begins, 2 if Red does.
TEST_CASE(avalam_walls_allow_for_components_where_moving_hurts) {
  namespace sums = solve::sums;
  sums::Towers towers;
  towers.at[0] =
      bit(avalam::index_of(7, 6)) | bit(avalam::index_of(8, 5)) | bit(avalam::index_of(7, 4));
  towers.at[1] = bit(avalam::index_of(6, 5));
  sums::SummandCache cache(sums::score_weights, 1 << 20);
  const sums::Part part = cache.part(towers);
  CHECK(part.has_summand);
  const sums::Summand& summand = cache[part.summand];
  const int value = 4 * sums::score_weights.point + part.value;  // four yellow towers
  CHECK_EQ(value + summand.lower.right[0] + summand.lower.width[0], sums::score_weights.point);
  CHECK_EQ(value - summand.upper.right[0] - summand.upper.width[0], 2 * sums::score_weights.point);
}

TEST_CASE(avalam_solver_is_honest_when_stopped) {
  Rng rng(4);
  for (int i = 0; i < 20; ++i) {
    const Avalam position = random_position(24, rng);
    const check::Context context(position.text());
    solve::AvalamSolver solver({.threads = 1, .memory = 4, .score = true});
    const auto exact = solution_of(solver, position);
    CHECK(exact.exact());
    for (const std::uint64_t nodes : {0u, 1u, 600u, 5000u}) {
      solve::AvalamSolver fresh({.threads = 1, .memory = 4, .score = true});
      solve::AvalamSolver again({.threads = 1, .memory = 4, .score = true});
      const auto part = solution_of(fresh, position, {.nodes = nodes});
      CHECK(part.value.lower <= exact.value.lower && exact.value.upper <= part.value.upper);
      CHECK(part.score->lower <= exact.score->lower && exact.score->upper <= part.score->upper);
      const auto same = solution_of(again, position, {.nodes = nodes});
      CHECK(same.value == part.value && same.score == part.score && same.nodes == part.nodes);
      CHECK(same.line == part.line);
    }
  }
}

TEST_CASE(avalam_solver_stops_at_once) {
  solve::AvalamSolver solver({.threads = 1, .memory = 4, .score = true});
  StopToken stop;
  stop.stop();
  const auto solution = solver.solve(Avalam(), {}, stop);
  CHECK(solution.value == (solve::Range<double>{0, 1}));
  CHECK(solution.score && solution.score->lower < 0 && solution.score->upper > 0);
  CHECK(!solution.best && solution.line.empty());
  CHECK(solution_of(solver, Avalam(), {.seconds = 0.05}).seconds < 5);
}

TEST_CASE(avalam_solver_ends_with_the_game) {
  Rng rng(5);
  Avalam position;
  while (!position.outcome()) position.play(position.random_move(rng));
  solve::AvalamSolver solver({.threads = 1, .memory = 1, .score = true});
  const auto solution = solution_of(solver, position);
  CHECK(solution.exact() && !solution.best && solution.line.empty());
  CHECK_EQ(solution.score->lower, for_mover(position, position.score()));
  CHECK_EQ(solution.value.lower, for_mover(position, result_of(final_value(position))));
}

// A full cache leaves components large; the values stay exact.
TEST_CASE(avalam_solver_needs_little_memory) {
  Rng rng(6);
  solve::AvalamSolver roomy({.threads = 1, .memory = 64, .score = true});
  solve::AvalamSolver cramped({.threads = 1, .memory = 0, .score = true});
  for (int i = 0; i < 20; ++i) {
    const Avalam position = random_position(25, rng);
    const auto solution = solution_of(cramped, position);
    CHECK(solution.exact());
    CHECK(solution.score == solution_of(roomy, position).score);
    CHECK(solution.value == solution_of(roomy, position).value);
  }
}

TEST_CASE(avalam_reachable_grows_with_nodes) {
  const solve::AvalamSolver solver({});
  Rng rng(7);
  CHECK(!solver.reachable(Avalam(), 1'000'000'000));
  CHECK(solver.reachable(random_position(30, rng), 100'000));
  CHECK(!solver.reachable(random_position(20, rng), 100));
}
