// Random numbers against the published algorithms, and their uniformity.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "check.hpp"
#include "tesuji/base/rng.hpp"

using namespace tesuji;

namespace {

// xoshiro256++ as published.
struct Reference {
  std::array<std::uint64_t, 4> s;

  static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t next() {
    const std::uint64_t result = rotl(s[0] + s[3], 23) + s[0];
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
  }
};

}  // namespace

TEST_CASE(rng_mix_is_splitmix64) {
  const std::uint64_t gamma = 0x9e3779b97f4a7c15u;
  const std::array<std::uint64_t, 5> published = {6457827717110365317u, 3203168211198807973u,
                                                  9817491932198370423u, 4593380528125082431u,
                                                  16408922859458223821u};
  std::uint64_t state = 1234567;
  for (std::uint64_t expected : published) {
    CHECK_EQ(mix(state), expected);
    state += gamma;
  }
}

TEST_CASE(rng_is_xoshiro256_plus_plus) {
  Reference published{{1, 2, 3, 4}};
  for (std::uint64_t expected : {41943041u, 58720359u}) CHECK_EQ(published.next(), expected);
  CHECK_EQ(published.next(), 3588806011781223u);
  CHECK_EQ(published.next(), 3591011842654386u);

  const std::uint64_t gamma = 0x9e3779b97f4a7c15u;
  for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{7}, ~std::uint64_t{0}}) {
    for (std::uint64_t stream : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
      const std::uint64_t joined = mix(seed) ^ mix(~mix(stream));
      Reference reference{
          {mix(joined), mix(joined + gamma), mix(joined + 2 * gamma), mix(joined + 3 * gamma)}};
      Rng rng(seed, stream);
      for (int i = 0; i < 1000; ++i) CHECK_EQ(rng.next(), reference.next());
    }
  }
}

TEST_CASE(rng_below_stays_below_and_is_even) {
  Rng rng(3);
  for (std::uint32_t bound : {1u, 2u, 3u, 7u, 21u, 64u, 288u, 324u}) {
    const int draws_each = 1000;
    std::vector<int> counts(bound);
    for (std::uint32_t i = 0; i < bound * draws_each; ++i) counts.at(rng.below(bound)) += 1;
    // A count has a standard deviation of at most sqrt(1000), 32; the limit is six of them.
    for (int count : counts) CHECK(count > draws_each - 200 && count < draws_each + 200);
  }
}

TEST_CASE(rng_below_takes_wide_bounds) {
  Rng rng(4);
  std::uint32_t highest = 0;
  for (int i = 0; i < 1000; ++i) highest = std::max(highest, rng.below(0xffff'ffffu));
  CHECK(highest < 0xffff'ffffu);
  CHECK(highest > 0xf000'0000u);
}

TEST_CASE(rng_seeds_and_streams_differ) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (std::uint64_t stream = 0; stream < 100; ++stream) {
      firsts.insert(Rng(seed, stream).next());
    }
  }
  CHECK_EQ(firsts.size(), 100 * 100);
  CHECK_EQ(Rng(5).next(), Rng(5, 0).next());
}
