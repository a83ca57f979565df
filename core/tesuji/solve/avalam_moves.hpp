// Makes sums of Avalam positions, and plays moves on them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tesuji/games/avalam.hpp"
#include "tesuji/solve/avalam_sum.hpp"

namespace tesuji::solve::sums {

class SumMaker {
 public:
  // Components of up to this many towers become summands. Larger ones cost more to solve than they
  // save.
  static constexpr int small = 7;
  // These become summands even if the memory is used up. There are few of them.
  static constexpr int tiny = 4;
  static_assert(::tesuji::avalam::cells / (tiny + 1) < static_cast<int>(Sum::max_large));

  SumMaker(Weights weights, std::size_t bytes) : weights_(weights), cache_(weights, bytes) {}

  [[nodiscard]] Weights weights() const noexcept { return weights_; }

  Sum sum(const Avalam& position) {
    const std::uint64_t fives = position.fives();
    const int five_lead = 2 * std::popcount(fives & ~position.red()) - std::popcount(fives);
    Base base;
    base.sum.key = Key{}.mixed(static_cast<std::uint64_t>(weights_.five) + 4);
    base.sum.value = weights_.point * position.score() + weights_.five * five_lead;
    if (position.to_move() == 1) base.sum.flip_player();
    Towers towers;
    for_each_bit(position.occupied() & ~fives, [&](int cell) {
      towers.at[static_cast<std::size_t>(position.height(cell) - 1)] |= bit(cell);
    });
    towers.red = position.red() & ~fives;
    Change change;
    split(change, towers);
    return complete(successor(base, change));
  }

  // Calls visit(successor) for each move, until it returns true. Returns whether it did.
  template <class Visit>
  bool for_each_successor(const Sum& sum, Visit&& visit) {
    for (std::size_t i = 0; i < sum.large_count; ++i) {
      if (play_large(sum, i, visit)) return true;
    }
    for (std::size_t i = 0; i < sum.part_count; ++i) {
      const bool again = i > 0 && sum.parts[i] == sum.parts[i - 1];
      if (!again && play_summand(sum, i, visit)) return true;
    }
    return sum.tempo && play_tempo(sum, visit);
  }

  [[nodiscard]] Sum complete(const Successor& successor) const noexcept {
    const Change& change = successor.change;
    Sum sum = successor.base.sum;
    sum.large.add(change.large);
    for (std::size_t i = 0; i < change.large_count; ++i) {
      sum.masks[sum.large_count++] = change.masks[i];
    }
    for (std::size_t i = 0; i < change.part_count; ++i) sum.add_summand(change.parts[i]);
    sum.tempo ^= change.tempo;
    sum.value = successor.value();
    sum.key = successor.key;
    sum.bounds = successor.bounds;
    sum.estimate = estimate(sum);
    return sum;
  }

 private:
  // The sum that a move leaves, without the component it is played in.
  [[nodiscard]] Base base_of(Sum without) const noexcept {
    without.flip_player();
    Base base{without, {}, {}};
    for (std::size_t i = 0; i < without.part_count; ++i) {
      add_walls(base.yellow, base.red, without.parts[i]);
    }
    for (std::size_t i = 0; i < without.large_count; ++i) {
      bound_large(without.large.within(without.masks[i]), base.yellow, base.red);
    }
    return base;
  }
  void add_walls(WallSum& yellow, WallSum& red, SummandId id) const noexcept {
    yellow.add(cache_[id].lower);
    red.add(cache_[id].upper);
  }

  template <class Visit>
  bool play_large(const Sum& sum, std::size_t index, Visit&& visit) {
    const std::uint64_t mask = sum.masks[index];
    const Towers towers = sum.large.within(mask);
    Sum without = sum;
    without.large.remove(mask);
    without.masks[index] = without.masks[--without.large_count];
    without.key.subtract(key_of(towers, mask));
    const Base base = base_of(without);
    const Partners partners(towers);
    // The mover's best targets first: the towers of the opponent.
    const std::uint64_t enemies = sum.red_to_move ? ~towers.red : towers.red;
    for (const std::uint64_t wanted : {enemies, ~enemies}) {
      for (std::uint64_t open = mask; open != 0; open &= open - 1) {
        const int from = std::countr_zero(open);
        std::uint64_t targets = partners.targets(from, towers.height(from)) & wanted;
        for (; targets != 0; targets &= targets - 1) {
          Towers rest = towers;
          Change change;
          change.value = stack(rest, from, std::countr_zero(targets), weights_);
          split(change, rest);
          if (visit(successor(base, change))) return true;
        }
      }
    }
    return false;
  }

