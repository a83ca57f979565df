// Bit operations shared by the games.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace tesuji {

constexpr std::uint64_t bit(int index) noexcept { return std::uint64_t{1} << index; }

// The index of the n-th set bit, counted from 0 at the low end; the word must have it.
inline int nth_bit(std::uint64_t word, int n) noexcept {
  assert(n >= 0 && n < std::popcount(word));
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(bit(n), word));
#else
  for (; n > 0; --n) word &= word - 1;
  return std::countr_zero(word);
#endif
}

// Calls visit(index) for every set bit, from the low end up.
template <class Visit>
constexpr void for_each_bit(std::uint64_t word, Visit&& visit) {
  for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
}

}  // namespace tesuji
