// Expectimax for ewn with proven bounds: Star2 over a table, down to the endgame tables.
//
// Ballard (1983) calls it Star2: first one move for each die, which may already prove a cut, then
// all moves with windows that the other dice allow.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <new>

#include "tesuji/base/platform.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/solve/control.hpp"
#include "tesuji/solve/ewn_tables.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve::ewn_expectation {

using ewn_tables::goal;
using ewn_tables::Tables;
using Interval = Range<double>;

// A position before the roll, seen by the player to move; both players walk to `goal`.
struct Position {
  ewn::Squares own;
  ewn::Squares enemy;

  static Position of(const Ewn& position) noexcept {
    const auto seen = [&](int player) {
      ewn::Squares result;
      for_each_bit(position.side(player).alive_set(), [&](int cube) {
        const int square = position.side(player)[cube];
        result.set(cube, player == 0 ? square : goal - square);
      });
      return result;
    };
    return {seen(position.to_move()), seen(1 - position.to_move())};
  }
  [[nodiscard]] int stones() const noexcept {
    return std::popcount(own.alive_set()) + std::popcount(enemy.alive_set());
  }
  [[nodiscard]] Position after(int cube, int target) const noexcept {
    Position next{enemy, own};
    next.enemy.remove(target);
    next.own.remove(goal - target);
    next.enemy.set(cube, target);
    return next;
  }
  // Five bits per cube.
  [[nodiscard]] std::uint64_t key() const noexcept {
    std::uint64_t result = 0;
    for (const ewn::Squares* side : {&own, &enemy}) {
      for (int cube = 0; cube < ewn::cubes; ++cube) {
        result = result << 5 | static_cast<std::uint64_t>(side->alive(cube) ? (*side)[cube] : 31);
      }
    }
    return result;
  }
};

// Bounds with 24 bits, rounded outwards; exact values are rounded like those of the tables.
struct Known {
  Interval bounds{0, 1};
  int depth = -1;
  bool whole = false;  // no window left anything out

  [[nodiscard]] std::uint64_t packed() const noexcept {
    using ewn_tables::scale;
    const bool exact = bounds.exact();
    const double low = bounds.lower * scale;
    const double high = bounds.upper * scale;
    return static_cast<std::uint64_t>(exact ? std::round(low) : std::floor(low)) |
           static_cast<std::uint64_t>(exact ? std::round(high) : std::ceil(high)) << 24 |
           static_cast<std::uint64_t>(depth + 1) << 48 | static_cast<std::uint64_t>(whole) << 63;
  }
  static Known unpacked(std::uint64_t data) noexcept {
    using ewn_tables::scale;
    return {{static_cast<double>(data & 0xffffff) / scale,
             static_cast<double>(data >> 24 & 0xffffff) / scale},
            static_cast<int>(data >> 48 & 0x7fff) - 1,
            data >> 63 != 0};
  }
};

// Shared by threads without locks: a key is stored xor its data.
class Cache {
 public:
  explicit Cache(double megabytes)
      : size_(std::bit_floor(std::max<std::size_t>(
            1024, static_cast<std::size_t>(megabytes * 1e6 / sizeof(Slot))))) {
    slots_ = static_cast<Slot*>(reserve_memory(size_ * sizeof(Slot)));
    if (slots_ == nullptr) throw std::bad_alloc();
  }
  ~Cache() { release_memory(slots_, size_ * sizeof(Slot)); }
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  [[nodiscard]] Known read(std::uint64_t key) const noexcept {
    for (Slot* slot : places(key)) {
      const std::uint64_t data = std::atomic_ref(slot->data).load(std::memory_order_relaxed);
      const std::uint64_t check = std::atomic_ref(slot->check).load(std::memory_order_relaxed);
      if (data != 0 && (check ^ data) == key) return Known::unpacked(data);
    }
    return {};
  }
  // The first place keeps the deeper result, the second one the newer.
  void write(std::uint64_t key, const Known& known) noexcept {
    const auto [first, second] = places(key);
    const std::uint64_t old = std::atomic_ref(first->data).load(std::memory_order_relaxed);
    const std::uint64_t check = std::atomic_ref(first->check).load(std::memory_order_relaxed);
    const bool replace = (check ^ old) == key || Known::unpacked(old).depth <= known.depth;
    Slot* slot = replace ? first : second;
    const std::uint64_t data = known.packed();
    std::atomic_ref(slot->check).store(key ^ data, std::memory_order_relaxed);
    std::atomic_ref(slot->data).store(data, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::uint64_t check;
    std::uint64_t data;
  };
  [[nodiscard]] std::array<Slot*, 2> places(std::uint64_t key) const noexcept {
    const std::size_t at = mix(key) & (size_ - 2);
    return {&slots_[at], &slots_[at + 1]};
  }

  std::size_t size_;
  Slot* slots_;
};

// One thread's search. Bounds that a stopped search returns mean nothing.
class Search {
 public:
  Search(const Tables& tables, Cache& cache, Meter& meter) noexcept
      : tables_(tables), cache_(cache), meter_(meter) {}

  // Bounds of the win probability of the player to move before the roll. They may be wide where
  // the true value is not inside the window.
  Interval value(const Position& position, int depth, Interval window) {
    meter_.count();
    if (meter_.must_stop()) return {0, 1};
    if (position.stones() <= tables_.stones()) return from_tables(position);
    const std::uint64_t key = position.key();
    Known known = cache_.read(key);
    if (decided(known.bounds, window) || (known.whole && known.depth >= depth)) return known.bounds;
    const Interval found = Node(*this, position, depth, window).value();
    if (meter_.must_stop()) return {0, 1};
    known = {narrowed(known.bounds, found), depth, window == Interval{0, 1}};
    cache_.write(key, known);
    return known.bounds;
  }

