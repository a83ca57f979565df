// The root of alpha-beta: its moves, and which of them is the answer so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "tesuji/search/alphabeta/ordering.hpp"

namespace tesuji::alphabeta {

struct RootMove {
  Move move = 0;
  Score score = no_score;  // what orders the moves: exact, or the least of all
  Score last = no_score;   // the score of the last iteration that was finished
  Score bound = no_score;  // the score, or for all but the best move what it cannot exceed
  std::uint64_t nodes = 0;
  bool seen = false;  // in some iteration
};

struct Root {
  std::vector<RootMove> moves;
  std::size_t best = 0;      // the answer
  std::size_t searched = 0;  // moves that the current pass over the root has finished
  Score score = 0;           // of the answer
  bool proven = false;       // the score is a result, not an evaluation
  bool met_chance = false;   // an even chance is no draw
  int depth = 0;             // of the last iteration that was finished

  [[nodiscard]] Move answer() const noexcept { return moves.empty() ? 0 : moves[best].move; }

  void begin(const std::vector<Ranked>& order) {
    *this = Root{};
    for (const Ranked& ranked : order) moves.push_back({.move = ranked.move});
  }
  // The best of the moves of this pass becomes the answer; of equals the first.
  void choose(bool to_front) {
    const auto found = best_searched();
    take(found);
    if (!to_front) return;
    std::rotate(moves.begin(), found, found + 1);
    best = 0;
  }
  // All moves by their scores; equals by the nodes they took, since what is hard to refute is
  // good, or in their order.
  void sort(bool by_nodes) {
    std::stable_sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
      if (a.score != b.score || !by_nodes) return worse(b, a);
      return a.nodes > b.nodes;
    });
    best = 0;
  }
  // The iteration is finished: later ones fall back on its scores.
  void finish() noexcept {
    for (RootMove& move : moves) move.last = move.score;
  }
  // The answer in the middle of a pass: its best move, once it has searched the answer so far, or
  // a win; otherwise the answer so far. A lost move is the answer only if all moves are lost.
  void settle(const Scale& scale, bool proves) {
    if (moves.empty()) return;
    const auto lost = [&](const RootMove& move) { return move.seen && scale.is_loss(move.bound); };
    const auto found = best_searched();
    const bool won = searched > 0 && scale.is_win(found->score);
    if (won || (searched > best && !scale.is_loss(found->score))) {
      take(found);
    } else if (lost(moves[best])) {
      // The best of the last iteration that is not lost; of the lost, the longest defence.
      const auto rank = [&](const RootMove& move) {
        return std::tuple(!lost(move), lost(move) ? move.bound : no_score, move.last);
      };
      take(std::max_element(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
        return rank(a) < rank(b);
      }));
    } else {
      take(moves.begin() + static_cast<std::ptrdiff_t>(best));
    }
    proven = proves && (scale.is_win(score) || scale.is_loss(score));
  }

 private:
  using Moves = std::vector<RootMove>;

  Moves::iterator best_searched() {
    const auto end = moves.begin() + static_cast<std::ptrdiff_t>(searched);
    return std::max_element(moves.begin(), end, worse);
  }
  // The score of the answer is the one that its own row shows.
  void take(Moves::iterator found) noexcept {
    best = static_cast<std::size_t>(found - moves.begin());
    score = found->seen ? found->bound : 0;
  }
  static bool worse(const RootMove& a, const RootMove& b) noexcept { return a.score < b.score; }
};

}  // namespace tesuji::alphabeta
