// The chances of the player to move in ewn: the race, corrected for contact.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tesuji/base/bits.hpp"
#include "tesuji/base/elementary.hpp"
#include "tesuji/games/ewn.hpp"
#include "tesuji/knowledge/ewn_contact.hpp"
#include "tesuji/knowledge/ewn_contact_values.hpp"
#include "tesuji/knowledge/ewn_race.hpp"

namespace tesuji::knowledge::ewn_odds {

// Log odds are whole numbers in this unit, so that sums do not depend on their order.
inline constexpr int unit = 128;
inline constexpr int most_odds = 8 * unit;

class Tables {
 public:
  Tables() {
    for (int i = 0; i <= steps; ++i) {
      const double p = std::clamp(i / double{steps}, 0.002, 0.998);
      const double ratio = p < 0.5 ? (1 - p) / p : p / (1 - p);
      odds_[static_cast<std::size_t>(i)] = (p < 0.5 ? -unit : unit) * natural_log(ratio);
    }
    for (int z = -most_odds; z <= most_odds; ++z) {
      const double power = natural_exp(-double(z) / unit);
      evaluation_[static_cast<std::size_t>(z + most_odds)] =
          static_cast<float>((1 - power) / (1 + power));
    }
    for (std::size_t side = 0; side < 2; ++side) fill_values(side);
  }
  // The log odds of a probability.
  [[nodiscard]] double odds(double probability) const noexcept {
    return odds_[static_cast<std::size_t>(probability * steps + 0.5)];
  }
  // From -1 to 1.
  [[nodiscard]] double evaluation(double odds) const noexcept {
    const double z = std::clamp(odds, -double{most_odds}, double{most_odds});
    return evaluation_[static_cast<std::size_t>(z + most_odds + 0.5)];
  }
  // What a cube of the mover (side 0) or of the other player (side 1) adds to its owner's log odds.
  [[nodiscard]] int value(std::size_t side, const ewn_contact::Cube& cube) const noexcept {
    return values_[side][place(cube)];
  }

 private:
  static constexpr int steps = 4096;

  static std::size_t place(const ewn_contact::Cube& cube) noexcept {
    return static_cast<std::size_t>(
        ((cube.square * ewn::cubes + cube.dice - 1) * 3 + cube.near) * 4 + cube.ahead);
  }
  void fill_values(std::size_t side) {
    ewn_contact::Cube cube{};
    for (cube.square = 0; cube.square < ewn_contact::squares; ++cube.square) {
      for (cube.dice = 1; cube.dice <= ewn::cubes; ++cube.dice) {
        for (cube.near = 0; cube.near < 3; ++cube.near) {
          for (cube.ahead = 0; cube.ahead < 4; ++cube.ahead) {
            int sum = 0;
            for (const int term : ewn_contact::terms_of(cube)) {
              sum += ewn_contact::term_values[side][static_cast<std::size_t>(term)];
            }
            values_[side][place(cube)] = static_cast<std::int16_t>(sum);
          }
        }
      }
    }
  }

  std::array<double, steps + 1> odds_{};
  std::array<float, 2 * most_odds + 1> evaluation_{};
  std::array<std::array<std::int16_t, ewn_contact::squares * ewn::cubes * 3 * 4>, 2> values_{};
};

// The tables are the same for all searches: the first caller fills them.
inline const Tables& tables() {
  static const Tables filled;
  return filled;
}

// One player's cubes as that player sees them.
struct Side {
  unsigned alive = 0;
  std::array<std::uint8_t, ewn::cubes> squares{};
  std::uint32_t seen_by_enemy = 0;  // the squares, seen from the other side of the board
  int race = 0;                     // the state of the race

  Side(const Ewn& position, int player) noexcept : alive(position.side(player).alive_set()) {
    const ewn::Squares& cubes = position.side(player);
    for_each_bit(alive, [&](int cube) {
      const auto at = static_cast<std::size_t>(cube);
      const int square = player == 0 ? cubes[cube] : ewn_contact::goal - cubes[cube];
      squares[at] = static_cast<std::uint8_t>(square);
      seen_by_enemy |= 1u << (ewn_contact::goal - square);
      race += ewn_race::place[at] * ewn_contact::steps_from(square);
    });
  }
};

inline int cubes_value(const Tables& tables, std::size_t which, const Side& side,
                       std::uint32_t enemies) noexcept {
  int sum = 0;
  for_each_bit(side.alive, [&](int cube) {
    const auto at = static_cast<std::size_t>(cube);
    sum += tables.value(which, ewn_contact::cube_at(side.squares[at],
                                                    ewn_contact::dice_of[side.alive][at], enemies));
  });
  return sum;
}

// The probability that the player to move wins the race, if nobody captures.
inline double race_probability(const Side& mover, const Side& other) noexcept {
  const auto& race = ewn_race::table();
  return ewn_race::win_probability(race[mover.race], race[other.race]);
}

// The chances of the player to move before the roll, from -1 to 1. `contact` goes from the race
// alone (0) to the fitted evaluation (1).
inline double evaluation(const Ewn& position, double contact) noexcept {
  const Tables& known = tables();
  const Side mover(position, position.to_move());
  const Side other(position, 1 - position.to_move());
  const double race = known.odds(race_probability(mover, other));
  double odds = race;
  if (contact != 0) {
    const int cubes = cubes_value(known, 0, mover, other.seen_by_enemy) -
                      cubes_value(known, 1, other, mover.seen_by_enemy);
    const double fitted =
        ewn_contact::to_move_value + ewn_contact::race_percent / 100.0 * race + cubes;
    odds += contact * (fitted - race);
  }
  return known.evaluation(odds);
}

}  // namespace tesuji::knowledge::ewn_odds
