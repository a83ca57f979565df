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

// Where to ask the game for an immediate win: nowhere, at nodes above the horizon, everywhere, or
// at the horizon only where the evaluation is below the window.
enum class WinRule : std::uint8_t { none, inner, all, needed };
// What moves are sorted by before anything is learnt about them.
enum class PresortRule : std::uint8_t { none, score, evaluation };

struct Options {
  bool prune = true;  // false: plain minimax, which searches every move
  bool pvs = true;
  bool table = true;
  bool killers = true;
  bool history = true;
  double aspiration = 0.02;  // half the first window, in value (0 to 1); 0: the whole range
  int beam = 0;              // search this many best-ranked moves of each position; 0: all
  RankRule rank = RankRule::evaluation;
  WinRule wins = WinRule::all;
  bool threats = false;    // search a ply deeper where the opponent threatens to win
  bool skip_lost = false;  // leave out moves that the knowledge sees to lose at once
  bool distinct = true;    // leave out moves that lead to the same position as another
  bool staged = true;      // the table's move first, then the rest by what was learnt about them
  bool countermoves = false;
  bool leaf_values = true;  // evaluate moves to the horizon without making them
  PresortRule presort = PresortRule::none;
  int presort_depth = 3;     // the least depth at which moves are presorted
  bool buckets = true;       // the table replaces within cache lines, not pairs
  bool leaf_proofs = false;  // look for proofs in the table at the horizon too
  int symmetry = 0;     // the least depth at which images of a position share an entry; 0: none do
  bool trend = true;    // the aspiration window follows the scores of the last depths
  double reduce = 0.5;  // late move reductions: this times ln(depth) times ln(move number) plies
  double reduce_history = 0;  // plies that the history takes away from a reduction, or adds to it
  double tempo = 0;           // where moves are reduced, evaluations count this many half moves
  bool iir = false;           // internal iterative reduction
  double futility = 0;        // in swings of the evaluation per ply; 0: off
  double razor = 0;           // the same
  int late = 0;               // at depth d, leave out all but d times this many moves; 0: off
  int late_depth = 2;         // the largest depth at which it does
  int null_move = 0;          // plies by which a null move is reduced; 0: off
  bool sort = true;           // order the root's moves by the last iteration
  bool effort = false;        // and those that were not good enough by the nodes they took
  bool speed = true;          // prefer quick wins and slow losses, in games without dice
  DespairRule despair = DespairRule::best;
  bool star1 = true;
  bool star2 = true;
  bool roll_leaf = true;
  bool roll_probe = true;
  bool roll_table = true;
  bool roll_hints = false;
  bool stop_early = false;
  bool adapt = false;
  int threads = 1;
  bool vote = false;  // threads that do not divide the work vote for the answer
  std::size_t memory = std::size_t{64} << 20;

  // Not an option: whether the evaluation is the same before and after a roll.
  bool ignores_roll = false;
};

}  // namespace tesuji::alphabeta
