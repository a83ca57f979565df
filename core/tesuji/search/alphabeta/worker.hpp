// One thread of alpha-beta: iterative deepening with principal variation search over a table
// that it may share with others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "tesuji/base/game.hpp"
#include "tesuji/search/alphabeta/control.hpp"
#include "tesuji/search/alphabeta/hardest.hpp"
#include "tesuji/search/alphabeta/ordering.hpp"
#include "tesuji/search/alphabeta/report.hpp"
#include "tesuji/search/alphabeta/root.hpp"
#include "tesuji/search/alphabeta/star.hpp"
#include "tesuji/search/alphabeta/table.hpp"
#include "tesuji/search/alphabeta/time_plan.hpp"

namespace tesuji::alphabeta {

template <Game G, class K>
class Worker {
 public:
  // What is given must outlive the worker. Worker 0 is the one that always has an answer.
  Worker(int number, const Options& options, const K& knowledge, const Evaluate<G>& evaluate,
         Table& table)
      : number_(number),
        options_(options),
        knowledge_(knowledge),
        evaluate_(evaluate),
        table_(table),
        scale_{.distance = options.speed && !rolls},
        ordering_(options, knowledge, evaluate) {}

  // Searches until it is done, the budget is spent or another worker has ended it.
  void run(const G& position, SearchControl& control, const Stopwatch& watch) {
    begin(position, control, watch);
    const int limit = control.budget().depth;
    for (int depth = 1; depth <= limit && !resolved(); ++depth) {
      if (skips(depth) && depth < limit) continue;
      reached_horizon_ = false;
      iterate(depth);
      if (aborted_) {
        root_.settle(scale_, !beamed());
        break;
      }
      root_.depth = depth;
      // Nothing was left to an evaluation: a deeper search cannot say more.
      if (!reached_horizon_) break;
      if (is_enough()) break;
    }
    if (options_.despair == DespairRule::hardest) choose_hardest();
    control.count_nodes(nodes_ - std::exchange(counted_, nodes_));
    control.end();
  }

  [[nodiscard]] const Root& root() const noexcept { return root_; }
  [[nodiscard]] SearchReport report(double seconds) const { return report_on(root_, seconds); }

 private:
  static constexpr bool rolls = HasChance<G>;

  [[nodiscard]] SearchReport report_on(const Root& root, double seconds) const {
    SearchReport result = root_report(root, scale_, !beamed());
    result.nodes = result.simulations = control_->nodes();
    result.seconds = seconds;
    if (root.moves.empty()) return result;
    if constexpr (HasFinalRule<K, DiagonalMove, G>) {
      const bool lost = root.proven && scale_.is_loss(root.score);
      if (lost && options_.despair == DespairRule::diagonal) {
        result.best = knowledge_.final_move(DiagonalMove{}, position_);
      }
    }
    result.line = {result.best};
    if (options_.table) result.line = principal_variation(position_, result.best, table_, !rolls);
    return result;
  }
  // The report if the search ended now.
  [[nodiscard]] SearchReport report_so_far() const {
    Root root = root_;
    root.settle(scale_, !beamed());
    return report_on(root, watch_->seconds());
  }

  // A beam leaves moves out, so what it finds is proven neither for nor against anybody.
  [[nodiscard]] bool beamed() const noexcept { return options_.beam > 0; }

  void begin(const G& position, SearchControl& control, const Stopwatch& watch) {
    position_ = position;
    control_ = &control;
    watch_ = &watch;
    nodes_ = 0;
    counted_ = 0;
    until_check_ = 0;
    aborted_ = false;
    plan_ = options_.adapt ? TimePlan(control.budget().target) : TimePlan();
    ordering_.reset();
    root_.begin(ordering_.root_order(position));
  }

  // Helpers leave depths out, each in a rhythm of its own, so that they are not all busy with
  // the same one: what one finds out deeper down, the others find in the table.
  [[nodiscard]] bool skips(int depth) const noexcept {
    if (number_ == 0) return false;
    const int stretch = 1 + (number_ - 1) / 2 % 3;
    return (depth + number_) / stretch % 2 == 1;
  }

