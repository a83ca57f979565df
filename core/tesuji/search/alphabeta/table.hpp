// The transposition table of alpha-beta: what was found out about a position, at what depth.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "tesuji/base/move.hpp"
#include "tesuji/base/platform.hpp"

namespace tesuji::alphabeta {

using Score = std::int32_t;

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Entry {
  std::uint64_t key = 0;
  Score score = 0;
  Move move = 0;
  std::uint8_t depth = 0;
  Bound bound : 2 = Bound::none;
  bool complete : 1 = false;    // no evaluation was needed: true at any depth
  std::uint8_t search : 5 = 0;  // which search stored it, modulo 32
};
static_assert(sizeof(Entry) == 16 && std::is_trivially_copyable_v<Entry>);

// Pairs of entries: the first of a pair keeps the deepest result, the second the latest.
class Table {
 public:
  // The memory is reserved, not touched: an entry of zeros is an empty one.
  explicit Table(std::size_t bytes)
      : pairs_(std::bit_floor(std::max<std::size_t>(bytes / (2 * sizeof(Entry)), 1))),
        entries_(static_cast<Entry*>(reserve_memory(2 * pairs_ * sizeof(Entry)))) {
    if (entries_ == nullptr) throw std::bad_alloc();
  }
  ~Table() { release_memory(entries_, 2 * pairs_ * sizeof(Entry)); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // The entry of a position, or null; with `older` also one that an earlier search left.
  [[nodiscard]] const Entry* find(std::uint64_t key, bool older) const noexcept {
    const Entry* pair = &entries_[index(key)];
    for (int i = 0; i < 2; ++i) {
      if (pair[i].bound == Bound::none || pair[i].key != key) continue;
      if (older || pair[i].search == search_) return &pair[i];
    }
    return nullptr;
  }
  void store(Entry entry) {
    entry.search = search_ & 31;
    Entry* pair = &entries_[index(entry.key)];
    const bool replace = pair[0].bound == Bound::none || pair[0].key == entry.key ||
                         pair[0].search != search_ || entry.depth >= pair[0].depth;
    pair[replace ? 0 : 1] = entry;
  }
  // Entries of earlier searches give way from now on, however deep they were.
  void begin_search() noexcept { search_ = static_cast<std::uint8_t>((search_ + 1) % 32); }

 private:
  [[nodiscard]] std::size_t index(std::uint64_t key) const noexcept {
    return 2 * (static_cast<std::size_t>(key) & (pairs_ - 1));
  }

  std::size_t pairs_;
  Entry* entries_;
  std::uint8_t search_ = 0;
};

}  // namespace tesuji::alphabeta
