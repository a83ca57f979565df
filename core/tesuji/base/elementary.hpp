// Logarithm and exponential from basic arithmetic only. Those of libm may differ in the last bit
// between systems, and in a search the last bit can decide a move.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace tesuji {

// ln(x) for finite x >= 1, accurate to about 1e-15.
inline double natural_log(double x) noexcept {
  assert(x >= 1);
  constexpr double ln2 = 0.69314718055994530942;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000f'ffff'ffff'ffffu) | 0x3ff0'0000'0000'0000u);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    exponent += 1;
  }
  // ln m = 2 artanh((m - 1) / (m + 1)); the argument is at most 0.172.
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * s2 + 1.0 / k;
  return exponent * ln2 + 2 * s * sum;
}

// exp(x) for finite x, accurate to about 1e-15 of the result; 0 below -700, exp(700) above 700.
inline double natural_exp(double x) noexcept {
  constexpr double ln2_high = 0x1.62e42fefa38p-1;
  constexpr double ln2_low = 0x1.ef35793c7673p-45;
  if (x < -700) return 0;
  if (x > 700) x = 700;
  const double turns = x * 1.4426950408889634;
  const int k = static_cast<int>(turns < 0 ? turns - 0.5 : turns + 0.5);
  const double r = (x - k * ln2_high) - k * ln2_low;  // between -0.347 and 0.347
  double sum = 1;
  for (int i = 14; i >= 1; --i) sum = 1 + sum * r / i;
  const auto scale = static_cast<std::uint64_t>(1023 + k) << 52;
  return sum * std::bit_cast<double>(scale);
}

}  // namespace tesuji
