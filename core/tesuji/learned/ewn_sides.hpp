// What the patterns of ewn see of a position: each player's cubes from their own side of the board,
// what they can capture, and the race with and without the cube that counts most.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
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
// sees both. All other pairs share the last number.
inline constexpr std::size_t meeting_count = 201;
struct Meetings {
  std::array<std::array<std::uint8_t, squares>, squares> number{};
  std::array<std::uint8_t, meeting_count> transposed{};
};
inline constexpr Meetings meetings = [] {
  Meetings table;
  for (auto& row : table.number) row.fill(meeting_count - 1);
  table.transposed.back() = meeting_count - 1;
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
  Races() : turns_(race::states), slowness_(race::states) {
    // A player without cubes never arrives.
    turns_[0].at_least.fill(race::one);
    std::vector<std::size_t> order(race::states);
    for (std::size_t state = 0; state < race::states; ++state) {
      order[state] = state;
      if (state > 0) turns_[state] = race::table()[static_cast<int>(common(state))];
    }
    const auto key = [&](std::size_t state) {
      const auto& parts = turns_[state].at_least;
      return std::pair(std::accumulate(parts.begin(), parts.end(), 0L), common(state));
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t one, std::size_t other) { return key(one) < key(other); });
    for (std::size_t i = 1; i < race::states; ++i) {
      const bool same = key(order[i]) == key(order[i - 1]);
      slowness_[order[i]] = static_cast<std::uint16_t>(slowness_[order[i - 1]] + (same ? 0 : 1));
    }
  }

  [[nodiscard]] const race::Turns& turns(int state) const noexcept {
    return turns_[static_cast<std::size_t>(state)];
  }
  // Orders states by the expected number of turns; only equal races have the same number.
  [[nodiscard]] unsigned slowness(int state) const noexcept {
    return slowness_[static_cast<std::size_t>(state)];
  }

 private:
  static std::size_t common(std::size_t state) noexcept {
    return std::min(state, reversed_state(state));
  }

  std::vector<race::Turns> turns_;
  std::vector<std::uint16_t> slowness_;
};

inline const Races& races() {
  static const Races filled;
  return filled;
}

// The cubes of a player as the player sees the board. The lists have an entry for each living cube,
// in the order of their numbers.
struct Side {
  template <class T>
  using List = std::array<T, ewn::cubes>;

  List<std::uint8_t> square;
  List<std::uint8_t> dice;     // numbers that let it move
  List<std::uint8_t> captors;  // numbers with which the opponent can capture it
  List<std::uint8_t> met;      // enemies that it may still meet
  List<std::int16_t> digit;    // what it adds to the state of the race
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
      square[count] = static_cast<std::uint8_t>(player == 0 ? at : squares - 1 - at);
      dice[count] = contact::dice_of[alive][cube];
      digit[count] = digits[cube][at];
      board |= 1u << square[count];
      state += digit[count];
      ++count;
    });
  }
};

// Both players, the mover first, and the contacts between them. Loops have no other branches than
// their ends, because those would be hard to predict.
struct Sides {
  std::array<Side, 2> side;
  std::size_t contacts = 0;  // pairs of cubes that may still meet

  explicit Sides(const Ewn& position) noexcept
      : side{Side(position, position.to_move()), Side(position, 1 - position.to_move())} {
    for (std::size_t i = 0; i < 2; ++i) meet(side[i], side[1 - i]);
    for (std::size_t k = 0; k < side[0].count; ++k) contacts += side[0].met[k];
  }

 private:
  // Places on a board with an empty border on two sides.
  static constexpr std::size_t width = contact::side_length + 1;
  static constexpr auto place = [] {
    std::array<std::uint8_t, squares> table{};
    for (std::size_t square = 0; square < squares; ++square) {
      table[square] = static_cast<std::uint8_t>(square / contact::side_length * width +
                                                square % contact::side_length);
    }
    return table;
  }();

  static void meet(Side& own, const Side& enemy) noexcept {
    std::array<std::uint8_t, width * width> numbers{};  // sets that move the enemy on each place
    for_each_numbered(enemy, [&](std::size_t k, std::size_t cube) {
      numbers[place[squares - 1 - enemy.square[k]]] = dice_sets[enemy.alive][cube];
    });
    const std::uint32_t enemies = knowledge::ewn_odds::turned(enemy.board);
    for (std::size_t k = 0; k < own.count; ++k) {
      const std::size_t at = place[own.square[k]];
      const unsigned captors =
          numbers[at + 1] | unsigned{numbers[at + width]} | numbers[at + width + 1];
      own.captors[k] = static_cast<std::uint8_t>(std::popcount(captors));
      own.met[k] =
          static_cast<std::uint8_t>(std::popcount(contact::ahead_of.all[own.square[k]] & enemies));
    }
  }
  template <class Visit>
  static void for_each_numbered(const Side& side, Visit&& visit) noexcept {
    std::size_t k = 0;
    for_each_bit(side.alive, [&](int cube) { visit(k++, static_cast<std::size_t>(cube)); });
  }
};

// The cube without which the race would be slowest, and the state of that race. Of equally good
// ones, the one that is captured most easily.
struct Leader {
  int rest;
  std::size_t captors;  // numbers that capture it
  std::size_t met;      // enemies that it may still meet, at most 2

  explicit Leader(const Side& side) noexcept {
    const Races& known = races();
    unsigned most = 0;
    for (std::size_t k = 0; k < side.count; ++k) {
      const unsigned near = side.captors[k] * 4u + std::min<unsigned>(side.met[k], 2);
      const unsigned slowness = known.slowness(side.state - side.digit[k]);
      most = std::max(most, (slowness * 32 + near) * 8 + static_cast<unsigned>(k));
    }
    rest = side.state - side.digit[most % 8];
    captors = most / 32 % 8;
    met = most / 8 % 4;
  }
};

}  // namespace tesuji::learned::ewn_sides
