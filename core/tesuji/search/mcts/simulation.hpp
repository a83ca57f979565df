// What a simulation is made of: the path that it takes, the results that it brings back, and a
// report for those who want to see it.
#pragma once

#include <cstdint>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

// One step of a descent: a node, and where the child that was followed lies.
struct Step {
  Pool::Handle node;
  int edge;
  EdgeAt at;
  bool virtual_loss = false;  // counted until the result is there
};
using Path = std::vector<Step>;

// A leaf whose value is not known: it needs a rollout or an evaluation.
inline constexpr double no_value = -1;

// The results of the games played from one leaf, for player 0.
struct Results {
  double sum = 0;
  double squares = 0;
  std::uint32_t count = 0;

  [[nodiscard]] static Results repeated(double value, std::uint32_t count) noexcept {
    return {value * count, value * value * count, count};
  }
  [[nodiscard]] Results seen_by(int player) const noexcept {
    if (player == 0) return *this;
    return {count - sum, count - 2 * sum + squares, count};
  }
};

// A simulation, written out.
struct SimulationReport {
  std::vector<Move> path;     // to the leaf, events included
  std::vector<Move> rollout;  // the last game from there, where one was played
  double value = 0.5;         // of that game, or the known value of the leaf, for player 0
  std::uint32_t games = 0;    // played from the leaf, or counted as if they had been
  bool played = false;
};

// Plays the move, or the chance event, that leads from a node to its child.
template <Game G>
void advance(G& position, const Node& node, Move move) {
  if constexpr (HasChance<G>) {
    if (node.chance) return position.play_event(move);
  }
  position.play(move);
}

}  // namespace tesuji::mcts
