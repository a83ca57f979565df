// The transposition table of the Pentago solvers: what is known about sets of boards.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "tesuji/base/platform.hpp"
#include "tesuji/solve/pentago_fives.hpp"

namespace tesuji::solve {

// The stones placed since the root, and whether the player to move attacks (needs a win; otherwise
// a draw is enough).
struct PlacementKey {
  static constexpr int most_cells = 31;

  std::uint32_t own = 0;  // the top bit is set if the player to move attacks
  std::uint32_t other = 0;

  PlacementKey(Placed own_cells, Placed other_cells, bool attacks) noexcept
      : own(static_cast<std::uint32_t>(own_cells) | (attacks ? std::uint32_t{1} << 31 : 0)),
        other(static_cast<std::uint32_t>(other_cells)) {}
  [[nodiscard]] bool attacks() const noexcept { return own >> 31 != 0; }
  [[nodiscard]] std::uint64_t hash() const noexcept {
    return mix(own | std::uint64_t{other} << 32);
  }
  friend bool operator==(const PlacementKey&, const PlacementKey&) = default;
};

// Threads share the table: an entry that another thread uses reads as absent.
template <PentagoRules rules>
class PlacementTable {
 public:
  using Set = BoardSet<rules>;

  PlacementTable() = default;
  ~PlacementTable() {
    if (entries_ != nullptr) release_memory(entries_, bytes_);
  }
  PlacementTable(const PlacementTable&) = delete;
  PlacementTable& operator=(const PlacementTable&) = delete;

  // Forgets everything. Without memory the table stays empty.
  void prepare(std::size_t bytes) {
    const std::size_t buckets = bytes / (2 * sizeof(Entry));
    if (buckets != buckets_ || ++generation_ == 0) {
      if (entries_ != nullptr) release_memory(entries_, bytes_);
      bytes_ = buckets * 2 * sizeof(Entry);
      entries_ = bytes_ > 0 ? static_cast<Entry*>(reserve_memory(bytes_)) : nullptr;
      buckets_ = buckets;
      generation_ = 1;
    }
  }
  // Moves boards of `rest` whose result within `depth` plies is known: to `won` if the player to
  // move reaches its goal.
  void look_up(const PlacementKey& key, int depth, Set& won, Set& rest) noexcept {
    if (entries_ == nullptr) return;
    Entry* bucket = bucket_of(key);
    for (int i = 0; i < 2; ++i) {
      const Hold hold(bucket[i]);
      const Entry& entry = bucket[i];
      if (!hold || !matches(entry, key)) continue;
      // The attacker's wins hold at any depth, the defence only as deep as it was searched.
      const bool deep_enough = entry.depth >= depth;
      if (key.attacks() || deep_enough) {
        won |= entry.won & rest;
        rest -= entry.won;
      }
      if (!key.attacks() || deep_enough) rest -= entry.lost;
      return;
    }
  }
  void store(const PlacementKey& key, int depth, const Set& won, const Set& lost) noexcept {
    if (entries_ == nullptr) return;
    Entry* bucket = bucket_of(key);
    const bool second = !matches_safely(bucket[0], key) &&
                        (matches_safely(bucket[1], key) || deeper(bucket[0], depth));
    Entry& entry = bucket[second ? 1 : 0];
    const Hold hold(entry);
    if (!hold) return;
    if (!matches(entry, key)) {
      entry.won = won;
      entry.lost = lost;
      entry.key = key;
      entry.generation = generation_;
      entry.depth = static_cast<std::uint8_t>(depth);
      return;
    }
    (key.attacks() ? entry.won : entry.lost) |= key.attacks() ? won : lost;
    Set& defended = key.attacks() ? entry.lost : entry.won;
    const Set& now = key.attacks() ? lost : won;
    if (depth > entry.depth) defended = now;
    if (depth == entry.depth) defended |= now;
    entry.depth = std::max(entry.depth, static_cast<std::uint8_t>(depth));
  }

 private:
  struct Entry {
    Set won;
    Set lost;
    PlacementKey key;
    std::uint16_t generation;
    std::uint8_t depth;
    std::uint8_t held;  // by a thread
  };

  class Hold {
   public:
    explicit Hold(Entry& entry) noexcept
        : held_(entry.held), mine_(held_.exchange(1, std::memory_order_acquire) == 0) {}
    ~Hold() {
      if (mine_) held_.store(0, std::memory_order_release);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    explicit operator bool() const noexcept { return mine_; }

   private:
    std::atomic_ref<std::uint8_t> held_;
    bool mine_;
  };

  [[nodiscard]] Entry* bucket_of(const PlacementKey& key) const noexcept {
    return entries_ + 2 * ((key.hash() >> 32) * buckets_ >> 32);
  }
  [[nodiscard]] bool matches(const Entry& entry, const PlacementKey& key) const noexcept {
    return entry.generation == generation_ && entry.key == key;
  }
  [[nodiscard]] bool matches_safely(Entry& entry, const PlacementKey& key) const noexcept {
    const Hold hold(entry);
    return hold && matches(entry, key);
  }
  [[nodiscard]] bool deeper(Entry& entry, int depth) const noexcept {
    const Hold hold(entry);
    return !hold || (entry.generation == generation_ && entry.depth > depth);
  }

  Entry* entries_ = nullptr;
  std::size_t buckets_ = 0;
  std::size_t bytes_ = 0;
  std::uint16_t generation_ = 0;
};

}  // namespace tesuji::solve
