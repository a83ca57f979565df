// The patterns of ewn: the race, the race without the best cube of either player, which cubes are
// left and how far they have come, each cube with its square and the numbers that move it, pairs of
// cubes that may meet, cubes that can be captured, and cubes with neighbouring numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "tesuji/base/elementary.hpp"
#include "tesuji/games/ewn.hpp"
#include "tesuji/learned/ewn_sides.hpp"
#include "tesuji/learned/patterns.hpp"

namespace tesuji::learned {

template <>
struct PatternsOf<Ewn> {
  static constexpr std::string_view layout =
      "ewn 1: race, losses, sets, states, placements, pairs, captures, neighbours";
  static constexpr bool ignores_roll = true;

  static constexpr std::size_t squares = ewn_sides::squares;
  static constexpr std::size_t cubes = ewn::cubes;
  static constexpr std::size_t contact_classes = 5;
  static constexpr std::size_t buckets = 160;  // of the log-odds of the race
  static constexpr std::size_t wide = 24;      // wider buckets
  static constexpr std::size_t leader_classes = 12;
  static constexpr std::size_t meetings = ewn_sides::meeting_count;
  static constexpr std::size_t sets = 1 << cubes;
  static constexpr std::size_t states = knowledge::ewn_race::states;
  static constexpr std::size_t steps = knowledge::ewn_race::most_steps;

  static constexpr std::size_t losses = wide * wide * leader_classes;
  static constexpr std::size_t placements = squares * cubes * cubes;
  static constexpr std::size_t captures = steps * cubes * (cubes + 1) * cubes;
  static constexpr std::size_t neighbours = squares * squares;
  // What each player has comes twice: the mover's, then the opponent's.
  static constexpr std::size_t loss_at = contact_classes * buckets;
  static constexpr std::size_t set_at = loss_at + 2 * losses;
  static constexpr std::size_t state_at = set_at + sets * sets;
  static constexpr std::size_t placement_at = state_at + 2 * states;
  static constexpr std::size_t pair_at = placement_at + 2 * placements;
  static constexpr std::size_t capture_at = pair_at + meetings * cubes * cubes;
  static constexpr std::size_t neighbour_at = capture_at + 2 * captures;
  static constexpr std::size_t slots = neighbour_at + 2 * neighbours;

  template <class Visit>
  static void for_each(const Ewn& position, Visit&& visit) noexcept {
    const ewn_sides::Sides both(position);
    const ewn_sides::Side& own = both.side[0];
    const ewn_sides::Side& other = both.side[1];
    const std::size_t chance = race(own.state, other.state);
    visit(contact_class[both.contacts] * buckets + odds().narrow[chance]);
    if (both.contacts == 0) return;  // nobody can capture, so the race alone counts
    visit_losses(own, other, odds().wide[chance], visit);
    visit(set_at + own.alive * sets + other.alive);
    for (std::size_t i = 0; i < 2; ++i) {
      visit(state_at + i * states + static_cast<std::size_t>(both.side[i].state));
      visit_cubes(both.side[i], i, visit);
    }
    visit_pairs(own, other, visit);
  }

  // Transposing the board (1), reversing the mover's numbers (2), reversing the opponent's (4).
  static std::size_t image(std::size_t slot, int symmetry) noexcept {
    if (slot < set_at) return slot;
    const bool turn = symmetry & 1;
    if (slot < state_at) {
      const std::size_t of = slot - set_at;
      return set_at + reversed_set(of / sets, symmetry & 2) * sets +
             reversed_set(of % sets, symmetry & 4);
    }
    if (slot < placement_at) {
      const std::size_t of = slot - state_at;
      const std::size_t state = of % states;
      return reverses(of / states, symmetry) ? slot - state + ewn_sides::reversed_state(state)
                                             : slot;
    }
    if (slot < pair_at) {
      const std::size_t of = (slot - placement_at) / (cubes * cubes) % squares;
      return turn ? slot + (ewn_sides::transposed(of) - of) * cubes * cubes : slot;
    }
    if (slot < capture_at) {
      const std::size_t of = (slot - pair_at) / (cubes * cubes);
      return turn ? slot + (ewn_sides::meetings.transposed[of] - of) * cubes * cubes : slot;
    }
    return slot < neighbour_at ? slot : image_of_neighbours(slot, symmetry);
  }

