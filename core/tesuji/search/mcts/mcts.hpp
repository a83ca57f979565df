// Monte-Carlo tree search: one loop over any game. Parts are switches (options.hpp); the tree is
// kept between searches and reused where the new position follows from the old one.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/elementary.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/search/guard.hpp"
#include "tesuji/search/mcts/answer.hpp"
#include "tesuji/search/mcts/evaluator.hpp"
#include "tesuji/search/mcts/expand.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/solver.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <Game G>
class Mcts {
 public:
  using Handle = Pool::Handle;

  explicit Mcts(const Options& options, std::shared_ptr<Evaluator<G>> evaluator = nullptr)
      : options_(options),
        evaluator_(std::move(evaluator)),
        tree_(options.memory),
        expansion_(options_, tree_) {
    // An evaluator's priors cover all moves, so its nodes have all children at once.
    if (evaluator_) options_.expand.rule = ExpandRule::all;
    path_.reserve(256);
  }
  // The parts refer to each other.
  Mcts(const Mcts&) = delete;
  Mcts& operator=(const Mcts&) = delete;

  // Searches from a decision. The seed decides everything that is random; `reuse` keeps what
  // the last search found out about this position.
  SearchReport search(const G& position, const Budget& budget, std::uint64_t seed, bool reuse,
                      StopToken& stop, Progress& progress) {
    const Stopwatch watch(budget);
    rng_ = Rng(seed, search_stream);
    // Step 1. Find the position in the old tree, or begin a new one.
    if (!(reuse && adopt(position))) plant(position);
    if (tree_.root() == Pool::none) return first_move(position);
    const std::uint64_t reused = root().visits;
    simulations_ = 0;
    nodes_ = 0;
    deepest_ = 0;
    max_depth_ = static_cast<std::size_t>(std::max(budget.depth, 1));
    // Step 2. Look for ends so near that no statistics are needed.
    guard_root(watch);
    // Step 3. Simulate until something says stop.
    Pace pace;
    while (!finished(budget)) {
      if (simulations_ >= pace.next()) {
        if (stop.stopped() || watch.expired()) break;
        if (progress.asked()) progress.answer(report(watch.seconds(), reused));
        pace.look(watch.seconds(), simulations_);
      }
      simulate(budget.simulations);
    }
    return report(watch.seconds(), reused);
  }

  // The tree and the position at its root, for those who want to look at them.
  [[nodiscard]] const Tree& tree() const noexcept { return tree_; }
  [[nodiscard]] const G& root_position() const noexcept { return position_; }
  // How selection weighs a node's children: score = mean + k * explore.
  [[nodiscard]] float exploration(const Node& node) const noexcept {
    const double visits = std::max<std::uint32_t>(node.visits, 1);
    const double growth = options_.select.rule == SelectRule::puct ? visits : natural_log(visits);
    return static_cast<float>(options_.select.c * std::sqrt(growth));
  }
  void forget() noexcept { tree_.clear(); }

 private:
  static constexpr std::uint64_t search_stream = 2;

  // A descent that waits for its evaluation.
  struct Pending {
    std::vector<Step> path;
    G position;
  };

  [[nodiscard]] Node& root() const noexcept { return tree_.node(tree_.root()); }

  [[nodiscard]] bool finished(const Budget& budget) const noexcept {
    return simulations_ >= budget.simulations || nodes_ >= budget.nodes ||
           root().proof != Proof::none || (options_.solver && all_children_decided());
  }
  [[nodiscard]] bool all_children_decided() const noexcept {
    return root().total > 0 && root().decided == root().total;
  }
  void plant(const G& position) {
    tree_.clear();
    root_evaluated_ = false;
    position_ = position;
    tree_.set_root(expansion_.make_node(position, 0.5, rng_));
  }

