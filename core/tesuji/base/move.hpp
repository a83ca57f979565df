// Moves are 16-bit codes that only their game can interpret; a list of moves lives on the stack.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

namespace tesuji {

using Move = std::uint16_t;

// A code that no move of any game has.
inline constexpr Move no_move = 0xffff;

// A list of legal moves without allocation. No position of a compiled game has more than 324 moves
// (Colosseum on 12x12).
class MoveList {
 public:
  static constexpr int capacity = 384;

  // Leaves the storage uninitialised on purpose.
  MoveList() noexcept {}  // NOLINT(modernize-use-equals-default)

  void push(Move move) noexcept {
    assert(size_ < capacity);
    moves_[static_cast<std::size_t>(size_++)] = move;
  }

  [[nodiscard]] int size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] Move operator[](int index) const noexcept {
    assert(index >= 0 && index < size_);
    return moves_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const Move* begin() const noexcept { return moves_.data(); }
  [[nodiscard]] const Move* end() const noexcept { return moves_.data() + size_; }
  [[nodiscard]] bool contains(Move move) const noexcept {
    for (Move other : *this) {
      if (other == move) return true;
    }
    return false;
  }

 private:
  std::array<Move, capacity> moves_;
  int size_ = 0;
};

}  // namespace tesuji
