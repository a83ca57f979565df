// Backup: what results change between the leaf and the root. Visits and sums are added up, and
// the numbers that selection reads are brought up to date.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tesuji/base/game.hpp"
#include "tesuji/search/mcts/child_value.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/select.hpp"
#include "tesuji/search/mcts/simulation.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <Game G, class K, bool shared>
class Backup {
 public:
  using M = Memory<shared>;

  Backup(const Options& options, const K& knowledge, const Tree<shared>& tree)
      : tree_(tree),
        child_value_(options, knowledge, tree),
        select_(options.select.rule),
        minimax_(options.implicit.on),
        virtual_loss_(options.threads.virtual_loss) {}

  [[nodiscard]] const ChildValue<G, K, shared>& child_value() const noexcept {
    return child_value_;
  }

  // Carries results from the end of the path up to its step number `first`.
  void add(const Path& path, const Results& results, std::size_t first = 0) const {
    for (std::size_t depth = path.size(); depth-- > first;) {
      const Step& step = path[depth];
      Node& node = tree_.node(step.node);
      M::add(node.visits, results.count);
      if (minimax_) child_value_.update_minimax(node, step.at);
      credit(step, results.seen_by(node.mover));
    }
  }
  // The two halves of a backup whose result comes later: a visit at once, which counts as lost
  // for the mover of each node, and the credit for the result.
  void add_visit(const Path& path) const {
    for (const Step& step : path) {
      ++tree_.node(step.node).visits;
      credit(step, {0, 0, 1});
    }
  }
  void add_credit(const Path& path, double value) const {
    for (const Step& step : path) {
      const double own = tree_.node(step.node).mover == 0 ? value : 1 - value;
      credit(step, {own, own * own, 0});
    }
  }

  // Virtual loss: a move that a thread is following counts as lost until its result is there, so
  // that other threads look elsewhere. Among many visits one more would not show.
  void add_virtual_loss(const Node& node, Step& step, std::uint32_t before) const {
    if (node.chance || virtual_loss_ == 0 || before > 100 * virtual_loss_) return;
    step.virtual_loss = true;
    const std::uint32_t n = M::add(step.at.edges.visits(step.at.i), virtual_loss_);
    refresh(step.at, n, M::peek(step.at.edges.sum(step.at.i)));
  }

 private:
  void credit(const Step& step, const Results& own) const {
    const auto& [edges, i] = step.at;
    const std::uint32_t more = step.virtual_loss ? own.count - virtual_loss_ : own.count;
    const std::uint32_t n = more == 0 ? M::peek(edges.visits(i)) : M::add(edges.visits(i), more);
    const double sum = M::add(edges.sum(i), own.sum);
    if (const int squares = tree_.columns().squares; squares >= 0) {
      M::add(edges.template column<double>(squares, i), own.squares);
    }
    if (n > 0) refresh(step.at, n, sum);
  }
  // What selection reads, from what is known now.
  void refresh(const EdgeAt& at, std::uint32_t n, double sum) const noexcept {
    const auto& [edges, i] = at;
    if (M::peek(edges.proof(i)) != Proof::none) return;
    if ((M::peek(edges.flags(i)) & Edges::exhausted) != 0) return;
    M::put(edges.exploit(i), child_value_.value(at, n, sum / n));
    M::put(edges.explore(i), explore_term(select_, edges.prior(i), n));
  }

  const Tree<shared>& tree_;
  ChildValue<G, K, shared> child_value_;
  const SelectRule select_;
  const bool minimax_;
  const std::uint32_t virtual_loss_;
};

}  // namespace tesuji::mcts
