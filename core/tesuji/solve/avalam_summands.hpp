// The small components of Avalam as abstract games, each solved once.
//
// Two components with the same tree of moves and values are the same summand, wherever they lie on
// the board. A component whose result and number of moves (odd or even) do not depend on the play
// is no summand at all: only its value counts, and whether it is a tempo (an odd number of moves).
// An even number of such moves never matters, because each can be answered by another.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tesuji/base/rng.hpp"
#include "tesuji/solve/avalam_towers.hpp"
#include "tesuji/solve/avalam_walls.hpp"

namespace tesuji::solve::sums {

// Two independent hashes. Keys of sums are the sums of the keys.
struct Key {
  std::uint64_t index = 0;
  std::uint64_t check = 0;

  void add(const Key& other) noexcept {
    index += other.index;
    check += other.check;
  }
  void subtract(const Key& other) noexcept {
    index -= other.index;
    check -= other.check;
  }
  // A key for what follows this one.
  [[nodiscard]] constexpr Key mixed(std::uint64_t word) const noexcept {
    return {mix(index ^ mix(word)), mix(check + mix(~word))};
  }
  friend bool operator==(const Key&, const Key&) = default;
};
inline constexpr Key tempo_key = Key{}.mixed(1);

using SummandId = std::uint32_t;

// What a component is to the sum.
struct Part {
  std::int16_t value = 0;  // added to the value of the board
  bool tempo = false;
  bool has_summand = false;
  SummandId summand = 0;
};

// A move in a summand. It leaves at most `capacity` summands, here in order.
struct Option {
  static constexpr std::size_t capacity = 6;
  std::int16_t change = 0;
  bool tempo = false;
  std::uint8_t count = 0;
  std::array<SummandId, capacity> left{};

  void add(const Part& part) noexcept {
    change = static_cast<std::int16_t>(change + part.value);
    tempo ^= part.tempo;
    if (!part.has_summand) return;
    std::size_t at = count++;
    for (; at > 0 && left[at - 1] > part.summand; --at) left[at] = left[at - 1];
    left[at] = part.summand;
  }
  friend auto operator<=>(const Option&, const Option&) = default;
};

struct Summand {
  Walls lower;  // for Yellow
  Walls upper;  // for Red: the walls of the negative
  Key key;
  std::uint32_t first_option = 0;
  std::uint32_t option_count = 0;
};

class SummandCache {
 public:
  SummandCache(Weights weights, std::size_t bytes)
      : weights_(weights), most_(bytes / bytes_per_component), slots_(1 << 12) {}

  [[nodiscard]] const Summand& operator[](SummandId id) const noexcept { return summands_[id]; }
  [[nodiscard]] const Option* options(const Summand& summand) const noexcept {
    return &options_[summand.first_option];
  }
  // Whether the memory allows for another component.
  [[nodiscard]] bool has_room() const noexcept { return used_ < most_; }

  // The part that a component of two or more towers plays, if it was solved before.
  [[nodiscard]] std::optional<Part> known(const Towers& towers) const noexcept {
    const Slot& slot = slots_[find(Shape(towers))];
    return slot.shape.cells == 0 ? std::nullopt : std::optional(slot.part);
  }
  Part part(const Towers& towers) {
    if (const auto found = known(towers)) return *found;
    const Part part = solve(towers);
    if (4 * ++used_ > 3 * slots_.size()) grow();
    const Shape shape(towers);
    slots_[find(shape)] = {shape, part};
    return part;
  }

 private:
  // A component in three words, without loss.
  struct Shape {
    std::uint64_t cells = 0;
    std::uint64_t even = 0;
    std::uint64_t high = 0;

    Shape() = default;
    explicit Shape(const Towers& towers) noexcept
        : cells(towers.cells() | towers.red << 48),
          even(towers.at[1] | towers.at[3] | towers.red >> 16 << 48),
          high(towers.at[2] | towers.at[3] | towers.red >> 32 << 48) {}
    [[nodiscard]] std::uint64_t hash() const noexcept { return mix(cells ^ mix(even ^ mix(high))); }
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  struct Slot {
    Shape shape;
    Part part;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept { return key.index; }
  };

  // The slot of a shape, or the empty one where it belongs.
  [[nodiscard]] std::size_t find(const Shape& shape) const noexcept {
    std::size_t at = shape.hash() & (slots_.size() - 1);
    while (slots_[at].shape.cells != 0 && slots_[at].shape != shape) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.shape.cells != 0) slots_[find(slot.shape)] = slot;
    }
  }

  Part solve(const Towers& towers) {
    std::vector<Option> options;
    for_each_move(towers, towers.cells(), [&](int from, int to) {
      Towers rest = towers;
      Option option;
      option.change = static_cast<std::int16_t>(stack(rest, from, to, weights_));
      for_each_component(rest, rest.cells(), [&](std::uint64_t mask) {
        if ((mask & (mask - 1)) != 0) option.add(part(rest.within(mask)));
      });
      options.push_back(option);
    });
    std::sort(options.begin(), options.end());
    options.erase(std::unique(options.begin(), options.end()), options.end());
    const Option& first = options.front();
    if (options.size() == 1 && first.count == 0) return {first.change, !first.tempo, false, 0};
    // Summands that differ by a number only are the same summand.
    const std::int16_t base = first.change;
    for (Option& option : options) option.change = static_cast<std::int16_t>(option.change - base);
    return {base, false, true, intern(options)};
  }

  SummandId intern(const std::vector<Option>& options) {
    Key key;
    for (const Option& option : options) {
      Key left = option.tempo ? tempo_key : Key{};
      for (std::size_t i = 0; i < option.count; ++i) left.add(summands_[option.left[i]].key);
      const auto change = static_cast<std::uint64_t>(std::int64_t{option.change});
      key.add(left.mixed(change));
    }
    key = key.mixed(2);
    const auto [found, is_new] = ids_.try_emplace(key, static_cast<SummandId>(summands_.size()));
    if (is_new) summands_.push_back(make(key, options));
    return found->second;
  }

  Summand make(const Key& key, const std::vector<Option>& options) {
    Summand summand;
    summand.key = key;
    summand.first_option = static_cast<std::uint32_t>(options_.size());
    summand.option_count = static_cast<std::uint32_t>(options.size());
    options_.insert(options_.end(), options.begin(), options.end());
    WallBuilder lower(weights_.point / 4);
    WallBuilder upper(weights_.point / 4);
    for (const Option& option : options) {
      WallSum lower_rest;
      WallSum upper_rest;
      for (std::size_t i = 0; i < option.count; ++i) {
        lower_rest.add(summands_[option.left[i]].lower);
        upper_rest.add(summands_[option.left[i]].upper);
      }
      lower.add_move(option.change, lower_rest);
      upper.add_move(-option.change, upper_rest);
    }
    summand.lower = lower.walls();
    summand.upper = upper.walls();
    return summand;
  }

  // Up to 86 for slots, the rest for summands and their options: one for every ten components.
  static constexpr std::size_t bytes_per_component = 128;

  Weights weights_;
  std::size_t most_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::unordered_map<Key, SummandId, KeyHash> ids_;
  std::vector<Summand> summands_;
  std::vector<Option> options_;
};

}  // namespace tesuji::solve::sums
