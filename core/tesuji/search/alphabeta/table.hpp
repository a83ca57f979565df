// The transposition table of alpha-beta: what was found out about a position, at what depth.
// Threads share it without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>

#include "tesuji/base/move.hpp"
#include "tesuji/base/platform.hpp"
#include "tesuji/search/alphabeta/score.hpp"

namespace tesuji::alphabeta {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Entry {
  Score score = 0;
  Move move = 0;
  std::uint8_t depth = 0;
  Bound bound = Bound::none;
  bool complete = false;     // no evaluation was needed: true at any depth
  std::uint16_t search = 0;  // which search stored it; the table fills it in

  // In 64 bits, zero for an empty entry: score 21, move 16, depth 8, bound 2, complete 1,
  // search 16.
  [[nodiscard]] std::uint64_t packed() const noexcept {
    return std::uint64_t(static_cast<std::uint32_t>(score) & score_mask) |
           std::uint64_t{move} << 21 | std::uint64_t{depth} << 37 | std::uint64_t(bound) << 45 |
           std::uint64_t{complete} << 47 | std::uint64_t{search} << 48;
  }
  static Entry unpacked(std::uint64_t bits) noexcept {
    Entry entry;
    const auto low = static_cast<std::uint32_t>(bits) & score_mask;
    entry.score = static_cast<Score>(low << 11) >> 11;  // the sign is the 21st bit
    entry.move = static_cast<Move>(bits >> 21);
    entry.depth = static_cast<std::uint8_t>(bits >> 37);
    entry.bound = static_cast<Bound>(bits >> 45 & 3);
    entry.complete = (bits >> 47 & 1) != 0;
    entry.search = static_cast<std::uint16_t>(bits >> 48);
    return entry;
  }
  static constexpr std::uint32_t score_mask = (1u << 21) - 1;
  static_assert(-no_score < 1 << 20);
};

// Where an entry lies: two words that are written one after the other, its bits and its key
// xor its bits (Hyatt and Mann, 2002). Where two threads write at once and the words of two
// entries meet, they fit neither key, and nothing is found. All accesses are relaxed: an entry
// says nothing about other memory.
struct Slot {
  std::uint64_t check;
  std::uint64_t bits;

  // The entry that lies here, whosever it is.
  [[nodiscard]] Entry any() noexcept { return Entry::unpacked(load(bits)); }
  // The entry of this key, if it is the one that lies here.
  [[nodiscard]] std::optional<Entry> read(std::uint64_t key) noexcept {
    const std::uint64_t found = load(bits);
    if ((load(check) ^ found) != key) return std::nullopt;
    const Entry entry = Entry::unpacked(found);
    return entry.bound == Bound::none ? std::nullopt : std::optional(entry);
  }
  void write(std::uint64_t key, const Entry& entry) noexcept {
    const std::uint64_t packed = entry.packed();
    std::atomic_ref(check).store(key ^ packed, std::memory_order_relaxed);
    std::atomic_ref(bits).store(packed, std::memory_order_relaxed);
  }

 private:
  static std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
};

// Pairs of entries: the first of a pair keeps the deepest result, the second the latest.
class Table {
 public:
  // The memory is reserved, not touched: an entry of zeros is an empty one.
  explicit Table(std::size_t bytes)
      : pairs_(std::bit_floor(std::max<std::size_t>(bytes / (2 * sizeof(Slot)), 1))),
        slots_(reserved()) {}
  ~Table() { release_memory(slots_, bytes()); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // Provides the memory now, so that the first search does not wait for it.
  void prepare() noexcept { populate_memory(slots_, bytes()); }

  // What is known about a position; with `older` also what an earlier search left.
  [[nodiscard]] std::optional<Entry> find(std::uint64_t key, bool older) const noexcept {
    Slot* pair = pair_of(key);
    for (int i = 0; i < 2; ++i) {
      const auto entry = pair[i].read(key);
      if (entry && (older || entry->search == search_)) return entry;
    }
    return std::nullopt;
  }
  void store(std::uint64_t key, Entry entry) noexcept {
    entry.search = search_;
    Slot* pair = pair_of(key);
    const Entry first = pair[0].any();
    const bool replace = first.bound == Bound::none || first.search != search_ ||
                         entry.depth >= first.depth || pair[0].read(key);
    pair[replace ? 0 : 1].write(key, entry);
  }
  // Entries of earlier searches give way from now on, however deep they were. Once the numbers
  // of searches are used up, they are forgotten: none may pass for one of this search.
  void begin_search() {
    if (search_ == last_search) {
      Slot* fresh = reserved();
      release_memory(std::exchange(slots_, fresh), bytes());
      search_ = 0;
    }
    ++search_;
  }

 private:
  static constexpr std::uint16_t last_search = 0xffff;

  [[nodiscard]] Slot* reserved() const {
    void* memory = reserve_memory(bytes());
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<Slot*>(memory);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return 2 * pairs_ * sizeof(Slot); }
  [[nodiscard]] Slot* pair_of(std::uint64_t key) const noexcept {
    return &slots_[2 * (static_cast<std::size_t>(key) & (pairs_ - 1))];
  }

  std::size_t pairs_;
  Slot* slots_;
  std::uint16_t search_ = 0;
};

}  // namespace tesuji::alphabeta
