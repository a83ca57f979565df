// Memory that several threads of one search touch. Every access to the tree goes through these:
// relaxed loads and stores cost what plain ones do, and additions are atomic only where more
// than one thread searches. Statistics need no order among themselves; the two places that do
// (a child before its count, a node before its handle) say so.
#pragma once

#include <atomic>

namespace tesuji::mcts {

template <class T>
[[nodiscard]] T peek(const T& value) noexcept {
  return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_relaxed);
}
template <class T>
void put(T& value, T to) noexcept {
  std::atomic_ref<T>(value).store(to, std::memory_order_relaxed);
}
// What another thread published, with all that it wrote before.
template <class T>
[[nodiscard]] T peek_published(const T& value) noexcept {
  return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_acquire);
}
template <class T>
void publish(T& value, T to) noexcept {
  std::atomic_ref<T>(value).store(to, std::memory_order_release);
}
// Adds and returns the new value.
template <class T>
T add(T& value, T by, bool shared) noexcept {
  if (!shared) return value = static_cast<T>(value + by);
  return static_cast<T>(std::atomic_ref<T>(value).fetch_add(by, std::memory_order_acq_rel) + by);
}
// Changes `from` to `to`; false if somebody else was first.
template <class T>
bool claim(T& value, T from, T to, bool shared) noexcept {
  if (shared) {
    return std::atomic_ref<T>(value).compare_exchange_strong(from, to, std::memory_order_acq_rel);
  }
  if (value != from) return false;
  value = to;
  return true;
}

}  // namespace tesuji::mcts
