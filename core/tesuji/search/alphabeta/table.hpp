// The transposition table of alpha-beta: what was found out about a position, at what depth.
// Threads share it without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
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

// Two ways to choose what a new entry replaces. A pair keeps the deepest result in its first slot
// and the latest in its second. A line of four slots replaces the entry with the least value: deep
// results and proofs count more, those of earlier searches less; and a position that is there
// already keeps its proof, or a result that is much deeper than the new one.
enum class Replacement : std::uint8_t { pairs, lines };

class Table {
 public:
  // The memory is reserved, not touched: an entry of zeros is an empty one.
  explicit Table(std::size_t bytes, Replacement replacement = Replacement::pairs)
      : count_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Slot), most_ways))),
        slots_(reserved()),
        ways_(replacement == Replacement::pairs ? 2 : most_ways) {}
  ~Table() { release_memory(slots_, bytes()); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // Provides the memory now, so that the first search does not wait for it.
  void prepare() noexcept { populate_memory(slots_, bytes()); }

  // What is known about a position; with `older` also what an earlier search left.
  [[nodiscard]] std::optional<Entry> find(std::uint64_t key, bool older) const noexcept {
    Slot* first = place_of(key);
    for (std::size_t i = 0; i < ways_; ++i) {
      const auto entry = first[i].read(key);
      if (entry && (older || entry->search == search_)) return entry;
    }
    return std::nullopt;
  }
  // Fetches what `find` will read.
  void prefetch(std::uint64_t key) const noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(place_of(key));
#else
    (void)key;
#endif
  }
  void store(std::uint64_t key, Entry entry) noexcept {
    entry.search = search_;
    if (ways_ == 2) {
      store_in_pair(key, entry);
    } else {
      store_in_line(key, entry);
    }
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
  static constexpr std::size_t most_ways = 4;
  static_assert(most_ways * sizeof(Slot) == 64, "a line of the processor's cache");

  void store_in_pair(std::uint64_t key, const Entry& entry) noexcept {
    Slot* pair = place_of(key);
    const Entry first = pair[0].any();
    const bool replace = first.bound == Bound::none || first.search != search_ ||
                         entry.depth >= first.depth || pair[0].read(key);
    pair[replace ? 0 : 1].write(key, entry);
  }
  void store_in_line(std::uint64_t key, const Entry& entry) noexcept {
    Slot* line = place_of(key);
    Slot* least = line;
    int least_value = std::numeric_limits<int>::max();
    for (Slot* slot = line; slot != line + most_ways; ++slot) {
      if (const auto same = slot->read(key)) {
        if (!keeps(*same, entry)) slot->write(key, entry);
        return;
      }
      const int value = value_of(slot->any());
      if (value >= least_value) continue;
      least = slot;
      least_value = value;
    }
    least->write(key, entry);
  }
  // Whether the entry of a position stays although there is a new one.
  [[nodiscard]] bool keeps(const Entry& old, const Entry& entry) const noexcept {
    if (is_proof(old)) return !is_proof(entry);
    constexpr int much = 3;
    return old.search == search_ && entry.bound != Bound::exact && !entry.complete &&
           entry.depth + much <= old.depth;
  }
  // What an entry that lies in the table is good for.
  [[nodiscard]] int value_of(const Entry& entry) const noexcept {
    constexpr int most_age = 32;
    constexpr int plies_per_age = 4;
    constexpr int plies_of_a_proof = 8;
    if (entry.bound == Bound::none) return std::numeric_limits<int>::min();
    const int age = std::min<int>(search_ - entry.search, most_age);
    return entry.depth + (is_proof(entry) ? plies_of_a_proof : 0) - plies_per_age * age;
  }
  static bool is_proof(const Entry& entry) noexcept {
    return entry.complete && std::abs(entry.score) >= certain;
  }

  [[nodiscard]] Slot* reserved() const {
    void* memory = reserve_memory(bytes());
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<Slot*>(memory);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return count_ * sizeof(Slot); }
  // The first of the slots that an entry may lie in.
  [[nodiscard]] Slot* place_of(std::uint64_t key) const noexcept {
    return &slots_[ways_ * (static_cast<std::size_t>(key) & (count_ / ways_ - 1))];
  }

  std::size_t count_;
  Slot* slots_;
  std::size_t ways_;
  std::uint16_t search_ = 0;
};

}  // namespace tesuji::alphabeta
