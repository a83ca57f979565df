// The table of the ewn-cyclic solver: what is proven about a position. Keys are exact.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <new>

#include "tesuji/base/platform.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/solve/ewn_cyclic_position.hpp"

namespace tesuji::solve::ewn_cyclic {

// What is proven for the player to move, in turns of the player who wins.
struct Proof {
  static constexpr int unlimited = 127;

  int win = unlimited;   // wins within so many turns; `unlimited`: not known
  int no_win = 0;        // cannot force a win within so many turns
  int loss = unlimited;  // loses within so many turns of the enemy
  int no_loss = 0;       // the enemy cannot force a win within so many turns
  Step best = no_step;   // the best step of the player to move, as a guess
  int effort = 0;        // logarithm of the nodes

  void prove_win(int turns) noexcept {
    win = std::min(win, turns);
    no_loss = unlimited;
  }
  void prove_loss(int turns) noexcept {
    loss = std::min(loss, turns);
    no_win = unlimited;
  }
};

// Shared by threads without locks: the second word is stored as it is, the first one xor the
// second. Words of two entries that meet fit no key.
class Table {
 public:
  explicit Table(double megabytes)
      : size_(std::bit_floor(std::max<std::size_t>(
            ways_per_bucket, static_cast<std::size_t>(megabytes * 1e6 / sizeof(Slot))))),
        slots_(reserved(size_ * sizeof(Slot))) {}
  ~Table() { release_memory(slots_, size_ * sizeof(Slot)); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // Fetches what `read` will need.
  void prefetch(const Position& position) const noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(&slots_[Key(position).bucket(size_)]);
#else
    (void)position;
#endif
  }

  [[nodiscard]] Proof read(const Position& position) const noexcept {
    const Key key(position);
    const Slot* bucket = &slots_[key.bucket(size_)];
    for (int i = 0; i < ways_per_bucket; ++i) {
      const std::uint64_t data = load(bucket[i].data);
      if ((data & key_bits) == key.high && (load(bucket[i].low) ^ data) == key.low) {
        return unpacked(data);
      }
    }
    return {};
  }
  void write(const Position& position, const Proof& proof) noexcept {
    const Key key(position);
    Slot* bucket = &slots_[key.bucket(size_)];
    Slot* chosen = bucket;
    for (int i = 0; i < ways_per_bucket; ++i) {
      const std::uint64_t data = load(bucket[i].data);
      if ((data & key_bits) == key.high && (load(bucket[i].low) ^ data) == key.low) {
        chosen = &bucket[i];
        break;
      }
      // The last way always takes the newest entry; the others keep those that cost most.
      if (i + 1 == ways_per_bucket) {
        if (effort(load(chosen->data)) > proof.effort) chosen = &bucket[i];
      } else if (effort(data) < effort(load(chosen->data))) {
        chosen = &bucket[i];
      }
    }
    const std::uint64_t data = key.high | packed(proof);
    std::atomic_ref(chosen->low).store(key.low ^ data, std::memory_order_relaxed);
    std::atomic_ref(chosen->data).store(data, std::memory_order_relaxed);
  }

 private:
  static constexpr int ways_per_bucket = 4;
  static constexpr std::uint64_t key_bits = 0x3fff;  // one of them says that the slot is taken

  struct Slot {
    std::uint64_t low = 0;
    std::uint64_t data = 0;
  };
  struct Key {
    explicit Key(const Position& position) noexcept
        : low(position.own.packed() | position.enemy.packed() << 36),
          high((position.enemy.packed() >> 28) | static_cast<std::uint64_t>(position.phase) << 8 |
               1u << 13) {}
    [[nodiscard]] std::size_t bucket(std::size_t size) const noexcept {
      return mix(low ^ high * 0x9e3779b97f4a7c15u) & (size - ways_per_bucket);
    }
    std::uint64_t low;
    std::uint64_t high;
  };

  static Slot* reserved(std::size_t bytes) {
    void* memory = reserve_memory(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<Slot*>(memory);
  }
  static std::uint64_t load(const std::uint64_t& word) noexcept {
    return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
  }
  static int effort(std::uint64_t data) noexcept { return static_cast<int>(data >> 48 & 63); }
  static std::uint64_t packed(const Proof& proof) noexcept {
    return static_cast<std::uint64_t>(proof.win) << 14 |
           static_cast<std::uint64_t>(proof.no_win) << 21 |
           static_cast<std::uint64_t>(proof.loss) << 28 |
           static_cast<std::uint64_t>(proof.no_loss) << 35 |
           static_cast<std::uint64_t>(proof.best) << 42 |
           static_cast<std::uint64_t>(proof.effort) << 48;
  }
  static Proof unpacked(std::uint64_t data) noexcept {
    const auto seven = [data](int shift) { return static_cast<int>(data >> shift & 127); };
    return {seven(14),   seven(21), seven(28), seven(35), static_cast<Step>(data >> 42 & 63),
            effort(data)};
  }

  std::size_t size_;
  Slot* slots_;
};

}  // namespace tesuji::solve::ewn_cyclic
