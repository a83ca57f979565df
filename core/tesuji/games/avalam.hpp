// Avalam: stack towers onto neighbours, up to height five; the player on top of more towers wins.
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

namespace avalam {

inline constexpr int cells = 48;
inline constexpr int max_height = 5;
inline constexpr std::uint64_t board = bit(cells) - 1;

// The playable columns of each row; the centre cell of row 4 is a hole.
struct Span {
  int first;
  int last;
};
inline constexpr std::array<Span, 9> rows = {
    {{2, 3}, {1, 4}, {1, 6}, {1, 8}, {0, 8}, {0, 7}, {2, 7}, {4, 7}, {5, 6}}};

constexpr bool playable(int row, int column) noexcept {
  if (row < 0 || row > 8 || (row == 4 && column == 4)) return false;
  const Span span = rows[static_cast<std::size_t>(row)];
  return column >= span.first && column <= span.last;
}

// Cells are numbered 0 to 47 along the rows.
struct Numbering {
  std::array<Cell, cells> cell{};
  std::array<std::array<int, 9>, 9> index{};
};
inline constexpr Numbering numbering = [] {
  Numbering result;
  int count = 0;
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      int& index = result.index[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      index = -1;
      if (!playable(row, column)) continue;
      result.cell[static_cast<std::size_t>(count)] = {row, column};
      index = count++;
    }
  }
  return result;
}();