  void guard_root(const Stopwatch& watch) {
    Node& node = root();
    if (!options_.solver || options_.guard.root <= 0 || node.chance) return;
    const int mover = position_.to_move();
    move_list_t<G> list;
    list_moves(node, list);
    for (int i = 0; i < list.size() && root().proof == Proof::none; ++i) {
      if (options_.guard.root > 1 && watch.expired()) return;
      G next = position_;
      next.play(list[i]);
      Proof proof = look_ahead(next, options_.guard.root - 1);
      if (next.to_move() != mover) proof = opposite(proof);
      if (proof == Proof::none) continue;
      const int edge = edge_for(list[i]);
      if (edge < 0) return;
      path_.assign(1, {tree_.root(), edge});
      prove(tree_, path_, 0, proof);
    }
  }
  // The root's edge for a move, made if it is not there yet; -1 if the pool is full.
  int edge_for(Move move) {
    Node& node = root();
    const Edges children = tree_.edges(node);
    for (int i = 0; i < node.count; ++i) {
      if (children.move[i] == move) return i;
    }
    // With one child a visit, edges come in the order of trying; fill up to the wanted one.
    while (node.count < node.total) {
      const int edge = expansion_.add_child(node, position_);
      if (edge < 0) return -1;
      if (tree_.edges(node).move[edge] == move) return edge;
    }
    return -1;
  }
  void list_moves(const Node& node, move_list_t<G>& list) const {
    if (node.order == Pool::none) {
      position_.legal_moves(list);
    } else {
      const Move* moves = tree_.order(node);
      for (int i = 0; i < node.total; ++i) list.push(moves[i]);
    }
  }

  // One simulation (with an evaluator: one batch of them).
  void simulate(std::uint64_t limit) {
    if (evaluator_) return simulate_batch(limit);
    path_.clear();
    G position = position_;
    const auto known = descend(position);
    const double value = known >= 0 ? known : play_out(position);
    ++simulations_;
    nodes_ += path_.size();
    for (const Step& step : path_) {
      Node& node = tree_.node(step.node);
      ++node.visits;
      add_result(node, step.edge, 1, node.mover == 0 ? value : 1 - value);
    }
  }

  double play_out(G& position) {
    if (options_.rollout == RolloutRule::decisive) {
      return rollout<RolloutRule::decisive>(position, rng_, options_);
    }
    return rollout<RolloutRule::uniform>(position, rng_, options_);
  }

  // Walks from the root to a leaf, leaving the way in `path_` and the leaf in `position`.
  // Returns the leaf's value for player 0 where the rules or a proof give it, else -1.
  double descend(G& position) {
    Handle at = tree_.root();
    for (;;) {
      Node& node = tree_.node(at);
      // Step 1. A new child while there are untried moves and room, else the best old one.
      int edge = -1;
      if (node.chance) {
        edge = static_cast<int>(rng_.below(node.total));
      } else if (node.count < node.total) {
        edge = expansion_.add_child(node, position);
      }
      if (edge < 0) {
        if (node.count == 0) return -1;  // the pool is full: this node is the leaf
        const Edges children = tree_.edges(node);
        edge = best_child(children.mean, children.explore, node.count, exploration(node));
      }
      const Edges children = tree_.edges(node);
      path_.push_back({at, edge});
      advance(position, node, children.move[edge]);
      deepest_ = std::max(deepest_, static_cast<int>(path_.size()));
      // Step 2. A child whose result is known needs no further look, one at the depth limit
      // gets none.
      if (children.proof[edge] != Proof::none) return decided_value(node, edge);
      if (children.child[edge] == Pool::none) {
        if (const auto outcome = position.outcome()) {
          if (options_.solver) {
            prove(tree_, path_, path_.size() - 1, proof_of(*outcome, node.mover));
          }
          return result_value(position, *outcome, options_);
        }
      }
      if (path_.size() >= max_depth_) return -1;
      // Step 3. The first visit ends here; the second makes a node.
      if (children.child[edge] == Pool::none) {
        if (children.visits[edge] == 0 || evaluator_) return -1;
        const double seen =
            node.mover == position.to_move() ? children.mean[edge] : 1 - children.mean[edge];
        children.child[edge] = expansion_.make_node(position, seen, rng_);
        if (children.child[edge] == Pool::none) return -1;
        if (options_.solver && options_.guard.nodes > 0 && guard_node(position)) {
          return decided_value(node, edge);
        }
      }
      at = children.child[edge];
    }
  }

