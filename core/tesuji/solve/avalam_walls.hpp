// Proven bounds for sums of games, by temperature.
//
// Avalam's components are played as a sum, each at its own pace. Thermographs bound the value of
// such a sum (Milnor, Sums of positional games, 1953; Hanner, Mean play of sums of positional
// games, 1959; Conway, On numbers and games, 1976, chapter 9). The classical theorems assume that
// moving never hurts. Avalam has components where it does, so we use the following form, in which
// the opponent of the player whose bound it is may pass anywhere.
//
// For each temperature t >= 0 of a grid, each component X has two walls, right(X) <= left(X), and
// may be frozen, such that
//   (1) right(X) <= left(X') + t for each move X -> X' (with the change of value added to X');
//   (2) if X is not frozen and not over: left(X) <= right(X') - t for some move X -> X';
//   (3) if X is frozen: right(X) = left(X), t > 0, and right(X) is at most its value at the next
//       lower temperature. A component that is over counts as frozen, at its value.
// For a component that splits, right is the sum of the rights of its parts, and left is right plus
// the largest width (left - right) of a part.
// Claim: Yellow gets at least sum(right) + max(width) if she moves first, and at least
// sum(right) - t if Red does. Proof by induction on the number of moves left. If Red moves in X,
// then Yellow, now first, gets at least the sum with left(X') instead of right(X), and (1) gives
// the claim. If Yellow is first and some component is not frozen, she plays the move of (2) in the
// widest of these, and the second claim gives the first. If all are frozen, (3) reduces the claim
// to the next lower temperature; at t = 0 this means that the game is over.
// The upper bounds are the same with the colours exchanged.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tesuji::solve::sums {

inline constexpr std::size_t temperatures = 16;  // 0, 1/4, ... points
using Wall = std::array<std::int16_t, temperatures>;

struct Walls {
  Wall right{};
  Wall width{};  // left - right, never negative
};

// The lower walls of a sum, or the upper walls of its negative.
class WallSum {
 public:
  void add(const Walls& walls) noexcept {
    for (std::size_t t = 0; t < temperatures; ++t) {
      right_[t] = static_cast<std::int16_t>(right_[t] + walls.right[t]);
      width_[t] = std::max(width_[t], walls.width[t]);
    }
  }
  // A component with right = left = `value` at every temperature.
  void add_constant(int value) noexcept {
    for (std::int16_t& right : right_) right = static_cast<std::int16_t>(right + value);
  }
  // A component in which a move gains at least one `point`: left = right + point - t.
  void widen(int point) noexcept {
    for (std::size_t t = 0; t < 4; ++t) {
      width_[t] =
          std::max(width_[t], static_cast<std::int16_t>(point - static_cast<int>(t) * point / 4));
    }
  }
  [[nodiscard]] std::int16_t right(std::size_t t) const noexcept { return right_[t]; }
  [[nodiscard]] std::int16_t left(std::size_t t) const noexcept {
    return static_cast<std::int16_t>(right_[t] + width_[t]);
  }
  // What the player of these walls gets at least when moving first, or second.
  [[nodiscard]] int moving_first() const noexcept {
    int best = left(0);
    for (std::size_t t = 1; t < temperatures; ++t) best = std::max<int>(best, left(t));
    return best;
  }
  [[nodiscard]] int moving_second(int step) const noexcept {
    int best = right_[0];
    for (std::size_t t = 1; t < temperatures; ++t) {
      best = std::max(best, right_[t] - static_cast<int>(t) * step);
    }
    return best;
  }

 private:
  Wall right_{};
  Wall width_{};
};

// Finds the walls of a component from its moves, given as sums.
class WallBuilder {
 public:
  explicit WallBuilder(int step) noexcept : step_(step) {
    best_.fill(-32000);
    worst_.fill(32000);
  }
  // A move that changes the value by `change` and leaves `rest`.
  void add_move(int change, const WallSum& rest) noexcept {
    for (std::size_t t = 0; t < temperatures; ++t) {
      best_[t] = std::max(best_[t], change + rest.right(t));
      worst_[t] = std::min(worst_[t], change + rest.left(t));
    }
  }
  [[nodiscard]] Walls walls() const noexcept {
    Walls result;
    for (std::size_t t = 0; t < temperatures; ++t) {
      const int tax = static_cast<int>(t) * step_;
      const int left = best_[t] - tax;
      const int right = worst_[t] + tax;
      if (left >= right) {
        result.right[t] = static_cast<std::int16_t>(right);
        result.width[t] = static_cast<std::int16_t>(left - right);
      } else {  // Frozen. At t = 0 moving hurts, which is not frozen, but Red may pass.
        const int cap = t == 0 ? left : result.right[t - 1];
        result.right[t] = static_cast<std::int16_t>(std::min(right, cap));
      }
    }
    return result;
  }

 private:
  int step_;
  std::array<int, temperatures> best_{};
  std::array<int, temperatures> worst_{};
};

}  // namespace tesuji::solve::sums
