// One thread of a search. A simulation is a descent from the root to a leaf, rollouts from
// there, and a backup of their results. What differs between the options is in the parts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/search/guard.hpp"
#include "tesuji/search/mcts/backup.hpp"
#include "tesuji/search/mcts/known_values.hpp"
#include "tesuji/search/mcts/leaf_rollouts.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/root_view.hpp"
#include "tesuji/search/mcts/simulation.hpp"
#include "tesuji/search/mcts/tree.hpp"
#include "tesuji/search/mcts/tree_policy.hpp"

namespace tesuji::mcts {

// Each on cache lines of its own: threads must not share any by accident.
template <Game G, class K, bool shared>
class alignas(64) Worker {
 public:
  using M = Memory<shared>;
  using Tree = mcts::Tree<shared>;
  using Handle = Pool::Handle;

  Worker(const Options& options, const K& knowledge, Tree& tree)
      : tree_(tree),
        policy_(options, knowledge, tree),
        known_(options, knowledge, tree),
        rollouts_(options, knowledge, tree),
        backup_(options, knowledge, tree),
        view_(options, tree),
        rollouts_per_leaf_(options.rollouts),
        node_after_(options.expand.after),
        node_guard_(options.node_guard()),
        can_view_(shared && options.threads.count > 1 && backup_.child_value().is_mean() &&
                  policy_.only_scans()) {
    path_.reserve(256);
  }
  // The parts refer to each other.
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Before a search. Leaves that an evaluator values get their nodes from it.
  void begin(const Rng& rng, double c, std::size_t max_depth, bool evaluated_leaves) {
    rng_ = rng;
    policy_.begin(c, evaluated_leaves);
    rollouts_.begin();
    max_depth_ = std::min(max_depth, longest_path);
    evaluated_leaves_ = evaluated_leaves;
    simulations = nodes = 0;
    deepest = 0;
    path_.clear();
    viewing_ = can_view_ && !tree_.node(tree_.root()).chance;
  }

  // What ends the search, for parts that take their time.
  void listen(const Stopwatch& watch, const StopToken& stop) noexcept {
    watch_ = &watch;
    stop_ = &stop;
  }

  std::uint64_t simulations = 0;
  std::uint64_t nodes = 0;  // positions of the tree that simulations passed through
  int deepest = 0;

  // One simulation with as many rollouts as a leaf gets, at most `limit`; the number made.
  std::uint32_t simulate(const G& root, std::uint64_t limit) {
    const auto wanted =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(rollouts_per_leaf_, limit));
    G position = root;
    const double known = descend(position);
    const Results results =
        known >= 0 ? rollouts_.count_known(known, path_, wanted)
                   : rollouts_.play(position, path_, wanted, rng_, [&] { return is_over(); });
    count_descent(results.count);
    back_up(results);
    return results.count;
  }

