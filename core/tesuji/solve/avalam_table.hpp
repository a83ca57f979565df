// The transposition table of the Avalam solver: proven bounds of what a sum adds to its own value.
// Threads share it without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>

#include "tesuji/base/platform.hpp"
#include "tesuji/solve/avalam_summands.hpp"

namespace tesuji::solve::sums {

struct Entry {
  std::int16_t lower = std::numeric_limits<std::int16_t>::min();
  std::int16_t upper = std::numeric_limits<std::int16_t>::max();
  std::uint32_t effort = 0;  // nodes that it took to prove

  [[nodiscard]] std::uint64_t packed() const noexcept {
    return std::uint64_t{static_cast<std::uint16_t>(lower)} |
           std::uint64_t{static_cast<std::uint16_t>(upper)} << 16 | std::uint64_t{effort} << 32;
  }
  static Entry unpacked(std::uint64_t bits) noexcept {
    return {static_cast<std::int16_t>(bits), static_cast<std::int16_t>(bits >> 16),
            static_cast<std::uint32_t>(bits >> 32)};
  }
};

// Buckets of four entries, one cache line each. An entry is two words, its bits and its key xor
// its bits (Hyatt and Mann, 2002): words of two entries that meet fit no key. Bucket and key are
// independent hashes, 64 bits each, so a false match is practically impossible.
class Table {
 public:
  // The memory is reserved, not touched.
  explicit Table(std::size_t bytes)
      : buckets_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
        memory_(static_cast<Bucket*>(reserve_memory(buckets_ * sizeof(Bucket)))) {
    if (memory_ == nullptr) throw std::bad_alloc();
  }
  ~Table() { release_memory(memory_, buckets_ * sizeof(Bucket)); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] std::optional<Entry> find(const Key& key) const noexcept {
    for (Slot& slot : bucket(key).slots) {
      const std::uint64_t bits = load(slot.bits);
      if (bits != 0 && (load(slot.check) ^ bits) == key.check) return Entry::unpacked(bits);
    }
    return std::nullopt;
  }

  // Fetches what `find` will need.
  void prefetch(const Key& key) const noexcept { __builtin_prefetch(&bucket(key)); }

  // Merges with what is known. Otherwise it replaces the entry that was the least work.
  void store(const Key& key, Entry entry) noexcept {
    Slot* victim = nullptr;
    std::uint32_t least = 0;
    for (Slot& slot : bucket(key).slots) {
      const std::uint64_t bits = load(slot.bits);
      const Entry old = Entry::unpacked(bits);
      if (bits != 0 && (load(slot.check) ^ bits) == key.check) {
        entry.lower = std::max(entry.lower, old.lower);
        entry.upper = std::min(entry.upper, old.upper);
        entry.effort = std::max(entry.effort, old.effort);
        return write(slot, key, entry);
      }
      const std::uint32_t work = bits == 0 ? 0 : old.effort;
      if (victim == nullptr || work < least) {
        victim = &slot;
        least = work;
      }
    }
    write(*victim, key, entry);
  }

 private:
  struct Slot {
    std::uint64_t check;
    std::uint64_t bits;
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };

  static std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  static void write(Slot& slot, const Key& key, const Entry& entry) noexcept {
    const std::uint64_t bits = entry.packed();
    std::atomic_ref(slot.check).store(key.check ^ bits, std::memory_order_relaxed);
    std::atomic_ref(slot.bits).store(bits, std::memory_order_relaxed);
  }
  [[nodiscard]] Bucket& bucket(const Key& key) const noexcept {
    return memory_[key.index & (buckets_ - 1)];
  }

  std::size_t buckets_;
  Bucket* memory_;
};

}  // namespace tesuji::solve::sums
