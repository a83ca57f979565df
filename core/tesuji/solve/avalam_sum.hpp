// A position of Avalam as a sum: large components on the board, small ones as summands, and the
// value of all else. Proven bounds come with it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam_summands.hpp"

namespace tesuji::solve::sums {

// The key of each live tower: by cell, and by height - 1 + 4 if red.
inline constexpr auto tower_keys = [] {
  std::array<std::array<Key, 8>, ::tesuji::avalam::cells> result{};
  std::uint64_t word = 1000;
  for (auto& cell : result) {
    for (Key& key : cell) key = Key{}.mixed(++word);
  }
  return result;
}();
inline constexpr Key red_to_move_key = Key{}.mixed(3);

inline Key key_of(const Towers& towers, std::uint64_t mask) noexcept {
  Key key;
  for_each_bit(mask, [&](int cell) {
    const int kind = towers.height(cell) - 1 + (towers.red >> cell & 1 ? 4 : 0);
    key.add(tower_keys[static_cast<std::size_t>(cell)][static_cast<std::size_t>(kind)]);
  });
  return key;
}

struct Sum {
  static constexpr std::size_t max_large = 8;
  static constexpr std::size_t max_parts = 24;

  Towers large;                                // the towers of all large components
  std::array<std::uint64_t, max_large> masks;  // the cells of each
  std::array<SummandId, max_parts> parts;
  Key key;
  std::int16_t value = 0;  // of the board as it is, plus the values of the parts
  std::int16_t lower = 0;  // of the final value
  std::int16_t upper = 0;
  std::int16_t estimate = 0;
  std::uint8_t large_count = 0;
  std::uint8_t part_count = 0;
  bool tempo = false;
  bool red_to_move = false;

  [[nodiscard]] bool over() const noexcept { return large_count + part_count == 0 && !tempo; }
  [[nodiscard]] int size() const noexcept {
    return std::popcount(large.cells()) + 4 * part_count;
  }
};

// Makes sums and plays moves on them.
class SumMaker {
 public:
  SumMaker(Weights weights, int small) : weights_(weights), small_(small), cache_(weights) {}

  [[nodiscard]] Weights weights() const noexcept { return weights_; }
  [[nodiscard]] const SummandCache& cache() const noexcept { return cache_; }

  Sum sum(const Avalam& position) {
    Sum result = empty();
    result.red_to_move = position.to_move() == 1;
    if (result.red_to_move) result.key = red_to_move_key;
    const std::uint64_t fives = position.fives();
    const int five_lead = 2 * std::popcount(fives & ~position.red()) - std::popcount(fives);
    result.value = static_cast<std::int16_t>(weights_.point * position.score() +
                                             weights_.five * five_lead);
    Towers towers;
    for_each_bit(position.occupied() & ~fives, [&](int cell) {
      towers.at[static_cast<std::size_t>(position.height(cell) - 1)] |= bit(cell);
    });
    towers.red = position.red() & ~fives;
    place(result, towers);
    bound(result);
    return result;
  }

  // Calls visit(child) for each move, until it returns true.
  template <class Visit>
  bool for_each_child(const Sum& parent, Visit&& visit) {
    for (std::size_t i = 0; i < parent.part_count; ++i) {
      if (i > 0 && parent.parts[i] == parent.parts[i - 1]) continue;
      if (play_part(parent, i, visit)) return true;
    }
    for (std::size_t i = 0; i < parent.large_count; ++i) {
      if (play_large(parent, i, visit)) return true;
    }
    if (!parent.tempo) return false;
    Sum child = passed_on(parent);
    flip_tempo(child);
    bound(child);
    return visit(child);
  }

 private:
  static Sum empty() noexcept {
    Sum result;
    result.masks = {};
    result.parts = {};
    return result;
  }
  static Sum passed_on(const Sum& parent) noexcept {
    Sum child = parent;
    child.red_to_move = !parent.red_to_move;
    if (child.red_to_move) {
      child.key.add(red_to_move_key);
    } else {
      child.key.subtract(red_to_move_key);
    }
    return child;
  }
  static void flip_tempo(Sum& sum) noexcept {
    sum.tempo = !sum.tempo;
    if (sum.tempo) {
      sum.key.add(tempo_key);
    } else {
      sum.key.subtract(tempo_key);
    }
  }
  // Keeps the summands sorted, so that equal ones are neighbours.
  void add_summand(Sum& sum, SummandId id) const noexcept {
    std::size_t at = sum.part_count++;
    for (; at > 0 && sum.parts[at - 1] > id; --at) sum.parts[at] = sum.parts[at - 1];
    sum.parts[at] = id;
    sum.key.add(cache_[id].key);
  }

