// Colosseum's solver: proof-number search that sees separations one move ahead.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tesuji/games/colosseum.hpp"
#include "tesuji/knowledge/colosseum_separations.hpp"
#include "tesuji/solve/colosseum_deepening.hpp"
#include "tesuji/solve/generic.hpp"
#include "tesuji/solve/solver_of.hpp"

namespace tesuji::solve {

template <class Board>
struct ColosseumGuide {
  using G = Colosseum<Board>;
  using Companion = ColosseumDeepening<Board, ColosseumGuide>;

  // Without the regions that neither player can reach any more.
  static std::uint64_t hash(const G& position) noexcept {
    const Board region = position.region(0);
    const Cell first = position.cell(0);
    const Cell second = position.cell(1);
    const auto rest = static_cast<std::uint64_t>(first.row << 12 | first.column << 8 |
                                                 second.row << 4 | second.column);
    const std::uint64_t players = rest | static_cast<std::uint64_t>(position.to_move()) << 16 |
                                  static_cast<std::uint64_t>(position.size()) << 17;
    const Board right = position.open_right() & region;
    const Board down = position.open_down() & region;
    return mix(right.hash() ^ mix(down.hash() ^ mix(players)));
  }

  // The player to move can separate at once, and so reaches the best margin of any separation.
  template <class Result>
  static Range<int> bounds(const G& position) noexcept {
    const int mover = position.to_move();
    int best = no_lower;
    knowledge::separations::for_each_separating_move(
        position, mover, knowledge::separations::legal_sides(position, mover),
        [&](int, int, int margin) {
          best = std::max(best, margin);
          return Result::counts_points || best <= 0;
        });
    if (best == no_lower) return {no_lower, no_upper};
    if (!Result::counts_points) best = (best > 0) - (best < 0);
    return mover == 0 ? Range<int>{best, no_upper} : Range<int>{no_lower, -best};
  }

  // A threat to separate leaves the player to move few replies. Without one, a player with little
  // room is easier to beat.
  static ProofNumbers numbers(const G& position) noexcept {
    const int mover = position.to_move();
    const auto room = [&](int player) {
      return static_cast<std::uint32_t>(position.reachable(player).count());
    };
    return {threatens(position, 1 - mover) ? 2 : 4 + room(mover), 1 + room(1 - mover)};
  }

 private:
  // Whether a player would win by a separation if it were to move.
  static bool threatens(const G& position, int player) noexcept {
    bool wins = false;
    knowledge::separations::for_each_separating_move(
        position, player, knowledge::separations::legal_sides(position, player),
        [&](int, int, int margin) {
          wins = margin > 0;
          return !wins;
        });
    return wins;
  }
};

template <class Board>
using ColosseumSolver = GenericSolver<Colosseum<Board>, ColosseumGuide<Board>>;

template <class Board>
struct SolverType<Colosseum<Board>> {
  using type = ColosseumSolver<Board>;
};

}  // namespace tesuji::solve
