// Proves wins and losses in Colosseum by alpha-beta with iterative deepening, beside proof numbers.
// The evaluation leads it to long wins in open positions, which proof numbers find late.
//
// A proven position scores `win` or `-win`, any other less: evaluations, and a draw. A score of
// `win` comes only from a separation, or from moves whose replies all lose. Late moves are searched
// less deeply, and a position may be left after any of its moves that is good enough, but neither
// proves more than the tree below it does.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tesuji/base/history.hpp"
#include "tesuji/games/colosseum.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/solve/control.hpp"
#include "tesuji/solve/entry_table.hpp"

namespace tesuji::solve {

template <class Board, class Guide>
class ColosseumDeepening {
 public:
  using G = Colosseum<Board>;

  explicit ColosseumDeepening(std::size_t bytes) : table_(bytes, false) {
    for (std::size_t i = 1; i < logs_.size(); ++i) logs_[i] = std::log(static_cast<double>(i));
  }

  // On small boards, proof numbers are faster.
  static bool suits(const G& position) noexcept { return position.size() >= 6; }

  void begin(const G& root) {
    root_ = root;
    depth_ = 0;
    score_ = 0;
    history_.begin_search();
  }
  // Whether another depth can prove more.
  [[nodiscard]] bool can_deepen() const noexcept {
    return depth_ < deepest && std::abs(score_) < win;
  }
  // Searches one ply deeper than before. Calls found(position, wins, nodes) for each position in
  // which the player to move wins or loses by proof, after the positions that the proof needs.
  template <class Found>
  void deepen(Control& control, Found&& found) {
    Meter meter(control);
    ++depth_;
    int margin = first_margin;
    int alpha = depth_ > 2 ? std::max(score_ - margin, -win) : -win;
    int beta = depth_ > 2 ? std::min(score_ + margin, win) : win;
    for (;;) {
      const Node node{alpha, beta, depth_, 0, no_move};
      const int score = search(root_, node, meter, found);
      if (meter.must_stop()) {
        --depth_;
        return;
      }
      score_ = score;
      const bool low = score <= alpha && alpha > -win;
      const bool high = score >= beta && beta < win;
      if (!low && !high) return;
      margin *= 4;
      if (low) alpha = std::max(score - margin, -win);
      if (high) beta = std::min(score + margin, win);
    }
  }

 private:
  static constexpr int win = 20'000;
  static constexpr int most_evaluation = 10'000;
  static constexpr int first_margin = 400;
  static constexpr int deepest = 100;

  enum Bound : std::uint8_t { lower = 1, upper = 2, exact = 3 };
  struct Entry {
    std::uint64_t key;
    std::int16_t score;
    Move move;
    std::uint16_t work;
    std::uint8_t bound;
    std::uint8_t depth;
  };
  static_assert(sizeof(Entry) == 16);

  struct Node {
    int alpha;
    int beta;
    int depth;
    int ply;
    Move previous;
  };
  struct Ranked {
    int rank;
    Move move;
  };

  [[nodiscard]] int evaluate(const G& position) const noexcept {
    const double value = knowledge_.evaluate(position) * most_evaluation;
    return static_cast<int>(position.to_move() == 0 ? value : -value);
  }

  // The score for the player to move, who has not won or lost yet.
  template <class Found>
  int search(const G& position, Node node, Meter& meter, Found& found) {
    meter.count();
    if (meter.must_stop()) return 0;
    if (knowledge_.winning_move(position)) return win;
    if (node.depth <= 0) return evaluate(position);
    const std::uint64_t key = Guide::hash(position);
    const auto entry = table_.find(key);
    if (entry && decides(*entry, node)) return entry->score;
    const std::uint64_t begun = meter.nodes();
    const Move first = entry ? entry->move : no_move;
    Move best_move = no_move;
    const int best = search_moves(position, node, first, best_move, meter, found);
    if (meter.must_stop()) return best;
    const Bound bound = best >= node.beta ? lower : best <= node.alpha ? upper : exact;
    const std::uint64_t work = meter.nodes() - begun;
    table_.update(key, [&](Entry& at) {
      at = {at.key,
            static_cast<std::int16_t>(best),
            best_move,
            static_cast<std::uint16_t>(std::min<std::uint64_t>(work, 0xffff)),
            static_cast<std::uint8_t>(bound),
            static_cast<std::uint8_t>(node.depth)};
    });
    if (std::abs(best) == win) found(position, best == win, work);
    return best;
  }
  // A proof holds at any depth.
  static bool decides(const Entry& entry, const Node& node) noexcept {
    if (entry.score == win || entry.score == -win) return true;
    if (entry.depth < node.depth) return false;
    return entry.bound == exact || (entry.bound == lower && entry.score >= node.beta) ||
           (entry.bound == upper && entry.score <= node.alpha);
  }

