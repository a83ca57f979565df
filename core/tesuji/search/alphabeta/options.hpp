// The switches of alpha-beta, and what its scores mean.
#pragma once

#include <cstddef>

#include "tesuji/search/alphabeta/table.hpp"

namespace tesuji::alphabeta {

// Scores are for the player to move. Ends are near +-win_score: a win n plies from the root
// counts win_score - n, so that faster wins and slower losses are better. With dice that would
// blur the expectation, so there every win counts the same.
inline constexpr Score win_score = 1'000'000;
inline constexpr Score certain = win_score - 10'000;
inline constexpr Score most_evaluation = 900'000;

struct Options {
  bool pvs = true;
  bool table = true;
  bool killers = true;
  bool history = true;
  int aspiration = 20'000;  // half the first window; 0: always the whole range
  int beam = 0;             // only so many moves of each position, the best by evaluation; 0: all
  bool star1 = true;
  bool star2 = true;
  std::size_t memory = std::size_t{64} << 20;
};

}  // namespace tesuji::alphabeta
