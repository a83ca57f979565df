// The transposition table of alpha-beta: what was found out about a position, at what depth.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tesuji/base/move.hpp"

namespace tesuji::alphabeta {

using Score = std::int32_t;

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Entry {
  std::uint64_t key = 0;
  Score score = 0;
  Move move = 0;
  std::uint8_t depth = 0;
  Bound bound = Bound::none;
};
static_assert(sizeof(Entry) == 16);

// Pairs of entries: the first of a pair keeps the deepest result, the second the latest.
class Table {
 public:
  explicit Table(std::size_t bytes)
      : pairs_(std::bit_floor(std::max<std::size_t>(bytes / (2 * sizeof(Entry)), 1))) {}

  // The entry of a position, or null. The memory is taken with the first store.
  [[nodiscard]] const Entry* find(std::uint64_t key) const noexcept {
    if (entries_.empty()) return nullptr;
    const Entry* pair = &entries_[index(key)];
    if (pair[0].bound != Bound::none && pair[0].key == key) return &pair[0];
    if (pair[1].bound != Bound::none && pair[1].key == key) return &pair[1];
    return nullptr;
  }
  void store(const Entry& entry) {
    if (entries_.empty()) entries_.resize(2 * pairs_);
    Entry* pair = &entries_[index(entry.key)];
    const bool deep =
        entry.depth >= pair[0].depth || pair[0].bound == Bound::none || pair[0].key == entry.key;
    pair[deep ? 0 : 1] = entry;
  }
  void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }

 private:
  [[nodiscard]] std::size_t index(std::uint64_t key) const noexcept {
    return 2 * (static_cast<std::size_t>(key) & (pairs_ - 1));
  }

  std::size_t pairs_;
  std::vector<Entry> entries_;
};

}  // namespace tesuji::alphabeta
