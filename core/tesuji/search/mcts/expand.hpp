// Expansion: nodes get their children one at a time or all at once, in an order that spreads over
// the list or that knowledge gives. Moves that lead to equal positions can share a child.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

// The exploit term of an untried child: it comes before all others.
inline constexpr float untried = 1e9f;

template <Game G, class K, bool shared>
class Expansion {
 public:
  using M = Memory<shared>;
  using Handle = Pool::Handle;

  Expansion(const Options& options, const K& knowledge, Tree<shared>& tree)
      : options_(options),
        knowledge_(knowledge),
        tree_(tree),
        ordered_(options.expand.rule == ExpandRule::one &&
                 options.expand.order != OrderRule::spread),
        filtered_(ordered_ && options.expand.order == OrderRule::filter),
        puct_(options.select.rule == SelectRule::puct) {}

  // Before a search: blocks taken from the last tree are gone with it.
  void restart() noexcept { arena_ = {}; }
  // What the evaluation of an unvisited child is raised by, with expand=evaluated(plus_c=true).
  void begin(double c) noexcept { c_ = c; }

  // A node for a position that is not over; `none` if the pool is full. `seen` is what is known
  // of its value so far, for its mover.
  Handle make_node(const G& position, double seen, Rng& rng) {
    const Handle handle = tree_.add_node(arena_);
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

  // One more child of a node that has untried moves; -1 if the pool is full or another thread
  // is at it.
  int add_child(Node& node, const G& position) {
    if (shared && !M::template claim<std::uint8_t>(node.busy, 0, 1)) return -1;
    int edge = M::peek(node.count);
    if (edge == node.total || !tree_.make_room(node, edge, arena_)) {
      edge = -1;
    } else {
      const auto [edges, i] = tree_.edge(node, edge);
      edges.move(i) = ith_move(node, position, edge);
      edges.prior(i) = prior_of(node, edge);
      // A scan reads eight children at a time: others may be reading this one already.
      M::put(edges.exploit(i), untried);
      M::publish(node.count, static_cast<std::uint16_t>(edge + 1));
    }
    if (shared) M::template publish<std::uint8_t>(node.busy, 0);
    return edge;
  }

  // The i-th move to try.
  Move ith_move(const Node& node, const G& position, int i) {
    const int n = ordered_ ? i : (node.first + i * stride(node.total)) % node.total;
    if (node.order != Pool::none) return tree_.order(node)[n];
    if constexpr (HasNthMove<G>) {
      return position.nth_move(n);
    } else {
      return 0;
    }
  }
  // A move drawn by the priors that moves have from the start, as the number of its child.
  [[nodiscard]] int draw_by_prior(const Node& node, Rng& rng) const noexcept {
    return static_cast<int>(rng.below(filtered_ ? node.first : node.total));
  }

 private:
  [[nodiscard]] float prior_of(const Node& node, int edge) const noexcept {
    if (filtered_) {
      return edge < node.first ? 1.0f / static_cast<float>(node.first) : 0.0f;
    }
    return 1.0f / static_cast<float>(node.total);
  }

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
    const bool listed = options_.expand.merge || ordered_ || !HasNthMove<G>;
    if (listed && !list_moves(node, position, rng)) return false;
    if (!ordered_) node.first = static_cast<std::uint16_t>(rng.below(node.total));
    if (options_.expand.rule == ExpandRule::one) {
      // The first child follows at once: room for it is what makes a node useful.
      return tree_.make_room(node, 0, arena_);
    }
    if (!add_all(node, [&](int i) { return ith_move(node, position, i); }, seen)) return false;
    if (options_.expand.rule == ExpandRule::evaluated) evaluate_children(node, position);
    return true;
  }
  template <class MoveAt>
  bool add_all(Node& node, MoveAt&& move_at, double seen) {
    for (int n = 0; n < node.total; ++n) {
      if (!tree_.make_room(node, n, arena_)) return false;
      const auto [edges, i] = tree_.edge(node, n);
      edges.move(i) = move_at(n);
      edges.prior(i) = 1.0f / static_cast<float>(node.total);
      edges.exploit(i) = puct_ ? static_cast<float>(seen - options_.select.fpu) : untried;
      edges.explore(i) = puct_ ? edges.prior(i) : 0;
    }
    node.count = node.total;
    return true;
  }
  // Children begin with their evaluation, as uncertain as if they had been seen once.
  void evaluate_children(Node& node, const G& position) {
    if constexpr (HasEvaluation<K, G>) {
      tree_.each_child(node, [&](const Edges& edges, int i, int) {
        G next = position;
        next.play(edges.move(i));
        const double value = first_value(next, node.mover, options_.rollout, knowledge_);
        const bool plus_c = options_.expand.plus_c;
        edges.exploit(i) = static_cast<float>(plus_c ? value + c_ : value);
        edges.explore(i) = puct_ ? edges.prior(i) : plus_c ? 0.0f : 1.0f;
      });
    }
  }

  // Stores the moves with the node in the order of trying, equal successors merged where wanted.
  bool list_moves(Node& node, const G& position, Rng& rng) {
    move_list_t<G> list;
    position.legal_moves(list);
    kept_.clear();
    successors_.clear();
    for (Move move : list) {
      if (!options_.expand.merge || !is_repeat(position, move)) kept_.push_back(move);
    }
    if (ordered_) arrange(node, position, rng);
    return tree_.write_order(node, kept_, arena_);
  }
  void arrange(Node& node, const G& position, Rng& rng) {
    if (options_.expand.order == OrderRule::listed) return;
    if (options_.expand.order == OrderRule::score) {
      ranked_.clear();
      for (Move move : kept_) ranked_.emplace_back(-static_score(position, move, knowledge_), move);
      std::stable_sort(ranked_.begin(), ranked_.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t i = 0; i < kept_.size(); ++i) kept_[i] = ranked_[i].second;
      return;
    }
    if constexpr (HasPreferredMoves<K, G>) {
      move_list_t<G> preferred;
      knowledge_.preferred_moves(position, preferred);
      shuffle(rng);
      const auto middle = std::stable_partition(
          kept_.begin(), kept_.end(), [&](Move move) { return preferred.contains(move); });
      const auto count = middle == kept_.begin() ? kept_.end() : middle;
      node.first = static_cast<std::uint16_t>(count - kept_.begin());
    }
  }
  void shuffle(Rng& rng) {
    for (std::size_t i = kept_.size(); i > 1; --i) {
      std::swap(kept_[i - 1], kept_[rng.below(static_cast<std::uint32_t>(i))]);
    }
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
  const K& knowledge_;
  Tree<shared>& tree_;
  const bool ordered_;   // moves are tried in the order of the list, or in one of knowledge
  const bool filtered_;  // and the filter's moves come first
  const bool puct_;
  double c_ = 0;
  Pool::Arena arena_;
  std::vector<int> strides_;
  std::vector<Move> kept_;
  std::vector<std::pair<double, Move>> ranked_;
  std::vector<std::pair<std::uint64_t, Move>> successors_;
};

}  // namespace tesuji::mcts
