// What one thread has learnt about moves: which of them refute, where and how often.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "tesuji/base/move.hpp"

namespace tesuji {

class History {
 public:
  static constexpr int most = 1 << 14;  // scores stay within +-most
  static constexpr int max_ply = 256;   // every ply is smaller

  // A new search: the plies are others, and what was learnt counts half.
  void begin_search() noexcept {
    for (auto& pair : killers_) pair = {no_move, no_move};
    for (std::int16_t& score : scores_) score = static_cast<std::int16_t>(score / 2);
  }
  void clear() noexcept {
    std::fill(scores_.begin(), scores_.end(), std::int16_t{0});
    std::fill(counters_.begin(), counters_.end(), no_move);
    begin_search();
  }

  [[nodiscard]] int score(int player, Move move) const noexcept {
    return scores_[index(player, move)];
  }
  [[nodiscard]] bool is_killer(Move move, int ply) const noexcept {
    const auto& pair = killers_[static_cast<std::size_t>(ply)];
    return move == pair[0] || move == pair[1];
  }
  // The move that last refuted `previous`.
  [[nodiscard]] Move counter(int player, Move previous) const noexcept {
    return previous == no_move ? no_move : counters_[index(player, previous)];
  }

  // The move refuted `previous`.
  void reward(int player, Move move, Move previous, int depth, int ply) noexcept {
    change(player, move, bonus(depth));
    if (previous != no_move) counters_[index(player, previous)] = move;
    auto& pair = killers_[static_cast<std::size_t>(ply)];
    if (pair[0] == move) return;
    pair[1] = pair[0];
    pair[0] = move;
  }
  // The move was tried before the one that refuted.
  void punish(int player, Move move, int depth) noexcept { change(player, move, -bonus(depth)); }

 private:
  static std::size_t index(int player, Move move) noexcept {
    return static_cast<std::size_t>(player) << 16 | move;
  }
  static int bonus(int depth) noexcept { return std::min(32 * depth * depth, most / 4); }
  // The further a score is from zero, the less it moves on and the more it moves back.
  void change(int player, Move move, int by) noexcept {
    std::int16_t& score = scores_[index(player, move)];
    score = static_cast<std::int16_t>(score + by - score * std::abs(by) / most);
  }

  std::array<std::array<Move, 2>, max_ply> killers_{};
  std::vector<std::int16_t> scores_ = std::vector<std::int16_t>(2u << 16, 0);
  std::vector<Move> counters_ = std::vector<Move>(2u << 16, no_move);
};

}  // namespace tesuji
