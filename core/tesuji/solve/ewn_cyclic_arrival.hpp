// When cubes of ewn-cyclic can arrive: the dice are known, so bounds on the turns that a cube needs
// are tabulated once for each cycle.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "tesuji/solve/ewn_cyclic_position.hpp"

namespace tesuji::solve::ewn_cyclic {

inline constexpr int never = 255;

// For every set of living cubes, phase, cube and number of steps: the player's turns until the cube
// has made the steps. Fewer living cubes never make a cube move later: a die that names it, or
// names a dead cube next to it, still does.
class Turns {
 public:
  using Row = std::array<std::uint8_t, 8 * cubes>;  // cube * 8 + steps

  [[nodiscard]] const Row& operator()(unsigned alive, int phase) const noexcept {
    return rows_[alive * phases + static_cast<unsigned>(phase)];
  }
  [[nodiscard]] Row& row(unsigned alive, int phase) noexcept {
    return rows_[alive * phases + static_cast<unsigned>(phase)];
  }
  // The smallest number of turns until one of the cubes stands on its goal.
  [[nodiscard]] int arrival(const Cubes& side, unsigned alive, int phase) const noexcept {
    const Row& row = (*this)(alive, phase);
    std::uint8_t least = never;
    for (int cube = 0; cube < cubes; ++cube) {
      const auto steps_left = distance[static_cast<std::size_t>(side[cube])];
      least = std::min(least, row[static_cast<std::size_t>(8 * cube + steps_left)]);
    }
    return least;
  }

 private:
  std::vector<Row> rows_ = [] {
    Row none;
    none.fill(never);
    return std::vector<Row>(std::size_t{1 << cubes} * phases, none);
  }();
};

constexpr int next_phase(int phase) noexcept { return phase + 1 == phases ? 0 : phase + 1; }

class Arrival {
 public:
  explicit Arrival(const ewn::Cycle& cycle) {
    for (int phase = 0; phase < phases; ++phase) {
      dice_[static_cast<std::size_t>(phase)] = static_cast<std::uint8_t>(cycle.at(phase));
    }
    for (unsigned alive = 1; alive < 1u << cubes; ++alive) {
      for (int steps = 0; steps < far; ++steps) {
        for (int cube = 0; cube < cubes; ++cube) {
          if (alive >> cube & 1) fill(alive, cube, steps);
        }
      }
    }
  }

  [[nodiscard]] int die(int phase) const noexcept { return dice_[static_cast<std::size_t>(phase)]; }

  // If no cube of the player is captured: exact for one cube, and by monotony an upper bound for
  // any captures of the others. The player's turn comes first.
  [[nodiscard]] const Turns& unhindered() const noexcept { return unhindered_; }
  // Lower bounds whatever is captured: each turn of either player can capture at most one cube.
  // `earliest` is for the player to move, `earliest_second` for the other player.
  [[nodiscard]] const Turns& earliest() const noexcept { return earliest_; }
  [[nodiscard]] const Turns& earliest_second() const noexcept { return earliest_second_; }

 private:
  [[nodiscard]] bool may_move(unsigned alive, int phase, int cube) const noexcept {
    const ewn::Choice choice = ewn::choices[alive][static_cast<std::size_t>(die(phase))];
    return choice.first == cube || choice.second == cube;
  }

  // Calls visit(set) for every set that one capture of another cube leaves; with no other cube
  // left, for the set itself.
  template <class Visit>
  static void captures(unsigned alive, int cube, Visit&& visit) {
    const unsigned others = alive & ~(1u << cube);
    if (others == 0) return visit(alive);
    for (unsigned left = others; left != 0; left &= left - 1) visit(alive & ~(left & -left));
  }

  void fill(unsigned alive, int cube, int steps) {
    const auto entry = static_cast<std::size_t>(8 * cube + steps);
    for (int phase = 0; phase < phases; ++phase) {
      earliest_.row(alive, phase)[entry] = least_turns(alive, phase, cube, steps);
      unhindered_.row(alive, phase)[entry] = plain_turns(alive, phase, cube, steps);
    }
    for (int phase = 0; phase < phases; ++phase) {
      std::uint8_t least = never;
      captures(alive, cube, [&](unsigned left) {
        least = std::min(least, earliest_(left, next_phase(phase))[entry]);
      });
      earliest_second_.row(alive, phase)[entry] = least;
    }
  }
  [[nodiscard]] std::uint8_t least_turns(unsigned alive, int phase, int cube, int steps) const {
    if (steps == 0) return 0;
    const auto entry =
        static_cast<std::size_t>(8 * cube + steps - (may_move(alive, phase, cube) ? 1 : 0));
    std::uint8_t least = never;
    captures(alive, cube, [&](unsigned left) {
      least = std::min(least, earliest_second_(left, next_phase(phase))[entry]);
    });
    return static_cast<std::uint8_t>(least + 1);
  }
  [[nodiscard]] std::uint8_t plain_turns(unsigned alive, int phase, int cube, int steps) const {
    int turns = 0;
    for (int left = steps; left > 0; ++turns) {
      if (turns > 2 * phases * far) return never;
      if (may_move(alive, (phase + 2 * turns) % phases, cube)) --left;
    }
    return static_cast<std::uint8_t>(std::min(turns, never));
  }

  std::array<std::uint8_t, phases> dice_{};
  Turns unhindered_;
  Turns earliest_;
  Turns earliest_second_;
};

}  // namespace tesuji::solve::ewn_cyclic
