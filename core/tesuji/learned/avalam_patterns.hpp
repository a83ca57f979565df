// The patterns of Avalam: every tower with its place, every tower with the towers that it can join,
// every live edge with the towers at its ends, and the number of towers. All but the last have
// tables of their own for four stages of the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/knowledge/avalam_links.hpp"
#include "tesuji/learned/patterns.hpp"

namespace tesuji::learned {

template <>
struct PatternsOf<Avalam> {
  static constexpr std::string_view layout = "avalam 1: places, neighbours and edges in 4 stages";
  static constexpr std::size_t stages = 4;
  static constexpr std::size_t stage_moves = 10;

  // A tower is its height less one, and five more if it belongs to the opponent.
  static constexpr std::size_t towers = 10;
  static constexpr std::size_t places = avalam::cells * towers;
  // By tower: neighbours of each player, at most three count, and whether one of each player's
  // would make a tower of five.
  static constexpr std::size_t neighbourhoods = towers * 4 * 4 * 2 * 2;
  static constexpr std::size_t edges = towers * towers;
  static constexpr std::size_t stage_slots = places + neighbourhoods + edges;
  static constexpr std::size_t first_stage = avalam::cells + 1;  // after the number of towers
  static constexpr std::size_t slots = first_stage + stages * stage_slots;

  using Heights = std::array<std::uint64_t, avalam::max_height>;  // towers by height, 1 to 4

  template <class Visit>
  static void for_each(const Avalam& position, Visit&& visit) noexcept {
    scan(position, position.to_move(), visit);
  }

  // The slot as the opponent sees it.
  static std::size_t swapped(std::size_t slot) noexcept {
    if (slot < first_stage) return slot;
    std::size_t at = (slot - first_stage) % stage_slots;
    const std::size_t first = slot - at;
    const auto other = [](std::size_t tower) { return (tower + 5) % towers; };
    if (at < places) return first + at / towers * towers + other(at % towers);
    at -= places;
    if (at < neighbourhoods) {
      const std::size_t flags = at % 4 / 2 + at % 2 * 2;
      const std::size_t counts = at / 4 % 4 * 4 + at / 16 % 4;
      return first + places + (other(at / 64) * 16 + counts) * 4 + flags;
    }
    at -= neighbourhoods;
    return first + edge_slot(other(at / towers), other(at % towers));
  }

 private:
  // What a follower keeps of each tower: its number, the towers that it can join, and the slot of
  // its neighbourhood. Cells without a tower keep what they last had.
  struct Towers {
    std::array<std::uint64_t, avalam::cells> near;
    std::array<std::uint16_t, avalam::cells> hood;
    std::array<std::uint8_t, avalam::cells> tower;

    [[nodiscard]] std::size_t tower_of(int cell) const noexcept {
      return tower[static_cast<std::size_t>(cell)];
    }
    [[nodiscard]] std::uint64_t near_of(int cell) const noexcept {
      return near[static_cast<std::size_t>(cell)];
    }
  };

  // A move changes its two towers, their edges, and the neighbourhoods of the towers at the other
  // ends. No edge comes to life.
  class Change {
   public:
    Change(const Towers& old, const Avalam& before, Move move) noexcept
        : count_(count_of(before)),
          first_(first_of(before)),
          from_(move >> 6),
          to_(move & 63),
          height_(before.height(from_) + before.height(to_)),
          red_(before.red_on_top(from_) ? before.red() | bit(to_) : before.red() & ~bit(to_)) {
      const std::uint64_t both = bit(from_) | bit(to_);
      const std::uint64_t from_near = old.near_of(from_);
      const std::uint64_t to_near = old.near_of(to_);
      others_ = (from_near | to_near) & ~both;
      if (height_ < avalam::max_height) {
        joined_ = to_near & ~bit(from_) & ~before.higher_than(avalam::max_height - height_);
      }
      exactly_ = exact_heights(before);
      for (std::uint64_t& cells : exactly_) cells &= ~both;
      if (height_ < avalam::max_height) exactly_[static_cast<std::size_t>(height_)] |= bit(to_);
    }
    // The new tower.
    [[nodiscard]] std::size_t tower() const noexcept {
      return static_cast<std::size_t>(height_) - 1 + 5 * (red_ >> to_ & 1);
    }
    // Calls take(slot) and add(slot) for the slots that change, and set(cell, near, slot) for the
    // neighbourhoods that do.
    template <class Take, class Add, class Set>
    void for_each(const Towers& old, Take&& take, Add&& add, Set&& set) const noexcept {
      take(count_);
      add(count_ - 1);
      const auto remove = [&](int cell, std::uint64_t edges) {
        const std::size_t tower = old.tower_of(cell);
        take(first_ + towers * static_cast<std::size_t>(cell) + tower);
        take(first_ + old.hood[static_cast<std::size_t>(cell)]);
        for_each_bit(edges, [&](int end) { take(first_ + edge_slot(tower, old.tower_of(end))); });
      };
      remove(from_, old.near_of(from_));
      remove(to_, old.near_of(to_) & ~bit(from_));
      const std::size_t made = tower();
      const std::size_t hood = hood_slot(made, joined_, red_, exactly_);
      add(first_ + towers * static_cast<std::size_t>(to_) + made);
      add(first_ + hood);
      set(to_, joined_, hood);
      for_each_bit(joined_, [&](int end) { add(first_ + edge_slot(made, old.tower_of(end))); });
      for_each_bit(others_, [&](int cell) {
        const std::uint64_t gone = bit(from_) | (~joined_ >> cell & 1) << to_;
        const std::uint64_t near = old.near_of(cell) & ~gone;
        const std::size_t slot = hood_slot(old.tower_of(cell), near, red_, exactly_);
        take(first_ + old.hood[static_cast<std::size_t>(cell)]);
        add(first_ + slot);
        set(cell, near, slot);
      });
    }