  // The value for player 0 of a child with a proof. Where scores count, a win is not simply 1:
  // it is worth what one point is, or, in games with points, what was seen of it.
  [[nodiscard]] double decided_value(const Node& node, int edge) const noexcept {
    const Edges children = tree_.edges(node);
    double value = proof_value(children.proof[edge]);
    if (options_.result.rule == ResultRule::score) {
      if constexpr (HasScore<G>) {
        if (children.visits[edge] > 0) value = children.sum[edge] / children.visits[edge];
      } else {
        value = 0.5 + (value - 0.5) * std::min(1.0, 1 / options_.result.scale);
      }
    }
    return node.mover == 0 ? value : 1 - value;
  }
  static Proof proof_of(Outcome outcome, int mover) noexcept {
    if (outcome.winner == draw) return Proof::draw;
    return outcome.winner == mover ? Proof::win : Proof::loss;
  }
  static void advance(G& position, const Node& node, Move move) {
    if constexpr (HasChance<G>) {
      if (node.chance) return position.play_event(move);
    }
    position.play(move);
  }
  // Looks for forced ends below the node that the path has just reached.
  bool guard_node(const G& position) {
    const Step last = path_.back();
    const Proof proof = look_ahead(position, options_.guard.nodes);
    if (proof == Proof::none) return false;
    const Node& parent = tree_.node(last.node);
    prove(tree_, path_, path_.size() - 1,
          position.to_move() == parent.mover ? proof : opposite(proof));
    return true;
  }

  // A batch is backed up in two halves: a visit at once (until its result arrives, a loss for
  // whoever moves there, which sends the next descent elsewhere), the credit later.
  void visit(const std::vector<Step>& path) noexcept {
    for (const Step& step : path) {
      Node& node = tree_.node(step.node);
      ++node.visits;
      add_result(node, step.edge, 1, 0);
    }
  }
  void credit(const std::vector<Step>& path, double value) noexcept {
    for (const Step& step : path) {
      const Node& node = tree_.node(step.node);
      add_result(node, step.edge, 0, node.mover == 0 ? value : 1 - value);
    }
  }
  void add_result(const Node& node, int edge, std::uint32_t visits, double value) const noexcept {
    const Edges children = tree_.edges(node);
    const std::uint32_t n = children.visits[edge] += visits;
    const double sum = children.sum[edge] += value;
    if (children.proof[edge] != Proof::none) return;
    children.mean[edge] = static_cast<float>(sum / n);
    children.explore[edge] = options_.select.rule == SelectRule::puct
                                 ? children.prior[edge] / static_cast<float>(1 + n)
                                 : 1.0f / std::sqrt(static_cast<float>(n));
  }

