// Late positions of random games, small enough to be solved by plain minimax.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "subjects.hpp"
#include "tesuji/search/alphabeta/score.hpp"

namespace solved {

using namespace subjects;
using alphabeta::Score;
using alphabeta::win_score;

// Nodes of the tree below a position; counting stops above the limit.
template <Game G>
int tree_size(const G& position, int limit) {
  int size = 1;
  for (Move action : actions_of(position)) {
    if (size > limit) break;
    size += tree_size(acted(position, action), limit - size);
  }
  return size;
}

// The earliest unfinished position of a random game whose game tree is within the limit; empty if
// even the last one's is larger.
template <Game G>
std::optional<G> late_position(G start, std::uint64_t seed, int limit) {
  Rng rng(seed);
  std::vector<G> game;
  walk(start, rng, [&](const G& position) { game.push_back(position); });
  game.pop_back();
  std::optional<G> found;
  for (auto position = game.rbegin(); position != game.rend(); ++position) {
    if (tree_size(*position, limit) > limit) break;
    found = *position;
  }
  return found;
}
// Calls visit(position) for late positions of some ewn-cyclic games.
template <class Visit>
void late_positions(int count, int limit, Visit&& visit) {
  for (std::uint64_t seed = 0; count > 0; ++seed) {
    const check::Context context("game with seed " + std::to_string(seed));
    Rng rng(seed);
    const auto position = late_position(EwnCyclic::start(rng), seed, limit);
    if (!position) continue;
    visit(*position);
    --count;
  }
}

// Alpha-beta's score of a fully searched tree: a win in n plies is win_score - n.
template <Game G>
Score minimax(const G& position, int ply = 0) {
  if (const auto outcome = position.outcome()) {
    return alphabeta::Scale{}.end(*outcome, position.to_move(), ply);
  }
  Score best = alphabeta::no_score;
  for (Move move : moves_of(position)) {
    const G next = acted(position, move);
    const Score score = minimax(next, ply + 1);
    best = std::max(best, next.to_move() == position.to_move() ? score : -score);
  }
  return best;
}

}  // namespace solved
