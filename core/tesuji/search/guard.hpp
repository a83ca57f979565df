// The guard: forced wins and losses a few plies ahead, by plain exhaustive search of ends.
#pragma once

#include <cstdint>
#include <utility>

#include "tesuji/base/game.hpp"
#include "tesuji/base/report.hpp"

namespace tesuji {

// Tells a look-ahead when to stop; asks the clock and the stop token only every 64 positions.
template <class Over>
class StopCheck {
 public:
  explicit StopCheck(Over over) : over_(std::move(over)) {}
  [[nodiscard]] bool is_over() {
    if (!is_over_ && ++looks_ % 64 == 0) is_over_ = over_();
    return is_over_;
  }

 private:
  Over over_;
  std::uint32_t looks_ = 0;
  bool is_over_ = false;
};

// What is certain within `plies` moves for the player to move (or next to move, at a chance
// position; rolls do not count as plies). `none` where nothing is, or check is over.
template <Game G, class Over>
Proof look_ahead(const G& position, int plies, StopCheck<Over>& check) {
  if (const auto outcome = position.outcome()) {
    if (outcome->winner == draw) return Proof::draw;
    return outcome->winner == position.to_move() ? Proof::win : Proof::loss;
  }
  if constexpr (HasChance<G>) {
    if (position.is_chance()) {
      Proof common = Proof::none;
      for (int i = 0; i < position.event_count(); ++i) {
        G next = position;
        next.play_event(position.event(i));
        Proof proof = look_ahead(next, plies, check);
        if (next.to_move() != position.to_move()) proof = opposite(proof);
        if (proof == Proof::none || (i > 0 && proof != common)) return Proof::none;
        common = proof;
      }
      return common;
    }
  }
  if (plies <= 0 || check.is_over()) return Proof::none;
  move_list_t<G> list;
  position.legal_moves(list);
  Proof best = Proof::loss;
  for (Move move : list) {
    G next = position;
    next.play(move);
    Proof proof = look_ahead(next, plies - 1, check);
    if (next.to_move() != position.to_move()) proof = opposite(proof);
    if (proof == Proof::win) return Proof::win;
    if (proof == Proof::none) best = Proof::none;
    if (proof == Proof::draw && best == Proof::loss) best = Proof::draw;
  }
  return best;
}

}  // namespace tesuji