constexpr int index_of(int row, int column) noexcept {
  if (!playable(row, column)) return -1;
  return numbering.index[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

// The 146 pairs of neighbours, stored at the cell with the lower number: one word per direction
// (east, south-west, south, south-east), one bit per cell.
inline constexpr int directions = 4;
inline constexpr std::array<Cell, directions> steps = {{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
using Edges = std::array<std::uint64_t, directions>;

struct Geometry {
  std::array<std::array<std::int8_t, directions>, cells> next{};  // neighbour or -1
  std::array<Edges, cells> ahead{};     // the neighbour's bit, if this cell stores the edge
  std::array<Edges, cells> behind{};    // the neighbour's bit, if the neighbour stores it
  std::array<Edges, cells> touching{};  // every edge of this cell
  Edges all{};
};
inline constexpr Geometry geometry = [] {
  Geometry result;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto [row, column] = numbering.cell[cell];
    for (std::size_t d = 0; d < directions; ++d) {
      const int ahead = index_of(row + steps[d].row, column + steps[d].column);
      const int behind = index_of(row - steps[d].row, column - steps[d].column);
      result.next[cell][d] = static_cast<std::int8_t>(ahead);
      if (ahead >= 0) {
        result.ahead[cell][d] = bit(ahead);
        result.touching[cell][d] |= bit(static_cast<int>(cell));
        result.all[d] |= bit(static_cast<int>(cell));
      }
      if (behind >= 0) {
        result.behind[cell][d] = bit(behind);
        result.touching[cell][d] |= bit(behind);
      }
    }
  }
  return result;
}();

constexpr bool starts_red(int cell) noexcept {
  const auto [row, column] = numbering.cell[static_cast<std::size_t>(cell)];
  return (row + column) % 2 != 0;
}

}  // namespace avalam

// Move code: from-cell * 64 + to-cell. Heights are three bit planes, so "every cell higher than h"
// is one expression. A live edge joins two neighbours whose towers can still be stacked; a dead
// edge stays dead. A position is 64 bytes, one cache line.
class Avalam {
 public:
  static constexpr std::array<std::string_view, 3> reasons = {
      "no move is left: more towers", "no move is left: equal towers, more of height five",
      "no move is left: equal towers, equal towers of height five"};
  static constexpr int symmetry_count = 2;  // rotation by 180 degrees

  Avalam() noexcept {
    height_[0] = avalam::board;
    for (int cell = 0; cell < avalam::cells; ++cell) {
      if (avalam::starts_red(cell)) red_ |= bit(cell);
    }
    live_ = avalam::geometry.all;
  }

  // Every move removes one tower, so the number of towers gives the player to move.
  [[nodiscard]] int to_move() const noexcept { return std::popcount(occupied()) & 1; }

  [[nodiscard]] int move_count() const noexcept {
    int edges = 0;
    for (std::uint64_t word : live_) edges += std::popcount(word);
    return 2 * edges;
  }

  void legal_moves(MoveList& list) const noexcept {
    for (std::size_t d = 0; d < avalam::directions; ++d) {
      for_each_bit(live_[d], [&](int cell) {
        const int other = avalam::geometry.next[static_cast<std::size_t>(cell)][d];
        list.push(code(cell, other));
        list.push(code(other, cell));
      });
    }
  }

  [[nodiscard]] Move nth_move(int n) const noexcept { return nth_move(n, edges_before()); }
  [[nodiscard]] Move random_move(Rng& rng) const noexcept {
    const auto before = edges_before();
    return nth_move(static_cast<int>(rng.below(2u * static_cast<std::uint32_t>(before[4]))),
                    before);
  }

  void play(Move move) noexcept {
    const int from = move >> 6;
    const int to = move & 63;
    const int sum = height(from) + height(to);
    assert(height(from) > 0 && height(to) > 0 && sum <= avalam::max_height);
    const std::uint64_t source = bit(from);
    const std::uint64_t target = bit(to);
    const std::uint64_t red = red_ >> from & 1;
    for (std::size_t plane = 0; plane < 3; ++plane) {
      height_[plane] &= ~(source | target);
      height_[plane] |= static_cast<std::uint64_t>(sum >> plane & 1) << to;
    }
    red_ = (red_ & ~(source | target)) | red << to;

    const auto& geometry = avalam::geometry;
    const auto& ahead = geometry.ahead[static_cast<std::size_t>(to)];
    const auto& behind = geometry.behind[static_cast<std::size_t>(to)];
    const auto& touching = geometry.touching[static_cast<std::size_t>(from)];
    const std::uint64_t too_high = higher_than(avalam::max_height - sum);
    for (std::size_t d = 0; d < avalam::directions; ++d) {
      const std::uint64_t dead_ahead = (ahead[d] & too_high) != 0 ? target : 0;
      live_[d] &= ~(touching[d] | dead_ahead | (behind[d] & too_high));
    }
  }

  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    if ((live_[0] | live_[1] | live_[2] | live_[3]) != 0) return std::nullopt;
    const int towers = score();
    const int tie_break = 2 * std::popcount(fives() & ~red_) - std::popcount(fives());
    if (towers != 0) return Outcome{static_cast<std::int8_t>(towers < 0), 0};
    if (tie_break != 0) return Outcome{static_cast<std::int8_t>(tie_break < 0), 1};
    return Outcome{draw, 2};
  }

  // Yellow towers minus red towers.
  [[nodiscard]] int score() const noexcept {
    return 2 * std::popcount(occupied() & ~red_) - std::popcount(occupied());
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    return mix(height_[0] ^ mix(height_[1] ^ mix(height_[2] ^ mix(red_))));
  }
  // The live edges follow from the towers.
  friend bool operator==(const Avalam& a, const Avalam& b) noexcept {
    return a.height_ == b.height_ && a.red_ == b.red_;
  }

  [[nodiscard]] int height(int cell) const noexcept {
    return static_cast<int>((height_[0] >> cell & 1) | (height_[1] >> cell & 1) << 1 |
                            (height_[2] >> cell & 1) << 2);
  }
  [[nodiscard]] bool red_on_top(int cell) const noexcept { return red_ >> cell & 1; }

  // Sets of cells.
  [[nodiscard]] std::uint64_t occupied() const noexcept {
    return height_[0] | height_[1] | height_[2];
  }
  // Cells with towers higher than `limit` (0 to 3).
  [[nodiscard]] std::uint64_t higher_than(int limit) const noexcept {
    const std::array<std::uint64_t, 4> masks = {occupied(), height_[1] | height_[2],
                                                (height_[0] & height_[1]) | height_[2], height_[2]};
    return masks[static_cast<std::size_t>(limit)];
  }
  [[nodiscard]] std::uint64_t fives() const noexcept { return height_[2] & height_[0]; }
  [[nodiscard]] std::uint64_t red() const noexcept { return red_; }
  // The live edges by direction, stored at the cell with the lower number.
  [[nodiscard]] const avalam::Edges& live() const noexcept { return live_; }

  [[nodiscard]] Avalam transformed(int symmetry) const noexcept {
    if (symmetry == 0) return *this;
    Avalam result = *this;
    for (int cell = 0; cell < avalam::cells; ++cell) {
      result.set(avalam::cells - 1 - cell, height(cell), red_on_top(cell));
    }
    result.find_live_edges();
    return result;
  }
  [[nodiscard]] Move transformed_move(Move move, int symmetry) const noexcept {
    if (symmetry == 0) return move;
    return code(avalam::cells - 1 - (move >> 6), avalam::cells - 1 - (move & 63));
  }

  // Nine rows of playable cells from the top: `A` to `E` for yellow towers of height one to five,
  // `a` to `e` for red ones, `.` for an empty cell.
  [[nodiscard]] std::string text() const {
    std::string result;
    for (int cell = 0; cell < avalam::cells; ++cell) {
      if (cell > 0 && avalam::numbering.cell[static_cast<std::size_t>(cell)].row !=
                          avalam::numbering.cell[static_cast<std::size_t>(cell - 1)].row) {
        result += '/';
      }
      const char letter = red_on_top(cell) ? 'a' : 'A';
      result += height(cell) == 0 ? '.' : static_cast<char>(letter + height(cell) - 1);
    }
    return result;
  }

  static Avalam parse(std::string_view text) {
    Reader reader(text);
    Avalam position;
    int counters = 0;
    int row = 0;
    for (int cell = 0; cell < avalam::cells; ++cell) {
      const Cell place = avalam::numbering.cell[static_cast<std::size_t>(cell)];
      if (place.row != row) reader.expect('/', "'/' at the end of row " + std::to_string(row + 1));
      row = place.row;
      const char c = reader.peek();
      const char level = lower(c);
      if (c != '.' && (level < 'a' || level > 'e')) {
        reader.fail("expected A to E (yellow), a to e (red) or . for cell " + cell_name(place));
      }
      const int height = c == '.' ? 0 : level - 'a' + 1;
      const bool red = c == level && height > 0;
      if (height == 1 && red != avalam::starts_red(cell)) {
        reader.refuse("a single counter has never moved, so " + cell_name(place) + " can only be " +
                      (red ? "yellow (A)" : "red (a)"));
      }
      counters += height;
      position.set(cell, height, red);
      reader.take();
    }
    reader.expect_end();
    if (counters != avalam::cells) {
      Reader::refuse_at(
          "the towers must hold all 48 counters, these hold " + std::to_string(counters), 0);
    }
    const int red_tops = std::popcount(position.red_);
    const int yellow_tops = std::popcount(position.occupied()) - red_tops;
    if (red_tops > 24 || yellow_tops > 24) {
      Reader::refuse_at("each side has 24 counters, so at most 24 towers of its colour", 0);
    }
    for (int cell = 0; cell < avalam::cells; ++cell) {
      if (position.lacks_source(cell)) {
        Reader::refuse_at(
            "the tower on " + cell_name(avalam::numbering.cell[static_cast<std::size_t>(cell)]) +
                " came from nowhere: no neighbour that could have moved there is empty",
            0);
      }
    }
    position.find_live_edges();
    return position;
  }

  static bool is_code(Move move) noexcept {
    return move >> 6 < avalam::cells && (move & 63) < avalam::cells;
  }
  // The cell of the tower and the target cell: `c4d5`.
  static std::string move_text(Move move) {
    return cell_name(avalam::numbering.cell[move >> 6]) +
           cell_name(avalam::numbering.cell[move & 63]);
  }
  static Move parse_move(std::string_view text) {
    Reader reader(text);
    const int from = parse_cell(reader);
    const int to = parse_cell(reader);
    reader.expect_end();
    return code(from, to);
  }

 private:
  static Move code(int from, int to) noexcept { return static_cast<Move>(from << 6 | to); }

  static int parse_cell(Reader& reader) {
    const std::size_t column = reader.at();
    const Cell cell = reader.cell(9, 9);
    const int index = avalam::index_of(cell.row, cell.column);
    if (index < 0) Reader::refuse_at(cell_name(cell) + " is not a cell of the board", column);
    return index;
  }

  // The number of live edges in the directions before each one, and in total.
  [[nodiscard]] std::array<int, avalam::directions + 1> edges_before() const noexcept {
    std::array<int, avalam::directions + 1> before{};
    for (std::size_t d = 0; d < avalam::directions; ++d) {
      before[d + 1] = before[d] + std::popcount(live_[d]);
    }
    return before;
  }
  [[nodiscard]] Move nth_move(
      int n, const std::array<int, avalam::directions + 1>& before) const noexcept {
    const int edge = n >> 1;
    // The direction of the edge, without unpredictable branches.
    const auto d =
        static_cast<std::size_t>((edge >= before[1]) + (edge >= before[2]) + (edge >= before[3]));
    const int cell = nth_bit(live_[d], edge - before[d]);
    const int other = avalam::geometry.next[static_cast<std::size_t>(cell)][d];
    return (n & 1) ? code(other, cell) : code(cell, other);
  }

  void set(int cell, int height, bool red) noexcept {
    for (std::size_t plane = 0; plane < 3; ++plane) {
      height_[plane] =
          (height_[plane] & ~bit(cell)) | static_cast<std::uint64_t>(height >> plane & 1) << cell;
    }
    red_ = (red_ & ~bit(cell)) | static_cast<std::uint64_t>(red) << cell;
  }
  // A tower of height two or more must have an empty neighbour that its top part came from. At
  // height two that part was a single counter, so it has the starting colour of that cell.
  [[nodiscard]] bool lacks_source(int cell) const noexcept {
    if (height(cell) < 2) return false;
    for (std::size_t d = 0; d < avalam::directions; ++d) {
      const auto index = static_cast<std::size_t>(cell);
      std::uint64_t sources = avalam::geometry.ahead[index][d] | avalam::geometry.behind[index][d];
      sources &= ~occupied();
      bool found = false;
      for_each_bit(sources, [&](int source) {
        found = found || height(cell) > 2 || avalam::starts_red(source) == red_on_top(cell);
      });
      if (found) return false;
    }
    return true;
  }
  // Computes the live edges from the towers.
  void find_live_edges() noexcept {
    for (std::size_t d = 0; d < avalam::directions; ++d) {
      live_[d] = 0;
      for_each_bit(avalam::geometry.all[d], [&](int cell) {
        const int other = avalam::geometry.next[static_cast<std::size_t>(cell)][d];
        const int a = height(cell);
        const int b = height(other);
        if (a > 0 && b > 0 && a + b <= avalam::max_height) live_[d] |= bit(cell);
      });
    }
  }

  std::array<std::uint64_t, 3> height_{};
  std::uint64_t red_ = 0;
  avalam::Edges live_{};
};

}  // namespace tesuji
