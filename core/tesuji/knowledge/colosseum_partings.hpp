// Which of Colosseum's moves part the players, found by walls and not by moves: only a wall that
// meets other walls or the border at both ends can, and one look settles it for both of its sides.
#pragma once

#include <array>
#include <optional>

#include "tesuji/games/colosseum.hpp"

namespace tesuji::knowledge::partings {

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

// The walls that could be put up and would close a gap, kept at their upper or left cell. An end
// is free if the three other places for walls that meet there are open; outside the board nothing
// is open, so the border counts as wall.
template <class Board>
struct Gaps {
  explicit Gaps(const Colosseum<Board>& position) noexcept {
    const Board& r = position.open_right();
    const Board& d = position.open_down();
    const Board free_top = (r & d & d.left()).down();
    const Board free_bottom = d & d.left() & r.up();
    const Board free_left = (d & r & r.up()).right();
    const Board free_right = r & r.up() & d.left();
    right = r & ~(free_top | free_bottom);
    down = d & ~(free_left | free_right);
  }
  Board right;
  Board down;
};

// The cells on `here`'s side of a wall between it and `across`, if the wall parts the region;
// `right` and `down` are the open sides without the wall. Both sides grow in turn until they meet
// or one is complete.
template <class Board>
std::optional<Board> side_of(int here, int across, const Board& right, const Board& down,
                             const Board& region) noexcept {
  Board a = Board::of(here);
  Board b = Board::of(across);
  for (;;) {
    const Board next_a = Colosseum<Board>::spread(a, right, down);
    const Board next_b = Colosseum<Board>::spread(b, right, down);
    if ((next_a & next_b).any()) return std::nullopt;
    if (next_a == a) return a;
    if (next_b == b) return region & ~b;
    a = next_a;
    b = next_b;
  }
}

// Calls visit(cell, direction, margin) for every move of `legal`, moves of `mover`, that parts the
// players, until it returns false; the margin is the mover's region less the adversary's.
template <class Board, class Visit>
void for_each_parting(const Colosseum<Board>& position, int mover, const Sides<Board>& legal,
                      Visit&& visit) noexcept {
  const Gaps<Board> gaps(position);
  const Board right = gaps.right & (legal[1] | legal[3].left());
  const Board down = gaps.down & (legal[2] | legal[0].up());
  if (!right.any() && !down.any()) return;
  const Cell at = position.cell(1 - mover);
  const int adversary = at.row * Board::stride + at.column;
  const Board region = position.region(mover);
  const int total = region.count();
  bool on = true;
  const auto look = [&](int here, int step, int direction, const Board& open_right,
                        const Board& open_down) {
    const auto side = side_of(here, here + step, open_right, open_down, region);
    if (!side) return;
    // Only who stands across from the adversary ends the game.
    const bool is_here = !side->test(adversary);
    const int cell = is_here ? here : here + step;
    const int facing = is_here ? direction : direction ^ 2;
    if (!legal[static_cast<std::size_t>(facing)].test(cell)) return;
    const int own = is_here ? side->count() : total - side->count();
    on = visit(cell, facing, 2 * own - total);
  };
  right.for_each([&](int here) {
    if (on) look(here, 1, 1, position.open_right() & ~Board::of(here), position.open_down());
  });
  down.for_each([&](int here) {
    if (!on) return;
    look(here, Board::stride, 2, position.open_right(), position.open_down() & ~Board::of(here));
  });
}

}  // namespace tesuji::knowledge::partings
