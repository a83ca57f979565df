// How a game ended.
#pragma once

#include <cstdint>

// Included first: gcc warns about `Proof::draw` hiding `draw` if it comes second.
#include "tesuji/base/proof.hpp"

namespace tesuji {

inline constexpr int draw = -1;

struct Outcome {
  std::int8_t winner;       // 0, 1 or `draw`
  std::uint8_t reason = 0;  // index into the game's `reasons`

  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace tesuji
