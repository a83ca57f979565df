// All moves as first: a move is credited with the result of every simulation in which its player
// made it, then or later (RAVE: Gelly and Silver, 2011; GRAVE: Cazenave, 2015).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/simulation.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <bool shared>
class Amaf {
 public:
  using M = Memory<shared>;

  explicit Amaf(const Tree<shared>& tree) : tree_(tree) {}

  // `played` begins with the moves of the path's decisions; the rest was played out.
  void learn(const Path& path, const std::vector<Played>& played, double value) {
    seen_.resize(2u << 16);
    ++game_;
    std::size_t decisions = 0;
    for (const Step& step : path) decisions += tree_.node(step.node).chance ? 0 : 1;
    for (std::size_t i = decisions; i < played.size(); ++i) see(played[i]);
    for (std::size_t depth = path.size(); depth-- > 0;) {
      const Node& node = tree_.node(path[depth].node);
      if (node.chance) continue;
      see(played[--decisions]);
      credit(node, node.mover == 0 ? value : 1 - value);
    }
  }

 private:
  static std::size_t index(int player, Move move) noexcept {
    return static_cast<std::size_t>(player) << 16 | move;
  }
  void see(const Played& played) noexcept { seen_[index(played.player, played.move)] = game_; }
  void credit(const Node& node, double value) const noexcept {
    const Columns& columns = tree_.columns();
    tree_.each_child(node, [&](const Edges& edges, int i, int) {
      if (seen_[index(node.mover, edges.move(i))] != game_) return;
      M::add(edges.template column<double>(columns.amaf_sum, i), value);
      M::template add<std::uint32_t>(edges.template column<std::uint32_t>(columns.amaf_visits, i),
                                     1);
    });
  }

  const Tree<shared>& tree_;
  std::vector<std::uint32_t> seen_;  // the last game in which a player made a move
  std::uint32_t game_ = 0;
};

}  // namespace tesuji::mcts
