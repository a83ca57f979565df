// Colosseum Survival!: walk, then build a wall; when the players are separated, the larger region
// wins. One class for every board size, with two widths of bit board.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tesuji/base/game.hpp"
#include "tesuji/base/text.hpp"
#include "tesuji/games/colosseum_board.hpp"

namespace tesuji {

// Move code: (row * 16 + column) * 4 + direction of the wall. A position stores where there is no
// wall: `open_right_` has the cells that are open to the right, `open_down_` those open below.
template <class Board>
class Colosseum {
 public:
  static constexpr std::array<std::string_view, 2> reasons = {
      "the players are separated: the larger region wins",
      "the players are separated: equal regions"};
  static constexpr int symmetry_count = 8;

  // An open board with the players in opposite corners.
  explicit Colosseum(int size = 8) noexcept : size_(static_cast<std::uint8_t>(size)) {
    assert(size >= colosseum::min_size && size <= Board::max_size);
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const Board here = Board::of(index(row, column));
        if (column + 1 < size) open_right_ = open_right_ | here;
        if (row + 1 < size) open_down_ = open_down_ | here;
      }
    }
    cell_ = {static_cast<std::uint8_t>(index(0, 0)),
             static_cast<std::uint8_t>(index(size - 1, size - 1))};
  }

  // Draws `pairs` walls and their images under a half turn, then the players' cells the same way,
  // again while they coincide or are separated. If the walls separate every such pair of cells,
  // draws the walls again too.
  static Colosseum start(int size, int pairs, Rng& rng) noexcept {
    assert(pairs >= 0 && pairs <= colosseum::longest_walk(size));
    const auto bound = static_cast<std::uint32_t>(size);
    for (;;) {
      Colosseum position(size);
      for (int drawn = 0; drawn < pairs;) {
        const Cell cell = colosseum::draw_cell(bound, rng);
        const auto direction = static_cast<int>(rng.below(4));
        if (!position.is_open(cell, direction)) continue;
        position.build(cell, direction);
        position.build({size - 1 - cell.row, size - 1 - cell.column}, direction ^ 2);
        ++drawn;
      }
      if (!position.has_connected_pair()) continue;
      do {
        position.place_pair(colosseum::draw_cell(bound, rng));
      } while (position.cell_[0] == position.cell_[1] || position.separated());
      return position;
    }
  }

  [[nodiscard]] int size() const noexcept { return size_; }
  [[nodiscard]] int to_move() const noexcept { return to_move_; }

  // By cell along the rows, then direction.
  void legal_moves(MoveList& list) const noexcept {
    const Board cells = reachable();
    const Board open_left = open_right_.right();
    const Board open_up = open_down_.down();
    cells.for_each([&](int cell) {
      if (open_up.test(cell)) list.push(code(cell, 0));
      if (open_right_.test(cell)) list.push(code(cell, 1));
      if (open_down_.test(cell)) list.push(code(cell, 2));
      if (open_left.test(cell)) list.push(code(cell, 3));
    });
  }
  [[nodiscard]] int move_count() const noexcept { return Sides(*this).before[4]; }
  [[nodiscard]] Move nth_move(int n) const noexcept { return Sides(*this).nth(n); }
  [[nodiscard]] Move random_move(Rng& rng) const noexcept {
    const Sides sides(*this);
    return sides.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(sides.before[4]))));
  }

  void play(Move move) noexcept {
    const Cell cell = cell_of(move);
    assert(is_open(cell, move & 3));
    cell_[to_move_] = static_cast<std::uint8_t>(index(cell.row, cell.column));
    build(cell, move & 3);
    over_ = may_split(cell, move & 3) && splits_players(cell, move & 3);
    to_move_ ^= 1;
  }

  struct Undo {
    Move move;
    std::uint8_t cell;
  };
  Undo play_undoable(Move move) noexcept {
    const Undo undo{move, cell_[to_move_]};
    play(move);
    return undo;
  }
  void undo(const Undo& undo) noexcept {
    to_move_ ^= 1;
    over_ = false;
    cell_[to_move_] = undo.cell;
    const auto [board, here] = wall(cell_of(undo.move), undo.move & 3);
    this->*board = this->*board | Board::of(here);
  }

  [[nodiscard]] Colosseum passed() const noexcept {
    Colosseum result = *this;
    result.to_move_ ^= 1;
    return result;
  }

  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    if (!over_) return std::nullopt;
    const int difference = score();
    if (difference == 0) return Outcome{draw, 1};
    return Outcome{static_cast<std::int8_t>(difference < 0), 0};
  }

  // The size of player 0's region minus that of player 1's.
  [[nodiscard]] int score() const noexcept { return region(0).count() - region(1).count(); }

  // The cells where a player can end a walk: at most the longest walk, never through or onto the
  // opponent, whose sides count as walls.
  [[nodiscard]] Board reachable(int player) const noexcept {
    const Board opponent = Board::of(cell_[static_cast<std::size_t>(1 - player)]);
    const Board right = open_right_ & ~(opponent | opponent.left());
    const Board down = open_down_ & ~(opponent | opponent.up());
    Board cells = Board::of(cell_[static_cast<std::size_t>(player)]);
    for (int step = colosseum::longest_walk(size_); step > 0; --step) {
      cells = spread(cells, right, down);
    }
    return cells;
  }

  // The cells connected to the player's cell.
  [[nodiscard]] Board region(int player) const noexcept {
    return flood(cell_[static_cast<std::size_t>(player)], -1);
  }
  [[nodiscard]] Cell cell(int player) const noexcept {
    const int at = cell_[static_cast<std::size_t>(player)];
    return {at / Board::stride, at % Board::stride};
  }
  // Whether there is no wall on this side of the cell.
  [[nodiscard]] bool is_open(Cell cell, int direction) const noexcept {
    const Cell next = colosseum::neighbour(cell, direction);
    if (next.row < 0 || next.column < 0) return false;
    const auto [board, here] = wall(cell, direction);
    return (this->*board).test(here);
  }

  // The cells that are open to the right, and below.
  [[nodiscard]] const Board& open_right() const noexcept { return open_right_; }
  [[nodiscard]] const Board& open_down() const noexcept { return open_down_; }
  // `cells` and all cells one step away; `right` and `down` are the open sides.
  static Board spread(const Board& cells, const Board& right, const Board& down) noexcept {
    return cells | (cells & right).right() | (cells.left() & right) | (cells & down).down() |
           (cells.up() & down);
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    const std::uint64_t rest = cell_[0] | std::uint64_t{cell_[1]} << 8 |
                               std::uint64_t{to_move_} << 16 | std::uint64_t{size_} << 17;
    return mix(open_right_.hash() ^ mix(open_down_.hash() ^ mix(rest)));
  }
  friend bool operator==(const Colosseum&, const Colosseum&) = default;

  [[nodiscard]] Colosseum transformed(int symmetry) const noexcept {
    Colosseum result(size_);
    for (int player = 0; player < 2; ++player) {
      const Cell to = colosseum::transformed(cell(player), symmetry, size_);
      result.cell_[static_cast<std::size_t>(player)] =
          static_cast<std::uint8_t>(index(to.row, to.column));
    }
    for_each_wall([&](Cell from, int direction) {
      result.build(colosseum::transformed(from, symmetry, size_),
                   colosseum::transformed_direction(direction, symmetry));
    });
    result.to_move_ = to_move_;
    result.over_ = over_;
    return result;
  }
  [[nodiscard]] Move transformed_move(Move move, int symmetry) const noexcept {
    const Cell to = colosseum::transformed(cell_of(move), symmetry, size_);
    return static_cast<Move>(4 * (16 * to.row + to.column) +
                             colosseum::transformed_direction(move & 3, symmetry));
  }

  // The players' cells, the player to move (v for Violet, o for Orange) and the walls inside the
  // border, each as a cell and `r` or `d`: `c2 f7 v a3d,c4r`, or `-` without walls.
  [[nodiscard]] std::string text() const {
    std::string result = cell_name(cell(0)) + ' ' + cell_name(cell(1));
    result += to_move_ == 0 ? " v " : " o ";
    bool first = true;
    for_each_wall([&](Cell at, int direction) {
      if (!first) result += ',';
      first = false;
      result += cell_name(at) + colosseum::letters[static_cast<std::size_t>(direction)];
    });
    return first ? result + '-' : result;
  }

  static Colosseum parse(std::string_view text, int size) {
    Reader reader(text);
    Colosseum position(size);
    for (std::uint8_t& cell : position.cell_) {
      const Cell at = reader.cell(size, size);
      cell = static_cast<std::uint8_t>(index(at.row, at.column));
      reader.expect_space();
    }
    if (position.cell_[0] == position.cell_[1]) {
      Reader::refuse_at("both players on " + cell_name(position.cell(0)), 0);
    }
    if (lower(reader.peek()) != 'v' && lower(reader.peek()) != 'o') {
      reader.fail("expected the side to move, v or o");
    }
    position.to_move_ = lower(reader.take()) == 'o';
    reader.expect_space();
    if (!reader.skip('-')) {
      do {
        position.parse_wall(reader);
      } while (reader.skip(','));
    }
    reader.expect_end();
    position.over_ = position.separated();
    return position;
  }

  static bool is_code(Move move) noexcept {
    return cell_of(move).row < Board::max_size && cell_of(move).column < Board::max_size;
  }
  // The final cell and the side of the new wall, u, r, d or l: `d4r`.
  static std::string move_text(Move move) {
    return cell_name(cell_of(move)) + colosseum::letters[move & 3];
  }
  static Move parse_move(std::string_view text, int size = Board::max_size) {
    Reader reader(text);
    const Cell cell = reader.cell(size, size);
    const int direction = parse_direction(reader);
    reader.expect_end();
    return static_cast<Move>(4 * (16 * cell.row + cell.column) + direction);
  }

 private:
  static constexpr int index(int row, int column) noexcept { return row * Board::stride + column; }
  static constexpr Move code(int index, int direction) noexcept {
    const int place = 16 * (index / Board::stride) + index % Board::stride;
    return static_cast<Move>(4 * place + direction);
  }
  static constexpr Cell cell_of(Move move) noexcept { return {move >> 6, move >> 2 & 15}; }

  // The board and the bit that store a side of a cell: a wall belongs to the upper or left of its
  // two cells.
  struct Wall {
    Board Colosseum::* board;
    int index;
  };
  static Wall wall(Cell cell, int direction) noexcept {
    const int here = index(cell.row, cell.column);
    switch (direction) {
      case 0: return {&Colosseum::open_down_, here - Board::stride};
      case 1: return {&Colosseum::open_right_, here};
      case 2: return {&Colosseum::open_down_, here};
      default: return {&Colosseum::open_right_, here - 1};
    }
  }
  void build(Cell cell, int direction) noexcept {
    const auto [board, here] = wall(cell, direction);
    this->*board = this->*board & ~Board::of(here);
  }

  [[nodiscard]] Board reachable() const noexcept { return reachable(to_move_); }

  // The legal moves by direction: the reachable cells whose side is open, and the number of moves
  // in the directions before each one.
  struct Sides {
    explicit Sides(const Colosseum& position) noexcept {
      const Board cells = position.reachable();
      open = {cells & position.open_down_.down(), cells & position.open_right_,
              cells & position.open_down_, cells & position.open_right_.right()};
      for (std::size_t d = 0; d < 4; ++d) before[d + 1] = before[d] + open[d].count();
    }
    [[nodiscard]] Move nth(int n) const noexcept {
      const int d = (n >= before[1]) + (n >= before[2]) + (n >= before[3]);
      const auto side = static_cast<std::size_t>(d);
      return code(open[side].nth(n - before[side]), d);
    }

    std::array<Board, 4> open{};
    std::array<int, 5> before{};
  };

  // All cells connected to `from`; returns early, with some of them, once `until` is found.
  [[nodiscard]] Board flood(int from, int until) const noexcept {
    Board cells = Board::of(from);
    for (;;) {
      const Board next = spread(cells, open_right_, open_down_);
      if (next == cells || (until >= 0 && next.test(until))) return next;
      cells = next;
    }
  }
  [[nodiscard]] bool separated() const noexcept {
    return !flood(cell_[0], cell_[1]).test(cell_[1]);
  }

  // A wall can split its region only if both of its ends meet another wall or the border.
  [[nodiscard]] bool may_split(Cell cell, int direction) const noexcept {
    const auto [board, here] = wall(cell, direction);
    const auto blocked = [&](const Board& open, int at) { return !open.test(at); };
    if (board == &Colosseum::open_right_) {
      const int above = here - Board::stride;
      const int below = here + Board::stride;
      return (above < 0 || blocked(open_right_, above) || blocked(open_down_, above) ||
              blocked(open_down_, above + 1)) &&
             (blocked(open_down_, here) || blocked(open_down_, here + 1) ||
              blocked(open_right_, below));
    }
    const bool at_left_border = here % Board::stride == 0;
    const int below = here + Board::stride;
    return (at_left_border || blocked(open_down_, here - 1) || blocked(open_right_, here - 1) ||
            blocked(open_right_, below - 1)) &&
           (blocked(open_right_, here) || blocked(open_right_, below) ||
            blocked(open_down_, here + 1));
  }
  // Whether the new wall separates the players. A short way around usually joins its two sides, so
  // the flood starts at one side and looks for the other.
  [[nodiscard]] bool splits_players(Cell cell, int direction) const noexcept {
    const Cell across = colosseum::neighbour(cell, direction);
    const int other = index(across.row, across.column);
    const Board side = flood(index(cell.row, cell.column), other);
    return !side.test(other) && side.test(cell_[0]) != side.test(cell_[1]);
  }

  void place_pair(Cell cell) noexcept {
    cell_ = {static_cast<std::uint8_t>(index(cell.row, cell.column)),
             static_cast<std::uint8_t>(index(size_ - 1 - cell.row, size_ - 1 - cell.column))};
  }
  [[nodiscard]] bool has_connected_pair() noexcept {
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        place_pair({row, column});
        if (cell_[0] != cell_[1] && !separated()) return true;
      }
    }
    return false;
  }

  // Calls visit(cell, direction) for every wall inside the border, along the rows.
  template <class Visit>
  void for_each_wall(Visit&& visit) const {
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        const int here = index(row, column);
        if (column + 1 < size_ && !open_right_.test(here)) visit(Cell{row, column}, 1);
        if (row + 1 < size_ && !open_down_.test(here)) visit(Cell{row, column}, 2);
      }
    }
  }
  static int parse_direction(Reader& reader) {
    const auto direction = colosseum::letters.find(lower(reader.peek()));
    if (reader.done() || direction == std::string_view::npos) {
      reader.fail("expected a side u, r, d or l");
    }
    reader.take();
    return static_cast<int>(direction);
  }
  void parse_wall(Reader& reader) {
    const std::size_t column = reader.at();
    const Cell cell = reader.cell(size_, size_);
    const int direction = parse_direction(reader);
    const Cell across = colosseum::neighbour(cell, direction);
    const std::string name =
        cell_name(cell) + colosseum::letters[static_cast<std::size_t>(direction)];
    if (across.row < 0 || across.column < 0 || across.row >= size_ || across.column >= size_) {
      Reader::refuse_at("the wall " + name + " is part of the border", column);
    }
    if (!is_open(cell, direction))
      Reader::refuse_at("the wall " + name + " is given twice", column);
    build(cell, direction);
  }

  Board open_right_{};
  Board open_down_{};
  std::array<std::uint8_t, 2> cell_{};
  std::uint8_t size_ = 8;
  std::uint8_t to_move_ : 1 = 0;
  std::uint8_t over_ : 1 = 0;
};

using NarrowColosseum = Colosseum<colosseum::NarrowBoard>;
using WideColosseum = Colosseum<colosseum::WideBoard>;

}  // namespace tesuji
