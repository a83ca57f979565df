// A learned evaluation: what every search can use, whatever family it belongs to.
#pragma once

#include "tesuji/base/game.hpp"

namespace tesuji::learned {

// Several threads call it at the same time.
template <Game G>
class Evaluation {
 public:
  Evaluation() = default;
  virtual ~Evaluation() = default;
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
  // The expected result of a position that is not over, from 0 to 1 for the player to move.
  [[nodiscard]] virtual double value(const G& position) const noexcept = 0;
};

}  // namespace tesuji::learned
