// The chances of the player to move in ewn-cyclic, by the race.
#pragma once

#include "tesuji/knowledge/ewn_cyclic_race.hpp"
#include "tesuji/knowledge/ewn_cyclic_race_values.hpp"
#include "tesuji/knowledge/ewn_odds.hpp"

namespace tesuji::knowledge::ewn_cyclic_race {

// From -1 to 1.
inline double evaluation(const EwnCyclic& position) noexcept {
  int odds = to_move_value;
  for (const int term : terms_of(position)) odds += term_values[static_cast<std::size_t>(term)];
  return ewn_odds::tables().evaluation(odds);
}

}  // namespace tesuji::knowledge::ewn_cyclic_race