  // A forced result within the depth does not get any better by looking deeper. But where a win is
  // a win at any depth and the first move counts, an earlier move may yet turn out to be one.
  [[nodiscard]] bool resolved() const noexcept {
    if (!root_.proven) return false;
    const bool end = scale_.is_win(root_.score) || scale_.is_loss(root_.score);
    if (end && !within(root_.score, root_.depth)) return false;
    const bool first_counts = !options_.speed && !options_.sort;
    return !(first_counts && scale_.is_win(root_.score) && root_.best > 0);
  }

  // Whether the time is better kept for later moves.
  [[nodiscard]] bool is_enough() {
    const bool timed = control_->budget().seconds < std::numeric_limits<double>::infinity();
    if (!timed || number_ != 0) return false;
    if (options_.stop_early && !beamed() && is_decided(root_, scale_)) return true;
    plan_.finish_iteration(root_.moves[root_.best].move, root_.score);
    return plan_.is_enough(watch_->seconds());
  }
  // The answer to a lost position, if the time allows.
  void choose_hardest() {
    if (aborted_ || !root_.proven || !scale_.is_loss(root_.score)) return;
    const int length = scale_.distance ? win_score - std::abs(root_.score) : root_.depth;
    const int depth = std::min(length, control_->budget().depth - 2);
    const Score lost = scale_.distance ? -certain : -win_score;
    const auto is_lost = [&](const G& position) -> std::optional<bool> {
      const Score score = search_position(position, depth, 2, lost, lost + 1);
      return aborted_ ? std::nullopt : std::optional(score <= lost);
    };
    take_hardest(root_, position_, is_lost);
  }

  // Step 1. One depth, in a window round the last score; wider where that was wrong.
  void iterate(int depth) {
    Score low = no_score;
    Score high = win_score + 1;
    // A step of value (0 to 1) is two steps of score (-1 to 1).
    const auto half = static_cast<Score>(options_.aspiration * 2 * win_score);
    if (options_.prune && half > 0 && root_.depth > 0) {
      low = std::max(low, root_.score - half);
      high = std::min(high, root_.score + half);
    }
    for (;;) {
      const Score score = search_root(depth, low, high);
      if (aborted_) return;
      if (score <= low && low > no_score) {
        low = no_score;
      } else if (score >= high && high < win_score + 1) {
        high = win_score + 1;
      } else {
        finish_iteration(score);
        return;
      }
    }
  }
  void finish_iteration(Score score) {
    // Where everything loses and no loss is slower, the last iteration's best held out longest.
    const bool lost = scale_.is_loss(score) && !beamed();
    if (!(lost && !scale_.distance && root_.depth > 0)) {
      if (options_.sort) {
        root_.sort();
      } else {
        root_.choose(false);
      }
    }
    root_.finish();
    root_.score = score;
    const bool end = scale_.is_win(score) || scale_.is_loss(score);
    root_.proven = !beamed() && (end || !reached_horizon_);
  }

  Score search_root(int depth, Score alpha, Score beta) {
    Score best = no_score;
    root_.searched = 0;
    for (RootMove& move : root_.moves) {
      const std::uint64_t before = nodes_;
      const bool first = root_.searched == 0;
      const Score score = search_move(position_, move.move, depth, 0, alpha, beta, first);
      if (aborted_) return best;
      ++root_.searched;
      move.nodes += nodes_ - before;
      move.seen = true;
      move.score = score > alpha || first ? score : no_score;
      move.bound = score;
      best = std::max(best, score);
      alpha = std::max(alpha, score);
      if (alpha >= beta) {
        root_.choose(options_.sort);
        break;
      }
    }
    return best;
  }

  // The score of a move for the player who makes it.
  Score search_move(const G& position, Move move, int depth, int ply, Score alpha, Score beta,
                    bool first) {
    G next = position;
    next.play(move);
    const bool same = next.to_move() == position.to_move();
    const auto look = [&](Score low, Score high) {
      if (same) return search_position(next, depth - 1, ply + 1, low, high);
      return -search_position(next, depth - 1, ply + 1, -high, -low);
    };
    if (!options_.prune) return look(no_score, win_score + 1);
    if (first || !options_.pvs) return look(alpha, beta);
    // Step 2. The first move is thought best; the others only have to be shown no better.
    const Score score = look(alpha, alpha + 1);
    if (score <= alpha || score >= beta) return score;
    return look(alpha, beta);
  }

