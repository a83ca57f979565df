// Connect Four: drop stones into columns; four in a row, column or diagonal win.
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

namespace tesuji {

// Move code: the column, from 0. A player's stones are one word, column by column from the bottom;
// the seventh bit of each column stays empty, so no line runs into the next column.
class ConnectFour {
 public:
  static constexpr int rows = 6;
  static constexpr int columns = 7;

  [[nodiscard]] int to_move() const noexcept { return std::popcount(occupied()) & 1; }

  void legal_moves(MoveList& list) const noexcept {
    for (int column = 0; column < columns; ++column) {
      if ((occupied() & cell(0, column)) == 0) list.push(static_cast<Move>(column));
    }
  }
  void play(Move column) noexcept {
    // Adding one at the bottom of a column carries up to its lowest empty cell.
    const std::uint64_t stone = occupied() + cell(rows - 1, column);
    stones_[static_cast<std::size_t>(to_move())] |= stone & (bit(rows) - 1) << 7 * column;
  }
  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    const int last = 1 - to_move();
    if (has_line(last)) return Outcome{static_cast<std::int8_t>(last)};
    if (std::popcount(occupied()) == rows * columns) return Outcome{draw};
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t hash() const noexcept { return mix(stones_[0] ^ mix(stones_[1])); }
  friend bool operator==(const ConnectFour&, const ConnectFour&) = default;

  // Six rows from the top: `x` and `o` for the stones of the players, `.` for an empty cell.
  [[nodiscard]] std::string text() const {
    std::string result;
    for (int row = 0; row < rows; ++row) {
      if (row > 0) result += '/';
      for (int column = 0; column < columns; ++column) {
        const std::uint64_t at = cell(row, column);
        result += (stones_[0] & at) != 0 ? 'x' : (stones_[1] & at) != 0 ? 'o' : '.';
      }
    }
    return result;
  }
  static ConnectFour parse(std::string_view text) {
    Reader reader(text);
    ConnectFour position;
    for (int row = 0; row < rows; ++row) {
      if (row > 0) reader.expect('/', "'/' between two rows");
      for (int column = 0; column < columns; ++column) {
        const char c = reader.peek();
        if (c != 'x' && c != 'o' && c != '.') reader.fail("expected x, o or .");
        const bool floats = row > 0 && (position.occupied() & cell(row - 1, column)) != 0;
        if (c == '.' && floats) reader.refuse("there is a stone above this empty cell");
        if (c != '.') position.stones_[c == 'o'] |= cell(row, column);
        reader.take();
      }
    }
    reader.expect_end();
    const int more = std::popcount(position.stones_[0]) - std::popcount(position.stones_[1]);
    if (more != 0 && more != 1)
      Reader::refuse_at("x must have as many stones as o, or one more", 0);
    if (position.has_line(position.to_move())) {
      Reader::refuse_at("the game was over before the last stone", 0);
    }
    return position;
  }

  // The column, counted from 1 on the left.
  static std::string move_text(Move column) { return std::to_string(column + 1); }
  static Move parse_move(std::string_view text) {
    Reader reader(text);
    const int column = reader.number(1, columns, "a column");
    reader.expect_end();
    return static_cast<Move>(column - 1);
  }

 private:
  static constexpr std::uint64_t cell(int row, int column) noexcept {
    return bit(7 * column + rows - 1 - row);
  }
  [[nodiscard]] std::uint64_t occupied() const noexcept { return stones_[0] | stones_[1]; }
  [[nodiscard]] bool has_line(int player) const noexcept {
    const std::uint64_t stones = stones_[static_cast<std::size_t>(player)];
    for (int step : {1, 6, 7, 8}) {  // up, down to the right, right, up to the right
      const std::uint64_t pairs = stones & stones >> step;
      if ((pairs & pairs >> 2 * step) != 0) return true;
    }
    return false;
  }

  std::array<std::uint64_t, 2> stones_{};
};

}  // namespace tesuji
