// Races of ewn-cyclic that are decided: a cube that no enemy can catch arrives first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tesuji/base/bits.hpp"
#include "tesuji/solve/ewn_cyclic_arrival.hpp"

namespace tesuji::solve::ewn_cyclic {

using Board = std::uint64_t;  // a set of squares

inline constexpr Board whole_board = (Board{1} << squares) - 1;
inline constexpr Board first_column = [] {
  Board set = 0;
  for (int row = 0; row < rows; ++row) set |= bit(row * columns);
  return set;
}();
inline constexpr Board last_column = first_column << (columns - 1);

// All squares one step away from a set.
constexpr Board stepped(Board set) noexcept {
  return (((set << 1 | set << (columns + 1) | set >> (columns - 1)) & ~first_column) |
          set << columns) &
         whole_board;
}

// The squares at each distance from the goal.
inline constexpr auto at_distance = [] {
  std::array<Board, far + 1> table{};
  for (int square = 0; square < squares; ++square) {
    table[distance[static_cast<std::size_t>(square)]] |= bit(square);
  }
  return table;
}();

// The squares that a cube can step on with at most so many steps; `far` - 1 steps stand for any
// number.
inline constexpr auto reached = [] {
  std::array<std::array<Board, far>, 64> table{};
  for (int square = 0; square < squares; ++square) {
    Board all = 0;
    Board front = bit(square);
    for (int count = 1; front != 0; ++count) {
      front = stepped(front);
      all |= front;
      for (int steps = count; steps < far; ++steps) {
        table[static_cast<std::size_t>(square)][static_cast<std::size_t>(steps)] = all;
      }
      if (count >= far) table[static_cast<std::size_t>(square)][far - 1] = all;
    }
  }
  return table;
}();

// The same squares seen from the other side of the board.
inline constexpr auto attacked = [] {
  auto table = reached;
  for (auto& sets : table) {
    for (Board& set : sets) {
      Board turned = 0;
      for (Board left = set; left != 0; left &= left - 1) {
        turned |= bit(goal - std::countr_zero(left));
      }
      set = turned;
    }
  }
  return table;
}();

// The squares that one player's cubes can attack within each number of that player's turns.
class Attack {
 public:
  static constexpr int limit = 12;

  Attack(const Cubes& side, const Turns::Row& turns) noexcept : side_(side), turns_(turns) {}

  [[nodiscard]] Board within(int turn_count) noexcept {
    for (; known_ < turn_count; ++known_)
      squares_[static_cast<std::size_t>(known_ + 1)] = at(known_ + 1);
    return squares_[static_cast<std::size_t>(turn_count)];
  }

 private:
  [[nodiscard]] Board at(int turn_count) const noexcept {
    Board result = 0;
    for (int cube = 0; cube < cubes; ++cube) {
      const auto square = static_cast<std::size_t>(side_[cube]);
      if (square == gone) continue;
      int step_count = 0;
      while (step_count < far - 1 &&
             turns_[static_cast<std::size_t>(8 * cube + step_count + 1)] <= turn_count) {
        ++step_count;
      }
      result |= attacked[square][static_cast<std::size_t>(step_count)];
    }
    return result;
  }

  Cubes side_;
  const Turns::Row& turns_;
  std::array<Board, limit + 1> squares_{};
  int known_ = 0;
};

// Whether a player may have to capture its own cube when it next moves or within so many moves
// more: all steps of a cube must lead to cubes of its own. In the last column there is one step; in
// the last row there are two, in the first row three, elsewhere four.
inline bool may_have_to_capture_own(const Cubes& side, int moves) noexcept {
  std::array<int, 3> excess{};  // moves until enough cubes stand where they could be in the way
  std::array<std::array<int, cubes>, 3> away;
  int count = 0;
  for (int cube = 0; cube < cubes; ++cube) {
    const int square = side[cube];
    if (square == gone) continue;
    const auto at = static_cast<std::size_t>(count++);
    away[0][at] = columns - 1 - square % columns;
    away[1][at] = std::max(rows - 2 - square / columns, 0);
    away[2][at] = std::max(square / columns - 1, 0);
  }
  if (count >= 5) return true;
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const int together = static_cast<int>(kind) + 2;
    if (count < together) break;
    std::sort(away[kind].begin(), away[kind].begin() + count);
    for (int i = 0; i < together; ++i) excess[kind] += away[kind][static_cast<std::size_t>(i)];
    if (excess[kind] <= moves) return true;
  }
  return false;
}

