// Pentago-Twist and Pentago: place a stone on a 6x6 board of four 3x3 quadrants, then twist a
// quadrant; five in a row after the twist wins.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tesuji/base/bits.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/text.hpp"

namespace tesuji {

// The variants differ in the second twist and in when a five counts.
enum class PentagoRules {
  twist,           // Pentago-Twist: clockwise or flip left-right
  rotate,          // Pentago: clockwise or counter-clockwise
  placement_wins,  // Pentago, and a five made by the placement wins before any twist
};

namespace pentago {

// A player's stones are one word with a 16-bit field per quadrant (A B over C D); in a field,
// bit 3*i+j is local row i, column j. Tables over a whole quadrant have 512 entries.
inline constexpr int quadrant_bits = 9;
inline constexpr int patterns = 1 << quadrant_bits;
inline constexpr std::uint64_t board = 0x01ff'01ff'01ff'01ff;

constexpr int bit_of(int row, int column) noexcept {
  return 16 * (2 * (row / 3) + column / 3) + 3 * (row % 3) + column % 3;
}
constexpr Cell cell_of(int bit_index) noexcept {
  const int quadrant = bit_index / 16;
  const int local = bit_index % 16;
  return {3 * (quadrant / 2) + local / 3, 3 * (quadrant % 2) + local % 3};
}

using PatternMap = std::array<std::uint16_t, patterns>;

template <class Target>
constexpr PatternMap make_map(Target target) {
  PatternMap map{};
  for (int pattern = 0; pattern < patterns; ++pattern) {
    int moved = 0;
    for (int local = 0; local < quadrant_bits; ++local) {
      if (pattern >> local & 1) moved |= 1 << target(local / 3, local % 3);
    }
    map[static_cast<std::size_t>(pattern)] = static_cast<std::uint16_t>(moved);
  }
  return map;
}

inline constexpr PatternMap clockwise = make_map([](int i, int j) { return 3 * j + 2 - i; });
inline constexpr PatternMap counter_clockwise =
    make_map([](int i, int j) { return 3 * (2 - j) + i; });
inline constexpr PatternMap flip = make_map([](int i, int j) { return 3 * i + 2 - j; });

// The 32 lines of five as masks of the whole board.
inline constexpr std::array<std::uint64_t, 32> lines = [] {
  std::array<std::uint64_t, 32> result{};
  std::size_t count = 0;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      for (auto [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        const int last_row = row + 4 * down;
        const int last_column = column + 4 * right;
        if (last_row > 5 || last_column > 5 || last_column < 0) continue;
        for (int k = 0; k < 5; ++k) {
          result[count] |= bit(bit_of(row + k * down, column + k * right));
        }
        ++count;
      }
    }
  }
  return result;
}();

// A line crosses two or three quadrants. `parts[q][pattern]` has a 2-bit field per line, which is
// 1 if the pattern has all of the line's cells in quadrant q; `base` holds 3 minus the number of
// quadrants crossed. A sum of 3 in a field is a five.
struct LineTables {
  std::array<std::array<std::uint64_t, patterns>, 4> parts{};
  std::uint64_t base = 0;
};
inline constexpr LineTables line_tables = [] {
  LineTables tables;
  for (int line = 0; line < 32; ++line) {
    int crossed = 0;
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
      const auto part =
          static_cast<int>(lines[static_cast<std::size_t>(line)] >> (16 * quadrant) & 0x1ff);
      if (part == 0) continue;
      ++crossed;
      auto& table = tables.parts[static_cast<std::size_t>(quadrant)];
      // Every superset of `part`, by enumerating the subsets of its complement.
      const int rest = 0x1ff & ~part;
      for (int subset = rest;; subset = (subset - 1) & rest) {
        table[static_cast<std::size_t>(part | subset)] |= bit(2 * line);
        if (subset == 0) break;
      }
    }
    tables.base |= static_cast<std::uint64_t>(3 - crossed) << (2 * line);
  }
  return tables;
}();

inline bool has_five(std::uint64_t stones) noexcept {
  const auto& parts = line_tables.parts;
  const std::uint64_t sum = line_tables.base + parts[0][stones & 0x1ff] +
                            parts[1][stones >> 16 & 0x1ff] + parts[2][stones >> 32 & 0x1ff] +
                            parts[3][stones >> 48 & 0x1ff];
  return (sum & sum >> 1 & 0x5555'5555'5555'5555u) != 0;
}

}  // namespace pentago

