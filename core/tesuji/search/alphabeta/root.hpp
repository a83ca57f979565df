// The root of alpha-beta: its moves, and which of them is the answer so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tesuji/search/alphabeta/ordering.hpp"

namespace tesuji::alphabeta {

struct RootMove {
  Move move = 0;
  Score score = no_score;  // what orders the moves: exact, or the least of all
  Score bound = no_score;  // the score, or for all but the best move what it cannot exceed
  std::uint64_t nodes = 0;
  bool seen = false;  // in some iteration
};

struct Root {
  std::vector<RootMove> moves;
  std::size_t best = 0;     // the answer
  Score score = 0;          // of the answer
  bool proven = false;      // the score is a result, not an evaluation
  bool met_chance = false;  // an even chance is no draw
  int depth = 0;            // of the last iteration that was finished

  void begin(const std::vector<Ranked>& order) {
    *this = Root{};
    for (const Ranked& ranked : order) moves.push_back({.move = ranked.move});
  }
  // The best of the first `searched` moves becomes the answer; of equals the first.
  void choose(std::size_t searched, bool to_front) {
    if (searched == 0) return;
    const auto end = moves.begin() + static_cast<std::ptrdiff_t>(searched);
    const auto found = std::max_element(moves.begin(), end, worse);
    score = found->score;
    best = static_cast<std::size_t>(found - moves.begin());
    if (!to_front) return;
    std::rotate(moves.begin(), found, found + 1);
    best = 0;
  }
  // All moves by their scores; equals stay as they are.
  void sort() {
    std::stable_sort(moves.begin(), moves.end(),
                     [](const RootMove& a, const RootMove& b) { return worse(b, a); });
    best = 0;
  }

 private:
  static bool worse(const RootMove& a, const RootMove& b) noexcept { return a.score < b.score; }
};

}  // namespace tesuji::alphabeta
