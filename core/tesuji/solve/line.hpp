// Best play from a position, read from what a solver knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

// What a solver knows about a position: bounds of player 0's result, and the work they cost.
struct Known {
  Range<double> result{-std::numeric_limits<double>::infinity(),
                       std::numeric_limits<double>::infinity()};
  std::uint64_t work = 0;
};

// A move after which the player to move certainly has `result` or better; `known(position)` is what
// the solver knows. Work decides between several: the winner takes the shortest proof, others the
// move that was hardest to refute.
template <Game G, class LookUp>
std::optional<Move> move_that_reaches(const G& position, double result, LookUp&& known) {
  const bool first_player = position.to_move() == 0;
  const bool winning = first_player ? result > 0 : result < 0;
  move_list_t<G> moves;
  position.legal_moves(moves);
  std::optional<Move> best;
  std::uint64_t best_work = 0;
  for (const Move move : moves) {
    G next = position;
    next.play(move);
    const Known after = known(next);
    const bool reaches = first_player ? after.result.lower >= result : after.result.upper <= result;
    if (!reaches) continue;
    if (!best || (winning ? after.work < best_work : after.work > best_work)) {
      best = move;
      best_work = after.work;
    }
  }
  return best;
}

// Best play from a position whose result for player 0 is exactly `result`, up to the first chance
// event, and no further than the solver knows.
template <Game G, class LookUp>
std::vector<Move> best_line(G position, double result, std::optional<Move> first, LookUp&& known) {
  constexpr std::size_t longest = 500;
  std::vector<Move> line;
  std::vector<std::uint64_t> seen;
  while (line.size() < longest && !position.outcome() && !is_chance(position)) {
    if (std::find(seen.begin(), seen.end(), position.hash()) != seen.end()) break;
    seen.push_back(position.hash());
    const auto move = move_that_reaches(position, result, known);
    if (!move && (!line.empty() || !first)) break;
    line.push_back(move ? *move : *first);
    position.play(line.back());
  }
  return line;
}

}  // namespace tesuji::solve