// Move code: bit index of the cell (0 to 56) * 8 + quadrant * 2 + second twist.
template <PentagoRules rules>
class Pentago {
 public:
  static constexpr std::array<std::string_view, 4> reasons = {
      "five in a row", "five in a row, made by the loser's own twist",
      "five in a row for both players", "the board is full"};
  // The rotation by 180 degrees keeps both twists of Pentago-Twist; all eight symmetries of the
  // square keep the rotations of Pentago.
  static constexpr int symmetry_count = rules == PentagoRules::twist ? 2 : 8;

  [[nodiscard]] int to_move() const noexcept { return std::popcount(stones_[0] | stones_[1]) & 1; }

  [[nodiscard]] int move_count() const noexcept { return 8 * std::popcount(empty()); }

  // Ordered by row, column, quadrant, twist.
  void legal_moves(MoveList& list) const noexcept {
    const std::uint64_t free = empty();
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) {
        const int index = pentago::bit_of(row, column);
        if (!(free >> index & 1)) continue;
        for (int twist = 0; twist < 8; ++twist) list.push(static_cast<Move>(8 * index + twist));
      }
    }
  }

  [[nodiscard]] Move nth_move(int n) const noexcept {
    return static_cast<Move>(8 * nth_bit(empty(), n >> 3) + (n & 7));
  }
  [[nodiscard]] Move random_move(Rng& rng) const noexcept {
    return nth_move(static_cast<int>(rng.below(static_cast<std::uint32_t>(move_count()))));
  }

  void play(Move move) noexcept {
    std::uint64_t& own = stones_[static_cast<std::size_t>(to_move())];
    assert(empty() >> (move >> 3) & 1);
    own |= bit(move >> 3);
    if constexpr (rules == PentagoRules::placement_wins) {
      if (pentago::has_five(own)) return;
    }
    twist(move >> 1 & 3, (move & 1) ? second_twist() : pentago::clockwise);
  }

  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    const bool first = pentago::has_five(stones_[0]);
    const bool second = pentago::has_five(stones_[1]);
    if (first && second) return Outcome{draw, 2};
    if (first || second) {
      const auto winner = static_cast<std::int8_t>(second);
      return Outcome{winner, static_cast<std::uint8_t>(winner == to_move() ? 1 : 0)};
    }
    if (empty() == 0) return Outcome{draw, 3};
    return std::nullopt;
  }

  [[nodiscard]] std::uint64_t hash() const noexcept { return mix(stones_[0] ^ mix(stones_[1])); }
  friend bool operator==(const Pentago&, const Pentago&) = default;

  [[nodiscard]] std::uint64_t stones(int player) const noexcept {
    return stones_[static_cast<std::size_t>(player)];
  }

  [[nodiscard]] Pentago transformed(int symmetry) const noexcept {
    Pentago result;
    for (std::size_t player = 0; player < 2; ++player) {
      for_each_bit(stones_[player], [&](int index) {
        result.stones_[player] |= bit(transformed_bit(index, symmetry));
      });
    }
    return result;
  }
  [[nodiscard]] Move transformed_move(Move move, int symmetry) const noexcept {
    // A quadrant moves with its centre; a reflection swaps the two rotations.
    const int quadrant = transformed_bit(16 * (move >> 1 & 3) + 4, symmetry) / 16;
    const bool mirrored = rules != PentagoRules::twist && symmetry >= 4;
    const int twist = (move & 1) ^ static_cast<int>(mirrored);
    return static_cast<Move>(8 * transformed_bit(move >> 3, symmetry) + 2 * quadrant + twist);
  }

  // Six rows from the top with `w`, `b` and digits for runs of empty cells: `6/1w4/6/6/6/6`.
  [[nodiscard]] std::string text() const {
    std::string result;
    for (int row = 0; row < 6; ++row) {
      if (row > 0) result += '/';
      int run = 0;
      for (int column = 0; column < 6; ++column) {
        const int index = pentago::bit_of(row, column);
        const bool white = stones_[0] >> index & 1;
        if (empty() >> index & 1) {
          ++run;
          continue;
        }
        if (run > 0) result += std::to_string(run);
        run = 0;
        result += white ? 'w' : 'b';
      }
      if (run > 0) result += std::to_string(run);
    }
    return result;
  }

  static Pentago parse(std::string_view text) {
    Reader reader(text);
    Pentago position;
    for (int row = 0; row < 6; ++row) {
      if (row > 0) reader.expect('/', "'/' after six cells of a row");
      for (int column = 0; column < 6;) {
        const char c = lower(reader.peek());
        if (c == 'w' || c == 'b') {
          position.stones_[c == 'b'] |= bit(pentago::bit_of(row, column));
          ++column;
        } else if (c == '.') {
          ++column;
        } else if (c >= '1' && c <= '0' + 6 - column) {
          column += c - '0';
        } else {
          reader.fail("expected w, b, . or a number of empty cells up to " +
                      std::to_string(6 - column));
        }
        reader.take();
      }
    }
    reader.expect_end();
    const int white = std::popcount(position.stones_[0]);
    const int black = std::popcount(position.stones_[1]);
    if (white != black && white != black + 1) {
      Reader::refuse_at(
          "White moves first, so White has as many stones as Black or one more; here " +
              std::to_string(white) + " white and " + std::to_string(black) + " black",
          0);
    }
    if (white > 0 && !position.has_predecessor()) {
      Reader::refuse_at("no move leads here: a five stood on the board before the last move", 0);
    }
    return position;
  }

  static bool is_code(Move move) noexcept {
    return move >> 3 < 64 && (pentago::board >> (move >> 3) & 1) != 0;
  }
  // The cell, the quadrant A to D (A B over C D), the twist: `b2AR`.
  static std::string move_text(Move move) {
    return cell_name(pentago::cell_of(move >> 3)) + static_cast<char>('A' + (move >> 1 & 3)) +
           ((move & 1) ? second_letter : 'R');
  }
  static Move parse_move(std::string_view text) {
    Reader reader(text);
    const Cell cell = reader.cell(6, 6);
    const int quadrant = lower(reader.peek()) - 'a';
    if (quadrant < 0 || quadrant > 3) reader.fail("expected a quadrant A, B, C or D");
    reader.take();
    const char twist = lower(reader.peek());
    if (twist != 'r' && twist != lower(second_letter)) {
      reader.fail(std::string("expected the twist R (clockwise) or ") + second_name);
    }
    reader.take();
    reader.expect_end();
    return static_cast<Move>(8 * pentago::bit_of(cell.row, cell.column) + 2 * quadrant +
                             (twist != 'r'));
  }

 private:
  static constexpr char second_letter = rules == PentagoRules::twist ? 'F' : 'L';
  static constexpr const char* second_name =
      rules == PentagoRules::twist ? "F (flip left-right)" : "L (counter-clockwise)";

  [[nodiscard]] std::uint64_t empty() const noexcept {
    return pentago::board & ~(stones_[0] | stones_[1]);
  }
  void twist(int quadrant, const pentago::PatternMap& map) noexcept {
    const int shift = 16 * quadrant;
    for (std::uint64_t& word : stones_) {
      const std::uint64_t field = word >> shift & 0x1ff;
      word ^= (field ^ map[field]) << shift;
    }
  }
  // Whether one move leads here from some unfinished position. `parse` requires it; it does not
  // prove that the position can be reached from the start.
  [[nodiscard]] bool has_predecessor() const noexcept {
    const auto mover = static_cast<std::size_t>(1 - to_move());
    if constexpr (rules == PentagoRules::placement_wins) {
      // The placement made the mover's five, or the twist did, as below.
      if (pentago::has_five(stones_[mover]) && removing_one_leaves_no_five(mover)) return true;
    }
    // Undo each twist by its inverse; the flip is its own inverse.
    const auto& undo_second = rules == PentagoRules::twist ? pentago::flip : pentago::clockwise;
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
      for (const auto* undo : {&pentago::counter_clockwise, &undo_second}) {
        Pentago before = *this;
        before.twist(quadrant, *undo);
        if constexpr (rules == PentagoRules::placement_wins) {
          if (pentago::has_five(before.stones_[mover])) continue;
        }
        if (before.removing_one_leaves_no_five(mover)) return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool removing_one_leaves_no_five(std::size_t mover) const noexcept {
    if (pentago::has_five(stones_[1 - mover])) return false;
    bool found = false;
    for_each_bit(stones_[mover], [&](int index) {
      found = found || !pentago::has_five(stones_[mover] & ~bit(index));
    });
    return found;
  }
  static const pentago::PatternMap& second_twist() noexcept {
    if constexpr (rules == PentagoRules::twist) return pentago::flip;
    return pentago::counter_clockwise;
  }
  // Pentago: 0 to 3 quarter turns, then the same after a left-right mirror. Pentago-Twist: the half
  // turn only.
  static int transformed_bit(int index, int symmetry) noexcept {
    auto [row, column] = pentago::cell_of(index);
    if constexpr (rules == PentagoRules::twist) symmetry *= 2;
    if (symmetry >= 4) column = 5 - column;
    for (int turn = symmetry % 4; turn > 0; --turn) {
      const int old_row = row;
      row = column;
      column = 5 - old_row;
    }
    return pentago::bit_of(row, column);
  }

  std::array<std::uint64_t, 2> stones_{};
};

}  // namespace tesuji
