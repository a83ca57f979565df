// The search of one position above the horizon: its moves in order, what may be left out, and
// what the table keeps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "tesuji/base/game.hpp"
#include "tesuji/search/alphabeta/busy.hpp"
#include "tesuji/search/alphabeta/frame.hpp"
#include "tesuji/search/alphabeta/leaf_values.hpp"
#include "tesuji/search/alphabeta/picker.hpp"
#include "tesuji/search/alphabeta/ranker.hpp"
#include "tesuji/search/alphabeta/selective.hpp"
#include "tesuji/search/alphabeta/table.hpp"

namespace tesuji::alphabeta {

template <Game G, class K>
class Worker;

template <Game G, class K>
class NodeSearch {
 public:
  explicit NodeSearch(Worker<G, K>& worker) noexcept : worker_(worker) {}

  // Whether the game's knowledge sees a win in one move, where it is asked.
  [[nodiscard]] bool wins_at_once(const G& position, bool leaf) const {
    if constexpr (HasWinningMove<K, G>) {
      // A beam and plain minimax take no notice of moves that they do not search.
      if (worker_.options_.wins == WinRule::none || worker_.beamed() || !worker_.options_.prune)
        return false;
      if (leaf && worker_.options_.wins != WinRule::all) return false;
      return worker_.knowledge_.winning_move(position).has_value();
    }
    return false;
  }

  // With all moves sorted before the first is tried.
  Score search_sorted(const G& position, const Frame& frame, std::optional<Move> hint, int depth,
                      int ply, Score alpha, Score beta) {
    // Step 5. The moves, the most promising first.
    const auto& moves = worker_.ordering_.order(position, ply, hint);
    const Score alpha_before = alpha;
    const bool horizon_before = std::exchange(worker_.reached_horizon_, false);
    Score best = no_score;
    Move best_move = moves.front().move;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[i].move;
      const Score score = worker_.search_move(position, move, depth, ply, alpha, beta, i == 0);
      if (worker_.aborted_) return 0;
      if (score > best) {
        best = score;
        best_move = move;
      }
      alpha = std::max(alpha, score);
      if (worker_.options_.prune && alpha >= beta) {
        worker_.ordering_.reward(position, move, depth, ply);
        break;
      }
    }
    remember(position, frame, best, best_move, depth, ply, alpha_before, beta, horizon_before);
    return best;
  }

  // Like `search_staged`, but ends as soon as another thread has the result.
  Score search_shared(const G& position, const Frame& frame, std::optional<Move> hint, int depth,
                      int ply, Score alpha, Score beta) {
    const bool horizon_before = worker_.reached_horizon_;
    worker_.open_.enter(ply, {frame.key, depth, alpha, beta});
    const Score score = search_staged(position, frame, hint, depth, ply, alpha, beta);
    worker_.open_.leave(ply);
    if (!worker_.aborted_) return score;
    const auto found = worker_.open_.take(ply);
    if (!found) return score;
    worker_.aborted_ = false;
    worker_.reached_horizon_ = horizon_before || !found->complete;
    return found->score;
  }

  // With staged ordering, reductions and forward pruning.
  Score search_staged(const G& position, const Frame& frame, std::optional<Move> hint, int depth,
                      int ply, Score alpha, Score beta) {
    const bool pv = beta - alpha > 1;
    const int more = threatened(position) && ply <= 2 * worker_.root_.depth ? 1 : 0;
    if (!pv && more == 0) {
      if (const auto score = prune_early(position, depth, ply, alpha, beta)) return *score;
    }
    if (worker_.options_.iir && !hint && depth >= Selectivity::least_iir_depth) --depth;
    const Score alpha_before = alpha;
    const bool horizon_before = std::exchange(worker_.reached_horizon_, false);
    LeafValues<G, K> leaves(worker_.knowledge_, worker_.evaluator_, worker_.selectivity_, position,
                            ply, worker_.options_.leaf_values && worker_.options_.prune);
    if (depth == 1 && more == 0 && leaves.exact()) {
      return search_leaves(position, leaves, frame, hint, ply, alpha, beta, horizon_before);
    }
    Ranker<G, K> ranker(worker_.ranker_base(), position, leaves, worker_.previous_move(ply), depth,
                        ply);
    const int late = pv || more > 0 ? 0 : worker_.selectivity_.late_moves(depth);
    Picker<G> picker(worker_.lists_, position, hint, depth > (leaves.known() ? 2 : 1),
                     worker_.options_.distinct && worker_.options_.prune && depth > 1, late);
    Score best = no_score;
    Move best_move = no_move;
    SharedPicker shared(picker, worker_.busy_at(depth), worker_.deferred_, frame.key, depth);
    while (const auto next = shared.next(ranker)) {
      const auto [move, index] = *next;
      if (late > 0 && index >= late && !worker_.scale_.is_loss(best)) {
        worker_.reached_horizon_ = true;  // what was left out might be better
        shared.skip_rest();
        continue;
      }
      const int less = worker_.selectivity_.reduction(depth, index, pv, ranker.learnt(move));
      const bool is_leaf = index > 0 && depth + more - 1 - less <= 0 && leaves.known();
      Score score = is_leaf ? leaves.most(move) : no_score;
      if (is_leaf && score <= alpha) {
        worker_.reached_horizon_ = true;
      } else {
        score =
            worker_.search_move(position, move, depth + more, ply, alpha, beta, index == 0, less);
      }
      if (worker_.aborted_) return 0;
      if (score > best) {
        best = score;
        best_move = move;
      }
      alpha = std::max(alpha, score);
      if (worker_.options_.prune && alpha >= beta) {
        ranker.reward(move);
        break;
      }
      ranker.tried(move);
    }
    if (ranker.left_out_any()) best = std::max(best, loss_in_two(position, ply));
    // A position where nothing was good enough has no best move to remember.
    if (best <= alpha_before && hint) best_move = *hint;
    remember(position, frame, best, best_move, depth, ply, alpha_before, beta, horizon_before);
    return best;
  }

