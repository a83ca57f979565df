// Endgame tables of ewn: the win probability of the player to move before the roll, for every
// position with few stones.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tesuji/solve/ewn_tables_index.hpp"

namespace tesuji::solve::ewn_tables {

// Values are stored in 24 bits, with an error of at most 3e-8 for each step to the end.
inline constexpr std::size_t value_bytes = 3;
inline constexpr double scale = (1 << 24) - 1;

// The values of one block. One byte more than the values is readable.
using Bytes = std::span<const std::uint8_t>;

inline std::size_t payload_bytes(const BlockId& id) noexcept {
  return id.entries() * value_bytes + 1;
}
inline double value_at(const std::uint8_t* bytes, std::size_t index) noexcept {
  std::uint32_t word;
  std::memcpy(&word, bytes + index * value_bytes, sizeof(word));
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap32(word);
  return (word & 0xffffff) / scale;
}
inline void set_value(std::uint8_t* bytes, std::size_t index, double value) noexcept {
  const auto word = static_cast<std::uint32_t>(std::lround(value * scale));
  for (std::size_t i = 0; i < value_bytes; ++i) {
    bytes[index * value_bytes + i] = static_cast<std::uint8_t>(word >> (8 * i));
  }
}

// The memory behind a block: a vector or a mapped file. `bytes` may check the file when it is first
// used, so it may throw.
class BlockMemory {
 public:
  virtual ~BlockMemory() = default;
  virtual const std::uint8_t* bytes() = 0;
};
class VectorMemory final : public BlockMemory {
 public:
  explicit VectorMemory(std::vector<std::uint8_t> bytes) noexcept : bytes_(std::move(bytes)) {}
  const std::uint8_t* bytes() override { return bytes_.data(); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// One thread at a time may add blocks; others may read those with up to `stones()` stones.
class Tables {
 public:
  // The largest number of stones for which all blocks are there.
  [[nodiscard]] int stones() const noexcept { return stones_.load(std::memory_order_acquire); }
  void complete(int stones) noexcept { stones_.store(stones, std::memory_order_release); }
  [[nodiscard]] bool has(const BlockId& id) const noexcept {
    return slot(id.first_count, id.first_class, id.second_count, id.second_class) != nullptr;
  }

  void add(const BlockId& id, std::unique_ptr<BlockMemory> memory) {
    slot(id.first_count, id.first_class, id.second_count, id.second_class) = memory.get();
    owned_.push_back(std::move(memory));
  }
  // Reads all values; throws if a file is damaged.
  void check() const {
    for (const auto& memory : owned_) (void)memory->bytes();
  }
  // The win probability of the player to move before the roll, while both have cubes and nobody has
  // arrived.
  [[nodiscard]] double value(const Side& own, const Side& enemy) const {
    const bool first =
        own.count > enemy.count || (own.count == enemy.count && own.of_class >= enemy.of_class);
    const Side& a = first ? own : enemy;
    const Side& b = first ? enemy : own;
    BlockMemory* memory = slot(a.count, a.of_class, b.count, b.of_class);
    assert(memory != nullptr);
    const std::size_t offset = first ? 0 : entry_count(a.count, b.count);
    return value_at(memory->bytes(), offset + index_of(own, enemy));
  }

 private:
  using Slots =
      std::array<BlockMemory*, (most_own + 1) * (most_own + 1) * most_classes * most_classes>;

  static std::size_t place(int a, int class_a, int b, int class_b) noexcept {
    return static_cast<std::size_t>(
        ((a * (most_own + 1) + b) * most_classes + class_a) * most_classes + class_b);
  }
  BlockMemory*& slot(int a, int class_a, int b, int class_b) noexcept {
    return slots_[place(a, class_a, b, class_b)];
  }
  [[nodiscard]] BlockMemory* slot(int a, int class_a, int b, int class_b) const noexcept {
    return slots_[place(a, class_a, b, class_b)];
  }

  std::atomic<int> stones_{1};
  Slots slots_{};
  std::vector<std::unique_ptr<BlockMemory>> owned_;
};

// The sides of a position, the player to move first, if both have few enough cubes.
struct Sides {
  Side own;
  Side enemy;
};
inline std::optional<Sides> sides_of(const Ewn& position, int most) noexcept {
  const auto side_of = [&](int player) {
    const ewn::Squares& cubes = position.side(player);
    return Side::of(cubes.alive_set(),
                    [&](int cube) { return player == 0 ? cubes[cube] : goal - cubes[cube]; });
  };
  const int player = position.to_move();
  const int own = std::popcount(position.side(player).alive_set());
  const int enemies = std::popcount(position.side(1 - player).alive_set());
  if (own + enemies > most || own == 0 || enemies == 0) return std::nullopt;
  return Sides{side_of(player), side_of(1 - player)};
}

}  // namespace tesuji::solve::ewn_tables