  // The bounds after a step of the player to move, for that player.
  Interval after(const Position& position, int cube, int target, int depth, Interval window) {
    if (target == goal) return {1, 1};
    const Position next = position.after(cube, target);
    if (next.own.empty()) return {1, 1};
    if (depth == 0 && next.stones() > tables_.stones()) return {0, 1};
    const Interval theirs = value(next, depth - 1, {1 - window.upper, 1 - window.lower});
    return {1 - theirs.upper, 1 - theirs.lower};
  }

 private:
  static bool decided(const Interval& bounds, const Interval& window) noexcept {
    return bounds.exact() || bounds.lower >= window.upper || bounds.upper <= window.lower;
  }
  // Rounded values may contradict each other in the last digit; then both are the value.
  static Interval narrowed(const Interval& old, const Interval& found) noexcept {
    if (found.exact()) return found;
    const Interval both{std::max(old.lower, found.lower), std::min(old.upper, found.upper)};
    return both.lower <= both.upper ? both : Interval{both.upper, both.upper};
  }
  [[nodiscard]] Interval from_tables(const Position& position) const {
    const auto side = [](const ewn::Squares& cubes) {
      return ewn_tables::Side::of(cubes.alive_set(), [&](int cube) { return cubes[cube]; });
    };
    const double value = tables_.value(side(position.own), side(position.enemy));
    return {value, value};
  }

  // The steps of each cube that may move are searched once for all dice.
  class Node {
   public:
    Node(Search& search, const Position& position, int depth, Interval window)
        : search_(search),
          position_(position),
          depth_(depth),
          window_(window),
          dice_(ewn_tables::numbers[position.own.alive_set()]) {
      for_each_bit(position.own.alive_set(), [&](int cube) {
        Choice& choice = choices_[count_++];
        choice.cube = cube;
        add_targets(choice);
      });
      choices_[count_].best = {0, 0};
    }

    Interval value() {
      // Step 1 of Star2: the first step of each cube. Step 2: the others.
      for (const bool first_only : {true, false}) {
        for (std::size_t i = 0; i < count_; ++i) {
          look(i, first_only);
          const Interval bounds = total();
          if (search_.meter_.must_stop() || decided(bounds, window_)) return bounds;
        }
      }
      return total();
    }

   private:
    struct Choice {
      int cube = 0;
      int targets = 0;
      int looked = 0;
      std::array<int, 3> target{};
      Interval best{0, 1};
      double upper_of_looked = 0;
    };

    void add_targets(Choice& choice) const noexcept {
      constexpr int side = ewn_tables::side_length;
      const int square = position_.own[choice.cube];
      const bool right = square % side < side - 1;
      const bool down = square / side < side - 1;
      const auto add = [&](int target) {
        choice.target[static_cast<std::size_t>(choice.targets++)] = target;
      };
      if (right && down) add(square + side + 1);
      if (right) add(square + 1);
      if (down) add(square + side);
    }

    // The mean over the dice, with the bounds of every cube.
    [[nodiscard]] Interval total() const noexcept {
      Interval sum{0, 0};
      for (std::size_t i = 0; i < count_; ++i) {
        const Interval& best = choices_[i].best;
        const Interval& next = choices_[i + 1].best;
        sum.lower +=
            dice_.single[i] * best.lower + dice_.choice[i] * std::max(best.lower, next.lower);
        sum.upper +=
            dice_.single[i] * best.upper + dice_.choice[i] * std::max(best.upper, next.upper);
      }
      return {sum.lower / ewn::cubes, sum.upper / ewn::cubes};
    }
    // Values of a cube at or outside these bounds decide the node.
    [[nodiscard]] Interval needed(std::size_t i) noexcept {
      const Interval kept = choices_[i].best;
      choices_[i].best = {0, 0};
      const Interval without = total();
      choices_[i].best = kept;
      const int dice = dice_.single[i] + dice_.choice[i] + (i > 0 ? dice_.choice[i - 1] : 0);
      Interval result{0, 1};
      result.lower = std::max(0.0, (window_.lower - without.upper) * ewn::cubes / dice);
      if (dice_.single[i] > 0) {
        result.upper =
            std::min(1.0, (window_.upper - without.lower) * ewn::cubes / dice_.single[i]);
      }
      return result;
    }

    void look(std::size_t i, bool first_only) {
      Choice& choice = choices_[i];
      const Interval window = needed(i);
      const int last = first_only ? 1 : choice.targets;
      while (choice.looked < last && choice.best.lower < window.upper) {
        const int target = choice.target[static_cast<std::size_t>(choice.looked++)];
        const Interval bounds =
            search_.after(position_, choice.cube, target, depth_,
                          {std::max(window.lower, choice.best.lower), window.upper});
        if (search_.meter_.must_stop()) return;
        choice.best.lower = std::max(choice.best.lower, bounds.lower);
        choice.upper_of_looked = std::max(choice.upper_of_looked, bounds.upper);
      }
      if (choice.looked == choice.targets) choice.best.upper = choice.upper_of_looked;
    }

    Search& search_;
    const Position& position_;
    int depth_;
    Interval window_;
    const ewn_tables::Numbers& dice_;
    std::array<Choice, ewn::cubes + 1> choices_{};
    std::size_t count_ = 0;
  };

  const Tables& tables_;
  Cache& cache_;
  Meter& meter_;
};

}  // namespace tesuji::solve::ewn_expectation
