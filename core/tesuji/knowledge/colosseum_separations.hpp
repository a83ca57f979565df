// Colosseum's separating moves: moves whose wall separates the players. The search is by wall, not
// by move: only a wall that meets other walls or the border at both ends can separate, and one
// check covers the moves on both of its sides.
#pragma once

#include <array>

#include "tesuji/games/colosseum.hpp"

namespace tesuji::knowledge::separations {

// Moves as sets of end cells, by the direction of the wall.
template <class Board>
using Sides = std::array<Board, 4>;

template <class Board>
bool any(const Sides<Board>& sides) noexcept {
  return sides[0].any() || sides[1].any() || sides[2].any() || sides[3].any();
}
template <class Board>
int count(const Sides<Board>& sides) noexcept {
  return sides[0].count() + sides[1].count() + sides[2].count() + sides[3].count();
}
template <class Board>
Move code(int cell, int direction) noexcept {
  return static_cast<Move>(4 * (16 * (cell / Board::stride) + cell % Board::stride) + direction);
}

// Every cell's open sides.
template <class Board>
Sides<Board> open_sides(const Colosseum<Board>& position) noexcept {
  return {position.open_down().down(), position.open_right(), position.open_down(),
          position.open_right().right()};
}
template <class Board>
Sides<Board> legal_sides(const Colosseum<Board>& position, int player) noexcept {
  const Board cells = position.reachable(player);
  Sides<Board> sides = open_sides(position);
  for (Board& side : sides) side = side & cells;
  return sides;
}

// Wall places, kept at their upper or left cell.
template <class Board>
struct Places {
  Board right;
  Board down;
};

// The places where a new wall would meet other walls at both ends. An end is free if the three
// other places that meet there are open; outside the board nothing is open, so the border counts
// as a wall.
template <class Board>
Places<Board> gaps(const Colosseum<Board>& position) noexcept {
  const Board& r = position.open_right();
  const Board& d = position.open_down();
  const Board free_top = (r & d & d.left()).down();
  const Board free_bottom = d & d.left() & r.up();
  const Board free_left = (d & r & r.up()).right();
  const Board free_right = r & r.up() & d.left();
  return {r & ~(free_top | free_bottom), d & ~(free_left | free_right)};
}

// The wall places, first and last row, and first and last column of a board, for every size.
template <class Board>
struct Frame {
  Board right_places;
  Board down_places;
  Board top;
  Board bottom;
  Board left;
  Board right;
};
template <class Board>
inline constexpr auto frames = [] {
  std::array<Frame<Board>, Board::max_size + 1> result{};
  for (int size = colosseum::min_size; size <= Board::max_size; ++size) {
    Frame<Board>& frame = result[static_cast<std::size_t>(size)];
    const auto add = [](Board& cells, int row, int column) {
      cells = cells | Board::of(row * Board::stride + column);
    };
    for (int i = 0; i < size; ++i) {
      add(frame.top, 0, i);
      add(frame.bottom, size - 1, i);
      add(frame.left, i, 0);
      add(frame.right, i, size - 1);
      for (int j = 0; j + 1 < size; ++j) {
        add(frame.right_places, i, j);
        add(frame.down_places, j, i);
      }
    }
  }
  return result;
}();

// The inner corners of the cells as a graph whose edges are the walls. A corner has the number of
// the cell to its upper left.
template <class Board>
class Corners {
 public:
  explicit Corners(const Colosseum<Board>& position) noexcept
      : frame_(frames<Board>[static_cast<std::size_t>(position.size())]),
        upright_(frame_.right_places & ~position.open_right()),
        level_(frame_.down_places & ~position.open_down()),
        across_((level_ & ~(frame_.left | frame_.right)).left()),
        along_((upright_ & ~(frame_.top | frame_.bottom)).up()) {}

  // All corners connected to `corners` by walls.
  [[nodiscard]] Board connected(Board corners) const noexcept {
    for (;;) {
      const Board next = Colosseum<Board>::spread(corners, across_, along_);
      if (next == corners) return corners;
      corners = next;
    }
  }
  [[nodiscard]] Board connected_to_border() const noexcept {
    return connected((upright_ & frame_.top) | (upright_ & frame_.bottom).up() |
                     (level_ & frame_.left) | (level_ & frame_.right).left());
  }
  [[nodiscard]] const Frame<Board>& frame() const noexcept { return frame_; }

