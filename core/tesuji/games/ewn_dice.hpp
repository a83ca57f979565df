// The dice of EinStein wuerfelt nicht!: a rolled die, and a known cycle of 21 numbers.
#pragma once

#include <cstdint>

#include "tesuji/games/ewn_cubes.hpp"

namespace tesuji::ewn {

// The die of `ewn-cyclic`: 21 numbers of three bits, rotated so that the current one comes first.
// Positions with the same future are then equal, whatever the ply.
class Cycle {
 public:
  static constexpr int length = 21;

  [[nodiscard]] int number() const noexcept { return static_cast<int>(dice_ & 7); }
  void advance() noexcept { dice_ = dice_ >> 3 | (dice_ & 7) << (3 * (length - 1)); }
  [[nodiscard]] int at(int index) const noexcept {
    return static_cast<int>(dice_ >> (3 * index) & 7);
  }
  void set(int index, int number) noexcept {
    dice_ = (dice_ & ~(std::uint64_t{7} << (3 * index))) | static_cast<std::uint64_t>(number)
                                                               << (3 * index);
  }
  void reverse_numbers(bool, bool) noexcept {
    for (int i = 0; i < length; ++i) set(i, cubes - 1 - at(i));
  }
  [[nodiscard]] std::uint64_t word() const noexcept { return dice_; }
  friend bool operator==(const Cycle&, const Cycle&) = default;

 private:
  std::uint64_t dice_ = 0;
};

// The die of `ewn`: a number, or not yet rolled.
class Roll {
 public:
  [[nodiscard]] bool pending() const noexcept { return number_ < 0; }
  [[nodiscard]] int number() const noexcept { return number_; }
  void set(int number) noexcept { number_ = static_cast<std::int8_t>(number); }
  void advance() noexcept { number_ = -1; }
  // Only the player to move uses the die.
  void reverse_numbers(bool mover_reversed, bool) noexcept {
    if (mover_reversed && !pending()) set(cubes - 1 - number_);
  }
  [[nodiscard]] std::uint64_t word() const noexcept {
    return static_cast<std::uint64_t>(number_ + 1);
  }
  friend bool operator==(const Roll&, const Roll&) = default;

 private:
  std::int8_t number_ = -1;
};

}  // namespace tesuji::ewn
