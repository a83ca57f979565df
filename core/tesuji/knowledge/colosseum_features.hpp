// Features of a Colosseum position: room, distance, place on the board. All but the areas are from
// 0 to 1.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "tesuji/games/colosseum.hpp"
#include "tesuji/knowledge/colosseum_separations.hpp"

namespace tesuji::knowledge::features {

// The moves of the opponent of `mover`, as a share of the most that a board of this size could
// offer.
template <class Board>
double opponent_moves(const Colosseum<Board>& position, int mover) noexcept {
  const int walk = colosseum::longest_walk(position.size());
  const int cells = std::min(2 * walk * (walk + 1) + 1, position.size() * position.size());
  return separations::count(separations::legal_sides(position, 1 - mover)) / (4.0 * cells);
}

// Steps between the players, ignoring walls.
template <class Board>
double distance(const Colosseum<Board>& position) noexcept {
  const Cell a = position.cell(0);
  const Cell b = position.cell(1);
  return (std::abs(a.row - b.row) + std::abs(a.column - b.column)) / (2.0 * (position.size() - 1));
}

// Steps from a player's cell to the middle of the board.
template <class Board>
double from_centre(const Colosseum<Board>& position, int player) noexcept {
  const Cell cell = position.cell(player);
  const int last = position.size() - 1;
  return (std::abs(2 * cell.row - last) + std::abs(2 * cell.column - last)) / (2.0 * last);
}

// The share of all wall places that is still free.
template <class Board>
double free_places(const Colosseum<Board>& position) noexcept {
  const int places = 2 * position.size() * (position.size() - 1);
  const int open = position.open_right().count() + position.open_down().count();
  return 1 - static_cast<double>(places - open) / places;
}

template <class Board>
int at_edge(const Colosseum<Board>& position, int player) noexcept {
  const Cell cell = position.cell(player);
  const int last = position.size() - 1;
  return cell.row == 0 || cell.column == 0 || cell.row == last || cell.column == last;
}

// Whether the player's cell has two walls or more; the border counts.
template <class Board>
int walled_in(const Colosseum<Board>& position, int player) noexcept {
  int open = 0;
  for (int d = 0; d < 4; ++d) open += position.is_open(position.cell(player), d);
  return open <= 2;
}

// The number of cells that each player reaches before the other; the players do not block each
// other.
struct Areas {
  int first = 0;
  int second = 0;
};
template <class Board>
Board cell_set(const Colosseum<Board>& position, int player) noexcept {
  const Cell cell = position.cell(player);
  return Board::of(cell.row * Board::stride + cell.column);
}
template <class Board>
Areas areas(const Colosseum<Board>& position) noexcept {
  Board a = cell_set(position, 0);
  Board b = cell_set(position, 1);
  Board reached = a | b;
  Board first = a;
  Board second = b;
  for (;;) {
    a = Colosseum<Board>::spread(a, position.open_right(), position.open_down());
    b = Colosseum<Board>::spread(b, position.open_right(), position.open_down());
    if ((a | b) == reached) return {first.count(), second.count()};
    reached = a | b;
    first = first | (a & ~b);
    second = second | (b & ~a);
  }
}

}  // namespace tesuji::knowledge::features