  // The race alone; how it stands; numbers of cubes; how far the nearest cubes have come; a square
  // with the numbers that move its cube; the squares of a pair; captures by any number of cubes.
  static constexpr std::size_t folded_squares = 15;
  static constexpr std::size_t distances = (steps + 1) * (steps + 1) * (cubes + 1);
  static constexpr std::size_t coarse_loss_at = buckets;
  static constexpr std::size_t coarse_set_at = coarse_loss_at + 2 * wide * leader_classes;
  static constexpr std::size_t coarse_state_at = coarse_set_at + (cubes + 1) * (cubes + 1);
  static constexpr std::size_t coarse_placement_at = coarse_state_at + 2 * distances;
  static constexpr std::size_t coarse_pair_at = coarse_placement_at + 2 * folded_squares * cubes;
  static constexpr std::size_t coarse_capture_at = coarse_pair_at + meetings;
  static constexpr int coarse_count =
      static_cast<int>(coarse_capture_at + 2 * steps * cubes * (cubes + 1));

  static int coarse(std::size_t slot) noexcept {
    return slot < neighbour_at ? static_cast<int>(coarse_of(slot)) : -1;
  }

 private:
  // By the pairs of cubes that may meet.
  static constexpr auto contact_class = [] {
    std::array<std::uint8_t, cubes * cubes + 1> table{};
    for (std::size_t contacts = 1; contacts < table.size(); ++contacts) {
      table[contacts] = contacts < 4 ? 1 : contacts < 9 ? 2 : contacts < 16 ? 3 : 4;
    }
    return table;
  }();

  // The buckets of the log-odds of a probability in units of 1 / `chances`.
  static constexpr std::size_t chances = 4096;
  struct Odds {
    std::array<std::uint8_t, chances + 1> narrow{};
    std::array<std::uint8_t, chances + 1> wide{};

    Odds() {
      for (std::size_t i = 0; i <= chances; ++i) {
        const double p = std::clamp(static_cast<double>(i) / chances, 0.002, 0.998);
        const double log_odds = p < 0.5 ? -natural_log((1 - p) / p) : natural_log(p / (1 - p));
        narrow[i] = bucket(log_odds / 5, buckets);
        wide[i] = bucket(log_odds / 4.5, PatternsOf::wide);
      }
    }
    static std::uint8_t bucket(double part, std::size_t count) noexcept {
      const double at = (part + 1) / 2 * static_cast<double>(count);
      return static_cast<std::uint8_t>(std::clamp(at, 0.0, static_cast<double>(count - 1)));
    }
  };
  static const Odds& odds() {
    static const Odds filled;
    return filled;
  }

  // The probability that the mover wins the race, in units of 1 / `chances`.
  static std::size_t race(int own, int other) noexcept {
    const ewn_sides::Races& known = ewn_sides::races();
    const double chance =
        knowledge::ewn_race::win_probability(known.turns(own), known.turns(other));
    return static_cast<std::size_t>(chance * chances + 0.5);
  }
  // The race as it is, and without the best cube of either player.
  template <class Visit>
  static void visit_losses(const ewn_sides::Side& own, const ewn_sides::Side& other,
                           std::size_t chance, Visit&& visit) noexcept {
    const std::array<ewn_sides::Leader, 2> leader = {ewn_sides::Leader(own),
                                                     ewn_sides::Leader(other)};
    const std::array<std::size_t, 2> without = {race(leader[0].rest, other.state),
                                                race(own.state, leader[1].rest)};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t of = (leader[i].captors + 1) / 2 * 3 + leader[i].met;
      visit(loss_at + i * losses + (chance * wide + odds().wide[without[i]]) * leader_classes + of);
    }
  }
  // Each cube by itself, and with the next one in the order of numbers.
  template <class Visit>
  static void visit_cubes(const ewn_sides::Side& side, std::size_t i, Visit&& visit) noexcept {
    const std::size_t count = side.count - 1;
    for (std::size_t k = 0; k <= count; ++k) {
      const std::size_t dice = side.dice[k] - 1u;
      visit(placement_at + i * placements + (side.square[k] * cubes + dice) * cubes + count);
      const auto left =
          static_cast<std::size_t>(ewn_sides::contact::steps_from(side.square[k]) - 1);
      visit(capture_at + i * captures +
            ((left * cubes + dice) * (cubes + 1) + side.captors[k]) * cubes + count);
    }
    for (std::size_t k = 0; k < count; ++k) {
      visit(neighbour_at + i * neighbours + side.square[k] * squares + side.square[k + 1]);
    }
  }
  template <class Visit>
  static void visit_pairs(const ewn_sides::Side& own, const ewn_sides::Side& other,
                          Visit&& visit) noexcept {
    for (std::size_t k = 0; k < own.count; ++k) {
      const auto& numbers = ewn_sides::meetings.number[own.square[k]];
      for (std::size_t j = 0; j < other.count; ++j) {
        const std::size_t number = numbers[squares - 1 - other.square[j]];
        visit(pair_at + (number * cubes + own.dice[k] - 1) * cubes + other.dice[j] - 1);
      }
    }
  }

