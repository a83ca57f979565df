// What threads share when they divide the work: busy moves, open nodes and finished passes.
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "check.hpp"
#include "tesuji/search/alphabeta/busy.hpp"
#include "tesuji/search/alphabeta/open_nodes.hpp"
#include "tesuji/search/alphabeta/shared_passes.hpp"
#include "tesuji/search/alphabeta/worker.hpp"

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

constexpr int shared_depth = 4;  // the least depth at which threads divide the work
constexpr int whole_depth = shared_depth + 2;

// A game without an end. The first move 1 gains, but only if its player goes on with move 1, which
// only evaluations at `whole_depth` show.
struct Plan {
  std::array<Move, whole_depth> moves{};
  int plies = 0;

  [[nodiscard]] int to_move() const { return plies % 2; }
  void legal_moves(MoveList& list) const {
    for (Move move = 0; move < 7; ++move) list.push(move);
  }
  void play(Move move) { moves[static_cast<std::size_t>(plies++)] = move; }
  [[nodiscard]] std::optional<Outcome> outcome() const { return std::nullopt; }
  [[nodiscard]] std::uint64_t hash() const {
    auto line = static_cast<std::uint64_t>(plies);
    for (const Move move : moves) line = 8 * line + move;
    return mix(line);
  }
  friend bool operator==(const Plan&, const Plan&) = default;
};
Score value_of(const Plan& at) {
  if (at.plies < whole_depth || at.moves[0] != 1) return 0;
  const Score first_player = at.moves[2] == 1 ? 500 : -500;
  return at.to_move() == 0 ? first_player : -first_player;
}

// The score of the start by one thread, while others search the second move of the plan.
Score score_with_late_pruning() {
  Options options;
  options.memory = std::size_t{1} << 20;
  options.threads = 2;
  options.reduce = 0;
  options.late = 1;
  options.late_depth = shared_depth;
  const auto team = std::make_unique<Team>();
  for (Move reply = 0; reply < 7; ++reply) {
    Plan planned;
    planned.play(1);
    planned.play(reply);
    team->busy.add(BusyMoves::key_of(planned.hash(), 1, shared_depth));
  }
  Table table(options.memory, Replacement::lines);
  table.begin_search();
  const NoKnowledge knowledge;
  const Evaluate<Plan> evaluate(value_of);
  Budget budget;
  budget.depth = whole_depth;
  StopToken stop;
  Progress progress;
  SearchControl control(budget, stop, progress);
  const auto worker = std::make_unique<Worker<Plan, NoKnowledge>>(0, options, knowledge, evaluate,
                                                                  table, team.get());
  worker->run(Plan{}, control, Stopwatch(budget));
  return worker->root().score;
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

TEST_CASE(team_gives_deferred_moves_after_the_rest_is_skipped) {
  BusyMoves busy;
  busy.add(key(11));
  ListPicker picker({10, 11, 12, 13});
  DeferredMoves deferred;
  SharedPicker shared(picker, &busy, deferred, position, depth);
  CHECK_EQ(shared.next(no_rank)->move, 10);
  CHECK_EQ(shared.next(no_rank)->move, 12);
  shared.skip_rest();
  CHECK_EQ(shared.next(no_rank)->move, 11);
  CHECK(!shared.next(no_rank));
}

// Late move pruning leaves out moves that come late, not moves that another thread is searching.
TEST_CASE(team_prunes_no_deferred_moves) { CHECK_EQ(score_with_late_pruning(), 500); }

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
