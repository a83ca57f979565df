// Positions of ewn-cyclic for its solver: always seen by the player to move, 77 bits as a key.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/base/move.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/games/ewn.hpp"

namespace tesuji::solve::ewn_cyclic {

inline constexpr int rows = ewn::CyclicRules::rows;
inline constexpr int columns = ewn::CyclicRules::columns;
inline constexpr int squares = rows * columns;
inline constexpr int goal = squares - 1;
inline constexpr int phases = ewn::Cycle::length;
inline constexpr int cubes = ewn::cubes;
inline constexpr int ways = ewn::CyclicRules::ways;

// Moves of a cube to its goal when nothing is in the way; captured cubes are on square `gone`.
inline constexpr int gone = 63;
inline constexpr int far = 7;
inline constexpr auto distance = [] {
  std::array<std::uint8_t, 64> table{};
  table.fill(far);
  for (int square = 0; square < squares; ++square) {
    table[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(
        std::max(rows - 1 - square / columns, columns - 1 - square % columns));
  }
  return table;
}();

// What each step of the player to move adds to the square, in the order of `ewn::ways`.
inline constexpr std::array<int, ways> step_offsets = {1, columns, columns + 1, 1 - columns};

// The cubes of one player, seen from that player's side of the board: both players start at
// square 0 and walk to `goal`. A captured cube's byte has its top bit set.
class Cubes {
 public:
  static constexpr std::uint64_t top_bits = ewn::Squares::top_bits;
  static constexpr std::uint64_t ones = ewn::Squares::ones;

  static Cubes of(const ewn::Squares& cubes_of_player, int player) noexcept {
    Cubes result;
    for (int cube = 0; cube < cubes; ++cube) {
      if (!cubes_of_player.alive(cube)) continue;
      const int square = cubes_of_player[cube];
      result.set(cube, player == 0 ? square : goal - square);
    }
    return result;
  }

  [[nodiscard]] int operator[](int cube) const noexcept {
    return static_cast<int>(bytes_ >> (8 * cube) & 63);
  }
  void set(int cube, int square) noexcept {
    bytes_ = (bytes_ & ~(std::uint64_t{0xff} << (8 * cube))) | static_cast<std::uint64_t>(square)
                                                                   << (8 * cube);
  }
  // Captures the cube on this square, if there is one.
  bool remove(int square) noexcept {
    const std::uint64_t difference = bytes_ ^ (ones * static_cast<std::uint64_t>(square));
    const std::uint64_t nonzero = ((difference & ~top_bits) + ~top_bits) | difference;
    const std::uint64_t hit = ~nonzero & top_bits;
    bytes_ |= hit | ((hit - (hit >> 7)) & ones * gone);
    return hit != 0;
  }
  [[nodiscard]] unsigned alive() const noexcept {
    return static_cast<unsigned>((~bytes_ >> 7 & ones) * 0x0102'0408'1020'4080u >> 56);
  }
  [[nodiscard]] bool empty() const noexcept { return (bytes_ & top_bits) == top_bits; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  // Six bits per cube.
  [[nodiscard]] std::uint64_t packed() const noexcept {
    std::uint64_t word = bytes_ & 0x3f3f'3f3f'3f3fu;
    word = (word & 0x003f'003f'003fu) | (word & 0x3f00'3f00'3f00u) >> 2;
    return (word & 0xfff) | (word >> 4 & 0xfff000) | (word >> 8 & 0xfff000000u);
  }

 private:
  std::uint64_t bytes_ = top_bits | ones * gone;
};

// A step of the solver: cube * 4 + index into `step_offsets`.
using Step = std::uint8_t;
inline constexpr Step no_step = 63;

struct Steps {
  std::array<Step, 8> list;
  int count = 0;
};

// The steps that stay on the board, as a set, for each square.
inline constexpr auto open_steps = ewn::open_ways<ewn::CyclicRules>[0];

struct Position {
  Cubes own;    // the player to move
  Cubes enemy;  // seen from the enemy's side
  int phase = 0;

  static Position of(const EwnCyclic& position) noexcept {
    const int player = position.to_move();
    return {Cubes::of(position.side(player), player),
            Cubes::of(position.side(1 - player), 1 - player), 0};
  }
  // The move that a step stands for, if this player makes it.
  static Move move_of(Step step, int player) noexcept {
    return static_cast<Move>(8 * (step >> 2) +
                             ewn::ways[static_cast<std::size_t>(player)][step & 3]);
  }

  // Whether a step wins the game.
  [[nodiscard]] bool ends(Step step) const noexcept {
    return own[step >> 2] + step_offsets[step & 3] == goal || after(step).own.empty();
  }
  // The position after a step. It does not say that a cube is on its goal.
  [[nodiscard]] Position after(Step step) const noexcept {
    Position next{enemy, own, phase + 1 == phases ? 0 : phase + 1};
    const int target = own[step >> 2] + step_offsets[step & 3];
    next.enemy.remove(target);
    next.own.remove(goal - target);
    next.enemy.set(step >> 2, target);
    return next;
  }
  [[nodiscard]] Steps legal(int die) const noexcept {
    const ewn::Choice choice = ewn::choices[own.alive()][static_cast<std::size_t>(die)];
    Steps result;
    add(result, choice.first);
    if (choice.second != choice.first) add(result, choice.second);
    return result;
  }
  friend bool operator==(const Position& a, const Position& b) noexcept {
    return a.own.bytes() == b.own.bytes() && a.enemy.bytes() == b.enemy.bytes() &&
           a.phase == b.phase;
  }

 private:
  void add(Steps& list, int cube) const noexcept {
    for (unsigned open = open_steps[static_cast<std::size_t>(own[cube])]; open != 0;
         open &= open - 1) {
      list.list[static_cast<std::size_t>(list.count++)] =
          static_cast<Step>(4 * cube + std::countr_zero(open));
    }
  }
};

}  // namespace tesuji::solve::ewn_cyclic
