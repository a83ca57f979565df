// The Pentago solvers against brute force and a plain alpha-beta, for all three rules; their sets
// of boards against the rules of the game.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "subjects.hpp"
#include "tesuji/solve/pentago.hpp"

namespace {

using namespace subjects;
using solve::BoardSet;
using solve::Orientations;
using solve::PentagoSolver;
using solve::Solution;
using solve::Twists;

template <PentagoRules rules>
Solution solved(const Pentago<rules>& position, std::uint64_t nodes = 100'000'000,
                solve::Options options = {}) {
  Budget budget;
  budget.nodes = nodes;
  StopToken stop;
  return PentagoSolver<rules>(options).solve(position, budget, stop);
}

// For the player to move: 1, 0.5 or 0.
template <PentagoRules rules>
std::optional<double> result_of(const Pentago<rules>& position) {
  const auto outcome = position.outcome();
  if (!outcome) return std::nullopt;
  if (outcome->winner == draw) return 0.5;
  return outcome->winner == position.to_move() ? 1 : 0;
}

template <PentagoRules rules>
double brute_force(const Pentago<rules>& position) {
  if (const auto result = result_of(position)) return *result;
  double best = 0;
  for (int i = 0; i < position.move_count(); ++i) {
    Pentago<rules> next = position;
    next.play(position.nth_move(i));
    best = std::max(best, 1 - brute_force(next));
  }
  return best;
}

// Alpha-beta that tries moves that end the game first and remembers exact values.
template <PentagoRules rules>
class PlainSearch {
 public:
  double value(const Pentago<rules>& position, double alpha = 0, double beta = 1) {
    if (const auto result = result_of(position)) return *result;
    const auto key = std::pair(position.stones(0), position.stones(1));
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    std::vector<Pentago<rules>> open;
    double best = 0;
    for (int i = 0; i < position.move_count(); ++i) {
      Pentago<rules> next = position;
      next.play(position.nth_move(i));
      if (const auto result = result_of(next)) {
        best = std::max(best, 1 - *result);
      } else if (std::find(open.begin(), open.end(), next) == open.end()) {
        open.push_back(next);
      }
    }
    const double floor = alpha;
    for (const auto& next : open) {
      if (best >= beta) return best;
      best = std::max(best, 1 - value(next, 1 - beta, 1 - std::max(alpha, best)));
    }
    if (best > floor || best == 0) values_[key] = best;
    return best;
  }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, double> values_;
};

template <PentagoRules rules>
bool decided_within(const Pentago<rules>& position, int plies) {
  Budget budget;
  budget.depth = plies;
  StopToken stop;
  return PentagoSolver<rules>(solve::Options{}).solve(position, budget, stop).exact();
}

// A position with this number of empty cells, reached by random moves that do not end the game. If
// there are enough of them, nobody wins within three plies.
template <PentagoRules rules>
Pentago<rules> quiet_position(int empties, std::uint64_t seed) {
  Rng rng(seed);
  for (;;) {
    Pentago<rules> position;
    for (int tries = 0; position.move_count() > 8 * empties && tries < 200; ++tries) {
      Pentago<rules> next = position;
      next.play(position.random_move(rng));
      if (!next.outcome()) position = next;
    }
    if (position.move_count() != 8 * empties) continue;
    if (empties <= 4 || !decided_within(position, 3)) return position;
  }
}

// Plays the line: it keeps the value at every move, as far as `value` is asked.
template <PentagoRules rules, class Value>
void check_line(Pentago<rules> position, const Solution& solution, Value&& value) {
  CHECK(solution.best.has_value());
  CHECK_EQ(solution.line.front(), *solution.best);
  double expected = solution.value.lower;
  for (const Move move : solution.line) {
    CHECK(!position.outcome());
    CHECK(position.move_count() > 0);
    position.play(move);
    expected = 1 - expected;
    CHECK_EQ(value(position), expected);
  }
  if (solution.value.lower != 0.5) CHECK(position.outcome().has_value());
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;  // ten times slower: fewer positions
#else
constexpr bool sanitized = false;
#endif

template <PentagoRules rules>
void agrees_with_brute_force() {
  for (int empties = 1; empties <= (sanitized ? 3 : 4); ++empties) {
    for (std::uint64_t seed = 0; seed < (empties < 4 ? 40 : 8); ++seed) {
      const auto position = quiet_position<rules>(empties, seed);
      const check::Context context(position.text());
      const Solution solution = solved(position);
      CHECK(solution.exact());
      CHECK_EQ(solution.value.lower, brute_force(position));
      check_line(position, solution, [](const auto& p) { return brute_force(p); });
    }
  }
  if (sanitized) return;
  const auto five = quiet_position<rules>(5, 1);
  CHECK_EQ(solved(five).value.lower, brute_force(five));
}
TEST_CASE(pentago_solver_agrees_with_brute_force) {
  agrees_with_brute_force<PentagoRules::rotate>();
}
TEST_CASE(pentago_twist_solver_agrees_with_brute_force) {
  agrees_with_brute_force<PentagoRules::twist>();
}
TEST_CASE(pentago_placement_solver_agrees_with_brute_force) {
  agrees_with_brute_force<PentagoRules::placement_wins>();
}

template <PentagoRules rules>
void agrees_with_alphabeta() {
  for (int empties = 6; empties <= (sanitized ? 8 : 10); ++empties) {
    for (std::uint64_t seed = 0; seed < (empties < 9 && !sanitized ? 10 : 3); ++seed) {
      const auto position = quiet_position<rules>(empties, 100 + seed);
      const check::Context context(position.text());
      PlainSearch<rules> plain;
      const Solution solution = solved(position);
      CHECK(solution.exact());
      CHECK_EQ(solution.value.lower, plain.value(position));
      check_line(position, solution, [&](const auto& p) { return plain.value(p); });
    }
  }
}
TEST_CASE(pentago_solver_agrees_with_alphabeta) { agrees_with_alphabeta<PentagoRules::rotate>(); }
TEST_CASE(pentago_twist_solver_agrees_with_alphabeta) {
  agrees_with_alphabeta<PentagoRules::twist>();
}
TEST_CASE(pentago_placement_solver_agrees_with_alphabeta) {
  agrees_with_alphabeta<PentagoRules::placement_wins>();
}

template <PentagoRules rules>
void stops_with_honest_bounds() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto position = quiet_position<rules>(11, seed);
    const check::Context context(position.text());
    const Solution full = solved(position);
    CHECK(full.exact());
    for (std::uint64_t nodes = 1; nodes < full.nodes; nodes = 2 * nodes + 1) {
      const Solution early = solved(position, nodes);
      CHECK(early.nodes <= nodes);
      CHECK(early.value.lower <= full.value.lower && full.value.upper <= early.value.upper);
      CHECK(early.value.lower == 0 || early.best.has_value());
      const Solution again = solved(position, nodes);
      CHECK(again.value == early.value && again.best == early.best && again.line == early.line);
    }
    // With hardly any memory, with several threads, and after other positions.
    solve::Options options;
    options.memory = 0.01;
    CHECK(solved(position, 100'000'000, options).value == full.value);
    options = {.threads = 3};
    CHECK(solved(position, 100'000'000, options).value == full.value);
    Budget unlimited;
    StopToken stop;
    PentagoSolver<rules> solver(solve::Options{});
    solver.solve(quiet_position<rules>(11, 50 + seed), unlimited, stop);
    CHECK(solver.solve(position, unlimited, stop).value == full.value);
    stop.stop();
    CHECK(!solver.solve(Pentago<rules>(), unlimited, stop).exact());
  }
}
TEST_CASE(pentago_solver_stops_with_honest_bounds) {
  stops_with_honest_bounds<PentagoRules::rotate>();
}
TEST_CASE(pentago_twist_solver_stops_with_honest_bounds) {
  stops_with_honest_bounds<PentagoRules::twist>();
}

