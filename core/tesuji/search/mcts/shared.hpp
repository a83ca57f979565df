// Memory of a tree, which one thread or several touch. Where several do, statistics are read and
// written by themselves and added atomically; they need no order among themselves, and the two
// places that do (a child before its count, a node before its handle) say so. Where one thread
// searches, all of this is plain memory.
#pragma once

#include <atomic>

namespace tesuji::mcts {

template <bool shared>
struct Memory {
  template <class T>
  [[nodiscard]] static T peek(const T& value) noexcept {
    if constexpr (!shared) return value;
    return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_relaxed);
  }
  template <class T>
  static void put(T& value, T to) noexcept {
    if constexpr (shared) {
      std::atomic_ref<T>(value).store(to, std::memory_order_relaxed);
    } else {
      value = to;
    }
  }
  // What another thread published, with all that it wrote before.
  template <class T>
  [[nodiscard]] static T peek_published(const T& value) noexcept {
    if constexpr (!shared) return value;
    return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_acquire);
  }
  template <class T>
  static void publish(T& value, T to) noexcept {
    if constexpr (shared) {
      std::atomic_ref<T>(value).store(to, std::memory_order_release);
    } else {
      value = to;
    }
  }
  // Adds and returns the new value.
  template <class T>
  static T add(T& value, T by) noexcept {
    if constexpr (!shared) return value = static_cast<T>(value + by);
    return static_cast<T>(std::atomic_ref<T>(value).fetch_add(by, std::memory_order_acq_rel) + by);
  }
  template <class T>
  static void set_bits(T& value, T bits) noexcept {
    if constexpr (shared) {
      std::atomic_ref<T>(value).fetch_or(bits, std::memory_order_relaxed);
    } else {
      value = static_cast<T>(value | bits);
    }
  }
  // Changes `from` to `to`; false if another thread was first.
  template <class T>
  static bool claim(T& value, T from, T to) noexcept {
    if constexpr (shared) {
      return std::atomic_ref<T>(value).compare_exchange_strong(from, to, std::memory_order_acq_rel);
    }
    if (value != from) return false;
    value = to;
    return true;
  }
};

}  // namespace tesuji::mcts
