// Threads that divide the work: each leaves a move that another thread is searching for later, and
// then often finds its result in the table (ABDADA: Weill, 1996; without counters in the table:
// Kerrigan, 2012).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tesuji/base/move.hpp"
#include "tesuji/base/rng.hpp"

namespace tesuji::alphabeta {

// The moves that threads are searching now, in lines of the processor's cache. These are hints: a
// move that is missing here costs work, but never changes a result.
class BusyMoves {
 public:
  BusyMoves() : lines_(std::make_unique<Line[]>(count)) {}

  static std::uint64_t key_of(std::uint64_t position, Move move, int depth) noexcept {
    const auto what = std::uint64_t{move} << 8 | static_cast<std::uint64_t>(depth & 0xff);
    return mix(position ^ mix(what + 1)) | 1;  // 0 is an empty place
  }
  [[nodiscard]] bool contains(std::uint64_t key) const noexcept {
    for (const auto& place : line_of(key)) {
      if (place.load(std::memory_order_relaxed) == key) return true;
    }
    return false;
  }
  void add(std::uint64_t key) noexcept {
    Line& line = line_of(key);
    for (auto& place : line) {
      std::uint64_t empty = 0;
      if (place.compare_exchange_strong(empty, key, std::memory_order_relaxed)) return;
    }
    line[0].store(key, std::memory_order_relaxed);
  }
  void remove(std::uint64_t key) noexcept {
    for (auto& place : line_of(key)) {
      std::uint64_t same = key;
      if (place.compare_exchange_strong(same, 0, std::memory_order_relaxed)) return;
    }
  }

 private:
  static constexpr std::size_t count = 4096;
  struct alignas(64) Line : std::array<std::atomic<std::uint64_t>, 8> {};

  [[nodiscard]] Line& line_of(std::uint64_t key) const noexcept {
    return lines_[(key >> 1) & (count - 1)];
  }

  std::unique_ptr<Line[]> lines_;
};

struct NumberedMove {
  Move move;
  int number;  // in the order of the picker
};
// The moves that pickers of a thread have deferred, one list above the other.
using DeferredMoves = std::vector<NumberedMove>;

// The moves of a picker; those that other threads are searching come last. Without other threads,
// the moves in the picker's order.
template <class Picker>
class SharedPicker {
 public:
  // `busy`: null where nothing is shared. `position` and `depth` name the node.
  SharedPicker(Picker& picker, BusyMoves* busy, DeferredMoves& deferred, std::uint64_t position,
               int depth) noexcept
      : picker_(picker),
        busy_(busy),
        deferred_(deferred),
        base_(deferred.size()),
        position_(position),
        depth_(depth) {}
  ~SharedPicker() {
    release();
    deferred_.resize(base_);
  }
  SharedPicker(const SharedPicker&) = delete;
  SharedPicker& operator=(const SharedPicker&) = delete;

  template <class Rank>
  std::optional<NumberedMove> next(Rank&& rank) {
    release();
    while (!skips_rest_) {
      const auto move = picker_.next(rank);
      if (!move) break;
      const NumberedMove found{*move, number_++};
      if (busy_ == nullptr || take(found)) return found;
      deferred_.push_back(found);
    }
    if (base_ + given_ == deferred_.size()) return std::nullopt;
    return deferred_[base_ + given_++];
  }
  // Leaves out the picker's other moves. Those that were deferred still come.
  void skip_rest() noexcept { skips_rest_ = true; }

 private:
  // Takes a move unless another thread is searching it. All threads search the first move: what it
  // gives is the bound for the others.
  bool take(const NumberedMove& found) noexcept {
    const std::uint64_t key = BusyMoves::key_of(position_, found.move, depth_);
    if (found.number > 0 && busy_->contains(key)) return false;
    busy_->add(taken_ = key);
    return true;
  }
  void release() noexcept {
    if (taken_ != 0) busy_->remove(taken_);
    taken_ = 0;
  }

  Picker& picker_;
  BusyMoves* busy_;
  DeferredMoves& deferred_;
  std::size_t base_;
  std::size_t given_ = 0;
  std::uint64_t position_;
  std::uint64_t taken_ = 0;  // the key of the move that this thread is searching
  int depth_;
  int number_ = 0;
  bool skips_rest_ = false;
};

}  // namespace tesuji::alphabeta