 private:
  // The last ply before the horizon, where every move has an exact score. Moves that are likely to
  // refute come first; the order of the others does not matter.
  Score search_leaves(const G& position, LeafValues<G, K>& leaves, const Frame& frame,
                      std::optional<Move> hint, int ply, Score alpha, Score beta,
                      bool horizon_before) {
    move_list_t<G> moves;
    position.legal_moves(moves);
    const int player = position.to_move();
    const Move previous = worker_.previous_move(ply);
    const Move counter =
        worker_.options_.countermoves ? worker_.history_.counter(player, previous) : no_move;
    Score best = no_score;
    Move best_move = no_move;
    const auto look_at = [&](Move move) {
      const Score score = leaves.most(move);
      if (score <= best) return;
      best = score;
      best_move = move;
    };
    const bool killers = worker_.options_.killers;
    for (const Move move : moves) {
      const bool killer = killers && worker_.history_.is_killer(move, ply);
      if (move == hint || move == counter || killer) look_at(move);
    }
    for (auto* move = moves.begin(); move != moves.end() && best < beta; ++move) look_at(*move);
    if (best >= beta) worker_.history_.reward(player, best_move, previous, 1, ply);
    worker_.reached_horizon_ = true;
    remember(position, frame, best, best_move, 1, ply, alpha, beta, horizon_before);
    return best;
  }

  static constexpr bool passes = HasPass<G>;

  // The score of a move after which the opponent wins with the next.
  [[nodiscard]] Score loss_in_two(const G& position, int ply) const noexcept {
    const auto opponent = static_cast<std::int8_t>(1 - position.to_move());
    return worker_.scale_.end({opponent, 0}, position.to_move(), ply + 2);
  }

  // Whether the opponent threatens to win with the next move.
  [[nodiscard]] bool threatened(const G& position) const {
    if constexpr (HasThreat<K, G>)
      return worker_.options_.threats && worker_.knowledge_.threat(position);
    return false;
  }

  // The score of a position that need not be searched: far outside the window, or still too good
  // if the opponent may move again. Neither is a result, so the horizon was reached.
  std::optional<Score> prune_early(const G& position, int depth, int ply, Score alpha, Score beta) {
    if (worker_.scale_.is_win(beta) || worker_.scale_.is_loss(alpha)) return std::nullopt;
    const bool may_cut = worker_.selectivity_.cuts() && depth <= Selectivity::deepest_cut;
    const bool may_pass = passes && worker_.options_.null_move > 0 && ply > 0 &&
                          depth >= Selectivity::least_null_depth &&
                          worker_.previous_move(ply) != no_move;
    if (!may_cut && !may_pass) return std::nullopt;
    const Score value = worker_.static_score(position, ply);
    if (may_cut && worker_.selectivity_.is_outside(value, depth, alpha, beta)) {
      worker_.reached_horizon_ = true;
      return value;
    }
    if (!may_pass || value < beta) return std::nullopt;
    const Score score = search_null_move(position, depth, ply, beta);
    if (worker_.aborted_) return 0;
    if (score < beta || worker_.scale_.is_win(score)) return std::nullopt;
    worker_.reached_horizon_ = true;
    return score;
  }
  Score search_null_move(const G& position, int depth, int ply, Score beta) {
    if constexpr (passes) {
      const G next = position.passed();
      worker_.evaluator_.push(position, no_move, next, ply);
      worker_.enter(next, no_move, ply, depth);
      const bool horizon_before = worker_.reached_horizon_;
      const Score score = -worker_.search_position(next, depth - 1 - worker_.options_.null_move,
                                                   ply + 1, -beta, 1 - beta);
      worker_.reached_horizon_ = horizon_before;
      return score;
    }
    return no_score;
  }

  // Step 6. Remember.
  void remember(const G& position, const Frame& frame, Score best, Move best_move, int depth,
                int ply, Score alpha, Score beta, bool horizon_before) {
    Entry entry;
    entry.score = worker_.scale_.to_table(best, ply);
    entry.move = to_frame(position, best_move, frame);
    entry.depth = static_cast<std::uint8_t>(std::min(depth, 255));
    entry.bound = best <= alpha ? Bound::upper : best >= beta ? Bound::lower : Bound::exact;
    // Where moves are left out, a faster win or a longer defence may be among them.
    if (entry.bound == Bound::exact && worker_.selectivity_.prunes()) {
      if (worker_.scale_.is_win(entry.score)) entry.bound = Bound::lower;
      if (worker_.scale_.is_loss(entry.score)) entry.bound = Bound::upper;
    }
    // Complete: no evaluation was needed below, so the score holds at any depth.
    entry.complete = !worker_.reached_horizon_ || complete_proof(entry);
    if (worker_.options_.table) worker_.table_.store(frame.key, entry);
    worker_.reached_horizon_ = horizon_before || !entry.complete;
  }
  // Whether a result holds at any depth although some moves were evaluated: a forced win or loss.
  // A proof from the table may be longer than the depth; its length is then no exact score.
  [[nodiscard]] bool complete_proof(const Entry& entry) const noexcept {
    if (worker_.beamed()) return false;
    const bool win = worker_.scale_.is_win(entry.score) && entry.bound != Bound::upper;
    const bool loss = worker_.scale_.is_loss(entry.score) && entry.bound != Bound::lower;
    return (win || loss) &&
           (entry.bound != Bound::exact || worker_.within(entry.score, entry.depth));
  }

  Worker<G, K>& worker_;
};

}  // namespace tesuji::alphabeta
