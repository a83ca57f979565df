// The moves of a decision one by one, the most promising first. The table's move comes before any
// other is generated; the rest are ranked together and sorted only as far as they are tried.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tesuji/base/game.hpp"

namespace tesuji::alphabeta {

// Moves with their ranks in one word each: rank, then the place in the list, then the move. The
// larger word comes first; of equal ranks the move that was generated first.
using RankedWord = std::uint64_t;
inline RankedWord ranked_word(std::int32_t rank, std::size_t place, Move move) noexcept {
  const auto order = static_cast<std::uint32_t>(rank) ^ 0x8000'0000u;
  return std::uint64_t{order} << 32 | (0xffff - (place & 0xffff)) << 16 | move;
}

// The lists of all pickers of a thread, one above the other; grows to the largest and stays.
using PickerStack = std::vector<RankedWord>;

template <Game G>
class Picker {
 public:
  // How many moves are selected one by one, at least, before the rest are sorted.
  static constexpr int least_selected = 6;

  // `sorts`: whether the order of late moves matters; `distinct`: whether to leave out moves that
  // lead to the same position as another; `wanted`: moves whose order matters in any case.
  Picker(PickerStack& stack, const G& position, std::optional<Move> hint, bool sorts, bool distinct,
         int wanted)
      : stack_(stack),
        position_(position),
        hint_(hint),
        base_(stack.size()),
        selected_(sorts ? least_selected : std::max(least_selected, wanted)),
        sorts_(sorts),
        distinct_(distinct) {}
  ~Picker() { stack_.resize(base_); }
  Picker(const Picker&) = delete;
  Picker& operator=(const Picker&) = delete;

  // The next move; `rank(move)` gives the rank of any but the table's, `rank.leaves_out(move)`, if
  // there is such a function, whether to leave it out.
  template <class Rank>
  std::optional<Move> next(Rank&& rank) {
    if (!listed_) {
      if (HasStableMoveCodes<G> && hint_ && !gave_hint_) {
        gave_hint_ = true;
        return hint_;
      }
      list(rank);
    }
    if (at_ == stack_.size()) return std::nullopt;
    if (picked_ < selected_) {
      select();
    } else if (picked_ == selected_ && sorts_) {
      std::sort(from(at_), stack_.end(), std::greater<>());
    }
    ++picked_;
    return static_cast<Move>(stack_[at_++]);
  }

 private:
  [[nodiscard]] auto from(std::size_t at) noexcept {
    return stack_.begin() + static_cast<std::ptrdiff_t>(at);
  }
  template <class Rank>
  void list(Rank&& rank) {
    listed_ = true;
    at_ = base_;
    move_list_t<G> moves;
    distinct_ ? distinct_moves(position_, moves) : position_.legal_moves(moves);
    std::size_t place = 0;
    for (const Move move : moves) {
      if (move != hint_) {
        if constexpr (requires { rank.leaves_out(move); }) {
          if (rank.leaves_out(move)) continue;
        }
        stack_.push_back(ranked_word(rank(move), place, move));
      } else if (!gave_hint_) {
        stack_.push_back(ranked_word(first_rank, place, move));
      }
      ++place;
    }
  }
  void select() noexcept { std::iter_swap(from(at_), std::max_element(from(at_), stack_.end())); }

  static constexpr std::int32_t first_rank = 0x7fff'ffff;

  PickerStack& stack_;
  const G& position_;
  std::optional<Move> hint_;
  std::size_t base_;
  std::size_t at_ = 0;
  int picked_ = 0;
  int selected_;
  bool sorts_;
  bool distinct_;
  bool listed_ = false;
  bool gave_hint_ = false;
};

}  // namespace tesuji::alphabeta
