// Short vectors of 16-bit numbers: what a network adds up from move to move. There is a portable
// version of each operation and one for AVX2; both give the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace tesuji::learned {

inline constexpr std::size_t lanes_per_register = 16;

// Sums wrap around, so the order of additions does not matter.
template <std::size_t count>
struct alignas(32) Lanes {
  static_assert(count % lanes_per_register == 0);
  std::array<std::int16_t, count> values;

  friend bool operator==(const Lanes&, const Lanes&) = default;
};

// A lane is clipped to 0 and this, one step below 1, before it is squared.
inline constexpr std::int16_t lane_clip = 255;
// Weights of squared lanes lie within this, so that a product with a lane fits into 16 bits.
inline constexpr std::int16_t most_output_weight = 127;

namespace portable {

template <std::size_t count>
void add(Lanes<count>& sum, const Lanes<count>& row) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    sum.values[i] = static_cast<std::int16_t>(sum.values[i] + row.values[i]);
  }
}

template <std::size_t count>
void subtract(Lanes<count>& sum, const Lanes<count>& row) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    sum.values[i] = static_cast<std::int16_t>(sum.values[i] - row.values[i]);
  }
}

// The sum of clipped and squared lanes, each times its weight.
template <std::size_t count>
std::int32_t squared_dot(const Lanes<count>& sum, const Lanes<count>& weights) noexcept {
  std::int32_t result = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t lane = std::clamp(sum.values[i], std::int16_t{0}, lane_clip);
    result += lane * lane * weights.values[i];
  }
  return result;
}

}  // namespace portable

#if defined(__AVX2__)
namespace avx2 {

inline __m256i load(const std::int16_t* from) noexcept {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
inline void store(std::int16_t* to, __m256i value) noexcept {
  _mm256_store_si256(reinterpret_cast<__m256i*>(to), value);
}

template <std::size_t count>
void add(Lanes<count>& sum, const Lanes<count>& row) noexcept {
  for (std::size_t i = 0; i < count; i += lanes_per_register) {
    store(&sum.values[i], _mm256_add_epi16(load(&sum.values[i]), load(&row.values[i])));
  }
}

template <std::size_t count>
void subtract(Lanes<count>& sum, const Lanes<count>& row) noexcept {
  for (std::size_t i = 0; i < count; i += lanes_per_register) {
    store(&sum.values[i], _mm256_sub_epi16(load(&sum.values[i]), load(&row.values[i])));
  }
}

template <std::size_t count>
std::int32_t squared_dot(const Lanes<count>& sum, const Lanes<count>& weights) noexcept {
  const __m256i most = _mm256_set1_epi16(lane_clip);
  __m256i total = _mm256_setzero_si256();
  for (std::size_t i = 0; i < count; i += lanes_per_register) {
    const __m256i lane =
        _mm256_min_epi16(_mm256_max_epi16(load(&sum.values[i]), _mm256_setzero_si256()), most);
    const __m256i weighted = _mm256_mullo_epi16(lane, load(&weights.values[i]));
    total = _mm256_add_epi32(total, _mm256_madd_epi16(weighted, lane));
  }
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
  return _mm_cvtsi128_si32(half);
}

}  // namespace avx2
namespace fastest = avx2;
#else
namespace fastest = portable;
#endif

}  // namespace tesuji::learned
