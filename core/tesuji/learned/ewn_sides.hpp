// What the patterns of ewn see of a position: each player's cubes from their own side of the board,
// what they can capture, and the race with and without the cube that counts most.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/ewn.hpp"
#include "tesuji/knowledge/ewn_contact.hpp"
#include "tesuji/knowledge/ewn_odds.hpp"
#include "tesuji/knowledge/ewn_race.hpp"

namespace tesuji::learned::ewn_sides {

namespace contact = knowledge::ewn_contact;
namespace race = knowledge::ewn_race;

inline constexpr std::size_t squares = contact::squares;

constexpr std::size_t transposed(std::size_t square) noexcept {
  return square % contact::side_length * contact::side_length + square / contact::side_length;
}

// The numbers of the die that let a cube move, as a set, by the set of living cubes.
inline constexpr auto dice_sets = [] {
  std::array<std::array<std::uint8_t, ewn::cubes>, 1 << ewn::cubes> table{};
  for (std::size_t alive = 1; alive < table.size(); ++alive) {
    for (std::size_t die = 0; die < ewn::cubes; ++die) {
      const auto [first, second] = ewn::choices[alive][die];
      for (const std::uint8_t cube : {first, second}) {
        table[alive][cube] = static_cast<std::uint8_t>(table[alive][cube] | 1u << die);
      }
    }
  }
  return table;
}();

// Pairs of squares, the second ahead of the first, by number; the owner of the cube on the first
// sees both.
inline constexpr std::size_t meeting_count = 200;
struct Meetings {
  std::array<std::array<std::uint8_t, squares>, squares> number{};
  std::array<std::uint8_t, meeting_count> transposed{};
};
inline constexpr Meetings meetings = [] {
  Meetings table;
  const auto for_each_pair = [](auto&& visit) {
    for (std::size_t from = 0; from < squares; ++from) {
      for (std::size_t to = 0; to < squares; ++to) {
        if (contact::ahead_of.all[from] >> to & 1) visit(from, to);
      }
    }
  };
  std::uint8_t count = 0;
  for_each_pair([&](std::size_t from, std::size_t to) { table.number[from][to] = count++; });
  for_each_pair([&](std::size_t from, std::size_t to) {
    table.transposed[table.number[from][to]] = table.number[transposed(from)][transposed(to)];
  });
  return table;
}();

// The state of a race with the numbers of all cubes reversed.
constexpr std::size_t reversed_state(std::size_t state) noexcept {
  std::size_t result = 0;
  for (int cube = 0; cube < ewn::cubes; ++cube, state /= race::base) {
    result = result * race::base + state % race::base;
  }
  return result;
}

// Races, exactly equal for states that differ in the order of the numbers only. Rounding makes
// those of the knowledge differ by one unit.
class Races {
 public:
  Races() : turns_(race::states), orders_(race::states) {
    for (std::size_t state = 1; state < race::states; ++state) {
      const std::size_t common = std::min(state, reversed_state(state));
      turns_[state] = race::table()[static_cast<int>(common)];
      orders_[state] = order(turns_[state], common);
    }
    // A player without cubes never arrives.
    turns_[0].at_least.fill(race::one);
    orders_[0] = order(turns_[0], 0);
  }

  [[nodiscard]] const race::Turns& turns(int state) const noexcept {
    return turns_[static_cast<std::size_t>(state)];
  }
  // Orders states by the expected number of turns; only equal races have the same number.
  [[nodiscard]] std::uint64_t slowness(int state) const noexcept {
    return orders_[static_cast<std::size_t>(state)];
  }

 private:
  static std::uint64_t order(const race::Turns& turns, std::size_t common) noexcept {
    std::uint64_t mean = 0;
    for (const std::int16_t part : turns.at_least) mean += static_cast<std::uint64_t>(part);
    return mean << 16 | common;
  }

  std::vector<race::Turns> turns_;
  std::vector<std::uint64_t> orders_;
};

inline const Races& races() {
  static const Races filled;
  return filled;
}

// A cube as its owner sees it.
struct Cube {
  std::size_t square;
  std::size_t dice;     // numbers that let it move, 1 to 6
  unsigned dice_set;    // those numbers
  unsigned captors;     // numbers with which the opponent can capture it, as a set
  std::uint32_t ahead;  // squares of the enemies that it may still meet
  int digit;            // what it adds to the state of the race
};

struct Side {
  std::array<Cube, ewn::cubes> cubes;  // the living ones, in the order of their numbers
  std::size_t count = 0;
  unsigned alive;
  std::uint32_t board = 0;  // the squares
  int state = 0;            // of the race

  Side(const Ewn& position, int player) noexcept : alive(position.side(player).alive_set()) {
    const ewn::Squares& side = position.side(player);
    const auto& digits = knowledge::ewn_odds::race_digit[static_cast<std::size_t>(player)];
    for_each_bit(alive, [&](int number) {
      const auto cube = static_cast<std::size_t>(number);
      const auto at = static_cast<std::size_t>(side[number]);
      const std::size_t square = player == 0 ? at : squares - 1 - at;
      const unsigned dice = dice_sets[alive][cube];
      const int digit = digits[cube][at];
      cubes[count++] = {square, static_cast<std::size_t>(std::popcount(dice)), dice, 0, 0, digit};
      board |= 1u << square;
      state += digit;
    });
  }
};

// Both players, the mover first, and the contacts between them.
struct Sides {
  std::array<Side, 2> side;
  std::size_t contacts = 0;  // pairs of cubes that may still meet

  explicit Sides(const Ewn& position) noexcept
      : side{Side(position, position.to_move()), Side(position, 1 - position.to_move())} {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::uint32_t enemies = knowledge::ewn_odds::turned(side[1 - i].board);
      const auto captors = dice_by_square(side[1 - i]);
      for (std::size_t k = 0; k < side[i].count; ++k) {
        Cube& cube = side[i].cubes[k];
        cube.ahead = contact::ahead_of.all[cube.square] & enemies;
        for_each_bit(contact::ahead_of.near[cube.square] & enemies, [&](int square) {
          cube.captors |= captors[squares - 1 - static_cast<std::size_t>(square)];
        });
        if (i == 0) contacts += static_cast<std::size_t>(std::popcount(cube.ahead));
      }
    }
  }

  // The cubes' sets of numbers by their squares.
  static std::array<std::uint8_t, squares> dice_by_square(const Side& side) noexcept {
    std::array<std::uint8_t, squares> dice{};
    for (std::size_t k = 0; k < side.count; ++k) {
      dice[side.cubes[k].square] = static_cast<std::uint8_t>(side.cubes[k].dice_set);
    }
    return dice;
  }
};

// The cube without which the race would be slowest, and the state of that race. Of equally good
// ones, the one that is captured most easily.
struct Leader {
  int rest = 0;
  std::size_t captors = 0;  // numbers that capture it
  std::size_t ahead = 0;    // enemies that it may still meet, at most 2

  explicit Leader(const Side& side) noexcept {
    const Races& known = races();
    std::uint64_t most = 0;
    for (std::size_t k = 0; k < side.count; ++k) {
      const Cube& cube = side.cubes[k];
      const auto taken = static_cast<std::size_t>(std::popcount(cube.captors));
      const auto met =
          std::min<std::size_t>(static_cast<std::size_t>(std::popcount(cube.ahead)), 2);
      const std::uint64_t value = known.slowness(side.state - cube.digit) << 5 | taken << 2 | met;
      if (value < most) continue;
      most = value;
      rest = side.state - cube.digit;
      captors = taken;
      ahead = met;
    }
  }
};

}  // namespace tesuji::learned::ewn_sides
