// The moves of a position that the game's knowledge sees to lose at once.
#pragma once

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"

namespace tesuji::alphabeta {

template <Game G, class K>
class LostMoves {
 public:
  LostMoves(const K&, const G&, bool) noexcept {}
  static bool contains(Move) noexcept { return false; }
};

template <Game G, class K>
  requires HasLostMoves<K, G>
class LostMoves<G, K> {
 public:
  LostMoves(const K& knowledge, const G& position, bool on) {
    if (on) moves_ = knowledge.lost_moves(position);
  }
  [[nodiscard]] bool contains(Move move) const noexcept { return moves_.contains(move); }

 private:
  typename K::LostMoves moves_;
};

}  // namespace tesuji::alphabeta
