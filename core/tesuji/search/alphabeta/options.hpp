// The options of alpha-beta. The initial values are the defaults; declarations.hpp gives each
// option its name, range and help.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tesuji/search/alphabeta/score.hpp"

namespace tesuji::alphabeta {

// How a beam ranks moves; games without a move score rank by evaluation.
enum class RankRule : std::uint8_t { evaluation, score };
// What to play when every move is a proven loss.
enum class DespairRule : std::uint8_t { best, diagonal, hardest };

struct Options {
  bool prune = true;  // false: plain minimax, which searches every move
  bool pvs = true;
  bool table = true;
  bool killers = true;
  bool history = true;
  double aspiration = 0.02;  // half the first window, in value (0 to 1); 0: the whole range
  int beam = 0;              // search this many best-ranked moves of each position; 0: all
  RankRule rank = RankRule::evaluation;
  bool sort = true;   // order the root's moves by the last iteration
  bool speed = true;  // prefer quick wins and slow losses, in games without dice
  DespairRule despair = DespairRule::best;
  bool star1 = true;
  bool star2 = true;
  bool roll_leaf = true;
  bool roll_probe = false;
  bool roll_table = true;
  bool roll_hints = true;
  bool stop_early = false;
  bool adapt = false;
  int threads = 1;
  std::size_t memory = std::size_t{64} << 20;

  // Not an option: whether the evaluation is the same before and after a roll.
  bool ignores_roll = false;
};

}  // namespace tesuji::alphabeta
