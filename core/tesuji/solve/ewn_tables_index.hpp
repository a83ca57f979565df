// Where a position of ewn is in the endgame tables: blocks by the numbers of the living cubes,
// and an index by their squares.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/ewn.hpp"

namespace tesuji::solve::ewn_tables {

inline constexpr int side_length = ewn::StandardRules::rows;
inline constexpr int squares = side_length * side_length;
inline constexpr int goal = squares - 1;
inline constexpr int most_stones = 5;             // on the board in the largest tables
inline constexpr int most_own = most_stones - 1;  // of one player
inline constexpr int most_classes = 10;

// Which dice move which cubes, for a set of living cubes. Reversing a player's numbers changes
// nothing, and the number of a single cube does not matter: sets that agree in this are a class.
struct Numbers {
  std::uint8_t count = 0;
  std::uint8_t of_class = 0;
  bool reversed = false;                 // whether the class has the numbers the other way round
  std::array<std::uint8_t, 6> single{};  // dice that move cube i
  std::array<std::uint8_t, 6> choice{};  // dice that move cube i or i + 1
};

inline constexpr unsigned reversed_set(unsigned set) noexcept {
  unsigned result = 0;
  for (int i = 0; i < ewn::cubes; ++i) result |= (set >> i & 1) << (ewn::cubes - 1 - i);
  return result;
}

inline constexpr auto numbers = [] {
  std::array<Numbers, 1 << ewn::cubes> table{};
  std::array<int, ewn::cubes + 1> classes{};
  for (unsigned set = 1; set < table.size(); ++set) {
    Numbers& entry = table[set];
    entry.count = static_cast<std::uint8_t>(std::popcount(set));
    const unsigned mirror = reversed_set(set);
    if (entry.count == 1) {
      entry.of_class = 0;
    } else if (mirror < set) {
      entry.of_class = table[mirror].of_class;
      entry.reversed = true;
    } else {
      entry.of_class = static_cast<std::uint8_t>(classes[entry.count]++);
    }
    for (int die = 0; die < ewn::cubes; ++die) {
      const ewn::Choice cubes = ewn::choices[set][static_cast<std::size_t>(die)];
      const auto rank = static_cast<std::size_t>(std::popcount(set & ((1u << cubes.first) - 1)));
      ++(cubes.first == cubes.second ? entry.single : entry.choice)[rank];
    }
  }
  return table;
}();

// Classes of sets with so many cubes, and the smallest set of each.
inline constexpr std::array<int, most_own + 1> class_count = {0, 1, 9, 10, 9};
inline constexpr auto set_of_class = [] {
  std::array<std::array<std::uint8_t, most_classes>, most_own + 1> table{};
  for (unsigned set = (1u << ewn::cubes) - 1; set > 0; --set) {
    const Numbers& entry = numbers[set];
    if (entry.count <= most_own && !entry.reversed) {
      table[entry.count][entry.of_class] = static_cast<std::uint8_t>(set);
    }
  }
  return table;
}();

inline constexpr auto transposed = [] {
  std::array<std::uint8_t, squares> table{};
  for (int square = 0; square < squares; ++square) {
    table[static_cast<std::size_t>(square)] =
        static_cast<std::uint8_t>(square % side_length * side_length + square / side_length);
  }
  return table;
}();
// Numbers the squares on and below the diagonal; `none` elsewhere and on the goal.
inline constexpr std::uint8_t none = 255;
inline constexpr int triangle = 14;
inline constexpr auto in_triangle = [] {
  std::array<std::uint8_t, squares> table{};
  std::uint8_t count = 0;
  for (int square = 0; square < squares; ++square) {
    const bool inside = square / side_length >= square % side_length && square != goal;
    table[static_cast<std::size_t>(square)] = inside ? count++ : none;
  }
  return table;
}();

// The cubes of one player in the order of its class, on squares seen from that player's side: both
// players walk from square 0 to `goal`.
struct Side {
  std::uint8_t count = 0;
  std::uint8_t of_class = 0;
  std::array<std::uint8_t, ewn::cubes> square{};

