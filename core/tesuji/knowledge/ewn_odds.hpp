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

// What a cube on a square of the board adds to the state of its owner's race.
inline constexpr auto race_digit = [] {
  std::array<std::array<std::array<std::int16_t, ewn_contact::squares>, ewn::cubes>, 2> table{};
  for (std::size_t cube = 0; cube < ewn::cubes; ++cube) {
    for (std::size_t square = 0; square < ewn_contact::squares; ++square) {
      const int digit = ewn_race::place[cube] * ewn_contact::steps_from(static_cast<int>(square));
      table[0][cube][square] = static_cast<std::int16_t>(digit);
      table[1][cube][ewn_contact::goal - square] = static_cast<std::int16_t>(digit);
    }
  }
  return table;
}();

// One player's cubes.
struct Side {
  ewn::Squares cubes;
  unsigned alive;
  std::uint32_t board = 0;  // the squares
  int race = 0;             // the state of the race

  Side(const Ewn& position, int player) noexcept
      : cubes(position.side(player)), alive(cubes.alive_set()) {
    const auto& digits = race_digit[static_cast<std::size_t>(player)];
    for_each_bit(alive, [&](int cube) {
      const auto square = static_cast<std::size_t>(cubes[cube]);
      board |= 1u << square;
      race += digits[static_cast<std::size_t>(cube)][square];
    });
  }
};

// The squares as the player on the other side of the board sees them.
inline std::uint32_t turned(std::uint32_t board) noexcept {
  std::uint32_t reversed = std::uint32_t{__builtin_bswap32(board)};
  reversed = (reversed >> 4 & 0x0f0f0f0fu) | (reversed & 0x0f0f0f0fu) << 4;
  reversed = (reversed >> 2 & 0x33333333u) | (reversed & 0x33333333u) << 2;
  reversed = (reversed >> 1 & 0x55555555u) | (reversed & 0x55555555u) << 1;
  return reversed >> (32 - ewn_contact::squares);
}

inline int cubes_value(const Tables& tables, std::size_t which, const Side& side, int player,
                       std::uint32_t enemies) noexcept {
  if (player == 1) enemies = turned(enemies);
  int sum = 0;
  for_each_bit(side.alive, [&](int cube) {
    const int square = player == 0 ? side.cubes[cube] : ewn_contact::goal - side.cubes[cube];
    const int dice = ewn_contact::dice_of[side.alive][static_cast<std::size_t>(cube)];
    sum += tables.value(which, ewn_contact::cube_at(square, dice, enemies));
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
    const int player = position.to_move();
    const int cubes = cubes_value(known, 0, mover, player, other.board) -
                      cubes_value(known, 1, other, 1 - player, mover.board);
    const double fitted =
        ewn_contact::to_move_value + ewn_contact::race_percent / 100.0 * race + cubes;
    odds += contact * (fitted - race);
  }
  return known.evaluation(odds);
}

}  // namespace tesuji::knowledge::ewn_odds
