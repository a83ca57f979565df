// Random numbers: xoshiro256++ (Blackman and Vigna, 2019), seeded through SplitMix64.
// No std distribution is used anywhere, so a seed gives the same game with every compiler.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tesuji {

// One step of SplitMix64: a bijection of 64 bits that scatters every input bit.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class Rng {
 public:
  // Streams of one seed are as independent as different seeds, so one seed can serve the start
  // position, the playouts and the players.
  explicit constexpr Rng(std::uint64_t seed, std::uint64_t stream = 0) noexcept {
    seed = mix(seed) ^ mix(~mix(stream));
    for (auto& word : state_) {
      word = mix(seed);
      seed += 0x9e3779b97f4a7c15u;
    }
  }

  constexpr std::uint64_t next() noexcept {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound) for 0 < bound < 2^32: the high half of a 32x32 product (Lemire, 2019)
  // without the rejection step. For bounds of at most a few hundred the bias is below 1e-7, far
  // too small to affect an experiment.
  constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace tesuji