  Score search_position(const G& position, int depth, int ply, Score alpha, Score beta) {
    ++nodes_;
    if (must_stop()) return 0;
    // Step 3. Ends, dice and the horizon.
    if (const auto outcome = position.outcome()) {
      return scale_.end(*outcome, position.to_move(), ply);
    }
    if constexpr (rolls) {
      if (position.is_chance()) return search_chance(position, depth, ply, alpha, beta);
    }
    if (depth <= 0 || ply >= max_ply - 1) {
      reached_horizon_ = true;
      return evaluate_(position);
    }
    // Step 4. What the table knows.
    std::optional<Move> hint;
    const std::uint64_t key = options_.table ? position.hash() : 0;
    if (const auto entry = find(key)) {
      hint = entry->move;
      const Score score = scale_.from_table(entry->score, ply);
      if ((entry->depth >= depth || entry->complete) && decides(entry->bound, score, alpha, beta)) {
        if (!entry->complete) reached_horizon_ = true;
        return score;
      }
    } else {
      hint = old_hint(key);
    }
    return search_moves(position, key, hint, depth, ply, alpha, beta);
  }

  Score search_moves(const G& position, std::uint64_t key, std::optional<Move> hint, int depth,
                     int ply, Score alpha, Score beta) {
    // Step 5. The moves, the most promising first.
    const auto& moves = ordering_.order(position, ply, hint);
    const Score alpha_before = alpha;
    const bool horizon_before = std::exchange(reached_horizon_, false);
    Score best = no_score;
    Move best_move = moves.front().move;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[i].move;
      const Score score = search_move(position, move, depth, ply, alpha, beta, i == 0);
      if (aborted_) return 0;
      if (score > best) {
        best = score;
        best_move = move;
      }
      alpha = std::max(alpha, score);
      if (options_.prune && alpha >= beta) {
        ordering_.reward(position, move, depth, ply);
        break;
      }
    }
    // Step 6. Remember.
    Entry entry;
    entry.score = scale_.to_table(best, ply);
    entry.move = best_move;
    entry.depth = static_cast<std::uint8_t>(std::min(depth, 255));
    entry.bound = best <= alpha_before ? Bound::upper : best >= beta ? Bound::lower : Bound::exact;
    // Complete: no evaluation was needed below, so the score holds at any depth.
    entry.complete = !reached_horizon_ || complete_proof(entry);
    if (options_.table) table_.store(key, entry);
    reached_horizon_ = horizon_before || !entry.complete;
    return best;
  }
  // Whether a result holds at any depth although some moves were evaluated: a forced win or loss.
  // A proof from the table may be longer than the depth; its length is then no exact score.
  [[nodiscard]] bool complete_proof(const Entry& entry) const noexcept {
    if (beamed()) return false;
    const bool win = scale_.is_win(entry.score) && entry.bound != Bound::upper;
    const bool loss = scale_.is_loss(entry.score) && entry.bound != Bound::lower;
    return (win || loss) && (entry.bound != Bound::exact || within(entry.score, entry.depth));
  }
  // Whether a search to this depth finds the fastest win and the longest defence of a result.
  [[nodiscard]] bool within(Score score, int depth) const noexcept {
    return !scale_.distance || win_score - std::abs(score) <= depth;
  }

