// What threads share when they divide the work: busy moves, open nodes and finished passes.
#include <optional>
#include <vector>

#include "check.hpp"
#include "tesuji/search/alphabeta/busy.hpp"
#include "tesuji/search/alphabeta/open_nodes.hpp"
#include "tesuji/search/alphabeta/shared_passes.hpp"

namespace {

using namespace tesuji;
using namespace tesuji::alphabeta;

class ListPicker {
 public:
  explicit ListPicker(std::vector<Move> moves) : moves_(std::move(moves)) {}
  template <class Rank>
  std::optional<Move> next(Rank&&) {
    return at_ == moves_.size() ? std::nullopt : std::optional(moves_[at_++]);
  }

 private:
  std::vector<Move> moves_;
  std::size_t at_ = 0;
};

constexpr std::uint64_t position = 77;
constexpr int depth = 3;
const auto no_rank = [](Move) { return 0; };

// The moves 10 to 13 in the order in which a thread gets them, and their numbers.
std::vector<std::pair<int, int>> moves_given(BusyMoves* busy) {
  ListPicker picker({10, 11, 12, 13});
  DeferredMoves deferred{{99, 99}};  // of a node above
  std::vector<std::pair<int, int>> given;
  {
    SharedPicker shared(picker, busy, deferred, position, depth);
    while (const auto next = shared.next(no_rank)) given.emplace_back(next->move, next->number);
  }
  CHECK_EQ(deferred.size(), 1u);
  return given;
}
std::uint64_t key(Move move, int at_depth = depth) {
  return BusyMoves::key_of(position, move, at_depth);
}

}  // namespace

TEST_CASE(team_gives_moves_of_others_last) {
  const std::vector<std::pair<int, int>> in_order{{10, 0}, {11, 1}, {12, 2}, {13, 3}};
  CHECK(moves_given(nullptr) == in_order);
  BusyMoves busy;
  CHECK(moves_given(&busy) == in_order);
  busy.add(key(11));
  busy.add(key(12, depth + 1));  // at another depth
  CHECK(
      (moves_given(&busy) == std::vector<std::pair<int, int>>{{10, 0}, {12, 2}, {13, 3}, {11, 1}}));
}

TEST_CASE(team_searches_the_first_move_together) {
  BusyMoves busy;
  busy.add(key(10));
  CHECK_EQ(moves_given(&busy).front().first, 10);
}

TEST_CASE(team_marks_a_move_while_it_is_searched) {
  BusyMoves busy;
  ListPicker picker({10, 11});
  DeferredMoves deferred;
  {
    SharedPicker shared(picker, &busy, deferred, position, depth);
    shared.next(no_rank);
    CHECK(busy.contains(key(10)));
    shared.next(no_rank);
    CHECK(!busy.contains(key(10)));
    CHECK(busy.contains(key(11)));
  }
  CHECK(!busy.contains(key(11)));
}

TEST_CASE(team_counts_the_threads_at_a_move) {
  BusyMoves busy;
  busy.add(key(10));
  busy.add(key(10));
  busy.remove(key(10));
  CHECK(busy.contains(key(10)));
  busy.remove(key(10));
  CHECK(!busy.contains(key(10)));
}

TEST_CASE(team_takes_the_result_next_to_the_root) {
  OpenNodes open;
  for (int ply = 0; ply < 5; ++ply) {
    open.enter(ply, {static_cast<std::uint64_t>(ply), 6 - ply, -1, 1});
  }
  const auto from = [](int least) {
    return [least](const OpenNode& node, int ply) -> std::optional<FoundResult> {
      CHECK_EQ(node.key, static_cast<std::uint64_t>(ply));
      return ply < least ? std::nullopt : std::optional(FoundResult{ply, 10 * ply, false});
    };
  };
  CHECK(!open.look(from(5)));
  CHECK(!open.take(1));
  CHECK(open.look(from(2)));
  CHECK(!open.take(3));
  CHECK_EQ(open.take(2)->score, 20);
  CHECK(!open.take(2));  // only once
  open.leave(2);
  CHECK(!open.look(from(2)));
}

TEST_CASE(team_goes_on_from_the_first_finished_pass) {
  SharedPasses passes;
  Deepening first;
  first.passes = 1;
  first.depth = 4;
  Deepening second = first;
  second.depth = 5;
  CHECK(!passes.is_ahead(0));
  CHECK(passes.publish(first));
  CHECK(passes.is_ahead(0));
  CHECK(!passes.is_ahead(1));
  CHECK(!passes.publish(second));  // the same pass
  CHECK_EQ(passes.latest().depth, 4);
  second.passes = 2;
  CHECK(passes.publish(second));
  CHECK_EQ(passes.latest().depth, 5);
  passes.begin_search();
  CHECK(!passes.is_ahead(0));
}
