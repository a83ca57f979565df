// Type-erased games: a small virtual interface, and a value type around it that meets the concept
// `Game`. Every search runs on games written in Python this way; compiled games do not pay for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tesuji/base/game.hpp"

namespace tesuji {

// An immutable position. Moves and events are numbers from 0 up in the order of the game's own
// lists, so the game's moves can be any values.
class ErasedState {
 public:
  virtual ~ErasedState() = default;
  [[nodiscard]] virtual int to_move() const = 0;
  [[nodiscard]] virtual int move_count() const = 0;
  [[nodiscard]] virtual int event_count() const = 0;  // 0 unless this is a chance position
  [[nodiscard]] virtual std::shared_ptr<const ErasedState> after_move(int number) const = 0;
  [[nodiscard]] virtual std::shared_ptr<const ErasedState> after_event(int number) const = 0;
  [[nodiscard]] virtual std::optional<Outcome> outcome() const = 0;
  [[nodiscard]] virtual int score() const = 0;
  [[nodiscard]] virtual std::uint64_t hash() const = 0;
  [[nodiscard]] virtual bool equals(const ErasedState& other) const = 0;
};

// A move list without a limit.
class GrowingMoveList {
 public:
  void push(Move move) { moves_.push_back(move); }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(moves_.size()); }
  [[nodiscard]] bool empty() const noexcept { return moves_.empty(); }
  [[nodiscard]] Move operator[](int index) const noexcept {
    return moves_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const Move* begin() const noexcept { return moves_.data(); }
  [[nodiscard]] const Move* end() const noexcept { return moves_.data() + moves_.size(); }
  [[nodiscard]] bool contains(Move move) const noexcept {
    return std::find(begin(), end(), move) != end();
  }

 private:
  std::vector<Move> moves_;
};

class ErasedGame {
 public:
  using Moves = GrowingMoveList;
  // A code is an index into the list of one position, and the state belongs to Python.
  static constexpr bool stable_move_codes = false;
  static constexpr bool thread_safe = false;

  ErasedGame() = default;
  explicit ErasedGame(std::shared_ptr<const ErasedState> state) : state_(std::move(state)) {}

  [[nodiscard]] int to_move() const { return state_->to_move(); }
  [[nodiscard]] int move_count() const { return state_->move_count(); }
  void legal_moves(GrowingMoveList& list) const {
    const int count = move_count();
    for (int i = 0; i < count; ++i) list.push(static_cast<Move>(i));
  }
  [[nodiscard]] Move nth_move(int n) const noexcept { return static_cast<Move>(n); }
  void play(Move move) { state_ = state_->after_move(move); }
  [[nodiscard]] std::optional<Outcome> outcome() const { return state_->outcome(); }
  [[nodiscard]] int score() const { return state_->score(); }
  [[nodiscard]] std::uint64_t hash() const { return state_->hash(); }

  [[nodiscard]] bool is_chance() const { return state_->event_count() > 0; }
  [[nodiscard]] int event_count() const { return state_->event_count(); }
  [[nodiscard]] Move event(int index) const noexcept { return static_cast<Move>(index); }
  void play_event(Move event) { state_ = state_->after_event(event); }

  [[nodiscard]] const std::shared_ptr<const ErasedState>& state() const noexcept { return state_; }

  friend bool operator==(const ErasedGame& a, const ErasedGame& b) {
    if (a.state_ == b.state_) return true;
    return a.state_ && b.state_ && a.state_->equals(*b.state_);
  }

 private:
  std::shared_ptr<const ErasedState> state_;
};

static_assert(Game<ErasedGame> && HasChance<ErasedGame> && HasScore<ErasedGame>);
static_assert(!HasStableMoveCodes<ErasedGame> && !IsThreadSafe<ErasedGame>);

}  // namespace tesuji
