// The switches of alpha-beta.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tesuji/search/alphabeta/score.hpp"

namespace tesuji::alphabeta {

// What a beam ranks moves by; games without a score of moves are ranked by evaluation.
enum class RankRule : std::uint8_t { evaluation, score };
// What is played when every move is a proven loss.
enum class DespairRule : std::uint8_t { best, diagonal };

struct Options {
  bool prune = true;  // false: plain minimax, which looks at every move, whatever is known
  bool pvs = true;
  bool table = true;
  bool killers = true;
  bool history = true;
  int aspiration = 20'000;  // half the first window; 0: always the whole range
  int beam = 0;             // only so many moves of each position, the best-ranked; 0: all
  RankRule rank = RankRule::evaluation;
  bool sort = true;   // the root's moves in the order of the last iteration
  bool speed = true;  // faster wins and slower losses count more, where there are no dice
  DespairRule despair = DespairRule::best;
  bool star1 = true;
  bool star2 = true;
  int threads = 1;
  std::size_t memory = std::size_t{64} << 20;
};

}  // namespace tesuji::alphabeta