   private:
    std::size_t count_;
    std::size_t first_;
    int from_;
    int to_;
    int height_;
    std::uint64_t red_;
    std::uint64_t others_ = 0;
    std::uint64_t joined_ = 0;
    Heights exactly_;
  };

 public:
  // The sums of a position and what it takes to update them: the towers, those that each can join,
  // and the slots of their neighbourhoods, all as player 0 sees them.
  template <class Table>
  class Follow {
   public:
    using Sum = typename Table::Sum;

    void start(const Table& table, const Avalam& position) noexcept {
      const View view(position, 0);
      sums_ = {table.start(), table.start()};
      const auto add = [&](std::size_t slot) {
        table.add(sums_[0], slot, 0);
        table.add(sums_[1], slot, 1);
      };
      add(count_of(position));
      for_each_bit(position.occupied(), [&](int cell) {
        const auto at = static_cast<std::size_t>(cell);
        towers_.tower[at] = static_cast<std::uint8_t>(view.tower(cell));
        towers_.near[at] = view.near(cell);
        towers_.hood[at] = static_cast<std::uint16_t>(view.neighbourhood(cell, towers_.near[at]));
        add(view.first() + view.place(cell));
        add(view.first() + towers_.hood[at]);
        for_each_bit(towers_.near[at] & (bit(cell) - 1), [&](int end) {
          const std::size_t other = towers_.tower[static_cast<std::size_t>(end)];
          add(view.first() + edge_slot(towers_.tower[at], other));
        });
      });
    }
    // From the sums of the position before a move.
    void advance(const Table& table, const Follow& last, const Avalam& before, Move move,
                 const Avalam& after) noexcept {
      if (first_of(before) != first_of(after)) return start(table, after);
      *this = last;
      const Change change(last.towers_, before, move);
      change.for_each(
          last.towers_,
          [&](std::size_t slot) {
            table.take(sums_[0], slot, 0);
            table.take(sums_[1], slot, 1);
          },
          [&](std::size_t slot) {
            table.add(sums_[0], slot, 0);
            table.add(sums_[1], slot, 1);
          },
          [&](int cell, std::uint64_t near, std::size_t hood) {
            towers_.near[static_cast<std::size_t>(cell)] = near;
            towers_.hood[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(hood);
          });
      towers_.tower[move & 63] = static_cast<std::uint8_t>(change.tower());
    }
    [[nodiscard]] std::int32_t log_odds(const Table& table, int player) const noexcept {
      return table.log_odds(sums_[static_cast<std::size_t>(player)]);
    }
    // After a move, for the player whose turn it is then.
    [[nodiscard]] std::int32_t log_odds_after(const Table& table, const Avalam& position,
                                              Move move) const noexcept {
      const int player = 1 - position.to_move();
      const std::size_t count = count_of(position);
      if (stage_of(count) != stage_of(count - 1)) {
        Avalam next = position;
        next.play(move);
        Follow scratch;
        scratch.start(table, next);
        return scratch.log_odds(table, player);
      }
      Sum sum = sums_[static_cast<std::size_t>(player)];
      Change(towers_, position, move)
          .for_each(
              towers_, [&](std::size_t slot) { table.take(sum, slot, player); },
              [&](std::size_t slot) { table.add(sum, slot, player); },
              [](int, std::uint64_t, std::size_t) {});
      return table.log_odds(sum);
    }

   private:
    std::array<Sum, 2> sums_;
    Towers towers_;
  };

