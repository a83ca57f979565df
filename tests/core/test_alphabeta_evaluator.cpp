// Alpha-beta's evaluators: by knowledge, by a function, and updated from move to move.
#include "check.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

namespace {

using namespace tesuji;
using alphabeta::AlphaBeta;
using alphabeta::Evaluate;
using alphabeta::Options;

Options small_options() {
  Options options;
  options.memory = std::size_t{1} << 20;
  return options;
}
template <class K>
SearchReport search_to(AlphaBeta<Avalam, K>& search, const Avalam& position, int depth) {
  Budget budget;
  budget.depth = depth;
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}
template <class K = knowledge::AvalamKnowledge>
SearchReport search_fresh(const Options& options, const Avalam& position, int depth) {
  AlphaBeta<Avalam, K> search(options, Evaluate<Avalam>());
  return search_to(search, position, depth);
}

}  // namespace

namespace {

// Avalam's evaluation, with an accumulator that carries the value of its position.
struct Carried : knowledge::AvalamKnowledge {
  struct Accumulator {
    double value = 0;
  };
  using AvalamKnowledge::evaluate;
  void start(const Avalam& position, Accumulator& to) const {
    to = {AvalamKnowledge::evaluate(position)};
  }
  void advance(const Accumulator& from, const Avalam& before, Move, const Avalam& after,
               Accumulator& to) const {
    CHECK_EQ(from.value, AvalamKnowledge::evaluate(before));
    to = {AvalamKnowledge::evaluate(after)};
  }
  double evaluate(const Avalam& position, const Accumulator& accumulator) const {
    CHECK_EQ(accumulator.value, AvalamKnowledge::evaluate(position));
    return accumulator.value;
  }
};
static_assert(HasIncrementalEvaluation<Carried, Avalam>);
static_assert(!HasIncrementalEvaluation<knowledge::AvalamKnowledge, Avalam>);

}  // namespace

TEST_CASE(incremental_evaluations_follow_the_search) {
  Rng rng(3);
  Avalam position;
  for (int ply = 0; ply < 26; ++ply) position.play(random_move(position, rng));
  Options options = small_options();
  const SearchReport plain = search_fresh(options, position, 4);
  const SearchReport carried = search_fresh<Carried>(options, position, 4);
  CHECK_EQ(plain.nodes, carried.nodes);
  CHECK_EQ(plain.value, carried.value);
  CHECK_EQ(plain.best, carried.best);
}

TEST_CASE(the_evaluation_of_the_knowledge_is_that_of_an_equal_function) {
  const knowledge::AvalamKnowledge knowledge;
  const Evaluate<Avalam> function = [&](const Avalam& position) {
    return alphabeta::score_of_value(knowledge.evaluate(position), position);
  };
  Options options = small_options();
  options.leaf_values = false;  // only the knowledge has them
  AlphaBeta<Avalam, knowledge::AvalamKnowledge> by_function(options, function);
  const SearchReport one = search_to(by_function, Avalam(), 3);
  const SearchReport other = search_fresh(options, Avalam(), 3);
  CHECK_EQ(one.nodes, other.nodes);
  CHECK_EQ(one.value, other.value);
}