  template <class Found>
  int search_moves(const G& position, Node node, Move first, Move& best_move, Meter& meter,
                   Found& found) {
    const int player = position.to_move();
    std::array<Ranked, MoveList::capacity> moves;
    const std::size_t count = rank_moves(position, node, first, moves);
    int best = -win;
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(moves[i], *std::max_element(moves.begin() + i, moves.begin() + count, by_rank));
      const Move move = moves[i].move;
      const int score = search_move(position, move, node, static_cast<int>(i), meter, found);
      if (meter.must_stop()) return best;
      if (i == 0 || score > best) {
        best = score;
        best_move = move;
      }
      node.alpha = std::max(node.alpha, best);
      if (best < node.beta) continue;
      history_.reward(player, move, node.previous, node.depth, node.ply);
      for (std::size_t j = 0; j < i; ++j) history_.punish(player, moves[j].move, node.depth);
      break;
    }
    return best;
  }
  static bool by_rank(const Ranked& a, const Ranked& b) noexcept { return a.rank < b.rank; }

  std::size_t rank_moves(const G& position, const Node& node, Move first,
                         std::array<Ranked, MoveList::capacity>& moves) const {
    constexpr int most = 1 << 30;
    const int player = position.to_move();
    const Move counter = history_.counter(player, node.previous);
    MoveList list;
    position.legal_moves(list);
    std::size_t count = 0;
    for (const Move move : list) {
      int rank = history_.score(player, move);
      if (move == counter) rank = most - 2;
      if (history_.is_killer(move, node.ply)) rank = most - 1;
      if (move == first) rank = most;
      moves[count++] = {rank, move};
    }
    return count;
  }

  // Late moves are searched less deeply first, and all but the first with the smallest window.
  template <class Found>
  int search_move(const G& position, Move move, const Node& node, int index, Meter& meter,
                  Found& found) {
    G next = position;
    next.play(move);
    if (const auto outcome = next.outcome()) {
      return outcome->winner == draw ? 0 : outcome->winner == position.to_move() ? win : -win;
    }
    const auto with = [&](int alpha, int beta, int depth) {
      return -search(next, {-beta, -alpha, depth, node.ply + 1, move}, meter, found);
    };
    const int depth = node.depth - 1;
    if (index == 0) return with(node.alpha, node.beta, depth);
    const int less = reduction(node.depth, index);
    int score = with(node.alpha, node.alpha + 1, depth - less);
    if (less > 0 && score > node.alpha) score = with(node.alpha, node.alpha + 1, depth);
    if (score > node.alpha && score < node.beta) score = with(node.alpha, node.beta, depth);
    return score;
  }
  [[nodiscard]] int reduction(int depth, int index) const noexcept {
    if (index < 2 || depth < 2) return 0;
    const double less = 0.5 * log(depth) * log(index) + 0.5;
    return std::min(static_cast<int>(less), depth - 1);
  }
  [[nodiscard]] double log(int n) const noexcept {
    return logs_[std::min(static_cast<std::size_t>(n), logs_.size() - 1)];
  }

  EntryTable<Entry> table_;
  History history_;
  knowledge::ColosseumKnowledge<Board> knowledge_;
  std::array<double, 256> logs_{};
  G root_;
  int depth_ = 0;
  int score_ = 0;
};

}  // namespace tesuji::solve