 private:
  const Frame<Board>& frame_;
  Board upright_;
  Board level_;
  Board across_;
  Board along_;
};

// Of the places in `open`, moves those with both ends in a set of connected corners to `closing`,
// and drops those with one end in it.
template <class Board>
void sort(const Board& island, const Frame<Board>& border, Places<Board>& open,
          Places<Board>& closing) noexcept {
  const Board above = island.down() | border.top;
  const Board below = island | border.bottom;
  const Board before = island.right() | border.left;
  const Board behind = island | border.right;
  closing.right = closing.right | (open.right & above & below);
  closing.down = closing.down | (open.down & before & behind);
  open.right = open.right & ~(above | below);
  open.down = open.down & ~(before | behind);
}

// Of the places in `open`, those where a wall splits the board: other walls already connect their
// ends. The border is the largest set of connected corners and decides most places at once.
template <class Board>
Places<Board> closing(const Colosseum<Board>& position, Places<Board> open) noexcept {
  const Corners<Board> corners(position);
  Places<Board> found{};
  sort(corners.connected_to_border(), corners.frame(), open, found);
  while (open.right.any() || open.down.any()) {
    // The lower or right end is an inner corner: places with an end at the border are done.
    const int end = open.right.any() ? open.right.nth(0) : open.down.nth(0);
    sort(corners.connected(Board::of(end)), Frame<Board>{}, open, found);
  }
  return found;
}

// The cells on the side of `here` of a wall between `here` and `across` that splits the region;
// `right` and `down` are the sides that stay open. Both parts grow in turn until one is complete.
template <class Board>
Board side_of(int here, int across, const Board& right, const Board& down,
              const Board& region) noexcept {
  Board a = Board::of(here);
  Board b = Board::of(across);
  for (;;) {
    const Board next_a = Colosseum<Board>::spread(a, right, down);
    const Board next_b = Colosseum<Board>::spread(b, right, down);
    if (next_a == a) return a;
    if (next_b == b) return region & ~b;
    a = next_a;
    b = next_b;
  }
}

// Calls visit(cell, direction, margin) for every separating move in `legal`, the moves of `mover`,
// until it returns false. The margin is the size of the mover's region minus the opponent's.
template <class Board, class Visit>
void for_each_separating_move(const Colosseum<Board>& position, int mover,
                              const Sides<Board>& legal, Visit&& visit) noexcept {
  Places<Board> walls = gaps(position);
  walls.right = walls.right & (legal[1] | legal[3].left());
  walls.down = walls.down & (legal[2] | legal[0].up());
  if (!walls.right.any() && !walls.down.any()) return;
  walls = closing(position, walls);
  if (!walls.right.any() && !walls.down.any()) return;
  const Cell at = position.cell(1 - mover);
  const int opponent = at.row * Board::stride + at.column;
  const Board region = position.region(mover);
  const int total = region.count();
  bool go_on = true;
  const auto check = [&](int here, int step, int direction, const Board& open_right,
                         const Board& open_down) {
    const Board side = side_of(here, here + step, open_right, open_down, region);
    // The mover must end on the side that the opponent is not on.
    const bool is_here = !side.test(opponent);
    const int cell = is_here ? here : here + step;
    const int facing = is_here ? direction : direction ^ 2;
    if (!legal[static_cast<std::size_t>(facing)].test(cell)) return;
    const int own = is_here ? side.count() : total - side.count();
    go_on = visit(cell, facing, 2 * own - total);
  };
  walls.right.for_each([&](int here) {
    if (go_on) check(here, 1, 1, position.open_right() & ~Board::of(here), position.open_down());
  });
  walls.down.for_each([&](int here) {
    if (!go_on) return;
    check(here, Board::stride, 2, position.open_right(), position.open_down() & ~Board::of(here));
  });
}

}  // namespace tesuji::knowledge::separations
