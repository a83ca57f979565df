// A memory pool of 32-byte units with a fixed limit. It reserves address space at once and uses
// memory as it grows. Freed blocks are kept by size and reused. Several threads can allocate from
// a shared pool, each from its own arena; a shared pool does not reuse blocks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "tesuji/base/platform.hpp"

namespace tesuji {

class Pool {
 public:
  using Handle = std::uint32_t;  // in units; 0 is no block
  static constexpr std::size_t unit = 32;
  static constexpr Handle none = 0;

  // The part of a shared pool that one thread has reserved and not used yet. Clearing the pool
  // invalidates its arenas.
  struct Arena {
    std::size_t next = 0;
    std::size_t end = 0;
  };

  explicit Pool(std::size_t bytes, bool shared = false)
      : shared_(shared),
        bytes_(std::clamp(bytes, unit * 1024, unit * (std::size_t{1} << 32) - unit)),
        memory_(static_cast<std::byte*>(reserve_memory(bytes_))) {
    if (memory_ == nullptr) throw std::bad_alloc();
  }
  ~Pool() { release_memory(memory_, bytes_); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // A block of `units` units, or `none` if the pool is full.
  Handle allocate(std::size_t units) noexcept {
    if (units < free_.size() && free_[units] != none) {
      const Handle handle = free_[units];
      free_[units] = *at<Handle>(handle);
      return handle;
    }
    if ((used_ + units) * unit > bytes_) return none;
    const auto handle = static_cast<Handle>(used_);
    used_ += units;
    return handle;
  }
  // The same for one of several threads.
  Handle allocate(std::size_t units, Arena& arena) noexcept {
    if (!shared_) return allocate(units);
    if (arena.end - arena.next < units) {
      const std::size_t wanted = std::max(units, arena_units);
      std::size_t begin = take(wanted);
      if (begin != none) {
        arena = {begin, begin + wanted};
      } else if ((begin = take(units)) != none) {
        return static_cast<Handle>(begin);
      } else {
        return none;
      }
    }
    arena.next += units;
    return static_cast<Handle>(arena.next - units);
  }
  void give_back(Handle handle, std::size_t units) {
    assert(handle != none);
    if (shared_) return;
    if (units >= free_.size()) free_.resize(units + 1, none);
    *at<Handle>(handle) = free_[units];
    free_[units] = handle;
  }

  template <class T>
  [[nodiscard]] T* at(Handle handle) const noexcept {
    return reinterpret_cast<T*>(memory_ + std::size_t{handle} * unit);
  }

  // Frees every block; the process keeps the memory for the next search.
  void clear() noexcept {
    used_ = 1;
    std::fill(free_.begin(), free_.end(), none);
  }
  // Frees every block and returns the memory to the system.
  void forget() noexcept {
    clear();
    forget_memory(memory_, bytes_);
  }
  void swap(Pool& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(memory_, other.memory_);
    std::swap(used_, other.used_);
    std::swap(free_, other.free_);
  }

  [[nodiscard]] std::size_t capacity() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t used() const noexcept { return std::min(used_ * unit, bytes_); }

 private:
  static constexpr std::size_t arena_units = 512;

  // `units` units for one thread, or `none`.
  std::size_t take(std::size_t units) noexcept {
    const std::atomic_ref<std::size_t> used(used_);
    // Checking first keeps the counter near the limit, however often a full pool is asked.
    if ((used.load(std::memory_order_relaxed) + units) * unit > bytes_) return none;
    const std::size_t begin = used.fetch_add(units, std::memory_order_relaxed);
    return (begin + units) * unit > bytes_ ? std::size_t{none} : begin;
  }

  bool shared_;
  std::size_t bytes_;
  std::byte* memory_;
  std::vector<Handle> free_ = std::vector<Handle>(1024, none);
  // On a different cache line from the data that all threads read. The unit of handle 0 is never
  // used.
  alignas(64) std::size_t used_ = 1;
};

}  // namespace tesuji
