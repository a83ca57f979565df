// The evaluations after the moves of a Pentago position, and where no move ends the game.
#pragma once

#include <bit>
#include <cstdint>

#include "tesuji/games/pentago.hpp"
#include "tesuji/knowledge/pentago.hpp"
#include "tesuji/knowledge/pentago_near_lines.hpp"

namespace tesuji::knowledge {

template <PentagoRules rules>
class PentagoKnowledge<rules>::MoveValues {
 public:
  static constexpr bool cheap_moves = true;

  // What is given must outlive this.
  MoveValues(const PentagoKnowledge& knowledge, const Position& position) noexcept
      : knowledge_(knowledge), position_(position) {}

  // 1 if a move may end the game, 2 if the reply may win, else 3: a move ends the game if it
  // completes a near line or fills the board.
  static int plies_left(const Position& position) noexcept {
    const int mover = position.to_move();
    const std::uint64_t own = position.stones(mover);
    const std::uint64_t other = position.stones(1 - mover);
    const int empty = 36 - std::popcount(own | other);
    const auto own_counts = Near::count_stones(own);
    const auto other_counts = Near::count_stones(other);
    if (empty < 2 || !Near::open(own_counts, other_counts)[3].empty()) return 1;
    if (!other_counts.planes[2].empty() && has_full_line(other_counts)) return 1;
    bool safe = true;
    lines::for_each_twist_of<rules>([&](const lines::Twist& twist) {
      safe = safe && !has_threat(twist.turned(own), twist.turned(other));
    });
    return safe ? 3 : 2;
  }

  // Exactly `evaluate` of the position after the move.
  [[nodiscard]] double after(Move move) const noexcept {
    Position next = position_;
    next.play(move);
    return knowledge_.evaluate(next);
  }

 private:
  using Near = NearLines<rules>;

  static bool has_full_line(const typename Near::Counts& counts) noexcept {
    for (std::size_t w = 0; w < Near::words; ++w) {
      if ((counts.planes[2].bits[w] & counts.planes[0].bits[w]) != 0) return true;
    }
    return false;
  }
  static bool has_threat(std::uint64_t own, std::uint64_t other) noexcept {
    const auto other_counts = Near::count_stones(other);
    if (other_counts.planes[2].empty()) return false;
    return !Near::open(other_counts, Near::count_stones(own))[3].empty();
  }

  const PentagoKnowledge& knowledge_;
  const Position& position_;
};

}  // namespace tesuji::knowledge
