// The value of a child as selection sees it: the mean of its results, with what knowledge adds
// (blends, implicit minimax, progressive bias).
#pragma once

#include <algorithm>
#include <cstdint>

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

// The value rule of the blend, without the weight of the mean.
inline MobilityValue mobility_rule(const Options& options) noexcept {
  const auto& blend = options.blend;
  return {blend.moves, blend.distance, blend.edge, blend.walls};
}

template <Game G, class K, bool shared>
class ChildValue {
 public:
  using M = Memory<shared>;

  ChildValue(const Options& options, const K& knowledge, const Tree<shared>& tree)
      : options_(options),
        knowledge_(knowledge),
        tree_(tree),
        plain_(!options.blend.on && !options.bias.on && !options.implicit.on) {}

  // Whether the value is the mean and nothing else.
  [[nodiscard]] bool is_mean() const noexcept { return plain_; }

  // The mean of n results with what knowledge adds to it.
  [[nodiscard]] float value(const EdgeAt& at, std::uint32_t n, double mean) const noexcept {
    if (plain_) return static_cast<float>(mean);
    const Columns& columns = tree_.columns();
    const auto known = [&](int column) {
      return static_cast<double>(M::peek(at.edges.template column<float>(column, at.i)));
    };
    if (options_.blend.on) {
      const double all = options_.blend.all();
      const double ratio = all > 0 ? options_.blend.ratio / all : 1;
      mean = ratio * mean + (1 - ratio) * known(columns.blend);
    }
    if (options_.implicit.on) {
      mean =
          (1 - options_.implicit.alpha) * mean + options_.implicit.alpha * known(columns.minimax);
    }
    if (options_.bias.on) mean += options_.bias.weight * known(columns.bias) / (1.0 + n);
    return static_cast<float>(mean);
  }
  // Before a child's first result: stores what knowledge says about the position it leads to.
  void add_knowledge(const Node& node, const EdgeAt& at, const G& position) const {
    std::uint8_t& flags = at.edges.flags(at.i);
    if ((M::peek(flags) & Edges::valued) != 0) return;
    const Columns& columns = tree_.columns();
    if constexpr (HasValueRule<K, MobilityValue, G>) {
      if (columns.blend >= 0) {
        const MobilityValue rule = mobility_rule(options_);
        M::put(at.edges.template column<float>(columns.blend, at.i),
               static_cast<float>(knowledge_.value(rule, position, node.mover)));
      }
    }
    if (columns.bias >= 0 || columns.minimax >= 0) {
      const auto first =
          static_cast<float>(first_value(position, node.mover, options_.rollout, knowledge_));
      if (columns.bias >= 0) M::put(at.edges.template column<float>(columns.bias, at.i), first);
      if (columns.minimax >= 0)
        M::put(at.edges.template column<float>(columns.minimax, at.i), first);
    }
    M::set_bits(flags, std::uint8_t{Edges::valued});
  }
  // The best of the evaluations below a child is its minimax value (chance: their mean).
  void update_minimax(const Node& node, const EdgeAt& at) const {
    const Pool::Handle below = M::peek_published(at.edges.child(at.i));
    if (!Tree<shared>::is_node(below)) return;
    const Node& child = tree_.node(below);
    float best = -1;
    float sum = 0;
    int valued = 0;
    tree_.each_child(child, [&](const Edges& edges, int i, int) {
      if ((M::peek(edges.flags(i)) & Edges::valued) == 0) return;
      const float value = M::peek(edges.template column<float>(tree_.columns().minimax, i));
      best = std::max(best, value);
      sum += value;
      ++valued;
    });
    if (valued == 0) return;
    const float value = child.chance ? sum / static_cast<float>(valued) : best;
    M::put(at.edges.template column<float>(tree_.columns().minimax, at.i),
           child.mover == node.mover ? value : 1 - value);
  }

 private:
  const Options& options_;
  const K& knowledge_;
  const Tree<shared>& tree_;
  bool plain_;
};

}  // namespace tesuji::mcts