// Whether a player can possibly capture all enemy cubes within so many turns. `first` says whether
// that player is to move.
//
// Follow one enemy cube, and if its own side captures it, the cube that did: it moves at most once
// per enemy turn. If none of the squares that it can get to is attacked in time, it survives.
template <bool first>
bool may_eliminate(const Arrival& arrival, const Cubes& side, const Cubes& enemy, int phase,
                   int turns) noexcept {
  const int enemies = std::popcount(enemy.alive());
  const int defences = turns - (first ? 1 : 0);
  if (enemies > turns + defences) return false;
  if (turns > Attack::limit) return true;
  const bool helped = enemies > 1 && defences > 0 && may_have_to_capture_own(enemy, defences - 1);
  if (!helped && enemies > turns) return false;
  Attack attack(side,
                (first ? arrival.earliest() : arrival.earliest_second())(side.alive(), phase));
  std::array<Board, Attack::limit + 1> hit;
  for (int turn = 1; turn <= turns; ++turn)
    hit[static_cast<std::size_t>(turn)] = attack.within(turn);
  std::array<int, Attack::limit + 1> late{};  // cubes that cannot be hit before this turn
  for (int cube = 0; cube < cubes; ++cube) {
    const int square = enemy[cube];
    if (square == gone) continue;
    int turn = 1;
    for (; turn <= turns; ++turn) {
      const auto moves = static_cast<std::size_t>(std::min(turn - (first ? 1 : 0), far - 1));
      const Board region = reached[static_cast<std::size_t>(square)][moves] | bit(square);
      if ((region & hit[static_cast<std::size_t>(turn)]) != 0) break;
    }
    if (turn > turns) return false;
    ++late[static_cast<std::size_t>(turn)];
  }
  if (helped) return true;
  // Without such help, each turn captures one cube.
  for (int turn = turns, cubes_left = 0; turn > 0; --turn) {
    cubes_left += late[static_cast<std::size_t>(turn)];
    if (cubes_left > turns - turn + 1) return false;
  }
  return true;
}

// The turns within which a player surely wins a race, or `never`: one cube walks on squares that no
// enemy can reach in time, and no enemy cube can arrive before it. `first` says whether the
// runner's side is to move.
template <bool first>
int sure_arrival(const Arrival& arrival, const Cubes& runner, const Cubes& enemy, int phase,
                 int limit) noexcept {
  const unsigned alive = runner.alive();
  const unsigned enemies = enemy.alive();
  const Turns& enemy_turns = first ? arrival.earliest_second() : arrival.earliest();
  // The enemy's turns before the runner's last one are one fewer if the runner is first.
  const int enemy_arrival = enemy_turns.arrival(enemy, enemies, phase);
  limit = std::min({limit, Attack::limit, first ? enemy_arrival : enemy_arrival - 1});
  const Turns::Row& turns = arrival.unhindered()(alive, first ? phase : next_phase(phase));
  Attack attack(enemy, enemy_turns(enemies, phase));
  int best = never;
  for (int cube = 0; cube < cubes; ++cube) {
    const int square = runner[cube];
    if (square == gone) continue;
    const int steps_left = distance[static_cast<std::size_t>(square)];
    const auto* turn = &turns[static_cast<std::size_t>(8 * cube)];
    if (turn[steps_left] > std::min(limit, best - 1)) continue;
    Board front = bit(square);
    for (int made = 0; made < steps_left && front != 0; ++made) {
      // Waiting here until the next step. In the last column another cube above may have no other
      // move than onto this one.
      const int waits = turn[made + 1] - turn[made] - 1;
      if (waits > 0 && (alive & (alive - 1)) != 0) front &= ~last_column;
      front &= ~attack.within(turn[made + 1] - (first ? 1 : 0));
      front = stepped(front) & at_distance[static_cast<std::size_t>(steps_left - made - 1)];
    }
    if (front != 0) best = turn[steps_left];
  }
  return best;
}

}  // namespace tesuji::solve::ewn_cyclic
