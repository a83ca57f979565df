// The answer of alpha-beta follows from what is known about the root's moves.
#include <initializer_list>

#include "check.hpp"
#include "tesuji/search/alphabeta/root.hpp"

using namespace tesuji;
using namespace tesuji::alphabeta;

namespace {

constexpr Score low = no_score;
constexpr Score high = win_score + 1;
constexpr Score win_in_4 = win_score - 4;
constexpr Score loss_in_4 = -win_score + 4;

Root three_moves(bool distance = true, bool proves = true) {
  Root root;
  root.begin({{1, 0}, {2, 0}, {3, 0}}, Scale{.distance = distance}, proves);
  return root;
}
// Records the first moves of a pass, each above the best before it or at most as good.
void search(Root& root, std::initializer_list<Score> scores, Score alpha = low, Score beta = high) {
  root.begin_pass();
  std::size_t i = 0;
  for (const Score score : scores) {
    root.record(root.moves[i], score, alpha, beta);
    alpha = std::max(alpha, root.moves[i++].bound);
  }
}
// One finished depth.
void finish(Root& root, std::initializer_list<Score> scores) {
  search(root, scores);
  root.end_pass(false);
  root.finish();
}

}  // namespace

TEST_CASE(root_answers_with_the_best_move_of_a_finished_pass) {
  Root root = three_moves();
  finish(root, {10, 30, 20});
  CHECK(root.answer() == 2);
  CHECK(root.score == 30);
  CHECK(!root.proven);
}

TEST_CASE(root_keeps_its_answer_until_the_pass_has_searched_it) {
  Root root = three_moves();
  finish(root, {10, 30, 20});
  search(root, {15});
  root.decide();
  CHECK(root.answer() == 2);
  CHECK(root.score == 30);
  search(root, {15, 12});
  root.decide();
  CHECK(root.answer() == 1);
  CHECK(root.score == 15);
}

TEST_CASE(root_keeps_its_answer_if_a_pass_fails_low) {
  Root root = three_moves();
  finish(root, {10, 30, 20});
  search(root, {5, 4, 3}, 20, 40);
  root.end_pass(false);
  CHECK(root.answer() == 2);
  CHECK(root.score == 4);
}

TEST_CASE(root_takes_a_move_that_fails_high) {
  Root root = three_moves();
  finish(root, {10, 30, 20});
  search(root, {50}, 20, 40);
  root.end_pass(false);
  CHECK(root.answer() == 1);
}

TEST_CASE(root_never_forgets_a_win) {
  for (const bool sorted : {false, true}) {
    Root root = three_moves();
    finish(root, {10, 5, 5});
    search(root, {8, win_in_4}, 0, 20);
    root.end_pass(sorted);
    search(root, {50}, 0, 40);  // the pass in a wider window ends before it is there again
    root.decide();
    CHECK(root.answer() == 2);
    CHECK(root.score == win_in_4);
    CHECK(root.proven);
    root.end_pass(sorted);
    CHECK(root.answer() == 2);
    search(root, {50, 40, 30});  // a deeper search with fewer moves misses it
    root.end_pass(sorted);
    CHECK(root.answer() == 2);
    CHECK(root.score == win_in_4);
  }
}

TEST_CASE(root_prefers_the_faster_win) {
  Root root = three_moves();
  finish(root, {win_in_4 - 4, win_in_4, win_in_4 - 2});
  CHECK(root.answer() == 2);
  CHECK(root.score == win_in_4);
}

TEST_CASE(root_drops_a_refuted_answer) {
  Root root = three_moves();
  finish(root, {30, 10, 40});
  root.sort(false);
  CHECK(root.answer() == 3);
  search(root, {loss_in_4});
  root.decide();
  CHECK(root.answer() == 1);  // the next best of the last depth
  CHECK(!root.proven);
  search(root, {loss_in_4, -200}, -100, 100);  // which fails low; the third is not searched
  root.decide();
  CHECK(root.answer() == 1);
  search(root, {loss_in_4, loss_in_4 - 2}, -100, 100);
  root.decide();
  CHECK(root.answer() == 2);
}

