// Perft: the number of move sequences of a given length, the classic check of a rule set.
// Chance events count as plies. Sequences that end early do not count.
#pragma once

#include <cstdint>

#include "tesuji/base/game.hpp"

namespace tesuji {

template <Game G>
std::uint64_t perft(G& position, int depth) {
  if (depth <= 0) return 1;
  if (position.outcome()) return 0;
  if constexpr (HasChance<G>) {
    if (position.is_chance()) {
      std::uint64_t nodes = 0;
      for (int i = 0; i < position.event_count(); ++i) {
        G next = position;
        next.play_event(position.event(i));
        nodes += perft(next, depth - 1);
      }
      return nodes;
    }
  }
  // Bulk counting: the last ply needs only the number of moves.
  if (depth == 1) return static_cast<std::uint64_t>(move_count(position));
  move_list_t<G> list;
  position.legal_moves(list);
  std::uint64_t nodes = 0;
  for (Move move : list) {
    nodes += after(position, move, [&](G& next) { return perft(next, depth - 1); });
  }
  return nodes;
}

}  // namespace tesuji