  static bool reverses(std::size_t side, int symmetry) noexcept {
    return symmetry & (side == 0 ? 2 : 4);
  }
  static std::size_t reversed_set(std::size_t set, bool reverse) noexcept {
    if (!reverse) return set;
    std::size_t reversed = 0;
    for (std::size_t cube = 0; cube < cubes; ++cube) {
      if (set >> cube & 1) reversed |= std::size_t{1} << (cubes - 1 - cube);
    }
    return reversed;
  }
  static std::size_t image_of_neighbours(std::size_t slot, int symmetry) noexcept {
    const std::size_t of = slot - neighbour_at;
    std::size_t first = of % neighbours / squares;
    std::size_t second = of % squares;
    if (symmetry & 1) {
      first = ewn_sides::transposed(first);
      second = ewn_sides::transposed(second);
    }
    if (reverses(of / neighbours, symmetry)) std::swap(first, second);
    return slot - of % neighbours + first * squares + second;
  }

  static std::size_t coarse_of(std::size_t slot) noexcept {
    if (slot < loss_at) return slot % buckets;
    if (slot < set_at) {
      const std::size_t of = slot - loss_at;
      return coarse_loss_at + of / losses * wide * leader_classes +
             of % losses / (wide * leader_classes) * leader_classes + of % leader_classes;
    }
    if (slot < state_at) {
      const std::size_t of = slot - set_at;
      return coarse_set_at + static_cast<std::size_t>(std::popcount(of / sets)) * (cubes + 1) +
             static_cast<std::size_t>(std::popcount(of % sets));
    }
    if (slot < placement_at) {
      const std::size_t of = slot - state_at;
      return coarse_state_at + of / states * distances + distance_of(of % states);
    }
    if (slot < pair_at) {
      const std::size_t of = slot - placement_at;
      const auto square = static_cast<int>(of % placements / (cubes * cubes));
      return coarse_placement_at + of / placements * folded_squares * cubes +
             static_cast<std::size_t>(ewn_sides::contact::folded(square)) * cubes +
             of / cubes % cubes;
    }
    if (slot < capture_at) {
      const std::size_t of = (slot - pair_at) / (cubes * cubes);
      return coarse_pair_at + std::min<std::size_t>(of, ewn_sides::meetings.transposed[of]);
    }
    return coarse_capture_at + (slot - capture_at) / cubes;
  }
  // The steps of the two nearest cubes, and the number of cubes.
  static std::size_t distance_of(std::size_t state) noexcept {
    std::size_t first = steps;
    std::size_t second = steps;
    std::size_t count = 0;
    for (; state > 0; state /= knowledge::ewn_race::base) {
      const std::size_t left = state % knowledge::ewn_race::base;
      if (left == 0) continue;
      ++count;
      second = std::min(second, std::max(first, left - 1));
      first = std::min(first, left - 1);
    }
    return (first * (steps + 1) + second) * (cubes + 1) + count;
  }
};

}  // namespace tesuji::learned
