// Avalam's towers by a fitted table: the value of each depends on its height, on the neighbours of
// both colours that it can be joined with, and on whose turn it is.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tesuji/games/avalam.hpp"
#include "tesuji/knowledge/avalam_links.hpp"
#include "tesuji/knowledge/avalam_tower_values.hpp"

namespace tesuji::knowledge::towers {

// The value of a tower for the player to move: positive for the player's own towers. `own` and
// `other` are the neighbours to join of the same colour and of the other one.
inline int value(bool mine, int height, int own, int other) noexcept {
  struct Table {
    std::array<std::array<std::array<std::array<std::int16_t, 9>, 9>, 6>, 2> values{};
  };
  static constexpr Table table = [] {
    Table result;
    for (std::size_t side = 0; side < 2; ++side) {
      const int sign = side == 0 ? -1 : 1;
      for (std::size_t h = 1; h < 5; ++h) {
        for (std::size_t a = 0; a < 9; ++a) {
          for (std::size_t b = 0; b < 9; ++b) {
            const auto& column = tower_values[1 - side][h - 1][std::min(a, most_own)];
            const int fitted = a + b == 0 ? isolated_value : column[std::min(b, most_other)];
            result.values[side][h][a][b] = static_cast<std::int16_t>(sign * fitted);
          }
        }
      }
      for (auto& row : result.values[side][5]) {
        for (auto& entry : row) entry = static_cast<std::int16_t>(sign * five_value);
      }
    }
    return result;
  }();
  return table.values[mine ? 1 : 0][static_cast<std::size_t>(height)][static_cast<std::size_t>(own)]
                     [static_cast<std::size_t>(other)];
}

// The towers that one of each height can be joined with.
using Low = std::array<std::uint64_t, avalam::max_height + 1>;
inline Low low_towers(const Avalam& position) noexcept {
  Low low{};
  low[1] = position.occupied() & ~position.fives();
  for (int height = 2; height < avalam::max_height; ++height) {
    low[static_cast<std::size_t>(height)] =
        position.occupied() & ~position.higher_than(avalam::max_height - height);
  }
  return low;
}

// All towers for the player to move, in units of 1 / unit.
inline int sum(const Avalam& position) noexcept {
  const Low low = low_towers(position);
  const std::uint64_t red = position.red();
  const std::uint64_t mine = position.to_move() == 1 ? red : ~red;
  int total = turn_value;
  for_each_bit(position.occupied(), [&](int cell) {
    const int height = position.height(cell);
    const std::uint64_t near =
        links::neighbours[static_cast<std::size_t>(cell)] & low[static_cast<std::size_t>(height)];
    const std::uint64_t same = near & ((red >> cell & 1) != 0 ? red : ~red);
    total +=
        value((mine >> cell & 1) != 0, height, std::popcount(same), std::popcount(near ^ same));
  });
  return total;
}

// The sums after the moves of a position, for the opponent, without making the moves. A move
// changes two towers, and what their neighbours can be joined with.
class SumsAfterMoves {
 public:
  explicit SumsAfterMoves(const Avalam& position) noexcept
      : red_(position.red()), low_(low_towers(position)) {
    opponents_ = position.to_move() == 1 ? ~red_ : red_;
    for_each_bit(position.occupied(), [&](int cell) { add(cell, position.height(cell)); });
  }

  [[nodiscard]] int after(int from, int to) const noexcept {
    const auto f = static_cast<std::size_t>(from);
    const auto t = static_cast<std::size_t>(to);
    const bool red = (red_ >> from & 1) != 0;
    const bool covers_red = (red_ >> to & 1) != 0;
    const int height = height_[f] + height_[t];
    const std::uint64_t others = ~(bit(from) | bit(to));
    const std::uint64_t near_from = near_[f] & others;
    const std::uint64_t near_to = near_[t] & others;
    const std::uint64_t joined = near_to & low_[static_cast<std::size_t>(height)];
    const std::uint64_t left = near_to & ~joined;
    const std::uint64_t same = joined & (red ? red_ : ~red_);
    int total = total_ - value_[f] - value_[t] +
                value((opponents_ >> from & 1) != 0, height, std::popcount(same),
                      std::popcount(joined ^ same));
    const auto add_all = [&](std::uint64_t cells, Change change) {
      const auto& values = change_[change];
      for_each_bit(cells, [&](int cell) { total += values[static_cast<std::size_t>(cell)]; });
    };
    // Neighbours of both whose link to the new tower stays lose the one to the tower that it
    // covers: the new one has the colour of the tower that moved.
    const Change lose_from = red ? lose_red : lose_yellow;
    const Change lose_to = covers_red ? lose_red : lose_yellow;
    add_all(near_from & ~near_to, lose_from);
    add_all((left & ~near_from) | (joined & near_from), lose_to);
    add_all(left & near_from, red != covers_red ? lose_both : red ? lose_two_red : lose_two_yellow);
    if (red != covers_red) add_all(joined & ~near_from, red ? turn_red : turn_yellow);
    return total;
  }

 private:
  // What happens to the neighbours that a tower can be joined with.
  enum Change : std::size_t {
    lose_yellow,
    lose_red,
    lose_two_yellow,
    lose_two_red,
    lose_both,
    turn_yellow,
    turn_red,
    change_count
  };

  void add(int cell, int height) noexcept {
    const auto at = static_cast<std::size_t>(cell);
    const bool red = (red_ >> cell & 1) != 0;
    const bool mine = (opponents_ >> cell & 1) != 0;
    const std::uint64_t near = links::neighbours[at] & low_[static_cast<std::size_t>(height)];
    const std::uint64_t same = near & (red ? red_ : ~red_);
    const int own = std::popcount(same);
    const int other = std::popcount(near ^ same);
    near_[at] = near;
    height_[at] = static_cast<std::int8_t>(height);
    value_[at] = value(mine, height, own, other);
    total_ += value_[at];
    if (near == 0) return;
    // Entries that need more neighbours than there are are never read.
    const auto change = [&](int more_own, int more_other) {
      return value(mine, height, std::clamp(own + more_own, 0, 8),
                   std::clamp(other + more_other, 0, 8)) -
             value_[at];
    };
    const auto set = [&](Change yellow, Change reds, int more_own, int more_other) {
      change_[red ? reds : yellow][at] = change(more_own, more_other);
    };
    set(lose_yellow, lose_red, -1, 0);
    set(lose_red, lose_yellow, 0, -1);
    set(lose_two_yellow, lose_two_red, -2, 0);
    set(lose_two_red, lose_two_yellow, 0, -2);
    set(turn_yellow, turn_red, 1, -1);
    set(turn_red, turn_yellow, -1, 1);
    change_[lose_both][at] = change(-1, -1);
  }

  std::uint64_t red_;
  std::uint64_t opponents_;
  Low low_;
  int total_ = turn_value;
  std::array<std::uint64_t, avalam::cells> near_;
  std::array<std::int8_t, avalam::cells> height_;
  std::array<int, avalam::cells> value_;
  std::array<std::array<int, avalam::cells>, change_count> change_;
};

}  // namespace tesuji::knowledge::towers
