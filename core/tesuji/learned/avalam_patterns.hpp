// The patterns of Avalam: every tower with the towers that it can join, in four stages of the game,
// and the number of towers.
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
  static constexpr std::string_view layout = "avalam 2: neighbourhoods in 4 stages";
  static constexpr std::size_t stages = 4;
  static constexpr std::size_t stage_moves = 10;

  // A tower is its height less one, and five more if it belongs to the opponent.
  static constexpr std::size_t towers = 10;
  // Its neighbourhood: the towers of each player that it can join, and how many of them would make
  // a tower of five.
  static constexpr std::size_t neighbours = 4;  // three count as three or more
  static constexpr std::size_t fives = 2;       // one counts as one or more
  static constexpr std::size_t hoods = neighbours * neighbours * fives * fives;
  static constexpr std::size_t stage_slots = towers * hoods;
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
    const std::size_t at = (slot - first_stage) % stage_slots;
    const std::size_t tower = at / hoods;
    const std::size_t own = at / (neighbours * fives * fives) % neighbours;
    const std::size_t others = at / (fives * fives) % neighbours;
    return slot - at + hood_slot((tower + 5) % towers, others, own, at % fives, at / fives % fives);
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

  // A move changes its two towers and the neighbourhoods of the towers that could join them. No
  // tower gets new neighbours.
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
      take(first_ + old.hood[static_cast<std::size_t>(from_)]);
      take(first_ + old.hood[static_cast<std::size_t>(to_)]);
      const std::size_t made = hood_slot(tower(), joined_, red_, exactly_);
      add(first_ + made);
      set(to_, joined_, made);
      for_each_bit(others_, [&](int cell) {
        const std::uint64_t gone = bit(from_) | (~joined_ >> cell & 1) << to_;
        const std::uint64_t near = old.near_of(cell) & ~gone;
        const std::size_t slot = hood_slot(old.tower_of(cell), near, red_, exactly_);
        const std::size_t before = old.hood[static_cast<std::size_t>(cell)];
        if (slot != before) {
          take(first_ + before);
          add(first_ + slot);
        }
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
        add(view.first() + towers_.hood[at]);
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

  // The half turn moves towers, but changes no neighbourhood.
  static std::size_t image(std::size_t slot, int) noexcept { return slot; }

  // The same in all stages, with at most two neighbours of each player.
  static constexpr std::size_t rough = 3;
  static constexpr int coarse_count = static_cast<int>(towers * rough * rough * fives * fives);
  static int coarse(std::size_t slot) noexcept {
    if (slot < first_stage) return -1;
    const std::size_t at = (slot - first_stage) % stage_slots;
    std::size_t index = at / hoods;
    index = rough * index + std::min(at / (neighbours * fives * fives) % neighbours, rough - 1);
    index = rough * index + std::min(at / (fives * fives) % neighbours, rough - 1);
    return static_cast<int>(fives * fives * index + at % (fives * fives));
  }

 private:
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
  static std::size_t hood_slot(std::size_t tower, std::size_t own, std::size_t others,
                               std::size_t own_fives, std::size_t other_fives) noexcept {
    return (((tower * neighbours + own) * neighbours + others) * fives + own_fives) * fives +
           other_fives;
  }
  // The neighbourhood of a tower that can join the towers `near`.
  static std::size_t hood_slot(std::size_t tower, std::uint64_t near, std::uint64_t others,
                               const Heights& exactly) noexcept {
    const std::uint64_t fitting = near & exactly[4 - tower % 5];
    const auto capped = [](std::uint64_t cells, std::size_t end) {
      return std::min(end - 1, static_cast<std::size_t>(std::popcount(cells)));
    };
    return hood_slot(tower, capped(near & ~others, neighbours), capped(near & others, neighbours),
                     capped(fitting & ~others, fives), capped(fitting & others, fives));
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
    for_each_bit(position.occupied(), [&](int cell) {
      visit(view.first() + view.neighbourhood(cell, view.near(cell)));
    });
  }
};

}  // namespace tesuji::learned
