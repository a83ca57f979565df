// Random little games on a graph, with dice, draws, scores, double moves and repetitions, and their
// true values by repeated averaging and maximising.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "tesuji/base/game.hpp"

namespace graph_game {

using namespace tesuji;

struct Node {
  int to_move = 0;
  bool chance = false;
  std::optional<Outcome> outcome;
  int score = 0;
  std::vector<int> next;
};
using Graph = std::vector<Node>;

// A position: a node of a graph that outlives it.
class GraphGame {
 public:
  GraphGame() = default;
  GraphGame(const Graph& graph, int node) : graph_(&graph), node_(node) {}

  [[nodiscard]] int to_move() const { return here().to_move; }
  void legal_moves(MoveList& list) const {
    for (int i = 0; i < count(); ++i) list.push(static_cast<Move>(i));
  }
  void play(Move move) { node_ = here().next[move]; }
  [[nodiscard]] std::optional<Outcome> outcome() const { return here().outcome; }
  [[nodiscard]] int score() const { return here().score; }
  [[nodiscard]] std::uint64_t hash() const { return mix(static_cast<std::uint64_t>(node_) + 1); }
  [[nodiscard]] bool is_chance() const { return here().chance; }
  [[nodiscard]] int event_count() const { return here().chance ? count() : 0; }
  [[nodiscard]] Move event(int index) const { return static_cast<Move>(1000 + index); }
  void play_event(Move event) { node_ = here().next[event - 1000u]; }
  [[nodiscard]] int node() const { return node_; }
  // The same code means another move elsewhere; and chance is only known once it is met.
  static constexpr bool stable_move_codes = false;
  static constexpr bool thread_safe = false;

  friend bool operator==(const GraphGame&, const GraphGame&) = default;

 private:
  [[nodiscard]] const Node& here() const { return (*graph_)[static_cast<std::size_t>(node_)]; }
  [[nodiscard]] int count() const { return static_cast<int>(here().next.size()); }

  const Graph* graph_ = nullptr;
  int node_ = 0;
};

struct Shape {
  int nodes = 40;
  bool dice = false;
  bool repeats = false;
};

inline Graph random_graph(const Shape& shape, Rng& rng) {
  const auto below = [&](int n) { return static_cast<int>(rng.below(static_cast<unsigned>(n))); };
  Graph graph(static_cast<std::size_t>(shape.nodes));
  for (int i = 0; i < shape.nodes; ++i) {
    Node& node = graph[static_cast<std::size_t>(i)];
    node.to_move = below(2);
    const int left = shape.nodes - 1 - i;
    if (left == 0 || below(5) == 0) {
      node.score = below(9) - 4;
      const int sign = (node.score > 0) - (node.score < 0);
      node.outcome = Outcome{static_cast<std::int8_t>(sign == 0 ? draw : (1 - sign) / 2), 0};
      continue;
    }
    node.chance = shape.dice && below(3) == 0;
    const int width = 1 + below(4);
    for (int k = 0; k < width; ++k) {
      const bool back = shape.repeats && below(4) == 0;
      node.next.push_back(back ? below(shape.nodes) : i + 1 + below(std::min(left, 8)));
    }
  }
  return graph;
}

struct Value {
  double lower;
  double upper;
};

// Bounds of player 0's result at every node, from [least, most] by repeated steps: the limits of
// what can be forced in finitely many moves. Without repetitions and dice they are exact.
template <class Result>
std::vector<Value> forced_results(const Graph& graph, double least, double most, Result result,
                                  int steps = 200) {
  std::vector<Value> values(graph.size(), Value{least, most});
  for (int step = 0; step < steps; ++step) {
    const std::vector<Value> before = values;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const Node& node = graph[i];
      if (node.outcome) {
        values[i] = {result(node), result(node)};
        continue;
      }
      Value value = before[static_cast<std::size_t>(node.next[0])];
      if (node.chance) value = {0, 0};
      for (const int next : node.next) {
        const Value child = before[static_cast<std::size_t>(next)];
        if (node.chance) {
          value.lower += child.lower / static_cast<double>(node.next.size());
          value.upper += child.upper / static_cast<double>(node.next.size());
        } else if (node.to_move == 0) {
          value = {std::max(value.lower, child.lower), std::max(value.upper, child.upper)};
        } else {
          value = {std::min(value.lower, child.lower), std::min(value.upper, child.upper)};
        }
      }
      values[i] = value;
    }
  }
  return values;
}

}  // namespace graph_game