  // Walks from the root to a leaf, leaving the way in `path()` and the leaf in `position`.
  // Returns the leaf's value for player 0 where it is known, else `no_value`.
  double descend(G& position) {
    path_.clear();
    policy_.selection().restart();
    if (shared && viewing_) view_.refresh();
    Handle at = tree_.root();
    for (;;) {
      Node& node = tree_.node(at);
      // Step 1. Select: a new child while there are untried moves and room, else the best old
      // one. At the root a thread may have its own copy of the statistics.
      const bool viewed = shared && viewing_ && path_.empty() && view_.open();
      const int edge = viewed ? view_.choose(policy_.selection().exploration(view_.visits()))
                              : policy_.pick(node, position, rng_);
      if (edge < 0) return no_value;  // the pool is full: this node is the leaf
      // Step 2. Follow the child. Its node is fetched while the move is played.
      const EdgeAt child = tree_.edge(node, edge);
      const auto& [edges, i] = child;
      const Handle below = M::peek_published(edges.child(i));
      if (Tree::is_node(below)) __builtin_prefetch(&tree_.node(below));
      const std::uint32_t before = M::peek(edges.visits(i));
      path_.push_back({at, edge, child});
      if (shared && !viewed) backup_.add_virtual_loss(node, path_.back(), before);
      advance(position, node, edges.move(i));
      if (!backup_.child_value().is_mean()) {
        backup_.child_value().add_knowledge(node, child, position);
      }
      // Step 3. Stop where the value is known: no rollout could say more.
      const double known = known_.value(node, path_, before, below, position);
      if (known >= 0) return known;
      // Step 4. Stop at the depth limit.
      if (path_.size() >= max_depth_) return no_value;
      // Step 5. Expand: a child gets a node once it has enough visits; until then it is a leaf.
      if (Tree::is_node(below)) {
        at = below;
        continue;
      }
      if (before < node_after_ || evaluated_leaves_) return no_value;
      at = policy_.make_node(node, child, position, rng_);
      if (at == Pool::none) return no_value;
      // Step 6. Look for forced ends below a new node.
      if (node_guard_ > 0 && guard_node(position)) return known_.proven_value(node, path_.back());
    }
  }
  // Counts a descent with so many results.
  void count_descent(std::uint32_t results) noexcept {
    // Another thread may be looking.
    M::put(simulations, simulations + results);
    M::put(nodes, nodes + path_.size());
    M::put(deepest, std::max(deepest, static_cast<int>(path_.size())));
  }

  // At the end of a search: nothing stays with this thread.
  void finish() { view_.close(); }

  // The last simulation of this search.
  SimulationReport last_simulation(const G& root) { return rollouts_.report(root, path_); }

  [[nodiscard]] const Path& path() const noexcept { return path_; }
  [[nodiscard]] const Backup<G, K, shared>& backup() const noexcept { return backup_; }
  [[nodiscard]] Expansion<G, K, shared>& expansion() noexcept { return policy_.expansion(); }
  [[nodiscard]] Selection<shared>& selection() noexcept { return policy_.selection(); }
  [[nodiscard]] Rng& rng() noexcept { return rng_; }

 private:
  // Only games that repeat positions come near it, where transpositions make the tree a graph.
  static constexpr std::size_t longest_path = 4096;

  [[nodiscard]] bool is_over() const noexcept { return stop_->stopped() || watch_->expired(); }

  // Carries results from the end of the path to the root, or to this thread's view of it.
  void back_up(const Results& results) {
    const bool viewed = shared && viewing_ && view_.open();
    backup_.add(path_, results, viewed ? 1 : 0);
    if (!viewed) return;
    const Step& first = path_.front();
    view_.credit(first.edge, results.count, results.seen_by(tree_.node(first.node).mover).sum);
  }
  // Looks for forced ends below the node that the path has just reached.
  bool guard_node(const G& position) {
    StopCheck check([&] { return is_over(); });
    const Proof proof = look_ahead(position, node_guard_, check);
    if (proof == Proof::none) return false;
    const Node& parent = tree_.node(path_.back().node);
    known_.mark(path_, position.to_move() == parent.mover ? proof : opposite(proof));
    return true;
  }

  const Stopwatch* watch_ = nullptr;
  const StopToken* stop_ = nullptr;
  Tree& tree_;
  TreePolicy<G, K, shared> policy_;
  KnownValues<G, K, shared> known_;
  LeafRollouts<G, K, shared> rollouts_;
  Backup<G, K, shared> backup_;
  RootView<shared> view_;
  const std::uint32_t rollouts_per_leaf_;
  const std::uint32_t node_after_;  // visits of a child before it gets a node
  const int node_guard_;            // plies of look-ahead at new nodes
  const bool can_view_;             // the options allow a view of the root
  bool viewing_ = false;            // this thread sees the root through its own view
  bool evaluated_leaves_ = false;
  std::size_t max_depth_ = 0;  // plies below the root that get nodes
  Rng rng_{0};
  Path path_;
};

}  // namespace tesuji::mcts
