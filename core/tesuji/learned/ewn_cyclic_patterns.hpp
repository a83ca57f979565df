// The patterns of ewn-cyclic: the turns until the cubes of both players arrive, the enemies that
// they may meet, which cubes are left, and each cube with its square and the turns until it may
// move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/ewn.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/ewn_cyclic_race.hpp"
#include "tesuji/learned/patterns.hpp"

namespace tesuji::learned {

template <>
struct PatternsOf<EwnCyclic> {
  static constexpr std::string_view layout =
      "ewn-cyclic 1: arrivals, cubes left, placements, captures";

  static constexpr std::size_t turns = knowledge::ewn_cyclic_race::most_turns;
  static constexpr std::size_t squares = knowledge::ewn_cyclic_race::squares;
  static constexpr std::size_t pairs = turns * turns;  // the mover's and the opponent's
  static constexpr std::size_t meetings = turns * 4;   // by enemies ahead of the nearest cube
  static constexpr std::size_t sets = 1 << ewn::cubes;
  static constexpr std::size_t waits = 6;  // turns until a cube may move
  static constexpr std::size_t placements = squares * waits;
  static constexpr std::size_t captures = turns * 4;  // of the nearest cubes, with the next moves
  // What each player has comes twice: the mover's, then the opponent's.
  static constexpr std::size_t second_at = pairs;
  static constexpr std::size_t meeting_at = second_at + pairs;
  static constexpr std::size_t set_at = meeting_at + 2 * meetings;
  static constexpr std::size_t placement_at = set_at + 2 * sets;
  static constexpr std::size_t capture_at = placement_at + 2 * placements;
  static constexpr std::size_t slots = capture_at + captures;

  template <class Visit>
  static void for_each(const EwnCyclic& position, Visit&& visit) noexcept {
    namespace race = knowledge::ewn_cyclic_race;
    const int mover = position.to_move();
    const std::array<race::Arrival, 2> side = {race::arrival(position, mover, 0),
                                               race::arrival(position, 1 - mover, 1)};
    visit(at(side[0].turns) * turns + at(side[1].turns));
    visit(second_at + at(side[0].second_turns) * turns + at(side[1].second_turns));
    for (std::size_t i = 0; i < 2; ++i) {
      const int player = i == 0 ? mover : 1 - mover;
      const auto met = static_cast<std::size_t>(race::enemies_ahead(position, player, side[i]));
      visit(meeting_at + i * meetings + met * turns + at(side[i].turns));
      const ewn::Squares& cubes = position.side(player);
      const unsigned alive = cubes.alive_set();
      visit(set_at + i * sets + alive);
      const Waits wait(position, alive, static_cast<int>(i));
      for_each_bit(alive, [&](int cube) {
        const int square = player == 0 ? cubes[cube] : static_cast<int>(squares) - 1 - cubes[cube];
        visit(placement_at + i * placements + static_cast<std::size_t>(square) * waits +
              wait.turns[static_cast<std::size_t>(cube)]);
      });
    }
    const std::size_t taken = 2 * can_capture(position, mover, 0, side[1].cube) +
                              can_capture(position, 1 - mover, 1, side[0].cube);
    visit(capture_at + taken * turns + std::min(at(side[0].turns), at(side[1].turns)));
  }

  // Reversing the numbers of all cubes.
  static std::size_t image(std::size_t slot, int symmetry) noexcept {
    if (symmetry == 0 || slot < set_at || slot >= placement_at) return slot;
    const std::size_t set = (slot - set_at) % sets;
    std::size_t reversed = 0;
    for (std::size_t cube = 0; cube < ewn::cubes; ++cube) {
      if (set >> cube & 1) reversed |= std::size_t{1} << (ewn::cubes - 1 - cube);
    }
    return slot - set + reversed;
  }

  // The lead in turns, the number of cubes, and the square alone.
  static constexpr int leads = 2 * static_cast<int>(turns) - 1;
  static constexpr int coarse_count =
      2 * leads + 2 * (ewn::cubes + 1) + 2 * static_cast<int>(squares);
  static int coarse(std::size_t slot) noexcept {
    if (slot < meeting_at) {
      const auto of = static_cast<int>(slot % pairs);
      return static_cast<int>(slot / pairs) * leads + of % static_cast<int>(turns) -
             of / static_cast<int>(turns) + static_cast<int>(turns) - 1;
    }
    if (slot >= set_at && slot < placement_at) {
      const std::size_t of = slot - set_at;
      return 2 * leads + static_cast<int>(of / sets) * (ewn::cubes + 1) + std::popcount(of % sets);
    }
    if (slot >= placement_at && slot < capture_at) {
      return 2 * leads + 2 * (ewn::cubes + 1) + static_cast<int>((slot - placement_at) / waits);
    }
    return -1;
  }

 private:
  static std::size_t at(int count) noexcept { return static_cast<std::size_t>(count - 1); }

  // The turns until each cube may move for the first time, if no cube is captured.
  struct Waits {
    std::array<std::uint8_t, ewn::cubes> turns{};

    Waits(const EwnCyclic& position, unsigned alive, int first) noexcept {
      turns.fill(waits - 1);
      for (std::size_t turn = waits - 1; turn-- > 0;) {
        const int die = position.die().at(first + 2 * static_cast<int>(turn));
        const auto [one, other] = ewn::choices[alive][static_cast<std::size_t>(die)];
        turns[one] = turns[other] = static_cast<std::uint8_t>(turn);
      }
    }
  };
  // Whether a player, with the number of the die after `turn` turns, can capture an enemy cube.
  static std::size_t can_capture(const EwnCyclic& position, int player, int turn,
                                 int enemy) noexcept {
    if (enemy < 0) return 0;
    const ewn::Squares& cubes = position.side(player);
    const auto target = static_cast<std::size_t>(position.side(1 - player)[enemy]);
    const auto [one, other] =
        ewn::choices[cubes.alive_set()][static_cast<std::size_t>(position.die().at(turn))];
    const auto reaches = [&](int cube) {
      const auto from = static_cast<std::size_t>(cubes[cube]);
      return knowledge::ewn_steps::direction<ewn::CyclicRules>[static_cast<std::size_t>(player)]
                                                              [from][target] >= 0;
    };
    return reaches(one) || reaches(other);
  }
};

}  // namespace tesuji::learned