  // With an evaluator, several leaves are found before their values are asked for together.
  void simulate_batch(std::uint64_t limit) {
    if (!root_evaluated_) evaluate_root();
    pending_.clear();
    const auto room = limit - simulations_;
    const auto wanted = std::min<std::uint64_t>(static_cast<std::uint64_t>(options_.batch), room);
    for (std::uint64_t i = 0; i < wanted && root().proof == Proof::none; ++i) {
      path_.clear();
      G position = position_;
      const double known = descend(position);
      ++simulations_;
      nodes_ += path_.size();
      visit(path_);
      if (known >= 0) {
        credit(path_, known);
      } else {
        pending_.push_back({path_, position});
      }
    }
    if (!pending_.empty()) evaluate_pending();
  }
  void evaluate_root() {
    root_evaluated_ = true;
    const auto found = evaluator_->evaluate({position_});
    set_priors(root(), position_, found.front());
  }
  void evaluate_pending() {
    std::vector<G> positions;
    for (const Pending& leaf : pending_) positions.push_back(leaf.position);
    const auto found = evaluator_->evaluate(positions);
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      const Pending& leaf = pending_[i];
      const double value = found[i].value;
      credit(leaf.path, leaf.position.to_move() == 0 ? value : 1 - value);
      attach(leaf, found[i]);
    }
  }
  // Makes the node of an evaluated leaf, unless another leaf of the batch was the same.
  void attach(const Pending& leaf, const Evaluation& evaluation) {
    const Step last = leaf.path.back();
    Node& parent = tree_.node(last.node);
    if (tree_.edges(parent).child[last.edge] != Pool::none) return;
    if (leaf.path.size() >= max_depth_) return;
    const Handle child = expansion_.make_node(leaf.position, evaluation.value, rng_);
    if (child == Pool::none) return;
    tree_.edges(parent).child[last.edge] = child;
    set_priors(tree_.node(child), leaf.position, evaluation);
  }
  void set_priors(Node& node, const G& position, const Evaluation& evaluation) {
    if (node.chance) return;
    const Edges children = tree_.edges(node);
    const bool puct = options_.select.rule == SelectRule::puct;
    if (!evaluation.priors.empty()) sum_priors(children, node.count, position, evaluation.priors);
    for (int i = 0; i < node.count && puct; ++i) {
      if (children.visits[i] > 0) continue;
      children.explore[i] = children.prior[i];
      children.mean[i] = static_cast<float>(evaluation.value - options_.select.fpu);
    }
  }
  // Moves that share a child add up their priors.
  void sum_priors(const Edges& children, int count, const G& position,
                  const std::vector<float>& priors) const {
    move_list_t<G> list;
    position.legal_moves(list);
    std::fill(children.prior, children.prior + count, 0.0f);
    for (int i = 0; i < list.size(); ++i) {
      const int child = child_for(children, count, position, list[i]);
      if (child < count) children.prior[child] += priors[static_cast<std::size_t>(i)];
    }
  }
  int child_for(const Edges& children, int count, const G& position, Move move) const {
    int child = 0;
    while (child < count && children.move[child] != move) ++child;
    if (child < count || !options_.expand.merge) return child;
    G next = position;
    next.play(move);
    for (child = 0; child < count; ++child) {
      G other = position;
      other.play(children.move[child]);
      if (other == next) break;
    }
    return child;
  }

  // Makes the position the root if the old tree has it: where it was, or after a move of each
  // player with the rolls between. False where it is not there or was never searched.
  bool adopt(const G& position) {
    if (tree_.root() == Pool::none) return false;
    if (position == position_) return true;
    const Handle found = find(tree_.root(), position_, position, 2);
    if (found == Pool::none) return false;
    tree_.keep(found);
    if (tree_.root() == Pool::none) return false;
    position_ = position;
    return true;
  }
  // Looks for a position below a node, at most so many decisions deep. Where several ways lead
  // to it, the one that was searched most.
  Handle find(Handle from, const G& at, const G& wanted, int decisions) {
    const Node& node = tree_.node(from);
    if (!node.chance && decisions-- == 0) return Pool::none;
    const Edges children = tree_.edges(node);
    Handle best = Pool::none;
    for (int i = 0; i < node.count; ++i) {
      if (children.child[i] == Pool::none) continue;
      G next = at;
      advance(next, node, children.move[i]);
      const Handle found =
          next == wanted ? children.child[i] : find(children.child[i], next, wanted, decisions);
      if (found == Pool::none) continue;
      if (best == Pool::none || tree_.node(found).visits > tree_.node(best).visits) best = found;
    }
    return best;
  }

  // The answer where not even the root fits into the pool.
  static SearchReport first_move(const G& position) {
    move_list_t<G> list;
    position.legal_moves(list);
    SearchReport result;
    result.best = list[0];
    result.line = {list[0]};
    result.moves = {{list[0], 0, 0.5, 0, Proof::none}};
    return result;
  }

  // What is known at the root now.
  SearchReport report(double seconds, std::uint64_t reused) {
    const Node& node = root();
    SearchReport result;
    result.simulations = simulations_;
    result.nodes = nodes_;
    result.depth = deepest_;
    result.seconds = seconds;
    result.reused = reused;
    result.proof = conclusion(tree_, node);
    result.moves = move_reports(tree_, node);
    if (node.chance) return result;
    if (result.moves.empty()) {
      // Not one simulation was possible: any legal move is better than none.
      result.moves.push_back({expansion_.ith_move(node, position_, 0), 0, 0.5, 0, Proof::none});
    }
    // On a copy: a report on the way must not change what the search does next.
    Rng drawn = rng_;
    const std::size_t best = choose(result.moves, options_, drawn);
    result.best = result.moves[best].move;
    result.value = result.moves[best].value;
    result.line = principal_variation(tree_, result.best);
    return result;
  }

  Options options_;
  std::shared_ptr<Evaluator<G>> evaluator_;
  Tree tree_;
  Expansion<G> expansion_;
  Rng rng_{0};
  G position_{};
  bool root_evaluated_ = false;
  std::uint64_t simulations_ = 0;
  std::uint64_t nodes_ = 0;  // positions of the tree that simulations passed through
  int deepest_ = 0;
  std::size_t max_depth_ = 0;  // plies below the root that get nodes
  std::vector<Step> path_;
  std::vector<Pending> pending_;
};

}  // namespace tesuji::mcts
