// Leaves whose value is known without a rollout: ends of the game, proofs, exhausted lines.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tesuji/base/game.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/simulation.hpp"
#include "tesuji/search/mcts/solver.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <Game G, class K, bool shared>
class KnownValues {
 public:
  using M = Memory<shared>;
  using Tree = mcts::Tree<shared>;
  using Handle = Pool::Handle;

  KnownValues(const Options& options, const K& knowledge, Tree& tree)
      : options_(options.rollout),
        knowledge_(knowledge),
        tree_(tree),
        solver_(options.solver),
        exhausted_(options.exhausted),
        virtual_loss_(options.threads.virtual_loss) {}

  // The value for player 0 of the child at the end of the path, or `no_value`. The child had
  // `before` visits, leads to `below`, and its position is the one given.
  double value(const Node& node, const Path& path, std::uint32_t before, Handle below,
               const G& position) {
    const Step& step = path.back();
    const auto& [edges, i] = step.at;
    if (exhausted_ && (M::peek(edges.flags(i)) & Edges::exhausted) != 0 && before > 0) {
      return exhausted_value(node, step);
    }
    if (M::peek(edges.proof(i)) != Proof::none) {
      if ((M::peek(edges.flags(i)) & Edges::exhausted) == 0) set_proven_value<shared>(step.at);
      return proven_value(node, step);
    }
    if (!Tree::is_node(below)) {
      if (const auto outcome = position.outcome()) return end(path, position, *outcome, node.mover);
    } else if (tree_.transpositions() && known_elsewhere(node, path, below)) {
      return proven_value(node, step);
    }
    return no_value;
  }
  // The value for player 0 of a child with a proof. Where results are finer than who won, a win
  // is not simply 1: it counts as what was seen of it, or as one point.
  [[nodiscard]] double proven_value(const Node& node, const Step& step) const noexcept {
    const auto& result = options_.result;
    double value = proof_value(M::peek(step.at.edges.proof(step.at.i)));
    const std::uint32_t visits = results_seen(step);
    const bool in_points = HasScore<G> || result.rule != ResultRule::score;
    if (result.rule != ResultRule::wdl && in_points) {
      if (visits > 0) value = mean(step, visits);
    } else if (result.rule == ResultRule::score) {
      value = 0.5 + (value - 0.5) * std::min(1.0, 1 / result.scale);
    }
    return node.mover == 0 ? value : 1 - value;
  }
  // Marks the last edge of the path with a proof, and, with the solver, whatever follows from it.
  void mark(const Path& path, Proof proof) {
    const std::size_t last = path.size() - 1;
    const EdgeAt& at = path[last].at;
    if (solver_) {
      prove(tree_, path, last, proof);
    } else if (M::claim(at.edges.proof(at.i), Proof::none, proof)) {
      set_proven_value<shared>(at);
      M::template add<std::uint16_t>(tree_.node(path[last].node).decided, 1);
    }
    // What is proven needs no more visits than what is exhausted.
    if (exhausted_) exhaust(tree_, path, last);
  }

 private:
  // The game is over at the end of the path.
  double end(const Path& path, const G& position, Outcome outcome, int mover) {
    if (solver_ || exhausted_) mark(path, proof_of(outcome, mover));
    return result_value(position, outcome, options_, knowledge_);
  }
  static Proof proof_of(Outcome outcome, int mover) noexcept {
    if (outcome.winner == draw) return Proof::draw;
    return outcome.winner == mover ? Proof::win : Proof::loss;
  }
  // Where several edges lead to a node, one of the others may have found its result.
  bool known_elsewhere(const Node& node, const Path& path, Handle below) {
    const Node& child = tree_.node(below);
    if (exhausted_ && M::peek(child.finished) == child.total) {
      exhaust(tree_, path, path.size() - 1);
    }
    const Proof proof = M::peek(child.proof);
    if (proof == Proof::none) return false;
    mark(path, child.mover == node.mover ? proof : opposite(proof));
    return true;
  }
  // The value for player 0 of a child below which every line has been played out.
  [[nodiscard]] double exhausted_value(const Node& node, const Step& step) const noexcept {
    if constexpr (shared) {
      // Another thread may have counted here just when the child was exhausted.
      M::put(step.at.edges.exploit(step.at.i), never);
      M::put(step.at.edges.explore(step.at.i), 0.0f);
    }
    const double value = mean(step, std::max<std::uint32_t>(results_seen(step), 1));
    return node.mover == 0 ? value : 1 - value;
  }
  [[nodiscard]] double mean(const Step& step, double visits) const noexcept {
    return std::clamp(M::peek(step.at.edges.sum(step.at.i)) / visits, 0.0, 1.0);
  }
  // A child's results so far, without the virtual loss of this thread.
  [[nodiscard]] std::uint32_t results_seen(const Step& step) const noexcept {
    const std::uint32_t visits = M::peek(step.at.edges.visits(step.at.i));
    const std::uint32_t assumed = step.virtual_loss ? virtual_loss_ : 0;
    return visits > assumed ? visits - assumed : 0;
  }

  const RolloutOptions& options_;
  const K& knowledge_;
  Tree& tree_;
  const bool solver_;
  const bool exhausted_;
  const std::uint32_t virtual_loss_;
};

}  // namespace tesuji::mcts