  template <class Visit>
  bool play_summand(const Sum& sum, std::size_t index, Visit&& visit) {
    const Summand& summand = cache_[sum.parts[index]];
    Sum without = sum;
    without.remove_summand(index);
    without.key.subtract(summand.key);
    const Base base = base_of(without);
    const Option* options = cache_.options(summand);
    for (std::uint32_t i = 0; i < summand.option_count; ++i) {
      Change change;
      change.value = options[i].change;
      change.tempo = options[i].tempo;
      for (std::size_t j = 0; j < options[i].count; ++j) add_summand(change, options[i].left[j]);
      if (visit(successor(base, change))) return true;
    }
    return false;
  }

  template <class Visit>
  bool play_tempo(const Sum& sum, Visit&& visit) {
    Sum without = sum;
    without.flip_tempo();
    return visit(successor(base_of(without), Change()));
  }

  void add_summand(Change& change, SummandId id) const noexcept {
    change.parts[change.part_count++] = id;
    change.key.add(cache_[id].key);
  }

  // Splits towers into components: large ones and summands.
  void split(Change& change, const Towers& towers) {
    for_each_component(towers, towers.cells(), [&](std::uint64_t mask) {
      if ((mask & (mask - 1)) == 0) return;
      const Towers component = towers.within(mask);
      if (const auto part = part_of(component, std::popcount(mask))) {
        change.value += part->value;
        change.tempo ^= part->tempo;
        if (part->has_summand) add_summand(change, part->summand);
        return;
      }
      change.large.add(component);
      change.masks[change.large_count++] = mask;
      change.key.add(key_of(component, mask));
    });
  }
  std::optional<Part> part_of(const Towers& component, int size) {
    if (size > small) return std::nullopt;
    if (size <= tiny || cache_.has_room()) return cache_.part(component);
    return cache_.known(component);
  }

  [[nodiscard]] Successor successor(const Base& base, const Change& change) const noexcept {
    Successor result{base, change, {}, base.sum.key};
    result.key.add(change.key);
    if (change.tempo) {
      base.sum.tempo ? result.key.subtract(tempo_key) : result.key.add(tempo_key);
    }
    WallSum yellow = base.yellow;
    WallSum red = base.red;
    for (std::size_t i = 0; i < change.part_count; ++i) add_walls(yellow, red, change.parts[i]);
    for (std::size_t i = 0; i < change.large_count; ++i) {
      bound_large(change.large.within(change.masks[i]), yellow, red);
    }
    const int step = weights_.point / 4;
    const bool red_first = base.sum.red_to_move;
    const int least = red_first ? yellow.moving_second(step) : yellow.moving_first();
    const int most = red_first ? red.moving_first() : red.moving_second(step);
    result.bounds = {result.value() + round_up(least), result.value() - round_up(most)};
    return result;
  }
  // Values are multiples of the quantum, so bounds may be rounded.
  [[nodiscard]] int round_up(int value) const noexcept {
    const int quantum = weights_.quantum();
    return (value + 32'768 + quantum - 1) / quantum * quantum - 32'768;
  }

  // No colour ever gains towers, and every move takes one tower away, down to one for every five
  // counters. Covering an enemy tower gains a point.
  void bound_large(const Towers& towers, WallSum& yellow, WallSum& red) const noexcept {
    const int count = std::popcount(towers.cells());
    const int reds = std::popcount(towers.red);
    const int counters = std::popcount(towers.at[0]) + 2 * std::popcount(towers.at[1]) +
                         3 * std::popcount(towers.at[2]) + 4 * std::popcount(towers.at[3]);
    const int moves = count - (counters + 4) / 5;
    const int fives = counters / 5 * weights_.five;
    yellow.add_constant(-std::min(moves, count - reds) * weights_.point - fives);
    red.add_constant(-std::min(moves, reds) * weights_.point - fives);
    if (reds > 0) yellow.widen(weights_.point);
    if (reds < count) red.widen(weights_.point);
  }

  // A regression on solved components of five to nine towers says that 40% of a lead in live
  // towers is lost. The rest of the estimate are mean values.
  [[nodiscard]] int estimate(const Sum& sum) const noexcept {
    constexpr std::size_t hottest = temperatures - 1;
    int twice_mean = 0;
    for (std::size_t i = 0; i < sum.part_count; ++i) {
      const Summand& summand = cache_[sum.parts[i]];
      twice_mean += summand.lower.right[hottest] - summand.upper.right[hottest];
    }
    const int lead = std::popcount(sum.large.cells()) - 2 * std::popcount(sum.large.red);
    return sum.value + twice_mean / 2 - lead * weights_.point * 2 / 5;
  }

  Weights weights_;
  SummandCache cache_;
};

}  // namespace tesuji::solve::sums