TEST_CASE(root_defends_longest_if_all_moves_lose) {
  Root root = three_moves();
  finish(root, {loss_in_4 - 2, loss_in_4, loss_in_4});  // the third at most, the second exactly
  CHECK(root.answer() == 2);
  CHECK(root.score == loss_in_4);
  CHECK(root.proven);
}

TEST_CASE(root_defends_with_what_was_lost_last_where_no_loss_is_slower) {
  Root root = three_moves(false);
  finish(root, {-win_score, 10, -win_score});
  CHECK(root.answer() == 2);
  finish(root, {-win_score, -win_score, -win_score});
  CHECK(root.answer() == 2);
  CHECK(root.proven);
}

TEST_CASE(root_takes_bounds_for_what_they_are) {
  Root root = three_moves();
  search(root, {win_in_4 - 2}, win_in_4, high);  // at most a win
  root.end_pass(false);
  CHECK(!root.moves[0].won(root.scale));
  CHECK(!root.proven);
  search(root, {loss_in_4 + 2}, low, loss_in_4);  // at least a loss
  root.end_pass(false);
  CHECK(!root.moves[0].lost(root.scale));
  CHECK(!root.proven);
}

TEST_CASE(root_of_a_beam_proves_nothing) {
  Root root = three_moves(true, false);
  finish(root, {10, win_in_4, loss_in_4});
  CHECK(root.answer() == 2);
  CHECK(!root.proven);
  finish(root, {10, 5, 20});
  CHECK(root.answer() == 3);
}

TEST_CASE(root_without_a_search_has_the_first_move) {
  Root root = three_moves();
  root.begin_pass();
  root.decide();
  CHECK(root.answer() == 1);
  CHECK(root.score == 0);
}

namespace {

// Threads in the second pass that have searched its first moves.
Root in_second_pass(std::initializer_list<Score> scores) {
  Root root = three_moves();
  finish(root, {30, 20, 10});
  search(root, scores);
  root.decide();
  return root;
}

}  // namespace

TEST_CASE(root_of_a_team_is_that_of_the_thread_with_the_best_new_move) {
  const Root behind = in_second_pass({});
  const Root same = in_second_pass({25});
  const Root better = in_second_pass({25, 40});
  CHECK(better.answer() == 2);
  CHECK(behind.score > same.score);  // but it is the score of the pass before
  CHECK_EQ(best_of_team({{&behind, 1}, {&same, 1}, {&better, 1}}), 2u);
  CHECK_EQ(best_of_team({{&behind, 1}, {&same, 1}}), 1u);
}

TEST_CASE(root_of_a_team_is_that_of_a_thread_with_the_most_passes) {
  const Root better = in_second_pass({25, 40});
  Root finished = three_moves();
  finish(finished, {30, 20, 10});
  CHECK(!finished.is_new());
  CHECK(!three_moves().is_new());
  CHECK_EQ(best_of_team({{&better, 1}, {&finished, 2}}), 1u);
  // The score of a finished pass is that of another depth than the score of the next.
  CHECK_EQ(best_of_team({{&finished, 1}, {&better, 1}}), 1u);
}

TEST_CASE(root_of_a_team_plays_no_move_that_a_thread_has_proven_lost) {
  const Root behind = in_second_pass({});
  const Root refuted = in_second_pass({loss_in_4});
  CHECK(behind.answer() == 1);
  CHECK(refuted.answer() == 2);
  CHECK(refuted.score < behind.score);
  CHECK_EQ(best_of_team({{&behind, 1}, {&refuted, 1}}), 1u);
  const Root all_lost = in_second_pass({loss_in_4, loss_in_4, loss_in_4});
  CHECK_EQ(best_of_team({{&all_lost, 1}}), 0u);
}
