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

  using Sums = std::array<std::int32_t, 2>;

  static Sums sums(const SlotWeights& weights, const Avalam& position) noexcept {
    Sums result{};
    Adder adder(weights, result, 1);
    scan(position, 0, [&](std::size_t slot) { adder.add(slot); });
    return result;
  }
  // A move changes its two towers, their edges, and the neighbourhoods of the towers at the other
  // ends. No edge comes to life.
  static void advance(const SlotWeights& weights, Sums& sums, const Avalam& before, Move move,
                      const Avalam& after) noexcept {
    if (first_of(before) != first_of(after)) {
      sums = PatternsOf::sums(weights, after);
      return;
    }
    const int from = move >> 6;
    const int to = move & 63;
    const View old(before, 0);
    const View now(after, 0);
    const std::uint64_t from_near = old.near(from);
    const std::uint64_t to_near = old.near(to);
    const std::uint64_t others = (from_near | to_near) & ~bit(from) & ~bit(to);

    Adder minus(weights, sums, -1);
    minus.add(count_of(before));
    minus.add_tower(old, from, from_near);
    minus.add_tower(old, to, to_near);
    minus.add_edges(old, from, from_near);
    minus.add_edges(old, to, to_near & ~bit(from));
    Adder plus(weights, sums, 1);
    plus.add(count_of(after));
    const std::uint64_t joined = now.near(to);
    plus.add_tower(now, to, joined);
    plus.add_edges(now, to, joined);
    for_each_bit(others, [&](int cell) {
      const std::uint64_t near = old.near(cell);
      const std::uint64_t gone = bit(from) | (joined >> cell & 1 ? 0 : bit(to));
      minus.add_neighbourhood(old, cell, near);
      plus.add_neighbourhood(now, cell, near & ~gone);
    });
  }

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
  // The first slot of the stage of a position.
  static std::size_t first_of(const Avalam& position) noexcept {
    const std::size_t stage =
        std::min((avalam::cells - count_of(position)) / stage_moves, stages - 1);
    return first_stage + stage * stage_slots;
  }

  // A position as one player sees it; slots are counted from the first of the stage.
  class View {
   public:
    View(const Avalam& position, int player) noexcept
        : position_(position),
          first_(first_of(position)),
          others_(player == 0 ? position.red() : ~position.red()) {
      for (int height = 1; height < avalam::max_height; ++height) {
        exactly_[static_cast<std::size_t>(height)] =
            position.higher_than(height - 1) &
            ~(height < 4 ? position.higher_than(height) : position.fives());
      }
    }
    [[nodiscard]] std::size_t first() const noexcept { return first_; }
    // The towers that it can join.
    [[nodiscard]] std::uint64_t near(int cell) const noexcept {
      return knowledge::links::targets(position_.live(), cell);
    }
    [[nodiscard]] std::size_t place(int cell) const noexcept {
      return towers * static_cast<std::size_t>(cell) + tower(cell);
    }
    [[nodiscard]] std::size_t edge(int a, int b) const noexcept {
      return edge_slot(tower(a), tower(b));
    }
    [[nodiscard]] std::size_t neighbourhood(int cell, std::uint64_t near) const noexcept {
      const int missing = avalam::max_height - position_.height(cell);
      const std::uint64_t fitting = near & exactly_[static_cast<std::size_t>(missing)];
      const auto most_three = [](std::uint64_t cells) {
        return std::min(std::size_t{3}, static_cast<std::size_t>(std::popcount(cells)));
      };
      std::size_t index = tower(cell);
      index = 4 * index + most_three(near & ~others_);
      index = 4 * index + most_three(near & others_);
      index = 2 * index + ((fitting & ~others_) != 0);
      return places + 2 * index + ((fitting & others_) != 0);
    }

    [[nodiscard]] std::size_t tower(int cell) const noexcept {
      return static_cast<std::size_t>(position_.height(cell)) - 1 + 5 * (others_ >> cell & 1);
    }

   private:
    const Avalam& position_;
    std::size_t first_;
    std::uint64_t others_;
    std::array<std::uint64_t, avalam::max_height> exactly_{};  // towers by height, 1 to 4
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

  // Adds the weights of slots to the sums of both players, or takes them away.
  class Adder {
   public:
    Adder(const SlotWeights& weights, Sums& sums, int sign) noexcept
        : weights_(weights), sums_(sums), sign_(sign) {}
    void add(std::size_t slot) noexcept {
      sums_[0] += sign_ * weights_[0][slot];
      sums_[1] += sign_ * weights_[1][slot];
    }
    void add_tower(const View& view, int cell, std::uint64_t near) noexcept {
      add(view.first() + view.place(cell));
      add_neighbourhood(view, cell, near);
    }
    void add_neighbourhood(const View& view, int cell, std::uint64_t near) noexcept {
      add(view.first() + view.neighbourhood(cell, near));
    }
    void add_edges(const View& view, int cell, std::uint64_t ends) noexcept {
      for_each_bit(ends, [&](int end) { add(view.first() + view.edge(cell, end)); });
    }

   private:
    const SlotWeights& weights_;
    Sums& sums_;
    int sign_;
  };
};

}  // namespace tesuji::learned
