// The generic solver against brute force: random graphs with and without dice and repetitions, and
// late positions of every game.
#include <cmath>

#include "graph_game.hpp"
#include "solved.hpp"
#include "tesuji/solve/colosseum.hpp"
#include "tesuji/solve/generic.hpp"

namespace {

using namespace subjects;
using graph_game::Graph;
using graph_game::GraphGame;
using graph_game::Shape;
using solve::GenericSolver;
using solve::Options;
using solve::Range;
using solve::Solution;

double outcome_of(const graph_game::Node& node) {
  if (node.outcome->winner == draw) return 0.5;
  return node.outcome->winner == 0 ? 1 : 0;
}
bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

Range<double> for_player(int player, graph_game::Value value) {
  if (player == 0) return {value.lower, value.upper};
  return {1 - value.upper, 1 - value.lower};
}

template <Game G>
Solution solved_within(const G& position, const Options& options, std::uint64_t nodes) {
  Budget budget;
  budget.nodes = nodes;
  StopToken stop;
  return GenericSolver<G>(options).solve(position, budget, stop);
}

// The exact value of a graph's first node, and bounds that contain it however early it stops.
void check_graph(const Graph& graph, const Options& options) {
  const GraphGame root(graph, 0);
  if (root.outcome()) return;
  const int mover = root.to_move();
  const auto truth = graph_game::forced_results(graph, 0, 1, outcome_of);
  const auto expected = for_player(mover, truth[0]);
  const Solution full = solved_within(root, options, 1'000'000);
  CHECK(near(full.value.lower, expected.lower) && near(full.value.upper, expected.upper));
  for (const std::uint64_t nodes : {1u, 3u, 7u, 15u, 31u}) {
    const Solution early = solved_within(root, options, nodes);
    CHECK(early.value.lower <= expected.lower + 1e-9);
    CHECK(early.value.upper >= expected.upper - 1e-9);
    CHECK(early.nodes <= nodes + 1);
  }
  if (!full.best) return;
  GraphGame after = root;
  after.play(*full.best);
  const auto reached = for_player(mover, truth[static_cast<std::size_t>(after.node())]);
  CHECK(near(reached.lower, expected.lower) || reached.lower > expected.lower);
}

void check_graphs(const Shape& shape, const Options& options) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const check::Context context("graph with seed " + std::to_string(seed));
    Rng rng(seed);
    check_graph(graph_game::random_graph(shape, rng), options);
  }
}

TEST_CASE(solves_graphs_without_repetitions) { check_graphs({40, false, false}, {}); }
TEST_CASE(solves_graphs_with_dice) { check_graphs({25, true, false}, {}); }
TEST_CASE(bounds_graphs_with_repetitions) { check_graphs({14, false, true}, {}); }
TEST_CASE(solves_graphs_in_a_tiny_table) {
  Options options;
  options.memory = 0.001;
  check_graphs({40, false, false}, options);
  check_graphs({25, true, false}, options);
}

TEST_CASE(dice_and_repetitions_never_give_a_wrong_bound) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const check::Context context("graph with seed " + std::to_string(seed));
    Rng rng(seed);
    const Graph graph = graph_game::random_graph({12, true, true}, rng);
    const GraphGame root(graph, 0);
    if (root.outcome()) continue;
    const auto truth = graph_game::forced_results(graph, 0, 1, outcome_of, 5'000);
    const auto expected = for_player(root.to_move(), truth[0]);
    const Solution found = solved_within(root, {}, 20'000);
    CHECK(found.value.lower <= expected.lower + 1e-9);
    CHECK(found.value.upper >= expected.upper - 1e-9);
  }
}

TEST_CASE(finds_exact_scores) {
  Options options;
  options.score = true;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const check::Context context("graph with seed " + std::to_string(seed));
    Rng rng(seed);
    const Graph graph = graph_game::random_graph({40, false, false}, rng);
    const GraphGame root(graph, 0);
    const auto truth = graph_game::forced_results(
        graph, -99, 99, [](const graph_game::Node& node) { return double(node.score); });
    const Solution found = solved_within(root, options, 1'000'000);
    const int score = static_cast<int>(truth[0].lower) * (root.to_move() == 0 ? 1 : -1);
    CHECK(found.score && found.score->exact());
    CHECK_EQ(found.score->lower, score);
    if (!found.best) continue;
    GraphGame after = root;
    after.play(*found.best);
    CHECK(near(truth[static_cast<std::size_t>(after.node())].lower, truth[0].lower));
  }
}

