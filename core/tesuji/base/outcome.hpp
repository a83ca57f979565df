// How a game ended.
#pragma once

#include <cstdint>

// First, because gcc takes `Proof::draw` after `draw` for one that hides the other.
#include "tesuji/base/proof.hpp"

namespace tesuji {

inline constexpr int draw = -1;

struct Outcome {
  std::int8_t winner;   // 0, 1 or `draw`
  std::uint8_t reason;  // index into the game's `reasons`

  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace tesuji