// Every board that twists make of one placement, by the parity of the number of twists.
template <PentagoRules rules>
std::array<std::vector<Orientations>, 2> all_boards() {
  using T = Twists<rules>;
  std::array<std::vector<Orientations>, 2> boards;
  for (int i = 0; i < T::count * T::count * T::count * T::count; ++i) {
    const Orientations board{i % T::count, i / T::count % T::count,
                             i / T::count / T::count % T::count,
                             i / T::count / T::count / T::count};
    int parity = 0;
    for (const int orientation : board) parity ^= T::parity(orientation);
    boards[static_cast<std::size_t>(parity)].push_back(board);
  }
  return boards;
}

template <PentagoRules rules>
void sets_follow_the_rules() {
  using T = Twists<rules>;
  using Set = BoardSet<rules>;
  const auto boards = all_boards<rules>();
  Rng rng(7);
  for (int round = 0; round < 40; ++round) {
    const int parity = round % 2;
    Set set = Set::none();
    for (auto& word : set.words) word = rng.next() & rng.next() & rng.next() & rng.next();
    const auto neighbours = [&](Orientations board, auto&& visit) {
      for (std::size_t quadrant = 0; quadrant < 4; ++quadrant) {
        for (int twist = 0; twist < 2; ++twist) {
          Orientations next = board;
          next[quadrant] = T::twisted(next[quadrant], twist);
          visit(next);
        }
      }
    };
    Set after = Set::none();
    for (const auto& board : boards[static_cast<std::size_t>(parity)]) {
      if (set.contains(board)) neighbours(board, [&](const auto& n) { after |= Set::of(n); });
    }
    CHECK(after == after_twist(set, parity));
    const Set before = before_twist(set, parity);
    for (const auto& board : boards[static_cast<std::size_t>(1 - parity)]) {
      bool leads = false;
      neighbours(board, [&](const auto& n) { leads = leads || set.contains(n); });
      CHECK_EQ(before.contains(board), leads);
    }
    const std::uint64_t stones = pentago::board & (rng.next() | (rng.next() & rng.next()));
    const auto fives = solve::Fives<rules>::of(stones);
    for (const auto& board : boards[static_cast<std::size_t>(parity)]) {
      std::uint64_t twisted = 0;
      for (int q = 0; q < 4; ++q) {
        const auto field = static_cast<std::uint16_t>(stones >> (16 * q) & 0x1ff);
        const auto turned = T::pattern(field, board[static_cast<std::size_t>(q)]);
        twisted |= std::uint64_t{turned} << (16 * q);
      }
      CHECK_EQ(fives[static_cast<std::size_t>(parity)].contains(board), pentago::has_five(twisted));
    }
  }
}
TEST_CASE(sets_of_pentago_boards_follow_the_rules) {
  sets_follow_the_rules<PentagoRules::rotate>();
  sets_follow_the_rules<PentagoRules::twist>();
}

TEST_CASE(fewer_empty_cells_are_easier_to_reach) {
  const PentagoSolver<PentagoRules::rotate> solver(solve::Options{});
  const PentagoSolver<PentagoRules::twist> twist(solve::Options{});
  const auto position = quiet_position<PentagoRules::rotate>(12, 1);
  const auto twist_position = quiet_position<PentagoRules::twist>(14, 1);
  CHECK(solver.reachable(position, 1'000'000));
  CHECK(!solver.reachable(position, 1'000));
  CHECK(!solver.reachable(PentagoRotate(), 1'000'000'000));
  CHECK(!twist.reachable(twist_position, 1'000'000));
  CHECK(twist.reachable(twist_position, 10'000'000));
}

TEST_CASE(finished_pentago_positions_have_their_result) {
  const auto won = PentagoRotate::parse("wwwww1/bbbb2/6/6/6/6");
  CHECK_EQ(solved(won).value.lower, 0);
  CHECK_EQ(solved(won).value.upper, 0);
  CHECK(!solved(won).best.has_value());
}

}  // namespace
