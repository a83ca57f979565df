// The time that alpha-beta takes on a clock for the game.
#include "check.hpp"
#include "tesuji/search/alphabeta/time_plan.hpp"

using namespace tesuji;
using namespace tesuji::alphabeta;

namespace {

// The limit of a plan of one second after these answers.
double limit_after(std::initializer_list<std::pair<Move, Score>> answers) {
  TimePlan plan(1.0);
  for (const auto& [best, score] : answers) plan.finish_iteration(best, score);
  return plan.limit();
}

RootMove lost_move(Move move) { return {.move = move, .most = -win_score + 4, .pass = 1}; }

}  // namespace

TEST_CASE(time_plan_without_a_target_never_ends_a_search) {
  TimePlan plan;
  plan.finish_iteration(1, 0);
  CHECK(!plan.is_active());
  CHECK(!plan.is_enough(1e9));
}

TEST_CASE(time_plan_saves_time_while_the_answer_is_stable) {
  const double stable = limit_after({{1, 0}, {1, 0}, {1, 0}, {1, 0}});
  CHECK(stable < 1);
  CHECK(stable > 0.1);
  CHECK(limit_after({{1, 0}, {1, 500'000}}) == stable);  // it only got better
}

TEST_CASE(time_plan_takes_longer_when_the_best_move_changes) {
  const double stable = limit_after({{1, 0}, {1, 0}, {1, 0}});
  const double changed = limit_after({{1, 0}, {1, 0}, {2, 0}});
  CHECK(changed > stable);
  CHECK(limit_after({{1, 0}, {2, 0}, {1, 0}}) > changed);  // and more the more often it does
  CHECK(limit_after({{1, 0}, {2, 0}, {2, 0}}) < changed);  // but less the longer ago
}

TEST_CASE(time_plan_takes_longer_when_the_value_falls) {
  const double stable = limit_after({{1, 0}, {1, 0}});
  const double fallen = limit_after({{1, 0}, {1, -100'000}});
  CHECK(fallen > stable);
  CHECK(limit_after({{1, 0}, {1, -300'000}}) > fallen);
  CHECK(limit_after({{1, win_score}, {2, -win_score}}) <= 3);  // within the longest time
}

TEST_CASE(time_plan_leaves_out_an_iteration_that_would_not_end) {
  TimePlan plan(1.0);
  plan.finish_iteration(1, 0);
  CHECK(!plan.is_enough(0.1 * plan.limit()));
  CHECK(plan.is_enough(plan.limit()));
}

TEST_CASE(search_is_decided_by_a_win_or_one_move_that_stands) {
  Root root;
  root.moves = {lost_move(1), {.move = 2, .bound = 0, .pass = 1}, lost_move(3)};
  CHECK(is_decided(root));
  root.moves.push_back({.move = 4});  // not looked at yet
  CHECK(!is_decided(root));
  root.score = win_score - 9;
  CHECK(!is_decided(root));
  root.proven = true;
  CHECK(is_decided(root));
  root.moves = {lost_move(1), lost_move(2)};  // the longest defence may still change
  root.score = -win_score + 4;
  CHECK(!is_decided(root));
}
