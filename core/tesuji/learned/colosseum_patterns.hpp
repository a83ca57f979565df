// The patterns of Colosseum: who reaches how much of the board first, what borders these areas,
// what a walk reaches, and the walls around each player. Areas and walks have tables of their own
// for eight stages of the game, walls for three distances between the players.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tesuji/games/colosseum.hpp"
#include "tesuji/learned/patterns.hpp"

namespace tesuji::learned {

template <class Board>
struct PatternsOf<Colosseum<Board>> {
  using Position = Colosseum<Board>;

  static constexpr std::string_view layout =
      "colosseum 1: areas, borders and walks in 8 stages, walls in 3 distances";
  static constexpr std::size_t stages = 8;
  static constexpr int stage_share =
      18;  // a stage is one of this many parts of all places of walls

  // Tables of a stage, in this order.
  static constexpr int widest_lead = 31;
  static constexpr std::size_t leads = 2 * widest_lead + 1;  // of the mover in cells
  static constexpr std::size_t rough_leads = 13;             // in steps of three cells
  static constexpr std::size_t ties = 4;                     // cells that both reach at once
  static constexpr std::size_t borders = 8;                  // open sides of an area
  static constexpr std::size_t border_slots = rough_leads * ties * borders;
  static constexpr std::size_t walks = 48;  // cells that a walk reaches
  static constexpr std::size_t rough_walks = 12;
  static constexpr std::size_t distances = 8;  // steps until the areas meet
  static constexpr std::size_t nears = 14;     // cells within two steps
  static constexpr std::size_t border_at = leads;
  static constexpr std::size_t walk_at = border_at + 2 * border_slots;
  static constexpr std::size_t rough_walk_at = walk_at + 2 * walks;
  static constexpr std::size_t distance_at = rough_walk_at + rough_walks * rough_walks;
  static constexpr std::size_t near_at = distance_at + distances * rough_leads;
  static constexpr std::size_t stage_slots = near_at + nears * nears;

  // The walls between the nine cells around a player, by distance: the mover's, then the
  // opponent's.
  static constexpr std::size_t places = 12;
  static constexpr std::size_t wall_states = 1 << places;
  static constexpr std::size_t wall_distances = 3;
  static constexpr std::size_t first_wall = stages * stage_slots;
  static constexpr std::size_t slots = first_wall + 2 * wall_distances * wall_states;

  template <class Visit>
  static void for_each(const Position& position, Visit&& visit) noexcept {
    const int mover = position.to_move();
    const Room room(position);
    const std::size_t first = stage(position) * stage_slots;
    const std::size_t rough = rough_lead(room.lead());
    visit(first + static_cast<std::size_t>(std::clamp(room.lead(), -widest_lead, widest_lead) +
                                           widest_lead));
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t border = capped(room.border(position, side), borders);
      visit(first + border_at + side * border_slots + (rough * ties + room.ties()) * borders +
            border);
    }
    const std::array<std::size_t, 2> walk = {capped(position.reachable(mover).count(), walks),
                                             capped(position.reachable(1 - mover).count(), walks)};
    visit(first + walk_at + walk[0]);
    visit(first + walk_at + walks + walk[1]);
    visit(first + rough_walk_at + walk[0] / 4 * rough_walks + walk[1] / 4);
    visit(first + distance_at + capped(room.distance, distances) * rough_leads + rough);
    visit(first + near_at + capped(room.near[0], nears) * nears + capped(room.near[1], nears));
    const std::size_t at = first_wall + wall_distance(room.distance) * wall_states;
    visit(at + walls(position, mover));
    visit(at + wall_distances * wall_states + walls(position, 1 - mover));
  }

  static std::size_t image(std::size_t slot, int symmetry) noexcept {
    if (slot < first_wall) return slot;
    const std::size_t state = (slot - first_wall) % wall_states;
    std::size_t moved = 0;
    for (std::size_t place = 0; place < places; ++place) {
      if (state >> place & 1) moved |= std::size_t{1} << image_of_place(place, symmetry);
    }
    return slot - state + moved;
  }

  // The same in all stages; walls by the numbers of open sides of the player's cell and of others.
  static constexpr int wall_counts = 5 * 9;
  static constexpr int coarse_count =
      static_cast<int>(stage_slots) + 2 * static_cast<int>(wall_distances) * wall_counts;
  static int coarse(std::size_t slot) noexcept {
    if (slot < first_wall) return static_cast<int>(slot % stage_slots);
    const std::size_t at = slot - first_wall;
    const std::size_t state = at % wall_states;
    const int own = std::popcount(state & own_sides);
    const int others = std::popcount(state & ~own_sides);
    return static_cast<int>(stage_slots) + static_cast<int>(at / wall_states) * wall_counts +
           9 * own + others;
  }

