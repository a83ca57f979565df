// Pentago-Twist and Pentago: place a stone on a 6x6 board of four 3x3 quadrants, then twist a
// quadrant; five in a row after the twist wins.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tesuji/base/bits.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/text.hpp"
#include "tesuji/games/pentago_board.hpp"
#include "tesuji/games/pentago_distinct_moves.hpp"

namespace tesuji {

// The variants differ in the second twist and in when a five counts.
enum class PentagoRules {
  twist,           // Pentago-Twist: clockwise or flip left-right
  rotate,          // Pentago: clockwise or counter-clockwise
  placement_wins,  // Pentago, and a five made by the placement wins before any twist
};

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
    for_each_empty_cell([&](int index) {
      for (int twist = 0; twist < 8; ++twist) list.push(static_cast<Move>(8 * index + twist));
    });
  }

  // Not for placement_wins: there a five made by the placement ends the game before the twist, so
  // two moves that give the same board need not be equal.
  void distinct_moves(MoveList& list) const noexcept
    requires(rules != PentagoRules::placement_wins)
  {
    const int mover = to_move();
    pentago::DistinctMoves distinct(stones(mover), stones(1 - mover), second_twist());
    for_each_empty_cell([&](int index) {
      for_each_bit(distinct.twists(index),
                   [&](int twist) { list.push(static_cast<Move>(8 * index + twist)); });
    });
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
  // Row by row.
  template <class Visit>
  void for_each_empty_cell(Visit&& visit) const noexcept {
    const std::uint64_t free = empty();
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) {
        const int index = pentago::bit_of(row, column);
        if (free >> index & 1) visit(index);
      }
    }
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
