// The tree policy: at each node a simulation follows a new child or the best old one, and it
// decides when a child gets a node of its own.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tesuji/base/elementary.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/search/mcts/expand.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/select.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <Game G, class K, bool shared>
class TreePolicy {
 public:
  using M = Memory<shared>;
  using Tree = mcts::Tree<shared>;
  using Handle = Pool::Handle;

  TreePolicy(const Options& options, const K& knowledge, Tree& tree)
      : tree_(tree),
        expansion_(options, knowledge, tree),
        selection_(options, tree),
        by_prior_(options.select.rule == SelectRule::prior),
        skips_exhausted_(options.exhausted),
        widens_(options.widen.on),
        base_(options.widen.base),
        power_(options.widen.power) {}

  // Before a search: what c is now, and whether an evaluator gives the priors.
  void begin(double c, bool evaluator_priors) {
    selection_.begin(c);
    expansion_.begin(c);
    evaluator_priors_ = evaluator_priors;
  }

  // The child to follow, -1 where there is none because the pool is full.
  int pick(Node& node, const G& position, Rng& rng) {
    if (node.chance) return static_cast<int>(rng.below(node.total));
    if (by_prior_) return pick_by_prior(node, position, rng);
    const int count = M::peek_published(node.count);
    const bool exhausted = skips_exhausted_ && M::peek(node.finished) == count;
    if (count < allowed(node) || (exhausted && count < node.total)) {
      const int edge = expansion_.add_child(node, position);
      if (edge >= 0) return edge;
    }
    if (M::peek_published(node.count) == 0) return -1;
    return selection_.choose(node, rng);
  }

  // A node for a child; `none` if the pool is full or another thread is at it. Equal positions
  // share a node where transpositions are on.
  Handle make_node(const Node& parent, const EdgeAt& at, const G& position, Rng& rng) {
    Handle& link = at.edges.child(at.i);
    if (!M::claim(link, Pool::none, Tree::pending)) return Pool::none;
    const double value = static_cast<double>(M::peek(at.edges.exploit(at.i)));
    const double seen = parent.mover == position.to_move() ? value : 1 - value;
    const std::uint64_t hash = tree_.transpositions() ? position.hash() : 0;
    Handle made = tree_.transpositions() ? tree_.find_known(hash) : Pool::none;
    if (made == Pool::none) {
      made = expansion_.make_node(position, seen, rng);
      if (made != Pool::none && tree_.transpositions()) tree_.remember(hash, made);
    }
    M::publish(link, made);
    return made;
  }

  [[nodiscard]] Expansion<G, K, shared>& expansion() noexcept { return expansion_; }
  [[nodiscard]] Selection<shared>& selection() noexcept { return selection_; }
  // Whether all children of a node compete, and one quick scan finds the best.
  [[nodiscard]] bool only_scans() const noexcept {
    return selection_.scans() && !widens_ && !skips_exhausted_;
  }

 private:
  // How many children a node may have now: all, or as many as its visits let in.
  [[nodiscard]] int allowed(const Node& node) const noexcept {
    if (!widens_) return node.total;
    const double visits = static_cast<double>(M::peek(node.visits)) + 1;
    const double wide = base_ * natural_exp(power_ * natural_log(visits));
    // A whole number must not come out just below itself.
    return wide >= node.total ? node.total : std::max(1, static_cast<int>(wide + 1e-9));
  }
  int pick_by_prior(Node& node, const G& position, Rng& rng) {
    if (evaluator_priors_) return draw_by_evaluator_prior(node, rng);
    const int drawn = expansion_.draw_by_prior(node, rng);
    while (M::peek_published(node.count) <= drawn) {
      if (expansion_.add_child(node, position) < 0) break;
    }
    return std::min(drawn, M::peek_published(node.count) - 1);
  }
  int draw_by_evaluator_prior(const Node& node, Rng& rng) {
    double drawn = random_share(rng);
    int found = 0;
    tree_.each_child(node, [&](const Edges& edges, int i, int number) {
      if (drawn >= 0) found = number;
      drawn -= static_cast<double>(edges.prior(i));
    });
    return found;
  }

  Tree& tree_;
  Expansion<G, K, shared> expansion_;
  Selection<shared> selection_;
  const bool by_prior_;
  const bool skips_exhausted_;
  const bool widens_;
  const double base_;
  const double power_;
  bool evaluator_priors_ = false;
};

}  // namespace tesuji::mcts
