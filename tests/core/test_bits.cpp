// Bit operations against bit-by-bit loops.
#include <vector>

#include "check.hpp"
#include "tesuji/base/bits.hpp"
#include "tesuji/base/rng.hpp"

using namespace tesuji;

namespace {

std::vector<int> set_bits(std::uint64_t word) {
  std::vector<int> result;
  for (int i = 0; i < 64; ++i) {
    if (word >> i & 1) result.push_back(i);
  }
  return result;
}

// Words of every density, including 0 and all ones.
template <class Visit>
void for_many_words(Visit&& visit) {
  visit(std::uint64_t{0});
  visit(~std::uint64_t{0});
  for (int i = 0; i < 64; ++i) visit(bit(i));
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t word = rng.next();
    visit(word);
    visit(word & rng.next() & rng.next());
    visit(word | rng.next() | rng.next());
  }
}

}  // namespace

TEST_CASE(bits_nth_bit_finds_every_set_bit) {
  for_many_words([](std::uint64_t word) {
    const std::vector<int> expected = set_bits(word);
    for (std::size_t n = 0; n < expected.size(); ++n) {
      CHECK_EQ(nth_bit(word, static_cast<int>(n)), expected[n]);
    }
  });
}

TEST_CASE(bits_for_each_bit_visits_from_the_low_end) {
  for_many_words([](std::uint64_t word) {
    std::vector<int> seen;
    for_each_bit(word, [&](int index) { seen.push_back(index); });
    CHECK(seen == set_bits(word));
  });
}
