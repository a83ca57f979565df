// Expansion: nodes and their children, one at a time or all at once, equal successors merged
// where wanted.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <Game G>
class Expansion {
 public:
  using Handle = Pool::Handle;

  Expansion(const Options& options, Tree& tree) : options_(options), tree_(tree) {}

  // A node for a position that is not over; `none` if the pool is full. `seen` is what is known
  // of its value so far, for its mover.
  Handle make_node(const G& position, double seen, Rng& rng) {
    const Handle handle = tree_.add_node();
    if (handle == Pool::none) return handle;
    Node& node = tree_.node(handle);
    node.mover = static_cast<std::uint8_t>(position.to_move());
    node.chance = is_chance(position);
    if (node.chance ? add_events(node, position) : add_moves(node, position, seen, rng)) {
      return handle;
    }
    tree_.remove_node(handle);
    return Pool::none;
  }

  // One more child of a node that has untried moves; -1 if the pool is full.
  int add_child(Node& node, const G& position) {
    if (node.count == node.capacity && !tree_.grow(node, 2 * node.capacity)) return -1;
    const int edge = node.count;
    const Move move = ith_move(node, position, edge);
    const Edges children = tree_.edges(node);
    children.move[edge] = move;
    children.prior[edge] = 1.0f / static_cast<float>(node.total);
    children.mean[edge] = untried;
    ++node.count;
    return edge;
  }

  // The i-th move to try.
  Move ith_move(const Node& node, const G& position, int i) {
    const int n = (node.first + i * stride(node.total)) % node.total;
    if (node.order != Pool::none) return tree_.order(node)[n];
    if constexpr (HasNthMove<G>) {
      return position.nth_move(n);
    } else {
      return 0;
    }
  }

 private:
  static constexpr float untried = 1e9f;

  bool add_events(Node& node, const G& position) {
    if constexpr (HasChance<G>) {
      node.total = static_cast<std::uint16_t>(position.event_count());
      return add_all(node, [&](int i) { return position.event(i); }, 0);
    } else {
      return false;
    }
  }
  bool add_moves(Node& node, const G& position, double seen, Rng& rng) {
    node.total = static_cast<std::uint16_t>(move_count(position));
    if ((options_.expand.merge || !HasNthMove<G>) && !list_moves(node, position)) return false;
    node.first = static_cast<std::uint16_t>(rng.below(node.total));
    if (options_.expand.rule == ExpandRule::one) {
      // The first child follows at once: room for it is what makes a node useful.
      return tree_.grow(node, 8);
    }
    return add_all(node, [&](int i) { return ith_move(node, position, i); }, seen);
  }
  template <class MoveAt>
  bool add_all(Node& node, MoveAt&& move_at, double seen) {
    if (!tree_.grow(node, node.total)) return false;
    const Edges children = tree_.edges(node);
    const bool puct = options_.select.rule == SelectRule::puct;
    for (int i = 0; i < node.total; ++i) {
      children.move[i] = move_at(i);
      children.prior[i] = 1.0f / static_cast<float>(node.total);
      children.mean[i] = puct ? static_cast<float>(seen - options_.select.fpu) : untried;
      children.explore[i] = puct ? children.prior[i] : 0;
    }
    node.count = node.total;
    return true;
  }

  // Stores the moves with the node, equal successors merged where wanted.
  bool list_moves(Node& node, const G& position) {
    move_list_t<G> list;
    position.legal_moves(list);
    kept_.clear();
    successors_.clear();
    for (Move move : list) {
      if (!options_.expand.merge || !is_repeat(position, move)) kept_.push_back(move);
    }
    return tree_.write_order(node, kept_);
  }
  bool is_repeat(const G& position, Move move) {
    G next = position;
    next.play(move);
    const std::uint64_t hash = next.hash();
    for (const auto& [other_hash, other_move] : successors_) {
      if (other_hash != hash) continue;
      G other = position;
      other.play(other_move);
      if (other == next) return true;
    }
    successors_.emplace_back(hash, move);
    return false;
  }
  int stride(int total) {
    const auto index = static_cast<std::size_t>(total);
    if (index >= strides_.size()) strides_.resize(index + 1, 0);
    if (strides_[index] == 0) strides_[index] = stride_for(total);
    return strides_[index];
  }

  const Options& options_;
  Tree& tree_;
  std::vector<int> strides_;
  std::vector<Move> kept_;
  std::vector<std::pair<std::uint64_t, Move>> successors_;
};

}  // namespace tesuji::mcts
