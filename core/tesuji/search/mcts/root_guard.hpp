// The guard at the root: forced wins and losses among the root's moves, marked before the first
// simulation.
#pragma once

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/search/guard.hpp"
#include "tesuji/search/mcts/expand.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/simulation.hpp"
#include "tesuji/search/mcts/solver.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <Game G, class K, bool shared>
class RootGuard {
 public:
  RootGuard(const Options& options, Tree<shared>& tree, Expansion<G, K, shared>& expansion,
            const G& position)
      : options_(options), tree_(tree), expansion_(expansion), position_(position) {}

  void run(const Stopwatch& watch, const StopToken& stop) {
    const int plies = options_.root_guard();
    if (plies <= 0 || root().chance) return;
    const auto is_over = [&] { return stop.stopped() || watch.expired(); };
    move_list_t<G> list;
    list_moves(list);
    for (int i = 0; i < list.size() && root().proof == Proof::none; ++i) {
      if (plies > 1 && is_over()) break;
      G next = position_;
      next.play(list[i]);
      StopCheck check(is_over);
      Proof proof = look_ahead(next, plies - 1, check);
      if (next.to_move() != position_.to_move()) proof = opposite(proof);
      if (proof != Proof::none) mark(list[i], proof);
    }
    // In a tree that was kept, the moves' own results may already decide the root.
    if (root().proof == Proof::none) root().proof = conclusion(tree_, root());
  }

 private:
  [[nodiscard]] Node& root() const noexcept { return tree_.node(tree_.root()); }

  void list_moves(move_list_t<G>& list) const {
    if (root().order == Pool::none) return position_.legal_moves(list);
    const Move* moves = tree_.order(root());
    for (int i = 0; i < root().total; ++i) list.push(moves[i]);
  }
  void mark(Move move, Proof proof) {
    // With progressive widening only a win comes before its turn.
    const int edge = edge_for(move, !options_.widen.on || proof == Proof::win);
    if (edge < 0) return;
    const Path path = {{tree_.root(), edge, tree_.edge(root(), edge)}};
    prove(tree_, path, 0, proof);
    if (options_.exhausted) exhaust(tree_, path, 0);
  }
  // The root's edge for a move, created if it is missing and creation is allowed; -1 if there is
  // none.
  int edge_for(Move move, bool make) {
    Node& node = root();
    int found = -1;
    tree_.each_child(node, [&](const Edges& edges, int i, int number) {
      if (edges.move(i) == move) found = number;
    });
    // With one child per visit, edges come in the order of trying; fill up to the wanted one.
    while (make && found < 0 && node.count < node.total) {
      const int edge = expansion_.add_child(node, position_);
      if (edge < 0) return -1;
      const auto [edges, i] = tree_.edge(node, edge);
      if (edges.move(i) == move) found = edge;
    }
    return found;
  }

  const Options& options_;
  Tree<shared>& tree_;
  Expansion<G, K, shared>& expansion_;
  const G& position_;
};

}  // namespace tesuji::mcts
