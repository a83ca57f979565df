// An evaluator values positions instead of rollouts, many at once: a network, or a Python
// function.
#pragma once

#include <vector>

#include "tesuji/base/game.hpp"

namespace tesuji::mcts {

struct Evaluation {
  double value = 0.5;         // 0 to 1 for the player to move
  std::vector<float> priors;  // one per legal move, in their order; empty: all equal
};

template <Game G>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // One evaluation per position; none of the positions is over.
  virtual std::vector<Evaluation> evaluate(const std::vector<G>& positions) = 0;
};

}  // namespace tesuji::mcts