  template <class Visit>
  bool play_part(const Sum& parent, std::size_t index, Visit&& visit) {
    Sum without = passed_on(parent);
    std::copy(without.parts.begin() + index + 1, without.parts.begin() + without.part_count,
              without.parts.begin() + index);
    --without.part_count;
    const Summand& summand = cache_[parent.parts[index]];
    without.key.subtract(summand.key);
    const Option* options = cache_.options(summand);
    for (std::uint32_t i = 0; i < summand.option_count; ++i) {
      const Option& option = options[i];
      Sum child = without;
      child.value = static_cast<std::int16_t>(child.value + option.change);
      if (option.tempo) flip_tempo(child);
      for (std::size_t j = 0; j < option.count; ++j) add_summand(child, option.left[j]);
      bound(child);
      if (visit(child)) return true;
    }
    return false;
  }

  template <class Visit>
  bool play_large(const Sum& parent, std::size_t index, Visit&& visit) {
    const std::uint64_t mask = parent.masks[index];
    const Towers towers = parent.large.within(mask);
    Sum without = passed_on(parent);
    without.large.remove(mask);
    without.masks[index] = without.masks[--without.large_count];
    without.key.subtract(key_of(towers, mask));
    const Partners partners(towers);
    for (std::uint64_t open = mask; open != 0; open &= open - 1) {
      const int from = std::countr_zero(open);
      std::uint64_t targets = partners.targets(from, towers.height(from));
      for (; targets != 0; targets &= targets - 1) {
        Sum child = without;
        Towers rest = towers;
        const int change = stack(rest, from, std::countr_zero(targets), weights_);
        child.value = static_cast<std::int16_t>(child.value + change);
        place(child, rest);
        bound(child);
        if (visit(child)) return true;
      }
    }
    return false;
  }

  // Adds the components of some towers to a sum.
  void place(Sum& sum, const Towers& towers) {
    for_each_component(towers, towers.cells(), [&](std::uint64_t mask) {
      const int size = std::popcount(mask);
      if (size == 1) return;
      if (size <= small_) {
        const Part part = cache_.part(towers.within(mask));
        sum.value = static_cast<std::int16_t>(sum.value + part.value);
        if (part.tempo) flip_tempo(sum);
        if (part.has_summand) add_summand(sum, part.summand);
        return;
      }
      sum.large.add(towers.within(mask));
      sum.masks[sum.large_count++] = mask;
      sum.key.add(key_of(towers, mask));
    });
  }

  void bound(Sum& sum) const noexcept {
    WallSum yellow;
    WallSum red;
    for (std::size_t i = 0; i < sum.part_count; ++i) {
      const Summand& summand = cache_[sum.parts[i]];
      yellow.add(summand.lower);
      red.add(summand.upper);
    }
    sum.estimate = static_cast<std::int16_t>(
        sum.value + (yellow.right(temperatures - 1) - red.right(temperatures - 1)) / 2);
    for (std::size_t i = 0; i < sum.large_count; ++i) {
      bound_large(sum.large.within(sum.masks[i]), yellow, red);
    }
    const int step = weights_.point / 4;
    const int least = sum.red_to_move ? yellow.moving_second(step) : yellow.moving_first();
    const int most = sum.red_to_move ? red.moving_first() : red.moving_second(step);
    const int quantum = weights_.quantum();
    sum.lower = static_cast<std::int16_t>(sum.value + round_up(least, quantum));
    sum.upper = static_cast<std::int16_t>(sum.value - round_up(most, quantum));
  }
  static int round_up(int value, int quantum) noexcept {
    return (value + 32 * 1024 + quantum - 1) / quantum * quantum - 32 * 1024;
  }

  // Towers of a colour never become more, and every move takes one tower away, down to one for
  // five counters.
  void bound_large(const Towers& towers, WallSum& yellow, WallSum& red) const noexcept {
    const int count = std::popcount(towers.cells());
    const int reds = std::popcount(towers.red);
    int counters = 0;
    for (int h = 0; h < 4; ++h) {
      counters += (h + 1) * std::popcount(towers.at[static_cast<std::size_t>(h)]);
    }
    const int moves = count - (counters + 4) / 5;
    const int fives = counters / 5 * weights_.five;
    yellow.add(crude(std::min(moves, count - reds) * weights_.point + fives, reds > 0));
    red.add(crude(std::min(moves, reds) * weights_.point + fives, reds < count));
  }
  [[nodiscard]] Walls crude(int loss, bool can_gain) const noexcept {
    Walls walls;
    walls.right.fill(static_cast<std::int16_t>(-loss));
    for (std::size_t t = 0; can_gain && t < 4; ++t) {
      walls.width[t] =
          static_cast<std::int16_t>(weights_.point - static_cast<int>(t) * weights_.point / 4);
    }
    return walls;
  }

  Weights weights_;
  int small_;
  SummandCache cache_;
};

}  // namespace tesuji::solve::sums
