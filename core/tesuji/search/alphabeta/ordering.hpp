// The order in which alpha-beta tries moves, and which of them a beam leaves out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/alphabeta/evaluator.hpp"
#include "tesuji/search/alphabeta/options.hpp"

namespace tesuji::alphabeta {

struct Ranked {
  Move move;
  std::int64_t rank;
};

// What one thread has learnt about moves. The lists it hands out live until the next call for
// the same ply.
template <Game G, class K>
class Ordering {
 public:
  Ordering(const Options& options, const K& knowledge, const Evaluator<G, K>& evaluator)
      : options_(options), knowledge_(knowledge), evaluator_(evaluator) {}

  void reset() noexcept {
    for (auto& pair : killers_) pair = {no_move, no_move};
    std::fill(history_.begin(), history_.end(), 0);
  }

  // The moves of a decision: the table's, killers, then history; or what a beam leaves of them.
  const std::vector<Ranked>& order(const G& position, int ply, std::optional<Move> hint) {
    return ranked(position, ply, [&](Move move) {
      if (move == hint) return hint_rank;
      return options_.beam > 0 ? beam_rank(position, move) : learnt_rank(position, move, ply);
    });
  }
  // The moves of the root, before anything is known: as generated, or what a beam leaves.
  const std::vector<Ranked>& root_order(const G& position) {
    return ranked(position, 0, [&](Move move) {
      return options_.beam > 0 ? beam_rank(position, move) : std::int64_t{0};
    });
  }
  // A move that refuted the move before it is tried earlier from now on.
  void reward(const G& position, Move move, int depth, int ply) noexcept {
    history_[history_index(position, move)] += depth * depth;
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
  }

  // The score of the position after a move, for the player who makes it.
  Score value_after(const G& position, Move move) const {
    G next = position;
    next.play(move);
    const auto outcome = next.outcome();
    const Score score =
        outcome ? Scale{}.end(*outcome, next.to_move(), 0) : evaluator_.evaluate(next);
    return next.to_move() == position.to_move() ? score : -score;
  }

 private:
  static constexpr std::int64_t killer_rank = std::int64_t{1} << 61;
  static constexpr std::int64_t hint_rank = std::int64_t{1} << 62;

  template <class Rank>
  const std::vector<Ranked>& ranked(const G& position, int ply, Rank&& rank) {
    move_list_t<G> list;
    position.legal_moves(list);
    std::vector<Ranked>& moves = lists_[static_cast<std::size_t>(ply)];
    moves.clear();
    for (Move move : list) moves.push_back({move, rank(move)});
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank > b.rank; });
    if (options_.beam > 0 && moves.size() > static_cast<std::size_t>(options_.beam)) {
      moves.resize(static_cast<std::size_t>(options_.beam));
    }
    return moves;
  }
  std::int64_t learnt_rank(const G& position, Move move, int ply) const noexcept {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (options_.killers && (move == killers[0] || move == killers[1])) return killer_rank;
    return options_.history ? history_[history_index(position, move)] : 0;
  }
  std::int64_t beam_rank(const G& position, Move move) const {
    if constexpr (HasMoveScore<K, G>) {
      if (options_.rank == RankRule::score) {
        // Differences of a billionth of a unit still count; the ranks above stay out of reach.
        const double units = knowledge_.move_score(position, move) / K::score_unit;
        return static_cast<std::int64_t>(std::clamp(units, -1e9, 1e9) * 1e9);
      }
    }
    return value_after(position, move);
  }
  static std::size_t history_index(const G& position, Move move) noexcept {
    return static_cast<std::size_t>(position.to_move()) << 16 | move;
  }

  const Options& options_;
  const K& knowledge_;
  const Evaluator<G, K>& evaluator_;
  std::array<std::array<Move, 2>, max_ply> killers_{};
  std::vector<std::int64_t> history_ = std::vector<std::int64_t>(2u << 16, 0);
  std::array<std::vector<Ranked>, max_ply> lists_{};
};

}  // namespace tesuji::alphabeta
