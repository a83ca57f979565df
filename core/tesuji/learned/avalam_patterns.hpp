// The patterns of Avalam: every tower with its place, every tower with the towers that it can join,
// every live edge with the towers at its ends, and the number of towers. All but the last have
// tables of their own for four stages of the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/knowledge/avalam_links.hpp"
#include "tesuji/learned/patterns.hpp"

namespace tesuji::learned {

template <>
struct PatternsOf<Avalam> {
  static constexpr std::string_view layout = "avalam 1: places, neighbours and edges in 4 stages";
  static constexpr std::size_t stages = 4;
  static constexpr std::size_t stage_moves = 10;

  // A tower is its height less one, and five more if it belongs to the opponent.
  static constexpr std::size_t towers = 10;
  static constexpr std::size_t places = avalam::cells * towers;
  // By tower: neighbours of each player, at most three count, and whether one of each player's
  // would make a tower of five.
  static constexpr std::size_t neighbourhoods = towers * 4 * 4 * 2 * 2;
  static constexpr std::size_t edges = towers * towers;
  static constexpr std::size_t stage_slots = places + neighbourhoods + edges;
  static constexpr std::size_t first_stage = avalam::cells + 1;  // after the number of towers
  static constexpr std::size_t slots = first_stage + stages * stage_slots;

  template <class Visit>
  static void for_each(const Avalam& position, Visit&& visit) noexcept {
    const std::uint64_t occupied = position.occupied();
    const auto count = static_cast<std::size_t>(std::popcount(occupied));
    visit(count);
    const std::size_t stage = std::min((avalam::cells - count) / stage_moves, stages - 1);
    const std::size_t first = first_stage + stage * stage_slots;
    const std::uint64_t others = position.to_move() == 0 ? position.red() : ~position.red();
    std::array<std::size_t, avalam::cells> tower{};
    for_each_bit(occupied, [&](int cell) {
      const auto at = static_cast<std::size_t>(cell);
      tower[at] = static_cast<std::size_t>(position.height(cell)) - 1 + 5 * (others >> cell & 1);
      visit(first + towers * at + tower[at]);
      visit(first + places + neighbourhood(position, others, cell, tower[at]));
    });
    for (std::size_t d = 0; d < avalam::directions; ++d) {
      for_each_bit(position.live()[d], [&](int cell) {
        const auto at = static_cast<std::size_t>(cell);
        const auto [low, high] =
            std::minmax(tower[at], tower[static_cast<std::size_t>(avalam::geometry.next[at][d])]);
        visit(first + places + neighbourhoods + towers * low + high);
      });
    }
  }

  // The half turn.
  static std::size_t image(std::size_t slot, int symmetry) noexcept {
    if (symmetry == 0 || slot < first_stage) return slot;
    const std::size_t at = (slot - first_stage) % stage_slots;
    if (at >= places) return slot;
    return slot - at + towers * (avalam::cells - 1 - at / towers) + at % towers;
  }

  // The same in all stages; towers without their place.
  static constexpr int coarse_count = static_cast<int>(towers + neighbourhoods + edges);
  static int coarse(std::size_t slot) noexcept {
    if (slot < first_stage) return -1;
    const std::size_t at = (slot - first_stage) % stage_slots;
    return static_cast<int>(at < places ? at % towers : at - places + towers);
  }

 private:
  static std::size_t neighbourhood(const Avalam& position, std::uint64_t others, int cell,
                                   std::size_t tower) noexcept {
    const std::uint64_t near = knowledge::links::targets(position.live(), cell);
    const int missing = avalam::max_height - position.height(cell);
    const std::uint64_t fitting =
        missing == 0 ? 0
                     : near & position.higher_than(missing - 1) &
                           ~(missing < 4 ? position.higher_than(missing) : position.fives());
    const auto most_three = [](std::uint64_t cells) {
      return std::min(std::size_t{3}, static_cast<std::size_t>(std::popcount(cells)));
    };
    std::size_t index = tower;
    index = 4 * index + most_three(near & ~others);
    index = 4 * index + most_three(near & others);
    index = 2 * index + ((fitting & ~others) != 0);
    return 2 * index + ((fitting & others) != 0);
  }
};

}  // namespace tesuji::learned
