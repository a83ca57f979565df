// Log-odds as whole numbers, and the probabilities that they mean.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "tesuji/base/elementary.hpp"

namespace tesuji::learned {

// Weights are whole multiples of 1 / `weight_unit` in log-odds, so sums are exact.
inline constexpr std::int32_t weight_unit = 1024;
// Beyond these log-odds a probability no longer changes: it differs from 0 or 1 by 2e-9.
inline constexpr std::int32_t most_log_odds = 20 * weight_unit;

namespace powers {

// exp(-(steps * i + j) / weight_unit) is the product of two table entries.
inline constexpr std::int32_t steps = 64;
inline const std::array<double, 2 * most_log_odds / steps + 1> coarse = [] {
  std::array<double, 2 * most_log_odds / steps + 1> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto odds = steps * static_cast<std::int32_t>(i) - most_log_odds;
    result[i] = natural_exp(-odds / double{weight_unit});
  }
  return result;
}();
inline const std::array<double, steps> fine = [] {
  std::array<double, steps> result{};
  for (std::size_t j = 0; j < result.size(); ++j) {
    result[j] = natural_exp(-static_cast<double>(j) / weight_unit);
  }
  return result;
}();

}  // namespace powers

// The probability with these log-odds, in units of 1 / `weight_unit`: accurate to about 1e-15.
inline double probability(std::int32_t log_odds) noexcept {
  const auto at =
      static_cast<std::size_t>(std::clamp(log_odds, -most_log_odds, most_log_odds) + most_log_odds);
  return 1 / (1 + powers::coarse[at / powers::steps] * powers::fine[at % powers::steps]);
}

}  // namespace tesuji::learned
