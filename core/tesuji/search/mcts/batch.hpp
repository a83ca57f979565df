// Leaves that an evaluator values: several are collected and evaluated together, and each gets
// its node with the priors of its evaluation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tesuji/search/mcts/evaluator.hpp"
#include "tesuji/search/mcts/worker.hpp"

namespace tesuji::mcts {

// Evaluators are asked by one thread.
template <Game G, class K>
class Batch {
 public:
  using Tree = mcts::Tree<false>;
  using Worker = mcts::Worker<G, K, false>;

  Batch(const Options& options, Tree& tree, Worker& worker, Evaluator<G>& evaluator)
      : options_(options), tree_(tree), worker_(worker), evaluator_(evaluator) {}

  // The root's own priors, before the first batch.
  void evaluate_root(const G& position) {
    const auto found = evaluator_.evaluate({position});
    set_priors(tree_.node(tree_.root()), position, found.front());
  }

  // At most `limit` simulations with one call of the evaluator; the number made.
  std::uint64_t simulate(const G& root, std::uint64_t limit, std::size_t max_depth) {
    pending_.clear();
    const auto wanted = std::min(static_cast<std::uint64_t>(options_.batch), limit);
    std::uint64_t made = 0;
    while (made < wanted && tree_.node(tree_.root()).proof == Proof::none) {
      G position = root;
      const double known = worker_.descend(position);
      worker_.count_descent(1);
      worker_.backup().add_visit(worker_.path());
      ++made;
      if (known >= 0) {
        worker_.backup().add_credit(worker_.path(), known);
      } else {
        pending_.push_back({worker_.path(), position});
      }
    }
    if (!pending_.empty()) evaluate_pending(max_depth);
    return made;
  }

 private:
  // A descent that waits for its evaluation.
  struct Pending {
    Path path;
    G position;
  };

  void evaluate_pending(std::size_t max_depth) {
    std::vector<G> positions;
    for (const Pending& leaf : pending_) positions.push_back(leaf.position);
    const auto found = evaluator_.evaluate(positions);
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      const Pending& leaf = pending_[i];
      const double value = found[i].value;
      worker_.backup().add_credit(leaf.path, leaf.position.to_move() == 0 ? value : 1 - value);
      if (leaf.path.size() < max_depth) attach(leaf, found[i]);
    }
  }
  // Makes the node of an evaluated leaf, unless another leaf of the batch was the same.
  void attach(const Pending& leaf, const Evaluation& evaluation) {
    const EdgeAt& at = leaf.path.back().at;
    if (at.edges.child(at.i) != Pool::none) return;
    const auto child =
        worker_.expansion().make_node(leaf.position, evaluation.value, worker_.rng());
    if (child == Pool::none) return;
    at.edges.child(at.i) = child;
    set_priors(tree_.node(child), leaf.position, evaluation);
  }
  void set_priors(Node& node, const G& position, const Evaluation& evaluation) {
    if (node.chance) return;
    if (!evaluation.priors.empty()) sum_priors(node, position, evaluation.priors);
    if (options_.select.rule != SelectRule::puct) return;
    tree_.each_child(node, [&](const Edges& edges, int i, int) {
      if (edges.visits(i) > 0) return;
      edges.explore(i) = edges.prior(i);
      edges.exploit(i) = static_cast<float>(evaluation.value - options_.select.fpu);
    });
  }
  // Moves that share a child add up their priors.
  void sum_priors(const Node& node, const G& position, const std::vector<float>& priors) const {
    move_list_t<G> list;
    position.legal_moves(list);
    tree_.each_child(node, [](const Edges& edges, int i, int) { edges.prior(i) = 0; });
    for (int n = 0; n < list.size(); ++n) {
      const int child = child_for(node, position, list[n]);
      if (child >= node.count) continue;
      const auto [edges, i] = tree_.edge(node, child);
      edges.prior(i) += priors[static_cast<std::size_t>(n)];
    }
  }
  int child_for(const Node& node, const G& position, Move move) const {
    int found = node.count;
    tree_.each_child(node, [&](const Edges& edges, int i, int number) {
      if (found == node.count && edges.move(i) == move) found = number;
    });
    if (found < node.count || !options_.expand.merge) return found;
    G next = position;
    next.play(move);
    tree_.each_child(node, [&](const Edges& edges, int i, int number) {
      if (found < node.count) return;
      G other = position;
      other.play(edges.move(i));
      if (other == next) found = number;
    });
    return found;
  }

  const Options& options_;
  Tree& tree_;
  Worker& worker_;
  Evaluator<G>& evaluator_;
  std::vector<Pending> pending_;
};

}  // namespace tesuji::mcts
