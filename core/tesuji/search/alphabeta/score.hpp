// The scores of alpha-beta: evaluations, ends of the game with the distance to them, and their
// conversion to values from 0 to 1.
#pragma once

#include <cstdint>

#include "tesuji/base/outcome.hpp"

namespace tesuji::alphabeta {

// Scores are for the player to move. Evaluations stay within +-most_evaluation, ends are at or
// near +-win_score.
using Score = std::int32_t;
inline constexpr Score win_score = 1'000'000;
inline constexpr Score certain = win_score - 10'000;
inline constexpr Score most_evaluation = 900'000;
inline constexpr Score no_score = -win_score - 1;  // less than any score

// How ends are counted. With `distance` a win n plies from the root counts win_score - n, so
// that faster wins and slower losses are better. With dice that would blur the expectation, so
// there, and with speed=false, every win counts the same.
struct Scale {
  bool distance = true;

  [[nodiscard]] Score end(Outcome outcome, int to_move, int ply) const noexcept {
    if (outcome.winner == draw) return 0;
    const Score size = distance ? win_score - ply : win_score;
    return outcome.winner == to_move ? size : -size;
  }
  // A forced win or loss, and no mere expectation or evaluation.
  [[nodiscard]] bool is_win(Score score) const noexcept {
    return score >= (distance ? certain : win_score);
  }
  [[nodiscard]] bool is_loss(Score score) const noexcept { return is_win(-score); }

  // The table counts plies to an end from the position itself, not from the root.
  [[nodiscard]] Score to_table(Score score, int ply) const noexcept {
    if (!distance) return score;
    return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
  }
  [[nodiscard]] Score from_table(Score score, int ply) const noexcept {
    if (!distance) return score;
    return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
  }

  // From 0 (lost) to 1 (won).
  [[nodiscard]] double value(Score score) const noexcept {
    if (is_win(score)) return 1;
    if (is_loss(score)) return 0;
    return 0.5 + 0.5 * score / win_score;
  }
};

}  // namespace tesuji::alphabeta
