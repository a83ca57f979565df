// A hash table of what a solver knows about positions, in a fixed amount of memory. Threads share
// it with short locks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <type_traits>

#include "tesuji/base/platform.hpp"

namespace tesuji::solve {

// `Entry` has a `key` (0 means empty) and `work`, the nodes that its content cost. In a full
// bucket, the entry that cost least gives way.
template <class Entry>
class EntryTable {
  static_assert(std::is_trivially_copyable_v<Entry>);

 public:
  EntryTable(std::size_t bytes, bool shared)
      : buckets_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
        shared_(shared),
        memory_(static_cast<Bucket*>(reserve_memory(buckets_ * sizeof(Bucket)))) {
    if (memory_ == nullptr) throw std::bad_alloc();
  }
  ~EntryTable() { release_memory(memory_, buckets_ * sizeof(Bucket)); }
  EntryTable(const EntryTable&) = delete;
  EntryTable& operator=(const EntryTable&) = delete;

  [[nodiscard]] std::optional<Entry> find(std::uint64_t key) const {
    key = stored(key);
    const std::size_t index = index_of(key);
    const Lock lock(*this, index);
    for (const Entry& entry : memory_[index]) {
      if (entry.key == key) return entry;
    }
    return std::nullopt;
  }

  // Calls change(entry) on the entry of a position; a new one has the key and zeros elsewhere.
  template <class Change>
  void update(std::uint64_t key, Change&& change) {
    key = stored(key);
    const std::size_t index = index_of(key);
    const Lock lock(*this, index);
    Bucket& entries = memory_[index];
    Entry* place = &entries[0];
    for (Entry& entry : entries) {
      if (entry.key == key) {
        change(entry);
        return;
      }
      const bool cheaper = entry.key == 0 || entry.work < place->work;
      if (place->key != 0 && cheaper) place = &entry;
    }
    *place = Entry{};
    place->key = key;
    change(*place);
  }

 private:
  static constexpr std::size_t lock_count = 1024;
  using Bucket = std::array<Entry, 4>;

  class Lock {
   public:
    Lock(const EntryTable& table, std::size_t index)
        : flag_(table.shared_ ? &table.locks_[index % lock_count] : nullptr) {
      while (flag_ != nullptr && flag_->test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Lock() {
      if (flag_ != nullptr) flag_->clear(std::memory_order_release);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    std::atomic_flag* flag_;
  };

  static std::uint64_t stored(std::uint64_t key) noexcept { return key == 0 ? 1 : key; }
  [[nodiscard]] std::size_t index_of(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>(key) & (buckets_ - 1);
  }

  std::size_t buckets_;
  bool shared_;
  Bucket* memory_;
  mutable std::array<std::atomic_flag, lock_count> locks_{};
};

}  // namespace tesuji::solve