  // `square_of(cube)` is called for each cube of the set.
  template <class SquareOf>
  static Side of(unsigned set, SquareOf&& square_of) noexcept {
    const Numbers& entry = numbers[set];
    Side side{entry.count, entry.of_class, {}};
    std::size_t at = entry.reversed ? entry.count : 0;
    for_each_bit(set, [&](int cube) {
      side.square[entry.reversed ? --at : at++] = static_cast<std::uint8_t>(square_of(cube));
    });
    return side;
  }
  // Without its i-th cube.
  [[nodiscard]] Side without(std::size_t index) const noexcept {
    unsigned set = set_of_class[count][of_class];
    std::array<std::uint8_t, ewn::cubes> by_cube{};
    std::size_t at = 0;
    unsigned left = set;
    for_each_bit(set, [&](int cube) {
      if (at == index) left &= ~(1u << cube);
      by_cube[static_cast<std::size_t>(cube)] = square[at++];
    });
    return of(left, [&](int cube) { return by_cube[static_cast<std::size_t>(cube)]; });
  }
};

// Entries for one player to move with so many own and enemy cubes.
inline constexpr std::size_t entry_count(int own, int enemies) noexcept {
  std::size_t count = triangle;
  for (int i = 1; i < own; ++i) count *= static_cast<std::size_t>(squares - 1 - i);
  for (int i = 0; i < enemies; ++i) count *= static_cast<std::size_t>(squares - own - i);
  return count;
}

// The index of a position among them: each square counts the free squares below it. The board is
// transposed if the first cube is not on or below the diagonal.
inline std::size_t index_of(const Side& own, const Side& enemy) noexcept {
  const bool turn = in_triangle[own.square[0]] == none;
  const auto seen = [turn](std::uint8_t square) { return turn ? transposed[square] : square; };
  std::size_t index = in_triangle[seen(own.square[0])];
  std::uint32_t taken = 1u << seen(own.square[0]);
  std::size_t base = squares - 1;
  const auto add = [&](std::uint8_t square) {
    index = index * base +
            static_cast<std::size_t>(square - std::popcount(taken & ((1u << square) - 1)));
    taken |= 1u << square;
  };
  for (std::size_t i = 1; i < own.count; ++i) {
    --base;
    add(seen(own.square[i]));
  }
  base = static_cast<std::size_t>(squares - own.count + 1);
  for (std::size_t i = 0; i < enemy.count; ++i) {
    --base;
    add(static_cast<std::uint8_t>(goal - seen(enemy.square[i])));
  }
  return index;
}

// The block of two classes: the positions with either player to move. The player with more cubes,
// or of the higher class, is `first`.
struct BlockId {
  std::uint8_t first_count;
  std::uint8_t first_class;
  std::uint8_t second_count;
  std::uint8_t second_class;

  [[nodiscard]] constexpr bool same() const noexcept {
    return first_count == second_count && first_class == second_class;
  }
  // Entries with the first, and with the second player to move. If both have the same class, the
  // second ones are not stored.
  [[nodiscard]] constexpr std::size_t first_entries() const noexcept {
    return entry_count(first_count, second_count);
  }
  [[nodiscard]] constexpr std::size_t entries() const noexcept {
    return first_entries() + (same() ? 0 : entry_count(second_count, first_count));
  }
  friend constexpr bool operator==(const BlockId&, const BlockId&) = default;
};

// Calls visit(id) for every block with so many stones on the board.
template <class Visit>
void for_each_block(int stones, Visit&& visit) {
  for (int first = stones - 1; 2 * first >= stones; --first) {
    const int second = stones - first;
    for (int a = 0; a < class_count[static_cast<std::size_t>(first)]; ++a) {
      const int last = first == second ? a : class_count[static_cast<std::size_t>(second)] - 1;
      for (int b = 0; b <= last; ++b) {
        visit(BlockId{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(a),
                      static_cast<std::uint8_t>(second), static_cast<std::uint8_t>(b)});
      }
    }
  }
}

}  // namespace tesuji::solve::ewn_tables
