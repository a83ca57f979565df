// The race of ewn: the turns that a player needs to bring a cube to the goal if nobody captures.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tesuji/games/ewn_cubes.hpp"

namespace tesuji::knowledge::ewn_race {

inline constexpr int most_steps = 4;  // from any square of the 5x5 board to the goal
inline constexpr int most_turns = 16;
inline constexpr int one = 32767;  // probability 1

// A race depends only on the steps that each cube has left. The index of a state has one digit per
// cube in base 5: its steps, or 0 if the cube is gone.
inline constexpr int base = most_steps + 1;
inline constexpr auto place = [] {
  std::array<int, ewn::cubes> values{};
  for (int cube = 0, value = 1; cube < ewn::cubes; ++cube, value *= base) {
    values[static_cast<std::size_t>(cube)] = value;
  }
  return values;
}();
inline constexpr int states = base * place[ewn::cubes - 1];

// The distribution of the number of turns, in units of 1 / `one`: one cache line.
struct alignas(64) Turns {
  std::array<std::int16_t, most_turns> exactly;   // n + 1 turns; the last also stands for more
  std::array<std::int16_t, most_turns> at_least;  // n + 1 turns or more
};

// The probability that the first side arrives no later than the second, so that it wins if it is to
// move.
inline double win_probability(const Turns& mover, const Turns& other) noexcept {
  std::int32_t sum = 0;
  for (std::size_t n = 0; n < most_turns; ++n) {
    sum += std::int32_t{mover.exactly[n]} * other.at_least[n];
  }
  return sum / (double{one} * one);
}

// The distribution for every state, if the player moves the cube with the least expected number of
// turns. It takes some milliseconds to fill and 1 MB.
class Table {
 public:
  Table() : turns_(states) {
    std::vector<Distribution> known(states);
    for (int state = 1; state < states; ++state) {
      known[static_cast<std::size_t>(state)] = distribution(state, known);
    }
    for (std::size_t state = 0; state < states; ++state) turns_[state] = rounded(known[state]);
  }
  [[nodiscard]] const Turns& operator[](int state) const noexcept {
    return turns_[static_cast<std::size_t>(state)];
  }

 private:
  struct Distribution {
    std::array<double, most_turns> exactly{};
    double mean = 0;
  };

  static Distribution distribution(int state, const std::vector<Distribution>& known) {
    std::array<int, ewn::cubes> steps{};
    unsigned alive = 0;
    for (std::size_t cube = 0; cube < ewn::cubes; ++cube) {
      steps[cube] = state / place[cube] % base;
      if (steps[cube] > 0) alive |= 1u << cube;
    }
    Distribution result;
    for (std::size_t die = 0; die < ewn::cubes; ++die) {
      const auto [first, second] = ewn::choices[alive][die];
      if (steps[first] == 1 || steps[second] == 1) {
        result.exactly[0] += 1.0 / ewn::cubes;
        result.mean += 1.0 / ewn::cubes;
        continue;
      }
      const Distribution& left = known[static_cast<std::size_t>(state - place[first])];
      const Distribution& right = known[static_cast<std::size_t>(state - place[second])];
      const Distribution& next = left.mean <= right.mean ? left : right;
      for (std::size_t n = 0; n < most_turns; ++n) {
        result.exactly[std::min<std::size_t>(n + 1, most_turns - 1)] +=
            next.exactly[n] / ewn::cubes;
      }
      result.mean += (1 + next.mean) / ewn::cubes;
    }
    return result;
  }
  // Rounds the sums, so that the probabilities add up to one.
  static Turns rounded(const Distribution& distribution) {
    Turns result{};
    double later = 0;
    std::int16_t last = 0;
    for (std::size_t n = most_turns; n-- > 0;) {
      later += distribution.exactly[n];
      result.at_least[n] = static_cast<std::int16_t>(std::min<long>(std::lround(later * one), one));
      result.exactly[n] = static_cast<std::int16_t>(result.at_least[n] - last);
      last = result.at_least[n];
    }
    return result;
  }

  std::vector<Turns> turns_;
};

// The table is the same for all searches: the first caller fills it.
inline const Table& table() {
  static const Table filled;
  return filled;
}

}  // namespace tesuji::knowledge::ewn_race
