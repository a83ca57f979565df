// The move that is hardest to meet in a lost position: after it, the smallest share of the
// opponent's moves keeps the win.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/search/alphabeta/root.hpp"

namespace tesuji::alphabeta {

// How many moves of the opponent there are, and how many of them keep the win.
struct Replies {
  int all = 0;
  int winning = 0;

  [[nodiscard]] bool harder_than(const Replies& other) const noexcept {
    return std::int64_t{winning} * other.all < std::int64_t{other.winning} * all;
  }
};

// The replies to a move of `player`; empty if the search must stop. `is_lost` says whether the
// player to move is lost for certain, or nothing if the search must stop.
template <Game G, class IsLost>
std::optional<Replies> replies_to(const G& position, int player, IsLost&& is_lost) {
  Replies replies;
  if constexpr (HasChance<G>) {
    if (position.is_chance()) {
      for (int i = 0; i < position.event_count(); ++i) {
        G next = position;
        next.play_event(position.event(i));
        const auto found = replies_to(next, player, is_lost);
        if (!found) return std::nullopt;
        replies.all += found->all;
        replies.winning += found->winning;
      }
      return replies;
    }
  }
  // The game is over, or the player moves again: nothing for the opponent to get wrong.
  if (position.outcome() || position.to_move() == player) return Replies{1, 1};
  move_list_t<G> list;
  position.legal_moves(list);
  for (const Move move : list) {
    G next = position;
    next.play(move);
    const auto lost = is_lost(next);
    if (!lost) return std::nullopt;
    ++replies.all;
    if (*lost) ++replies.winning;
  }
  return replies;
}

// The index of the hardest move; of equals the first. Stops early with the hardest so far.
template <Game G, class IsLost>
std::size_t hardest_move(const G& position, const std::vector<Move>& moves, IsLost&& is_lost) {
  std::size_t hardest = 0;
  std::optional<Replies> least;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    G next = position;
    next.play(moves[i]);
    const auto found = replies_to(next, position.to_move(), is_lost);
    if (!found) break;
    if (least && !found->harder_than(*least)) continue;
    hardest = i;
    least = found;
  }
  return hardest;
}

// Makes the hardest move of a lost root its answer; of equals the longest defence.
template <Game G, class IsLost>
void take_hardest(Root& root, const G& position, IsLost&& is_lost) {
  std::stable_sort(root.moves.begin(), root.moves.end(),
                   [](const RootMove& a, const RootMove& b) { return a.bound > b.bound; });
  std::vector<Move> moves;
  for (const RootMove& move : root.moves) moves.push_back(move.move);
  root.best = hardest_move(position, moves, is_lost);
  root.score = root.moves[root.best].bound;
}

}  // namespace tesuji::alphabeta