 private:
  static std::size_t capped(int count, std::size_t end) noexcept {
    return std::min(static_cast<std::size_t>(count), end - 1);
  }
  static std::size_t stage(const Position& position) noexcept {
    const int all = 2 * position.size() * (position.size() - 1);
    const int open = position.open_right().count() + position.open_down().count();
    return capped((all - open) * stage_share / all, stages);
  }
  static std::size_t rough_lead(int lead) noexcept {
    return static_cast<std::size_t>(std::clamp((lead + 19) / 3, 0, 12));
  }
  static std::size_t wall_distance(int distance) noexcept {
    return distance <= 1 ? 0 : distance <= 2 ? 1 : 2;
  }

  // What each player reaches first, if the players do not block each other: the mover's, then the
  // opponent's.
  struct Room {
    std::array<Board, 2> first;
    std::array<int, 2> near{};
    Board reached;
    int distance = 0;  // steps until both have reached a common cell

    explicit Room(const Position& position) noexcept {
      Board a = cell_set(position, position.to_move());
      Board b = cell_set(position, 1 - position.to_move());
      first = {a, b};
      reached = a | b;
      for (int step = 1;; ++step) {
        a = Position::spread(a, position.open_right(), position.open_down());
        b = Position::spread(b, position.open_right(), position.open_down());
        if (distance == 0 && (a & b).any()) distance = step;
        if (step == 2) near = {a.count(), b.count()};
        if ((a | b) == reached && step >= 2) return;
        reached = a | b;
        first[0] = first[0] | (a & ~b);
        first[1] = first[1] | (b & ~a);
      }
    }
    [[nodiscard]] int lead() const noexcept { return first[0].count() - first[1].count(); }
    [[nodiscard]] std::size_t ties() const noexcept {
      const int both = (reached & ~(first[0] | first[1])).count();
      return both == 0 ? 0 : both <= 3 ? 1 : both <= 8 ? 2 : 3;
    }
    // The open sides between the area of a player and other cells.
    [[nodiscard]] int border(const Position& position, std::size_t side) const noexcept {
      const Board& area = first[side];
      const Board left = area.left();
      const Board up = area.up();
      return (position.open_right() & ((area & ~left) | (left & ~area))).count() +
             (position.open_down() & ((area & ~up) | (up & ~area))).count();
    }
  };
  static Board cell_set(const Position& position, int player) noexcept {
    const Cell cell = position.cell(player);
    return Board::of(cell.row * Board::stride + cell.column);
  }

  // Which sides between the nine cells are open: two to the right in each of three rows, then three
  // down in each of two.
  static std::size_t walls(const Position& position, int player) noexcept {
    const Cell cell = position.cell(player);
    const auto from = [&](const Board& open, int row) {
      if (row < 0 || row >= Board::max_size) return 0u;
      return open.row(row) << 1 >> cell.column;  // the column before the player's first
    };
    std::size_t state = 0;
    for (int i = 0; i < 3; ++i) {
      state |= (from(position.open_right(), cell.row - 1 + i) & 3u) << 2 * i;
    }
    for (int i = 0; i < 2; ++i) {
      state |= (from(position.open_down(), cell.row - 1 + i) & 7u) << (6 + 3 * i);
    }
    return state;
  }
  static constexpr std::size_t own_sides = 1u << 2 | 1u << 3 | 1u << 7 | 1u << 10;
  // Where a symmetry takes a side.
  static std::size_t image_of_place(std::size_t place, int symmetry) noexcept {
    const int at = static_cast<int>(place);
    const bool right = at < 6;
    const Cell cell = right ? Cell{at / 2, at % 2} : Cell{(at - 6) / 3, (at - 6) % 3};
    Cell moved = colosseum::transformed(cell, symmetry, 3);
    const int direction = colosseum::transformed_direction(right ? 1 : 2, symmetry);
    if (direction == 0 || direction == 3) moved = colosseum::neighbour(moved, direction);
    return static_cast<std::size_t>(direction % 2 == 1 ? 2 * moved.row + moved.column
                                                       : 6 + 3 * moved.row + moved.column);
  }
};

}  // namespace tesuji::learned