  // The half turn.
  static std::size_t image(std::size_t slot, int symmetry) noexcept {
    if (symmetry == 0 || slot < first_stage) return slot;
    const std::size_t at = (slot - first_stage) % stage_slots;
    if (at >= places) return slot;
    return slot - at + towers * (avalam::cells - 1 - at / towers) + at % towers;
  }

  // The same in all stages; towers without their place.
  static constexpr int coarse_count = static_cast<int>(towers + neighbourhoods + edges);
  static int coarse(std::size_t slot) noexcept {
    if (slot < first_stage) return -1;
    const std::size_t at = (slot - first_stage) % stage_slots;
    return static_cast<int>(at < places ? at % towers : at - places + towers);
  }

 private:
  static std::size_t edge_slot(std::size_t one, std::size_t other) noexcept {
    return places + neighbourhoods + towers * std::min(one, other) + std::max(one, other);
  }
  static std::size_t count_of(const Avalam& position) noexcept {
    return static_cast<std::size_t>(std::popcount(position.occupied()));
  }
  static std::size_t stage_of(std::size_t count) noexcept {
    return std::min((avalam::cells - count) / stage_moves, stages - 1);
  }
  // The first slot of the stage of a position.
  static std::size_t first_of(const Avalam& position) noexcept {
    return first_stage + stage_of(count_of(position)) * stage_slots;
  }
  static Heights exact_heights(const Avalam& position) noexcept {
    Heights exactly{};
    for (int height = 1; height < avalam::max_height; ++height) {
      exactly[static_cast<std::size_t>(height)] =
          position.higher_than(height - 1) &
          ~(height < 4 ? position.higher_than(height) : position.fives());
    }
    return exactly;
  }
  // The neighbourhood of a tower that can join the towers `near`.
  static std::size_t hood_slot(std::size_t tower, std::uint64_t near, std::uint64_t others,
                               const Heights& exactly) noexcept {
    const std::uint64_t fitting = near & exactly[4 - tower % 5];
    const auto most_three = [](std::uint64_t cells) {
      return std::min(std::size_t{3}, static_cast<std::size_t>(std::popcount(cells)));
    };
    std::size_t index = tower;
    index = 4 * index + most_three(near & ~others);
    index = 4 * index + most_three(near & others);
    index = 2 * index + ((fitting & ~others) != 0);
    return places + 2 * index + ((fitting & others) != 0);
  }

  // A position as one player sees it; slots are counted from the first of the stage.
  class View {
   public:
    View(const Avalam& position, int player) noexcept
        : position_(position),
          first_(first_of(position)),
          others_(player == 0 ? position.red() : ~position.red()),
          exactly_(exact_heights(position)) {}
    [[nodiscard]] std::size_t first() const noexcept { return first_; }
    // The towers that it can join.
    [[nodiscard]] std::uint64_t near(int cell) const noexcept {
      return knowledge::links::targets(position_.live(), cell);
    }
    [[nodiscard]] std::size_t place(int cell) const noexcept {
      return towers * static_cast<std::size_t>(cell) + tower(cell);
    }
    [[nodiscard]] std::size_t neighbourhood(int cell, std::uint64_t near) const noexcept {
      return hood_slot(tower(cell), near, others_, exactly_);
    }
    [[nodiscard]] std::size_t tower(int cell) const noexcept {
      return static_cast<std::size_t>(position_.height(cell)) - 1 + 5 * (others_ >> cell & 1);
    }

   private:
    const Avalam& position_;
    std::size_t first_;
    std::uint64_t others_;
    Heights exactly_;
  };

  // Calls visit(slot) for each slot of a position as a player sees it.
  template <class Visit>
  static void scan(const Avalam& position, int player, Visit&& visit) noexcept {
    visit(count_of(position));
    const View view(position, player);
    std::array<std::size_t, avalam::cells> seen;  // the towers of lower cells
    for_each_bit(position.occupied(), [&](int cell) {
      const std::size_t tower = seen[static_cast<std::size_t>(cell)] = view.tower(cell);
      const std::uint64_t near = view.near(cell);
      visit(view.first() + view.place(cell));
      visit(view.first() + view.neighbourhood(cell, near));
      for_each_bit(near & (bit(cell) - 1), [&](int end) {
        visit(view.first() + edge_slot(tower, seen[static_cast<std::size_t>(end)]));
      });
    });
  }
};

}  // namespace tesuji::learned
