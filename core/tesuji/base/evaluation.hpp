// Evaluations that are given to a search as objects, such as learned ones.
#pragma once

#include <memory>

#include "tesuji/base/game.hpp"
#include "tesuji/base/move.hpp"

namespace tesuji {

// An evaluation that follows the search of one thread: `reset` at the root, `push` after each move.
// What belongs to a ply stays valid until the next `push` from the ply above, so there is nothing
// to undo. It gives the values that `Evaluation::value` gives.
template <Game G>
class Follower {
 public:
  Follower() = default;
  virtual ~Follower() = default;
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  virtual void reset(const G& root) noexcept = 0;
  // The move leads from the position at `ply` to `after`, at the next ply.
  virtual void push(const G& before, Move move, const G& after, int ply) noexcept = 0;
  // The value of the position at `ply`, the last one pushed there.
  [[nodiscard]] virtual double value(const G& position, int ply) const noexcept = 0;
  // Whether `value_after` is faster than making a move: the value after a move from the position at
  // `ply`, for the player whose turn it is then. The move must not end the game.
  [[nodiscard]] virtual bool values_moves() const noexcept { return false; }
  [[nodiscard]] virtual double value_after(const G& position, Move move, int ply) const noexcept {
    static_cast<void>(move);
    return value(position, ply);
  }
};

// Several threads call it at the same time.
template <Game G>
class Evaluation {
 public:
  Evaluation() = default;
  virtual ~Evaluation() = default;
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  // The expected result of a position that is not over, from 0 to 1 for the player to move.
  [[nodiscard]] virtual double value(const G& position) const noexcept = 0;
  // Whether the value is the same before a roll and after each of its events.
  [[nodiscard]] virtual bool ignores_roll() const noexcept { return false; }
  // A follower for plies below `plies`, which must not outlive the evaluation; null where it is not
  // faster to follow the moves.
  [[nodiscard]] virtual std::unique_ptr<Follower<G>> follower(int plies) const {
    static_cast<void>(plies);
    return nullptr;
  }
};

}  // namespace tesuji
