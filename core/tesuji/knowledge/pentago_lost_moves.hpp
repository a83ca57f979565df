// The moves of Pentago that lose at once: after them the opponent has four stones in a near line.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tesuji/games/pentago.hpp"
#include "tesuji/knowledge/pentago_lines.hpp"
#include "tesuji/knowledge/pentago_near_lines.hpp"

namespace tesuji::knowledge {

// Left out are moves that end the game, and those after which the mover has a full near line: the
// opponent's winning twist may complete it, which is a draw.
template <PentagoRules rules>
class PentagoLostMoves {
 public:
  PentagoLostMoves() = default;
  // `own` are the stones of the player to move.
  PentagoLostMoves(std::uint64_t own, std::uint64_t other) noexcept {
    // After the last stone there is no reply.
    if (std::popcount(other) < 4 || std::popcount(own | other) > 34) return;
    lines::for_each_twist_of<rules>([&](const lines::Twist& twist) {
      const std::uint64_t cells = lost_cells(twist.turned(own), twist.turned(other));
      const auto number = static_cast<std::size_t>(2 * twist.quadrant + twist.second);
      cells_[number] = twist.inverse().turned(cells);
    });
  }

  [[nodiscard]] bool contains(Move move) const noexcept {
    return (cells_[move & 7] >> (move >> 3) & 1) != 0;
  }

 private:
  using Near = NearLines<rules>;

  // Where a stone does not help, as cells after the twist; the stones are those after the twist.
  static std::uint64_t lost_cells(std::uint64_t own, std::uint64_t other) noexcept {
    const auto other_counts = Near::count_stones(other);
    if (other_counts.planes[2].empty()) return 0;
    const auto own_counts = Near::count_stones(own);
    const auto threats = Near::open(other_counts, own_counts)[3];
    if (threats.empty() || pentago::has_five(other)) return 0;
    std::uint64_t kept = 0;                 // cells that may help
    std::uint64_t blocks = pentago::board;  // cells that stop all threats
    threats.for_each([&](std::size_t line) { blocks &= Near::cells[line] & ~other; });
    bool full = false;
    Near::open(own_counts, other_counts)[3].for_each([&](std::size_t line) {
      const std::uint64_t missing = Near::cells[line] & ~own;
      kept |= missing;
      full = full || missing == 0;
    });
    return full ? 0 : pentago::board & ~(own | other | blocks | kept);
  }

  std::array<std::uint64_t, 8> cells_{};  // by twist: the cells of moves that lose
};

}  // namespace tesuji::knowledge