  // A chance node: the expectation over its events, from the table or by search.
  Score search_chance(const G& position, int depth, int ply, Score alpha, Score beta) {
    root_.met_chance = true;
    if (depth <= 0 && options_.roll_leaf && options_.ignores_roll) {
      reached_horizon_ = true;
      return evaluate_(position);
    }
    if (!options_.roll_table || !options_.table || depth <= 0) {
      return search_roll(position, depth, ply, alpha, beta).score;
    }
    const std::uint64_t key = position.hash();
    if (const auto entry = find(key)) {
      if ((entry->depth >= depth || entry->complete) &&
          decides(entry->bound, entry->score, alpha, beta)) {
        if (!entry->complete) reached_horizon_ = true;
        return entry->score;
      }
    }
    const bool horizon_before = std::exchange(reached_horizon_, false);
    Entry entry = search_roll(position, depth, ply, alpha, beta);
    if (aborted_) return 0;
    entry.depth = static_cast<std::uint8_t>(std::min(depth, 255));
    entry.complete = !reached_horizon_ || complete_proof(entry);
    table_.store(key, entry);
    reached_horizon_ = horizon_before || !entry.complete;
    return entry.score;
  }
  Entry search_roll(const G& position, int depth, int ply, Score alpha, Score beta) {
    return search_events(
        position, options_, depth > 0, alpha, beta, aborted_,
        [&](const G& next, Score low, Score high) {
          return search_position(next, depth, ply, low, high);
        },
        [&](const G& next, Score low, Score high) {
          const Score probe = search_one(next, depth, ply, low, high);
          return aborted_ ? no_score : probe;
        });
  }
  // A lower bound of a decision: its most promising move alone. Up to alpha it is no bound.
  Score search_one(const G& position, int depth, int ply, Score alpha, Score beta) {
    if (const auto outcome = position.outcome()) {
      return scale_.end(*outcome, position.to_move(), ply);
    }
    if (is_chance(position)) return -win_score;
    const std::uint64_t key = options_.table ? position.hash() : 0;
    const auto entry = find(key);
    if (options_.roll_probe && entry && (entry->depth >= depth || entry->complete) &&
        decides(entry->bound, entry->score, no_score, alpha + 1)) {
      if (!entry->complete) reached_horizon_ = true;
      return entry->score;
    }
    const auto hint = entry ? std::optional(entry->move) : old_hint(key);
    const Move move = ordering_.order(position, ply, hint).front().move;
    return search_move(position, move, depth, ply, alpha, beta, true);
  }

  // With dice an older search's entries are left alone: they do not say how soon the end comes.
  [[nodiscard]] std::optional<Entry> find(std::uint64_t key) const noexcept {
    return options_.table ? table_.find(key, !rolls) : std::nullopt;
  }
  // The best move of an earlier search, where its score is left alone.
  [[nodiscard]] std::optional<Move> old_hint(std::uint64_t key) const noexcept {
    if (!rolls || !options_.roll_hints || !options_.table) return std::nullopt;
    const auto entry = table_.find(key, true);
    return entry ? std::optional(entry->move) : std::nullopt;
  }
  static bool decides(Bound bound, Score score, Score alpha, Score beta) noexcept {
    return bound == Bound::exact || (bound == Bound::lower && score >= beta) ||
           (bound == Bound::upper && score <= alpha);
  }

  bool must_stop() {
    if (aborted_) return true;
    // The first iteration is finished whatever happens: it is the answer to a budget of zero,
    // and costs one evaluation per move.
    if (number_ == 0 && root_.depth == 0 && !control_->stopped()) return false;
    if (nodes_ >= control_->budget().nodes) return aborted_ = true;
    if (until_check_-- > 0) return false;
    until_check_ = 32;
    control_->count_nodes(nodes_ - std::exchange(counted_, nodes_));
    if (control_->ended() || control_->stopped() || watch_->expired()) return aborted_ = true;
    if (control_->nodes() >= control_->budget().nodes) return aborted_ = true;
    if (number_ == 0 && plan_.is_active() && watch_->seconds() >= plan_.limit()) {
      return aborted_ = true;
    }
    if (number_ == 0 && control_->progress().asked()) {
      control_->progress().answer(report_so_far());
    }
    return false;
  }

  int number_;
  const Options& options_;
  const K& knowledge_;
  const Evaluate<G>& evaluate_;
  Table& table_;
  Scale scale_;
  Ordering<G, K> ordering_;
  Root root_;
  G position_{};
  TimePlan plan_;
  SearchControl* control_ = nullptr;
  const Stopwatch* watch_ = nullptr;
  std::uint64_t nodes_ = 0;
  std::uint64_t counted_ = 0;  // of the nodes, those already reported to the control
  int until_check_ = 0;
  bool aborted_ = false;
  bool reached_horizon_ = false;
};

}  // namespace tesuji::alphabeta