// The value of a position for player 0, by visiting the whole tree.
template <Game G>
double brute_force(const G& position) {
  if (const auto outcome = position.outcome()) {
    return outcome->winner == draw ? 0.5 : 1 - outcome->winner;
  }
  double best = position.to_move() == 0 ? 0 : 1;
  double sum = 0;
  const auto actions = actions_of(position);
  for (const Move action : actions) {
    const double value = brute_force(acted(position, action));
    sum += value;
    best = position.to_move() == 0 ? std::max(best, value) : std::min(best, value);
  }
  return is_chance(position) ? sum / static_cast<double>(actions.size()) : best;
}

TEST_CASE(agrees_with_brute_force_on_every_game) {
  for_every_game([](const auto& subject) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      Rng rng(seed);
      const auto position = solved::late_position(subject.start(rng), seed, 3'000);
      if (!position) continue;
      const check::Context context(position->text());
      const double first = brute_force(*position);
      const double expected = position->to_move() == 0 ? first : 1 - first;
      Options options;
      options.memory = 1;
      const Solution found = solved_within(*position, options, 10'000'000);
      CHECK(found.exact());
      CHECK(near(found.value.lower, expected));
      if (is_chance(*position)) continue;
      CHECK(found.best.has_value());
      CHECK(near(brute_force(acted(*position, *found.best)), first));
      // The line is legal and keeps the value.
      auto along = *position;
      for (const Move move : found.line) {
        along = acted(along, move);
        CHECK(near(brute_force(along), first));
      }
    }
  });
}

// Both solvers, with and without the score.
template <class Board>
void check_colosseum(int size, int games, int plies) {
  using G = Colosseum<Board>;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(games); ++seed) {
    Rng rng(seed);
    G position = G::start(size, size / 2 - 1, rng);
    for (int i = 0; i < plies; ++i) {
      G next = position;
      next.play(random_move(position, rng));
      if (!next.outcome()) position = next;
    }
    const check::Context context(position.text());
    Budget budget;
    StopToken stop;
    Options options;
    options.memory = 16;
    options.score = true;
    const Solution own = solve::ColosseumSolver<Board>(options).solve(position, budget, stop);
    const Solution generic = GenericSolver<G>(options).solve(position, budget, stop);
    CHECK(own.exact() && generic.exact());
    CHECK_EQ(own.value.lower, generic.value.lower);
    CHECK_EQ(own.score->lower, generic.score->lower);
    G after = position;
    after.play(*own.best);
    const Solution reply = GenericSolver<G>(options).solve(after, budget, stop);
    CHECK_EQ(reply.score->lower, -own.score->lower);
  }
}
TEST_CASE(the_solver_of_colosseum_agrees_with_the_generic_one) {
  check_colosseum<colosseum::NarrowBoard>(4, 20, 5);
  check_colosseum<colosseum::WideBoard>(4, 5, 6);
  check_colosseum<colosseum::NarrowBoard>(5, 10, 14);
}

TEST_CASE(a_finished_game_has_its_result) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    EwnCyclic position = EwnCyclic::start(rng);
    walk(position, rng, [&](const EwnCyclic& each) { position = each; });
    const Solution found = solved_within(position, {}, 10);
    CHECK(found.exact() && !found.best && found.line.empty());
    CHECK_EQ(found.value.lower, position.outcome()->winner == position.to_move() ? 1.0 : 0.0);
  }
}

TEST_CASE(a_stopped_solver_knows_nothing_wrong) {
  StopToken stop;
  stop.stop();
  Budget budget;
  const Solution found = GenericSolver<Avalam>(Options{}).solve(Avalam(), budget, stop);
  CHECK(found.value.lower == 0 && found.value.upper == 1 && !found.best);
}

}  // namespace
